"""The managers' posts that a piece tells to have been left or filled."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice

from skipper.press.extract.careers import COMPARED, ids_of
from skipper.press.extract.units import ClubName, Entity


@dataclass(eq=False)
class Vacancies:
    """Posts told to be open, each once for each man who left or was given it, the one told last last.

    A piece tells the same vacancy over and over: what is asked of them must not grow with its length.
    """

    _told: dict[tuple[frozenset[str], Entity], ClubName] = field(default_factory=dict)
    _clubs: set[str] = field(default_factory=set)
    _own: defaultdict[Entity, set[str]] = field(default_factory=lambda: defaultdict(set))

    def tell(self, club: ClubName, person: Entity) -> None:
        """He left the club's post, or was given it."""
        ids = ids_of(club)
        self._told.pop((ids, person), None)
        self._told[ids, person] = club
        self._clubs |= ids
        self._own[person] |= ids

    def last_for(self, person: Entity) -> ClubName | None:
        """The post told last of another man and never of this one, of the last so many; null where there is none."""
        own = self._own.get(person, set())
        for (ids, other), club in islice(reversed(self._told.items()), COMPARED):
            if other is not person and ids.isdisjoint(own):
                return club
        return None

    def are_told_of(self, club: ClubName) -> bool:
        """Whether the club's post is one of them."""
        return not ids_of(club).isdisjoint(self._clubs)
