"""The `skipper directives` commands: write plans and check whether the games followed them."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skipper.cli.options import (
    Address,
    InputFile,
    answering,
    emit,
    failures_told,
    format_option,
    lake_option,
    open_lake,
    refusal,
    writing_told,
)
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import Location

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.answers.answer import Answer
    from skipper.answers.directives.check import Checked
    from skipper.lake.reader import LakeReader

MISSED_STATUS = 3

_day = click.DateTime(["%Y-%m-%d"])
_plan_path = InputFile(path_type=Path)


@click.group(
    epilog="""\b
Examples:
  skipper directives new -o plan.yaml
  skipper directives check plan.yaml"""
)
def directives() -> None:
    """Check whether development plans were followed, game by game.

    A plan is a YAML file that states how an organization wants its players used, such as starts against left-handers or
    slots near the top of the order. `skipper directives new` writes an example plan.
    """


@directives.command(
    epilog="""Exit status: 0 on success; 1 if the lake cannot be read; 2 if the plan is invalid or
cannot be checked; 3 if a directive is missed and --fail-on missed was given.

\b
Examples:
  skipper directives check plan.yaml
  skipper directives check plan.yaml --through 2016-07-31 --since 2016-07-24
  skipper directives check plan.yaml --format json --fail-on missed
  skipper directives check plan.yaml -o plan.html
  skipper directives check plans/ --tables checked/"""
)
@click.argument("plan", type=_plan_path)
@click.option("--through", type=_day, metavar="DATE", help="Judge as of this day, ignoring later games.")
@click.option("--since", type=_day, metavar="DATE", help="Show what has changed since this day.")
@click.option("--fail-on", type=click.Choice(["missed"]), help="Exit with status 3 if a directive is missed.")
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Also write the plan's HTML page.")
@click.option(
    "--tables",
    type=Address(file_okay=False),
    help="Folder in which to write Delta tables; PLAN must be a folder.",
)
@lake_option
@format_option
def check(
    plan: Path,
    through: datetime | None,
    since: datetime | None,
    fail_on: str | None,
    out: Path | None,
    tables: Location | None,
    lake: Location,
    output: str,
) -> None:
    """Check each directive in a plan against the games.

    PLAN is a file, or a folder of plans, which Spark checks in one job. The verdict is met, missed, too early to say or
    needs play-by-play. During the season it depends on the current rate and its confidence interval, and at the end on
    the final count. A game for which the player was unavailable never counts as a miss.
    """
    if plan.is_dir() and (out or since):
        raise refusal("-o and --since require a single plan: give its file")
    if tables and not plan.is_dir():
        raise refusal("--tables needs a folder of plans")
    reader = open_lake(lake)
    with failures_told(lake):
        checked = _checked(reader, plan, _date(through), _date(since), tables)
        _print(checked, reader, output, plan.is_dir())
        if out is not None:
            _write_page(checked, reader, out)
    if fail_on and checked.missed:
        raise SystemExit(MISSED_STATUS)


def _checked(
    reader: LakeReader, plan: Path, through: date | None, since: date | None, tables: Location | None
) -> Checked:
    from skipper.answers.directives.check import check
    from skipper.answers.directives.plan_file import read_plan, read_plans

    if not plan.is_dir():
        return check(reader, [read_plan(plan)], through, since)
    plans = read_plans([plan])
    from skipper.answers.directives.check_folder import check_many
    from skipper.lake.checks import ChecksFailedError
    from skipper.session import start_session

    try:
        return check_many(start_session(), reader, plans, through, tables)
    except ChecksFailedError as error:
        raise click.ClickException(f"{tables}: the tables written there violate their contracts: {error}") from error


def _print(checked: Checked, reader: LakeReader, output: str, folder: bool) -> None:
    manifest = reader.manifest
    if output == "json":
        from skipper.answers.directives.check_document import document
        from skipper.answers.document import text_of

        click.echo(text_of(document(checked, manifest.notices, manifest.simulated), indent=1))
        return
    if folder:
        from skipper.answers.directives.check_folder import totals

        emit(totals(checked), manifest, output)
        return
    from skipper.answers.directives.check_answer import answer

    emit(answer(checked), manifest, output)


def _write_page(checked: Checked, reader: LakeReader, out: Path) -> None:
    from skipper.render.html.directives_page import plan_page
    from skipper.render.html.page import save

    with writing_told(out):
        save(plan_page(checked, reader.manifest), out)
    click.echo(f"plan: {out}", err=True)


@directives.command(
    epilog="""\b
