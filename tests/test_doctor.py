"""`skipper doctor`: each fault is found and told with its remedy, and nothing is ok that was not looked at."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, namedtuple
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from deltalake import DeltaTable
from filelock import FileLock

import skipper
from skipper.answers import doctor, health, lake_health, machine_health
from skipper.answers.health import Finding, safely
from skipper.build.graph import graph
from skipper.cli import main
from skipper.definitions.reasons import kind_of
from skipper.lake import store
from skipper.session import JAVA_NEEDED
from tiny_lake import write_lake

Findings = dict[str, Finding]


@pytest.fixture
def lake(own_tiny: Path) -> Path:
    return own_tiny


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make JAVA_HOME's java run the shell script given."""

    def put(script: str) -> None:
        program = tmp_path / "java" / "bin" / "java"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("JAVA_HOME", str(tmp_path / "java"))

    return put


def run(lake: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", "--lake", str(lake), *arguments])


def of(findings) -> Findings:
    return {finding.check: finding for finding in findings}


def test_what_is_looked_at_matches_what_the_build_uses():
    assert machine_health.JAVA_NEEDED == JAVA_NEEDED
    assert lake_health.STAGING == store.STAGING


# Java


@pytest.mark.parametrize(
    ("script", "status", "found"),
    [
        ("echo 'openjdk version \"21.0.2\" 2024' >&2", "ok", "21.0.2 at "),
        ("echo 'openjdk version \"17\" 2021' >&2", "ok", "17 at "),
        ("echo 'java version \"1.8.0_292\"' >&2", "problem", "1.8.0_292"),
        ("echo 'no such vm' >&2; exit 1", "problem", "no such vm"),
        ("exit 0", "problem", "it said nothing"),
    ],
)
def test_java(java: Callable[[str], None], script: str, status: str, found: str):
    java(script)
    (finding,) = machine_health.java()
    assert (finding.status, bool(finding.mend)) == (status, status != "ok")
    assert found in finding.found


def test_java_that_is_not_there_or_never_answers(java, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    java("exec sleep 60")
    monkeypatch.setattr(machine_health, "JAVA_SECONDS", 0.2)
    (slow,) = machine_health.java()
    assert "does not run" in slow.found
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    (absent,) = machine_health.java()
    assert "JAVA_HOME is" in absent.found
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    (none,) = machine_health.java()
    assert {slow.status, absent.status, none.status} == {"problem"}
    assert "openjdk-17" in none.mend


# Packages


def test_packages_are_held_against_the_versions_supported(monkeypatch: pytest.MonkeyPatch):
    real = metadata.version
    assert {finding.status for finding in machine_health.packages()} == {"ok"}
    wrong = {"pandas": "3.0.1", "rich": "1.0"}

    def version(name: str) -> str:
        if name == "pyspark":
            raise metadata.PackageNotFoundError(name)
        return wrong.get(name) or real(name)

    monkeypatch.setattr(metadata, "version", version)
    found = of(machine_health.packages())
    assert {name for name, finding in found.items() if finding.status == "problem"} == {"PySpark", "pandas", "rich"}
    assert "3.0.1 is installed; <3,>=2.2 is needed" in found["pandas"].found
    assert "rich" not in found["other packages"].found.split(": ")[1].split(", ")
    assert found["duckdb"].found.startswith(real("duckdb"))


def test_what_breaks_off_is_not_checked_and_never_ok():
    def look():
        yield Finding("a", "ok", "seen")
        raise ImportError("no module")

    first, rest = safely("b", look)
    assert (first.status, rest.check, rest.status) == ("ok", "b", "warning")
    assert rest.found == "not checked: no module"


# The lake


def test_a_whole_lake_is_ok(lake: Path):
    found = of(lake_health.lake(lake))
    assert {finding.status for finding in found.values()} == {"ok"}
    files = [
        file
        for table in lake.iterdir()
        if (table / "_delta_log").is_dir()
        for file in DeltaTable(str(table)).file_uris()
    ]
    assert f"seasons 2031, 2033; {len(files)} files" in found["lake"].found
    assert "simulated" in found["lake"].found


def test_people_outside_the_register_are_counted_and_can_be_listed(lake: Path):
    found = of(lake_health.lake(lake))["lake: people"].found
    query = found.split('skipper sql "')[1].split('"')[0]
    listed = skipper.open(lake).sql(query).to_pandas().to_dict("records")
    assert listed
    assert all(row["source"] != "register" for row in listed)
    by_source = Counter(row["source"] for row in listed)
    assert "not in the Register: " + ", ".join(f"{by_source[name]} from {name}" for name in sorted(by_source)) in found


def test_quarantined_records_are_counted_by_kind(own_tiny: Path):
    records = [("gl2041.txt", line, f"game {line}: no score") for line in (3, 4)] + [("glbad.zip", None, "no archive")]
    rows = [
        {"source": "retrosheet_gamelog", "file": file, "line": line, "reason": reason, "kind": kind_of(reason)}
        for file, line, reason in records
    ]
    with store.LakeWriter(own_tiny, [graph().nodes["quarantine"].table]) as writer:
        writer.write_rows("quarantine", rows, None)
        writer.publish(writer.described(writer.published))
    said = [one.found for one in lake_health.lake(own_tiny) if one.check == lake_health.QUARANTINE]
    assert said == [
        "2 from retrosheet_gamelog: game …: no score; gl2041.txt, line 3: game 3: no score",
        "1 from retrosheet_gamelog: no archive; glbad.zip: no archive",
    ]


def test_what_sources_state_that_was_not_taken_is_counted_by_kind(tmp_path: Path):
    of_game = {"season": 2041, "game_id": "ALP204104010", "source": "retrosheet_event", "source_file": "2041ALP.EVX"}
    rows = {
        "exception": [
            *({**of_game, "club": club, "kind": "undecided_run", "evidence": "run"} for club in ("ALP", "BET")),
            {**of_game, "kind": "contradicted_id", "evidence": "date", "source_line": 1},
            {**of_game, "kind": "unknown_game_type", "evidence": "gametype", "source_line": 2},
        ],
        "superseded_account": [
            {**of_game, "account": "box_score", "used_account": "deduced", "used_file": "2041ALP.EDX", "source_line": 1}
        ],
    }
    said = of(lake_health.lake(write_lake(tmp_path / "lake", more=rows)))
    listed = "`skipper sql 'FROM exception'` lists them"
    counted = "1 contradicted_id, 1 undecided_run, 1 unknown_game_type"
    assert said["lake: games"].found == f"games with an exception: {counted}; {listed}"
    assert said["lake: accounts"].found.startswith("accounts of games superseded by another: 1 box_score by deduced;")
    assert said["lake: identities"].found == "no ids and club codes that were decided on"


def test_people_who_do_not_join_are_reported_by_source_with_examples(lake: Path):
    people = skipper.open(lake).sql("SELECT source, person_id FROM person WHERE source <> 'register'").to_pandas()
    (table,) = [table for table in doctor.doctor(lake).tables if table.name == "unjoined"]
    assert {row["source"]: row["people"] for row in table.rows} == people.groupby("source").size().to_dict()
    for row in table.rows:
        own = set(people[people["source"] == row["source"]]["person_id"])
        assert row["examples"]
        assert set(row["examples"]) <= own
        assert row["why"]
    printed = run(lake).output
    assert "People who do not join the Register" in printed
    assert table.rows[0]["examples"][0] in " ".join(printed.split())
    assert "a name alone joins nobody" in " ".join(printed.split())


@pytest.mark.parametrize("fault", ["gone", "short"])
def test_a_file_that_is_gone_or_short_is_a_problem(lake: Path, fault: str):
    file = Path(DeltaTable(str(lake / "lineup")).file_uris()[0])
    if fault == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-1])
    finding = of(lake_health.lake(lake))["lake"]
    assert finding.status == "problem"
    assert str(file.name) in finding.found
    assert "skipper build" in finding.mend


