"""`skipper export chadwick`: cwevent's columns, and parity with its own output on real seasons."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from simulated_plays import SimulatedGame, event_file, roster
from skipper.chadwick.export import export
from skipper.chadwick.fields import EXTENDED, NEW_IN_0_11, STANDARD, chosen
from skipper.cli import main

SEASONS = (2019, 2020)


def test_there_are_as_many_fields_as_cwevent_has_and_no_name_twice():
    assert (len(STANDARD), len(EXTENDED)) == (97, 67)
    assert len({field.name for field in STANDARD + EXTENDED}) == 164


def test_fields_are_chosen_by_number_and_range():
    assert [field.name for field in chosen("0,2-3", STANDARD)] == ["GAME_ID", "INN_CT", "BAT_HOME_ID"]
    assert chosen("", EXTENDED) == []


@pytest.mark.parametrize("numbers", ["97", "5-2", "x", "1-x", "-3", "1,,2"])
def test_what_is_no_field_is_refused(numbers):
    with pytest.raises(ValueError, match="field"):
        chosen(numbers, STANDARD)


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder of simulated event files, names in lower case as some sites serve them."""
    content, _ = event_file(range(3))
    (tmp_path / "2041hhh.eva").write_bytes(content)
    for side in SimulatedGame(0).sides:
        (tmp_path / f"{side.code.lower()}2041.ros").write_bytes(roster(side))
    (tmp_path / "team2041").write_bytes(b"HHH,A,Home,Ones\r\nVVV,A,Visiting,Ones\r\n")
    return tmp_path


def run(*arguments: str):
    return CliRunner().invoke(main, ["export", "chadwick", *map(str, arguments)])


def test_command_writes_quoted_texts_and_bare_numbers(folder):
    result = run("--events", folder, "--fields", "0,2,11,29,34,35", "--extended", "1")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0] == '"GAME_ID","INN_CT","BAT_HAND_CD","EVENT_TX","EVENT_CD","BAT_EVENT_FL","BAT_TEAM_ID"'
    assert lines[1].startswith('"HHH204104010",1,"')
    assert lines[1].endswith(',"VVV"')


def test_command_writes_a_file_without_header_and_of_one_season(folder, tmp_path):
    file = tmp_path / "plays.csv"
    assert run("--events", folder, "--season", "2041", "--no-header", "-o", file).exit_code == 0
    assert len(file.read_text().splitlines()[0].split(",")) == 97
    assert run("--events", folder, "--season", "2040").exit_code == 1
    assert not list(tmp_path.glob("*.part"))


def test_command_tells_what_it_left_out(folder):
    spoiled = (folder / "2041hhh.eva").read_bytes().replace(b",??,,K\r\n", b",??,,QQ\r\n", 1)
    (folder / "2041hhh.eva").write_bytes(spoiled)
    result = run("--events", folder)
    assert result.exit_code == 3
    assert "2041hhh.eva:" in result.stderr
    assert "omitted: an event outside Retrosheet's grammar: no play: 'QQ'" in result.stderr


def test_fields_and_codes_of_0_10_are_written_on_request(folder):
    fields = ("--events", folder, "--fields", "", "--extended", "63-66")
    assert run(*fields).stdout.splitlines()[:2] == [
        '"COUNT_TX","RUN1_AUTO_FL","RUN2_AUTO_FL","RUN3_AUTO_FL"',
        '"??","F","F","F"',
    ]
    refused = run(*fields, "--compatible", "0.10")
    assert refused.exit_code == 2
    assert "fields run from 0 to 62" in refused.output


@pytest.mark.parametrize(("count", "balls", "strikes"), [("22.", "2", "2"), ("", "0", "0"), ("?1", "0", "1")])
def test_a_count_is_written_as_in_the_file(folder, count, balls, strikes):
    file = folder / "2041hhh.eva"
    file.write_bytes(file.read_bytes().replace(b",??,", f",{count},".encode(), 1))
    first = run("--events", folder, "--fields", "5-6", "--extended", "63", "--no-header").stdout.splitlines()[0]
    assert first == f'{balls},{strikes},"{count}"'


def test_command_refuses_fields_that_are_not_there(folder):
    assert run("--events", folder, "--fields", "0-99").exit_code == 2
    assert run("--events", folder, "--fields", "", "--extended", "").exit_code == 2


@pytest.mark.parametrize("season", SEASONS)
def test_bytes_are_those_of_cwevent_0_10(season, real_data):
    if not (real_data / "chadwick").is_dir():
        pytest.skip("SKIPPER_DATA has no chadwick folder")
    ours = io.BytesIO()
    fields = STANDARD + EXTENDED[:NEW_IN_0_11]
    told = list(export(real_data / "retrosheet" / "events" / f"{season}eve.zip", None, fields, ours, True, "0.10"))
    assert told == []  # no game is left out
    with gzip.open(real_data / "chadwick" / f"cwevent-{season}.csv.gz") as theirs:
        assert ours.getvalue() == theirs.read()
