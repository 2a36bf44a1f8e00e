"""Verdicts on records and counts of seasons: by the games, and by arithmetic over claims."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, of_season, one, told
from skipper.press.claim import Claim
from skipper.press.reconcile import judge


class TestRecords:
    def test_a_season_as_both_rules_have_it(self) -> None:
        verdict = one(claim("record", wins=90, losses=64, seasons=[1951]))
        assert (verdict.verdict, verdict.ours, verdict.rule) == ("supported", "90-64", "managed and credited")

    @pytest.mark.parametrize(("wins", "losses", "rule"), [(80, 72, "managed"), (81, 73, "credited")])
    def test_either_rule_supports_and_is_named(self, wins: int, losses: int, rule: str) -> None:
        verdict = one(claim("record", wins=wins, losses=losses, seasons=[1952]))
        assert (verdict.verdict, verdict.rule) == ("supported", rule)
        assert verdict.ours == "80-72 managed, 81-73 credited"

    @pytest.mark.parametrize("wins", [90, 91])
    def test_a_season_whose_source_may_name_a_wrong_manager_is_open(self, wins: int) -> None:
        facts = replace(FACTS, doubted={(1951, "HBG"): "the record book lists another for 90 games"})
        verdict = one(claim("record", wins=wins, losses=64, seasons=[1951]), facts=facts)
        assert verdict.verdict == "check_reading"
        assert "1951 HBG: the record book lists another for 90 games." in told(verdict)
        other = one(claim("record", wins=80, losses=72, seasons=[1952]), facts=facts)
        assert other.verdict == "supported"

    def test_a_wrong_season_has_the_right_figure_and_whose_season_it_was(self) -> None:
        verdict = one(of_season(1953))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "70-83-1")
        assert "90-64 was his record of 1951" in told(verdict)

    def test_a_season_that_the_lake_lacks_is_open(self) -> None:
        verdict = one(claim("record", wins=1, losses=99, seasons=[1954]))
        assert verdict.verdict == "unverifiable"
        assert verdict.settles == "the game logs of 1954"
        assert "The lake has no major-league games of 1954." in told(verdict, "coverage")

    def test_a_season_with_games_lacking_is_open(self) -> None:
        facts = replace(FACTS, incomplete=frozenset({1951}))
        verdict = one(claim("record", wins=1, losses=9, seasons=[1951]), facts=facts)
        assert verdict.verdict == "unverifiable"
        assert "The lake has not all major-league games of 1951." in told(verdict, "coverage")

    def test_a_career_with_a_missing_season_is_open_and_the_rest_is_shown(self) -> None:
        verdict = one(claim("record", wins=400, losses=360))
        assert verdict.verdict == "unverifiable"
        assert "400-360 less our 317-296-1 leaves 83-64" in told(verdict, "sum")

    def test_a_career_is_right_at_any_seasons_end(self) -> None:
        half = one(claim("record", who=BEALE, wins=130, losses=178, season_count=2))
        whole = one(claim("record", who=BEALE, wins=214, losses=248))
        assert (half.verdict, whole.verdict) == ("supported", "supported")

    def test_a_career_that_never_stood_so(self) -> None:
        verdict = one(claim("record", who=BEALE, wins=215, losses=247, level_resolved="MLB"))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "214-248 in 3 seasons")

    def test_a_career_of_a_wrong_number_of_seasons(self) -> None:
        assert one(claim("record", who=BEALE, wins=214, losses=248, season_count=5)).verdict == "check_reading"

    def test_a_dated_piece_gives_the_record_of_its_day(self) -> None:
        # After 70 games of 1951: 64 lost, then 6 won.
        day = dated("a.txt", date(1951, 6, 9))
        right = one(claim("record", wins=6, losses=64, seasons=[1951]), reports=(day,))
        early = one(claim("record", wins=90, losses=64, seasons=[1951]), reports=(day,))
        assert right.verdict == "supported"
        assert (early.verdict, early.ours) == ("check_reading", "6-64 on 1951-06-09")

    def test_the_record_of_another_club_is_not_his(self) -> None:
        verdict = one(claim("record", wins=60, losses=94, seasons=[1951], clubs=[MINERS]))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "90-64, Harbor Gulls")
        assert "Ike Beale (60-94)" in told(verdict)

    def test_a_record_of_one_season_that_names_none_is_not_judged(self) -> None:
        right, wrong = one(claim("record", wins=90, losses=64)), one(claim("record", wins=91, losses=63))
        assert [(one.verdict, one.ours) for one in (right, wrong)] == [("unverifiable", None)] * 2

    def test_a_minor_league_record_is_none_of_ours(self) -> None:
        verdict = one(claim("record", wins=67, losses=76, seasons=[1952], level_stated="Triple-A"))
        assert verdict.verdict == "unverifiable"
        assert "his season of 1952 (Triple-A)" in verdict.settles

    def test_a_pitchers_record_is_none_of_a_manager(self) -> None:
        assert one(claim("record", wins=20, losses=9, seasons=[1951], role="pitcher")).verdict == "unverifiable"


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
        assert "leaves 80-50 for the one season whose record is not told" in told(verdict, "sum")

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

    def test_seasons_with_a_club_for_which_he_never_started(self) -> None:
        gulls_alone = tuple(each for each in FACTS.people["abbot"].starts if each.club == "HBG")
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], starts=gulls_alone)})
        verdicts = [
            one(claim("tally", what="seasons_played", value=value, clubs=[MINERS]), facts=facts) for value in (3, 2)
        ]
        assert [verdict.verdict for verdict in verdicts] == ["contradicted", "unverifiable"]
        assert "Harbor Gulls 1931-1932 (120 starts)" in told(verdicts[0], "table")

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
        assert one(early, reports=(dated("a.txt", date(1960, 1, 1)),)).verdict == "check_reading"

    def test_seasons_with_a_club_that_he_never_managed(self) -> None:
        verdict = one(claim("tally", who=BEALE, what="seasons_managed", value=9, clubs=[GULLS]))
        assert (verdict.verdict, verdict.ours, verdict.rule) == ("contradicted", "0: none", "managed")
        assert "Ridge Miners 1951-1953" in told(verdict, "table")

    def test_with_the_seasons_named_too(self) -> None:
        named = claim("tally", who=BEALE, what="seasons_managed", value=3, clubs=[GULLS], seasons=[1951, 1952, 1953])
        assert one(named).verdict == "contradicted"

    def test_a_season_that_is_not_here_may_have_been_with_that_club(self) -> None:
        early = replace(FACTS.people["abbot"], records=FACTS.people["abbot"].records[:-2])  # with the Gulls alone
        facts = replace(FACTS, people={**FACTS.people, "abbot": early})
        verdict = one(claim("tally", what="seasons_managed", value=9, clubs=[MINERS]), facts=facts)
        assert verdict.verdict == "unverifiable"
        assert "The lake lacks 1954" in told(verdict, "coverage")

    def test_whose_games_are_none_here_is_not_contradicted(self) -> None:
        facts = replace(FACTS, people={**FACTS.people, "beale": replace(FACTS.people["beale"], records=())})
        verdict = one(claim("tally", who=BEALE, what="seasons_managed", value=9, clubs=[GULLS]), facts=facts)
        assert verdict.verdict == "unverifiable"

    def test_a_club_that_the_words_do_not_name_is_not_held_against_them(self) -> None:
        nine = {"what": "seasons_managed", "value": 9, "clubs": [GULLS], "span": "nine seasons"}
        assert one(claim("tally", who=BEALE, explicit=False, **nine)).verdict == "check_reading"

    def test_more_seasons_with_an_organization_may_be_in_its_minor_leagues(self) -> None:
        def managed(value: int) -> str:
            told_of = claim("tally", who=BEALE, what="seasons_managed", value=value, organization=MINERS)
            return one(told_of).verdict

        assert [managed(9), managed(3)] == ["unverifiable", "supported"]
