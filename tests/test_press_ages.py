"""Ages of a year that stands in another clause of the sentence: what the span takes in, and the verdict on it."""

from __future__ import annotations

from datetime import date

import pytest

from press_facts import claim, dated, of_season, one, told
from press_quality import small_vocabulary
from skipper.press.claim import Claim, Report
from skipper.press.clean import passages
from skipper.press.extract import claims_of
from skipper.press.vocabulary import Vocabulary

PEOPLE = ("Walt Abbey", "Ned Beacon")


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return small_vocabulary({}, PEOPLE)


def ages(words: Vocabulary, text: str) -> list[Claim]:
    return [one for one in claims_of(Report("a", text, passages(text)), words) if one.type == "age"]


class TestSpan:
    @pytest.mark.parametrize(
        "text",
        [
            "Walt Abbey was 60 when he led the Mets to the 1969 title",
            "Walt Abbey was 25 when the Yankees hired him as manager in November 1995",
            "When the Yankees hired him as manager in November 1995, Walt Abbey was 25",
            "Walt Abbey won the pennant with the Mets in 1969, when he was 60",
            "Walt Abbey was 60 after he managed the Mets to the title in 1969",
            "Walt Abbey, 60 when he led the Mets to the 1969 title",
        ],
    )
    def test_the_year_of_the_same_event_is_in_the_words(self, words: Vocabulary, text: str) -> None:
        [age] = ages(words, f"{text}.")
        assert age.span == text

    @pytest.mark.parametrize(
        "rest",
        [
            "when he met Ned Beacon, who led the Mets to the 1969 title",
            "when he led the Mets to their first title since 1969",
            "when he took over a club that lost 101 games in 1967",
            "when he met the manager of the 1969 Mets",
            "when he broke Ned Beacon's 1969 record as manager",
            "when he managed the Mets from 1963 to 1967",
            "when he managed the Mets, and Ned Beacon led the Yankees to the 1969 title",
        ],
    )
    def test_a_year_of_another_event_is_not(self, words: Vocabulary, rest: str) -> None:
        [age] = ages(words, f"Walt Abbey was 60 {rest}.")
        assert age.span == "Walt Abbey was 60"


class TestVerdict:
    """Abbot was born on 15 June 1910."""

    @pytest.mark.parametrize("day", [None, date(1970, 6, 20), date(1990, 1, 1)])
    def test_it_is_judged_by_that_year_dated_or_not(self, day: date | None) -> None:
        reports = () if day is None else (dated("a.txt", day),)
        span = "Abbot was {} when he led the Gulls to the 1953 title"
        wrong = one(claim("age", years=60, span=span.format(60)), of_season(1951), reports=reports)
        right = one(claim("age", years=43, span=span.format(43)), of_season(1951), reports=reports)
        assert (wrong.verdict, wrong.ours) == ("contradicted", "42 or 43 in 1953")
        assert (right.verdict, right.ours) == ("supported", "43 in 1953")

    @pytest.mark.parametrize(
        ("age", "verdict", "ours"),
        [
            (40, "supported", "40 in 1950-11"),
            (39, "contradicted", "40 in 1950-11"),
            (41, "contradicted", "40 in 1950-11"),
        ],
    )
    def test_a_month_is_closer_than_its_year(self, age: int, verdict: str, ours: str) -> None:
        found = one(claim("age", years=age, span=f"Abbot was {age} when the Gulls hired him in November 1950"))
        assert (found.verdict, found.ours) == (verdict, ours)

    @pytest.mark.parametrize("month", ["Nov.", "November", "Nov"])
    def test_a_month_in_short(self, month: str) -> None:
        found = one(claim("age", years=39, span=f"Abbot was 39 when he was hired in {month} 1950"))
        assert found.ours == "40 in 1950-11"

    def test_a_club_begins_as_a_month_does(self) -> None:
        found = one(claim("age", years=50, span="Abbot was 50 when he won the Mariners 1951 title"))
        assert found.ours == "40 or 41 in 1951"

    def test_a_day(self) -> None:
        found = one(claim("age", years=40, span="Abbot was 40 when he was fired on June 20, 1951"))
        assert (found.verdict, found.ours) == ("contradicted", "41 on 1951-06-20")

    @pytest.mark.parametrize(
        ("age", "words", "verdict"),
        [
            (41, "after the 1951 season", "supported"),
            (42, "after the 1951 season", "contradicted"),
            (60, "after he led the Gulls to the 1951 title", "contradicted"),
            (40, "before the 1951 season", "supported"),
            (39, "before the 1951 season", "contradicted"),
        ],
    )
    def test_after_and_before_a_season_are_in_the_winter_beside_it(self, age: int, words: str, verdict: str) -> None:
        assert one(claim("age", years=age, span=f"Abbot was {age} {words}")).verdict == verdict

    @pytest.mark.parametrize(
        "words",
        [
            "was 60, 20 years after he led the Gulls to the 1951 title",
            "was 60, two decades after the 1951 title",
            "was 60 when he came back, a champion since 1951",
            "was 60 when he recalled 1951 and 1953",
        ],
    )
    def test_years_counted_from_an_event_do_not_date_the_age(self, words: str) -> None:
        found = one(claim("age", years=60, span=f"Abbot {words}"), reports=(dated("a.txt", date(1990, 1, 1)),))
        assert found.verdict == "unverifiable"

    def test_since_a_year_beside_the_year_itself(self) -> None:
        found = one(claim("age", years=60, span="In 1951 Abbot was 60, the oldest champion since 1931"))
        assert (found.verdict, found.ours) == ("contradicted", "40 or 41 in 1951")

    def test_the_birth_date_is_the_evidence(self) -> None:
        found = one(claim("age", years=60, span="Abbot, 60 when he led the Gulls to the 1953 title"))
        assert found.verdict == "contradicted"
        assert "Born 1910-06-15" in told(found, "table")
