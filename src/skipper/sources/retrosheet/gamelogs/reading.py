"""Retrosheet game logs: one comma-separated record with 161 fields per game, without a header.

Arrow's CSV reader reads a file in one pass. Only a file with a defect is read again line by line, so that every bad
record or fact is quarantined with its line and reason, and every game whose result can be read is kept.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path, PurePath

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from skipper.definitions import notices
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import files_below, text_of
from skipper.sources.archive import UnreadableError, read_texts
from skipper.sources.named_people import NAMED
from skipper.sources.parsed import Parsed, Rejected, SourceError
from skipper.sources.retrosheet.gamelogs.fields import (
    FIELDS,
    NEVER_UNKNOWN,
    NUMBERS,
    POSITIONS,
    SCORES,
    UNKNOWN,
)
from skipper.sources.retrosheet.gamelogs.record import read_record, season_of

SOURCE = "retrosheet_gamelog"
NOTICE = notices.RETROSHEET

SIMULATED_MARK = "SIMULATED.txt"

_FILE = re.compile(r"gl(?:(\d{4}([_-]\d{2,4})?|ws|as|dv|lc|wc)\.(zip|txt)|post\.zip)$", re.IGNORECASE)
_MEMBER = re.compile(r"gl(\d{4}([_-]\d{2,4})?|ws|as|dv|lc|wc)\.txt$", re.IGNORECASE)
_ANY_MEMBER = re.compile(r".+\.txt$", re.IGNORECASE)
_YEARS = re.compile(r"gl(\d{4})(?:[_-](\d{2}|\d{4}))?\.", re.IGNORECASE)
_POSTSEASON = re.compile(r"gl(ws|dv|lc|wc)\.", re.IGNORECASE)
_ALL_STAR = re.compile(r"glas\.", re.IGNORECASE)

SIDES = ("visitor", "home")
_CONTROL = bytes(range(32)).translate(None, b"\t\n\r")
_KEPT = (
    "date",
    "game_number",
    "visitor_club",
    "visitor_league",
    "home_club",
    "home_league",
    "visitor_score",
    "home_score",
    "outs_played",
    "completion",
    "forfeit",
    "protest",
    "park_id",
    "attendance",
    "duration_minutes",
    "visitor_line_score",
    "home_line_score",
    *(f"{side}_{figure}" for side in SIDES for figure in ("hits", "errors", "left_on_base", "putouts")),
    *(f"{side}_{role}_{part}" for side in SIDES for role in ("manager", "starting_pitcher") for part in ("id", "name")),
)

GAME = pa.schema(
    [
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
        ("season", pa.int32()),
        ("game_id", pa.string()),
        ("game_type", pa.string()),
        *((name, pa.int32() if name in NUMBERS else pa.string()) for name in _KEPT),
        *((f"{side}_has_lineup", pa.bool_()) for side in SIDES),
    ]
)
LINEUP = pa.schema(
    [
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
        ("season", pa.int32()),
        ("game_id", pa.string()),
        ("club", pa.string()),
        ("slot", pa.int32()),
        ("player_id", pa.string()),
        ("player_name", pa.string()),
        ("position", pa.int32()),
    ]
)
RECORD_SETS = {"gamelog": GAME, "gamelog_lineup": LINEUP, "gamelog_person": NAMED}


def find_files(path: Path, seasons: Collection[int] | None = None) -> list[Path]:
    """Return the game log files at `path`, a folder or one file; with `seasons`, only files that may have games from
    those seasons.

    In a folder, files have Retrosheet's names (`gl2016.zip`, `GL2016.TXT`, `gl2010_19.zip`, `glws.txt`,
    `glpost.zip`); a single file may have any name. Raises SourceError if there are no such files.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise SourceError(f"{path}: no such file or folder")
    files = [file for file in files_below(path) if _FILE.match(file.name) and not file.is_dir()]
    if not files:
        raise SourceError(f"{path}: no game logs (a game log is called gl2016.zip or gl2016.txt)")
    if seasons is not None:
        files = [file for file in files if season_in_names(file.name) in {None, *seasons}]
    return files


