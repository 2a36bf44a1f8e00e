"""Verdicts where seasons are lacking: what those that are here, or the games of a club in the others, rule out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from press_facts import ABBOT, FACTS, GULLS, MINERS, both, claim, dated, one, starts, told
from skipper.press.claim import Passage, Report
from skipper.press.facts import BookSeason, Facts, Person, Series
from skipper.press.reconcile import Verdict, judge

# Abbot's seasons that the lake has: 317-296-1 in 1951 to 1953 and 1955. With 154 games in 1954, and the Gulls again in
# 1955, the season that is lacking was all his.
GAMES = replace(FACTS, club_games={1954: 154})


def with_gulls_in_1955() -> Facts:
    """The facts with the Gulls for the Miners of 1955."""
    abbot = FACTS.people["abbot"]
    own = tuple(one for one in abbot.records if one.season < 1955) + tuple(both(1955, "HBG", 77, 77))
    managers = {**FACTS.managers, (1955, "HBG"): (("abbot", ABBOT, 77, 77),)}
    return replace(GAMES, people={**FACTS.people, "abbot": replace(abbot, records=own)}, managers=managers)


class TestTotals:
    def test_a_total_that_the_season_lacking_can_make_up_is_open(self) -> None:
        verdict = one(
            claim("record", wins=400, losses=360, span="a career record of 400-360"), facts=with_gulls_in_1955()
        )
        assert (verdict.verdict, verdict.ours) == ("unverifiable", "317-296-1 managed, 318-297-1 credited without 1954")

    @pytest.mark.parametrize(
        ("wins", "losses"),
        [(300, 360), (400, 290), (470, 380), (480, 296)],  # less than is known; too many games; a share that nobody had
    )
    def test_a_total_that_no_season_can_make_up_is_wrong(self, wins: int, losses: int) -> None:
        verdict = one(
            claim("record", wins=wins, losses=losses, span=f"a career record of {wins}-{losses}"),
            facts=with_gulls_in_1955(),
        )
        assert verdict.verdict == "check_reading"  # the record does not cover the whole career
        assert "154 in 1954" in told(verdict, "sum")

    def test_a_season_that_was_all_his_has_all_its_games(self) -> None:
        few = claim("record", wins=340, losses=320, span="a career record of 340-320")
        assert one(few, facts=with_gulls_in_1955()).verdict == "check_reading"
        assert one(few, facts=GAMES).verdict == "unverifiable"  # with another club before and after he may have had few

    def test_a_record_right_on_a_day_within_the_career_is_open(self) -> None:
        early = claim("record", wins=240, losses=219, span="He was 240-219")
        assert one(early, facts=GAMES).verdict == "unverifiable"
        assert one(claim("record", wins=239, losses=10, span="He was 239-10"), facts=GAMES).verdict == "check_reading"

    def test_a_dated_piece_tells_the_record_of_its_day(self) -> None:
        day = (dated("a.txt", date(1956, 2, 1)),)
        at_the_end = claim("record", wins=400, losses=360, span="is 400-360")
        of_1953 = claim("record", wins=240, losses=219, span="is 240-219")
        assert one(at_the_end, reports=day, facts=with_gulls_in_1955()).verdict == "unverifiable"
        assert one(of_1953, reports=day, facts=with_gulls_in_1955()).verdict == "check_reading"

    def test_a_season_between_two_with_another_club_adds_none(self) -> None:
        seasons = range(1930, 1937)
        own = tuple(starts(season, "RDG" if season > 1933 else "HBG", 90) for season in seasons if season != 1932)
        abbot = replace(FACTS.people["abbot"], starts=own, played_first=1930, played_last=1936)
        facts = replace(FACTS, seasons=frozenset(seasons) - {1932}, people={**FACTS.people, "abbot": abbot})
        with_miners = claim("tally", what="seasons_played", value=3, clubs=[MINERS])
        assert one(with_miners, facts=facts).verdict == "supported"
        with_gulls = claim("tally", what="seasons_played", value=3, clubs=[GULLS])
        assert one(with_gulls, facts=facts).verdict == "unverifiable"


def with_the_book_of_1954(club: str = "HBG") -> Facts:
    """The facts with Abbot's 60-80 of 1954 by the record book; the Gulls were 62-92 under him and another."""
    abbot = replace(FACTS.people["abbot"], book=(BookSeason(1954, club, 60, 80, 0),), missing=(1954,))
    return replace(FACTS, people={**FACTS.people, "abbot": abbot}, book={(1954, club): (62, 92, 0)})


