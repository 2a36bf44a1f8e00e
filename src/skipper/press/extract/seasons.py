"""Which season a statement is about, where its own clause does not say so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from skipper.press.extract.careers import COMPARED
from skipper.press.extract.clauses import Clause
from skipper.press.extract.club_seasons import own_club_season
from skipper.press.extract.numbers import ORDINAL_WORDS
from skipper.press.extract.of_those import one_of_those
from skipper.press.extract.piece import Piece
from skipper.press.extract.thread import is_flashback
from skipper.press.extract.units import Unit
from skipper.press.extract.when import NEVER, When, when, whens

_OTHER_TIMES = frozenset(["who", "whom", "whose", "which", "where", "before", "until", "since", "if", "than"])
_MOVED_ON = frozenset(["then", "later", "next", "afterward", "afterwards", "since"])
_SEASONS = frozenset(["season", "year", "summer", "campaign"])
_WHOSE = frozenset(["his", "her", "whose", "the", "'s", "'"])
_ONLY = frozenset(["only", "lone", "sole", "single", "one"])
_RETURNS = frozenset(["back", "returns", "return", "returning", "remains", "stays"])
_PRESENT = frozenset(["is", "are", "has", "have", "'s", "'re", "stands", "sits", "owns"])
_NEWS = ("fire", "let_go", "resign", "hire", "take_over", "part", "promote", "contract_ended")
_AUTUMN = 9  # the month in which a season's end is first told
_LEAD = 1  # the last passage in which a piece tells its news, and not what was once
_LAST_MONTH = 11  # of the season's news: the World Series of 2001 ended in November
_OPENING_MONTH = 4  # a season's games begin in April; what is told of one in March is of the last


def season_told(piece: Piece, clause: Clause, unit: Unit, of_today: bool = True, as_news: bool = False) -> When:
    """The season of a statement: its clause's, its sentence's, else the year that the piece has come to.

    `of_today` is whether news of the day may be of the season in which the piece was written, `as_news` whether it is
    news without a word of hiring or firing beside it.
    """
    if _rest_of_it(clause, unit) and piece.year is not None and piece.year_passage == piece.passage:
        return When((), (piece.year,), whole=True)
    if (one := one_of_those(piece, clause, unit)) is not NEVER:
        return one
    if (each := _each_its_own(piece, clause, unit)) is not NEVER:
        return each
    own = beside(piece, clause, unit)
    if own is not NEVER and own.year is not None:
        return _one_of_a_list(clause, unit, own)
    if own is NEVER and _of_a_tenure(clause):
        full = _first_full_season(piece, clause) or _first_of_his(piece, clause) or _in_the_lead(piece, clause)
        return When((), (full,), whole=True) if full is not None else NEVER
    if own is not NEVER:
        return own  # a time that nobody can place
    of_today = of_today and not _of_his_only_one(clause)
    stands = of_today and unit.kind == "record" and _is_present(clause)
    now = _of_today(piece, clause, unit, as_news) if stands else None
    if now is not None:
        return When((), (now,), whole=True)
    if _just_told_otherwise(piece, clause):
        return NEVER
    near = next(_of_the_sentence(piece, clause), NEVER)
    if near is not NEVER:
        return _one_of_a_list(clause, unit, replace(near, units=()))
    year = _of_the_thread(piece, clause) or (_of_today(piece, clause, unit, as_news) if of_today else None)
    year = year or _of_the_season_over(piece, clause, unit) or _of_the_last_one(piece, clause, unit)
    return When((), (year,), whole=True) if year is not None else NEVER


def _each_its_own(piece: Piece, clause: Clause, unit: Unit) -> When:
    """In 2012 and 2013, when they were 61-101 and 66-96: of as many records as seasons each has its own."""
    records = clause.kinds("record")
    if len(records) < 2 or unit not in records:
        return NEVER
    hung = clause.opener == "when" and clause.previous is not None
    parts = (clause, *([clause.previous] if hung and clause.previous is not None else []))
    times = [time for part in parts for time in whens(part, piece.report.date, piece.season)]
    if len(times) != 1 or len(times[0].seasons) != len(records):
        return NEVER
    return replace(times[0], seasons=(times[0].seasons[records.index(unit)],))


def _just_told_otherwise(piece: Piece, clause: Clause) -> bool:
    """Won the title last season and was named manager of the year: of a season that nobody can place."""
    before = clause.previous
    if before is None or clause.opener not in ("and", ",") or before.subject is not clause.subject:
        return False
    relative = any("season" in unit.low or "year" in unit.low for unit in before.kinds("date"))
    return relative and all(one.year is None for one in whens(before, piece.report.date, piece.season))


def _rest_of_it(clause: Clause, unit: Unit) -> bool:
    """Went 37-18 the rest of the way: of the season in which he came, told by the way or not."""
    return clause.words_after(unit, 4)[:3] in (
        ["the", "rest", "of"],
        ["over", "the", "rest"],
        ["down", "the", "stretch"],
    )


def beside(piece: Piece, clause: Clause, unit: Unit) -> When:
    """The time beside it: what follows it, unless another club or record stands between behind a comma.

    Of the 1975 Reds and the 1976 Reds each record has the season of its own.
    """
    own = own_club_season(clause, unit) if unit.kind in ("record", "number") else None
    if own is not None:
        return own.time
    found = piece.when(clause, unit)
    title = unit.has("world_series", "pennant", "championship") or unit.text == "Series"
    if _counts_from(clause, unit, found):
        return piece.when(_up_to(clause, unit), unit)
    if not found.units or found.units[0].place < unit.place or not (title or unit.kind in ("record", "number")):
        return found
    between = clause.units[unit.place - clause.first + 1 : found.units[0].place - clause.first]
    and_ = next((n for n, one in enumerate(between) if one.low == "and"), len(between))
    parted = any(one.kind in ("club", "record") for one in between[and_:])
    parted = parted or [one.low for one in between if one.low not in ("in", "from")][-2:] == [",", "and"]
    if not (parted or _of_another_time(between)):
        return found
    return piece.when(_up_to(clause, unit), unit)


def _of_another_time(between: list[Unit]) -> bool:
    """Won it in 1975 after a 108-54 season, and again in 1976; won 91 in his first season, and it again in 2018."""
    again = any((one.low, after.low) == ("and", "again") for one, after in pairwise(between))
    nth = [n for n, one in enumerate(between[:-1]) if one.kind == "ordinal" and between[n + 1].low in _SEASONS]
    parted = bool(nth) and "," in [one.text for one in between[nth[-1] + 2 : -1]]
    return again or parted  # not `in his sixth season, 1975`


def _up_to(clause: Clause, unit: Unit) -> Clause:
    """The clause as far as the unit."""
    return Clause(
        clause.sentence, clause.start, unit.place + 1, clause.opener, clause.subject, previous=clause.previous
    )


def _counts_from(clause: Clause, unit: Unit, time: When) -> bool:
    """Last season the Indians were 87-75, their best record since 1959: a year from which something else is counted."""
    since = bool(time.units) and clause.words_before(time.units[0], 1) == ["since"] and time.last is None
    between = clause.units[unit.place - clause.first + 1 : time.units[0].place - clause.first] if since else []
    return unit.kind == "record" and any(one.text == "," for one in between)


def _of_a_tenure(clause: Clause) -> bool:
    """In his first season there, in X's second year: which one that was the words do not say."""
    return any(
        not _WHOSE.isdisjoint(clause.words_before(one, 2)) and not _SEASONS.isdisjoint(clause.words_after(one, 2))
        for one in clause.kinds("ordinal")
    )


