"""Counts of titles and awards by role, denials of them, and titles of several seasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from press_facts import ABBOT, BEALE, FACTS, GULLS, MINERS, both, claim, one, told
from skipper.press.claim import Link
from skipper.press.facts import Facts, Person, Series, Winner

# Beyond FACTS: every season of Abbot's is here, so that nothing is open of his career.
_ALL_HIS = replace(FACTS.people["abbot"], missing=())
WHOLE = replace(FACTS, seasons=FACTS.seasons | {1954}, people={**FACTS.people, "abbot": _ALL_HIS})


def pennants(value: int, span: str) -> tuple[str, str | None]:
    """The verdict on a count of Abbot's pennants in those words, and ours. He managed to two and started for one."""
    verdict = one(claim("tally", what="pennants", value=value, span=span), facts=WHOLE)
    return verdict.verdict, verdict.ours


class TestCountsByRole:
    OURS = "managed 2: 1951, 1953; played 1: 1931"

    @pytest.mark.parametrize(
        ("value", "span"),
        [
            (2, "Abbot as a manager won two pennants"),
            (2, "Abbot managed his clubs to two pennants"),
            (2, "Abbot led the Gulls to two pennants"),
            (1, "as a player he won one pennant"),
            (2, "Abbot won two pennants"),
            (1, "Abbot won one pennant"),
            (3, "Abbot won three pennants"),
        ],
    )
    def test_the_role_told_or_whichever_fits(self, value: int, span: str) -> None:
        assert pennants(value, span) == ("supported", self.OURS)

    @pytest.mark.parametrize(
        ("value", "span"),
        [
            (3, "as their manager he won three pennants"),
            (5, "Abbot won five pennants"),
            (3, "Abbot managed the Gulls to three pennants"),
        ],
    )
    def test_none_fits(self, value: int, span: str) -> None:
        assert pennants(value, span) == ("contradicted", self.OURS)

    def test_a_bench_player_may_have_more(self) -> None:
        book = {**WHOLE.series, 1934: {"WS": Series("RDG", MINERS, "OTH", "Others")}}
        said = claim("tally", what="pennants", value=2, span="he won two pennants as a player")
        assert one(said, facts=replace(WHOLE, series=book)).verdict == "unverifiable"

    def test_a_title_is_his_who_finished_the_season(self) -> None:
        facts = replace(WHOLE, finishers={(1953, "HBG"): "cole"})
        said = claim("tally", what="pennants", value=1, span="as a manager he won one pennant")
        assert one(said, facts=facts).ours == "managed 1: 1951; played 1: 1931"
        won = claim("title", title="World Series", seasons=[1953], club=GULLS)
        assert one(won, facts=facts).verdict == "unverifiable"

    def test_a_pennant_of_a_season_without_a_series_leaves_it_open(self) -> None:
        """Until 1904 there were pennants and no Series."""
        early = Person("abbot", ABBOT, records=(*both(1904, "HBG", 90, 60), *both(1905, "HBG", 90, 60)))
        facts = replace(
            WHOLE,
            seasons=WHOLE.seasons | {1904, 1905},
            people={"abbot": early},
            series={**WHOLE.series, 1905: {"WS": Series("HBG", GULLS, "RDG", MINERS)}},
        )
        verdict = one(claim("tally", what="pennants", value=2, span="he won two pennants"), facts=facts)
        assert (verdict.verdict, verdict.ours) == ("unverifiable", "managed 1: 1905")
        assert "no series of 1904" in told(verdict)

    def test_a_nickname_is_of_every_club_that_bore_it(self) -> None:
        """Harbor's Gulls moved from Bay: with the Gulls he won in both places."""
        names = {**WHOLE.names, (1951, "BAY"): "Bay Gulls"}
        series = {**WHOLE.series, 1951: {"WS": Series("BAY", "Bay Gulls", "OTH", "Others")}}
        moved = replace(_ALL_HIS, records=(*both(1951, "BAY", 90, 64), *_ALL_HIS.records[2:]))
        facts = replace(WHOLE, names=names, series=series, people={"abbot": moved})
        said = claim("tally", what="world_series_titles", value=2, clubs=[GULLS], span="he managed the Gulls to two")
        link = Link("clubs", "Gulls", GULLS, "HBG")
        found = one(replace(said, links=(*said.links, link)), facts=facts)
        assert (found.verdict, found.ours) == ("supported", "managed 2: 1951, 1953; played 1: 1931")


