"""The Model Context Protocol: the official client, over standard input and output, with every tool and resource."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolRequestParams

from built_lake import Built
from deadline import within
from skipper.cli import main
from skipper.cli.serving import questions
from skipper.lake.reader import open_reader
from skipper.service.live_lake import LiveLake
from skipper.service.protocol import Protocol
from skipper.service.sql_process import SqlLimits

PLAN = """
organization: Alpha Town
season: 2031
directives:
  - {id: bat-first, player: <script>, club: ALP, bat: {slots: 1, at_least: 50%}}
"""
FACTS = """
person: José Marsh
pieces:
  one: {about: an invented piece}
facts:
  - {type: stint, role: manager, club: Alpha Town, seasons: [2031], sources: [{piece: one}]}
"""
DRAFT = "José Marsh managed Alpha Town in 2031. Marsh was 40 years old on April 2, 2031. He liked Tom Vale in 2031."
CALLS: dict[str, dict[str, Any]] = {
    "records": {"name": "Jose Marsh", "rule": "managed"},
    "usage": {"name": "marsj801", "season": 2031},
    "player": {"name": "Bo Marsh"},
    "tendencies": {"name": "Jose Marsh"},
    "games": {"name": "Jose Marsh", "season": 2031},
    "ejections": {"name": "Jose Marsh"},
    "leaders": {"column": "wins", "top": 2, "from": 2031},
    "system": {"organization": "Nowhere", "season": 2031},
    "development": {"name": "Jose Marsh"},
    "compare": {"names": ["Jose Marsh", "Tom Vale"]},
    "differences": {"season": 2031},
    "list": {"kind": "clubs", "of": "ALP"},
    "club": {"code": "alp", "season": 2031},
    "season": {"year": 2031, "league": "IL"},
    "coverage": {},
    "reports": {},
    "lineup_evaluate": {"club": "ALP", "date": "2031-04-01"},
    "lineup_best": {"club": "ALP", "date": "2031-04-01"},
    "lineup_managers": {},
    "directives_check": {"plan": PLAN},
    "directives_compare": {"plans": [PLAN, PLAN]},
    "directives_discover": {"season": 2031},
    "directives_kept": {"name": "bats"},
    "ledger": {"facts": FACTS},
    "check": {"draft": DRAFT},
    "tables": {"name": "game"},
    "sql": {"query": "SELECT count(*) AS games FROM game"},
}
# The tiny lake has no plays and no affiliations.
REFUSED = {"tendencies", "system", "lineup_evaluate", "lineup_best", "lineup_managers"}


def with_client(lake: Path, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    """What `ask` returns of a client of `skipper mcp`, run as a process."""

    async def run() -> Any:
        arguments = ["-m", "skipper", "mcp", "--lake", str(lake)]
        command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
        with anyio.fail_after(120):
            async with Client(stdio_client(command)) as client:
                return await ask(client)

    return anyio.run(run)


@pytest.fixture(scope="module")
def answered(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of each call, of a lake with a kept plan, and the lists of tools and resources."""
    folder = tmp_path_factory.mktemp("kept")
    lake, plan = shutil.copytree(tiny, folder / "lake"), folder / "bats.yaml"
    plan.write_text(PLAN, encoding="utf-8")
    kept = CliRunner().invoke(main, ["directives", "keep", str(plan), "--lake", str(lake)])
    assert kept.exit_code == 0, kept.output

    async def ask(client: Client) -> dict[str, Any]:
        found: dict[str, Any] = {"/tools": (await client.list_tools()).tools}
        found["/resources"] = (await client.list_resources()).resources
        found["/read"] = (await client.read_resource("skipper://tables/game")).contents
        for name, arguments in CALLS.items():
            found[name] = await client.call_tool(name, arguments)
        found["/unknown name"] = await client.call_tool("records", {"name": "Josie Marsh"})
        found["/unknown parameter"] = await client.call_tool("records", {"name": "Marsh", "lake": "/etc"})
        found["/writing"] = await client.call_tool("sql", {"query": "CREATE TABLE t AS SELECT 1"})
        return found

    return with_client(lake, ask)


def test_tools_about_plays_farms_and_lineups_answer(simulated: Built) -> None:
    """Those for which the tiny lake has no data."""
    lake = simulated.reader()
    (game,) = lake.rows("FROM lineup_value WHERE unknown IS NULL AND game_number = '0' ORDER BY date, club LIMIT 1")
    (farm,) = lake.rows("SELECT organization, season FROM club WHERE organization IS NOT NULL ORDER BY ALL LIMIT 1")
    (ran,) = lake.rows("SELECT manager_person_id AS id, season FROM manager_tendency ORDER BY ALL LIMIT 1")
    lineup = {"club": game["club"], "date": game["date"].isoformat()}
    calls = {
        "tendencies": {"name": ran["id"], "season": ran["season"]},
        "system": farm,
        "lineup_evaluate": lineup,
        "lineup_best": lineup,
        "lineup_managers": {"season": game["season"], "club": game["club"]},
    }
    assert set(calls) == REFUSED

    async def ask(client: Client) -> dict[str, Any]:
        return {name: await client.call_tool(name, arguments) for name, arguments in calls.items()}

    answered = with_client(simulated.lake, ask)
    assert [name for name, result in answered.items() if result.is_error] == []
    rows = {name: result.structured_content["rows"] for name, result in answered.items()}
    assert {row["season"] for row in rows["tendencies"]} == {ran["season"]}
    assert {row["organization"] for row in rows["system"]} == {farm["organization"]}
    assert len(rows["lineup_best"]) == len(rows["lineup_evaluate"]) == 9
    assert {row["club"] for row in rows["lineup_managers"]} == {game["club"]}


