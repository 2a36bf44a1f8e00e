"""Awards."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract.awarded import (
    AWARD_WORDS,
    COUNTED,
    GIVEN,
    MANAGER_OF_THE_YEAR,
    OF_A_SEASON,
    awards_named,
    club_of_then,
    name_of,
    of_the_day,
    only_sought,
    winner,
)
from skipper.press.extract.clauses import Clause
from skipper.press.extract.occasions import paired
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens
from skipper.press.hand_kept import present_major_leagues

MAJORS = present_major_leagues()
_PARTLY = frozenset(
    ["again", "another", "more", "until", "before", "after", "since", "straight", "consecutive", "back"]
)
_THERE = frozenset(["there", "them", "the club", "the team"])
TWICE = {"twice": 2, "thrice": 3}
_OFTEN = 4  # units between a title and `twice`
_NEAR = 8  # units between an award and the word that counts it


def read_awards(piece: Piece, clause: Clause) -> None:
    """Keep the awards of a clause."""
    for unit in awards_named(piece, clause):
        person, count = winner(piece, clause, unit), _count(clause, unit)
        if person is None or _of_a_member(clause, unit) or only_sought(clause, unit) or only_at_times(clause, unit):
            continue
        dated = count is not None and years_told(piece, clause) == count[0]
        if count is not None and not dated:
            _keep_count(piece, clause, unit, person, count)
        elif (dated or not is_counted(clause, unit)) and (clause.find(*GIVEN) or _apposed(clause, unit)):
            for near, time in _given(piece, clause, unit):
                _keep_award(piece, clause, unit, person, near, time)


def _count(clause: Clause, unit: Unit) -> tuple[int, Unit] | None:
    """How often, and the word that says it: three-time, twice, four awards, five times.

    Of Manager of the Year alone: other awards are in no table.
    """
    if unit.has("other_award"):
        return None
    told = ((value, one) for one in clause.units if (value := _times(clause, one, unit)) is not None)
    return next(told, None)


def years_told(piece: Piece, clause: Clause) -> int:
    """How many years the clause names: as many as there are awards, and they are awards of those years."""
    return len({year for time in whens(clause, piece.report.date, piece.season) for year in seasons_of(time)})


def _times(clause: Clause, one: Unit, unit: Unit) -> int | None:
    """The number that a word counts the award by: beside it, or as so many times."""
    if one.low in TWICE and abs(one.place - unit.place) <= _NEAR:
        return TWICE[one.low]
    if one.kind != "number" or one.value < 2 or abs(one.place - unit.place) > _NEAR:
        return None
    after = [word for word in clause.words_after(one, 2) if word != "-"]
    if after[:1] in (["times"], ["time"]):
        return one.value
    between = clause.units[one.place - clause.first + 1 : max(0, unit.place - clause.first)]
    plural = clause.words_after(unit, 1) in (["awards"], ["honors"], ["trophies"], ["plaques"])
    return one.value if plural and one.place < unit.place and all(each.kind == "league" for each in between) else None


def _keep_count(piece: Piece, clause: Clause, unit: Unit, person: Entity, count: tuple[int, Unit]) -> None:
    near = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization]
    if any(unit.place < other.place < near[-1].place for other in clause.find("pennant", "world_series") if near):
        near = []  # three of them, and two pennants with the one
    fields = {"what": COUNTED, "value": count[0], "clubs": [piece.show(one.value) for one in near]}
    piece.add(clause, "tally", fields, person, unit, (count[1], *near), [("clubs", one.value, None) for one in near])


def _given(piece: Piece, clause: Clause, unit: Unit) -> list[tuple[Unit | None, When]]:
    """Where and when: in 2007 with the Diamondbacks, and in 2012 and 2018 with the A's."""
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization and one.place > unit.place]
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > unit.place]
    several = paired(clubs, times)
    if len(several) > 1:
        return list(several)
    if len(times) > 1 and all(_of_another_league(clause, one) for one in times[1:]):
        return [(None, one) for one in times]
    near = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization]
    near = [one for one in near if not _goes_on(clause, unit, one)] or club_there(clause)
    near = _of_its_league(clause, unit, near or club_of_then(clause) or _led_then(clause))
    if _never(clause, unit):
        return [(near[0] if near else None, NEVER)]  # at no time
    time = own_year(clause, unit) or of_the_day(piece, clause, unit)
    time = time if time is not NEVER else season_told(piece, clause, unit, of_today=False)
    time = time if time is not NEVER else _after_leading(piece, clause)
    return [(near[0] if near else None, time)]


