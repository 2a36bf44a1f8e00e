"""Jeff Sackmann's Minor League Splits: players with their hands, and the leagues of the play-by-play files."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pyarrow as pa

from skipper.sources.leagues import LEAGUE
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.retrosheet.events.rosters import HANDS, UNKNOWN_HAND, Rosters
from skipper.sources.table_file import read_table_file

SOURCE = "minorleaguesplits"
NOTICE = (
    "Minor-league play-by-play: Jeff Sackmann, Minor League Splits, CC BY-NC-SA 4.0 "
    "(https://creativecommons.org/licenses/by-nc-sa/4.0/): non-commercial use only."
)
_PLAYERS, _LEAGUES = "minorLeagueSplitsPlayers.csv", "minorLeagueSplitsLeagues.csv"
_PLAYER_COLUMNS = {"mlbam_id": "MLBAM", "first_name": "First", "last_name": "Last", "bats": "Bats", "throws": "Throws"}
_LEAGUE_COLUMNS = {"league": "LeagueID", "name": "LeagueName", "level": "Level"}
PLAYER = pa.schema([(name, pa.string()) for name in _PLAYER_COLUMNS])
RECORD_SETS = {"minor_player": PLAYER}
# The publisher's levels that have another name here. Until 2020 the two rookie leagues with a higher official class
# than the complex leagues were called Rookie Advanced.
_LEVELS = {"SS": "A-", "RK": "Rk"}
_ROOKIE_ADVANCED = ("APP", "PIO")


def read_players(path: Path) -> Parsed:
    """Read the players beside the play-by-play files into record set `minor_player`; empty without their file.

    Raises SourceError for an unusable file.
    """
    file = _beside(path, _PLAYERS)
    if not file.is_file():
        empty = Parsed(SOURCE)
        empty.add("minor_player", PLAYER.empty_table())
        return empty
    return read_table_file(file, SOURCE, "minor_player", _PLAYER_COLUMNS, PLAYER)


def rosters_of(players: pa.Table) -> Rosters:
    """Return the players as one roster for every club."""
    rosters = Rosters(everyone=0)
    hands = rosters.hands.setdefault(rosters.everyone, {})
    for player in players.to_pylist():
        word = player["mlbam_id"].encode("ascii", "replace")
        bats, throws = (HANDS.get(player[side] or "", UNKNOWN_HAND) for side in ("bats", "throws"))
        hands[word] = bats, throws
        rosters.names[word] = (player["first_name"] or "", player["last_name"] or "")
    return rosters


def read_leagues(path: Path, seasons: Collection[int]) -> pa.Table:
    """Return the leagues with their levels, for the span of these seasons; none without a file of leagues.

    Raises SourceError for an unusable file.
    """
    file = _beside(path, _LEAGUES)
    if not file.is_file() or not seasons:
        return LEAGUE.empty_table()
    schema = pa.schema([(name, pa.string()) for name in _LEAGUE_COLUMNS])
    parsed = read_table_file(file, SOURCE, "league", _LEAGUE_COLUMNS, schema)
    if parsed.rejected:
        raise SourceError(f"{file}: line {parsed.rejected[0].line}: {parsed.rejected[0].reason}")
    rows = pa.concat_tables(parsed.records["league"]).to_pylist()
    span = {"first_season": min(seasons), "last_season": max(seasons), "source": SOURCE}
    return pa.Table.from_pylist([{**row, **span, "level": _level(row["league"], row["level"])} for row in rows], LEAGUE)


def _level(league: str, level: str) -> str:
    return "Rk+" if league in _ROOKIE_ADVANCED else _LEVELS.get(level, level)


def _beside(path: Path, name: str) -> Path:
    return (path if path.is_dir() else path.parent) / name
