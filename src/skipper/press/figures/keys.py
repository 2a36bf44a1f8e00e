"""The keys near a figure: whose it is, and the seasons and clubs beside it, by the places of the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import re2

from skipper.press.figures.figure import Figure, figures_of, shape_of
from skipper.press.numbers import number
from skipper.press.reading.context import Context
from skipper.press.reading.lists import lists
from skipper.press.reading.units import ClubName, Sentence, Time, Unit

_PERSON = ("{person}", "{person's}")
_PRONOUN = ("{he}", "{his}", "{him}")
_CLUB = ("{club}", "{club's}")
_KIN = frozenset(["son", "father", "brother", "wife", "widow", "daughter", "mother", "sister", "cousin"])
_BEHIND = frozenset(["under", "for", "by"])  # before whose record or work it is: 101-61 under Herzog
_OF_CLUB = frozenset(["with", "for", "in", "at", "from", "of", "managing", "managed"])
_COUNTED_ON = re2.compile(r"(?:(\S+) )?(?:years?|seasons?) (later|earlier)")
_STOPS = frozenset([";", ":", "(", ")"])
_JOINS = frozenset(["and", "but", "who", "when", "while", "where", "whose", "which"])
_NEAR = 7  # units behind a figure in which a season or a club still is the figure's
_BEFORE_NAME = ("seasons", "season_number", "term", "age")  # kinds that may stand before whose they are
_COUNTED = ("record", "wins", "losses", "percentage")
How = Literal["clause", "sentence", "before", "piece", ""]
Sure = Literal[0, 1, 2, 3]


@dataclass(frozen=True)
class Keys:
    """What stands near a figure.

    `owner` is the person_id of whose it is by place, null if that is nobody known; `sure` is how it is said: 3 by name,
    2 by a pronoun, 1 carried over from the sentence before, 0 not at all. `people` are all known people of the sentence
    and the one carried over. `seasons` are those beside it; `how` says where: in the clause, elsewhere in the sentence,
    in a sentence before, or the year of the piece; `days` is their month or day in ISO form, null if there is none.
    `near` are all seasons of the sentence. `clubs` are those of the
    clause, `all_clubs` those of the sentence. `shape` is the sentence's, `behind` what follows the figure.
    """

    owner: str | None
    sure: Sure
    people: tuple[str, ...]
    seasons: tuple[int, ...]
    how: How
    days: str | None
    near: frozenset[int]
    clubs: tuple[ClubName, ...]
    all_clubs: tuple[ClubName, ...]
    shape: str
    before: str
    behind: str


@dataclass(frozen=True)
class _Carried:
    """What a sentence inherits: the last subject, the last one who managed, the last season. `sure` is whether the
    press's own reading has the subject in force too."""

    subject: str | None = None
    manager: str | None = None
    season: int | None = None
    sure: bool = False


@dataclass(frozen=True)
class _Mention:
    at: int
    person: str | None
    named: bool


def figures_with_keys(
    context: Context, ids: Mapping[str, str], managers: frozenset[str]
) -> Iterator[tuple[Figure, Keys]]:
    """Yield the figures of a text with their keys.

    `ids` has the person_id of each name, `managers` those of them who managed.
    """
    units = (unit for sentence in context.sentences for unit in sentence.units if unit.key in _PERSON)
    first = next((ids.get(unit.value.name) for unit in units), None)
    carried = _Carried(first, first if first in managers else None)
    for sentence in context.sentences:
        he = context.focus[sentence.number].he
        carried = replace(carried, sure=he is not None and ids.get(he.name) == carried.subject)
        reading = _Reading(sentence, context.report.text, ids, managers, carried, context.now)
        for figure in reading.figures:
            yield figure, reading.keys(figure)
        carried = reading.carried_on()


