"""Verdicts on ages, stints, appointments and departures."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, of_season, one, told
from skipper.press.claim import Link, Report
from skipper.press.reconcile import judge
from skipper.press.reconcile.agreement import relation
from skipper.press.reconcile.birth import Birth


class TestAge:
    def test_on_a_date(self) -> None:
        verdicts = [
            one(claim("age", years=years, span=f"Abbot, {years}, said"), reports=(dated("a.txt", date(1951, 7, 1)),))
            for years in (40, 41, 42)
        ]
        assert [verdict.verdict for verdict in verdicts] == ["contradicted", "supported", "contradicted"]
        assert verdicts[0].ours == "41 on 1951-07-01"

    def test_without_a_date_the_days_that_the_birth_date_allows(self) -> None:
        verdict = one(claim("age", years=41), claim("record", wins=90, losses=64, seasons=[1951]))
        assert verdict.verdict == "supported"
        assert verdict.ours == "41 from 1951-06-15 to 1952-06-14"

    def test_an_event_that_another_piece_dates_implies_the_age(self) -> None:
        leaving = claim("departure", club=GULLS, manner=["fired"])
        dated_elsewhere = claim("departure", "b.txt", club=GULLS, manner=["fired"], seasons=[1951])
        verdict = one(claim("age", years=41), leaving, dated_elsewhere)
        assert (verdict.verdict, verdict.ours) == ("implied", "41 from 1951-06-15 to 1952-06-14")
        assert "dated 1951 by b.txt: that meets those days" in told(verdict, "claim")
        assert "Born 1910-06-15" in told(verdict, "table")

    def test_an_age_that_is_not_that_of_the_event_is_disputed(self) -> None:
        leaving = claim("departure", club=GULLS, manner=["fired"])
        dated_elsewhere = claim("departure", "b.txt", club=GULLS, manner=["fired"], seasons=[1951])
        verdict = one(claim("age", years=45), leaving, dated_elsewhere)
        assert verdict.verdict == "disputed"
        assert "is outside those days" in told(verdict, "claim")

    def test_two_ages_are_compared_by_the_event_and_not_by_the_last_season_spoken_of(self) -> None:
        early = [claim("age", years=53), claim("stint", seasons=[2013], club="X")]
        later = [
            claim("age", "b.txt", years=56),
            claim("stint", "b.txt", seasons=[2014], club="X"),
            claim("departure", "b.txt", club="X", manner=["resigned"]),
            claim("departure", "c.txt", club="X", manner=["resigned"], seasons=[2016]),
        ]
        assert one(later[0], *later[1:], *early, facts=None).verdict == "implied"
        assert one(later[0], *later[1:3], *early, facts=None).verdict == "disputed"

    def test_an_age_that_he_had_long_left(self) -> None:
        later = claim("record", wins=70, losses=83, seasons=[1953])
        assert one(claim("age", years=30, span="Abbot is 30"), later).verdict == "check_reading"
        assert one(claim("age", years=30, span="Abbot was 30 when he came"), later).verdict == "check_reading"
        assert one(claim("age", years=30, span="In 1950 Abbot was 30"), later).ours == "39 or 40 in 1950"

    def test_an_age_of_the_past_contradicts_only_by_its_own_year(self) -> None:
        day = (dated("a.txt", date(1970, 1, 1)),)

        def verdict(span: str, years: int) -> tuple[str, str | None]:
            found = one(claim("age", years=years, span=span), of_season(1951), reports=day)
            return found.verdict, found.ours

        assert verdict("Abbot was 33 when he was hired", 33) == ("check_reading", "59 on 1970-01-01")
        assert verdict("At 20 he came up", 20)[0] == "check_reading"
        assert verdict("Abbot, then 41, was hired in 1951", 41) == ("supported", "41 in 1951")
        assert verdict("Abbot, then 44, was hired in 1951", 44) == ("contradicted", "40 or 41 in 1951")
        assert verdict("Abbot is 58 and gardens", 58) == ("contradicted", "59 on 1970-01-01")

    def test_an_age_of_a_year_in_its_own_words_needs_no_date_of_the_piece(self) -> None:
        for span, years, wanted in (
            ("In 1951 Abbot, then 41, was hired", 41, "supported"),
            ("In 1951 Abbot, then 62, was hired", 62, "contradicted"),
            ("hired in 1951 at 45", 45, "contradicted"),
            ("Abbot, 41, was hired in 1951", 41, "supported"),
            ("Abbot, 62, was hired in 1951", 62, "supported"),  # in apposition it is of the undated piece
            ("Abbot, 62, who was hired in 1951", 62, "supported"),
        ):
            assert one(claim("age", years=years, span=span)).verdict == wanted, span

    def test_an_apposed_age_is_of_today_unless_the_piece_tells_of_the_past_about_it(self) -> None:
        age = claim("age", years=44, span="Abbot, 44, took the club")
        day = (dated("a.txt", date(1970, 1, 1)),)
        assert one(age, reports=day).verdict == "contradicted"
        assert one(age, of_season(1969), reports=day).verdict == "contradicted"
        assert one(age, of_season(1954), reports=day).verdict == "check_reading"  # he was 44 in 1954

    def test_the_age_of_the_dead_is_of_the_day_of_the_piece(self) -> None:
        text = "Ned Abbot, who managed the Gulls, died on Thursday. He was 63."
        piece = Report("a.txt", text, date=date(1970, 1, 1))
        told = replace(claim("age", years=63, span="He was 63"), start=text.index("He was"), end=len(text) - 1)
        assert one(told, reports=(piece,)).verdict == "contradicted"  # an age to come
        assert one(replace(told, fields={**told.fields, "years": 59}, span="He was 59"), reports=(piece,)).ours == (
            "59 on 1970-01-01"
        )

    def test_an_age_then_is_of_the_season_in_the_same_words(self) -> None:
        day, season = dated("a.txt", date(1970, 1, 1)), claim("record", wins=90, losses=64, seasons=[1951])
        verdict = one(claim("age", years=41), season, reports=(day,))
        assert (verdict.verdict, verdict.ours) == ("implied", "41 in 1951")
        assert one(claim("age", years=44), season, reports=(day,)).ours == "59 on 1970-01-01"

    def test_without_a_birth_date_two_ages_agree_or_not(self) -> None:
        pieces = [claim("age", years=53), claim("stint", seasons=[2013], club="X")]
        later = [claim("age", "b.txt", years=56), claim("stint", "b.txt", seasons=[2016], club="X")]
        never = [claim("age", "b.txt", years=66), *later[1:]]
        assert one(*pieces, *later, facts=None).verdict == "implied"
        assert one(*pieces, *never, facts=None).verdict == "disputed"

    @settings(deadline=None)
    @given(st.dates(date(1850, 1, 1), date(1990, 12, 31)), st.dates(date(1991, 1, 1), date(2090, 12, 31)))
    def test_the_days_of_an_age_are_those_on_which_he_is_that_old(self, born: date, day: date) -> None:
        birth = Birth(born.year, born.month, born.day)
        (age,) = birth.ages_on(day)
        days = birth.days_of_age(age)
        assert days.first <= day <= days.last
        after = (day - born).days / 365.2425
        assert abs(age - after) < 1.01


class TestDepartures:
    def test_resigned_and_fired_are_disputed_with_who_said_which(self) -> None:
        resigned = claim("departure", organization=GULLS, manner=["resigned"], seasons=[2016], said_by=["Ed Office"])
        fired = claim("departure", organization=GULLS, manner=["fired"], seasons=[2016], said_by=["sources", "Daily"])
        verdicts = judge([resigned, fired], (), FACTS)
        assert [verdict.verdict for verdict in verdicts] == ["disputed", "disputed"]
        assert "sources, through Daily" in told(verdicts[0])
        assert "Ed Office" in told(verdicts[0])

    def test_one_claim_that_says_both(self) -> None:
        text = claim("departure", organization=GULLS, manner=["let_go", "resigned"], text_disputes=True)
        assert one(text).verdict == "disputed"

    def test_four_days_a_few_days_and_less_than_a_week_are_one(self) -> None:
        said = [
            claim("departure", f"{n}.txt", club="Arizona", manner=["fired"], after_days=days)
            for n, days in enumerate(([4, 4], [2, 5], [0, 6]))
        ]
        assert [verdict.verdict for verdict in judge(said, (), FACTS)] == ["corroborated"] * 3

    def test_four_days_and_two_weeks_are_not(self) -> None:
        said = [
            claim("departure", f"{n}.txt", club="Arizona", manner=["fired"], after_days=days)
            for n, days in enumerate(([4, 4], [14, 14]))
        ]
        assert one(*said).verdict == "disputed"

    def test_who_stayed_did_not_leave(self) -> None:
        verdict = one(claim("departure", who=BEALE, club=MINERS, manner=["fired"], seasons=[1951]))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "he ran all their games of 1951 and 1952")

    def test_a_manner_is_in_no_table_though_the_time_is_right(self) -> None:
        facts = replace(FACTS, seasons=FACTS.seasons | {1954})
        fired = claim("departure", club=GULLS, manner=["fired"], seasons=[1953])
        verdict = one(fired, facts=facts)
        assert (verdict.verdict, verdict.ours, verdict.rule) == ("unverifiable", "last game 1953-09-01", "managed")
        assert "That he left then is supported by the games; how he left is in no table" in told(verdict, "note")
        assert verdict.settles == "statements by the club and the manager"
        assert one(claim("departure", club=GULLS, seasons=[1953]), facts=facts).verdict == "supported"

    def test_a_manner_is_corroborated_or_disputed_by_other_reports(self) -> None:
        facts = replace(FACTS, seasons=FACTS.seasons | {1954})
        fired = claim("departure", club=GULLS, manner=["fired"], seasons=[1953], said_by=["Al Pen"])
        again = claim("departure", "b.txt", club=GULLS, manner=["fired"], seasons=[1953])
        resigned = claim("departure", "b.txt", club=GULLS, manner=["resigned"], seasons=[1953])
        assert [one.verdict for one in judge([fired, again], (), facts)] == ["corroborated", "corroborated"]
        assert [one.verdict for one in judge([fired, resigned], (), facts)] == ["disputed", "disputed"]

    @pytest.mark.parametrize(
        ("act", "verdict"),
        [("1951-09-05", "supported"), ("1951-06-20", "contradicted"), ("1951-07", "contradicted")],
    )
    def test_a_dated_departure_is_compared_with_his_last_game(self, act: str, verdict: str) -> None:
        # He ran all games from 1 April to 1 September 1951; another ran the club's next season.
        others = {**FACTS.managers, (1952, "RDG"): (("dow", "Al Dow", 70, 84),)}
        beale = replace(FACTS.people["beale"], records=FACTS.people["beale"].records[:2])
        facts = replace(FACTS, managers=others, people={**FACTS.people, "beale": beale})
        found = one(claim("departure", who=BEALE, club=MINERS, date_of_act=act), facts=facts)
        assert found.verdict == verdict
        assert verdict == "supported" or found.ours == "he ran their games until 1951-09-01"

    def test_who_was_replaced_within_a_season_left_within_days_of_his_last_game(self) -> None:
        two = {**FACTS.managers, (1951, "RDG"): (("beale", BEALE, 60, 94), ("dow", "Al Dow", 3, 3))}
        facts = replace(FACTS, managers=two)
        soon = claim("departure", who=BEALE, club=MINERS, date_of_act="1951-09-03")
        late = claim("departure", who=BEALE, club=MINERS, date_of_act="1951-11-20")
        assert one(soon, facts=facts).verdict == "supported"
        assert one(late, facts=facts).verdict == "unverifiable"

    @pytest.mark.parametrize(("season", "verdict"), [(1952, "unverifiable"), (1953, "corroborated")])
    def test_departures_after_two_seasons_are_no_voices_for_each_other(self, season: int, verdict: str) -> None:
        let_go = claim("departure", club="Newark Bears", manner=["let_go"], seasons=[1953])
        other = claim("departure", "b.txt", club="Newark Bears", manner=["let_go", "fired"], seasons=[season])
        assert one(let_go, other, facts=None).verdict == verdict

    def test_the_clubs_he_left_in_two_years_are_two_matters(self) -> None:
        first = claim("departure", club=GULLS, manner=["fired"], seasons=[1953])
        second = claim("departure", "b.txt", club=GULLS, manner=["resigned"], seasons=[1958])
        assert relation(first, second) is None


class TestAppointments:
    def test_november_and_before_the_season_are_one(self) -> None:
        november = claim("appointment", outcome="appointed", club="Arizona", date_of_act="2004-11")
        before = claim("appointment", "b.txt", outcome="appointed", club="Arizona", for_season=2005)
        year = claim("appointment", "c.txt", outcome="appointed", club="Arizona", date_of_act="2004")
        assert [v.verdict for v in judge([november, before, year], (), FACTS)] == ["corroborated"] * 3

    def test_two_years_are_not(self) -> None:
        said = [
            claim("appointment", f"{n}.txt", outcome="appointed", organization="Parent", date_of_act=str(2009 + n))
            for n in range(2)
        ]
        assert one(*said).verdict == "unverifiable"  # the later may be an extension

    @pytest.mark.parametrize(
        ("when", "span"), [("2009", "Later that year the Parent hired Abbot"), ("2009-11", "The Parent hired Abbot")]
    )
    def test_late_in_a_year_and_the_year_after_are_one(self, when: str, span: str) -> None:
        late = claim("appointment", outcome="appointed", organization="Parent", date_of_act=when, span=span)
        next_year = claim("appointment", "b.txt", outcome="appointed", organization="Parent", date_of_act="2010")
        assert [one(late, next_year).verdict, one(next_year, late).verdict] == ["corroborated"] * 2

    def test_a_post_in_the_organization_is_not_the_post_at_its_club(self) -> None:
        system = claim("appointment", outcome="appointed", organization=GULLS, date_of_act="2010")
        top = claim("appointment", "b.txt", outcome="passed_over", club=GULLS, for_season=2011)
        assert relation(system, top) is None

    def test_he_ran_their_games_from_then_on(self) -> None:
        assert one(claim("appointment", outcome="appointed", club=GULLS, for_season=1951)).verdict == "unverifiable"
        facts = replace(FACTS, seasons=FACTS.seasons | {1950})
        verdict = one(claim("appointment", outcome="appointed", club=GULLS, for_season=1951), facts=facts)
        assert (verdict.verdict, verdict.ours) == ("supported", "first game 1951-04-01")

    def test_the_season_before_the_one_for_which_he_came_need_not_be_here(self) -> None:
        said = claim("appointment", outcome="appointed", club=MINERS, date_of_act="1954")
        known = replace(FACTS, seasons=FACTS.seasons | {1954})
        assert one(said).verdict == "unverifiable"
        assert one(said, facts=replace(known, seasons=known.seasons - {1953})).ours == "first game 1955-04-01"

    def test_he_had_been_their_manager(self) -> None:
        verdict = one(claim("appointment", who=BEALE, outcome="appointed", club=MINERS, date_of_act="1952"))
        assert (verdict.verdict, verdict.ours) == ("check_reading", "their manager since 1951-04-01")

    def test_who_never_ran_a_game_may_have_been_appointed(self) -> None:
        said = claim("appointment", who=BEALE, outcome="appointed", club=GULLS, for_season=1956)
        assert one(said).verdict == "unverifiable"


class TestStints:
    def test_a_manager_of_the_club(self) -> None:
        assert one(claim("stint", role="manager", club=GULLS, seasons=[1951, 1952])).verdict == "supported"

    def test_a_manager_of_another_club(self) -> None:
        verdict = one(claim("stint", role="manager", club=MINERS, seasons=[1951]))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "Harbor Gulls 1951")
        assert "Ike Beale" in told(verdict)

    def test_a_player_without_a_start_may_have_come_off_the_bench(self) -> None:
        assert one(claim("stint", role="player", club=MINERS, seasons=[1934])).verdict == "unverifiable"
        assert one(claim("stint", role="player", club=MINERS, seasons=[1933])).verdict == "supported"

    def test_nobody_played_before_or_after_his_career(self) -> None:
        late = one(claim("stint", role="player", club=MINERS, seasons=[1934, 1935]))
        assert (late.verdict, late.ours) == ("contradicted", "1931 to 1934")

    def test_a_minor_club_is_none_of_ours(self) -> None:
        assert one(claim("stint", role="manager", club="Bend Bandits", seasons=[1951])).verdict == "unverifiable"

    def test_a_club_is_known_by_its_link_where_its_name_changed(self) -> None:
        said = claim("stint", role="manager", club="Bay Gulls", seasons=[1951], level_stated="MLB")
        linked = replace(said, links=(*said.links, Link("club", "Gulls", "Bay Gulls", "HBG")))
        assert one(linked).verdict == "supported"
        assert one(replace(linked, fields={**said.fields, "club": "Elsewhere"})).verdict != "supported"


def test_the_plural_of_a_role_is_english() -> None:
    for role, roles in (("coach", "coaches"), ("scout", "scouts")):
        verdict = one(claim("stint", club=GULLS, role=role, seasons=[1951]))
        assert (verdict.verdict, verdict.settles) == ("unverifiable", f"a source of {roles}")
