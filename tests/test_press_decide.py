"""Which claims that the tables speak against are contradicted, and which are given back to be read again."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, one, told
from skipper.press.claim import Claim
from skipper.press.clean import passages
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


def _of_miners(span: str, **figures: int) -> Claim:
    """A record of the Miners of 1953, who were 84-70 under Beale."""
    return claim("record", who=BEALE, seasons=[1953], clubs=[MINERS], span=span, **figures)


class TestOtherReadings:
    """What is true of something else than we compare is never contradicted, however plain the words are."""

    @pytest.mark.parametrize(
        ("span", "wins", "losses"),
        [
            ("Ike Beale's Miners went 11-3 against the Gulls in 1953", 11, 3),
            ("In August 1953 the Miners were 19-8 under Ike Beale", 19, 8),
            ("Ike Beale's 1953 Miners were 45-32 at home", 45, 32),
            ("Ike Beale's Miners went 4-2 in the 1953 World Series", 4, 2),
            ("Ike Beale's 1953 Miners were 83-70 on the last morning", 83, 70),
        ],
    )
    def test_a_record_of_a_part_of_the_season(self, span: str, wins: int, losses: int) -> None:
        found = one(_of_miners(span, wins=wins, losses=losses))
        assert (found.verdict, found.ours, found.settles) == ("check_reading", "84-70", "which games are meant")

    @pytest.mark.parametrize(("wins", "losses"), [(85, 69), (83, 71), (84, 69), (94, 60), (11, 71)])
    def test_what_no_part_of_the_season_has_is_contradicted(self, wins: int, losses: int) -> None:
        found = one(_of_miners(f"Ike Beale's 1953 Miners were {wins}-{losses}", wins=wins, losses=losses))
        assert (found.verdict, found.ours) == ("contradicted", "84-70")

    def test_wins_of_a_part_of_the_season(self) -> None:
        few = one(_of_miners("Ike Beale's 1953 Miners won 35 games of their first 40", wins=35))
        many = one(_of_miners("Ike Beale's 1953 Miners won 88 games", wins=88))
        assert (few.verdict, many.verdict) == ("check_reading", "contradicted")

    def test_a_dated_piece_is_held_against_the_games_until_its_day(self) -> None:
        """The Miners lost their first 70 games: on 10 June 1953 they were 0-70 or 1-70."""
        june = (dated("a.txt", date(1953, 6, 10)),)
        home = _of_miners("Ike Beale's Miners are 0-30 at home in 1953", wins=0, losses=30)
        wrong = _of_miners("Ike Beale's Miners are 12-30 in 1953", wins=12, losses=30)
        assert one(home, reports=june).verdict == "check_reading"
        assert one(wrong, reports=june).verdict == "contradicted"

    @pytest.mark.parametrize(
        ("span", "wins", "losses"),
        [
            ("Ike Beale was 60-94 when the Miners fired him; the Miners finished 63-99", 63, 99),
            ("In 1951 the Miners, who fired Ike Beale and hired Jo Cole, finished 63-99", 63, 99),
            ("Ike Beale managed the Miners, who were 3-5 when he came", 3, 5),
        ],
    )
    def test_the_record_of_a_club_that_others_ran_too(self, span: str, wins: int, losses: int) -> None:
        shared = replace(
            FACTS, managers={**FACTS.managers, (1951, "RDG"): (("beale", BEALE, 60, 94), ("cole", "Jo Cole", 3, 5))}
        )
        said = claim("record", who=BEALE, seasons=[1951], clubs=[MINERS], span=span, wins=wins, losses=losses)
        assert one(said, facts=shared).verdict == "check_reading"
        his = replace(said, span=f"Ike Beale went {wins}-{losses + 1} with the 1951 Miners")
        his = replace(his, fields={**his.fields, "wins": wins, "losses": losses + 1})
        assert one(his, facts=shared).verdict == ("contradicted" if wins > 60 else "check_reading")

    def test_a_record_with_the_games_of_the_postseason(self) -> None:
        beale = FACTS.people["beale"]
        played = tuple(replace(one, postseason_record=(4, 2)) for one in beale.records)
        facts = replace(FACTS, people={**FACTS.people, "beale": replace(beale, records=played)})
        with_it, beside = (
            one(_of_miners(f"Ike Beale's Miners won {wins} games in 1953", wins=wins), facts=facts) for wins in (88, 89)
        )
        assert (with_it.verdict, beside.verdict) == ("check_reading", "contradicted")
        assert "postseason" in told(with_it, "note")

    @pytest.mark.parametrize(
        ("span", "verdict"),
        [
            ("Ned Abbot went 14-9 with the 1931 Gulls", "check_reading"),
            ("Ned Abbot managed the 1931 Gulls to a 14-9 record", "contradicted"),
        ],
    )
    def test_a_record_of_a_season_in_which_he_played(self, span: str, verdict: str) -> None:
        facts = replace(FACTS, managers={**FACTS.managers, (1931, "HBG"): (("cole", "Jo Cole", 80, 74),)})
        said = claim("record", wins=14, losses=9, seasons=[1931], clubs=[GULLS], span=span)
        assert one(said, facts=facts).verdict == verdict

    def test_the_figures_of_another_club_of_the_season(self) -> None:
        """Abbot was 90-64 with the Gulls of 1951."""
        right, wrong = (one(claim("record", wins=wins, losses=64, seasons=[1951], clubs=[MINERS])) for wins in (90, 91))
        assert (right.verdict, wrong.verdict) == ("check_reading", "contradicted")

    @pytest.mark.parametrize(
        ("day", "verdict"), [(date(1951, 5, 20), "check_reading"), (date(1951, 3, 20), "contradicted")]
    )
    def test_an_age_that_he_comes_to_within_the_month(self, day: date, verdict: str) -> None:
        """Abbot was born on 15 June 1910."""
        assert one(claim("age", years=41, span="Abbot, 41"), reports=(dated("a.txt", day),)).verdict == verdict

    @pytest.mark.parametrize(
        ("text", "span", "verdict"),
        [
            ("Ike Beale, 44, left the Miners.", "Ike Beale, 44", "contradicted"),
            ("Jo Cole hired Ike Beale, 44, in 1944.", "Ike Beale, 44", "check_reading"),
            ("Wins this year: Ned Abbot, 41, Ike Beale, 44.", "Ike Beale, 44", "check_reading"),
            ("Most wins: Ike Beale (44).", "Ike Beale (44)", "check_reading"),
            ("Most wins: Ike Beale, 84, of the Miners.", "Ike Beale, 84", "check_reading"),
            (
                "Ike Beale, hired in 1944, was 53 when the Gulls called.",
                "Ike Beale, hired in 1944, was 53",
                "check_reading",
            ),
            ("Ike Beale was 49 in 1944.", "Ike Beale was 49 in 1944", "contradicted"),
        ],
    )
    def test_a_number_beside_a_name(self, text: str, span: str, verdict: str) -> None:
        """Beale was born in 1900; the piece is of 1953."""
        report = replace(dated("a.txt", date(1953, 8, 1)), text=text, passages=passages(text))
        years, start = int(re.findall(r"\b\d\d\b", span)[-1]), text.index(span)
        said = replace(claim("age", who=BEALE, years=years, span=span), start=start, end=start + len(span))
        assert one(said, reports=(report,)).verdict == verdict

    @pytest.mark.parametrize(
        ("span", "verdict"),
        [
            ("Ned Abbot made his debut with the Miners in 1932", "check_reading"),
            ("Ned Abbot made his major league debut with the Miners in 1932", "contradicted"),
            ("Ned Abbot made his debut as a manager in the major leagues with the Miners in 1932", "check_reading"),
        ],
    )
    def test_a_debut_with_a_club_or_in_another_post(self, span: str, verdict: str) -> None:
        assert one(claim("debut", year=1932, club=MINERS, span=span)).verdict == verdict
