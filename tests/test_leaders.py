"""Lists of leaders: ranks and ties, who qualifies, what a career is, coverage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import skipper
from skipper.answers import leaders as module
from skipper.answers.errors import UnknownColumnError
from skipper.answers.leader_rows import listable
from skipper.answers.leaders import FIELDS, leaders
from skipper.api import Lake
from skipper.cli import main


@pytest.fixture(scope="module")
def lake(tiny: Path) -> Lake:
    return skipper.open(tiny)


def run(lake: Lake, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["leaders", *arguments, "--lake", str(lake.reader.lake)])


def ranks(table) -> list[tuple]:
    return list(zip(table["rank"], table["manager_name"], table["value"], strict=True))


def test_seasons_are_ranked_highest_first_or_lowest(lake: Lake):
    assert ranks(lake.leaders("wins").to_pandas()) == [(1, "Jose Marsh", 2), (2, "Tom Vale", 1), (3, "Jose Marsh", 0)]
    lowest = lake.leaders("wins", lowest=True).to_pandas()
    assert [(row.rank, row.season) for row in lowest.itertuples()] == [(1, 2033), (2, 2031), (3, 2031)]


def test_all_who_tie_at_the_cut_are_listed(lake: Lake):
    table = lake.leaders("ties", top=1).to_pandas()
    assert ranks(table) == [(1, "Jose Marsh", 1), (1, "Tom Vale", 1)]
    assert table["tied"].tolist() == [True, True]
    printed = run(lake, "ties", "--top", "1").output
    assert printed.count("  T1  ") == 2
    assert "T: tied at this rank." in printed


def test_a_terminal_counts_the_ties_that_it_does_not_list(lake: Lake, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MORE_TIED", 0)
    answer = leaders(lake.reader, "ties", top=1)
    assert len(answer.main.rows) == 2
    assert len(answer.main.views[0].rows) == 1
    assert answer.main.views[0].notes[0].startswith("… and 1 more tied for 1:")


def test_a_rate_takes_half_of_the_clubs_games_unless_told_otherwise(lake: Lake):
    strict = lake.leaders("win_pct", rule="managed").to_pandas()
    assert "Ray Vale" not in set(strict["manager_name"])  # one of Alpha's four games
    assert set(zip(strict["games"], strict["club_games"], strict=True)) == {(3, 4), (4, 4), (1, 1)}
    every = lake.leaders("win_pct", rule="managed", min_games=0, top=99).to_pandas()
    assert "Ray Vale" in set(every["manager_name"])
    assert lake.leaders("win_pct", rule="managed", min_games=4).to_pandas()["manager_name"].tolist() == ["Tom Vale"]
    assert "Ray Vale" in set(lake.leaders("losses", rule="managed").to_pandas()["manager_name"])
    assert "Ray Vale" not in set(lake.leaders("wins", rule="managed", lowest=True).to_pandas()["manager_name"])


@pytest.mark.parametrize("by", ["season", "career"])
def test_the_minimum_is_stated_and_whose_it_is(lake: Lake, by: str):
    assert "our minimum" in leaders(lake.reader, "win_pct", by).subject["qualifier"]
    assert leaders(lake.reader, "win_pct", by, min_games=3).subject["qualifier"].endswith("3 games, as requested.")
    assert leaders(lake.reader, "wins", by).subject["qualifier"] == "No minimum number of games."


def test_a_career_without_the_games_is_not_ranked(lake: Lake):
    assert lake.leaders("win_pct", "career").to_pandas().empty
    printed = run(lake, "win_pct", "--by", "career")
    assert printed.exit_code == 0
    assert "Nobody qualifies." in printed.output


def test_a_career_is_what_the_years_have_of_it(lake: Lake):
    whole = lake.leaders("losses", "career").to_pandas().set_index("manager_name")
    assert whole.loc["Jose Marsh", ["value", "seasons", "seasons_missing"]].tolist() == [2, [2031, 2033], [2032]]
    late = lake.leaders("losses", "career", first=2033).to_pandas().set_index("manager_name")
    assert late.loc["Jose Marsh", ["value", "seasons", "seasons_missing"]].tolist() == [1, [2033], []]
    assert late.index.tolist() == ["Jose Marsh"]
    assert lake.leaders("losses", "career", club="bet").to_pandas()["manager_name"].tolist() == ["Tom Vale"]


def test_what_is_unknown_has_no_rank_and_is_counted(lake: Lake):
    answer = leaders(lake.reader, "finish", rule="managed")
    assert [(row["manager_name"], row["value"]) for row in answer.main.rows] == [("Jose Marsh", 1)]
    assert (answer.subject["qualified"], answer.subject["unknown"]) == (3, 2)
    assert any("Without a rank because finish is unknown: 2." in line for line in answer.lead)


def test_coverage_and_rule_are_told(lake: Lake):
    printed = run(lake, "wins").output
    assert "Missing from this lake: 2032" in printed
    assert "Incomplete: 2033 IL, 1 of 4 games." in printed
    assert "credited: the games that the record book credits to the manager" in " ".join(printed.split())
    assert "2033*" in printed
    assert "2031*" not in printed
    assert "†" in printed
    answer = json.loads(run(lake, "wins", "--from", "2033", "--format", "json").output)
    assert (answer["rule"], answer["coverage"]["seasons"]) == ("credited", [2033])
    assert answer["coverage"]["seasons_missing"] == []
    assert [row["season_complete"] for row in answer["rows"]] == [False]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["winz"], "Did you mean wins?"),
        (["winz"], "one_run_losses"),
        (["season"], "There is no column 'season'"),
        (["manager_name", "--by", "career"], "postseasons"),
        (["wins", "--level", "AAA"], "levels in this lake: MLB"),
        (["wins", "--club", "ZZZ"], "ALP BET"),
        (["wins", "--from", "2033", "--to", "2031"], "the first is after the last"),
        (["wins", "--from", "2040"], "available seasons: 2031, 2033"),
        (["wins", "--rule", "both"], "'managed', 'credited'"),
    ],
)
def test_what_cannot_be_listed_is_told_with_status_two(lake: Lake, arguments: list[str], said: str):
    result = run(lake, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_the_error_has_the_columns(lake: Lake):
    with pytest.raises(UnknownColumnError) as caught:
        lake.leaders("wins; DROP TABLE lineup")
    assert {"wins", "finish"} <= set(caught.value.columns)
    assert "season" not in caught.value.columns


@pytest.mark.parametrize("by", ["season", "career"])
def test_every_column_can_be_listed_and_fits_eighty_columns(lake: Lake, by: str):
    columns = listable(lake.reader, by)
    assert "win_pct" in columns
    for column in columns:
        result = run(lake, column, "--by", by, "--min-games", "0")
        assert result.exit_code == 0, result.output
        assert max(map(len, result.output.splitlines())) <= 80
        assert list(lake.leaders(column, by).to_pandas().columns) == list(FIELDS[by])


def test_careers_are_those_of_manager_career(simulated):
    """The table that the build made is the oracle of what is summed here."""
    reader = simulated.reader()
    for column in listable(reader, "career"):
        answer = leaders(reader, column, "career", min_games=0, top=10_000)
        found = {row["manager_person_id"]: row["value"] for row in answer.main.rows}
        table = f"SELECT manager_person_id, {column} AS value FROM manager_career "
        table += f"WHERE level = 'all' AND rule = 'credited' AND {column} IS NOT NULL"
        assert found == pytest.approx({row["manager_person_id"]: row["value"] for row in reader.rows(table)})
        assert found, column


def test_a_list_of_seasons_is_a_query_of_manager_season(simulated):
    reader = simulated.reader()
    answer = leaders(reader, "one_run_wins", rule="managed", top=7)
    told = [row["value"] for row in answer.main.rows]
    query = "SELECT one_run_wins AS value FROM manager_season WHERE rule = 'managed' ORDER BY 1 DESC"
    every = [row["value"] for row in reader.rows(query)]
    assert told == [value for value in every if value >= every[6]]