def parse(path: Path, seasons: Collection[int] | None = None, folder: Path | None = None) -> Parsed:
    """Read one file; labels use its path within `folder`, so that no two files share one.

    Record sets: `gamelog` (GAME, a row per game), `gamelog_lineup` (LINEUP, a row per filled slot) and `gamelog_person`
    (NAMED, how often each spelling of a person's name occurs in a season's games).

    With `seasons`, records from other seasons are skipped and not counted.
    """
    parsed = Parsed(SOURCE)
    for label, content in texts(path, folder):
        named = season_in_names(PurePath(label).name, path.name)
        if isinstance(content, UnreadableError):
            if named is None or seasons is None or named in seasons:
                parsed.rejected.append(Rejected(label, None, named, None, str(content)))
            continue
        parse_text(content, label, named, parsed, seasons=seasons)
    return parsed


def texts(path: Path, folder: Path | None) -> Iterator[tuple[str, bytes | UnreadableError]]:
    """Yield a file's texts with their labels, as `read_texts` does."""
    return read_texts(path, member_names(path), label_of(path, folder))


def label_of(path: Path, folder: Path | None) -> str:
    """Return a file's name in quarantine: its path within `folder`, or its name."""
    return text_of(path.relative_to(folder).as_posix() if folder is not None and folder.is_dir() else path.name)


def member_names(path: Path) -> re.Pattern[str]:
    """Return a pattern for game logs in an archive: Retrosheet's names, or any name if the archive has another name."""
    return _MEMBER if _FILE.match(path.name) else _ANY_MEMBER


def is_simulated(path: Path) -> bool:
    """Return whether the game logs are fictional, which a file SIMULATED.txt in their folder indicates."""
    folder = path if path.is_dir() else path.parent
    return (folder / SIMULATED_MARK).is_file()


def season_in_names(*names: str) -> int | None:
    """Return the only season that the names allow (see `years_in_names`); null if they allow any other number."""
    years = years_in_names(*names)
    return years.start if years is not None and len(years) == 1 else None


def years_in_names(*names: str) -> range | None:
    """Return the seasons that all names allow, such as those of an archive and of a member (`gl2010_19.zip`,
    `GL2016.TXT`).

    Null if no name gives a season; empty if the names contradict one another.
    """
    given = [match for match in map(_YEARS.match, names) if match]
    if not given:
        return None
    lasts = [int(match[1][: 4 - len(match[2])] + match[2]) if match[2] else int(match[1]) for match in given]
    return range(max(int(match[1]) for match in given), min(lasts) + 1)


def _game_type(label: str) -> str:
    name = PurePath(label).name
    if _POSTSEASON.match(name):
        return "postseason"
    return "all_star" if _ALL_STAR.match(name) else "regular"


def parse_text(
    content: bytes,
    label: str,
    named: int | None,
    parsed: Parsed,
    numbers: pa.Array | None = None,
    seasons: Collection[int] | None = None,
) -> None:
    """Read one text into `parsed`. `numbers` has its line numbers if it is part of the file called `label`.

    If the name gives one season (`named`), a game in another season is quarantined, because a typing error in a date
    must not create or replace a season.
    """
    content = content.rstrip(b"\x1a")  # DOS end-of-file mark
    if not content.strip():
        parsed.rejected.append(Rejected(label, None, named, None, "the file is empty"))
        return
    table, lines = _read_whole(content, named)
    if table is None:
        table, lines = _read_by_line(content, label, named, numbers, seasons, parsed)
    elif numbers is not None:
        lines = numbers.take(pc.subtract(lines, 1))
    if table is None:
        return
    if seasons is not None:
        wanted = pc.is_in(_season(table), pa.array(list(seasons), pa.int32()))
        table, lines = table.filter(wanted), pc.filter(lines, wanted)
    if table.num_rows:
        games = _games(table, lines, label)
        for season, count in Counter(games["season"].to_pylist()).items():
            parsed.read[label, season] += count
            parsed.kept[label, season] += count
        parsed.add("gamelog", games)
        lineups = _lineups(table, games)
        parsed.add("gamelog_lineup", lineups)
        parsed.add("gamelog_person", named_in(games, lineups))


