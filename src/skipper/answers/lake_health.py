"""Checks of the lake and the fetch cache: contents, integrity, and leftovers from interrupted builds."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from skipper.answers.answer import spans
from skipper.answers.health import Finding, size_in_words
from skipper.lake.location import LOCK_FILE, HeldError, Location, folder_of, locked, names_in, read, sizes_in
from skipper.lake.manifest import (
    FILE_NAME,
    BrokenManifestError,
    Manifest,
    OlderLakeError,
    is_altered,
    loss,
    read_manifest,
)

if TYPE_CHECKING:
    from deltalake import DeltaTable

PEOPLE = "lake: people"
MANAGERS = "lake: managers"
QUARANTINE = "lake: quarantine"
_KINDS = 10  # of quarantined records that are shown
STAGING = "_staging"  # copied from skipper.lake.store, whose import needs Arrow
PART_SUFFIX = ".part"
_BUILD = "run `skipper build` (after `skipper fetch retrosheet --seasons 2010-2018` and `skipper fetch lahman`)"
_NEXT = "the next `skipper build` clears it; readers do not see it"


def lake(folder: Location, deep: bool = False) -> Iterator[Finding]:
    """Check the last complete build and its files, a build in progress, and leftovers from a killed build.

    `deep`: read every byte of the build and compare digests.
    """
    try:
        manifest = read_manifest(folder)
    except BrokenManifestError as error:
        yield Finding("lake", "problem", str(error), f"run `skipper doctor --repair --lake {folder}`")
        return
    except OlderLakeError as error:
        yield Finding("lake", "problem", str(error), "run the command in the message")
        return
    except OSError as error:
        yield Finding(
            "lake", "problem", f"{folder}: cannot be read: {error}", "fix that and run `skipper doctor` again"
        )
        return
    is_whole = True
    if manifest is None and loss(folder):
        lost = f"{folder}: has tables, but its manifest is missing"
        yield Finding("lake", "problem", lost, f"run `skipper doctor --repair --lake {folder}`")
    elif manifest is None:
        here = "no complete build" if folder.is_dir() else "no such folder"
        yield Finding("lake", "warning", f"{folder}: {here}", f"name it with --lake or SKIPPER_LAKE, or {_BUILD}")
    else:
        looked_at = list(_files(folder, manifest))
        yield from looked_at
        is_whole = all(finding.status == "ok" for finding in looked_at)
        for table, findings in _BY_TABLE.items() if is_whole else ():
            if table in manifest.contracts:
                yield from findings(folder, manifest)
        if deep:
            yield _bytes(folder, manifest)
    if folder.is_dir():
        yield from _build_state(folder, manifest, is_whole)


def _files(folder: Location, manifest: Manifest) -> Iterator[Finding]:
    """Check that every file of the build exists with its recorded size."""
    from skipper.lake.delta import open_table

    faults, files, size, mend = [], 0, 0, f"again: {_BUILD}"  # no build can follow a version without its log
    for name in manifest.contracts | manifest.tables:
        version = manifest.tables.get(name)
        try:
            table = None if version is None else open_table(folder / name, version)
            sizes = _sizes(table) if table else {}
        except Exception as error:  # deltalake's errors for damaged logs have no common type
            faults.append(f"{name} cannot be read ({error})")
            mend = f"run `skipper doctor --repair --lake {folder}`; if no earlier build is intact, build a new lake"
            continue
        if table is None:
            faults.append(f"the folder of table {name} is missing")
            years = spans(manifest.seasons).replace(", ", ",")
            mend = f"from the same sources, run `skipper build --seasons {years} --lake {folder}`"
        there = sizes_in(folder / name)
        faults += [
            f"{folder / name / path}: {fault}"
            for path, whole in sizes.items()
            if (fault := _fault(there.get(path), whole))
        ]
        files, size = files + len(sizes), size + sum(sizes.values())
    if faults:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        yield Finding("lake", "problem", f"{folder}, build {manifest.build}: {faults[0]}{more}", mend)
        return
    yield Finding(
        "lake",
        "ok",
        f"{folder}, build {manifest.build}: seasons {spans(manifest.seasons)}; {files:,} "
        f"files of the recorded sizes, {size_in_words(size)}{'; simulated' if manifest.simulated else ''}",
    )


def _bytes(folder: Location, manifest: Manifest) -> Finding:
    """Compare the digest of every file with the manifest's, and the manifest with the copy that its build kept."""
    from skipper.lake.repair import damage

    wrong, number = damage(folder, manifest), sum(map(len, manifest.files.values()))
    if is_altered(folder, manifest):
        wrong.append(f"{folder / FILE_NAME}: differs from the copy that the build kept")
    if not wrong:
        return Finding("lake: bytes", "ok", f"{number:,} files contain the bytes that were written")
    more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    mend = f"build again; or, for an older intact build, run `skipper doctor --repair --lake {folder}`"
    return Finding("lake: bytes", "problem", f"{wrong[0]}{more}", mend)


