"""The keys near a figure: whose it is, and the seasons and clubs beside it, by the places of the words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Literal

import re2

from skipper.press.figures.figure import AGES, Figure, figures_of, shape_of
from skipper.press.figures.people import PERSON
from skipper.press.numbers import number
from skipper.press.reading.context import Context
from skipper.press.reading.lists import lists
from skipper.press.reading.units import ClubName, Sentence, Time, Unit

_PRONOUN = ("{he}", "{his}", "{him}")
_CLUB = ("{club}", "{club's}")
_KIN = frozenset(["son", "father", "brother", "wife", "widow", "daughter", "mother", "sister", "cousin"])
_BEHIND = frozenset(["under", "for", "by"])  # before whose record it is: 101-61 under Herzog
_OF_CLUB = frozenset(["with", "for", "in", "at", "of", "managing", "managed"])
_STOPS = frozenset([";", ":", "(", ")"])
_JOINS = frozenset(["and", "but", "who", "when", "while", "where", "whose", "which"])
_PARTICIPLE = re2.compile(r"(?:\S+ing|\S+ed|hired|born|sent|given|taken) (?:\S+ )+?, {person} ")
_RELATIVE = frozenset(["who", "whose", "whom"])
_COUNTED_ON = re2.compile(r"(?:(\S+) )?(?:years?|seasons?) (later|earlier)")
_BREAKS = re2.compile(r" (?:, and|, but|who|when|while) ")
_THIS = re2.compile(r"this (?:spring|summer|fall|autumn)")
_EPITHETS = frozenset(["old", "big", "little", "young"])  # first names too, but of Old Aches and Pains
_VERB_BEHIND = re2.compile(r" , (?:and )?[a-z]+(?:ed|k|t) ")  # won 101 games, took care of the Phillies
_COUNTED = ("record", "wins", "losses", "percentage", "games")
_BEFORE_NAME = ("seasons", "season_number", "term", "age")  # kinds that may stand before whose they are
_BESIDE = 8  # years between a season named and those in which a manager managed
_LONG_AGO = 20  # years before a day without a year, from which the text is of another time
_NEAR, _FAR = 7, 14  # units behind a figure in which a season or club is the figure's, or may be
How = Literal["clause", "sentence", "before", "piece", "now", ""]


@dataclass(frozen=True)
class Keys:
    """What stands near a figure.

    `owner` is the person_id of whose it is by place, null if that is nobody known; `sure` is how it is said: 3 by name,
    2 by a pronoun that the sentence before makes certain, 1 by one that it does not, 0 not at all: then it is the last
    manager. `people` are the known people of the sentence and the one carried over. `seasons` are those beside the
    figure, `how` where: in the clause, elsewhere in the sentence, in a sentence before, or the year of the piece, which
    is `now` where no other season of the owner can be meant; `day` is a month or day in ISO form there, null if there
    is none. `near` are all seasons of the sentence. `clubs` are those of the clause, `all_clubs` of the sentence,
    `piece_clubs` of the whole piece. `shape` is the sentence's, `before` and `behind` what of it stands there.
    """

    owner: str | None
    sure: int
    people: tuple[str, ...]
    seasons: tuple[int, ...]
    how: How
    day: str | None
    near: frozenset[int]
    clubs: tuple[ClubName, ...]
    all_clubs: tuple[ClubName, ...]
    piece_clubs: tuple[ClubName, ...]
    shape: str
    before: str
    behind: str


@dataclass(frozen=True)
class _Carried:
    """What a sentence inherits: the last subject (`sure`: the press's reading has it in force too), the last manager
    and the last season."""

    subject: str | None = None
    sure: bool = False
    manager: str | None = None
    season: int | None = None


@dataclass(frozen=True)
class _Mention:
    at: int
    person: str | None
    named: bool


def figures_with_keys(
    context: Context, ids: Mapping[str, str], managers: Mapping[str, frozenset[int]]
) -> Iterator[tuple[Figure, Keys]]:
    """Yield the figures of a text with their keys.

    `ids` has the person_id of each name, `managers` the seasons of those of them who managed.
    """
    units = (unit for sentence in context.sentences for unit in sentence.units if unit.key in PERSON)
    subject = next((ids.get(unit.value.name) for unit in units), None)
    manager, season = subject if subject in managers else None, None
    clubs, lead = _clubs_of(context.sentences), _delayed_lead(context.sentences)
    for sentence in context.sentences:
        he = context.focus[sentence.number].he
        sure = (he is not None and ids.get(he.name) == subject) or sentence is lead
        reading = _Reading(sentence, context, ids, managers, _Carried(subject, sure, manager, season), clubs)
        yield from ((figure, reading.keys(figure)) for figure in reading.figures)
        subject = next((one.person for one in reading.subjects if not sentence.units[one.at].quoted), subject)
        named = (one.person for one in reading.subjects if one.person in managers)
        manager = subject if subject in managers else next(named, manager)
        season = next(
            (each[0] for at, each in reversed(reading.times) if len(each) == 1 and not reading.is_ago(at)), season
        )


def _clubs_of(sentences: Iterable[Sentence]) -> tuple[ClubName, ...]:
    """Return the clubs that a text names, each name once."""
    named = (name for one in sentences for unit in one.units if unit.key in _CLUB for name in unit.value)
    return tuple({name.words: name for name in named}.values())


def _delayed_lead(sentences: Sequence[Sentence]) -> Sentence | None:
    """Return the first sentence where it names nobody and the next begins with the name of whom it states."""
    first, second = (*sentences[:2], None, None)[:2]
    if first is None or second is None or any(unit.key in PERSON for unit in first.units):
        return None
    return first if second.units[:1] and second.units[0].key in PERSON else None


class _Reading:
    """A sentence being read for keys."""

    def __init__(
        self,
        sentence: Sentence,
        context: Context,
        ids: Mapping[str, str],
        managers: Mapping[str, frozenset[int]],
        carried: _Carried,
        piece_clubs: tuple[ClubName, ...],
    ) -> None:
        self.units, self.carried, self.managers, self.year = sentence.units, carried, managers, context.now
        self.context, self.ids, self.piece_clubs = context, ids, piece_clubs
        self.figures = figures_of(sentence, context.report.text)
        self.shape, self.starts = shape_of(self.units)
        self.starts.append(len(self.shape))
        self.mentions = list(self._mentions(ids))
        self.subjects = self._subjects()
        self.times: list[tuple[int, tuple[int, ...]]] = []
        for at, unit in enumerate(self.units):
            seasons = self._seasons_named(unit)
            if seasons is not None:
                self.times.append((at, seasons))
        self.clubs = [(at, name) for at, unit in enumerate(self.units) if unit.key in _CLUB for name in unit.value]
        self.stops = [
            at
            for at, unit in enumerate(self.units)
            if unit.key in _STOPS or (unit.key == "," and self._key(at + 1) in _JOINS)
        ]

    def is_ago(self, at: int) -> bool:
        """Return whether a time is of years ago, which states nothing of the next sentence."""
        return isinstance(self.units[at].value, Time) and self.units[at].value.shape == "ago"

    def _key(self, at: int) -> str:
        return self.units[at].key if 0 <= at < len(self.units) else ""

    def _mentions(self, ids: Mapping[str, str]) -> Iterator[_Mention]:
        """Yield the people of the sentence; a pronoun is the first named before it, else the subject carried over."""
        subject, named = self.carried.subject, False
        pronoun = False
        for at, unit in enumerate(self.units):
            if (unit.key in PERSON and self._key(at - 1) not in _KIN) or self._is_stranger(at):
                person = ids.get(unit.value.name) if unit.key in PERSON else None
                subject, named = (subject, True) if named or pronoun else (person, True)
                yield _Mention(at, person, named=True)
            elif unit.key in _PRONOUN and not unit.quoted:
                pronoun = True
                yield _Mention(at, subject, named=False)

    def _subjects(self) -> list[_Mention]:
        """Return the people of the sentence from its subject on: taking over for John McGraw, Bill Terry won."""
        opening = _PARTICIPLE.match(self.shape[1:])
        behind = 0 if opening is None else bisect_right(self.starts, opening.end() - len("{person} ")) - 1
        return [one for one in self.mentions if one.at >= behind]

    def _is_stranger(self, at: int) -> bool:
        """Return whether a first name and another word with a capital stand there, and no person's name goes on from
        them."""
        one, *others = self.units[at : at + 5]
        run = list(takewhile(lambda unit: unit.text[:1].isupper() or unit.key == '"', others))
        named = bool(run) and run[0].key[:1] != "{" and not any(unit.key in PERSON for unit in run)
        return (
            named
            and one.text[:1].isupper()
            and one.text.lower() not in _EPITHETS
            and one.text.lower() in self.context.vocabulary.first_names
        )

    def _seasons_named(self, unit: Unit) -> tuple[int, ...] | None:
        """Return the seasons that a time or a club's name gives, those of a term only at its ends; none of a time
        counted from an unknown one; null of anything else."""
        time = unit.value
        if unit.key in _CLUB:
            return tuple(name.season for name in unit.value if name.season is not None) or None
        if not isinstance(time, Time):
            return None
        base = self.times[-1][1][-1:] if self.times else (self.carried.season,) if self.carried.season else ()
        if time.reckoned and time.shape == "day" and base and base[0] < time.seasons[0] - _LONG_AGO:
            return None  # of the year that the text is at, not of the piece's: in July
        if time.seasons:
            return tuple(time.seasons)
        if self.year is not None and _THIS.fullmatch(unit.text.lower()):
            return (self.year,)
        counted = _COUNTED_ON.fullmatch(unit.text.lower())
        if counted is not None:
            years = number(counted.group(1) or "one") or 1
            return tuple(one + (years if counted.group(2) == "later" else -years) for one in base)
        ends = (time.first, time.last)
        return tuple(base) if time.shape == "that" else tuple(one for one in ends if one is not None)

    def keys(self, figure: Figure) -> Keys:
        """Return the keys of a figure."""
        clubs = self._clubs(figure)
        owner, sure = self._owner(figure)
        at, seasons, how = self._seasons(figure, self.managers.get(owner or "", frozenset()))
        if figure.kind in _COUNTED and how != "piece":
            owner, sure = (self._manager_of(clubs, seasons) if sure < 3 else None) or (owner, sure)
            if owner is not None or self._named_behind(figure) is None:
                owner, sure = self._manager_in(figure, seasons, how, owner) or (owner, sure)
        people = dict.fromkeys(one.person for one in self.mentions if one.person is not None)
        people |= {self.carried.subject: None} if self.carried.subject else {}
        time = self.units[at].value if at is not None and how == "clause" else None
        return Keys(
            owner, sure, tuple(people), seasons, how, time.day if isinstance(time, Time) else None,
            frozenset(season for _at, each in self.times for season in each), clubs,
            tuple(name for _at, name in self.clubs), self.piece_clubs,
            self.shape, self.shape[: self.starts[figure.first]], self.shape[self.starts[figure.last] :],
        )  # fmt: skip

    def _clause(self, figure: Figure) -> tuple[int, int]:
        """Return from where to where the figure's clause goes: between semicolons, colons, brackets, and commas before
        a conjunction."""
        first = max((at + 1 for at in self.stops if at < figure.first), default=0)
        return first, min((at for at in self.stops if at >= figure.last), default=len(self.units))

    def _owner(self, figure: Figure) -> tuple[str | None, int]:
        counted, (first, last) = figure.kind not in AGES, self._clause(figure)
        carried = 0 if self.carried.subject is None else 2 if self.carried.sure else 1
        behind = self._named_behind(figure) if counted else None
        if behind is not None:
            return behind.person, 3
        one = self._named_before(figure, first)
        if one is not None:
            if counted and not one.named and one.person not in self.managers and self.carried.manager:
                return self.carried.manager, 0
            named = any(other.named and other.person == one.person for other in self.mentions)
            return one.person, 3 if named else carried
        after = next((one for one in self.mentions if one.at >= figure.last), None)
        if after is not None and after.at < min(last, figure.last + _FAR) and figure.kind in _BEFORE_NAME:
            return after.person, 3 if after.named else carried
        if counted and self.carried.subject not in self.managers:
            known = 0 if self.carried.subject or not self.carried.manager else 2 if len(self.managers) == 1 else 1
            return self.carried.manager, known
        return self.carried.subject, carried

    def _named_before(self, figure: Figure, first: int) -> _Mention | None:
        """Return who stands before a figure: the last of its clause, which begins at `first`, else the sentence's first
        or whom a relative clause is about."""
        before = [one for one in self.mentions if one.at < figure.first and not self._is_behind(one)]
        aside = self._asides(figure)
        if aside and any(one.at in aside for one in before):
            outside = [one for one in before if one.at not in aside]
            if not outside and self.carried.subject is not None:
                return _Mention(figure.first, self.carried.subject, named=False)
            before = outside or before
        if not before:
            return None
        one = next((one for one in reversed(before) if one.at >= first), before[0])
        if self._key(first) in _RELATIVE and one.at < first:  # Bob Lemon, his old teammate, who was 90-72
            return next((one for one in reversed(self.mentions) if one.at < first and one.named), one)
        return one

    def _asides(self, figure: Figure) -> frozenset[int]:
        """Return the places of the relative clauses between commas that end before a figure: of their people the
        sentence goes on to tell nothing."""
        commas = [at for at, unit in enumerate(self.units[: figure.first]) if unit.key == ","]
        ends = pairwise(commas)
        return frozenset(at for first, last in ends if self._key(first + 1) in _RELATIVE for at in range(first, last))

    def _manager_of(self, clubs: Sequence[ClubName], seasons: Sequence[int]) -> tuple[str, int] | None:
        """Return who managed the one club in the one season, by the vocabulary's terms, if the piece names him."""
        if len(clubs) != 1 or len(seasons) != 1:
            return None
        found = self.context.manager_of(clubs[0], seasons[0])
        person = None if found is None else self.ids.get(found[0].name)
        return None if person is None else (person, 2)

    def _manager_in(
        self, figure: Figure, seasons: Sequence[int], how: How, owner: str | None
    ) -> tuple[str, int] | None:
        """Return the one person of the sentence, or carried over, who managed in the one season beside a figure, if its
        owner did not."""
        aside = self._asides(figure)
        named = {one.person for one in self.mentions if one.person is not None and one.at not in aside}
        if not any(one.person is None for one in self.mentions):
            named |= {one for one in (self.carried.subject, self.carried.manager) if one is not None}
        if how not in ("clause", "sentence") or len(seasons) != 1 or seasons[0] in self.managers.get(owner or "", ()):
            return None
        found = [one for one in named if seasons[0] in self.managers.get(one, ())]
        return (found[0], 2) if len(found) == 1 else None

    def _named_behind(self, figure: Figure) -> _Mention | None:
        """Return who stands behind a figure as its manager: 101-61 under Whitey Herzog."""
        for at in range(figure.last, min(figure.last + 5, len(self.units))):
            if self._key(at) in _STOPS or self._key(at) in (",", "."):
                return None
            place = at + 1 + (self._key(at + 1) in lists().words["role"])
            if self._key(at) in _BEHIND and (one := next((m for m in self.mentions if m.at == place), None)):
                return one
        return None

    def _is_behind(self, mention: _Mention) -> bool:
        """Return whether a person stands behind another figure as its manager."""
        under = next((at for at in (mention.at - 1, mention.at - 2) if self._key(at) == "under"), None)
        return under is not None and any(one.kind in _COUNTED and 0 <= under - one.last < 3 for one in self.figures)

    def _rivals(self, figure: Figure, first: int, last: int) -> bool:
        """Return whether another counted figure stands between two places."""
        return any(one.kind in _COUNTED and one != figure and first <= one.first < last for one in self.figures)

    def _seasons(self, figure: Figure, managed: frozenset[int]) -> tuple[int | None, tuple[int, ...], How]:
        """Return the seasons beside a figure, where they stand and how near that is; of what is won and lost none long
        before or after the seasons that its owner `managed`."""
        first, last = self._clause(figure)
        times = self._times_about(figure, managed)
        for at, seasons in times:
            near = figure.last <= at < min(last, figure.last + _NEAR) and not self._rivals(figure, figure.last, at)
            if near and not _BREAKS.search(self.shape[self.starts[figure.last] - 1 : self.starts[at]]):
                return at, seasons, "clause"
        before = [one for one in times if one[0] < figure.first]
        for at, seasons in reversed([one for one in before if one[0] >= first]):
            counted_on = any(not later and at < place < figure.first for place, later in self.times)
            return at, seasons, "sentence" if counted_on or self._rivals(figure, at, figure.first) else "clause"
        after = [one for one in times if figure.last <= one[0] < figure.last + _FAR]
        for at, seasons in (*before[-1:], *after[:1]):
            return at, seasons, "sentence"
        return self._season_carried(figure, managed)

    def _times_about(self, figure: Figure, managed: frozenset[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Return the times with seasons; of what is won and lost those about the seasons `managed` alone."""
        times = [one for one in self.times if one[1]]
        if not managed or figure.kind not in _COUNTED:
            return times
        about = range(min(managed) - _BESIDE, max(managed) + _BESIDE + 1)
        return [one for one in times if any(season in about for season in one[1])]

    def _season_carried(self, figure: Figure, managed: frozenset[int]) -> tuple[None, tuple[int, ...], How]:
        """Return the season of a sentence that names none: of the sentence before, else of the piece; none if a time of
        the sentence has no season."""
        if any(not seasons for _at, seasons in self.times):
            return None, (), ""
        season = self.carried.season
        if season is not None and (
            figure.kind not in _COUNTED or not managed or {season - 1, season, season + 1} & managed
        ):
            return None, (season,), "before"
        return (None, (self.year,), "piece") if self.year else (None, (), "")

    def _clubs(self, figure: Figure) -> tuple[ClubName, ...]:
        """Return the clubs beside a figure: one behind it with a preposition, else the last before it in its clause."""
        first, last = self._clause(figure)
        last = min(last, figure.last + _NEAR)
        behind = [
            at
            for at, _name in self.clubs
            if figure.last <= at < last
            and self._key(at - 1) in _OF_CLUB
            and not self._rivals(figure, figure.last, at)
            and not _VERB_BEHIND.search(self.shape[self.starts[figure.last] - 1 : self.starts[at]])
        ]
        before = [at for at, _name in self.clubs if first <= at < figure.first]
        return tuple(name for at, name in self.clubs if at in (behind[:1] or before[-1:]))
