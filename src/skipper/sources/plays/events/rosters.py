"""Roster files (`ANA2019.ROS`) and club files (`TEAM2019`): each club's players and their hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from skipper.sources.plays.events.line_fields import UTF8_MARK
from skipper.sources.record_lines import fields_of, lines

ROSTER_NAME = re.compile(r"(?P<club>\w{3})(?P<season>\d{4})\.ROS", re.IGNORECASE)
CLUBS_NAME = re.compile(r"TEAM(?P<season>\d{4})(\.TXT)?", re.IGNORECASE)
UNKNOWN_HAND = ord("?")
HANDS = {"R": ord("R"), "L": ord("L"), "B": ord("B"), "S": ord("B")}  # Retrosheet's B is a switch hitter


@dataclass
class Rosters:
    """The rosters of some seasons.

    `everyone` is the index of the fallback roster, used for clubs that have no roster of their own; -1 if there is no
    fallback. `numbers` maps club and season to a roster's index. `hands` maps a roster's index and a player's id to the
    batting and throwing hands, each as a letter code, or `?` if unknown; `names` maps them to first and last name.
    `leagues` maps club and season to the league. `lines` counts the lines read by file; `rejected` holds the unusable
    lines with the reason.
    """

    numbers: dict[tuple[str, int], int] = field(default_factory=dict)
    everyone: int = -1
    hands: dict[int, dict[bytes, tuple[int, int]]] = field(default_factory=dict)
    names: dict[int, dict[bytes, tuple[str, str]]] = field(default_factory=dict)
    leagues: dict[tuple[str, int], str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    rejected: list[tuple[str, int, str, str]] = field(default_factory=list)

    def read(self, label: str, name: str, content: bytes) -> None:
        """Read a roster or club file; its name determines which kind it is."""
        text = content.removeprefix(UTF8_MARK).decode("cp1252", "replace")
        rows = [row for row in lines(text) if row[1] != "\x1a"]  # the end of a file under DOS
        self.lines[label] = len(rows)
        if match := ROSTER_NAME.fullmatch(name):
            club = match["club"].upper(), int(match["season"])
            self._each(label, rows, partial(self._read_player, self.numbers.setdefault(club, len(self.numbers))))
        elif match := CLUBS_NAME.fullmatch(name):
            self._each(label, rows, partial(self._read_club, int(match["season"])))

    def _each(self, label: str, rows: Iterable[tuple[int, str]], read: Callable[[list[str]], None]) -> None:
        for number, line in rows:
            try:
                read(fields_of(line))
            except ValueError as error:
                self.rejected.append((label, number, line, str(error)))

    def _read_player(self, number: int, row: list[str]) -> None:
        if len(row) < 5:
            raise ValueError("a roster line has at least five fields")
        player = row[0].strip().encode("ascii", "replace")
        bats, throws = (HANDS.get(row[i].strip().upper(), UNKNOWN_HAND) for i in (3, 4))
        self.hands.setdefault(number, {})[player] = (bats, throws)
        self.names.setdefault(number, {})[player] = (row[2].strip(), row[1].strip())

    def _read_club(self, season: int, row: list[str]) -> None:
        if len(row) < 2:
            raise ValueError("a club line has at least two fields")
        self.leagues[row[0].strip(), season] = row[1].strip()

    def number_of(self, club: str, season: int) -> int:
        """Return the index of a club's roster; negative if the club has no roster."""
        return self.numbers.get((club, season), self.everyone)

    def names_in(self, seasons: Collection[int]) -> dict[bytes, tuple[str, str]]:
        """Return the first and last names of the players on the rosters of some seasons and on the fallback roster.

        Other seasons are left out because a roster may spell a name otherwise: a season's names must not depend on
        which seasons are read with it.
        """
        numbers = [number for (_, season), number in self.numbers.items() if season in seasons]
        found: dict[bytes, tuple[str, str]] = {}
        for number in (self.everyone, *numbers):
            found |= self.names.get(number, {})
        return found

    def for_words(self, words: Mapping[bytes, int], numbers: Iterable[int]) -> tuple[np.ndarray, np.ndarray]:
        """Return the hands in some rosters in the form that the state kernel uses: sorted keys, with two codes for each
        key.

        A key combines the roster's index with the word index of the player's id.
        """
        entries = sorted(
            ((number << 32) | words[player], hands)
            for number in numbers
            for player, hands in self.hands.get(number, {}).items()
            if player in words
        )
        keys = np.array([key for key, _ in entries], np.int64)
        return keys, np.array([hands for _, hands in entries], np.int32).reshape(-1, 2)
