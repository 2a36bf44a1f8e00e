"""Write an event of a feed in Retrosheet's grammar: the result of a plate appearance, or a play on the bases.

A feed describes an event by its type (`grounded_into_double_play`), by each runner's movements with the fielders'
credits, and by the batted ball. The text says the same: `64(1)3/GDP/G6.3-H`. What the feed leaves out is left out, or
is Retrosheet's unknown fielder (99).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

HOME = 4
_NAMES = {0: "B", 1: "1", 2: "2", 3: "3", HOME: "H"}
UNKNOWN_FIELDER = "99"
_HITS = {"single": ("S", 1), "double": ("D", 2), "triple": ("T", 3), "home_run": ("HR", 4)}
_LETTERS = {base: letter for letter, base in _HITS.values()}
_TO_FIRST = {"walk": "W", "intent_walk": "IW", "hit_by_pitch": "HP"}
_STRIKEOUTS = ("strikeout", "strike_out", "strikeout_double_play", "strikeout_triple_play")
_INTERFERENCE = ("catcher_interf", "fielder_interference")
_IN_PLAY = frozenset(
    (
        "field_out",
        "field_error",
        "force_out",
        "fielders_choice",
        "fielders_choice_out",
        "grounded_into_double_play",
        "grounded_into_triple_play",
        "double_play",
        "triple_play",
        "sac_fly",
        "sac_fly_double_play",
        "sac_bunt",
        "sac_bunt_double_play",
        "batter_interference",
        "runner_interference",
        "fan_interference",
        "other_out",
    )
)
ENDS_PLATE_APPEARANCE = frozenset((*_HITS, *_TO_FIRST, *_STRIKEOUTS, *_INTERFERENCE, *_IN_PLAY))
# Types that do not also describe a runner's movement during a plate appearance.
_ENDS_ALONE = ENDS_PLATE_APPEARANCE - {"field_error", "other_out", "runner_interference", "fielder_interference"}
# Modifiers of an event type: those before the batted ball, and those after it.
_MODIFIERS_BEFORE = {
    "grounded_into_double_play": "GDP",
    "grounded_into_triple_play": "GTP",
    "force_out": "FO",
    "sac_bunt": "SH",
    "sac_bunt_double_play": "SH",
    "batter_interference": "BINT",
    "runner_interference": "RINT",
    "fan_interference": "FINT",
}
_MODIFIERS_AFTER = {
    "sac_fly": ("SF",),
    "sac_fly_double_play": ("SF", "DP"),
    "sac_bunt_double_play": ("DP",),
    "double_play": ("DP",),
    "strikeout_double_play": ("DP",),
    "triple_play": ("TP",),
    "strikeout_triple_play": ("TP",),
}
_FORCES = ("grounded_into_double_play", "grounded_into_triple_play", "force_out")
_TRAJECTORIES = {
    "ground_ball": "G",
    "line_drive": "L",
    "fly_ball": "F",
    "popup": "P",
    "bunt_grounder": "BG",
    "bunt_line_drive": "BL",
    "bunt_popup": "BP",
}
_LOCATION = re.compile(r"\d+[A-Z]*")
_RUNNING = re.compile(r"(stolen_base|caught_stealing|pickoff_caught_stealing|pickoff_error|pickoff)_([123]b|home)")
_RUNNING_WORDS = {
    "stolen_base": "SB",
    "caught_stealing": "CS",
    "pickoff_caught_stealing": "POCS",
    "pickoff_error": "PO",
    "pickoff": "PO",
}
# Events in which runners move without a batted ball, a steal or a pickoff, most telling first.
_OTHER_RUNNING = {
    "wild_pitch": "WP",
    "passed_ball": "PB",
    "balk": "BK",
    "forced_balk": "BK",
    "defensive_indiff": "DI",
    **dict.fromkeys(
        (
            "other_advance",
            "other_out",
            "error",
            "field_error",
            "runner_double_play",
            "cs_double_play",
            "runner_interference",
            "fielder_interference",
            "stolen_base",
            "caught_stealing",
        ),
        "OA",
    ),
}
_WITHOUT_PITCH = ("BK", "PO")
_ERRORS = {
    "f_fielding_error": "",
    "f_throwing_error": "/TH",
    "f_error_dropped_ball": "",
    "f_error": "",
    "f_interference": "/INT",
    "f_defensive_shift_violation_error": "",
}
_TOUCHED = ("f_fielded_ball", "f_assist", "f_putout", "f_deflection")


class UnreadablePlayError(ValueError):
    """A play cannot be written in Retrosheet's grammar; the message gives the reason."""


