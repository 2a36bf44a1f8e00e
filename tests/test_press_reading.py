"""Every pattern of the rules' reader reads its example, and reads nothing in its counter-example."""

from __future__ import annotations

from typing import Any

import pytest

from press_quality import plainly, small_vocabulary
from skipper.press.claim import FIELDS, Passage, Report
from skipper.press.reading import READ, RulesReader, office
from skipper.press.reading.rules import Rule, matches, types
from skipper.press.reading.told import Told

OTHERS = ("Billy Gardner", "Miller Huggins", "Happy Chandler")  # whom the examples name and no claim is about
RULES = [rule for rules in types().values() for rule in rules]


@pytest.fixture(scope="module")
def reader() -> RulesReader:
    gives = [{**example["gives"], "type": rule.type} for rule in RULES for example in rule.examples]
    return RulesReader(small_vocabulary({"rules": [{"claims": gives}]}, OTHERS), types=tuple(READ))


def _report(text: str) -> Report:
    return Report("sentence", text, (Passage(0, len(text), "body"),))


def _named(rule: Rule) -> str:
    return f"{rule.type}-{rule.number}"


@pytest.mark.parametrize("rule", RULES, ids=_named)
def test_a_pattern_reads_its_example(rule: Rule, reader: RulesReader) -> None:
    for example in rule.examples:
        report = _report(example["say"])
        expected = {name: plainly(value) for name, value in example["gives"].items()}
        context = reader._context(report)
        found = [match for sentence in context.sentences for match in matches(sentence, (rule.type,))]
        assert any(match.rule is rule for match in found)
        assert expected in (_offices(reader, report) if rule.type == "office" else _claims(reader, report, rule.type))


@pytest.mark.parametrize("rule", RULES, ids=_named)
def test_a_pattern_reads_nothing_in_its_counter_example(rule: Rule, reader: RulesReader) -> None:
    report = _report(rule.counter)
    assert (_offices(reader, report) if rule.type == "office" else _claims(reader, report, rule.type)) == []


def _claims(reader: RulesReader, report: Report, kind: str) -> list[dict[str, Any]]:
    found = [dict(claim.fields) for claim in reader.read(report).claims if claim.type == kind]
    return [{name: plainly(value) for name, value in fields.items() if name in FIELDS[kind]} for fields in found]


def _offices(reader: RulesReader, report: Report) -> list[dict[str, Any]]:
    context = reader._context(report)
    found = [Told(match, context) for sentence in context.sentences for match in matches(sentence, ("office",))]
    posts = [post for told in found if (post := office.read(told)) is not None]
    return [{"person": one.person.name, "club": context.clubs(one.club, None)[0].name} for one in posts]
