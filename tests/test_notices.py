"""The publishers' notices in short form, as on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from skipper.build.inputs import Inputs
from skipper.cli import main
from skipper.definitions import notices
from skipper.definitions.notices import shortened
from tiny_lake import write_lake

EVERY = [value for name, value in vars(notices).items() if name.isupper() and not name.startswith("_")]
WIDTH = 80


def test_one_line_for_each_publisher() -> None:
    """Retrosheet's statement is required word for word; the others fit a line of a terminal."""
    assert len(EVERY) == 10
    short = shortened(EVERY)
    assert len(short) == 8  # two publishers have two notices each
    assert notices.RETROSHEET in short
    assert all(len(line) <= WIDTH for line in short if line != notices.RETROSHEET)
    words = " ".join(short)
    for publisher in ("Sackmann", "Stats API", "bbsbh", "Long", "hand-compiled", "Lahman", "Chadwick"):
        assert words.count(publisher) == 1


@pytest.mark.parametrize("notice", EVERY)
def test_no_restriction_is_lost(notice: str) -> None:
    (short,) = shortened([notice])
    for term in ("individual", "non-commercial", "CC BY-NC-SA 4.0", "MIT", "ShareAlike", "copyrighted by Retrosheet"):
        assert (term in notice) == (term.replace("ShareAlike", "BY-SA 3.0") in short)
    assert ("play-by-play" in notice) == ("play-by-play" in short)


def test_a_notice_without_a_short_form_is_kept() -> None:
    assert shortened(["An invented notice.", notices.SCORES])[0] == "An invented notice."


def test_a_build_states_complete_notices(tmp_path: Path) -> None:
    """Every notice of a build is one of these, so each that can be shortened is."""
    for name in ("minorLeagueSplitsTeams.csv", "milb-history.json", "teams2041.json"):
        (tmp_path / name).write_text("")
    given = dict.fromkeys(("minors", "scores", "lahman", "register", "affiliations", "statsapi"), tmp_path)
    assert set(Inputs(gamelogs=tmp_path, **given).notices()) == set(EVERY)


def test_the_terminal_has_short_forms_and_the_rest_complete_notices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tiny_lake.NOTICE", notices.SPLITS_PLAYS)
    lake = write_lake(tmp_path / "lake", simulated=False)
    asked = ["records", "Tom Vale", "--lake", str(lake)]
    (short,) = shortened([notices.SPLITS_PLAYS])
    printed = CliRunner().invoke(main, asked).output
    assert short in printed
    assert "Complete notices: JSON and HTML." in printed
    assert notices.SPLITS_PLAYS not in " ".join(printed.split())
    for output in ("json", "csv"):
        assert notices.SPLITS_PLAYS in CliRunner().invoke(main, [*asked, "--format", output]).output
    page = tmp_path / "page.html"
    assert CliRunner().invoke(main, ["file", "Tom Vale", "--lake", str(lake), "-o", str(page)]).exit_code == 0
    assert notices.SPLITS_PLAYS in page.read_text()
