"""Who is who in a book that gives one external id to several people.

Two rows are one person if their dates of birth are the same, or if their names are compatible and nothing known of
their births differs. Names are compatible if the last names are equal and one of the first or given names is, ignoring
case, accents and punctuation; an initial is compatible with a name that begins with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

Row = Mapping[str, Any]
BIRTH = ("birth_year", "birth_month", "birth_day")

ONE_PERSON = "one person"
WITH_GAMES = "two people: the id is used by the person with games"
NEITHER = "two people: the id is used by neither"
ONE_ROW = "one row used"


@dataclass(frozen=True)
class Standing:
    """What is decided about one row of a book that shares an id with other rows.

    `row` is the row's place in the book, from 0; `person` the book's own id of the row that stands for the person.
    `is_alias` marks a row that is not itself used, and `uses_id` whether its person has the shared id.
    """

    id_name: str
    id: str
    row: int
    own_id: str
    person: str
    is_alias: bool
    uses_id: bool
    decision: str
    evidence: str


def ends_with(name: str, last_name: str) -> bool:
    """Return whether a whole name ends with the words of a last name, ignoring case, accents and punctuation."""
    words, last = ([_letters(word) for word in text.split()] for text in (name, last_name))
    return len(words) > len(last) > 0 and words[-len(last) :] == last


def births_agree(one: Row, other: Row) -> bool:
    """Return whether both full dates of birth are known and the same."""
    return all(one[part] is not None and one[part] == other[part] for part in BIRTH)


def births_differ(one: Row, other: Row) -> bool:
    """Return whether a part of the dates of birth is known of both and not the same."""
    return any(None not in (one[part], other[part]) and one[part] != other[part] for part in BIRTH)


def names_are_compatible(one: Row, other: Row) -> bool:
    """Return whether two people's names are compatible: if both lack a first name, the last names alone; never if only
    one lacks it."""
    if not one["last_name"] or _letters(one["last_name"]) != _letters(other["last_name"] or ""):
        return False
    first, second = _first_names(one), _first_names(other)
    if not one["first_name"] or not other["first_name"]:
        return not one["first_name"] and not other["first_name"]
    return any(name == like or _is_initial(name, like) or _is_initial(like, name) for name in first for like in second)


def are_one(one: Row, other: Row) -> bool:
    """Return whether two rows with the same external id are one person."""
    return births_agree(one, other) or (names_are_compatible(one, other) and not births_differ(one, other))


def comparison(one: Row, other: Row) -> str:
    """Return in words what two rows have in common."""
    names = "the names are compatible" if names_are_compatible(one, other) else "the names differ"
    if births_agree(one, other):
        return f"{names}; the dates of birth are the same"
    return f"{names}; the births {'differ' if births_differ(one, other) else 'cannot be compared'}"


def described(row: Row, own_id: str) -> str:
    """Return a row's id, name and date of birth."""
    name = " ".join(part for part in (row["first_name"], row["last_name"]) if part) or "no name"
    born = [row[part] for part in BIRTH]
    date = "-".join("??" if part is None else f"{part:02}" for part in born) if any(born) else "birth unknown"
    return f"{own_id} ({name}, {date})"


def standings(book: pa.Table, own_id: str, id_names: Sequence[str], ranks: Mapping[str, int]) -> list[Standing]:
    """Decide about every row of a book that shares its own id or an external id with another row.

    `ranks` gives by own id how well the book knows the person: above 0 for one with games or a manager's line. Rows are
    one row per person of the book; the result has one item per id and row. Of a person's rows, that with the highest
    rank stands for the person, then the row with most columns filled, then that with the first own id.
    """
    found: list[Standing] = []
    repeated = _groups(book, own_id)
    dropped: set[int] = set()
    for own, rows in repeated.items():
        kept = max(rows, key=lambda item: (_filled(item[1]), -item[0]))[0]
        for place, _row in rows:
            evidence = f"{len(rows)} rows have the book's own id; the one with most columns is used"
            found.append(Standing(own_id, own, place, own, own, place != kept, True, ONE_ROW, evidence))
        dropped |= {place for place, _row in rows if place != kept}
    groups: dict[tuple[str, str], list[tuple[int, Row]]] = {}
    for id_name in id_names:
        for value, rows in _groups(book, id_name).items():
            kept_rows = [(place, row) for place, row in rows if place not in dropped]
            if len(kept_rows) > 1:
                groups[id_name, value] = kept_rows
    people = _people(groups.values(), own_id, ranks)
    for (id_name, value), group in groups.items():
        found += _decided(id_name, value, group, own_id, people, ranks)
    return found


