"""Retrosheet's game logs as a source."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from skipper.definitions import notices
from skipper.sources.retrosheet.site import SITE, TERMS
from skipper.sources.source import Fetched, GameSource, Listing, SeasonReading, Split
from skipper.sources.target import Target

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.lake.location import Location

_GAMELOG = re.compile(r"gl\d{4}\.txt$", re.IGNORECASE)


class Gamelogs(GameSource):
    """Game logs: results, managers, lineups and starting pitchers."""

    name, order, rank = "gamelogs", 1, 1
    help = "Retrosheet game logs: a folder or a file."
    title, in_tables = "game logs", "retrosheet_gamelog"
    publisher, notice = "retrosheet", notices.RETROSHEET
    fetched = Fetched(
        PurePosixPath("retrosheet", "gamelogs"),
        "retrosheet --seasons 2010-2018",
        SITE,
        TERMS,
        on_request=False,
        is_expected=True,
    )
    reader = "skipper.sources.retrosheet.gamelogs.reading"
    game_records = "gamelog"

    def season_targets(self, base: str, season: int, kinds: Collection[str]) -> list[Target]:
        """Return the season's archive."""
        name = f"gl{season}.zip"
        return [Target(f"{base}/gamelogs/{name}", self.name, name, _GAMELOG)]

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List the game logs at a place, except those named after other seasons."""
        from skipper.sources.parsed import Parsed
        from skipper.sources.retrosheet.gamelogs.season import list_gamelogs

        texts, unreadable = list_gamelogs(place, seasons)
        return Listing(texts, Parsed(self.in_tables, rejected=unreadable))

    def split(self, text: Any, folder: Location, seasons: frozenset[int] | None) -> Split:
        """Split a game log with several seasons."""
        from skipper.sources.retrosheet.gamelogs.season import split

        return Split(*split(text, folder, seasons))

    def read_season(self, texts: Sequence[Any], reading: SeasonReading) -> None:
        """Read a season's game logs."""
        from skipper.sources.retrosheet.gamelogs.season import read_season

        parsed = read_season(texts)
        reading.account(parsed)
        reading.add(parsed.records)


SOURCE = Gamelogs()
