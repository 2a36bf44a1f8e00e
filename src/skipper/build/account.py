"""The account of a build's records: how many each file has, how many are used, and those in quarantine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from skipper.build.withholding import Withheld, by_file
from skipper.definitions.reasons import kind_of
from skipper.lake.checks import SHOWN, Failure
from skipper.sources.parsed import Parsed, Rejected, UnusableFileError, at_line, quarantine_row
from skipper.sources.retrosheet.gamelogs import reading as gamelogs
from skipper.sources.table_file import label_of

_COUNTS = ("rows_in", "rows_out", "rows_quarantined")
LOST = "build_log: rows read equal rows used plus rows quarantined, per file"


@dataclass
class Account:
    """The number of records read, and the records rejected.

    `quarantine` has rows for the table of that name. `counts` has the records read, used and quarantined by source,
    file and season. `withheld` has the files of reference books of which nothing is used, and the optional tables in
    them; `unusable` has the first by their checks' names, with the errors.
    """

    quarantine: list[dict[str, Any]] = field(default_factory=list)
    counts: list[dict[str, Any]] = field(default_factory=list)
    withheld: list[Withheld] = field(default_factory=list)
    unusable: dict[str, UnusableFileError] = field(default_factory=dict)

    def add(self, parsed: Parsed) -> None:
        """Add the records of one file."""
        self.quarantine += [quarantine_row(parsed.source, item) for item in parsed.rejected]
        bad: dict[tuple[str, int | None], int] = defaultdict(int)
        for item in parsed.rejected:
            bad[item.file, item.season] += item.lines or 0
        for (file, season), read in parsed.read.items():
            self.counts.append(
                {
                    "source": parsed.source,
                    "file": file,
                    "season": season,
                    "rows_in": read,
                    "rows_out": parsed.kept[file, season],
                    "rows_quarantined": bad[file, season],
                }
            )

    def reject(self, source: str, items: list[Rejected]) -> None:
        """Add records that could not be read at all."""
        self.quarantine += [quarantine_row(source, item) for item in items]

    def add_book(self, source: str, parsed: Parsed | UnusableFileError) -> None:
        """Add a file of a reference book; withhold what of it cannot be used at all."""
        if isinstance(parsed, UnusableFileError):
            says = f"{parsed.reason}: nothing of the file is used"
            file = label_of(parsed.path)
            self.reject(source, [Rejected(file, None, None, None, f"{at_line(parsed.line)}{says}")])
            withheld = by_file(source, file, parsed.line, says)
            self.withheld.append(withheld)
            self.unusable[withheld.check_name] = parsed
            return
        self.add(parsed)
        unused = [item for item in parsed.rejected if item.line is None and not item.is_used]
        self.withheld += [by_file(source, item.file, None, item.reason) for item in unused]

    def add_all(self, other: Account) -> None:
        """Add all records of another account."""
        self.quarantine += other.quarantine
        self.counts += other.counts
        self.withheld += other.withheld
        self.unusable |= other.unusable


def one_row_a_record(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of `quarantine` with one row per source, file and line, and its kind: the reasons of a record with
    several defects are joined, and so are their kinds, each once."""
    found: dict[tuple[str, str, int | None], dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: (row["file"], row["line"] or 0)):
        before = found.setdefault((row["source"], row["file"], row["line"]), row)
        if before is not row and row["reason"] not in before["reason"].split("; "):
            reason = f"{before['reason']}; {row['reason']}"
            lines = max((one["lines"] for one in (before, row) if one["lines"] is not None), default=None)
            found[row["source"], row["file"], row["line"]] = {**before, "reason": reason, "lines": lines}
    return [{**row, "kind": "; ".join(dict.fromkeys(kind_of(row["reason"]).split("; ")))} for row in found.values()]


def still_quarantined(rows: list[dict[str, Any]], account: Account, built: set[int]) -> list[dict[str, Any]]:
    """Return the lake's rows of `quarantine` that a build leaves in place: records of seasons that it did not build,
    except those that it read again."""
    read = {(row["source"], row["file"], row["season"]) for row in (*account.counts, *account.quarantine)}
    lines = {(row["source"], row["file"], row["line"]) for row in account.quarantine}
    return [
        row
        for row in rows
        if row["season"] not in {*built, None}
        and (row["source"], row["file"], row["season"]) not in read
        and (row["source"], row["file"], row["line"]) not in lines
    ]


def lost_records(account: Account, games: Mapping[str | None, int]) -> list[Failure]:
    """Return a failure if a file's records are not those used and those in quarantine together; `games` has the number
    of games in table `game` by source file."""
    kept: Counter[tuple[str, str]] = Counter()
    for row in one_row_a_record(account.quarantine):
        kept[row["source"], row["file"]] += (row["lines"] or 0) if row["line"] is not None else 0
    of_files: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)  # a file's records may be of several seasons
    for row in account.counts:
        of_files[row["source"], row["file"]].update({name: row[name] for name in _COUNTS})
    found = [
        {"source": source, "file": file, **counts, "in_quarantine": kept[source, file]}
        for (source, file), counts in of_files.items()
        if counts["rows_in"] != counts["rows_out"] + counts["rows_quarantined"]
        or counts["rows_quarantined"] != kept[source, file]
        or (source == gamelogs.SOURCE and counts["rows_out"] != games.get(file, 0))
    ]
    return (
        [Failure(LOST, "records were lost between a file and the tables", len(found), found[:SHOWN])] if found else []
    )
