"""Sixty passages by somebody who had read no rule, thirty with a planted error: nobody is falsely accused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from built_lake import Built
from press_claims import claims_of
from skipper.lake.reader import LakeReader
from skipper.press.answer import facts_for
from skipper.press.claim import Report
from skipper.press.clean import passages
from skipper.press.reconcile import judge
from skipper.press.vocabulary import Vocabulary
from skipper.press.vocabulary_of_lake import load_vocabulary

PASSAGES = yaml.safe_load((Path(__file__).parent / "press_passages.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def words(every_season: Built) -> Vocabulary:
    return load_vocabulary(LakeReader(every_season.lake))


def test_there_are_thirty_of_each_kind_and_every_error_is_in_its_text() -> None:
    assert len({one["id"] for one in PASSAGES}) == 60
    wrong = [one for one in PASSAGES if not one["true"]]
    assert len(wrong) == 30
    assert all(one["text"].count(one["error"]["words"]) == 1 for one in wrong)


@pytest.mark.parametrize("passage", PASSAGES, ids=lambda passage: passage["id"])
def test_only_a_planted_error_is_contradicted(passage: dict[str, Any], every_season: Built, words: Vocabulary) -> None:
    text, wrong = passage["text"], passage.get("error", {}).get("words")
    report = Report(passage["id"], text, passages(text), passage["title"], None, passage["date"])
    claims = claims_of(report, words)
    verdicts = judge(claims, [report], facts_for(claims, LakeReader(every_season.lake)))
    begin = text.index(wrong) if wrong else -1
    false = [
        (claim.span, verdict.ours)
        for claim, verdict in zip(claims, verdicts, strict=True)
        if verdict.verdict == "contradicted" and not (wrong and claim.start < begin + len(wrong) and begin < claim.end)
    ]
    assert false == []
