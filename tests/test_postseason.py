"""The postseason apart from the regular season: won-lost and series of managers, against Lahman's SeriesPost."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from built_lake import Built
from skipper.answers.leaders import leaders
from skipper.answers.records import records
from skipper.lake.reader import LakeReader
from skipper.render.terminal import plain_text

OCTOBER = ("postseason_wins", "postseason_losses", "postseason_ties", "series_won", "series_lost")
# Won and lost in the postseason through 2018, as published on Baseball-Reference's pages of managers.
PUBLISHED = {
    "Connie Mack": (24, 19),
    "Tom Lasorda": (31, 30),
    "Earl Weaver": (26, 20),
    "Whitey Herzog": (26, 25),
    "Walter Alston": (23, 21),
    "John McGraw": (26, 28),
    "Jim Leyland": (44, 40),
    "Bruce Bochy": (44, 33),
    "Cito Gaston": (18, 16),
    "Tom Kelly": (16, 8),
}
Figures = Counter[tuple[int, str, str]]  # by season, Lahman's club and column


def test_a_record_has_its_postseason_apart(tiny_reader: LakeReader) -> None:
    answer = records(tiny_reader, "Jose Marsh")
    postseason = next(table for table in answer.tables if table.name == "postseason")
    assert [[row[name] for name in ("rule", "season", *OCTOBER)] for row in postseason.rows] == [
        ["managed", 2031, 5, 6, 0, 1, 1],
        ["credited", 2031, 5, 6, 0, 1, 1],
    ]
    assert postseason.rows[0]["rounds"] == ["XCS won 4-2", "WS lost 1-4"]
    assert [row["wins"] for row in answer.main.rows if row["season"] == 2031] == [2, 2]
    text = " ".join(plain_text(answer, None).split())
    assert "2031 ALP both 5-6 1-1 XCS won 4-2, WS lost 1-4" in text


def test_a_manager_without_a_postseason_has_no_such_table(tiny_reader: LakeReader) -> None:
    table = next(table for table in records(tiny_reader, "Tom Vale").tables if table.name == "postseason")
    assert (list(table.rows), table.views) == ([], ())


def test_leaders_rank_the_postseason(tiny_reader: LakeReader) -> None:
    assert [row["value"] for row in leaders(tiny_reader, "postseason_wins").main.rows] == [5]
    career = leaders(tiny_reader, "series_won", "career").main.rows
    assert [(row["manager_id"], row["value"]) for row in career] == [("marsj801", 1)]


def test_the_managers_of_a_season_share_the_series_of_its_clubs(simulated: Built, league: Path) -> None:
    """Each club's postseason is that of one manager, and won-lost and series are those of the league's SeriesPost."""
    for rule in ("managed", "credited"):
        clubs, ours = _of_managers(simulated.reader(), rule)
        assert ours.total() > 0
        assert ours == _of_series_post(league / "lahman", clubs)


def test_every_club_agrees_with_series_post(every_season: Built, real_data: Path) -> None:
    for rule in ("managed", "credited"):
        clubs, ours = _of_managers(every_season.reader(), rule)
        assert ours.total() > 0
        assert ours == _of_series_post(real_data / "lahman", clubs)


def _of_managers(lake: LakeReader, rule: str) -> tuple[set[tuple[int, str]], Figures]:
    """Return the clubs that had managers, and the sums of their postseasons."""
    rows = lake.rows(
        "SELECT m.*, club.lahman_club FROM manager_season AS m JOIN club USING (season, club) WHERE rule = $rule",
        {"rule": rule},
    )
    found: Figures = Counter()
    for row in rows:
        for name in OCTOBER:
            found[row["season"], row["lahman_club"], name] += row[name] or 0
    return {(row["season"], row["lahman_club"]) for row in rows}, +found


def _of_series_post(lahman: Path, clubs: set[tuple[int, str]]) -> Figures:
    """Return what SeriesPost says of these clubs."""
    expected: Figures = Counter()
    for row in _rows(lahman / "SeriesPost.csv"):
        for club, won, lost, how in (
            (row["teamIDwinner"], row["wins"], row["losses"], "series_won"),
            (row["teamIDloser"], row["losses"], row["wins"], "series_lost"),
        ):
            season = int(row["yearID"])
            if (season, club) not in clubs:
                continue
            expected[season, club, "postseason_wins"] += int(won)
            expected[season, club, "postseason_losses"] += int(lost)
            expected[season, club, "postseason_ties"] += int(row["ties"])
            expected[season, club, how] += 1
    return +expected


@pytest.mark.parametrize("name", PUBLISHED)
def test_careers_agree_with_published_ones(every_season: Built, name: str) -> None:
    career = records(every_season.reader(), name, "credited").tables[1].rows[0]
    assert (career["postseason_wins"], career["postseason_losses"]) == PUBLISHED[name]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
