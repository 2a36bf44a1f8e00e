"""`skipper demo`: a simulated league through the whole pipeline, to a manager's file and a plan's page."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

MANAGER = "Ambrose Kettleworth"
SEASON = 2042
FACTS = "examples/backman.yaml"
QUESTIONS = (
    ("records", MANAGER),
    ("usage", MANAGER, "--season", str(SEASON)),
    ("differences",),
)


@click.command(
    epilog="""\b
Examples:
  skipper demo
  skipper demo --out /tmp/demo"""
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("demo"),
    show_default=True,
    help="Folder for the sources, the lake and the page; what is there already is replaced.",
)
def demo(out: Path) -> None:
    """A simulated league through the whole pipeline, to its pages.

    Simulates a small league, builds it, asks three questions and writes a manager's file, kettleworth.html in the
    folder. Then it checks a development plan, plan.yaml, that the manager did not follow, and writes the plan's page,
    plan.html. Everything in it is fictional, and says so. The pipeline is the one that reads real game logs. It needs
    Java and no network. A third page, backman.html, is no simulation: the career ledger of the facts in
    examples/backman.yaml.
    """
    from skipper.answers.directives.example import demo_plan
    from skipper.cli import main
    from skipper.simulate import write_league

    sources, lake, page = out / "sources", out / "lake", out / "kettleworth.html"
    plan, facts = out / "plan.yaml", out / "backman.yaml"
    click.echo(f"simulating a league of fictional clubs and people into {sources}")
    write_league(sources)
    plan.write_text(demo_plan(), encoding="utf-8")
    facts.write_bytes(_example_facts())
    commands = [
        (
            "build",
            *("--lake", str(lake), "--gamelogs", str(sources / "gamelogs"), "--lahman", str(sources / "lahman")),
            *("--register", str(sources / "register"), "--leagues", str(sources / "leagues.csv")),
        ),
        *((*question, "--lake", str(lake)) for question in QUESTIONS),
        ("file", MANAGER, "--lake", str(lake), "-o", str(page)),
        ("directives", "check", str(plan), "--lake", str(lake), "-o", str(out / "plan.html")),
        ("ledger", str(facts), "-o", str(out / "backman.html")),
    ]
    for command in commands:
        shown = " ".join(f'"{word}"' if " " in word else word for word in command)
        click.secho(f"\n$ skipper {shown}", bold=True)
        main.main(args=list(command), prog_name="skipper", standalone_mode=False)


def _example_facts() -> bytes:
    """Read the example's facts: in the package where a wheel was installed, else beside the source."""
    packaged = files("skipper") / FACTS
    source = Path(__file__).resolve().parents[3] / FACTS
    return packaged.read_bytes() if packaged.is_file() else source.read_bytes()
