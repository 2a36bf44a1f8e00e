"""Ages and debuts."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.age_dates import dated_by
from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import MAJORS
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Entity, Sentence, Unit

_CALLED_UP = frozenset(["came up", "was called up"])
_NOT_TO_PLAY = (["from"], ["through"], ["short"], ["empty"], ["as"])
_ENDS_WHAT_HE_WAS = frozenset(["when", "after", ".", ",", "at", "and"])
_AGES = range(16, 100)
_ENDS_AN_AGE = frozenset([".", ",", ";", "and", "but", "when", "with", "in", "to", ")", "after", "as", "from", "by"])


def read_ages(piece: Piece, sentence: Sentence, clauses: list[Clause]) -> None:
    """Keep the ages of a sentence: X, 53, …; the 56-year-old X; X was 33; X, then 87 years old."""
    units = sentence.units
    for unit in units:
        if unit.kind != "number" or unit.value not in _AGES or not unit.text.isdigit():
            continue
        clause = next(one for one in clauses if one.start <= unit.place < one.end)
        whom = _beside(units, unit, clause) or _year_old(piece, units, unit, clause) or _was(piece, units, unit, clause)
        if whom is not None:
            used = (*whom[1], *dated_by(clause, clauses))
            piece.add(clause, "age", {"years": unit.value}, whom[0], unit, used, affirmed=True)


def _beside(units: list[Unit], unit: Unit, clause: Clause) -> tuple[Entity, tuple[Unit, ...]] | None:
    """X, 53, and X (53), and X, then 87 years old."""
    place = unit.place
    back = place - 2 if place >= 1 and units[place - 1].low == "then" else place - 1
    comma = back >= 1 and units[back].text in (",", "(")
    closed = (place + 1 < len(units) and units[place + 1].low in (",", ")", ".", "when")) or [
        u.low for u in units[place + 1 : place + 3]
    ] == ["years", "old"]
    if comma and closed and units[back].text == "," and units[back - 1].has("epithet") and clause.subject is not None:
        return clause.subject, ()
    if comma and closed and units[back - 1].kind == "person":
        if units[back].text == "(" and unit.value < 25:
            return None  # a number on a shirt, or a score
        return units[back - 1].value, (units[back - 1],)
    return None


def _year_old(piece: Piece, units: list[Unit], unit: Unit, clause: Clause) -> tuple[Entity, tuple[Unit, ...]] | None:
    following = "".join(one.low for one in units[unit.place + 1 : unit.place + 6])
    before = [one.low for one in units[max(0, unit.place - 2) : unit.place]]
    if not following.startswith(("-year-old", "year-old")) or before[:1] == ["as"]:
        return None
    end = next((n for n in range(unit.place, min(len(units), unit.place + 7)) if "old" in units[n].low), unit.place)
    for after in units[end + 1 : end + 4]:
        if after.kind == "person":
            return after.value, (after,)
        if not (after.kind in ("club", "level") or after.has("manager", "coach", "epithet")):
            break
    whom = clause.subject or piece.subject or piece.names.topic
    return (whom, ()) if whom is not None else None


def _was(piece: Piece, units: list[Unit], unit: Unit, clause: Clause) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Bristol was 33 when …, he is 41 years old, at the age of 87."""
    place = unit.place
    before = [one.low for one in units[max(0, place - 4) : place]]
    if before[-4:] == ["at", "the", "age", "of"] or before[-2:] == ["at", "age"]:
        whom = clause.subject or piece.subject
        return (whom, ()) if whom is not None else None
    following = units[place + 1].low if place + 1 < len(units) else "."
    alone = following in _ENDS_AN_AGE and not (following == "-" and units[place].end == units[place + 1].start)
    told = before[-1:] == ["at"] and unit.value >= 16 and alone and before[-2:-1] not in (["stood"], ["were"], ["was"])
    turned = before[-1:] == ["turned"] and clause.opener not in ("before", "after", "until", "since")
    if turned or (told and not any(one.kind == "record" for one in units[max(0, place - 6) : place])):
        whom = _just_named(units, place) or clause.subject or clause.owner or piece.subject
        return (whom, ()) if whom is not None and whom is not clause.club else None
    if before[-1:] == ["at"] and following in ("he", "she") and clause.subject is not None:
        return clause.subject, ()  # at 34 he was the youngest
    old = [one.low for one in units[place + 1 : place + 3]] == ["years", "old"]
    ends = place + 1 >= len(units) or units[place + 1].low in _ENDS_WHAT_HE_WAS or old
    is_ = place >= 2 and (units[place - 1].has("be") or units[place - 1].low == "'s")
    if is_ and units[place - 2].kind == "person" and ends:
        return units[place - 2].value, (units[place - 2],)
    if is_ and place >= 4 and units[place - 2].low == "who" and units[place - 4].kind == "person":
        return units[place - 4].value, (units[place - 4],)
    if is_ and units[place - 2].low in ("he", "she", "i", "who") and ends and clause.subject is not None:
        return clause.subject, ()
    return None


