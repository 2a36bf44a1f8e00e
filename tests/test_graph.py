"""The graph of tables: it is read off the modules, and what contracts state is what SELECTs give."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa
import pytest

import season_tables
import skipper.tables
from csv_files import csv_game, write_csvs
from event_files import VISITORS, lively_game, man, quiet_game, write_events
from gamelog_files import games_as_logged, write_gamelogs
from score_files import write_scores
from skipper.build import identities
from skipper.build.graph import SEASON_RECORD_SETS, SHARED_RECORD_SETS, SOURCES, Graph, graph
from skipper.build.looking_back import changed_seasons, rows_of
from skipper.lake.contract import duckdb_type
from skipper.lake.sql import mentions_in, tables_in
from skipper.sources.plays import record_sets
from skipper.sources.plays.tables import WRITTEN
from skipper.sources.retrosheet.csvs.files import list_csvs
from skipper.sources.retrosheet.csvs.games import read_games
from skipper.sources.retrosheet.gamelogs import reading as gamelogs
from skipper.sources.scores import reading as scores

if TYPE_CHECKING:
    pass

NODES = graph().nodes
SELECTED = [node.name for node in (*graph().reference, *graph().season)]


def ancestors(name: str) -> set[str]:
    """Everything that a table is made of, however far back."""
    found: set[str] = set()
    waiting = list(NODES[name].inputs)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += NODES[one].inputs if one in NODES else ()
    return found


def test_every_table_has_a_module_of_its_name() -> None:
    for name, node in NODES.items():
        assert node.module.rsplit(".", 1)[-1] == name == node.table.name


def test_every_input_exists_and_no_table_is_a_record_sets_namesake() -> None:
    for node in NODES.values():
        for one in node.inputs:
            assert (one in NODES) != (one in SOURCES), f"{node.name} reads {one}"
    assert set(SOURCES) == set(SEASON_RECORD_SETS) | set(SHARED_RECORD_SETS)


def test_every_record_set_is_read() -> None:
    read = {one for node in NODES.values() for one in node.inputs}
    assert set(SOURCES) <= read


def test_no_table_is_made_of_itself() -> None:
    for name in NODES:
        assert name not in ancestors(name)


def test_a_table_comes_after_what_it_is_made_of() -> None:
    order = graph().order
    assert sorted(order) == sorted(NODES)
    for name in NODES:
        assert all(order.index(one) < order.index(name) for one in NODES[name].inputs if one in NODES)


def test_a_table_made_before_the_seasons_reads_none_and_one_after_reads_some() -> None:
    by_season = {name for name, node in NODES.items() if node.table.by_season}
    for node in graph().reference:
        assert not ancestors(node.name) & (by_season | set(SEASON_RECORD_SETS)), node.name
    for node in graph().lake:
        assert ancestors(node.name) & by_season, node.name
    for node in graph().looking_back:
        assert node.table.by_season, node.name
        assert ancestors(node.name) & by_season, node.name
    after = {node.name for node in (*graph().looking_back, *graph().lake)}
    for node in graph().season:
        assert not ancestors(node.name) & after, f"{node.name} reads a table over all seasons"
    made = [node.name for node in (*graph().reference, *graph().season, *graph().looking_back, *graph().lake)]
    written = [name for name, node in NODES.items() if node.written_by is not None]
    assert sorted([*made, *written]) == sorted(NODES)


def test_a_table_is_remade_in_every_season_in_which_what_it_reads_is() -> None:
    changed = changed_seasons(graph().looking_back, {2042}, range(2040, 2047))
    assert changed["lineup_batter"] == {2042, 2043, 2044}
    for node in graph().looking_back:
        back = node.table.looks_back or 0
        assert {2042, 2042 + back} <= changed[node.name]
        for name in set(node.inputs) & changed.keys():
            assert changed[name] <= changed[node.name], f"{node.name} reads {name}"
    assert changed["lineup_value"] == {2042, 2043, 2044}
    assert all(2045 not in seasons for seasons in changed.values())


def test_every_check_runs_in_one_place() -> None:
    every = [check.name for table in graph().published for check in table.all_checks()]
    of_season, of_lake = ([check.name for check in checks] for checks in (graph().season_checks, graph().lake_checks))
    assert sorted([*of_season, *of_lake]) == sorted(every)
    assert len(set(every)) == len(every)


def test_no_season_repeats_the_checks_of_tables_that_rest_on_no_season() -> None:
    reference = {node.name for node in graph().reference}
    for check in graph().season_checks:
        assert not set(tables_in(check.violations)) <= reference, check.name


def test_the_graph_is_read_without_the_packages_of_the_lineup_model() -> None:
    script = (
        "import sys\n"
        "from skipper.build.graph import graph\n"
        "graph().season_checks\n"
        "print(*{'numba', 'scipy'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_check_reads_tables_that_there_are() -> None:
    for table in graph().published:
        for check in table.all_checks():
            assert set(tables_in(check.violations)) <= set(NODES) | set(SOURCES), check.name


# The walk over modules

MakeModule = Callable[[str, str], None]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeModule]:
    """A function that puts a module (its dotted name below skipper.tables, its text) among those of tables."""
    known = set(sys.modules)
    monkeypatch.setattr(skipper.tables, "__path__", [*skipper.tables.__path__, str(tmp_path)])

    def make(name: str, text: str) -> None:
        file = tmp_path.joinpath(*name.split(".")).with_suffix(".py")
        for folder in file.parents:
            if folder == tmp_path:
                break
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "__init__.py").touch()
        file.write_text(text)

    yield make
    for name in set(sys.modules) - known:
        if name.startswith("skipper.tables"):
            del sys.modules[name]
    for name in list(vars(skipper.tables)):
        if f"skipper.tables.{name}" not in sys.modules and isinstance(vars(skipper.tables)[name], type(sys)):
            delattr(skipper.tables, name)


def read_graph() -> Graph:
    return graph.__wrapped__()


CONTRACT = """
from skipper.lake.contract import Column, Table

