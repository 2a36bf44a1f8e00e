"""`skipper development`: list a manager's players and the levels that they reached afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from skipper.cli.names import complete_manager
from skipper.cli.page_option import answering_with_page

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    epilog="""NAME is a name, part of a name, or any id (Retrosheet, Lahman, MLBAM, Baseball-Reference, FanGraphs). CSV
and JSON rows: one per season, club and player.

\b
Examples:
  skipper development "Wally Backman"
  skipper development "Wally Backman" --season 2010 -o backman.html"""
)
@click.argument("name", shell_complete=complete_manager)
@click.option("--season", type=int, metavar="YEAR", help="Only this season.")
@answering_with_page
def development(lake: LakeReader, name: str, season: int | None) -> Answer:
    """List a manager's players and the levels that they reached.

    For each club and season, shows games, starts, plate appearances, slots and positions, pitching, first and last day,
    the next higher level in the lake and the season of the major-league debut. Rehab assignments are listed separately.
    The list shows exposure, not effect.
    """
    from skipper.answers.development import development

    return development(lake, name, season)
