"""What managers did in a real season, counted by plain Python from the raw records: no parser or table of ours.

From the lines of the event files as they are (line-ups, substitutions, pitches, ejections), the rosters, and, for what
became of each play, cwevent's output. The definitions are those of docs/tendencies.md. Everything is by club.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import duckdb

Count = tuple[int | None, int | None]  # chances and attempts
Counts = dict[tuple[str, str], Count]  # by club and tendency

PITCHES = set("BCFHIKLMOPQRSTUXY")  # letters of Retrosheet's sequences that somebody threw
GOES_ON = re.compile("NP|SB|CS|PO|WP|PB|BK|DI|OA|FLE")  # plays that end no turn at bat
PITCHER, PINCH_HITTER, PINCH_RUNNER = "1", "11", "12"
COLUMNS = (
    "GAME_ID, RESP_BAT_ID, RESP_BAT_HAND_CD, PIT_ID, PIT_HAND_CD, BAT_HOME_ID::INTEGER, INN_CT::INTEGER, "
    "START_FLD_SCORE_CT::INTEGER - START_BAT_SCORE_CT::INTEGER, BAT_LINEUP_ID, BAT_EVENT_FL = 'T'"
)


@dataclass
class Game:
    """The records of a game, split at the commas, in order."""

    id: str
    records: list[list[str]] = field(default_factory=list)

    @property
    def info(self) -> dict[str, str]:
        return {record[1]: record[2] for record in self.records if record[0] == "info"}

    @property
    def clubs(self) -> tuple[str, str]:
        return self.info["visteam"], self.info["hometeam"]

    @property
    def day(self) -> date:
        return date(int(self.id[3:7]), int(self.id[7:9]), int(self.id[9:11]))

    @property
    def resumed_on(self) -> date | None:
        """The day on which it went on after it was suspended."""
        said = [record[1] for record in self.records if record[0] == "com" and record[1].startswith("Suspend=")]
        return date.fromisoformat(said[0][8:16]) if said else None

    def starters(self, side: int) -> list[list[str]]:
        """The `start` records of a side: start, man, name, side, slot, position."""
        return [record for record in self.records if record[0] == "start" and record[3] == str(side)]

    def starting_pitcher(self, side: int) -> str:
        return next(record[1] for record in self.starters(side) if record[5] == PITCHER)


def read_games(archive: Path) -> list[Game]:
    """Every game of the event files of an archive."""
    games: list[Game] = []
    with zipfile.ZipFile(archive) as files:
        for name in sorted(files.namelist()):
            if re.search(r"\.EV.$", name):
                for record in csv.reader(io.StringIO(files.read(name).decode("latin-1"))):
                    if record[0] == "id":
                        games.append(Game(record[1]))
                    games[-1].records.append(record)
    return games


def read_rosters(archive: Path) -> dict[str, dict[str, str]]:
    """By club how each man bats."""
    with zipfile.ZipFile(archive) as files:
        rosters = [name for name in files.namelist() if name.endswith(".ROS")]
        return {
            name[:3]: {row[0]: row[3] for row in csv.reader(io.StringIO(files.read(name).decode("latin-1"))) if row}
            for name in rosters
        }


def per_game(name: str, games: list[Game], done: Iterable[str]) -> Counts:
    """What is counted per game: `done` has a club for each time."""
    played, times = Counter(club for game in games for club in game.clubs), Counter(done)
    return {(club, name): (played[club], times[club]) for club in played}


# Line-ups


def lineups(games: list[Game], rosters: dict[str, dict[str, str]], plays: list[tuple]) -> Counts:
    """Starters with the platoon advantage, and different batting orders."""
    first_faced: dict[tuple[str, str, str], tuple[str, str]] = {}
    arms: dict[str, str] = {}
    for game_id, batter, bats, pitcher, throws, *_ in plays:
        first_faced.setdefault((game_id, batter, pitcher), (bats, throws))
        arms[pitcher] = throws
    starters, favoured, orders = Counter(), Counter(), defaultdict(set)
    for game in games:
        for side, club in enumerate(game.clubs):
            opponent = game.starting_pitcher(1 - side)
            men = [(record[4], record[1]) for record in game.starters(side) if record[5] != PITCHER]
            orders[club].add(tuple(sorted(men)))
            for _, man in men:
                bats, throws = first_faced.get((game.id, man, opponent), (rosters[club][man], arms[opponent]))
                starters[club] += 1
                favoured[club] += bats != throws
    counts = {(club, "platoon_advantage"): (starters[club], favoured[club]) for club in starters}
    played = per_game("lineups_used", games, ())
    return counts | {(club, name): (played[club, name][0], len(orders[club])) for club, name in played}


# Men sent in and sent off


def changes(games: list[Game]) -> Counts:
    """Pinch hitters and runners, new men in the field, double switches."""
    done: dict[str, list[str]] = defaultdict(list)
    without: Counter = Counter()
    for game in games:
        for side, club in enumerate(game.clubs):
            without[club] += game.info["usedh"] == "false"
            for kind, times in side_changes(game, str(side)).items():
                if kind != "double_switch" or game.info["usedh"] == "false":
                    done[kind] += [club] * times
    counts: Counts = {}
    for kind in ("pinch_hitter", "pinch_runner", "defensive_substitution", "double_switch"):
        counts |= per_game(kind, games, done[kind])
    return counts | {(club, "double_switch"): (without[club], counts[club, "double_switch"][1]) for club in without}


def side_changes(game: Game, side: str) -> Counter:
    """How many of each kind a side made."""
    found: Counter = Counter()
    on_mound, in_game, batted = ("", ""), set(), set()
    for subs in between_plays(game):
        ours = [record for record in subs if record[3] == side]
        new = {record[1] for record in ours} - in_game
        positions = {record[4]: record for record in ours if record[1] in new and "2" <= record[5] <= "9"}
        for _, man, _, _, slot, position in ours:
            found["pinch_hitter"] += position == PINCH_HITTER
            found["pinch_runner"] += position == PINCH_RUNNER and man not in batted
            if position == PITCHER and man != on_mound[0]:
                if in_game and slot not in ("0", on_mound[1]) and on_mound[1] in positions:
                    found["double_switch"] += 1
                    del positions[on_mound[1]]
                on_mound = man, slot
        found["defensive_substitution"] += len(positions) if in_game else 0
        in_game |= {record[1] for record in ours}
        batted |= {record[1] for record in ours if record[4] != "0"}  # who were in the batting order
    return found


def between_plays(game: Game) -> Iterator[list[list[str]]]:
    """The men who start; then those who come in before each play."""
    men: list[list[str]] = []
    for record in game.records:
        if record[0] in ("start", "sub"):
            men.append(record)
        elif record[0] == "play" and record[6] != "NP" and men:
            yield men
            men = []
    yield men


def ejections(games: list[Game], rosters: dict[str, dict[str, str]], managers: dict[str, set[str]]) -> Counts:
    """Men sent off by role. Coaches are on no roster, and the files do not say whose they are."""
    sent_off: dict[str, list[str]] = {"M": [], "P": []}
    for game in games:
        for record in game.records:
            if record[0] == "com" and record[1].startswith("ej,"):
                _, man, role, *_ = record[1].split(",")
                known = {"M": managers, "P": rosters}.get(role, {})
                sent_off.setdefault(role, []).extend(club for club in game.clubs if man in known.get(club, ()))
    counts = per_game("manager_ejection", games, sent_off["M"]) | per_game("player_ejection", games, sent_off["P"])
    return counts | {(club, "coach_ejection"): (None, None) for game in games for club in game.clubs}


# Pitchers


@dataclass
class Outing:
    """A pitcher's time on the mound. Inning, lead and whether the half had begun are those of the first play after he
    came in with his club in the field; null where there was none. `begun` is the half-inning (and who bats) of the
    last play or pitch before he came in. `day` is that of his first pitch or play, the game's until there is one."""

    day: date
    club: str
    man: str
    starts: bool
    begun: tuple[int, int] | None
    inning: int | None = None
    lead: int | None = None
    mid_inning: bool | None = None
    slots: Counter = field(default_factory=Counter)  # of the order, by turns that ended against him
    last: bool = True
    has_thrown: bool = False


