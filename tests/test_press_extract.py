"""Claims: our own sentences and pieces against a small vocabulary, and the four real pieces against gold."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from press_claims import claims_of
from press_quality import labels, longer, score, small_vocabulary
from skipper.press import hand_kept
from skipper.press.claim import Claim, Passage, Report
from skipper.press.claim_type import claim_types
from skipper.press.vocabulary import Term, Vocabulary
from skipper.press.vocabulary_of_lake import load_vocabulary

PIECES = Path(__file__).with_name("press_pieces.yaml")


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return small_vocabulary(labels())


def said(text: str, words: Vocabulary) -> list[Claim]:
    return claims_of(Report("sentence", text, (Passage(0, len(text), "body"),)), words)


def test_there_are_sentences_of_every_type() -> None:
    given = labels()
    sentences = given["seen"] + given["held_out"]
    assert len(sentences) >= 60
    assert {claim["type"] for one in sentences for claim in one["claims"]} == set(claim_types())


@pytest.mark.parametrize(
    "text",
    [
        "The son of Bobby Cox, 32, scouts for the Braves.",
        "Hudson, who pitched for Bobby Cox, was 20 years old as a Brave.",
        "The 42-year-old replaces Bobby Cox in the Braves' dugout.",
    ],
)
def test_the_age_of_another_is_not_that_of_whom_the_words_name_beside_it(text: str, words: Vocabulary) -> None:
    assert [claim for claim in said(text, words) if claim.type == "age"] == []
    assert said("Bobby Cox, 32, manages the Braves.", words)[0].fields == {"person": "Bobby Cox", "years": 32}


@pytest.mark.parametrize(
    "text",
    [
        "Bobby Cox managed the Braves. He was 13-5 for the Yankees in 1978.",  # as a pitcher, for all that we know
        "Bobby Cox managed the Braves. He was also 8-11 in October 1995.",
        "In 2007 Bobby Cox managed the Braves. Two years later the Braves were 86-76.",
        "Bobby Cox managed the Braves, and in 2007 with the Braves and for the Mets in 2008 he was 170-154.",
        "The Braves, where Bobby Cox won 2,000 games, said so.",
        "Bobby Cox managed the Braves. The owner liked him, and he won 2,000 games there.",
        "Bobby Cox managed the Braves. He was fired in January 1990 after a 65-97 season.",  # not of that year
    ],
)
def test_a_record_of_which_the_words_leave_a_part_open_is_not_read(text: str, words: Vocabulary) -> None:
    assert [claim.fields for claim in said(text, words) if claim.type == "record"] == []


def test_a_record_is_of_the_one_club_of_its_clause(words: Vocabulary) -> None:
    [claim] = said("Earl Weaver won 1,480 games and lost 1,060 in 17 seasons with the Orioles.", words)
    assert claim.fields["clubs"] == ["Baltimore Orioles"]


def test_what_a_sentence_denies_or_reports_is_not_the_age_between_its_commas(words: Vocabulary) -> None:
    for text in ("Bobby Cox, 62, has not managed before the Braves.", '"Well," Bobby Cox, 62, said of the Braves.'):
        [claim] = [claim for claim in said(text, words) if claim.type == "age"]
        assert (claim.fields, claim.attributed_to) == ({"person": "Bobby Cox", "years": 62}, ())


def _with_terms(words: Vocabulary, name: str, *terms: Term) -> Vocabulary:
    people = tuple(replace(one, terms=terms) if one.name == name else one for one in words.people)
    return replace(words, people=people)


def test_a_club_that_the_claims_own_sentence_names_is_cited_there(words: Vocabulary) -> None:
    known = _with_terms(words, "Bobby Cox", Term("manager", "ATL", 1990, 2010))
    own = "Bobby Cox managed the Braves to a 101-61 record in 2002."
    for text in (own, f"The Braves lost. {own}"):
        [claim] = [one for one in said(text, known) if one.type == "record"]
        assert (claim.fields["clubs"], claim.explicit, dict(claim.cited)) == (["Atlanta Braves"], True, {})


def test_terms_tell_which_club_of_a_name_is_meant(words: Vocabulary) -> None:
    known = _with_terms(words, "Wilbert Robinson", Term("manager", "BRO", 1914, 1931))
    [claim] = said("Wilbert Robinson managed the Dodgers for 18 seasons.", known)
    assert claim.fields["clubs"] == ["Brooklyn Dodgers"]


def test_a_heading_that_says_more_than_the_body_stays(words: Vocabulary) -> None:
    text = "Bobby Cox, 62, named manager of the Braves\n\nThe Braves are glad, and Cox is 62."
    report = Report("piece", text, (Passage(0, 42, "headline"), Passage(44, len(text), "body")))
    assert len([claim for claim in claims_of(report, words) if claim.type == "age"]) == 1


@pytest.mark.parametrize("piece", longer()["traps"], ids=lambda piece: piece["name"])
def test_scores_standings_and_players_claim_nothing_but_posts(piece: dict[str, Any]) -> None:
    """Everybody in them is a known manager, so that only the words can tell; `manager Mike Matheny` is a post."""
    more = longer()
    known = small_vocabulary({"traps": more["traps"]}, more["people"])
    assert set(score([piece], known).extracted) <= {"stint"}


@pytest.mark.parametrize("piece", labels()["negative"], ids=lambda piece: piece["name"])
def test_pieces_on_other_matters_claim_nothing_but_posts(piece: dict[str, Any], words: Vocabulary) -> None:
    assert set(score([piece], words).extracted) <= {"stint"}


def test_a_span_is_the_text_of_its_characters(words: Vocabulary) -> None:
    for one in labels()["pieces"]:
        for claim in claims_of(Report(one["name"], one["text"], (Passage(0, len(one["text"]), "body"),)), words):
            assert one["text"][claim.start : claim.end] == claim.span
            assert len(claim.span) < 400


def test_a_broken_line_breaks_no_name(words: Vocabulary) -> None:
    text = "    The White\n    Sox fired Ozzie\n    Guillen on May 3,\n    2012."
    [claim] = said(text, words)
    assert (claim.fields["club"], claim.fields["date_of_act"]) == ("Chicago White Sox", "2012-05-03")
    assert text[claim.start : claim.end] == claim.span
    assert claim.span.startswith("White\n    Sox fired")


def test_an_ambiguous_place_stays_ambiguous(words: Vocabulary) -> None:
    [claim] = said("Hal Lanier was hired by New York in 1975.", words)
    assert claim.link("club").id is None
    assert set(claim.link("club").candidates) == {"NYA", "NYN"}


def test_people_of_the_lake_are_known(tmp_path: Path) -> None:
    from skipper.lake.reader import LakeReader
    from tiny_lake import write_lake

    known = load_vocabulary(LakeReader(write_lake(tmp_path / "lake")))
    assert known.build == "tiny"
    assert pickle.loads(pickle.dumps(known)) == known
    assert known.club("ALP", 2031).name == "Alpha Town"
    [claim] = said("José Marsh was fired by the Alpha Town club in 2031, as baseball knows.", known)
    assert claim.link("person").id == "p-marsh"
    assert claim.fields["club"] == "Alpha Town"


def test_every_hand_kept_row_has_a_source_and_a_level_of_the_scale() -> None:
    from skipper.sources.leagues.reading import LEVELS

    clubs = list(hand_kept.clubs())
    assert len({club.id for club in clubs}) > 150
    assert all(club.source and club.first for club in clubs)
    assert {club.level for club in clubs} - {None} <= set(LEVELS)
    leagues = {league.name for league in hand_kept.leagues()}
    assert {club.league for club in clubs if not club.is_major} <= leagues
    majors = {club.name for club in clubs if club.is_major}
    assert {club.organization for club in clubs if not club.is_major} - {None} <= majors


def test_a_level_belongs_to_the_league_in_the_season() -> None:
    known = hand_kept.vocabulary()
    assert known.club("brooklyn-cyclones", 2010).level == "A-"
    assert known.club("brooklyn-cyclones", 2021).level == "A+"
