"""The Chadwick Register: one row per person in professional baseball, with the person's id in every source."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa

from skipper.definitions import notices
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.table_file import read_table_file

SOURCE = "register"
NOTICE = notices.REGISTER

_FILE = re.compile(r"people(-[0-9a-f])?\.csv(\.gz)?$", re.IGNORECASE)
_YEARS = [
    "birth_year",
    "birth_month",
    "birth_day",
    "death_year",
    "death_month",
    "death_day",
    "mlb_played_first",
    "mlb_played_last",
    "mlb_managed_first",
    "mlb_managed_last",
    "pro_managed_first",
    "pro_managed_last",
]
COLUMNS = {
    "person_id": "key_person",
    "retrosheet_id": "key_retro",
    "mlbam_id": "key_mlbam",
    "bbref_id": "key_bbref",
    "bbref_minors_id": "key_bbref_minors",
    "fangraphs_id": "key_fangraphs",
    "first_name": "name_first",
    "last_name": "name_last",
    "given_name": "name_given",
    "suffix": "name_suffix",
    "nickname": "name_nick",
    **{year: year for year in _YEARS},
}
PEOPLE = pa.schema([(name, pa.int32() if name in _YEARS else pa.string()) for name in COLUMNS])
RECORD_SETS = {"register_people": PEOPLE}


def find_files(folder: Path) -> list[Path]:
    """Return the Register's people files in `folder`. Raises SourceError if there are no such files."""
    files = sorted(file for file in folder.iterdir() if _FILE.match(file.name)) if folder.is_dir() else []
    if not files:
        raise SourceError(f"{folder}: no Chadwick Register (its files are called people-0.csv to people-f.csv)")
    return files


def parse(path: Path) -> Parsed:
    """Read one people file into record set `register_people`. Raises SourceError if the file is unusable."""
    optional = frozenset(COLUMNS) - {"person_id"}
    return read_table_file(path, SOURCE, "register_people", COLUMNS, PEOPLE, optional=optional, key=("person_id",))
