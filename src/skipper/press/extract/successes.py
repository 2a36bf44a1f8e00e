"""Tallies of success: titles won, seasons above .500 and in the postseason."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import TWICE, dated_out, often, years_told
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import is_opponent, preposition
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

SEASONS = frozenset(["seasons", "years", "summers", "winters", "campaigns"])
_MOST = 20  # titles of one kind: nobody has won more
_ALL_OF_THEM = frozenset(["-", "more", "full", "big-league", "consecutive", "straight", "successive"])
_CHAMPIONS = ("champion", "winner")
_THERE = ("with", "in", "at")
_OWNS = frozenset(["has", "owns", "had", "owned", "boasts"])
_NEAR = 9  # units from a count to that of the seasons which it is of
_OF_A_CAREER = frozenset(["playing", "pro", "professional", "big-league", "major-league", "minor-league", "baseball"])
_NOT_QUITE = frozenset(["almost", "nearly", "about", "roughly", "around", "approximately"])
_NO_COUNT = frozenset(["earlier", "later", "ago", "old", "after", "before", "off"])


def read(piece: Piece, clause: Clause, person: Entity, sentence: list[Clause]) -> None:
    """Keep what a clause counts of a man's successes."""
    for unit in clause.find("above_500"):
        _above_500(piece, clause, unit, person, sentence)
    for unit in clause.find("postseason"):
        _postseason(piece, clause, unit, person)
    for unit in clause.find("world_series", "pennant"):
        _titles(piece, clause, unit, person)
    for unit in clause.find("division"):
        _divisions(piece, clause, unit, person)


def counts_seasons(clause: Clause, unit: Unit) -> bool:
    """Nine seasons, the last seven years, the last five as manager; not `three years earlier`, `56 years old`."""
    words = clause.words_after(unit, 4)
    if not _NOT_QUITE.isdisjoint(clause.words_before(unit, 1)):
        return False
    if words[1:2] == ["and"] and words[3:4] in (["games"], ["game"], ["days"]):
        return False  # two years and 39 games
    ordered = any(one.place < unit.place for one in clause.kinds("ordinal")) and bool(clause.find("manager"))
    if ordered and clause.words_before(unit, 1) == ["in"]:
        return False  # the third manager in five years
    level = clause.after(unit)
    full = words[:1] and (words[0] in _ALL_OF_THEM or (level is not None and level.kind == "level"))
    if (words[:1] and words[0] in SEASONS) or (words[1:2] and words[1] in SEASONS and full):
        behind = {one.low for one in clause.sentence.units[unit.place + 2 : unit.place + 4]}
        return not _NO_COUNT & {*words[1:3], *behind} and unit.value <= 60
    if words[:2] in (["-", "year"], ["-", "season"]):
        return _is_of_a_career(clause, unit)
    return words[:2] == ["as", "manager"] and clause.words_before(unit, 1)[:1] == ["last"]


def _is_of_a_career(clause: Clause, unit: Unit) -> bool:
    """An 11-year career, a 14-year playing career, a 10-year major league career as a catcher."""
    behind = clause.units[unit.place - clause.first + 3 :][:3]
    end = next((n for n, one in enumerate(behind) if one.low.split()[-1] == "career"), None)
    return end is not None and all(one.kind == "level" or one.low in _OF_A_CAREER for one in behind[:end])


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
        _made(piece, clause, unit, person, clubs[0] if clubs else None, [], counted[1], _of_seasons(clause, unit))


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


def _postseason(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    """Took the club to the postseason 15 times; his 2010 Cyclones and 2013-14 51s made it: one claim per club."""
    brought = any(unit.low == "got" for unit in clause.units)
    if not (brought or any(not verb.has("be") for verb in clause.find("reach", "lead", "win", "finish"))):
        return
    counted, of = _how_often(clause)
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization]
    owned = [one for one in clubs if one.value.season is not None]
    if owned and counted is None:
        for one in owned:
            _made(piece, clause, unit, person, one, _own_seasons(clause, one))
        return
    time = piece.when(clause, unit)
    time = NEVER if _of_what_is_next(clause, unit, time) else time
    just = _just_told(piece, clause) if time is NEVER and clause.opener == "and" else []
    if time is NEVER and counted is None and not just:
        return
    seasons = [] if counted is not None else just or list(time.seasons)
    _made(piece, clause, unit, person, clubs[0] if clubs else None, seasons, counted, of)


