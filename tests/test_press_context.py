"""Whose a record, a title or a use is, and of which season: understood from what a piece has told before."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from press_quality import small_vocabulary
from skipper.press.claim import Claim, Report
from skipper.press.clean import passages
from skipper.press.extract import claims_of
from skipper.press.vocabulary import Vocabulary

PEOPLE = ("Walt Abbey", "Ned Beacon", "Sam Corbin", "Ike Dunlap", "Reggie Jackson")


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return small_vocabulary({}, PEOPLE)


def told(words: Vocabulary, type_: str, text: str, day: date | None = None) -> list[dict[str, Any]]:
    """The claims of one type, each without its type and the level that we resolve."""
    return [
        _plain(claim) for claim in claims_of(Report("a", text, passages(text), date=day), words) if claim.type == type_
    ]


def _plain(claim: Claim) -> dict[str, Any]:
    return {name: value for name, value in claim.fields.items() if name not in ("level_resolved", "role")}


class TestSeasons:
    def test_relative_years_are_counted_once(self, words: Vocabulary) -> None:
        text = "Walt Abbey took over the Mets in 1984. Two years later they were 98-64 and he was manager of the year."
        [record] = told(words, "record", text)
        [award] = told(words, "award", text)
        assert (record["seasons"], award["seasons"]) == ([1986], [1986])

    def test_what_is_told_by_the_way_does_not_move_the_story(self, words: Vocabulary) -> None:
        text = (
            "In 1972 the Cubs fired Ned Beacon. They gave Walt Abbey the team, who had managed Tacoma in 1969. "
            "Abbey went 39-26."
        )
        assert [one["seasons"] for one in told(words, "record", text)] == [[1972]]

    def test_a_season_of_a_list(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the Mets. His clubs won the pennant in 1952 and 1953, the second at 105-49."
        assert [one["seasons"] for one in told(words, "record", text)] == [[1953]]

    def test_a_part_of_a_season_is_no_record(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the Mets. Abbey went 45-18 in April and May and 48-41 at home."
        assert told(words, "record", text) == []

    def test_news_of_the_day_is_of_its_season(self, words: Vocabulary) -> None:
        text = "The Mets fired manager Walt Abbey on Monday with the club at 31-56, the worst in the majors."
        [record] = told(words, "record", text, date(1987, 7, 19))
        assert (record["seasons"], record["clubs"]) == ([1987], ["New York Mets"])

    def test_a_tenure_s_ordinal_without_its_beginning_leaves_the_season_out(self, words: Vocabulary) -> None:
        text = "Walt Abbey came to the Mets in 1984. He won 103 games in his second season."
        assert all("seasons" not in one for one in told(words, "record", text))


class TestWhose:
    def test_a_post_that_is_told_later_on(self, words: Vocabulary) -> None:
        text = "Walt Abbey was glad. The 1954 Mets won 111 games and lost 43. He managed the Mets from 1951 to 1956."
        [record] = told(words, "record", text)
        assert (record["person"], record["wins"], record["losses"], record["seasons"]) == (
            "Walt Abbey",
            111,
            43,
            [1954],
        )

    def test_two_men_s_season_is_neither_s(self, words: Vocabulary) -> None:
        text = "Walt Abbey manages the Mets. In 2002 they had lost 106 games under Ned Beacon and Sam Corbin."
        assert told(words, "record", text) == []

    def test_for_whom_and_with_whom(self, words: Vocabulary) -> None:
        text = "Ned Beacon managed the Mets in 1999. The Mets went 48-29 for Walt Abbey that year."
        assert [one["person"] for one in told(words, "record", text)] == ["Walt Abbey"]

    def test_a_team_that_he_takes_over_is_not_his_record(self, words: Vocabulary) -> None:
        text = "Walt Abbey, the new manager of the Mets, takes over a team that lost 101 games this season."
        assert told(words, "record", text, date(2010, 10, 19)) == []

    def test_an_opponent_is_no_club_of_his(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the Mets. In 1969 the Mets went 100-62 and beat the Orioles in the World Series."
        [title] = told(words, "title", text)
        assert (title["club"], title["seasons"]) == ("New York Mets", [1969])


class TestTitles:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Walt Abbey managed the Mets. In 1945 he took them to the Series.", ("pennant", [1945])),
            ("Walt Abbey managed the Mets. They clinched the flag in 1938.", ("pennant", [1938])),
            ("Walt Abbey won it all with the Mets in 1984.", ("World Series", [1984])),
            ("Walt Abbey managed the Mets to pennants in 1961 and 1962.", ("pennant", [1961, 1962])),
            ("Walt Abbey won the Coast League in 1969 with Tacoma.", ("Pacific Coast League", [1969])),
            ("Walt Abbey won the Governors' Cup with Durham in 2009.", ("Governors' Cup", [2009])),
        ],
    )
    def test_won_in_many_words(self, words: Vocabulary, text: str, expected: tuple[str, list[int]]) -> None:
        [title] = told(words, "title", text)
        assert (title["title"], title["seasons"]) == expected

    @pytest.mark.parametrize(
        "text",
        [
            "Walt Abbey took the Mets within a game of the World Series in 1986.",
            "Walt Abbey's Mets are at 14-1 to win it all in 2022.",
            "Walt Abbey's Mets won a World Series game in 1986.",
            "Walt Abbey of the Mets lost the World Series in 1986.",
        ],
    )
    def test_not_won(self, words: Vocabulary, text: str) -> None:
        assert told(words, "title", text) == []

    def test_two_leagues_of_one_clause(self, words: Vocabulary) -> None:
        text = (
            "Walt Abbey won the Carolina League championship at Kinston in 2004 and the Eastern League championship at "
            "Akron in 2005. He manages the Mets."
        )
        found = {(one["title"], one["club"], *one["seasons"]) for one in told(words, "title", text)}
        assert found == {("Carolina League", "Kinston", 2004), ("Eastern League", "Akron", 2005)}

    def test_a_division_is_a_season_played_on(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the Mets. He led them to the National League East title in 1988."
        [tally] = told(words, "tally", text)
        assert (tally["what"], tally["seasons"]) == ("postseason_seasons", [1988])


class TestUse:
    def test_him_is_the_player_named_last(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the Mets. He had Ike Dunlap for two years. He hit him second or third."
        [use] = told(words, "usage", text)
        assert (use["player"], use["kind"], use["manager"]) == ("Ike Dunlap", "bats_high", "Walt Abbey")

    def test_a_stranger_s_use_is_nobody_s(self, words: Vocabulary) -> None:
        text = "Walt Abbey manages the Mets. Abbey rarely started Zzyzx Quimby against right-handers."
        assert told(words, "usage", text) == []

    def test_a_manager_does_not_bat(self, words: Vocabulary) -> None:
        text = 'Walt Abbey manages the Mets. "I was a catcher too," Abbey said. "We hit ninth."'
        assert told(words, "usage", text) == []

    def test_every_day(self, words: Vocabulary) -> None:
        text = "Walt Abbey manages the Mets. Ike Dunlap leads off and plays every day."
        assert [one["kind"] for one in told(words, "usage", text)] == ["bats_high", "plays_every_day"]


class TestDiscipline:
    def test_by_whom(self, words: Vocabulary) -> None:
        text = "In 1977 Ike Dunlap of the Mets was suspended for 30 days and fined $10,000 by the National League."
        found = told(words, "discipline", text)
        assert [(one["kind"], one["by"], one["seasons"]) for one in found] == [
            ("suspended", "National League", [1977]),
            ("fined", "National League", [1977]),
        ]

    def test_benched_for_not_running(self, words: Vocabulary) -> None:
        text = "Walt Abbey manages the Mets. In 1999 Abbey benched Ike Dunlap for not running out a fly ball."
        assert told(words, "discipline", text) == [
            {"person": "Ike Dunlap", "kind": "benched", "by": "Walt Abbey", "seasons": [1999]}
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "Walt Abbey manages the Mets. Ike Dunlap was thrown out at second.",
            "Walt Abbey manages the Mets. Dunlap tossed a bat. Abbey felt fine.",
            "Walt Abbey manages the Mets. Abbey was never once thrown out.",
        ],
    )
    def test_no_discipline(self, words: Vocabulary, text: str) -> None:
        assert told(words, "discipline", text) == []


class TestBeginnings:
    def test_a_school_is_no_club(self, words: Vocabulary) -> None:
        text = "Walt Abbey manages the Yankees. Cincinnati picked Abbey in the third round in 1994, out of California."
        assert told(words, "draft", text) == [
            {"person": "Walt Abbey", "year": 1994, "round": 3, "club": "Cincinnati Reds"}
        ]

    def test_the_first_pick_in_apposition(self, words: Vocabulary) -> None:
        text = "The Astros fired Walt Abbey after a session that Ike Dunlap, the first pick in the 2013 draft, threw."
        assert told(words, "draft", text) == [{"person": "Ike Dunlap", "year": 2013, "overall": 1}]

    def test_signed_as_a_free_agent_is_no_draft(self, words: Vocabulary) -> None:
        assert told(words, "draft", "Walt Abbey was signed by the Mets as an amateur free agent in 1975.") == []

    def test_an_age_is_of_whom_the_words_before_name(self, words: Vocabulary) -> None:
        text = "The Mets fired Ned Beacon, and there was Walt Abbey, at 67, telling them how to bunt."
        assert told(words, "age", text) == [{"person": "Walt Abbey", "years": 67}]


def test_games_over_500_are_no_seasons(words: Vocabulary) -> None:
    assert told(words, "tally", "Walt Abbey managed the Mets. He finished 22 games over .500 in 1988.") == []


def test_a_surname_that_is_a_town(words: Vocabulary) -> None:
    text = "Walt Abbey manages the Mets. In 1978 Abbey suspended Reggie Jackson for five games."
    assert [one["person"] for one in told(words, "discipline", text)] == ["Reggie Jackson"]


class TestClubsOfRecords:
    def test_they_are_the_club_and_not_who_is_in_sight(self, words: Vocabulary) -> None:
        text = "The Mets fired Walt Abbey in 1984. They were 50-49 on July 26 with Chicago in sight."
        assert [one["clubs"] for one in told(words, "record", text)] == [["New York Mets"]]

    def test_an_aside_hides_no_club(self, words: Vocabulary) -> None:
        text = "Walt Abbey took over the Mets in 1984. The Mets, who had never won a thing, won 92 games in 1985."
        [record] = told(words, "record", text)
        assert (record["wins"], record["clubs"]) == (92, ["New York Mets"])

    def test_losses_told_after_the_wins_are_of_the_same_record(self, words: Vocabulary) -> None:
        text = "Walt Abbey managed the Mets from 1980 to 1995. In all he won 1,131 games for the Mets and lost 972."
        [record] = told(words, "record", text)
        assert (record["wins"], record["losses"]) == (1131, 972)


class TestTitlesWonAgain:
    def test_won_it_again(self, words: Vocabulary) -> None:
        text = (
            "Walt Abbey took over the Mets in 1984. He won the World Series in 1986. He won again in 1988 and in 1989."
        )
        assert [one["seasons"] for one in told(words, "title", text)] == [[1986], [1988, 1989]]

    def test_two_years_of_one_title(self, words: Vocabulary) -> None:
        text = "Walt Abbey took over the Mets in 1984. He won the World Series in 1986 and again in 1989."
        assert [one["seasons"] for one in told(words, "title", text)] == [[1986, 1989]]

    def test_two_leagues_each_at_its_place(self, words: Vocabulary) -> None:
        text = (
            "Walt Abbey won the American Association pennant at Milwaukee in 1944, and at Oakland in 1948 he won the "
            "Pacific Coast League."
        )
        assert [(one["title"], one["seasons"]) for one in told(words, "title", text)] == [
            ("American Association", [1944]),
            ("Pacific Coast League", [1948]),
        ]

    def test_who_leads_a_division_has_not_won_it(self, words: Vocabulary) -> None:
        text = "Walt Abbey manages the Mets. In 1986 his Mets led the division by 10 games in July."
        assert told(words, "tally", text) == []


class TestExecutives:
    def test_an_owner_is_not_whom_a_piece_is_about(self, words: Vocabulary) -> None:
        text = "Ned Beacon, who owned the Mets, spoke. Walt Abbey took over the Mets in 1984. He won 98 games in 1986."
        assert [one["person"] for one in told(words, "record", text)] == ["Walt Abbey"]


class TestAges:
    @pytest.mark.parametrize("text", ["Walt Abbey, who's 39, caught.", "At 39 he managed. Walt Abbey did."])
    def test_of_whom_the_words_before_speak(self, words: Vocabulary, text: str) -> None:
        found = told(words, "age", f"The Mets named Walt Abbey manager in 1984. {text}")
        assert [(one["person"], one["years"]) for one in found] == [("Walt Abbey", 39)]

    def test_a_fine_manager_is_not_fined(self, words: Vocabulary) -> None:
        assert told(words, "discipline", "Walt Abbey managed the Mets. He was a fine manager.") == []


def test_an_organization_has_no_level(words: Vocabulary) -> None:
    text = "Walt Abbey managed for four years in the Cubs farm system. Then the Cubs passed him over."
    [passed] = [one for one in claims_of(Report("a", text, passages(text)), words) if one.type == "appointment"]
    assert passed.fields == {"person": "Walt Abbey", "organization": "Chicago Cubs", "outcome": "passed_over"}
