"""What a claim says, in the forms in which claims are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press import hand_kept
from skipper.press.claim import Claim
from skipper.press.claim_type import claim_types
from skipper.press.reconcile.days import Days, appointed_for, stated_days

# Claims about a man are compared pair by pair, and name a few clubs again and again: without a memory of what two names
# mean, half of the time of judging went there.
NAMES = 1 << 14
Read = TypeVar("Read")
NUMBERS = (  # each at its own place
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_MAJOR_WORDS = frozenset({"mlb", "major league", "major leagues", "majors", "big league", "big leagues", "bigs"})
_LEVEL_WORDS = {
    "triple a": "aaa",
    "class aaa": "aaa",
    "double a": "aa",
    "class aa": "aa",
    "single a": "a",
    "class a": "a",
    "high a": "a",
    "low a": "a",
    "short season": "a",
    "short season a": "a",
    "minors": "minor league",
    "minor leagues": "minor league",
    "independent": "ind",
    "independent league": "ind",
}


def person_of(claim: Claim) -> str:
    """The name of whom it is about; empty where it names nobody."""
    return str(claim.fields.get("person") or claim.fields.get("player") or "")


def person_key(claim: Claim) -> str:
    """What the claims about one man share: his person_id, else his name as told."""
    link = claim.link("person") or claim.link("player")
    return link.id if link is not None and link.id else f"name:{plain(person_of(claim))}"


def once(read: Callable[[Claim], Read]) -> Callable[[Claim], Read]:
    """The reading kept with the claim: of a man of whom much is said, each claim is compared with hundreds."""
    name = f"_{read.__name__}"

    @wraps(read)
    def kept(claim: Claim) -> Read:
        known = vars(claim)
        if name not in known:
            known[name] = read(claim)
        return known[name]

    return kept


@once
def clubs_of(claim: Claim) -> tuple[str, ...]:
    """The clubs that it names, not the organizations."""
    fields = claim.fields
    return tuple(listed(fields.get("club")) + listed(fields.get("clubs")))


@once
def organizations_of(claim: Claim) -> tuple[str, ...]:
    """The organizations that it names."""
    fields = claim.fields
    return tuple(listed(fields.get("organization")) + listed(fields.get("organizations")))


def without_club(claim: Claim) -> Claim:
    """The claim without its clubs and organizations, and without their links."""
    names = ("club", "clubs", "organization", "organizations")
    kept = {name: value for name, value in claim.fields.items() if name not in names}
    return replace(claim, fields=kept, links=tuple(link for link in claim.links if link.field not in names))


def listed(value: Any) -> list[str]:
    """The values of a field that has one or several, as text; none of one that is not there."""
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


@once
def seasons_of(claim: Claim) -> tuple[int, ...]:
    """The seasons that it is about: those it lists, or from its first to its last; none where it says none."""
    fields = claim.fields
    listed = fields.get("seasons")
    if listed:
        return tuple(sorted(int(season) for season in listed))
    first, last = (stated_days(fields.get(name)) for name in ("from", "to"))
    if first is not None and last is not None:
        return tuple(range(first.first.year, last.last.year + 1))
    return (first.first.year,) if first is not None else ()


@once
def day_of_act(claim: Claim) -> Days | None:
    """The days on which an appointment or a departure can have been; null if it says nothing of it."""
    fields = claim.fields
    stated = stated_days(fields.get("date_of_act"))
    if stated is not None:
        return stated
    if fields.get("for_season"):
        return appointed_for(int(fields["for_season"]))
    seasons = seasons_of(claim)
    # A man leaves a season's post before the next season.
    return Days(date(seasons[0], 1, 1), date(seasons[-1] + 1, 3, 31)) if seasons else None


@once
def level_of(claim: Claim) -> str | None:
    """Its level, resolved or else as stated: `MLB`, `aaa`, `aa`, `a` (all of Class A), `minor league` and so on."""
    level = claim.fields.get("level_resolved") or claim.fields.get("level_stated") or claim.fields.get("level")
    if level is None:
        return None
    return level_of_words(str(level))


@lru_cache(maxsize=NAMES)
def level_of_words(level: str) -> str:
    """The level that words name, as `level_of` gives it."""
    words = plain(level)
    return "MLB" if words in _MAJOR_WORDS else _LEVEL_WORDS.get(words, words)


def is_major_league(name: str | None) -> bool:
    """Whether it is the name of a major league."""
    return name is not None and plain(name) in _major_leagues()


@cache
def _major_leagues() -> frozenset[str]:
    """By name, but for those whose name a minor league had too, and those of today by their letters."""
    major = hand_kept.major_leagues()
    minor = {plain(league.name) for league in hand_kept.leagues() if league.level != "MLB"}
    codes = {code.lower() for code, league in major.items() if league.last is None}
    return frozenset(({plain(league.name) for league in major.values()} - minor) | codes)


@lru_cache(maxsize=NAMES)
def _words(name: str) -> list[str]:
    return plain(name).split()


@lru_cache(maxsize=NAMES)
def may_be_one_club(one: str, other: str) -> bool:
    """Whether two names can mean one club: the same, or one says less (`Las Vegas` of the Las Vegas 51s)."""
    first, second = _words(one), _words(other)
    short, long = sorted((first, second), key=len)
    return bool(short) and (long[: len(short)] == short or long[-len(short) :] == short)


def same_clubs(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether each club of one list is in the other."""
    some, others = list(some), list(others)
    return all(any(may_be_one_club(a, b) for b in others) for a in some) and all(
        any(may_be_one_club(a, b) for a in some) for b in others
    )


def said(claim: Claim) -> str:
    """What it says, in few words of ours: for evidence, and for the table of claims."""
    fields = claim.fields
    parts = [claim_types()[claim.type].says(fields), *_where(claim), *_when(claim)]
    words = " ".join(part for part in parts if part)
    marks = [mark for mark in ("denied", "hedged") if getattr(claim, mark)]
    return f"{words} ({', '.join(marks)})" if marks else words


def _where(claim: Claim) -> list[str]:
    league = claim.fields.get("league")
    level = claim.fields.get("level_stated") if claim_types()[claim.type].shows_level else None
    return [post_of(claim) or str(league or ""), f"({level})" if level else ""]


def post_of(claim: Claim) -> str:
    """Its clubs in words, else its organizations: to be with one is not to be with its major-league club."""
    clubs, parents = clubs_of(claim), organizations_of(claim)
    if clubs or not parents:
        return ", ".join(clubs)
    return f"{', '.join(parents)} organization{'s' if len(parents) > 1 else ''}"


def _when(claim: Claim) -> list[str]:
    fields = claim.fields
    said = spans(seasons_of(claim)) if seasons_of(claim) else ""
    if fields.get("for_season"):
        said = f"for {fields['for_season']}"
    if fields.get("date_of_act"):
        said = str(fields["date_of_act"])
    after = fields.get("after_days")
    if after:
        low, high = after
        said += f" after {low} days" if low == high else f" after {low} to {high} days"
    return [said.strip()]