def test_a_table_that_is_gone_or_older_is_a_problem(lake: Path):
    import shutil

    shutil.rmtree(lake / "club")
    manifest = json.loads((lake / "manifest.json").read_text())
    del manifest["tables"]["person"]
    (lake / "manifest.json").write_text(json.dumps(manifest))
    finding = of(lake_health.lake(lake))["lake"]
    assert finding.status == "problem"
    assert finding.found.endswith(", and 1 more")


def test_a_manifest_that_cannot_be_read_is_a_problem(lake: Path):
    (lake / "manifest.json").write_text("{")
    finding = of(lake_health.lake(lake))["lake"]
    assert finding.status == "problem"
    assert "doctor --repair" in finding.mend


def test_no_lake_is_a_warning_that_says_how_to_make_one(tmp_path: Path):
    (finding,) = lake_health.lake(tmp_path / "none")
    assert finding.status == "warning"
    assert "skipper build" in finding.mend


def test_a_build_at_work_is_seen(lake: Path):
    with FileLock(lake / lake_health.LOCK_FILE):
        finding = of(lake_health.lake(lake))["lake: builds"]
    assert (finding.status, "running" in finding.found) == ("warning", True)
    assert of(lake_health.lake(lake))["lake: builds"].status == "ok"


def test_what_a_killed_build_left_is_told(lake: Path):
    (lake / lake_health.STAGING).mkdir()
    (lake / lake_health.STAGING / "part").write_bytes(b"x" * 3000)
    (lake / ".manifest.json.b7").write_text("{}")
    table = DeltaTable(str(lake / "club"))
    from deltalake import write_deltalake

    write_deltalake(table, table.to_pyarrow_table(), mode="append")
    left = [finding for finding in lake_health.lake(lake) if finding.check == "lake: builds"]
    assert {finding.status for finding in left} == {"warning"}
    said = " ".join(finding.found for finding in left)
    assert "3 kB" in said
    assert "newer versions of club" in said
    assert ".manifest.json.b7" in said
    assert of(lake_health.lake(lake))["lake"].status == "ok"  # readers see the last complete build


