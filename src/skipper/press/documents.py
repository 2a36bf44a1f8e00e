"""Documents as they are found, to reports: plain text, HTML, and JSON lines with text, date and url.

A document that cannot be used becomes a quarantine row; nothing in a document is ever opened, run or followed.
Every limit below bounds work on hostile input.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, BinaryIO

import re2
from dateutil import parser as dates

from skipper.lake.location import Location, StoreError, folder_of, open_bytes, sizes_in, source, text_of
from skipper.press.claim import Report
from skipper.press.clean import dateline, passages
from skipper.press.html import TooDeepError, read_html

MAX_BYTES = 2_000_000  # of one document: the longest newspaper pieces are a tenth of it
MAX_LINES = 20_000
CHUNK_BYTES = 1_000_000  # of JSON lines read by one task
BLOCK_BYTES = 1 << 20  # read at once where lines are only counted
_FIELDS = frozenset(["text", "url", "date"])
OF_OTHERS = "JSON with none of text, url and date"
TEXT_KEPT = 200  # characters of a rejected document that its quarantine row shows
TEXT, HTML, LINES = (".txt", ".text", ".md"), (".html", ".htm", ".xhtml"), (".jsonl", ".ndjson", ".json")

Quarantined = dict[str, Any]


@dataclass(frozen=True)
class Chunk:
    """A part of a file that one task reads: bytes `start` to `end`, the first of which begins line `line`.

    `path` is the file's address, on this machine or in an object store.
    """

    path: str
    name: str
    start: int
    end: int
    line: int


class UnusableError(Exception):
    """A document that cannot be used, and why; `line` is the line of the file, null if none is meant."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, line


def read_documents(paths: Iterable[Location | str]) -> tuple[list[Report], list[Quarantined]]:
    """Return all documents of files and folders, and a row (source, file, line, text, reason) for each that was
    refused."""
    reports: list[Report] = []
    refused: list[Quarantined] = []
    for chunk in chunks(paths):
        for document in read_chunk(chunk):
            if isinstance(document, Report):
                reports.append(document)
            else:
                refused.append(document)
    return reports, refused


def read_text(name: str, text: str) -> Report:
    """Return a document given as plain text, cleaned. Raises UnusableError."""
    _check_text(text)
    return _report(Report(name, text))


def chunks(paths: Iterable[Location | str]) -> Iterator[Chunk]:
    """Yield the files in the order given, those of a folder by name; a file of JSON lines in parts that end with a
    line.

    Raises FileNotFoundError for a path that is not there. Hidden files and links are left alone.
    """
    for path in map(source, map(str, paths)):
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder")
        for file, name, size in _files(path):
            if file.suffix.lower() in LINES:
                yield from _line_chunks(file, name)
            else:
                yield Chunk(str(file), name, 0, size, 1)


def _files(path: Location) -> Iterator[tuple[Location, str, int]]:
    """Yield each file at or below a path, its name for tables and messages, and its size in bytes."""
    if path.is_file():
        yield path, text_of(path.name), path.stat().st_size
        return
    for inside, size in sorted(sizes_in(path).items(), key=lambda listed: listed[0].split("/")):
        file = path / inside
        here = folder_of(file)
        special = here is not None and (here.is_symlink() or not here.is_file())
        if not special and not any(part.startswith(".") for part in inside.split("/")):
            yield file, text_of(inside), size


def _line_chunks(file: Location, name: str) -> Iterator[Chunk]:
    """Cut a file of lines; reads it once in blocks, so that a line of any length costs no memory."""
    start, first_line, line, place = 0, 1, 1, 0
    with open_bytes(file) as opened:
        while block := opened.read(BLOCK_BYTES):
            if place + len(block) - start >= CHUNK_BYTES and (last := block.rfind(b"\n")) >= 0:
                end = place + last + 1
                yield Chunk(str(file), name, start, end, first_line)
                start, first_line = end, line + block.count(b"\n")
            line += block.count(b"\n")
            place += len(block)
    if place > start or place == 0:
        yield Chunk(str(file), name, start, place, first_line)


def read_chunk(chunk: Chunk) -> Iterator[Report | Quarantined]:
    """Yield the documents of a chunk, cleaned, or their quarantine rows. Raises FileNotFoundError."""
    path = source(chunk.path)
    if path.suffix.lower() in LINES and chunk.end:
        with open_bytes(path) as opened:
            opened.seek(chunk.start)
            yield from _read_lines(opened, chunk)
        return
    content = b""
    try:
        with open_bytes(path) as opened:
            content = opened.read(MAX_BYTES + 1)
        yield _report(_document(content, path.suffix.lower(), chunk.name))
    except UnusableError as unusable:
        yield _refused(chunk.name, unusable.line, content, unusable.reason)
    except (FileNotFoundError, StoreError):  # it was listed: this worker does not have the folder or the store
        raise
    except OSError as error:
        yield _refused(chunk.name, None, b"", f"cannot be read: {error.strerror}")


