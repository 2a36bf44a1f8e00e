"""The `skipper press` and `skipper check` commands: check claims in reports and drafts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skipper.cli.options import Address, emit, failures_told, format_option, open_lake, refusal, writing_told
from skipper.lake.location import Location, location, source
from skipper.render.terminal import printable
from skipper.settings import LAKE_VARIABLE, default_lake

if TYPE_CHECKING:
    from skipper.answers.answer import Row
    from skipper.lake.reader import LakeReader
    from skipper.press.answer import Judged
    from skipper.press.claim import Report
    from skipper.press.readers import By
    from skipper.press.unread import Unread

_LAKE = click.option(
    "--lake",
    type=Address(file_okay=False),
    show_default=f"${LAKE_VARIABLE}, or ./lake; none if neither exists",
    help="Lake to check against.",
)
_READER = click.option(
    "--reader",
    "by",
    type=click.Choice(["frames", "model"]),
    default="frames",
    show_default=True,
    help="frames reads by a parse of spaCy. model reads with the language model at SKIPPER_MODEL_URL.",
)
_BUDGET = click.option(
    "--budget",
    type=click.IntRange(0),
    help="Limit on requests with --reader model; one that fails is repeated.",
    show_default="no limit",
)
# Measured: one core reads 54 documents a second, and Spark starts in 8 seconds. With more documents than this, Spark is
# faster on two cores.
MANY = 1_000
TOLD = 3  # line numbers of a file shown in a quarantine message
_VERDICTS = (
    "Verdicts: supported and contradicted come from the lake's tables; check_reading means that the tables say "
    "otherwise, but the claim's words or scope allow another reading; corroborated, disputed and implied come from "
    "the other claims; unverifiable states what would settle the claim. The lake links names to people; without a "
    "lake, names are not linked and nothing is checked against games."
)
_WORDS = ("contradicted", "disputed", "check_reading", "supported", "corroborated", "implied", "unverifiable")
_TYPES = (
    *("record", "stint", "appointment", "departure", "award", "age", "draft", "debut", "title", "tally", "usage"),
    *("contract", "discipline"),
)


def _one_of(option: str, name: str, values: tuple[str, ...]) -> Callable[..., Callable[..., None]]:
    """Return a repeatable option that takes one of these values, all of which its help names."""
    metavar = option.removeprefix("--").upper()
    listed = f"Only claims with this {metavar.lower()}: {', '.join(values)}."
    return click.option(option, name, multiple=True, type=click.Choice(values), metavar=metavar, help=listed)


def _shown_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that choose which claims are shown."""
    for option in (
        click.option("--all", "unfold", is_flag=True, help="Also list unverifiable claims."),
        click.option("--person", "people", multiple=True, help="Only claims about this person; may be repeated."),
        _one_of("--type", "types", _TYPES),
        _one_of("--verdict", "words", _WORDS),
    ):
        command = option(command)
    return command


@click.command(
    epilog=f"""{_VERDICTS}

CSV has one row per claim. JSON is {{"reports": [...], "claims": [...]}}; each claim has its fields and its wording.

\b
Examples:
  skipper press pieces/ --lake lake
  skipper press pieces/ --verdict contradicted --verdict check_reading
  skipper press pieces/ --person "Wally Backman" --facts backman.yaml
  skipper press pieces/ --lake lake --keep -o pieces.html"""
)
@click.argument("paths", nargs=-1, required=True, type=Address(source))
@_LAKE
@_READER
@_BUDGET
@format_option
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML page instead of printing."
)
@click.option(
    "--spark", is_flag=True, help=f"Read with Spark, for more than about {MANY:,} documents; requires --keep."
)
@click.option("--keep", is_flag=True, help="Store reports, claims and verdicts in the lake, for its pages.")
@click.option(
    "--facts",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the claims about one person as a file of facts for `skipper ledger`.",
)
@_shown_options
def press(
    paths: tuple[Location, ...],
    lake: Location | None,
    by: str,
    budget: int | None,
    output: str,
    out: Path | None,
    spark: bool,
    keep: bool,
    facts: Path | None,
    words: tuple[str, ...],
    types: tuple[str, ...],
    people: tuple[str, ...],
    unfold: bool,
) -> None:
    """Check the claims in newspaper pieces.

    PATHS are files or folders of plain text, HTML, or JSON lines with text, date and url, on this machine or in an
    object store (s3://bucket/prefix). Claims are compared with the lake's tables and with one another, and grouped by
    matter, with contradicted and disputed claims first. Unusable documents are reported on stderr. Exit status: 0 if
    any document was read, regardless of the verdicts; 1 if no documents were read.
    """
    reader, asked = lake_or_none(lake), _chosen(by, budget)
    if spark:
        _with_spark(paths, reader, keep, asked)
        return
    judged = _read(paths, reader, asked)
    if keep:
        _keep(judged, reader)
    from skipper.press.claim_groups import chosen

    picked = chosen(judged, words, types, people)
    if facts is not None:
        _write_facts(picked, facts)
    unfold = unfold or "unverifiable" in words
    if out is not None:
        _write(picked, reader, out, unfold)
    else:
        _print(picked, reader, output, _title(judged), unfold)
    _exit_if_nothing(judged)


