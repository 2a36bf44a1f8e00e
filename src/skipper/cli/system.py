"""The `skipper system` command: list an organization's clubs in a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from skipper.cli.page_option import answering_with_page

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    epilog="""CSV and JSON have one row per club, including clubs without games.

\b
Examples:
  skipper system "New York Mets" --season 2010
  skipper system "New York Mets" --season 2010 -o mets-2010.html"""
)
@click.argument("organization")
@click.option("--season", type=int, required=True, metavar="YEAR", help="The season.")
@answering_with_page
def system(lake: LakeReader, organization: str, season: int) -> Answer:
    """Show an organization's farm system as a tree.

    Prints the clubs on their branches, highest level first: level, club, league, manager, record, and the games in the
    lake of those that the club played. -o draws the tree on a page. ORGANIZATION is a major-league club's name that
    season. Affiliations come from `skipper build --affiliations`, from the club list next to the minor-league
    play-by-play, or from the Stats API. If the game data do not name a manager, the manager comes from the
    hand-compiled list, and the answer says so.

    A club's games are shown as `76 of 76, 100 %`, or as `135 of ?` if no source gives the number that it played. The
    number comes from Lahman, else from the Stats API's standings, else from the record on the pages cited for the
    club's managers; a lake with all games of the league also has all of the club's.
    """
    from skipper.answers.system import system

    return system(lake, organization, season)
