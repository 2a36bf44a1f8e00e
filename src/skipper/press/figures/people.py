"""Whom a piece names: the press's own names and links, and the subject by the title and by a name in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import re2

from skipper.press.claim import Claim, Link, Report
from skipper.press.familiar import key
from skipper.press.linking import linked
from skipper.press.reading.people import SUFFIXES, People, learn
from skipper.press.reading.units import Entity, Sentence, Time, Unit
from skipper.press.text import plain
from skipper.press.vocabulary import Vocabulary

_NAME = re2.compile(r"(?:\"?[^\W\d_][\w.'-]*\"?)(?: (?:\"[^\"]{2,14}\"|\([^)]{2,14}\)|[^\W\d_][\w.'-]*)){1,5}")
_BARE = re2.compile(r"[\"()]|'s$")
_PERSON = ("{person}", "{person's}")


def with_subject(
    report: Report, sentences: Sequence[Sentence], people: People, vocabulary: Vocabulary
) -> tuple[tuple[Sentence, ...], People]:
    """Return the sentences and people with those whom the title or the first sentence names in a form that the list of
    names lacks: Stanley "Bucky" Harris, William Boyd McKechnie.

    Such a person is known by the surname alone from there on.
    """
    openings = [report.title or "", *(report.text[one.start : one.end] for one in sentences[:2])]
    names = [name for text in openings for name in _managers_named(plain(text), vocabulary)]
    new: dict[str, str] = {}  # one name of each surname, the title's first
    for name in names:
        surname = key(name.split()[-1])
        if surname not in people.by_surname and key(name) not in people.by_name:
            new.setdefault(surname, name)
    if not new:
        return tuple(sentences), people
    found = learn(new.values(), vocabulary)
    changed = tuple(replace(one, units=tuple(_named(one.units, found))) for one in sentences)
    return changed, People({**found.by_name, **people.by_name}, {**found.by_surname, **people.by_surname})


def _managers_named(text: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the names of managers that runs of capitalized words can be: first or nickname, and last."""
    for run in _NAME.finditer(text):
        words = [_BARE.sub("", word) for word in run.group().split()]
        words = [word for word in words if word and word not in SUFFIXES]
        for first, last in combinations(range(len(words)), 2):
            name = f"{words[first]} {words[last]}"
            capital = words[first][:1].isupper() and words[last][:1].isupper()
            if capital and last - first < 4 and any(one.managed for one in vocabulary.called(name)):
                yield name


def _named(units: Sequence[Unit], found: People) -> Iterator[Unit]:
    for unit in units:
        entity = found.by_surname.get(key(unit.text)) if unit.text[:1].isupper() and unit.key[:1] != "{" else None
        yield unit if entity is None else unit._replace(key="{person}", value=entity)


def people_ids(
    people: People, sentences: Sequence[Sentence], claims: Iterable[Claim], report: Report, vocabulary: Vocabulary
) -> Mapping[str, str]:
    """Return the person_id of each name of the piece that means one person.

    What the claims link decides; else the linker, as of a claim about a manager in the seasons that the piece names. A
    name that fits several people still has none.
    """
    found = {
        link.name: link.id for claim in claims for link in claim.links if link.field in ("person", "player", "manager")
    }
    every: dict[str, Entity] = {entity.name: entity for entity in people.by_name.values()}
    for one in sentences:
        every.update({unit.value.name: unit.value for unit in one.units if unit.key in _PERSON})
    unknown = [one for one in every.values() if not found.get(one.name) and one.people]
    stand_ins = [
        _stand_in(one, report, year)
        for one in unknown
        for year in (_years(sentences) if len(one.people) > 1 else [None])
    ]
    for claim in linked(stand_ins, report, vocabulary):
        found[claim.links[0].name] = claim.links[0].id
    return {name: id_ for name, id_ in found.items() if id_ is not None}


def _years(sentences: Sequence[Sentence]) -> Sequence[int | None]:
    """Return the years that a piece names, at most six; one unknown where it names none."""
    times = (
        unit.value
        for one in sentences
        for unit in one.units
        if isinstance(unit.value, Time) and not unit.value.reckoned
    )
    return [*dict.fromkeys(year for time in times for year in (*time.seasons, time.first) if year is not None)][:6] or [
        None
    ]


def _stand_in(entity: Entity, report: Report, year: int | None) -> Claim:
    """Return a claim that says no more than that the person managed, in a year that the piece names."""
    ids = tuple(person.id for person in entity.people)
    link = Link("person", entity.name, entity.name, ids[0] if len(ids) == 1 else None, ids if len(ids) > 1 else ())
    fields = {"person": entity.name, "role": "manager"} | ({"seasons": [year]} if year is not None else {})
    return Claim(report.name, "stint", fields, 0, 0, "", links=(link,))
