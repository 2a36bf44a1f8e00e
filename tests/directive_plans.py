"""Plans and seasons written in few words, for the tests of directives."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from directive_lake import SEASON, MemoryLake, Play, Side
from skipper.answers.directives.check import check
from skipper.answers.directives.plan_file import PlanFile, parse_plan
from skipper.cli import main

MAN = "manno001"
HEAD = f"organization: Alpha Town\nseason: {SEASON}\n"
MAY = date(SEASON, 5, 1)


def plan_of(*directives: str, before: str = "") -> PlanFile:
    """A plan of directives, each as the inside of its braces; `before` are lines of the plan's own."""
    return parse_plan(f"{HEAD}{before}directives:\n" + "\n".join(f"  - {{{one}}}" for one in directives))


def games(starts: str, manager: str = "mgr1", hand: str = "L", first: date = MAY) -> list[Side]:
    """A game a day: a slot where there is a digit, no start where there is a point."""
    return [
        Side("ALP", first + timedelta(at), "0", hand, manager, None if mark == "." else {MAN: Play(int(mark), 6)})
        for at, mark in enumerate(starts)
    ]


def status(sides: list[Side], words: str, **days: date) -> dict[str, Any]:
    """The row of directive_status of one directive of Al Mann."""
    (one,) = check(MemoryLake(sides), [plan_of(f"id: a, player: Al Mann, {words}")], **days).directed
    return one.status


def judged(sides: list[Side], words: str, **days: date) -> list[dict[str, Any]]:
    """Its rows of directive_game."""
    (one,) = check(MemoryLake(sides), [plan_of(f"id: a, player: Al Mann, {words}")], **days).directed
    return one.games


def run(lake: Path, *words: object) -> Result:
    """`skipper directives …` on a lake."""
    return CliRunner().invoke(main, ["directives", *map(str, words), "--lake", str(lake)])


def in_order(rows: list[dict]) -> list[dict]:
    """The rows in an order of their own. Sums of floating numbers differ in their last bits with the order of the
    sum."""
    rounded = [
        {name: round(value, 9) if isinstance(value, float) else value for name, value in row.items()} for row in rows
    ]
    return sorted(rounded, key=repr)
