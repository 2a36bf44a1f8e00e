"""Of whom each clause speaks."""

from __future__ import annotations

from skipper.press.extract.anaphora import club_meant
from skipper.press.extract.clauses import PREPOSITIONS, Clause, is_finite, is_participle, without_compounds
from skipper.press.extract.inherited import ASIDES, inherit
from skipper.press.extract.names import KIN
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import is_dateline
from skipper.press.extract.units import Entity, Unit

_SHORT = 10  # units of a sentence that does little but name a man
_LOOSE = frozenset(["the", "a", "an", "his", "her", "one", "former", "then-manager", "longtime"])
_LOOSE |= frozenset(["first", "last", "second", "-", "place", "visiting", "rival"])  # to the last-place Reds
_DATELINE = 9  # units of a dateline: ST. PAUL, Minn. (AP), Nov. 24 —
_FARTHEST = 6  # units between a preposition and what it governs


def find_subjects(piece: Piece, clauses: list[Clause]) -> None:
    """Set the subject, club and owner of each clause of a sentence, and the piece's last person."""
    if clauses and clauses[0].sentence.kind == "body" and piece.begins:
        piece.subject = (
            piece.lined or piece.names.topic
        )  # `he` at the head of a paragraph is the man whom the piece is about
    main: Entity | None = None
    ahead = _announced(clauses)
    for place, clause in enumerate(clauses):
        previous = clauses[place - 1] if place else None
        if _is_of_kin(clause):
            continue
        _own(
            piece, clause, _anchor(clauses, place), ahead if place == 0 or (previous is not None and not main) else None
        )
        if clause.subject is None and clause.club is None and clause.owner is None and previous is not None:
            inherit(piece, clause, previous, main)
        if clause.subject is not None and (clause.opener not in ASIDES or main is None):
            main = clause.subject if clause.opener not in ("who", "whom", "whose", "which") else main
    if _is_excepted(clauses) and piece.subject is not None:
        return
    spoken = _kept_in_focus(piece, clauses) or _spoken_of(piece, clauses) or _only_one(clauses)
    piece.subject = spoken if spoken is not None and piece.is_of_the_game(spoken) else piece.subject


def _is_excepted(clauses: list[Clause]) -> bool:
    """Only X won more games: the next sentence is of the man with whom X is compared."""
    first = clauses[0].units[:2] if clauses else []
    return len(first) > 1 and first[0].low == "only" and first[1].kind == "person"


def _is_of_kin(clause: Clause) -> bool:
    """Whose father John managed, his brother coached: of one whom the piece does not name in full."""
    first = [unit.low for unit in clause.units if unit.kind != "punct"][:2]
    whose = clause.opener == "whose" or first[:1] in (["whose"], ["his"], ["her"])
    return whose and not KIN.isdisjoint(first) and not clause.kinds("person")


def _anchor(clauses: list[Clause], place: int) -> Clause | None:
    """The clause whose subject a pronoun here means: the one before, or what an aside before this one hung on."""
    before = place - 1
    if clauses[place].opener in (",", "and", "but", "resume", ";"):
        while before > 0 and (clauses[before].opener in ASIDES or clauses[before].opener == "while"):
            before -= 1
    return clauses[before] if place else None


def _kept_in_focus(piece: Piece, clauses: list[Clause]) -> Entity | None:
    """X gave him the job, X hired Y: he, or Y of whom the piece is, stays in focus, and not X who acts (centering)."""
    for clause in clauses:
        if clause.subject is None or clause.opener not in ("", "resume", "—"):
            continue
        if any(_named(other) and other.subject is clause.subject for other in clauses if other.start > clause.start):
            return None
        verb = next(iter(clause.find("hand", "hire", "promote", "fire", "let_go", "called_to")), None)
        verb = verb or next((unit for unit in clause.units if unit.low == "followed"), None)
        near = clause.units[verb.place - clause.first + 1 :][:2] if verb is not None else []
        topic = piece.names.topic
        if topic is not clause.subject and any(unit.kind == "person" and unit.value is topic for unit in near):
            return topic
        held = piece.subject if piece.subject is not clause.subject else None
        if _named(clause) and any(unit.low == "him" for unit in near):
            return held
    return None


