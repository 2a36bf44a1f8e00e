"""Counts of titles and awards by role, denials of them, and titles of several seasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from press_facts import ABBOT, BEALE, FACTS, GULLS, MINERS, both, claim, one, told
from press_quality import small_vocabulary
from skipper.press import vocabulary
from skipper.press.claim import Link, Report
from skipper.press.clean import passages
from skipper.press.extract import claims_of
from skipper.press.facts import Facts, Person, Series, Winner
from skipper.press.vocabulary import Club, Term, Vocabulary

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
        assert one(said).verdict == "unverifiable"

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

    def test_before_the_writers_the_wire_services_gave_it_too(self) -> None:
        listed = {year: (Winner("TSN Manager of the Year", "ML", "x", "X"),) for year in (1951, 1952, 1953)}
        late = {1956: (Winner("BBWAA Manager of the Year", "NL", "x", "X"), *listed[1951])}
        facts = replace(WHOLE, awards=listed | late)
        assert one(claim("award", award="Manager of the Year", seasons=[1952]), facts=facts).verdict == "unverifiable"
        named = claim("award", award="Manager of the Year", seasons=[1952], span="Sporting News Manager of the Year")
        assert one(named, facts=facts).verdict == "unverifiable"  # the span does not say the season
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


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return small_vocabulary({}, ["Walt Abbey"])


def read(words: Vocabulary, type_: str, text: str) -> list[dict[str, Any]]:
    """The claims of one type, each without its person."""
    claims = [one for one in claims_of(Report("a", text, passages(text)), words) if one.type == type_]
    return [{name: value for name, value in one.fields.items() if name != "person"} for one in claims]


class TestReading:
    COUNT = "manager_of_the_year_awards"

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("In 1985 Walt Abbey managed the Mets. He was named Manager of the Year four times.", 4),
            ("Walt Abbey was a three-time Manager of the Year in the major leagues.", 3),
            ("Walt Abbey won two National League Manager of the Year awards.", 2),
            ("Walt Abbey was twice the National League Manager of the Year.", 2),
            ("Walt Abbey was Manager of the Year with the Mets in 1985. He won the award five times.", 5),
        ],
    )
    def test_a_count_of_awards_has_no_season(self, words: Vocabulary, text: str, value: int) -> None:
        assert read(words, "tally", text) == [{"what": self.COUNT, "value": value}]

    def test_a_count_with_its_years_is_awards(self, words: Vocabulary) -> None:
        for how in (
            "was twice the National League Manager of the Year",
            "is a two-time National League Manager of the Year",
        ):
            text = f"Walt Abbey {how}, in 1985 and 1988."
            assert read(words, "tally", text) == []
            assert read(words, "award", text) == [{"award": "Manager of the Year", "seasons": [1985, 1988]}]

    def test_the_award_again(self, words: Vocabulary) -> None:
        text = "Walt Abbey was the National League Manager of the Year in 1985. He won the award again in 1988."
        assert [one["seasons"] for one in read(words, "award", text)] == [[1985], [1988]]

    def test_a_denied_award_has_no_season(self, words: Vocabulary) -> None:
        text = "In 1985 Walt Abbey managed the Mets. He never won the Manager of the Year award."
        assert read(words, "award", text) == [{"award": "Manager of the Year"}]

    @pytest.mark.parametrize(
        ("text", "club"),
        [
            ("Walt Abbey never won a pennant with the Mets.", "New York Mets"),
            ("Walt Abbey managed the Mets for nine seasons. He never won a pennant there.", "New York Mets"),
            ("Walt Abbey managed the Mets for nine seasons and never won a pennant.", None),
        ],
    )
    def test_a_denied_title_is_of_the_club_in_its_own_words(
        self, words: Vocabulary, text: str, club: str | None
    ) -> None:
        assert read(words, "title", text) == [{"title": "pennant"} | ({"club": club} if club else {})]

    @pytest.mark.parametrize(
        "text",
        [
            "Walt Abbey managed the Mets and never won another pennant.",
            "Walt Abbey managed the Mets and never won a pennant until 1986.",
            "Walt Abbey managed the Mets and never won the Manager of the Year award again.",
        ],
    )
    def test_never_again_is_not_never(self, words: Vocabulary, text: str) -> None:
        assert read(words, "title", text) == []
        assert read(words, "award", text) == []

    def test_titles_in_a_row(self, words: Vocabulary) -> None:
        text = "Walt Abbey's Mets won back-to-back titles in 1992 and 1993."
        assert [one["seasons"] for one in read(words, "title", text)] == [[1992, 1993]]

    def test_managed_them_to_pennants(self, words: Vocabulary) -> None:
        [tally] = read(words, "tally", "Walt Abbey managed the New York Mets to five pennants.")
        assert tally == {"what": "pennants", "value": 5, "clubs": ["New York Mets"]}


class TestTitlesRead:
    """Which title, of which club and season: the fields of each claim that a sentence gives."""

    def test_each_title_of_a_list_has_its_own_year(self, words: Vocabulary) -> None:
        text = "Walt Abbey won the 2007 World Series with the Red Sox and the 2016 pennant with the Cubs."
        assert read(words, "title", text) == [
            {"title": "World Series", "seasons": [2007], "club": "Boston Red Sox"},
            {"title": "pennant", "seasons": [2016], "club": "Chicago Cubs"},
        ]

    def test_as_many_seasons_as_titles_are_titles(self, words: Vocabulary) -> None:
        text = "Walt Abbey won three pennants, in 1941 with Brooklyn and in 1951 and 1954 with the Giants."
        assert read(words, "tally", text) == []
        assert [one["seasons"] for one in read(words, "title", text)] == [[1941], [1951, 1954]]

    @pytest.mark.parametrize(
        ("text", "title", "season"),
        [
            ("Walt Abbey took the Royals to the World Series in 2014.", "pennant", 2014),
            ("Walt Abbey managed the Mets to the championship in 1969.", "World Series", 1969),
            ("The Twins, managed by Walt Abbey, won the World Series in 1987.", "World Series", 1987),
            ("Walt Abbey managed the Reds to the 1990 World Series title, a sweep of the A's.", "World Series", 1990),
        ],
    )
    def test_one(self, words: Vocabulary, text: str, title: str, season: int) -> None:
        [claim_] = read(words, "title", text)
        assert (claim_["title"], claim_["seasons"]) == (title, [season])
        assert claim_["club"] != "Oakland Athletics"

    def test_won_it_is_the_series_that_they_had_reached(self, words: Vocabulary) -> None:
        text = "Walt Abbey took the Royals to the World Series in 2014 and won it in 2015."
        assert [(one["title"], one["seasons"]) for one in read(words, "title", text)] == [
            ("pennant", [2014]),
            ("World Series", [2015]),
        ]

    def test_how_often_they_reached_the_series_counts_pennants(self, words: Vocabulary) -> None:
        [tally] = read(words, "tally", "Walt Abbey took the Cardinals to three World Series.")
        assert (tally["what"], tally["value"]) == ("pennants", 3)
        [titles] = read(words, "tally", "Walt Abbey managed the Cardinals to three World Series titles.")
        assert (titles["what"], titles["value"]) == ("world_series_titles", 3)

    def test_what_was_refused_or_lost_is_not_won(self, words: Vocabulary) -> None:
        text = "Walt Abbey's Giants won the pennant in 1904 and refused to play the Series."
        assert [one["title"] for one in read(words, "title", text)] == ["pennant"]

    @pytest.mark.parametrize(
        "text", ["Walt Abbey twice won the World Series.", "Walt Abbey won the World Series twice."]
    )
    def test_twice_is_a_count(self, words: Vocabulary, text: str) -> None:
        assert read(words, "title", text) == []
        assert read(words, "tally", text) == [{"what": "world_series_titles", "value": 2}]

    def test_twice_with_its_years_is_titles(self, words: Vocabulary) -> None:
        text = "Walt Abbey won the World Series twice with the Twins, in 1987 and 1991."
        assert read(words, "tally", text) == []
        assert [one["seasons"] for one in read(words, "title", text)] == [[1987, 1991]]

    def test_games_won_count_no_titles(self, words: Vocabulary) -> None:
        text = "Walt Abbey's 1929 Athletics won 104 games and the World Series."
        assert [one["seasons"] for one in read(words, "title", text)] == [[1929]]

    def test_years_from_and(self, words: Vocabulary) -> None:
        text = "Walt Abbey has two World Series rings, from 1987 and 1991, with the Twins."
        assert [one["seasons"] for one in read(words, "title", text)] == [[1987, 1991]]
        again = "Walt Abbey managed the Tigers and won the pennant in 1907. He won again in 1908 and in 1909, and quit."
        assert [one["seasons"] for one in read(words, "title", again)] == [[1907], [1908, 1909]]

    def test_the_first_since_then_is_not_of_then(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the White Sox to their first championship since 1917."
        assert read(words, "title", text) == [{"title": "World Series", "club": "Chicago White Sox"}]

    def test_a_league_that_a_phrase_splits(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed Seattle in 1955 and won the Coast League pennant."
        assert read(words, "title", text) == [
            {"title": "Pacific Coast League", "seasons": [1955], "club": "Seattle"},
        ]

    def test_a_count_of_awards_is_not_of_the_next_titles_club(self, words: Vocabulary) -> None:
        text = "Walt Abbey won three Manager of the Year awards and two pennants with the Tigers, in 2006 and 2012."
        assert read(words, "tally", text) == [{"what": self.COUNT, "value": 3}]

    COUNT = "manager_of_the_year_awards"

    def test_of_two_men_named_his_who_ran_the_club_then(self, words: Vocabulary) -> None:
        """By the tables Corbin ran the Athletics in 1989, and Beacon, of whom the piece speaks, came later."""
        athletics = next(one for one in words.clubs if one.name == "Oakland Athletics" and one.covers(1989))
        known = replace(words, people=(*words.people, *_run(athletics)))
        text = "Ike Beacon followed Sam Corbin in Oakland. The Athletics won the World Series in 1989."
        claims = claims_of(Report("a", text, passages(text)), known)
        assert [one.fields["person"] for one in claims if one.type == "title"] == ["Sam Corbin"]


def _run(club: Club) -> list[vocabulary.Person]:
    """Two managers of a club, Corbin to 1990 and Beacon from then on."""
    spans = {"Sam Corbin": (1986, 1990), "Ike Beacon": (1991, 1995)}
    return [
        vocabulary.Person(name, name, name.split()[1], None, None, span, (Term("manager", club.id, *span),))
        for name, span in spans.items()
    ]
