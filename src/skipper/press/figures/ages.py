"""Ages and birthdays against dates of birth and death, on the days that the words or the piece give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

import re2

from skipper.press.days import Days, days_of, stated_days, year_days
from skipper.press.facts import Person
from skipper.press.figures.figure import Figure, words
from skipper.press.figures.keys import Keys
from skipper.press.figures.verdict import Held, not_covered
from skipper.press.reconcile.birth import Birth

BORN = "birth date"
_WIDEST = 8  # years between an age and ours; an age further off is another's, or no age
_MONTH, _MOURNED = timedelta(days=31), timedelta(days=10)
_NOW = re2.compile(r"(?: is| 's| the|{person} (?:,|\()(?: now)?) $")
_THEN = re2.compile(r"(?:when|as|after|before|while|at|in|for) ")
_JUST = re2.compile(r"(?:{time}|on|last|this|today|\.|,) ")
# Words before an age that is of another day or another person: he would have been 80; over Terry Collins, 54.
_ELSEWHERE = re2.compile(
    r" (?:will|would|could|might|should|turns|turning|until|than|over|nearly|almost|under|was not|were|i|i was|"
    r"(?:over|than) {person} ,|(?:before|until) (?:{person}|{he}) turned)(?: be| have been)?(?: just)? $"
)


class _When(NamedTuple):
    """Days of which the age can be stated, in words; `sure` where the words date it, and not the piece around them."""

    days: Days
    words: str
    sure: bool


def hold_age(figure: Figure, keys: Keys, people: Mapping[str, Person], day: date | None) -> Held:
    """Hold an age, or a birthday, against the owner's dates on the days that its words give, else on the piece's date.

    A difference is `check_reading` where the owner is named, the days are sure and nobody else of the sentence is of
    that age then.
    """
    person = people.get(keys.owner or "")
    born = None if person is None else Birth.of(person.born)
    if person is None or born is None:
        return not_covered("whose age it is" if person is None else f"the birth date of {person.name}", keys.owner)
    whens = list(_whens(figure, keys, person, day))
    right = [when for when in whens if _is_then(figure, born, when.days)]
    sure = [when for when in whens if when.sure]
    if right and sure and sure[0].words.startswith("on ") and _gap(figure, born, sure[:1]) in range(1, _WIDEST + 1):
        return not_covered("the day on which the age is told", person.person_id)  # X, 57, managed Lancaster in 2009
    if not right and (not sure or keys.sure < 2 or figure.quoted or _ELSEWHERE.search(keys.before)):
        return not_covered("the day on which the age is told", person.person_id)
    others = _births(keys, people) - {born}
    another = any(_is_then(figure, birth, when.days) for birth in others for when in whens)
    if not right and (another or _gap(figure, born, sure) > _WIDEST):
        return not_covered("whose age it is", person.person_id)
    when = (right or sure)[0]
    ages = _ages(born, when.days)
    ours = f"{person.name}, born {born}: {' or '.join(map(str, dict.fromkeys((ages[0], ages[-1]))))} {when.words}"
    word: Literal["supported", "check_reading"] = "supported" if right else "check_reading"
    settles = None if right else "the passage"
    return Held(word, ours, "person and day", BORN, "person", person.person_id, settles)


def hold_birth(figure: Figure, keys: Keys, people: Mapping[str, Person]) -> Held:
    """Hold a year of birth against the owner's date; another year is `check_reading` where nobody of the sentence was
    born in it."""
    person = people.get(keys.owner or "")
    year = None if person is None else person.born[0]
    if person is None or year is None:
        return not_covered("who was born then" if person is None else f"the birth date of {person.name}", keys.owner)
    ours, off = f"{person.name}, born {Birth.of(person.born)}", abs(figure.value[0] - year)
    if off == 0:
        return Held("supported", ours, "person", BORN, "person", person.person_id)
    another = any(people[one].born[0] == figure.value[0] for one in keys.people if one in people)
    if another or off > _WIDEST or keys.sure < 2 or figure.quoted:
        return not_covered("who was born then", person.person_id)
    return Held("check_reading", ours, "person", BORN, "person", person.person_id, "the passage")


def _births(keys: Keys, people: Mapping[str, Person]) -> set[Birth]:
    """Return the known birth dates of the people of a sentence."""
    births = (Birth.of(people[one].born) for one in keys.people if one in people)
    return {birth for birth in births if birth is not None}


def _gap(figure: Figure, born: Birth, whens: Sequence[_When]) -> int:
    """Return by how many years an age is off the nearest of some days."""
    return min(abs(figure.value[0] - age) for when in whens for age in _ages(born, when.days))


def _is_then(figure: Figure, born: Birth, days: Days) -> bool:
    """Return whether the person is of the age on one of the days, or has the birthday within a month of them."""
    of_age = born.days_of_age(figure.value[0])
    around = Days(of_age.first - _MONTH, of_age.first + _MONTH)
    return (around if figure.kind == "birthday" else of_age).meets(days)


def _ages(born: Birth, days: Days) -> list[int]:
    return sorted({*born.ages_on(days.first), *born.ages_on(days.last)})


def _of_piece(figure: Figure, keys: Keys, day: date, beside: bool, may_date: bool) -> _When:
    """Return the day of the piece; sure if it may date the age and the words do not leave it open. `beside` is whether
    another year stands beside the age."""
    turned = keys.before.endswith((" turned ", " became "))
    now = bool(_NOW.search(keys.before)) or (turned and bool(_JUST.match(keys.behind))) or figure.kind == "birthday"
    dated = now or (not beside and not turned and not keys.before.endswith(" at "))
    return _When(Days(day - timedelta(days=14 if turned else 1), day), f"on {day}", dated and may_date)


def _is_of_death(day: date | None, death: Days | None) -> bool:
    """Return whether a piece is of the days after a death: the ages that it does not date are those at death."""
    return day is not None and death is not None and death.first <= day <= death.first + _MOURNED


def _is_near(day: date | None, death: Days) -> bool:
    """Return whether a piece is of the two months around a death."""
    return day is not None and abs((day - death.first).days) < 60


def _stated(keys: Keys, years: Sequence[int], sure: bool) -> Iterator[_When]:
    """Yield the years that stand beside an age, or the day named in their place."""
    stated = stated_days(keys.day) if keys.day else None
    for year in years:
        yield _When(stated or year_days(year), f"in {keys.day if stated else year}", sure)


def _years_beside(keys: Keys, this: int | None) -> list[int]:
    """Return the years of the sentence beside an age, but for the piece's, `this`."""
    return [one for one in keys.seasons if one != this] if keys.how in ("clause", "sentence") else []