def _spoken_of(piece: Piece, clauses: list[Clause]) -> Entity | None:
    """Whom the next sentence's pronouns mean: this one's subject, not who only said it nor who stands in an aside."""
    main = [clause for clause in clauses if clause.opener not in ASIDES]
    then = [clause for clause in main[1:] if clause.opener in (",", "and", "but", ";") and _named(clause)]
    if main and _done_to(main[0]) is not None:
        return then[-1].subject if then else _done_to(main[0])
    if main and main[0].subject is None and any(unit.low in ("him", "her") for unit in main[0].units):
        return None
    if any(clause.subject is piece.names.topic and _named(clause) for clause in main[1:] if clause.opener == ";"):
        return piece.names.topic
    apart = next((n for n, clause in enumerate(main) if n and clause.opener == ";"), len(main))
    before = [clause.subject for clause in main[:apart] if clause.subject is not None and _named(clause)]
    if len(before) > 1 and apart < len(main) and main[apart].subject is before[-1] is not before[0]:
        return before[-1]  # A came after him, and then B had the club; by 1974 he was in Boston
    for clause in (*(one for one in main if not one.find("say")), *main):
        if _is_his_coach(clause):
            return clause.owner
        if clause.subject is not None or clause.owner is not None:
            return clause.subject or clause.owner
    return None


def _is_his_coach(clause: Clause) -> bool:
    """His bench coach, X, was not speaking to him: what follows is of the manager still."""
    named = next((unit for unit in clause.units if unit.kind == "person"), None)
    if named is None or named.value is not clause.subject:
        return False
    before = [unit for unit in clause.units[: named.place - clause.first] if unit.text != ","][-2:]
    return len(before) == 2 and before[0].low == "his" and before[1].has("coach")


def _only_one(clauses: list[Clause]) -> Entity | None:
    """It is going to be X: the one man named."""
    named = {id(unit.value): unit.value for clause in clauses for unit in clause.kinds("person")}
    if any(unit.kind == "pronoun" for clause in clauses for unit in clause.units):
        return None
    short = sum(len(clause.units) for clause in clauses) <= _SHORT
    return next(iter(named.values())) if len(named) == 1 and short else None


def _named(clause: Clause) -> bool:
    """Whether the clause names its own subject."""
    return any(unit.kind == "person" and unit.value is clause.subject for unit in clause.units)


def _done_to(clause: Clause) -> Entity | None:
    """The club named X manager: X."""
    if clause.subject is not None or (clause.club is None and clause.owner is None):
        return None
    for verb in clause.find("hire", "fire", "promote", "interview"):
        near = clause.units[verb.place - clause.first + 1 :][:4]
        named = next((unit for unit in near if unit.kind in ("person", "pronoun")), None)
        if named is not None and named.kind == "person":
            return named.value
    return None


def _announced(clauses: list[Clause]) -> Entity | None:
    """Having been scorned when he was hired, X heads …: the name that pronouns before it mean."""
    first = clauses[0].units[0] if clauses and clauses[0].units else None
    if first is None or not (
        first.low in ("having", "after", "before", "despite", "when", "while", "as", "since")
        or first.low.endswith("ing")
        or (first.has("hire", "fire", "promote", "let_go", "draft") and is_participle(first))
    ):
        return None
    for clause in clauses[1:]:
        opening = [unit for unit in clause.units if unit.kind != "punct"][:2]
        named = next((unit for unit in opening if unit.kind == "person"), None)
        if clause.opener in (",", "resume") and named is not None:
            return named.value
    return None


def _own(piece: Piece, clause: Clause, previous: Clause | None, ahead: Entity | None) -> None:
    """The subject among the units before the clause's verb."""
    units = clause.units
    verb = next((n for n, unit in enumerate(units) if is_finite(unit)), len(units))
    words = [n for n, unit in enumerate(units) if unit.kind != "punct"]
    if clause.opener in (",", "after", "before") and any(
        units[n].low.split()[0].endswith("ing") for n in words[: 1 + (clause.opener != ",")]
    ):
        verb = words[0]
    quoted = clause.opener == '"'
    for place, unit in enumerate(units[:verb]):
        if unit.kind == "club" and _is_where_it_was_written(clause, unit):
            continue
        if _in_phrase(units, place, clause.opener):
            if unit.kind == "person" and units[place - 1].low == "under":
                clause.owner = unit.value
            continue
        whom = _whom(piece, clause, unit, units, place, quoted, previous)
        whom = ahead if ahead is not None and unit.kind == "pronoun" else whom
        if whom is not None and _owns(unit, units, place):
            clause.owner = clause.owner or whom
        elif whom is not None and clause.subject is None:
            clause.subject = whom
        elif clause.club is None and clause.subject is None and not _modifies(units, place):
            clause.club = unit.value if unit.kind == "club" else club_meant(piece, clause, unit)
            clause.anaphoric = clause.club is not None and unit.kind != "club"


def _is_where_it_was_written(clause: Clause, unit: Unit) -> bool:
    """PHOENIX — : a dateline, and no club; of a city of the majors its club may be spoken of."""
    if any(span.is_major for span in unit.value.spans):
        return False
    after = clause.sentence.units[unit.place + 1 :][:_DATELINE]
    opens = unit.place == 0 and clause.sentence.kind == "body" and is_dateline(unit)
    return opens and any(one.text in ("—", "–", "--", "-") for one in after)