def _people(folder: Location, manifest: Manifest) -> Iterator[Finding]:
    """Count the people missing from the Register, whose ids in other sources are not linked."""
    from skipper.lake.reader import LakeReader

    found = LakeReader(folder, manifest).rows(
        "SELECT source, count(*) AS people FROM person WHERE source <> 'register' GROUP BY source ORDER BY source"
    )
    if not found:
        yield Finding(PEOPLE, "ok", "every person is in the Register")
        return
    counts = ", ".join(f"{row['people']:,} from {row['source']}" for row in found)
    listed = """skipper sql "SELECT * FROM person WHERE source <> 'register'" lists them"""
    yield Finding(PEOPLE, "ok", f"not in the Register: {counts}; {listed}")


def _managers(folder: Location, manifest: Manifest) -> Iterator[Finding]:
    """Count the club-seasons in which a source and the record book contradict each other on who managed."""
    from skipper.lake.reader import LakeReader

    found = LakeReader(folder, manifest).rows(
        "SELECT kind, count(*) AS clubs, min_by(evidence, (season, club)) AS evidence, "
        "min_by(concat(season, ' ', club), (season, club)) AS example FROM manager_decision "
        "WHERE kind NOT IN ('suspended_game', 'listed_substitute') GROUP BY kind ORDER BY kind"
    )
    if not found:
        yield Finding(MANAGERS, "ok", "no source contradicts the record book on who managed a whole season")
    for row in found:
        said = f"{row['clubs']:,} {row['kind']}; {row['example']}: {row['evidence']}"
        yield Finding(MANAGERS, "warning", said, "`skipper differences` lists them; a later release may be right")


def _withheld(folder: Location, manifest: Manifest) -> Iterator[Finding]:
    """Name each season or table that builds have withheld, with the check, the rows and their place."""
    from skipper.lake.reader import LakeReader

    query = "SELECT * EXCLUDE (build) FROM withheld ORDER BY season, table_name, check_name"
    for row in LakeReader(folder, manifest).rows(query):
        scope = row["season"] or ("all seasons" if row["table_name"] else None)
        what = ", ".join(str(part) for part in (scope, row["table_name"]) if part)
        rows = f"; rows: {row['violations']:,}" if row["violations"] else ""
        example = f"; {row['example']}" if row["example"] else ""
        line = f", line {row['source_line']}" if row["source_line"] else ""
        place = f"; {row['source_file']}{line}" if row["source_file"] else ""
        found = ": ".join(filter(None, (what, row["check_name"], f"{row['says']}{rows}{example}{place}")))
        if row["season"] is None and row["table_name"] is None:
            mend = "mend the file and build again; until then, the lake lacks what only this file says"
        else:
            mend = "mend the source and build the season again; until then, the lake keeps what it had of it"
        yield Finding("lake: withheld", "warning", found, mend)


def _quarantined(folder: Location, manifest: Manifest) -> Iterator[Finding]:
    """Count the quarantined records by kind of reason, with one example each."""
    from skipper.lake.reader import LakeReader

    query = (
        "SELECT source, kind, count(*) AS records, "
        "min_by({'file': file, 'line': line, 'reason': reason}, (file, line)) AS example "
        "FROM quarantine GROUP BY source, kind ORDER BY records DESC, source, kind"
    )
    found = LakeReader(folder, manifest).rows(query)
    if not found:
        yield Finding(QUARANTINE, "ok", "no record is quarantined")
    for row in found[:_KINDS]:
        example = row["example"]
        place = f"{example['file']}, line {example['line']}" if example["line"] else example["file"]
        said = f"{row['records']:,} from {row['source']}: {row['kind']}; {place}: {example['reason']}"
        yield Finding(QUARANTINE, "ok", said)
    if len(found) > _KINDS:
        records = sum(row["records"] for row in found[_KINDS:])
        more = f"{records:,} of {len(found) - _KINDS:,} more kinds"
        yield Finding(QUARANTINE, "ok", f"{more}; `skipper sql 'FROM quarantine'` lists them")


