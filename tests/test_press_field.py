"""What a piece is about: other trades, sports and arts have managers of the same names, and clubs of the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from press_claims import claims_of
from press_quality import small_vocabulary
from skipper.press.claim import Claim, Passage, Report
from skipper.press.vocabulary import Vocabulary

GIVEN: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("press_other_fields.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    """Everybody whom the pieces name is a manager, so that only the words can tell."""
    return small_vocabulary({}, GIVEN["people"])


def said(text: str, words: Vocabulary) -> list[Claim]:
    return claims_of(Report("a.txt", text, (Passage(0, len(text), "body"),)), words)


@pytest.mark.parametrize("text", GIVEN["other"], ids=lambda text: text[:40])
def test_other_matters_claim_nothing_whoever_is_named(text: str, words: Vocabulary) -> None:
    assert said(text, words) == []


@pytest.mark.parametrize(
    "club",
    [
        "Vero Beach Dodgers",
        "Rock Hill Cardinals",
        "Ogden Dodgers",
        "St. Lucie Mets",
        "Winter Haven Red Sox",
    ],
)
def test_a_known_nickname_with_another_place_is_another_club(club: str, words: Vocabulary) -> None:
    """Also where the place is a surname that the vocabulary knows."""
    [claim] = said(f"Jim Leyland managed the {club} in 1974.", words)
    assert (claim.fields["club"], claim.fields["seasons"]) == (club, [1974])
    link = claim.link("club")
    assert link is not None
    assert link.name == club
    assert "MLB" not in claim.fields.values()
