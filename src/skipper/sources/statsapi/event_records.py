"""Write the plays of a feed as the records of an event file: `id`, `info`, `start`, `play`, `sub`, `com`, `radj`.

One grammar and one state machine then read the plays of every source. The feed's own account of the outs, the score
and the bases after each plate appearance is checked here against the movements of its runners, and kept so that the
reader's can be checked against it as well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from skipper.sources.statsapi.event_text import (
    ENDS_PLATE_APPEARANCE,
    HOME,
    UNKNOWN_FIELDER,
    Movement,
    Situation,
    UnreadablePlayError,
    is_with_pitch,
    result_text,
    running_text,
)
from skipper.sources.statsapi.records import batting_slot

Json = Mapping[str, Any]
AWAY, AT_HOME = 0, 1
_PITCHER, _PINCH_RUNNER = 1, 12
_OPPOSITE = {"L": "R", "R": "L"}
_NOTHING = "NP"
_THROWS = frozenset("123")
_FOUL_ERROR = "f_foul_error"
_DROPPED_FOUL = re.compile(
    r"Dropped foul .*?error by (?:(pitcher|catcher|first baseman|second baseman|third baseman|shortstop|left fielder|"
    r"center fielder|right fielder)\b)?",
    re.IGNORECASE,
)
_FIELDERS = (
    *("pitcher", "catcher", "first baseman", "second baseman", "third baseman", "shortstop"),
    *("left fielder", "center fielder", "right fielder"),
)
_SCHEDULED = 9
_BASES = {"1B": 1, "2B": 2, "3B": 3, "4B": HOME, "score": HOME, None: 0}
_POST = {"postOnFirst": 1, "postOnSecond": 2, "postOnThird": 3}
_SUBSTITUTIONS = (
    "pitching_substitution",
    "offensive_substitution",
    "defensive_substitution",
    "defensive_switch",
    "pitcher_switch",
)
# Entries of `allPlays` that are no play: nobody bats, and nobody runs.
_NO_PLAY = frozenset(
    (
        None,
        "",
        "game_advisory",
        "ejection",
        "injury",
        "batter_turn",
        "at_bat_start",
        "no_pitch",
        "umpire_substitution",
        "os_ruling_pending_prior",
        "os_ruling_pending_primary",
        *_SUBSTITUTIONS,
    )
)
# The API's pitch codes as Retrosheet's letters; any other code is an unknown pitch (U).
_PITCHES = {letter: letter for letter in "BCFHIKLMNOPQRSTVX"} | {
    "*B": "*B",
    "D": "X",
    "E": "X",
    "W": "S",
    "A": "A",
    "AC": "A",
    "AB": "A",
    "VP": "V",
    "VC": "V",
    "VB": "V",
    "VS": "V",
    "J": "Y",
    "Y": "Y",
    "Z": "Y",
}


class UnsoundError(Exception):
    """A game's plays cannot be used; `place` is the play's position in the feed from 1, and `text` its description."""

    def __init__(self, place: int, text: str, reason: str) -> None:
        super().__init__(reason)
        self.place, self.text, self.reason = place, text, reason


@dataclass(frozen=True)
class Club:
    """A club's players in a game: starting lineup by slot (player, position), starting pitcher, and everyone's slot."""

    lineup: dict[int, tuple[str, int]]
    pitcher: str
    slots: dict[str, int]


@dataclass(frozen=True)
class After:
    """What the feed says after an entry of `allPlays`: outs, runs of both clubs, and occupied bases as bits 1, 2, 4.

    `line` is the entry's last `play` record, from 0 in its game. `bases` is -1 if the feed does not say.
    """

    line: int
    outs: int
    runs: tuple[int, int]
    bases: int


@dataclass
class Records:
    """A game's records after the lineups, with each record's place: the play's position in the feed, from 1."""

    lines: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    after: list[After] = field(default_factory=list)


