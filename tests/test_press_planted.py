"""Errors planted in pieces about real managers: nothing else is contradicted; an error that is met has our figure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from built_lake import Built
from press_claims import claims_of
from skipper.press.answer import facts_for
from skipper.press.claim import Claim
from skipper.press.documents import read_documents
from skipper.press.reconcile import Verdict, judge
from skipper.press.vocabulary import Vocabulary

PIECES = yaml.safe_load((Path(__file__).parent / "press_planted.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def against(
    every_season: Built, real_words: Vocabulary, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, list[tuple[Claim, Verdict]]]:
    """The claims of each piece that the lake's tables speak against, with their verdicts."""
    folder = tmp_path_factory.mktemp("planted")
    for piece in PIECES:
        (folder / piece["name"]).write_text(piece["text"], "utf-8")
    reports, refused = read_documents([folder])
    assert not refused
    claims = {report.name: claims_of(report, real_words) for report in reports}
    facts = facts_for([claim for each in claims.values() for claim in each], every_season.reader())
    found = {
        report.name: zip(claims[report.name], judge(claims[report.name], [report], facts), strict=True)
        for report in reports
    }
    return {
        name: [(claim, one) for claim, one in pairs if one.verdict in ("contradicted", "check_reading")]
        for name, pairs in found.items()
    }


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece["name"])
def test_nothing_but_what_is_planted_is_contradicted(
    piece: dict[str, Any], against: Mapping[str, list[tuple[Claim, Verdict]]]
) -> None:
    text, wrong = piece["text"], against[piece["name"]]
    places = [(text.index(said), text.index(said) + len(said), said) for _kind, said in piece["wrong"]]
    assert all(verdict.ours for _claim, verdict in wrong)
    beside = [
        claim.span
        for claim, one in wrong
        if one.verdict == "contradicted" and not any(claim.start < end and b < claim.end for b, end, _s in places)
    ]
    assert beside == []


def test_most_of_what_is_planted_is_met(against: Mapping[str, list[tuple[Claim, Verdict]]]) -> None:
    """The rules before the frames met all 96, for which they had been mended one by one."""
    met = planted = 0
    for piece in PIECES:
        wrong = against[piece["name"]]
        for _kind, said in piece["wrong"]:
            begin = piece["text"].index(said)
            planted += 1
            met += any(claim.start < begin + len(said) and begin < claim.end for claim, _verdict in wrong)
    assert planted == 96
    assert met >= 84
