"""What a count of seasons is of: of managing, of playing, or with an organization; by the words about it."""

from __future__ import annotations

from itertools import pairwise

import re2

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.season_counts import SEASONS
from skipper.press.extract.shares import told_apart
from skipper.press.extract.units import Unit

_PLAYED = frozenset(
    ["pitched", "player", "played", "playing", "plays", "appeared", "appeared in", "caught for", "pitched for"]
)
_POSITIONS = frozenset(
    [
        *("second baseman", "first baseman", "third baseman", "shortstop", "catcher", "outfielder", "infielder"),
        *("pitcher", "left fielder", "right fielder", "center fielder"),
    ]
)


_OTHERWISE = "otherwise"  # what is counted is of no kind that a tally has: seasons as a coach
LEAGUERS = {"big leaguer": "big leagues", "major leaguer": "major leagues", "minor leaguer": "minor leagues"}
_AS_MANAGER = ("manager", "manage", "hire", "take_over", "assume", "interim", "succeed")
_AVERAGE = re2.compile(r"\.[0-4]\d\d")
_BATTING = frozenset(["hit", "batted", "hitting", "batting", "hits", "bats", "hitter", "batter", "average", "averaged"])
_ROLES = 9  # units behind `as` in which roles are listed
_LISTS = frozenset(["a", "an", ",", "and", "or"])
_PARTS = frozenset(["player", "scout", "instructor", "coordinator", "coach", "manager"])
_THERE = 5  # units from `manager` to the system in which he was one
_IN_THE = frozenset(["in", "the", "their", "'s", "'", "its", "within"])
_LEAVES = frozenset(["leaves", "left", "leaving"])


def counted_as(piece: Piece, clause: Clause, unit: Unit) -> str | None:
    """What is counted: by the nearest word of managing, playing or belonging."""
    leaves = clause.find("fire", "let_go", "resign", "retire") or any(one.low in _LEAVES for one in clause.units)
    if leaves and clause.words_before(unit, 1) in (["after"], ["following"]):
        person = clause.subject or clause.owner
        known = person is not None and piece.careers.post(person) is not None
        known = known or (person is not None and any(man.managed for man in person.people))
        return "seasons_managed" if known else None
    if clause.club is not None and clause.subject is None and clause.owner is None and not clause.find("play"):
        return "seasons_managed"
    apart = told_apart(clause, unit)  # nine of them managing Pawtucket: of those alone
    whole = [one for one in clause.units if one.place < apart or apart < unit.place]
    if _in_several_roles(whole, unit):
        return "seasons_with_organization"
    if _belonged(clause, unit):
        return "seasons_with_organization"
    marks = [(_distance(clause, unit, one), mark) for one in whole if (mark := _mark(clause, one))]
    if not marks and _moved_on(piece, clause, unit):
        return "seasons_managed"
    if not marks:
        return "seasons_played" if _as_a_player(clause) else None
    mark = min(marks)[1]
    return None if mark == _OTHERWISE or (mark == "seasons_played" and _for_a_man(clause)) else mark


def _distance(clause: Clause, count: Unit, mark: Unit) -> tuple[bool, int]:
    """How far a word stands from the count; what a comma parts from it behind comes last."""
    between = [one for one in clause.units if count.place < one.place < mark.place]
    return any(one.text == "," for one in between), abs(mark.place - count.place)


def _moved_on(piece: Piece, clause: Clause, count: Unit) -> bool:
    """Was promoted to Akron, takes over at Toledo after two seasons at Columbus: of one who is known to manage."""
    moved = clause.find("promote", "take_over", "come_to", "move") and not clause.find("coach", "position", "executive")
    after = clause.words_before(count, 1) in (["after"], ["following"])
    at = clause.words_after(count, 2)[1:] in (["at"], ["in"], ["with"])
    person = clause.subject
    if not (moved and after and at) or person is None:
        return False
    known = piece.careers.last(person) is not None or person in piece.skippers
    return known or any(man.managed and not man.played for man in person.people)


def _belonged(clause: Clause, count: Unit) -> bool:
    """Spent 12 years with the Mariners, the last of them as manager; had been with the Angels for 31 years.

    Not of seasons, which a player has.
    """
    first = next((n for n, one in enumerate(clause.units) if one.text == "," and one.place > count.place), None)
    part = clause.units[:first]
    with_ = next((n for n, one in enumerate(part) if one.low == "with"), len(part))
    club = next((one for one in part[with_ + 1 :][:2] if one.kind == "club"), None)
    if club is None or not any(span.is_major for span in club.value.spans) or clause.subject is None:
        return False
    there = clause.words_before(count, 1) in (["spent"], ["for"], ["spending"])
    spent = there and (clause.find("spend") or any(one.low in ("been", "was", "were") for one in part))
    beside = (
        with_ < len(part) and part[with_ - 1].low in ("years", "been") and clause.words_after(count, 1) == ["years"]
    )
    named = any(_mark(clause, one) is not None for one in part if one.low not in ("spent", "parts"))
    uncounted = any(one.low == "parts" or one.kind == "level" or _AVERAGE.fullmatch(one.text) for one in part)
    return bool(spent and beside) and not (named or uncounted)


