"""Tallies of success: titles won, seasons above .500 and in the postseason."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import dated_out, often, years_told
from skipper.press.extract.piece import Piece
from skipper.press.extract.postseasons import keep_postseason, read_postseason
from skipper.press.extract.season_counts import SEASONS, counts_seasons, of_seasons
from skipper.press.extract.slots import preposition
from skipper.press.extract.units import Entity, Unit

_MOST = 20  # titles of one kind: nobody has won more
_CHAMPIONS = ("champion", "winner")
_THERE = ("with", "in", "at")
_OWNS = frozenset(["has", "owns", "had", "owned", "boasts"])


def read(piece: Piece, clause: Clause, person: Entity, sentence: list[Clause]) -> None:
    """Keep what a clause counts of a man's successes."""
    for unit in clause.find("above_500"):
        _above_500(piece, clause, unit, person, sentence)
    for unit in clause.find("postseason"):
        read_postseason(piece, clause, unit, person)
    for unit in clause.find("world_series", "pennant"):
        _titles(piece, clause, unit, person)
    for unit in clause.find("division"):
        _divisions(piece, clause, unit, person)


def _titles(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    """Won nine pennants and seven World Series: how many, where the seasons are not said."""
    counted = _how_many(piece, clause, unit)
    verb = [one for one in clause.find("win", "lead") if one.place < unit.place and one.low != "was"]
    verb = verb or [one for one in clause.find("manage") if "to" in clause.words_after(one, 6)]
    told = verb or _is_champion(clause, unit, counted) or _has_them(clause, unit) or _was_on_them(clause, unit, counted)
    if counted is None or not told or clause.words_after(unit, 1)[:1] in (["games"], ["game"], ["rings"], ["titles"]):
        return
    number, value = counted
    near = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization]
    near = near if verb else [one for one in near if preposition(clause.units, one.place - clause.first) in _THERE]
    last = near[-1].place if near else unit.place
    between_them = [one for one in clause.kinds("number") if unit.place < one.place < last and one is not number]
    of = next((one.value for one in between_them if clause.words_after(one, 1)[:1] in (["seasons"], ["years"])), None)
    if between_them and of is None:
        near = []  # three, two with the one and one with the other
    fields = {
        "of": of,
        "what": "pennants" if unit.has("pennant") or _only_reached(clause, number, unit) else "world_series_titles",
        "value": value,
        "clubs": [piece.show(one.value) for one in near],
    }
    piece.add(clause, "tally", fields, person, unit, (number, *near), [("clubs", one.value, None) for one in near])


def _is_champion(clause: Clause, unit: Unit, counted: tuple[Unit, int] | None) -> bool:
    """A three-time World Series champion, a two-time world champion."""
    times = counted is not None and clause.words_after(counted[0], 2) in (["-", "time"], ["time", unit.low])
    return times and (unit.low.endswith(_CHAMPIONS) or clause.words_after(unit, 1)[:1] in ([one] for one in _CHAMPIONS))


def _was_on_them(clause: Clause, unit: Unit, counted: tuple[Unit, int] | None) -> bool:
    """A utility man on three World Series winners, a member of two pennant-winning teams."""
    words = [*unit.low.split(), *clause.words_after(unit, 3)]
    teams = any(word.endswith(("winners", "champions", "teams", "clubs")) for word in words)
    return counted is not None and clause.words_before(counted[0], 1) in (["on"], ["of"], ["for"]) and teams


def _has_them(clause: Clause, unit: Unit) -> bool:
    """Has two World Series titles as a manager, owns three pennants."""
    has = any(one.place < unit.place and one.low in _OWNS for one in clause.units)
    titles = unit.has("pennant") or unit.low.endswith(("titles", "championships", "championship", "title"))
    return has and titles and unit.low.endswith("s")


def _divisions(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    """Won six division titles: who did played on after so many seasons."""
    counted = _how_many(piece, clause, unit)
    won = any(one.place < unit.place and one.low != "was" for one in clause.find("win", "lead"))
    if counted is None or not won or not unit.low.endswith("s"):
        return
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization]
    if len(clubs) < 2:
        keep_postseason(
            piece, clause, unit, person, clubs[0] if clubs else None, [], counted[1], of_seasons(clause, unit)
        )