@dataclass
class Movement:
    """A runner's way on one event: from the base of origin (0 for the batter) to the last base reached.

    `reached` is the origin of a runner who did not advance. `out_at` is the base at which the runner was put out, null
    for a runner who was not. `first_credits` are those of the first movement, which for the batter is the batted ball,
    and `credits` those of the others. Credits are pairs of position and kind. `earned` and `batted_in` describe the
    runner's run.
    """

    runner: str
    origin: int
    event_type: str
    reason: str
    reached: int
    out_at: int | None = None
    out_number: int = 0
    first_credits: list[tuple[str, str]] = field(default_factory=list)
    credits: list[tuple[str, str]] = field(default_factory=list)
    batted_in: bool = False
    earned: bool = True
    team_unearned: bool = False

    @property
    def all_credits(self) -> list[tuple[str, str]]:
        """Return the credits of all movements."""
        return self.first_credits + self.credits

    @property
    def moves(self) -> bool:
        """Return whether the runner advanced or was put out."""
        return self.out_at is not None or self.reached != self.origin


@dataclass(frozen=True)
class Situation:
    """The situation before an event: the outs, and whether all bases are occupied."""

    outs: int
    bases_full: bool


def result_text(event_type: str, movements: Sequence[Movement], hit: Mapping[str, Any], situation: Situation) -> str:
    """Return the text of an event that ends a plate appearance.

    `movements` includes the batter's, and `hit` is the feed's `hitData`, empty if it gives none. Raises
    UnreadablePlayError for an unknown type and for movements that do not fit it.
    """
    batter = next(movement for movement in movements if movement.origin == 0)
    runners = [movement for movement in movements if movement.origin and movement.moves]
    if event_type in _STRIKEOUTS:
        basic, left = _strikeout(batter, runners)
    elif event_type in _TO_FIRST:
        extra, left = _with_extra(runners)
        basic, left = _TO_FIRST[event_type] + extra, [*left, batter]
    elif event_type in _INTERFERENCE:
        basic, left = f"C/E{_first_position(batter, ('c_', 'f_')) or '2'}", [*runners, batter]
    elif event_type in _HITS or (event_type == "fan_interference" and batter.reached):
        letter = _HITS[event_type][0] if event_type in _HITS else _LETTERS[batter.reached]
        basic, left = letter + _fielded_by(batter, {} if letter == "HR" else hit), [*runners, batter]
    elif event_type in _IN_PLAY:
        basic, left = _in_play(event_type, batter, runners, hit)
    else:
        raise UnreadablePlayError(f"unknown event type: {event_type}")
    modifiers = [*_batted_ball(hit), *_MODIFIERS_AFTER.get(event_type, ())]
    if event_type in _MODIFIERS_BEFORE:
        modifiers.insert(0, _MODIFIERS_BEFORE[event_type])
    implied = _implied(event_type, basic, batter)
    moves = [
        _advance(movement, batted_in_by_rule(basic, event_type, movement, situation), implied)
        for movement in sorted(left, key=lambda movement: -movement.origin)
    ]
    return _joined(basic, modifiers, moves)


def running_text(movements: Sequence[Movement]) -> str:
    """Return the text of an event on the bases during a plate appearance.

    Raises UnreadablePlayError for an unknown type.
    """
    heads: list[str] = []
    moves: list[str] = []
    for movement in sorted(movements, key=lambda movement: -movement.origin):
        found = _RUNNING.fullmatch(movement.event_type)
        if found is None and movement.event_type not in _OTHER_RUNNING:
            raise UnreadablePlayError(f"unknown event type: {movement.event_type}")
        if found is None:
            continue
        word, base = _RUNNING_WORDS[found[1]], HOME if found[2] == "home" else int(found[2][0])
        stands_at = movement.origin if word == "PO" else base
        heads.append(f"{word}{_NAMES[stands_at]}{_stolen_remarks(word, movement)}")
        if movement.out_at is None and movement.reached != stands_at:
            moves.append(_advance(movement, False, None, with_credits=word == "SB"))
    if not heads:
        types = {movement.event_type for movement in movements}
        heads = [next(word for one, word in _OTHER_RUNNING.items() if one in types)]
    others = [movement for movement in movements if movement.moves and not _RUNNING.fullmatch(movement.event_type)]
    moves += [_advance(movement, False, None) for movement in sorted(others, key=lambda movement: -movement.origin)]
    return _joined(";".join(heads), (), moves)


