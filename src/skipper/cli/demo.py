"""The `skipper demo` command: run the whole pipeline on a simulated farm system and write HTML pages."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

MANAGER = "Ambrose Kettleworth"
SEASON = 2042
ORGANIZATION = "Ironmoor Anvils"
SOURCES = ("gamelogs", "events", "lahman", "register", "leagues.csv", "minors", "managers.csv")
FACTS = "examples/backman.yaml"
QUESTIONS = (
    ("system", ORGANIZATION, "--season", str(SEASON)),
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
    help="Folder for the sources, the lake and the pages; existing files are replaced.",
)
def demo(out: Path) -> None:
    """Run the whole pipeline on a simulated farm system.

    Simulates organizations with clubs at four levels, builds a lake from them, prints an organization's tree, asks
    three questions about its Triple-A manager and writes a manager's file, kettleworth.html. It then checks a
    development plan, plan.yaml (the manager misses two of its three directives), and writes the plan's page, plan.html.
    These games and people are fictional and labelled as such, but the pipeline is the same as for real data. A third
    page, backman.html, is not simulated; it shows the career ledger from examples/backman.yaml. Requires Java but no
    network connection.
    """
    from skipper.answers.directives.example import demo_plan
    from skipper.cli import main
    from skipper.simulate import write_league

    sources, lake, page = out / "sources", out / "lake", out / "kettleworth.html"
    plan, facts = out / "plan.yaml", out / "backman.yaml"
    click.echo(f"simulating a farm system of fictional clubs and people into {sources}")
    write_league(sources)
    plan.write_text(demo_plan(), encoding="utf-8")
    facts.write_bytes(_example_facts())
    commands = [
        (
            "build",
            "--no-cache",
            *("--lake", str(lake)),
            *(part for name in SOURCES for part in (f"--{name.removesuffix('.csv')}", str(sources / name))),
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
    """Return the example facts, from the package if installed from a wheel, otherwise from the source tree."""
    packaged = files("skipper") / FACTS
    source = Path(__file__).resolve().parents[3] / FACTS
    return packaged.read_bytes() if packaged.is_file() else source.read_bytes()
