"""`skipper build --without SOURCE`: whole lakes, in which no cell of any table comes from the source."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from every_source import PATHS, write_every_source
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.sources.source import publishers

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# What only this publisher's files say: names of files, of sources, of clubs and of people, and web addresses.
WORDS = {
    "retrosheet": r"gl2042|\.EVA$|retrosheet_",
    "minorleaguesplits": r"XXL|PlayByPlay|minor_?league_?splits",
    "scores": r"minors.scores|(HBR|QUO)-LCL",
    "statsapi": r"stats.?api|gamePk|Alder Foxes|Cedar Larks",
    "lahman": r"lahman|Teams\.csv",
    "register": r"register|people-0",
    "affiliations": r"milb.history",
    "managers": r"managers\.csv|metstoday|Thornquist",
}
TOGETHER = [{"minorleaguesplits"}, {"statsapi"}, set(WORDS) - {"minorleaguesplits", "statsapi"}]


@pytest.fixture(scope="module")
def sources(league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_every_source(tmp_path_factory.mktemp("sources") / "all", league)


@pytest.fixture(scope="module")
def found(spark: SparkSession, sources: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, set[str]]]:
    """For each of the lakes, the publishers of which a cell or a notice says something, with what it says."""
    lakes = tmp_path_factory.mktemp("lakes")
    return [said(built(sources, lakes / str(number), without), sources) for number, without in enumerate(TOGETHER)]


def built(sources: Path, lake: Path, without: set[str]) -> LakeReader:
    options = [word for name, path in PATHS.items() for word in (f"--{name}", str(sources / path))]
    left_out = [word for publisher in sorted(without) for word in ("--without", publisher)]
    result = CliRunner().invoke(main, ["build", "--no-cache", "--lake", str(lake), *options, *left_out])
    assert result.exit_code == 0, result.output
    return LakeReader(lake)


def said(lake: LakeReader, sources: Path) -> dict[str, set[str]]:
    """The cells and notices that match a publisher's words, by publisher; of the Register, its keys too."""
    with gzip.open(sources / "register" / "people-0.csv.gz", "rt") as file:
        keys = {row["key_person"] for row in csv.DictReader(file)}
    values = {text for name in lake.manifest.files for row in lake.rows(f"FROM {name}") for text in texts(row)}
    values |= {text for notice in lake.manifest.notices for text in texts(notice)}
    found = {name: {one for one in values if re.search(words, one, re.IGNORECASE)} for name, words in WORDS.items()}
    found["register"] |= values & keys
    return {name: own for name, own in found.items() if own}


def texts(value: Any) -> Iterator[str]:
    """Yield the strings in a value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for inner in value.values() for text in texts(inner))
    elif isinstance(value, list):
        yield from (text for inner in value for text in texts(inner))


def test_a_lake_holds_nothing_of_what_it_is_built_without(found: list[dict[str, set[str]]]) -> None:
    assert set(WORDS) == set(publishers())
    for without, own in zip(TOGETHER, found, strict=True):
        assert {name: sorted(own[name])[:5] for name in without & own.keys()} == {}


def test_the_lakes_hold_all_the_other_sources(found: list[dict[str, set[str]]]) -> None:
    """Otherwise the test above could not fail."""
    for without, own in zip(TOGETHER, found, strict=True):
        assert set(own) == set(WORDS) - without
