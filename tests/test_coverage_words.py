"""Missing seasons are told, whatever is known of why."""

from __future__ import annotations

import pytest

from skipper.answers.coverage import Coverage


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (None, "Missing from this lake: 1950-1951."),
        ("lahman", "Missing from this lake: 1950-1951 (managed according to Lahman's Managers)."),
    ],
)
def test_missing_seasons_are_told(why: str | None, words: str) -> None:
    assert words in Coverage((1952,), (1950, 1951), why, (), ()).sentences()


def test_leagues_lack_them_too() -> None:
    assert "Missing from this lake: 1950." in Coverage((1952,), (1950,), None, (), ()).of_leagues()
