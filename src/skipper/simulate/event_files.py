"""Played games in Retrosheet's event format, with rosters (`.ROS`) and the list of clubs (`TEAM`).

Only what the simulation knows is written: no pitches, no umpires, no earned runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from skipper.lineups.advancement import END, STATES
from skipper.simulate.clubs import Club, League
from skipper.simulate.event_text import fates, texts, walk_off
from skipper.simulate.games import PlayedGame
from skipper.simulate.people import Person
from skipper.simulate.play_game import (
    FIELDER,
    FINAL,
    NEW_PITCHER,
    PINCH_HITTER,
    PITCHER,
    SCHEDULED,
    Chain,
    Log,
    Team,
)
from skipper.simulate.rosters import Roster

AS_PINCH_HITTER = 11
Sides = tuple[Sequence[Person], Sequence[Person]]
"""The people of both clubs, numbered as in the log, visitors first."""


class Scorer:
    """Write the plays of games sampled from one chain as event records. Reuses event strings already written."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        places = np.repeat(np.arange(len(chain.first) - 1), np.diff(chain.first))
        self._kind, self._before = (part.tolist() for part in np.divmod(places, STATES))
        self._texts: dict[tuple[int, int], tuple[str, ...]] = {}

    def records(self, log: Log, people: Sides, teams: tuple[Team, Team]) -> list[str]:
        """Return the plays and substitutions of a game."""
        rows = log.rows.tolist()
        order = [team.order.tolist() for team in teams]
        lines: list[str] = []
        for number, (what, inning, batting, slot, person, row, counted) in enumerate(rows):
            if what <= FINAL:
                known = self._texts.get((row, counted)) or self._written(row, counted)
                text = known[number % len(known)]
                lines.append(f"play,{inning},{batting},{people[batting][person].retro_id},??,,{text}")
                continue
            due = next(each for each in rows[number:] if each[0] <= FINAL)
            at_bat = people[batting][order[batting][due[3]]].retro_id
            lines.append(f"play,{inning},{batting},{at_bat},??,,NP")
            side = batting if what == PINCH_HITTER else 1 - batting
            roles = {NEW_PITCHER: PITCHER, PINCH_HITTER: AS_PINCH_HITTER, FIELDER: int(teams[side].positions[slot])}
            entering = people[side][person]
            lines.append(f'sub,{entering.retro_id},"{entering.name}",{side},{slot + 1},{roles[what]}')
            if slot >= 0:
                order[side][slot] = person
        return lines

    def outs(self, log: Log) -> int:
        """Return the outs of both sides."""
        last, halves = log.rows[-1].tolist(), int((log.innings >= 0).sum())
        row, counted = last[5], last[6]
        if counted == 0 and self.chain.after[row] == END:
            return 3 * halves
        return 3 * (halves - 1) + self._before[row] // 8 + self._fates(row, counted).count(0)

    def _fates(self, row: int, counted: int) -> tuple[int, ...]:
        kind, before = self._kind[row], self._before[row]
        full = fates(kind, before, int(self.chain.after[row]), int(self.chain.runs[row]))
        return walk_off(kind, before, full, counted) if counted else full

    def _written(self, row: int, counted: int) -> tuple[str, ...]:
        found = texts(self._kind[row], self._before[row], self._fates(row, counted))
        self._texts[row, counted] = found
        return found


def game_records(game: PlayedGame) -> Iterator[str]:
    """Yield the records of a game."""
    scheduled = game.scheduled
    yield f"id,{scheduled.home.code}{scheduled.day:%Y%m%d}{scheduled.game_number}"
    yield "version,2"
    for key, value in _info(game):
        if value is not None:
            yield f"info,{key},{value}"
    for side, of_side in enumerate((game.visitor, game.home)):
        card = of_side.card
        if not any(position == PITCHER for _, position in card.slots):
            yield _start(card.starting_pitcher.person, side, 0, PITCHER)
        for slot, (player, position) in enumerate(card.slots, 1):
            yield _start(player.person, side, slot, position)
    yield from game.plays


def _start(person: Person, side: int, slot: int, position: int) -> str:
    return f'start,{person.retro_id},"{person.name}",{side},{slot},{position}'


def _info(game: PlayedGame) -> Iterator[tuple[str, object]]:
    scheduled, decisions = game.scheduled, game.decisions
    yield "visteam", scheduled.visitor.code
    yield "hometeam", scheduled.home.code
    yield "site", scheduled.home.park_id
    yield "date", f"{scheduled.day:%Y/%m/%d}"
    yield "number", scheduled.game_number
    yield "innings", SCHEDULED  # in doubleheaders too, unlike the minors
    yield "daynight", {"D": "day", "N": "night"}[scheduled.time]
    yield "gametype", "regular"
    yield "usedh", str(scheduled.home.league.designated_hitter).lower()
    yield "pitches", "none"
    yield "timeofgame", game.minutes
    yield "attendance", game.attendance
    yield "wp", decisions.winning and decisions.winning.retro_id
    yield "lp", decisions.losing and decisions.losing.retro_id
    yield "save", decisions.saving and decisions.saving.retro_id


def event_file_name(club: Club, season: int) -> str:
    """Return the name of the file with a club's home games: `.EVA` with the designated hitter, else `.EVN`."""
    return f"{season}{club.code}.EV{'A' if club.league.designated_hitter else 'N'}"


def roster_lines(club: Club, roster: Roster) -> Iterator[str]:
    """Yield the lines of a club's roster file."""
    for player in roster.players:
        person = player.person
        place = "P" if player.pitches else "X"
        yield f"{person.retro_id},{person.last},{person.first},{person.bats},{person.throws},{club.code},{place}"


def club_lines(leagues: Iterable[tuple[League, Sequence[Club]]]) -> Iterator[str]:
    """Yield the lines of a season's list of clubs."""
    for league, clubs in leagues:
        for club in clubs:
            yield f"{club.code},{league.code},{club.city},{club.nickname}"