def test_a_vacuum_after_a_build_is_nothing_left(lake: Path):
    (lake / "club" / "_delta_log" / f"{1:020}.json").write_text('{"commitInfo": {"operation": "VACUUM END"}}\n')
    assert of(lake_health.lake(lake))["lake: builds"].status == "ok"


# The cache and the disk


def put(folder: Path, name: str, content: bytes, listed: int | None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    if listed is not None:
        (folder / "index.json").write_text(json.dumps({name: {"size": listed, "sha256": ""}}))


@pytest.mark.parametrize(
    ("listed", "part", "status", "said"),
    [
        (4, False, "ok", "files: 1, 0 kB"),
        (5, False, "problem", "changed in size since it was fetched: People.csv"),
        (None, False, "warning", "1 of them added by hand"),
        (4, True, "warning", "download not finished: Teams.csv.part"),
    ],
)
def test_the_cache(cache: Path, listed: int | None, part: bool, status: str, said: str):
    put(cache / "lahman", "People.csv", b"a,b\n", listed)
    if part:
        (cache / "lahman" / "Teams.csv.part").write_bytes(b"x")
    found = of(lake_health.cache())
    assert found["cache: lahman"].status == status
    assert said in found["cache: lahman"].found
    assert "skipper fetch lahman" in found["cache: lahman"].mend or status == "ok"
    assert found["cache: gamelogs"].status == "warning"
    assert "skipper fetch retrosheet" in found["cache: gamelogs"].mend


def test_an_index_that_cannot_be_read_is_not_checked(cache: Path):
    put(cache / "lahman", "People.csv", b"a,b\n", 4)
    (cache / "lahman" / "index.json").write_text("{")
    found = safely("cache", lake_health.cache)
    assert (found[-1].status, found[-1].found.startswith("not checked")) == ("warning", True)
    assert "cache: lahman" not in of(found)


@pytest.mark.parametrize(("free", "status"), [(10**8, "problem"), (10**9, "warning"), (10**11, "ok")])
def test_free_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, status: str):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(machine_health.shutil, "disk_usage", lambda place: usage(0, 0, free))
    (finding,) = machine_health.disk(("lake", tmp_path / "not" / "yet" / "there"))
    assert finding.status == status
    assert health.size_in_words(free) in finding.found
    assert finding.found.endswith(str(tmp_path))