class TestSeveralSeasons:
    def test_each_season_is_checked_and_told(self) -> None:
        right = one(claim("title", title="pennant", seasons=[1951, 1953], club=GULLS))
        assert right.verdict == "supported"
        assert "1951 pennants" in str(right.ours)
        assert "1953 pennants" in str(right.ours)

    def test_a_season_in_which_he_was_not_there(self) -> None:
        span = "he won the World Series in 1953 and 1956"
        wrong = one(claim("title", title="World Series", seasons=[1953, 1956], span=span))
        assert wrong.verdict == "contradicted"
        assert "1956 World Series: Others" in str(wrong.ours)

    def test_a_coach_may_have_been_there(self) -> None:
        span = "he earned a World Series ring in 1956"
        assert one(claim("title", title="World Series", seasons=[1956], span=span)).verdict == "unverifiable"

    def test_a_title_without_its_kind_may_be_a_divisions(self) -> None:
        span = "Abbot's Gulls won back-to-back titles in 1951 and 1952"
        said = claim("title", title="World Series", seasons=[1951, 1952], club=GULLS, span=span)
        assert one(said).verdict == "check_reading"

    def test_a_place_may_be_either_of_its_clubs(self) -> None:
        """Ridge has two clubs, and the reading has taken the first."""
        said = claim("title", title="pennant", seasons=[1953], club=MINERS, who=ABBOT)
        link = Link("club", "Ridge", MINERS, None, ("RDG", "HBG"))
        series = {**FACTS.series, 1953: {"WS": Series("HBG", GULLS, "OTH", "Others")}}
        facts = replace(FACTS, series=series)
        assert one(said, facts=facts).verdict == "contradicted"
        assert one(replace(said, links=(*said.links, link)), facts=facts).verdict == "supported"

    def test_a_player_manager_is_both(self) -> None:
        for season in (1931, 1953):
            span = f"he won the pennant as player-manager of the Gulls in {season}"
            assert one(claim("title", title="pennant", seasons=[season], club=GULLS, span=span)).verdict == "supported"

    def test_not_as_a_player(self) -> None:
        span = "he won the World Series as a player in 1953"
        wrong = one(claim("title", title="World Series", seasons=[1953], span=span))
        assert (wrong.verdict, "managed: Harbor Gulls 1953" in told(wrong)) == ("contradicted", True)

    def test_not_as_a_manager(self) -> None:
        span = "he managed the Gulls to the pennant in 1931"
        assert one(claim("title", title="pennant", seasons=[1931], club=GULLS, span=span)).verdict == "contradicted"


class TestNever:
    @pytest.mark.parametrize("title", ["pennant", "World Series"])
    def test_he_did(self, title: str) -> None:
        never = one(claim("title", title=title, denied=True, span="he never won one"))
        assert never.verdict == "contradicted"
        assert "1953" in str(never.ours)

    def test_he_did_not(self) -> None:
        never = claim("title", title="pennant", club=MINERS, denied=True, span="never won a pennant with the Miners")
        verdict = one(never, facts=WHOLE)
        assert (verdict.verdict, verdict.ours) == ("supported", "managed none in 1955")

    def test_a_season_that_is_not_here_may_be_it(self) -> None:
        series = {1954: {"WS": Series("HBG", GULLS, "RDG", MINERS)}, 1956: FACTS.series[1956]}
        never = claim("title", title="pennant", denied=True, span="he never won a pennant")
        assert one(never, facts=replace(FACTS, series=series)).verdict == "unverifiable"

    def test_a_title_won_as_a_player_is_of_the_years_in_which_he_played(self) -> None:
        won = claim("title", title="World Series", seasons=[1956], span="As a player Abbot won the 1956 Series")
        assert one(won).verdict == "contradicted"
        assert one(replace(won, span="As a coach Abbot won the 1956 Series")).verdict == "unverifiable"

    def test_as_a_player_is_another_matter(self) -> None:
        """Beale's Miners won in 1951; what he won as a player nobody knows."""
        never = claim("title", who=BEALE, title="pennant", denied=True, span="as a player he never won a pennant")
        assert one(never, facts=WHOLE).verdict == "unverifiable"

    def test_an_award(self) -> None:
        never = claim("award", award="Manager of the Year", denied=True, span="he never won the award")
        assert one(never).verdict == "contradicted"
        assert one(never, facts=awards({1951: ("BBWAA", "cole")})).verdict == "supported"
        assert one(never, facts=awards({1951: ("BBWAA", "cole")}, last=1954)).verdict == "unverifiable"


