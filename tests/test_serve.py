"""`skipper serve`: the real server on loopback, asked well, badly and with malice, while its lake is built again."""

from __future__ import annotations

import asyncio
import gc
import gzip
import html
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_plus, urljoin, urlsplit

import duckdb
import httpx
import jsonschema
import pytest
import uvicorn
from click.testing import CliRunner
from starlette.responses import PlainTextResponse

from deadline import within
from page_markup import Page
from serving import ORIGIN, Server, serving
from skipper.answers.catalogue import catalogue
from skipper.answers.errors import UnknownOptionError
from skipper.cli import main
from skipper.cli.serving import questions
from skipper.lake.location import StoreError
from skipper.lake.manifest import FILE_NAME, manifest_version, publish, read_manifest
from skipper.lake.reader import LakeReader, NoLakeError
from skipper.render.html.site import write_site
from skipper.service import connection
from skipper.service.app import Limits, Service, application
from skipper.service.connection import TimedConnection
from skipper.service.kept import Asked, KeptReplies
from skipper.service.live_lake import Build, LiveLake
from skipper.service.pages import page_file
from skipper.service.pages import prepare as prepare_pages
from skipper.service.reply import PART, InParts, Reply
from skipper.service.sql_process import SqlLimits, StoppedError, read_sql, remove_spilled
from test_mcp import DRAFT, FACTS, PLAN
from tiny_lake import NOTICE


