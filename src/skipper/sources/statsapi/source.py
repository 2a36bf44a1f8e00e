"""The MLB Stats API as a source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from skipper.definitions import notices
from skipper.sources.source import (
    Fetched,
    GameSource,
    Given,
    Later,
    Listing,
    RecordSets,
    SeasonReading,
    Site,
    sources,
)

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.sources.parsed import Parsed

TEAMS = "teams"  # the entry of the lists of clubs, which every season reads
FEEDS = 1 << 30  # work assumed for a season's responses; adding up thousands of files would take long
_GAMES = """
SELECT game_pk, game_id, visitor_club, home_club, is_turned FROM game_of_statsapi AS g
ANTI JOIN (FROM event_file_game WHERE has_plays) AS e ON e.game_id = g.game_id
"""


@dataclass(frozen=True)
class StoredSeason:
    """The responses of a season in a store, the folder; they have no label in reports."""

    folder: Path
    season: int
    label: None = None
    parts: tuple[str, ...] = ()
    work: int = FEEDS

    @property
    def path(self) -> str:
        """Return the place of the season's entry in the manifest."""
        return str(self.folder / str(self.season))


class StatsApi(GameSource):
    """A store of the API's responses: clubs, schedules, games, staffs, rosters, standings and transactions."""

    name, order, rank = "statsapi", 9, 6
    help = "Store of the MLB Stats API's responses."
    title, in_tables = "Stats API", "statsapi"
    publisher, notice, notice_elsewhere = "statsapi", notices.STATSAPI, notices.STATSAPI_CLUBS
    fetched = Fetched(
        PurePosixPath("statsapi"),
        "statsapi --levels AAA,AA --seasons 2016",
        Site("statsapi", "SKIPPER_STATSAPI_URL", "https://statsapi.mlb.com"),
        f"{notices.STATSAPI}\nTerms: http://gdx.mlb.com/components/copyright.txt",
    )
    reader = "skipper.sources.statsapi.reading"
    game_records = "statsapi_game"
    has_plays = True
    names_managers = False
    names_by_mlbam = True
    identified_by = "game_of_statsapi"

    def season_record_sets(self) -> RecordSets:
        """Return the record sets of the API's lists and box scores, and of converted plays."""
        from skipper.sources.plays.record_sets import CONVERTED_RECORD_SETS

        return {
            **{name: model.arrow_schema() for name, model in self.reading.RECORD_SETS.items()},
            **CONVERTED_RECORD_SETS,
        }

    def require(self, place: Path) -> None:
        """Raise SourceError for a folder that is no store of responses."""
        from skipper.sources.parsed import SourceError

        if not self._seasons(place):
            raise SourceError(
                f"{place}: no schedule from the Stats API. The folder that `skipper fetch statsapi` fills has "
                "folders schedule, teams, feed and others, with a file for each response (*.json.gz)"
            )

    def entries(self, place: Path, without: frozenset[str]) -> list[str]:
        """Return an entry for the lists of clubs, and one for each season."""
        return [TEAMS, *map(str, sorted(self._seasons(place)))]

    def members(self, place: Path, entry: str) -> Sequence[Path]:
        """Return the responses from which a season is read, or the lists of clubs."""
        from skipper.sources.statsapi.store import Store

        store = Store.at(place)
        if entry == TEAMS:
            return [file for _params, file in store.files(TEAMS)]
        files: list[Path] = self.reading.files_of_season(store, int(entry))
        return files

    def version(self, place: Path, entry: str) -> str:
        """Return a digest of the responses' times and sizes."""
        from skipper.sources.digests import joined_digest

        return joined_digest([super().version(place, entry)])

    def digest(self, place: Path, entry: str) -> str:
        """Return the digest of the responses. Of the lists of clubs, only the bodies count, because every fetch notes
        its time beside them."""
        import hashlib

        from skipper.sources.digests import joined_digest
        from skipper.sources.statsapi.store import body_of, content_of

        content = body_of if entry == TEAMS else content_of
        parts = [(file.name, content(file)) for file in self.members(place, entry)]
        return joined_digest(f"{name} {hashlib.sha256(part).hexdigest()}" for name, part in parts)

    def concerns(self, path: str, season: int) -> bool:
        """Return whether an entry is that of the lists of clubs."""
        return path == TEAMS

    def more_books(self, given: Given, known: Mapping[str, Sequence[pa.Table]]) -> Iterator[Parsed]:
        """Yield the leagues and affiliates among the API's clubs that no other source has."""
        from skipper.sources.parsed import Parsed
        from skipper.sources.statsapi.store import Store
        from skipper.sources.table_file import concatenated

        if self.name not in given.places:
            return
        teams = self.reading.read_teams(Store.at(given.places[self.name]))
        leagues, affiliations = sources()["leagues"].reading, sources()["affiliations"].reading
        unlisted = leagues.unlisted(teams, concatenated(None, known["league_file"]))
        affiliates = affiliations.of_teams(teams, known["affiliate"])
        yield Parsed(self.in_tables, {"league_file": [unlisted], "affiliate": [affiliates]})

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List the seasons for which the store has a schedule."""
        from skipper.sources.parsed import Parsed

        wanted = [season for season in self._seasons(place) if seasons is None or season in seasons]
        return Listing([StoredSeason(place, season) for season in sorted(wanted)], Parsed(self.in_tables))

    def read_season(self, texts: Sequence[Any], reading: SeasonReading) -> Later:
        """Read the lists of a season; the feeds are read once its games have ids."""
        from skipper.sources.statsapi.store import Store

        (text,) = texts
        listed = self.reading.read_lists(Store.at(text.folder), reading.season)
        listed.parsed = self.reading.only_final(listed.parsed)
        reading.add(listed.parsed.records)
        return lambda again: self._read_feeds(listed, again)

    def _read_feeds(self, listed: Any, reading: SeasonReading) -> None:
        """Read the box scores, and the plays of the games that no file has."""
        from skipper.sources.match import Match
        from skipper.sources.statsapi.feeds import Identity, SeasonFeeds  # compiled kernels, as for event files

        found = reading.query(_GAMES)
        converted = reading.converted_games()
        of_games = {
            game_pk: Identity(game_id, *((home, visitor) if is_turned else (visitor, home)))
            for game_pk, game_id, visitor, home, is_turned in found
            if game_id not in converted
        }
        turned = {game_id: Match(game_id, game_id[-1:], True) for _, game_id, *_, is_turned in found if is_turned}
        people = reading.person_ids("mlbam")
        feeds = SeasonFeeds(listed.store, listed.season, listed.games, of_games, people, listed.parsed)
        reading.write_plays(feeds.tables(), turned)
        reading.add_plays(feeds.records, turned)
        reading.account(listed.parsed)
        reading.add({name: listed.parsed.records[name] for name in self.reading.OF_BOX_SCORES})

    def _seasons(self, place: Path) -> set[int]:
        from skipper.sources.statsapi.store import Store

        seasons: set[int] = self.reading.stored_seasons(Store.at(place))
        return seasons


SOURCE = StatsApi()
