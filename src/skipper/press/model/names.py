"""The names of a model's claim: which of them the report has, and whom and what of the vocabulary they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import re2

from skipper.press.claim import Claim, Link, Report
from skipper.press.claim_type import claim_types
from skipper.press.lexicon import lexicon
from skipper.press.linking import PERSON_FIELDS, year_of
from skipper.press.nicknames import key
from skipper.press.text import plain
from skipper.press.vocabulary import Club, Vocabulary

_CLUBS = ("club", "clubs", "organization", "organizations")
_LETTERS = re2.compile(r"[\pL\pN]+")


def names_are_in_report(claim: Claim, report: Report) -> str | None:
    """Say which name the report nowhere gives: of a person or a speaker all of it, of a club one of its names.

    Grounding takes a person's surname for the person, and does not ask who is said to have said it, so a model could
    invent the rest.
    """
    people = [(name, one) for name in (*PERSON_FIELDS, "by") for one in _each(claim.fields.get(name))]
    for field, name in [*people, *(("attributed_to", name) for name in claim.attributed_to)]:
        if not _stands(name, report):
            return f"{field} is not in the report"
    return next((f"{link.field} is not in the report" for link in claim.links if not link.words), None)


def with_names(claim: Claim, report: Report, vocabulary: Vocabulary) -> Claim:
    """Return the claim with links of its names, major-league clubs by their full name, and the level resolved.

    The words of a club's link are those by which the report calls it; none where it does not.
    """
    fields = dict(claim.fields)
    links = [_person(field, str(fields[field]), vocabulary) for field in PERSON_FIELDS if fields.get(field)]
    season = year_of(fields) or (report.date.year if report.date else None)
    stated = lexicon().levels.get(str(fields.get("level_stated")).lower())
    levels = [stated or None]
    for field in _CLUBS:
        named = [(_fitting(name, season, stated, vocabulary), name) for name in _each(fields.get(field))]
        own = [_club(field, name, spans, report) for spans, name in named]
        if own:
            fields[field] = [link.name for link in own] if isinstance(fields[field], list) else own[0].name
            links += own
        if field == "club" or (field == "clubs" and len(own) == 1):
            levels += [spans[0].level for spans, _ in named if len({span.level for span in spans}) == 1]
    if levels[-1] is not None and "level_resolved" in claim_types()[claim.type].fields:
        fields["level_resolved"] = levels[-1]
    return replace(claim, fields=fields, links=tuple(links))


def _person(field: str, name: str, vocabulary: Vocabulary) -> Link:
    """Link everybody whom the name fits; `press.linking` narrows it over the whole piece."""
    people = vocabulary.called(name) if " " in name else vocabulary.people_by_surname.get(key(name), ())
    ids = tuple(person.id for person in people)
    return Link(field, name, name, ids[0] if len(ids) == 1 else None, ids if len(ids) > 1 else ())


def _fitting(name: str, season: int | None, level: str | None, vocabulary: Vocabulary) -> list[Club]:
    """Return the clubs that a name can mean, of those that the season, the level and the full name leave."""
    spans = list(vocabulary.clubs_by_name.get(name.lower(), ()))
    tests: tuple[Callable[[Club], bool], ...] = (
        lambda club: season is not None and club.covers(season),
        lambda club: bool(level) and club.level == level,
        lambda club: club.name.lower() == name.lower(),
        lambda club: club.is_major,
        lambda club: club.last is None,
    )
    for test in tests:
        if len({span.id for span in spans}) > 1:
            spans = [span for span in spans if test(span)] or spans
    return spans


def _club(field: str, name: str, spans: list[Club], report: Report) -> Link:
    ids = tuple(dict.fromkeys(span.id for span in spans))
    club = spans[0] if len(ids) == 1 else None
    called = [name]
    if club is not None and club.is_major:
        called += [word for word in (club.nickname, club.place, *club.others) if word]
    words = next((word for word in called if _stands(word, report)), "")
    shown = club.name if club is not None and club.is_major else name
    return Link(field, words, shown, club.id if club else None, ids if len(ids) > 1 else ())


def _stands(name: str, report: Report) -> bool:
    letters = _flat(name)
    return letters.strip() != "" and letters in _of_report(report.text)


@lru_cache(maxsize=16)  # as many reports as may be read at once
def _of_report(text: str) -> str:
    return _flat(text)


def _flat(words: str) -> str:
    """Return the words in lower case with one space about each, without what is no letter or digit."""
    return " " + " ".join(_LETTERS.findall(plain(words).lower().replace("'s ", " "))) + " "


def _each(value: Any) -> Iterator[str]:
    values: Iterable[Any] = value if isinstance(value, list) else () if value is None else (value,)
    yield from (str(one) for one in values)
