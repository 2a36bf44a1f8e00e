"""Event texts of minorleaguesplits, rewritten in Retrosheet's grammar.

Their author made them from the words of the league's own play-by-play: `?` stands for anything that the words leave
out, and runners who move on a steal or a pickoff stand among the steals, in the order told.
"""

from __future__ import annotations

import re

from skipper.sources.retrosheet.events.advances import ADVANCE
from skipper.sources.retrosheet.events.running_plays import STEAL_OR_PICKOFF

_SAME_ERROR = re.compile(r"\((E\d+)(?:/TH)?\)\(\1((?:/TH)?)\)")  # told twice: as an error, and as a throwing error
_UNKNOWN_RUNNER = re.compile(r"\?X\?(\(\d*(\d)\))")
_UNKNOWN_IN_CHAIN = re.compile(r"(\d)\((-?)\)")
_WITH_WILD_PITCH = re.compile(r"(?P<running>(?:SB|CS|POCS|PO).*)\+(?P<how>WP|PB)")
_PARTS = re.compile(r"(?:[^/()]|\([^()]*\))+")
_OUT_ALONE = re.compile(r"[123]X[123H]")  # without fielders: those of the chain made it
# The base where a fielder makes a putout on a throw, as a runner who left it or runs to it.
_COVERS = {"3": 1, "4": 2, "6": 2, "5": 3}
_LEFT = {fielder: f"{base}X{base}" for fielder, base in _COVERS.items()} | {"2": "3XH"}
_FORCED = {fielder: str(base - 1) for fielder, base in _COVERS.items() if base > 1} | {"2": "3"}


def standard_text(text: str) -> str:
    """Return the text in Retrosheet's grammar; what the rules below do not reach stays as it is.

    Where the words name the fielders of an out and not the runner, the runner is the one whose base the last of them
    covers, and the text is marked uncertain (`#`). An unknown fielder is `U`, one who erred `99`; the unknown base of a
    pickoff is `U`.
    """
    named = _UNKNOWN_RUNNER.sub(_runner_thrown_out, text)
    known = _SAME_ERROR.sub(r"(\1\2)", named.replace("E?", "E99").replace("?", "U"))
    description, _, running = known.partition(".")
    play, *modifiers = _PARTS.findall(description) or [""]
    play, moves = _in_order(play, [move for move in re.split("[;.]", running) if move])
    outs = [move for move in moves if _OUT_ALONE.fullmatch(move)]
    reaches = any(move.startswith("B-") for move in moves)
    uncertain = named != text
    if play == "SH" and reaches:
        play, modifiers = "FC", ["SH", *modifiers]
    elif play.isdigit() and reaches and len(outs) == 1:
        play, modifiers = f"{play}({outs[0][0]})", [*modifiers, "FO"]
        moves.remove(outs[0])
    elif play.count("()") == 1 == len(outs):
        play = play.replace("()", f"({outs[0][0]})")
        moves.remove(outs[0])
    elif _UNKNOWN_IN_CHAIN.search(play):
        play, uncertain = _UNKNOWN_IN_CHAIN.sub(_runner_of_chain, play), True
    return "/".join([play, *modifiers]) + ("." + ";".join(moves) if moves else "") + ("#" if uncertain else "")


def _in_order(play: str, moves: list[str]) -> tuple[str, list[str]]:
    """Return the basic play without the advances told among its steals, and the advances without the steals."""
    before, plus, steals = play.partition("+") if play[:1] in "KWI" else ("", "", play)
    if moves and (found := _WITH_WILD_PITCH.fullmatch(steals)):
        steals, moves = found["running"], [f"{moves[0]}({found['how']})", *moves[1:]]
    if ";" not in steals and not any(STEAL_OR_PICKOFF.fullmatch(move) for move in moves):
        return before + plus + steals, moves
    told = [item for item in [*steals.split(";"), *moves] if item]
    steals = ";".join(item for item in told if not ADVANCE.fullmatch(item))
    return before + (plus if steals else "") + steals, [item for item in told if ADVANCE.fullmatch(item)]


def _runner_thrown_out(out: re.Match[str]) -> str:
    """Name the runner of `?X?(93)`."""
    return _LEFT[out[2]] + out[1] if out[2] in _LEFT else out[0]


def _runner_of_chain(out: re.Match[str]) -> str:
    """Name the runner of `6()`, doubled off, or of `6(-)`, forced."""
    runner = _FORCED.get(out[1]) if out[2] else _LEFT.get(out[1], "")[:1]
    return f"{out[1]}({runner})" if runner else out[0]
