"""Won-lost figures of a part of a season: of the games that remained, before a game, of a stand-in's week."""

from __future__ import annotations

from itertools import pairwise

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Unit

Figures = dict[str, int | None]

_SIDES = {"won": "wins", "winning": "wins", "lost": "losses", "losing": "losses"}
_HIS = frozenset(["his", "the", "those", "these"])
_OF_HIS_TIME = (
    *(["that", "remained"], ["remaining"], ["left"], ["that", "were", "left"], ["he", "managed"]),
    *(["under"], ["as", "manager"], ["as", "interim manager"], ["on", "the", "schedule"]),
)
_INTO = 8  # units from `went into` to the record: went into last night's game in Syracuse 56-41
_GONE_INTO = frozenset(["went into", "goes into", "go into", "enters", "entered", "entering", "enter"])
_GONE = frozenset(["went", "goes", "go", "come", "came", "headed", "head", "heads", "took", "take", "heading", "going"])
_FEWEST_GAMES = 12  # fewer are a week's news


def out_of_games(clause: Clause, unit: Unit) -> Figures | None:
    """Won 15 of the 27 games that remained, won 15 of 20 under X: and lost the others; null of `nine of 11`."""
    side = _SIDES.get("".join(clause.words_before(unit, 1)))
    rest = clause.units[unit.place - clause.first + 1 :][:9]
    if side is None or len(rest) < 4 or rest[0].low != "of":
        return None
    if rest[1].low not in _HIS:
        return _of_games_under(side, unit, rest[1:])
    games, behind = rest[2], [one.low for one in rest[3:]]
    if games.kind != "number" or not unit.value < games.value or games.value < _FEWEST_GAMES:
        return None
    counted = behind[1:] if behind[:1] == ["games"] else behind
    his = rest[1].low == "his" and behind[:1] == ["games"]
    if not his and not any(counted[: len(words)] == words for words in _OF_HIS_TIME):
        return None
    return _shared_out(side, unit.value, games.value)


def _of_games_under(side: str, unit: Unit, rest: list[Unit]) -> Figures | None:
    """Won 15 of 20 under X, 15 of its first 20 games under him: all the games of his time, as far as it has come."""
    first = [one.low for one in rest[:2]] in (["its", "first"], ["their", "first"])
    games, *behind = rest[2 * first :]
    behind = behind[1:] if behind and behind[0].low == "games" else behind
    his = len(behind) > 1 and behind[0].low == "under" and behind[1].kind in ("person", "pronoun")
    if not his or games.kind != "number" or not unit.value < games.value or games.value < _FEWEST_GAMES:
        return None
    return _shared_out(side, unit.value, games.value)


def _shared_out(side: str, value: int, games: int) -> Figures:
    """So many of the games on one side, and the others on the other."""
    return {side: value, "losses" if side == "wins" else "wins": games - value, "ties": None}


def bracketed(clause: Clause, unit: Unit) -> Unit | None:
    """The Laguna Vaqueros (15-19): the club that the record stands in brackets behind; null elsewhere."""
    if unit.kind != "record" or clause.words_before(unit, 1) != ["("]:
        return None
    club, after = clause.before(unit, 2), clause.words_after(unit, 1)
    stands = club is not None and club.kind == "club" and after[:1] in ([")"], [","])
    return club if stands else None


def stands_before_a_game(clause: Clause, unit: Unit) -> bool:
    """Went into last night's game 56-41, entered the weekend 20-14: as the club stood."""
    near = clause.units[max(0, unit.place - clause.first - _INTO) : unit.place - clause.first]
    gone = any(one.low in _GONE_INTO for one in near)
    if not gone:
        gone = any(one.low in _GONE and other.low == "into" for one, other in pairwise(near))
    return gone and not any(one.kind == "record" for one in near)


def filled_in(clause: Clause) -> bool:
    """Finished up and was 4-1: whose few games were those of a man who stood in."""
    before = clause.previous
    joined = before if before is not None and clause.opener in ("and", ",", "but") else None
    return any(part is not None and part.find("fill_in") for part in (clause, joined))