@pytest.fixture(scope="module")
def served(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tiny, tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def client(served: Server) -> httpx.Client:
    return served.client


def printed(lake: Path, *arguments: str) -> str:
    result = CliRunner().invoke(main, [*arguments, "--lake", str(lake)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("records?name=Jose+Marsh", ["records", "Jose Marsh"]),
        ("usage?name=marsj801&season=2031", ["usage", "marsj801", "--season", "2031"]),
        ("player?name=%3Cscript%3E", ["player", "<script>"]),
        ("leaders?column=wins&top=2&lowest=true", ["leaders", "wins", "--top", "2", "--lowest"]),
        ("compare?names=Jose+Marsh&names=Tom+Vale", ["compare", "Jose Marsh", "Tom Vale"]),
        ("differences?season=2031", ["differences", "--season", "2031"]),
        ("tables?name=game", ["tables", "game"]),
    ],
)
def test_json_and_csv_are_what_the_command_prints(served: Server, address: str, command: list[str]) -> None:
    assert served.client.get(f"/api/{address}").json() == json.loads(printed(served.lake, *command, "--format", "json"))
    path, _, query = address.partition("?")
    csv = served.client.get(f"/api/{path}.csv?{query}")
    assert csv.text == printed(served.lake, *command, "--format", "csv")
    assert csv.headers["content-type"].startswith("text/csv")


def test_every_csv_reply_leads_to_the_notices_that_the_command_prints(served: Server) -> None:
    """CSV has no place for the terms of the sources, which JSON and pages contain."""
    command = ["records", "Jose Marsh", "--lake", str(served.lake), "--format", "csv"]
    told = CliRunner().invoke(main, command).stderr
    assert told.splitlines() == ["Simulated: every league, club and person here is fictional.", NOTICE]
    for address in ("/api/records.csv?name=Jose+Marsh", "/clubs/alp/2031/players.csv"):
        response = served.client.get(address, headers={"Origin": ORIGIN})
        assert "Link" in response.headers["access-control-expose-headers"]
        terms = response.links["license"]["url"]
        assert served.client.get(terms).text == told
        assert served.client.get(terms).headers["content-type"].startswith("text/plain")
    assert "link" not in served.client.get("/api/records?name=Jose+Marsh").headers
    described = served.client.get("/openapi.json").json()["paths"]["/api/records.csv"]["get"]["responses"]["200"]
    assert "notices.txt" in described["headers"]["Link"]["description"]


def test_a_question_is_a_page_too(client: httpx.Client) -> None:
    page = Page(client.get("/records", params={"name": "Jose Marsh"}).text)
    assert page.texts("h1") == ["José Marsh"]


@pytest.mark.parametrize("address", ["/list", "/list?kind=clubs&of=ALP", "/tables?name=game", "/coverage", "/reports"])
def test_the_page_of_a_question_leads_to_the_data_of_the_same_answer(client: httpx.Client, address: str) -> None:
    """Some questions give an answer of another name: `list` without a kind is the first page's."""
    response = client.get(address, follow_redirects=False)
    page = Page(response.text)
    links = {"".join(said).strip(): str(attrs["href"]) for tag, attrs, said in page.elements if tag == "a"}
    assert client.get(links["JSON"]).json()["title"] == page.texts("title")[0]
    assert client.get(links["CSV"]).status_code == 200


def test_names_lead_to_their_pages_and_each_page_to_its_data(client: httpx.Client) -> None:
    """From a record to a season, from there to a player, from there to a manager, and to the rows of each."""
    address = "/records?name=Jose+Marsh"
    for text in ("2031", "<script>", "José Marsh"):
        page = Page(client.get(address).text)
        links = {"".join(said).strip(): attrs["href"] for tag, attrs, said in page.elements if tag == "a"}
        assert client.get(urljoin(address, links["JSON"])).json()["title"] == page.texts("title")[0]
        assert client.get(urljoin(address, links["CSV"])).status_code == 200
        found = links.get(text) or next(href for said, href in links.items() if said.startswith(text))
        address = urljoin(address, str(found))
    assert Page(client.get(address).text).texts("h1") == ["José Marsh"]


def test_the_first_page_leads_to_every_manager(client: httpx.Client) -> None:
    links = [one["href"] for one in Page(client.get("/").text).all("a")]
    assert "/managers/" in links
    links = [str(one["href"]) for one in Page(client.get("/managers/").text).all("a")]
    managers = [link for link in links if link.startswith("/managers/") and link != "/managers/"]
    assert len(managers) == 3
    for link in managers:
        assert client.get(link).status_code == 200


def absolute(page: str, path: str) -> str:
    """The page with links from the first page on, and without what a page on disk and a served one may differ in."""

    def whole(link: re.Match[str]) -> str:
        return f'{link[1]}="{urljoin(f"/{path}", link[2]).removesuffix("index.html")}"'

    page = re.sub(r'\b(href|src)="([^"#:]*)"', whole, page)
    page = re.sub(r'\bdata-(root|end)="[^"]*"', "", page)
    return page.replace("<p>Last changed by build ", "<p>Build ")


def test_pages_are_those_of_the_site_with_their_data(served: Server, tmp_path: Path) -> None:
    """Every file of the site is served. Pages differ only in the form of their links, which are relative to the file
    and name index.html on disk, and in the words before the build; all other files are the same.
    """
    write_site(LakeReader(served.lake), tmp_path, workers=1)
    paths = [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    paths.remove("skipper-site.json")
    assert {"managers/marsj801/usage.json", "tables.js", "style.css"} < set(paths)
    kinds = {}
    for path in paths:
        response = served.client.get(f"/{path.removesuffix('index.html')}")
        assert response.status_code == 200, path
        kinds[path.rpartition(".")[2]] = response.headers["content-type"]
        on_disk = (tmp_path / path).read_text("utf-8")
        if path.endswith(".html"):
            assert absolute(response.text, path) == absolute(on_disk, path), path
        else:
            assert response.text == on_disk, path
    assert kinds["js"].startswith("text/javascript")
    assert kinds["css"].startswith("text/css")


def test_openapi_describes_every_question(client: httpx.Client) -> None:
    stated = client.get("/openapi.json").json()
    assert set(stated["paths"]) == {f"/api/{n}{x}" for n in questions() for x in ("", ".csv")} | {
        "/api/sql",
        "/notices.txt",
        "/health",
    }
    jsonschema.validate(client.get("/health").json(), stated["components"]["schemas"]["Health"])
    for path in stated["paths"].values():
        for parameter in path["get"].get("parameters", ()):
            jsonschema.Draft202012Validator.check_schema(parameter["schema"])
    answer = stated["components"]["schemas"]["Answer"]
    jsonschema.validate(client.get("/api/records?name=Tom+Vale").json(), answer)
    assert all(name in client.get("/api/").text for name in questions())


StatusesSeen = dict[tuple[str, str], set[int]]
"""The statuses of responses by method and path."""
TOO_LONG = "x" * 20_000
CHECK = "/api/directives_check"


def noting(service: Service, seen: StatusesSeen) -> httpx.AsyncClient:
    """Return a client of a service that notes the status of every response."""

    async def note(response: httpx.Response) -> None:
        key = (response.request.method.lower(), response.request.url.path)
        seen.setdefault(key, set()).add(response.status_code)

    client = in_process(service)
    client.event_hooks = {"response": [note]}
    return client


async def ask_well_and_badly(client: httpx.AsyncClient) -> None:
    for path, good, bad in (
        ("/api/records", {"name": "Tom Vale"}, ({}, {"name": "nobody"}, {"name": TOO_LONG})),
        ("/api/sql", {"query": "SELECT 1"}, ({}, {"query": TOO_LONG})),
        ("/notices.txt", {}, ({"name": "x"}, {"name": TOO_LONG})),
    ):
        tag = (await client.get(path, params=good)).headers["etag"]
        await client.get(path, params=good, headers={"If-None-Match": tag})
        for given in bad:
            await client.get(path, params=given)
    await client.get("/health")
    for body, given in ((PLAN, {}), ("", {}), (PLAN.replace("2031", "2099"), {}), ("x" * 600_000, {})):
        await client.post(CHECK, content=body, params=given)
    await client.post(CHECK, content=PLAN, params={"through": TOO_LONG})


async def late_plan() -> AsyncIterator[bytes]:
    yield b"season: "
    await asyncio.sleep(60)


async def ask_everything(client: httpx.AsyncClient) -> None:
    await client.get("/health")
    await client.get("/api/records", params={"name": "Tom Vale"})
    await client.get("/api/sql", params={"query": "SELECT 1"})
    await client.get("/notices.txt")
    await client.post(CHECK, content=PLAN)


def test_every_status_that_the_description_states_occurs(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each status of a question, of SQL, of a posted plan, of the notices and of the service's health."""
    seen: StatusesSeen = {}

    async def ask() -> dict[str, Any]:
        async with noting(Service(LiveLake(tiny), questions(), Limits()), seen) as client:
            described: dict[str, Any] = (await client.get("/openapi.json")).json()["paths"]
            await ask_well_and_badly(client)
        async with noting(Service(LiveLake(tiny), questions(), Limits(seconds=1)), seen) as client:
            await client.post(CHECK, content=late_plan())
        for error in (StoreError("out of reach"), RuntimeError("a bug")):
            service = Service(LiveLake(tiny, seconds=0), questions(), Limits())
            with monkeypatch.context() as broken:
                broken.setattr("skipper.service.live_lake.LakeReader", fails_with(error))
                broken.setattr("skipper.service.app.read_sql", fails_with(error))
                if isinstance(error, StoreError):
                    broken.setattr("skipper.service.live_lake.manifest_version", fails_with(error))
                async with noting(service, seen) as client:
                    await ask_everything(client)
        return described

    described = asyncio.run(ask())
    paths = ("/api/records", "/api/sql", CHECK, "/notices.txt", "/health")
    stated = {
        (method, path): set(map(int, operation["responses"]))
        for path in paths
        for method, operation in described[path].items()
    }
    del stated["get", CHECK]  # the same as those of /api/records
    del seen["get", "/openapi.json"]
    assert seen == stated


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/api/records?name=Josie+Marsh", 404, "Did you mean José Marsh"),
        ("/api/player?name=Al+Twin", 400, "may mean any of 2 people"),
        ("/api/records?name=Marsh&lake=/etc", 400, "no parameter 'lake'"),
        ("/api/records", 400, "name is missing"),
        ("/api/records?name=a&name=b", 400, "one value"),
        ("/api/leaders?column=wins&top=many", 400, "top"),
        ("/api/leaders?column=wins&from=" + "9" * 40, 400, "larger"),
        ("/api/leaders?column=wins)--", 400, "no column"),
        ("/api/records?name=" + "x" * 301, 400, "longer"),
        ("/api/records?name=" + "x" * 20_000, 414, "too long"),
        ("/api/records?name=a%00b", 400, "control character"),
        ("/api/records?name=a%0D%0ASet-Cookie:x=1", 400, "control character"),
        ("/api/records?name=" + quote("'; DROP TABLE game; --"), 404, "No manager"),
        ("/api/records?name=" + quote("<script>alert(1)</script>"), 404, "No manager"),
        ("/api/records.exe?name=Marsh", 404, "no /api/records.exe"),
        ("/api/build", 404, "no such page"),
        ("/api/leaders?column=wins&column=losses", 400, "one value"),
        ("/api/leaders?column=wins&top=1_0", 400, "plain digits"),
        ("/api/leaders?column=wins&top=+10", 400, "plain digits"),
        ("/api/leaders?column=wins&top=" + quote("\N{ARABIC-INDIC DIGIT ONE}"), 400, "plain digits"),
        ("/api/usage?name=Marsh&season=" + quote("\N{FULLWIDTH DIGIT TWO}031"), 400, "plain digits"),
        ("/api/leaders?column=wins&top=1e3", 400, "plain digits"),
        ("/api/records?name=%FF%FE", 404, "No manager"),
        ("/api/records?name=%25", 404, "No manager"),
        ("/api/records?name=" + "&x=1" * 2000, 400, "no parameter 'x'"),
        ("/api/?x=1", 400, "no parameters"),
    ],
)
def test_a_bad_question_gets_a_reason(client: httpx.Client, address: str, status: int, said: str) -> None:
    response = client.get(address)
    assert response.status_code == status, response.text
    assert said in response.json()["message"]
    assert "etag" not in response.headers


@pytest.mark.parametrize(
    "path",
    [
        "/..%2f..%2fetc/passwd",
        "/managers/../../../etc/passwd",
        "/managers/%2e%2e/%2e%2e/manifest.json",
        "/managers/..;/",
        "//etc/passwd",
        "/managers/%0d%0aX-Injected:%201/",
        "/%00",
        "/manifest.json",
        "/" + "a/" * 4000,
        "/managers/%2e%2e%2f%2e%2e%2fetc/passwd",
        "/%252e%252e/%252e%252e/etc/passwd",
        "/managers/..%5c..%5cetc/passwd",
        "/managers/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
        "/managers/x%00.html",
        "/managers/%ff%fe/",
        "/./",
        "/managers/page-99999999999999999999/",
        "http://rebound.example/managers/",
    ],
)
def test_no_path_leaves_the_site(served: Server, path: str) -> None:
    """Written to the socket, because clients tidy paths."""
    where = urlsplit(str(served.client.base_url))
    with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        reply = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    head, _, body = reply.partition("\r\n\r\n")
    assert re.match(r"HTTP/1.1 (404|400) ", head)
    assert "x-injected" not in head.lower()
    assert "root:" not in body
    assert '"contracts"' not in body


LIST_REQUEST = "GET /managers/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ("Range: bytes=0-10\r\n", 200),
        (f"Range: bytes={','.join(['0-'] * 500)}\r\n", 200),
        (f"Accept: {'text/html,' * 1500}\r\n", 200),
        (f"Accept-Encoding: {'identity;q=0.1,' * 1000}\r\n", 200),
        ("Accept-Encoding: gzip;q=nan\r\n", 200),
        (f"If-None-Match: {'W/x,' * 1000}\r\n", 200),
        ("X-Forwarded-Host: rebound.example\r\nX-Forwarded-Proto: https\r\n", 200),
        ("Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n", 200),
        (f"Cookie: {'a=b;' * 40_000}\r\n", 400),
        ("".join(f"X{number}: {'a' * 90}\r\n" for number in range(3000)), 400),
        ("Content-Length: -1\r\n", 400),
        ("Content-Length: 1\r\nContent-Length: 2\r\n", 400),
        ("Transfer-Encoding: gzip\r\n", 400),
        ("Host: rebound.example\r\n", 400),
        ("No colon\r\n", 400),
    ],
    ids=lambda value: value[:30].strip() if isinstance(value, str) else "",
)
def test_no_header_changes_a_page_or_ends_the_service(served: Server, headers: str, status: int) -> None:
    """The whole page, or a refusal; a refused request may be cut off while it is being sent."""
    where = urlsplit(str(served.client.base_url))
    plain = served.client.get("/managers/", headers={"Accept-Encoding": "identity"}).content
    reply = b""
    with socket.create_connection((where.hostname, where.port), timeout=60) as connection, suppress(ConnectionError):
        connection.sendall(f"{LIST_REQUEST}{headers}\r\n".encode())
        while part := connection.recv(65536):
            reply += part
    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode()) or (status == 400 and not reply)
    if status == 200:
        assert (gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body) == plain
    assert b"rebound" not in reply
    assert served.client.get("/health").status_code == 200


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("OPTIONS", 405), ("TRACE", 405), ("BREW", 405)])
def test_other_methods_read_at_most_the_headers(client: httpx.Client, method: str, status: int) -> None:
    response = client.request(method, "/managers/")
    assert response.status_code == status
    assert "<table" not in response.text
    if method == "HEAD":
        assert response.headers["etag"] == client.get("/managers/").headers["etag"]


