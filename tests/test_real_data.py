"""What the real data must show. Needs SKIPPER_DATA, of which all seasons of games are built."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from built_lake import Built
from duckdb_reference import TABLES, run
from skipper.lake.reader import LakeReader

LAST_BITS = 1e-12  # by which a double may differ from the oracle's


@pytest.fixture(scope="module")
def lake(every_season: Built) -> LakeReader:
    return every_season.reader()


@pytest.fixture(scope="module")
def oracle(every_season: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten tables by DuckDB SQL written apart from ours, from the raw files."""
    folder, inputs = tmp_path_factory.mktemp("oracle"), every_season.inputs
    run(inputs.places["gamelogs"], inputs.places["lahman"], inputs.places["register"], folder)
    return folder


def test_every_season_is_built_and_nothing_is_lost(every_season: Built, lake: LakeReader) -> None:
    archives = list(every_season.inputs.places["gamelogs"].glob("gl*.zip"))
    assert len(every_season.report.seasons) == len(archives) == 126
    assert every_season.report.quarantined == []
    assert lake.rows("SELECT count(*) AS games FROM game") == [{"games": 199_522}]


# The reference reads game logs: what event files would tell is null here, and every row is a game log's.
GAMELOG = "'retrosheet_gamelog'"
WITHOUT_EVENT_FILES = {
    "game": {
        "game_type_source": "'stated'",
        "has_plays": "false",
        **dict.fromkeys(
            (
                "extra_inning_runner_on",
                "uses_designated_hitter",
                "start_time",
                "day_night",
                "temperature_fahrenheit",
                "wind_direction",
                "wind_speed_mph",
                "sky",
                "precipitation",
                "field_condition",
                "plate_umpire_id",
                "winning_pitcher_id",
                "losing_pitcher_id",
                "save_pitcher_id",
                "pitches_recorded",
                "account",
                "home_batted_first",
            ),
            "NULL",
        ),
    },
    "club_game": {
        "source": GAMELOG,
        "game_type_source": "'stated'",
        "manager_confidence": "NULL",
        "manager_source": "CASE WHEN manager_id IS NOT NULL THEN 'game_log' END",
        "pitchers_used": "NULL",
    },
    "lineup": {"source": GAMELOG, "bats": "NULL"},
    "player_usage": dict.fromkeys(("absent_games", "absent_games_vs_l", "absent_games_vs_r"), "NULL"),
    "manager_season": dict.fromkeys(("official_wins", "official_losses", "official_source"), "NULL"),
}
# Read from the game log as they stand; `play_difference` holds them to the plays where there are both.
BOX_SCORE = {"club_game": {"hits", "errors", "left_on_base", "outs_pitched"}}
# Compared with Lahman's SeriesPost in test_postseason.py.
POSTSEASON = {
    "manager_season": {"postseason_wins", "postseason_losses", "postseason_ties", "series_won", "series_lost"}
}
# The reference believes the game log on managers and the record book on places; test_manager_real.py has the others.
DECIDED = {"club_game": {"manager_stated_id", "manager_doubt"}, "manager_season": {"doubted_games"}}
UNDECIDED = (
    "(season, club) NOT IN (SELECT (season, club) FROM manager_decision "
    "UNION SELECT (season, club) FROM record_difference WHERE comparison = 'club_rank')"
)
OF_A_MANAGER = ("club_game", "manager_season", "lineup_usage", "player_usage")


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_equal_an_independent_computation_from_the_raw_files(
    lake: LakeReader, oracle: Path, table: str
) -> None:
    contract = lake.contracts[table]
    theirs = f"read_parquet('{oracle / f'{table}.parquet'}')"
    described = {row[0] for row in lake.query(f"DESCRIBE SELECT * FROM {theirs}").fetchall()}
    of_event_files = WITHOUT_EVENT_FILES.get(table, {})
    of_others = (found.get(table, set()) for found in (BOX_SCORE, POSTSEASON, DECIDED))
    assert described.union(of_event_files, *of_others) == set(contract.column_names)
    for column, value in of_event_files.items():
        undecided = f" AND {UNDECIDED}" if table in OF_A_MANAGER else ""
        query = f"SELECT count(*) FROM {table} WHERE {column} IS DISTINCT FROM {value}{undecided}"
        assert lake.query(query).fetchone() == (0,), column
    exact = ", ".join(
        column.name for column in contract.columns if column.type != "double" and column.name in described
    )
    # People of Skipper's own file of managers, and Wikidata's ids, neither of which the oracle reads.
    ours = (
        f"(FROM {table} WHERE source NOT IN ('managers', 'wikidata'))" if table in ("person", "person_alias") else table
    )
    if table in OF_A_MANAGER:
        ours, theirs = (f"(FROM {rows} WHERE {UNDECIDED})" for rows in (ours, theirs))
    for one, other in ((ours, theirs), (theirs, ours)):
        assert lake.query(f"SELECT {exact} FROM {one} EXCEPT ALL SELECT {exact} FROM {other} LIMIT 3").fetchall() == []
    for double in (column.name for column in contract.columns if column.type == "double"):
        differing = lake.query(
            f"SELECT {', '.join(contract.key)}, ours.{double}, theirs.{double} "
            f"FROM {ours} AS ours JOIN {theirs} AS theirs USING ({', '.join(contract.key)}) "
            f"WHERE coalesce(abs(ours.{double} - theirs.{double}) > {LAST_BITS}, "
            f"(ours.{double} IS NULL) <> (theirs.{double} IS NULL)) LIMIT 3"
        )
        assert differing.fetchall() == []
    assert lake.query(f"SELECT count(*) FROM {table}").fetchone()[0] > 0


