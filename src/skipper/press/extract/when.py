"""When: seasons, spans of seasons and dates that stand with a verb."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from skipper.press.extract.clauses import Clause
from skipper.press.extract.numbers import MONTHS, NUMBER_WORDS
from skipper.press.extract.units import Act, Unit

_UNTIL = frozenset(["to", "until", "through", "till", "thru"])
_FOR = ("before", "ahead", "prior", "for", "entering")
_ENDED = ("at the end of the", "at season", "after season")
_OF_THE_STORY = ("that", "the same", "later that", "the following", "the next", "the very next", *_ENDED)
_TENS = {word: 10 * n for n, word in enumerate(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 3)}
_TENS["twenty-five"] = 25
COUNTED_ON = (" later", " earlier", " after that", " before that")
_SEASON_WORDS = ("season", "year", "summer", "spring", "fall", "autumn")
_LAST_MONTH = 10  # of a season, its World Series included
_ENDS_IN = {"spring": 6, "summer": 9, "fall": 12, "autumn": 12}  # the month in which each is over
_IN_ITS = (["in", "its"], ["in", "their"])  # hired to lead it in its 2014 season
_REST = frozenset(["rest", "remainder", "balance"])  # for the rest of the 2013 season
_SEASON_PREPOSITIONS = frozenset(["after", "following", "midway", "during", "throughout"])


@dataclass(frozen=True)
class When:
    """A time as written. `seasons` are those named; a span has `first` and `last`; `act` is a date.

    `for_season` is whether the words place the act before that season, `over` whether after it, `whole` whether a
    season is meant rather than a point in a year.
    """

    units: tuple[Unit, ...] = ()
    seasons: tuple[int, ...] = ()
    first: int | None = None
    last: int | None = None
    act: Act | None = None
    for_season: bool = False
    whole: bool = False
    over: bool = False

    @property
    def year(self) -> int | None:
        """The one year, or the last of several; null where none is named."""
        return (
            (self.seasons[-1] if self.seasons else None)
            or self.first
            or self.last
            or (self.act.season if self.act else None)
        )


NEVER = When()


def when(clause: Clause, verb: Unit, today: date | None = None, season: int | None = None) -> When:
    """The time nearest to the verb in its clause, what follows the verb first."""
    found = whens(clause, today, season)
    after = [one for one in found if one.units[0].place > verb.place]
    before = [
        one
        for one in found
        if one.units[0].place < verb.place and not (_is_of_another(clause, one, verb) and _of_a_club(clause, one))
    ]
    return after[0] if after else before[-1] if before else NEVER


def rest_of_season(clause: Clause, verb: Unit, today: date | None) -> When:
    """For the rest of the season: the piece's own; never where it has no date or nothing says so behind the verb."""
    units = clause.units[verb.place - clause.first + 1 :]
    for place, unit in enumerate(units[:-3]):
        season = units[place + 3].low in ("season", "year", "way") and units[place + 1].low == "of"
        if unit.low in ("rest", "remainder", "balance") and season and today is not None:
            return When((unit, units[place + 3]), (today.year,), whole=True, for_season=True)
    return NEVER


def _of_a_club(clause: Clause, time: When) -> bool:
    """The 1966 world champion Orioles, the 1994 National League Manager of the Year: the year is theirs."""
    after = clause.after(time.units[-1])
    if time.units[0].kind == "date" or clause.words_before(time.units[0], 1) == ["in"]:
        return False  # the next year Baltimore went 87-75; in 1989 Baltimore did
    return after is not None and (after.kind in ("club", "league") or after.has("world_series", "manager_of_the_year"))


def _is_of_another(clause: Clause, time: When, verb: Unit) -> bool:
    """A member of the 1986 champions; X, the 2010 Manager of the Year: what he was, and not when he did anything."""
    if verb.has("manage") or verb.kind == "record":
        return True
    apposed = clause.words_before(time.units[0], 2) in (["of", "the"], [",", "the"], [",", "a"])
    return clause.after(time.units[-1]) is not verb and apposed