@pytest.mark.parametrize(
    ("path", "status", "leads_to"),
    [
        ("/managers", 308, "/managers/"),
        ("/clubs/alp/2031", 308, "/clubs/alp/2031/"),
        ("/clubs/ALP/2031/", 308, "/clubs/alp/2031/"),
        ("/Clubs/ALP/2031", 308, "/clubs/alp/2031/"),
        ("/managers?a=b%0D%0AX:+c", 308, "/managers/"),
        ("/clubs/alp/1999", 404, None),
        ("/nobody", 404, None),
        ("//managers", 404, None),
        ("/records", 400, None),
    ],
)
def test_a_page_is_found_without_its_last_slash_and_in_capitals(
    client: httpx.Client, path: str, status: int, leads_to: str | None
) -> None:
    response = client.get(httpx.URL(str(client.base_url)).copy_with(raw_path=path.encode()))
    assert (response.status_code, response.headers.get("location")) == (status, leads_to)


def test_pages_run_only_scripts_of_the_service(client: httpx.Client) -> None:
    response = client.get("/")
    (scripts,) = re.findall("script-src ([^;]*)", response.headers["content-security-policy"])
    assert scripts == "'self'"
    for tag, attrs, text in Page(response.text).elements:
        if tag == "script":
            assert client.get(str(attrs["src"])).status_code == 200
            assert not "".join(text).strip()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_written(client: httpx.Client, method: str) -> None:
    assert client.request(method, "/api/records?name=Marsh", content=b"x").status_code == 405


def test_a_name_in_a_page_is_text(client: httpx.Client) -> None:
    response = client.get("/records", params={"name": "<script>alert(1)</script>"})
    assert response.status_code == 404
    assert "<script>" not in response.text
    assert "&lt;script&gt;alert(1)" in response.text


def test_other_hosts_are_refused_and_one_origin_may_ask(client: httpx.Client) -> None:
    assert client.get("/", headers={"Host": "rebound.example"}).status_code == 400
    allowed = client.get("/api/tables", headers={"Origin": ORIGIN})
    other = client.get("/api/tables", headers={"Origin": "https://other.example"})
    assert allowed.headers["access-control-allow-origin"] == ORIGIN
    assert "access-control-allow-origin" not in other.headers


def test_a_conditional_request_is_answered_with_304_and_large_replies_are_packed(client: httpx.Client) -> None:
    first = client.get("/api/tables")
    assert first.headers["content-encoding"] == "gzip"
    again = client.get("/api/tables", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = client.get("/api/differences", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200
    plain = client.get("/api/tables", headers={"Accept-Encoding": "identity, gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("CREATE TABLE t AS SELECT 1", "read-only statement"),
        ("COPY game TO '/tmp/skipper-test.csv'", "read-only statement"),
        ("SELECT 1; SELECT 2", "read-only statement"),
        ("SET memory_limit = '99GB'", "read-only statement"),
        ("SELECT * FROM read_text('/etc/passwd')", "Permission"),
        ("SELECT * FROM 'https://example.org/x.parquet'", "Permission"),
        ("SELEC", "syntax"),
        ("EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1", "only reads"),
        ("SELECT 1) UNION (SELECT 2", "syntax"),
        ("SELECT 1 /* ; */; DROP TABLE game", "read-only statement"),
        ("SELECT 1 /* unended", "unterminated"),
        ("-- only a comment", "read-only statement"),
        ("", "read-only statement"),
        ("INSTALL httpfs", "read-only statement"),
        ("LOAD httpfs", "read-only statement"),
        ("ATTACH '/tmp/skipper-test.db'", "read-only statement"),
        ("PRAGMA enable_profiling", "read-only statement"),
        ("CALL enable_logging()", "read-only statement"),
        ("EXPORT DATABASE '/tmp/skipper-test'", "read-only statement"),
        ("FROM query('DROP TABLE game')", "not available"),
        ("FROM read_blob('/proc/self/environ')", "Permission"),
        ("FROM glob('/**')", "Permission"),
        ("FROM parquet_metadata('/etc/passwd')", "Permission"),
        ("SELECT getenv('HOME')", "does not exist"),
    ],
)
def test_a_query_can_only_read_the_lake(client: httpx.Client, query: str, said: str) -> None:
    response = client.get("/api/sql", params={"query": query})
    assert response.status_code == 400
    assert said in response.json()["message"]


def test_a_query_reads_tables_up_to_a_number_of_rows(client: httpx.Client) -> None:
    games = client.get("/api/sql", params={"query": "SELECT season FROM game ORDER BY season -- all"}).json()
    assert [row["season"] for row in games["rows"]] == [2031, 2031, 2031, 2031, 2033]
    many = client.get("/api/sql", params={"query": "FROM range(20000)"}).json()
    assert len(many["rows"]) == 10_000
    assert "There are more rows" in many["notes"][-1]


@pytest.mark.parametrize(
    ("query", "seconds", "said"),
    [
        # Spills to disk within two seconds, and would take hours.
        (
            "SELECT repeat(range::VARCHAR, 2000) AS x FROM range(1e9::INT) ORDER BY hash(range) OFFSET 9",
            4,
            "more than 4 s",
        ),
        ("SELECT repeat('x', 2000000000)", 60, "too much memory"),
        ("SELECT repeat('x', 3000000) FROM range(10000)", 60, "too much memory"),
        ("SELECT repeat('x', 30000000)", 60, "longer than 20,971,520 bytes"),
        ("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t", 4, "more than 4 s"),
        ("SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b", 4, "more than 4 s"),
    ],
)
def test_a_query_that_explodes_is_stopped_and_leaves_nothing(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, seconds: float, said: str
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(StoppedError, match=said):
        read_sql(tiny, LakeReader(tiny).manifest, query, SqlLimits(seconds))
    assert list(tmp_path.iterdir()) == []


def test_a_query_ends_with_a_service_that_is_killed(tiny: Path, tmp_path: Path) -> None:
    """The query's process, which nobody kills, ends itself and removes its folder."""
    script = (
        "import sys; from pathlib import Path; from skipper.lake.reader import LakeReader; "
        "from skipper.service.sql_process import SqlLimits, read_sql; lake = Path(sys.argv[1]); "
        "read_sql(lake, LakeReader(lake).manifest, sys.argv[2], SqlLimits(600))"
    )
    endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tiny), endless], env={**os.environ, "TMPDIR": str(tmp_path)}
    ) as service:
        assert within(60, lambda: list(tmp_path.iterdir()))
        time.sleep(2)  # for the query's process to have started
        service.kill()
    assert list(tmp_path.iterdir())
    assert within(30, lambda: not list(tmp_path.iterdir()))


