"""In the lineup every day, or out of it: has started all 56 games, is the everyday shortstop, was benched."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from skipper.press.extract.clauses import Clause
from skipper.press.extract.lineup_slots import Use
from skipper.press.extract.units import Unit

_EACH = frozenset(["day", "night", "game", "inning"])
_MISSED = (["a", "game"], ["an", "inning"], ["a", "start"])
_MEN = frozenset(["player", "regular", "man", "job"])
_JOBS = frozenset(["job", "spot", "role"])
_OF_MANY = frozenset(["games", "starts", "nights", "days", "weeks"])


def stays(clause: Clause) -> Iterator[Use]:
    """In the lineup every day, or out of it."""
    yield from _every_day(clause)
    yield from _sits_out(clause)
    if not clause.find("left_handers", "right_handers"):
        yield from _benched(clause)


def _every_day(clause: Clause) -> Iterator[Use]:
    """Plays every day, has played every inning, has started all 56 games, has not missed a game."""
    for verb in clause.find("play", "start_him"):
        after = clause.words_after(verb, 5)
        if _each(after) or (after[:1] == ["all"] and after[2:3] == ["games"]):
            yield verb, "plays_every_day", ()
    for unit in clause.units:
        missed = unit.low == "missed" and clause.words_after(unit, 2) in _MISSED
        if missed and any(one.has("not") for one in clause.units if one.place < unit.place):
            yield unit, "plays_every_day", ()
    for be in clause.find("be")[-1:]:
        if _is_there(clause, be) and not clause.denied(be):
            yield be, "plays_every_day", ()


def _each(words: list[str]) -> bool:
    """Every day, every single day."""
    close = [word for word in words if word != "single"]
    return any(one == "every" and other in _EACH for one, other in pairwise(close))


def _is_there(clause: Clause, be: Unit) -> bool:
    """Has been in the lineup every day, is out there every night, has been an everyday player."""
    after = clause.words_after(be, 8)
    place = after[:3] == ["in", "the", "lineup"] or after[:2] == ["out", "there"]
    everyday = any(one == "everyday" and other in _MEN for one, other in pairwise(after))
    return (place and _each(after[2:])) or everyday or _is_his(clause)


def _is_his(clause: Clause) -> bool:
    """The club's everyday shortstop."""
    titles = (clause.after(one) for one in clause.units if one.low == "everyday")
    return any(one is not None and one.has("position") for one in titles)


def _sits_out(clause: Clause) -> Iterator[Use]:
    """Sat for a third straight game, was out of the lineup for three straight nights; sat out again."""
    for verb in clause.units:
        out = verb.low in ("out", "was out", "is out") and clause.words_after(verb, 3) == ["of", "the", "lineup"]
        if not (out or verb.low in ("sat", "sits", "sitting")):
            continue
        rest = clause.units[verb.place - clause.first + (4 if out else 1) :][:5]
        words = [one.low for one in rest]
        straight = {"straight", "consecutive"} & set(words) and {"game", "games", "night", "nights"} & set(words)
        if words[:1] == ["for"] and straight:
            yield verb, "benched", ()


def _benched(clause: Clause) -> Iterator[Use]:
    """Benched X for three games, was benched; on the bench for five of the last six games; lost his everyday job."""
    for verb in clause.find("bench"):
        noun = verb.low == "benching" and clause.words_before(verb, 1) in (["the"], ["a"], ["his"])
        if not noun and not _is_punished(clause, verb):
            yield verb, "benched", ()
    for be in clause.find("be")[-1:]:
        after = clause.words_after(be, 10)
        often = after[3:4] == ["more"] or (after[3:4] == ["for"] and not _OF_MANY.isdisjoint(after))
        if after[:3] == ["on", "the", "bench"] and often:
            yield be, "benched", ()
    for unit in clause.units:
        job = unit.low in ("everyday", "starting") and not _JOBS.isdisjoint(clause.words_after(unit, 1))
        if job and clause.words_before(unit, 2) in (["lost", "his"], ["losing", "his"]):
            yield unit, "benched", ()


def _is_punished(clause: Clause, verb: Unit) -> bool:
    """Benched for not running, for his weight, was benched for two games: a discipline, and no place in the lineup."""
    behind = clause.words_after(verb, 9)
    reasons = (then for word, then in pairwise(behind) if word == "for")
    told = any(then in ("not", "his", "her", "being", "a") or then.endswith("ing") for then in reasons)
    return told or (clause.passive(verb) and "for" in behind[:1])