def whens(clause: Clause, today: date | None = None, season: int | None = None) -> list[When]:
    """All times of a clause in their order."""
    found: list[When] = []
    units = clause.units
    place = 0
    while place < len(units):
        unit = units[place]
        if unit.kind in ("year", "years"):
            one, place = _years(units, place)
            found.append(one)
        elif unit.kind == "date" and "week" in unit.low and _year_behind(units, place):
            place += 1  # the last week of 1930
        elif unit.kind == "date":
            one, place = _date(units, place, today, season)
            found.append(one)
        else:
            place += 1
    return [one for one in found if one is not NEVER]


def _year_behind(units: list[Unit], place: int) -> bool:
    after = units[place + 1 : place + 3]
    return len(after) == 2 and after[0].low == "of" and after[1].kind == "year"


def _years(units: list[Unit], place: int) -> tuple[When, int]:
    unit = units[place]
    before = units[place - 1].low if place else ""
    if unit.kind == "years":
        first, last = unit.value
        seasons = tuple(range(first, last + 1))
        if last == first + 1:
            return When((unit,), seasons, whole=True), place + 1
        return When((unit,), (), first, last, whole=True), place + 1
    span = _span(units, place)
    if span is not None:
        return span
    years, end = _listed(units, place)
    words = [one.low for one in units[max(0, place - 4) : place]]
    named = end + (end < len(units) and units[end].kind == "league")  # the 2011 Atlantic League season
    whole = (named < len(units) and units[named].has("season_word")) or bool(_SEASON_PREPOSITIONS & set(words))
    whole = (
        whole
        or (
            before in ("in", "of")
            and not {"season", "finish", "campaign"}.isdisjoint(words)
            and words[-2:-1] != [","]  # after one season, in 1999
            and bool(_SEASON_PREPOSITIONS & {one.low for one in units[max(0, place - 8) : place]})
        )
    )
    for_season = bool(words) and any(word in _FOR for word in words[-3:]) and whole
    for_season = for_season or before in ("before", "for", "entering")
    for_season = for_season or (whole and (words[-2:] in _IN_ITS or not _REST.isdisjoint(words)))
    over = bool(whole) and bool({"after", "following"} & set(words[-3:]))
    seasons = tuple(one.value for one in years)
    return When(tuple(years), seasons, whole=bool(whole), for_season=for_season, over=over), end


def _span(units: list[Unit], place: int) -> tuple[When, int] | None:
    """From 1954 to 1976, since September 1970, until 1995; null where the year or date stands for itself."""
    unit, year = units[place], _year_of(units[place])
    before = units[place - 1].low if place else ""
    then = units[place + 1].low if place + 1 < len(units) else ""
    last = _year_of(units[place + 2]) if place + 2 < len(units) else None
    if before in ("of", "late", "early", "mid"):
        before = next((one.low for one in units[max(0, place - 4) : place] if one.low in ("since", "from")), before)
    joined = before in ("from", "between") or (before == "in" and then in _UNTIL)
    if joined and last is not None and (then in _UNTIL or (then == "and" and before != "from")):
        return When((unit, units[place + 2]), (), year, last, whole=True), place + 3
    if before == "since" or (before == "from" and (then != "and" or last is None)):
        return When((unit,), (), year, None, whole=True), place + 1
    if before in ("until", "through") and unit.kind == "year":
        return When((unit,), (), None, year, whole=True), place + 1
    return None


def _year_of(unit: Unit) -> int | None:
    """The year that a unit names; null where it is none or a date without a year."""
    if unit.kind == "year":
        return unit.value
    return unit.value.season if unit.kind == "date" else None


def _date(units: list[Unit], place: int, today: date | None, season: int | None) -> tuple[When, int]:
    span = _span(units, place) if _year_of(units[place]) is not None else None
    if span is not None:
        return span
    then = [one.low for one in units[place + 1 : place + 3]]
    if today is not None and then in (["of", "last year"], ["of", "this year"]):
        month = _month_of(units[place].value.words)
        year = today.year - (then[1] == "last year")
        if month is not None:
            day = day_of(units[place].value.words)
            act = Act(f"{year}-{month:02}{day}", year)
            return When((units[place], units[place + 2]), act=act), place + 3
    return dated(units[place], today, season), place + 1


def _month_of(words: str) -> int | None:
    return next((number for name, number in MONTHS.items() if f" {name}" in f" {words.lower()}"), None)