def test_what_killed_services_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    for name in (
        f"skipper-spilled-{ended.pid}-a",
        f"skipper-spilled-{os.getpid()}-b",
        "skipper-spilled-x-c",
        "other-1-d",
    ):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    remove_spilled()
    kept = {f"skipper-spilled-{os.getpid()}-b", "skipper-spilled-x-c", "other-1-d"}
    assert {folder.name for folder in tmp_path.iterdir()} == kept


def test_a_query_has_a_bounded_machine(tiny: Path) -> None:
    names = ("memory_limit", "max_temp_directory_size", "threads")
    query = f"SELECT {', '.join(f'current_setting({name!r}) AS {name}' for name in names)}"
    (row,) = json.loads(read_sql(tiny, LakeReader(tiny).manifest, query, SqlLimits()))["rows"]
    assert row == {"memory_limit": "488.2 MiB", "max_temp_directory_size": "953.6 MiB", "threads": 2}


def test_a_querys_own_error_is_cut_short(tiny: Path) -> None:
    with pytest.raises(UnknownOptionError, match="xxx") as caught:
        read_sql(tiny, LakeReader(tiny).manifest, "SELECT error(repeat('x', 30000000))", SqlLimits())
    assert len(str(caught.value)) == 10_000


def test_every_request_is_a_line_of_the_log(served: Server) -> None:
    served.client.get("/api/tables", params={"name": "a\r\nforged"})
    line = next(one for one in reversed(served.logged()) if one["event"] == "request")
    assert (line["status"], line["path"], line["build"]) == (400, "/api/tables", "tiny")
    assert {"at", "level", "method", "query", "bytes", "ms"} <= set(line)
    assert line["level"] == "info"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "build"),
    [
        ("GET", "/health", {}, 200, "tiny"),
        ("GET", "/api/records?name=" + "x" * 20_000, {}, 414, "tiny"),
        ("GET", "/managers/", {"Host": "rebound.example"}, 400, None),
        ("DELETE", "/managers/", {}, 405, None),
        ("OPTIONS", "/api/tables", {"Origin": "https://o.example", "Access-Control-Request-Method": "GET"}, 400, None),
    ],
)
def test_refused_requests_and_health_are_lines_of_the_log(
    served: Server, method: str, path: str, headers: dict[str, str], status: int, build: str | None
) -> None:
    response = served.client.request(method, path, headers=headers)
    line = next(one for one in reversed(served.logged()) if one["event"] == "request")
    told = (line["method"], line["path"], line["status"], line["build"])
    assert (response.status_code, *told) == (status, method, path.partition("?")[0], status, build)
    assert line["bytes"] == int(response.headers.get("content-length", 0))
    assert len(line["query"]) <= 16_384


def test_what_is_not_http_is_a_warning_of_the_log(served: Server) -> None:
    where = urlsplit(str(served.client.base_url))
    with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
        connection.sendall(b"nonsense\r\n\r\n")
        assert b"".join(iter(lambda: connection.recv(65536), b"")).startswith(b"HTTP/1.1 400 ")
    assert {"level": "warning", "event": "Invalid HTTP request received."}.items() <= served.logged()[-1].items()


def wait_for(server: Server, is_so: Callable[[dict], object]) -> None:
    """The lake is looked at once a second."""
    for _ in range(600):
        if is_so(server.client.get("/health").json()):
            return
        time.sleep(0.1)
    pytest.fail("the service has not looked at its lake")


def test_a_new_build_is_served_and_no_answer_mixes_two(own_tiny: Path, tmp_path: Path) -> None:
    with serving(own_tiny, tmp_path) as server:
        manifest = read_manifest(own_tiny)
        assert manifest is not None
        before = server.client.get("/api/records?name=Tom+Vale")
        with ThreadPoolExecutor(4) as threads:
            asked = [threads.submit(server.client.get, f"/api/leaders?column=wins&top={n % 7 + 1}") for n in range(60)]
            publish(own_tiny, replace(manifest, build="second", notices=["The second notice."]))
            replies = [one.result() for one in asked]
        assert {reply.status_code for reply in replies} == {200}
        pairs = {(reply.json()["build"], *reply.json()["notices"]) for reply in replies}
        assert pairs <= {("tiny", "An invented notice."), ("second", "The second notice.")}
        wait_for(server, lambda health: health["build"] == "second")
        after = server.client.get("/api/records?name=Tom+Vale", headers={"If-None-Match": before.headers["etag"]})
        assert (after.status_code, after.json()["build"]) == (200, "second")


def test_a_query_is_answered_from_the_build_of_its_tag(own_tiny: Path) -> None:
    """Although a newer one has been published, at which the service has not yet looked."""
    reader = LakeReader(own_tiny)
    publish(own_tiny, replace(reader.manifest, build="second"))
    asked = json.loads(read_sql(own_tiny, reader.manifest, "SELECT 1 AS one", SqlLimits()))
    assert (asked["build"], asked["rows"]) == ("tiny", [{"one": 1}])


def test_a_lake_that_cannot_be_read_is_not_a_slow_query(own_tiny: Path) -> None:
    manifest = LakeReader(own_tiny).manifest
    shutil.rmtree(own_tiny / "game")
    with pytest.raises(NoLakeError, match="game"):
        read_sql(own_tiny, manifest, "SELECT 1", SqlLimits())


def test_a_lake_deleted_while_it_is_served_cannot_be_read_and_is_no_failure_of_the_service(
    own_tiny: Path, tmp_path: Path
) -> None:
    """Pages and statements alike: status 503, and in the log the reason without a traceback."""
    paths = ("/api/sql?query=SELECT+1", "/api/sql?query=FROM+game", "/api/records?name=Tom+Vale", "/managers/")
    with serving(own_tiny, tmp_path) as server:
        assert server.client.get("/health").status_code == 200
        shutil.rmtree(own_tiny)
        assert [server.client.get(path).status_code for path in paths] == [503] * len(paths)
        said = [server.client.get(path).text for path in paths]
        assert all("the lake's files cannot be read" in html.unescape(text) for text in said)
        assert str(own_tiny) not in "".join(said)
        logged = [line for line in server.logged() if line["event"] not in ("request", "lake")]
    assert {(line["event"], "traceback" in line) for line in logged} == {("unreadable", False)}
    assert all(str(own_tiny) in line["reason"] for line in logged)


