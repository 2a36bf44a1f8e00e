"""A played game's plays as the Stats API shapes them: `allPlays`, with runners, credits, substitutions and pitches."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from skipper.simulate.games import PlayedGame
from skipper.simulate.lineup_card import LineupCard
from skipper.simulate.people import Person
from skipper.simulate.pitches import at_bats, count_before_last, pitched
from skipper.sources.plays.events import event_codes as codes
from skipper.sources.plays.events.event_columns import STAYS
from skipper.sources.plays.events.event_reader import read_event
from skipper.sources.plays.events.event_text import EventText
from skipper.sources.statsapi.event_text import HOME, Movement, Situation, batted_in_by_rule

Json = dict[str, Any]
PITCHER, PINCH_HITTER = 1, 11
_BASES = {0: None, 1: "1B", 2: "2B", 3: "3B", HOME: "score"}
_OUT_BASES = {1: "1B", 2: "2B", 3: "3B", HOME: "4B"}
_POST = {1: "postOnFirst", 2: "postOnSecond", 3: "postOnThird"}
_KINDS = {
    codes.STRIKEOUT: "strikeout",
    codes.WILD_PITCH: "wild_pitch",
    codes.PASSED_BALL: "passed_ball",
    codes.BALK: "balk",
    codes.OTHER_ADVANCE: "other_advance",
    codes.WALK: "walk",
    codes.ERROR: "field_error",
    codes.SINGLE: "single",
    codes.DOUBLE: "double",
    codes.TRIPLE: "triple",
    codes.HOME_RUN: "home_run",
}
_TRAJECTORIES = {"G": "ground_ball", "L": "line_drive", "F": "fly_ball", "P": "popup"}
_IN_PLAY_CODES = {"field_error": "E", "home_run": "E", **dict.fromkeys(("single", "double", "triple"), "D")}


@dataclass
class _Side:
    """One club's batters by slot, its fielders by position, and where its substitutes came in."""

    slots: dict[int, Person]
    fielders: dict[int, Person]
    positions: dict[int, int]
    entered: list[tuple[Person, int, int]] = field(default_factory=list)


@dataclass
class _State:
    sides: tuple[_Side, _Side]
    people: dict[str, Person]
    half: tuple[int, int] = (0, 0)
    outs: int = 0
    runs: list[int] = field(default_factory=lambda: [0, 0])
    bases: dict[int, Person] = field(default_factory=dict)


@dataclass
class FeedPlays:
    """A game's plays, and the substitutes of both clubs in the order in which they came in (person, slot, position)."""

    plays: list[Json]
    entered: tuple[list[tuple[Person, int, int]], list[tuple[Person, int, int]]]


def id_of(person: Person) -> int:
    """Return a person's id in the API."""
    return int(str(person.mlbam_id))


def feed_plays(game: PlayedGame, people: dict[str, Person], with_pitches: bool) -> FeedPlays:
    """Return a game's plays; `people` has everyone who may play, by Retrosheet id.

    With pitches, they have coordinates, as in the API's feeds of recent seasons.
    """
    state = _State((_side(game.visitor.card), _side(game.home.card)), people)
    records = pitched(game.plays) if with_pitches else game.plays
    plays = [_play(state, turn, number) for number, turn in enumerate(at_bats(records))]
    return FeedPlays(plays, (state.sides[0].entered, state.sides[1].entered))


def _side(card: LineupCard) -> _Side:
    positions = {slot: position for slot, (_player, position) in enumerate(card.slots, 1)}
    fielders = {position: player.person for player, position in card.slots}
    fielders[PITCHER] = card.starting_pitcher.person
    return _Side({slot: player.person for slot, (player, _position) in enumerate(card.slots, 1)}, fielders, positions)


def _play(state: _State, records: list[list[str]], number: int) -> Json:
    """Return one entry of `allPlays`: the records of a plate appearance, or of one that a third out cut short."""
    first = next(record for record in records if record[0] == "play")
    inning, side = int(first[1]), int(first[2])
    if state.half != (inning, side):
        state.half, state.outs, state.bases = (inning, side), 0, {}
    events: list[Json] = []
    runners: list[Json] = []
    kind, batter, event = "", state.people[first[3]], EventText()
    rbi, count = 0, (0, 0)
    for record in records:
        if record[0] == "sub":
            events.append({**_substitution(state, record), "index": len(events)})
            continue
        if record[6] == "NP":
            continue
        batter, event = state.people[record[3]], read_event(record[6])
        kind = _kind(event)
        if event.code in codes.BATTER_EVENTS:
            events += _pitches(event, kind, record[5].strip("."), len(events))
            count = count_before_last(record[5])
        else:
            events.append(_action(kind, len(events)))
        moved = _runners(state, event, kind, batter, record[6], len(events) - 1)
        rbi += sum(runner["details"]["rbi"] for runner in moved)
        runners += moved
    return {
        "result": {
            "type": "atBat",
            "event": kind.replace("_", " ").title(),
            "eventType": kind,
            "description": f"{batter.name}: {kind.replace('_', ' ')}.",
            "rbi": rbi,
            "awayScore": state.runs[0],
            "homeScore": state.runs[1],
            "isOut": 0 in event.out,
        },
        "about": {
            "atBatIndex": number,
            "halfInning": ("top", "bottom")[side],
            "isTopInning": side == 0,
            "inning": inning,
            "isComplete": True,
            "isScoringPlay": any(runner["details"]["isScoringEvent"] for runner in runners),
            "hasReview": False,
            "hasOut": any(runner["movement"]["isOut"] for runner in runners),
        },
        "count": {"balls": count[0], "strikes": count[1], "outs": state.outs},
        "matchup": _matchup(state, batter, state.sides[1 - side].fielders[PITCHER]),
        "runners": runners,
        "playEvents": events,
        "atBatIndex": number,
    }


