"""The commands about clubs, leagues and seasons, and about what a lake has: list, club, season, coverage, reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from skipper.cli.page_option import answering_with_page

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    "list",
    epilog="""\b
Examples:
  skipper list
  skipper list managers
  skipper list clubs NYN --format csv""",
)
@click.argument("kind", required=False)
@click.argument("of", required=False)
@answering_with_page
def list_(lake: LakeReader, kind: str | None, of: str | None) -> Answer:
    """List the lake's managers, players, clubs, leagues and so on.

    KIND is clubs or another kind; without arguments, the command lists the kinds. OF is a club, league or organization,
    whose seasons are listed.
    """
    from skipper.answers.catalogue import catalogue
    from skipper.answers.listing import listing

    return listing(lake, catalogue(lake), kind, of)


@click.command(
    epilog="""CSV has one row per manager and rule. JSON adds `players`, `orders` and `lineups` to `tables`.

\b
Examples:
  skipper club NYN --season 2016
  skipper club "New York Mets" --season 2016 -o mets.html"""
)
@click.argument("code", metavar="CLUB")
@click.option("--season", type=int, required=True, help="The season, for example 2016.")
@answering_with_page
def club(lake: LakeReader, code: str, season: int) -> Answer:
    """Show a club's season: managers, lineups and playing time.

    CLUB is the club's code or name; `skipper list clubs` lists them. Shows each manager's record under both rules, and
    starts by slot, position and opposing hand under all of the club's managers combined.
    """
    from skipper.answers.club import club

    return club(lake, code, season)


@click.command(
    epilog="""CSV has one row per manager, club and rule. JSON adds `leagues` and `leaders` to `tables`.

\b
Examples:
  skipper season 2016
  skipper season 2016 --league NL"""
)
@click.argument("year", type=int)
@click.option("--league", help="Only this league, by its code.")
@answering_with_page
def season(lake: LakeReader, year: int, league: str | None) -> Answer:
    """Show the managers' records in a season, league by league.

    Also lists the leagues with their games in the lake and those expected, and the season's leaders.
    """
    from skipper.answers.season import season

    return season(lake, year, league)


@click.command(
    epilog="""\b
Examples:
  skipper coverage
  skipper coverage --format csv"""
)
@answering_with_page
def coverage(lake: LakeReader) -> Answer:
    """Show what the lake has, what is missing, and how to cite it.

    CSV and JSON have one row per league and season.
    """
    from skipper.answers.holdings import coverage

    return coverage(lake)


@click.command(
    epilog="""\b
Examples:
  skipper reports
  skipper reports --report backman.txt
  skipper reports --person 'Wally Backman'"""
)
@click.option("--report", help="Only this report, by its name.")
@click.option("--person", help="Only claims about this person, by name or id.")
@answering_with_page
def reports(lake: LakeReader, report: str | None, person: str | None) -> Answer:
    """List the lake's reported claims, with their verdicts."""
    from skipper.answers.reports import reports

    return reports(lake, report, person)
