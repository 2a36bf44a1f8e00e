"""Ages and birthdays against dates of birth and death, on the days that the words or the piece give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

import re2

from skipper.press.facts import Person
from skipper.press.figures.figure import Figure
from skipper.press.figures.keys import Keys
from skipper.press.figures.verdict import Held, not_covered
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.days import Days, days_of, stated_days, year_days

BORN = "birth date"
_WIDEST = 12  # years between an age and ours; an age further off is another's, or no age
_MONTH = timedelta(days=31)
_DIED = re2.compile(r" (?:died|dies|dead|death|die|passed away)\b")
_NOW = re2.compile(r"(?: is| 's|{person} (?:,|\()(?: now)?)$")
_THEN = re2.compile(r" (?:when|as|after|before|while|at|in|for)\b")
# Words before an age that is of another day or another person: he would have been 80; over Terry Collins, 54.
_ELSEWHERE = re2.compile(
    r" (?:will|would|could|might|should|turns|turning|until|than|over|nearly|almost|under|was not|were|i|i was|"
    r"(?:over|than) {person} ,)(?: be| have been)?(?: just)?$"
)


@dataclass(frozen=True)
class _When:
    """Days on which the age can be told, in words; `sure` where the words date it, and not the piece around them."""

    days: Days
    words: str
    sure: bool


def hold_age(figure: Figure, keys: Keys, people: Mapping[str, Person], day: date | None) -> Held:
    """Hold an age, or a birthday, against the owner's dates on the days that its words give, else on the piece's date.

    A difference is `check_reading` where the owner is named, the days are sure and nobody else of the sentence is of
    that age then.
    """
    person = people.get(keys.owner or "")
    if person is None:
        return not_covered("whose age it is")
    born = Birth.of(person.born)
    if born is None:
        return not_covered(f"the birth date of {person.name}", person.person_id)
    whens = list(_whens(figure, keys, person, day))
    fits = next((when for when in whens if _is_then(figure, born, when.days)), None)
    if fits is not None:
        return _held("supported", person, born, fits)
    sure = [when for when in whens if when.sure]
    others = [people[one] for one in keys.people if one in people and one != person.person_id]
    if not sure or keys.sure < 2 or figure.quoted or _ELSEWHERE.search(keys.before.rstrip()):
        return not_covered("the day on which the age is told", person.person_id)
    anybody = any(
        _is_then(figure, birth, when.days) for one in others for when in whens if (birth := Birth.of(one.born))
    )
    nearest = min(abs(figure.value[0] - age) for when in sure for age in _ages(born, when.days))
    if anybody or nearest > _WIDEST:
        return not_covered("whose age it is", person.person_id)
    return _held("check_reading", person, born, sure[0])


def _is_then(figure: Figure, born: Birth, days: Days) -> bool:
    if figure.kind == "birthday":  # within a month of the day
        turned = born.days_of_age(figure.value[0]).first
        return days.first - _MONTH <= turned <= days.last + _MONTH
    return born.days_of_age(figure.value[0]).meets(days)


def _ages(born: Birth, days: Days) -> set[int]:
    return {*born.ages_on(days.first), *born.ages_on(days.last)}


def _held(word: str, person: Person, born: Birth, when: _When) -> Held:
    ages = sorted(_ages(born, when.days))
    said = " or ".join(str(age) for age in ages) if len(ages) < 3 else f"{ages[0]} to {ages[-1]}"
    ours = f"{person.name}, born {born}: {said} {when.words}"
    settles = "the passage, against the birth date" if word == "check_reading" else None
    return Held(word, ours, "person and day", BORN, "person", person.person_id, settles)  # type: ignore[arg-type]


def _whens(figure: Figure, keys: Keys, person: Person, day: date | None) -> Iterator[_When]:
    """Yield the days that the words name, then those of the death and of the piece, then of the sentence before."""
    death = days_of(person.died)
    dies = bool(_DIED.search(keys.shape)) and death is not None
    this = day.year if day is not None else None
    beside = [one for one in keys.seasons if one != this] if keys.how in ("clause", "sentence") else []
    others = keys.near - {this, *beside}
    told = stated_days(keys.days) if keys.days else None
    alive = day is not None and (death is None or day <= death.last + _MONTH)
    then = bool(_THEN.match(f" {keys.behind}")) or not alive
    for year in beside:
        sure = then and not dies and len(beside) == 1 and (keys.how == "clause" or not others)
        yield _When(told, f"in {keys.days}", sure) if told else _When(year_days(year), f"in {year}", sure)
    if death is not None and (dies or (day is not None and abs((day - death.first).days) < 60)):
        yield _When(death, f"at death ({death})", sure=dies and not beside)
    if day is not None and alive:
        back = timedelta(days=14 if " turned" in keys.before else 1)
        now = bool(_NOW.search(keys.before.rstrip())) or keys.behind.startswith(("year", "birthday"))
        yield _When(Days(day - back, day), f"on {day}", sure=not dies and (now or not beside) and not (beside and then))
    if keys.how == "before":
        yield _When(year_days(keys.seasons[0]), f"in {keys.seasons[0]}", sure=False)
