"""The `skipper ledger` command: chart a career, from a hand-written file of facts or from stored reports."""

from __future__ import annotations

from pathlib import Path

import click

from skipper.cli.options import Address, InputFile, emit, failures_told, format_option, open_lake, refusal, writing_told
from skipper.cli.page_option import write_answer
from skipper.lake.location import Location, location
from skipper.settings import LAKE_VARIABLE, default_lake


@click.command(
    epilog="""docs/ledger.md describes the file format; examples/backman.yaml is an example.

CSV and JSON have one row per stint; JSON adds events or, for FACTS, disputes, records, sums, facts and pieces.

\b
Examples:
  skipper ledger examples/backman.yaml
  skipper ledger examples/backman.yaml --lake lake -o backman.html
  skipper ledger --person 'Wally Backman' --lake lake"""
)
@click.argument("facts", type=InputFile(path_type=Path, dir_okay=False), required=False)
@click.option("--person", help="A name or id: the career according to the lake's stored reports, instead of FACTS.")
@click.option(
    "--lake",
    type=Address(file_okay=False),
    help="Lake to check the facts against, or with the reports.",
    show_default=f"none; with --person, ${LAKE_VARIABLE} or ./lake",
)
@format_option
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML page instead of printing."
)
def ledger(facts: Path | None, person: str | None, lake: Location | None, output: str, out: Path | None) -> None:
    """Chart a career from a file of facts or from reports.

    Shows stints by level, records, totals that add up and disputed points.

    FACTS is a YAML file about one person. Each fact cites the piece and who asserted the fact. Facts are compared with
    one another and, with --lake, with the games; without --lake, no fact is marked as checked. Java is not required.
    """
    if (facts is None) == (person is None):
        raise click.UsageError("give FACTS or --person")
    if facts is None:
        assert person is not None
        _of_reports(person, lake or location(default_lake()), output, out)
    else:
        _of_facts(facts, lake, output, out)


def _of_reports(person: str, lake: Location, output: str, out: Path | None) -> None:
    from skipper.answers.ledger import ledger

    reader = open_lake(lake)
    with failures_told(lake):
        answer = ledger(reader, person)
    if out is None:
        emit(answer, reader.manifest, output)
    else:
        write_answer(reader, answer, out)


def _of_facts(facts: Path, lake: Location | None, output: str, out: Path | None) -> None:
    from skipper.press.ledger.answer import answer_of
    from skipper.press.ledger.drawn import NobodyError, ledger_of
    from skipper.press.ledger.facts_file import FactsFileError, read_facts

    try:
        file = read_facts(facts)
    except FactsFileError as error:
        raise refusal(str(error)) from error
    reader = None if lake is None else open_lake(lake)
    with failures_told(lake or Path()):
        try:
            found = ledger_of(file, reader)
        except NobodyError as error:
            raise refusal(f"{facts}: {error}") from error
    manifest = reader.manifest if reader else None
    if out is None:
        emit(answer_of(found), manifest, output)
        return
    from skipper.render.html.ledger_page import write_ledger

    with writing_told(out):
        click.echo(f"ledger: {write_ledger(found, manifest, out)}")