def _of_another_league(clause: Clause, time: When) -> bool:
    """The Midwest League's in 2004 and the Eastern League's in 2006: the year of another league's award."""
    league = clause.before(time.units[0], 3)
    of_it = clause.words_before(time.units[0], 2) in (["'s", "in"], ["'", "in"])
    return of_it and league is not None and league.kind == "league"


def _after_leading(piece: Piece, clause: Clause) -> When:
    """Was named it after leading Erie to an 80-62 record in 2012: of the season in which he did."""
    rest = clause.sentence.units[clause.end :]
    end = next((n for n, one in enumerate(rest) if one.text in (",", ";", ".") and n), len(rest))
    if len(rest) < 2 or rest[0].low not in ("after", "for") or not rest[1].has("lead", "manage"):
        return NEVER
    then = Clause(clause.sentence, clause.end, clause.end + end, rest[0].low)
    times = [one for one in whens(then, piece.report.date, piece.season) if seasons_of(one)]
    return replace(times[0], units=()) if len(times) == 1 and len(times[0].seasons) == 1 else NEVER


def _goes_on(clause: Clause, unit: Unit, club: Unit) -> bool:
    """Was it in 2008, and back in his Astros days …: the club of what is told next."""
    between = clause.words_after(unit, max(0, club.place - unit.place - 1))
    return (",", "and") in pairwise(between)


def _led_then(clause: Clause) -> list[Unit]:
    """Took Akron to the crown the next summer, when he was the league's manager of the year: Akron."""
    before = clause.previous
    if clause.opener != "when" or before is None or not before.find("lead", "win"):
        return []
    return [one for one in before.kinds("club") if not one.value.as_organization][-1:]


def _of_its_league(clause: Clause, unit: Unit, near: list[Unit]) -> list[Unit]:
    """The International League Manager of the Year: a club of that league, and not the Astros, whose farm he had."""
    league = clause.before(unit)
    if league is None or league.kind != "league" or league.value in MAJORS:
        return near
    return [one for one in near if not all(span.is_major for span in one.value.spans)]


def _never(clause: Clause, unit: Unit) -> Unit | None:
    """The word that denies it, wherever it stands before it in the clause."""
    return next((one for one in clause.units if one.low == "never" and one.place < unit.place), None)


def only_at_times(clause: Clause, unit: Unit) -> bool:
    """Never won another, never again, never a pennant until 1980, never in the minors: not that there was none."""
    if _never(clause, unit) is None:
        return False
    later = clause.kinds("year", "years", "date", "ordinal", "level") or clause.find("organization_word")
    return bool(later) or not _PARTLY.isdisjoint(one.low for one in clause.units)


def there(piece: Piece, clause: Clause, unit: Unit) -> ClubName | None:
    """Never won it there, with them: the club spoken of."""
    told = any(one.low in _THERE and one.place > unit.place for one in clause.units)
    return piece.club if told else None


def _keep_award(piece: Piece, clause: Clause, unit: Unit, person: Entity, near: Unit | None, time: When) -> None:
    season, never = time.year, _never(clause, unit)
    if season is None and unit.low in OF_A_SEASON:
        return
    name = near.value if near is not None else there(piece, clause, unit) if never else None
    if name is None and not never and name_of(unit) == MANAGER_OF_THE_YEAR and season is not None:
        name = _managed_then(piece, clause, person, season)
    fields = {
        "award": name_of(unit),
        "seasons": seasons_of(time),
        "club": piece.show(name, season) if name is not None else None,
    }
    named = [("club", name, season)] if name is not None else []
    inside = [one for one in (near, *time.units) if one is not None and one in clause.units]
    trigger = unit if never is None or clause.denied(unit) else clause.after(never) or unit  # never was the league's …
    piece.add(clause, "award", fields, person, trigger, [unit, *inside], named)


