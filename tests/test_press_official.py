"""Verdicts on records of which the record book and the games differ: a league's ruling, a forfeit, a day's credit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, one, told
from skipper.lake.reader import LakeReader
from skipper.press.facts import Facts
from skipper.press.facts_of_lake import load_facts


def _ruled() -> Facts:
    """Beale's 70-84 of 1952 is officially 71-84: a forfeit that the games do not have."""
    beale = FACTS.people["beale"]
    records = [replace(one, official=(71, 84, 0)) if one.season == 1952 else one for one in beale.records]
    return replace(FACTS, people={**FACTS.people, "beale": replace(beale, records=tuple(records))})


def test_a_seasons_official_record_is_supported_and_both_are_shown() -> None:
    said = claim("record", who=BEALE, wins=71, losses=84, seasons=[1952], clubs=[MINERS])
    verdict = one(said, facts=_ruled())
    assert (verdict.verdict, verdict.ours, verdict.rule) == ("supported", "71-84", "the record book")
    assert "71-84 is the official record; the games give 70-84." in told(verdict, "note")
    assert "1952 Ridge Miners: officially 71-84." in told(verdict, "table")


@pytest.mark.parametrize(
    ("figures", "verdict"), [((70, 84), "supported"), ((71, 83), "contradicted"), ((72, 84), "contradicted")]
)
def test_the_games_record_stays_right_and_others_wrong(figures: tuple[int, int], verdict: str) -> None:
    said = claim("record", who=BEALE, wins=figures[0], losses=figures[1], seasons=[1952], clubs=[MINERS])
    assert one(said, facts=_ruled()).verdict == verdict


def test_wins_told_alone() -> None:
    said = claim("record", who=BEALE, wins=71, seasons=[1952], clubs=[MINERS], span="71 wins in 1952 under Beale")
    assert (one(said, facts=_ruled()).verdict, one(said).verdict) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("span", "figures", "verdict"),
    [
        ("The Gulls went 82-72 in 1952 under Abbot", (82, 72), "supported"),
        ("The Gulls went 81-73 in 1952 under Abbot", (81, 73), "supported"),
        ("The Gulls went 82-73 in 1952 under Abbot", (82, 73), "contradicted"),
        ("Abbot went 82-72 in 1952 with the Gulls", (82, 72), "contradicted"),
    ],
)
def test_a_clubs_official_record_is_the_clubs(span: str, figures: tuple[int, int], verdict: str) -> None:
    """Of the Gulls' 81-73, two games of which another ran, a ruling makes 82-72; no ruling is told of Abbot's own."""
    facts = replace(FACTS, official={(1952, "HBG"): (82, 72, 0)})
    said = claim("record", wins=figures[0], losses=figures[1], seasons=[1952], clubs=[GULLS], span=span)
    found = one(said, facts=facts)
    assert found.verdict == verdict
    if figures == (82, 72) and verdict == "supported":
        assert (found.ours, found.rule) == ("82-72, the club's", "the record book")
        assert "1952 Harbor Gulls: officially 82-72." in told(found, "table")


def test_a_career_has_the_ruling_in_its_sum() -> None:
    career = claim("record", who=BEALE, wins=215, losses=248, season_count=3, level_resolved="MLB")
    assert (one(career, facts=_ruled()).verdict, one(career).verdict) == ("supported", "contradicted")
    of_four = replace(career, fields={**career.fields, "season_count": 4})
    assert one(of_four, facts=_ruled()).verdict == "contradicted"


def test_within_the_season_the_games_alone_count() -> None:
    said = claim("record", who=BEALE, wins=71, losses=84, seasons=[1952], clubs=[MINERS])
    assert one(said, reports=(dated("a.txt", date(1952, 6, 1)),), facts=_ruled()).verdict == "contradicted"


def test_the_lakes_differences_are_read_but_for_the_books_own_errors(tiny: Path) -> None:
    people = load_facts(LakeReader(tiny), ["p-marsh", "p-tvale"]).people
    official = {(one.season, one.club, one.rule): one.official for man in people.values() for one in man.records}
    assert official[2031, "ALP", "managed"] == (2, 1, 1)
    assert [key for key, figures in official.items() if figures is not None] == [(2031, "ALP", "managed")]


def test_a_clubs_difference_is_read_as_the_clubs(tiny: Path) -> None:
    lake = LakeReader(tiny)
    lake.need("record_difference")
    lake.connection.execute(
        "CREATE TABLE differing AS SELECT * REPLACE ('club_season' AS comparison, NULL AS rule) FROM record_difference "
        "WHERE reference_games IS NOT NULL"
    )
    lake.connection.execute("CREATE OR REPLACE VIEW main.record_difference AS FROM differing")
    assert load_facts(lake, []).official == {(2031, "ALP"): (2, 1, 1)}
