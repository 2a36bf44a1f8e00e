"""Ages: of whom, as an apposition, a predicate or a phrase says them."""

from __future__ import annotations

from skipper.press.extract.age_dates import dated_by
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.days import WEEKDAYS
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Sentence, Unit
from skipper.press.extract.used_by import whom_he_means

_AGES = range(16, 100)
_ENDS_AN_AGE = frozenset([".", ",", ";", "and", "but", "when", "with", "in", "to", ")", "after", "as", "from", "by"])
_ENDS_WHAT_HE_WAS = frozenset(["when", "after", ".", ",", "at", "and", "then", "now", ";", "—", ":", "but", "that"])
# What may stand before the number: X, now 44, …; he is only 44.
_ABOUT = frozenset(["now", "then", "just", "only", "still", "age", "aged", "already", "barely"])
_OF = frozenset(["of", "the", "in", "at", "-"])
_CLOSES = frozenset([",", ")", ".", "when", ";", "—"])
_LONGEST_TITLE = 9  # units between `60-year-old` and whose title it is: the 60-year-old skipper of the Cubs, X


def read_ages(piece: Piece, sentence: Sentence, clauses: list[Clause]) -> None:
    """Keep the ages of a sentence: X, 53, …; the 56-year-old X; X was 33; X, then 87 years old."""
    units = sentence.units
    for unit in units:
        if unit.kind != "number" or unit.value not in _AGES or not _is_told_as_one(units, unit):
            continue
        clause = next(one for one in clauses if one.start <= unit.place < one.end)
        whom = _beside(units, unit, clause) or _year_old(piece, units, unit, clause) or _was(piece, units, unit, clause)
        if whom is not None:
            used = (*whom[1], *dated_by(clause, clauses))
            piece.add(clause, "age", {"years": unit.value}, whom[0], unit, used, affirmed=True)


def _is_told_as_one(units: list[Unit], unit: Unit) -> bool:
    """In figures; spelled out with `years old` or `years of age` behind it: other counts are spelled out too."""
    then = [one.low for one in units[unit.place + 1 : unit.place + 4]]
    return unit.text.isdigit() or then[:2] == ["years", "old"] or then == ["years", "of", "age"]


def _beside(units: list[Unit], unit: Unit, clause: Clause) -> tuple[Entity, tuple[Unit, ...]] | None:
    """X, 53, and X (53), and X, then 87 years old; X, now 44, X, aged 60."""
    back = unit.place - 1
    while back > 1 and units[back].low in _ABOUT:
        back -= 1
    if back < 1 or units[back].text not in (",", "(") or not _closes(units, unit.place + 1):
        return None
    before = units[back - 1]
    if units[back].text == "," and before.has("epithet") and clause.subject is not None:
        return clause.subject, ()
    if before.kind != "person" or (units[back].text == "(" and unit.value < 25):
        return None  # a number on a shirt, or a score
    return before.value, (before,)


def _closes(units: list[Unit], place: int) -> bool:
    """Whether the apposition ends behind the age."""
    words = [one.low for one in units[place : place + 2]]
    if words[:1] and words[0] in ("then", "now"):
        words = [one.low for one in units[place + 1 : place + 3]]
    return not words or words[0] in _CLOSES or words == ["years", "old"] or _and_more(units, place)


def _and_more(units: list[Unit], place: int) -> bool:
    """X, 62 and retired in Florida: what else he is goes on behind the age."""
    more = units[place : place + 2]
    return len(more) == 2 and more[0].low == "and" and more[1].kind == "word" and more[1].text.islower()


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
    titled = _titled_so(units, end)
    if titled is not None:
        return titled.value, (titled,)
    position = end + 1 < len(units) and units[end + 1].has("position")
    if position and clause.subject in piece.skippers and _is_an_object(clause, unit):
        whom = whom_he_means(piece, clause)  # the manager gave the 20-year-old first baseman the day off
    else:
        whom = clause.subject or piece.subject or piece.names.topic
    return (whom, ()) if whom is not None else None


def _is_an_object(clause: Clause, unit: Unit) -> bool:
    """Whether a verb stands before it and the subject before that."""
    return any(is_finite(one) for one in clause.units if one.place < unit.place)


