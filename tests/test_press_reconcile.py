"""Verdicts: by the tables, by the other claims, by arithmetic."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated
from skipper.press.claim import Claim, Link, Report
from skipper.press.facts import Facts, Series
from skipper.press.reconcile import Verdict, judge
from skipper.press.reconcile.agreement import relation
from skipper.press.reconcile.days import days_of_age, stated_days, years_old
from skipper.press.reconcile.dossier import Dossier, merged_keys


def one(*claims: Claim, reports: tuple[Report, ...] = (), facts: Facts | None = FACTS) -> Verdict:
    """The verdict on the first claim, judged with the others."""
    return judge(claims, reports, facts)[0]


def told(verdict: Verdict, kind: str | None = None) -> str:
    return " | ".join(evidence.text for evidence in verdict.evidence if kind in (None, evidence.kind))


class TestRecords:
    def test_a_season_as_both_rules_have_it(self) -> None:
        verdict = one(claim("record", wins=90, losses=64, seasons=[1951]))
        assert (verdict.verdict, verdict.ours, verdict.rule) == ("supported", "90-64", "managed and credited")

    @pytest.mark.parametrize(("wins", "losses", "rule"), [(80, 72, "managed"), (81, 73, "credited")])
    def test_either_rule_supports_and_is_named(self, wins: int, losses: int, rule: str) -> None:
        verdict = one(claim("record", wins=wins, losses=losses, seasons=[1952]))
        assert (verdict.verdict, verdict.rule) == ("supported", rule)
        assert verdict.ours == "80-72 managed, 81-73 credited"

    def test_a_wrong_season_has_the_right_figure_and_whose_season_it_was(self) -> None:
        verdict = one(_of(1953))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "70-83-1")
        assert "90-64 was his record of 1951" in told(verdict)

    def test_a_season_that_the_lake_lacks_is_open(self) -> None:
        verdict = one(claim("record", wins=1, losses=99, seasons=[1954]))
        assert verdict.verdict == "unverifiable"
        assert verdict.settles == "the game logs of 1954"

    def test_a_season_with_games_lacking_is_open(self) -> None:
        facts = replace(FACTS, incomplete=frozenset({1951}))
        assert one(claim("record", wins=1, losses=9, seasons=[1951]), facts=facts).verdict == "unverifiable"

    def test_a_career_with_a_missing_season_is_open_and_the_rest_is_shown(self) -> None:
        verdict = one(claim("record", wins=400, losses=360))
        assert verdict.verdict == "unverifiable"
        assert "400-360 less our 317-296-1 leaves 83-64" in told(verdict, "sum")

    def test_a_career_is_right_at_any_seasons_end(self) -> None:
        half = one(claim("record", who=BEALE, wins=130, losses=178, season_count=2))
        whole = one(claim("record", who=BEALE, wins=214, losses=248))
        assert (half.verdict, whole.verdict) == ("supported", "supported")

    def test_a_career_that_never_stood_so(self) -> None:
        verdict = one(claim("record", who=BEALE, wins=215, losses=247))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "214-248 in 3 seasons")

    def test_a_career_of_a_wrong_number_of_seasons(self) -> None:
        assert one(claim("record", who=BEALE, wins=214, losses=248, season_count=5)).verdict == "contradicted"

    def test_a_dated_piece_gives_the_record_of_its_day(self) -> None:
        # After 70 games of 1951: 64 lost, then 6 won.
        day = dated("a.txt", date(1951, 6, 9))
        right = one(claim("record", wins=6, losses=64, seasons=[1951]), reports=(day,))
        early = one(claim("record", wins=90, losses=64, seasons=[1951]), reports=(day,))
        assert right.verdict == "supported"
        assert (early.verdict, early.ours) == ("contradicted", "6-64 on 1951-06-09")

    def test_the_record_of_another_club_is_not_his(self) -> None:
        verdict = one(claim("record", wins=60, losses=94, seasons=[1951], clubs=[MINERS]))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "90-64, Harbor Gulls")
        assert "Ike Beale (60-94)" in told(verdict)

    def test_a_record_of_one_season_told_as_a_careers_names_the_season(self) -> None:
        verdict = one(claim("record", wins=90, losses=64))
        assert verdict.verdict == "unverifiable"
        assert "90-64 was his record of 1951, Harbor Gulls" in told(verdict)

    def test_a_minor_league_record_is_none_of_ours(self) -> None:
        verdict = one(claim("record", wins=67, losses=76, seasons=[1952], level_stated="Triple-A"))
        assert verdict.verdict == "unverifiable"
        assert "his season of 1952 (Triple-A)" in verdict.settles

    def test_a_pitchers_record_is_none_of_a_manager(self) -> None:
        assert one(claim("record", wins=20, losses=9, seasons=[1951], role="pitcher")).verdict == "unverifiable"


def _of(season: int) -> Claim:
    return claim("record", wins=90, losses=64, seasons=[season], clubs=[GULLS])


class TestSums:
    def minor(self, wins: int, losses: int, report: str = "a.txt", **more: object) -> Claim:
        return claim("record", report, wins=wins, losses=losses, level_stated="minor league", **more)

    def test_season_records_that_are_the_career(self) -> None:
        parts = [self.minor(60, 70, "b.txt", seasons=[1941]), self.minor(80, 50, "c.txt", seasons=[1942])]
        verdict = one(self.minor(140, 120, season_count=2), *parts)
        assert verdict.verdict == "implied"
        assert "60-70 (1941) + 80-50 (1942) = 140-120, the total" in told(verdict, "sum")

    def test_season_records_that_are_not(self) -> None:
        parts = [self.minor(60, 70, "b.txt", seasons=[1941]), self.minor(80, 50, "c.txt", seasons=[1942])]
        verdicts = judge([self.minor(141, 120, season_count=2), *parts], (), FACTS)
        assert [verdict.verdict for verdict in verdicts] == ["disputed"] * 3

    def test_a_total_implies_the_season_that_nobody_tells(self) -> None:
        verdict = one(self.minor(140, 120, season_count=2), self.minor(60, 70, "b.txt", seasons=[1941]))
        assert verdict.verdict == "unverifiable"
        assert "leaves 80-50 for the one season not told" in told(verdict, "sum")

    def test_parts_that_are_more_than_the_whole(self) -> None:
        verdict = one(self.minor(50, 120, season_count=2), self.minor(60, 70, "b.txt", seasons=[1941]))
        assert verdict.verdict == "disputed"

    def test_five_seasons_one_by_one(self) -> None:
        clubs = ["Buffalo", "Las Vegas"]
        total = claim("tally", what="seasons_managed", value=5, clubs=clubs, level_stated="Triple-A")
        first = claim("stint", "b.txt", role="manager", club="Buffalo Bisons", seasons=[2012])
        rest = claim("stint", "c.txt", role="manager", club="Las Vegas 51s", from_=2013, to=2016)
        verdict = one(total, first, rest)
        assert verdict.verdict == "implied"
        assert "Buffalo Bisons 2012 + Las Vegas 51s 2013-2016 = 5 seasons" in told(verdict, "sum")

    def test_five_seasons_from_the_first_to_the_last(self) -> None:
        total = claim("tally", what="seasons_managed", value=5, clubs=["Buffalo", "Las Vegas"], organization=GULLS)
        first = claim("appointment", "b.txt", outcome="promoted", club="Buffalo", for_season=2012)
        last = claim("departure", "c.txt", organization=GULLS, manner=["resigned"], seasons=[2016])
        assert "2016 - 2012 + 1 = 5" in told(one(total, first, last), "sum")

    def test_seasons_that_contradict_their_own_number(self) -> None:
        assert one(claim("tally", what="seasons_managed", value=5, seasons=[2012, 2013], clubs=["X"])).verdict == (
            "disputed"
        )

    def test_four_of_seven_above_500(self) -> None:
        clubs = ["Alba"]
        total = claim("tally", what="seasons_above_500", value=4, of=7, clubs=clubs)
        years = [
            claim("record", "b.txt", wins=w, losses=75, seasons=[2010 + n], clubs=clubs)
            for n, w in enumerate([80, 81, 67, 82, 83, 60, 61])
        ]
        assert one(total, *years).verdict == "implied"
        assert one(total, years[2]).verdict == "unverifiable"
        assert (
            one(
                total,
                *years[:2],
                *years[3:5],
                claim("record", "b.txt", wins=90, losses=75, seasons=[2016], clubs=clubs),
            ).verdict
            == "disputed"
        )


class TestCounts:
    def test_seasons_played_are_counted_from_starts(self) -> None:
        verdict = one(claim("tally", what="seasons_played", value=2, clubs=[GULLS]))
        assert (verdict.verdict, verdict.ours, verdict.rule) == ("supported", "2: 1931-1932", "from starts")

    def test_more_seasons_than_starts_may_be_off_the_bench(self) -> None:
        assert one(claim("tally", what="seasons_played", value=3, clubs=[GULLS])).verdict == "unverifiable"

    def test_more_seasons_than_he_played_at_all(self) -> None:
        verdict = one(claim("tally", what="seasons_played", value=9, clubs=[GULLS]))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "2: 1931-1932")

    def test_fewer_than_he_started_in(self) -> None:
        later = claim("stint", role="manager", club=GULLS, seasons=[1951])
        assert one(claim("tally", what="seasons_played", value=1, clubs=[GULLS]), later).verdict == "contradicted"

    def test_a_count_over_a_season_that_is_not_here_is_never_contradicted(self) -> None:
        verdict = one(claim("tally", what="seasons_managed", value=9))
        assert verdict.verdict == "unverifiable"
        assert "1954" in told(verdict, "coverage")

    def test_seasons_above_500(self) -> None:
        right = one(claim("tally", who=BEALE, what="seasons_above_500", value=1, of=3, clubs=[MINERS]))
        wrong = one(claim("tally", who=BEALE, what="seasons_above_500", value=2, of=3, clubs=[MINERS]))
        assert (right.verdict, right.ours) == ("supported", "1 of 3: 1953")
        assert (wrong.verdict, wrong.ours) == ("contradicted", "1 of 3: 1953")

    def test_a_count_that_was_right_once_is_open_in_an_undated_piece(self) -> None:
        early = claim("tally", who=BEALE, what="seasons_managed", value=2)
        assert one(early).verdict == "unverifiable"
        assert one(early, reports=(dated("a.txt", date(1952, 12, 1)),)).verdict == "supported"
        assert one(early, reports=(dated("a.txt", date(1960, 1, 1)),)).verdict == "contradicted"


class TestAge:
    def test_on_a_date(self) -> None:
        verdicts = [
            one(claim("age", years=years), reports=(dated("a.txt", date(1951, 7, 1)),)) for years in (40, 41, 42)
        ]
        assert [verdict.verdict for verdict in verdicts] == ["contradicted", "supported", "contradicted"]
        assert verdicts[0].ours == "41 on 1951-07-01"

    def test_without_a_date_the_days_that_the_birth_date_allows(self) -> None:
        verdict = one(claim("age", years=41), claim("record", wins=90, losses=64, seasons=[1951]))
        assert verdict.verdict == "supported"
        assert verdict.ours == "41 from 1951-06-15 to 1952-06-14"

    def test_an_event_that_another_piece_dates_is_shown(self) -> None:
        leaving = claim("departure", club=GULLS, manner=["fired"])
        dated_elsewhere = claim("departure", "b.txt", club=GULLS, manner=["fired"], seasons=[1951])
        assert "dated 1951" in told(one(claim("age", years=41), leaving, dated_elsewhere))

    def test_an_age_that_he_had_long_left(self) -> None:
        later = claim("record", wins=70, losses=83, seasons=[1953])
        assert one(claim("age", years=30), later).verdict == "contradicted"

    def test_an_age_then_is_of_the_season_in_the_same_words(self) -> None:
        day, season = dated("a.txt", date(1970, 1, 1)), claim("record", wins=90, losses=64, seasons=[1951])
        verdict = one(claim("age", years=41), season, reports=(day,))
        assert (verdict.verdict, verdict.ours) == ("supported", "41 in 1951")
        assert one(claim("age", years=44), season, reports=(day,)).ours == "59 on 1970-01-01"
        elsewhere = replace(season, start=500, end=520)
        assert one(claim("age", years=41), elsewhere, reports=(day,)).verdict == "contradicted"

    def test_without_a_birth_date_two_ages_agree_or_not(self) -> None:
        pieces = [claim("age", years=53), claim("stint", seasons=[2013], club="X")]
        later = [claim("age", "b.txt", years=56), claim("stint", "b.txt", seasons=[2016], club="X")]
        never = [claim("age", "b.txt", years=66), *later[1:]]
        assert one(*pieces, *later, facts=None).verdict == "implied"
        assert one(*pieces, *never, facts=None).verdict == "disputed"

    @given(st.dates(date(1850, 1, 1), date(1990, 12, 31)), st.dates(date(1991, 1, 1), date(2090, 12, 31)))
    def test_the_days_of_an_age_are_those_on_which_he_is_that_old(self, born: date, day: date) -> None:
        parts = (born.year, born.month, born.day)
        days = days_of_age(parts, years_old(parts, day))
        assert days.first <= day <= days.last
        after = (day - born).days / 365.2425
        assert abs(years_old(parts, day) - after) < 1.01


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
        assert one(*said).verdict == "disputed"

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
        assert (verdict.verdict, verdict.ours) == ("contradicted", "their manager since 1951-04-01")

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

    def test_a_minor_club_is_none_of_ours(self) -> None:
        assert one(claim("stint", role="manager", club="Bend Bandits", seasons=[1951])).verdict == "unverifiable"

    def test_a_club_is_known_by_its_link_where_its_name_changed(self) -> None:
        said = claim("stint", role="manager", club="Bay Gulls", seasons=[1951], level_stated="MLB")
        linked = replace(said, links=(*said.links, Link("club", "Gulls", "Bay Gulls", "HBG")))
        assert one(linked).verdict == "supported"
        assert one(replace(linked, fields={**said.fields, "club": "Elsewhere"})).verdict != "supported"


class TestHonours:
    def test_titles_are_counted(self) -> None:
        won = claim("tally", what="world_series_titles", value=2, clubs=[GULLS])
        assert (one(won).verdict, one(won).ours) == ("supported", "2: 1931, 1953")
        wrong = one(claim("tally", what="world_series_titles", value=3, clubs=[GULLS]))
        assert (wrong.verdict, wrong.ours) == ("contradicted", "2: 1931, 1953")
        assert one(claim("tally", what="pennants", value=3, clubs=[GULLS])).verdict == "supported"

    def test_a_title_of_a_season_that_is_not_here_leaves_the_count_open(self) -> None:
        series = {**FACTS.series, 1954: {"WS": Series("HBG", GULLS, "RDG", MINERS)}}
        said = claim("tally", what="world_series_titles", value=3, clubs=[GULLS])
        verdict = one(said, facts=replace(FACTS, series=series))
        assert verdict.verdict == "unverifiable"
        assert "The lake lacks 1954" in told(verdict)

    def test_an_award(self) -> None:
        right = one(claim("award", award="Manager of the Year", seasons=[1951]))
        wrong = one(claim("award", award="Manager of the Year", seasons=[1952]))
        assert right.verdict == "supported"
        assert wrong.verdict == "contradicted"
        assert wrong.ours == "1952 Ike Beale (BBWAA NL); his: 1951 (BBWAA NL)"

    def test_an_award_with_another_club(self) -> None:
        wrong = one(claim("award", award="Manager of the Year", seasons=[1951], club=MINERS))
        assert (wrong.verdict, "Harbor Gulls 1951" in str(wrong.ours)) == ("contradicted", True)
        never = one(claim("award", award="Manager of the Year", club=MINERS, denied=True))
        assert never.verdict == "unverifiable"
        assert one(claim("award", award="Manager of the Year", club=GULLS)).verdict == "supported"

    def test_a_minor_leagues_award_is_none_of_ours(self) -> None:
        minor = claim("award", award="Manager of the Year", seasons=[1952], club="Lancaster JetHawks")
        no_club = claim("award", award="Manager of the Year", seasons=[1949])
        assert [one(minor).verdict, one(no_club).verdict] == ["unverifiable", "unverifiable"]

    @pytest.mark.parametrize(
        ("season", "club", "verdict"),
        [
            (1931, GULLS, "supported"),
            (1951, GULLS, "contradicted"),
            (1953, None, "supported"),
            (1954, GULLS, "unverifiable"),
        ],
    )
    def test_a_world_series(self, season: int, club: str | None, verdict: str) -> None:
        clubs = {"club": club} if club else {}
        assert one(claim("title", title="World Series", seasons=[season], **clubs)).verdict == verdict

    def test_a_pennant_is_won_by_both_who_meet(self) -> None:
        assert one(claim("title", title="pennant", seasons=[1951], club=GULLS)).verdict == "supported"

    def test_a_title_of_a_club_that_he_was_not_with(self) -> None:
        verdict = one(claim("title", who=BEALE, title="World Series", seasons=[1953], club=GULLS))
        assert verdict.verdict == "contradicted"

    def test_a_debut(self) -> None:
        assert one(claim("debut", year=1931, club=GULLS)).verdict == "supported"
        wrong = one(claim("debut", year=1932, club=GULLS))
        assert (wrong.verdict, wrong.ours) == ("contradicted", "1931-05-02")
        assert one(claim("debut", year=1931, club=MINERS)).ours == "1931-05-02, Harbor Gulls"
        assert one(claim("debut", year=1929, level="AAA")).verdict == "unverifiable"


class TestUsage:
    def test_slots(self) -> None:
        def use(kind: str) -> Claim:
            return claim("usage", kind=kind, seasons=[1932])

        low, high = one(use("bats_low")), one(use("bats_high"))
        assert (low.verdict, low.ours) == ("supported", "70 of 100 starts in slots 7 to 9")
        assert (high.verdict, high.ours) == ("contradicted", "10 of 100 starts in slots 1 to 3")

    def test_hands(self) -> None:
        verdict = one(claim("usage", kind="sits_against_lhp", seasons=[1932], manager="Ned Abbot"))
        assert verdict.verdict == "supported"
        assert "0 of 40 games against left-handed starters, 100 of 110" in verdict.ours

    def test_another_manager_is_not_asked(self) -> None:
        assert one(claim("usage", kind="bats_low", seasons=[1932], manager=BEALE)).verdict == "unverifiable"


class TestVoices:
    def said(self, report: str, **more: object) -> Claim:
        return claim("draft", report, year=1928, round=1, club="Anyone", **more)

    def test_two_reports_are_two_voices(self) -> None:
        assert one(self.said("a.txt"), self.said("b.txt")).verdict == "corroborated"

    def test_a_wire_story_reprinted_is_one(self) -> None:
        reports = [Report(name, "", group="wire") for name in ("a.txt", "b.txt", "c.txt")]
        claims = [self.said(report.name) for report in reports]
        assert judge(claims, reports, FACTS)[0].verdict == "unverifiable"

    def test_two_reports_of_one_source_are_one(self) -> None:
        assert one(self.said("a.txt", said_by=["Al Pen"]), self.said("b.txt", said_by=["Al Pen"])).verdict == (
            "unverifiable"
        )
        chained = self.said("b.txt", said_by=["Bo Ink", "Al Pen"])
        assert one(self.said("a.txt", said_by=["Al Pen"]), chained).verdict == "unverifiable"

    def test_unnamed_sources_are_as_many_as_the_reports_that_cite_them(self) -> None:
        assert one(self.said("a.txt", said_by=["sources"]), self.said("b.txt", said_by=["sources"])).verdict == (
            "corroborated"
        )

    def test_a_hedge_is_no_voice_and_is_shown(self) -> None:
        verdict = one(self.said("a.txt"), self.said("b.txt", hedged=True))
        assert verdict.verdict == "unverifiable"
        assert "(hedged)" in told(verdict)

    def test_a_denial_stands_against_what_it_denies(self) -> None:
        assert one(self.said("a.txt"), self.said("b.txt", denied=True)).verdict == "disputed"

    def test_a_denial_of_what_is_not_so_is_right(self) -> None:
        verdict = one(claim("award", award="Manager of the Year", seasons=[1952], denied=True))
        assert (verdict.verdict, "so do we" in told(verdict)) == ("supported", True)

    def test_a_denial_of_what_is_so_is_not_our_contradiction(self) -> None:
        assert one(claim("award", award="Manager of the Year", seasons=[1951], denied=True)).verdict == "disputed"

    @given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8))
    def test_voices_are_the_connected_parts_of_reports_and_sources(self, pairs: list[tuple[int, int]]) -> None:
        claims = tuple(self.said(f"r{report}", said_by=[f"man {source}"]) for report, source in pairs)
        joined: list[set[str]] = []
        for report, source in pairs:
            marks = {f"r{report}", f"s{source}"}
            touching = [part for part in joined if part & marks]
            joined = [part for part in joined if not part & marks] + [marks.union(*touching)]
        assert Dossier("abbot", claims).voices(claims) == len(joined)


class TestWhole:
    def test_five_errors_about_one_manager(self) -> None:
        day = dated("a.txt", date(1953, 7, 1))
        errors = {
            "record": claim("record", wins=91, losses=63, seasons=[1951]),
            "season": claim("record", wins=90, losses=64, seasons=[1952], clubs=[GULLS]),
            "club": claim("stint", role="manager", club=MINERS, seasons=[1952]),
            "age": claim("age", years=45),
            "award": claim("award", award="Manager of the Year", seasons=[1952]),
        }
        verdicts = dict(zip(errors, judge(errors.values(), (day,), FACTS), strict=True))
        assert {verdict.verdict for verdict in verdicts.values()} == {"contradicted"}
        assert verdicts["record"].ours == "90-64"
        assert verdicts["season"].ours == "80-72 managed, 81-73 credited"
        assert verdicts["club"].ours == "Harbor Gulls 1952"
        assert verdicts["age"].ours == "43 on 1953-07-01"
        assert "Ike Beale" in verdicts["award"].ours

    def test_without_a_lake_nothing_is_supported_or_contradicted(self) -> None:
        claims = [claim("record", wins=1, losses=2, seasons=[1951]), claim("debut", year=1931), claim("age", years=9)]
        words = {verdict.verdict for verdict in judge(claims, (), None)}
        assert words == {"unverifiable"}

    def test_an_ambiguous_name_stays_open_with_candidates(self) -> None:
        said = claim("record", wins=90, losses=64, seasons=[1951])
        unsure = replace(said, links=(Link("person", "Abbot", "Abbot", None, ("abbot", "other")),))
        verdict = one(unsure)
        assert verdict.verdict == "unverifiable"
        assert "Ned Abbot (born 1910), other" in told(verdict)

    def test_a_contradiction_always_has_our_figure(self) -> None:
        for said in (_of(1953), claim("age", years=9), claim("debut", year=1), claim("title", title="World Series")):
            verdict = one(said, reports=(dated("a.txt", date(1953, 7, 1)),))
            assert verdict.verdict != "contradicted" or verdict.ours

    def test_a_name_without_a_link_joins_the_only_man_of_that_name(self) -> None:
        assert merged_keys([("Ned Abbot", "abbot"), ("Ned  ABBOT", "name:ned abbot")]) == {"name:ned abbot": "abbot"}
        assert merged_keys([("Ned Abbot", "abbot"), ("Ned Abbot", "other")]) == {}

    def test_facts_can_be_sent_to_workers(self) -> None:
        again = pickle.loads(pickle.dumps(FACTS))
        assert one(_of(1951), facts=again) == one(_of(1951))

    @given(st.permutations(range(6)))
    def test_the_order_of_claims_changes_no_verdict(self, order: list[int]) -> None:
        said = [
            _of(1951),
            claim("departure", "b.txt", club="X", manner=["fired"]),
            claim("departure", "c.txt", club="X", manner=["resigned"]),
            claim("draft", "b.txt", year=1928, club="Y"),
            claim("draft", "c.txt", year=1928, club="Y"),
            claim("tally", "d.txt", what="seasons_managed", value=9),
        ]
        straight = [verdict.verdict for verdict in judge(said, (), FACTS)]
        mixed = [verdict.verdict for verdict in judge([said[place] for place in order], (), FACTS)]
        assert [straight[place] for place in order] == mixed


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("2004", "2004-01-01 to 2004-12-31"),
        ("2004-11", "2004-11-01 to 2004-11-30"),
        ("2004-11-05", "2004-11-05"),
        ("2004-13", "None"),
        ("in the fall", "None"),
        (None, "None"),
    ],
)
def test_dates_as_told(words: str | None, days: str) -> None:
    assert str(stated_days(words)) == days
