"""What is no regular file, or has no end, as a plan, facts, a roster or a stored response: refused with a reason, and
read no further than its limit."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from deadline import deadline
from skipper.answers.directives.plan_file import PlanError, read_plan, read_plans
from skipper.answers.lineup_value import NoLineupError
from skipper.answers.roster_lineup import best_of_roster
from skipper.build.source_files import digest_of
from skipper.lake.location import read_within
from skipper.lake.reader import LakeReader
from skipper.press.ledger.facts_file import FactsFileError, read_facts
from skipper.sources.statsapi import store
from skipper.sources.statsapi.reading import files_of_season, read_lists
from statsapi_league import SEASON, invented
from test_statsapi import stored

TOO_LONG = 5 << 30  # bytes of a file with a hole, which takes no space


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _too_long(path: Path) -> None:
    path.touch()
    os.truncate(path, TOO_LONG)


ODD: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (_pipe, "not a regular file"),
    "device": (_device, "not a regular file"),
    "too long": (_too_long, "more than .* bytes"),
}


@pytest.fixture(params=ODD)
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """A file that must not be read to its end, and what is said of it."""
    make, said = ODD[request.param]
    (tmp_path / "odd").mkdir()
    make(tmp_path / "odd" / "odd.yaml")
    return tmp_path / "odd" / "odd.yaml", said


@pytest.mark.parametrize("of_folder", [False, True])
def test_a_plan(odd: tuple[Path, str], of_folder: bool) -> None:
    file, said = odd
    with deadline(), pytest.raises(PlanError, match=rf"odd\.yaml: cannot be read: {said}"):
        read_plans([file.parent]) if of_folder else read_plan(file)


def test_facts(odd: tuple[Path, str]) -> None:
    file, said = odd
    with deadline(), pytest.raises(FactsFileError, match=rf"odd\.yaml: {said}"):
        read_facts(file)


def test_a_roster(odd: tuple[Path, str], tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, said = odd
    monkeypatch.setattr("skipper.answers.roster_lineup.require_values", lambda _lake: None)
    with deadline(), pytest.raises(NoLineupError, match=rf"odd\.yaml: cannot be read: {said}"):
        best_of_roster(LakeReader(tiny), file)


def test_a_response(odd: tuple[Path, str], tmp_path: Path) -> None:
    """It is named, and the store's other responses are read."""
    file, said = odd
    responses = stored(tmp_path, invented())
    roster = next(iter(sorted((responses.folder / "roster").iterdir())))
    sound = read_lists(responses, SEASON)
    roster.unlink()
    file.rename(roster)
    with deadline():
        lists = read_lists(responses, SEASON)
        digest = digest_of("statsapi", str(responses.folder), str(SEASON))
    assert len(lists.games) == len(sound.games)
    assert digest
    assert roster in files_of_season(responses, SEASON)
    ((name, reason),) = [(item.file, item.reason) for item in lists.parsed.rejected if item.line is None]
    assert name == f"roster/{roster.name}"
    with pytest.raises(ValueError, match=said):
        raise ValueError(reason)


def test_a_response_that_unpacks_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    responses = stored(tmp_path, invented())
    file = next(iter((responses.folder / "teams").iterdir()))
    size = len(store.read(file).body)
    assert file.stat().st_size < size
    monkeypatch.setattr(store, "LARGEST", size)
    with pytest.raises(ValueError, match="more than"):
        store.read(file)


def test_a_file_of_the_longest_is_read(tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_bytes(b"x" * 10)
    assert read_within(file, 10) == b"x" * 10
    with pytest.raises(ValueError, match="more than 9 bytes"):
        read_within(file, 9)
    with pytest.raises(FileNotFoundError):
        read_within(tmp_path / "absent", 9)
