"""Each frame's example makes the claim that it gives, and its counter-example none of that type.

Needs a spaCy English pipeline; without one the tests are skipped.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from skipper.press import hand_kept
from skipper.press.claim import Claim, Passage, Report
from skipper.press.frames.frame import Frame, frames
from skipper.press.frames.reader import FrameReader
from skipper.press.frames.tree import PipelineError, pipeline_name
from skipper.press.vocabulary import Person

try:
    pipeline_name()
except PipelineError as error:
    pytest.skip(str(error), allow_module_level=True)

NAMES = (
    "Joe Torre",
    "Yogi Berra",
    "Dick Howser",
    "Derek Jeter",
    "Casey Stengel",
    "Phil Rizzuto",
    "Gene Woodling",
    "Bucky Harris",
    "Bill Klem",
    "Mickey Mantle",
)


@cache
def reader() -> FrameReader:
    people = tuple(Person(name, name, name.split()[1], None, None, (1900, 2025)) for name in NAMES)
    return FrameReader(replace(hand_kept.vocabulary(), people=people))


def read(text: str) -> tuple[Claim, ...]:
    return reader().read(Report("a.txt", text, (Passage(0, len(text), "body"),))).claims


NAMED = [pytest.param(frame, id=frame.name) for frame in frames()]


@pytest.mark.parametrize("frame", NAMED)
def test_the_example_makes_the_claim(frame: Frame) -> None:
    found = [dict(claim.fields) for claim in read(frame.example) if claim.type == frame.claim]
    assert dict(frame.gives) in [{name: one[name] for name in one if name != "level_resolved"} for one in found]


@pytest.mark.parametrize("frame", NAMED)
def test_the_counter_example_makes_no_such_claim(frame: Frame) -> None:
    assert [claim for claim in read(frame.counter) if claim.type == frame.claim] == []


@pytest.mark.parametrize("frame", NAMED)
def test_the_examples_name_a_club_so_that_the_reader_takes_them_for_baseball(frame: Frame) -> None:
    assert "Yankees" in frame.example
    assert "Yankees" in frame.counter
