"""The facts about a manager against which figures are held: won-lost records, terms and counts of seasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

from skipper.answers.people import plain
from skipper.press import hand_kept
from skipper.press.facts import MAJOR, Facts, Listing, Person, Record
from skipper.press.reconcile.verdict import RECORD_BOOK

Scope = Literal["season", "year", "club", "organization", "level", "career", "stint", "club season"]
Won = tuple[int, int, int]  # wins, losses, ties
PAGE = "listed_manager"
_RULES = ("managed", "credited", RECORD_BOOK)
_OCTOBER = 10  # the month by which a regular season is over


@dataclass(frozen=True)
class Spell:
    """A manager's season with a club.

    `keys` has what the club and its organizations may be called: codes and plain names. `records` has a record per rule
    (managed, credited, record book, or the page of listed_manager); of a season in progress one as of the day of the
    piece and one as of the day before. `games` is the season under the rule `managed`, null without games.
    """

    season: int
    club: str
    name: str
    level: str | None
    keys: frozenset[str]
    organizations: tuple[str, ...]
    records: tuple[tuple[str, Won], ...]
    table: str
    games: Record | None = None

    def under(self, rule: str) -> list[Won]:
        """Return the records under a rule, else under the nearest rule that has one; none if no source gives any."""
        own = [won for name, won in self.records if name == rule]
        return own or [won for name, won in self.records if name == self.records[-1][0]]

    def day_of(self, wins: int, losses: int) -> date | None:
        """Return the day after whose game the season's record was this; null if it never was, or without games."""
        standing = [0, 0]
        for day, result in zip(self.games.days, self.games.results, strict=True) if self.games else ():
            standing["WL".find(result)] += result in "WL"
            if standing == [wins, losses]:
                return date.fromordinal(day)
        return None


@dataclass(frozen=True)
class Fact:
    """A value that the lake gives, and the keys that stand with it in a text.

    `kind` is record (wins, losses, ties), term (first and last season) or seasons (how many). `person_id` is null of a
    club's season, whoever managed it. `rule` says how it is counted, `table` where it is from. `current` is whether the
    scope reaches up to the piece; `complete` whether no season is missing from it. `text` says it whole.
    """

    kind: Literal["record", "term", "seasons"]
    value: tuple[int, ...]
    person_id: str | None
    scope: Scope
    seasons: tuple[int, ...]
    keys: frozenset[str]
    rule: str
    table: str
    text: str
    level: str | None = None
    current: bool = True
    complete: bool = True


@dataclass(frozen=True)
class Career:
    """A person's spells in order, up to the piece."""

    person: Person
    spells: tuple[Spell, ...]
    day: date | None

    @cached_property
    def by_season(self) -> Mapping[int, Sequence[Spell]]:
        """Spells by season."""
        return grouped(self.spells, lambda one: [one.season])

    @cached_property
    def missing(self) -> frozenset[int]:
        """Seasons managed, up to the piece, for which no source here gives a record."""
        last = self.day.year if self.day else 9999
        return frozenset(year for year in self.person.missing if year <= last and year not in self.by_season)


def career_of(person: Person, facts: Facts, day: date | None) -> Career:
    """Return the spells of a person up to the day of the piece; of an undated one all of them."""
    majors: dict[tuple[int, str], list[Record]] = defaultdict(list)
    for record in person.records:
        majors[record.season, record.club].append(record)
    spells = [spell for each in majors.values() if (spell := _major(each, facts, day)) is not None]
    known = {(spell.season, spell.club) for spell in spells} | set(majors)
    for season, club, wins, losses, ties in person.book:
        if (season, club) not in known and _is_over(season, day):
            name = facts.names.get((season, club), club)
            won = ((RECORD_BOOK, (wins, losses, ties)),)
            spells.append(Spell(season, club, name, MAJOR, _keys(club, name), (), won, "book_record"))
    spells += [_listed(one) for one in person.listed if _is_over(one.season, day, begun=True)]
    return Career(person, tuple(sorted(spells, key=lambda one: one.season)), day)


def _is_over(season: int, day: date | None, *, begun: bool = False) -> bool:
    """Whether the season was over, or at least begun, on the day; it was, of an undated piece."""
    return day is None or season < day.year or (season == day.year and (begun or day.month >= _OCTOBER))


