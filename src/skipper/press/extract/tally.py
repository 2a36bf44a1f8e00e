"""Tallies: seasons managed, played, above .500, in the postseason, with an organization."""

from __future__ import annotations

from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.holders import holder, understood
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER

_NO_COUNT = frozenset(["earlier", "later", "ago", "old", "after", "before", "off"])
_PLAYED = frozenset(["played", "playing", "plays", "appeared", "appeared in", "caught for", "pitched for"])
_POSITIONS = frozenset(
    [
        *("second baseman", "first baseman", "third baseman", "shortstop", "catcher", "outfielder", "infielder"),
        *("pitcher", "left fielder", "right fielder", "center fielder"),
    ]
)
_SEASONS = frozenset(["seasons", "years", "summers", "campaigns"])


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep the tallies of a clause."""
    person = clause.subject or clause.owner or _had(piece, clause) or understood(piece, clause)
    for unit in clause.find("above_500", "postseason") if person is None else ():
        person = holder(piece, clause, unit, piece.when(clause, unit).year)
    if person is None:
        return
    for unit in clause.find("above_500"):
        _above_500(piece, clause, unit, person, sentence)
    for unit in clause.find("postseason"):
        _postseason(piece, clause, unit, person)
    for unit in clause.find("world_series", "pennant"):
        _titles(piece, clause, unit, person)
    for unit in clause.kinds("number"):
        if not clause.kinds("record") and _counts_seasons(clause, unit) and not clause.find("above_500", "below_500"):
            _seasons(piece, clause, unit, person)


def _had(piece: Piece, clause: Clause) -> Entity | None:
    """The Browns had him for parts of five seasons: him."""
    for verb in clause.units:
        if verb.low in ("had", "kept", "employed") and clause.club is not None:
            found = args.object_of(piece, clause, verb)
            return found[0] if found is not None else None
    return None


def _titles(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    """Won nine pennants and seven World Series: how many, where the seasons are not said."""
    before = clause.units[max(0, unit.place - clause.first - 4) : unit.place - clause.first]
    number = next((one for one in reversed(before) if one.kind == "number"), None)
    between = [one for one in before if number is not None and one.place > number.place]
    verb = [one for one in clause.find("win", "lead") if one.place < unit.place and one.low != "was"]
    counted = number is not None and 2 <= number.value <= 20 and all(_describes(one) for one in between)
    if counted and number is not None and len(_spanned(piece, clause, unit)) == number.value:
        return  # the seasons are told: titles
    if not counted or not verb or clause.words_after(unit, 1)[:1] in (["games"], ["game"], ["rings"], ["titles"]):
        return
    near = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization]
    fields = {
        "what": "pennants" if unit.has("pennant") else "world_series_titles",
        "value": number.value,
        "clubs": [piece.show(one.value) for one in near],
    }
    piece.add(clause, "tally", fields, person, unit, (number, *near), [("clubs", one.value, None) for one in near])


def _spanned(piece: Piece, clause: Clause, unit: Unit) -> list[int]:
    time = piece.when(clause, unit)
    return list(range(time.first, time.last + 1)) if time.first and time.last else list(time.seasons)


def _describes(unit: Unit) -> bool:
    """American League pennants, straight World Series."""
    return unit.kind in ("league", "level") or unit.low in ("straight", "consecutive", "-", "more", "al", "nl")


def _counts_seasons(clause: Clause, unit: Unit) -> bool:
    """Nine seasons, the last seven years, the last five as manager; not `three years earlier`, `56 years old`."""
    words = clause.words_after(unit, 4)
    if words[1:2] == ["and"] and words[3:4] in (["games"], ["game"], ["days"]):
        return False  # two years and 39 games
    ordered = any(one.place < unit.place for one in clause.kinds("ordinal")) and bool(clause.find("manager"))
    if ordered and clause.words_before(unit, 1) == ["in"]:
        return False  # the third manager in five years
    if (words[:1] and words[0] in _SEASONS) or (
        words[1:2] and words[1] in _SEASONS and words[0] in ("-", "more", "full", "big-league")
    ):
        return not _NO_COUNT & set(words[1:3]) and unit.value <= 60
    return words[:2] == ["as", "manager"] and clause.words_before(unit, 1)[:1] == ["last"]


def _seasons(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    what = _what(clause, unit)
    if what is None:
        return
    near = _clubs(piece, clause, unit)
    post = piece.careers.post(person)
    if not near and post is not None and clause.find("fire", "let_go", "resign") and what == "seasons_managed":
        fields = {"what": what, "value": unit.value, "clubs": [piece.show(post)]}
        if not post.as_organization:
            piece.add(clause, "tally", fields, person, unit, (), [("clubs", post, None)])
        return
    whole = next((one.value for one in clause.kinds("club") if one.value.as_organization), None)
    if what == "seasons_with_organization":
        name = whole or (near[0].value if near else piece.club)
        if name is None:
            return
        fields: dict[str, Any] = {"organization": piece.show(name)}
        named = [("organization", name, None)]
    else:
        fields, named = _where(
            piece,
            near,
            whole,
            any(_points_back(clause, one) for one in clause.units),
        )
    levels = [one.text for one in clause.kinds("level")]
    stated = posts.level_near(clause, whole or (near[0].value if near else None)) or (
        levels[0] if levels and near else None
    )
    if what == "seasons_played" and not near and not stated and not clause.find("play"):
        return
    fields |= {
        "what": what,
        "value": unit.value,
        "level_stated": None if what == "seasons_with_organization" else stated,
    }
    piece.add(clause, "tally", fields, person, unit, (*near,), named)


def _points_back(clause: Clause, unit: Unit) -> bool:
    """The club, them; not `most of them`."""
    return unit.low in ("the club", "the team", "them", "the franchise") and clause.words_before(unit, 1) != ["of"]


def _what(clause: Clause, unit: Unit) -> str | None:
    """What is counted: by the nearest word of managing, playing or belonging."""
    leaves = clause.find("fire", "let_go", "resign", "retire")
    if leaves and clause.words_before(unit, 1) in (["after"], ["following"]):
        return "seasons_managed"
    if clause.club is not None and clause.subject is None and clause.owner is None and not clause.find("play"):
        return "seasons_managed"
    marks = [(abs(one.place - unit.place), _mark(clause, one)) for one in clause.units if _mark(clause, one)]
    if not marks:
        return None
    return min(marks)[1]


def _mark(clause: Clause, unit: Unit) -> str | None:
    if clause.words_after(unit, 1)[:1] in (["days"], ["career"]):
        return None  # after his managing days
    if unit.has("manage") or unit.low in ("manager", "skipper"):
        return "seasons_managed"
    if unit.low in _PLAYED or (unit.has("epithet") and unit.low in _POSITIONS and _was_one(clause, unit)):
        return "seasons_played"
    if unit.low in ("spent", "parts") and _in_the_majors(clause):
        return "seasons_played"
    if unit.low in ("ran", "lasted", "stayed"):
        played = any(one.low in _POSITIONS for one in clause.sentence.units) and unit.low != "ran"
        return "seasons_played" if played else "seasons_managed"
    if unit.has("organization_word") and unit.low not in ("minors",) and clause.find("spend", "have", "be", "serve"):
        return "seasons_with_organization"
    return None


def _was_one(clause: Clause, unit: Unit) -> bool:
    """Had been a catcher for 11 years; not `coached by the former catcher`."""
    return bool({"a", "an", "as"} & set(clause.words_before(unit, 3))) and bool(clause.find("be", "spend", "serve"))


def _in_the_majors(clause: Clause) -> bool:
    """Spent parts of 12 seasons in the majors, where nothing is said of a dugout."""
    top = any(one.value == "MLB" for one in clause.kinds("level"))
    return (
        top
        and "parts" in {one.low for one in clause.units}
        and not clause.find("manager", "coach", "manage", "coached")
    )


def _clubs(piece: Piece, clause: Clause, unit: Unit) -> list[Unit]:
    named = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization]
    if clause.find("play") and not clause.find("manage", "manager"):
        most = next((one.place for one in clause.units if one.low == "most"), clause.sentence.units[-1].place)
        return [one for one in named if unit.place < one.place < most]  # most of them for Detroit: not all
    return named


def _where(
    piece: Piece, near: list[Unit], whole: ClubName | None, anaphor: bool
) -> tuple[dict[str, Any], list[posts.Named]]:
    fields: dict[str, Any] = {}
    named: list[posts.Named] = []
    if near:
        fields["clubs"] = [piece.show(one.value) for one in near]
        named += [("clubs", one.value, None) for one in near]
    elif whole is not None:
        fields["organization"] = piece.show(whole)
        named.append(("organization", whole, None))
    elif piece.club is not None and anaphor:
        fields["clubs"] = [piece.show(piece.club)]
        named.append(("clubs", piece.club, None))
    return fields, named


def _above_500(piece: Piece, clause: Clause, unit: Unit, person: Entity, sentence: list[Clause]) -> None:
    """His clubs finished above .500 in four of seven; over eight seasons … in five of them."""
    numbers = [one for one in clause.kinds("number") if not _counts_seasons(clause, one)]
    total = _total(sentence)
    if not numbers:
        return
    value = numbers[0].value
    after = clause.words_after(numbers[0], 2)
    of = next((one.value for one in numbers[1:]), None) if after[:1] == ["of"] else None
    near = [
        one
        for part in sentence
        if part.start <= clause.start
        for one in part.kinds("club")
        if not one.value.as_organization
    ]
    fields: dict[str, Any] = {"what": "seasons_above_500", "value": value, "of": of or total}
    fields["clubs"] = [piece.show(one.value) for one in near]
    named = [("clubs", one.value, None) for one in near]
    inside = [*near, numbers[0]]
    piece.add(clause, "tally", fields, person, unit, inside, named)


def _total(sentence: list[Clause]) -> int | None:
    for clause in sentence:
        for unit in clause.kinds("number"):
            if clause.words_after(unit, 1)[:1] and clause.words_after(unit, 1)[0] in _SEASONS:
                return unit.value
    return None


def _postseason(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    """Took the club to the postseason 15 times; his 2010 Cyclones and 2013-14 51s made it: one claim per club."""
    if not clause.find("reach", "lead", "win", "finish"):
        return
    times = [one for one in clause.kinds("number") if clause.words_after(one, 1)[:1] == ["times"]]
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization]
    owned = [one for one in clubs if one.value.season is not None]
    if owned and not times:
        for one in owned:
            _made(piece, clause, unit, person, one, _own_seasons(clause, one))
        return
    time = piece.when(clause, unit)
    if time is NEVER and not times:
        return
    seasons = [] if times else list(time.seasons)
    _made(piece, clause, unit, person, clubs[0] if clubs else None, seasons, times[0].value if times else None)


def _own_seasons(clause: Clause, club: Unit) -> list[int]:
    before = clause.before(club)
    if before is not None and before.kind == "years":
        return list(range(before.value[0], before.value[1] + 1))
    return [club.value.season]


def _made(
    piece: Piece,
    clause: Clause,
    unit: Unit,
    person: Entity,
    club: Unit | None,
    seasons: list[int],
    value: int | None = None,
) -> None:
    season = seasons[-1] if seasons else None
    fields: dict[str, Any] = {"what": "postseason_seasons", "value": value, "seasons": seasons}
    name = club.value if club is not None else None
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