def is_with_pitch(text: str) -> bool:
    """Return whether a play on the bases happens on a pitch: all do but pickoffs and balks."""
    return not text.startswith(_WITHOUT_PITCH)


def batted_in_by_rule(basic: str, event_type: str, movement: Movement, situation: Situation) -> bool:
    """Return whether a run counts as batted in if the text does not say (see `event_facts`)."""
    if event_type in ("walk", "intent_walk"):
        return movement.origin == 3 and situation.bases_full
    if event_type in _STRIKEOUTS or event_type == "grounded_into_double_play":
        return False
    if any(kind in _ERRORS for _position, kind in (movement.credits if movement.origin == 0 else movement.all_credits)):
        return False
    return movement.origin == 3 and situation.outs < 2 if basic.startswith("E") else True


def _strikeout(batter: Movement, runners: list[Movement]) -> tuple[str, list[Movement]]:
    """Return `K`, `K23` or `K+WP`, and the movements that the basic play does not say."""
    chain = _chain(batter.all_credits) if batter.out_at is not None else ""
    others = [_by_reason(movement) for movement in runners]
    if batter.out_at is None:
        others.append(replace(batter, first_credits=[], credits=batter.all_credits))
    extra, left = _with_extra(others)
    return f"K{'' if chain in ('2', UNKNOWN_FIELDER) else chain}{extra}", left


def _by_reason(movement: Movement) -> Movement:
    """Return the movement with the type in its reason: a runner caught in a `strikeout_double_play`."""
    told = movement.reason.removeprefix("r_")
    return replace(movement, event_type=told) if _RUNNING.fullmatch(told) else movement


def _with_extra(movements: list[Movement]) -> tuple[str, list[Movement]]:
    """Return what came with a strikeout or a walk (`+WP`, `+SB2`), and the movements that this does not say."""
    steals = [movement for movement in movements if _RUNNING.fullmatch(movement.event_type)]
    if steals:
        told = [one for one in steals if one.out_at is not None or one.reached == one.origin + 1]
        heads = running_text(steals).partition(".")[0]
        return f"+{heads}", [movement for movement in movements if not any(movement is one for one in told)]
    types = {movement.event_type for movement in movements if movement.moves} - _ENDS_ALONE
    word = next((word for one, word in _OTHER_RUNNING.items() if one in types), "")
    return (f"+{word}" if word else ""), movements


def _in_play(
    event_type: str, batter: Movement, runners: list[Movement], hit: Mapping[str, Any]
) -> tuple[str, list[Movement]]:
    """Return the basic play on a batted ball that is no hit, and the movements that it does not say."""
    error = _error(batter.first_credits)
    outs = [movement for movement in runners if movement.out_at is not None]
    chained = [movement for movement in outs if _is_chained(event_type, movement)]
    if batter.out_at == 1 or (batter.out_at is not None and batter.reached == 0):
        return _outs_in_order([batter, *chained], [movement for movement in runners if movement not in chained])
    if error:
        return error, [*runners, batter]
    if chained and not event_type.startswith("fielders_choice"):
        basic, left = _outs_in_order(chained, [movement for movement in runners if movement not in chained])
        return basic, [*left, batter]
    touched = _first_position(batter, _TOUCHED) or next(
        (position for out in outs for position in [_first_position(out, _TOUCHED)] if position), ""
    )
    return f"FC{touched or _location_of_one(hit)}", [*runners, batter]


def _is_chained(event_type: str, movement: Movement) -> bool:
    """Return whether an out belongs to the basic play (`64(1)3`): a runner who was forced or doubled off."""
    forced = event_type in _FORCES or movement.reason == "r_force_out"
    return (forced and movement.out_at == movement.origin + 1) or movement.out_at == movement.origin


def _outs_in_order(outs: list[Movement], left: list[Movement]) -> tuple[str, list[Movement]]:
    """Return `64(1)3` or `8(B)4(2)`, and the movements left, including an out that does not follow on the last one."""
    basic, last = "", ""
    ordered = sorted(outs, key=lambda movement: (movement.out_number, -movement.origin))
    for movement in ordered:
        chain = _chain(movement.all_credits)
        if basic and last != UNKNOWN_FIELDER and chain != UNKNOWN_FIELDER:
            if not chain.startswith(last) and movement.origin:
                left = [*left, movement]
                continue
            chain = chain.removeprefix(last) or last
        last = chain if chain == UNKNOWN_FIELDER else chain[-1]
        is_last_batter = movement.origin == 0 and movement is ordered[-1]
        basic += chain if is_last_batter else f"{chain}({_NAMES[movement.origin]})"
    return basic, left