def _read_lines(opened: BinaryIO, chunk: Chunk) -> Iterator[Report | Quarantined]:
    """Yield the documents of the lines; of a part whose every line is JSON of something else, one row for them all."""
    of_others: list[Quarantined] = []
    reads = False
    for document in _each_line(opened, chunk):
        if isinstance(document, dict) and document["reason"] == OF_OTHERS:
            of_others.append(document)
            continue
        reads = True
        yield document
    if reads or len(of_others) < 2:
        yield from of_others
    else:
        yield {**of_others[0], "line": None, "reason": f"no documents: {len(of_others)} lines, {OF_OTHERS}"}


def _each_line(opened: BinaryIO, chunk: Chunk) -> Iterator[Report | Quarantined]:
    number = chunk.line
    while opened.tell() < chunk.end and (line := opened.readline(MAX_BYTES + 1)):
        kept = line
        while not line.endswith(b"\n") and (line := opened.readline(MAX_BYTES)):
            pass
        if kept.strip():
            try:
                yield _report(_from_json(kept, f"{chunk.name}:{number}"))
            except UnusableError as unusable:
                yield _refused(chunk.name, number, kept, unusable.reason)
        number += 1


def _document(content: bytes, suffix: str, name: str) -> Report:
    if suffix not in TEXT + HTML + LINES:  # of lines, only an empty file comes here
        raise UnusableError(f"not a kind of document that is read: {', '.join(TEXT + HTML + LINES)}")
    text = _decoded(content)
    if suffix not in HTML:
        return Report(name, text)
    try:
        page = read_html(text)
    except TooDeepError as error:
        raise UnusableError(str(error)) from error
    if not page.text.strip():
        raise UnusableError("no text in the page")
    return Report(name, page.text, title=page.title, url=page.url, date=read_date(page.date))


def _from_json(line: bytes, name: str) -> Report:
    text = _decoded(line)
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableError(f"not JSON: {error}") from error
    if isinstance(row, dict) and not _FIELDS & row.keys():
        raise UnusableError(OF_OTHERS)
    words = row.get("text") if isinstance(row, dict) else None
    if not isinstance(words, str):
        raise UnusableError("no field text with words")
    _check_text(words)
    title, url = (row.get(name) if isinstance(row.get(name), str) else None for name in ("title", "url"))
    return Report(name, words, title=title, url=url, date=read_date(row.get("date")))


def _decoded(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise UnusableError(f"longer than {MAX_BYTES:,} bytes")
    if b"\0" in content:
        raise UnusableError("binary: it has a byte 0", content[: content.index(b"\0")].count(b"\n") + 1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UnusableError(f"not UTF-8: byte {content[error.start]:#x}", line) from error
    _check_text(text)
    return text


def _check_text(text: str) -> None:
    if not text.strip():
        raise UnusableError("empty")
    if "\0" in text or not _is_unicode(text):
        raise UnusableError("binary: characters that are no text")
    if text.count("\n") > MAX_LINES:
        raise UnusableError(f"more than {MAX_LINES:,} lines")


def _is_unicode(text: str) -> bool:
    """Return whether it is free of lone surrogates, which JSON can spell and UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_date(given: object) -> date | None:
    """Return a date written in full; null for anything else. `dateutil` fills what is missing, so two fillings must
    agree."""
    if not isinstance(given, str) or not 8 <= len(given) <= 60:
        return None
    if _ISO.fullmatch(given):  # what most are: `dateutil` takes longer than all of cleaning
        with suppress(ValueError):
            return date.fromisoformat(given)
    try:
        one, other = (dates.parse(given, default=datetime(year, month, day)) for year, month, day in _FILLINGS)
    except (ValueError, OverflowError):
        return None
    return one.date() if one.date() == other.date() else None


_ISO = re2.compile(r"[12]\d{3}-\d\d-\d\d")
_FILLINGS = ((2000, 1, 1), (1999, 2, 2))


def _report(document: Report) -> Report:
    """Return the document with its passages; raises UnusableError where nothing remains after cleaning."""
    kept = passages(document.text)
    if not kept:
        raise UnusableError("nothing but boilerplate")
    return replace(document, passages=kept, date=document.date or read_date(dateline(document.text)))


def _refused(name: str, line: int | None, content: bytes, reason: str) -> Quarantined:
    text = content[: TEXT_KEPT * 4].decode("utf-8", "replace").replace("\0", "\ufffd")[:TEXT_KEPT]
    return {"source": "press", "file": name, "line": line, "text": text, "reason": reason}