@click.command(
    epilog=f"""{_VERDICTS}

\b
Examples:
  skipper check draft.md
  skipper check draft.txt --lake lake -o draft.html"""
)
@click.argument("draft", type=Address(source, dir_okay=False))
@_LAKE
@_READER
@_BUDGET
@format_option
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML page instead of printing."
)
@_shown_options
def check(
    draft: Location,
    lake: Location | None,
    by: str,
    budget: int | None,
    output: str,
    out: Path | None,
    words: tuple[str, ...],
    types: tuple[str, ...],
    people: tuple[str, ...],
    unfold: bool,
) -> None:
    """Check a writer's draft, claim by claim.

    Prints the draft with its claims marked, the verdict on each claim, a line for each figure and date (verified,
    differs, not covered, or not read), and the sentences with figures or names in which no claims were found.

    DRAFT is a file of plain text, Markdown or HTML. Exit status: 1 if any claim is contradicted, otherwise 0; 2 if the
    draft cannot be read, or if there is no lake and no claims are found.
    """
    reader = lake_or_none(lake)
    judged = _read((draft,), reader, _chosen(by, budget))
    if not judged.reports:
        raise refusal(f"{draft}: cannot be read as a draft")
    if reader is None and not judged.claims:
        raise refusal(f"{draft}: no claims were found without a lake, so nothing was checked")
    from skipper.press.claim_groups import chosen

    picked, title = chosen(judged, words, types, people), f"{draft.name}: claims and verdicts"
    unread = _unread(judged, reader)
    if out is not None:
        from skipper.render.html.press_page import write_draft

        with writing_told(out):
            click.echo(f"check: {write_draft(picked, unread, title, reader.manifest if reader else None, out)}")
    elif output == "table":
        from skipper.render.draft import print_draft

        print_draft(picked, unread, title, reader.manifest if reader else None, unfold or "unverifiable" in words)
    else:
        _print(picked, reader, output, title, unfold, {"unread": [vars(one) for one in unread]})
    if judged.contradicted:
        click.get_current_context().exit(1)


def _chosen(by: str, budget: int | None) -> By:
    """Return the reader's name, or a run of the model's; of that, say first what is sent where. Refuse the frames where
    no pipeline of spaCy can be loaded."""
    if by == "frames":
        from skipper.press.frames.tree import PipelineError, pipeline

        try:
            pipeline()
        except PipelineError as error:
            raise refusal(str(error)) from error
    if by != "model":
        return by
    from skipper.press.model.settings import SettingError, model_settings, notice

    try:
        settings = model_settings(budget)
    except SettingError as error:
        raise refusal(str(error)) from error
    click.echo(notice(settings), err=True)
    return settings


def lake_or_none(lake: Location | None) -> LakeReader | None:
    """Return a reader for the given lake or an existing default lake. Without either, print a note and return None."""
    from skipper.lake.manifest import manifest_version

    if lake is not None:
        return open_lake(lake)
    default = location(default_lake())
    if manifest_version(default):
        return open_lake(default)
    click.echo(
        "no lake: nothing is checked against games, and only people whom a piece calls managers are known; give --lake",
        err=True,
    )
    return None


def _read(paths: tuple[Location, ...], reader: LakeReader | None, by: By) -> Judged:
    from skipper.press.answer import read_and_judge

    with _leaving_requests(by):
        judged = _told(paths, reader, lambda: read_and_judge(paths, reader, by, _counted))
    tell_refused(judged.refused)
    tell_dropped(judged.dropped)
    return judged


@contextmanager
def _leaving_requests(by: By) -> Iterator[None]:
    """End the process at Ctrl-C or SIGTERM without waiting for a model's answers: no request can be called back."""
    from skipper.cli.failures import told

    try:
        yield
    except KeyboardInterrupt as stop:
        failure = told(stop)
        if isinstance(by, str) or failure is None:
            raise
        failure.show()
        sys.stderr.flush()
        os._exit(failure.exit_code)


