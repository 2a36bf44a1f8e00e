"""Errors for questions that cannot be answered as asked, with alternatives."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from skipper.errors import SkipperError

LISTED = 20  # maximum number of candidates listed in a message


@dataclass(frozen=True)
class Candidate:
    """A person to whom a name may refer. `id` is the source's id; seasons and clubs are those in the lake. `called` is
    the name asked for if it is another name of the person, or has a short form or a nickname in place of the first
    name; else null."""

    person_id: str
    id: str | None
    name: str
    first_season: int
    last_season: int
    clubs: tuple[str, ...]
    called: str | None = None

    @property
    def taken(self) -> tuple[str, ...]:
        """Return a sentence on how the name asked for was taken, if it is not a spelling of the person's usual name."""
        return () if self.called is None else (f"{self.called!r} was taken as {self.name}.",)

    @property
    def subject(self) -> dict[str, str | None]:
        """Return the person as an answer's subject."""
        return {"person_id": self.person_id, "id": self.id, "name": self.name}

    @property
    def years(self) -> str:
        """Return the first and last season in the lake: `2011-2016`."""
        if self.first_season == self.last_season:
            return str(self.first_season)
        return f"{self.first_season}-{self.last_season}"


class AnswerError(SkipperError):
    """Base class for questions that cannot be answered as asked."""


class UnknownNameError(AnswerError):
    """Raised if nobody in the lake has that name or id. `suggestions` lists the nearest names, nearest first."""

    def __init__(self, name: str, noun: str, suggestions: Sequence[str]) -> None:
        self.name = name
        self.suggestions = list(suggestions)
        hint = f" Did you mean {_either(self.suggestions)}?" if self.suggestions else ""
        super().__init__(f"No {noun} in this lake has the name or id {name!r}.{hint}")


class AmbiguousNameError(AnswerError):
    """Raised if a name may refer to several people: `candidates`, by first season."""

    def __init__(self, name: str, candidates: Sequence[Candidate]) -> None:
        self.name = name
        self.candidates = list(candidates)
        listed = self.candidates[:LISTED]
        rows = [(one.name, one.years, one.id or one.person_id, _some(one.clubs)) for one in listed]
        widths = [max(len(row[place]) for row in rows) for place in range(3)]
        lines = [
            "  " + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])
            for row in rows
        ]
        more = len(self.candidates) - len(listed)
        super().__init__(
            "\n".join(
                [
                    f"{name!r} may mean any of {len(self.candidates)} people:",
                    *lines,
                    *([f"  … and {more} more"] if more else []),
                    "Give more of the name, or the id.",
                ]
            )
        )


class NothingKnownError(AnswerError):
    """Raised if the person is known but the lake has nothing of the requested kind."""


class UnknownSeasonError(AnswerError):
    """Raised if nothing is available for that season. `seasons` lists the available seasons."""

    def __init__(self, message: str, seasons: Sequence[int]) -> None:
        self.seasons = list(seasons)
        super().__init__(message)


class UnknownClubError(AnswerError):
    """Raised if nothing is available for that club. `clubs` lists the codes of the available clubs."""

    def __init__(self, message: str, clubs: Sequence[str]) -> None:
        self.clubs = list(clubs)
        super().__init__(message)


class UnknownOptionError(AnswerError, ValueError):
    """Raised for an unknown rule or category, or for a statement that is not a single query."""


class UnknownColumnError(AnswerError):
    """Raised for a column of a leader list that is unknown or not numeric. `columns` lists the valid columns."""

    def __init__(self, name: str, by: str, columns: Sequence[str], suggestions: Sequence[str]) -> None:
        self.columns = list(columns)
        hint = f" Did you mean {_either(list(suggestions))}?" if suggestions else ""
        listed = textwrap.fill(", ".join(columns), 78, initial_indent="  ", subsequent_indent="  ")
        super().__init__(
            f"There is no column {name!r} to list by {by}.{hint} Available columns:\n{listed}\n"
            f"`skipper tables manager_{by}` explains them."
        )


class UnknownTableError(AnswerError):
    """Raised if the lake has no table of that name. `suggestions` are the nearest names."""

    def __init__(self, name: str, suggestions: Sequence[str]) -> None:
        self.suggestions = list(suggestions)
        hint = f" Did you mean {_either(self.suggestions)}?" if self.suggestions else ""
        super().__init__(f"There is no table {name!r}.{hint}")


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _some(clubs: Sequence[str], most: int = 6) -> str:
    return " ".join(clubs[:most]) + (" …" if len(clubs) > most else "")