TABLE = Table(name="{name}", grain="one row", by_season={by_season}, columns=(Column("season", "int", "the season"),))
"""


def table_module(name: str, more: str = "", by_season: bool = True) -> str:
    return CONTRACT.format(name=name, by_season=by_season) + more


def test_a_module_with_a_table_and_a_select_is_a_node(module: MakeModule) -> None:
    module("weather.weekday", table_module("weekday", 'SQL = "SELECT season FROM game JOIN gamelog USING (season)"\n'))
    module("weather.help", "A_MODULE_WITHOUT_A_TABLE = 1\n")
    found = read_graph()
    assert set(found.nodes) == {*NODES, "weekday"}
    node = found.nodes["weekday"]
    assert (node.module, node.inputs) == ("skipper.tables.weather.weekday", ("game", "gamelog"))
    assert "weekday" in [one.name for one in found.season]
    assert found.made_of("weekday") == ["game", "game logs"]
    assert "weekday" in [table.name for table in found.published]


def test_a_function_of_the_tables_name_is_a_node_whose_parameters_are_its_inputs(module: MakeModule) -> None:
    module("weekday", table_module("weekday", "def weekday(club_game, gamelog):\n    return club_game\n"))
    node = read_graph().nodes["weekday"]
    assert (node.inputs, node.sql) == (("club_game", "gamelog"), None)


def test_where_a_table_is_made_follows_from_what_it_reads(module: MakeModule) -> None:
    module("first", table_module("first", 'SQL = "SELECT season FROM lahman_teams"\n', by_season=False))
    module("last", table_module("last", 'SQL = "SELECT season FROM first JOIN game USING (season)"\n', by_season=False))
    module("later", table_module("later", 'SQL = "SELECT season FROM last"\n', by_season=False))
    found = read_graph()
    assert "first" in [node.name for node in found.reference]
    assert {"last", "later"} <= {node.name for node in found.lake}


def test_a_with_clause_is_no_input() -> None:
    sql = "WITH game AS (FROM gamelog) SELECT * FROM game JOIN lineup USING (game_id) WHERE 1 IN (SELECT 1 FROM club)"
    assert tables_in(sql) == ("club", "gamelog", "lineup")
    assert mentions_in(sql) == {"club": 1, "gamelog": 1, "lineup": 1}
    assert mentions_in("FROM lineup AS a JOIN lineup AS b USING (game_id)") == {"lineup": 2}
    with pytest.raises(ValueError, match="SELECT statements"):
        tables_in("DROP TABLE game")


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ({"a.weekday": "SQL = 'SELECT 1 AS season'", "b.weekday": "SQL = 'SELECT 1 AS season'"}, "weekday is in "),
        ({"a.weekday": "SQL = 'SELECT season FROM nowhere'"}, "weekday: nothing makes nowhere"),
        ({"a.weekday": "def weekday(games):\n    pass"}, "weekday: nothing makes games"),
        ({"a.weekday": ""}, "weekday: needs one of SQL, a function weekday, and WRITTEN_BY"),
        ({"a.weekday": "SQL = 'SELECT 1'\nWRITTEN_BY = 'the build'"}, "weekday: needs one of SQL"),
        ({"a.weekday": "SQL = 'SELECT season FROM'"}, "syntax error"),
    ],
    ids=["two of one name", "an unknown table", "an unknown parameter", "nothing", "two ways", "no SELECT"],
)
def test_a_module_that_is_no_node_is_an_error(module: MakeModule, modules: dict[str, str], message: str) -> None:
    for name, text in modules.items():
        module(name, table_module("weekday", f"{text}\n"))
    with pytest.raises(ValueError, match=message):
        read_graph()


def test_two_tables_that_read_each_other_are_an_error(module: MakeModule) -> None:
    module("day", table_module("day", 'SQL = "SELECT season FROM night"\n'))
    module("night", table_module("night", 'SQL = "SELECT season FROM day"\n'))
    with pytest.raises(ValueError, match="cycle"):
        _ = read_graph().order


# Contracts and SELECTs


@pytest.mark.parametrize("name", SELECTED)
def test_a_tables_columns_are_those_of_its_contract(name: str) -> None:
    node = NODES[name]
    with season_tables.season(name) as db:
        made = db.table(name).to_arrow_table().schema
        if not node.table.published:
            assert node.table.columns == ()
            return
        types = dict(
            db.execute(f"SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = '{name}'").fetchall()
        )
        if node.sql is not None:
            given = [column for column, *_ in db.execute(f"DESCRIBE {node.sql}").fetchall()]
            assert set(node.table.column_names) <= set(given)
    assert made.names == node.table.column_names
    if node.sql is not None:
        wanted = [db_type(column.type) for column in node.table.columns]
        assert [types[column] for column in made.names] == wanted
    else:
        assert made.types == node.table.arrow_schema.types


def db_type(spark_type: str) -> str:
    return str(duckdb.type(duckdb_type(spark_type)))


def test_tables_over_all_seasons_have_their_contracts_columns() -> None:
    published = [node for node in graph().lake if node.table.published]
    found = season_tables.over_seasons(*(node.name for node in published))
    for node in published:
        assert found[node.name].schema.names == node.table.column_names
        assert found[node.name].schema.types == node.table.arrow_schema.types


# rows_need

EVENT_FILES = frozenset({*record_sets.RECORD_SETS, *WRITTEN})
# What there is none of in a season that has no rows of a record set: an event has its game, and a game its events.
LACKING = {
    **dict.fromkeys(("event", "event_file_game"), EVENT_FILES),
    "gamelog": frozenset(gamelogs.RECORD_SETS),
    "score": frozenset({"score"}),
    "csv_game": frozenset({"csv_game"}),
    "statsapi_game": frozenset({"statsapi_game"}),
    "event_file_pitching": frozenset({"event_file_pitching"}),
}
API_GAME = {
    "game_pk": "1",
    "season": 2041,
    "official_date": date(2041, 7, 5),
    "state": "F",
    "visitor_id": "9002",
    "visitor_score": 1,
    "home_id": "9001",
    "home_score": 2,
    "listed": date(2041, 7, 5),
    "file": "schedule/x.json.gz",
    "line": 1,
    "entries": 1,
}
API_TRANSACTION = {"transaction_id": "1", "season": 2041, "date": date(2041, 7, 5)}
NEEDY = [(node.name, need) for node in graph().season for need in node.table.rows_need]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pa.Table]:
    """A season of which every table that needs something has rows: games in both sources, which disagree."""
    folder = tmp_path_factory.mktemp("whole")
    events = write_events(folder / "events", quiet_game(), lively_game())
    told = season_tables.records(2041, events=events)
    logged = games_as_logged(told)
    for fields in logged.values():
        fields |= {"visitor_hits": 20, "outs_played": 50}
    scored = scores.parse(
        write_scores(folder, "07/04/41,Ink League,Quill vs. Blot,QUI,BLO,1,2"), 2041, [("INK", "Ink League")]
    )
    texts, _ = list_csvs(write_csvs(folder / "csvs", 2041, [csv_game("INK204107050")]))
    whole = season_tables.records(2041, write_gamelogs(folder / "logs", logged.values()), events)
    of_csvs = {name: pa.concat_tables(rows) for name, rows in read_games(texts, 2041).parsed.records.items()}
    games = of_csvs["csv_game"]
    csv_accounts = identities.account_rows(games.append_column("source", pa.repeat("retrosheet_csv", len(games))), {})
    return whole | {
        **of_csvs,
        "file_account": pa.concat_tables([whole["file_account"], csv_accounts]),
        "score": scored.records["score"][0],
        "statsapi_game": pa.Table.from_pylist([API_GAME], SEASON_RECORD_SETS["statsapi_game"]),
        "statsapi_transaction": pa.Table.from_pylist([API_TRANSACTION], SEASON_RECORD_SETS["statsapi_transaction"]),
    }


@pytest.fixture(scope="module")
def rows(whole: dict[str, pa.Table]) -> Callable[[frozenset[str]], dict[str, int]]:
    """A function that counts the rows of every season's table where some record sets are lacking."""
    counted: dict[frozenset[str], dict[str, int]] = {}

    def count(lacking: frozenset[str]) -> dict[str, int]:
        if lacking not in counted:
            given = {name: table.slice(0, 0) if name in lacking else table for name, table in whole.items()}
            names = [node.name for node in graph().season]
            with season_tables.season(*names, **given) as db:
                counted[lacking] = {name: db.table(name).count("*").fetchone()[0] for name in names}
        return counted[lacking]

    return count