class TestSeasonsOfTheRecordBook:
    def told_of(self, span: str, wins: int, losses: int | None = None, *seasons: int, **fields: Any) -> Verdict:
        """The verdict on a record of Abbot, of 1954 unless other seasons are named."""
        named = {"seasons": list(seasons or (1954,)), "wins": wins, "span": span, "clubs": [GULLS]} | fields
        stated = named if losses is None else named | {"losses": losses}
        return one(claim("record", **stated), facts=with_the_book_of_1954())

    def test_a_season_without_games_is_held_against_the_book_and_marked(self) -> None:
        right = self.told_of("Abbot was 60-80 with the Gulls in 1954", 60, 80)
        wrong = self.told_of("Abbot was 12-150 with the Gulls in 1954", 12, 150)
        for verdict, word in ((right, "supported"), (wrong, "contradicted")):
            assert (verdict.verdict, verdict.ours) == (word, "60-80 (record book)")
            assert (verdict.rule, verdict.evidence[0].table) == ("record book", "book_record")

    def test_without_the_book_the_season_is_open(self) -> None:
        said = claim("record", wins=12, losses=150, seasons=[1954], clubs=[GULLS])
        assert one(said, facts=replace(with_the_book_of_1954(), people=FACTS.people)).verdict == "unverifiable"

    def test_two_records_of_one_text_are_judged_and_not_disputed(self) -> None:
        figures = ((60, 80), (12, 150))
        said = [claim("record", wins=won, losses=lost, seasons=[1954], clubs=[GULLS]) for won, lost in figures]
        verdicts = judge(said, (), with_the_book_of_1954())
        assert [verdict.verdict for verdict in verdicts] == ["supported", "contradicted"]

    @pytest.mark.parametrize(
        ("span", "wins", "losses"),
        [
            ("Abbot was 50-60 with the Gulls in 1954", 50, 60),  # on a day
            ("The Gulls were 62-92 in 1954 under Abbot", 62, 92),  # all of the club's
        ],
    )
    def test_figures_of_a_part_or_of_the_club_are_to_be_checked(self, span: str, wins: int, losses: int) -> None:
        assert self.told_of(span, wins, losses).verdict == "check_reading"

    def test_the_persons_record_with_another_club_is_to_be_checked(self) -> None:
        codes = FACTS.codes | {(1954, "others"): "OTH"}
        facts = replace(with_the_book_of_1954(), codes=codes)
        other = claim("record", wins=60, losses=80, seasons=[1954], clubs=["Others"])
        assert one(other, facts=facts).verdict == "check_reading"
        wrong = claim("record", wins=90, losses=20, seasons=[1954], clubs=["Others"])
        assert one(wrong, facts=facts).verdict == "contradicted"

    def test_seasons_with_games_and_without_are_added(self) -> None:
        verdict = self.told_of("Abbot won 130 games with the Gulls in 1953 and 1954", 130, 163, 1953, 1954)
        assert (verdict.verdict, verdict.rule) == ("supported", "record book")
        assert verdict.ours == "130-163-1 (1954 by the record book)"
        of_one = self.told_of("Abbot was 70-83 with the Gulls in 1953 and 1954", 70, 83, 1953, 1954)
        assert of_one.verdict == "check_reading"

    def test_a_season_under_way_on_the_day_of_the_piece_is_open(self) -> None:
        said = claim("record", wins=12, losses=150, seasons=[1954], clubs=[GULLS])
        for day, word in ((date(1954, 8, 1), "unverifiable"), (date(1954, 11, 1), "contradicted")):
            assert one(said, reports=(dated("a.txt", day),), facts=with_the_book_of_1954()).verdict == word