def test_a_broken_manifest_leaves_the_last_build_and_health_says_so(own_tiny: Path, tmp_path: Path) -> None:
    with serving(own_tiny, tmp_path) as server:
        assert server.client.get("/health").json() == {"build": "tiny", "trouble": None}
        whole = (own_tiny / FILE_NAME).read_bytes()
        (own_tiny / FILE_NAME).write_bytes(b"{")
        wait_for(server, lambda health: health["trouble"])
        ill = server.client.get("/health")
        assert (ill.status_code, ill.json()["build"]) == (503, "tiny")
        assert "not a manifest" in ill.json()["trouble"]
        assert str(own_tiny) not in ill.text
        assert server.client.get("/api/records?name=Tom+Vale").status_code == 200
        queried = server.client.get("/api/sql?query=SELECT+1")
        assert (queried.status_code, queried.json()["build"]) == (200, "tiny")
        (own_tiny / FILE_NAME).write_bytes(whole)
        wait_for(server, lambda health: not health["trouble"])
        assert server.client.get("/health").status_code == 200


def test_without_its_libraries_or_a_lake_the_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = CliRunner().invoke(main, ["serve", "--lake", str(tmp_path)])
    assert result.exit_code == 1
    assert "no complete build" in result.output
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(main, ["serve", "--lake", str(tmp_path)])
    assert result.exit_code == 1
    assert "pip install 'skipper-baseball[serve]'" in result.output


# The lake as a service sees it


def test_a_lake_is_looked_at_once_in_a_while(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    monkeypatch.setattr("skipper.service.live_lake.manifest_version", lambda lake: looks.append(lake) or "one")
    live = LiveLake(tiny, seconds=3600)
    assert {id(live.build()) for _ in range(20)} == {id(live.current)}
    assert len(looks) == 1


def test_a_new_build_is_prepared_before_it_is_used(own_tiny: Path) -> None:
    """And the last build answers meanwhile, however long that takes, without a second look."""
    prepared: list[str] = []
    seen: list[tuple[str, object]] = []

    def prepare(lake: LakeReader) -> None:
        prepared.append(lake.manifest.build)
        if lake.manifest.build == "second":
            seen.append((live.build().manifest.build, live.current))

    live = LiveLake(own_tiny, seconds=0, prepare=prepare)
    first = live.build()
    manifest = read_manifest(own_tiny)
    assert manifest is not None
    publish(own_tiny, replace(manifest, build="second"))
    assert live.build().manifest.build == "second"
    assert (prepared, seen) == (["tiny", "second"], [("tiny", first)])


def test_a_build_that_cannot_be_prepared_is_served(own_tiny: Path, caplog: pytest.LogCaptureFixture) -> None:
    live = LiveLake(own_tiny, prepare=fails_with(duckdb.IOException("no such file")))
    assert live.build().manifest.build == "tiny"
    assert live.build().readers.qsize() == 2
    assert [record.message for record in caplog.records] == ["unprepared"]


def test_the_readers_of_a_build_share_one_catalogue(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(
        "skipper.service.pages.catalogue", lambda lake: made.append(lake.manifest.build) or catalogue(lake)
    )
    live = LiveLake(tiny, prepare=prepare_pages)
    with live.reader(live.build(), 60) as one, live.reader(live.build(), 60) as other:
        assert one is not other
        assert page_file(one, "/managers/") == page_file(other, "/managers/")
    assert made == ["tiny"]


def test_a_build_that_could_not_be_opened_is_tried_again(own_tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = LiveLake(own_tiny, seconds=0)
    manifest = read_manifest(own_tiny)
    assert manifest is not None
    publish(own_tiny, replace(manifest, build="second"))
    with monkeypatch.context() as out_of_reach:
        out_of_reach.setattr("skipper.service.live_lake.read_manifest", fails_with(StoreError("out of reach")))
        assert live.build().manifest.build == "tiny"
        assert live.trouble == "out of reach"
    assert live.build().manifest.build == "second"
    assert live.trouble is None


def fails_with(error: Exception) -> Callable[..., Any]:
    def fail(*_arguments: object) -> None:
        raise error

    return fail


def test_a_reader_that_could_not_be_opened_keeps_its_place(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = LiveLake(tiny, readers=1)
    with monkeypatch.context() as out_of_reach:
        out_of_reach.setattr("skipper.service.live_lake.LakeReader", fails_with(StoreError("out of reach")))
        with pytest.raises(StoreError), live.reader(live.build(), 60):
            pass
    assert live.build().readers.qsize() == 1
    with live.reader(live.build(), 60) as lake:
        assert lake.rows("SELECT count(*) AS n FROM game") == [{"n": 5}]


def test_every_query_after_the_time_is_interrupted(tiny: Path) -> None:
    live = LiveLake(tiny)
    with live.reader(live.build(), 0.01) as lake:
        for _ in range(2):
            with pytest.raises(duckdb.InterruptException):
                lake.rows("SELECT count(*) FROM range(300000000000)")
    with live.reader(live.build(), 60) as lake:
        assert lake.rows("SELECT count(*) AS n FROM range(30000000)") == [{"n": 30_000_000}]


# The service in this process


def in_process(service: Service) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(application(service, ["*"]))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60)


def test_slow_statements_keep_no_page_waiting(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("skipper.service.app.read_sql", lambda *_: "{}" if go_on.wait(60) else "late")

    async def ask() -> tuple[int, list[int]]:
        async with in_process(Service(LiveLake(tiny), questions(), Limits())) as client:
            slow = [asyncio.create_task(client.get(f"/api/sql?query=SELECT+{n}")) for n in range(70)]
            await asyncio.sleep(0)
            page = await client.get("/managers/")
            go_on.set()
            return page.status_code, [reply.status_code for reply in await asyncio.gather(*slow)]

    page, slow = asyncio.run(ask())
    assert page == 200
    assert slow == [200] * 8 + [503] * 62


def test_connections_without_a_request_are_closed_and_the_next_is_answered(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 0.5)
    service = Service(LiveLake(tiny), {}, Limits())

    async def ask() -> tuple[int, list[bytes], int]:
        listening = socket.create_server(("127.0.0.1", 0))
        app = application(service, ["*"], ())
        config = uvicorn.Config(app, http=TimedConnection, log_config=None, limit_concurrency=20)
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listening]))
        address = listening.getsockname()
        try:
            silent = [await asyncio.open_connection(*address) for _ in range(25)]
            for number, (_, writer) in enumerate(silent):
                writer.write(b"GET / HTTP/1.1\r\nHost:"[: number * 2])
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{address[1]}", trust_env=False) as client:
                crowded = await client.get("/health")
                received = await asyncio.wait_for(asyncio.gather(*(reader.read() for reader, _ in silent)), 20)
                return crowded.status_code, received, (await client.get("/health")).status_code
        finally:
            server.should_exit = True
            await running

    assert asyncio.run(ask()) == (503, [b""] * 25, 200)


def test_a_reply_that_clients_do_not_read_is_one_copy_and_too_many_are_refused(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def answered(_lake: LakeReader, path: str, _given: dict[str, Any]) -> Reply:
        made.append(path)
        return Reply(200, "text/plain", path.encode() * (1 << 20))

    service = Service(LiveLake(tiny), {}, Limits())
    monkeypatch.setattr(service, "_answered", answered)
    monkeypatch.setattr("skipper.service.app.UNSENT", 1)
    app = application(service, ["*"])

    async def ask() -> list[tuple[int, int]]:
        go_on = asyncio.Event()

        async def get(path: str) -> tuple[int, int]:
            status, length = 0, 0

            async def send(message: Any) -> None:
                nonlocal status, length
                status = message.get("status", status)
                body = message.get("body", b"")
                assert len(body) <= PART
                length += len(body)
                if body and status == 200:
                    await go_on.wait()

            scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"x")]}
            await app(scope, asyncio.Event().wait, send)
            return status, length

        unread = [asyncio.create_task(get("/a")) for _ in range(3)]
        while not made:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        unread.append(asyncio.create_task(get("/a")))
        refused, _length = await get("/b")
        go_on.set()
        answers = await asyncio.gather(*unread)
        del unread
        gc.collect()
        return [*answers, (refused, 0), await get("/b")]

    answers = asyncio.run(ask())
    assert answers == [*[(200, 2 << 20)] * 4, (503, 0), (200, 2 << 20)]  # what the cache keeps is not being sent
    assert made == ["/a", "/b"]


