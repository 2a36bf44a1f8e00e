"""Which claims that the tables speak against are contradicted, and which are given back to be read again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, one, told
from skipper.press.claim import Claim
from skipper.press.reconcile import judge
from skipper.press.reconcile.agreement import relation

EXPLICIT: dict[str, Claim] = {
    "record": claim("record", wins=91, losses=63, seasons=[1951], clubs=[GULLS]),
    "stint": claim("stint", role="manager", club=MINERS, seasons=[1952]),
    "award": claim("award", award="Manager of the Year", seasons=[1952]),
    "title": claim("title", title="World Series", seasons=[1951], club=GULLS),
    "tally": claim("tally", who=BEALE, what="seasons_managed", value=9, clubs=[GULLS]),
    "debut": claim("debut", year=1932),
    "departure": claim("departure", who=BEALE, club=MINERS, manner=["fired"], seasons=[1951]),
    "age": claim("age", years=62, span="Abbot was 62 when he won in 1951"),
}


class TestExplicit:
    @pytest.mark.parametrize("kind", EXPLICIT)
    def test_an_explicit_claim_is_contradicted_and_one_that_is_not_is_to_be_checked(self, kind: str) -> None:
        exact, loose = one(EXPLICIT[kind]), one(replace(EXPLICIT[kind], explicit=False))
        assert (exact.verdict, loose.verdict) == ("contradicted", "check_reading")
        assert exact.ours == loose.ours is not None
        assert loose.settles == "the passage"

    @pytest.mark.parametrize("mark", ["hedged", "text_disputes"])
    def test_what_the_text_does_not_vouch_for_is_to_be_checked(self, mark: str) -> None:
        assert one(replace(EXPLICIT["record"], **{mark: True})).verdict == "check_reading"

    def test_a_reading_to_check_stays_one_whatever_other_reports_say(self) -> None:
        loose = replace(EXPLICIT["record"], explicit=False)
        found = judge([loose, replace(loose, report="b.txt")], (), FACTS)
        assert {verdict.verdict for verdict in found} == {"check_reading"}


class TestCoverage:
    def test_a_postseason_in_the_minors_is_not_held_against_a_major_league_career(self) -> None:
        said = claim("tally", who=BEALE, what="postseason_seasons", value=2, seasons=[1948, 1949])
        found = one(said)
        assert found.verdict == "unverifiable"
        assert "no club" in told(found, "coverage")

    def test_an_organizations_other_clubs_are_not_in_the_lake(self) -> None:
        said = claim("stint", role="manager", organization=MINERS, seasons=[1952])
        found = one(said)
        assert found.verdict == "unverifiable"
        assert "not its other clubs" in told(found, "coverage")

    @pytest.mark.parametrize(("more", "verdict"), [({}, "check_reading"), ({"level_resolved": "MLB"}, "contradicted")])
    def test_a_career_is_contradicted_only_at_the_level_that_is_named(self, more: dict[str, Any], verdict: str) -> None:
        assert one(claim("record", who=BEALE, wins=215, losses=247, **more)).verdict == verdict

    @pytest.mark.parametrize("clubs", [{}, {"clubs": [GULLS]}])
    def test_a_record_without_its_season_is_not_judged(self, clubs: dict[str, Any]) -> None:
        right, wrong = (one(claim("record", wins=wins, losses=64, **clubs)) for wins in (90, 93))
        assert [(each.verdict, each.ours) for each in (right, wrong)] == [("unverifiable", None)] * 2

    def test_a_record_without_its_club_accuses_nobody(self) -> None:
        assert one(claim("record", wins=91, losses=63, seasons=[1951])).verdict == "check_reading"

    @pytest.mark.parametrize("kind", ["stint", "appointment"])
    def test_a_post_that_is_not_named_may_be_another(self, kind: str) -> None:
        fields = {"outcome": "appointed", "date_of_act": "1951-11"} if kind == "appointment" else {"seasons": [1952]}
        assert one(claim(kind, club=MINERS, **fields)).verdict in ("check_reading", "unverifiable")

    @pytest.mark.parametrize("words", ["more than 91", "about 91", "91 or more"])
    def test_a_round_figure_is_none(self, words: str) -> None:
        said = claim("record", wins=91, seasons=[1951], clubs=[GULLS], span=f"Abbot's Gulls won {words} games in 1951")
        assert one(said).verdict == "unverifiable"


class TestContracts:
    def contract(self, report: str, *seasons: int) -> Claim:
        return claim(
            "contract", report, club=GULLS, state="extended", **({"seasons": list(seasons)} if seasons else {})
        )

    def test_they_agree_by_year(self) -> None:
        assert relation(self.contract("a.txt", 1952), self.contract("b.txt", 1952, 1953)) is True
        assert relation(self.contract("a.txt", 1952), self.contract("b.txt", 1955)) is None
        assert relation(self.contract("a.txt", 1952), self.contract("b.txt")) is None

    def test_an_act_of_a_year_in_which_he_was_their_manager_may_be_an_extension(self) -> None:
        named = {"role": "manager", "outcome": "appointed", "club": MINERS}
        found = one(claim("appointment", who=BEALE, date_of_act="1952", **named))
        assert (found.verdict, found.ours) == ("check_reading", "their manager since 1951-04-01")
        assert "contract" in str(found.settles)


def test_an_age_in_apposition_of_an_undated_piece_is_not_dated() -> None:
    said = claim("age", years=62, span="Abbot, 62, managed the Gulls in 1951")
    assert (one(said).verdict, one(said).ours) == ("supported", "62 from 1972-06-15 to 1973-06-14")
    day = dated("a.txt", date(1951, 8, 1))
    assert (one(said, reports=(day,)).verdict, one(said, reports=(day,)).ours) == ("contradicted", "41 on 1951-08-01")