def awards(listed: dict[int, tuple[str, str]], last: int = 1956) -> Facts:
    """WHOLE with those winners (giver and person) by season, and others' to the last."""
    of_others = {year: (Winner("BBWAA Manager of the Year", "NL", "x", "X"),) for year in range(1951, last + 1)}
    own = {year: (Winner(f"{giver} Manager of the Year", "NL", who, who),) for year, (giver, who) in listed.items()}
    return replace(WHOLE, awards=of_others | own)


class TestAwards:
    WON = awards({1951: ("BBWAA", "abbot"), 1953: ("BBWAA", "abbot")})

    @pytest.mark.parametrize(("value", "verdict"), [(2, "supported"), (4, "contradicted")])
    def test_a_count(self, value: int, verdict: str) -> None:
        said = claim("tally", what="manager_of_the_year_awards", value=value, span="he was Manager of the Year")
        found = one(said, facts=self.WON)
        assert (found.verdict, str(found.ours)[:20]) == (verdict, "BBWAA 2: 1951, 1953;")

    def test_a_count_by_the_giver_named(self) -> None:
        span = "he was the Sporting News Manager of the Year twice"
        said = claim("tally", what="manager_of_the_year_awards", value=2, span=span)
        assert one(said, facts=self.WON).verdict == "contradicted"

    def test_after_the_lists_end_nothing_is_known(self) -> None:
        said = claim("tally", what="manager_of_the_year_awards", value=4, span="he won four Manager of the Year awards")
        assert one(said, facts=awards({1951: ("BBWAA", "abbot")}, last=1954)).verdict == "unverifiable"

    def test_of_two_leagues_in_a_sentence_the_one_before_its_season(self) -> None:
        span = "he was NL Manager of the Year in 1951, and AL Manager of the Year in 1956"
        assert one(claim("award", award="Manager of the Year", seasons=[1951], span=span)).verdict == "supported"

    def test_before_the_writers_the_wire_services_gave_it_too(self) -> None:
        listed = {year: (Winner("TSN Manager of the Year", "ML", "x", "X"),) for year in (1951, 1952, 1953)}
        late = {1956: (Winner("BBWAA Manager of the Year", "NL", "x", "X"), *listed[1951])}
        facts = replace(WHOLE, awards=listed | late)
        assert one(claim("award", award="Manager of the Year", seasons=[1952]), facts=facts).verdict == "unverifiable"
        named = claim("award", award="Manager of the Year", seasons=[1952], span="Sporting News Manager of the Year")
        assert one(replace(named, explicit=False), facts=facts).verdict == "check_reading"
        told_whole = replace(named, span="the Sporting News Manager of the Year in 1952")
        assert one(told_whole, facts=facts).verdict == "contradicted"

    def test_anothers_list_is_none_of_ours(self) -> None:
        for league in ("the Southern League's", "the National Association"):
            said = claim("award", award="Manager of the Year", span=f"he was {league} manager of the year")
            assert one(said).verdict == "unverifiable", league

    def test_the_league_that_the_words_name(self) -> None:
        span = "he was the American League Manager of the Year in 1951"
        assert one(claim("award", award="Manager of the Year", seasons=[1951], span=span)).verdict != "supported"

    @pytest.mark.parametrize(
        ("span", "verdict"),
        [
            ("Abbot was named National League Manager of the Year in 1956", "contradicted"),
            ("Abbot was the NL Manager of the Year in 1956", "contradicted"),
            ("Abbot won the BBWAA Manager of the Year Award in 1956", "contradicted"),
            ("Abbot was named Manager of the Year in 1956", "unverifiable"),
            ("Abbot was named American League Manager of the Year in 1956", "unverifiable"),  # it has no such list
            ("Abbot was the American Association Manager of the Year in 1956", "unverifiable"),
        ],
    )
    def test_a_season_in_which_he_did_not_manage(self, span: str, verdict: str) -> None:
        """The list of a major league's award is whole wherever he was: it had another winner."""
        found = one(claim("award", award="Manager of the Year", seasons=[1956], span=span), facts=self.WON)
        assert found.verdict == verdict
        assert ("1956 X (BBWAA NL)" in str(found.ours)) == (verdict == "contradicted")

    @pytest.mark.parametrize(
        ("span", "verdict"),
        [
            ("Abbot was Manager of the Year with the Harbor Gulls in 1956", "contradicted"),
            ("Abbot was Manager of the Year of the Harbor Gulls system in 1956", "unverifiable"),
        ],
    )
    def test_a_major_club_names_the_award(self, span: str, verdict: str) -> None:
        said = claim("award", award="Manager of the Year", seasons=[1956], club=GULLS, span=span)
        assert one(said, facts=self.WON).verdict == verdict
