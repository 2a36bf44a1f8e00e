"""Managers side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import skipper
from skipper.answers.compare import best_and_worst, compare
from skipper.answers.lineups import distinct_orders, orders_by_season
from skipper.answers.people import PersonId
from skipper.answers.records import career_within, records
from skipper.answers.scope import Scope
from skipper.api import Lake
from skipper.cli import main
from skipper.render.figures import cell
from skipper.render.html.compare_chart import compare_charts


@pytest.fixture(scope="module")
def lake(tiny: Path) -> Lake:
    return skipper.open(tiny)


def run(lake: Lake, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments, "--lake", str(lake.reader.lake)])


def test_careers_stand_in_the_order_asked(lake: Lake):
    table = lake.compare("Tom Vale", "José Marsh").to_pandas()
    whole = table[table["level"] == "all"]
    lines = zip(whole["manager_name"], whole["rule"], whole["wins"], whole["losses"], whole["ties"], strict=True)
    assert set(lines) == {
        ("Tom Vale", "managed", 1, 2, 1),
        ("Tom Vale", "credited", 1, 2, 1),
        ("José Marsh", "managed", 2, 1, 1),
        ("José Marsh", "credited", 2, 2, 1),
    }
    assert table["manager_name"].iloc[0] == "Tom Vale"
    assert set(lake.compare("Tom Vale", "Marsh, José", rule="managed").to_pandas()["rule"]) == {"managed"}


def test_best_and_worst_seasons_and_batting_orders(lake: Lake):
    answer = compare(lake.reader, ["José Marsh", "Tom Vale"])
    extremes = {
        (row["manager_name"], row["rule"], row["which"], row["season"], row["club_games"])
        for row in answer.tables[1].rows
    }
    assert extremes == {
        ("José Marsh", "managed", "best", 2031, 4),
        ("José Marsh", "managed", "worst", 2033, 1),
        ("José Marsh", "credited", "best", 2031, 4),
        ("José Marsh", "credited", "worst", 2033, 1),
        ("Tom Vale", "managed", "only", 2031, 4),
        ("Tom Vale", "credited", "only", 2031, 4),
    }
    marsh, vale = answer.tables[2].rows
    # Two orders in three games of 2031, one in the one of 2033; of Beta no lineup is known.
    assert (marsh["median_distinct_orders"], marsh["median_games_with_lineup"]) == (1.5, 2.0)
    assert (vale["median_distinct_orders"], vale["club_seasons_with_lineups"]) == (None, 0)
    assert (marsh["clubs"], marsh["seasons_missing"], vale["seasons_missing"]) == (["ALP"], [2032], [])


def season(year: int, pct: float | None, games: int = 100) -> dict:
    return {"season": year, "club": "ALP", "rule": "managed", "win_pct": pct, "games": games}


@pytest.mark.parametrize(
    ("seasons", "found"),
    [
        ([season(1, 0.6), season(2, 0.4), season(3, 0.6)], [("best", 1), ("best", 3), ("worst", 2)]),
        ([season(1, 0.6), season(2, 0.9, games=80), season(3, 0.5, games=81)], [("best", 1), ("worst", 3)]),
        ([season(1, 0.6), season(2, None)], [("only", 1)]),
        ([season(1, 0.6, games=80)], []),
    ],
)
def test_a_season_counts_with_half_of_the_clubs_games_and_ties_are_all_told(seasons: list[dict], found: list):
    games = {(row["season"], "ALP", "managed"): 162 for row in seasons}
    assert [(row["which"], row["season"]) for row in best_and_worst(seasons, games)] == found


def test_what_is_lacking_of_each_is_told(lake: Lake):
    result = run(lake, "José Marsh", "Tom Vale")
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    printed = " ".join(result.output.split())
    assert "José Marsh: Seasons in this lake: 2031, 2033. Missing from this lake: 2032" in printed
    assert "Tom Vale: Seasons in this lake: 2031. No seasons are known to be missing." in printed
    assert "both†" in printed
    answer = json.loads(run(lake, "José Marsh", "Tom Vale", "--format", "json").output)
    assert set(answer["tables"]) == {"best_and_worst", "managers"}
    assert answer["coverage"]["seasons_missing"] == [2032]
    assert [man["name"] for man in answer["subject"]["managers"]] == ["José Marsh", "Tom Vale"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["José Marsh"], "two managers or more"),
        (["José Marsh", "Tom Vale", "marsj801"], "'José Marsh' and 'marsj801' are the same person"),
        (["José Marsh", "Vale"], "may mean any of 2 people"),
        (["José Marsh", "Nobody Atall"], "No manager in this lake has the name or id"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_compared_is_told_with_status_two(lake: Lake, arguments: list[str], said: str):
    result = run(lake, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_orders_of_many_seasons_are_those_of_each(simulated):
    """`distinct_orders`, which answers for one man and season, is the oracle."""
    reader = simulated.reader()
    men = [row["id"] for row in reader.rows("SELECT DISTINCT manager_person_id AS id FROM manager_season LIMIT 3")]
    found = orders_by_season(reader, men)
    assert found
    for row in found:
        one = distinct_orders(reader, row["manager_person_id"], row["season"])
        counts = {each["club"]: (each["games_with_lineup"], each["distinct_orders_without_pitcher"]) for each in one}
        assert counts[row["club"]] == (row["games_with_lineup"], row["distinct_orders_without_pitcher"])


def test_levels_stand_apart_where_there_are_several(simulated):
    reader = simulated.reader()
    two = reader.rows(
        "SELECT manager_person_id AS id FROM manager_career WHERE rule = 'managed' AND level <> 'all' "
        "GROUP BY ALL ORDER BY count(*) DESC, id LIMIT 2"
    )
    answer = compare(reader, [row["id"] for row in two])
    levels = {row["level"] for row in answer.main.rows}
    shown = {row["level"] for row in answer.main.views[0].rows}
    assert shown == ({level.replace("all", "All") for level in levels} if len(levels) > 2 else {"All"})


# The page


def test_a_page_is_written_instead_of_print(lake: Lake, tmp_path: Path):
    out = tmp_path / "new" / "compare.html"
    result = run(lake, "José Marsh", "Tom Vale", "-o", str(out))
    assert (result.exit_code, result.output) == (0, f"compare: {out}\n")
    page = out.read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert '<h1 id="title">José Marsh and Tom Vale</h1>' in page


def test_a_page_and_a_way_to_print_exclude_each_other(lake: Lake, tmp_path: Path):
    out = tmp_path / "compare.html"
    result = run(lake, "José Marsh", "Tom Vale", "-o", str(out), "--format", "csv")
    assert (result.exit_code, "give only one" in result.stderr) == (2, True)
    assert not out.exists()


def test_a_page_that_cannot_be_written_is_told(lake: Lake, tmp_path: Path):
    (tmp_path / "taken").write_text("")
    result = run(lake, "José Marsh", "Tom Vale", "-o", str(tmp_path / "taken" / "page.html"))
    assert (result.exit_code, "cannot be written" in result.stderr) == (1, True)


def test_the_chart_has_the_seasons_of_which_a_man_ran_half(simulated):
    """The answers of `records` are the oracle."""
    reader = simulated.reader()
    men = [
        row["id"]
        for row in reader.rows(
            "SELECT manager_person_id AS id FROM manager_career WHERE level = 'all' AND rule = 'managed' "
            "ORDER BY games DESC, id LIMIT 3"
        )
    ]
    (chart,) = compare_charts(reader, compare(reader, men))
    for place, man in enumerate(men):
        expected: dict[int, float] = {}
        own = records(reader, man, "managed").main.rows
        for year in {row["season"] for row in own}:
            rows = [row for row in own if row["season"] == year]
            clubs = reader.rows(
                "SELECT count(*) AS games FROM club_game WHERE season = $season AND game_type = 'regular' "
                "AND list_contains($clubs, club)",
                {"season": year, "clubs": [row["club"] for row in rows]},
            )
            wins, losses, games = (sum(row[name] for row in rows) for name in ("wins", "losses", "games"))
            if 2 * games >= clubs[0]["games"]:
                expected[year] = wins / (wins + losses)
        drawn = {row["season"]: row[f"man_{place}"] for row in chart.view.rows if row[f"man_{place}"] is not None}
        assert drawn == pytest.approx(expected)
        assert len(drawn) >= 2


def test_no_chart_where_the_tables_say_as_much(lake: Lake):
    assert compare_charts(lake.reader, compare(lake.reader, ["José Marsh", "Tom Vale"])) == ()


def test_a_career_within_all_seasons_is_that_of_manager_career(simulated):
    """`manager_career`, made by Spark, is the oracle of the sums made for the limits of a question."""
    reader = simulated.reader()
    for man in reader.rows("SELECT DISTINCT manager_person_id AS id FROM manager_career ORDER BY 1 LIMIT 12"):
        answer = records(reader, PersonId(man["id"]))
        whole = answer.table("career").rows
        summed = career_within(answer.main.rows, whole, Scope())
        assert [set(row) for row in summed] == [set(row) for row in whole]
        for one, other in zip(summed, whole, strict=True):
            assert one == {**other, "pythagorean_wins": pytest.approx(other["pythagorean_wins"])}


def test_limits_restrict_every_figure(lake: Lake):
    whole = compare(lake.reader, ["José Marsh", "Tom Vale"])
    marsh, vale = compare(lake.reader, ["José Marsh", "Tom Vale"], first=2031, last=2031).tables[2].rows
    assert (marsh["seasons"], marsh["seasons_missing"], marsh["median_distinct_orders"]) == ([2031], [], 2.0)
    assert (vale["seasons"], vale["median_distinct_orders"]) == ([2031], None)
    answer = compare(lake.reader, ["José Marsh", "Tom Vale"], last=2031)
    assert answer.title.endswith("regular season, to 2031")
    careers = {(row["manager_name"], row["rule"]): row for row in answer.main.rows if row["level"] == "all"}
    assert (careers["José Marsh", "managed"]["seasons"], careers["José Marsh", "managed"]["games"]) == ([2031], 3)
    assert {row["season"] for row in answer.tables[1].rows} == {2031}
    before = {row["season"] for row in whole.tables[1].rows}
    assert before == {2031, 2033}


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (["--from", "2033"], "Tom Vale has no season in this lake, since 2033."),
        (["--club", "ALP"], "Tom Vale has no season in this lake, ALP."),
        (["--from", "1999", "--to", "2000"], "None of those seasons is in this lake"),
        (["--from", "2033", "--to", "2031"], "the first is after the last"),
        (["--club", "Nowhere Nobodies"], "No club in this lake has the code or name"),
    ],
)
def test_limits_without_a_season_are_told_with_status_two(lake: Lake, limits: list[str], said: str):
    result = run(lake, "José Marsh", "Tom Vale", *limits)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.split())


@pytest.mark.parametrize(("values", "said"), [((57.0, 162.0), "57 162"), ((57.5, 161.0), "57.5 161")])
def test_a_median_that_is_whole_is_printed_whole(values: tuple[float, float], said: str, lake: Lake) -> None:
    answer = compare(lake.reader, ["José Marsh", "Tom Vale"])
    (view,) = [view for table in answer.tables for view in table.views if "Orders" in {c.heading for c in view.columns}]
    row = {**view.rows[0], "median_distinct_orders": values[0], "median_games_with_lineup": values[1]}
    cells = {column.heading: cell(column, row) for column in view.columns}
    assert f"{cells['Orders']} {cells['in games']}" == said
