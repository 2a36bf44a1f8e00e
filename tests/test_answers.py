"""Answers from a lake, in Python: figures, names, coverage, errors."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import skipper
from built_lake import Built
from skipper.answers.answer import Shown, shown, spans
from skipper.answers.catalogue import catalogue
from skipper.answers.differences import CATEGORIES
from skipper.answers.document import jsonable
from skipper.answers.people import matching, plain
from skipper.answers.player import player
from skipper.answers.records import records
from skipper.answers.rules import folded
from skipper.answers.sql import distinct_names, sql
from skipper.answers.usage import usage
from skipper.api import Lake
from skipper.cli import main
from skipper.lake.reader import open_reader
from skipper.render.figures import cell
from skipper.render.html.site_pages import search_index
from tiny_lake import NOTICE, write_lake


@pytest.fixture(scope="module")
def lake(tiny: Path) -> Lake:
    return skipper.open(tiny)


@pytest.fixture(scope="module")
def real(every_season: Built) -> Lake:
    return skipper.open(every_season.lake)


# Figures as baseball prints them


@pytest.mark.parametrize(
    ("column", "row", "printed"),
    [
        (shown("Pct", "pct", "v"), {"v": 0.5625}, ".563"),
        (shown("Pct", "pct", "v"), {"v": 1.0}, "1.000"),
        (shown("Pct", "pct", "v"), {"v": 0.0}, ".000"),
        (shown("Pct", "pct", "v"), {"v": 0.9996}, "1.000"),
        (shown("Rate", "rate", "v"), {"v": 0.0646}, ".065"),
        (shown("Rate", "rate", "v"), {"v": 0.00459}, ".0046"),
        (shown("Rate", "rate", "v"), {"v": 0.0}, ".000"),
        (shown("Pct", "pct", "v"), {"v": None}, "—"),
        (shown("W-L", "record", "w", "l", "t"), {"w": 81, "l": 63, "t": 2}, "81-63-2"),
        (shown("W-L", "record", "w", "l", "t"), {"w": 81, "l": 63, "t": 0}, "81-63"),
        (shown("Pyth", "expected", "w", "n"), {"w": 88.5, "n": 162}, "89-73"),
        (shown("Slot", "mean", "v"), {"v": 4.25}, "4.3"),
        (shown("vs L", "share", "a", "b"), {"a": 5, "b": 37}, "5 of 37"),
        (shown("1", "tally", "v"), {"v": 0}, "·"),
        (shown("Post", "flag", "v"), {"v": False}, "no"),
        (shown("n", "number", "v"), {"v": 1e-9}, "0"),
        (shown("Day", "date", "v"), {"v": date(2016, 6, 12)}, "2016-06-12"),
    ],
)
def test_a_figure_is_printed_as_baseball_prints_it(column: Shown, row: dict, printed: str):
    assert cell(column, row) == printed


def test_years_are_drawn_together():
    assert spans([2017, 1995, 1996, 2011, 2016, 2016]) == "1995-1996, 2011, 2016-2017"
    assert spans([]) == ""


def test_json_has_no_number_that_json_lacks():
    values = jsonable({"a": float("nan"), "b": Decimal("1.5"), "c": [date(2016, 1, 2)], 3: {1}})
    assert values == {"a": None, "b": 1.5, "c": ["2016-01-02"], "3": [1]}


# Names


def test_names_are_compared_without_accents_points_and_capitals():
    assert plain("  O'Neill, J.-P. JOSÉ ") == "oneill j p jose"


def test_a_whole_name_goes_before_part_of_one():
    names = [("a", "Al Lopez"), ("b", "Al Lopezino"), ("c", "Hal Lopes")]
    assert matching("al lopez", names) == {"a"}
    assert matching("lopez al", names) == {"a", "b"}
    assert matching("opes", names) == {"c"}
    assert matching("...", names) == set()
    assert matching("La Russa", [("d", "Tony LaRussa")]) == matching("larussa", [("d", "Tony La Russa")]) == {"d"}


@pytest.fixture(scope="module")
def la_russa(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """The tiny lake with a manager and a player whom sources spell in several ways."""
    managed = {"manager_person_id": "p-russa", "manager_id": "larut101", "manager_name": "Tony La Russa"}
    played = {"player_person_id": "p-script", "player_id": "scrip001"}
    people = [
        {"person_id": "p-russa", "name": "Tony La Russa", "first_name": "Tony", "last_name": "LaRussa"}
        | {"given_name": "Anthony Amos", "retrosheet_id": "larut101"},
    ]
    games = {"season": 2031, "club": "BET"}
    spelled = [
        {"season": 2031, "source": "retrosheet", "id": managed["manager_id"], "person_id": "p-russa", "name": name}
        for name in ("T. Larusa", "Tony LaRussa")
    ]
    spelled += [{"season": 2031, "id": played["player_id"], "person_id": "p-script", "name": "El Guión"}]
    record = {**managed, **games, "level": "MLB", "first_game": date(2031, 4, 1), "last_game": date(2031, 4, 9)}
    career = {**managed, "level": "all", "seasons": [2031], "clubs": ["BET"], "missing_by": "lahman"}
    more = {
        "person": people,
        "person_name": spelled,
        "manager_season": [{**record, "rule": rule} for rule in ("managed", "credited")],
        "manager_career": [{**career, "rule": rule} for rule in ("managed", "credited")],
    }
    return skipper.open(write_lake(tmp_path_factory.mktemp("russa") / "lake", more=more))


@pytest.mark.parametrize(
    "asked",
    [
        *("Tony La Russa", "LaRussa", "La Russa", "la russa, tony", "A. La Russa", "A. LaRussa", "Anthony La Russa"),
        *("Anthony LaRussa", "Tony Larussa", "A. A. La Russa", "T. La Russa", "T. Larusa"),
    ],
)
def test_a_manager_is_found_under_every_spelling_and_shown_under_one(la_russa: Lake, asked: str) -> None:
    assert la_russa.records(asked).answer.title == "Tony La Russa: record as a manager, regular season"


def test_a_spelling_found_in_games_alone_finds_a_player(la_russa: Lake) -> None:
    assert la_russa.player("el guion").answer.title.startswith("<script>")


def test_a_spelling_does_not_compete_with_a_name(la_russa: Lake) -> None:
    assert la_russa.records("Tom").answer.title.startswith("Tom Vale")
    with pytest.raises(skipper.UnknownNameError):
        la_russa.records("B. La Russa")


def test_the_search_of_a_site_has_the_words_of_other_spellings(la_russa: Lake) -> None:
    index = search_index(catalogue(la_russa.reader))
    assert '["Tony La Russa",0,"larut101","2031","anthony t larusa",' in index
    assert '["<script>",1,"scrip001","2031, 2033","el guion"]' in index


@pytest.mark.parametrize(
    "asked",
    ["José Marsh", "jose marsh", "Marsh, José", "jos mar", "marsj801", "MARSJ801", "marshjo01", "p-marsh", "mlbam:777"],
)
def test_a_manager_is_found_by_name_part_or_any_id(lake: Lake, asked: str):
    assert set(lake.records(asked).to_pandas()["season"]) == {2031, 2033}


def test_an_ambiguous_name_lists_candidates_with_years_and_clubs(lake: Lake):
    with pytest.raises(skipper.AmbiguousNameError) as caught:
        lake.records("Vale")
    found = {(one.name, one.years, one.clubs) for one in caught.value.candidates}
    assert found == {("Tom Vale", "2031", ("BET",)), ("Ray Vale", "2031", ("ALP",))}
    assert "valet801" in str(caught.value)


def test_an_id_that_two_sources_use_is_ambiguous(lake: Lake):
    with pytest.raises(skipper.AmbiguousNameError):
        lake.records("777")


def test_two_people_of_the_same_name_are_ambiguous(lake: Lake):
    with pytest.raises(skipper.AmbiguousNameError) as caught:
        lake.player("Al Twin")
    assert {one.id for one in caught.value.candidates} == {"twina001", "twina002"}


def test_an_unknown_name_suggests_the_nearest(lake: Lake):
    with pytest.raises(skipper.UnknownNameError) as caught:
        lake.records("Hose Marhs")
    assert caught.value.suggestions[0] == "José Marsh"
    assert "Jose Marsh" not in caught.value.suggestions  # one person, under the name of the person's page
    with pytest.raises(skipper.UnknownNameError) as caught:
        lake.records("Xyzzyq")  # like no name
    assert (caught.value.suggestions, "Did you mean" in str(caught.value)) == ([], False)


def test_a_player_who_never_managed_is_said_to_be_known(lake: Lake):
    with pytest.raises(skipper.NothingKnownError, match=r"Bo Marsh \(marsb001, 2031-2033\) is known as a player"):
        lake.records("Bo")
    with pytest.raises(skipper.NothingKnownError, match="started no game"):
        lake.player("scout001")


# Records


def test_records_have_both_rules_and_say_what_is_missing(lake: Lake):
    table = lake.records("José Marsh").to_pandas()
    lines = {(row.rule, row.season): (row.wins, row.losses, row.ties) for row in table.itertuples()}
    assert lines == {
        ("managed", 2031): (2, 0, 1),
        ("credited", 2031): (2, 1, 1),
        ("managed", 2033): (0, 1, 0),
        ("credited", 2033): (0, 1, 0),
    }
    assert table["career_seasons_missing"].tolist() == [[2032]] * 4
    assert dict(zip(table["season"], table["season_complete"], strict=True)) == {2031: True, 2033: False}
    assert table.attrs["coverage"]["seasons_missing"] == [2032]
    incomplete = {"season": 2033, "league": "IL", "of_club": None, "games_present": 1, "games_expected": 4}
    assert table.attrs["coverage"]["seasons_incomplete"] == [incomplete]
    assert table.attrs["notices"] == [NOTICE]


def test_unknown_values_stay_unknown_in_a_frame(lake: Lake):
    table = lake.records("José Marsh").to_pandas().set_index(["rule", "season"])
    assert table["finish"].dtype == "Int64"
    assert pd.isna(table.loc[("managed", 2033), "finish"])
    assert table.loc[("managed", 2031), "postseason"] is True or bool(table.loc[("managed", 2031), "postseason"])


def test_one_rule_alone(lake: Lake):
    assert set(lake.records("José Marsh", rule="credited").to_pandas()["rule"]) == {"credited"}
    with pytest.raises(ValueError, match="managed, credited, both"):
        lake.records("José Marsh", rule="mine")


def test_lines_that_both_rules_share_are_printed_once_and_inference_is_marked(lake: Lake):
    answer = records(lake.reader, "José Marsh")
    printed = [(row["season"], row["rule"]) for row in answer.main.views[0].rows]
    assert printed == [(2031, "managed"), (2031, "credited"), (2033, "both†")]
    assert any("†" in line for line in answer.lead)


def test_rows_that_differ_stay_apart():
    rows = [{"id": 1, "rule": "managed", "wins": 1}, {"id": 1, "rule": "credited", "wins": 2}]
    assert folded(rows, ("id",), ()) == rows
    same = [{**row, "wins": 3} for row in rows]
    assert folded(same, ("id",), ()) == [{"id": 1, "rule": "both", "wins": 3}]


# Usage


def test_usage_counts_starts_by_slot_and_hand(lake: Lake):
    table = lake.usage("José Marsh", 2031).to_pandas().set_index("player_name")
    script = table.loc["<script>"]
    assert (script["slot_1"], script["slot_2"], script["slot_3"]) == (1, 1, 1)
    assert (script["lineup_starts_vs_l"], script["club_games_vs_l"]) == (1, 1)
    assert (script["lineup_starts_vs_r"], script["club_games_vs_r"]) == (2, 2)
    assert table.loc["Bo Marsh", "position_1"] == 3


def test_distinct_orders_with_and_without_the_pitcher(lake: Lake):
    answer = usage(lake.reader, "José Marsh", 2031)
    orders, lineups = answer.tables[1], answer.tables[2]
    (counted,) = orders.rows
    # Three orders; in two of them the same men bat around the pitcher.
    assert counted["games_with_lineup"] == 3
    assert counted["distinct_orders"] == 3
    assert counted["distinct_orders_without_pitcher"] == 2
    most = {row["opposing_hand"]: (row["players"], row["games"], row["games_vs_hand"]) for row in lineups.rows}
    assert most == {"L": (["<script>", "Al Twin"], 1, 1), "R": (["Al Twin", "<script>"], 2, 2)}


def test_usage_of_a_season_that_is_not_there(lake: Lake):
    with pytest.raises(skipper.UnknownSeasonError, match="2032 is not in this lake") as caught:
        lake.usage("José Marsh", 2032)
    assert caught.value.seasons == [2031, 2033]
    with pytest.raises(skipper.UnknownClubError) as wrong:
        lake.usage("José Marsh", 2031, club="BET")
    assert wrong.value.clubs == ["ALP"]


def test_a_player_under_each_of_his_managers(lake: Lake):
    table = lake.player("<script>").to_pandas()
    assert table[["season", "manager_name", "lineup_starts"]].values.tolist() == [
        [2031, "José Marsh", 3],
        [2031, "Ray Vale", 1],
        [2033, "José Marsh", 1],
    ]
    assert table.attrs["coverage"]["seasons_missing"] == [2032]
    with pytest.raises(skipper.UnknownSeasonError):
        lake.player("<script>", season=2032)


def test_a_player_whose_managers_are_unknown_has_his_starts(tiny: Path):
    known = player(open_reader(tiny), "<script>", season=2033).tables[0].rows
    unknown = {"manager_id": None, "manager_person_id": None, "manager_name": None}
    reader = open_reader(tiny)
    reader.need("player_usage", "lineup_usage")
    for table, names in (("player_usage", [*unknown]), ("lineup_usage", ["manager_id", "manager_person_id"])):
        nulls = ", ".join(f"NULL AS {name}" for name in names)
        reader.connection.execute(f"CREATE TEMP TABLE {table} AS SELECT * REPLACE ({nulls}) FROM {table}")
    found = player(reader, "<script>", season=2033).tables[0].rows
    assert found == [{**row, **unknown} for row in known]


def lake_of_two_leagues(folder: Path) -> Lake:
    """A lake with a club that the book has in two leagues, as 1939 Toledo, and whose club-season has one."""
    man = {"manager_person_id": "p-tarr", "manager_id": "tarrj101", "manager_name": "Joe Tarr"}
    of_club = {"season": 2031, "club": "TTT", "level": "MLB"}
    days = {"first_game": date(2031, 4, 1), "last_game": date(2031, 4, 5)}
    record = {**man, **of_club, **days, "games": 5, "wins": 3, "losses": 2}
    career = {**man, "level": "all", "seasons": [2031], "clubs": ["TTT"], "missing_by": "lahman"}
    played = [
        {**man, **of_club, "credited_manager_person_id": "p-tarr", "crediting": "appointed", "game_type": "regular"}
        | {"credited_manager_id": "tarrj101", "decided_by": "play", "runs_for": 5, "runs_against": 4}
        | {"game_id": f"TTT2031040{day}0", "date": date(2031, 4, day), "league": league, "result": result}
        | {"opponent": "OTH"}
        for day, (league, result) in enumerate(
            [("NN2", "W"), ("NN2", "L"), ("NAL", "W"), ("NAL", "W"), ("NAL", "L")], 1
        )
    ]
    book = [
        {"season": 2031, "lahman_club": own, "club": "TTT", "league": league, "games": games, "wins": 2, "losses": 2}
        | {"lahman_id": manager, "manager_person_id": manager and "p-tarr"}
        for own, league, games in (("TT", "NAL", 6), ("TT2", "NN2", 4))
        for manager in (None, "tarrjo99")
    ]
    more = {
        "person": [{"person_id": "p-tarr", "name": "Joe Tarr", "first_name": "Joe", "last_name": "Tarr"}],
        "club": [{**of_club, "name": "Ants", "league": "NAL", "games_present": 5, "games_expected": 10}],
        "club_game": played,
        "manager_season": [{**record, "rule": rule} for rule in ("managed", "credited")],
        "manager_career": [{**career, "rule": rule} for rule in ("managed", "credited")],
        "book_record": book,
        "coverage": [
            {"source": "retrosheet_event", "season": 2031, "level": "MLB", "league": league, "games_present": games}
            for league, games in (("NAL", 3), ("NN2", 2))
        ],
    }
    return skipper.open(write_lake(folder / "lake", more=more))


def test_the_games_of_a_club_in_two_leagues_count_in_their_own(tmp_path: Path) -> None:
    lake = lake_of_two_leagues(tmp_path)
    answer = lake.records("Joe Tarr").answer
    (leagues,) = (table.rows for table in answer.tables if table.name == "leagues")
    facts = ("league", "rule", "games", "wins", "losses", "win_pct")
    assert [tuple(row[name] for name in facts) for row in leagues] == [
        (league, rule, won + 1, won, 1, won / (won + 1))
        for rule in ("managed", "credited")
        for league, won in (("NN2", 1), ("NAL", 2))
    ]
    facts = ("league", "club", "rule", "games", "wins", "losses", "runs_for", "book_wins", "book_losses")
    of_leagues = [
        (league, "TTT", rule, won + 1, won, 1, 5 * (won + 1), 2, 2)
        for league, won in (("NAL", 2), ("NN2", 1))
        for rule in ("managed", "credited")
    ]
    managers, leagues, _leaders = (table.rows for table in lake.season(2031).answer.tables)
    found = [tuple(row[name] for name in facts) for row in managers if row["club"] == "TTT"]
    assert sorted(found) == sorted(of_leagues)
    counted = {row["league"]: (row["clubs"], row["games_expected"]) for row in leagues}
    assert (counted["NAL"], counted["NN2"]) == ((1, 3), (1, 2))
    managers, (led, *_more) = (table.rows for table in lake.season(2031, league="NN2").answer.tables)
    assert [tuple(row[name] for name in facts) for row in managers] == of_leagues[2:]
    assert (led["games"], led["club_games"], led["value"]) == (2, 2, 0.5)
    assert "Ants (TTT): NAL and NN2, MLB." in lake.club("TTT", 2031).answer.lead
    (club,) = lake.system("Ants", 2031).answer.main.rows
    assert (club["league"], club["games"]) == ("NAL and NN2", 5)


# Differences, SQL, tables


def test_a_league_is_found_in_any_case(lake: Lake):
    found = lake.season(2033, league="il").to_pandas()
    assert set(found["league"]) == {"IL"}
    with pytest.raises(skipper.AnswerError, match=r"in the league 'ML'; available leagues: .*IL"):
        lake.season(2033, league="ML")


def test_differences_by_category_and_man(lake: Lake):
    assert len(lake.differences().to_pandas()) == 3
    assert lake.differences(category="acting_manager").to_pandas()["game_ids"].tolist() == [["ALP203104020"]]
    assert set(lake.differences(manager="Tom Vale").to_pandas()["category"]) == {"reference_error"}
    assert lake.differences(season=2033).to_pandas().empty
    whose = {"manager": "Tom Vale"}, {"club": "BET"}, {"manager": "Tom Vale", "season": 2033}
    compared = [lake.differences(**asked).answer for asked in whose]
    assert [answer.lead[0] for answer in compared] == [
        f"Compared: regular season, {seasons}." for seasons in ("2031", "2031, 2033", "no season")
    ]
    assert [answer.coverage["seasons"] for answer in compared] == [[2031], [2031, 2033], []]
    with pytest.raises(ValueError, match="reference_error"):
        lake.differences(category="mistake")
    stated = " ".join(CliRunner().invoke(main, ["differences", "--help"]).stdout.split())
    assert all(category in stated.replace("- ", "-") for category in CATEGORIES)
    with pytest.raises(skipper.UnknownSeasonError):
        lake.differences(season=2032)
    with pytest.raises(skipper.UnknownClubError):
        lake.differences(club="ZZZ")


def test_sql_over_the_lake(lake: Lake):
    assert lake.sql("SELECT count(*) AS n FROM LINEUP").to_pandas()["n"].tolist() == [15]
    assert "quarantine" in lake.sql("SHOW TABLES").to_pandas()["name"].tolist()
    twice = lake.sql("SELECT season, season, NULL AS none FROM range(2000) AS t (season)")
    assert twice.to_arrow().column_names == ["season", "season_1", "none"]
    assert (twice.to_arrow().num_rows, len(twice.to_pandas()), twice.to_polars().height) == (2000, 2000, 2000)
    assert json.loads(twice.to_arrow().schema.metadata[b"skipper"])["title"] == twice.to_pandas().attrs["title"]
    assert twice.answer.title == "2,000 rows"
    assert "and 1,000 more rows" in str(twice)
    assert "to_pandas(), to_arrow() and to_polars() have all rows" in str(twice)
    plan = lake.sql("EXPLAIN SELECT 1")
    assert plan.to_pandas()["plan"].tolist() == [row["plan"] for row in plan.answer.main.rows] != []
    cased = lake.sql("SELECT 1 AS a, 2 AS a, 3 AS A")
    assert list(cased.to_pandas().columns) == cased.to_arrow().column_names == ["a", "a_1", "A_2"]
    endless = "SELECT DATE 'infinity' AS day"  # which Python's dates have no value for
    assert lake.sql(endless).answer == sql(lake.reader, endless)
    with pytest.raises(skipper.UnknownOptionError, match="PIVOT is one query only with the values"):
        lake.sql("PIVOT manager_season ON rule USING sum(wins)")
    pivoted = lake.sql("PIVOT manager_season ON rule IN ('managed') USING sum(wins) GROUP BY season").to_pandas()
    assert list(pivoted.columns) == ["season", "managed"]
    assert distinct_names(["a", "a", "b", "a"]) == ["a", "a_1", "b", "a_2"]


def test_tables_and_their_columns(lake: Lake):
    every = lake.tables().to_pandas().set_index("table")
    assert every.loc["lineup", "rows"] == 15
    assert every.loc["quarantine", "rows"] == 0
    columns = lake.tables("manager_season").to_pandas().set_index("column")
    assert bool(columns.loc["rule", "key"])
    with pytest.raises(skipper.UnknownTableError) as caught:
        lake.tables("manager_seasons")
    assert "manager_season" in caught.value.suggestions


def test_there_is_no_lake(tmp_path: Path):
    with pytest.raises(skipper.NoLakeError):
        skipper.open(tmp_path)


# Real data


def test_terry_collins_under_both_rules(real: Lake):
    table = real.records("Terry Collins").to_pandas().set_index(["rule", "season"])
    won_lost = {key: (row.wins, row.losses) for key, row in table.iterrows() if key[1] in (2015, 2016)}
    assert won_lost == {
        ("managed", 2015): (90, 72),
        ("credited", 2015): (90, 72),
        ("managed", 2016): (87, 74),
        ("credited", 2016): (87, 75),
    }


def test_michael_conforto_under_terry_collins(real: Lake):
    table = real.player("Michael Conforto").to_pandas().query("manager_id == 'collt801'").set_index("season")
    starts = ["lineup_starts_vs_l", "club_games_vs_l", "lineup_starts_vs_r", "club_games_vs_r"]
    assert table.loc[2016, starts].tolist() == [5, 37, 74, 124]
    assert table.loc[2015, starts].tolist() == [1, 36, 47, 126]
    assert table.loc[2015, ["window_games_vs_l", "window_games_vs_r"]].tolist() == [17, 49]


def test_usage_agrees_with_the_player_in_question(real: Lake):
    table = real.usage("collt801", 2016).to_pandas().set_index("player_name")
    columns = ["lineup_starts_vs_l", "club_games_vs_l", "lineup_starts_vs_r", "club_games_vs_r"]
    assert table.loc["Kevin Plawecki", columns].tolist() == [11, 37, 26, 124]
    slots = [f"slot_{slot}" for slot in range(1, 10)]
    assert (table[slots].sum(axis=1) == table["lineup_starts"]).all()
