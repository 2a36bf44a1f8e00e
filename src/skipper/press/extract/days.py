"""Days told by another: on the 27th, the next day by the date before; on Thursday, yesterday by the piece's own."""

from __future__ import annotations

from datetime import date, timedelta

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Act, Unit

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS_AGO = {"today": 0, "tonight": 0, "yesterday": 1}
# Before a day's name: any such day, or one up to which or since when something was.
_NOT_THE_DAY = frozenset(
    [
        *("a", "one", "every", "each", "until", "till", "by", "since", "through", "before", "next", "than"),
        *("from", "to", "following"),
    ]
)
_YET_TO_COME = frozenset(["will", "'ll", "shall", "would", "to"])
_APART = frozenset(["who", "which", "whom", "whose"])
_OPENS_WITH = frozenset(["on", "late", "early", "only", "and", "but", "then", "so"])
_ANNOUNCES = frozenset(["announced", "announces", "confirmed", "revealed"])
_SHORT = 9  # units of `, the club announced late Monday night.`
_OFFICES = ("coach", "manager", "executive", "interim")
_WITH_HIM = frozenset(
    ["the", "his", "entire", "whole", "coaching", "staff", "four", "three", "two", "all", "of", "on", "-", "base"]
)
_CLOSE = 3  # units: the Mets on Friday night abruptly fired X
_OPENS = frozenset(["the", "a", "an", "they", "it", "we", "i", "his", "their", "when", "after", "with", "and", "by"])
_SAME = frozenset([("same", "day"), ("that", "day"), ("that", "night"), ("that", "afternoon"), ("that", "evening")])
_NEXT = frozenset([("next", "day"), ("following", "day"), ("next", "morning")])


def day_told(units: list[Unit], last: str | None) -> tuple[Act, tuple[Unit, ...]] | None:
    """The day that the words mean after `last`, the ISO day or month told before; null where they mean none."""
    if last is None:
        return None
    for place, unit in enumerate(units):
        before = [one.low for one in units[max(0, place - 2) : place]]
        if unit.kind == "ordinal" and before[-1:] == ["the"] and _is_a_day(units, place, before):
            found = _of_month(last, unit.value)
            return (found, (unit,)) if found is not None else None
        pair = (before[-1], unit.low) if before else ("", "")
        if len(last) == 7 and pair in _SAME:
            return Act(last, int(last[:4])), (unit,)  # resigned that July and, the same day, took over another club
        if len(last) == 10 and (pair in _SAME or pair in _NEXT):
            return _shifted(last, int(pair in _NEXT)), (unit,)
        if len(last) == 10 and unit.low in ("the next day", "the following day", "that night", "that day"):
            return _shifted(last, int("that" not in unit.low)), (unit,)
    return None


def _is_a_day(units: list[Unit], place: int, before: list[str]) -> bool:
    """Not `on the third pitch`: nothing that the ordinal counts follows, and `on` or a weekday stands before."""
    after = units[place + 1] if place + 1 < len(units) else None
    counts = after is not None and after.kind == "word" and not after.classes and after.text.islower()
    stands = after is None or not counts or after.low in _OPENS
    return before[0] in ("on", *WEEKDAYS) and stands and not (after is not None and after.text == "-")


def _of_month(last: str, day: int) -> Act | None:
    try:
        found = date(int(last[:4]), int(last[5:7]), day)
    except ValueError:
        return None  # the 31st of a short month: the words count something else
    return Act(found.isoformat(), found.year)


def _shifted(last: str, days: int) -> Act:
    found = date.fromisoformat(last) + timedelta(days=days)
    return Act(found.isoformat(), found.year)


