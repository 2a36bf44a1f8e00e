"""Whom a piece names: the press's names and links, and the subject by the title or by a name in another form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import re2

from skipper.press.claim import Claim, Link, Report
from skipper.press.linking import linked
from skipper.press.nicknames import key
from skipper.press.reading.people import SUFFIXES, People, learn
from skipper.press.reading.units import Entity, Sentence, Time, Unit
from skipper.press.text import plain
from skipper.press.vocabulary import Vocabulary, grouped

PERSON = ("{person}", "{person's}")
CLUB = ("{club}", "{club's}")
_NAME = re2.compile(r"\"?[^\W\d_][\w.'-]*\"?(?: (?:\"[^\"]{2,14}\"|\([^)]{2,14}\)|[^\W\d_][\w.'-]*)){1,5}")
_MARKS = re2.compile(r"[\"()]|'s$")
_LONGEST = 4  # words of a name
_YEARS = 6  # that tell namesakes apart


def with_subject(
    report: Report, sentences: Sequence[Sentence], people: People, vocabulary: Vocabulary
) -> tuple[tuple[Sentence, ...], People]:
    """Return the sentences and people with the managers whom the title or the first sentences name in a form that the
    list of names lacks (Stanley "Bucky" Harris, William Boyd McKechnie), and with whom one name alone means."""
    openings = [report.title or "", *(report.text[one.start : one.end] for one in sentences[:2])]
    new: dict[str, str] = {}  # one name of each surname, the title's first
    for name in (name for text in openings for name in _managers(plain(text), vocabulary)):
        surname = key(name.split()[-1])
        if surname not in people.by_surname and key(name) not in people.by_name:
            new.setdefault(surname, name)
    found = learn(new.values(), vocabulary)
    firsts = _by_first_name([*people.by_name.values(), *found.by_name.values()])
    surnames = {**_managers_of_clubs(report, sentences, people, vocabulary), **found.by_surname}
    named = tuple(
        replace(one, units=tuple(_one_name(_with_people(one.units, people, surnames, firsts)))) for one in sentences
    )
    units = (unit for one in named for unit in one.units)
    mentioned = {unit.value.name for unit in units if unit.key in PERSON}
    added = {key(one.name): one for one in surnames.values()}
    by_name = {name: one for name, one in {**added, **found.by_name, **people.by_name}.items() if one.name in mentioned}
    return named, People(by_name, {**surnames, **people.by_surname})


def _managers_of_clubs(
    report: Report, sentences: Sequence[Sentence], people: People, vocabulary: Vocabulary
) -> dict[str, Entity]:
    """Return by surname the managers of the clubs named, about the year of the piece: those whom it names in no other
    form. A surname that two of them bear is left out."""
    if report.date is None:
        return {}
    units = [unit for one in sentences for unit in one.units]
    codes = {id_ for unit in units if unit.key in CLUB for name in unit.value for id_ in name.ids if name.is_major}
    years = range(report.date.year - 1, report.date.year + 1)
    found = {one for code in codes for year in years for one in vocabulary.managers_of(code, year)}
    borne = grouped((key(one.surname), one) for one in sorted(found, key=lambda one: one.id))
    alone = {name: each[0] for name, each in borne.items() if len(each) == 1 and name not in people.by_surname}
    return {name: Entity(one.name, (one,)) for name, one in alone.items() if key(one.name) not in people.by_name}


def _by_first_name(entities: Iterable[Entity]) -> dict[str, Entity]:
    """Return the managers by the first names that only one person of the piece has: Wally, Sparky."""
    firsts: dict[str, list[Entity]] = {}
    for entity in entities:
        firsts.setdefault(key(entity.name.split()[0]), []).append(entity)
    alone = {first: each[0] for first, each in firsts.items() if len({one.name for one in each}) == 1}
    return {first: one for first, one in alone.items() if any(person.managed for person in one.people)}


def _managers(text: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the names of managers that two words of a run of names make: first or nickname, and last."""
    for run in _NAME.finditer(text):
        words = [word for one in run.group().split() if (word := _MARKS.sub("", one)) and word not in SUFFIXES]
        for first, last in combinations([word for word in words if word[:1].isupper()], 2):
            near = words.index(last) - words.index(first) < _LONGEST
            if near and any(one.managed for one in vocabulary.called(f"{first} {last}")):
                yield f"{first} {last}"


def _with_people(
    units: Sequence[Unit], people: People, surnames: Mapping[str, Entity], firsts: Mapping[str, Entity]
) -> list[Unit]:
    """Return the units with those as people that are one of the `surnames`, a first name that stands alone, or, behind
    the first word of the sentence, a surname of the people known (For Ott)."""
    capital = [unit.text[:1].isupper() and unit.key[:1] != "{" for unit in units] + [False]
    read = []
    for at, unit in enumerate(units):
        alone = capital[at] and not capital[at + 1] and not (at > 1 and capital[at - 1])
        entity = surnames.get(key(unit.text)) if capital[at] else None
        second = at == 1 and alone and units[0].text.lower() not in SUFFIXES
        entity = people.by_surname.get(key(unit.text)) if second and entity is None else entity
        entity = firsts.get(key(unit.text)) if alone and entity is None else entity
        read.append(unit if entity is None else unit._replace(key="{person}", value=entity))
    return read


def _one_name(units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units, with two names about a nickname as one person: George Lee "Sparky" Anderson."""
    for at, unit in enumerate(units):
        behind = [one.key for one in units[at + 1 : at + 5]]
        joined = unit.key == "{person}" and behind[::2] == ['"', '"'] and behind[3:] and behind[3] in PERSON
        yield unit._replace(value=units[at + 4].value) if joined else unit


def people_ids(
    people: People, sentences: Sequence[Sentence], claims: Iterable[Claim], report: Report, vocabulary: Vocabulary
) -> Mapping[str, str]:
    """Return the person_id of each name of the piece that means one person.

    What the claims link decides; else the linker, as of claims that the person managed in the years that the piece
    names. A name that fits several people still has none.
    """
    links = [link for claim in claims for link in claim.links if link.field in ("person", "player", "manager")]
    found = {link.name: link.id for link in links if link.id is not None}
    named: dict[str, Entity] = {entity.name: entity for entity in people.by_name.values()}
    units = [unit for one in sentences for unit in one.units]
    named |= {unit.value.name: unit.value for unit in units if unit.key in PERSON}
    times = [unit.value for unit in units if isinstance(unit.value, Time) and not unit.value.reckoned]
    years = [*dict.fromkeys(year for time in times for year in (*time.seasons, time.first) if year)][:_YEARS]
    unknown = [one for one in named.values() if one.name not in found and one.people]
    for claim in linked([claim for one in unknown for claim in _managing(one, report, years)], report, vocabulary):
        if claim.links[0].id is not None:
            found[claim.links[0].name] = claim.links[0].id
    return found


def _managing(entity: Entity, report: Report, years: Sequence[int]) -> Iterator[Claim]:
    """Yield claims that say no more than that the person managed, in each of the years if there are namesakes."""
    ids = tuple(person.id for person in entity.people)
    alone = len(ids) == 1
    link = Link("person", entity.name, entity.name, ids[0] if alone else None, () if alone else ids)
    for seasons in [{}] if alone or not years else [{"seasons": [year]} for year in years]:
        fields = {"person": entity.name, "role": "manager", **seasons}
        yield Claim(report.name, "stint", fields, 0, 0, "", links=(link,))