def _groups(book: pa.Table, column: str) -> dict[str, list[tuple[int, Row]]]:
    """Return by value the rows, with their places, of each value that several rows have."""
    values = book[column].combine_chunks()
    counted = values.value_counts()
    several = counted.field("values").filter(pc.greater(counted.field("counts"), 1)).drop_null()
    if not len(several):
        return {}
    places = pc.indices_nonzero(pc.is_in(values, value_set=several))
    found: dict[str, list[tuple[int, Row]]] = defaultdict(list)
    for place, row in zip(places.to_pylist(), book.take(places).to_pylist(), strict=True):
        found[row[column]].append((place, row))
    return dict(sorted(found.items()))


def _people(groups: Iterable[list[tuple[int, Row]]], own_id: str, ranks: Mapping[str, int]) -> dict[str, list[Row]]:
    """Return for the own id of each row in a group the rows of its person, the one that stands for it first.

    A row that agrees with two people whose births differ is neither of them.
    """
    person: dict[str, list[Row]] = {}
    for group in groups:
        rows = sorted((row for _place, row in group), key=lambda row: _order(row, own_id, ranks))
        for row in rows:
            person.setdefault(row[own_id], [row])
        for row in rows:
            own = person[row[own_id]]
            others = _distinct(person[other[own_id]] for other in rows if other is not row and are_one(row, other))
            others = [other for other in others if other is not own and not _contradict(own, other)]
            if any(_contradict(one, other) for one in others for other in others):
                continue
            for other in others:
                own = sorted([*own, *other], key=lambda member: _order(member, own_id, ranks))
            for member in own:
                person[member[own_id]] = own
    return person


def _decided(
    id_name: str,
    value: str,
    group: list[tuple[int, Row]],
    own_id: str,
    people: Mapping[str, list[Row]],
    ranks: Mapping[str, int],
) -> Iterator[Standing]:
    """Yield what is decided about each row of a group that shares one id."""
    persons = _distinct(people[row[own_id]] for _place, row in group)
    known = [person for person in persons if any(ranks.get(row[own_id], 0) for row in person)]
    user: list[Row] | None = None
    if len(persons) == 1:
        user, decision = persons[0], ONE_PERSON
    elif len(known) == 1 and all(
        person is known[0] or any(names_are_compatible(one, other) for one in person for other in known[0])
        for person in persons
    ):
        user, decision = known[0], WITH_GAMES
    else:
        decision = NEITHER
    first, second = (persons[0][0], persons[1][0]) if len(persons) > 1 else [row for _place, row in group][:2]
    evidence = f"{comparison(first, second)}: {', '.join(described(row, row[own_id]) for _place, row in group)}"
    for place, row in group:
        person = people[row[own_id]]
        stands = person[0][own_id]
        yield Standing(
            id_name, value, place, row[own_id], stands, stands != row[own_id], person is user, decision, evidence
        )


def _distinct(people: Iterable[list[Row]]) -> list[list[Row]]:
    found: list[list[Row]] = []
    for person in people:
        if not any(person is other for other in found):
            found.append(person)
    return found


def _contradict(one: Sequence[Row], other: Sequence[Row]) -> bool:
    return one is not other and any(births_differ(first, second) for first in one for second in other)


def _order(row: Row, own_id: str, ranks: Mapping[str, int]) -> tuple[int, int, str]:
    return -ranks.get(row[own_id], 0), -_filled(row), row[own_id]


def _filled(row: Row) -> int:
    return sum(value is not None for value in row.values())


def _letters(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower())
    return re.sub(r"[^\w]|_", "", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def _first_names(row: Row) -> set[str]:
    words = re.split(r"[\s.,'\"()-]+", f"{row['first_name'] or ''} {row['given_name'] or ''}")
    return {letters for word in words if (letters := _letters(word))}


def _is_initial(name: str, like: str) -> bool:
    return len(name) == 1 and like.startswith(name)