@pytest.mark.parametrize("in_parts", [True, False])
@pytest.mark.parametrize("reads", [True, False])
def test_a_client_that_does_not_read_its_response_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, reads: bool, in_parts: bool
) -> None:
    """A slow client that reads gets all of it, however long that takes; one that reads nothing keeps no connection."""
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 0.5)
    length = 20 << 20
    reply = Reply(200, "text/plain", b"x" * length)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            response = InParts(reply, reply.body, {}) if in_parts else PlainTextResponse(reply.body)
            await response(scope, receive, send)

    async def ask() -> int:
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, http=TimedConnection, log_config=None, timeout_keep_alive=1))
        running = asyncio.create_task(server.serve([listening]))
        try:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if not reads:
                writer.transport.pause_reading()
            while not server.server_state.connections:
                await asyncio.sleep(0.01)
            received = 0
            while reads and (part := await reader.read(1 << 18)):
                received += len(part)
                await asyncio.sleep(0.05)
            while server.server_state.connections:
                await asyncio.sleep(0.05)
            writer.transport.abort()
            return received
        finally:
            server.should_exit = True
            await running

    received = asyncio.run(asyncio.wait_for(ask(), 60))
    assert (received > length) == reads


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_service_says_so_in_a_sentence(tiny: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "skipper", "serve", "--lake", str(tiny), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with httpx.Client(base_url=process.stdout.readline().strip(), timeout=60, trust_env=False) as client:
            assert client.get("/").status_code == 200
            process.send_signal(number)
            said, log = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, f"Stopped by {number.name}, after answering the open requests.\n")
    assert [json.loads(line)["event"] for line in log.splitlines()] == ["request"]


@pytest.mark.parametrize(
    "query",
    ["DESCRIBE game", "SUMMARIZE game", "SHOW TABLES", "EXPLAIN SELECT season FROM game", "EXPLAIN ANALYZE FROM game"],
)
def test_statements_about_tables_and_plans_are_answered(served: Server, query: str) -> None:
    response = served.client.get("/api/sql", params={"query": query})
    assert response.status_code == 200, response.text
    assert response.json()["rows"]
    assert str(served.lake) not in response.text
    assert printed(served.lake, "sql", query, "--format", "json")
    if query.startswith("EXPLAIN SELECT"):
        assert any("READ_PARQUET" in row["plan"] and "\n" not in row["plan"] for row in response.json()["rows"])


def test_statements_that_sleep_are_stopped(tiny: Path) -> None:
    queries = ("SELECT pg_sleep(60)", "SELECT sleep_ms(60000)")
    limits = Limits(sql=SqlLimits(seconds=2))

    async def ask() -> list[httpx.Response]:
        async with in_process(Service(LiveLake(tiny), questions(), limits)) as client:
            return await asyncio.gather(*(client.get("/api/sql", params={"query": query}) for query in queries))

    for reply in asyncio.run(ask()):
        assert (reply.status_code, reply.json()["error"]) == (503, "StoppedError")
        assert "more than 2 seconds" in reply.json()["message"]
        assert reply.headers["retry-after"] == "2"


def test_a_statement_that_explodes_is_stopped_and_the_next_is_answered(client: httpx.Client) -> None:
    for query in ("SELECT repeat('x', 2000000000)", "SELECT repeat('x', 30000000)", "SELECT range(100000000)"):
        exploded = client.get("/api/sql", params={"query": query})
        assert (exploded.status_code, exploded.json()["error"]) == (503, "StoppedError"), query
    assert client.get("/api/sql", params={"query": "SELECT 7 AS n"}).json()["rows"] == [{"n": 7}]


