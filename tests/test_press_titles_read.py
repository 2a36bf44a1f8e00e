"""Titles and awards as they are read: counted, of several seasons, told without a man or a club."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from press_quality import small_vocabulary
from skipper.press import vocabulary
from skipper.press.claim import Report
from skipper.press.clean import passages
from skipper.press.extract import claims_of
from skipper.press.vocabulary import Club, Term, Vocabulary


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
