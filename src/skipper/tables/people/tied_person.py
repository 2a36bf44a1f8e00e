"""The person in the Register who is each person in Lahman, if any."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from skipper.calculations.identities import are_one, births_agree, comparison, described
from skipper.lake.contract import Table

TABLE = Table(
    name="tied_person",
    grain="one row per person in Lahman",
    by_season=False,
    notes="A person in Lahman is the one in the Register with the same Retrosheet id, else the one with the same "
    "Baseball-Reference id. Of two such people the one whose name or birth agrees is used; of two people in Lahman "
    "with the same person in the Register the one that agrees is used, and the other is an alias (`is_alias`) if it "
    "agrees as well, else a person of its own. An id that nobody in Lahman keeps ties its rows only "
    "by the full date of birth. `retrosheet_id` and `bbref_id` are Lahman's ids that nobody in the Register has. "
    "`decision` and `evidence` say what was decided between several people; null if nothing was to decide.",
    published=False,
)
_SCHEMA = pa.schema(
    [
        ("lahman_id", pa.string()),
        ("person_id", pa.string()),
        ("tied_by", pa.string()),
        ("is_alias", pa.bool_()),
        ("retrosheet_id", pa.string()),
        ("bbref_id", pa.string()),
        ("id_name", pa.string()),
        ("id", pa.string()),
        ("own_ids", pa.list_(pa.string())),
        ("used", pa.string()),
        ("decision", pa.string()),
        ("evidence", pa.string()),
    ]
)
_IDS = ("retrosheet_id", "bbref_id")
Person = dict[str, Any]


def tied_person(lahman_person: pa.Table, register_person: pa.Table) -> pa.Table:
    """Tie the people in Lahman to the Register by their ids."""
    places = {
        name: pc.index_in(
            lahman_person[f"stated_{name}"].combine_chunks(),
            value_set=register_person[name].combine_chunks(),
            skip_nulls=True,
        )
        for name in _IDS
    }
    undecided = _undecided(lahman_person, places)
    plain = _plainly_tied(lahman_person, register_person, places).filter(pc.invert(undecided))
    of_others = {name: found.filter(undecided).to_pylist() for name, found in places.items()}
    others = tied_one_by_one(lahman_person.filter(undecided).to_pylist(), register_person, of_others)
    return pa.concat_tables([plain, pa.Table.from_pylist(others, _SCHEMA)])


def _undecided(lahman_person: pa.Table, places: dict[str, pa.Array]) -> pa.Array:
    """Return which people in Lahman take a decision: their ids lead to two people in the Register, or to one to whom
    others lead as well, or nobody in Lahman keeps the id."""
    retrosheet, bbref = places.values()
    differ = pc.fill_null(pc.not_equal(retrosheet, bbref), False)
    found = pa.chunked_array([retrosheet, bbref.filter(pc.fill_null(pc.not_equal(retrosheet, bbref), True))])
    counted = found.drop_null().value_counts()
    shared = counted.field("values").filter(pc.greater(counted.field("counts"), 1))
    undecided = differ
    for name, place in places.items():
        is_kept = pc.is_valid(lahman_person[name].combine_chunks())
        undecided = pc.or_(undecided, pc.is_in(place, value_set=shared, skip_nulls=True))
        undecided = pc.or_(undecided, pc.and_not(pc.is_valid(place), is_kept))
    return undecided


def _plainly_tied(lahman_person: pa.Table, register_person: pa.Table, places: dict[str, pa.Array]) -> pa.Table:
    """Return the rows of all people in Lahman as if there was nothing to decide."""
    retrosheet, bbref = places.values()
    itself = pc.binary_join_element_wise("lahman:", lahman_person["lahman_id"], "")
    tied_by = pc.if_else(pc.is_valid(bbref), "bbref_id", "itself")
    columns = {
        "lahman_id": lahman_person["lahman_id"],
        "person_id": pc.coalesce(register_person["person_id"].take(pc.coalesce(retrosheet, bbref)), itself),
        "tied_by": pc.if_else(pc.is_valid(retrosheet), "retrosheet_id", tied_by),
        "is_alias": pa.repeat(False, lahman_person.num_rows),
        # The Register's ids go before Lahman's.
        **{name: pc.if_else(pc.is_valid(place), None, lahman_person[name]) for name, place in places.items()},
    }
    empty = {name: pa.nulls(lahman_person.num_rows) for name in _SCHEMA.names if name not in columns}
    return pa.table(columns | empty).select(_SCHEMA.names).cast(_SCHEMA)


def tied_one_by_one(
    people: list[Person], register_person: pa.Table, places: dict[str, list[int | None]]
) -> list[Person]:
    """Return the rows of people in Lahman with what is decided about each."""
    wanted = sorted({place for found in places.values() for place in found if place is not None})
    registered: dict[int, Person] = dict(
        zip(wanted, register_person.take(pa.array(wanted, pa.int64())).to_pylist(), strict=True)
    )
    rows: list[Person] = []
    of_person: dict[str, list[tuple[Person, Person, Person]]] = defaultdict(list)
    for place, person in enumerate(people):
        found = {name: registered[at] for name in _IDS if (at := places[name][place]) is not None}
        row, other = _tied(person, found)
        for name in _IDS:  # the Register's ids go before Lahman's
            row[name] = person[name] if name not in found else None
        rows.append(row)
        if other is not None:
            of_person[other["person_id"]].append((row, person, other))
    for tied in of_person.values():
        if len(tied) > 1:
            _choose(tied)
    return rows


def _tied(person: Person, found: dict[str, Person]) -> tuple[Person, Person | None]:
    """Return a person's row, and the person in the Register to whom the ids tie it."""
    row: Person = {"lahman_id": person["lahman_id"], "is_alias": False, **_alone(person)}
    possible = {name: other for name, other in found.items() if person[name] is not None or births_agree(person, other)}
    if not possible:
        return row, None
    name = next(iter(sorted(possible, key=lambda name: (not are_one(person, possible[name]), _IDS.index(name)))))
    other = possible[name]
    row |= {"person_id": other["person_id"], "tied_by": name}
    if person[name] is None:
        decision = "the person with the Register's date of birth uses the id"
        row |= _decision(name, other, person, [person], decision, comparison(person, other))
    elif len({item["person_id"] for item in possible.values()}) > 1:
        compared = "; ".join(
            f"{by} {item[by]} is {described(item, item['person_id'])}: {comparison(person, item)}"
            for by, item in possible.items()
        )
        evidence = f"{described(person, person['lahman_id'])}: {compared}"
        row |= _decision(name, other, person, [person], f"tied to the Register by {name}", evidence)
    return row, other