def day_of_act(clause: Clause, verb: Unit, today: date | None) -> tuple[date, Unit] | None:
    """The last Thursday, today, yesterday of a piece of `today`, where the clause says so of its verb; else null.

    Of several the first behind the verb is meant. A day yet to come, one of another's (Sunday's loss) or of another act
    (fired X and play on Friday), and any such day (on a Monday) are none.
    """
    before = clause.units[: verb.place - clause.first]
    if today is None or any(unit.low in _YET_TO_COME or unit.low.endswith(" to") for unit in before):
        return None
    told = [unit for unit in clause.units if _is_the_day(clause, unit) and _goes_with(clause, verb, unit)]
    told.sort(key=lambda unit: unit.place < verb.place)
    return (_back_from(today, told[0].low), told[0]) if told else None


def day_of_news(clause: Clause, verb: Unit, today: date | None) -> tuple[date, Unit] | None:
    """The day of the act, else that on which the club announced it: today announced that X has been named."""
    own = day_of_act(clause, verb, today)
    if own is not None or today is None:
        return own
    shared = _of_the_act_before(clause, today)
    if shared is not None:
        return shared
    told = [unit for unit in _announcement(clause) if unit.low in WEEKDAYS or unit.low in _DAYS_AGO]
    return (_back_from(today, told[0].low), told[0]) if told else None


def _of_the_act_before(clause: Clause, today: date) -> tuple[date, Unit] | None:
    """Fired X on Tuesday and named Y to replace him: both on Tuesday, where one club does both."""
    before = clause.previous
    if clause.opener != "and" or before is None or clause.club is None or before.club is not clause.club:
        return None
    told = (
        day_of_act(before, verb, today) for verb in before.find("fire", "let_go", "hire", "promote", "contract_ended")
    )
    return next((day for day in told if day is not None), None)


def _announcement(clause: Clause) -> list[Unit]:
    """The words of announcing before `that`, or behind it: X has been named manager, the club announced today."""
    before = clause.previous
    if clause.opener == "that" and before is not None and before.club is not None:
        return before.units if any(unit.low in _ANNOUNCES for unit in before.units) else []
    behind = clause.sentence.units[clause.end :][:_SHORT]
    last = next((n for n, unit in enumerate(behind) if n and unit.kind == "punct" and unit.text != "'s"), len(behind))
    says = next((n for n, unit in enumerate(behind[:last]) if unit.low in _ANNOUNCES), None)
    who = behind[1:says] if says is not None and behind[0].text == "," else []
    theirs = any(unit.kind == "club" or unit.has("same_club") for unit in who)
    return behind[says + 1 : last] if theirs and says is not None else []


def _goes_with(clause: Clause, verb: Unit, day: Unit) -> bool:
    """Behind the verb without another act between; before it at the clause's head, or close by."""
    first, last = sorted((verb.place, day.place))
    between = [unit.low for unit in clause.sentence.units[first + 1 : last]]
    if verb.place < day.place:
        return not _acts_again(clause, verb, day) and _APART.isdisjoint(between)
    ahead = {unit.low for unit in clause.units[: day.place - clause.first] if unit.kind != "punct"}
    return ahead <= _OPENS_WITH or (len(between) <= _CLOSE and "," not in between)


def _acts_again(clause: Clause, verb: Unit, day: Unit) -> bool:
    """Fired X and play on Friday; not fired X and his coaches on Monday: another act stands between."""
    between = clause.sentence.units[verb.place + 1 : day.place]
    joined = next((n for n, unit in enumerate(between) if unit.low == "and"), None)
    if joined is None:
        return False
    people = between[joined + 1 :]
    titles = all(one.kind in ("person", "club") or one.has(*_OFFICES) or one.low in _WITH_HIM for one in people)
    return not (people and titles)


def _is_the_day(clause: Clause, unit: Unit) -> bool:
    before, after = clause.before(unit), clause.after(unit)
    owns = after is not None and after.text in ("'s", "'")
    of_another = before is not None and (before.low in _NOT_THE_DAY or before.text == "-")
    return (unit.low in WEEKDAYS or unit.low in _DAYS_AGO) and not owns and not of_another


def _back_from(today: date, word: str) -> date:
    ago = _DAYS_AGO.get(word)
    return today - timedelta(days=(today.weekday() - WEEKDAYS.index(word)) % 7 if ago is None else ago)
