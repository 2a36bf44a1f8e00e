"""Table `event_game`, and the figures of each club of a game that plays give."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.plays.batch import HOME, NOBODY, VISITORS, Batch
from skipper.sources.retrosheet.plays.game_type import said_type, type_by_file
from skipper.sources.retrosheet.plays.gathering import flags, hands, numbers, texts
from skipper.sources.retrosheet.plays.pitchers import Pitchers

ATTENDANCE_MAY_BE_NOUGHT = 2020  # played without spectators; in other seasons 0 is Retrosheet's mark for unknown
_LEAGUES = {"A": "AL", "N": "NL"}  # of TEAM files, as game logs write them
_NOT_SAID = re.compile(r"unknown|\(none\)|0:00\s*[AP]?M?|", re.IGNORECASE)
_PITCHES = {"pitches": "pitches", "count": "count", "none": "none"}


def event_game(batch: Batch) -> pa.Table:
    """Return table `event_game`: one row per game."""
    games = batch.kept
    visitor, home = _final_scores(batch)
    columns = {
        **batch.texts_of_games(games),
        **batch.places(batch.plays.games.spans[games, 0]),
        "date": batch.dates_of(games),
        "game_number": batch.game_numbers(games),
        "game_type": _game_types(batch),
        "home_club": batch.club_of(games, np.full(len(games), HOME)),
        "visitor_club": batch.club_of(games, np.full(len(games), VISITORS)),
        "home_score": numbers(home),
        "visitor_score": numbers(visitor),
        "innings": numbers(batch.small("inning").take(batch.last_play.take(games))),
        "outs": numbers(_per_game(batch, batch.fact("outs"))),
        **_said(batch),
    }
    return pa.table(columns)


def _game_types(batch: Batch) -> pa.Array:
    """Return the type of each game with plays: from `info,gametype`, else from the name of its file."""
    by_file = np.array([type_by_file(label) for label in batch.plays.files])
    of_game = by_file[batch.plays.games.files[batch.kept]].tolist()
    said = _info(batch, "gametype", said_type)
    return pa.array([known or named for known, named in zip(said, of_game, strict=True)], pa.string())


def _final_scores(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    last = batch.last_play.take(batch.kept)
    runs, at_home = batch.fact("runs").take(last), batch.small("side").take(last) == HOME
    visitor, home = batch.small("visitor_score").take(last), batch.small("home_score").take(last)
    return visitor + np.where(at_home, 0, runs), home + np.where(at_home, runs, 0)


def _per_game(batch: Batch, values: np.ndarray) -> np.ndarray:
    """Return the sum over the plays of each game with plays."""
    return np.add.reduceat(values, batch.first_play.take(batch.kept)) if len(batch.kept) else np.zeros(0, np.int32)


def _said(batch: Batch) -> dict[str, pa.Array]:
    """Return the values of the `info` records; null where missing or recorded as unknown."""
    seasons = batch.plays.games.seasons[batch.kept]
    attendance = _info(batch, "attendance", _count)
    shut = pa.array(seasons == ATTENDANCE_MAY_BE_NOUGHT)
    spectators = [None if n == 0 and not may else n for n, may in zip(attendance, shut.to_pylist(), strict=True)]
    return {
        "attendance": pa.array(spectators, pa.int32()),
        **{name: pa.array(_info(batch, key, read), kind) for name, (key, kind, read) in _KEYS.items()},
    }


def _info(batch: Batch, key: str, read: Callable[[str], object]) -> list[object]:
    """Return the value of an `info` key by game with plays; parse each distinct value once."""
    values = batch.plays.games.info(key.encode())[batch.kept].tolist()
    known = {value: read(batch.words[value].strip()) for value in set(values) if value != NOBODY}
    return [known.get(value) for value in values]


def _text(value: str) -> str | None:
    return None if _NOT_SAID.fullmatch(value) else value


def _count(value: str) -> int | None:
    return int(value) if re.fullmatch(r"\d{1,9}", value) else None


def _positive(value: str) -> int | None:
    return _count(value) or None  # 0 is Retrosheet's mark for unknown


def _true(value: str) -> bool | None:
    return {"true": True, "false": False}.get(value.lower())


_KEYS: dict[str, tuple[str, pa.DataType, Callable[[str], object]]] = {
    "scheduled_innings": ("innings", pa.int32(), _positive),
    "uses_designated_hitter": ("usedh", pa.bool_(), _true),
    "extra_inning_runner_on": ("tiebreaker", pa.int32(), _positive),
    "park_id": ("site", pa.string(), _text),
    "start_time": ("starttime", pa.string(), _text),
    "day_night": ("daynight", pa.string(), _text),
    "duration_minutes": ("timeofgame", pa.int32(), _positive),
    "temperature_fahrenheit": ("temp", pa.int32(), _positive),
    "wind_direction": ("winddir", pa.string(), _text),
    "wind_speed_mph": ("windspeed", pa.int32(), _count),
    "sky": ("sky", pa.string(), _text),
    "precipitation": ("precip", pa.string(), _text),
    "field_condition": ("fieldcond", pa.string(), _text),
    "plate_umpire_id": ("umphome", pa.string(), _text),
    "winning_pitcher_id": ("wp", pa.string(), _text),
    "losing_pitcher_id": ("lp", pa.string(), _text),
    "save_pitcher_id": ("save", pa.string(), _text),
    "pitches_recorded": ("pitches", pa.string(), _PITCHES.get),
}


def club_game(batch: Batch, men: Pitchers) -> pa.Table:
    """Return the figures of each club of a game that plays give: one row per club and game."""
    count = len(batch.kept)
    games, sides = np.repeat(batch.kept, 2), np.tile([VISITORS, HOME], count)
    scores = np.stack(_final_scores(batch), axis=1).ravel() if count else np.zeros(0, np.int32)
    first_man = np.flatnonzero(men.order == 1)  # the starters: one per game and side, in this order
    starter, other = men.player[first_man], men.player[first_man].reshape(-1, 2)[:, ::-1].ravel()
    batting, fielding = _by_side(batch, batch.small("side")), _by_side(batch, 1 - batch.small("side"))
    columns = {
        **batch.texts_of_games(games),
        "date": batch.dates_of(games),
        "game_number": batch.game_numbers(games),
        "club": batch.club_of(games, sides),
        "opponent": batch.club_of(games, 1 - sides),
        "is_home": flags(sides == HOME),
        "league": _leagues(batch, games, sides),
        "runs": numbers(scores),
        "hits": numbers(batting(batch.flag("hit_value"))),
        "errors": numbers(fielding(batch.fact("errors") + batch.fact("errors_of_somebody"))),
        "left_on_base": numbers(batting(_came_and_stayed(batch))),
        "outs_pitched": numbers(fielding(batch.fact("outs"))),
        "pitchers_used": numbers(np.diff(np.append(first_man, len(men.order)))),
        "starting_pitcher_id": batch.people(starter),
        "opposing_starter_id": batch.people(other),
        "opposing_starter_throws": hands(batch.throws(games, 1 - sides, other)),
    }
    return pa.table(columns)


def _by_side(batch: Batch, side: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return a function that sums a column of plays by game and side."""
    place = np.zeros(len(batch.plays.kept), np.int64)
    place[batch.kept] = np.arange(len(batch.kept))
    key = place.take(batch.game) * 2 + side
    return lambda values: np.bincount(key, values, 2 * len(batch.kept)).astype(np.int32)


