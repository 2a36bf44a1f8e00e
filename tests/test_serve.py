"""`skipper serve`: the real server on loopback, asked well, badly and with malice, while its lake is built again."""

from __future__ import annotations

import json
import re
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import httpx
import jsonschema
import pytest
from click.testing import CliRunner

from page_markup import Page
from serving import ORIGIN, Server, serving
from skipper.cli import main
from skipper.cli.serving import questions
from skipper.lake.manifest import FILE_NAME, publish, read_manifest
from skipper.lake.reader import LakeReader
from skipper.render.html.site import write_site
from skipper.service.sql_process import SqlLimits, StoppedError, read_sql
from test_mcp import PLAN


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


def test_a_question_is_a_page_too(client: httpx.Client) -> None:
    page = Page(client.get("/records", params={"name": "Jose Marsh"}).text)
    assert page.texts("h1") == ["José Marsh"]


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


def test_pages_are_those_of_the_site_with_their_data(served: Server, tmp_path: Path) -> None:
    """Every file of the site on disk is served, and its data are the same."""
    write_site(LakeReader(served.lake), tmp_path, workers=1)
    paths = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    paths.remove("skipper-site.json")
    for path in paths:
        response = served.client.get(f"/{path.removesuffix('index.html')}")
        assert response.status_code == 200, path
        if path.endswith((".json", ".csv", ".css")):
            assert response.text == (tmp_path / path).read_text("utf-8"), path
    kinds = {path.rpartition(".")[2]: served.client.get(f"/{path}").headers["content-type"] for path in paths}
    assert kinds["js"].startswith("text/javascript")
    assert kinds["css"].startswith("text/css")


def test_openapi_describes_every_question(client: httpx.Client) -> None:
    stated = client.get("/openapi.json").json()
    assert set(stated["paths"]) == {f"/api/{n}{x}" for n in questions() for x in ("", ".csv")} | {"/api/sql"}
    for path in stated["paths"].values():
        for parameter in path["get"]["parameters"]:
            jsonschema.Draft202012Validator.check_schema(parameter["schema"])
    answer = stated["components"]["schemas"]["Answer"]
    jsonschema.validate(client.get("/api/records?name=Tom+Vale").json(), answer)
    assert all(name in client.get("/api/").text for name in questions())


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/api/records?name=Josie+Marsh", 404, "Did you mean Jose Marsh"),
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
    plain = client.get("/api/tables", headers={"Accept-Encoding": "identity"})
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
        ("SELECT 1) UNION (SELECT 2", "syntax"),
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
    "query",
    ["SELECT count(*) FROM range(1000000000000)", "SELECT repeat('x', 2000000000)", "SELECT repeat('x', 30000000)"],
)
def test_a_query_that_explodes_is_stopped(tiny: Path, query: str) -> None:
    with pytest.raises(StoppedError):
        read_sql(tiny, query, SqlLimits(seconds=4))


def test_every_request_is_a_line_of_the_log(served: Server) -> None:
    served.client.get("/api/tables", params={"name": "a\r\nforged"})
    line = next(one for one in reversed(served.logged()) if one["event"] == "request")
    assert (line["status"], line["path"], line["build"]) == (400, "/api/tables", "tiny")
    assert {"at", "level", "method", "query", "bytes", "ms"} <= set(line)
    assert all(one["level"] == "info" for one in served.logged())


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
        after = server.client.get("/api/records?name=Tom+Vale", headers={"If-None-Match": before.headers["etag"]})
        assert (after.status_code, after.json()["build"]) == (200, "second")


def test_a_broken_manifest_leaves_the_last_build_and_health_says_so(own_tiny: Path, tmp_path: Path) -> None:
    with serving(own_tiny, tmp_path) as server:
        assert server.client.get("/health").json() == {"build": "tiny", "trouble": None}
        whole = (own_tiny / FILE_NAME).read_bytes()
        (own_tiny / FILE_NAME).write_bytes(b"{")
        ill = server.client.get("/health")
        assert (ill.status_code, ill.json()["build"]) == (503, "tiny")
        assert server.client.get("/api/records?name=Tom+Vale").status_code == 200
        (own_tiny / FILE_NAME).write_bytes(whole)
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


def test_plans_are_compared_and_several_are_an_array(client: httpx.Client) -> None:
    both = client.post("/api/directives_compare", json={"plans": [PLAN, PLAN.replace("2031", "2033")]})
    assert both.json()["title"] == "Managers on 2 directives of 2 plans"
    one = client.post("/api/directives_compare", content=PLAN)
    assert one.json()["title"] == "Managers on 1 directive of 1 plan"


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
