"""The words of a clause that name an award, and to whom it went."""

from __future__ import annotations

from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.days import WEEKDAYS
from skipper.press.extract.holders import understood
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, When

MANAGER_OF_THE_YEAR = "Manager of the Year"
COUNTED = "manager_of_the_year_awards"
AWARD_WORDS = ("manager_of_the_year", "other_award")
GIVEN = ("win", "hire", "induct", "be", "have", "hand", "vote", "go_to")
_HALL = "Hall of Fame"
_HONOURS = ("award", "honor", "honour")
_WON_IN = ("winning", "won")
_SAME_AGAIN = ("it", "again")
_NAMES = {"mvp": "MVP", "most valuable player": "MVP", "batting champion": "batting champion"}
_NAMES |= {"batting title": "batting champion"}
OF_A_SEASON = frozenset(["batting champion", "batting title", "triple crown"])  # without it they say what he is
_OTHER_HALLS = frozenset(
    [
        *("club", "team", "organization", "franchise", "state", "sports", "league", "athletic", "university"),
        *("school", "college", "canadian", "county", "city", "local"),
    ]
)
_TODAY = frozenset(["today", "tonight", "sunday", "saturday", "afternoon"])
_DAYS = frozenset([*WEEKDAYS, "today", "tonight", "yesterday", "last week", "this week"])
_ENTERS = frozenset(["goes into", "enters", "joins"])
_THEN = 6  # units of a clause that says where he was then
_SOUGHT = frozenset(["voting", "balloting", "ballot", "ballots", "vote", "votes", "race", "candidate", "finalist"])
_SOUGHT |= frozenset(["contender", "consideration", "runner-up", "candidates", "finalists", "talk", "favorite"])
_NOT_FIRST = frozenset(["runner-up", "finalist", "candidate", "votes", "contender"])
_PLACES = frozenset(["second", "third", "fourth", "fifth", "sixth", "2nd", "3rd"])
_GOES = frozenset(["went to", "goes to", "went", "goes"])
_GIVEN_FROM = 9  # the first month of news of a season's awards
_SETTLED = 11  # the month in which a season's awards are given


def awards_named(piece: Piece, clause: Clause) -> list[Unit]:
    """The words that name an award, whatever is said of it; of the Hall of Fame, too, where it is called otherwise."""
    told = [one for one in clause.find(*AWARD_WORDS) if not _of_a_business(clause, one)]
    named = [one for one in told if one.low != "hall of fame" or _is_cooperstowns(clause, one)]
    return [*named, *_the_award(piece, clause), *_the_hall(clause)]


def _is_cooperstowns(clause: Clause, hall: Unit) -> bool:
    """The Hall of Fame, the National Baseball Hall of Fame; not a club's, a state's nor a league's own."""
    before = [one for one in clause.units[: hall.place - clause.first] if one.text not in ("'", "'s")][-2:]
    while before and before[-1].low in ("baseball", "national"):
        before.pop()
    return not before or not (
        before[-1].kind in ("club", "league", "level") or before[-1].low.split()[-1] in _OTHER_HALLS
    )


def _of_a_business(clause: Clause, unit: Unit) -> bool:
    """The company's manager of the year: of a hotel, and not of a dugout."""
    before = [one for one in (clause.before(unit), clause.before(unit, 2)) if one is not None]
    return any(one.has("business") for one in before)


def name_of(unit: Unit) -> str:
    """The award's name as a claim gives it."""
    if unit.has("manager_of_the_year") or unit.low in (*_HONOURS, *_SAME_AGAIN, *_WON_IN):
        return MANAGER_OF_THE_YEAR
    if not unit.has("other_award"):
        return _HALL
    return _NAMES.get(unit.low, unit.low.title().replace(" Of ", " of ").replace(" The ", " the "))


def _the_award(piece: Piece, clause: Clause) -> list[Unit]:
    """He won the award again in 2012: the one told last, where that is Manager of the Year."""
    told = [one for one in piece.recent if one.type == "award" or one.fields.get("what") == COUNTED]
    last = told[-1].fields if told else {}
    if last.get("award") not in (None, MANAGER_OF_THE_YEAR) or not last or clause.find(*AWARD_WORDS):
        return []
    won = clause.find("win")
    named = [one for one in clause.units if one.low in _HONOURS]
    after = [one for one in named if won and one.place > won[0].place]
    units = [one for one in after[:1] if clause.words_before(one, 1) in (["the"], ["that"])]
    units = units or _in_the_years(piece, clause)
    return units or (_same_again(clause) if award_told_last(piece) else [])


