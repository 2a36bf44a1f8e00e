"""A reader narrowed to what some pages need, so that writing thousands of pages requires fewer scans of the lake."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.answers.catalogue import KINDS, Page
from skipper.answers.coverage import CLUB_LEAGUES, CLUB_SEASONS, IN_TWO_LEAGUES, LEAGUE_SEASONS
from skipper.answers.named_by import NAMED
from skipper.lake.reader import LakeReader, literal

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
# Subqueries of many answers, which depend on nothing but the lake.
_STORED = {
    "club_season_covered": CLUB_SEASONS,
    "league_season_covered": LEAGUE_SEASONS,
    "club_league": CLUB_LEAGUES,
    "club_in_two_leagues": IN_TWO_LEAGUES,
    "club_season_named": NAMED,
}
_TABLES = sorted({table for tables in _READ.values() for table in tables})
_OWN_CLUB = """
CREATE OR REPLACE TEMP VIEW own_club AS
SELECT season, club FROM player_usage UNION SELECT season, club FROM development UNION SELECT season, club FROM lineup
UNION SELECT season, batting_club FROM plate_appearance UNION SELECT season, club FROM pitching_appearance
"""


class Narrowed:
    """A reader that holds in memory only those rows of its largest tables that the given pages read.

    Answers are the same. Do not narrow a reader that other code shares. Tables take the place of views, because DuckDB
    needs nearly twice as long to plan a query of views.
    """

    def __init__(self, lake: LakeReader) -> None:
        self.lake = lake
        files = lake.manifest.files
        self._tables = [name for name in _TABLES if files.get(name)]
        self._held: set[str] = set()  # those in memory, in part
        lake.need(*lake.contracts)
        small = (name for name in lake.contracts if 0 < sum(file.rows for file in files.get(name, ())) < _SMALL)
        for name in {*self._tables, *small}:
            lake.connection.execute(f"ALTER VIEW {name} RENAME TO whole_{name}")
            if name in self._tables:
                self._view(name)
            else:
                lake.connection.execute(f"CREATE TEMP TABLE {name} AS FROM whole_{name}")
        lake.connection.execute(_OWN_CLUB)
        for name, subquery in _STORED.items():
            lake.store(name, subquery)

    def to(self, pages: Sequence[Page]) -> None:
        """Narrow the reader to the rows for these pages, which are all of one kind."""
        kind = KINDS.get(pages[0].kind)
        read = _READ.get(kind.name, {}) if kind else {}
        for name in self._held - set(read):
            self.lake.connection.execute(f"DROP TABLE {name}")
            self._view(name)
        self._held &= set(read)
        keys = tuple(dict.fromkeys(page.key[-1] for page in pages) if kind and kind.key else ())
        for name, condition in read.items():
            if name in self._tables:
                self._narrow(name, condition.replace("$people", literal(keys)).replace("$seasons", literal(keys)))
        self.lake.together([page.key for page in pages] if kind and kind.key else ())

    def _view(self, name: str) -> None:
        self.lake.connection.execute(f"CREATE TEMP VIEW {name} AS FROM whole_{name}")

    def _narrow(self, name: str, condition: str) -> None:
        if name not in self._held:
            self.lake.connection.execute(f"DROP VIEW {name}")
            self._held.add(name)
        self.lake.connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS FROM whole_{name} WHERE {condition}")
