"""Lahman / Baseball Databank tables: people, and the record book's clubs, managers, series and awards.

The wins, losses and games in `Managers` serve only as a reference for comparing Skipper's records; none of Skipper's
figures come from them.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from skipper.definitions import notices
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.table_file import read_table_file

SOURCE = "lahman"
NOTICE = notices.LAHMAN

_TEXT, _YEAR = pa.string(), pa.int32()

PEOPLE = {
    "lahman_id": ("playerID", _TEXT),
    "retrosheet_id": ("retroID", _TEXT),
    "bbref_id": ("bbrefID", _TEXT),
    "first_name": ("nameFirst", _TEXT),
    "last_name": ("nameLast", _TEXT),
    "given_name": ("nameGiven", _TEXT),
    "birth_year": ("birthYear", _YEAR),
    "birth_month": ("birthMonth", _YEAR),
    "birth_day": ("birthDay", _YEAR),
    "death_year": ("deathYear", _YEAR),
    "death_month": ("deathMonth", _YEAR),
    "death_day": ("deathDay", _YEAR),
    "bats": ("bats", _TEXT),
    "throws": ("throws", _TEXT),
    "debut": ("debut", pa.date32()),
    "final_game": ("finalGame", pa.date32()),
}
TEAMS = {
    "season": ("yearID", _YEAR),
    "league": ("lgID", _TEXT),
    "lahman_club": ("teamID", _TEXT),
    "club": ("teamIDretro", _TEXT),
    "baseball_reference_club": ("teamIDBR", _TEXT),
    "name": ("name", _TEXT),
    "finish": ("Rank", _YEAR),
    "games": ("G", _YEAR),
    "wins": ("W", _YEAR),
    "losses": ("L", _YEAR),
}
MANAGERS = {
    "season": ("yearID", _YEAR),
    "lahman_club": ("teamID", _TEXT),
    "lahman_id": ("playerID", _TEXT),
    "order_in_season": ("inseason", _YEAR),
    "games": ("G", _YEAR),
    "wins": ("W", _YEAR),
    "losses": ("L", _YEAR),
}
SERIES_POST = {
    "season": ("yearID", _YEAR),
    "round": ("round", _TEXT),
    "winner": ("teamIDwinner", _TEXT),
    "loser": ("teamIDloser", _TEXT),
    "wins": ("wins", _YEAR),
    "losses": ("losses", _YEAR),
    "ties": ("ties", _YEAR),
}
AWARDS = {
    "season": ("yearID", _YEAR),
    "award": ("awardID", _TEXT),
    "league": ("lgID", _TEXT),
    "lahman_id": ("playerID", _TEXT),
}
AWARD_VOTES = {
    **AWARDS,
    "points": ("pointsWon", _YEAR),
    "points_possible": ("pointsMax", _YEAR),
    "first_place_votes": ("votesFirst", _YEAR),
}
HOME_GAMES = {"season": ("year.key", _YEAR), "league": ("league.key", _TEXT), "games": ("games", _YEAR)}
RENAMED = {"year.key": "yearkey", "league.key": "leaguekey"}  # in HomeGames, in SABR releases since 2023

FILES = {
    "People": ("lahman_people", PEOPLE),
    "Teams": ("lahman_teams", TEAMS),
    "Managers": ("lahman_managers", MANAGERS),
    "SeriesPost": ("lahman_series_post", SERIES_POST),
    "HomeGames": ("lahman_home_games", HOME_GAMES),
    "AwardsManagers": ("lahman_awards", AWARDS),
    "AwardsShareManagers": ("lahman_award_votes", AWARD_VOTES),
}
OPTIONAL = frozenset({"SeriesPost", "HomeGames", "AwardsManagers", "AwardsShareManagers"})
RECORD_SETS = {
    record_set: pa.schema([(ours, kind) for ours, (_theirs, kind) in columns.items()])
    for record_set, columns in FILES.values()
}


def find_files(folder: Path) -> list[Path]:
    """Return the tables in `folder` that Skipper reads, matching their Lahman names in any letter case.

    Raises SourceError for a missing table unless it is one of OPTIONAL, and for two files of one table; if an optional
    table is missing, its columns are null and the tables made from it are empty.
    """
    if not folder.is_dir():
        raise SourceError(f"{folder}: no such folder")
    names = {name.lower() for name in FILES}
    present: dict[str, Path] = {}
    for file in sorted(file for file in folder.iterdir() if file.suffix.lower() == ".csv"):
        name = file.stem.lower()
        if name in names and present.setdefault(name, file) != file:
            raise SourceError(f"{folder}: {present[name].name} and {file.name} are the same table: keep one")
    missing = [name for name in FILES if name not in OPTIONAL and name.lower() not in present]
    if missing:
        raise SourceError(f"{folder}: Lahman's {', '.join(f'{name}.csv' for name in missing)} not found")
    return [present[name.lower()] for name in FILES if name.lower() in present]


def parse(path: Path) -> Parsed:
    """Read one of the tables into its record set. Raises SourceError if the table is unusable."""
    name = next(name for name in FILES if name.lower() == path.stem.lower())
    record_set, columns = FILES[name]
    theirs = {ours: header for ours, (header, _kind) in columns.items()}
    return read_table_file(path, SOURCE, record_set, theirs, RECORD_SETS[record_set], RENAMED)
