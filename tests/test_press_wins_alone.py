"""Wins told without losses, losses without wins, and a club's own record: what is held against a manager's record."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, of_season, one, told
from skipper.press.claim import Claim
from skipper.press.facts import Facts
from skipper.press.reconcile import Verdict


def side(span: str, who: str = BEALE, **fields: Any) -> Claim:
    """A record of which the words tell one side."""
    return claim("record", who=who, span=span, **fields)


# Beale has 60, 70 and 84 wins of three seasons: 214-248.
class TestOfASeason:
    def test_wins_of_a_season(self) -> None:
        right = one(side("The Miners won 84 games in 1953 under Beale", wins=84, seasons=[1953], clubs=[MINERS]))
        wrong = one(side("The Miners won 91 games in 1953 under Beale", wins=91, seasons=[1953], clubs=[MINERS]))
        assert (right.verdict, right.ours, right.rule) == ("supported", "84-70", "managed and credited")
        assert (wrong.verdict, wrong.ours) == ("contradicted", "84-70")

    def test_losses_of_a_season(self) -> None:
        assert one(side("lost 94 games in 1951", losses=94, seasons=[1951])).verdict == "supported"
        assert one(side("lost 100 games in 1951", losses=100, seasons=[1951])).ours == "60-94"

    @pytest.mark.parametrize(("wins", "rule"), [(80, "managed"), (81, "credited")])
    def test_either_rule_supports_and_is_named(self, wins: int, rule: str) -> None:
        verdict = one(side(f"Abbot won {wins} games in 1952", "Ned Abbot", wins=wins, seasons=[1952]))
        assert (verdict.verdict, verdict.rule) == ("supported", rule)

    def test_a_season_that_the_lake_lacks_is_open(self) -> None:
        assert one(side("won 99 games in 1954", "Ned Abbot", wins=99, seasons=[1954])).verdict == "unverifiable"

    def test_wins_of_each_of_several_seasons_are_no_sum(self) -> None:
        each = one(side("won 60 games in 1951, 1952 and 1953", wins=60, seasons=[1951, 1952, 1953]))
        more = one(side("won 80 games in 1952 and 1953", wins=80, seasons=[1952, 1953]))
        assert (each.verdict, more.verdict) == ("supported", "unverifiable")

    def test_a_place_of_which_no_club_is_read_leaves_it_open(self) -> None:
        farm = side("in 1953 he won 98 games with their Hawaii farm", wins=98, seasons=[1953])
        assert one(farm).verdict == "check_reading"

    def test_a_club_of_his_is_no_such_place_though_it_was_not_read(self) -> None:
        with_his = side("in 1953 he won 98 games with the Miners in April and May", wins=98, seasons=[1953])
        assert one(with_his).verdict == "check_reading"

    def test_a_season_carried_over_is_not_held_against_him(self) -> None:
        said = side("The Miners won 91 games", wins=91, seasons=[1953], clubs=[MINERS], explicit=False)
        assert one(said).verdict == "check_reading"

    def test_nor_that_of_the_pieces_own_date(self) -> None:
        day = (dated("a.txt", date(1953, 12, 1)),)
        said = side("when the Miners won 91", wins=91, seasons=[1953], clubs=[MINERS], explicit=False)
        assert one(said, reports=day).verdict == "check_reading"
        this_year = side("The Miners won 91 games this season", wins=91, seasons=[1953], clubs=[MINERS])
        assert one(this_year, reports=day).verdict == "contradicted"

    def test_a_pitchers_wins_are_none_of_the_club(self) -> None:
        pitcher = side("Beale won 41 games for the Gulls in 1952", wins=41, seasons=[1952], clubs=[GULLS])
        assert one(pitcher).verdict == "unverifiable"

    @pytest.mark.parametrize(
        "about", ["about 90", "some 90", "over 90", "more than 90", "90 or more", "90-plus", "nearly 90"]
    )
    def test_a_round_number_is_none(self, about: str) -> None:
        verdict = one(side(f"The Miners won {about} games in 1953", wins=90, seasons=[1953], clubs=[MINERS]))
        assert verdict.verdict == "unverifiable"

    def test_over_so_many_seasons_is_exact(self) -> None:
        whole = side("Beale won 314 major-league games as a manager over 3 seasons", wins=314, season_count=3)
        assert one(whole).verdict == "contradicted"


class TestOfACareer:
    def test_wins_of_a_career(self) -> None:
        right = one(side("Beale won 214 games as a manager", wins=214))
        wrong = one(side("Beale won 314 games as a big-league manager", wins=314))
        minors_too = one(side("Beale won 314 games as a manager", wins=314))
        assert (right.verdict, right.ours) == ("supported", "214-248 in 3 seasons")
        assert (wrong.verdict, wrong.ours) == ("contradicted", "214-248 in 3 seasons")
        assert (minors_too.verdict, minors_too.ours) == ("check_reading", "214-248 in 3 seasons")

    def test_with_a_club(self) -> None:
        assert one(side("Beale managed the Miners and won 230 games", wins=230, clubs=[MINERS])).ours == (
            "214-248 in 3 seasons"
        )

    def test_a_list_of_his_clubs_that_leaves_one_out_may_mean_all(self) -> None:
        beale = FACTS.people["beale"]
        gulls = [replace(one, season=1956, club="HBG") for one in beale.records if one.season == 1953]
        tigers = [replace(one, season=1955, club="TIG") for one in beale.records if one.season == 1952]
        whole = replace(beale, records=(*beale.records, *tigers, *gulls))
        facts = replace(FACTS, people={**FACTS.people, "beale": whole})
        for wins, verdict in ((368, "supported"), (298, "supported"), (299, "contradicted")):
            his = side(f"He won {wins} games as manager of the Gulls and Miners", wins=wins, clubs=[GULLS, MINERS])
            assert one(his, facts=facts).verdict == verdict

    def test_a_number_at_which_he_once_stood_is_not_his_careers(self) -> None:
        assert one(side("Beale won 200 games as a big-league manager", wins=200)).verdict == "contradicted"

    @pytest.mark.parametrize(
        "span", ["Beale had won 180 games as a manager", "By then manager Beale was at 180 wins", "after 180 wins"]
    )
    def test_but_may_be_that_of_a_day_where_the_words_can_mean_one(self, span: str) -> None:
        verdict = one(side(span, wins=180))
        assert (verdict.verdict, verdict.ours) == ("unverifiable", "214-248 in 3 seasons")
        assert "it stood at 180-" in told(verdict)

    def test_a_number_that_he_never_reached_is_wrong_however_it_is_told(self) -> None:
        assert one(side("manager Beale had won 280 games in the majors by then", wins=280)).verdict == "contradicted"

    def test_in_a_dated_piece_it_is_that_of_the_day(self) -> None:
        day = dated("a.txt", date(1952, 12, 1))
        right = one(side("Beale has won 130 games as a manager", wins=130, season_count=2), reports=(day,))
        wrong = one(side("Beale has won 199 games as a big-league manager", wins=199), reports=(day,))
        assert (right.verdict, wrong.verdict, wrong.ours) == ("supported", "contradicted", "130-178 in 2 seasons")

    def test_a_missing_season_leaves_it_open_with_the_rest(self) -> None:
        verdict = one(side("Abbot won 400 games as a manager", "Ned Abbot", wins=400))
        assert verdict.verdict == "unverifiable"
        assert "400 wins less our 317-296-1 leave 83 for them" in told(verdict, "sum")

    @pytest.mark.parametrize(
        "span",
        [
            "Beale won 300 games",  # as a pitcher?
            "Beale won 300 games as a manager, including the postseason",
            "Beale won 300 games as a manager of minor clubs",
            "Beale managed five clubs and won 300 games in the Coast League",
            "Manager Beale won 300 games with the Goldeyes",
        ],
    )
    def test_wins_that_may_be_of_other_games_are_open(self, span: str) -> None:
        facts = replace(FACTS, people={**FACTS.people, "beale": replace(FACTS.people["beale"], played_first=1920)})
        assert one(side(span, wins=300), facts=facts).verdict in ("unverifiable", "check_reading")


# The Gulls of 1952 were run for two games by another man: 81-73 as a club, 80-72 under Abbot, who is credited with all.
def _credited_as_managed() -> Facts:
    """The facts where no rule credits him with the two games."""
    abbot = FACTS.people["abbot"]
    own = tuple(one for one in abbot.records if (one.season, one.rule) != (1952, "credited"))
    his = next(one for one in own if one.season == 1952)
    return replace(
        FACTS, people={**FACTS.people, "abbot": replace(abbot, records=(*own, replace(his, rule="credited")))}
    )


class TestOfTheClub:
    def record(self, span: str, wins: int = 81, losses: int = 73) -> Verdict:
        his = claim("record", span=span, wins=wins, losses=losses, seasons=[1952], clubs=[GULLS])
        return one(his, of_season(1951), facts=_credited_as_managed())

    @pytest.mark.parametrize(
        "span",
        [
            "The Gulls went 81-73 in 1952 under Abbot",
            "Abbot's Gulls went 81-73 in 1952",
            "with the 81-73 Gulls of 1952",
        ],
    )
    def test_the_clubs_own_record_is_the_clubs(self, span: str) -> None:
        verdict = self.record(span)
        assert (verdict.verdict, verdict.ours, verdict.rule) == (
            "supported",
            "81-73, the club's",
            "all games of the club",
        )
        assert "managed: 1952 Harbor Gulls 80-72" in told(verdict, "table")
        assert "Jo Cole (1-1)" in told(verdict, "table")

    @pytest.mark.parametrize("span", ["In 1952 Abbot went 81-73 with the Gulls", "He was 81-73 with the Gulls in 1952"])
    def test_it_is_not_his_where_the_words_give_it_to_him(self, span: str) -> None:
        verdict = self.record(span)
        assert (verdict.verdict, verdict.ours) == ("contradicted", "80-72")

    def test_nor_where_the_club_had_another(self) -> None:
        assert self.record("The Gulls went 82-72 in 1952 under Abbot", 82, 72).verdict == "contradicted"

    def test_over_all_his_seasons_with_it(self) -> None:
        # 90-64, 81-73 and 70-83 as a club, 240-219 under Abbot; the season that the lake lacks he managed not.
        abbot = replace(_credited_as_managed().people["abbot"], missing=())
        gulls = tuple(one for one in abbot.records if one.club == "HBG")
        facts = replace(FACTS, people={**FACTS.people, "abbot": replace(abbot, records=gulls)})
        his = side("who led the Gulls to 241 victories in three seasons", "Ned Abbot", wins=241, clubs=[GULLS])
        assert one(his, facts=facts).ours == "241-220, the club's"
        assert (
            one(
                replace(his, fields={**his.fields, "wins": 251}, span="who led the Gulls to 251 victories"), facts=facts
            ).verdict
            == "contradicted"
        )

    def test_its_wins_alone(self) -> None:
        his = side("The Gulls won 81 games in 1952", "Ned Abbot", wins=81, seasons=[1952], clubs=[GULLS])
        assert one(his, facts=_credited_as_managed()).ours == "81-73, the club's"
