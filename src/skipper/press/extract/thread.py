"""The year that a piece's main line has come to, apart from years told in passing: a flashback's, a contract's."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Unit
from skipper.press.extract.when import whens

_ASIDES = frozenset(["who", "whom", "whose", "which", "where", "whereas", "because", "since", "before", "if"])
_LEFT_BEHIND = frozenset(
    ["born", "since", "drafted", "graduated", "formerly", "earlier", "contract", "draft", "overall"]
)
_PAST_PARTICIPLES = frozenset(
    [
        *(
            "been",
            "won",
            "gone",
            "made",
            "taken",
            "given",
            "led",
            "lost",
            "run",
            "come",
            "become",
            "left",
            "got",
            "gotten",
        ),
        *("brought", "done", "had", "hit", "held", "spent", "sent", "seen", "told", "put", "quit", "begun", "caught"),
        *("played", "thrown out", "let go", "kept", "taught", "built", "taken over", "won the job"),
    ]
)
ACTS_OF_THE_DAY = ("fire", "resign", "hire", "take_over", "promote")
_FAR = 3  # units between `had` and its participle


def is_flashback(clause: Clause) -> bool:
    """He had managed Tacoma: what was before the time of which the piece tells."""
    for unit in clause.units:
        if unit.low in ("had", "'d"):
            then = clause.units[unit.place - clause.first + 1 :][:_FAR]
            if any(_is_done(one) for one in then):
                return True
    return False


def _is_done(unit: Unit) -> bool:
    return unit.low in _PAST_PARTICIPLES or (unit.kind == "word" and unit.low.endswith("ed") and len(unit.low) > 4)


def is_aside(clause: Clause) -> bool:
    """Whether its years are told in passing: of a relative clause, of what had been before, of a birth."""
    words = {unit.low for unit in clause.units}
    return clause.opener in _ASIDES or is_flashback(clause) or bool(_LEFT_BEHIND & words)


def spans_years(clause: Clause) -> bool:
    """From 1989 to 1997: after that the main line stands at no one year."""
    return any(time.first is not None or time.last is not None for time in whens(clause))
