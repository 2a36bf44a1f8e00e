"""The time of which a piece tells as it goes on: that June, a year later, in his second season."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from skipper.press.claim import Report
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.counting_on import counts_on, is_of_the_story, years_on
from skipper.press.extract.days import day_told
from skipper.press.extract.numbers import MONTHS
from skipper.press.extract.units import Act, Unit
from skipper.press.extract.when import NEVER, When, day_of, when, whens


def hangs_on_a_time(clause: Clause) -> bool:
    """When he was hired; the 1950 season, in which he won."""
    last = clause.previous.units[-1].low if clause.previous is not None else ""
    return clause.opener == "when" or (clause.opener == "which" and last in ("in", "during"))


def _is_parted(clause: Clause, time: When) -> bool:
    """His coach from 1991 to 1996, recalled a night when …: the years are of an aside that a comma closes."""
    rest = clause.units[time.units[-1].place - clause.first + 1 :]
    return any(unit.text == "," for unit in rest)


@dataclass(eq=False, kw_only=True)
class Story:
    """Where a reading stands: `passage` is the paragraph's number, `year` the year told last, in `year_passage`.

    `season` is the year of which the piece is: its date's, or the one that its words give away; null where neither.
    `thread` is the year that the main line has come to, without what is told in passing. `is_news` is whether the piece
    tells of its own days rather than of a life that has ended. `news_passage` is the paragraph in which a hiring or a
    firing was told last without a year. `answers_the_last` is whether this paragraph answers the one before it.
    `reckoned` keeps what relative times came to when they were met, by where they stand. `dated` is the last month or
    day told, as ISO, in `dated_passage`; `anniversary` the year on which it looks back; `listed` the seasons
    listed last, in `listed_passage`. `staffs` is the season whose staffs the piece announces.
    """

    report: Report
    season: int | None = None
    year: int | None = None
    passage: int = -1
    dated: str | None = None
    dated_passage: int = -1
    year_passage: int = -1
    thread: int | None = None
    thread_passage: int = -1
    is_news: bool = True
    news_passage: int = -2
    answers_the_last: bool = False
    anniversary: int | None = None
    listed: tuple[int, ...] = ()
    listed_passage: int = -1
    staffs: int | None = None
    reckoned: dict[int, int | None] = field(default_factory=dict)

    @property
    def story_year(self) -> int | None:
        """The year of which the paragraph tells; null where it has named none but in passing."""
        return self.thread if self.thread_passage == self.passage else None

    @property
    def thread_year(self) -> int | None:
        """The year that the main line has come to; in a dated piece no longer than the paragraph lasts."""
        lasts = self.report.date is None or self.thread_passage == self.passage
        lasts = lasts or (self.answers_the_last and self.thread_passage == self.passage - 1)
        return self.thread if lasts else self.anniversary

    def when(self, clause: Clause, verb: Unit) -> When:
        """The time that stands with the verb; "that year" is the last year named."""
        self._reckon(clause)
        found = when(clause, verb, self.report.date, self.season)
        if found is NEVER and hangs_on_a_time(clause) and clause.previous is not None:
            before = clause.previous
            last = next((one for one in reversed(before.units) if one.kind in ("year", "date")), None)
            on = self.year_after(before, last) if last is not None and last.kind == "date" else None
            if on is not None:
                return When((), (on,), whole=True)
            spans = len(before.kinds("year", "date")) > 2  # A until 1996, and B until 1999
            found = when(before, before.units[-1 if spans else 0], self.report.date, self.season)
            found = NEVER if found.first is not None and _is_parted(before, found) else found
            if found is NEVER and before.previous is not None and not any(map(is_finite, before.units)):
                found = when(before.previous, before.previous.units[0], self.report.date, self.season)
        day = self.day(clause)
        precise = day is not None and day.act is not None and len(day.act.words) == 10
        if day is not None and (found is NEVER or (precise and (found.act is None or found.act.season is None))):
            return day
        moved_on = any(unit.low in ("then", "later", "next") for unit in clause.units)
        if found is NEVER and clause.opener in ("and", ",", "resume") and not moved_on:
            found = self._day_at_the_head(clause) or self._at_the_head(clause)
            found = self._just_told(clause) if found is NEVER else found
        if found.act is not None and found.act.season is None:
            return self._within_story(found, found.act)
        return self._before_the_next(self._of_the_past(found))

    def _before_the_next(self, found: When) -> When:
        """Last year, where the staffs of next season are announced: the one that has just ended."""
        today = self.report.date
        last = len(found.units) == 1 and found.units[0].low in ("last year", "last summer")
        if today is None or self.staffs is None or self.staffs <= today.year or not last or not found.seasons:
            return found
        return replace(found, seasons=(self.staffs - 1,))

    def _reckon(self, clause: Clause) -> None:
        """Rookie of the Year in 1970 and MVP a year later: counted from the year before it in the clause."""
        year: int | None = None
        for unit in clause.kinds("year", "date"):
            if unit.kind == "year":
                year = unit.value
            elif year is not None and counts_on(unit.value.words.lower()):
                self.reckoned.setdefault(unit.start, year + years_on(unit.value.words.lower()))

    def year_after(self, clause: Clause, unit: Unit) -> int | None:
        """In 2004 and the next summer: 2005; null where no year stands before such words in the clause."""
        self._reckon(clause)
        return self.reckoned.get(unit.start)

    def when_held(self, clause: Clause, verb: Unit) -> When:
        """The time of a state: `was the coach there when X hired him in 2012` was so in 2012."""
        found = self.when(clause, verb)
        if any(unit.low == "been" for unit in clause.units[: verb.place - clause.first]):
            return found  # had been their coach when they promoted him: until then
        rest = clause.sentence.units[clause.end :]
        if found is not NEVER or not rest or not any(unit.low == "when" for unit in rest[:2]):
            return found
        end = next((n for n, unit in enumerate(rest) if unit.text in (";", ".")), len(rest))
        then = Clause(clause.sentence, clause.end, clause.end + end, "when")
        year = self.when(then, then.units[0]).year if then.units else None
        return When((), (year,), whole=True) if year is not None else NEVER

    def day(self, clause: Clause) -> When | None:
        """On the 27th, the next day: by the date told last, in this paragraph or the one before."""
        fresh = self.dated if self.passage - self.dated_passage <= 1 else None
        told = day_told(clause.units, fresh)
        return When(told[1], act=told[0]) if told is not None else None

    def _day_at_the_head(self, clause: Clause) -> When | None:
        """On the 20th he called on the owner and resigned."""
        first = clause.sentence.units[:4]
        ordinal = next((n for n, unit in enumerate(first) if unit.kind == "ordinal"), None)
        return self.day(Clause(clause.sentence, 0, ordinal + 1, "")) if ordinal is not None else None

    def keep_date(self, clause: Clause) -> None:
        """Remember the last date that a clause tells, by month or day."""
        told = [one.act.words for one in whens(clause, self.report.date, self.season) if one.act and one.act.season]
        day = self.day(clause)
        told += [day.act.words] if day is not None and day.act is not None else []
        whole = [words for words in told if len(words) in (7, 10) and words[:4].isdigit()]
        if whole:
            self.dated, self.dated_passage = whole[-1], self.passage

    def _at_the_head(self, clause: Clause) -> When:
        """In 1989, he did this and was named that: the time with which the sentence begins."""
        head = clause.sentence.units[:2]
        if len(head) < 2 or head[0].low not in ("in", "on", "by") or head[1].kind not in ("year", "date"):
            return NEVER
        if head[0].low == "by" and head[1].kind == "year":
            return NEVER  # by then: not in that year
        first = Clause(clause.sentence, 0, 2, "")
        return when(first, head[0], self.report.date, self.season)

    def _just_told(self, clause: Clause) -> When:
        """He came back in 1985, went 90-72: the year with which the clause before it, of the same man, ends."""
        before = clause.previous
        if before is None or before.subject is not clause.subject or clause.subject is None:
            return NEVER
        if clause.opener == "resume" and before.opener in ("who", "whose") and not before.reduced:
            return NEVER  # X, who managed once in 2002, was dismissed
        last = next((unit for unit in reversed(before.units) if unit.kind != "punct"), None)
        one = last is not None and last.kind == "year" and len(before.kinds("year", "years", "date")) == 1
        told = when(before, before.units[0], self.report.date, self.season) if one else NEVER
        return replace(told, units=(), whole=True) if told.seasons and not told.for_season else NEVER

    def _of_the_past(self, found: When) -> When:
        """In 2022 he did this, after X was fired in July: that July, although the piece is of a later year."""
        unit = found.units[0] if found.act is not None and found.units else None
        today, told = self.report.date, self.story_year
        if unit is None or unit.kind != "date" or unit.value.season is not None or today is None or told is None:
            return found
        words = unit.value.words.lower()
        month = next((n for name, n in MONTHS.items() if f" {name}" in f" {words}"), None)
        if month is not None and 0 <= today.month - month <= 1:
            return found  # of these very weeks
        if month is None or told >= today.year or any(word in words for word in ("last", "next", "this")):
            return found
        return When(found.units, act=Act(f"{told}-{month:02}{day_of(words)}", told))

    def _within_story(self, found: When, act: Act) -> When:
        """That June, a year later: counted from the year told last. A bare month is of the year of its paragraph."""
        words = act.words.lower()
        month = next((n for name, n in MONTHS.items() if f" {name}" in f" {words}"), None)
        here = self.year_passage == self.passage
        if is_of_the_story(words):
            return self._counted_on(found, words, month)
        bare = month is not None and not any(word in words for word in ("last", "next", "this"))
        told = self.story_year or (self.year if here else None)
        if bare and told is not None and self.report.date is None:
            return When(found.units, act=Act(f"{told}-{month:02}{day_of(words)}", told))
        return found

    def counted_on(self, unit: Unit) -> int | None:
        """The year that `two years later` or `that June` comes to from the year told before it; null where none is."""
        if unit.start not in self.reckoned:
            self.reckoned[unit.start] = self._counted(unit.value.words.lower())
        return self.reckoned[unit.start]

    def _counted(self, words: str) -> int | None:
        told = self.year if self.year_passage == self.passage or "that" in words else None
        return told + years_on(words) if told is not None else None

    def _counted_on(self, found: When, words: str, month: int | None) -> When:
        year = self.counted_on(found.units[0])
        if year is None and words.endswith("season") and self.season is not None:
            year = self.season  # at the end of the season, in news of the day
        if year is None:
            return NEVER if "season" in words or "year" in words else found
        if month is not None:
            return When(found.units, act=Act(f"{year}-{month:02}", year))
        return When(found.units, (year,), whole="season" in words or "'s end" in words)