def _major(records: Sequence[Record], facts: Facts, day: date | None) -> Spell | None:
    """Return a season in the major leagues; null if it had not begun."""
    first = records[0]
    if day is not None and first.days[0] > day.toordinal():
        return None
    found: list[tuple[str, Won]] = []
    for record in records:
        for last in (None,) if day is None else (day, day - timedelta(days=1)):
            results = record.results if last is None else record.results[: _played(record, last)]
            won = (record.rule, (results.count("W"), results.count("L"), results.count("T")))
            if won not in found:
                found.append(won)
        over = day is None or record.days[-1] < day.toordinal()
        if record.official is not None and over and (RECORD_BOOK, record.official) not in found:
            found.append((RECORD_BOOK, record.official))
    found.sort(key=lambda one: _RULES.index(one[0]))
    name = facts.names.get((first.season, first.club), first.club)
    games = next((one for one in records if one.rule == "managed"), first)
    keys = _keys(first.club, name)
    return Spell(first.season, first.club, name, first.level, keys, (), tuple(found), "manager_season", games)


def _played(record: Record, day: date) -> int:
    """Return how many of the season's games were played up to a day."""
    return sum(one <= day.toordinal() for one in record.days)


def _listed(one: Listing) -> Spell:
    """Return a season in the minors, by the page's record and by the games."""
    found = [(PAGE, (one.wins, one.losses, 0))] if one.wins is not None and one.losses is not None else []
    if one.games is not None:
        wins, losses = (int(part) for part in one.games.split("-"))
        found += [("managed", (wins, losses, 0))] if ("managed", (wins, losses, 0)) not in found else []
    keys = frozenset(plain(name) for name in (*one.names, *one.organizations))
    places = frozenset(plain(name.rsplit(" ", 1)[0]) for name in one.names)
    records = tuple(sorted(found))
    return Spell(one.season, one.club, one.club, one.level, keys | places, one.organizations, records, one.table)


def _keys(club: str, name: str) -> frozenset[str]:
    return frozenset([club, plain(name)])


def facts_of(career: Career, years: Iterable[int]) -> list[Fact]:
    """Return the facts about a person: by season, club, organization, level, stint and career.

    Scopes of several seasons end at the piece, at the season before it if it is of the season then in progress, and at
    each of the `years` that the piece names.
    """
    found = list(_by_season(career))
    ends = sorted({*years, *_ends(career)})
    for scope, name, level, spells in _scopes(career):
        own = sorted({one.season for one in spells})
        for end in sorted({max(year for year in own if year <= cut) for cut in ends if cut >= own[0]}):
            within = [one for one in spells if one.season <= end]
            current = end in (own[-1], *_ends(career))
            found += _sums(career, scope, name, level, within, current)
    return found


def _ends(career: Career) -> list[int]:
    """Return the seasons with which a scope that reaches up to the piece ends."""
    last = max((one.season for one in career.spells), default=0)
    return [last, last - 1] if career.day is not None and last == career.day.year else [last]


def _scopes(career: Career) -> Iterator[tuple[Scope, str, str | None, Sequence[Spell]]]:
    """Yield the scopes of more than a season: its name, its level and its spells."""
    spells = career.spells
    if not spells:
        return
    yield "career", "career", None, spells
    majors = [one for one in spells if one.level == MAJOR]
    minors = [one for one in spells if one.level != MAJOR]
    if majors and minors:
        yield "level", "major leagues", MAJOR, majors
        yield "level", "minor leagues", None, minors
    for level, own in grouped(minors, lambda one: [one.level or ""]).items():
        if level and len(own) < len(minors):
            yield "level", level, level, own
    for own in grouped(spells, lambda one: [_franchise(one)]).values():
        yield "club", own[-1].name, own[-1].level, own
        runs = list(_runs(own))
        for run in runs if len(runs) > 1 else ():
            yield "stint", f"{run[0].name} {run[0].season}-{run[-1].season}", run[0].level, run
    for organization, own in grouped(spells, lambda one: [plain(name) for name in one.organizations]).items():
        if len({one.club for one in own}) > 1:
            yield "organization", organization, None, own


def _franchise(spell: Spell) -> str:
    return hand_kept.franchises().get(spell.club, spell.club) if spell.level == MAJOR else spell.name


