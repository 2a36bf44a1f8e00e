"""Others considered for a post, told by what was said of the one before: Y is another, the finalists: X, Y and Z."""

from __future__ import annotations

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import listed_people
from skipper.press.extract.units import Unit

_OUTCOMES = ("interviewed", "finalist")
_BOTH = 2
_NEAR = 4  # units between the verb and whom it chooses: former Tigers coach X
_LAST = 4  # claims back: what stands further is of something else


def read_another(piece: Piece, clause: Clause) -> None:
    """X, the CLUB's coach, is another; so is Y: as of the man told before, in the same paragraph."""
    whom = clause.subject
    be = [one for one in clause.find("be") if _closes(clause, one)]
    told = [one for one in piece.claims[-_LAST:] if one.type == "appointment"]
    if whom is None or not be or not told or told[-1].fields["outcome"] not in _OUTCOMES:
        return
    if told[-1].fields["person"] == whom.name or piece.report.text[told[-1].end : clause.units[0].start].count("\n\n"):
        return
    name = piece.vacancy(whom) or club_of_the_news(piece) or piece.club
    if name is None or piece.show(name) != told[-1].fields.get("club"):
        return
    fields, named = posts.place_fields(piece, clause, name, None)
    fields |= {key: told[-1].fields.get(key) for key in ("role", "outcome", "level_resolved")}
    piece.add(clause, "appointment", fields, whom, be[0], (), named)


def _closes(clause: Clause, be: Unit) -> bool:
    """Is another, are two others: nothing else is said."""
    after = [one.low for one in clause.units if one.place > be.place][:3]
    return after[:1] == ["another"] and (len(after) == 1 or after[1] in (".", ",", ";", "and"))


def read_chosen_over(piece: Piece, clause: Clause) -> None:
    """Keep `the Cubs picked X over Y for the job`: X appointed, Y passed over."""
    for verb in clause.find("hire"):
        chosen, other = _two(clause, verb)
        name = clause.club
        if chosen is None or other is None or name is None or clause.denied(verb) or not _for_the_post(piece, clause):
            continue
        time = piece.when(clause, verb)
        day = {"date_of_act": time.act.words} if time.act is not None else {}
        day = day or ({"date_of_act": str(time.seasons[0])} if len(time.seasons) == 1 else {})
        fields, named = posts.place_fields(piece, clause, name, time.year)
        fields |= {"role": "manager", **posts.scale(piece, clause, name, time.year), **day}
        for one, outcome in ((chosen, "appointed"), (other, "passed_over")):
            piece.add(clause, "appointment", fields | {"outcome": outcome}, one.value, verb, (one, *time.units), named)
        piece.open_post(name, chosen.value, time.year)
        piece.careers.remember(chosen.value, name, time.year, hired=True)


def _two(clause: Clause, verb: Unit) -> tuple[Unit | None, Unit | None]:
    """X over Y, X instead of Y, X ahead of Y, behind the verb; nulls where the words are others."""
    people = [one for one in clause.kinds("person") if one.place > verb.place][:2]
    if len(people) < _BOTH or people[0].place > verb.place + _NEAR:
        return None, None
    between = " ".join(one.low for one in clause.units if people[0].place < one.place < people[1].place)
    titles = ("over", "instead of", "rather than", "ahead of")
    return (people[0], people[1]) if between.startswith(titles) else (None, None)


def _for_the_post(piece: Piece, clause: Clause) -> bool:
    """Where the words say the job, or the piece has told that the club's is open."""
    if any(not one.has("hire") for one in clause.find("play", "bat", "coach", "draft", "position", "pitcher_word")):
        return False
    told = clause.find("assignment", "manager", "manage")
    if any(one.low == "draft" for one in clause.units):
        return False
    return bool(told) or (clause.club is not None and piece.vacancies.are_told_of(clause.club))


def behind_a_colon(clause: Clause, verb: Unit) -> list[Unit]:
    """They have three finalists for the job: X, the CLUB's coach; Y; and Z."""
    units = clause.sentence.units
    colon = next((n for n in range(verb.place, len(units)) if units[n].text == ":"), len(units))
    named = next((one for one in units[colon + 1 : colon + 3] if one.kind == "person"), None)
    return listed_people(clause.sentence, named) if named is not None else []
