"""A kind of directive is one module: an invented one, found by the walk, is checked, priced and printed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from directive_lake import SEASON, write_lake
from directive_plans import HEAD, games
from skipper.answers.directives.kinds.kind import kinds

INVENTED = '''
"""Directive `early`: every start before a slot."""

from typing import Annotated

from pydantic import Field

from skipper.answers.directives.kinds.kind import Kind, Rule
from skipper.answers.directives.values import Strict, Whole


class Early(Strict):
    """Starts near the top."""

    before: Annotated[Whole, Field(ge=2, le=9)] = Field(description="The slot before which every start must be.")


class EarlyStarts(Kind[Early]):
    """A start in a later slot is a miss."""

    name, order, part = "early", 6, Early
    example = """\\
  # early: every start before this slot
  - id: first-inning
    player: Second Player
    early: {before: 4}
"""
    example_order = 6
    columns = (("before_slot", "int"),)
    rules = (
        Rule(
            name="before",
            followed="t.slot < t.before_slot",
            did="coalesce(t.slot < t.before_slot, FALSE)",
            reasons=(("NOT t.started", "did not start"),),
            observed="concat('batted ', CAST(t.slot AS STRING))",
        ),
    )
    price_method = "early, because nobody has asked"
    no_price = "Directives to bat early have no price, because nobody has asked."
    note = "Early: the first innings."

    def rule(self, part):
        return "before"

    def row(self, part):
        return {"before_slot": part.before}

    def words(self, part):
        return f"bat before slot {part.before}"

    def required(self, part, no):
        return f"before slot {part.before}"


KIND = EarlyStarts()
'''
COMMAND = """
import sys
import skipper.answers.directives.kinds as kinds
kinds.__path__.append(sys.argv.pop(1))
from skipper.cli import main
main()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the kind, a lake of six games, and a plan."""
    folder = tmp_path_factory.mktemp("kinds")
    (folder / "more").mkdir()
    (folder / "more" / "early.py").write_text(INVENTED)
    write_lake(folder / "lake", games("2.2532"))
    (folder / "plan.yaml").write_text(f"{HEAD}directives:\n  - {{id: a, player: Al Mann, early: {{before: 4}}}}\n")
    return folder


def directives(folder: Path, *words: str) -> str:
    """What `skipper directives …` prints where the invented kind is among the others."""
    command = [sys.executable, "-c", COMMAND, str(folder / "more"), "directives", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_an_invented_kind_is_checked_and_says_why_it_has_no_price(folder: Path) -> None:
    (found,) = json.loads(directives(folder, "check", "plan.yaml", "--format", "json"))["directives"]
    assert found["asked"] == "bat before slot 4"
    assert (found["applicable"], found["followed"], found["club_games"]) == (5, 4, 6)
    (miss,) = found["misses"]
    assert (miss["observed"], miss["required"]) == ("batted 5", "before slot 4")
    assert found["cost"]["plate_appearances"] < 0  # a start more than asked for
    assert found["cost"]["runs"] is None
    printed = " ".join(directives(folder, "check", "plan.yaml").split())
    assert "Al Mann: bat before slot 4." in printed
    assert "Early: the first innings." in printed
    assert "Directives to bat early have no price, because nobody has asked." in printed


def test_an_invented_kind_is_in_the_schema_and_in_the_example(folder: Path) -> None:
    schema = json.loads(directives(folder, "schema"))["$defs"]
    assert schema["Early"]["required"] == ["before"]
    assert [*schema["Directive"]["properties"]][-2:] == ["early", "why"]
    assert {"required": ["early"]} in schema["Directive"]["oneOf"]
    example = directives(folder, "new", "--season", str(SEASON))
    assert example.endswith("    early: {before: 4}\n")
    refused = subprocess.run(
        [sys.executable, "-m", "skipper", "directives", "check", "plan.yaml"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert refused.returncode == 2
    assert "early: there is no such field" in refused.stderr


def test_every_kind_says_what_the_other_kinds_say() -> None:
    for name, kind in kinds().items():
        assert kind.name == name
        assert dedent(kind.example).startswith(f"# {name}: ")
        assert kind.by_lineup != bool(kind.steps)
        assert kind.price_method.startswith(name)
    assert len({kind.example_order for kind in kinds().values()}) == len(kinds())
    columns = [column for kind in kinds().values() for column, _ in kind.columns]
    assert len(columns) == len(set(columns))
