"""Event files as a source: Retrosheet's, and what those of another publisher share with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from skipper.definitions import notices
from skipper.sources.retrosheet.site import SITE, TERMS
from skipper.sources.source import Fetched, GameSource, Listing, RecordSets, SeasonReading, Split
from skipper.sources.target import ARCHIVES, Target

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.lake.location import Location
    from skipper.sources.plays.events.dialect import Dialect

# 2016NYN.EVN, 2016WS.EVE, 1936.EVR; .ED? deduced, .EB? box scores
_EVENTS = re.compile(r"\d{4}\w{0,4}\.e[vdb]\w$", re.IGNORECASE)
# Archives that Retrosheet has for some seasons only, by kind: the ending of a season's archive, and the archives of
# several seasons that have the same files. docs/sources.md says which of these addresses are documented.
SOME_SEASONS: dict[str, dict[str, tuple[str, ...]]] = {
    "postseason": {"post": ("allpost.zip",), "as": ("allas.zip",)},
    "boxes": {"box": ("{decade}sbox.zip",)},
    "negro-leagues": {"ngl": ("allevr.zip", "allebr.zip")},
}


class EventFiles(GameSource):
    """Event files in a dialect: plays, and the games, lineups and lines that follow from them."""

    game_records = "event_file_game"
    has_plays = True
    has_event_files = True

    def dialect(self) -> Dialect:
        """Return the publisher's form of event files."""
        raise NotImplementedError

    def require(self, place: Path) -> None:
        """Raise SourceError for a place that is not there; what it holds is known once it is listed."""
        from skipper.sources.parsed import SourceError

        if not place.exists():
            raise SourceError(f"{place}: no such file or folder")

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the files that may hold event files or rosters."""
        from skipper.sources.plays.events.listing import find_files

        return find_files(place, self.dialect())

    def split(self, text: Any, folder: Location, seasons: frozenset[int] | None) -> Split:
        """Split an event file whose name gives no season."""
        from skipper.sources.parsed import Parsed
        from skipper.sources.plays.events.listing import split

        parts, whole, unreadable = split(text, folder, seasons)
        found = Split(parts, Parsed(self.in_tables, rejected=unreadable))
        if whole:
            from skipper.sources.retrosheet.event_files.season import (
                without_season,  # compiled kernels, seldom needed here
            )

            found.quarantine, found.counts = without_season(whole)
        return found

    def read_season(self, texts: Sequence[Any], reading: SeasonReading) -> None:
        """Read a season's event files.

        Games get the ids of the games in sources of higher rank. Their plays are written by then, because a game's
        copy in a later file may decide.
        """
        # Compiled kernels and grammar, which a season without event files does not load.
        from skipper.sources.retrosheet.event_files.season import SeasonPlays

        dialect = self.dialect()
        people = reading.person_ids(dialect.id_source)
        plays = SeasonPlays(reading.season, list(texts), reading.roster(self.in_tables), people, dialect)
        reading.write_plays(plays.tables())
        reading.account_rows(plays.quarantine, plays.counts)
        renamed = reading.identify(plays.records["event_file_game"])
        reading.add_plays(plays.records, renamed)
        reading.rename_plays(renamed)


class Events(EventFiles):
    """Retrosheet's event files, with its rosters and lists of clubs beside them."""

    name, order, rank = "events", 2, 3
    help = "Retrosheet event files: a folder or a file."
    title, in_tables = "event files", "retrosheet_event"
    publisher, notice = "retrosheet", notices.RETROSHEET
    fetched = Fetched(
        PurePosixPath("retrosheet", "events"),
        "retrosheet --events --seasons 2010-2018",
        SITE,
        TERMS,
        kinds=("events", *SOME_SEASONS),
        on_request=False,
    )
    reader = "skipper.sources.plays.record_sets"

    def season_targets(self, base: str, season: int, kinds: Collection[str]) -> list[Target]:
        """Return the season's archive, and those of SOME_SEASONS."""
        found = [_archive(base, f"{season}eve.zip")] if "events" in kinds else []
        for kind in SOME_SEASONS:
            if kind in kinds:
                found += _of_some_seasons(base, kind, season)
        return found

    def dialect(self) -> Dialect:
        """Return Retrosheet's form of event files."""
        from skipper.sources.plays.events.dialect import RETROSHEET

        return RETROSHEET

    def season_record_sets(self) -> RecordSets:
        """Return the record sets of games and plays, and the accounts of games that files give."""
        return {**self.reading.RECORD_SETS, "file_account": self.reading.ACCOUNT}

    def concerns(self, path: str, season: int) -> bool:
        """Return whether a file is a roster, or an archive with rosters, of the season or of no season in its name."""
        from skipper.sources.plays.events.files import BESIDE

        name = path.rpartition("/")[2]
        is_beside = BESIDE.fullmatch(name) is not None or name.lower().endswith(".zip")
        return is_beside and may_have(name, season)

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List the event files at a place and read the rosters."""
        from skipper.sources.parsed import Parsed, Rejected
        from skipper.sources.plays.events.listing import list_event_files

        listed = list_event_files(place, seasons)
        rosters = listed.rosters
        bad_lines = [Rejected(file, line, None, text, why) for file, line, text, why in rosters.rejected]
        account = Parsed(self.in_tables, rejected=[*listed.unreadable, *bad_lines])
        for file, lines in rosters.lines.items():
            account.read[file, None] = lines
            account.kept[file, None] = lines - sum(item.file == file for item in bad_lines)
        return Listing(listed.events, account, rosters)


def _archive(base: str, name: str, collection: str = "events") -> Target:
    return Target(f"{base}/events/{name}", collection, name, _EVENTS)


def _of_some_seasons(base: str, kind: str, season: int) -> list[Target]:
    """Return the season's archives of one of SOME_SEASONS, each with the archives of several seasons that have the
    same files."""
    return [
        replace(
            _archive(base, f"{season}{ending}.zip"),
            optional=kind,
            wholes=tuple(_archive(base, _whole(name, season), ARCHIVES) for name in wholes),
            members=re.compile(rf"({season}\w*\.e[vdb]\w|\w+{season}(\.ros)?)$", re.IGNORECASE),
        )
        for ending, wholes in SOME_SEASONS[kind].items()
    ]


def _whole(name: str, season: int) -> str:
    return name.format(decade=season // 10 * 10)


def may_have(name: str, season: int) -> bool:
    """Return whether a file's name gives the season, or none."""
    years = re.findall(r"\d{4}", name)
    return not years or str(season) in years


SOURCE = Events()