# What sources state that was not taken as stated: check, words, kind of a row, and what is counted of each kind (of
# exceptions games, since a game may have a row for each club).
_DECIDED = {
    "exception": ("lake: games", "games with an exception", "kind", "count(DISTINCT (season, game_id))"),
    "superseded_account": (
        "lake: accounts",
        "accounts of games superseded by another",
        "concat(account, ' by ', used_account)",
        "count(*)",
    ),
    "identity_decision": (
        "lake: identities",
        "ids and club codes that were decided on",
        "concat(kind, ': ', decision)",
        "count(*)",
    ),
}


def _decided(table: str) -> Callable[[Location, Manifest], Iterator[Finding]]:
    """Return a check that counts what a table of `_DECIDED` has, by kind."""
    check, said, kind, count = _DECIDED[table]

    def counted(folder: Location, manifest: Manifest) -> Iterator[Finding]:
        from skipper.lake.reader import LakeReader

        rows = LakeReader(folder, manifest).rows(
            f"SELECT {kind} AS kind, {count} AS number FROM {table} GROUP BY ALL ORDER BY number DESC, kind"
        )
        counts = ", ".join(f"{row['number']:,} {row['kind']}" for row in rows)
        yield Finding(
            check, "ok", f"{said}: {counts}; `skipper sql 'FROM {table}'` lists them" if rows else f"no {said}"
        )

    return counted


_BY_TABLE: dict[str, Callable[[Location, Manifest], Iterator[Finding]]] = {
    "person": _people,
    "withheld": _withheld,
    "quarantine": _quarantined,
    "manager_decision": _managers,
    **{table: _decided(table) for table in _DECIDED},
}


def _sizes(table: DeltaTable) -> dict[str, int]:
    """Return the table's files, by their paths in its folder, with their sizes in bytes, from its log."""
    import pyarrow as pa

    live = pa.table(table.get_add_actions(flatten=True))
    return {
        unquote(path): size for path, size in zip(live["path"].to_pylist(), live["size_bytes"].to_pylist(), strict=True)
    }


def _fault(found: int | None, size: int) -> str:
    if found is None:
        return os.strerror(errno.ENOENT)
    return "" if found == size else f"{found:,} bytes where {size:,} were written"


def _build_state(folder: Location, manifest: Manifest | None, is_whole: bool) -> Iterator[Finding]:
    """Check whether a build is in progress and, if none is, whether a killed build left anything behind."""
    check, busy = "lake: builds", _is_held(folder)
    if busy:
        yield Finding(check, "warning", "a build is running now", "wait for it; readers see the last complete build")
        return
    if busy is None:
        yield Finding(
            check, "warning", "not checked: cannot test whether the lake is locked", f"look at {folder / LOCK_FILE}"
        )
        return
    # An object store has no lock that would show whether the build is still running.
    interrupted = "left over from an interrupted build"
    left = interrupted if folder_of(folder) else "from a running build, or left over from an interrupted one"
    drafts = [str(folder / name) for name in names_in(folder) if name.startswith(f".{FILE_NAME}.")]
    staged = folder / STAGING
    ahead, unreadable = _ahead(folder, manifest)
    if unreadable:
        more = f", and {len(unreadable) - 1} more" if len(unreadable) > 1 else ""
        yield Finding(check, "problem", f"{unreadable[0]}: not a commit{more}", "delete it: no complete build needs it")
        return
    if staged.is_dir():
        size = size_in_words(sum(sizes_in(staged).values()))
        yield Finding(check, "warning", f"{left}: {staged}, {size}", _NEXT)
    if ahead:
        yield Finding(check, "warning", f"{left}: newer versions of {', '.join(ahead)}", _NEXT)
    if drafts:
        yield Finding(check, "warning", f"{left}: {', '.join(drafts)}", "delete it")
    if not is_whole:
        yield Finding(check, "warning", "not checked: files that no build uses", "fix the lake first")
        return
    unused = _never_committed(folder, manifest)
    if unused:
        files = "1 file" if unused == 1 else f"{unused:,} files"
        yield Finding(check, "warning", f"{left}: {files} that no build uses", "a build deletes them after a week")
    if not (staged.is_dir() or ahead or drafts or unused):
        yield Finding(check, "ok", "no build is running, and nothing is left over from an interrupted build")


