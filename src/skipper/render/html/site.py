"""The site: a page for everything in a lake, with the data in files next to each page, and a search that does not need
a server."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

from skipper.answers.cards import create_batting_orders, read_cards, write_cards
from skipper.answers.catalogue import KINDS, Catalogue, Page, catalogue
from skipper.answers.errors import AnswerError
from skipper.answers.listing import answer_of
from skipper.answers.narrow import Narrowed
from skipper.lake.location import Location
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.html.frame import Frame
from skipper.render.html.site_inputs import Inputs, Made, digest, inputs_of
from skipper.render.html.site_list import Listed, is_whole, read_inputs, read_list, remove_files, write_list
from skipper.render.html.site_pages import page_texts, site_texts
from skipper.version import __version__

# Pages per process task, by kind. Larger tasks ask fewer queries; smaller ones report progress more smoothly.
AT_A_TIME = {"players": 500}
_OTHERS_AT_A_TIME = 40
# Pages are compared without the build that they state, so that a new build rewrites only what it changes.
_BUILD = "skipper-build-stands-here"
_CARDS = ".cards.parquet"  # lineups, for the worker processes
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Site:
    """The result of writing a site: its first page; the total number of pages, files and bytes; and the files written
    and removed by this run."""

    index: Path
    pages: int
    files: int
    size: int
    written: int
    removed: int


@dataclass(frozen=True)
class _Task:
    """A page to write, and the digest of the files that an earlier run wrote, empty if none did."""

    page: Page
    digest: str


@dataclass(frozen=True)
class _Done:
    """A page's digest and files, how many of the files this run wrote, and digests of the names without a page."""

    address: str
    digest: str
    names: list[str]
    written: int
    unlinked: tuple[str, ...]


def write_site(
    lake: LakeReader,
    out: Path,
    workers: int | None = None,
    progress: Progress = lambda done, of: None,
    only: Collection[str] | None = None,
    seasons: Collection[int] | None = None,
    organization: str | None = None,
    url: str | None = None,
) -> Site:
    """Write the lake's pages (or those that `catalogue` selects) and their data into `out`; links lead only to these
    pages.

    `workers` is the number of processes, or None for one per core; with 1, this process writes. `progress` is called
    with the number of pages done and the total. `url` is the site's address on the web, for the sitemap.

    A page is kept if its inputs are those of the earlier run. Other pages are compared by content, ignoring the build
    that they state; an unchanged page is not rewritten. Files from an earlier run that no longer belong to the site are
    removed. A run on the same build with the same selection does nothing, unless a file is missing. Raises AnswerError
    for an unknown selection, and OSError for a file that cannot be written.
    """
    pages = catalogue(lake, only, seasons, organization)
    made_of = _made_of(lake.manifest, pages, url)
    before, earlier = read_list(out)
    if before == made_of and is_whole(out, earlier):
        progress(len(pages.pages), len(pages.pages))
        return _site(out, earlier, 0, 0)
    inputs, inputs_before = inputs_of(lake, pages, url), read_inputs(out)
    # Listed before writing, so that a later run recognizes the files of an interrupted run; without digests, because it
    # cannot know which of them the interrupted run wrote.
    names = {**{address: ["index.html"] for address in pages.pages}, **{at: own for at, (_, own) in earlier.items()}}
    write_list(out, "", {address: ("", own) for address, own in names.items()})
    shared = site_texts(pages, lake.manifest, url)
    written = _write_shared(out, shared)
    listed = {address: earlier[address] for address in _kept(out, earlier, inputs, inputs_before)}
    made = {address: inputs_before.pages[address] for address in listed}
    tasks = [
        _Task(page, earlier.get(page.address, ("", []))[0])
        for page in pages.pages.values()
        if page.address not in listed
    ]
    progress(len(listed), len(pages.pages))
    for done in _write_pages(lake, pages, out, url, tasks, workers or os.cpu_count() or 1):
        listed[done.address] = (done.digest, done.names)
        if done.address in inputs.pages:
            made[done.address] = Made(inputs.pages[done.address].inputs, done.unlinked)
        written += done.written
        progress(len(listed), len(pages.pages))
    listed[""] = (listed[""][0], [*listed[""][1], *shared])
    gone = _files(earlier) - _files(listed)
    removed = remove_files(out, gone)
    write_list(out, made_of, listed, Inputs(inputs.addresses, made))
    return _site(out, listed, written, removed)


def _kept(out: Path, earlier: Listed, inputs: Inputs, before: Inputs) -> list[str]:
    """Return the addresses of the pages that need not be asked about again: their inputs are those of the earlier run,
    and their files are there."""
    unchanged = inputs.unchanged(before)
    return [
        address
        for address, (_digest, names) in earlier.items()
        if address in unchanged and all((out / address / name).is_file() for name in names)
    ]


def _made_of(manifest: Manifest, pages: Catalogue, url: str | None) -> str:
    """Return a digest of everything on which the site's files depend."""
    stated = f"{__version__} {manifest!r} {sorted(pages.pages)} {url}"
    return hashlib.blake2b(stated.encode(), digest_size=16).hexdigest()