def _runs(spells: Sequence[Spell]) -> Iterator[list[Spell]]:
    """Yield the spells that follow one another without a season between."""
    run: list[Spell] = []
    for spell in spells:
        if run and spell.season > run[-1].season + 1:
            yield run
            run = []
        run.append(spell)
    yield run


def grouped(spells: Iterable[Spell], keys: Callable[[Spell], Iterable]) -> dict:  # type: ignore[type-arg]
    """Return the spells by each of their keys."""
    found = defaultdict(list)
    for spell in spells:
        for key in keys(spell):
            found[key].append(spell)
    return found


def _by_season(career: Career) -> Iterator[Fact]:
    for season, spells in career.by_season.items():
        for spell in spells:
            for rule, won in spell.records:
                yield _record(career, "season", won, [spell], rule, f"{spell.name} {season}", spell.level)
        if len(spells) > 1:
            yield from _sums(career, "year", str(season), None, spells, True)


def _record(
    career: Career, scope: Scope, won: Won, spells: Sequence[Spell], rule: str, name: str, level: str | None,
    current: bool = True, complete: bool = True,
) -> Fact:  # fmt: skip
    """Return a won-lost record as a fact."""
    seasons = tuple(sorted({one.season for one in spells}))
    keys = frozenset(key for one in spells for key in one.keys)
    said = f"{won[0]:,}-{won[1]:,}" + (f"-{won[2]}" if won[2] else "")
    table = ", ".join(sorted({one.table for one in spells}))
    filled = [str(one.season) for one in spells if one.table == "book_record"]
    book = f"; {', '.join(filled)} by the record book" if filled and scope != "season" else ""
    text = f"{career.person.name}, {name}: {said} ({rule}{book})"
    return Fact(
        "record", won, career.person.person_id, scope, seasons, keys, rule, table, text, level, current, complete
    )


def _sums(
    career: Career, scope: Scope, name: str, level: str | None, spells: Sequence[Spell], current: bool
) -> Iterator[Fact]:
    """Yield the record, the term and the number of seasons of a scope."""
    seasons = tuple(sorted({one.season for one in spells}))
    within = seasons if scope in ("club", "stint", "organization") else (0, seasons[-1])
    complete = not any(within[0] <= year <= within[-1] for year in career.missing) and all(
        one.records for one in spells
    )
    until = name if scope in ("stint", "year") else f"{name} through {seasons[-1]}"
    counted = [one for one in spells if one.records]
    done: set[Won] = set()
    for rule in _RULES if counted else ():
        for won in _totals([one.under(rule) for one in counted]):
            if won not in done:
                done.add(won)
                yield _record(career, scope, won, counted, rule, until, level, current, complete)
    keys = frozenset(key for one in spells for key in one.keys)
    person, table = career.person, ", ".join(sorted({one.table for one in spells}))
    span = f"{seasons[0]} to {seasons[-1]}"
    if scope != "year":
        text = f"{person.name}, {until}: {len(seasons)} seasons, {span}"
        about = (person.person_id, scope, seasons, keys, "managed", table, text, level, current, complete)
        yield Fact("seasons", (len(seasons),), *about)
        if current:
            yield Fact("term", (seasons[0], seasons[-1]), *about)


def _totals(each: Sequence[Sequence[Won]]) -> list[Won]:
    """Return the sums of records; of a season in progress, which is the last, with each of its records."""
    before = [won[0] for won in each[:-1]]
    return [tuple(map(sum, zip(*before, last, strict=True))) for last in each[-1]]  # type: ignore[misc]


def club_facts(facts: Facts, seasons: Iterable[int], day: date | None) -> Iterator[Fact]:
    """Yield the records of the major-league clubs in the seasons, whoever managed them."""
    for season in sorted(set(seasons)):
        if not _is_over(season, day):
            continue
        for code, name in facts.clubs_of(season):
            own = facts.managers.get((season, code), ())
            games = (sum(one[2] for one in own), sum(one[3] for one in own), 0) if own else None
            for rule, won in (
                ("games", games),
                (RECORD_BOOK, facts.official.get((season, code)) or facts.book.get((season, code))),
            ):
                if won is not None and won[0] + won[1]:
                    text = f"{name} {season}, all managers: {won[0]}-{won[1]} ({rule})"
                    table = "manager_season" if own else "book_record"
                    yield Fact(
                        "record", won, None, "club season", (season,), _keys(code, name), rule, table, text, MAJOR
                    )
