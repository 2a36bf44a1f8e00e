"""What the tables speak against is not made right by the number of reports that say it; and what else they decide."""

from __future__ import annotations

from array import array
from dataclasses import replace
from datetime import date

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, both, claim, dated, of_season, one, record, told
from skipper.press.claim import Claim, Link, Report
from skipper.press.facts import Facts, Person, Record
from skipper.press.reconcile import judge
from skipper.press.reconcile.dossier import dossiers
from skipper.press.reconcile.judge import sum_for


def twice(said: Claim, facts: Facts = FACTS) -> list[str]:
    """The verdicts on a claim that two independent reports make."""
    return [verdict.verdict for verdict in judge([said, replace(said, report="b.txt")], (), facts)]


def without_1952() -> Facts:
    """A lake that lacks the games of 1952."""
    beale = FACTS.people["beale"]
    records = tuple(one for one in beale.records if one.season != 1952)
    people = {**FACTS.people, "beale": replace(beale, records=records, missing=(1952,))}
    return replace(FACTS, seasons=FACTS.seasons - {1952}, people=people)


class TestReportsThatAgreeInWhatIsWrong:
    def test_a_season_that_their_words_do_not_say(self) -> None:
        said = claim("record", wins=90, losses=64, seasons=[1952], clubs=[GULLS], explicit=False)
        assert twice(said) == ["check_reading"] * 2

    def test_a_season_that_they_say(self) -> None:
        assert twice(claim("record", wins=90, losses=64, seasons=[1952], clubs=[GULLS])) == ["contradicted"] * 2

    def test_a_departure_after_a_season_in_which_others_ran_the_club(self) -> None:
        facts = replace(FACTS, seasons=FACTS.seasons | {1954})
        fired = claim("departure", club=GULLS, manner=["fired"], seasons=[1954])
        assert twice(fired, facts) == ["check_reading"] * 2
        verdict = one(fired, facts=facts)
        assert verdict.ours == "last game 1953-09-01"
        assert "supported by the games" not in told(verdict)
        assert twice(replace(fired, fields={**fired.fields, "seasons": [1953]}), facts) == ["corroborated"] * 2

    def test_a_year_is_the_season_of_the_last_game_or_a_month_of_the_winter_behind_it(self) -> None:
        facts = replace(FACTS, seasons=FACTS.seasons | {1954})
        acts = {"1953": True, "1954-01": True, "1954": False, "1954-07": False}
        for act, fits in acts.items():
            verdict = one(claim("departure", club=GULLS, manner=["fired"], date_of_act=act), facts=facts)
            assert ("supported by the games" in told(verdict)) == fits, act

    def test_a_departure_from_a_club_while_he_ran_another(self) -> None:
        fired = claim("departure", who=BEALE, club=GULLS, manner=["fired"], seasons=[1952])
        assert twice(fired) == ["contradicted", "contradicted"]
        assert one(fired).ours == "Ridge Miners 1951-1953"

    def test_it_is_open_where_the_lake_lacks_a_season_between_and_not_corroborated(self) -> None:
        fired = claim("departure", who=BEALE, club=GULLS, manner=["fired"], seasons=[1952])
        assert twice(fired, without_1952()) == ["check_reading"] * 2

    def test_a_departure_in_the_winter_between_two_clubs_stays_open(self) -> None:
        left = claim("departure", club="Elsewheres", manner=["fired"], date_of_act="1954-12")
        assert twice(left) == ["corroborated", "corroborated"]