def _titled_so(units: list[Unit], end: int) -> Unit | None:
    """The 60-year-old skipper of the Cubs, X, …: whose title stands before the comma."""
    near = units[end + 1 : end + _LONGEST_TITLE]
    comma = next((n for n, one in enumerate(near[:-1]) if one.text == ","), None)
    if comma is None or near[comma + 1].kind != "person" or not any(one.has("epithet") for one in near[:comma]):
        return None
    light = all(
        one.kind in ("club", "level", "league") or one.has("epithet", "coach", "manager") or one.low in _OF
        for one in near[:comma]
    )
    return near[comma + 1] if light else None


def _opens(units: list[Unit], unit: Unit, clause: Clause) -> bool:
    """Now 45, X has run clubs; only 36, he became the youngest: the number stands before the sentence's comma."""
    before = [one.low for one in units[: unit.place]]
    closed = [one.text for one in units[unit.place + 1 : unit.place + 2]] == [","]
    return closed and len(before) == 1 and before[0] in _ABOUT and clause.start == 0


def _was(piece: Piece, units: list[Unit], unit: Unit, clause: Clause) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Bristol was 33 when …, he is 41 years old, at the age of 87."""
    place = unit.place
    before = [one.low for one in units[max(0, place - 4) : place]]
    if before[-4:] == ["at", "the", "age", "of"] or before[-2:] == ["at", "age"]:
        whom = clause.subject or piece.subject
        return (whom, ()) if whom is not None else None
    if _opens(units, unit, clause):
        whom = next((one.value for one in units[place + 2 : place + 4] if one.kind == "person"), clause.subject)
        return (whom, ()) if whom is not None else None
    following = units[place + 1].low if place + 1 < len(units) else "."
    alone = following in _ENDS_AN_AGE and not (following == "-" and units[place].end == units[place + 1].start)
    told = before[-1:] == ["at"] and unit.value >= 16 and alone and before[-2:-1] not in (["stood"], ["were"], ["was"])
    turned = before[-1:] == ["turned"] and clause.opener not in ("before", "after", "until", "since")
    turned = turned or (before[-1:] == ["turns"] and _in_these_days(units, place))
    if turned or (told and not any(one.kind == "record" for one in units[max(0, place - 6) : place])):
        whom = _just_named(units, place) or clause.subject or clause.owner or piece.subject
        return (whom, ()) if whom is not None and whom is not clause.club else None
    superlative = following == "the" and any(one.low.endswith("est") for one in units[place + 2 : place + 3])
    if before[-1:] == ["at"] and (following in ("he", "she") or superlative) and clause.subject is not None:
        return clause.subject, ()  # at 34 he was the youngest; at 61 the oldest manager
    old = [one.low for one in units[place + 1 : place + 3]] == ["years", "old"]
    ends = place + 1 >= len(units) or units[place + 1].low in _ENDS_WHAT_HE_WAS or old
    while place > 2 and units[place - 1].low in _ABOUT:
        place -= 1  # is only 44
    is_ = place >= 2 and (units[place - 1].has("be") or units[place - 1].low == "'s")
    if is_ and units[place - 2].kind == "person" and ends:
        return units[place - 2].value, (units[place - 2],)
    if is_ and place >= 4 and units[place - 2].low == "who" and units[place - 4].kind == "person":
        return units[place - 4].value, (units[place - 4],)
    if is_ and units[place - 2].low in ("he", "she", "i", "who") and ends and clause.subject is not None:
        return clause.subject, ()
    return None


def _in_these_days(units: list[Unit], place: int) -> bool:
    """Turns 80 today, on Saturday: not in May, till when he is younger."""
    then = [one.low for one in units[place + 1 : place + 3]]
    return then[:1] in ([], ["."], ["today"], ["tomorrow"]) or (then[:1] == ["on"] and then[-1].split()[-1] in WEEKDAYS)


def _just_named(units: list[Unit], place: int) -> Entity | None:
    """There was X, at 67, …; batting X third, at 21; X, the interim manager at 80: whom the words before name."""
    comma = next((n for n in range(place - 2, max(1, place - 7), -1) if units[n].text == ","), None)
    if comma is None:
        return None
    if comma < place - 2:
        titled = units[comma + 1].low in ("the", "their", "a") and units[place - 2].has("manager", "interim", "coach")
        return units[comma - 1].value if titled and units[comma - 1].kind == "person" else None
    near = units[max(0, place - 5) : place - 2]
    return next((one.value for one in reversed(near) if one.kind == "person"), None)
