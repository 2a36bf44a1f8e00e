"""Of what a season brought, the clause of the same sentence that says which season: X managed in 1996 and won it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.extract.age_dates import names_its_year, words_of
from skipper.press.extract.clauses import Clause
from skipper.press.extract.figures import MOST_OF_A_SEASON
from skipper.press.extract.units import Entity, Unit

_OF_A_SEASON = frozenset(["record", "title", "award"])  # a man may leave years after the season that is told
_GOES_ON = frozenset(["and", "but", ","])
# He managed in 1967 and later won the Series: in another year.
_AT_OTHER_TIMES = frozenset(
    ["later", "then", "eventually", "subsequently", "ultimately", "once", "twice", "ever", "soon", "before", "after"]
)
_RELATIVE = frozenset(["who", "which", "when"])
_OF_SEVERAL = frozenset(["career", "lifetime", "overall", "all-time", "in all"])


def season_words(clause: Clause, type: str, fields: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The words of the clause before it, of the same man, that names the one season of the claim; none where none does.

    Only of a clause that names no time or club itself, and is joined to the other by `and`, `but` or a comma.
    """
    seasons: list[int] = list(fields.get("seasons") or ())
    if clause.opener in _RELATIVE and type == "record":
        return _of_antecedent(clause, seasons)
    if type not in _OF_A_SEASON or len(seasons) != 1 or not _hangs_on(clause) or _is_of_several(clause, fields):
        return ()
    whose = _whose(clause)
    for before in clause.earlier():
        if whose is None or _whose(before) is not whose:
            return ()
        if before.kinds("year", "years", "date"):
            return words_of(before) if _tells(before, seasons[0]) else ()
        if before.opener not in _GOES_ON:
            return ()
    return ()


def _of_antecedent(clause: Clause, seasons: list[int]) -> tuple[Unit, ...]:
    """The clause whose club `who went 96-66 that year` is of, where it names the season or the words have their own."""
    before = clause.previous
    if before is None or clause.club is None or all(one.value is not clause.club for one in before.kinds("club")):
        return ()
    own = clause.kinds("year", "years") or not seasons or not before.kinds("year", "years", "date")
    return words_of(before) if own or _tells(before, seasons[0]) else ()


def _hangs_on(clause: Clause) -> bool:
    own = clause.kinds("year", "years", "date", "club", "league")
    return clause.opener in _GOES_ON and not own and _AT_OTHER_TIMES.isdisjoint(unit.low for unit in clause.units)


def _is_of_several(clause: Clause, fields: Mapping[str, Any]) -> bool:
    """Whether the figures are of more than one season: managed in 1967 and won 1,571 games."""
    decisions = (fields.get("wins") or 0) + (fields.get("losses") or 0)
    several = decisions > MOST_OF_A_SEASON or bool(fields.get("season_count"))
    return several or not _OF_SEVERAL.isdisjoint(unit.low for unit in clause.units)


def _whose(clause: Clause) -> Entity | None:
    return clause.subject or clause.owner


def _tells(clause: Clause, season: int) -> bool:
    main = clause.opener in ("", *_GOES_ON)
    return main and names_its_year(clause) and any(unit.value == season for unit in clause.kinds("year"))