def _season(table: pa.Table) -> pa.ChunkedArray:
    return pc.cast(pc.utf8_slice_codeunits(table["date"], 0, 4), pa.int32())


def _read_whole(content: bytes, named: int | None) -> tuple[pa.Table | None, pa.Array | None]:
    """Return the whole file as a typed table, or null if any record in it may be defective."""
    if not content.isascii() or len(content.translate(None, _CONTROL)) < len(content):
        return None, None
    lines = content.count(b"\n") + (not content.endswith(b"\n"))
    try:
        table = _read_csv(content)
    except pa.ArrowInvalid:
        return None, None
    if table.num_rows != lines or not _sound(table):
        return None, None
    if named is not None and not pc.all(pc.equal(_season(table), named)).as_py():
        return None, None
    return table, pa.array(np.arange(1, lines + 1))


def _read_csv(content: bytes) -> pa.Table:
    kept = [*_KEPT, *(name for name in FIELDS if name in NUMBERS and name not in _KEPT)]
    kept += [f"{side}_{slot}_{part}" for side in SIDES for slot in range(1, 10) for part in ("id", "name")]
    return pyarrow.csv.read_csv(
        io.BytesIO(content),
        pyarrow.csv.ReadOptions(column_names=FIELDS, use_threads=False, block_size=len(content) + 1),
        convert_options=pyarrow.csv.ConvertOptions(
            include_columns=kept,
            column_types={name: pa.int32() if name in NUMBERS else pa.string() for name in kept},
            strings_can_be_null=True,
            null_values=["", "(none)", "(None)"],
        ),
    )


def _sound(table: pa.Table) -> bool:
    """Return whether no record in the table has a defect: the rules of `read_record`, applied to columns."""
    text = [
        pc.match_substring_regex(table["date"], r"^\d{8}$"),
        pc.equal(pc.strftime(_day(table["date"]), "%Y%m%d"), table["date"]),  # Arrow reads 31 April as 1 May
        pc.greater_equal(table["date"], str(FIRST_SEASON)),
        pc.less(table["date"], str(LAST_SEASON + 1)),
        pc.is_in(table["game_number"], pa.array(list("0123AB"))),
        pc.match_substring_regex(table["visitor_club"], r"^\w{3}$"),
        pc.match_substring_regex(table["home_club"], r"^\w{3}$"),
        pc.not_equal(table["home_club"], table["visitor_club"]),
        pc.is_in(pc.fill_null(table["forfeit"], "V"), pa.array(list("VHT"))),
        *(pc.is_valid(table[name]) for name in SCORES),
    ]
    if not all(pc.all(pc.fill_null(rule, False)).as_py() for rule in text):
        return False
    if any((pc.min(table[name]).as_py() or 0) < _least(name) for name in NUMBERS):
        return False
    return not any((pc.max(table[name]).as_py() or 0) > 10 or pc.min(table[name]).as_py() == 0 for name in POSITIONS)


