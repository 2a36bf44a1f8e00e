"""Give games, and the rows made from their plays, the ids under which a source of higher precedence has them."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from skipper.calculations.game_matching import FACTS, accounts, matches
from skipper.sources.match import Match
from skipper.sources.plays.record_sets import ACCOUNT

# Retrosheet's codes that name a side: a forfeit's winner; a protest disallowed (V, H) or upheld (X, Y), by its maker.
_CODES_BY_SIDE = {"forfeit": {"V": "H", "H": "V"}, "protest": {"V": "H", "H": "V", "X": "Y", "Y": "X"}}


def renamed(games: pa.Table, known: pa.Table) -> dict[str, Match]:
    """Return, by their own ids, the games whose id or home club is not that of a known account.

    Rows in `known` come in order of precedence.
    """
    if not (games.num_rows and known.num_rows):
        return {}
    found = matches(accounts(games.select(FACTS)), accounts(known.select(FACTS)))
    return {own: match for own, match in found.items() if match.game_id != own or match.is_turned}


def account_rows(games: pa.Table, found: Mapping[str, Match]) -> pa.Table:
    """Return record set `file_account`: the games as their files state them, and the ids of the games."""
    own = games["game_id"].to_pylist()
    ids = [found[name].game_id if name in found else name for name in own]
    rows = games.rename_columns(["source_game_id" if name == "game_id" else name for name in games.column_names])
    return rows.append_column("game_id", pa.array(ids, pa.string())).select(ACCOUNT.names).cast(ACCOUNT)


def identified(rows: pa.Table, found: Mapping[str, Match]) -> pa.Table:
    """Return rows of a source's games with the games' ids, numbers and home clubs; unchanged if they need none.

    Figures follow the club: where the home club differs, each pair of columns home_ and visitor_ is exchanged. Who
    batted first does not change.
    """
    if "game_id" not in rows.column_names or not found:
        return rows
    ids = rows["game_id"].cast(pa.string()).combine_chunks()
    place = pc.index_in(ids, value_set=pa.array(found, pa.string()))
    if place.null_count == len(place):
        return rows
    given = list(found.values())
    rows = _replaced(rows, "game_id", place, [match.game_id for match in given])
    if "game_number" in rows.column_names:
        rows = _replaced(rows, "game_number", place, [match.game_number for match in given])
    turned = pc.fill_null(pa.array([match.is_turned for match in given], pa.bool_()).take(place), False)
    if not pc.any(turned).as_py():
        return rows
    for name in rows.column_names:
        other = name.replace("home_", "visitor_", 1)
        if name.startswith("home_") and other in rows.column_names:
            home, visitor = rows[name], rows[other]
            rows = _set(rows, name, pc.if_else(turned, visitor, home))
            rows = _set(rows, other, pc.if_else(turned, home, visitor))
    for name in ("is_home", "home_batted_first"):
        if name in rows.column_names:
            rows = _set(rows, name, pc.xor(rows[name], turned))
    for name, exchanged in _CODES_BY_SIDE.items():
        if name in rows.column_names:
            others = pa.array(list(exchanged.values()), pa.string())
            other = others.take(pc.index_in(rows[name].combine_chunks(), value_set=pa.array(exchanged, pa.string())))
            rows = _set(rows, name, pc.if_else(turned, pc.coalesce(other, rows[name]), rows[name]))
    return rows


def coded(rows: pa.Table) -> pa.Table:
    """Return rows with texts as codes, as plays are written."""
    for name in rows.column_names:
        if pa.types.is_string(rows.schema.field(name).type):
            rows = rows.set_column(rows.schema.get_field_index(name), name, pc.dictionary_encode(rows[name]))
    return rows


def _replaced(rows: pa.Table, name: str, place: pa.Array, values: list[str]) -> pa.Table:
    new = pa.array(values, pa.string()).take(place)
    return _set(rows, name, pc.coalesce(new, rows[name].cast(pa.string()).combine_chunks()))


def _set(rows: pa.Table, name: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    declared = rows.schema.field(name)
    if pa.types.is_dictionary(declared.type):
        values = pc.dictionary_encode(values)
    return rows.set_column(rows.schema.get_field_index(name), declared, values.cast(declared.type))
