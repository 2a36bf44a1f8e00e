"""Rewrite minorleaguesplits event texts in Retrosheet's grammar.

The author generated these texts from the wording of the league's own play-by-play. `?` replaces anything that the
wording omits, and runners who move on a steal or a pickoff are listed among the steals, in the order reported.
"""

from __future__ import annotations

import re

from skipper.sources.plays.events.advances import ADVANCE
from skipper.sources.plays.events.running_plays import STEAL_OR_PICKOFF

_SAME_ERROR = re.compile(r"\((E\d+)(?:/TH)?\)\(\1((?:/TH)?)\)")  # reported twice: as an error and as a throwing error
_UNKNOWN_RUNNER = re.compile(r"\?X\?(\(\d*(\d)\))")
_UNKNOWN_IN_CHAIN = re.compile(r"(\d)\((-?)\)")
_WITH_WILD_PITCH = re.compile(r"(?P<running>(?:SB|CS|POCS|PO).*)\+(?P<how>WP|PB)")
_PARTS = re.compile(r"(?:[^/()]|\([^()]*\))+")
_OUT_ALONE = re.compile(r"[123]X[123H]")  # without fielders: those in the chain made the out
# The base where a fielder makes a putout on a throw, on a runner who left that base or runs to it.
_COVERS = {"3": 1, "4": 2, "6": 2, "5": 3}
_LEFT = {fielder: f"{base}X{base}" for fielder, base in _COVERS.items()} | {"2": "3XH"}
_CAUGHT = re.compile(r"(?P<play>(?:PO)?CS)(?P<base>[23H])(?:\((?P<fielders>[\dU]*)\))?")
_ERROR_ON_MOVE = re.compile(r"(?P<move>[123]-[123H])\((?P<error>E\d+)(?P<how>(?:/TH)?)\)")
_HOME_AMONG_STEALS = re.compile(r";[123]-H")
_NEXT = {"1": "2", "2": "3", "3": "H"}
_FORCED = {fielder: str(base - 1) for fielder, base in _COVERS.items() if base > 1} | {"2": "3"}


def standard_text(text: str) -> str:
    """Return the text in Retrosheet's grammar; parts that the rules below do not cover are left unchanged.

    If the wording names the fielders on an out but not the runner, the runner is taken to be the one whose base the
    last fielder covers, and the text is marked uncertain (`#`). An unknown fielder becomes `U`, or `99` if charged with
    an error; an unknown pickoff base becomes `U`.
    """
    named = _UNKNOWN_RUNNER.sub(_runner_thrown_out, text)
    known = _SAME_ERROR.sub(r"(\1\2)", named.replace("E?", "E99").replace("?", "U"))
    description, _, running = known.partition(".")
    play, *modifiers = _PARTS.findall(description) or [""]
    play, moves = _in_order(play, [move for move in re.split("[;.]", running) if move])
    for caught in list(_CAUGHT.finditer(play)):
        play, moves = _safe_on_error(play, moves, caught)
    play, modifiers, moves = _with_runners_out(play, modifiers, moves)
    if play == "SH" and any(move.startswith("B-") for move in moves):
        play, modifiers = "FC", ["SH", *modifiers]
    certain = _UNKNOWN_IN_CHAIN.sub(_runner_of_chain, play)
    mark = "#" if named != text or certain != play else ""
    return "/".join([certain, *modifiers]) + ("." + ";".join(moves) if moves else "") + mark


def runs_among_steals(text: str) -> int:
    """Return the runs on advances listed among the steals or the pickoff: 1 for `SB2(E2/TH);3-H(E2/TH)`.

    Retrosheet's grammar lists no advance there, so that a game whose winner depends on such a run is not decided.
    """
    return len(_HOME_AMONG_STEALS.findall(text.partition(".")[0]))


