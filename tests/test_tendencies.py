"""Tendencies as they are told: the command, its formats, and the section of a manager's file."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from skipper.answers.errors import NothingKnownError, UnknownSeasonError
from skipper.answers.plays import NoPlaysError
from skipper.answers.tendencies import tendencies, tendencies_of
from skipper.cli import main
from skipper.definitions.tendencies import TENDENCIES
from skipper.lake.reader import LakeReader
from skipper.render.html.manager_file import gather
from skipper.render.html.page import _environment
from skipper.render.html.tendencies import Tactics, tactics
from skipper.render.html.tendencies_chart import Index, Panel, indexes_chart, panels_chart
from tiny_lake import write_lake
from tiny_plays import write_lake_with_plays

DOCS = Path(__file__).resolve().parent.parent / "docs" / "tendencies.md"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    return LakeReader(write_lake_with_plays(tmp_path_factory.mktemp("plays")))


@pytest.fixture
def run(lake: LakeReader):
    def invoke(*arguments: str, at: Path = lake.lake) -> Result:
        return CliRunner().invoke(main, ["tendencies", *arguments, "--lake", str(at)])

    return invoke


def career(answer, tendency: str) -> dict:
    return next(row for row in answer.tables[1].rows if row["tendency"] == tendency)


def test_a_row_for_every_season_club_and_tendency(lake: LakeReader):
    rows = tendencies(lake, "José Marsh").main.rows
    assert [row["tendency"] for row in rows if row["season"] == 2031] == [one.name for one in TENDENCIES]
    assert len(rows) == 2 * len(TENDENCIES)
    steals = rows[0]
    assert (steals["chances"], steals["attempts"], steals["rate"], steals["index"]) == (40, 4, 0.1, 100.0)


def test_a_career_is_weighed_by_the_leagues_of_its_seasons(lake: LakeReader):
    row = career(tendencies(lake, "José Marsh"), "steal_of_second")
    assert (row["seasons"], row["chances"], row["attempts"], row["successes"]) == ([2031, 2034], 50, 7, 2)
    assert row["expected_attempts"] == pytest.approx(5.0)
    assert row["index"] == pytest.approx(140.0)


def test_what_is_not_known_is_null_and_never_nought(lake: LakeReader):
    answer = tendencies(lake, "José Marsh", 2031)
    unknown = next(row for row in answer.main.rows if row["tendency"] == "pitchout")
    assert {unknown[name] for name in ("chances", "attempts", "rate", "league_rate", "index")} == {None}
    assert career(answer, "pitchout")["chances"] is None
    assert answer.main.views[0].notes == ("Unknown: runners going, pitchouts.",)


def test_lineups_are_not_summed_over_seasons(lake: LakeReader):
    assert "lineups_used" not in {row["tendency"] for row in tendencies(lake, "José Marsh").tables[1].rows}


def test_how_the_manager_is_known_is_told_and_what_is_lacking(lake: LakeReader):
    lead = "\n".join(tendencies(lake, "José Marsh").lead)
    assert "2031 ALP: 1 game with plays. The game logs name the manager." in lead
    assert "Incomplete: 2031 ALP, plays for 1 of 3 games." in lead
    assert "Also managed in 2033, for which this lake has no play-by-play." in lead
    newman = tendencies(lake, "Nia Newman").lead
    assert newman[-2:] == (
        "Incomplete: 2034 IL, 1 of 4 games.",
        "2034 ALP: the manager comes from Lahman, which lists a single manager for the club's season; none of the game "
        "sources names the manager.",
    )


def test_what_cannot_be_answered(lake: LakeReader):
    with pytest.raises(UnknownSeasonError, match="This lake has no play-by-play from 2033"):
        tendencies(lake, "José Marsh", 2033)
    with pytest.raises(NothingKnownError, match="is not known to have managed any game with play-by-play"):
        tendencies(lake, "Tom Vale")


def test_a_lake_without_plays_says_which_command_adds_them(tmp_path: Path, run):
    plain = write_lake(tmp_path / "plain")
    with pytest.raises(NoPlaysError):
        tendencies(LakeReader(plain), "José Marsh")
    result = run("José Marsh", at=plain)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "skipper build" in result.stderr
    assert "--events" in result.stderr


def test_an_empty_table_of_plays_is_no_play_by_play(tmp_path: Path):
    with pytest.raises(NoPlaysError):
        tendencies(LakeReader(write_lake(tmp_path)), "José Marsh")


@pytest.mark.parametrize("asked", [("José Marsh",), ("José Marsh", "--season", "2031"), ("Nia Newman",)])
def test_every_format_fits_and_agrees(run, asked: tuple[str, ...]):
    printed = run(*asked)
    assert printed.exit_code == 0, printed.output
    assert max(map(len, printed.output.splitlines())) <= 80
    assert "Steals of second" in printed.output
    answer = json.loads(run(*asked, "--format", "json").output)
    flat = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").stdout)))
    assert len(flat) == len(answer["rows"]) > 0
    assert {row["manager_source"] for row in flat} <= {"game_log", "lahman_whole_season"}


# The section of the manager's file


def section_of(lake: LakeReader, person: str, season: int | None = None) -> Tactics | None:
    found = tendencies_of(lake, person, season)
    return tactics(found) if found else None


def section(lake: LakeReader, person: str, season: int | None = None) -> str:
    macro = (
        _environment().get_template("tendencies.html.j2").make_module({"links": None, "frame": None}).tactics_section
    )
    return str(macro(section_of(lake, person, season)))


def test_the_section_has_a_panel_for_each_tendency_and_every_figure_as_a_table(lake: LakeReader):
    page = section(lake, "p-marsh")
    assert page.count("<svg") == 1
    assert page.count("<details") == 2
    assert 'aria-label="Index of each tendency' in page
    assert "Above the league, with the whole interval: none." in page
    for one in TENDENCIES:
        if one.name not in ("runner_going", "pitchout"):
            assert one.title in page, one.name
    assert len(re.findall("<caption>", page)) == 3


def test_one_season_is_one_chart_with_a_line_for_each_tendency(lake: LakeReader):
    found = section_of(lake, "p-marsh", 2031)
    assert found is not None
    assert found.career is None
    assert "50–400" in [row["interval"] for row in found.seasons[0].rows]
    assert "<details" not in section(lake, "p-marsh", 2031)


def test_a_manager_or_a_lake_without_plays_has_no_section(lake: LakeReader, tmp_path: Path):
    assert section_of(lake, "p-tvale") is None
    assert section_of(lake, "p-marsh", 2033) is None
    assert gather(LakeReader(write_lake(tmp_path)), "José Marsh").tactics is None


def test_an_index_beyond_the_scale_is_an_open_mark_at_its_end():
    one = str(indexes_chart([Index("Pitchouts", 5000.0, None, None)], "k", "label"))
    other = str(indexes_chart([Index("Pitchouts", 100.0, 50.0, 200.0)], "k", "label"))
    assert "fill:var(--paper)" in one
    assert "fill:var(--paper)" not in other
    assert "fill:var(--paper)" in str(indexes_chart([Index("None at all", 0.0, 0.0, 30.0)], "k", "label"))
    assert "&lt;b&gt;" in str(panels_chart([Panel("<b>", [(2031, Index("x", 80.0, None, None))])], "k", "label"))


def test_nothing_to_draw_is_an_error():
    with pytest.raises(ValueError, match="no index"):
        indexes_chart([], "k", "label")
    with pytest.raises(ValueError, match="no season"):
        panels_chart([], "k", "label")


# The documentation


def test_every_definition_is_on_the_docs_page_with_its_source():
    text = " ".join(DOCS.read_text("utf-8").split())
    for one in TENDENCIES:
        wanted = f"| `{one.name}` | {one.chance} | {one.attempt} | {one.unit} | {one.source} |"
        assert wanted in text, wanted
