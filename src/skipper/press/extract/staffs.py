"""Staffs as clubs announce them: a town, under it `Manager: X` and `Hitting coach: Y`; X (Idaho Falls), Y (Omaha)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Sentence, Unit
from skipper.press.extract.when import NEVER, When

_ANNOUNCING = 6  # sentences of a piece that say what it announces
_STAFFS = frozenset(["staff", "staffs", "managers", "coaches", "assignments"])
_HEADING = 7  # units at most of a line that heads others
_COLONS = frozenset([":", "-", "–", "—", "--", "..."])
_AGAIN = frozenset(["back", "returns", "returning", "return", "remains", "stays", "again"])
_BESIDE = frozenset(["at", "in", "with", "for"])
_NO_POST = ("executive", "hire", "promote", "fire", "let_go", "resign", "finalist", "interview")
_FEWEST = 2  # pairs of a man and a club that make a list


def staffs_season(sentences: Sequence[Sentence], today: date | None) -> int | None:
    """The season whose staffs the piece announces at its beginning; null where it announces none."""
    for sentence in sentences[:_ANNOUNCING]:
        if _STAFFS.isdisjoint(unit.low for unit in sentence.units):
            continue
        for unit in sentence.units:
            if unit.kind == "year" and (today is None or today.year <= unit.value <= today.year + 1):
                return int(unit.value)
    return None


def read_staffs(piece: Piece, sentence: Sentence) -> None:
    """Keep the posts of a line of a staff, and the club that heads the lines below it."""
    if sentence.kind == "caption":
        return
    lines = list(_lines(sentence.units))
    if not lines and _is_heading(sentence.units):
        piece.staff, piece.lined = _club_of(sentence.units), None
    for title, named, end in lines:
        _keep(piece, sentence, title, named, end)
    if piece.staffs is not None and not lines:
        _keep_list(piece, sentence)


def _is_heading(units: list[Unit]) -> bool:
    """TOLEDO (AAA), Lakeland Flying Tigers: a short line without a verb or a full stop, of a club known or not."""
    short = len(units) <= _HEADING and not any(
        one.kind == "person" or one.text in (".", "?", "!", ":") for one in units
    )
    return short and units[0].text[:1].isupper() and not any(one.has("be", "have", "finite") for one in units)


def _club_of(units: list[Unit]) -> ClubName | None:
    named = [one.value for one in units if one.kind == "club"]
    levels = [one.text for one in units if one.kind == "level"]
    return replace(named[0], level=levels[0] if levels else named[0].level) if len(named) == 1 else None


def _lines(units: list[Unit]) -> Iterator[tuple[Unit, Unit, int]]:
    """Each title with the man behind its colon, or before its comma, and where what is said of him ends."""
    if len(units) in (3, 4) and units[0].kind == "person" and units[1].text in (",", *_COLONS) and _is_title(units[2]):
        yield units[2], units[0], len(units)
        return
    titles = [n for n in range(len(units) - 2) if _is_title(units[n]) and units[n + 1].text in _COLONS]
    plain = [n for n in titles if units[n + 2].kind == "person" and _stands_alone(units, n)]
    for n in plain:
        yield units[n], units[n + 2], next((one for one in titles if one > n), len(units))


def _is_title(unit: Unit) -> bool:
    return unit.has("manager", "coach") and not unit.low.endswith(("ing", "job", "post")) and unit.low != "pilot"


def _stands_alone(units: list[Unit], place: int) -> bool:
    """Manager: X, behind nothing, a mark, a name or a club; not `the losing manager: X`."""
    before = units[place - 1] if place else None
    return before is None or before.kind in ("punct", "club", "person", "level")


def _keep(piece: Piece, sentence: Sentence, title: Unit, named: Unit, end: int) -> None:
    before = [n for n in range(min(title.place, named.place)) if sentence.units[n].kind == "club"]
    name = _club_of(sentence.units[before[-1] : title.place]) if before else piece.staff
    if name is None or named.value.executive:
        return
    first = before[-1] if before else min(title.place, named.place)
    clause = Clause(sentence, first, end, "")
    if title.has("coach"):
        role = title.low.replace("-base", " base").replace("coaches", "coach")
        keep_stint(piece, clause, title, named.value, role, name, (named,), NEVER)
    elif piece.staffs is None or _again(sentence.units[named.place : end]):
        time = When((), (piece.staffs,), whole=True) if piece.staffs is not None else NEVER
        keep_stint(piece, clause, title, named.value, "manager", name, (named,), time)
    else:
        _appoint(piece, clause, title, named, name, piece.staffs)
        piece.careers.remember(named.value, name, piece.staffs, hired=True)
    if title.has("manager"):
        piece.subject = piece.lined = named.value


def read_since(piece: Piece, clause: Clause) -> None:
    """X has been on this staff since 2001: in the post that the staff's lines give him."""
    whom, word = clause.subject, next((one for one in clause.units if one.low == "staff"), None)
    told = [one for one in piece.recent if one.type == "stint" and whom and one.fields["person"] == whom.name]
    if whom is None or word is None or piece.staff is None or not told or not clause.find("be"):
        return
    time = piece.when(clause, word)
    if time.first is not None and "coach" in told[-1].fields["role"] and "on" in clause.words_before(word, 2):
        keep_stint(piece, clause, word, whom, told[-1].fields["role"], piece.staff, (), time)


def _again(units: list[Unit]) -> bool:
    """Back for another year, in his third season: not who is new."""
    counted = any(one.kind == "ordinal" and one.value > 1 for one in units)
    return counted or not _AGAIN.isdisjoint(one.low for one in units)


def _appoint(piece: Piece, clause: Clause, title: Unit, named: Unit, name: ClubName, season: int) -> None:
    fields: dict[str, Any]
    fields, links = posts.place_fields(piece, clause, name, season)
    fields |= {"role": "manager", "outcome": "appointed", **posts.scale(piece, clause, name, season)}
    piece.add(clause, "appointment", fields | {"for_season": season}, named.value, title, (named,), links)


def _keep_list(piece: Piece, sentence: Sentence) -> None:
    """X (Idaho Falls), Y (Burlington Royals) and Z at Omaha round out the managers: each with his club."""
    managing = any(one.has("manager", "manage") and one.low != "manager" for one in sentence.units)
    if not managing or any(one.has(*_NO_POST) for one in sentence.units) or piece.staffs is None:
        return
    pairs = [(units[0], units[2]) for units in _threes(sentence.units) if _is_pair(units)]
    for man, club in pairs if len(pairs) >= _FEWEST else ():
        clause = Clause(sentence, man.place, club.place + 1, "")
        keep_stint(piece, clause, man, man.value, "manager", club.value, (club,), When((), (piece.staffs,), whole=True))


def _threes(units: list[Unit]) -> list[list[Unit]]:
    return [units[n : n + 3] for n in range(len(units) - 2)]


def _is_pair(units: list[Unit]) -> bool:
    man, between, club = units
    beside = between.text == "(" or between.low in _BESIDE
    return man.kind == "person" and beside and club.kind == "club" and not man.value.executive
