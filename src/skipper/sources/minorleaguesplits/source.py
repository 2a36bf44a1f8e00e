"""Minor League Splits as a source."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from skipper.definitions import notices
from skipper.sources.retrosheet.event_files.source import EventFiles, may_have
from skipper.sources.source import Fetched, Given, Listing, RecordSets, Site, sources
from skipper.sources.target import Target, column

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.sources.parsed import Parsed, UnusableFileError
    from skipper.sources.plays.events.dialect import Dialect

_GAME_ID = re.compile(r"id$")
# The leagues with play-by-play; the Pacific Coast League's play-by-play ends in 2006.
LEAGUES = ["APP", "AZL", "CAL", "CAR", "EL", "FSL", "GCL", "IL", "MDW", "NWL", "NYP", "PIO", "SAL", "SL", "TEX"]


class MinorLeagueSplits(EventFiles):
    """Play-by-play of the minor leagues in the form of event files, with a list of all players beside it.

    It fills the record sets of Retrosheet's event files; its clubs are in leagues of their own.
    """

    name, order, rank = "minors", 4, 2
    help = "Minor League Splits play-by-play: a folder or a file."
    title, in_tables = "Minor League Splits", "minorleaguesplits"
    publisher, notice, notice_elsewhere = "minorleaguesplits", notices.SPLITS_PLAYS, notices.SPLITS_CLUBS
    fetched = Fetched(
        PurePosixPath("minors", "playbyplay"),
        "minors",
        Site("minors", "SKIPPER_MINORS_URL", "https://raw.githubusercontent.com/JeffSackmann/minorleaguesplits/master"),
        "Minor-league play-by-play (playbyplay): Jeff Sackmann, Minor League Splits "
        "(github.com/JeffSackmann/minorleaguesplits), CC BY-NC-SA 4.0: for non-commercial use.\n"
        "Terms: https://creativecommons.org/licenses/by-nc-sa/4.0/",
        seasons=range(2005, 2011),
    )
    reader = "skipper.sources.minorleaguesplits.reading"
    has_affiliations = True
    names_managers = False
    names_by_mlbam = True

    def season_targets(self, base: str, season: int, kinds: Collection[str]) -> list[Target]:
        """Return the play-by-play of each league in a season."""
        if season not in self.fetched.seasons:
            return []
        leagues = [*LEAGUES, "PCL"] if season < 2007 else LEAGUES
        names = [f"{season}_{league}_PlayByPlay.csv" for league in leagues]
        return [Target(f"{base}/{name}", self.name, name, _GAME_ID) for name in names]

    def targets(self, base: str, seasons: Collection[int], kinds: Collection[str]) -> list[Target]:
        """Return the lists of players and clubs, if there is play-by-play of one of the seasons."""
        if not set(self.fetched.seasons).intersection(seasons):
            return []
        lists = {"Players": "MLBAM", "Teams": "TeamID", "Leagues": "LeagueID", "Franchises": "franchiseID"}
        names = {f"minorLeagueSplits{kind}.csv": first for kind, first in lists.items()}
        return [Target(f"{base}/{name}", self.name, name, column(first)) for name, first in names.items()]

    def dialect(self) -> Dialect:
        """Return the publisher's form of event files."""
        from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS

        return MINORLEAGUESPLITS

    def record_sets(self) -> RecordSets:
        """Return the record sets of players, and of the sources that name people by MLBAM id."""
        from skipper.sources.books import MLBAM_SOURCE

        return {**self.reading.RECORD_SETS, "mlbam_source": MLBAM_SOURCE}

    def season_record_sets(self) -> RecordSets:
        """Return none: the record sets are those of event files."""
        return {}

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the files of plays, of players and of clubs."""
        of_clubs = sources()["affiliations"].reading.files_in(place)
        return [*super().find_files(place, without), *self.reading.find_files(place), *of_clubs]

    def concerns(self, path: str, season: int) -> bool:
        """Return whether a file's name gives the season, or none, as that of the list of players."""
        return may_have(path.rpartition("/")[2], season)

    def books(self, given: Given) -> Iterator[Parsed | UnusableFileError]:
        """Yield the list of players."""
        from skipper.sources.books import read_files

        yield from super().books(given)
        if self.name in given.places:
            yield from read_files(self.reading, lambda: self.reading.find_files(given.places[self.name]))

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List the files of plays at a place; the roster is the list of players."""
        from skipper.sources.parsed import Parsed
        from skipper.sources.plays.events.listing import list_event_files

        listed = list_event_files(place, seasons, self.dialect())
        players = books.get("minor_player", self.reading.PLAYER.empty_table())
        return Listing(
            listed.events, Parsed(self.in_tables, rejected=listed.unreadable), self.reading.rosters_of(players)
        )


SOURCE = MinorLeagueSplits()
