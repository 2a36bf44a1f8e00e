"""Seasons told by their number: in his second season as the club's manager they went 103-59."""

from __future__ import annotations

from dataclasses import replace

import re2

from skipper.press.carried import carried, has
from skipper.press.claim import Claim
from skipper.press.numbers import ORDINAL_WORDS
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of
from skipper.press.reconcile.reading import clubs_of
from skipper.press.reconcile.tenure import MANAGED
from skipper.press.reconcile.whole_seasons import first_of

# Not `in his first season back`, nor `in his first year of the contract`.
_NTH = re2.compile(r"(?i)\bin his (\w+) (?:season|year)\b(?:$|,| (?:as|with|at|in|there|here|the|they|he|on)\b)")
_HIS = re2.compile(r"(?i)\bhis (\w+)\b")
_DIGITS = re2.compile(r"(\d+)(?:st|nd|rd|th)")
_OF_ONE = frozenset(["record", "title"])


def in_his_nth_season(claim: Claim, dossier: Dossier) -> list[Claim]:
    """The claim of a record or a title in each season that its words can mean by a number; none where they give none.

    His seasons with the clubs that they name are counted; where he came within one, from the next on too, and of a
    dated piece its own year's can be meant. None where a season that the lake lacks may be among them.
    """
    number = _number(claim.span)
    own = {
        one.season: one
        for one in dossier.person.records
        if one.rule == MANAGED and one.club in codes_of(claim, dossier.facts, one.season)
    }
    years = sorted(own)
    may_count = claim.type in _OF_ONE and not has(claim, "time") and clubs_of(claim) and "club" not in carried(claim)
    if number is None or not may_count or len(years) < number or claim.fields.get("season_count"):
        return []
    counted = range(years[0], years[number - 1] + 1)
    if dossier.facts.absent(counted) or {years[0] - 1, *counted} & set(dossier.person.missing):
        return []
    came_within = first_of(own[years[0]], dossier.facts) != dossier.person.person_id
    day = dossier.date_of(claim)
    meant = [day.year] if day is not None and day.year in own else []
    meant += [year for year in years[number - 1 : number + came_within] if year not in meant]
    return [replace(claim, fields={**claim.fields, "seasons": [year]}) for year in meant]


def _number(words: str) -> int | None:
    """Of his 2nd or his second season the number; null where none is told, or several are."""
    found = _NTH.search(words)
    numbers = [number for word in _HIS.findall(words) if (number := _ordinal(word)) is not None]
    return _ordinal(found.group(1)) if found is not None and len(numbers) == 1 else None


def _ordinal(word: str) -> int | None:
    digits = _DIGITS.fullmatch(word)
    return int(digits.group(1)) if digits else ORDINAL_WORDS.get(word.lower())
