"""Retrosheet's CSV distribution as a source."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from skipper.definitions import notices
from skipper.sources.retrosheet.site import SITE, TERMS
from skipper.sources.source import Fetched, GameSource, Listing, RecordSets, SeasonReading, Split
from skipper.sources.target import Target

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.lake.location import Location

_GAMEINFO = re.compile(r"(\d{4})?gameinfo\.csv$", re.IGNORECASE)


class Csvs(GameSource):
    """CSV files of games, clubs, players and plays."""

    name, order, rank = "csvs", 3, 4
    help = "Retrosheet's CSV files: a folder or a file."
    title, in_tables = "Retrosheet CSV files", "retrosheet_csv"
    publisher, notice = "retrosheet", notices.RETROSHEET
    fetched = Fetched(
        PurePosixPath("retrosheet", "csvs"), "retrosheet --csv --seasons 2010-2018", SITE, TERMS, kinds=("csv",)
    )
    reader = "skipper.sources.retrosheet.csvs.games"
    game_records = "csv_game"
    has_plays = True

    def season_record_sets(self) -> RecordSets:
        """Return the record sets of games, of converted plays, and the accounts of games that files give."""
        from skipper.sources.plays import record_sets

        return {
            **self.reading.RECORD_SETS,
            **record_sets.CONVERTED_RECORD_SETS,
            "file_account": record_sets.ACCOUNT,
        }

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the files that may hold texts."""
        from skipper.sources.retrosheet.csvs.files import find_files

        return find_files(place)

    def season_targets(self, base: str, season: int, kinds: Collection[str]) -> list[Target]:
        """Return the season's archive."""
        name = f"{season}csvs.zip"
        return [Target(f"{base}/downloads/{season}/{name}", self.name, name, _GAMEINFO)] if "csv" in kinds else []

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List the texts at a place."""
        from skipper.sources.parsed import Parsed
        from skipper.sources.retrosheet.csvs.files import list_csvs

        texts, unreadable = list_csvs(place, seasons)
        return Listing(texts, Parsed(self.in_tables, rejected=unreadable))

    def split(self, text: Any, folder: Location, seasons: frozenset[int] | None) -> Split:
        """Split a text of several seasons."""
        from skipper.sources.retrosheet.csvs.splitting import split

        return Split(*split(text, folder, seasons))

    def read_season(self, texts: Sequence[Any], reading: SeasonReading) -> None:
        """Read a season's games and sides, and the plays of the games that no event file has."""
        import pyarrow as pa

        from skipper.sources.retrosheet.csvs.files import PLAYS
        from skipper.sources.retrosheet.csvs.games import read_games
        from skipper.sources.retrosheet.csvs.lines import read_player_lines

        found = read_games(texts, reading.season)
        read_player_lines(texts, found)
        games = pa.concat_tables(found.parsed.records["csv_game"])
        renamed = reading.identify(games.append_column("source", pa.repeat(self.in_tables, games.num_rows)))
        if any(text.kind == PLAYS for text in texts):
            from skipper.sources.retrosheet.csvs.plays import SeasonCsvPlays  # compiled kernels, as for event files

            found_before = reading.query("SELECT game_id FROM event_file_game WHERE has_plays")
            with_plays = {game_id for (game_id,) in found_before}
            of_games = {own: renamed[own].game_id if own in renamed else own for own in found.games}
            scored = {own for own, game_id in of_games.items() if game_id in with_plays}
            plays = SeasonCsvPlays(texts, found, scored, reading.person_ids("retrosheet"))
            reading.write_plays(plays.tables(), renamed)
            reading.add_plays(plays.records, renamed)
        reading.account(found.parsed)
        reading.add(found.parsed.records, renamed)


SOURCE = Csvs()
