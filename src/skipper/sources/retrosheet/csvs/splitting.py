"""Split a CSV text of several seasons into staged files of one season, reading it once and in little memory."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

import pyarrow as pa
import pyarrow.parquet as pq

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import Location, source, write
from skipper.sources.archive import UnreadableError, stream_texts
from skipper.sources.parsed import Parsed, Rejected
from skipper.sources.record_lines import fields_of
from skipper.sources.retrosheet.csvs.files import CsvText

SOURCE = "retrosheet_csv"
BUFFERED = 64 * 1024**2  # bytes of lines in memory, of all seasons together
LONGEST = 1024**2  # bytes of the longest line: the fields of `plays` fill about five hundred
_GAME_ID, _SEASON = "gid", "season"


def split(text: CsvText, folder: Location, seasons: Collection[int] | None) -> tuple[list[CsvText], Parsed]:
    """Split a text into one text per season, staged in `folder`; `seasons` selects seasons.

    A row's season is the year in `gid` or, in a text without games' ids, the column `season`. The second value has the
    rows without a season, as one rejected record that states the first of them and their number, and the reason for a
    text that cannot be read. Rows before a place that cannot be unpacked are used.
    """
    found: list[CsvText] = []
    rest = Parsed(SOURCE)
    for label, chunks in stream_texts(source(text.path), text.own_name, text.label):
        staged = _Staged(folder)
        header = b""
        try:
            numbered = enumerate(_lines(chunks), 1)
            _number, header = next(numbered, (0, b""))
            _stage(numbered, _Place.of(header), staged, seasons)
        except (UnreadableError, ValueError) as error:
            rest.rejected.append(Rejected(label, None, None, None, str(error)))
        staged.flush()
        if staged.strays:
            rest.read[label, None] += staged.strays
            reason = "a row without the year of a season in its game's id, or in `season`"
            number, line = staged.first_stray
            rest.rejected.append(Rejected(label, number, None, line, reason, more_lines=staged.strays - 1))
        found += [
            replace(text, label=label, season=season, size=staged.sizes[season], parts=tuple(parts), header=header)
            for season, parts in sorted(staged.parts.items())
        ]
    return found, rest


@dataclass(frozen=True)
class _Place:
    """The column with a row's season: its place, and where in the column the year is."""

    column: int
    year: slice

    @classmethod
    def of(cls, header: bytes) -> _Place:
        """Return the place in a text with this header. Raises ValueError if no column has the season."""
        if not header:
            raise ValueError("an empty file")
        names = [name.strip().lower() for name in fields_of(header.decode("utf-8", "replace"))]
        if _GAME_ID in names:
            return cls(names.index(_GAME_ID), slice(3, 7))
        if _SEASON in names:
            return cls(names.index(_SEASON), slice(0, None))
        raise ValueError(f"no column called {_GAME_ID} or {_SEASON}")

    def season_of(self, line: bytes) -> int | None:
        """Return the season of a row; null if it has none."""
        if b'"' in line:
            try:
                fields = [field.encode() for field in fields_of(line.decode("utf-8", "replace"))]
            except ValueError:
                return None
        else:
            fields = line.split(b",", self.column + 1)
        year = fields[self.column][self.year].strip() if len(fields) > self.column else b""
        is_year = len(year) == 4 and year.isdigit() and FIRST_SEASON <= int(year) <= LAST_SEASON
        return int(year) if is_year else None


@dataclass
class _Staged:
    """The lines of each season: those in memory, and the files and bytes written before."""

    folder: Location
    lines: dict[int, list[tuple[int, bytes]]] = field(default_factory=lambda: defaultdict(list))
    waiting: Counter[int] = field(default_factory=Counter)
    parts: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    sizes: Counter[int] = field(default_factory=Counter)
    buffered: int = 0
    strays: int = 0
    first_stray: tuple[int, str] = (0, "")

    def add(self, season: int, number: int, line: bytes) -> None:
        """Add a line; if too many are in memory, write those of the season with the most."""
        self.lines[season].append((number, line))
        self.waiting[season] += len(line)
        self.buffered += len(line)
        if self.buffered > BUFFERED:
            self._write(self.waiting.most_common(1)[0][0])

    def stray(self, number: int, line: bytes) -> None:
        """Count a line without a season."""
        if not self.strays:
            self.first_stray = number, line.decode("utf-8", "backslashreplace")
        self.strays += 1

    def flush(self) -> None:
        """Write all lines that are in memory."""
        for season in sorted(self.lines):
            self._write(season)

    def _write(self, season: int) -> None:
        numbers, texts = zip(*self.lines.pop(season), strict=True)
        file, sink = self.folder / f"{uuid.uuid4().hex}.parquet", pa.BufferOutputStream()
        table = pa.table({"number": pa.array(numbers, pa.int64()), "text": pa.array(texts, pa.binary())})
        pq.write_table(table, sink, compression="zstd")
        write(file, sink.getvalue().to_pybytes())
        self.parts[season].append(str(file))
        size = self.waiting.pop(season)
        self.sizes[season] += size
        self.buffered -= size


def _stage(
    numbered: Iterable[tuple[int, bytes]], place: _Place, staged: _Staged, seasons: Collection[int] | None
) -> None:
    for number, line in numbered:
        if not line:
            continue
        season = place.season_of(line)
        if season is None:
            staged.stray(number, line)
        elif seasons is None or season in seasons:
            staged.add(season, number, line)


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a text; a line ends with `\\n`, `\\r\\n` or `\\r`. Raises ValueError for a line too long."""
    rest = b""
    for chunk in chunks:
        text = rest + chunk
        ending = text[-1:] == b"\r"  # the next chunk may begin with the line feed that belongs to it
        lines = (text[:-1] if ending else text).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        rest = lines.pop() + (b"\r" if ending else b"")
        if len(rest) > LONGEST:
            raise ValueError(f"a line of more than {LONGEST:,} bytes")
        yield from lines
    if rest.strip(b"\r\x1a"):  # x1a is the DOS end-of-file mark
        yield rest.removesuffix(b"\r")
