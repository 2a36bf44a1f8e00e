"""Read one season's game logs from all files that have its games, omitting repeated games."""

from __future__ import annotations

import re
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from skipper.lake.location import Location, location, read, source, write
from skipper.sources.archive import UnreadableError, fault_of, list_texts, read_texts
from skipper.sources.parsed import Parsed, Rejected
from skipper.sources.retrosheet.gamelogs import reading as gamelogs
from skipper.sources.retrosheet.gamelogs.record import season_of


@dataclass(frozen=True)
class GamelogText:
    """One game log: a file, or a member of an archive.

    `label` names the file in reports. `season` is the only season that the names of the file and of its archive allow,
    null if they give no season, allow several or contradict each other. `part` is the staged file with one season's
    lines, if the game log was split.
    """

    path: str
    label: str
    member: str | None
    season: int | None
    part: str | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the staged file, if the game log was split."""
        return () if self.part is None else (self.part,)

    @property
    def work(self) -> int:
        """Return the approximate work of reading the text, in bytes."""
        return 10 * source(self.part or self.path).stat().st_size

    def read(self) -> Iterator[tuple[str, bytes | UnreadableError]]:
        """Yield (label, content) for the file, or for each copy of an archive member."""
        name = re.compile(r".+" if self.member is None else re.escape(self.member) + "$")
        return read_texts(source(self.path), name, self.label)


def list_gamelogs(path: Path, seasons: Collection[int] | None = None) -> tuple[list[GamelogText], list[Rejected]]:
    """List the game log texts at a path, except those named after other seasons, and the unreadable ones.

    Raises SourceError if there is no game log at all.
    """
    found: list[GamelogText] = []
    unreadable: list[Rejected] = []
    for file in gamelogs.find_files(path):
        label, of_file = gamelogs.label_of(file, path), gamelogs.season_in_names(file.name)
        if fault := fault_of(file):
            unreadable.append(Rejected(label, None, of_file, None, fault))
            continue
        if file.suffix.lower() != ".zip":
            found.append(GamelogText(str(file), label, None, of_file))
            continue
        try:
            members = dict.fromkeys(name for name, _size in list_texts(file, gamelogs.member_names(file)))
            if not members:
                raise UnreadableError("the archive holds no file of the expected name")
        except UnreadableError as error:
            unreadable.append(Rejected(label, None, of_file, None, str(error)))
            continue
        found += [GamelogText(str(file), label, name, gamelogs.season_in_names(file.name, name)) for name in members]
    wanted = None if seasons is None else {None, *seasons}
    return (
        [text for text in found if wanted is None or text.season in wanted],
        [item for item in unreadable if wanted is None or item.season in wanted],
    )


def split(text: GamelogText, folder: Location, seasons: Collection[int] | None) -> tuple[list[GamelogText], Parsed]:
    """Split a game log with several seasons into one staged file per season in `folder`.

    The second value has the rejected lines, whose season is missing or outside the years in the names of the file and
    of its archive, and the reason for an empty or unreadable file.
    """
    parts: list[GamelogText] = []
    rest = Parsed(gamelogs.SOURCE)
    for label, content in text.read():
        if isinstance(content, UnreadableError):
            rest.rejected.append(Rejected(label, None, None, None, str(content)))
            continue
        content = content.rstrip(b"\x1a")  # DOS end-of-file mark
        if not content.strip():
            gamelogs.parse_text(content, label, None, rest)
        by_season: dict[int | None, list[tuple[int, bytes]]] = defaultdict(list)
        for number, line in enumerate(content.split(b"\n"), 1):
            if line.strip():
                by_season[season_of(line)].append((number, line))
        for number, line in by_season.pop(None, ()):
            gamelogs.parse_text(line, label, None, rest, pa.array([number], pa.int64()))
        years = gamelogs.years_in_names(PurePath(label).name, PurePath(text.path).name)
        for season, lines in by_season.items():
            if season is None or (seasons is not None and season not in seasons):
                continue
            if years is None or season in years:
                parts.append(replace(text, label=label, season=season, part=_stage(lines, folder)))
                continue
            reason = (
                f"a game of {season} in a file of {years.start} to {years.stop - 1}"
                if years
                else f"a game of {season}, but the file's name and its archive's have no season in common"
            )
            rest.read[label, season] += len(lines)
            rest.rejected += [Rejected(label, number, season, _decoded(line), reason) for number, line in lines]
    return parts, rest


def _stage(lines: Sequence[tuple[int, bytes]], folder: Location) -> str:
    file, sink = folder / f"{uuid.uuid4().hex}.parquet", pa.BufferOutputStream()
    numbers, texts = zip(*lines, strict=True)
    pq.write_table(pa.table({"number": pa.array(numbers, pa.int64()), "text": pa.array(texts, pa.binary())}), sink)
    write(file, sink.getvalue().to_pybytes())
    return str(file)


def _staged(part: str) -> pa.Table:
    return pq.read_table(pa.BufferReader(read(location(part))))


def read_season(texts: Iterable[GamelogText]) -> Parsed:
    """Read the game logs for one season.

    Keeps the first record of each game, by file and line; the others are rejected, and appear in no record set.
    """
    texts = list(texts)
    parsed = Parsed(gamelogs.SOURCE)
    for text in texts:
        if text.part is not None:
            lines = _staged(text.part)
            joined = b"\n".join(lines["text"].to_pylist())
            gamelogs.parse_text(joined, text.label, text.season, parsed, lines["number"].combine_chunks())
            continue
        for label, content in text.read():
            if isinstance(content, UnreadableError):
                parsed.rejected.append(Rejected(label, None, text.season, None, str(content)))
            else:
                gamelogs.parse_text(content, label, text.season, parsed)
    parsed.records = {
        name: [pa.concat_tables([schema.empty_table(), *parsed.records.get(name, ())])]
        for name, schema in gamelogs.RECORD_SETS.items()
    }
    _reject_repeated(parsed, texts)
    return parsed


def _reject_repeated(parsed: Parsed, texts: Sequence[GamelogText]) -> None:
    """Move repeated records to quarantine; usually there are none."""
    (games,) = parsed.records["gamelog"]
    reasons = _repetitions(games)
    if not reasons:
        return
    season = games["season"][0].as_py()
    lines = _lines(texts, set(reasons))
    for key in sorted(reasons):
        parsed.rejected.append(Rejected(*key, season, lines.get(key), reasons[key]))
        parsed.kept[key[0], season] -= 1
    for name in ("gamelog", "gamelog_lineup"):
        (rows,) = parsed.records[name]
        places = zip(rows["source_file"].to_pylist(), rows["source_line"].to_pylist(), strict=True)
        parsed.records[name] = [rows.filter(pa.array([place not in reasons for place in places], pa.bool_()))]
    (games,), (lineups,) = parsed.records["gamelog"], parsed.records["gamelog_lineup"]
    parsed.records["gamelog_person"] = [gamelogs.named_in(games, lineups)]


Place = tuple[str, int]  # file label, line


def _repetitions(games: pa.Table) -> dict[Place, str]:
    """Return the reason for each repeated game's record."""
    reasons: dict[Place, str] = {}
    if len(pc.unique(games["game_id"])) == games.num_rows:
        return reasons
    first: dict[str, Place] = {}
    rows = games.select(["source_file", "source_line", "game_id"]).to_pylist()
    for row in sorted(rows, key=lambda row: (row["source_file"], row["source_line"])):
        place = row["source_file"], row["source_line"]
        if row["game_id"] in first:
            file, line = first[row["game_id"]]
            reasons[place] = f"duplicate of the game in {file}, line {line}"
        else:
            first[row["game_id"]] = place
    return reasons


def _lines(texts: Iterable[GamelogText], wanted: set[Place]) -> dict[Place, str]:
    """Read the lines at the given places again."""
    found: dict[Place, str] = {}
    for text in texts:
        if text.part is not None:
            staged = _staged(text.part).to_pylist()
            found |= {(text.label, row["number"]): _decoded(row["text"]) for row in staged}
            continue
        for label, content in text.read():
            numbers = [line for file, line in wanted if file == label]
            if numbers and not isinstance(content, UnreadableError):
                lines = content.split(b"\n")
                for number in numbers:
                    found[label, number] = _decoded(lines[number - 1])
    return found


def _decoded(line: bytes) -> str:
    return line.rstrip(b"\r").decode("utf-8", "backslashreplace")