def _in_the_years(piece: Piece, clause: Clause) -> list[Unit]:
    """A three-time Manager of the Year, winning in 2002, 2004 and 2010: what stands for the honour counted before."""
    last = piece.claims[-1] if piece.claims else None
    counted = last is not None and last.fields.get("what") == COUNTED and last.start >= clause.sentence.units[0].start
    verb = next((one for one in clause.units if one.low in _WON_IN), None)
    behind = [clause.after(verb), clause.after(verb, 2)] if verb is not None and counted else []
    dated = [one.low for one in behind[:1] if one] == ["in"] and any(one and one.kind == "year" for one in behind)
    return [verb] if verb is not None and dated else []


def _same_again(clause: Clause) -> list[Unit]:
    """Won it again in 2000, won again in 1997: what stands for the honour."""
    found = [one for one in clause.units if one.low in _SAME_AGAIN and clause.words_before(one, 1) == ["won"]]
    return found[:1] if clause.kinds("year") else []


def award_told_last(piece: Piece) -> bool:
    """Whether of awards and titles the piece has told an award last."""
    told = [one.type for one in piece.recent if one.type in ("award", "title")]
    return told[-1:] == ["award"]


def _the_hall(clause: Clause) -> list[Unit]:
    """Cooperstown inducted him in 2008, he was elected to the Hall in 2014: the place stands for the honour."""
    if not clause.find("induct") or clause.find(*AWARD_WORDS):
        return []
    for unit in clause.units:
        hall = unit.text == "Hall" and "the" in clause.words_before(unit, 1)
        if hall or unit.text == "Cooperstown":
            return [unit]
    return []


def only_sought(clause: Clause, unit: Unit) -> bool:
    """Second in Manager of the Year voting, a finalist for it, its runner-up: not given to him."""
    before, after = clause.words_before(unit, 5), clause.words_after(unit, 1)
    behind_another = any(one in _PLACES and then in ("in", "for") for one, then in pairwise(before))
    return behind_another or not _SOUGHT.isdisjoint(after) or not _NOT_FIRST.isdisjoint(before)


def winner(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The league named X its Manager of the Year, gave X its award: X; else the subject."""
    by_a_body = clause.club is not None or clause.kinds("league") or clause.find("outlet") or clause.subject is None
    named = [verb for verb in clause.find("hire", "win", "vote", "hand") if verb.place < unit.place and by_a_body]
    goes = next((verb for verb in clause.units if verb.low in _GOES and verb.place > unit.place), None)
    to = clause.after(goes) if goes is not None else None
    if to is not None and to.kind == "person":
        return to.value
    named += [verb for verb in clause.find("induct") if not clause.passive(verb)]
    for verb in named:
        whom = args.object_of(piece, clause, verb)
        if whom is not None:
            return whom[0]
    return clause.subject or clause.owner or understood(piece, clause)


def club_of_then(clause: Clause) -> list[Unit]:
    """Was voted it in 1999, when he was with Tampa: the club of the clause that says where he was."""
    units = clause.sentence.units[clause.end :][:_THEN]
    words = [unit.low for unit in units]
    he = len(words) > 3 and words[0] in ("when", "while") and words[1] in ("he", "she") and units[2].has("be")
    return [unit for unit in units[4:6] if unit.kind == "club"][:1] if he and words[3] in ("with", "at", "in") else []


def _is_news(clause: Clause) -> bool:
    """Was named it on Tuesday, last week."""
    words = {unit.low for unit in clause.units}
    return bool(words & _DAYS) and not clause.find("have")


def of_the_day(piece: Piece, clause: Clause, unit: Unit) -> When:
    """The season of the reigning Manager of the Year, the year of who enters the Hall of Fame today; else NEVER."""
    day = piece.report.date
    if day is None:
        return NEVER
    if "reigning" in clause.words_before(unit, 3):
        return When((), (day.year if day.month >= _SETTLED else day.year - 1,), whole=True)
    if day.month >= _GIVEN_FROM and not clause.kinds("year", "years") and _is_news(clause):
        return When((), (day.year,), whole=True)
    enters = [verb for verb in clause.find("induct") if verb.low in _ENTERS]
    now = any(one.low in _TODAY for one in clause.units)
    return When((), (day.year,), whole=True) if enters and now else NEVER
