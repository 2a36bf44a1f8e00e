"""Reports kept with Spark: the same tables as without it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pyspark.sql import SparkSession

import skipper
from built_lake import Built
from model_server import ModelScript, Says
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter
from skipper.press.keep import KEPT
from skipper.press.keep_many import keep_many
from skipper.tables.records.manager_season import TABLE as MANAGER_SEASON

ONE_SEASON = """
SELECT manager_name AS name, c.name AS club, m.season, m.wins, m.losses FROM manager_season AS m
JOIN club AS c ON c.season = m.season AND c.club = m.club
WHERE rule = 'managed' AND m.wins > 30 ORDER BY m.season, m.club, manager_name LIMIT 1
"""


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def documents(folder: Path, told: dict[str, Any]) -> Path:
    """A wire story of the season and its reprint, a piece that has it wrong, and a document that is empty."""
    right = (
        "{name} managed the {club} in {season}. They went {wins}-{losses} that season. He was fired in June {season}."
    )
    wire = right.format(**told)
    texts = [wire, f"More from us\n\n{wire}\n", right.format(**told | {"wins": told["wins"] + 1}) + " He resigned.", ""]
    path = folder / "Pi\udce8ces" / "pieces.jsonl"  # in Latin-1, as Python has such a name
    path.parent.mkdir()
    lines = [json.dumps({"url": f"https://example.org/{n}", "text": text}) for n, text in enumerate(texts)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


READ_IN_A_ZIP = """
import sys
sys.path.insert(0, sys.argv[1])
from skipper.press import claim, clean, hand_kept, readers, reader
text = "The Mets fired manager Wally Backman in August. He was 67-76 in 2012."
report = claim.Report("piece", text, clean.passages(text))
(read,) = reader.readings(readers.reader_of("frames", hand_kept.vocabulary()), [report])
print(clean.__file__, len(read.claims))
"""


def test_workers_read_with_the_package_in_a_zip(tmp_path: Path) -> None:
    """As `--py-files` sends it. Once, the word lists were opened as files of a folder."""
    package = Path(skipper.__file__).parent
    archive = shutil.make_archive(str(tmp_path / "skipper"), "zip", package.parent, package.name)
    command = [sys.executable, "-c", READ_IN_A_ZIP, archive]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    where, claims = done.stdout.split()
    assert where.startswith(archive)
    assert int(claims) > 0


def rows(lake: Path) -> dict[str, list[str]]:
    """What is kept of reports, by table, whatever the ids of claims are."""
    reader = LakeReader(lake)
    kept = {table.name: reader.rows(f"SELECT * FROM {table.name}") for table in KEPT}
    names = {
        row["claim_id"]: (row["report"], row["first_character"], row["last_character"], row["type"])
        for row in kept["claim"]
    }
    return {
        table: sorted(
            repr({name: names.get(value, value) if name == "claim_id" else value for name, value in row.items()})
            for row in found
            if row.get("source") in (None, "report")
        )
        for table, found in kept.items()
    }


def test_the_lake_keeps_the_same(spark: SparkSession, simulated: Built, tmp_path: Path) -> None:
    [told] = simulated.reader().rows(ONE_SEASON)
    pieces = documents(tmp_path, told)
    without, with_ = (shutil.copytree(simulated.lake, tmp_path / name) for name in ("without", "with"))
    results = [
        run("press", pieces, "--lake", without, "--keep", "--reader", "frames"),
        run("press", pieces, "--lake", with_, "--keep", "--reader", "frames", "--spark"),
    ]
    assert [result.exit_code for result in results] == [0, 0], results[1].output
    assert all("line 4" in result.stderr for result in results)
    assert rows(with_) == rows(without)
    verdicts = LakeReader(with_).rows("SELECT verdict, count(*) AS n FROM verdict GROUP BY verdict")
    assert {"corroborated", "disputed"} <= {row["verdict"] for row in verdicts}
    assert results[1].stdout.split() == [str(word) for row in sorted(verdicts, key=_order) for word in row.values()]


def _order(row: dict[str, Any]) -> int:
    from skipper.press.reconcile import ORDER

    return ORDER.index(row["verdict"])


def test_reports_are_judged_against_the_build_that_keeps_them(
    spark: SparkSession, simulated: Built, tmp_path: Path
) -> None:
    """A build without the manager's seasons was published after the lake had been opened."""
    lake = shutil.copytree(simulated.lake, tmp_path / "lake")
    opened = LakeReader(lake)
    [told] = opened.rows(ONE_SEASON)
    pieces = documents(tmp_path, told)
    with LakeWriter(lake, [MANAGER_SEASON]) as writer:
        others = opened.query("FROM manager_season WHERE manager_name <> $name", told).to_arrow_table()
        writer.write_rows("manager_season", others, None)
        writer.publish(replace(opened.manifest, build="newer"))
    without = shutil.copytree(lake, tmp_path / "without")
    keep_many(spark, [pieces], opened, "frames")
    assert run("press", pieces, "--lake", without, "--keep", "--reader", "frames").exit_code == 0
    assert rows(lake) == rows(without)
    assert {row["build"] for row in LakeReader(lake).rows("SELECT build FROM verdict")} == {"newer"}


def test_what_is_dropped_and_not_read_is_told_alike(
    spark: SparkSession, simulated: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [told] = simulated.reader().rows(ONE_SEASON)
    folder = tmp_path / "pieces"
    folder.mkdir()
    for number in range(4):
        text = f"{told['name']} managed the {told['club']}. It was {number}. {'Cut off.' if number == 3 else ''}\n"
        (folder / f"{number}.txt").write_text(text, "utf-8")
    formless = json.dumps({"claims": [{"type": "record", "sentence": 1, "quote": "managed"}]})
    script = ModelScript(answer=lambda asked: Says("{" if "Cut off" in asked.document else formless))
    monkeypatch.setenv("SKIPPER_MODEL", "m")
    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))
    steps: list[str] = []
    monkeypatch.setattr("rich.status.Status.update", lambda _status, name: steps.append(name))
    with script.running():
        monkeypatch.setenv("SKIPPER_MODEL_URL", script.url)
        lake = shutil.copytree(simulated.lake, tmp_path / "lake")
        given = ("press", folder, "--lake", lake, "--reader", "model")
        results = [run(*given), run(*given, "--keep", "--spark")]
    assert [result.exit_code for result in results] == [0, 0], results[1].output
    dropped, with_spark = (
        [line for line in result.stderr.splitlines() if line.startswith(("claims dropped", "sentences not read"))]
        for result in results
    )
    assert dropped == with_spark
    assert steps == [
        *("listing documents", "reading documents", "finding claims", "judging claims", "checking the lake")
    ]
    assert [line.rpartition(": ")[2] for line in dropped] == ["3", "3"]