# The command


def test_it_says_everything_in_every_format_and_needs_no_lake(tmp_path: Path):
    printed = run(tmp_path / "none")
    assert printed.exit_code == 0, printed.output
    assert max(map(len, printed.output.splitlines())) <= 80
    answer = json.loads(run(tmp_path / "none", "--format", "json").output)
    rows = list(csv.DictReader(io.StringIO(run(tmp_path / "none", "--format", "csv").stdout)))
    assert [row["check"] for row in rows] == [row["check"] for row in answer["rows"]]
    assert {"Java", "PySpark", "lake", "cache: gamelogs", "disk: lake"} <= {row["check"] for row in rows}
    assert {row["status"] for row in rows} <= {"ok", "warning"}
    assert all(bool(row["mend"]) == (row["status"] != "ok") for row in rows)


def test_a_problem_ends_with_status_one(lake: Path, java: Callable[[str], None]):
    assert run(lake).exit_code == 0
    java("exit 0")
    result = run(lake, "--format", "json")
    assert result.exit_code == 1
    assert [row["check"] for row in json.loads(result.output)["rows"] if row["status"] == "problem"] == ["Java"]


def test_a_look_that_fails_does_not_hide_the_others(lake: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(folder: Path, deep: bool):
        raise OSError("disk on fire")
        yield

    monkeypatch.setattr(lake_health, "lake", broken)
    found = of(doctor.examine(lake))
    assert found["lake"].found == "not checked: disk on fire"
    assert found["disk: lake"].status == "ok"


@pytest.mark.parametrize("content", [b"garbage", b"3", b"null", b"[]", b'{"add":1}', b"\xff\xfe"])
def test_a_newer_commit_that_is_none_is_named(own_tiny: Path, content: bytes) -> None:
    """No build could follow, although the manifest's build is whole."""
    versions = [int(file.stem) for file in own_tiny.glob("game/_delta_log/*.json")]
    commit = own_tiny / "game" / "_delta_log" / f"{max(versions) + 1:020}.json"
    commit.write_bytes(content)
    done = CliRunner().invoke(main, ["doctor", "--lake", str(own_tiny), "--format", "json"])
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    found = [row for row in json.loads(done.stdout)["rows"] if row["check"] == "lake: builds"]
    assert [row["found"] for row in found] == [f"{commit}: not a commit"]


def test_a_published_version_whose_log_is_damaged_needs_an_earlier_build(own_tiny: Path) -> None:
    """No build could follow: its first step is to open this version."""
    version = json.loads((own_tiny / "manifest.json").read_text())["tables"]["game"]
    (own_tiny / "game" / "_delta_log" / f"{version:020}.json").write_bytes(b"garbage")
    done = CliRunner().invoke(main, ["doctor", "--lake", str(own_tiny), "--format", "json"])
    (row,) = [row for row in json.loads(done.stdout)["rows"] if row["check"] == "lake"]
    assert (done.exit_code, row["status"]) == (1, "problem")
    assert "game cannot be read" in row["found"]
    assert f"run `skipper doctor --repair --lake {own_tiny}`" in row["mend"]
