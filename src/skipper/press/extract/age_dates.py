"""Of an age the clause beside it that says when it was: he was 45 when he won the 1969 title."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Unit

_OF_A_TIME = frozenset(["when", "while"])
_JOINS = frozenset(["when", "while", "as", "after", "before"])
_NOT_OF_IT = frozenset(["since", "until", "till", "through", "from", "than"])
_ENDS_OF_A_SEASON = frozenset(["start", "beginning", "outset", "middle", "end", "close", "rest", "half"])


def dated_by(clause: Clause, clauses: list[Clause]) -> tuple[Unit, ...]:
    """The words of the clause that dates an age, where that of the age does not; none where no clause does.

    It is the `when …` that follows the age's clause or opens the sentence before it; of an age that stands in a
    `when …` itself, the main clause. Years of whom or of what such a clause merely names are left out. That of a
    first game (when he managed his first game) is a day which the tables have.
    """
    if clause.kinds("year", "years", "date"):
        return ()
    beside = _beside(clause, clauses[clauses.index(clause) + 1 :])
    if beside is None or not (names_its_year(beside, _NOT_OF_IT | {"'s"}) or _is_his_first(beside)):
        return ()
    return words_of(beside)


def _is_his_first(clause: Clause) -> bool:
    """Managed his first game; made his managerial debut."""
    own = any(unit.low == "his" for unit in clause.units)
    return own and bool(clause.find("debut")) and bool(clause.find("manage", "manager"))


def words_of(clause: Clause) -> tuple[Unit, ...]:
    """Its units but the punctuation."""
    return tuple(unit for unit in clause.units if unit.kind != "punct")


def _beside(clause: Clause, following: list[Clause]) -> Clause | None:
    before, after = clause.previous, next(iter(following), None)
    if clause.opener in _OF_A_TIME:
        return before or after
    if after is not None and after.opener in _JOINS:
        return after
    opens = before is not None and before.previous is None and before.opener in _JOINS
    return before if opens else None


def names_its_year(clause: Clause, not_of_it: frozenset[str] = _NOT_OF_IT) -> bool:
    """Whether its one year or date is that of what it tells: not where one of those words stands before it."""
    times = [unit for unit in clause.units if unit.kind == "years" or _year_of(unit) is not None]
    if len(times) != 1 or times[0].kind == "years":
        return False
    words = clause.words_before(times[0], len(clause.units))
    before = words[-2:-1] if words[-1:] == ["the"] else words[-1:]
    of_another = words[-2:] == ["of", "the"] and not _ENDS_OF_A_SEASON & set(words[-3:-2])
    return not (of_another or "that" in words or not_of_it & set(before))


def _year_of(unit: Unit) -> int | None:
    """The year that a unit names; null where it is none, or a date that counts from another."""
    if unit.kind == "year":
        return unit.value
    return unit.value.season if unit.kind == "date" else None