def test_few_seasons_of_clubs_have_a_manager_in_doubt(lake: LakeReader) -> None:
    (row,) = lake.rows(
        "SELECT count(DISTINCT (season, club))::INTEGER AS seasons FROM manager_decision "
        "WHERE kind <> 'listed_substitute'"
    )
    assert row == {"seasons": 8}
    listed = lake.rows("SELECT season, club FROM manager_decision WHERE kind = 'listed_substitute' ORDER BY ALL")
    assert [(row["season"], row["club"]) for row in listed] == [
        *((2017, "COL"), (2017, "SFN"), (2017, "WAS"), (2018, "ARI"), (2018, "CHA")),
    ]
    wrong = lake.rows("SELECT season, club FROM record_difference WHERE comparison = 'club_rank'")
    assert wrong == [{"season": 2013, "club": "NYN"}]


def test_clubs_agree_with_the_record_book(lake: LakeReader) -> None:
    (row,) = lake.rows(
        "SELECT count(*) AS seasons, (SELECT count(*) FROM record_difference WHERE comparison = 'club_season' "
        "AND season >= 1901) AS differing FROM club WHERE season >= 1901"
    )
    assert 1 - row["differing"] / row["seasons"] >= 0.996


def test_credited_managers_agree_with_the_record_book(lake: LakeReader) -> None:
    (row,) = lake.rows(
        "SELECT (SELECT count(*) FROM manager_season WHERE rule = 'credited' AND season >= 1901) AS seasons, "
        "(SELECT count(*) FROM (FROM record_difference WHERE rule = 'credited' AND season >= 1901) "
        "ANTI JOIN (FROM manager_decision WHERE kind = 'listed_substitute') USING (season, club)) AS differing"
    )
    assert 1 - row["differing"] / row["seasons"] >= 0.990


def replays(lake: LakeReader, row: dict[str, Any]) -> bool:
    """Whether the listed changes turn our wins and losses into the reference's."""
    column = {"managed": "manager_id", "credited": "credited_manager_id", None: "'-'"}[row["rule"]]
    games = lake.rows(
        f"SELECT game_id, {column} AS man, result FROM club_game WHERE game_type = 'regular' "
        "AND season = $season AND club = $club",
        {"season": row["season"], "club": row["club"]},
    )
    changes = {change["game_id"]: change for change in row["changes"]}
    man = row["manager_id"] or "-"
    counted: Counter[str] = Counter()
    for game in games:
        change = changes.get(game["game_id"], {})
        credit = change.get("manager_to") or game["man"]
        if credit == man:
            counted[change.get("result_to") or game["result"]] += 1
    return (counted["W"], counted["L"]) == (row["reference_wins"] or 0, row["reference_losses"] or 0)


def contradictory(real_data: Path, row: dict[str, Any]) -> bool:
    """Whether Lahman's managers of the club do not add up to its Teams row, read from the files themselves."""
    with (real_data / "lahman" / "Teams.csv").open(encoding="utf-8") as file:
        (team,) = (
            team
            for team in csv.DictReader(file)
            if (team["yearID"], team["teamIDretro"]) == (str(row["season"]), row["club"])
        )
    with (real_data / "lahman" / "Managers.csv").open(encoding="utf-8") as file:
        men = [
            man for man in csv.DictReader(file) if (man["yearID"], man["teamID"]) == (team["yearID"], team["teamID"])
        ]
    return any(sum(int(man[figure]) for man in men) != int(team[figure]) for figure in ("G", "W", "L"))