def _just_named(units: list[Unit], place: int) -> Entity | None:
    """There was X, at 67, …; batting X third, at 21: whom the words before the comma name."""
    if place < 3 or units[place - 2].text != ",":
        return None
    near = units[max(0, place - 5) : place - 2]
    return next((one.value for one in reversed(near) if one.kind == "person"), None)


def read_debuts(piece: Piece, clause: Clause) -> None:
    """Keep the debuts of a clause: as a player, in a year."""
    for unit in (*clause.find("debut"), *(there := _was_there(piece, clause))):
        words = {one.low for one in clause.units}
        person = clause.subject or clause.owner
        top = any(one.value == "MLB" for one in clause.kinds("level")) or unit.low in _CALLED_UP
        top = top or any(one.text in MAJORS for one in clause.kinds("league"))
        if (
            person is None
            or "never" in clause.words_before(unit, 3)
            or (not unit.low.startswith(("debut", "broke")) and not top)
            or words & {"managerial", "managing"}
            or (unit.low in _CALLED_UP and clause.find("coach", "manager", "manage"))
        ):
            continue
        counted = unit.low in _CALLED_UP or unit in there
        time = season_told(piece, clause, unit) if counted else piece.when(clause, unit)
        if time.year is None or (unit.low in _CALLED_UP and clause.words_after(unit, 1)[:1] in _NOT_TO_PLAY):
            continue
        near = args.clubs_near(piece, clause, unit)[:1]
        by_draft = _came_up(clause, unit) or (unit in there and any(one.low == "them" for one in clause.units))
        name = near[0].value if near else piece.drafted.get(person.name) if by_draft else _with_them(clause, unit)
        fields = {
            "year": time.year,
            "level": "MLB" if top else None,
            "club": piece.show(name, time.year) if name is not None else None,
        }
        named = [("club", name, time.year)] if name is not None else []
        piece.add(clause, "debut", fields, person, unit, (*near, *time.units), named, affirmed=True)
        return


def _with_them(clause: Clause, unit: Unit) -> ClubName | None:
    """Signed with the Angels and reached the majors with them: the one club that the sentence has named last."""
    them = any(one.low == "them" and clause.words_before(one, 1) == ["with"] for one in clause.units)
    named = [one.value for one in clause.sentence.units[: unit.place] if one.kind == "club"]
    return named[-1] if them and named else None


def _was_there(piece: Piece, clause: Clause) -> list[Unit]:
    """Was in the majors with them the next year, after the draft that the piece has told."""
    drafted = clause.subject is not None and clause.subject.name in piece.drafted
    if not drafted or not clause.find("be") or clause.find("draft"):
        return []
    top = [one for one in clause.kinds("level") if one.value == "MLB" and "in" in clause.words_before(one, 2)]
    return top if not clause.find("manager", "manage", "coach") else []


def _came_up(clause: Clause, unit: Unit) -> bool:
    """Was drafted, and came up three years later: to the club that had drafted him, told in the same sentence."""
    beside = any(one.has("draft") or one.low == "round" for one in clause.sentence.units)
    return beside and unit.low in _CALLED_UP
