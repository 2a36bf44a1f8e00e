"""A reader narrowed to what some pages need, so that writing thousands of pages requires fewer scans of the lake."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.answers.catalogue import KINDS, Page
from skipper.lake.reader import LakeReader, literal

_SCHEMA = "narrowed"
_SMALL = 100_000  # maximum rows of a table that is held in memory whole
_PERSON = "person_id IN $people"
_OWN_CLUBS = "(season, club) IN (FROM own_club)"
_PLAYER = "player_person_id IN $people"
_OF_SEASON = "season IN $seasons"
# By kind of page: tables, and the rows that the answers of such pages read. Other tables are read unchanged.
_READ = {
    "players": {
        "player_usage": _PLAYER,
        "lineup_usage": _PLAYER,
        "development": _PLAYER,
        "lineup": _PLAYER,
        "substitution": _PLAYER,
        "plate_appearance": "batter_person_id IN $people",
        "pitching_appearance": "pitcher_person_id IN $people",
        "person": _PERSON,
        "person_alias": _PERSON,
        "club_game": _OWN_CLUBS,
        "game": "(season, game_id) IN (SELECT season, game_id FROM club_game)",
    },
    "managers": {
        "player_usage": "manager_person_id IN $people",
        "lineup_usage": "manager_person_id IN $people",
        "person": "true",
        "person_alias": _PERSON,
    },
    **{
        kind.name: dict.fromkeys(("player_usage", "lineup_usage", "development", "lineup", "club_game"), _OF_SEASON)
        for kind in KINDS.values()
        if kind.years
    },
}
_TABLES = sorted({table for tables in _READ.values() for table in tables})
_OWN_CLUB = """
CREATE OR REPLACE TEMP VIEW own_club AS
SELECT season, club FROM player_usage UNION SELECT season, club FROM development UNION SELECT season, club FROM lineup
UNION SELECT season, batting_club FROM plate_appearance UNION SELECT season, club FROM pitching_appearance
"""


class Narrowed:
    """A reader that holds in memory only those rows of its largest tables that the given pages read.

    The answers are the same. Do not narrow a reader that other code shares.
    """

    def __init__(self, lake: LakeReader) -> None:
        self.lake = lake
        files = lake.manifest.files
        self._tables = [name for name in _TABLES if files.get(name)]
        lake.need(*lake.contracts)
        lake.connection.execute(f"CREATE SCHEMA {_SCHEMA}")
        for name in self._tables:
            lake.connection.execute(f"ALTER VIEW {name} RENAME TO whole_{name}")
        self._widen(self._tables)
        for name in set(lake.contracts) - set(self._tables):
            if 0 < sum(file.rows for file in files.get(name, ())) < _SMALL:
                lake.connection.execute(f"CREATE TABLE {_SCHEMA}.{name} AS FROM {name}")
                lake.connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS FROM {_SCHEMA}.{name}")
        lake.connection.execute(_OWN_CLUB)

    def to(self, pages: Sequence[Page]) -> None:
        """Narrow the reader to the rows for these pages, which are all of one kind."""
        kind = KINDS.get(pages[0].kind)
        read = _READ.get(kind.name, {}) if kind else {}
        self._widen([name for name in self._tables if name not in read])
        keys = tuple({page.key[-1] for page in pages} if kind and kind.key else ())
        for name, condition in read.items():
            if name in self._tables:
                wanted = condition.replace("$people", literal(keys)).replace("$seasons", literal(keys))
                self._narrow(name, wanted)

    def _widen(self, tables: Sequence[str]) -> None:
        for name in tables:
            self.lake.connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS FROM whole_{name}")
            self.lake.connection.execute(f"DROP TABLE IF EXISTS {_SCHEMA}.{name}")

    def _narrow(self, name: str, condition: str) -> None:
        connection = self.lake.connection
        connection.execute(f"CREATE OR REPLACE TABLE {_SCHEMA}.{name} AS FROM whole_{name} WHERE {condition}")
        connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS FROM {_SCHEMA}.{name}")