def _of_his_only_one(clause: Clause) -> bool:
    """In his only season there, in X's one year as manager: no more of this year than of any other."""
    return any(
        not _SEASONS.isdisjoint(clause.words_after(one, 1)) and not _WHOSE.isdisjoint(clause.words_before(one, 1))
        for one in clause.units
        if one.low in _ONLY
    )


def _first_full_season(piece: Piece, clause: Clause) -> int | None:
    """In his first full season: the one after the year in which he came."""
    if not any(clause.words_before(one, 2) == ["first", "full"] for one in clause.units) or clause.subject is None:
        return None
    last = piece.careers.last(clause.subject)
    return last.since + 1 if last is not None and last.since is not None else None


def _first_of_his(piece: Piece, clause: Clause) -> int | None:
    """Served the Twins from 1991 through 2001, earning a ring in his first season: in 1991."""
    before = clause.previous
    first = any(clause.words_before(one, 1) == ["his"] and one.value == 1 for one in clause.kinds("ordinal"))
    if not first or before is None or clause.opener not in (",", "and") or before.subject is not clause.subject:
        return None
    spans = [one for one in whens(before, piece.report.date, piece.season) if one.first and one.last]
    return spans[0].first if len(spans) == 1 else None


def _in_the_lead(piece: Piece, clause: Clause) -> int | None:
    """In his third season as manager he brought the trophy home: of this season, at the head of the day's news."""
    day, opens = piece.report.date, [unit.low for unit in clause.units[:2]] == ["in", "his"]
    if day is None or not opens or piece.passage > _LEAD or not piece.is_news or is_flashback(clause):
        return None
    in_office = any(clause.words_after(one, 2)[1:] == ["as"] for one in clause.kinds("ordinal"))
    return day.year if in_office and _OPENING_MONTH <= day.month <= _LAST_MONTH else None


