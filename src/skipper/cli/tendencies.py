"""The `skipper tendencies`, `games` and `ejections` commands: show a manager's tactics, game log and ejections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from skipper.cli.names import complete_manager
from skipper.cli.options import answering

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    epilog="""NAME is a name, part of a name, or any id. CSV and JSON have one row per season, club and
tendency; JSON adds `career` to `tables`.

\b
Examples:
  skipper tendencies "Alex Cora"
  skipper tendencies "Alex Cora" --season 2019 --format csv"""
)
@click.argument("name", shell_complete=complete_manager)
@click.option("--season", type=int, help="Only this season.")
@answering
def tendencies(lake: LakeReader, name: str, season: int | None) -> Answer:
    """Compare a manager's tactics with the league's.

    Covers steals, bunts, intentional walks, pitchouts, pinch hitters, pinch runners, pitching changes, long outings by
    starters, relievers' rest, lineups and ejections. Shows chances, attempts, the league's rate in the same situations,
    and an index in which 100 is the league average. Requires play-by-play (`skipper build --events`).
    """
    from skipper.answers.tendencies import tendencies

    return tendencies(lake, name, season)


@click.command(
    epilog="""NAME is a name, part of a name, or any id. CSV and JSON have one row per game; JSON adds
`lineups` and `changes` to `tables`.

\b
Examples:
  skipper games "Terry Collins" --season 2016
  skipper games "Alex Cora" --season 2019 --format json"""
)
@click.argument("name", shell_complete=complete_manager)
@click.option("--season", type=int, required=True, help="The season, for example 2016.")
@answering
def games(lake: LakeReader, name: str, season: int) -> Answer:
    """List a manager's games in a season.

    Shows date, opponent, result, starting pitcher and lineup. If the lake has the game's play-by-play, also shows every
    substitution and when it was made.
    """
    from skipper.answers.games import games

    return games(lake, name, season)


@click.command(
    epilog="""NAME is a name, part of a name, or any id. CSV and JSON have one row per ejection.

\b
Examples:
  skipper ejections "Wally Backman"
  skipper ejections "Terry Collins" --format csv"""
)
@click.argument("name", shell_complete=complete_manager)
@answering
def ejections(lake: LakeReader, name: str) -> Answer:
    """List a manager's known ejections.

    Shows date, club, opponent, result and source: the play-by-play, or the page cited in the manager file. Play-by-play
    of the minors records no ejections.
    """
    from skipper.answers.ejections import ejections

    return ejections(lake, name)
