"""Plans: what is read, what is refused and where, and the schema."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
import yaml

from skipper.answers.directives.example import demo_plan, example
from skipper.answers.directives.plan import KINDS
from skipper.answers.directives.plan_file import PlanError, parse_plan, read_plans, schema_text

ROOT = Path(__file__).resolve().parent.parent
HEAD = "organization: Alpha Town\nseason: 2031\ndirectives:\n"


def errors(text: str) -> list[str]:
    with pytest.raises(PlanError) as caught:
        parse_plan(text)
    return str(caught.value).splitlines()


def asked(words: str) -> str:
    return parse_plan(f"{HEAD}  - {{id: a, player: x, {words}}}").plan.directives[0].words


def test_the_example_has_every_kind_and_is_valid() -> None:
    plan = parse_plan(example(2031)).plan
    assert {directive.kind for directive in plan.directives} == set(KINDS)
    assert plan.unavailable[0].start_day == date(2031, 6, 25)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("start: {against: LHP, at_least: 60%}", "start against LHP at least 60%"),
        ("start: {at_most: 33.3%}", "start at most 33.3%"),
        ("start: {games_per_week: 6}", "start 6 games a week"),
        ("start: {not_consecutive_days: true}", "start, not on consecutive days"),
        ("bat: {slots: 1-2, at_least: '80 %'}", "bat in slots 1-2 at least 80%"),
        ("bat: {slots: [1, 2, 6], at_most: 10%, against: R}", "bat in slots 1-2, 6 against RHP at most 10%"),
        ("bat: {slots: 3, at_least: 10%}", "bat in slot 3 at least 10%"),
        ("field: {position: OF, at_least: 5%}", "play LF or CF or RF at least 5%"),
        ("rest: {max_consecutive: 6}", "start at most 6 games in a row"),
        ("pitch: {max_pitches: 95, min_rest_days: 4}", "pitch: at most 95 pitches, at least 4 days of rest"),
        (
            "pitch: {role: bullpen, not_consecutive_days: true, max_innings: 2}",
            "pitch: at most 2 innings, not on consecutive days, as reliever",
        ),
    ],
)
def test_what_a_directive_asks(words: str, said: str) -> None:
    assert asked(words) == said


# The words of a directive, the place at fault in them, and the reason.
@pytest.mark.parametrize(
    ("words", "fault", "reason"),
    [
        ("bat: {slots: 0-5, at_least: 60%}", "0-5", "slots 0-5: a slot is 1 to 9"),
        ("bat: {slots: 5-2, at_least: 60%}", "5-2", "slots 5-2: the first is after the last"),
        ("bat: {slots: 1-9, at_least: 60%}", "1-9", "slots 1-9: every start is in one of them"),
        ("bat: {slots: 1, at_least: 0.6}", "0.6", "share 0.6: write a share as a percentage, such as 60%"),
        ("bat: {slots: 1, at_least: 160%}", "160%", "share 160%: a share is 0% to 100%"),
        ("bat: {slots: 1, at_least: ٦٠%}", "٦٠%", "share ٦٠%: write a share as a percentage, such as 60%"),
        ("bat: {slots: 1, at_least: 0%}", "{slots", "at_least 0%: it is always followed"),
        ("start: {at_most: 100%}", "{at_most", "at_most 100%: it is always followed"),
        ("bat: {slots: , at_least: 60%}", ", at", "slots: none given"),
        ("bat: {slots: 1,2, at_least: 60%}", "2, at", "2: there is no such field; inside braces, write several values"),
        ("rest: {max_consecutive: 5}, clubs: NYN", "NYN", "clubs: expected a list"),
        ("bat: {slots: 1}", "{slots", "expected exactly one of at_least, at_most; found none"),
        ("bat: {slots: 1, at_leest: 60%}", "at_leest", "at_leest: there is no such field; did you mean at_least?"),
        ("bat: {at_least: 60%}", "{at_least", "slots is missing"),
        ("start: {at_least: 60%, at_most: 70%}", "{at_least", "; found at_least and at_most"),
        ("start: {games_per_week: 6, against: LHP}", "{games", "against can only be used with at_least or at_most"),
        ("start: {games_per_week: six}", "six", "six: not a whole number"),
        ("start: {against: BHP, at_least: 60%}", "BHP", "against BHP: it must be LHP or RHP"),
        ("start: {not_consecutive_days: no}", "no}", "no: it must be true or omitted"),
        ("field: {position: XX, at_least: 60%}", "XX", "position XX: a position is one of P, C, 1B"),
        ("rest: {max_consecutive: 0}", "0}", "max_consecutive 0: at least 1"),
        ("rest: {max_consecutive: 5}, from: 2031-02-30", "2031", "2031-02-30: not a date such as 2016-05-01"),
        ("rest: {max_consecutive: 5}, from: 2031-06-02, to: 2031-06-01", "", "the first day is after the last"),
        ("rest: {max_consecutive: 5}, level: AAAA", "AAAA", "level AAAA: must be one of MLB, AAA, AA"),
        ("rest: {max_consecutive: 5}, club: A, clubs: [B]", "", "club or clubs, not both"),
        ("rest: {max_consecutive: 5}, start: {at_least: 5%}", "", "; found start and rest"),
        ("pitch: {}", "{}", "one or more of max_pitches, max_batters, max_times_through_order, max_innings,"),
        ("pitch: {role: opener}", "opener", "role opener: must be one of starter or bullpen"),
        ("why: nothing", "", "expected exactly one of bat, start, field, rest, pitch; found none"),
    ],
)
def test_what_is_refused_and_where(words: str, fault: str, reason: str) -> None:
    line = f"  - {{id: a, player: x, {words}}}"
    column = line.index(words) + words.index(fault) + 1 if fault else line.index("{") + 1
    (said,) = errors(HEAD + line)
    assert said.startswith(f"plan.yaml: line 4, column {column}: ")
    assert reason in said


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1, column 1: nothing in it"),
        ("- x", "line 1, column 1: the plan: expected fields, such as `name: value`"),
        ("x: &a 1\ny: *a", "line 1, column 4: anchors (&) and aliases (*) are not allowed"),
        ("x: !!python/object:os.system y", "line 1, column 4: tags"),
        ("x: !thing y", "line 1, column 4: tags (!thing) are not read"),
        ("a: 1\na: 2", "line 2, column 1: a occurs twice, first on line 1, column 1"),
        ("[a]: 1", "line 1, column 1: a key must be one word"),
        ("a: [1,\nb: }", "line 2, column 4: not YAML"),
        ("[" * 10_000, "line 1, column 22: nested deeper than 20"),
        (HEAD + "---\na: 1", "a second document: a file must contain a single plan"),
        ("a: \x00", "line 1, column 1: not YAML"),
        ("x" * 2_000_001, "line 1, column 1: more than 2,000,000 characters"),
    ],
)
def test_yaml_is_data(text: str, error: str) -> None:
    assert error in errors(text)[0]


def test_a_bomb_of_aliases_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    assert "line 1, column 4" in errors(bomb)[0]


def test_all_errors_are_told_at_once_in_the_order_of_the_file() -> None:
    first, second = (
        "{id: a, player: x, rest: {max_consecutive: 0}}",
        "{id: b!, player: x, bat: {slots: 0, at_least: 5%}}",
    )
    places = [line.split(": ")[1] for line in errors(f"{HEAD}  - {first}\n  - {second}")]
    assert places == ["line 4, column 48", "line 5, column 10", "line 5, column 38"]


def test_a_value_is_the_text_that_was_written() -> None:
    plan = parse_plan(f"{HEAD}  - {{id: no, player: 0123, start: {{at_least: 5%}}, why: off}}").plan
    assert (plan.directives[0].id, plan.directives[0].player, plan.directives[0].why) == ("no", "0123", "off")


def test_an_id_stands_once() -> None:
    one = "{id: a, player: x, rest: {max_consecutive: 5}}"
    (said,) = errors(f"{HEAD}  - {one}\n  - {one}")
    assert said == "plan.yaml: line 5, column 10: id a occurs twice, first on line 4, column 10"


def test_an_absence_needs_its_source() -> None:
    absence = "unavailable:\n  - {player: x, from: 2031-05-01}\n"
    (said,) = errors(absence + HEAD + "  - {id: a, player: x, rest: {max_consecutive: 5}}")
    assert said == "plan.yaml: line 2, column 5: source is missing"


def test_a_folder_of_plans(tmp_path: Path) -> None:
    for name in ("2031/alpha.yaml", "2031/beta.yml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(example(2031))
    (tmp_path / "notes.txt").write_text("no plan")
    assert [plan.name for plan in read_plans([tmp_path])] == ["2031/alpha", "2031/beta"]
    (tmp_path / "2031" / "gamma.yaml").write_text("a: }")
    with pytest.raises(PlanError, match=r"gamma\.yaml: line 1"):
        read_plans([tmp_path])


def test_a_folder_without_plans(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="no plan"):
        read_plans([tmp_path])


def test_the_published_schema_is_that_of_the_models() -> None:
    published = (ROOT / "docs" / "plan.schema.json").read_text("utf-8")
    assert published == schema_text(), "write it anew: make docs"
    assert json.loads(published)["$schema"].endswith("2020-12/schema")


def test_the_schema_accepts_the_example_and_refuses_what_the_models_refuse() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    validator = jsonschema.Draft202012Validator(json.loads(schema_text()))
    plan = yaml.load(example(2031), yaml.BaseLoader) | {"season": 2031}
    for directive in plan["directives"]:
        for rule in ("rest", "pitch", "start"):
            numbers = directive.get(rule, {})
            numbers |= {name: int(value) for name, value in numbers.items() if value.isdigit()}
            numbers |= {name: True for name, value in numbers.items() if value == "true"}
    assert list(validator.iter_errors(plan)) == []
    plan["directives"][0]["start"]["at_least"] = 0.6
    assert list(validator.iter_errors(plan))


# What is written, as YAML gives it to an editor; whether it is read.
@pytest.mark.parametrize(
    ("words", "read"),
    [
        ({"start": {"against": "LHP", "at_least": "60%"}}, True),
        ({"start": {"against": "lhp", "at_least": "60 %"}}, True),
        ({"start": {"against": "r", "at_least": "100%"}}, True),
        ({"start": {"against": "BHP", "at_least": "60%"}}, False),
        ({"start": {"at_least": "160%"}}, False),
        ({"start": {"at_least": "60"}}, False),
        ({"field": {"position": "ss", "at_least": "5.5%"}}, True),
        ({"field": {"position": "LF, rf", "at_least": "5%"}}, True),
        ({"field": {"position": ["Of", "1b"], "at_least": "5%"}}, True),
        ({"field": {"position": "4", "at_least": "5%"}}, False),
        ({"field": {"position": [], "at_least": "5%"}}, False),
        ({"field": {"position": "SS,", "at_least": "5%"}}, False),
        ({"bat": {"slots": "1-5", "at_least": "5%"}}, True),
        ({"bat": {"slots": "1, 3-4", "at_least": "5%"}}, True),
        ({"bat": {"slots": [1, "3-4"], "at_least": "5%"}}, True),
        ({"bat": {"slots": 3, "at_least": "5%"}}, True),
        ({"bat": {"slots": 0, "at_least": "5%"}}, False),
        ({"bat": {"slots": [], "at_least": "5%"}}, False),
        ({"bat": {"slots": ["1,2"], "at_least": "5%"}}, False),
        ({"rest": {"max_consecutive": 6}, "level": "AAA"}, True),
        ({"rest": {"max_consecutive": 6}, "level": "aaa"}, False),
        ({"pitch": {"role": "starter", "max_pitches": 95}}, True),
        ({"pitch": {"role": "Starter"}}, False),
    ],
)
def test_the_schema_and_the_parser_agree(words: dict, read: bool) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    validator = jsonschema.Draft202012Validator(json.loads(schema_text()))
    plan = {"organization": "x", "season": 2031, "directives": [{"id": "a", "player": "y", **words}]}
    assert validator.is_valid(plan) == read
    text = yaml.safe_dump(plan, sort_keys=False)
    if read:
        parse_plan(text)
    else:
        assert errors(text)


def test_the_plans_in_the_documentation_are_valid() -> None:
    text = (ROOT / "docs" / "directives.md").read_text("utf-8")
    blocks = [block.split("```")[0] for block in text.split("```yaml\n")[1:]]
    assert blocks
    for block in blocks:
        parse_plan(block)


def test_the_examples_are_valid() -> None:
    assert [plan.name for plan in read_plans([ROOT / "examples" / "plans"])] == ["mets-2016"]
    assert parse_plan(demo_plan()).plan.season == 2042
