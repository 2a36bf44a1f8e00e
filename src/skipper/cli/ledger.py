"""`skipper ledger`: draw a career from a hand-kept file of facts."""

from __future__ import annotations

from pathlib import Path

import click

from skipper.cli.options import emit, failures_told, format_option, open_lake, refusal, writing_told


@click.command(
    epilog="""docs/ledger.md describes the file; examples/backman.yaml is one.

CSV and JSON rows: one per stint; JSON adds disputes, records, sums, facts and pieces.

\b
Examples:
  skipper ledger examples/backman.yaml
  skipper ledger examples/backman.yaml --lake lake -o backman.html"""
)
@click.argument("facts", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--lake", type=click.Path(path_type=Path, file_okay=False), help="Lake to check the facts against.", default=None
)
@format_option
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML page instead of printing."
)
def ledger(facts: Path, lake: Path | None, output: str, out: Path | None) -> None:
    """Draw a career from a hand-kept file of facts.

    Shows stints by level, records, sums that hold and points in dispute.

    FACTS is a YAML file about one person. Each fact names its piece and who asserted it. Facts are compared with one
    another, and with the games if --lake is given; without it, none is called checked. Needs no Java.
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