class TestAgesOutsideACareer:
    """Abbot was born on 15 June 1910 and managed from 1951 on."""

    @pytest.mark.parametrize("span", ["Abbot, 20, manages the Gulls", "Abbot is 20"])
    def test_an_undated_age_of_before_he_managed(self, span: str) -> None:
        verdict = one(claim("age", years=20, span=span), claim("stint", club=GULLS, role="manager"))
        assert verdict.verdict == "check_reading"
        assert "20 years old from 1930-06-15 to 1931-06-14" in told(verdict, "table")

    def test_the_minors_count(self) -> None:
        early = {**FACTS.people, "abbot": replace(FACTS.people["abbot"], managed_first=1930)}
        verdict = one(
            claim("age", years=20, span="Abbot, 20"),
            claim("stint", club=GULLS, role="manager"),
            facts=replace(FACTS, people=early),
        )
        assert (verdict.verdict, verdict.ours) == ("supported", "20 from 1930-06-15 to 1931-06-14")

    def test_an_age_told_of_another_time_is_not_of_his_career(self) -> None:
        verdict = one(claim("age", years=20, span="In 1930 Abbot was 20"), claim("stint", club=GULLS, role="manager"))
        assert verdict.verdict == "supported"

    def test_an_age_that_nobody_has_reached(self) -> None:
        assert one(claim("age", years=190, span="Abbot was 190")).verdict == "contradicted"

    @pytest.mark.parametrize(
        ("span", "verdict"), [("Abbot was 50 when he won", "contradicted"), ("until Abbot was 50", "unverifiable")]
    )
    def test_an_age_that_he_had_not_reached_when_it_was_written(self, span: str, verdict: str) -> None:
        found = one(claim("age", years=50, span=span), reports=(dated("a.txt", date(1951, 7, 1)),))
        assert found.verdict == verdict
        assert found.ours == "41 on 1951-07-01"

    @pytest.mark.parametrize("verb", ["manages", "managed", "was hired by", "took over"])
    def test_an_age_in_apposition_is_of_the_pieces_date_whatever_its_verb(self, verb: str) -> None:
        said, day = claim("age", years=41, span=f"Abbot, 41, {verb} the Gulls"), dated("a.txt", date(1956, 7, 1))
        alone, beside = one(said, reports=(day,)), one(said, of_season(1951), reports=(day,))
        assert (alone.verdict, alone.ours) == ("contradicted", "46 on 1956-07-01")
        assert (beside.verdict, beside.ours) == ("check_reading", "46 on 1956-07-01")  # he was 41 in 1951
        undated = one(said)
        assert (undated.verdict, undated.ours) == ("supported", "41 from 1951-06-15 to 1952-06-14")

    @pytest.mark.parametrize(("age", "verdict"), [(42, "supported"), (41, "supported"), (30, "check_reading")])
    def test_the_day_of_another_act_is_the_time_of_an_undated_piece(self, age: int, verdict: str) -> None:
        hired = claim("appointment", club=GULLS, outcome="appointed", date_of_act="1952-06")
        assert one(claim("age", years=age, span=f"Abbot, {age}, was hired"), hired).verdict == verdict

    @pytest.mark.parametrize("age", [41, 42, 43])
    def test_an_age_to_come_is_not_judged(self, age: int) -> None:
        said = claim("age", years=age, span=f"Abbot, who turns {age} this week")
        found = one(said, reports=(dated("a.txt", date(1952, 6, 12)),))
        assert found.verdict == "unverifiable"


class TestCounts:
    """Abbot's clubs went to the postseason in 1953 alone; 1954, in which he managed, is not in the lake."""

    def test_seasons_that_are_named_are_judged_though_another_is_lacking(self) -> None:
        reached = {
            season: one(claim("tally", what="postseason_seasons", seasons=[season], clubs=[GULLS])).verdict
            for season in (1951, 1953, 1954)
        }
        assert reached == {1951: "contradicted", 1953: "supported", 1954: "unverifiable"}

    def test_a_count_that_the_lacking_season_may_complete_stays_open(self) -> None:
        assert one(claim("tally", what="postseason_seasons", value=2)).verdict == "unverifiable"

    @pytest.mark.parametrize(
        ("finish", "words", "verdict"),
        [
            (1, "Abbot won the division in 1953", "supported"),
            (2, "Abbot won the division in 1953", "contradicted"),
            (2, "Abbot won the A.L. West in 1953", "contradicted"),
            (2, "Abbot reached the playoffs in 1953", "supported"),
            (None, "Abbot won the division in 1953", "supported"),
        ],
    )
    def test_a_division_is_won_from_the_first_place(self, finish: int | None, words: str, verdict: str) -> None:
        abbot = FACTS.people["abbot"]
        records = tuple(replace(one, finish=finish) if one.season == 1953 else one for one in abbot.records)
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(abbot, records=records)})
        said = claim("tally", what="postseason_seasons", seasons=[1953], span=f"{words} for the Gulls", clubs=[GULLS])
        assert one(said, facts=facts).verdict == verdict

    def test_ours_ends_with_the_pieces_year(self) -> None:
        facts = replace(without_1952(), seasons=FACTS.seasons)
        said = claim("tally", who=BEALE, what="seasons_managed", value=5, clubs=[MINERS])
        whole, early = (
            one(said, reports=reports, facts=facts) for reports in ((), (dated("a.txt", date(1952, 1, 1)),))
        )
        assert (whole.ours, early.ours) == ("2: 1951, 1953", "1: 1951")


class TestTitles:
    def test_a_season_that_the_words_do_not_say_accuses_nobody(self) -> None:
        said = claim("title", title="pennant", seasons=[1952], club=GULLS, explicit=False)
        facts = replace(FACTS, series={**FACTS.series, 1952: FACTS.series[1956]})
        assert one(said, facts=facts).verdict == "check_reading"
        assert one(replace(said, explicit=True), facts=facts).verdict == "contradicted"


class TestStarts:
    def test_what_is_there_of_a_playing_career_is_shown(self) -> None:
        verdict = one(claim("stint", club=GULLS, role="player", from_=1931, to=1934))
        assert verdict.verdict == "unverifiable"
        assert "Harbor Gulls 1931-1932 (120 starts)." in told(verdict, "table")
        assert "None in 1933-1934." in told(verdict, "table")


def _from(day: date, wins: int, losses: int) -> Record:
    """A record with the Gulls whose games begin on a day."""
    played = record(day.year, "HBG", wins, losses, "managed")
    return replace(played, days=array("i", [day.toordinal() + game for game in range(wins + losses)]))