def _in_several_roles(units: list[Unit], count: Unit) -> bool:
    """22 years with the Tigers as a player, coach and manager: of all that he was there."""
    start = next((n for n, one in enumerate(units) if one.low == "as" and one.place > count.place), None)
    behind = [one for one in units[start + 1 :][:_ROLES] if one.low not in _LISTS] if start is not None else []
    roles = [bool(one.has("coach", "manager", "position", "executive") or one.low in _PARTS) for one in behind]
    end = next((n for n, role in enumerate(roles) if not role), len(roles))
    titles = {one.low for one in behind[:end]}
    return end > 1 and any(one.kind == "club" for one in units) and bool({"player", "scout", "instructor"} & titles)


def _as_a_player(clause: Clause) -> bool:
    """As an outfielder he drifted for eight seasons through Washington and Detroit."""
    head = clause.sentence.units[:4]
    return [one.low for one in head[:2]] in (["as", "a"], ["as", "an"]) and any(one.has("position") for one in head)


def _for_a_man(clause: Clause) -> bool:
    """Pitched for Guillen eight years: for how long somebody's man."""
    return any(one.kind == "person" and clause.words_before(one, 1)[-1:] == ["for"] for one in clause.units) or any(
        verb.low.endswith(" for") and (after := clause.after(verb)) is not None and after.kind in ("person", "pronoun")
        for verb in clause.find("play", "played_for")
    )


def _mark(clause: Clause, unit: Unit) -> str | None:
    if clause.words_after(unit, 1)[:1] in (["days"], ["career"]):
        return None  # after his managing days
    if unit.has("coach", "coached"):
        return _OTHERWISE
    if unit.has("manage") or (unit.low in ("manager", "skipper") and _is_what_he_was(clause, unit)):
        return "seasons_managed"
    if unit.low in ("bench", "dugout") and clause.find("spend") and clause.words_before(unit, 1) == ["the"]:
        return "seasons_managed"
    after = clause.after(unit)
    if unit.has("played_for") and after is not None and (after.kind == "number" or after.low == "for"):
        return "seasons_played"
    if unit.low in LEAGUERS and clause.find("be", "spend"):
        return "seasons_played"
    if unit.low in _PLAYED or (unit.has("epithet") and unit.low in _POSITIONS and _was_one(clause, unit)):
        return "seasons_played"
    if unit.low in ("spent", "parts") and _in_the_majors(clause):
        return "seasons_played"
    if unit.low == "playing career" or _batted(clause, unit):
        return "seasons_played"
    if unit.low in ("ran", "lasted", "stayed", "stuck"):
        played = came_up(clause) or (any(one.low in _POSITIONS for one in clause.sentence.units) and unit.low != "ran")
        played = played and not any(part.find(*_AS_MANAGER) for part in (clause, *clause.earlier()))
        return "seasons_played" if played else "seasons_managed"
    if unit.low in ("bats", "games") and clause.find("have", "play") and not clause.find(*_AS_MANAGER):
        return "seasons_played" if {"spread", "parts", "scattered"} & {one.low for one in clause.units} else None
    if unit.has("organization_word") and unit.low not in ("minors",) and clause.find("spend", "have", "be", "serve"):
        return "seasons_managed" if _managed_there(clause, unit) else "seasons_with_organization"
    return None


def _managed_there(clause: Clause, organization: Unit) -> bool:
    """Had been a manager in the system for six years."""
    near = clause.units[max(0, organization.place - clause.first - _THERE) : organization.place - clause.first]
    title = next((n for n, one in enumerate(near) if one.low in ("manager", "skipper", "managing", "managed")), None)
    return title is not None and all(one.kind == "club" or one.low in _IN_THE for one in near[title + 1 :])


def _batted(clause: Clause, unit: Unit) -> bool:
    """Hit .271, a .271 hitter, a .271 lifetime average: as a player."""
    if clause.subject is None:
        return False  # a club did
    words = {*clause.words_before(unit, 2), *clause.words_after(unit, 3)}
    return _AVERAGE.fullmatch(unit.text) is not None and not _BATTING.isdisjoint(words)


def _is_what_he_was(clause: Clause, title: Unit) -> bool:
    """Was manager for nine seasons, as the manager; not `the manager feuded with X for two years`, `manager X`."""
    if args.introduces(clause, title):
        return False
    article = "the" in clause.words_before(title, 2)
    before = clause.units[max(0, title.place - clause.first - 4) : title.place - clause.first]
    after = clause.words_after(title, 1)
    return not article or after in (["of"], ["for"]) or any(one.has("be", "hire") or one.low == "as" for one in before)


def came_up(clause: Clause) -> bool:
    """Came up in 1956 and lasted eight seasons: as a player."""
    return any(part.find("debut") for part in clause.earlier())


def _was_one(clause: Clause, unit: Unit) -> bool:
    """Had been a catcher for 11 years; not `coached by the former catcher`."""
    told = {"a", "an", "as"} & set(clause.words_before(unit, 3)) or clause.words_before(unit, 1) == ["the"]
    so_long = any(one in SEASONS and then == "as" for one, then in pairwise(clause.words_before(unit, 5)))
    return so_long or (bool(told) and bool(clause.find("be", "spend", "serve")))


def _in_the_majors(clause: Clause) -> bool:
    """Spent parts of 12 seasons in the majors, where nothing is said of a dugout."""
    top = any(one.value == "MLB" for one in clause.kinds("level"))
    return (
        top
        and "parts" in {one.low for one in clause.units}
        and not clause.find("manager", "coach", "manage", "coached")
    )
