"""The `skipper lineup` commands: value lineups, find the best lineup, and list what managers' lineups cost."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skipper.cli.options import InputFile, answering
from skipper.cli.page_option import answering_with_page
from skipper.definitions.lineups import LEAST_KNOWN

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader

_day = click.DateTime(["%Y-%m-%d"])
_game = click.option("--game", metavar="NUMBER", help="Number of the game that day, as in the table game.")


@click.group(
    epilog="""\b
Examples:
  skipper lineup evaluate --club NYN --date 2019-07-03
  skipper lineup best --roster roster.csv
  skipper lineup managers --season 2019"""
)
def lineup() -> None:
    """Value batting orders in runs.

    Values are expected runs, estimated before the game from the lake's play-by-play. docs/lineup_model.md describes the
    model.
    """


@lineup.command(
    epilog="""\b
Examples:
  skipper lineup evaluate --club NYN --date 2019-07-03
  skipper lineup evaluate --club NYN --date 2019-07-03 -o lineup.html"""
)
@click.option("--club", required=True, help="The club's code or name, for example NYN.")
@click.option("--date", "day", type=_day, required=True, metavar="DATE", help="Day of the game.")
@_game
@answering_with_page
def evaluate(lake: LakeReader, club: str, day: datetime, game: str | None) -> Answer:
    """Value a game's lineup among all orders of its nine batters.

    The answer includes the chance to win against the opponent's lineup. The page written by -o charts the runs of all
    362,880 orders and marks the order used."""
    from skipper.answers.lineup_value import evaluate

    return evaluate(lake, club, day.date(), game)


@lineup.command(
    epilog="""The roster is a CSV file with columns player, positions (for example 4 6), strikeout, walk, home_run,
error, triple, double, single and out; the last eight count plate appearances. A player whose only position is 10 can
only be the designated hitter; one whose only position is 1 is a pitcher. Rates are shrunk by sample size toward the
line of the highest level in the lake's latest season.

\b
Examples:
  skipper lineup best --club NYN --date 2019-07-03
  skipper lineup best --club NYN --date 2019-07-03 --vs L --plan plan.yaml
  skipper lineup best --club NYN --date 2019-07-03 --without "Jeff McNeil"
  skipper lineup best --club NYN --season 2019 --vs L
  skipper lineup best --roster roster.csv"""
)
@click.option("--club", help="The club's code or name, for example NYN.")
@click.option("--date", "day", type=_day, metavar="DATE", help="Day of the game.")
@_game
@click.option("--season", type=int, metavar="YEAR", help="In place of --date: the season's usual nine.")
@click.option(
    "--vs", "versus", type=click.Choice(["L", "R"]), help="Against an average starter who throws with this hand."
)
@click.option(
    "--min-pa",
    "least",
    type=click.IntRange(min=0),
    default=LEAST_KNOWN,
    show_default=True,
    metavar="NUMBER",
    help="Choose a player with fewer plate appearances known only where nobody else can play.",
)
@click.option("--without", multiple=True, metavar="NAME", help="Leave out a player, by name or id; may be repeated.")
@click.option("--plan", type=InputFile(path_type=Path, dir_okay=False), help="Plan to follow.")
@click.option("--roster", type=InputFile(path_type=Path, dir_okay=False), help="CSV file of players.")
@click.option("--pitcher-bats", is_flag=True, help="With --roster: a pitcher bats, and there is no designated hitter.")
@answering
def best(
    lake: LakeReader,
    club: str | None,
    day: datetime | None,
    game: str | None,
    season: int | None,
    versus: str | None,
    least: int,
    without: tuple[str, ...],
    plan: Path | None,
    roster: Path | None,
    pitcher_bats: bool,
) -> Answer:
    """Find the likely best lineup for a game or from a roster.

    The order is the best one for the nine. The nine are the players with the greatest sum of runs alone, the runs of
    nine copies of a player. A club's candidates are the players who started the game or appeared in the seven days
    before it, at positions where they had started three times before, except those who could not play according to
    transactions or had since played for another club. With --plan, the players to whom start or bat directives apply
    that day are in the lineup, in the slots that the directives name.

    With --season, the nine are the players with the most starts at each position in the season's games, against
    starters of the hand --vs if it is given.
    """
    from skipper.answers.best_lineup import Limits, best, usual
    from skipper.answers.roster_lineup import best_of_roster

    if roster is not None:
        if club or day or game or season or versus or without or plan:
            raise click.UsageError("--roster can be combined with --pitcher-bats and --min-pa only")
        return best_of_roster(lake, roster, pitcher_bats, least)
    if pitcher_bats:
        raise click.UsageError("--pitcher-bats requires --roster")
    if club is None or (day is None) == (season is None):
        raise click.UsageError("give --club and --date, --club and --season, or --roster")
    limits = Limits(least, without)
    if day is None:
        if game or plan:
            raise click.UsageError("--game and --plan require --date")
        assert season is not None
        return usual(lake, club, season, versus, limits)
    from skipper.answers.directives.plan_file import read_plan

    return best(lake, club, day.date(), game, versus, None if plan is None else read_plan(plan), limits)


@lineup.command(
    epilog="""\b
Examples:
  skipper lineup managers --season 2019
  skipper lineup managers --club NYN"""
)
@click.option("--season", type=int, metavar="YEAR", help="Only this season.")
@click.option("--club", help="Only this club, by its code or name, for example NYN.")
@answering
def managers(lake: LakeReader, season: int | None, club: str | None) -> Answer:
    """List what managers' lineups cost in runs, by season."""
    from skipper.answers.lineup_value import by_manager

    return by_manager(lake, season, club)
