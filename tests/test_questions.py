"""Every question is declared once: command, method, route, tool and documentation follow from it and agree."""

from __future__ import annotations

import csv
import inspect
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import skipper
from skipper.answers.answer import Answer
from skipper.answers.errors import AnswerError
from skipper.answers.question import Argument, Question, question_called, questions
from skipper.api import Lake
from skipper.cli import main
from skipper.cli.serving import questions as asked_by_programs
from skipper.lake.reader import LakeReader

DOCS = Path(__file__).parent.parent / "docs"
# What is asked of the tiny lake, by parameter: a question with other required parameters needs another line here.
GIVEN: dict[str, Any] = {
    **{"name": "Bo Marsh", "names": ("Jose Marsh", "Tom Vale"), "code": "ALP", "season": 2031, "year": 2031},
    **{"column": "wins", "organization": "Nowhere"},
}
WITHOUT_ANSWER = {"tendencies", "system"}  # the tiny lake has no plays and no organization


def required(question: Question) -> dict[str, Any]:
    about_players = question.name == "player"
    found = {one.name: GIVEN[one.name] for one in question.parameters if one.required}
    return found | ({"name": "Jose Marsh"} if "name" in found and not about_players else {})


def words(question: Question) -> list[str]:
    """The command that asks it."""
    given = required(question)
    found = [question.command]
    for one in question.parameters:
        if one.name in given:
            values = given[one.name] if one.repeated else [given[one.name]]
            found += map(str, values) if isinstance(one.given, Argument) else [f"--{one.name}", str(given[one.name])]
    return found


@pytest.mark.parametrize("question", questions().values(), ids=list(questions()))
class TestEvery:
    def test_its_ways_have_one_list_of_parameters(self, question: Question, tiny_reader: LakeReader) -> None:
        command = main.get_command(None, question.command)  # type: ignore[arg-type]
        names = [one.name for one in question.parameters]
        assert command is not None
        assert [one.name for one in command.params][: len(names)] == names
        assert [one.option.name for one in asked_by_programs()[question.name].parameters] == names
        assert list(question.signature.parameters) == names
        assert command.help == question.help == asked_by_programs()[question.name].description
        assert question.help.partition("\n")[0].endswith(".")

    def test_its_ways_give_one_answer(self, question: Question, tiny: Path) -> None:
        done = CliRunner().invoke(main, [*words(question), "--lake", str(tiny), "--format", "json"])
        method = getattr(skipper.open(tiny), question.name)
        given = required(question)
        names = given.pop("names", ())
        if question.name in WITHOUT_ANSWER:
            assert done.exit_code == 2
            with pytest.raises(AnswerError, match=r"\w"):
                method(*names, **given)
            return
        assert done.exit_code == 0, done.output
        stated = json.loads(done.stdout)
        assert {"notices", "rule", "coverage", "rows", "tables", "notes", "simulated", "build"} <= set(stated)
        result = method(*names, **given)
        assert len(result.to_arrow()) == len(stated["rows"])
        asked = asked_by_programs()[question.name]
        of_route = asked.ask(LakeReader(tiny), {**given, **({"names": list(names)} if names else {})})
        assert isinstance(of_route, Answer)
        assert len(of_route.main.rows) == len(stated["rows"])
        flat = CliRunner().invoke(main, [*words(question), "--lake", str(tiny), "--format", "csv"]).stdout
        rows = list(csv.DictReader(io.StringIO(flat)))
        assert len(rows) == len(stated["rows"])
        printed = CliRunner().invoke(main, [*words(question), "--lake", str(tiny)]).stdout
        assert max(map(len, printed.splitlines())) <= 80

    def test_it_is_documented_with_its_examples(self, question: Question, tiny: Path) -> None:
        page = (DOCS / "commands" / f"{question.command}.md").read_text("utf-8")
        assert question.examples
        for example in question.examples:
            assert f"skipper {example}" in page
            assert example.split()[0] == question.command
        assert f"| `{question.name}{question.signature}` | {question.row} |".replace("'", '"') in (
            DOCS / "python.md"
        ).read_text("utf-8")

    def test_its_method_is_found_and_described(self, question: Question, tiny: Path) -> None:
        lake = skipper.open(tiny)
        assert question.name in dir(lake)
        method = getattr(lake, question.name)
        assert method.__name__ == question.name
        assert question.help in inspect.getdoc(method)
        assert list(inspect.signature(method).parameters) == list(question.signature.parameters)


def test_there_is_no_question_without_a_declaration(tiny: Path) -> None:
    assert {"records", "list", "coverage", "compare"} <= set(questions())
    for name in ("people", "answer", "nothing", "__class_getitem__", "a b"):
        assert question_called(name) is None
    with pytest.raises(AttributeError, match="'Lake' object has no attribute 'people'"):
        _ = skipper.open(tiny).people
    assert not hasattr(Lake, "records")  # the methods are made from the questions