class TestNumbersExceeded:
    """Of Abbot's seasons four are here: 1951 to 1953 with the Gulls, and 1955; 1954 is lacking."""

    def verdict(self, text: str, value: int = 3, day: date | None = None, facts: Facts = FACTS, **fields: Any) -> str:
        """The verdict on a count of a text's only sentence, of seasons managed unless another is given."""
        report = Report("a.txt", text, (Passage(0, len(text), "body"),), date=day)
        told_of = {"what": "seasons_managed", "value": value, "span": text} | fields
        return one(claim("tally", **told_of), reports=(report,), facts=facts).verdict

    def test_a_count_below_the_seasons_here_is_wrong_whatever_is_lacking(self) -> None:
        assert self.verdict("Ned Abbot managed 3 seasons.") == "contradicted"
        assert self.verdict("Ned Abbot managed 3 seasons.", explicit=False) == "check_reading"
        assert self.verdict("Ned Abbot managed the Harbor Gulls for 2 seasons.", 2, clubs=[GULLS]) == "contradicted"

    @pytest.mark.parametrize("value", [4, 5, 6])
    def test_a_count_that_the_season_lacking_may_make_up_is_open(self, value: int) -> None:
        assert self.verdict(f"Ned Abbot managed {value} seasons.", value) == "unverifiable"

    @pytest.mark.parametrize(
        "text",
        [
            "In his first 3 seasons Ned Abbot managed well.",
            "Ned Abbot has managed 3 seasons.",
            "Ned Abbot managed at least 3 seasons.",
            "Ned Abbot managed 3 seasons until 1953.",
            "In Harbor Ned Abbot managed 3 seasons.",
            "Ned Abbot managed 3 full seasons.",
        ],
    )
    def test_words_of_a_part_or_of_a_day_leave_it_open(self, text: str) -> None:
        assert self.verdict(text) == "unverifiable"

    def test_the_words_outside_the_span_count_too(self) -> None:
        text = "In his first 3 seasons Ned Abbot managed."
        report = Report("a.txt", text, (Passage(0, len(text), "body"),))
        short = replace(claim("tally", what="seasons_managed", value=3), start=13, end=40, span=text[13:40])
        assert one(short, reports=(report,)).verdict == "unverifiable"
        assert one(short).verdict == "unverifiable"  # no text is at hand

    def test_a_dated_piece_is_held_against_the_seasons_over_by_then(self) -> None:
        text = "Ned Abbot has managed 2 seasons."
        assert self.verdict(text, 2, date(1953, 6, 1)) != "contradicted"
        assert self.verdict(text, 2, date(1956, 6, 1)) == "contradicted"

    def test_a_season_of_few_games_need_not_be_counted(self) -> None:
        abbot = FACTS.people["abbot"]
        own = tuple(one for one in abbot.records if one.season < 1955) + tuple(both(1955, "RDG", 7, 7))
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(abbot, records=own)})
        assert self.verdict("Ned Abbot managed 3 seasons.", facts=facts) == "unverifiable"

    def test_seasons_elsewhere_may_be_meant_where_there_can_be_as_many(self) -> None:
        early = replace(FACTS.people["abbot"], managed_first=1940)
        facts = replace(FACTS, people={**FACTS.people, "abbot": early})
        assert self.verdict("Ned Abbot managed 3 seasons.", facts=facts) == "check_reading"

    def test_pennants_below_those_won_are_wrong(self) -> None:
        series = FACTS.series | {1952: {"WS": Series("HBG", GULLS, "OTH", "Others")}}  # after 1951, and before 1953
        facts = replace(FACTS, series=series)
        text = "Ned Abbot won 2 pennants as manager."
        assert self.verdict(text, 2, what="pennants", facts=facts) == "contradicted"
        assert self.verdict(text, 2, what="pennants") == "supported"

    def test_wins_alone_below_those_here_are_to_be_checked(self) -> None:
        text = "Ned Abbot won 200 games as a manager with the Harbor Gulls."
        report = Report("a.txt", text, (Passage(0, len(text), "body"),))
        for wins, word in ((200, "check_reading"), (300, "unverifiable")):
            said = claim("record", wins=wins, clubs=[GULLS], span=text.replace("200", str(wins)))
            facts = replace(FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], missing=(1954,))})
            assert one(said, reports=(report,), facts=facts).verdict == word


