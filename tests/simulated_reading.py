"""Simulated games read by the kernels: what the tests of event files share."""

from __future__ import annotations

from simulated_plays import SimulatedGame, roster
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import Plays, read_plays
from skipper.sources.plays.events.rosters import Rosters

YEAR = 2041


def simulated_rosters() -> Rosters:
    rosters = Rosters()
    for side in SimulatedGame(0).sides:
        rosters.read(f"{side.code}{YEAR}.ROS", f"{side.code}{YEAR}.ROS", roster(side))
    return rosters


def read(content: bytes) -> Plays:
    return read_plays([EventFile("2041HHH.EVA", content)], simulated_rosters())
