"""The reader that tests keep asking notices a lake that is part of one build and part of another."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from asking import answer, asking
from tiny_lake import write_lake


@pytest.mark.parametrize("table", ["manager_season", "game", "lineup"])
def test_a_mixture_of_two_builds_is_noticed(tmp_path: Path, table: str) -> None:
    one = write_lake(tmp_path / "one")
    other = shutil.copytree(one, tmp_path / "other")
    stated = json.loads((one / "manifest.json").read_bytes())
    empty = {**stated, "files": {**stated["files"], **{name: [] for name in ("manager_season", "game", "lineup")}}}
    (other / "manifest.json").write_text(json.dumps(empty))
    right = [answer(one), answer(other)]
    with asking(one, right) as asked:
        while not asked.answers:
            time.sleep(0.01)
    assert asked.wrong == []
    mixed = {**stated, "files": {**stated["files"], table: []}}
    (one / "manifest.json").write_text(json.dumps(mixed))
    with asking(one, right) as asked:
        while not asked.answers:
            time.sleep(0.01)
    assert set(asked.wrong) == {"other rows"}
