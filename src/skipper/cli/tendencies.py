"""`skipper tendencies` and `skipper games`: a manager's tactics, and his games one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from skipper.cli.names import complete_manager
from skipper.cli.options import answering

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader


@click.command(
    epilog="""NAME is a name, part of one, or any id. CSV and JSON rows: one per season, club and tendency; JSON adds
`career` under `tables`.

\b
Examples:
  skipper tendencies "Alex Cora"
  skipper tendencies "Alex Cora" --season 2019 --format csv"""
)
@click.argument("name", shell_complete=complete_manager)
@click.option("--season", type=int, help="One season only.")
@answering
def tendencies(lake: LakeReader, name: str, season: int | None) -> Answer:
    """A manager's tactics, beside his league's.

    Steals, bunts, intentional walks, pitchouts, pinch hitters and runners, pitching changes, starters left in,
    relievers' rest, lineups, ejections: chances, how often it was done, the league's rate in the same situations, and
    an index of which 100 is the league. Needs play by play: `skipper build --events`.
    """
    from skipper.answers.tendencies import tendencies

    return tendencies(lake, name, season)


@click.command(
    epilog="""NAME is a name, part of one, or any id. CSV and JSON rows: one per game; JSON adds `lineups` and
`changes` under `tables`.

\b
Examples:
  skipper games "Terry Collins" --season 2016
  skipper games "Alex Cora" --season 2019 --format json"""
)
@click.argument("name", shell_complete=complete_manager)
@click.option("--season", type=int, required=True, help="The season, such as 2016.")
@answering
def games(lake: LakeReader, name: str, season: int) -> Answer:
    """A manager's games of a season, one by one.

    Date, opponent, result, starting pitcher and lineup; and where the lake has play by play, every change during the
    game and when it was made.
    """
    from skipper.answers.games import games

    return games(lake, name, season)