def _of_what_is_next(clause: Clause, unit: Unit, time: When) -> bool:
    """Took Tennessee to the finals, and at Iowa in 2010 he was 82-62: the year is of the second club."""
    first = time.units[0].place if time.units else unit.place
    between = [one.low for one in clause.units if unit.place < one.place < first]
    return (",", "and") in pairwise(between)


def _just_told(piece: Piece, clause: Clause) -> list[int]:
    """Was 84-78 in 2023 and dragged that team into the postseason: the season of the record just kept, of one man."""
    last = piece.claims[-1] if piece.claims else None
    same = last is not None and last.type == "record" and last.start >= clause.sentence.units[0].start
    subject = clause.subject or clause.owner
    if last is None or not same or subject is None or last.fields["person"] != subject.name:
        return []
    seasons = last.fields.get("seasons", [])
    return list(seasons) if len(seasons) == 1 else []


def _how_often(clause: Clause) -> tuple[int | None, int | None]:
    """To the playoffs 15 times, twice, in six of his eight seasons: in how many seasons, and of how many."""
    for one in clause.units:
        after = clause.words_after(one, 4)
        if one.low in TWICE:
            return TWICE[one.low], _of_seasons(clause, one)
        if one.kind != "number" or one.value < 2:
            continue
        if after[:1] == ["times"] or after[:3] == ["seasons", "out", "of"] or after[:3] == ["years", "out", "of"]:
            return one.value, _of_seasons(clause, one)
        if after[:1] == ["of"] and (of := _of_seasons(clause, one)) is not None and of > one.value:
            return one.value, of
    return None, None


def _of_seasons(clause: Clause, count: Unit) -> int | None:
    """Twice in seven years, six of his eight seasons, nine seasons out of 10: of so many."""
    behind = [one for one in clause.kinds("number") if count.place < one.place <= count.place + _NEAR]
    told = (one for one in behind if counts_seasons(clause, one) or clause.words_before(one, 2) == ["out", "of"])
    return next((one.value for one in told), None)


def _own_seasons(clause: Clause, club: Unit) -> list[int]:
    before = clause.before(club)
    if before is not None and before.kind == "years":
        return list(range(before.value[0], before.value[1] + 1))
    return [club.value.season]


def _his_own(piece: Piece, clause: Clause, person: Entity, season: int | None) -> ClubName | None:
    """Took the club, got them to the playoffs: his own."""
    told = any(unit.low in ("club", "the club", "the team", "team", "they", "them", "it") for unit in clause.units)
    own = piece.careers.post(person, season) if told else None
    return own if own is not None and not own.as_organization else None


def _joined(clause: Clause, person: Entity, post: ClubName | None) -> ClubName | None:
    """Managed the Expos for seven seasons and won two division titles: the one club of the clause that it goes on."""
    before = clause.previous
    if before is not None and clause.opener == "and" and before.owner is person and clause.subject is None:
        return None if before.kinds("club") else post  # his teams finished over .500 and won six division titles
    if clause.opener not in ("and", ",") or before is None or before.subject is not person or clause.kinds("club"):
        return None
    named = before.kinds("club") if before.find("manage", "lead", "have_record", "manager") else []
    alone = (
        len(named) == 1
        and not named[0].value.as_organization
        and not is_opponent(before.units, named[0].place - before.first)
    )
    return named[0].value if alone else None


def _made(
    piece: Piece,
    clause: Clause,
    unit: Unit,
    person: Entity,
    club: Unit | None,
    seasons: list[int],
    value: int | None = None,
    of: int | None = None,
) -> None:
    season = seasons[-1] if seasons else None
    fields: dict[str, Any] = {"what": "postseason_seasons", "value": value, "of": of, "seasons": seasons}
    name = club.value if club is not None else _his_own(piece, clause, person, season)
    name = name or _joined(clause, person, piece.careers.current(person))
    if name is not None:
        fields["clubs"] = [piece.show(name, season)]
    piece.add(
        clause,
        "tally",
        fields,
        person,
        unit,
        [club] if club is not None else [],
        [("clubs", name, season)] if name else [],
    )