def _how_many(piece: Piece, clause: Clause, unit: Unit) -> tuple[Unit, int] | None:
    """The word that counts a title, and its number: three pennants, the Series twice; null where seasons are told."""
    before = clause.units[max(0, unit.place - clause.first - 4) : unit.place - clause.first]
    number = next((one for one in reversed(before) if one.kind == "number"), None)
    if number is None:
        times = often(clause, unit) if not years_told(piece, clause) else None
        return (times[1], times[0]) if times is not None and 2 <= times[0] <= _MOST else None
    between = [one for one in before if one.place > number.place]
    dated = len(_spanned(piece, clause, unit)) == number.value or dated_out(piece, clause, unit)
    return (
        (number, number.value) if not dated and 2 <= number.value <= _MOST and all(map(_describes, between)) else None
    )


def _only_reached(clause: Clause, number: Unit, unit: Unit) -> bool:
    """Took the club to three World Series: who plays there has won the pennant; not `to three World Series titles`."""
    before = [one for one in clause.words_before(min(number, unit, key=lambda one: one.place), 2) if one != "the"]
    return unit.low in ("world series", "fall classic") and before[-1:] == ["to"]


def _spanned(piece: Piece, clause: Clause, unit: Unit) -> list[int]:
    time = piece.when(clause, unit)
    return list(range(time.first, time.last + 1)) if time.first and time.last else list(time.seasons)


def _describes(unit: Unit) -> bool:
    """American League pennants, straight World Series."""
    return unit.kind in ("league", "level") or unit.low in ("straight", "consecutive", "-", "more", "al", "nl", "time")


def _above_500(piece: Piece, clause: Clause, unit: Unit, person: Entity, sentence: list[Clause]) -> None:
    """His clubs finished above .500 in four of seven; over eight seasons … in five of them."""
    numbers = [one for one in clause.kinds("number") if not (counts_seasons(clause, one) or _is_a_pronoun(clause, one))]
    if any(clause.words_after(one, 1) in (["games"], ["game"]) for one in numbers):
        return  # 22 games over .500
    total = _total(sentence)
    each = next((one for one in clause.kinds("number") if _is_each_of(clause, one)), None)
    numbers = [each] if each is not None else numbers
    if not numbers:
        return
    value = numbers[0].value
    after = clause.words_after(numbers[0], 2)
    counted = [one for one in clause.kinds("number") if one.place > numbers[0].place]
    of = next((one.value for one in counted), None) if after[:1] == ["of"] else None
    near = [
        one
        for part in sentence
        if part.start <= clause.start
        for one in part.kinds("club")
        if not one.value.as_organization
    ]
    fields: dict[str, Any] = {"what": "seasons_above_500", "value": value, "of": None if each else of or total}
    all_told = any(unit.low == "career" or unit.low.startswith("minor") for unit in clause.units)
    own = piece.careers.post(person) if not all_told else None  # of his 12 seasons as a minor league manager
    clubs = [one.value for one in near] or ([own] if own is not None and not own.as_organization else [])
    fields["clubs"] = [piece.show(one) for one in clubs]
    named = [("clubs", one, None) for one in clubs]
    inside = [*near, numbers[0]]
    piece.add(clause, "tally", fields, person, unit, inside, named)


def _is_a_pronoun(clause: Clause, number: Unit) -> bool:
    """Walked away from one, with a winning record: no count."""
    after = clause.words_after(number, 1)
    return number.low == "one" and after[:1] not in (["winning"], ["of"], ["season"], ["losing"])


def _is_each_of(clause: Clause, number: Unit) -> bool:
    """In each of his first three seasons, in all three seasons: in so many."""
    before = clause.words_before(number, 4)
    every = before[-1:] == ["all"] or any(pair == ("each", "of") for pair in pairwise(before))
    return every and counts_seasons(clause, number)


def _total(sentence: list[Clause]) -> int | None:
    for clause in sentence:
        for unit in clause.kinds("number"):
            if clause.words_after(unit, 1)[:1] and clause.words_after(unit, 1)[0] in SEASONS:
                return unit.value
    return None
