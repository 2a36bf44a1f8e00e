"""Who holds which post, and who held it when, as far as a piece has told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from skipper.press.extract.units import ClubName, Entity

COMPARED = 300  # what a piece has told that a new sentence is compared with: more than a newspaper piece tells


@dataclass(eq=False)
class Tenure:
    """A man's time at a club or organization; `since` and `until` are null where they are not told."""

    person: Entity
    club: ClubName
    since: int | None = None
    until: int | None = None
    ended: bool = False
    hired: bool = False

    def covers(self, year: int) -> bool:
        """Whether the year is within what is told of it; not where nothing is."""
        if self.since is None and self.until is None:
            return False
        return (self.since or year) <= year <= (self.until or (year if not self.ended else self.since or year))

    def may_cover(self, year: int) -> bool:
        """Whether nothing that is told of it rules the year out."""
        return (self.since or year) <= year <= (self.until or year)

    def is_at(self, club: ClubName) -> bool:
        """Whether it is at the club that the name means."""
        return same_club(self.club, club)


@dataclass(eq=False)
class Careers:
    """The posts of a piece's people in the order in which it tells of them; `hired` are those told to be hired.

    Only the last `COMPARED` are remembered.
    """

    tenures: list[Tenure] = field(default_factory=list)
    hired: set[str] = field(default_factory=set)

    def remember(
        self, person: Entity, club: ClubName, since: int | None = None, until: int | None = None, hired: bool = False
    ) -> None:
        """This is the person's post; `hired` where the text says how he got it. Who runs an office has none."""
        if person.executive:
            return
        if not any(span.is_major for span in club.spans):
            club = replace(club, season=club.season or since)  # a minor club's nickname is another's in other years
        if club.as_organization:
            club = replace(club, level=None)
        club = replace(club, parent=None) if club.parent is not None else club  # told where it was said
        (self.hired.add if hired else self.hired.discard)(person.name)
        last = self.last(person)
        if (
            last is not None
            and last.is_at(club)
            and not last.ended
            and last.club.as_organization == club.as_organization
        ):
            last.since, last.until, last.hired = last.since or since, until or last.until, last.hired or hired
            return
        self.tenures.append(Tenure(person, club, since, until, hired=hired))
        del self.tenures[:-COMPARED]

    def leave(self, person: Entity, club: ClubName, year: int | None) -> None:
        """He left the club, in a year where it is told."""
        if person.executive:
            return
        own = next((one for one in self._of(person) if one.is_at(club)), None)
        if own is None:
            own = Tenure(person, club)
            self.tenures.insert(0 if self.last(person) is not None else len(self.tenures), own)
            del self.tenures[:-COMPARED]
        own.until, own.ended = year or own.until, True

    def last(self, person: Entity) -> Tenure | None:
        """The post of his that was told last."""
        return next(self._of(person), None)

    def post(self, person: Entity, year: int | None = None) -> ClubName | None:
        """The post told last that can be of the year; without a year, or where none can be, the one told last."""
        held = next((one.club for one in self._of(person) if year is None or one.may_cover(year)), None)
        last = self.last(person)
        if last is None or (year is not None and last.ended and last.until is not None and last.until < year):
            return held  # he had left it by then
        if last is not None and year is not None and last.since is not None and last.since > year:
            return held  # it was not his yet
        if last.ended and last.until is not None and year is None:
            ended = [one for one in self._of(person) if one.until is not None]
            return held if held is None else max(ended, key=lambda one: one.until or 0).club
        return held or last.club

    def current(self, person: Entity) -> ClubName | None:
        """The post told last, where he is not told to have left it."""
        last = self.last(person)
        return last.club if last is not None and not last.ended else None

    def in_charge(self, club: ClubName, year: int | None = None) -> Entity | None:
        """Who held the club in the year as told; without a year who was told last to hold it, and not to have left."""
        there = [one for one in reversed(self.tenures) if one.is_at(club)]
        told = [one for one in there if year is not None and one.covers(year)]
        undated = [one for one in there if year is None or (one.since is None and one.until is None)]
        told.sort(key=lambda one: one.ended)  # of two men of one season, who had it to the end
        fit = told or [one for one in undated if not one.ended]
        return fit[0].person if fit else None

    def knows(self, person: Entity, club: ClubName) -> bool:
        """Whether the piece has told that the club was ever his post."""
        return any(one.is_at(club) for one in self._of(person))

    def taken(self, person: Entity) -> ClubName | None:
        """The post for which he was hired last."""
        return next((one.club for one in self._of(person) if one.hired), None)

    def left_last(self, person: Entity) -> ClubName | None:
        """The club that he is told to have left last."""
        return next((one.club for one in self._of(person) if one.ended), None)

    def left(self, person: Entity) -> ClubName | None:
        """The first club that he is told to have left."""
        return next((one.club for one in self.tenures if one.person is person and one.ended), None)

    def _of(self, person: Entity) -> Iterator[Tenure]:
        return (one for one in reversed(self.tenures) if one.person is person)


def same_club(one: ClubName, other: ClubName) -> bool:
    """Whether two names can mean one club."""
    return not ids_of(one).isdisjoint(ids_of(other))


def ids_of(club: ClubName) -> frozenset[str]:
    """The clubs that the name can mean: their ids, or the names of those without."""
    return frozenset(span.id or span.name for span in club.spans)