Examples:
  skipper directives new > plan.yaml
  skipper directives new --organization "New York Mets" --season 2016"""
)
@click.option("--organization", default="My Organization", help="The organization's name in the plan.")
@click.option(
    "--season",
    type=click.IntRange(FIRST_SEASON, LAST_SEASON),
    default=lambda: date.today().year,
    show_default="this year",
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write.  [default: standard output]"
)
def new(organization: str, season: int, out: Path | None) -> None:
    """Write a commented example plan.

    The plan is valid and contains every kind of directive; its people are placeholders. An existing file is never
    overwritten, and a missing folder is created. With -o, the JSON Schema for editors is written next to the plan.
    """
    from skipper.answers.directives.example import SCHEMA, example
    from skipper.answers.directives.plan_file import schema_text

    text = example(season, organization)
    if out is None:
        click.echo(text, nl=False)
        return
    with writing_told(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        try:
            with out.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError as error:
            raise refusal(f"{out} already exists") from error
        out.with_name(SCHEMA).write_text(schema_text(), encoding="utf-8")
    click.echo(f"plan: {out}")


@directives.command(
    epilog="""\b
Examples:
  skipper directives keep plan.yaml --lake lake
  skipper directives keep plans/*.yaml"""
)
@click.argument("plans", nargs=-1, required=True, type=InputFile(path_type=Path, dir_okay=False), metavar="PLAN...")
@lake_option
def keep(plans: tuple[Path, ...], lake: Location) -> None:
    """Keep plans in the lake, for its pages.

    The site and `skipper serve` have a page for each kept plan, checked against the games of the last build. A plan
    that the lake cannot check is refused. A kept plan with the same file name is replaced.
    """
    from skipper.answers.directives.keep import keep
    from skipper.lake.checks import ChecksFailedError
    from skipper.lake.store import UnwritableLakeError

    reader = open_lake(lake)
    with failures_told(lake):
        try:
            count = keep(plans, reader)
        except (UnwritableLakeError, ChecksFailedError) as error:
            raise click.ClickException(str(error)) from error
    click.echo(f"kept in {lake}: {count:,} plan{'' if count == 1 else 's'}", err=True)


@directives.command(
    epilog="""\b
Examples:
  skipper directives kept mets-2016"""
)
@click.argument("name")
@answering
def kept(lake: LakeReader, name: str) -> Answer:
    """Check a plan that the lake keeps; `skipper list plans` lists them."""
    from skipper.answers.kept_plans import plan

    return plan(lake, name)


@directives.command(
    epilog="""\b
Examples:
  skipper directives schema > plan.schema.json"""
)
def schema() -> None:
    """Print the JSON Schema of a plan, for editors and other programs."""
    from skipper.answers.directives.plan_file import schema_text

    click.echo(schema_text(), nl=False)


def _date(value: datetime | None) -> date | None:
    return value.date() if value is not None else None


@directives.command(
    epilog="""\b
Examples:
  skipper directives compare plan.yaml
  skipper directives compare plans/2015.yaml plans/2016.yaml --format csv"""
)
@click.argument("plans", nargs=-1, required=True, type=_plan_path, metavar="PLAN...")
@click.option("--through", type=_day, metavar="DATE", help="Only games up to this day.")
@answering
def compare(lake: LakeReader, plans: tuple[Path, ...], through: datetime | None) -> Answer:
    """Rank managers by how often they followed directives.

    Counts every applicable game of every directive in the plans (files or folders) for the manager who ran it. Managers
    are ranked by the lower end of their rate's interval, so that 2 of 3 does not rank above 80 of 100.
    """
    from skipper.answers.directives.compare import compare
    from skipper.answers.directives.plan_file import read_plans

    return compare(lake, read_plans(list(plans)), _date(through))


@directives.command(
    epilog="""\b
Examples:
  skipper directives discover --club NYN --season 2016
  skipper directives discover --season 2015
  skipper directives discover --from 1985 --top 50 --format csv"""
)
@click.option("--club", help="Only this club, by its code or name.")
@click.option("--season", type=int, help="Only this season.")
@click.option("--from", "first", type=int, metavar="YEAR", help="All seasons from this year on, as one Spark job.")
@click.option(
    "--top", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Maximum length of each list."
)
@answering
def discover(lake: LakeReader, club: str | None, season: int | None, first: int | None, top: int) -> Answer:
    """Find unusual lineup patterns without a plan.

    Lists players who were platooned, players whose playing time fell and, if the lake has play-by-play, players who
    batted lower in the order than their production suggests. Covers one club's season, all clubs in a season, or all
    seasons since a given year. Each list controls the false discovery rate (Benjamini-Hochberg).
    """
    from skipper.answers.directives.discovery.answer import discover

    return discover(lake, club, season, first, top, _on_spark)


def _on_spark(lake: LakeReader, seasons: list[int]) -> pa.Table:
    from skipper.answers.directives.discovery.on_spark import compared_on_spark

    return compared_on_spark(lake, seasons)