def outings(games: list[Game], plays: list[tuple]) -> list[Outing]:
    """Every pitcher's, by the `start` and `sub` records, whether or not a play came of it."""
    of_game, found = defaultdict(list), []
    for play in plays:
        of_game[play[0]].append(play[5:])
    for game in games:
        pitched: tuple[list[Outing], list[Outing]] = ([], [])
        to_come, begun, today, known = iter(of_game[game.id]), None, game.day, ["", ""]
        for record in game.records:
            if is_break(game, record):
                today = game.resumed_on
            if record[0] in ("start", "sub") and record[5] == PITCHER:
                take_the_mound(pitched[int(record[3])], game, record, begun)
            if record[0] == "play":
                begun = (int(record[1]), int(record[2])) if record[6] != "NP" or was_pitched(record) else begun
            if record[0] == "play":
                if record[6] != "NP" or (was_pitched(record) and [record[4], record[5].strip(".")] != known):
                    throw(pitched[1 - int(record[2])][-1], today)
                known = [record[4], record[5].strip(".")]
            if record[0] == "play" and record[6] != "NP":
                pitch_to(pitched, *next(to_come))
        found += [*pitched[0], *pitched[1]]
    return found


def is_break(game: Game, record: list[str]) -> bool:
    """Whether the comment tells that a game with a day of resumption was broken off here."""
    return record[0] == "com" and record[1].startswith("$Game suspended") and game.resumed_on is not None


