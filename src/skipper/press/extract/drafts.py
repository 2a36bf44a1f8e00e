"""Drafts: round, place, year and club of a player's choice in the amateur draft."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.holders import understood
from skipper.press.extract.numbers import ORDINAL_WORDS
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import When

_PICKS = frozenset(["pick", "picks", "selection", "choice", "draft pick", "draft choice", "draft picks", "round pick"])
_OTHER_DRAFTS = frozenset(["expansion", "supplemental", "fantasy", "secondary", "military"])
_TAKING = frozenset(
    [
        *("took", "take", "taken", "selected", "picked", "chose", "chosen", "drafted", "drafts", "made", "claimed"),
        *("grabbed", "called"),
    ]
)
Chosen = tuple[Entity, tuple[Unit, ...]]


def read(piece: Piece, clause: Clause) -> None:
    """Keep the drafts of a clause."""
    anchor = _anchor(clause)
    if anchor is None or _OTHER_DRAFTS & {one.low for one in clause.units}:
        return
    verb = next((one for one in clause.units if one.low in _TAKING), None)
    found, overall = _round(clause)
    time = _time(piece, clause, anchor)
    if not (time.year or found or overall):
        return
    club = _club(piece, clause, verb, anchor)
    for person, used in _chosen(piece, clause, verb, anchor):
        fields = {
            "year": time.year,
            "round": found,
            "overall": overall,
            "club": piece.show(club, time.year) if club is not None else None,
        }
        named = [("club", club, time.year)] if club is not None else []
        inside = [one for one in (*used, *time.units) if one in clause.units]
        piece.add(clause, "draft", fields, person, verb or anchor, inside, named, affirmed=True)
        if club is not None:
            piece.drafted[person.name] = club


def _anchor(clause: Clause) -> Unit | None:
    """The word that tells of a draft: drafted, a 17th-round pick, in the third round, the first pick in the draft."""
    words = {one.low for one in clause.units}
    for unit in clause.units:
        if unit.low in ("drafted", "drafts"):
            return unit
        if "-round" in unit.low or unit.low == "first-round pick":
            return unit
        after = clause.words_after(unit, 3)
        if unit.kind == "ordinal" and (
            "".join(after[:2]).startswith(("-round", "round")) or " ".join(after).startswith("overall")
        ):
            return unit if _of_the_draft(clause, words) else None
        if unit.kind == "ordinal" and after[:1] and after[0] in _PICKS and "draft" in words:
            return unit
        if _is_numbered(clause, unit):
            return unit
        if unit.has("draft") and "draft" in words and unit.low not in ("pick",):
            return unit
    return None


def _is_numbered(clause: Clause, unit: Unit) -> bool:
    """The No. 1 pick."""
    number = unit.kind == "number" and any(word.startswith("no") for word in clause.words_before(unit, 2))
    return number and any(word in _PICKS or word == "overall" for word in clause.words_after(unit, 2))


def _of_the_draft(clause: Clause, words: set[str]) -> bool:
    """A pick or a choice, or taken in that round; not a playoff's first round, nor a fight's."""
    taken = bool(words & _TAKING) and (
        "overall" in words or bool(clause.kinds("club")) or clause.club is not None or "draft" in words
    )
    return bool(words & _PICKS) or taken or any(one.has("draft") for one in clause.units)


def _time(piece: Piece, clause: Clause, anchor: Unit) -> When:
    """The year of the clause, else of the sentence; a draft is of no other time that the piece has come to."""
    own = piece.when(clause, anchor)
    if own.year is not None:
        return own
    told = season_told(piece, clause, anchor)
    return told if told.units or any(one.kind == "year" for one in clause.sentence.units) else own


def _round(clause: Clause) -> tuple[int | None, int | None]:
    """The round and the place in the whole draft, null where not said."""
    found = overall = None
    for unit in clause.kinds("ordinal"):
        after = " ".join(clause.words_after(unit, 3))
        if after.lstrip("- ").startswith("round"):
            found = unit.value
        elif after.startswith(("overall", "pick", "player", "selection overall", "choice")):
            overall = unit.value
    overall = next((one.value for one in clause.kinds("number") if _is_numbered(clause, one)), overall)
    for unit in clause.units:
        head = unit.low.split("-")[0]
        if ("-round" in unit.low or unit.low == "first-round pick") and head in ORDINAL_WORDS:
            found = ORDINAL_WORDS[head]
    return found, overall


def _chosen(piece: Piece, clause: Clause, verb: Unit | None, anchor: Unit) -> Iterator[Chosen]:
    """Whom: former first-round picks X and Y; X, the first pick; the club drafted X; X was drafted; he, a pick."""
    last = max([one.place for one in clause.units if one.low in _PICKS or one is anchor])
    people = list(_listed(clause.units[last - clause.first + 1 :]))
    apposed = _apposed(clause, anchor)
    if people or apposed is not None:
        yield from people or [(one.value, (one,)) for one in (apposed,) if one is not None]
        return
    if verb is not None:
        found = args.object_of(piece, clause, verb) if not clause.passive(verb) else None
        if found is not None:
            yield found[0], (found[1],)
        elif clause.subject is not None:
            yield clause.subject, ()
        return
    subject = clause.subject or clause.owner or understood(piece, clause)
    if subject is not None:
        yield subject, ()


def _listed(after: list[Unit]) -> Iterator[Chosen]:
    for unit in after:
        if unit.kind == "person":
            yield unit.value, (unit,)
        elif unit.low not in ("and", ","):
            return


def _apposed(clause: Clause, anchor: Unit) -> Unit | None:
    """Mark Appel, the first pick in the 2013 draft, …: the name before the comma."""
    before = clause.sentence.units[: anchor.place][-4:]
    for place, one in enumerate(before):
        rest = [word.low for word in before[place + 1 :]]
        under = clause.sentence.units[one.place - 1].low if one.place else ""
        if under in ("under", "by", "with", "for", "against"):
            continue  # a safety under Bear Bryant, an eighth-round pick: of whom the clause speaks
        if one.kind == "person" and rest[:1] == [","] and set(rest[1:]) <= {"the", "a", "an", "former"} and rest[1:]:
            return one
    return None


def _club(piece: Piece, clause: Clause, verb: Unit | None, anchor: Unit) -> ClubName | None:
    """The club that chose: an active verb's subject, `by the club`, `of the club`; never the school out of which."""
    active = verb is not None and not clause.passive(verb) and clause.club is not None
    if active:
        return clause.club
    for unit in clause.kinds("club"):
        before = clause.words_before(unit, 2)
        by = bool({"by", "of"} & set(before[-2:])) and "out" not in before and "university" not in before
        if by or bool({"'s", "'"} & set(clause.words_after(unit, 1))):
            return unit.value
    if clause.opener == "when" and piece.club is not None:
        return piece.club
    if _apposed(clause, anchor) is not None:
        return None
    from_school = {"out", "from"} & {one.low for one in clause.units}
    found = args.one_club(piece, clause, verb or anchor) if not from_school else None
    if found is not None and any("with" in clause.words_before(one, 3) for one in clause.units if one in found[1]):
        found = None  # an infielder with Toronto and Milwaukee, he was taken fourth overall
    return found[0] if found is not None else clause.club
