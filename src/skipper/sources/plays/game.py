"""Build table `event_file_game`, and the figures for each club in a game that come from plays."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from skipper.definitions.seasons import ATTENDANCE_MAY_BE_NOUGHT
from skipper.sources.leagues.reading import OF_RETROSHEET
from skipper.sources.plays.batch import HOME, NOBODY, VISITORS, Batch, game_day
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.accounts import account_of
from skipper.sources.plays.game_type import said_type, type_by_file
from skipper.sources.plays.gathering import flags, hands, numbers, texts
from skipper.sources.plays.pitchers import Pitchers, of_used_lineups, starting_pitchers
from skipper.sources.plays.rulings import rulings

_NOT_SAID = re.compile(r"unknown|\(none\)|0:00\s*[AP]?M?|", re.IGNORECASE)
_PITCHES = {"pitches": "pitches", "count": "count", "none": "none"}


def event_game(batch: Batch) -> pa.Table:
    """Return table `event_file_game`: one row per game; columns that need plays are null for a game without plays."""
    games = batch.listed
    unknown = ~batch.plays.kept[games]
    columns = {
        **batch.texts_of_games(games),
        **batch.places(batch.plays.games.spans[games, 0]),
        "date": batch.dates_of(games),
        "game_number": batch.game_numbers(games),
        "game_type": _game_types(batch),
        "home_club": batch.club_of(games, np.full(len(games), HOME)),
        "visitor_club": batch.club_of(games, np.full(len(games), VISITORS)),
        "source": pa.repeat(batch.dialect.source, len(games)),
        "account": pa.array([account_of(label) for label in batch.plays.files]).take(
            pa.array(batch.plays.games.files[games])
        ),
        "has_plays": flags(~unknown),
        "home_score": numbers(batch.plays.runs[games, HOME]),
        "visitor_score": numbers(batch.plays.runs[games, VISITORS]),
        "home_runs_among_steals": numbers(batch.plays.runs_among_steals[games, HOME]),
        "visitor_runs_among_steals": numbers(batch.plays.runs_among_steals[games, VISITORS]),
        "innings": numbers(batch.small("inning").take(batch.last_play.take(games)) if len(batch) else games, unknown),
        "outs": numbers(np.bincount(batch.game, batch.fact("outs"), len(batch.plays.kept))[games], unknown),
        **_said(batch),
        **rulings(batch),
        "contradictions": pa.array(_contradictions(batch), pa.string()),
    }
    return pa.table(columns)


def _contradictions(batch: Batch) -> list[str | None]:
    """Return the `info` records of each game that contradict its id, with what the id says; null if none does. The
    club in the id is the owner of the park, which can be the visiting club."""
    days, numbers_of_day = (_info(batch, key, str) for key in ("date", "number"))
    clubs = zip(*(_info(batch, key, str) for key in ("visteam", "hometeam")), strict=True)
    found: list[str | None] = []
    for game, day, number, of_game in zip(batch.listed.tolist(), days, numbers_of_day, clubs, strict=True):
        name = batch.plays.games.names[game]
        owner, dated = name[:-9], game_day(name)
        told = []
        if day is not None and str(day).replace("/", "-") != dated:
            told.append(f"info,date,{day}: the id has {dated}")
        if number is not None and str(number) != name[-1]:
            told.append(f"info,number,{number}: the id has {name[-1]}")
        if owner not in of_game:
            told.append(f"info,hometeam,{of_game[HOME]}: the id has {owner}")
        found.append("; ".join(told) or None)
    return found


def _game_types(batch: Batch) -> pa.Array:
    """Return each game's type: from `info,gametype`, else from the name of a Retrosheet file, else null. A value of
    `gametype` that is not in Retrosheet's list is UNKNOWN, whatever the file's name."""
    by_file = np.array([type_by_file(label) for label in batch.plays.files])
    of_game = by_file[batch.plays.games.files[batch.listed]].tolist()
    said = _info(batch, "gametype", said_type)
    return pa.array([known or named for known, named in zip(said, of_game, strict=True)], pa.string())


def _said(batch: Batch) -> dict[str, pa.Array]:
    """Return the values in the `info` records; null if missing or recorded as unknown."""
    seasons = batch.plays.games.seasons[batch.listed]
    attendance = _info(batch, "attendance", _count)
    shut = pa.array(seasons == ATTENDANCE_MAY_BE_NOUGHT)
    spectators = [None if n == 0 and not may else n for n, may in zip(attendance, shut.to_pylist(), strict=True)]
    return {
        "attendance": pa.array(spectators, pa.int32()),
        **{name: pa.array(_info(batch, key, read), kind) for name, (key, kind, read) in _KEYS.items()},
    }


def _info(batch: Batch, key: str, read: Callable[[str], object]) -> list[object]:
    """Return the value of an `info` key by game, parsing each distinct value once."""
    values = batch.plays.games.info(key.encode())[batch.listed].tolist()
    known = {value: read(batch.words[value].strip()) for value in set(values) if value != NOBODY}
    return [known.get(value) for value in values]


def _text(value: str) -> str | None:
    return None if _NOT_SAID.fullmatch(value) else value


def _count(value: str) -> int | None:
    return int(value) if re.fullmatch(r"\d{1,9}", value) else None


def _positive(value: str) -> int | None:
    return _count(value) or None  # 0 is Retrosheet's marker for unknown


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
    "field_condition": ("fieldcond", pa.string(), _text),  # files of 1871 have `fieldcon`, always unknown
    "plate_umpire_id": ("umphome", pa.string(), _text),
    "winning_pitcher_id": ("wp", pa.string(), _text),
    "losing_pitcher_id": ("lp", pa.string(), _text),
    "save_pitcher_id": ("save", pa.string(), _text),
    "pitches_recorded": ("pitches", pa.string(), _PITCHES.get),
}


def club_game(batch: Batch, pitchers: Pitchers) -> pa.Table:
    """Return one row per club and game; figures counted from plays are null if the game has no plays."""
    count = len(batch.listed)
    games, sides = np.repeat(batch.listed, 2), np.tile([VISITORS, HOME], count)
    unknown = ~batch.plays.kept[games]
    starters = np.full((len(batch.plays.kept), 2), NOBODY, np.int32)
    in_game, side, player, _ = starting_pitchers(batch, batch.plays.listed)
    starters[in_game, side] = player
    first = pitchers.order == 1  # who threw the first pitch, if the plays show it
    starters[pitchers.game[first], pitchers.side[first]] = pitchers.player[first]
    starter, other = starters[games, sides], starters[games, 1 - sides]
    batting, fielding = _by_side(batch, batch.small("side")), _by_side(batch, 1 - batch.small("side"))
    columns = {
        **batch.texts_of_games(games),
        "date": batch.dates_of(games),
        "game_number": batch.game_numbers(games),
        "club": batch.club_of(games, sides),
        "opponent": batch.club_of(games, 1 - sides),
        "is_home": flags(sides == HOME),
        "league": _leagues(batch, games, sides),
        "runs": numbers(batch.plays.runs[games, sides]),
        "hits": numbers(batting(batch.flag("hit_value")), unknown),
        "errors": numbers(fielding(batch.fact("errors") + batch.fact("errors_of_somebody")), unknown),
        "left_on_base": numbers(batting(_came_and_stayed(batch)), unknown),
        "outs_pitched": numbers(fielding(batch.fact("outs")), unknown),
        "pitchers_used": numbers(
            np.bincount(pitchers.game * 2 + pitchers.side, minlength=len(starters) * 2)[games * 2 + sides], unknown
        ),
        "batters_runs": pa.nulls(len(games), pa.int32()),  # box scores have them
        "has_lineup": flags(batch.plays.kept[games] | batch.plays.has_lineup[games, sides]),
        "starting_pitcher_id": batch.people(starter),
        "opposing_starter_id": batch.people(other),
        "opposing_starter_throws": hands(batch.throws(games, 1 - sides, other)),
    }
    return pa.table(columns)


def _by_side(batch: Batch, side: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return a function that sums a column over the plays by game and side."""
    place = np.zeros(len(batch.plays.kept), np.int64)
    place[batch.listed] = np.arange(len(batch.listed))
    key = place.take(batch.game) * 2 + side
    return lambda values: np.bincount(key, values, 2 * len(batch.listed)).astype(np.int32)


