"""The Chadwick Register: one row per person in professional baseball, with the person's id in every source, other
names of some people, and their ids in further collections."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa

from skipper.definitions import notices
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.table_file import in_any_form, read_table_file

SOURCE = "register"
NOTICE = notices.REGISTER

_PEOPLE_FILE = re.compile(r"people(-[0-9a-f])?\.csv(\.gz)?$", re.IGNORECASE)
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
    "wikidata_id": "key_wikidata",
    "first_name": "name_first",
    "last_name": "name_last",
    "given_name": "name_given",
    "suffix": "name_suffix",
    "nickname": "name_nick",
    "matrilineal_name": "name_matrilineal",
    **{year: year for year in _YEARS},
}
PEOPLE = pa.schema([(name, pa.int32() if name in _YEARS else pa.string()) for name in COLUMNS])
ADDED_LATER = frozenset({"matrilineal_name", "wikidata_id"})  # columns that a release may lack
_NAMES_FILE = "names.csv"
_NAME_COLUMNS = {
    "person_id": "key_person",
    "kind": "altname_type",
    "first_name": "altname_first",
    "last_name": "altname_last",
    "given_name": "altname_given",
    "matrilineal_name": "altname_matrilineal",
}
_NAME_KEY = ("person_id", "last_name")
_LINKS_FILE = "links.csv"
_LINK_COLUMNS = {"person_id": "key_person", "source": "source", "id": "value"}
NAMES = pa.schema([(name, pa.string()) for name in _NAME_COLUMNS])
LINKS = pa.schema([(name, pa.string()) for name in _LINK_COLUMNS])
RECORD_SETS = {"register_people": PEOPLE, "register_names": NAMES, "register_links": LINKS}


def find_files(folder: Path) -> list[Path]:
    """Return the Register's people files in `folder`, and the lists of other names and of links if the folder has them.

    Raises SourceError if there are no people files.
    """
    people = sorted(file for file in folder.iterdir() if _PEOPLE_FILE.match(file.name)) if folder.is_dir() else []
    if not people:
        raise SourceError(f"{folder}: no Chadwick Register (its files are called people-0.csv to people-f.csv)")
    return [*people, *in_any_form(folder, _NAMES_FILE), *in_any_form(folder, _LINKS_FILE)]


def parse(path: Path) -> Parsed:
    """Read one file into the record set of its kind. Raises UnusableFileError for an unusable file."""
    if path.name.lower().startswith(_NAMES_FILE):
        return _parse_names(path)
    if path.name.lower().startswith(_LINKS_FILE):
        return read_table_file(path, SOURCE, "register_links", _LINK_COLUMNS, LINKS, key=tuple(_LINK_COLUMNS))
    optional = frozenset(COLUMNS) - {"person_id"}
    return read_table_file(
        path,
        SOURCE,
        "register_people",
        COLUMNS,
        PEOPLE,
        optional=optional,
        key=("person_id",),
        may_lack=ADDED_LATER,
    )


def _parse_names(path: Path) -> Parsed:
    """Read the list of other names. A row without a surname is no name."""
    optional = frozenset(_NAME_COLUMNS).difference(_NAME_KEY)
    return read_table_file(
        path, SOURCE, "register_names", _NAME_COLUMNS, NAMES, optional=optional, key=_NAME_KEY, may_lack=optional
    )
