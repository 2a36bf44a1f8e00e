"""Read players' lines of a season from `batting`, `pitching` and `fielding` of the CSV files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from skipper.sources.named_people import NAMED
from skipper.sources.parsed import Rejected
from skipper.sources.player_lines import PINCH, Key, PlayerLines
from skipper.sources.plays.events.accounts import WITH_PLAYS
from skipper.sources.retrosheet.csvs.files import BATTING, FIELDING, PITCHING, CsvText
from skipper.sources.retrosheet.csvs.games import Row, SeasonGames, number, person_row, row_text, rows_of, stated
from skipper.sources.retrosheet.csvs.reading import LINE

# Figures of the tables by column of the files.
_BATTING = {
    **{"plate_appearances": "b_pa", "at_bats": "b_ab", "runs": "b_r", "hits": "b_h", "doubles": "b_d"},
    **{"triples": "b_t", "home_runs": "b_hr", "runs_batted_in": "b_rbi", "sacrifice_bunts": "b_sh"},
    **{"sacrifice_flies": "b_sf", "hit_by_pitch": "b_hbp", "walks": "b_w", "intentional_walks": "b_iw"},
    **{"strikeouts": "b_k", "stolen_bases": "b_sb", "caught_stealing": "b_cs"},
    **{"grounded_into_double_plays": "b_gdp", "reached_on_interference": "b_xi"},
}
_PITCHING = {
    **{"outs_pitched": "p_ipouts", "batters_faced": "p_bfp", "hits_allowed": "p_h", "home_runs_allowed": "p_hr"},
    **{"runs_allowed": "p_r", "earned_runs": "p_er", "walks_allowed": "p_w", "strikeouts_pitched": "p_k"},
    **{"batters_hit": "p_hbp", "wild_pitches": "p_wp", "balks": "p_bk"},
}
_FIELDING = {"putouts": "d_po", "assists": "d_a", "errors": "d_e"}
_OUTS = "d_ifouts"
_PINCH = ("ph", "pr")  # marked in games with plays, and in few others
_OF_ROW = ("gid", "id", "team", "stattype")
_PLACES = {BATTING: ("b_lp", "b_seq"), PITCHING: ("p_seq",), FIELDING: ("d_seq", "d_pos")}
_COLUMNS = {
    BATTING: (*_OF_ROW, *_PLACES[BATTING], *_BATTING.values(), *_PINCH),
    PITCHING: (*_OF_ROW, *_PLACES[PITCHING], *_PITCHING.values()),
    FIELDING: (*_OF_ROW, *_PLACES[FIELDING], _OUTS, *_FIELDING.values()),
}
_REQUIRED = ("gid", "id", "team")


def read_player_lines(texts: Sequence[CsvText], found: SeasonGames) -> None:
    """Add the lines of the season's players, and the players, to the record sets of its games.

    Rows of unknown games and clubs are rejected, and so are copies of a row that differ from the first. A blank figure
    is unknown.
    """
    lines = PlayerLines(found.season)
    for kind in (BATTING, PITCHING, FIELDING):
        seen: dict[tuple[Any, ...], Row] = {}
        for rows in rows_of(texts, kind, _COLUMNS[kind], _REQUIRED, found):
            for row in rows.table.to_pylist():
                _add(lines, kind, row, rows.label, found, seen)
    account_of = {game_id: game["account"] for game_id, game in found.games.items()}
    made = lines.table(account_of, {game_id for game_id, account in account_of.items() if account in WITH_PLAYS})
    listed = {player for rows in found.parsed.records["csv_person"] for player in rows["source_id"].to_pylist()}
    mentions = Counter(player for player in made["player_id"].to_pylist() if player not in listed)
    people = [person_row(found, player, count) for player, count in mentions.items()]
    found.parsed.add("csv_player_line", made)
    found.parsed.add("csv_person", pa.Table.from_pylist(people, NAMED))


def _add(
    lines: PlayerLines, kind: str, row: dict[str, Any], label: str, found: SeasonGames, seen: dict[tuple[Any, ...], Row]
) -> None:
    """Add a row, or reject it."""
    line = row.pop(LINE)
    if (row["stattype"] or "value") == "value":  # other rows give official, or least and most figures
        own = tuple(row[name] for name in ("gid", "team", "id", *_PLACES[kind]))
        first = seen.setdefault(own, row)
        reason = _defect(row, found)
        if reason is None and first is not row and first != row:
            reason = f"a copy of {row['id']} in {row['gid']} that differs from the first"
        if reason is not None:
            found.parsed.rejected.append(Rejected(label, line, found.season, row_text(row), reason))
            return
        if first is row:
            _add_figures(lines, kind, row)
    found.parsed.kept[label, found.season] += 1


def _defect(row: Row, found: SeasonGames) -> str | None:
    game = found.games.get(row["gid"])
    if game is None:
        return "no usable game of this id in gameinfo"
    if row["team"] not in (game["home_club"], game["visitor_club"]):
        return f"{row['team']} does not play in {row['gid']}"
    return "no id" if stated(row["id"]) is None else None


def _add_figures(lines: PlayerLines, kind: str, row: Row) -> None:
    key: Key = row["gid"], row["team"], row["id"]
    places = [_figure(row[name]) for name in _PLACES[kind]]
    if kind == BATTING:
        lines.add_batting(key, places[0], places[1], _figures(row, _BATTING))
        for role, column in zip(PINCH, _PINCH, strict=True):
            if row[column] == "1":
                lines.mark(key, role)
    elif kind == PITCHING:
        lines.add_pitching(key, places[0], _figures(row, _PITCHING))
    else:
        lines.add_fielding(key, places[1], _figure(row[_OUTS]), _figures(row, _FIELDING))


def _figures(row: Row, columns: dict[str, str]) -> dict[str, int | None]:
    return {name: _figure(row[column]) for name, column in columns.items()}


def _figure(text: str | None) -> int | None:
    known = stated(text)
    return None if known is None else number(known)