def _counted(reports: Iterable[Report]) -> Iterable[Report]:
    """Show a progress bar on stderr while the reports are read, if it is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(list(reports), "reading", console=console, transient=True, disable=not console.is_terminal)


def _told(paths: tuple[Location, ...], reader: LakeReader | None, work: Callable[[], Judged]) -> Judged:
    with failures_told(reader.lake if reader else Path()):
        try:
            return work()
        except OSError as error:
            raise refusal(str(error) if error.filename is None else f"{error.filename}: {error.strerror}") from error


def tell_refused(refused: Sequence[Row]) -> None:
    """Report quarantined documents on stderr, with the file, lines and reason."""
    for (file, reason), rows in groupby(refused, key=lambda row: (row["file"], row["reason"])):
        own = list(rows)
        lines = [str(row["line"]) for row in own if row.get("line") is not None][:TOLD]
        rest = sum(int(row.get("documents", 1)) for row in own) - len(lines)
        more = f" and {rest:,} more" if rest else ""
        at = f", line {', '.join(lines)}{more}" if lines else ""
        click.echo(f"quarantined: {printable(file)}{at}: {printable(reason)}", err=True)


def tell_dropped(dropped: Mapping[str, int]) -> None:
    """Report on stderr how many claims were dropped and how many sentences were not read, by reason."""
    for remark, count in sorted(dropped.items()):
        click.echo(f"{remark}: {count:,}", err=True)


def _title(judged: Judged) -> str:
    if len(judged.reports) == 1:
        return f"{judged.reports[0].name}: claims and verdicts"
    return f"{len(judged.reports):,} reports: claims and verdicts"


def _unread(judged: Judged, reader: LakeReader | None) -> list[Unread]:
    """Return the sentences of a draft in which no claims were found."""
    from skipper.press.answer import names_of
    from skipper.press.unread import unread_of

    return [one for report in judged.reports for one in unread_of(report, judged.claims, names_of(reader))]


def _write_facts(judged: Judged, out: Path) -> None:
    from skipper.press.ledger.facts_written import SeveralPeopleError, facts_text

    try:
        text, left = facts_text(judged)
    except SeveralPeopleError as error:
        raise refusal(f"--facts: {error}; choose one with --person") from error
    with writing_told(out):
        out.write_text(text, encoding="utf-8", newline="\n")
    claims = "1 claim" if left == 1 else f"{left} claims"
    click.echo(f"facts: {out}; {claims} left out (contradicted, or not a fact that a ledger holds)", err=True)


def _print(
    judged: Judged, reader: LakeReader | None, output: str, title: str, unfold: bool, more: Row | None = None
) -> None:
    from skipper.press.answer import answer_of, document

    manifest = reader.manifest if reader else None
    if output == "json":
        from skipper.answers.document import text_of

        sys.stdout.write(text_of(document(judged, manifest) | (more or {}), indent=1) + "\n")
        return
    emit(answer_of(judged, title, unfold), manifest, output)


def _write(judged: Judged, reader: LakeReader | None, out: Path, unfold: bool) -> None:
    from skipper.render.html.press_page import write_press

    with writing_told(out):
        manifest = reader.manifest if reader else None
        click.echo(f"press: {write_press(judged, _title(judged), manifest, out, unfold)}")


def _keep(judged: Judged, reader: LakeReader | None) -> None:
    if reader is None:
        raise refusal("--keep needs a lake: give --lake")
    from skipper.lake.checks import ChecksFailedError
    from skipper.lake.store import UnwritableLakeError
    from skipper.press.keep import keep

    try:
        kept = keep(judged, reader)
    except (UnwritableLakeError, ChecksFailedError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"kept in {reader.lake}: {kept.reports:,} reports, {kept.claims:,} claims", err=True)


def _with_spark(paths: tuple[Location, ...], reader: LakeReader | None, keep: bool, by: By) -> None:
    """Read documents, judge claims and store them with Spark, and print the number of each verdict."""
    if reader is None or not keep:
        raise refusal("--spark requires --keep and a lake: the claims go to the lake, not to the terminal")
    from rich.console import Console

    from skipper.lake.checks import ChecksFailedError
    from skipper.lake.store import UnwritableLakeError
    from skipper.press.keep_many import keep_many, session

    try:  # the step at work is shown if stderr is a terminal
        with Console(stderr=True).status("starting Spark") as shown:
            kept = keep_many(session(), paths, reader, by, shown.update)
    except (UnwritableLakeError, ChecksFailedError) as error:
        raise click.ClickException(str(error)) from error
    tell_refused(kept.refused)
    tell_dropped(kept.dropped)
    for word, count in kept.verdicts.items():
        click.echo(f"{word:<13} {count:>9,}")


def _exit_if_nothing(judged: Judged) -> None:
    if not judged.reports:
        raise click.ClickException("no document could be read")