def _came_and_stayed(batch: Batch) -> np.ndarray:
    """Return, per play, batters and placed runners minus outs and runs; they sum to the runners left on base.

    A box score is proved this way (Official Baseball Rules 9.03(c)). Counting the bases after the last play would fail,
    because event texts omit a runner who must have moved up on the third out.
    """
    first = batch.small("new_half") != 0
    placed = sum((batch.small(f"runner{base}_placed") != 0) & first for base in (1, 2, 3))
    return batch.flag("batter_event").astype(np.int32) + placed - batch.fact("outs") - batch.fact("runs")


def _leagues(batch: Batch, games: np.ndarray, sides: np.ndarray) -> pa.Array:
    """Return the club's league from its code, else from the season's TEAM file, else null."""
    seasons = batch.plays.games.seasons[games].tolist()
    clubs = [batch.words[word] for word in batch.clubs[games, sides].tolist()]
    letters = [batch.rosters.leagues.get(pair) for pair in zip(clubs, seasons, strict=True)]
    named = [
        OF_RETROSHEET.get(letter, letter) if letter else batch.dialect.league(club)
        for club, letter in zip(clubs, letters, strict=True)
    ]
    return pa.array(named, pa.string())


def event_lineup(batch: Batch) -> pa.Table:
    """Return table `event_lineup`: one row per `start` record with a slot and a known player, as listed."""
    lines, of_line = batch.plays.lines, batch.plays.games.of_line
    of_slots = (lines.kinds == lf.START) & (lines.fields[:, lf.SLOT] > 0) & (lines.fields[:, lf.PLAYER] != lf.UNKNOWN)
    starts = np.flatnonzero(of_slots & batch.plays.used_records)
    starts = of_used_lineups(batch, starts)
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
