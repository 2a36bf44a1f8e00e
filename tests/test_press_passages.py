"""Passages by somebody who had read no rule, thirty of sixty with a planted error, and three sets of sixty pairs, true
and falsified: nobody is falsely accused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from built_lake import Built
from press_claims import claims_of
from skipper.press.answer import facts_for
from skipper.press.claim import Claim, Report
from skipper.press.clean import passages
from skipper.press.figures.second_pass import held_figures, person_ids, tagged
from skipper.press.frames.words import tagger_of
from skipper.press.reconcile import Verdict, judge
from skipper.press.vocabulary import Vocabulary

PASSAGES = yaml.safe_load((Path(__file__).parent / "press_passages.yaml").read_text(encoding="utf-8"))
PAIRS = yaml.safe_load((Path(__file__).parent / "press_pairs.yaml").read_text(encoding="utf-8"))
SECOND = yaml.safe_load((Path(__file__).parent / "press_pairs_second.yaml").read_text(encoding="utf-8"))
THIRD = yaml.safe_load((Path(__file__).parent / "press_pairs_third.yaml").read_text(encoding="utf-8"))
TRUE = yaml.safe_load((Path(__file__).parent / "press_true.yaml").read_text(encoding="utf-8"))
AGAINST = ("contradicted", "check_reading")
Judged = Mapping[str, list[tuple[Claim, Verdict]]]


@pytest.fixture(scope="module")
def judged(every_season: Built, real_words: Vocabulary) -> Judged:
    """The claims of each passage with their verdicts, each passage by itself."""
    reports = [
        Report(one["id"], one["text"], passages(one["text"]), one["title"], None, one["date"]) for one in PASSAGES
    ]
    claims = {report.name: claims_of(report, real_words) for report in reports}
    facts = facts_for([claim for each in claims.values() for claim in each], every_season.reader())
    verdicts = {report.name: judge(claims[report.name], [report], facts) for report in reports}
    return {name: list(zip(claims[name], verdicts[name], strict=True)) for name in claims}


def _meets(claim: Claim, passage: dict[str, Any]) -> bool:
    wrong = passage.get("error", {}).get("words")
    begin = passage["text"].index(wrong) if wrong else -1
    return bool(wrong) and claim.start < begin + len(wrong) and begin < claim.end


def test_there_are_thirty_of_each_kind_and_every_error_is_in_its_text() -> None:
    assert len({one["id"] for one in PASSAGES}) == 60
    wrong = [one for one in PASSAGES if not one["true"]]
    assert len(wrong) == 30
    assert all(one["text"].count(one["error"]["words"]) == 1 for one in wrong)


@pytest.mark.parametrize("passage", PASSAGES, ids=lambda passage: passage["id"])
def test_only_a_planted_error_is_contradicted(passage: dict[str, Any], judged: Judged) -> None:
    false = [
        (claim.span, verdict.ours)
        for claim, verdict in judged[passage["id"]]
        if verdict.verdict == "contradicted" and not _meets(claim, passage)
    ]
    assert false == []


def test_a_share_of_the_planted_errors_is_met(judged: Judged) -> None:
    met = [
        one["id"]
        for one in PASSAGES
        if any(verdict.verdict in AGAINST and _meets(claim, one) for claim, verdict in judged[one["id"]])
    ]
    assert len(met) >= 9, met


def test_nothing_that_is_true_is_contradicted(every_season: Built, real_words: Vocabulary) -> None:
    reports = [
        Report(f"{number}", one["text"], passages(one["text"]), date=one.get("date")) for number, one in enumerate(TRUE)
    ]
    claims = [claims_of(report, real_words) for report in reports]
    facts = facts_for([claim for each in claims for claim in each], every_season.reader())
    found = [verdict for report, own in zip(reports, claims, strict=True) for verdict in judge(own, [report], facts)]
    assert [verdict for verdict in found if verdict.verdict == "contradicted"] == []
    assert sum(verdict.verdict == "supported" for verdict in found) >= 12


def test_the_true_texts_of_the_pairs_are_not_contradicted(every_season: Built, real_words: Vocabulary) -> None:
    reports = [Report(one["id"], one["text"], passages(one["text"]), date=one["date"]) for one in PAIRS]
    claims = [claims_of(report, real_words) for report in reports]
    facts = facts_for([claim for each in claims for claim in each], every_season.reader())
    found = [verdict for report, own in zip(reports, claims, strict=True) for verdict in judge(own, [report], facts)]
    counted = Counter(verdict.verdict for verdict in found)
    assert counted["contradicted"] == 0
    assert counted["check_reading"] <= 2
    assert counted["supported"] + counted["corroborated"] >= 5


@pytest.mark.parametrize(("pairs", "least"), [(PAIRS, 36), (SECOND, 34), (THIRD, 32)], ids=["first", "second", "third"])
def test_most_of_the_falsified_figures_of_the_pairs_are_met_and_the_true_ones_are_not(
    every_season: Built, real_words: Vocabulary, pairs: list[dict[str, Any]], least: int
) -> None:
    """The figures of a report alone, held against the facts; claims add nothing here."""
    texts = {one["id"]: (one["text"], one["text"].replace(*one["wrong"].values())) for one in pairs}
    reports = [
        [
            Report(one["id"], text, passages(text), date=one["date"])
            for one in pairs
            for text in (texts[one["id"]][side],)
        ]
        for side in (0, 1)
    ]
    against_true, against_false = (_figures_against(each, every_season, real_words) for each in reports)
    changed = {one["id"]: one["text"].index(one["wrong"]["from"]) for one in pairs}
    ends = {one["id"]: changed[one["id"]] + len(one["wrong"]["to"]) for one in pairs}
    met = {name for name, start, end in against_false if start < ends[name] and changed[name] < end}
    assert against_true == []
    assert len(met) >= least, sorted(changed.keys() - met)


def _figures_against(reports: list[Report], lake: Built, words: Vocabulary) -> list[tuple[str, int, int]]:
    """The report and place of each figure that its facts differ from."""
    every = [tagged(report, (), tagger_of(words)) for report in reports]
    facts = facts_for((), lake.reader(), person_ids(every))
    return [
        (one.context.report.name, figure.start, figure.end)
        for one in every
        for figure, held in held_figures(one, facts)
        if held is not None and held.word == "check_reading"
    ]


@pytest.mark.parametrize("pairs", [PAIRS, SECOND, THIRD], ids=["first", "second", "third"])
def test_each_pair_differs_in_one_figure(pairs: list[dict[str, Any]]) -> None:
    assert len({one["id"] for one in pairs}) == 60
    assert all(one["text"].count(one["wrong"]["from"]) == 1 for one in pairs)
    assert all(one["wrong"]["from"] != one["wrong"]["to"] for one in pairs)
