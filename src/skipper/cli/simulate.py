"""The `skipper simulate` command: play fictional organizations' games and write them in Retrosheet's formats."""

from __future__ import annotations

from pathlib import Path

import click

DEFAULT_GAMES, DEFAULT_ORGANIZATIONS, DEFAULT_SEED = 5_000, 8, 1977
MOST_ORGANIZATIONS = 32


@click.command(
    epilog="""\b
Examples:
  skipper simulate
  skipper simulate --organizations 30 --games 1000000 --spark"""
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("simulated"),
    show_default=True,
    help="Folder for the files; existing files are replaced.",
)
@click.option(
    "--games", type=click.IntRange(1), default=DEFAULT_GAMES, show_default=True,
    help="Minimum number of games; the last season is always completed.",
)  # fmt: skip
@click.option(
    "--organizations", type=click.IntRange(2, MOST_ORGANIZATIONS), default=DEFAULT_ORGANIZATIONS, show_default=True,
    help="Number of organizations, an even number; each has a club at each of eight levels.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=DEFAULT_SEED, show_default=True,
              help="The same seed and numbers produce the same files.")  # fmt: skip
@click.option("--spark", "on_spark", is_flag=True, help="Run a Spark task per league and season. Needs Java.")
def simulate(out: Path, games: int, organizations: int, seed: int, on_spark: bool) -> None:
    """Simulate organizations' games in Retrosheet's formats.

    Clubs, people and games are fictional. Each organization has a club at every level from the majors to Rookie, with
    injuries, call-ups and promotions; some managers platoon, some bat prospects at the bottom of the order despite the
    organization's plan, and some replace pitchers early. Games are played plate appearance by plate appearance with the
    probabilities of the lineup model, and written as event files, rosters and game logs. Each organization's plan for a
    season is written to the folder `plans`; check it with `skipper directives check`.
    """
    from skipper.simulate.many_seasons import simulate as write

    if organizations % 2:
        raise click.UsageError("--organizations: a league's clubs play in pairs, so give an even number")
    if on_spark:
        from skipper.session import BUILD_HEAP, start_session

        with start_session(BUILD_HEAP) as session:
            written = write(out, games, organizations, seed, session)
    else:
        written = write(out, games, organizations, seed)
    click.echo(f"{written:,} simulated games in {out}. To build a lake from them:")
    click.echo(
        f"skipper build --no-cache --lake {out}/lake --events {out}/events --gamelogs {out}/gamelogs "
        f"--leagues {out}/leagues.csv --affiliations {out}/affiliations"
    )
    plan = min((out / "plans").glob("*.yaml"))
    click.echo(f"To check an organization's plan against it: skipper directives check --lake {out}/lake {plan}")