def _of_the_sentence(piece: Piece, clause: Clause) -> Iterator[When]:
    """The times of the clauses before it in its sentence, nearest first; then of `when …` after it."""
    if _MOVED_ON & {one.low for one in clause.units}:
        return
    before = clause.previous
    there = piece.when(before, before.units[0]) if clause.opener == "where" and before is not None else NEVER
    if there.year is not None and len(there.seasons) == 1:
        yield there  # managed Erie in 2010, where he was 66-76
    while before is not None:
        if before.opener not in _OTHER_TIMES and is_flashback(before) == is_flashback(clause):
            time = piece.when(before, before.units[-1])
            if time.year is not None and time.first is None and time.last is None:
                yield time
        before = before.previous
    after = clause.sentence.units[clause.end : clause.end + 12]
    if clause.kinds("record") and len(after) > 1 and after[0].low == "and" and after[1].has("win", "reach", "finish"):
        then = Clause(clause.sentence, clause.end, clause.end + len(after), "and")
        times = [one for one in whens(then, piece.report.date, piece.season) if len(one.seasons) == 1]
        yield from times if len(times) == 1 else ()
    if after and after[0].low in ("when", "as", "while"):
        later = Clause(clause.sentence, clause.end, clause.end + len(after), after[0].low)
        time = when(later, after[0], piece.report.date, piece.season)
        if time.year is not None and time.first is None and time.last is None:
            yield time


def _one_of_a_list(clause: Clause, unit: Unit, time: When) -> When:
    """Won in 1952 and 1953, the second with a record of 105-49: 1953."""
    behind = clause.words_after(unit, 6)
    for place, low in enumerate(behind):
        if low in ORDINAL_WORDS and behind[place + 1 : place + 3] == ["of", "those"] and len(time.seasons) > 1:
            return replace(time, seasons=time.seasons[ORDINAL_WORDS[low] - 1 :][:1] or time.seasons)
    if len(time.seasons) < 2 or (time.units and time.units[-1].place > unit.place):
        return time
    for word in reversed(clause.sentence.units[: unit.place][-6:]):
        if word.kind in ("year", "years"):
            break
        if word.low in ("the first", "first", "second", "third", "last", "latter", "former"):
            place = {"last": -1, "latter": -1, "former": 0}.get(word.low, ORDINAL_WORDS.get(word.low, 1) - 1)
            if place < len(time.seasons):
                return replace(time, units=(), seasons=(time.seasons[place],))
    return time


def _of_the_thread(piece: Piece, clause: Clause) -> int | None:
    """The year that the main line has come to; not for what had been before it, nor for what is so today."""
    if is_flashback(clause) or _is_present(clause) or _is_new(piece, clause):
        return None
    return piece.thread_year


def _is_new(piece: Piece, clause: Clause) -> bool:
    """Whether the paragraph has begun to speak of a man whom the piece has not named before: another story."""
    named = any(one.kind == "person" and one.value is clause.subject for one in clause.units)
    return named and piece.thread_passage != piece.passage and clause.subject not in piece.mentioned[-COMPARED:]


def _of_today(piece: Piece, clause: Clause, unit: Unit, as_news: bool) -> int | None:
    """The season of a piece of the day: what is so today, or news told without a year in a paragraph without one."""
    day = piece.report.date
    if day is None or is_flashback(clause):
        return None
    season = day.year if day.month >= _OPENING_MONTH else day.year - 1
    in_season = _OPENING_MONTH <= day.month <= _LAST_MONTH
    if _is_present(clause):
        return season if in_season else None
    told_aside = clause.opener in ("where", "which")
    news = piece.news_passage in (piece.passage, piece.passage - 1) and not told_aside
    stood = clause.words_before(unit, 1) == ["at"] or any(one.has(*_NEWS) for one in clause.sentence.units)
    stood = stood or as_news or news
    return season if in_season and stood and piece.is_news and piece.story_year is None else None


def _is_over(clause: Clause, unit: Unit) -> bool:
    """After a 77-85 season, following a 62-82 season."""
    after = clause.words_before(unit, 2) in (["after", "a"], ["following", "a"], ["after", "an"], ["following", "an"])
    return after and clause.words_after(unit, 1)[:1] in (["season"], ["campaign"], ["finish"])


def _of_the_season_over(piece: Piece, clause: Clause, unit: Unit) -> int | None:
    """Won 97 games in the regular season, told in the autumn behind it."""
    day, words = piece.report.date, " ".join(unit.low for unit in clause.units)
    told = "regular season" in words or "during the season" in words or _is_over(clause, unit)
    autumn = day is not None and _AUTUMN <= day.month <= _LAST_MONTH
    if day is None or not (told and autumn) or is_flashback(clause) or piece.story_year is not None:
        return None
    return day.year


def _of_the_last_one(piece: Piece, clause: Clause, unit: Unit) -> int | None:
    """Will be back at Buffalo, where the Bisons were 82-62: in the season before the winter of the piece."""
    day, before = piece.report.date, clause.previous
    hung = clause.opener in ("where", "who") and before is not None and unit.kind == "record"
    if day is None or not hung or _OPENING_MONTH <= day.month < _AUTUMN or is_flashback(clause) or before is None:
        return None
    back = any(one.low.split()[-1] in _RETURNS for one in before.units)
    return (day.year if day.month >= _AUTUMN else day.year - 1) if back and not before.kinds("year", "date") else None


def _is_present(clause: Clause) -> bool:
    return any(one.low in _PRESENT for one in clause.units) and not any(
        one.low in ("was", "were") for one in clause.units
    )
