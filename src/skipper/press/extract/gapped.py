"""Several men hired with one verb: X was named manager at Toledo, Y at Erie and Z at Lakeland; X coach and Y scout."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Unit

_LIGHT = frozenset(["as", "at", "in", "the", "of", "with", "to", "their", "its", "a"])
_JOINS = frozenset([",", "and", ";"])
_SAME = ("role", "outcome", "for_season", "date_of_act")


def read_gapped(piece: Piece, clause: Clause) -> None:
    """Keep for each further man of a list the appointment that the clause tells of the first, with his club or role."""
    told = piece.claims[-1] if piece.claims else None
    first = next(iter(clause.kinds("person")), None)
    if told is None or told.type != "appointment" or first is None or clause.find("interview", "finalist", "pass_over"):
        return
    if told.fields["person"] != first.value.name or not clause.units[0].start <= told.start <= clause.units[-1].end:
        return
    same = {name: told.fields[name] for name in _SAME if name in told.fields}
    for man, club, role in _others(clause, first):
        fields, named = (
            posts.place_fields(piece, clause, club, same.get("for_season")) if club is not None else ({}, [])
        )
        whole = {"club", "organization", "level_stated", "level_resolved", "league"}
        fields = fields or {name: told.fields[name] for name in whole if name in told.fields}
        fields |= {**same, **({"role": role} if role is not None else {})}
        piece.add(clause, "appointment", fields, man.value, man, (), named)
        if club is not None:
            piece.careers.remember(man.value, club, same.get("for_season"), hired=True)


def _others(clause: Clause, first: Unit) -> Iterator[tuple[Unit, ClubName | None, str | None]]:
    """Each further name behind a comma or `and`, with the club or the title that stands bare behind it."""
    for man in clause.kinds("person"):
        before = clause.before(man)
        if man is first or before is None or before.low not in _JOINS:
            continue
        for unit in clause.units[man.place - clause.first + 1 :]:
            if unit.low in _LIGHT or unit.kind == "level":
                continue
            if unit.kind == "club" and not _owns(clause, unit):
                yield man, unit.value, None
            elif unit.has("coach", "interim") or (unit.has("manager") and not is_finite(unit)):
                yield man, None, unit.low.replace("-base", " base")
            break


def _owns(clause: Clause, club: Unit) -> bool:
    """Y, the Mets' bench coach: the club only tells who that is."""
    after = clause.after(club)
    return after is not None and (after.text in ("'s", "'") or after.has("coach", "manager", "executive"))