def test_every_question_is_a_tool_that_only_reads(answered: dict[str, Any]) -> None:
    tools = {tool.name: tool for tool in answered["/tools"]}
    assert set(tools) == {*questions(), "sql"} == set(CALLS)
    assert all(tool.annotations.read_only_hint and tool.description for tool in tools.values())
    assert "Exit status" not in tools["check"].description
    assert tools["check"].input_schema["properties"]["draft"]["description"].startswith("The text itself")
    leaders = tools["leaders"].input_schema
    assert leaders["required"] == ["column"]
    assert leaders["properties"]["from"]["type"] == "integer"
    assert leaders["properties"]["by"]["enum"] == ["season", "career"]


def test_every_tool_answers(answered: dict[str, Any]) -> None:
    errors = {name for name in CALLS if answered[name].is_error}
    assert errors == REFUSED
    assert all(answered[name].content[0].text for name in CALLS)
    assert all(isinstance(answered[name].structured_content, dict) for name in CALLS)
    assert answered["sql"].structured_content["rows"] == [{"games": 5}]
    assert json.loads(answered["sql"].content[0].text) == answered["sql"].structured_content


def test_a_tool_says_what_the_command_prints(answered: dict[str, Any], tiny: Path) -> None:
    printed = CliRunner().invoke(main, ["records", "Jose Marsh", "--rule", "managed", "--lake", str(tiny)])
    text = answered["records"].content[0].text
    assert text.split() == printed.output.split()
    assert "An invented notice." in text
    stated = answered["records"].structured_content
    assert stated["rule"] == "managed"
    assert stated["coverage"]["seasons_missing"] == [2032]
    assert [row["wins"] for row in stated["rows"]] == [2, 0]


def test_what_cannot_be_answered_is_said_with_what_could_be(answered: dict[str, Any]) -> None:
    unknown = answered["/unknown name"]
    assert unknown.is_error
    assert unknown.structured_content["suggestions"][0] == "José Marsh"
    assert "there is no parameter 'lake'" in answered["/unknown parameter"].content[0].text
    assert answered["/writing"].is_error
    assert "read-only statement" in answered["/writing"].content[0].text


def test_tables_are_resources(answered: dict[str, Any], tiny: Path) -> None:
    reader = open_reader(tiny)
    assert {one.name for one in answered["/resources"]} == set(reader.contracts)
    text = answered["/read"][0].text
    assert all(column in text for column in reader.contracts["game"].column_names)


ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t"
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.mark.parametrize("asks", [False, True], ids=["idle", "with a query that runs"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_its_input_open(tiny: Path, tmp_path: Path, number: signal.Signals, asks: bool) -> None:
    command = [sys.executable, "-m", "skipper", "mcp", "--lake", str(tiny)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}, text=True, **pipes) as server:

        def send(**message: Any) -> None:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()

        send(id=1, method="initialize", params=HELLO)
        assert json.loads(server.stdout.readline())["id"] == 1
        if asks:
            send(method="notifications/initialized")
            send(id=2, method="tools/call", params={"name": "sql", "arguments": {"query": ENDLESS}})
            assert within(60, lambda: list(tmp_path.iterdir()))
        server.send_signal(number)
        assert server.wait(30) == 128 + number
        assert server.stderr.read().splitlines()[-1] == f"Error: stopped by {number.name}"
    assert within(30, lambda: not list(tmp_path.iterdir()))  # the query's process has ended, and removed its folder


def test_a_line_that_is_no_message_is_answered_and_half_a_character_is_replaced(tiny: Path) -> None:
    call = {"name": "records", "arguments": {"name": "HALF"}}
    messages = [
        {"id": 1, "method": "initialize", "params": HELLO},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": call},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    lines[-1] = lines[-1].replace("HALF", r"\ud800\u00e9\ud83d\ude00")
    command = [sys.executable, "-m", "skipper", "mcp", "--lake", str(tiny)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        answers = []
        for line in (lines[0], "{malformed", "[1]", *lines[1:]):
            server.stdin.write(line + "\n")
            server.stdin.flush()
            if line != lines[1]:
                answers.append(json.loads(server.stdout.readline()))
        server.stdin.close()
        assert server.wait(60) == 0
    assert [one["id"] for one in answers] == [1, None, None, 2]
    assert [one["error"]["code"] for one in answers[1:3]] == [-32700, -32700]
    assert "'\ufffdé😀'" in answers[-1]["result"]["content"][0]["text"]


def test_the_query_of_a_cancelled_call_is_ended(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    protocol = Protocol(LiveLake(tiny), {})
    protocol.limits = SqlLimits(seconds=600)
    params = CallToolRequestParams(name="sql", arguments={"query": ENDLESS})

    async def cancelled() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(protocol.call_tool, None, params)
            await anyio.to_thread.run_sync(lambda: within(60, lambda: list(tmp_path.iterdir())))
            tasks.cancel_scope.cancel()

    anyio.run(cancelled)
    assert within(60, lambda: not list(tmp_path.iterdir()))