def _never_committed(folder: Location, manifest: Manifest | None) -> int:
    """Return the number of files in the tables' folders that no commit names."""
    from skipper.lake.delta import open_table

    tables = (open_table(folder / name) for name in (manifest.tables if manifest else ()))
    return sum(
        len(_vacuumed(table, full=True)) - len(_vacuumed(table, full=False)) for table in tables if table is not None
    )


def _vacuumed(table: DeltaTable, full: bool) -> list[str]:
    """Return the files that a vacuum without a limit of age would delete: all that are unused, or those that commits
    name."""
    return table.vacuum(0, dry_run=True, enforce_retention_duration=False, full=full)


def _ahead(folder: Location, manifest: Manifest | None) -> tuple[list[str], list[Location]]:
    """Return the tables with data commits that belong to no complete build, and such commits that cannot be read."""
    versions = manifest.tables if manifest else {}
    found, unreadable = [], []
    for name in names_in(folder):
        log, published = folder / name / "_delta_log", versions.get(name, -1)
        commits = (file.partition(".") for file in names_in(log) if file.endswith(".json"))
        newer = [log / f"{number}.json" for number, _, _ in commits if number.isdigit() and int(number) > published]
        changing = {commit: _changes_data(commit) for commit in newer}
        unreadable += [commit for commit, changes in changing.items() if changes is None]
        if any(changing.values()):
            found.append(name)
    return found, unreadable


def _changes_data(commit: Location) -> bool | None:
    """Return whether a commit adds or removes files, which the vacuum after a build does not; null if it is none."""
    try:
        actions = [json.loads(line) for line in read(commit).splitlines() if line.strip()]
    except ValueError:
        return None
    if not all(isinstance(action, dict) and all(isinstance(of, dict) for of in action.values()) for action in actions):
        return None
    return any("add" in action or "remove" in action for action in actions)


def _is_held(lake: Location) -> bool | None:
    """Return whether a process holds the lake's lock, null if unknown. Acquires the lock for an instant."""
    if folder_of(lake / LOCK_FILE) and not (lake / LOCK_FILE).exists():
        return False
    try:
        with locked(lake):
            return False
    except HeldError:
        return True
    except OSError:
        return None


def cache() -> Iterator[Finding]:
    """Check the size of every file in the fetch cache against its size when fetched."""
    from skipper.sources.fetch.cache import INDEX_FILE, cache_folder, cached_folder, fetched_sources

    root = cache_folder()
    for collection, fetched in fetched_sources().items():
        folder, check = root / fetched.folder, f"cache: {collection}"
        fetch = f"run `skipper fetch {fetched.command}`"
        if cached_folder(collection) is None:
            needed = fetched.is_expected
            yield Finding(check, "warning" if needed else "ok", f"nothing in {folder}", fetch if needed else "")
            continue
        listed = _index(folder / INDEX_FILE)
        files = [file for file in folder.iterdir() if file.suffix.lower() in (".zip", ".csv", ".gz", ".parquet")]
        there = sizes_in(folder)
        wrong = [name for name, size in listed.items() if _fault(there.get(name), size)]
        parts = [file.name for file in folder.glob(f"*{PART_SUFFIX}")]
        weight = size_in_words(sum(file.stat().st_size for file in files))
        if wrong:
            found = f"{folder}: missing, or changed in size since it was fetched: {', '.join(sorted(wrong)[:5])}"
            yield Finding(check, "problem", f"{found}{' …' if len(wrong) > 5 else ''}", fetch)
        elif parts:
            yield Finding(check, "warning", f"{folder}: download not finished: {', '.join(sorted(parts)[:5])}", fetch)
        else:
            by_hand = len(files) - len(listed)
            put = f", {by_hand} of them added by hand and not checked" if by_hand > 0 else ""
            yield Finding(
                check, "warning" if put else "ok", f"files: {len(files)}, {weight} in {folder}{put}", put and fetch
            )


def _index(file: Location) -> dict[str, int]:
    """Return every fetched file's name and size; empty if there is no index. Raises ValueError for a broken index."""
    if not file.is_file():
        return {}
    return {name: entry["size"] for name, entry in json.loads(file.read_text("utf-8")).items()}
