"""Claims: our own sentences and pieces against a small vocabulary, and the four real pieces against gold."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from press_quality import blind, labels, longer, plainly, score, small_vocabulary
from press_claims import claims_of
from skipper.press import hand_kept
from skipper.press.claim import FIELDS, Claim, Passage, Report
from skipper.press.documents import read_documents
from skipper.press.vocabulary import Person, Vocabulary
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
    assert {claim["type"] for one in sentences for claim in one["claims"]} == set(FIELDS)


@pytest.mark.parametrize(("part", "least"), [("seen", 0.95), ("held_out", 0.85), ("pieces", 0.9)])
def test_our_sentences_are_read(part: str, least: float, words: Vocabulary) -> None:
    """Measured figures are in docs/press_quality.md; these are floors against regressions."""
    found = score(labels()[part], words)
    assert found.precision is not None
    assert found.precision >= least
    assert found.recall is not None
    assert found.recall >= least


@pytest.mark.parametrize(
    ("part", "precision", "recall"), [("first", 0.9, 0.85), ("second", 0.85, 0.8), ("third", 0.8, 0.6)]
)
def test_longer_pieces_are_read(part: str, precision: float, recall: float) -> None:
    """Floors against regressions; what came out at first reading is in docs/press_quality.md."""
    more = longer()
    found = score(more[part], small_vocabulary({name: more[name] for name in more if name != "people"}, more["people"]))
    assert found.precision is not None
    assert found.precision >= precision
    assert found.recall is not None
    assert found.recall >= recall


@pytest.mark.parametrize(
    ("part", "precision", "recall"),
    [
        *(("unseen_a", 0.84, 0.58), ("unseen_b", 0.88, 0.56), ("training_c", 0.87, 0.72), ("training_e", 0.82, 0.65)),
        *(("unseen_d", 0.79, 0.69), ("training_f", 0.88, 0.81), ("unseen_g", 0.7, 0.59)),
        *(("training_h", 0.74, 0.57), ("training_i", 0.76, 0.53), ("unseen_j", 0.5, 0.18)),
    ],
)
def test_pieces_of_blind_writers_are_read(part: str, precision: float, recall: float) -> None:
    """Floors against regressions; what came out at first reading is in docs/press_quality.md."""
    found = blind(part)
    assert found.precision is not None
    assert found.precision >= precision
    assert found.recall is not None
    assert found.recall >= recall


@pytest.mark.parametrize("piece", longer()["traps"], ids=lambda piece: piece["name"])
def test_scores_standings_and_players_claim_nothing(piece: dict[str, Any]) -> None:
    """Everybody in them is a known manager, so that only the words can tell."""
    more = longer()
    known = small_vocabulary({"traps": more["traps"]}, more["people"])
    assert score([piece], known).extracted == Counter()


@pytest.mark.parametrize("piece", labels()["negative"], ids=lambda piece: piece["name"])
def test_pieces_on_other_matters_claim_nothing(piece: dict[str, Any], words: Vocabulary) -> None:
    assert score([piece], words).extracted == Counter()


def test_a_span_is_the_text_of_its_characters(words: Vocabulary) -> None:
    for one in labels()["pieces"]:
        for claim in claims_of(Report(one["name"], one["text"], (Passage(0, len(one["text"]), "body"),)), words):
            assert one["text"][claim.start : claim.end] == claim.span
            assert len(claim.span) < 400


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Ozzie Guillen lost in 2011, and the White Sox fired him.", "the White Sox fired him"),
        ("Ozzie Guillen won in 2011, but the White Sox fired him.", "the White Sox fired him"),
        ("Ozzie Guillen, who was fired by the White Sox on May 3, 2012.", "was fired by the White Sox on May 3, 2012"),
        ("Ozzie Guillen won in 2011 -- but the White Sox fired him.", "the White Sox fired him"),
    ],
)
def test_what_joins_a_clause_is_not_in_its_span(text: str, span: str, words: Vocabulary) -> None:
    [claim] = [one for one in said(text, words) if one.type == "departure"]
    assert (claim.span, text[claim.start : claim.end]) == (span, span)


def test_a_broken_line_breaks_no_name(words: Vocabulary) -> None:
    text = "    The White\n    Sox fired Ozzie\n    Guillen on May 3,\n    2012."
    [claim] = said(text, words)
    assert (claim.fields["club"], claim.fields["date_of_act"]) == ("Chicago White Sox", "2012-05-03")
    assert text[claim.start : claim.end] == claim.span
    assert claim.span.startswith("The White\n    Sox fired")


def test_a_club_that_no_list_has_keeps_its_name_and_has_no_id(words: Vocabulary) -> None:
    claims = said("Hal Lanier managed the Springfield Isotopes in 1999. The Isotopes fired Hal Lanier in 2001.", words)
    assert [claim.fields["club"] for claim in claims] == ["Springfield Isotopes"] * 2
    assert [claim.link("club").id for claim in claims] == [None] * 2


def test_a_nickname_that_is_a_word_is_a_clubs_once_the_piece_names_it_in_full(words: Vocabulary) -> None:
    """The lists leave such a nickname out: `Power` and `Drive` alone are no clubs."""
    named = said("Hal Lanier managed the West Virginia Power. The Power fired Hal Lanier in 2016.", words)
    assert {claim.fields["club"] for claim in named} == {"West Virginia Power"}
    assert len(named) == 2
    assert not any("club" in claim.fields for claim in said("The Power fired Hal Lanier in 2016.", words))


def test_a_town_that_is_a_surname_or_a_camp_is_no_club_alone(words: Vocabulary) -> None:
    """Such a place is listed with its state: Clinton, Iowa; Lakeland, Fla."""
    assert not said("Wilson managed and Clinton watched in Lakeland.", words)
    assert [claim.fields["club"] for claim in said("Hal Lanier managed the Clinton LumberKings in 2012.", words)] == [
        "Clinton LumberKings"
    ]
    [claim] = said("Hal Lanier managed in Princeton, W.Va., in 1997.", words)
    assert (claim.fields["club"], claim.fields["level_resolved"]) == ("Princeton", "Rk+")


def test_a_club_is_linked_with_its_season(words: Vocabulary) -> None:
    [claim] = said("Hal Lanier managed the Dodgers in 1955.", words)
    assert claim.fields["club"] == "Brooklyn Dodgers"
    assert claim.link("club").id == "BRO"
    [claim] = said("Hal Lanier managed the Dodgers in 1988.", words)
    assert claim.link("club").id == "LAN"
    [claim] = said("Hal Lanier managed Las Vegas in 2013.", words)
    assert (claim.fields["club"], claim.link("club").id, claim.fields["level_resolved"]) == (
        "Las Vegas",
        "las-vegas",
        "AAA",
    )


def test_an_ambiguous_place_stays_ambiguous(words: Vocabulary) -> None:
    [claim] = said("Hal Lanier was hired by New York in 1975.", words)
    assert claim.link("club").id is None
    assert set(claim.link("club").candidates) == {"NYA", "NYN"}


def test_an_ambiguous_surname_stays_ambiguous() -> None:
    people = tuple(
        Person(id, name, "Weaver", None, None, (1960, 1990))
        for id, name in (("p1", "Earl Weaver"), ("p2", "Jim Weaver"))
    )
    known = Vocabulary(people, tuple(hand_kept.clubs()), tuple(hand_kept.leagues()))
    [claim] = said("Weaver was fired by the Orioles in 1970.", known)
    assert claim.fields["person"] == "Weaver"
    assert claim.link("person").id is None
    assert set(claim.link("person").candidates) == {"p1", "p2"}
    named = said("Jim Weaver is here. Weaver was fired by the Orioles in 1970.", known)
    assert named[0].link("person").id == "p2"


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
    from skipper.sources.leagues import LEVELS

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
    assert known.league_level("Mexican League", 2016) == "Mex"
    assert known.league_level("California League") is None


@pytest.fixture(scope="module")
def real(real_data: Path) -> dict[str, list[Claim]]:
    """The claims of the four pieces, with a vocabulary of the hand-kept lists and the real people of Lahman."""
    people = tuple(_people(real_data / "lahman" / "People.csv"))
    known = Vocabulary(people, tuple(hand_kept.clubs()), tuple(hand_kept.leagues()))
    reports, _ = read_documents(sorted((real_data.parent / "press").glob("*.txt")))
    return {report.name: claims_of(report, known) for report in reports}


def _people(file: Path) -> list[Person]:
    import csv

    with file.open(encoding="utf-8") as rows:
        return [
            Person(row["playerID"], f"{row['nameFirst']} {row['nameLast']}", row["nameLast"])
            for row in csv.DictReader(rows)
            if row["nameFirst"]
        ]


def _is(claim: Claim, expected: dict[str, Any]) -> bool:
    marks = {name: expected[name] for name in ("text_disputes", "hedged", "denied") if name in expected}
    fields = {name: value for name, value in expected.items() if name in FIELDS[expected["type"]]}
    same = claim.type == expected["type"] and all(
        plainly(claim.fields.get(name)) == value for name, value in fields.items()
    )
    return same and all(getattr(claim, name) == value for name, value in marks.items())


def test_every_gold_claim_is_found(real: dict[str, list[Claim]], real_data: Path) -> None:
    gold = [
        json.loads(line)
        for line in (real_data.parent / "press" / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    missed = [expected for expected in gold if not any(_is(claim, expected) for claim in real[expected["report"]])]
    assert missed == []
    labelled = {expected["report"] for expected in gold}
    assert sum(len(real[name]) for name in labelled) <= 3 * len(gold)


def test_nine_in_ten_claims_of_the_four_pieces_are_right(real: dict[str, list[Claim]]) -> None:
    """Our own labels of all four pieces: fields and the place of the first character."""
    given = yaml.safe_load(PIECES.read_text(encoding="utf-8"))
    for name, expected in given.items():
        right = [one for one in expected if one.get("right", True) and one.get("found", True)]
        claims = real[name]
        hits = [claim for claim in claims if any(_labelled(claim, one) for one in right)]
        assert len(hits) >= 0.9 * len(claims), name
        found = [one for one in right if any(_labelled(claim, one) for claim in claims)]
        assert len(found) >= 0.9 * len(right), name


def _labelled(claim: Claim, label: dict[str, Any]) -> bool:
    marks = {
        name: list(value) if isinstance(value, tuple) else value
        for name in ("attributed_to", "hedged", "denied", "text_disputes")
        if (value := getattr(claim, name))
    }
    given = {name: value for name, value in claim.fields.items() if name != "level_resolved"}
    expected = {name: plainly(value) for name, value in label.items() if name in FIELDS[claim.type]}
    return (claim.start, claim.type, given, marks) == (label["at"], label["type"], expected, label.get("mark", {}))