def _day(dates: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.strptime(dates, "%Y%m%d", "s", error_is_null=True)


def _least(name: str) -> int:
    return 0 if name in NEVER_UNKNOWN else UNKNOWN


def _read_by_line(
    content: bytes,
    label: str,
    named: int | None,
    numbers: pa.Array | None,
    seasons: Collection[int] | None,
    parsed: Parsed,
) -> tuple[pa.Table | None, pa.Array | None]:
    """Read the file again line by line; quarantine the defective records and facts, and return the rest as a table."""
    good: list[bytes] = []
    places: list[int] = []
    for place, line in enumerate(content.split(b"\n"), 1):
        line = line.removesuffix(b"\r")
        if not line.strip():
            continue
        number = place if numbers is None else numbers[place - 1].as_py()
        season = season_of(line)
        record = read_record(line)
        reason = record.defect
        if reason is None and named is not None and season != named:
            reason = f"a {season} game in a {named} file"
        is_used = reason is None
        if is_used:
            good.append(record.line)
            places.append(number)
            reason = "; ".join(record.unread)
        of = named or season
        if reason and (seasons is None or of is None or of in seasons):
            parsed.read[label, of] += not is_used
            text = line.decode("utf-8", "backslashreplace")
            without = ": the record is used without it" if is_used else ""
            parsed.rejected.append(Rejected(label, number, of, text, f"{reason}{without}", is_used))
    if not good:
        return None, None
    return _read_csv(b"\n".join(good)), pa.array(places, pa.int64())


def _games(table: pa.Table, lines: pa.Array, label: str) -> pa.Table:
    season = _season(table)
    game_id = pc.binary_join_element_wise(table["home_club"], table["date"], table["game_number"], "")
    columns = {
        "source_file": pa.array([label] * table.num_rows, pa.string()),
        "source_line": lines,
        "season": season,
        "game_id": game_id,
        "game_type": pa.array([_game_type(label)] * table.num_rows, pa.string()),
        **{name: _null_unknown(table[name]) for name in _KEPT},
        **{f"{side}_has_lineup": _has_lineup(table, side) for side in SIDES},
    }
    return pa.table(columns).cast(GAME)


def _has_lineup(table: pa.Table, side: str) -> pa.ChunkedArray:
    return pc.is_valid(pc.coalesce(*(table[f"{side}_{slot}_id"] for slot in range(1, 10))))


def _null_unknown(values: pa.ChunkedArray) -> pa.ChunkedArray:
    if not pa.types.is_integer(values.type):
        return values
    return pc.if_else(pc.equal(values, UNKNOWN), pa.scalar(None, values.type), values)


def _lineups(table: pa.Table, games: pa.Table) -> pa.Table:
    cards = pa.concat_tables(_cards(table, games))
    return cards.filter(pc.is_valid(cards["player_id"]))


def _cards(table: pa.Table, games: pa.Table) -> Iterator[pa.Table]:
    shared = {name: games[name] for name in ("source_file", "source_line", "season", "game_id")}
    for side in SIDES:
        for slot in range(1, 10):
            yield pa.table(
                {
                    **shared,
                    "club": table[f"{side}_club"],
                    "slot": pa.array(np.full(table.num_rows, slot, np.int32)),
                    "player_id": table[f"{side}_{slot}_id"],
                    "player_name": table[f"{side}_{slot}_name"],
                    "position": table[f"{side}_{slot}_position"],
                }
            ).cast(LINEUP)


def named_in(games: pa.Table, lineups: pa.Table) -> pa.Table:
    """Return the managers, starting pitchers and players in the games, by season and spelling of their names."""
    spelling = NAMED.names[:3]
    pairs = [lineups.select(["season", "player_id", "player_name"])]
    pairs += [
        games.select(["season", f"{side}_{role}_id", f"{side}_{role}_name"])
        for side in SIDES
        for role in ("manager", "starting_pitcher")
    ]
    everyone = pa.concat_tables(pair.rename_columns(spelling) for pair in pairs)
    known = everyone.filter(pc.is_valid(everyone["source_id"]))
    counted = known.group_by(spelling).aggregate([([], "count_all")])
    return (
        counted.append_column("id_source", pa.repeat("retrosheet", counted.num_rows))
        .rename_columns(NAMED.names)
        .cast(NAMED)
    )