class _Reading:
    """A sentence being read for keys."""

    def __init__(
        self, sentence: Sentence, text: str, ids: Mapping[str, str], managers: frozenset[str], carried: _Carried,
        year: int | None,
    ) -> None:  # fmt: skip
        self.units = sentence.units
        self.figures = figures_of(sentence, text)
        self.managers, self.carried, self.year = managers, carried, year
        self.shape, self.starts = shape_of(self.units)
        self.mentions = list(self._mentions(ids))
        self.days = {at: unit.value.day for at, unit in enumerate(self.units) if isinstance(unit.value, Time)}
        self.times: list[tuple[int, tuple[int, ...]]] = []
        for at, unit in enumerate(self.units):
            seasons = self._named_seasons(unit)
            if seasons is not None:
                self.times.append((at, seasons))
        self.clubs = [(at, name) for at, unit in enumerate(self.units) if unit.key in _CLUB for name in unit.value]

    def _mentions(self, ids: Mapping[str, str]) -> Iterator[_Mention]:
        """Yield the people of the sentence; a pronoun before any name is the last sentence's subject, else the first
        named."""
        first: str | None = self.carried.subject
        quoted = False
        for at, unit in enumerate(self.units):
            if unit.key in _PERSON and not (at and self.units[at - 1].key in _KIN):
                person = ids.get(unit.value.name)
                if not any(one in _PERSON for one in (two.key for two in self.units[:at])) and not self._pronoun_before(
                    at
                ):
                    first = person
                yield _Mention(at, person, named=True)
            elif unit.key in _PRONOUN and not (unit.quoted and not quoted):
                yield _Mention(at, first, named=False)

    def _named_seasons(self, unit: Unit) -> tuple[int, ...] | None:
        """Return the seasons that a time or a club's name gives, those of a term only at its ends; none of a time
        counted from an unknown one; null of anything else."""
        if unit.key in _CLUB:
            found = tuple(name.season for name in unit.value if name.season is not None)
            return found or None
        time = unit.value
        if not isinstance(time, Time):
            return None
        if time.seasons:
            return tuple(time.seasons)
        base = self.times[-1][1][-1:] if self.times else ()
        base = base or ((self.carried.season,) if self.carried.season else ())
        if time.shape == "that":
            return tuple(base)
        counted = _COUNTED_ON.fullmatch(unit.text.lower())
        if counted is not None:
            years = number(counted.group(1) or "one")
            sign = 1 if counted.group(2) == "later" else -1
            return tuple(one + sign * years for one in base) if years is not None else ()
        return tuple(one for one in (time.first, time.last) if one is not None)

    def _pronoun_before(self, at: int) -> bool:
        return any(unit.key in _PRONOUN and not unit.quoted for unit in self.units[:at])

    def keys(self, figure: Figure) -> Keys:
        """Return the keys of a figure."""
        owner, sure = self._owner(figure)
        people = dict.fromkeys(one.person for one in self.mentions if one.person is not None)
        people |= {self.carried.subject: None} if self.carried.subject else {}
        seasons, how = self._seasons(figure)
        near = frozenset(season for _at, each in self.times for season in each)
        clubs = self._clubs(figure)
        behind = self.shape[self.starts[figure.last] :] if figure.last < len(self.starts) else ""
        before = self.shape[: self.starts[figure.first]]
        every = tuple(name for _at, name in self.clubs)
        days = (
            next((self.days.get(at) for at, each in self.times if each == seasons), None) if how == "clause" else None
        )
        return Keys(owner, sure, tuple(people), seasons, how, days, near, clubs, every, self.shape, before, behind)

    def _clause(self, figure: Figure) -> tuple[int, int]:
        """Return from where to where the figure's clause goes: between semicolons, colons, brackets, and commas before
        a conjunction."""
        behind = [unit.key for unit in self.units[1:]] + [""]
        stops = [
            at for at, unit in enumerate(self.units) if unit.key in _STOPS or (unit.key == "," and behind[at] in _JOINS)
        ]
        first = max((at + 1 for at in stops if at < figure.first), default=0)
        last = min((at for at in stops if at >= figure.last), default=len(self.units))
        return first, last

    def _owner(self, figure: Figure) -> tuple[str | None, Sure]:
        counted = figure.kind not in ("age", "birthday")
        behind = self._named_behind(figure) if counted else None
        if behind is not None:
            return behind.person, 3
        first, _last = self._clause(figure)
        before = [one for one in self.mentions if one.at < figure.first and not self._is_behind(one)]
        own = [one for one in before if one.at >= first]
        if before:
            last = own[-1] if own else before[0]
            if counted and not last.named and last.person not in self.managers and self.carried.manager:
                return self.carried.manager, 1
            named = last.named or any(one.named and one.person == last.person for one in self.mentions)
            return last.person, 3 if named else self._carried_sure()
        after = next((one for one in self.mentions if one.at >= figure.last), None)
        if after is not None and after.at - figure.last < 12 and figure.kind in _BEFORE_NAME:
            return after.person, 3 if after.named else self._carried_sure()
        if counted and self.carried.subject not in self.managers:
            return self.carried.manager, 1 if self.carried.manager else 0
        return self.carried.subject, self._carried_sure()

    def _carried_sure(self) -> Sure:
        return 0 if self.carried.subject is None else 2 if self.carried.sure else 1

    def _is_behind(self, mention: _Mention) -> bool:
        """Whether a person stands behind a figure as its manager: 83-79 under Matt Williams."""
        before = [unit.key for unit in self.units[max(0, mention.at - 2) : mention.at]]
        return mention.named and bool(before) and (before[-1] == "under" or before[0] == "under")

    def _named_behind(self, figure: Figure) -> _Mention | None:
        """Return who stands behind the figure as its manager: 101-61 under Whitey Herzog; 45-year-old Cox."""
        for at in range(figure.last, min(figure.last + 5, len(self.units))):
            key = self.units[at].key
            if key in _STOPS or key in (",", "."):
                return None
            skip = at + 1 < len(self.units) and self.units[at + 1].key in lists().words["role"]
            one = next((one for one in self.mentions if one.at == at + 1 + skip), None)
            if key in _BEHIND and one is not None:
                return one
        return None

    def _seasons(self, figure: Figure) -> tuple[tuple[int, ...], How]:
        first, last = self._clause(figure)
        rivals = [one.first for one in self.figures if one.kind in _COUNTED and one != figure]
        times = [one for one in self.times if one[1]]
        for at, seasons in times:
            if figure.last <= at < min(last, figure.last + _NEAR):
                between = self.shape[self.starts[figure.last] : self.starts[at]]
                if not any(figure.last <= one < at for one in rivals) and not _breaks(between):
                    return seasons, "clause"
        before = [one for one in times if one[0] < figure.first]
        own = [one for one in before if one[0] >= first]
        if own:
            used = any(own[-1][0] < one < figure.first for one in rivals)
            return own[-1][1], "sentence" if used else "clause"
        after = [one for one in times if figure.last <= one[0] < figure.last + 2 * _NEAR]
        if before or after:
            return (before[-1] if before else after[0])[1], "sentence"
        if any(not seasons for _at, seasons in self.times):
            return (), ""
        if self.carried.season is not None:
            return (self.carried.season,), "before"
        return ((self.year,), "piece") if self.year else ((), "")

    def _clubs(self, figure: Figure) -> tuple[ClubName, ...]:
        """Return the clubs beside a figure: the last before it in its clause, and one with a preposition behind it."""
        first, last = self._clause(figure)
        rivals = [one.first for one in self.figures if one.kind in _COUNTED and one != figure]
        before = [at for at, _name in self.clubs if first <= at < figure.first]
        behind = [
            at
            for at, _name in self.clubs
            if figure.last <= at < min(last, figure.last + _NEAR)
            and self.units[at - 1].key in _OF_CLUB
            and not any(figure.last <= one < at for one in rivals)
        ]
        places = {*behind[:1], *([] if behind else before[-1:])}
        return tuple(name for at, name in self.clubs if at in places)

    def carried_on(self) -> _Carried:
        """Return what the next sentence inherits."""
        spoken = [one for one in self.mentions if not self.units[one.at].quoted]
        subject = spoken[0].person if spoken else self.carried.subject
        manager = subject if subject in self.managers else self.carried.manager
        season = next((seasons[-1] for _at, seasons in reversed(self.times) if len(seasons) == 1), self.carried.season)
        return replace(self.carried, subject=subject, manager=manager, season=season)


def _breaks(between: str) -> bool:
    """Whether another clause begins between a figure and a time."""
    return any(word in between for word in (" , and ", " , but ", " who ", " when ", " while "))
