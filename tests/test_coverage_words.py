"""Missing seasons are told, whatever is known of why."""

from __future__ import annotations

from pathlib import Path

import pytest

from skipper.answers.coverage import Coverage
from skipper.answers.holdings import coverage
from skipper.lake.reader import LakeReader
from tiny_lake import write_lake


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


def test_club_games_without_a_manager_and_unconfirmed_managers_are_counted(tmp_path: Path) -> None:
    """Alpha's five games of the majors have their manager; one of three of an invented A club has."""
    played = {"season": 2031, "level": "A", "club": "HBR", "game_type": "regular"}
    named = [{"manager_name": "Jo Cole"}, {}, {}]
    listed = {
        "season": 2031,
        "club_name": "Harrow Bay",
        "manager_id": "managers:x",
        "role": "manager",
        "source": "page",
    }
    names = {"within": "Jo Cole", "outside": "Ike Beale", None: "Abel Splint"}
    lake = write_lake(
        tmp_path / "lake",
        more={
            "club_game": [{**played, "game_id": f"HBR{number}", **more} for number, more in enumerate(named)],
            "listed_manager": [
                {**listed, "manager_name": name, "register_check": check} for check, name in names.items()
            ],
        },
    )
    tables = {table.name: table for table in coverage(LakeReader(lake)).tables}
    rows = [(row["season"], row["level"], row["club_games"], row["without_manager"]) for row in tables["managers"].rows]
    assert rows == [(2033, "MLB", 1, 0), (2031, "A", 3, 2), (2031, "MLB", 4, 0)]
    assert [row["level"] for row in tables["managers"].views[0].rows] == ["A"]
    assert [(row["manager_name"], row["register_check"]) for row in tables["unconfirmed"].rows] == [
        ("Abel Splint", None),
        ("Ike Beale", "outside"),
    ]