def _managed_then(piece: Piece, clause: Clause, person: Entity, season: int) -> ClubName | None:
    """Managed Cincinnati for five years, winning it in 1956; got them to 89-73 in 1978, when he was it: that club.

    Not of what other sentences tell: whose award it was there is not said.
    """
    before = clause.previous
    if before is None or before.subject is not person:
        return None
    if clause.opener == "," and before.find("manage"):
        named = [one.value for one in before.kinds("club") if not one.value.as_organization]
        return named[0] if len(named) == 1 else None
    held = piece.careers.post(person, season) if clause.opener == "when" and before.kinds("record") else None
    return held if held is not None and any(span.is_major for span in held.spans) else None


def _of_a_member(clause: Clause, unit: Unit) -> bool:
    """The Hall of Fame second baseman, a Hall of Famer's: what he is, and not when it was given."""
    after = clause.after(unit)
    return (
        unit.low == "hall of fame" and after is not None and (after.kind == "person" or after.has("epithet", "manager"))
    )


def is_counted(clause: Clause, unit: Unit) -> bool:
    """Four American League pennants, a three-time Manager of the Year: which seasons is not said."""
    before = clause.units[max(0, unit.place - clause.first - 4) : unit.place - clause.first]
    if [one for one in before if one.kind == "number" and one.value == 1]:
        return False
    times = any(one.low == "time" or one.low.endswith("-time") for one in before)
    if unit.has("manager_of_the_year") and any(one.kind == "number" for one in before[-2:]):
        return True
    return times or (
        (unit.low.endswith("s") or unit.low == "world series" or clause.words_after(unit, 1) in (["teams"], ["clubs"]))
        and any(one.kind == "number" and clause.words_after(one, 1) != ["games"] for one in before)
    )


def _apposed(clause: Clause, unit: Unit) -> bool:
    return bool(clause.kinds("year"))


def often(clause: Clause, unit: Unit) -> tuple[int, Unit] | None:
    """Won the Series twice, three times: how often, and the word that says it."""
    for one in clause.units:
        if abs(one.place - unit.place) <= _OFTEN and one.low in TWICE:
            return TWICE[one.low], one
        if abs(one.place - unit.place) <= _OFTEN and one.kind == "number" and clause.words_after(one, 1) == ["times"]:
            return one.value, one
    return None


def dated_out(piece: Piece, clause: Clause, unit: Unit) -> bool:
    """Three pennants, in 1941 with Brooklyn and in 1951 and 1954 with the Giants: as many seasons as titles."""
    before = clause.units[max(0, unit.place - clause.first - 4) : unit.place - clause.first]
    number = next((one.value for one in reversed(before) if one.kind == "number"), None)
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > unit.place]
    return len(times) > 1 and number == sum(len(seasons_of(one)) for one in times)


def own_year(clause: Clause, unit: Unit) -> When | None:
    """The 1986 World Series: that year, whatever other is told; null where none or several stand before it."""
    year, other = clause.before(unit), clause.before(unit, 2)
    if year is not None and year.kind == "league" and unit.has(*AWARD_WORDS):
        year, other = other, clause.before(unit, 3)  # the 1966 American League Most Valuable Player
    if year is None or year.kind != "year" or (other is not None and other.text in ("and", ",", "or", "-")):
        return None
    return When((year,), (year.value,), whole=True)


def club_there(clause: Clause) -> list[Unit]:
    """Buffalo, then Las Vegas where he won; Lancaster, for whom he won: the club before the relative clause."""
    if clause.opener not in ("where", "whom", "which"):
        return []
    before = [unit for unit in clause.sentence.units[: clause.start] if unit.kind == "club"]
    return before[-1:]


def seasons_of(time: When) -> list[int]:
    """The seasons that a time names, one by one."""
    if time.first and time.last:
        return list(range(time.first, time.last + 1))
    return list(time.seasons) or ([time.act.season] if time.act and time.act.season else [])