def _came_and_stayed(batch: Batch) -> np.ndarray:
    """Return, per play, batters and placed runners minus outs and runs; their sum is the runners left on base.

    A box score is proved this way (Official Baseball Rules 9.03(c)). Counting the bases after the last play would fail:
    event texts omit a runner who must have moved up on the third out.
    """
    first = batch.small("new_half") != 0
    placed = sum((batch.small(f"runner{base}_placed") != 0) & first for base in (1, 2, 3))
    return batch.flag("batter_event").astype(np.int32) + placed - batch.fact("outs") - batch.fact("runs")


def _leagues(batch: Batch, games: np.ndarray, sides: np.ndarray) -> pa.Array:
    """Return the club's league from the TEAM file of the season; null without one."""
    seasons = batch.plays.games.seasons[games].tolist()
    clubs = [batch.words[word] for word in batch.clubs[games, sides].tolist()]
    letters = [batch.rosters.leagues.get(pair) for pair in zip(clubs, seasons, strict=True)]
    return pa.array([None if letter is None else _LEAGUES.get(letter, letter) for letter in letters], pa.string())


def event_lineup(batch: Batch) -> pa.Table:
    """Return table `event_lineup`: one row per slot of a starting lineup."""
    lines, of_line = batch.plays.lines, batch.plays.games.of_line
    starts = np.flatnonzero((lines.kinds == lf.START) & (of_line >= 0) & (lines.fields[:, lf.SLOT] > 0))
    starts = starts[batch.plays.kept[of_line[starts]]]
    game, side = of_line[starts], lines.fields[starts, lf.SIDE]
    player = lines.fields[starts, lf.PLAYER]
    letters = batch.bats(game, side, player)
    return pa.table(
        {
            **batch.texts_of_games(game),
            "club": batch.club_of(game, side),
            "slot": numbers(lines.fields[starts, lf.SLOT]),
            "player_id": batch.people(player),
            "player_person_id": batch.people_ids(player),
            "player_name": batch.names_of(player),
            "position": numbers(lines.fields[starts, lf.FIELD_POSITION]),
            "bats": texts(_BATS.take(letters), pa.array(["L", "R", "B"])),
        }
    )


_BATS = np.full(128, NOBODY, np.int32)
_BATS[[ord("L"), ord("R"), ord("B")]] = 0, 1, 2