def test_work_is_done_outside_the_event_loop(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at: dict[str, set[str]] = {"compress": set(), "manifest_version": set()}

    def noting(work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **options: Any) -> Any:
            at[work.__name__].add(threading.current_thread().name.rstrip("_0123456789"))
            return work(*given, **options)

        return noted

    service = Service(LiveLake(tiny, seconds=0), questions(), Limits())
    monkeypatch.setattr("skipper.service.reply.gzip.compress", noting(gzip.compress))
    monkeypatch.setattr("skipper.service.live_lake.manifest_version", noting(manifest_version))

    async def ask() -> int:
        async with in_process(service) as client:
            return (await client.get("/managers/")).status_code

    assert asyncio.run(ask()) == 200
    assert at == {"compress": {"question"}, "manifest_version": {"look"}}


def test_a_store_out_of_reach_is_stated_as_such(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(LiveLake(tiny, seconds=0), questions(), Limits())

    async def ask() -> list[httpx.Response]:
        async with in_process(service) as client:
            return [await client.get(path) for path in ("/health", "/api/records?name=Marsh", "/managers/")]

    monkeypatch.setattr("skipper.service.live_lake.manifest_version", fails_with(StoreError("out of reach")))
    monkeypatch.setattr("skipper.service.live_lake.LakeReader", fails_with(StoreError("s3://secret: out of reach")))
    health, question, page = asyncio.run(ask())
    assert {reply.status_code for reply in (health, question, page)} == {503}
    assert health.json() == {"build": "tiny", "trouble": "out of reach"}
    assert question.json()["error"] == "StoreError"
    assert "secret" not in question.text + page.text


def test_an_address_is_what_was_asked_for_and_not_what_it_looks_like(tiny: Path) -> None:
    """The cache's key is the address, which neither an encoded `?` nor the Host header can forge."""

    async def ask() -> tuple[str, str, int]:
        async with in_process(Service(LiveLake(tiny), questions(), Limits())) as client:
            forged = await client.get("/api/tables%3Fname=game")
            host = await client.get("/api/tables?name=game", headers={"Host": "localhost/openapi.json?x="})
            other = await client.get("/openapi.json?x=/api/tables")
            return forged.json()["error"], host.json()["title"], other.status_code

    assert asyncio.run(ask()) == ("AbsentError", "game: one row per game", 400)


def test_the_sitemap_has_the_services_address_on_the_web(tiny: Path) -> None:
    """As the site has it; without an address, there is none."""

    async def ask(url: str | None) -> tuple[httpx.Response, httpx.Response]:
        async with in_process(Service(LiveLake(tiny), questions(), Limits(), url=url)) as client:
            return await client.get("/sitemap.xml"), await client.get("/clubs/alp/")

    listed, page = asyncio.run(ask("https://example.org/m/"))
    assert listed.headers["content-type"] == "application/xml"
    assert "<loc>https://example.org/m/clubs/alp/2031/</loc>" in listed.text
    assert '<link rel="canonical" href="https://example.org/m/clubs/alp/">' in page.text
    absent, page = asyncio.run(ask(None))
    assert absent.status_code == 404
    assert "canonical" not in page.text


def test_a_draft_in_the_body_is_checked_as_the_command_checks_its_file(served: Server, tmp_path: Path) -> None:
    (tmp_path / "draft.md").write_text(DRAFT, encoding="utf-8")
    command = ["check", str(tmp_path / "draft.md"), "--lake", str(served.lake), "--format", "json"]
    told = json.loads(CliRunner().invoke(main, command).stdout)
    posted = served.client.post("/api/check", content=DRAFT).json()
    spans = [(row["verdict"], row["start"], row["end"]) for row in posted["rows"]]
    assert spans == [(row["verdict"], row["start"], row["end"]) for row in told["claims"]]
    assert ("supported", "stint") in [(row["verdict"], row["type"]) for row in posted["rows"]]
    unread = [row["text"] for row in posted["tables"]["unread"]]
    assert unread == [row["text"] for row in told["unread"]]
    assert unread
    assert served.client.post("/api/check", json={"draft": DRAFT}).json() == posted
    assert served.client.get("/check", params={"draft": DRAFT}).status_code == 200
    for draft, said in (("", "draft: empty"), ("x" * 20_001, "longer than 20,000"), ("a\0b", "control character")):
        refused = served.client.post("/api/check", json={"draft": draft})
        assert refused.status_code == 400
        assert said in refused.json()["message"]


# Questions about a plan, which is the request's body


def check_plan(client: httpx.Client, plan: str | bytes, **more: str) -> httpx.Response:
    return client.post("/api/directives_check", content=plan, params=more, headers={"Content-Type": "application/yaml"})


def test_a_plan_in_the_body_is_checked_as_the_command_checks_its_file(served: Server, tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text(PLAN, encoding="utf-8")
    command = ["directives", "check", str(file), "--through", "2031-04-03", "--format", "csv"]
    printed_rows = printed(served.lake, *command)
    posted = served.client.post("/api/directives_check.csv", content=PLAN, params={"through": "2031-04-03"})
    assert posted.text == printed_rows
    assert posted.text.count("\n") == 2
    text = check_plan(served.client, PLAN, through="2031-04-03")
    stated = served.client.post("/api/directives_check", json={"plan": PLAN, "through": "2031-04-03"})
    in_address = served.client.get("/api/directives_check", params={"plan": PLAN, "through": "2031-04-03"})
    assert text.json() == stated.json() == in_address.json()
    assert text.json()["rule"] == "managed"
    assert [row["followed"] for row in text.json()["rows"]] == [2]
    assert "etag" not in text.headers
    other = PLAN.replace("slots: 1", "slots: 2")
    assert [row["followed"] for row in check_plan(served.client, other, through="2031-04-03").json()["rows"]] == [1]
    page = Page(served.client.get("/directives_check", params={"plan": PLAN}).text)
    assert page.texts("h1") == ["Alpha Town 2031"]


def test_a_file_of_facts_in_the_body_makes_the_ledger_that_the_command_prints(served: Server, tmp_path: Path) -> None:
    (tmp_path / "facts.yaml").write_text(FACTS, encoding="utf-8")
    told = json.loads(printed(served.lake, "ledger", str(tmp_path / "facts.yaml"), "--format", "json"))
    stints = [(row["club"], row["first"], row["source"]) for row in told["rows"]]
    assert ("Alpha Town", 2031, "one, the games he ran") in stints
    assert served.client.post("/api/ledger", content=FACTS).json() == told
    assert served.client.get("/api/ledger", params={"facts": FACTS}).json() == told
    assert served.client.get("/ledger", params={"facts": FACTS}).status_code == 200


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        ({}, 400, "give facts or person"),
        ({"facts": FACTS, "person": "p-marsh"}, 400, "give facts or person"),
        ({"person": "p-marsh"}, 400, "no report stored in this lake mentions"),
        ({"facts": "person: [unended"}, 400, "facts: line"),
        ({"facts": FACTS.replace("stint", "stunt")}, 400, "facts: line 6"),
        ({"facts": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"}, 400, "anchors"),
    ],
)
def test_a_ledger_that_cannot_be_made_gets_a_reason(
    client: httpx.Client, given: dict[str, str], status: int, said: str
) -> None:
    response = client.post("/api/ledger", json=given)
    assert response.status_code == status
    assert said in response.json()["message"]


def test_plans_are_compared_and_several_are_an_array(client: httpx.Client) -> None:
    both = client.post("/api/directives_compare", json={"plans": [PLAN, PLAN.replace("2031", "2033")]})
    assert both.json()["title"] == "Managers compared on 2 directives in 2 plans"
    one = client.post("/api/directives_compare", content=PLAN)
    assert one.json()["title"] == "Managers compared on 1 directive in 1 plan"


@pytest.mark.parametrize(
    ("plan", "status", "said"),
    [
        ("", 400, "nothing in it"),
        ("a: &x [1]\nb: [*x, *x]", 400, "anchors (&) and aliases (*) are not allowed"),
        ("!!python/object/apply:os.system ['id']", 400, "tags"),
        ("[" * 19_000, 400, "nested deeper"),
        ("{" * 19_000, 400, "plan: line 1"),
        ("season: 2031\0", 400, "control character"),
        (b"\xff\xfe", 400, "neither UTF-8 text"),
        ("organization: x\nseason: 1e999\ndirectives: []", 400, "not a whole number"),
        ("x" * 20_001, 400, "longer than 20,000 characters"),
        ("x" * 600_000, 413, "longer than 524,288 bytes"),
        (PLAN.replace("2031", "2099"), 404, "2099 is not in this lake"),
        (PLAN.replace("<script>", '"\'; DROP TABLE game; --"'), 400, "plan: line 5"),
        (PLAN.replace("<script>", "x" * 19_000), 400, "plan: line 5"),
        (PLAN.replace("club: ALP", "club: ../../etc/passwd"), 400, "plan: line 5"),
        (PLAN + "---\n" + PLAN, 400, "a second document"),
    ],
    ids=lambda value: str(value)[:20] if isinstance(value, str | bytes) else "",
)
def test_a_hostile_plan_gets_a_reason(client: httpx.Client, plan: str | bytes, status: int, said: str) -> None:
    response = check_plan(client, plan)
    assert (response.status_code, said in response.json()["message"]) == (status, True), response.text[:500]
    assert len(response.content) < 100_000


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"[1]", "not an object"),
        (b"{" + b'"a":[' * 100_000, "neither UTF-8 text nor the JSON"),
        (b'{"plan": {"season": 2031}}', "give the text of the file"),
        (b'{"plan": "x", "through": "yesterday"}', "through"),
        (b'{"plan": "x", "lake": "/etc"}', "no parameter 'lake'"),
        (b'{"plan": ["x", "y"]}', "one value"),
        (b"{}", "plan is missing"),
        (b'{"plan": "/etc/passwd"}', "plan: line 1"),
    ],
)
def test_a_hostile_object_of_parameters_gets_a_reason(client: httpx.Client, body: bytes, said: str) -> None:
    response = client.post("/api/directives_check", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert said in response.json()["message"]


@pytest.mark.parametrize(
    "path",
    [
        "tendencies?name=Marsh",
        "sql?query=SELECT+sql+FROM+duckdb_views()",
        "sql?query=SELECT+value+FROM+duckdb_settings()",
        "sql?query=FROM+read_parquet('{lake}/absent.parquet')",
    ],
)
def test_no_reply_says_where_the_lake_is(client: httpx.Client, tiny: Path, path: str) -> None:
    response = client.get(f"/api/{path.format(lake=tiny)}")
    assert "LAKE" in response.text
    assert str(tiny) not in response.text


@pytest.mark.parametrize("function", ["duckdb_settings", "duckdb_secrets", "duckdb_extensions"])
def test_no_reply_says_where_the_service_runs(client: httpx.Client, function: str) -> None:
    """Neither the home of whoever runs it, nor the folder to which a query spills."""
    response = client.get("/api/sql", params={"query": f"FROM {function}()"})
    assert str(Path.home()) not in response.text
    assert "skipper-spilled-" not in response.text


def test_a_pattern_that_would_take_others_for_ever_is_answered(client: httpx.Client) -> None:
    """DuckDB's expressions are matched in linear time."""
    query = "SELECT regexp_matches(repeat('a', 100000) || 'b', '(a+)+$') AS found"
    assert client.get("/api/sql", params={"query": query}).json()["rows"] == [{"found": False}]


def test_only_a_question_about_a_document_takes_a_body(client: httpx.Client) -> None:
    for path in ("/api/records?name=Marsh", "/managers/", "/api/sql", "/directives_check", "/health"):
        response = client.post(path, content=PLAN)
        assert (response.status_code, response.headers["allow"]) == (405, "GET"), path


def test_lineups_are_questions_and_say_what_the_lake_lacks(client: httpx.Client) -> None:
    for question in ("lineup_evaluate?club=ALP&date=2031-04-01", "lineup_best?club=ALP&date=2031-04-01"):
        response = client.get(f"/api/{question}")
        assert response.status_code == 400
        assert "no lineup values" in response.json()["message"]
    assert "date" in client.get("/api/lineup_evaluate?club=ALP&date=2031-13-01").json()["message"]
    assert client.get("/api/lineup_evaluate?club=ALP").json()["message"] == "date is missing"
    assert client.get("/api/directives_discover").json()["message"] == "season is missing"
    assert client.get("/api/directives_discover?season=2031&club=ALP").json()["title"] == "Deviations: ALP, 2031"


# What is made before a new build is used


def publish_second(lake: Path) -> None:
    manifest = read_manifest(lake)
    assert manifest is not None
    publish(lake, replace(manifest, build="second"))


def makes(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return a list that receives the build and the address of each reply that the service makes."""
    made: list[tuple[str, str]] = []
    make = service._made

    def noting(build: Build, asked: Asked, seconds: float) -> Reply:
        made.append((build.manifest.build, unquote_plus(asked.address)))
        return make(build, asked, seconds)

    monkeypatch.setattr(service, "_made", noting)
    return made


def ask_each(service: Service, addresses: Sequence[str]) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        async with in_process(service) as client:
            return [await client.get(address) for address in addresses]

    return asyncio.run(ask())


VALE, MARSH, FEWEST = "/api/records?name=Tom Vale", "/api/records?name=Jose Marsh", "/api/leaders?column=wins&top=1"


def test_what_was_asked_most_is_ready_when_a_new_build_is_used(own_tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The replies asked for most often, in this order and up to a number; neither statements nor failures."""
    live = LiveLake(own_tiny, seconds=0)
    service = Service(live, questions(), Limits())
    monkeypatch.setattr("skipper.service.app.WARMED", 3)
    statement = "/api/sql?query=SELECT 1"
    ask_each(service, [VALE, *[MARSH] * 3, FEWEST, FEWEST, *[statement] * 4, "/api/records?name=nobody"])
    made = makes(service, monkeypatch)
    publish_second(own_tiny)
    assert live.build().manifest.build == "second"
    assert made == [("second", MARSH), ("second", FEWEST)]
    made.clear()
    replies = ask_each(service, [MARSH, FEWEST, VALE])
    assert [reply.json()["build"] for reply in replies] == ["second"] * 3
    assert made == [("second", VALE)]


def test_the_last_build_answers_while_replies_of_the_next_are_made(
    own_tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even the request that notices the new build, and from the cache."""
    monkeypatch.setattr("skipper.service.app.PATIENCE", 0.01)
    service = Service(LiveLake(own_tiny, seconds=0), questions(), Limits())
    ask_each(service, [VALE])
    go_on, answered = threading.Event(), service._answered

    def slowly(lake: LakeReader, path: str, given: dict[str, Any]) -> Reply:
        if lake.manifest.build == "second":
            assert go_on.wait(60)
        return answered(lake, path, given)

    monkeypatch.setattr(service, "_answered", slowly)
    publish_second(own_tiny)

    async def ask() -> tuple[list[str], str]:
        async with in_process(service) as client:
            meanwhile = [(await client.get(VALE)).json()["build"] for _ in range(3)]
            go_on.set()
            while (await client.get("/health")).json()["build"] == "tiny":
                await asyncio.sleep(0.01)
            return meanwhile, (await client.get(VALE)).json()["build"]

    assert asyncio.run(ask()) == (["tiny"] * 3, "second")


def test_replies_made_ahead_have_limits_of_time_and_space(own_tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value in (("WARM_SECONDS", 0.0), ("WARM_SHARE", 0.0)):
        live = LiveLake(own_tiny, seconds=0)
        service = Service(live, questions(), Limits())
        ask_each(service, [VALE])
        made = makes(service, monkeypatch)
        with monkeypatch.context() as limited:
            limited.setattr(f"skipper.service.app.{limit}", value)
            publish_second(own_tiny)
            manifest = read_manifest(own_tiny)
            assert manifest is not None
            publish(own_tiny, replace(manifest, build=limit.lower()))
            assert live.build().manifest.build == limit.lower()
        assert made == []


def test_a_service_that_ends_makes_nothing_ahead(own_tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = LiveLake(own_tiny, seconds=0)
    service = Service(live, questions(), Limits())
    ask_each(service, [VALE])
    made = makes(service, monkeypatch)

    async def end() -> None:
        async with application(service, ["*"]).router.lifespan_context(None):
            pass

    asyncio.run(end())
    publish_second(own_tiny)
    assert live.build().manifest.build == "second"
    assert made == []


def test_what_was_made_ahead_is_made_ahead_again_for_the_next_build(
    own_tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although nobody asked in between, but not for ever: each time, its requests count half."""
    live = LiveLake(own_tiny, seconds=0)
    service = Service(live, questions(), Limits())
    ask_each(service, [VALE, VALE, MARSH])
    made = makes(service, monkeypatch)
    manifest = read_manifest(own_tiny)
    assert manifest is not None
    for build in ("second", "third"):
        publish(own_tiny, replace(manifest, build=build))
        assert live.build().manifest.build == build
    assert made == [("second", VALE), ("second", MARSH), ("third", VALE)]


def test_a_slow_request_of_an_old_build_takes_nothing_from_the_new(
    own_tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request whose body arrives while a build is published is answered from the build before."""
    service = Service(LiveLake(own_tiny, seconds=0), questions(), Limits())
    made = makes(service, monkeypatch)

    async def ask() -> str:
        async with in_process(service) as client:

            async def body() -> AsyncIterator[bytes]:
                yield PLAN[:10].encode()
                publish_second(own_tiny)
                assert (await client.get(VALE)).json()["build"] == "second"
                yield PLAN[10:].encode()

            late = await client.post(CHECK, content=body())
            assert (await client.get(VALE)).json()["build"] == "second"
            return str(late.json()["build"])

    assert asyncio.run(ask()) == "tiny"
    assert made.count(("second", VALE)) == 1


def test_equal_questions_at_once_are_answered_once(own_tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(LiveLake(own_tiny), questions(), Limits())
    made = makes(service, monkeypatch)

    async def ask() -> list[int]:
        async with in_process(service) as client:
            return [reply.status_code for reply in await asyncio.gather(*(client.get(VALE) for _ in range(43)))]

    assert asyncio.run(ask()) == [200] * 43
    assert made == [("tiny", VALE)]


def test_kept_replies_have_a_size_and_the_least_recent_goes_first() -> None:
    kept = KeptReplies(10_000)
    replies = {address: Asked(address, address, {}) for address in "abcdefghijkl"}
    for asked in replies.values():
        kept.keep("one", asked, Reply(200, "", bytes(1_000)))
        kept.find("one", "a")
    held = [address for address in replies if kept.find("one", address)]
    assert held[0] == "a"
    assert "b" not in held
    assert held[-1] == "l"
    assert kept.most_asked("one", 1)[0][0] is replies["a"]
    assert kept.most_asked("two", 9) == []
    kept.keep("one", Asked("big", "big", {}), Reply(200, "", bytes(1_250)))
    assert kept.find("one", "big") is None