def test_nine_in_ten_explained_differences_replay(lake: LakeReader, real_data: Path) -> None:
    rows = lake.rows("SELECT * FROM record_difference WHERE category <> 'unknown'")
    good = [row for row in rows if replays(lake, row) or contradictory(real_data, row)]
    assert len(rows) > 200
    assert len(good) >= 0.9 * len(rows)
    unknown = lake.rows("SELECT count(*) AS n FROM record_difference WHERE category = 'unknown' AND season >= 1901")
    assert unknown == [{"n": 0}]


def test_the_references_own_errors_are_found(lake: LakeReader) -> None:
    rows = lake.rows(
        "SELECT club, wins, losses, reference_wins, reference_losses, category FROM record_difference "
        "WHERE season = 2015 AND rule = 'credited' ORDER BY club"
    )
    assert [tuple(row.values()) for row in rows] == [
        ("CHA", 76, 86, 78, 86, "reference_error"),
        ("CHN", 97, 65, 97, 95, "reference_error"),
    ]


def usage(lake: LakeReader, player: str, season: int, manager: str = "Terry Collins") -> dict[str, Any]:
    (row,) = lake.rows(
        "SELECT * FROM player_usage WHERE player_name = $player AND season = $season AND manager_name = $manager "
        "AND club = 'NYN'",
        {"player": player, "season": season, "manager": manager},
    )
    return row


def test_conforto_hardly_started_against_left_handers(lake: LakeReader) -> None:
    of_2016, of_2015 = usage(lake, "Michael Conforto", 2016), usage(lake, "Michael Conforto", 2015)
    names = ("lineup_starts_vs_l", "club_games_vs_l", "lineup_starts_vs_r", "club_games_vs_r")
    assert [of_2016[name] for name in names] == [5, 37, 74, 124]
    assert [of_2015[name] for name in names] == [1, 36, 47, 126]
    assert (of_2015["window_games_vs_l"], of_2015["window_games_vs_r"]) == (17, 49)


def test_plawecki_under_collins_and_scott(lake: LakeReader) -> None:
    collins = usage(lake, "Kevin Plawecki", 2016)
    names = ("lineup_starts_vs_l", "club_games_vs_l", "lineup_starts_vs_r", "club_games_vs_r")
    assert [collins[name] for name in names] == [11, 37, 26, 124]
    scott = usage(lake, "Kevin Plawecki", 2016, "Dick Scott")
    assert (scott["lineup_starts"], scott["club_games"]) == (1, 1)


def test_backman_and_colon(lake: LakeReader) -> None:
    starts = lake.rows(
        "SELECT season, sum(lineup_starts)::INT AS starts FROM player_usage WHERE player_name = 'Wally Backman' "
        "AND club = 'NYN' GROUP BY season ORDER BY season"
    )
    expected = {1980: 26, 1981: 5, 1982: 73, 1983: 5, 1984: 110, 1985: 122, 1986: 92, 1987: 77, 1988: 84}
    assert {row["season"]: row["starts"] for row in starts} == expected
    (colon,) = lake.rows(
        "SELECT sum(pitching_starts)::INT AS starts FROM player_usage "
        "WHERE player_name = 'Bartolo Colón' AND season = 2016"
    )
    assert colon == {"starts": 33}


def test_a_season_with_ties_and_a_no_decision(lake: LakeReader) -> None:
    (row,) = lake.rows(
        "SELECT games, wins, losses, ties, no_decisions FROM manager_season "
        "WHERE season = 1937 AND club = 'NYA' AND rule = 'credited'"
    )
    assert tuple(row.values()) == (157, 102, 52, 2, 1)


def test_careers_say_which_seasons_they_lack(lake: LakeReader) -> None:
    rows = lake.rows(
        "SELECT manager_name, seasons_missing FROM manager_career WHERE level = 'all' AND rule = 'credited' "
        "AND manager_name IN ('Connie Mack', 'Bobby Cox') ORDER BY 1"
    )
    assert {row["manager_name"]: row["seasons_missing"] for row in rows} == {
        "Bobby Cox": [1994, 1999, 2004],
        "Connie Mack": [1918, 1932, 1943],
    }