@dataclass
class _Game:
    """A game in progress: who bats in each slot, who is on base, the outs, the score and the pitches to the batter.

    The count is null if the feed has no pitches of the plate appearance. `has_foul_error` says whether the error on the
    last pitch is written.
    """

    clubs: tuple[Club, Club]
    records: Records
    hands: Mapping[str, tuple[str | None, str | None]]
    says_bases: bool
    scheduled_innings: int
    batting: tuple[dict[int, str], dict[int, str]]
    place: int = 0
    inning: int = 0
    side: int = AWAY
    outs: int = 0
    runs: list[int] = field(default_factory=lambda: [0, 0])
    bases: dict[int, str] = field(default_factory=dict)
    last_play: int = 0
    pitches: str = ""
    count: tuple[int, int] | None = None
    count_before: tuple[int, int] | None = None
    has_foul_error: bool = False

    def write(self, line: str) -> None:
        self.records.lines.append(line)
        self.records.places.append(self.place)

    def play(self, batter: str, count: tuple[int, int] | None, text: str) -> None:
        said = "??" if count is None else f"{count[0]}{count[1]}"
        self.write(f"play,{self.inning},{self.side},{batter},{said},{self.pitches},{text}")
        if text != _NOTHING:
            self.last_play = len(self.records.lines)


