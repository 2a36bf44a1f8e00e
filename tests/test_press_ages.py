"""Ages of a year that stands in another clause of the sentence: what the span takes in, and the verdict on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from press_facts import FACTS, claim, dated, of_season, one, told
from skipper.press.claim import Report
from skipper.press.facts import Facts


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
        assert found.verdict == "check_reading"

    def test_since_a_year_beside_the_year_itself(self) -> None:
        found = one(claim("age", years=60, span="In 1951 Abbot was 60, the oldest champion since 1931"))
        assert (found.verdict, found.ours) == ("contradicted", "40 or 41 in 1951")

    def test_the_birth_date_is_the_evidence(self) -> None:
        found = one(claim("age", years=60, span="Abbot, 60 when he led the Gulls to the 1953 title"))
        assert found.verdict == "contradicted"
        assert "Born 1910-06-15" in told(found, "table")


# Abbot died on 2 May 1972, at 61.
def _died(*parts: int) -> Facts:
    return replace(
        FACTS, people={**FACTS.people, "abbot": replace(FACTS.people["abbot"], died=(*parts, None, None)[:3])}
    )


DEAD = _died(1972, 5, 2)


class TestDeath:
    @pytest.mark.parametrize("day", [None, date(1990, 1, 1)])
    @pytest.mark.parametrize("span", ["Abbot was {}", "Abbot, {}, said on Monday", "Abbot was {} in 1990"])
    def test_an_age_that_he_never_reached(self, day: date | None, span: str) -> None:
        reports = () if day is None else (dated("a.txt", day),)
        found = one(claim("age", years=79, span=span.format(79)), reports=reports, facts=DEAD)
        assert (found.verdict, found.ours, found.rule) == (
            "contradicted",
            "died 1972-05-02, at 61",
            "dates of birth and death",
        )

    @pytest.mark.parametrize(
        ("span", "age", "verdict"),
        [
            ("Abbot died at 61 in 1972", 61, "supported"),
            ("Abbot died at 58 in 1972", 58, "contradicted"),
            ("Abbot died in Ridge at the age of 60", 60, "contradicted"),
        ],
    )
    def test_the_age_at_his_death(self, span: str, age: int, verdict: str) -> None:
        found = one(claim("age", years=age, span=span), facts=DEAD)
        assert (found.verdict, found.ours) == (verdict, "died 1972-05-02, at 61")

    def test_in_a_notice_of_his_death(self) -> None:
        text = "Ned Abbot, who managed the Gulls, died on Tuesday. He was 58."
        piece = Report("a.txt", text, date=date(1972, 5, 3))
        wrong = replace(claim("age", years=58, span="He was 58"), start=text.index("He was"), end=len(text) - 1)
        right = replace(wrong, fields={**wrong.fields, "years": 61}, span="He was 61")
        assert (one(wrong, reports=(piece,), facts=DEAD).verdict) == "check_reading"
        assert (one(right, reports=(piece,), facts=DEAD).verdict) == "supported"

    def test_an_age_of_a_living_man_in_a_piece_after_his_death(self) -> None:
        said = claim("age", years=61, span="Abbot, 61, said on Monday")
        assert one(said, reports=(dated("a.txt", date(1972, 5, 20)),), facts=DEAD).verdict == "supported"
        late = one(said, reports=(dated("a.txt", date(1980, 1, 1)),), facts=DEAD)
        assert late.verdict == "supported"  # told of the past: the piece dates it no more
        assert str(late.ours).startswith("61 from ")

    def test_an_age_of_his_life_is_judged_as_any_other(self) -> None:
        right = claim("age", years=41, span="Abbot, then 41, was hired in 1951")
        assert one(right, reports=(dated("a.txt", date(1990, 1, 1)),), facts=DEAD).ours == "41 in 1951"

    def test_anothers_death_is_not_his(self) -> None:
        verdict = one(claim("age", years=80, span="his father died at 80"), facts=DEAD)
        assert (verdict.verdict, verdict.settles) == ("unverifiable", "the day of which the age is told")

    def test_an_age_that_he_would_have_been_is_not_told_of_him_alive(self) -> None:
        assert one(claim("age", years=80, span="Abbot would have been 80"), facts=DEAD).verdict != "contradicted"

    def test_a_year_alone(self) -> None:
        assert one(claim("age", years=62, span="Abbot died at 62"), facts=_died(1972)).verdict == "supported"
        assert one(claim("age", years=64, span="Abbot died at 64"), facts=_died(1972)).ours == "died 1972, at 61 or 62"
