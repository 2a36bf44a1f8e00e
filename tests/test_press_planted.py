"""Errors planted in pieces about real managers: nothing else is contradicted; an error that is met has our figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from built_lake import Built
from press_claims import claims_of
from skipper.lake.reader import LakeReader
from skipper.press.answer import facts_for
from skipper.press.claim import Claim
from skipper.press.documents import read_documents
from skipper.press.reconcile import Verdict, judge
from skipper.press.vocabulary import Vocabulary
from skipper.press.vocabulary_of_lake import load_vocabulary

PIECES = yaml.safe_load((Path(__file__).parent / "press_planted.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def lake(every_season: Built) -> LakeReader:
    return LakeReader(every_season.lake)


@pytest.fixture(scope="module")
def words(lake: LakeReader) -> Vocabulary:
    return load_vocabulary(lake)


def against(piece: dict[str, Any], folder: Path, lake: LakeReader, words: Vocabulary) -> list[tuple[Claim, Verdict]]:
    """The claims of a piece that the lake's tables speak against, with their verdicts."""
    (folder / piece["name"]).write_text(piece["text"], "utf-8")
    reports, refused = read_documents([folder / piece["name"]])
    assert not refused
    claims = [claim for report in reports for claim in claims_of(report, words)]
    verdicts = judge(claims, reports, facts_for(claims, lake))
    return [
        (claim, one)
        for claim, one in zip(claims, verdicts, strict=True)
        if one.verdict in ("contradicted", "check_reading")
    ]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece["name"])
def test_nothing_but_what_is_planted_is_contradicted(
    piece: dict[str, Any], tmp_path: Path, lake: LakeReader, words: Vocabulary
) -> None:
    text, wrong = piece["text"], against(piece, tmp_path, lake, words)
    places = [(text.index(said), text.index(said) + len(said), said) for _kind, said in piece["wrong"]]
    assert all(verdict.ours for _claim, verdict in wrong)
    beside = [
        claim.span
        for claim, one in wrong
        if one.verdict == "contradicted" and not any(claim.start < end and b < claim.end for b, end, _s in places)
    ]
    assert beside == []


def test_most_of_what_is_planted_is_met(tmp_path: Path, lake: LakeReader, words: Vocabulary) -> None:
    """By the rules of all types. The rules before these met all 96, for which they had been mended one by one."""
    met = planted = 0
    for piece in PIECES:
        wrong = against(piece, tmp_path, lake, words)
        for _kind, said in piece["wrong"]:
            begin = piece["text"].index(said)
            planted += 1
            met += any(claim.start < begin + len(said) and begin < claim.end for claim, _verdict in wrong)
    assert planted == 96
    assert met >= 92