def write_records(
    plays: Sequence[Json],
    clubs: tuple[Club, Club],
    hands: Mapping[str, tuple[str | None, str | None]],
    scheduled_innings: int | None = None,
) -> Records:
    """Return the records of a game's plays, which are its `allPlays`.

    `hands` has how each person bats and throws (L, R, S or null) in the rosters that the reader gets. Raises
    UnsoundError if the feed contradicts itself, or has a play that Retrosheet's grammar cannot say.
    """
    matchups = [play.get("matchup") for play in plays if isinstance(play, dict)]
    says_bases = any(name in matchup for matchup in matchups if isinstance(matchup, dict) for name in _POST)
    batting = tuple({slot: player for slot, (player, _position) in club.lineup.items()} for club in clubs)
    innings = scheduled_innings or _SCHEDULED
    game = _Game(clubs, Records(), hands, says_bases, innings, (batting[0], batting[1]))
    for place, play in enumerate(plays, 1):
        game.place = place
        try:
            _at_bat(game, play)
        except (UnreadablePlayError, LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            reason = str(error) if isinstance(error, UnreadablePlayError) else f"an incomplete play: {error!r}"
            raise UnsoundError(place, _description(play), reason) from error
    return game.records


def _id(person: Json) -> str:
    """Return a person's id. Raises UnreadablePlayError for one that is not a number."""
    found = str(person["id"])
    if not (found.isascii() and found.isdigit()):
        raise UnreadablePlayError(f"an id that is not a number: {found!r}")
    return found


def _description(play: Any) -> str:
    try:
        return str(play["result"].get("description") or play["result"].get("eventType") or "")
    except (KeyError, TypeError, AttributeError):
        return ""


def _at_bat(game: _Game, play: Json) -> None:
    """Write one entry of `allPlays`, in the order of its events."""
    batter = _id(play["matchup"]["batter"])
    _begin(game, play, batter)
    groups, ending = _groups(play, batter)
    if ending is None and not groups and play["result"].get("eventType") not in _NO_PLAY:
        kind = play["result"].get("eventType")
        raise UnreadablePlayError(f"{kind}: no runner moves, and the batter is not mentioned")
    before = game.last_play
    during = {index: told for index, told in groups.items() if ending is None or index < ending}
    waiting: list[Json] = []
    for event in sorted(play["playEvents"], key=lambda event: event["index"]):
        if waiting and (_is_pitch(event) or event["details"].get("eventType") in _SUBSTITUTIONS):
            _run(game, batter, waiting)
            waiting = []
        _step(game, play, event, batter)
        if event["index"] not in groups:
            _foul_error(game, event, batter)
        waiting += during.pop(event["index"], [])
    for index in sorted(during):
        waiting += during[index]
    if waiting:
        _run(game, batter, waiting)
    if ending is not None:
        _end(game, play, batter, [entry for index in sorted(groups) if index >= ending for entry in groups[index]])
    if game.last_play != before:
        _check(game, play)


def _begin(game: _Game, play: Json, batter: str) -> None:
    """Begin an entry and, where it is the first of a half-inning, the half-inning."""
    about = play["about"]
    half = int(about["inning"]), AWAY if about["halfInning"] == "top" else AT_HOME
    if half != (game.inning, game.side):
        game.inning, game.side = half
        game.outs, game.bases = 0, {}
        if half[0] > game.scheduled_innings and (placed := _unannounced(play, batter)):
            _place(game, placed, 2)
    has_pitches = any(_is_pitch(event) for event in play["playEvents"])
    game.pitches, game.count = "", (0, 0) if has_pitches else None
    game.count_before = game.count
    game.has_foul_error = False


def _unannounced(play: Json, batter: str) -> str | None:
    """Return the runner placed on second base to begin a half-inning, if no event of the feed says so; else null."""
    if any(event["details"].get("eventType") == "runner_placed" for event in play["playEvents"]):
        return None
    first = {_id(entry["details"]["runner"]): entry["movement"]["start"] for entry in reversed(play["runners"])}
    there = play["matchup"].get("postOnSecond")
    if there:
        first.setdefault(_id(there), "2B")
    return next((runner for runner, start in first.items() if start == "2B" and runner != batter), None)


def _groups(play: Json, batter: str) -> tuple[dict[int, list[Json]], int | None]:
    """Return the movements by the index of their event, and the index of the event that ends the plate appearance.

    The latter is null if the batter does not come to an end, as when a runner makes the third out.
    """
    groups: dict[int, list[Json]] = defaultdict(list)
    ending = None
    for entry in play["runners"]:
        details, movement = entry["details"], entry["movement"]
        if details.get("eventType") == "runner_placed":
            continue
        index = details.get("playIndex")
        index = len(play["playEvents"]) if index is None else int(index)
        groups[index].append(entry)
        if ending is None and movement["start"] is None and _id(details["runner"]) == batter:
            ending = index
    return groups, ending


def _step(game: _Game, play: Json, event: Json, batter: str) -> None:
    """Write what an event says besides movements: a pitch, a throw, a substitution, a placed runner, an ejection."""
    details = event["details"]
    kind = details.get("eventType")
    if _is_pitch(event):
        game.has_foul_error = False
        call = _call(details)
        going = ">" if details.get("runnerGoing") else ""
        game.pitches += going + _PITCHES.get(str(call), "U")
        said = event.get("count") or {}
        game.count_before = game.count
        game.count = min(int(said.get("balls") or 0), 3), min(int(said.get("strikes") or 0), 2)
    elif event.get("type") == "pickoff":
        base = str(details.get("code"))[:1]
        game.pitches += ("+" if details.get("fromCatcher") else "") + base if base in _THROWS else ""
    elif kind in _SUBSTITUTIONS:
        _substitute(game, play, event, batter)
    elif kind == "runner_placed":
        _place(game, _id(event["player"]), int(event.get("base") or 2))
    elif kind == "ejection":
        _eject(game, event)


def _foul_error(game: _Game, event: Json, batter: str) -> None:
    """Write an error on a foul fly, once: feeds credit it to the pitch or to an action after it, or describe it."""
    credited = next((one for one in event.get("credits") or () if one.get("credit") == _FOUL_ERROR), None)
    details = event["details"]
    told = _DROPPED_FOUL.match(str(details.get("description") or "")) if details.get("eventType") == "error" else None
    if game.has_foul_error or (credited is None and told is None):
        return
    named = str(_FIELDERS.index(told[1].lower()) + 1) if told and told[1] else ""
    position = str((credited or {}).get("position", {}).get("code") or named)
    fielder = position if position in "123456789" and position else UNKNOWN_FIELDER
    game.play(batter, game.count_before, f"FLE{fielder}")
    game.has_foul_error = True
    game.pitches += "." if game.count is not None else ""


def _call(details: Json) -> str | None:
    code = details.get("code") or (details.get("call") or {}).get("code")
    return None if code is None else str(code)


def _is_pitch(event: Json) -> bool:
    """Return whether an event is a pitch, or a ball or strike that the umpire calls without one."""
    return bool(event.get("isPitch")) or (event.get("type") == "no_pitch" and _call(event["details"]) in _PITCHES)


def _place(game: _Game, runner: str, base: int) -> None:
    game.bases[base] = runner
    game.write(f"radj,{runner},{base}")


def _eject(game: _Game, event: Json) -> None:
    """Write an ejection as Retrosheet's comment.

    The person is empty if the feed gives no id; the role is known for a manager, a coach or a player in the game.
    """
    given = (event.get("player") or {}).get("id")
    person = "" if given is None else _id(event["player"])
    words = str(event["details"].get("description") or "").lower().split()
    played = any(person in club.slots for club in game.clubs)
    role = "M" if "manager" in words else "C" if "coach" in words else "P" if played else ""
    umpire = _id(event["umpire"]) if event.get("umpire") else ""
    game.write(f'com,"ej,{person},{role},{umpire},"')


def _substitute(game: _Game, play: Json, event: Json, batter: str) -> None:
    """Write a substitution, after the record of no play that says who was to bat."""
    player, kind = _id(event["player"]), event["details"]["eventType"]
    replaced = _id(event["replacedPlayer"]) if event.get("replacedPlayer") else ""
    position = (event.get("position") or {}).get("code")
    position = str(_PITCHER) if position is None and kind.startswith("pitch") else position
    if position is None or not str(position).isdigit():
        raise UnreadablePlayError(f"a substitution at position {position}")
    side = _side_of(game, player, kind)
    slot = _slot_of(game, event, player, replaced, side)
    if slot is None:
        if int(position) != _PITCHER:
            raise UnreadablePlayError("a substitution without a place in the batting order")
        slot = 0
    due = game.batting[game.side].get(game.clubs[game.side].slots.get(batter, 0), batter)
    game.play(due, game.count, _NOTHING)
    game.write(f"sub,{player},,{side},{slot},{position}")
    if slot:
        game.batting[side][slot] = player
    if int(position) == _PINCH_RUNNER:
        stands = {base for base, runner in game.bases.items() if runner == replaced or base == event.get("base")}
        game.bases |= dict.fromkeys(stands, player)


def _side_of(game: _Game, player: str, kind: str) -> int:
    """Return the club of a player who enters: the one whose box score lists the player, else by the kind."""
    listed = [side for side, club in enumerate(game.clubs) if player in club.slots]
    if len(listed) == 1:
        return listed[0]
    return game.side if kind == "offensive_substitution" else 1 - game.side


def _slot_of(game: _Game, event: Json, player: str, replaced: str, side: int) -> int | None:
    """Return the slot: as the event gives it, else that of the player replaced, else as the box score gives it."""
    if slot := batting_slot(event.get("battingOrder")):
        return slot
    for who in (player, replaced):
        for slot, batting in game.batting[side].items():
            if batting == who:
                return slot
    return game.clubs[side].slots.get(player) or None


def _run(game: _Game, batter: str, entries: list[Json]) -> None:
    """Write plays on the bases: steals between the same pitches as one record, anything else by itself."""
    together: dict[Any, list[Json]] = defaultdict(list)
    for entry in entries:
        kind = str(entry["details"].get("eventType"))
        steals = kind.startswith(("stolen_base_", "caught_stealing_"))
        together["steals" if steals else entry["details"].get("playIndex")].append(entry)
    indexes = {entry["details"].get("playIndex") for entry in together.get("steals", ())}
    for index in indexes & together.keys():  # a runner who moved up on a throw after the steal
        together["steals"] += together.pop(index)
    for told in together.values():
        movements = _movements(game, told, None)
        if any(movement.moves for movement in movements):
            text = running_text(movements)
            game.play(batter, game.count_before if is_with_pitch(text) else game.count, text)
            game.pitches += "." if game.count is not None else ""
            _apply(game, movements)


def _end(game: _Game, play: Json, batter: str, entries: list[Json]) -> None:
    """Write the event that ends the plate appearance."""
    movements = _movements(game, entries, batter)
    kind = play["result"].get("eventType")
    if kind not in ENDS_PLATE_APPEARANCE:
        raise UnreadablePlayError(f"unknown event type: {kind}")
    hit: Json = next((event["hitData"] for event in reversed(play["playEvents"]) if event.get("hitData")), {})
    text = result_text(kind, movements, hit, Situation(game.outs, len(game.bases) == 3))
    for adjusted in _adjusted_hands(game, play["matchup"], batter):
        game.write(adjusted)
    game.play(batter, game.count_before, text)
    _apply(game, movements)


def _adjusted_hands(game: _Game, matchup: Json, batter: str) -> Iterator[str]:
    """Yield records for a batter or pitcher whose hand is not the one that the rosters imply."""
    pitcher = _id(matchup["pitcher"])
    throws = (matchup.get("pitchHand") or {}).get("code")
    bats = (matchup.get("batSide") or {}).get("code")
    known = game.hands.get(pitcher, (None, None))[1]
    if throws in _OPPOSITE and throws != known:
        yield f"padj,{pitcher},{throws}"
    usual = game.hands.get(batter, (None, None))[0]
    if bats in _OPPOSITE and bats != (_OPPOSITE.get(str(throws)) if usual == "S" else usual):
        yield f"badj,{batter},{bats}"


def _movements(game: _Game, entries: list[Json], batter: str | None) -> list[Movement]:
    """Return each runner's way on one event.

    Raises UnreadablePlayError if a runner is not on the base from which the feed moves the runner.
    """
    held = {runner: base for base, runner in game.bases.items()}
    found: dict[str, Movement] = {}
    for entry in sorted(entries, key=lambda entry: _BASES[entry["movement"]["start"]]):
        movement, details = entry["movement"], entry["details"]
        runner = _id(details["runner"])
        start = _BASES[movement["start"]]
        way = found.get(runner)
        if way is None:
            origin = 0 if runner == batter and start == 0 else held.get(runner)
            if origin != start:
                raise UnreadablePlayError(
                    f"runner {runner} moves from {movement['start']}, where the plays do not have him"
                )
            way = found[runner] = Movement(
                runner, start, str(details.get("eventType")), str(details.get("movementReason") or ""), start
            )
            credits = way.first_credits
        else:
            credits = way.credits
        credits += [(str(one["position"]["code"]), str(one["credit"])) for one in entry.get("credits") or ()]
        _extend(way, movement, details)
    return list(found.values())


def _extend(way: Movement, movement: Json, details: Json) -> None:
    """Add one of a runner's movements to the way."""
    if movement.get("isOut"):
        way.out_at = _BASES[movement.get("outBase")] or way.reached + 1
        way.out_number = int(movement.get("outNumber") or 0)
    elif movement.get("end") is not None:
        way.reached = _BASES[movement["end"]]
        if way.reached == HOME:
            way.batted_in, way.earned = bool(details.get("rbi")), bool(details.get("earned"))
            way.team_unearned = bool(details.get("teamUnearned"))


def _apply(game: _Game, movements: list[Movement]) -> None:
    """Move the runners, and count outs and runs."""
    for movement in movements:
        if movement.moves and game.bases.get(movement.origin) == movement.runner:
            del game.bases[movement.origin]
    for movement in movements:
        if movement.out_at is not None:
            game.outs += 1
        elif movement.reached == HOME:
            game.runs[game.side] += 1
        elif movement.moves:
            if movement.reached in game.bases:
                raise UnreadablePlayError("two runners on a base")
            game.bases[movement.reached] = movement.runner


def _check(game: _Game, play: Json) -> None:
    """Compare the state with the feed's after the entry, and keep the feed's for the reader."""
    result, matchup = play["result"], play["matchup"]
    outs, runs = int(play["count"]["outs"]), (int(result["awayScore"]), int(result["homeScore"]))
    if outs != game.outs:
        raise UnreadablePlayError(f"the movements make {game.outs} out, the feed says {outs}")
    if runs != tuple(game.runs):
        raise UnreadablePlayError(
            f"the movements make {game.runs[0]}-{game.runs[1]}, the feed says {runs[0]}-{runs[1]}"
        )
    bases = -1
    if game.says_bases and outs < 3:
        said = {base: _id(matchup[name]) for name, base in _POST.items() if matchup.get(name)}
        if said != game.bases:
            raise UnreadablePlayError(f"the movements leave {_runners(game.bases)}, the feed says {_runners(said)}")
        bases = sum(1 << base - 1 for base in said)
    game.records.after.append(After(game.last_play - 1, outs, runs, bases))


def _runners(bases: Mapping[int, str]) -> str:
    """Return the runners on base in words, with their ids."""
    return ", ".join(f"{runner} on base {base}" for base, runner in sorted(bases.items())) or "nobody on base"


def lineup_records(clubs: Sequence[Club]) -> Iterator[str]:
    """Yield the `start` records: the pitcher in slot 0 if a designated hitter bats for the pitcher."""
    for side, club in enumerate(clubs):
        if not any(position == _PITCHER for _player, position in club.lineup.values()):
            yield f"start,{club.pitcher},,{side},0,{_PITCHER}"
        for slot, (player, position) in sorted(club.lineup.items()):
            yield f"start,{player},,{side},{slot},{position}"