def throw(one: Outing, today: date) -> None:
    """A pitch or a play: his first is on the day of his outing."""
    if not one.has_thrown:
        one.day, one.has_thrown = today, True


def was_pitched(record: list[str]) -> bool:
    """Whether the count or the pitches of a `play` record tell of a pitch to the batter."""
    _, _, _, _, count, pitches, _ = record
    return bool(set(count) & set("123") or set(pitches) & PITCHES)


def take_the_mound(pitched: list[Outing], game: Game, record: list[str], begun: tuple[int, int] | None) -> None:
    _, man, _, side, *_ = record
    if not pitched or pitched[-1].man != man:
        for before in pitched:
            before.last = False
        pitched.append(Outing(game.day, game.clubs[int(side)], man, not pitched, begun))


def pitch_to(
    pitched: tuple[list[Outing], list[Outing]], batting: int, inning: int, lead: int, slot: str, ends: bool
) -> None:
    """A play: it is the first of those who came in before it, and a turn against the man who is there."""
    for one in pitched[1 - batting]:
        if one.inning is None:
            one.inning, one.lead, one.mid_inning = inning, lead, one.begun == (inning, batting) and not one.starts
    pitched[1 - batting][-1].slots[slot] += ends


def pitching(games: list[Game], plays: list[tuple]) -> Counts:
    """What a club did with its starters, its relievers and its closer."""
    every = outings(games, plays)
    counts = per_game("pitchers_used", games, [one.club for one in every])
    days, finished, closer = defaultdict(set), defaultdict(Counter), {}
    for one in every:
        days[one.man].add(one.day)
        finished[one.club][one.man] += one.last and not one.starts
    for club, men in finished.items():
        (man, most), (_, second) = men.most_common(2)
        closer[club] = man if most > second and most * 10 >= counts[club, "pitchers_used"][0] else None
    tally: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in every:
        if one.starts:
            tally[one.club, "third_time_through"].append(max(one.slots.values(), default=0) >= 3)
            continue
        pitched = [one.day - timedelta(ago) in days[one.man] for ago in range(4)]
        tally[one.club, "mid_inning_change"].append(one.mid_inning)
        tally[one.club, "consecutive_days"].append(pitched[1])
        tally[one.club, "three_in_four_days"].append(sum(pitched) >= 3)
        if one.man == closer[one.club]:
            tally[one.club, "closer_in_tie"].append(one.lead == 0)
            tally[one.club, "closer_in_eighth"].append(one.inning <= 8)
    return counts | {key: (len(done), sum(done)) for key, done in tally.items()}


def long_starts(games: list[Game]) -> Counts:
    """Starts over 100 and 120 pitches."""
    found: dict[str, list[int]] = defaultdict(list)
    for game in games:
        for club, thrown in zip(game.clubs, starters_pitches(game), strict=True):
            found[club].append(thrown)
    return {
        (club, f"over_{most}_pitches"): (len(starts), sum(pitches > most for pitches in starts))
        for club, starts in found.items()
        for most in (100, 120)
    }


def starters_pitches(game: Game) -> list[int]:
    """Pitches of the visitors' and the home club's starter, each counted while he was on the mound."""
    thrown, on_mound = [0, 0], [True, True]
    so_far, unfinished = "", None  # the pitches of a turn at bat that has not ended, and its half-inning
    for record in game.records:
        if record[0] == "sub" and record[5] == PITCHER and record[1] != game.starting_pitcher(int(record[3])):
            on_mound[int(record[3])] = False
        if record[0] == "play":
            _, inning, side, _, _, sequence, event = record
            pitches, half = sequence.lstrip("."), (inning, side)
            since = pitches.removeprefix(so_far) if half == unfinished else pitches
            so_far, unfinished = pitches, half if GOES_ON.match(event) else None
            thrown[1 - int(side)] += on_mound[1 - int(side)] * sum(letter in PITCHES for letter in since)
    return thrown


def recount(games: list[Game], rosters: dict, managers: dict, season: duckdb.DuckDBPyConnection) -> Counts:
    """Chances and attempts by club of what can be counted without knowing when a plate appearance began."""
    plays = season.execute(f"SELECT {COLUMNS} FROM cw ORDER BY GAME_ID, EVENT_ID::INTEGER").fetchall()
    return (
        lineups(games, rosters, plays)
        | changes(games)
        | ejections(games, rosters, managers)
        | pitching(games, plays)
        | long_starts(games)
    )