def _listed(units: list[Unit], place: int) -> tuple[list[Unit], int]:
    """1969, 1970 and 1971."""
    years, end = [units[place]], place + 1
    look = end
    while look < len(units):
        if units[look].kind == "year":
            years.append(units[look])
            end = look = look + 1
        elif units[look].text in (",", "and", "&"):
            look += 1
        elif [one.low for one in units[look - 1 : look + 2]] == ["and", "again", "in"]:
            look += 2  # in 2005 and again in 2007
        elif [one.low for one in units[look - 1 : look + 1]] == ["and", "in"] and _ends_with_year(units[look + 1 :]):
            look += 1  # in 1908 and in 1909
        else:
            break
    return years, end


def _ends_with_year(units: list[Unit]) -> bool:
    after = [one.text for one in units[1:3]]
    ended = after[:1] in ([], ["."]) or after in ([","], [",", "and"], [",", "but"])
    return ended and [one.kind for one in units[:1]] == ["year"]


def dated(unit: Unit, today: date | None, season: int | None) -> When:
    """The time of a date, relative ones reckoned from the piece's own."""
    act: Act = unit.value
    if act.season is not None:
        return When((unit,), (), act=act)
    words = act.words
    if is_of_the_story(words):
        return When((unit,), act=act)
    if words.endswith(" ago"):
        past = today.year - _number(words.split()[0]) if today is not None else None
        return When((unit,), act=act if past is None else Act(str(past), past))
    if "season" in words or "year" in words:
        year = _relative_season(words, today.year if today else season)
        if words.endswith("last season") and today is not None and today.month > _LAST_MONTH:
            year = today.year  # the one that has just ended
        if year is not None:
            return When((unit,), (year,), whole=True)
        return When((unit,), act=act)
    if "month" in words and today is not None and words.startswith(("last", "this")):
        day = today.replace(day=1) - timedelta(days=words.startswith("last"))
        return When((unit,), act=Act(f"{day.year}-{day.month:02}", day.year))
    if "week" in words and today is not None and words.startswith(("last", "this")):
        day = today - timedelta(weeks=words.startswith("last"))
        return When((unit,), act=Act(str(day.year), day.year))
    if today is not None and (over := _ENDS_IN.get(words.split()[-1])) and words.startswith(("last", "this")):
        past = today.year if today.month > over or words.startswith("this ") else today.year - 1
        return When((unit,), act=Act(str(past), past))
    month = _month_of(words)
    if month is None or today is None:
        return When((unit,), act=act)
    recent = month >= today.month - 1 and "last" in words  # last June, said in July, is no longer last month
    year = today.year - (1 if recent or month > today.month else 0)
    if "next" in words:
        year = today.year + (1 if month <= today.month else 0)
    return When((unit,), act=Act(f"{year}-{month:02}{day_of(words)}", year))


def day_of(words: str) -> str:
    """The day of `June 18` as ISO dates end with it; nothing where the words are a month alone."""
    last = words.rstrip(".").split()[-1]
    return f"-{int(last):02}" if last.isdigit() else ""


def is_of_the_story(words: str) -> bool:
    """Whether the words count from what was told before, and not from the piece's date: that June, a year later."""
    return words.startswith(_OF_THE_STORY) or words.endswith((*COUNTED_ON, "'s end", "after the season"))


def counts_on(words: str) -> bool:
    """Whether the words count seasons from a year before them: a year later, the next summer; not the next day."""
    next_one = words.startswith(("the next", "the very next", "the following")) and words.endswith(_SEASON_WORDS)
    return next_one or words.endswith(COUNTED_ON)


def years_on(words: str) -> int:
    """How many years after the year told before the words mean."""
    if words.endswith(COUNTED_ON):
        count = _number(words.split()[0])
        return count if words.endswith(("later", "after that")) else -count
    return 1 if words.startswith(("the following", "the next", "the very next")) else 0


def _number(word: str) -> int:
    return int(word) if word.isdigit() else {**NUMBER_WORDS, **_TENS}.get(word.lower(), 1)


def _relative_season(words: str, year: int | None) -> int | None:
    if year is None or "that" in words or "the past" in words:
        return None
    if words.startswith("next"):
        return year + 1
    if words.startswith(("last", "previous")) or " of last " in words:
        return year - 1
    return year