def _matchup(state: _State, batter: Person, pitcher: Person) -> Json:
    """Return who batted against whom, with their hands, and the runners on base afterwards unless three are out."""
    on_base = {_POST[base]: _person(runner) for base, runner in state.bases.items()} if state.outs < 3 else {}
    return {
        "batter": _person(batter),
        "batSide": {"code": _bats(batter, pitcher)},
        "pitcher": _person(pitcher),
        "pitchHand": {"code": pitcher.throws},
        **on_base,
    }


def _kind(event: EventText) -> str:
    """Return the API's type of an event."""
    words, named = event.modifiers.words, _KINDS.get(event.code)
    if event.code in (codes.STOLEN_BASE, codes.CAUGHT_STEALING):
        word = "stolen_base" if event.code == codes.STOLEN_BASE else "caught_stealing"
        return _steal(word, max(event.steals or event.caught))
    if named is not None:
        return named
    if "SH" in words:
        return "sac_bunt"
    if event.code == codes.FIELDERS_CHOICE:
        return "fielders_choice_out" if event.out else "fielders_choice"
    told = {"SF": "sac_fly", "GDP": "grounded_into_double_play", "FO": "force_out"}
    found = next((name for word, name in told.items() if word in words), None)
    return found or ("double_play" if event.modifiers.double_play else _other_out(event))


def _other_out(event: EventText) -> str:
    return "triple_play" if event.modifiers.triple_play else "field_out"


def _steal(word: str, runner: int) -> str:
    return f"{word}_{'home' if runner == 3 else f'{runner + 1}b'}"


def _pitches(event: EventText, kind: str, pitches: str, first: int) -> Iterator[Json]:
    """Yield the events of a plate appearance: its last has the batted ball."""
    hit: Json = {}
    if event.modifiers.trajectory or event.modifiers.location:
        bunt = "bunt_grounder" if event.modifiers.bunt else None
        hit = {"hitData": {"trajectory": bunt or _TRAJECTORIES[event.modifiers.trajectory]}}
        if event.modifiers.location:
            hit["hitData"]["location"] = event.modifiers.location
    if not pitches:
        yield {"type": "no_pitch", "isPitch": False, "details": {}, "index": first, **hit}
        return
    coordinates = dict.fromkeys(("aX", "aY", "aZ", "pfxX", "pfxZ", "pX", "pZ", "vX0", "vY0", "vZ0"), 12.345 + first)
    for at, letter in enumerate(pitches):
        code = _IN_PLAY_CODES.get(kind, letter) if letter == "X" else letter
        balls, strikes = count_before_last(pitches[: at + 2]) if at + 1 < len(pitches) else count_before_last(pitches)
        yield {
            "type": "pitch",
            "isPitch": True,
            "details": {"code": code, "isInPlay": letter == "X"},
            "count": {"balls": balls, "strikes": strikes, "outs": 0},
            "pitchData": {"coordinates": coordinates},
            "index": first + at,
            **(hit if at + 1 == len(pitches) else {}),
        }


def _action(kind: str, index: int) -> Json:
    return {"type": "action", "isPitch": False, "details": {"eventType": kind, "description": kind}, "index": index}


def _runners(state: _State, event: EventText, kind: str, batter: Person, text: str, index: int) -> list[Json]:
    """Return the movements on an event, the batter's first, and make them."""
    ends = event.code in codes.BATTER_EVENTS
    situation = Situation(state.outs, len(state.bases) == 3)
    at = {0: batter, **state.bases} if ends else state.bases
    numbers = _out_numbers(event, state.outs)
    movements = []
    for origin in (origin for origin in (0, 3, 2, 1) if origin in at and event.to[origin] != STAYS):
        is_out, reached = origin in event.out, min(event.to[origin], HOME)
        if not is_out and reached == origin:
            continue
        entry_kind, reason = _why(event, kind, origin, reached, is_out)
        way = Movement(str(at[origin].mlbam_id), origin, entry_kind, reason or "", reached)
        scores = reached == HOME and not is_out
        details = {
            "eventType": entry_kind,
            "movementReason": reason,
            "runner": _person(at[origin]),
            "isScoringEvent": scores,
            "rbi": scores and ends and batted_in_by_rule(text, kind, way, situation),
            "earned": scores,
            "teamUnearned": False,
            "playIndex": index,
        }
        movement = {
            "originBase": _BASES[origin],
            "start": _BASES[origin],
            "end": None if is_out else _BASES[reached],
            "outBase": _OUT_BASES[_out_at(event, origin)] if is_out else None,
            "isOut": is_out,
            "outNumber": numbers.get(origin),
        }
        movements.append({"movement": movement, "details": details, "credits": _credits(state, event, origin, is_out)})
    _move(state, event, batter if ends else None)
    return movements


