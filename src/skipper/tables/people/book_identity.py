"""Rows of Lahman's People or of the Register that share an id with another row of the book, and what is decided."""

from __future__ import annotations

from dataclasses import asdict

import pyarrow as pa
import pyarrow.compute as pc

from skipper.calculations.identities import ONE_ROW, standings
from skipper.lake.contract import Table

TABLE = Table(
    name="book_identity",
    grain="one row per book, shared id and row of the book",
    by_season=False,
    notes="`book` is lahman or register. `row` is the row's place in the book, from 0. `person` is the book's own id "
    "of the row that stands for the person; `is_alias` marks the rows that it replaces, and `uses_id` whether the "
    "person keeps the shared id. A manager's line counts before games as a player.",
    published=False,
)
LAHMAN_IDS = ("retrosheet_id", "bbref_id")
REGISTER_IDS = ("retrosheet_id", "mlbam_id", "bbref_id", "bbref_minors_id", "fangraphs_id", "wikidata_id")
_SCHEMA = pa.schema(
    [
        ("book", pa.string()),
        ("id_name", pa.string()),
        ("id", pa.string()),
        ("row", pa.int64()),
        ("own_id", pa.string()),
        ("person", pa.string()),
        ("is_alias", pa.bool_()),
        ("uses_id", pa.bool_()),
        ("decision", pa.string()),
        ("evidence", pa.string()),
    ]
)


def book_identity(lahman_people: pa.Table, lahman_managers: pa.Table, register_people: pa.Table) -> pa.Table:
    """Decide about the rows that share an id, in each book by itself."""
    played = pc.or_(pc.is_valid(lahman_people["debut"]), pc.is_valid(lahman_people["final_game"]))
    ranks = dict.fromkeys(lahman_people.filter(played)["lahman_id"].to_pylist(), 1)
    for manager in pc.unique(lahman_managers["lahman_id"]).to_pylist():
        ranks[manager] = ranks.get(manager, 0) + 2
    rows = [
        {"book": "lahman", **asdict(standing)} for standing in standings(lahman_people, "lahman_id", LAHMAN_IDS, ranks)
    ]
    found = standings(register_people, "person_id", REGISTER_IDS, _register_ranks(register_people))
    rows += [{"book": "register", **asdict(standing)} for standing in found]
    return pa.Table.from_pylist(rows, _SCHEMA)


def _register_ranks(register_people: pa.Table) -> dict[str, int]:
    ranks: dict[str, int] = {}
    for column, rank in (("mlb_played_first", 1), ("mlb_managed_first", 2)):
        for person in register_people.filter(pc.is_valid(register_people[column]))["person_id"].to_pylist():
            ranks[person] = ranks.get(person, 0) + rank
    return ranks


def cleaned(people: pa.Table, book_identity: pa.Table, book: str, own_id: str) -> pa.Table:
    """Return a book's rows, one per person, without the ids that a person does not keep.

    A null in the row that stands for a person is filled from the person's other rows. The shared ids as the book states
    them are in columns called `stated_`.
    """
    decided = book_identity.filter(pc.equal(book_identity["book"], book)).to_pylist()
    ids = [name for name in (*LAHMAN_IDS, *REGISTER_IDS[1:2], *REGISTER_IDS[3:]) if name in people.column_names]
    result = people
    for name in ids:
        result = result.append_column(f"stated_{name}", people[name])
    if not decided:
        return result
    dropped = {row["row"] for row in decided if row["is_alias"]}
    changed = sorted({row["row"] for row in decided})
    rows = dict(zip(changed, result.take(pa.array(changed)).to_pylist(), strict=True))
    for item in decided:
        if not item["uses_id"] and item["id_name"] in ids:
            rows[item["row"]][item["id_name"]] = None
    standing = {rows[place][own_id]: rows[place] for place in changed if place not in dropped}
    for item in sorted(decided, key=lambda item: item["own_id"]):
        if item["is_alias"] and item["decision"] != ONE_ROW:
            own = standing[item["person"]]
            for name, value in rows[item["row"]].items():
                if own[name] is None:
                    own[name] = value
    untouched = pc.invert(pc.is_in(pa.array(range(len(people)), pa.int64()), value_set=pa.array(changed, pa.int64())))
    return pa.concat_tables([result.filter(untouched), pa.Table.from_pylist(list(standing.values()), result.schema)])
