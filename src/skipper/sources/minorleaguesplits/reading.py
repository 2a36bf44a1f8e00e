"""Players from Jeff Sackmann's Minor League Splits, with their hands and dates of birth."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from skipper.definitions import notices
from skipper.sources.parsed import Parsed
from skipper.sources.plays.events.rosters import HANDS, UNKNOWN_HAND, Rosters
from skipper.sources.table_file import in_any_form, read_table_file

SOURCE = "minorleaguesplits"
NOTICE = notices.SPLITS_PLAYS
_PLAYERS = "minorLeagueSplitsPlayers.csv"
_PLAYER_COLUMNS = {
    "mlbam_id": "MLBAM",
    "first_name": "First",
    "last_name": "Last",
    "bats": "Bats",
    "throws": "Throws",
    "birth_month": "M",
    "birth_day": "D",
    "birth_year": "Y",
}
PLAYER = pa.schema([(name, pa.string()) for name in _PLAYER_COLUMNS])
RECORD_SETS = {"minor_player": PLAYER}


def find_files(path: Path) -> list[Path]:
    """Return the file of players next to the play-by-play files, in each of its forms; empty if there is none."""
    return in_any_form(path if path.is_dir() else path.parent, _PLAYERS)


def parse(path: Path) -> Parsed:
    """Read the file of players into record set `minor_player`. Raises UnusableFileError for an unusable file."""
    return read_table_file(path, SOURCE, "minor_player", _PLAYER_COLUMNS, PLAYER)


def rosters_of(players: pa.Table) -> Rosters:
    """Return the players as one roster shared by every club."""
    rosters = Rosters(everyone=0)
    hands, names = rosters.hands.setdefault(rosters.everyone, {}), rosters.names.setdefault(rosters.everyone, {})
    for player in players.to_pylist():
        word = player["mlbam_id"].encode("ascii", "replace")
        bats, throws = (HANDS.get(player[side] or "", UNKNOWN_HAND) for side in ("bats", "throws"))
        hands[word] = bats, throws
        names[word] = (player["first_name"] or "", player["last_name"] or "")
    return rosters
