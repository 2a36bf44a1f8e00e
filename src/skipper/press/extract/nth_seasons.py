"""Seasons counted by an ordinal in the news of the day: back for his 12th season as manager, his 18th in the system.

Only of a dated piece, for what is the third season today is not all that a man has come to have.
"""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit

_NOW = frozenset(["is", "'s", "enters", "begins", "returns", "starts", "opens", "will", "will be", "entering"])
_WHOSE = frozenset(["his", "her", "'s", "a"])
_SEASONS = frozenset(["season", "year", "summer", "campaign"])
_OF_SEASONS = frozenset(["straight", "consecutive"])  # a second full season may be his third
_MANAGING = (["managing"], ["in", "charge"], ["at", "the", "helm"], ["as", "manager"], ["as", "skipper"])
_THE_CLUB = frozenset(["the club", "the team", "club", "team", "their", "its"])
_AS = 6  # units from `as` to `manager`: as the Triple-A club's manager


def read_nth(piece: Piece, clause: Clause, person: Entity | None) -> None:
    """Keep the counts that ordinals tell of seasons which are going on."""
    if piece.report.date is None or _NOW.isdisjoint(one.low for one in clause.units):
        return  # is back for his third season; not `in his third season he brought it back`
    ordinals = [one for one in clause.kinds("ordinal") if one.value > 1 and _is_of_seasons(clause, one)]
    for place, unit in enumerate(ordinals):
        until = ordinals[place + 1].place if place + 1 < len(ordinals) else clause.units[-1].place + 1
        rest = [one for one in clause.units if unit.place < one.place < until and one.low not in _OF_SEASONS]
        owner = clause.before(unit, 2)
        whose = owner.value if owner is not None and owner.kind == "person" else person  # X's fourth year managing
        if whose is not None and not clause.denied(unit):
            _keep(piece, clause, whose, unit, rest[1:] if rest and rest[0].low in _SEASONS else rest)


def _is_of_seasons(clause: Clause, unit: Unit) -> bool:
    """His 12th season; and his 18th, where seasons are counted so before it."""
    after = [word for word in clause.words_after(unit, 2) if word not in _OF_SEASONS][:1]
    whose = not (_WHOSE | {"and"}).isdisjoint(clause.words_before(unit, 1))
    counted = any(
        one.place < unit.place and not _SEASONS.isdisjoint(clause.words_after(one, 2))
        for one in clause.kinds("ordinal")
    )
    own = not _WHOSE.isdisjoint(clause.words_before(unit, 1)) and not _SEASONS.isdisjoint(after)
    return whose and (own or (counted and after in (["in"], ["with"])))


def _keep(piece: Piece, clause: Clause, person: Entity, unit: Unit, rest: list[Unit]) -> None:
    clubs = [one for one in rest if one.kind == "club"][:1]
    managing = _is_managing(rest)
    whole = next((one.value for one in clubs if one.value.as_organization), None)
    if not managing and whole is None and any(one.low == "the organization" for one in rest):
        whole = args.the_organization(piece, clause)
    if not managing and (whole is None or not rest or rest[0].low not in ("in", "with")):
        return
    if managing and not clubs and any(one.low in _THE_CLUB for one in rest):
        clubs = [one for one in clause.kinds("club") if one.place < unit.place][-1:]  # to Iowa, as the club's skipper
    name = whole or (clubs[0].value if clubs else None)
    fields = {
        "what": "seasons_managed" if managing else "seasons_with_organization",
        "value": unit.value,
        "level_stated": posts.level_near(clause, name) if managing and name is not None else None,
        **_place(piece, name),
    }
    named = [("organization" if whole is not None else "clubs", name, None)] if name is not None else []
    piece.add(clause, "tally", fields, person, unit, clubs, named)


def _place(piece: Piece, name: ClubName | None) -> dict[str, str | list[str]]:
    if name is None:
        return {}
    return {"organization": piece.show(name)} if name.as_organization else {"clubs": [piece.show(name)]}


def _is_managing(rest: list[Unit]) -> bool:
    """As manager, as the Twins' manager, managing, in charge."""
    words = [one.low for one in rest]
    if any(words[: len(each)] == each for each in _MANAGING) or (rest and rest[0].has("manage", "lead")):
        return True
    titles = [n for n, one in enumerate(rest[:_AS]) if one.has("manager")]
    return words[:1] == ["as"] and bool(titles) and not any(one.has("coach") for one in rest[: titles[0]])
