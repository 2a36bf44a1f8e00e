"""Usage: where a manager batted a player, whom he platooned, and against whom he would not start him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.days import WEEKDAYS
from skipper.press.extract.lineup_slots import Use, slots
from skipper.press.extract.lineup_stays import stays
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.used_by import manager_of, players
from skipper.press.extract.when import NEVER, When

_STILL_SO = frozenset(["bats", "sits", "leads off", "plays", "platoons", "stays", "uses", "hits", "remains"])
_DAYS = frozenset([*WEEKDAYS, "tonight", "today"])
_SITS = ("refuse", "sit")
_ONLY = frozenset(["only", "exclusively", "mostly", "strictly"])
_ON_THE_BENCH = (["on", "the", "bench"], ["in", "the", "dugout"])
_RARELY = frozenset(["rarely", "seldom", "hardly"])
_LEFT = frozenset(["southpaw", "left-hander", "lefthander", "lefty"])
_RIGHT = frozenset(["right-hander", "righthander", "righty"])


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep what a clause says of a player's use."""
    if clause.previous is not None:
        _read_each(piece, clause.previous, sentence, _when_one_starts(clause))
    _read_each(piece, clause, sentence, [*slots(clause), *_hands(clause), *_platoons(clause), *stays(clause)])
    _read_others(piece, clause, sentence)


def _read_others(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Bats X leadoff and Y third: Y, who stands before a place of his own behind the first."""
    for verb in clause.find("bat")[:1]:
        placed = [one for one in clause.find("bats_low", "bats_high") if one.place > verb.place]
        for unit in placed[1:]:
            whom, joined = clause.before(unit), clause.words_before(unit, 2)[:1]
            if whom is not None and whom.kind == "person" and joined in (["and"], [","]):
                manager = manager_of(piece, clause, sentence, verb)
                kind = "bats_low" if unit.has("bats_low") else "bats_high"
                _keep(piece, clause, verb, kind, (whom, unit), whom.value, manager)


def _read_each(piece: Piece, clause: Clause, sentence: list[Clause], told: Iterable[Use]) -> None:
    for verb, kind, used in told:
        manager = manager_of(piece, clause, sentence, verb)
        for player in players(piece, clause, sentence, verb):
            _keep(piece, clause, verb, kind, used, player, manager if manager is not player else None)


def _when_one_starts(clause: Clause) -> Iterator[Use]:
    """Kept him out of the lineup when a southpaw starts: what the clause before it says, against that hand."""
    if (
        clause.opener not in ("when", "whenever")
        or clause.previous is None
        or not clause.find("start_him", "pitcher_word")
    ):
        return
    for unit in clause.units:
        side = "lhp" if unit.low in _LEFT or unit.has("left_handers") else "rhp"
        if unit.low in _LEFT | _RIGHT or unit.has("left_handers", "right_handers"):
            yield from ((verb, f"sits_against_{side}", (unit,)) for verb in clause.previous.find(*_SITS))


def _hands(clause: Clause) -> Iterator[Use]:
    """Sat against left-handers, has not started against a lefty; played only against right-handers: sat otherwise."""
    for unit in clause.units:
        left, right = _is_hand(clause, unit, _LEFT, "left_handers"), _is_hand(clause, unit, _RIGHT, "right_handers")
        if not (left or right):
            continue
        only = not _ONLY.isdisjoint(clause.words_before(unit, 4))
        side = "lhp" if left is not only else "rhp"  # only against right-handers: not against the others
        sits = clause.find(*_SITS) or [one for one in clause.find("play", "start_him") if _is_rare(clause, one)]
        sits = sits or [one for one in clause.find("be") if clause.words_after(one, 3) in _ON_THE_BENCH]
        for verb in clause.find("play", "start_him", "bat")[:1] if only and not sits else () if only else sits:
            yield verb, f"sits_against_{side}", (unit,)


def _is_hand(clause: Clause, unit: Unit, one: frozenset[str], many: str) -> bool:
    """Against left-handers, against a lefty, vs. southpaws; not against left-hander X."""
    against = "against" in _outside_count(clause, unit) or "vs." in clause.words_before(unit, 2)
    single = unit.low in one and not {"a", "any", "another"}.isdisjoint(clause.words_before(unit, 1))
    return against and (unit.has(many) or single)


def _is_rare(clause: Clause, verb: Unit) -> bool:
    """Has not started, didn't get a start, rarely plays."""
    return clause.denied(verb) or not _RARELY.isdisjoint(clause.words_before(verb, 2))


def _outside_count(clause: Clause, unit: Unit) -> list[str]:
    """The words before it, without those that count it: against the last four left-handed starters."""
    before = clause.units[max(0, unit.place - clause.first - 6) : unit.place - clause.first]
    return [one.low for one in before if one.kind != "number" and one.low not in ("last", "past", "the")][-3:]


def _platoons(clause: Clause) -> Iterator[Use]:
    """Platooned X and Y; X was platooned; not `quit platooning guys`."""
    for verb in clause.find("platoon"):
        words = {one.low for one in clause.units}
        noun = {"at", "in", "mate", "mates", "partner", "partners", "role", "player", "system"}
        of_men = not noun & set(clause.words_after(verb, 1)) and not words & {"quit", "stopped", "ended"}
        if of_men and not clause.find("left_handers", "right_handers"):
            yield verb, "platooned", ()


def _keep(
    piece: Piece,
    clause: Clause,
    verb: Unit,
    kind: str,
    used: tuple[Unit, ...],
    player: Entity,
    manager: Entity | None,
) -> None:
    time = _time(piece, clause, verb)
    near = [unit for unit in args.clubs_near(piece, clause, verb)[:1] if _is_his(clause, unit)]
    fields = {
        "kind": kind,
        "manager": manager.name if manager is not None else None,
        "seasons": list(time.seasons) or ([time.year] if time.year and not time.first else []),
        "club": piece.show(near[0].value, time.year) if near else None,
    }
    named = [("club", near[0].value, time.year)] if near else []
    inside = (*used, *(one for one in time.units if one in clause.units))
    piece.add(clause, "usage", fields, player, verb, inside, named, affirmed=True)


def _time(piece: Piece, clause: Clause, verb: Unit) -> When:
    """The season of which the piece tells; of what is yet to come or is still so none."""
    if verb.low in _STILL_SO:
        found = piece.when(clause, verb)
        return found if set(found.units) & set(clause.units[verb.place - clause.first :]) else NEVER
    if any(one.low in _DAYS for one in clause.units):
        return NEVER  # one game
    told_here = piece.report.date is not None or piece.thread_passage == piece.passage
    words = [one.low for one in clause.units]
    if "all" in words and words[words.index("all") + 1 :][:1] in (["season"], ["year"]) and "has" in words:
        return When((), (piece.season,), whole=True) if piece.season is not None else NEVER
    if {"will", "'ll", "is", "has", "have"} & {one.low for one in clause.units} or not told_here:
        return piece.when(clause, verb)
    return season_told(piece, clause, verb, of_today=False)


def _is_his(clause: Clause, unit: Unit) -> bool:
    """For the club, with the club; not `up from the club`, `the club's shortstop`."""
    before = {"for", "with", "in"} & set(clause.words_before(unit, 3))
    return bool(before) and not {"'s", "'"} & set(clause.words_after(unit, 1))