def _out_numbers(event: EventText, outs: int) -> dict[int, int]:
    """Return the number of each out by the runner's origin: in the order of the basic play, then of the advances."""
    order = dict.fromkeys([*event.in_chain, *event.caught, *(move.runner for move in event.moves), 0])
    return {runner: outs + at for at, runner in enumerate((one for one in order if one in event.out), 1)}


def _out_at(event: EventText, origin: int) -> int:
    """Return the base at which a runner is put out."""
    return next((move.base for move in event.moves if move.runner == origin), origin + 1)


def _why(event: EventText, kind: str, origin: int, reached: int, is_out: bool) -> tuple[str, str | None]:
    """Return the type and the reason of a runner's movement."""
    if origin in event.steals:
        return _steal("stolen_base", origin), f"r_{_steal('stolen_base', origin)}"
    if origin in event.caught:
        return _steal("caught_stealing", origin), f"r_{_steal('caught_stealing', origin)}"
    if origin == 0:
        return kind, None
    if is_out:
        return (
            kind if kind != "strikeout" else "other_out",
            "r_force_out" if origin in event.in_chain else "r_runner_out",
        )
    if event.code in (codes.STRIKEOUT, codes.WALK):
        forced = event.code == codes.WALK and reached == origin + 1
        extra = "wild_pitch" if event.wild_pitch else "other_advance"
        return (kind, "r_adv_force") if forced else (extra, "r_adv_play")
    return kind, "r_adv_play"


def _credits(state: _State, event: EventText, origin: int, is_out: bool) -> list[Json]:
    """Return the fielders' credits on a runner's movement."""
    fielders = state.sides[1 - state.half[1]].fielders
    told: list[tuple[int, str]] = []
    if is_out:
        chain = [int(fielder) for fielder in event.plays[origin] if fielder.isdigit()]
        told = [*((fielder, "f_assist") for fielder in chain[:-1]), *((fielder, "f_putout") for fielder in chain[-1:])]
    elif origin == 0 and event.code == codes.ERROR:
        told = [(fielder, "f_fielding_error") for fielder, _kind_of_error in event.errors]
    elif origin == 0 and event.fielder and event.code != codes.OUT:
        told = [(event.fielder, "f_fielded_ball")]
    return [
        {"player": {"id": id_of(fielders[position])}, "position": {"code": str(position)}, "credit": credit}
        for position, credit in told
    ]


def _move(state: _State, event: EventText, batter: Person | None) -> None:
    """Move the runners, and count outs and runs."""
    before = dict(state.bases)
    if batter is not None:
        before[0] = batter
    state.outs += len(event.out)
    state.bases = {base: runner for base, runner in before.items() if base and event.to[base] == STAYS}
    for origin, runner in before.items():
        to = event.to[origin]
        if origin in event.out or to == STAYS:
            continue
        if to >= HOME:
            state.runs[state.half[1]] += 1
        elif to:
            state.bases[to] = runner


def _substitution(state: _State, record: list[str]) -> Json:
    """Return the action for a substitution, and make it."""
    player, side, slot, position = state.people[record[1]], *(int(number) for number in record[-3:])
    of_side = state.sides[side]
    replaced = of_side.slots.get(slot) if slot else of_side.fielders[PITCHER]
    if position == PITCHER:
        kind = "pitching_substitution"
    elif position == PINCH_HITTER:
        kind = "offensive_substitution"
    else:
        kind = "defensive_switch" if replaced == player else "defensive_substitution"
    event: Json = {
        **_action(kind, 0),
        "player": {"id": id_of(player)},
        "position": {"code": str(position)},
        "isSubstitution": kind != "defensive_switch",
    }
    if replaced is not None and replaced != player:
        event["replacedPlayer"] = {"id": id_of(replaced)}
    times = sum(place == slot for _person_in, place, _position in of_side.entered) + (replaced != player)
    if slot:
        event["battingOrder"] = f"{slot}{times:02}"
        of_side.slots[slot] = player
    if replaced != player:
        of_side.entered.append((player, slot, position))
    if position <= 9:
        of_side.fielders[position] = player
    return event


def _person(person: Person) -> Json:
    return {"id": id_of(person), "fullName": person.name, "link": f"/api/v1/people/{person.mlbam_id}"}


def _bats(batter: Person, pitcher: Person) -> str:
    return batter.bats if batter.bats in "LR" else {"L": "R", "R": "L"}[pitcher.throws]
