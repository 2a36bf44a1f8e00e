"""Which of a claim's club and time its own words say, and which were carried over from what stands before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Literal

import re2

from skipper.press.claim import Claim, Link
from skipper.press.claim_type import claim_types
from skipper.press.lexicon import lexicon
from skipper.press.numbers import years as years_in
from skipper.press.text import plain
from skipper.press.vocabulary import Person, Vocabulary

Part = Literal["club", "time"]
FIELDS_OF: dict[Part, tuple[str, ...]] = {
    "club": ("club", "clubs", "organization", "organizations"),
    "time": ("seasons", "from", "to", "date_of_act", "for_season"),
}
_YEAR = re2.compile(r"\b\d{4}\b")
_MONTHS = (
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan\.|feb\.|aug\.|sept?\.|oct\.|nov\.|dec\."
)
_MONTH = re2.compile(rf"(?i)\b(?:{_MONTHS})")
_FROM_THE_DATE = re2.compile(
    rf"(?i)\b(?:(?:this|last|next|past|current|coming) (?:season|year|winter|spring|summer|fall|autumn|{_MONTHS})|"
    r"yesterday|today|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)


def inherited_parts(claim: Claim, day: date | None = None) -> frozenset[Part]:
    """Return the parts that the claim has and that its span does not say; `day` is its report's date, null if it has
    none.

    A club is said by its name in the text, its name in full, its place or its nickname: one of several is enough. A
    time is said by one of its years, by words that count from the report's date (last season), or by that date.
    """
    words = " ".join(plain(claim.span).split())
    return frozenset(part for part, says in _SAID.items() if has(claim, part) and not says(claim, words, day))


def has(claim: Claim, part: Part) -> bool:
    """Return whether the claim has any field of the part."""
    return any(claim.fields.get(name) for name in FIELDS_OF[part])


def without(claim: Claim, *parts: Part) -> Claim:
    """Return the claim without the fields of the parts, and without their links."""
    dropped = {name for part in parts for name in FIELDS_OF[part]}
    kept = {name: value for name, value in claim.fields.items() if name not in dropped}
    return replace(claim, fields=kept, links=tuple(link for link in claim.links if link.field not in dropped))


def possible(claim: Claim, day: date | None, vocabulary: Vocabulary) -> Claim:
    """Return the claim; without its club where that is carried over, and the games have him elsewhere at that time."""
    return (
        without(claim, "club")
        if _impossible(claim, day, vocabulary) and "club" in inherited_parts(claim, day)
        else claim
    )


def _impossible(claim: Claim, day: date | None, vocabulary: Vocabulary) -> bool:
    """Return whether its major-league clubs are none of those that he, or any whom the name fits, was with at its
    time."""
    link = claim.link("person")
    ids = () if link is None else (link.id,) if link.id else link.candidates
    people = [person for id in ids if (person := vocabulary.person(id)) is not None]
    time = claim_types()[claim.type].time
    if time == "seasons":
        times = [(int(season), int(season)) for season in claim.fields.get("seasons") or ()]
    elif time == "act" and "coach" not in str(claim.fields.get("role")):
        year = _year_of_act(claim)
        if year is None and day is None:
            return bool(people) and all(_was_never_there(claim, person, vocabulary) for person in people)
        times = [(year - 1, year + 1)] if year is not None else []
    else:
        return False
    return bool(people) and all(
        any(_was_with_others(claim, person, first, last, vocabulary) for first, last in times) for person in people
    )


def _year_of_act(claim: Claim) -> int | None:
    """Return the year of the act, else the season for which or after which it was; null if none is stated."""
    seasons = claim.fields.get("seasons") or ()
    act = str(claim.fields.get("date_of_act") or claim.fields.get("for_season") or "")[:4]
    return int(act) if act.isdigit() else int(seasons[0]) if seasons else None


def _was_with_others(claim: Claim, person: Person, first: int, last: int, vocabulary: Vocabulary) -> bool:
    theirs = {term.club for term in person.terms if term.first <= last and first <= term.last}
    links = _club_links(claim)
    return _are_major(links, last, vocabulary) and bool(theirs) and theirs.isdisjoint({one.id for one in links})


def _was_never_there(claim: Claim, person: Person, vocabulary: Vocabulary) -> bool:
    """Return whether he ran clubs of the majors and was with none of the claim's; not of whom the games may lack
    seasons."""
    runs = [term.last for term in person.terms if term.role == "manager"]
    over = bool(runs) and max(runs) + 1 < vocabulary.last_season
    return over and _was_with_others(claim, person, 0, vocabulary.last_season, vocabulary)


def _are_major(links: Sequence[Link], season: int, vocabulary: Vocabulary) -> bool:
    clubs = [vocabulary.club(one.id, season) if one.id else None for one in links]
    return bool(clubs) and all(club is not None and club.is_major for club in clubs)


def _club_links(claim: Claim) -> list[Link]:
    return [link for link in claim.links if link.field in FIELDS_OF["club"]]


def _says_club(claim: Claim, words: str, day: date | None) -> bool:
    return any(re2.search(rf"\b{re2.escape(name)}(?:\W|$)", words) for name in set(_names(claim)))


def names_of(claim: Claim, field: str, club: str) -> list[str]:
    """Return what one club of a field is called: by the text where it was linked, in full, by place, and by
    nickname."""
    linked = [plain(link.words) for link in claim.links if link.field == field and link.name == club]
    return linked + [name for name in _parts_of(club) if name not in lexicon().parts_of_names]


def _parts_of(club: str) -> list[str]:
    parts = plain(club).split()
    begun = [" ".join(parts[:cut]) for cut in range(1, len(parts) + 1)]
    return begun + [" ".join(parts[cut:]) for cut in range(1, len(parts))]


def says_relative_time(words: str) -> bool:
    """Return whether the words count a time from the report's date: last season, on Monday, a month without a year."""
    return bool(_FROM_THE_DATE.search(words) or _MONTH.search(words))


def _names(claim: Claim) -> Iterator[str]:
    """Yield what its clubs are called: by the text, in full, by place, and by nickname; so or in capitals."""
    named = [plain(link.words) for link in _club_links(claim)]
    for field in FIELDS_OF["club"]:
        given = claim.fields.get(field) or ()
        named += [part for name in ((given,) if isinstance(given, str) else given) for part in _parts_of(name)]
    for name in named:
        if name and name not in lexicon().parts_of_names:
            yield from (name, name.upper())


def _says_time(claim: Claim, words: str, day: date | None) -> bool:
    years = {int(year) for name in FIELDS_OF["time"] for year in _YEAR.findall(str(claim.fields.get(name) or ""))}
    if not years or years & set(years_in(words)) or _FROM_THE_DATE.search(words):
        return True  # without a year it is as written
    if day is None:
        return False
    return day.year in years or (day.year - 1 in years and bool(_MONTH.search(words)))


_SAID: dict[Part, Callable[[Claim, str, date | None], bool]] = {"club": _says_club, "time": _says_time}
