"""Minor-league scores as a source."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from skipper.definitions import notices
from skipper.sources.source import Fetched, GameSource, Listing, SeasonReading, Site
from skipper.sources.target import Target

if TYPE_CHECKING:
    import pyarrow as pa

_DATE = re.compile(r"\d\d/\d\d/\d\d$")


@dataclass(frozen=True)
class ScoreFile:
    """A season's file."""

    place: Path
    season: int
    parts: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Return the file."""
        return str(self.place)

    @property
    def label(self) -> str:
        """Return the file's name in reports."""
        return self.place.name

    @property
    def work(self) -> int:
        """Return the file's bytes."""
        return self.place.stat().st_size


class Scores(GameSource):
    """Final scores of minor-league games: results without lineups."""

    name, order, rank = "scores", 10, 5
    help = "Minor-league scores, 1997 to 2004: a folder or a file."
    title, in_tables = "minor-league scores", "minors_scores"
    publisher, notice = "scores", notices.SCORES
    fetched = Fetched(
        PurePosixPath("minors", "scores"),
        "minors",
        Site(
            "scores",
            "SKIPPER_SCORES_URL",
            "https://raw.githubusercontent.com/octonion/baseball-public/master/minors/scores",
        ),
        "Minor-league scores (scores): Christopher D. Long (github.com/octonion/baseball-public), MIT.",
        seasons=range(1997, 2005),
    )
    reader = "skipper.sources.scores.reading"
    game_records = "score"
    names_managers = False

    def season_targets(self, base: str, season: int, kinds: Collection[str]) -> list[Target]:
        """Return the season's file."""
        if season not in self.fetched.seasons:
            return []
        return [Target(f"{base}/{season}.csv", self.name, f"minors-scores-{season}.csv", _DATE)]

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List each season's file at a place."""
        from skipper.sources.parsed import Parsed

        files, unread = self.reading.list_seasons(place, seasons)
        return Listing(
            [ScoreFile(file, season) for season, file in files.items()], Parsed(self.in_tables, rejected=unread)
        )

    def read_season(self, texts: Sequence[Any], reading: SeasonReading) -> None:
        """Read a season's file."""
        leagues = reading.query(
            "SELECT league, name FROM league WHERE $season BETWEEN first_season AND coalesce(last_season, 9999)",
            {"season": reading.season},
        )
        for text in texts:
            parsed = self.reading.parse(text.place, reading.season, leagues)
            reading.account(parsed)
            reading.add(parsed.records)


SOURCE = Scores()