def _files(listed: Listed) -> set[str]:
    return {address + name for address, (_digest, names) in listed.items() for name in names}


def _site(out: Path, listed: Listed, written: int, removed: int) -> Site:
    files = _files(listed)
    size = sum((out / name).stat().st_size for name in files)
    return Site(out / "index.html", len(listed), len(files), size, written, removed)


def _write_pages(
    lake: LakeReader, pages: Catalogue, out: Path, url: str | None, tasks: Sequence[_Task], workers: int
) -> Iterator[_Done]:
    """Yield each page as it is done."""
    # In the site's folder, so that the next run replaces the file of a run that was killed.
    cards = out / _CARDS
    try:
        create_batting_orders(lake, lake.manifest.seasons)
        write_cards(lake, cards)
        start = (lake.lake, lake.manifest, pages, out, url, cards)
        batches = list(_batches(tasks))
        if min(workers, len(batches)) == 1:  # another process would take a second to start
            alone = _opened(*start)
            for batch in batches:
                yield from _write_batch(alone, batch)
            return
        # Forking a process with DuckDB threads can hang.
        pool = ProcessPoolExecutor(min(workers, len(batches)), get_context("spawn"), _open, start)
        try:
            for done in as_completed([pool.submit(_write_in_worker, batch) for batch in batches]):
                yield from done.result()
        finally:  # a failure or SIGTERM does not wait for pages not yet started
            pool.shutdown(cancel_futures=True)
    finally:
        cards.unlink(missing_ok=True)


def _batches(tasks: Sequence[_Task]) -> Iterator[list[_Task]]:
    """Yield tasks with pages of one kind each, keeping a season's pages together."""
    in_order = sorted(tasks, key=lambda task: (task.page.kind, task.page.key[-1] if _of_season(task.page) else 0))
    for kind, own in groupby(in_order, lambda task: task.page.kind):
        of_kind = list(own)
        step = AT_A_TIME.get(kind, _OTHERS_AT_A_TIME)
        yield from (of_kind[start : start + step] for start in range(0, len(of_kind), step))


def _of_season(page: Page) -> bool:
    kind = KINDS.get(page.kind)
    return kind is not None and kind.years


@dataclass(frozen=True)
class _Worker:
    """The data that a process needs for every page."""

    narrowed: Narrowed
    pages: Catalogue
    out: Path
    url: str | None


_worker: _Worker | None = None  # of this process


def _open(lake: Location, manifest: Manifest, pages: Catalogue, out: Path, url: str | None, cards: Path) -> None:
    """Open the lake in a worker process."""
    global _worker
    _worker = _opened(lake, manifest, pages, out, url, cards)


def _opened(lake: Location, manifest: Manifest, pages: Catalogue, out: Path, url: str | None, cards: Path) -> _Worker:
    """Open the lake at the build for which the site is written."""
    reader = LakeReader(lake, manifest)
    reader.connection.execute("SET threads = 1")
    read_cards(reader, cards)
    return _Worker(Narrowed(reader), pages, out, url)


def _write_in_worker(tasks: Sequence[_Task]) -> list[_Done]:
    assert _worker is not None
    return _write_batch(_worker, tasks)


def _write_batch(worker: _Worker, tasks: Sequence[_Task]) -> list[_Done]:
    worker.narrowed.to([task.page for task in tasks])
    return [_write_page(worker, task) for task in tasks]


def _write_page(worker: _Worker, task: _Task) -> _Done:
    """Write a page's files, unless an earlier run wrote the same."""
    lake, address = worker.narrowed.lake, task.page.address
    frame = Frame(worker.pages, task.page, "../" * address.count("/"), "index.html", worker.url)
    try:
        answer = answer_of(lake, worker.pages, task.page)
        texts = page_texts(lake, frame, replace(lake.manifest, build=_BUILD), answer, has_cards=True)
        with worker.pages.watched() as missed:
            made = {name: text() for name, text in texts.items()}
    except AnswerError as error:
        raise AnswerError(f"{address}: {error}") from error
    found = hashlib.blake2b("\0".join(f"{name}\0{text}" for name, text in made.items()).encode(), digest_size=16)
    unlinked = tuple(sorted(map(digest, missed)))
    folder = worker.out / address
    if found.hexdigest() == task.digest and all((folder / name).is_file() for name in made):
        return _Done(address, task.digest, list(made), 0, unlinked)
    for name, text in made.items():
        _save(folder / name, text.replace(_BUILD, lake.manifest.build))
    return _Done(address, found.hexdigest(), list(made), len(made), unlinked)


def _write_shared(out: Path, texts: Mapping[str, Callable[[], str]]) -> int:
    """Write the files that the pages share, if they changed. Return the number written."""
    made = {out / name: text() for name, text in texts.items()}
    changed = {path: text for path, text in made.items() if not path.is_file() or path.read_text("utf-8") != text}
    for path, text in changed.items():
        _save(path, text)
    return len(changed)


def _save(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