class TestWithinASeason:
    """Cole ran one game of the Gulls' in May 1952, and their games from 20 August 1953 on; Beale ran the others."""

    COLE = Person("cole", "Jo Cole", records=(_from(date(1952, 5, 3), 1, 0), _from(date(1953, 8, 20), 10, 9)))
    BEALE = replace(FACTS.people["beale"], records=(*both(1952, "HBG", 80, 72), *both(1953, "HBG", 60, 53)))
    FACTS = replace(
        FACTS,
        people={"cole": COLE, "beale": BEALE},
        managers={
            (1952, "HBG"): (("beale", "Ike Beale", 80, 72), ("cole", "Jo Cole", 1, 0)),
            (1953, "HBG"): (("beale", "Ike Beale", 60, 53), ("cole", "Jo Cole", 10, 9)),
        },
    )

    def appointed(self, act: str, facts: Facts) -> str:
        said = claim("appointment", who="Jo Cole", outcome="appointed", club=GULLS, date_of_act=act)
        return one(replace(said, links=(Link("person", "Cole", "Jo Cole", "cole"),)), facts=facts).verdict

    def test_who_took_over_within_it_began_then(self) -> None:
        """His game of the year before does not make him their manager since."""
        acts = {"1953-08": "supported", "1953-08-18": "supported", "1953": "supported", "1953-05": "check_reading"}
        assert {act: self.appointed(act, self.FACTS) for act in acts} == acts

    def test_who_took_over_within_it_may_be_appointed_behind_it(self) -> None:
        later = (*self.COLE.records, _from(date(1954, 4, 1), 80, 70), _from(date(1955, 4, 1), 80, 70))
        facts = replace(
            self.FACTS,
            seasons=FACTS.seasons | {1954},
            people={"cole": replace(self.COLE, records=later)},
            managers={
                **self.FACTS.managers,
                (1954, "HBG"): (("cole", "Jo Cole", 80, 70),),
                (1955, "HBG"): (("cole", "Jo Cole", 80, 70),),
            },
        )
        acts = {"1953-11": "check_reading", "1954-11": "check_reading"}  # an extension
        assert {act: self.appointed(act, facts) for act in acts} == acts

    def test_who_began_the_next_one_was_not_fired_in_it(self) -> None:
        fired = claim("departure", who=BEALE, club=GULLS, manner=["fired"], date_of_act="1952")
        managers = {**self.FACTS.managers, (1952, "HBG"): (("beale", BEALE, 80, 72),)}
        verdict = one(fired, facts=replace(self.FACTS, managers=managers))
        assert verdict.verdict == "contradicted"
        assert verdict.ours == "he ran all their games of 1952, and those of 1953 from 1953-04-01 on"

    @pytest.mark.parametrize(
        ("span", "verdict"),
        [
            ("Abbot, who retired as the Gulls' manager in March 1954", "check_reading"),
            ("Abbot managed the Gulls in 1954", "contradicted"),
        ],
    )
    def test_a_post_of_the_winter_is_no_season(self, span: str, verdict: str) -> None:
        managers = {**FACTS.managers, (1954, "HBG"): (("cole", "Jo Cole", 80, 70),)}
        facts = replace(FACTS, seasons=FACTS.seasons | {1954}, managers=managers)
        said = claim("stint", club=GULLS, role="manager", seasons=[1954], span=span)
        assert one(said, facts=facts).verdict == verdict


class TestReprints:
    """A story that several pages carry is one source: its copies prove nothing of one another."""

    @staticmethod
    def copies(said: Claim, *, days: tuple[date, ...], group: str | None) -> list[str]:
        """The verdicts on a claim of as many reports as there are days, without a lake."""
        claims = [replace(said, report=f"p{place}.txt") for place, _day in enumerate(days)]
        reports = [replace(dated(f"p{place}.txt", day), group=group) for place, day in enumerate(days)]
        return [verdict.verdict for verdict in judge(claims, reports, None)]

    def test_an_age_is_not_implied_by_a_reprint(self) -> None:
        said, days = claim("age", years=44), (date(2011, 5, 1),) * 3
        assert self.copies(said, days=days, group="p0.txt") == ["unverifiable"] * 3

    def test_an_age_is_implied_by_the_same_age_in_another_story(self) -> None:
        copies = [replace(claim("age", years=44), report=name) for name in ("p1.txt", "p2.txt", "q.txt")]
        reports = [
            replace(dated(one.report, date(2011, 5, 1)), group="q" if one is copies[2] else "p") for one in copies
        ]
        sums = [sum_for(one, dossiers(copies, reports, None)[0]).holds for one in copies]
        assert sums == [True, True, True]

    @pytest.mark.parametrize(("group", "holds"), [("p", None), ("q", True)])
    def test_seasons_are_not_told_by_an_edited_reprint(self, group: str, holds: bool | None) -> None:
        three = claim("tally", what="seasons_managed", value=3, clubs=[GULLS])
        retold = claim("tally", "b.txt", what="seasons_managed", value=3, clubs=[GULLS], seasons=[1951, 1952, 1953])
        reports = (Report("a.txt", "", group="p"), Report("b.txt", "", group=group))
        assert sum_for(three, dossiers([three, retold], reports, None)[0]).holds is holds