def _choose(tied: list[tuple[Person, Person, Person]]) -> None:
    """Leave one of the people in Lahman who are tied to the same person in the Register."""
    tied.sort(key=lambda item: (not are_one(item[1], item[2]), _IDS.index(item[0]["tied_by"]), item[1]["lahman_id"]))
    (used, first, other), *rest = tied
    people = [person for _row, person, _other in tied]
    for row, person, _other in rest:
        name = row["tied_by"]
        evidence = f"{comparison(person, other)}: {described(person, person['lahman_id'])}; the Register has " + (
            described(other, other["person_id"])
        )
        if are_one(person, other):
            row |= {"is_alias": True} | _decision(name, other, first, people, "one person", evidence)
        else:
            decision = "two people: the id is used by the person who agrees with the Register"
            row |= _alone(person) | _decision(name, other, first, people, decision, evidence)
    for name in _IDS:
        aliases = [row for row, _person, _other in rest if row["is_alias"] and row[name] is not None]
        if used[name] is None and other[name] is None and aliases:
            used[name], aliases[0][name] = aliases[0][name], None


def _alone(person: Person) -> Person:
    return {"person_id": f"lahman:{person['lahman_id']}", "tied_by": "itself"}


def _decision(name: str, other: Person, used: Person, people: list[Person], decision: str, evidence: str) -> Person:
    own_ids = [*sorted({person["lahman_id"] for person in people}), f"register:{other['person_id']}"]
    return {
        "id_name": name,
        "id": other[name],
        "own_ids": own_ids,
        "used": used["lahman_id"],
        "decision": decision,
        "evidence": evidence,
    }
