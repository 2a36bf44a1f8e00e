"""`skipper leaders`: lists of seasons and careers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skipper.cli.options import answering

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    epilog="""Without --min-games, win_pct, finish and every --lowest list take only those with half of the club's
games of the season, or 320 games for a career (about two seasons). These minima are ours, no record book's.

CSV and JSON rows: one per manager, season and club, or per manager; all that tie at the cut are among them.

\b
Examples:
  skipper leaders wins
  skipper leaders win_pct --by career --from 1961 --min-games 1000
  skipper leaders one_run_losses --club NYN --rule managed --top 5
  skipper leaders finish --lowest --from 2010 --to 2018"""
)
@click.argument("column")
@click.option(
    "--by", type=click.Choice(["season", "career"]), default="season", show_default=True, help="What is listed."
)
@click.option(
    "--rule",
    type=click.Choice(["managed", "credited"]),
    default="credited",
    show_default=True,
    help="managed: games he ran; credited: games the record book credits to him.",
)
@click.option("--level", help="One level only: MLB, AAA, AA …, or unknown.")
@click.option("--club", help="One club's code only, such as NYN.")
@click.option("--from", "first", type=int, metavar="YEAR", help="First season that counts.")
@click.option("--to", "last", type=int, metavar="YEAR", help="Last season that counts.")
@click.option("--min-games", type=click.IntRange(0), metavar="N", help="Fewest games of who is ranked; see below.")
@click.option("--lowest", is_flag=True, help="Lowest first.")
@click.option(
    "--top", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="How many ranks, ties beyond it."
)
@answering
def leaders(lake: LakeReader, column: str, **limits: Any) -> Answer:
    """Lists of seasons or careers, by any figure of the record.

    COLUMN is any number of table manager_season or manager_career, such as wins, win_pct, pythagorean_wins or
    one_run_wins; an unknown one lists them all. Ranks that are shared carry a T. A career is what the years, club
    and level asked for have of it.
    """
    from skipper.answers.leaders import leaders

    return leaders(lake, column, **limits)