def _implied(event_type: str, basic: str, batter: Movement) -> Movement | None:
    """Return the batter if the basic play says where the batter goes, so that no advance is needed."""
    if batter.out_at is not None:
        return batter if batter.reached == 0 else None
    base = _HITS[event_type][1] if event_type in _HITS else 1
    if event_type in _STRIKEOUTS or (basic.startswith("FC") and not event_type.startswith("sac_bunt")):
        return None
    if event_type == "fan_interference":
        base = batter.reached
    says_more = batter.credits or (batter.reached == HOME and _run_remarks(batter, True))
    return batter if batter.reached == base and not says_more else None


def _advance(movement: Movement, by_rule: bool, implied: Movement | None, with_credits: bool = True) -> str:
    """Return one runner's advance; empty if the basic play or no movement implies it."""
    if movement is implied or not movement.moves:
        return ""
    origin = _NAMES[movement.origin]
    credits = (movement.credits if movement.origin == 0 else movement.all_credits) if with_credits else []
    if movement.out_at is not None:
        error = _error([one for one in credits if one[1] in _ERRORS])
        return f"{origin}X{_NAMES[movement.out_at]}({_chain(credits)})" + (f"({error})" if error else "")
    error = _error(credits)
    remarks = f"({error})" if error else ""
    return f"{origin}-{_NAMES[movement.reached]}{remarks}{_run_remarks(movement, by_rule)}"


def _run_remarks(movement: Movement, by_rule: bool) -> str:
    """Return the remarks on a run that the rules do not imply: unearned, batted in or not."""
    if movement.reached != HOME:
        return ""
    remarks = "(TUR)" if movement.earned and movement.team_unearned else "" if movement.earned else "(UR)"
    if movement.batted_in != by_rule:
        remarks += "(RBI)" if movement.batted_in else "(NR)"
    return remarks


def _stolen_remarks(word: str, movement: Movement) -> str:
    if word == "SB":
        return ""
    if movement.out_at is not None:
        return f"({_chain(movement.all_credits)})"
    error = _error(movement.all_credits)
    return f"({error or 'E' + UNKNOWN_FIELDER})"


def _chain(credits: Iterable[tuple[str, str]]) -> str:
    """Return the fielders on an out: the assists in order, then the putout; 99 if nobody has the putout."""
    known = [(position, kind) for position, kind in credits if position.isdigit()]
    putouts = [position for position, kind in known if kind == "f_putout"]
    if not putouts:
        return UNKNOWN_FIELDER
    return "".join([position for position, kind in known if kind.startswith("f_assist")] + putouts[-1:])


def _error(credits: Sequence[tuple[str, str]]) -> str:
    """Return the error among the credits, with the assists on a dropped throw (`6E3`); empty if there is none."""
    found = next(((position, kind) for position, kind in credits if kind in _ERRORS), None)
    if found is None:
        return ""
    position, kind = found
    assists = "".join(one for one, credit in credits if credit == "f_assist" and one.isdigit() and one != position)
    fielder = position if position.isdigit() else UNKNOWN_FIELDER
    return f"{assists if kind == 'f_error_dropped_ball' else ''}E{fielder}{_ERRORS[kind]}"


def _first_position(movement: Movement, kinds: tuple[str, ...]) -> str:
    found = (position for position, kind in movement.all_credits if kind.startswith(kinds) and position.isdigit())
    return next(found, "")


def _fielded_by(batter: Movement, hit: Mapping[str, Any]) -> str:
    return _first_position(batter, ("f_fielded_ball", "f_deflection")) or _location_of_one(hit)


def _location_of_one(hit: Mapping[str, Any]) -> str:
    """Return the location of a batted ball hit to one fielder."""
    location = str(hit.get("location") or "")
    return location if len(location) == 1 and location.isdigit() else ""


def _batted_ball(hit: Mapping[str, Any]) -> list[str]:
    """Return the batted ball's modifier, such as `G6`; empty if the feed does not describe it."""
    location = str(hit.get("location") or "")
    word = _TRAJECTORIES.get(str(hit.get("trajectory")), "") + (location if _LOCATION.fullmatch(location) else "")
    return [word] if word else []


def _joined(basic: str, modifiers: Iterable[str], moves: Iterable[str]) -> str:
    told = ";".join(filter(None, moves))
    return "/".join([basic, *modifiers]) + (f".{told}" if told else "")