class TestPosts:
    def test_a_season_that_is_here_and_another_mans_is_wrong_whatever_is_lacking(self) -> None:
        verdict = one(claim("stint", role="manager", club=MINERS, seasons=[1953, 1954]))
        assert (verdict.verdict, verdict.ours) == ("contradicted", "Harbor Gulls 1953")

    def test_seasons_that_fit_beside_one_that_is_lacking_are_open(self) -> None:
        assert one(claim("stint", role="manager", club=GULLS, seasons=[1953, 1954])).verdict == "unverifiable"

    def test_a_season_after_the_piece_leaves_nothing_open(self) -> None:
        others = claim("stint", role="manager", club="Others", span="managed the Others before that")
        facts = replace(FACTS, codes=FACTS.codes | {(1954, "others"): "OTH"})
        assert one(others, facts=facts).verdict == "unverifiable"
        early = one(others, reports=(dated("a.txt", date(1953, 12, 1)),), facts=facts)
        assert (early.verdict, early.ours) == ("contradicted", "Harbor Gulls 1951-1953; Ridge Miners 1955")

    def test_a_season_between_two_with_one_club_was_no_other_clubs(self) -> None:
        codes = {(1954, "others"): "OTH"}
        for fields in (
            {"role": "manager", "club": "Others"},
            {"what": "seasons_managed", "value": 1, "clubs": ["Others"]},
        ):
            others = claim("stint" if "role" in fields else "tally", **fields)
            between = replace(with_gulls_in_1955(), codes=FACTS.codes | codes)
            assert one(others, facts=between).verdict == "contradicted"
            assert one(others, facts=replace(FACTS, codes=FACTS.codes | codes)).verdict == "unverifiable"

    def test_a_club_that_was_not_there_then_was_not_managed_then(self) -> None:
        others = claim("stint", role="manager", club="Others", span="managed the Others")
        assert (
            one(others, facts=replace(FACTS, codes=FACTS.codes | {(1956, "others"): "OTH"})).verdict == "contradicted"
        )

    def test_who_manages_to_this_day_may_have_managed_since_the_book_ends(self) -> None:
        this = date.today().year
        seasons = range(this - 6, this - 2)
        records = tuple(each for season in seasons for each in both(season, "HBG", 90, 72, postseason=False))
        person = Person("abbot", ABBOT, records=records)
        known = {(season, "harbor gulls"): "HBG" for season in seasons}
        facts = Facts(frozenset(seasons), codes=known, people={"abbot": person})
        once = claim("tally", what="postseason_seasons", clubs=[GULLS], seasons=[this - 1], value=1)
        assert one(once, facts=facts).verdict == "unverifiable"
        before = claim("tally", what="postseason_seasons", clubs=[GULLS], seasons=[this - 4], value=1)
        assert one(before, facts=facts).verdict == "contradicted"


class TestEnds:
    SINCE = replace(
        FACTS,
        seasons=frozenset({*FACTS.seasons, 1954, 1957}),
        managers={
            **FACTS.managers,
            **{(season, "HBG"): (("cole", "Jo Cole", 80, 74),) for season in range(1954, 1958)},
        },
    )

    def test_who_was_gone_for_years_was_not_fired_then(self) -> None:
        verdict = one(claim("departure", club=GULLS, manner=["fired"], date_of_act="1956"), facts=self.SINCE)
        assert (verdict.verdict, verdict.ours) == ("check_reading", "last game 1953-09-01")
        assert "Jo Cole" in told(verdict)

    @pytest.mark.parametrize(
        "fields", [{"date_of_act": "1954"}, {"date_of_act": "1956", "span": "fired as a coach in 1956"}]
    )
    def test_in_the_winter_or_from_another_post_he_may_have_been(self, fields: dict[str, str]) -> None:
        left = claim("departure", club=GULLS, manner=["fired"], **fields)
        assert one(left, facts=self.SINCE).verdict == "check_reading"

    def test_who_began_later_was_not_named_manager_before(self) -> None:
        named = {"role": "manager", "outcome": "appointed", "club": MINERS}
        early = one(claim("appointment", for_season=1952, **named), facts=GAMES)
        assert early.verdict == "contradicted"
        begun = replace(FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], missing=())})
        first = one(claim("appointment", who="Ike Beale", for_season=1951, **named), facts=begun)
        assert first.verdict != "contradicted"
