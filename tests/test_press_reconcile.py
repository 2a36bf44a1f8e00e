"""Verdicts on honours and usage; whose voice counts; and what holds of every verdict."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, of_season, one, starts, told
from skipper.press.claim import Claim, Link, Report
from skipper.press.days import stated_days
from skipper.press.facts import Series
from skipper.press.reconcile import judge
from skipper.press.reconcile.dossier import Dossier, merged_keys


class TestHonours:
    def test_titles_are_counted(self) -> None:
        won = claim("tally", what="world_series_titles", value=2, clubs=[GULLS])
        assert (one(won).verdict, one(won).ours) == ("supported", "managed 1: 1953; played 1: 1931")
        wrong = one(claim("tally", what="world_series_titles", value=3, clubs=[GULLS]))
        assert (wrong.verdict, wrong.ours) == ("contradicted", "managed 1: 1953; played 1: 1931")
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

    def test_a_debut_with_a_club_that_was_called_otherwise_then(self) -> None:
        facts = replace(FACTS, codes=FACTS.codes | {(1931, "harbor gannets"): "HBG"})
        assert one(claim("debut", year=1931, club="Harbor Gannets"), facts=facts).verdict == "supported"


class TestUsage:
    def test_slots(self) -> None:
        def use(kind: str) -> Claim:
            return claim("usage", kind=kind, seasons=[1932])

        low, high = one(use("bats_low")), one(use("bats_high"))
        assert (low.verdict, low.ours) == ("supported", "70 of 100 starts in slots 7 to 9")
        assert (high.verdict, high.ours) == ("check_reading", "10 of 100 starts in slots 1 to 3")

    @pytest.mark.parametrize(
        ("kind", "words", "verdict", "ours"),
        [
            ("bats_low", "he batted seventh", "supported", "60 of 100 starts in slot 7"),
            ("bats_low", "batted seventh and eighth", "supported", "66 of 100 starts in slots 7 to 8"),
            ("bats_low", "he batted ninth", "unverifiable", "4 of 100 starts in slot 9"),
            ("bats_high", "he batted leadoff", "check_reading", "4 of 100 starts in slot 1"),
            ("bats_high", "he batted cleanup", "unverifiable", "20 of 100 starts in slot 4"),
            ("bats_low", "he batted in the No. 7 hole", "supported", "60 of 100 starts in slot 7"),
            ("bats_low", "was in the seven spot", "supported", "60 of 100 starts in slot 7"),
            ("bats_high", "he hit No. 4", "unverifiable", "20 of 100 starts in slot 4"),
            ("bats_high", "he hit in the two hole", "check_reading", "3 of 100 starts in slot 2"),
            ("bats_low", "the third baseman batted low", "supported", "70 of 100 starts in slots 7 to 9"),
        ],
    )
    def test_a_slot_that_is_named(self, kind: str, words: str, verdict: str, ours: str) -> None:
        found = one(claim("usage", kind=kind, seasons=[1932], span=f"In 1932 {words}"))
        assert (found.verdict, found.ours) == (verdict, ours)

    @pytest.mark.parametrize(
        ("vs_l", "vs_r", "platooned", "every_day"),
        [
            (30, 20, "supported", "check_reading"),
            (4, 100, "supported", "unverifiable"),
            (38, 100, "check_reading", "supported"),
            (24, 100, "unverifiable", "unverifiable"),
        ],
    )
    def test_a_platoon_is_of_either_hand(self, vs_l: int, vs_r: int, platooned: str, every_day: str) -> None:
        own = (starts(1932, "HBG", vs_l + vs_r, vs_l=vs_l, vs_r=vs_r),)
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], starts=own)})
        for kind, verdict in (("platooned", platooned), ("plays_every_day", every_day)):
            assert one(claim("usage", kind=kind, seasons=[1932]), facts=facts).verdict == verdict

    def test_every_game_is_no_fewer(self) -> None:
        own = (starts(1932, "HBG", 148, vs_l=38, vs_r=110),)
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], starts=own)})
        said = claim("usage", kind="plays_every_day", seasons=[1932], span="in 1932 he had not missed a game")
        assert one(said, facts=facts).verdict == "unverifiable"
        assert one(replace(said, span="in 1932 he played every day"), facts=facts).verdict == "supported"
        whole = replace(own[0], vs_l=40)
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], starts=(whole,))})
        assert one(said, facts=facts).verdict == "supported"

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
        assert one(claim("award", award="Manager of the Year", seasons=[1951], denied=True)).verdict == "check_reading"

    @settings(deadline=None)
    @given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8))
    def test_voices_are_the_connected_parts_of_reports_and_sources(self, pairs: list[tuple[int, int]]) -> None:
        claims = tuple(self.said(f"r{report}", said_by=[f"man {source}"]) for report, source in pairs)
        joined: list[set[str]] = []
        for report, source in pairs:
            marks = {f"r{report}", f"s{source}"}
            touching = [part for part in joined if part & marks]
            joined = [part for part in joined if not part & marks] + [marks.union(*touching)]
        assert Dossier("abbot", claims).independent_sources(claims) == len(joined)


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
        assert {kind for kind, verdict in verdicts.items() if verdict.verdict != "contradicted"} == {"record"}
        assert verdicts["record"].verdict == "check_reading"  # it names no club
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
        for said in (
            of_season(1953),
            claim("age", years=9),
            claim("debut", year=1),
            claim("title", title="World Series"),
        ):
            verdict = one(said, reports=(dated("a.txt", date(1953, 7, 1)),))
            assert verdict.verdict != "contradicted" or verdict.ours

    def test_a_name_without_a_link_joins_the_only_man_of_that_name(self) -> None:
        assert merged_keys([("Ned Abbot", "abbot"), ("Ned  ABBOT", "name:ned abbot")]) == {"name:ned abbot": "abbot"}
        assert merged_keys([("Ned Abbot", "abbot"), ("Ned Abbot", "other")]) == {}

    def test_facts_can_be_sent_to_workers(self) -> None:
        again = pickle.loads(pickle.dumps(FACTS))
        assert one(of_season(1951), facts=again) == one(of_season(1951))

    @settings(deadline=None)
    @given(st.permutations(range(6)))
    def test_the_order_of_claims_changes_no_verdict(self, order: list[int]) -> None:
        said = [
            of_season(1951),
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