@pytest.mark.parametrize(("name", "need"), NEEDY)
def test_a_table_has_no_rows_without_those_it_needs(
    rows: Callable[[frozenset[str]], dict[str, int]], name: str, need: str
) -> None:
    assert rows(frozenset())[name] > 0
    without = rows(LACKING[need])
    assert without[name] == 0
    assert without["game"] > 0


def test_what_is_needed_is_read() -> None:
    for name, need in NEEDY:
        assert LACKING[need] & ancestors(name), name


def test_tables_that_look_back_have_every_lineup(whole: dict[str, pa.Table]) -> None:
    nodes = graph().looking_back
    inputs = {name for node in nodes for name in node.inputs} - {node.name for node in nodes}
    with season_tables.season(*inputs, **whole) as db:
        for node in nodes:
            made = rows_of(db, node, 2041)
            db.register("made", made)
            db.execute(f"CREATE TABLE {node.name} AS FROM made")
        card = "FROM lineup AS l SEMI JOIN (FROM game WHERE has_plays) AS g ON g.game_id = l.game_id"
        slots = db.execute(f"SELECT l.game_id, l.club, l.slot, l.player_id {card} ORDER BY ALL").fetchall()
        started = "SELECT game_id, club, slot, player_id FROM lineup_batter WHERE slot IS NOT NULL ORDER BY ALL"
        assert slots
        assert db.execute(started).fetchall() == slots
        club_games = db.execute(f"SELECT DISTINCT l.game_id, l.club {card} ORDER BY ALL").fetchall()
        assert db.execute("SELECT game_id, club FROM lineup_value ORDER BY ALL").fetchall() == club_games


def test_the_whole_season_is_sound(whole: dict[str, pa.Table]) -> None:
    assert {row["club"] for row in whole["event_file_club_game"].to_pylist()} >= {VISITORS}
    assert man(0, 1) in whole["gamelog_lineup"]["player_id"].to_pylist()
    with season_tables.season(*(node.name for node in graph().season), **whole) as db:
        for check in graph().season_checks:
            assert db.execute(check.violations).fetchall() == [], check.name