def _is_alone(keys: Keys, beside: Sequence[int], this: int | None) -> bool:
    """Return whether one year stands beside an age, in its clause or as the only one near but for the piece's."""
    return len(beside) == 1 and (keys.how == "clause" or keys.near <= {this, *beside})


def _whens(figure: Figure, keys: Keys, person: Person, day: date | None) -> Iterator[_When]:
    """Yield the days that the words name, then those of the death and of the piece, then of the sentence before."""
    death, this = days_of(person.died), day.year if day is not None else None
    dies = death is not None and words("died").search(keys.shape) is not None
    beside = _years_beside(keys, this)
    alive = day is not None and (death is None or day <= death.last + _MONTH)
    then = bool(_THEN.match(keys.behind)) or not alive
    earlier = keys.how == "before" and keys.seasons[0] != this  # the sentence before speaks of another year
    mourned = _is_of_death(day, death) and keys.how != "clause" and not then and not earlier
    yield from _stated(keys, beside, then and not dies and _is_alone(keys, beside, this))
    if death is not None and (dies or _is_near(day, death)):
        yield _When(death, f"at death ({death})", (dies and not beside) or mourned)
    if day is not None and alive:
        yield _of_piece(figure, keys, day, bool(beside), not dies and not (beside and then))
    if keys.how == "before" and not mourned:
        yield _When(year_days(keys.seasons[0]), f"in {keys.seasons[0]}", sure=False)
