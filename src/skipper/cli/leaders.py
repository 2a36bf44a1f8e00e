"""The `skipper leaders` command: rank seasons and careers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skipper.cli.options import answering

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    epilog="""Without --min-games, win_pct, finish and every --lowest list require half of the club's games
in the season, or 320 games in a career (about two seasons). These minimums are Skipper's own.

CSV and JSON have one row per manager, season and club, or per manager, including all ties at the last rank.

\b
Examples:
  skipper leaders wins
  skipper leaders win_pct --by career --from 1961 --min-games 1000
  skipper leaders one_run_losses --club NYN --rule managed --top 5
  skipper leaders finish --lowest --from 2010 --to 2018"""
)
@click.argument("column")
@click.option(
    "--by", type=click.Choice(["season", "career"]), default="season", show_default=True, help="What to rank."
)
@click.option(
    "--rule",
    type=click.Choice(["managed", "credited"]),
    default="credited",
    show_default=True,
    help="managed: games the manager ran; credited: games that the record book credits to the manager.",
)
@click.option("--level", help="Only this level: MLB, AAA, AA and so on, or unknown.")
@click.option("--club", help="Only this club, by its code or name, for example NYN.")
@click.option("--from", "first", type=int, metavar="YEAR", help="First season included.")
@click.option("--to", "last", type=int, metavar="YEAR", help="Last season included.")
@click.option("--min-games", type=click.IntRange(0), metavar="N", help="Minimum number of games to qualify; see below.")
@click.option("--lowest", is_flag=True, help="Rank the lowest first.")
@click.option(
    "--top",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of entries; ties for the last place are added.",
)
@answering
def leaders(lake: LakeReader, column: str, **limits: Any) -> Answer:
    """Rank seasons or careers by any figure in the record.

    COLUMN is any numeric column of table manager_season or manager_career, such as wins, win_pct, pythagorean_wins or
    one_run_wins; an unknown name prints the list. T marks a tied rank. Career figures include only the years, club and
    level chosen.
    """
    from skipper.answers.leaders import leaders

    return leaders(lake, column, **limits)
