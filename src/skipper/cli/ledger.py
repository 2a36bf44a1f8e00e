"""The `skipper ledger` command: chart a career from a hand-written file of facts."""

from __future__ import annotations

from pathlib import Path

import click

from skipper.cli.options import Address, emit, failures_told, format_option, open_lake, refusal, writing_told
from skipper.lake.location import Location


@click.command(
    epilog="""docs/ledger.md describes the file format; examples/backman.yaml is an example.

CSV and JSON have one row per stint; JSON adds disputes, records, sums, facts and pieces.

\b
Examples:
  skipper ledger examples/backman.yaml
  skipper ledger examples/backman.yaml --lake lake -o backman.html"""
)
@click.argument("facts", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--lake", type=Address(file_okay=False), help="Lake to check the facts against.", default=None)
@format_option
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML page instead of printing."
)
def ledger(facts: Path, lake: Location | None, output: str, out: Path | None) -> None:
    """Chart a career from a hand-written file of facts.

    Shows stints by level, records, totals that add up and disputed points.

    FACTS is a YAML file about one person. Each fact cites the piece and who asserted the fact. Facts are compared with
    one another and, with --lake, with the games; without --lake, no fact is marked as checked. Java is not required.
    """
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