def _whom(
    piece: Piece, clause: Clause, unit: Unit, units: list[Unit], place: int, quoted: bool, previous: Clause | None
) -> Entity | None:
    if unit.kind == "person":
        return unit.value
    if piece.first_person is not None and unit.low in ("i", "my", "we"):
        return piece.first_person
    if piece.asked is not None and unit.low in ("you", "your"):
        return piece.asked
    if unit.kind == "pronoun":
        if quoted or (previous is not None and previous.subject is not None and previous.subject.executive):
            return piece.names.topic
        told = previous.subject if previous is not None and not _says(previous) else None
        if told is not None and piece.is_of_the_game(told):
            return told
        if previous is not None and previous.subject is not None and previous.subject is not piece.names.topic:
            return piece.names.topic
        if (owner := _whose_club(previous)) is not None and piece.is_of_the_game(owner):
            return owner
        last = piece.subject if piece.subject is not None and not piece.subject.executive else None
        if last is not None and clause.find("manager_of_the_year") and not _manages(piece, last):
            last = None
        if (done := _done_to_there(previous)) is not None:
            return done
        if last is not None and not piece.is_news and previous is None and piece.names.count[last] == 1:
            last = None  # in a life told at its end `he` is he whose life it was, not who is named once
        return (previous.subject if previous else None) or last or piece.names.topic
    if unit.has("epithet") and _definite(units, place):
        return piece.subject if piece.subject is not None and previous is None else piece.names.topic
    return None


def _says(clause: Clause) -> bool:
    """Whether its subject says what follows; not where he was told it."""
    heard = any(one.low == "told" and clause.passive(one) for one in clause.find("say"))
    return bool(clause.find("say")) and not heard


def _manages(piece: Piece, person: Entity) -> bool:
    return piece.careers.last(person) is not None or any(man.managed for man in person.people)


def _whose_club(previous: Clause | None) -> Entity | None:
    """Gibson's 2011 club won 94 games, and he was honoured: the man whose club it is, where no other is named."""
    if previous is None or previous.subject is not None or previous.owner is None:
        return None
    named = {id(unit.value) for unit in previous.kinds("person")}
    return previous.owner if named == {id(previous.owner)} else None


def _done_to_there(previous: Clause | None) -> Entity | None:
    """The league fined X after he was ejected: X, to whom the clause before did it."""
    if previous is None or previous.subject is not None:
        return None
    had_in = "in" in [one.low for one in previous.units if one.kind != "punct"][-1:]  # had X in, and he interviewed
    if not (previous.find("suspend", "fire", "let_go") or had_in):
        return None
    named = [unit.value for unit in previous.kinds("person")]
    return named[0] if len(named) == 1 else None


def _definite(units: list[Unit], place: int) -> bool:
    """The one-time Mets second baseman: `the` before it, and no name that it only introduces after it."""
    after = units[place + 1] if place + 1 < len(units) else None
    if after is not None and (after.kind in ("person", "club") or after.low in ("of", "'s", "for")):
        return False
    if after is not None and after.text == "," and any(one.kind == "person" for one in units[place + 2 : place + 3]):
        return False
    return any(unit.low == "the" for unit in units[max(0, place - 6) : place])


def _in_phrase(units: list[Unit], place: int, opener: str) -> bool:
    """Whether a preposition governs the unit; the word that opens a clause is none."""
    for before in reversed(without_compounds(units[:place])[-_FARTHEST:]):
        if before.low in PREPOSITIONS or before.has("according"):
            return not (before is units[0] and before.low == opener)
        if before.kind in ("year", "years") and units[place].kind in ("person", "pronoun"):
            return False  # in 1966 he …
        if before.low == "and" and any(one.low == "between" for one in units[max(0, place - 4) : place]):
            return True  # between X and Y he managed
        if before.kind in ("year", "years") and units[place].kind == "club":
            acts = units[place - 1] is before and place + 1 < len(units) and is_finite(units[place + 1])
            if units[place - 1].low == "the" or acts:
                return False  # in 1966 the Orioles …; in 1989 Baltimore went …
        if not (
            before.low in _LOOSE
            or before.kind in ("level", "year", "years")
            or before.has("executive", "manager", "interim")
        ):
            return False
    return False


def _owns(unit: Unit, units: list[Unit], place: int) -> bool:
    after = units[place + 1].text if place + 1 < len(units) else ""
    return unit.low in ("his", "her", "my") or (
        unit.low not in ("he", "she", "who")
        and after in ("'s", "'")
        and not is_finite(units[min(place + 2, len(units) - 1)])
    )


def _modifies(units: list[Unit], place: int) -> bool:
    """The Mets' …, Orioles manager …: the club is no subject."""
    after = units[place + 1] if place + 1 < len(units) else None
    return after is not None and (
        after.text in ("'", "'s") or after.has("manager", "executive", "coach", "epithet") or after.kind == "person"
    )