def _safe_on_error(play: str, moves: list[str], caught: re.Match[str]) -> tuple[str, list[str]]:
    """Undo the out of a runner caught stealing who advances on an error: `CS2(26).1-3(E6)` becomes `CS2(2E6).1-3`.

    In Retrosheet's texts this form means an error after the out. In minorleaguesplits the runner stays in play, in 207
    of 208 games.
    """
    runner = {"2": "1", "3": "2", "H": "3"}[caught["base"]]
    for at, move in enumerate(moves):
        if (error := _ERROR_ON_MOVE.fullmatch(move)) and move.startswith(f"{runner}-"):
            chain = caught["fielders"] or ""
            thrown = chain[:-1] if error["error"][1:] in (chain[-1:], "99") else ""
            remark = f"({thrown}{error['error']}{error['how']})"
            told = play.replace(caught[0], f"{caught['play']}{caught['base']}{remark}")
            return told, [*moves[:at], error["move"], *moves[at + 1 :]]
    return play, moves


def _with_runners_out(play: str, modifiers: list[str], moves: list[str]) -> tuple[str, list[str], list[str]]:
    """Name the runner put out within the chain of fielders: `64/G.1X2;B-1` becomes `64(1)/G/FO.B-1`.

    This applies if the batter reaches. It also applies if no double play is reported and the last fielder covers the
    base at which the runner is out, because the wording for a force out then omits that the batter reached.
    """
    outs = [move for move in moves if _OUT_ALONE.fullmatch(move)]
    if len(outs) != 1:
        return play, modifiers, moves
    (out,) = outs
    others = [move for move in moves if move != out]
    if play.count("()") == 1:
        return play.replace("()", f"({out[0]})"), modifiers, others
    reaches = any(move.startswith("B-") for move in moves)
    is_double_play = any("DP" in word for word in modifiers)
    is_force = not is_double_play and _FORCED.get(play[-1:]) == out[0] and out[2] == _NEXT[out[0]]
    if play.isdigit() and (reaches or is_force):
        return f"{play}({out[0]})", [*modifiers, "FO"], others
    return play, modifiers, moves


def _in_order(play: str, moves: list[str]) -> tuple[str, list[str]]:
    """Return the basic play without the advances listed among its steals, and the advances without the steals."""
    before, plus, steals = play.partition("+") if play[:1] in "KWI" else ("", "", play)
    if moves and (found := _WITH_WILD_PITCH.fullmatch(steals)):
        steals, moves = found["running"], [f"{moves[0]}({found['how']})", *moves[1:]]
    if (stolen := re.match(r"SB([23])", steals)) and f"SB{_NEXT[stolen[1]]}" not in steals:
        moves = [_of_stealer(move, stolen[1]) for move in moves]
    if ";" not in steals and not any(STEAL_OR_PICKOFF.fullmatch(move) for move in moves):
        return before + plus + steals, moves
    told = [item for item in [*steals.split(";"), *moves] if item]
    steals = ";".join(item for item in told if not ADVANCE.fullmatch(item))
    return before + (plus if steals else "") + steals, [item for item in told if ADVANCE.fullmatch(item)]


def _of_stealer(move: str, base: str) -> str:
    """Return the advance of a runner who steals a base and goes on, from the base the runner held before the play.

    In `SB2.2-3(E2/TH)`, a runner already on second would have had to make room, and the text would report it.
    """
    return f"{int(base) - 1}{move[1:]}" if move.startswith(base) else move


def _runner_thrown_out(out: re.Match[str]) -> str:
    """Name the runner in `?X?(93)`."""
    return _LEFT[out[2]] + out[1] if out[2] in _LEFT else out[0]


def _runner_of_chain(out: re.Match[str]) -> str:
    """Name the runner in `6()`, who was doubled off, or in `6(-)`, who was forced."""
    runner = _FORCED.get(out[1]) if out[2] else _LEFT.get(out[1], "")[:1]
    return f"{out[1]}({runner})" if runner else out[0]
