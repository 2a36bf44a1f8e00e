"""Players from Jeff Sackmann's Minor League Splits, with their hands and dates of birth."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from skipper.definitions import notices
from skipper.sources.parsed import Parsed
from skipper.sources.retrosheet.events.rosters import HANDS, UNKNOWN_HAND, Rosters
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


def find_file(path: Path) -> Path | None:
    """Return the file of players next to the play-by-play files; null if there is none. Raises SourceError for two."""
    return in_any_form(path if path.is_dir() else path.parent, _PLAYERS)


def read_players(path: Path) -> Parsed:
    """Read the players next to the play-by-play files into record set `minor_player`; empty if their file is absent.

    Raises UnusableFileError for an unusable file, and SourceError for two files of players.
    """
    file = find_file(path)
    if file is None:
        return Parsed(SOURCE, {"minor_player": [PLAYER.empty_table()]})
    return read_table_file(file, SOURCE, "minor_player", _PLAYER_COLUMNS, PLAYER)


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
