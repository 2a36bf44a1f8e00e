"""Combine several accounts of one game in event files: the strongest is used, and the others fill in what it lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from skipper.sources.plays.events.accounts import account_of
from skipper.sources.plays.events.plays import RejectedLines

SUPERSEDED = pa.schema(
    [
        ("game_id", pa.string()),
        ("season", pa.int32()),
        ("source", pa.string()),
        ("account", pa.string()),
        ("used_account", pa.string()),
        ("used_file", pa.string()),
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
    ]
)
_KEYS = {"event_file_game": ("game_id",), "event_file_club_game": ("game_id", "club")}


def filled(stronger: Mapping[str, pa.Table], weaker: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """Return record sets of the games in either; a fact that the stronger account lacks comes from the weaker one.

    A club's lineup comes whole from one account.
    """
    found = {
        name: pa.concat_tables([rows, weaker[name]]) if name in weaker else rows for name, rows in stronger.items()
    }
    for name, key in _KEYS.items():
        ours, theirs = _key(stronger[name], key), _key(weaker[name], key)
        other = weaker[name].take(pc.index_in(ours, theirs))
        columns = {column: pc.coalesce(stronger[name][column], other[column]) for column in stronger[name].column_names}
        if "has_lineup" in columns:
            columns["has_lineup"] = pc.or_(columns["has_lineup"], pc.fill_null(other["has_lineup"], False))
        merged = pa.table(columns, schema=stronger[name].schema)
        found[name] = pa.concat_tables([merged, _without(weaker[name], theirs, ours)])
    of_club = ("game_id", "club")
    ours, theirs = (_key(one["event_file_lineup"], of_club) for one in (stronger, weaker))
    rest = _without(weaker["event_file_lineup"], theirs, ours)
    found["event_file_lineup"] = pa.concat_tables([stronger["event_file_lineup"], rest])
    return found


def _key(rows: pa.Table, names: Sequence[str]) -> pa.Array:
    joined = pc.binary_join_element_wise(*(rows[name].cast(pa.string()) for name in names), "|")
    return pa.chunked_array(joined, pa.string()).combine_chunks()


def _without(rows: pa.Table, keys: pa.Array, others: pa.Array) -> pa.Table:
    return rows.filter(pc.invert(pc.is_in(keys, others)))


def superseded(source: str, found: Sequence[RejectedLines], game: pa.Table) -> pa.Table:
    """Return table `superseded_account`; `found` has the accounts, and `game` is the record set of the games used."""
    names = ("game_id", "account", "source_file")
    used = {name: rest for name, *rest in zip(*(game[column].to_pylist() for column in names), strict=True)}
    rows = []
    for item in found:
        account, file = used[str(item.game)]
        rows.append(
            {
                "game_id": item.game,
                "season": item.season,
                "source": source,
                "account": account_of(item.file),
                "used_account": account,
                "used_file": file,
                "source_file": item.file,
                "source_line": item.first_line,
            }
        )
    return pa.Table.from_pylist(rows, SUPERSEDED)
