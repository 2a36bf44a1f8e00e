"""The facts about a manager against which figures are held: records by season, club, level and career."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from skipper.answers.people import plain
from skipper.press import hand_kept
from skipper.press.days import season_is_over
from skipper.press.facts import MAJOR, Facts, Listing, Person, Record
from skipper.press.reconcile.verdict import RECORD_BOOK
from skipper.press.vocabulary import grouped

PAGE = "listed_manager"
BOOK = "book_record"
_RULES = ("managed", "credited", RECORD_BOOK)
Won = tuple[int, int, int]  # wins, losses, ties


@dataclass(frozen=True)
class Spell:
    """A manager's season with a club.

    `keys` has what the club and its organizations may be called: codes and plain names. `records` has a record per rule
    (managed, credited, record book, or listed_manager for its page); of a season in progress those of the day of the
    piece and of the day before. `games` are the season's games under both rules, if any.
    """

    season: int
    club: str
    name: str
    level: str | None
    keys: frozenset[str]
    organizations: tuple[str, ...]
    records: tuple[tuple[str, Won], ...]
    table: str
    games: tuple[Record, ...] = ()

    def under(self, rule: str) -> list[Won]:
        """Return the records under a rule: the credited one in place of the book's, none of the games in place of
        another's; without games the one that there is."""
        found = [won for name, won in self.records if name == rule]
        if found or not self.games:
            return found or [self.records[-1][1]]
        return self.under("credited") if rule == RECORD_BOOK else [(0, 0, 0)]

    @property
    def is_credited(self) -> bool:
        """Whether a game is credited to the manager, or a source other than the games gives the season."""
        return not self.games or any(name != "managed" for name, _won in self.records)

    def day_of(self, wins: int, losses: int) -> date | None:
        """Return the day after whose game the record was this; null if it never was, or without games."""
        for record in self.games:
            standing = [0, 0, 0]
            for day, result in zip(record.days, record.results, strict=True):
                standing["WL".find(result)] += 1
                if standing[:2] == [wins, losses]:
                    return date.fromordinal(day)
        return None


@dataclass(frozen=True)
class Fact:
    """A record that the lake gives, and the keys that stand with it in a text.

    `scope` is season, year, club, organization, level, career, stint, term (the seasons that a text names as one), or
    club season (whoever managed: `person_id` is null); `name` says which. `won` is null where no source gives a record.
    `rule` says how it is counted, `table` where it is from. `current` is whether the scope reaches up to the piece, or
    the end of the work; `complete` whether no season's record is missing, `all_seasons` whether no season is, as far as
    the sources tell; `open` whether its last season is in progress at the
    piece.
    """

    person_id: str | None
    person: str
    scope: str
    name: str
    won: Won | None
    seasons: tuple[int, ...]
    keys: frozenset[str]
    rule: str
    table: str
    current: bool = True
    complete: bool = True
    open: bool = False
    all_seasons: bool = True

    @property
    def record(self) -> str:
        """Return whose record it is, of what, and how it is counted."""
        wins, losses, ties = self.won or (0, 0, 0)
        said = f"{wins:,}-{losses:,}" + (f"-{ties}" if ties else "")
        return f"{self.person}, {self.name}: {said} ({self.rule})"

    @property
    def term(self) -> str:
        """Return from when to when, and in how many seasons."""
        return f"{self.person}, {self.name}: {len(self.seasons)} seasons, {self.seasons[0]} to {self.seasons[-1]}"

    @property
    def span(self) -> int:
        """How many years it is from the first season to the last, both counted."""
        return self.seasons[-1] - self.seasons[0] + 1


@dataclass(frozen=True)
class Career:
    """A person's spells in order, up to the piece; `missing` are seasons managed for which no source has a record."""

    person: Person
    spells: tuple[Spell, ...]
    missing: frozenset[int]
    day: date | None

    @property
    def seasons(self) -> frozenset[int]:
        """The seasons in which the person managed a club."""
        return frozenset(one.season for one in self.spells)


def career_of(person: Person, facts: Facts, day: date | None) -> Career:
    """Return the spells of a person up to the day of the piece; of an undated one all of them.

    A season under way that only the record book has is there with its whole record, since the book has no days.
    """
    played: dict[tuple[int, str], list[Record]] = defaultdict(list)
    for record in person.records:
        if day is None or record.days[0] <= day.toordinal():
            played[record.season, record.club].append(record)
    spells = [_played(each, facts, day) for each in played.values()]
    for season, club, *won in person.book:
        if (season, club) not in played and (day is None or season <= day.year):
            records = ((RECORD_BOOK, (won[0], won[1], won[2])),)
            spells.append(_major(season, club, facts, records, BOOK))
    spells += [_listed(one) for one in person.listed if day is None or one.season <= day.year]
    spells.sort(key=lambda one: one.season)
    known = {one.season for one in spells}
    missing = frozenset(year for year in person.missing if year not in known and season_is_over(year, day))
    return Career(person, tuple(spells), missing, day)


def _major(
    season: int, club: str, facts: Facts, records: Sequence[tuple[str, Won]], table: str, games: tuple[Record, ...] = ()
) -> Spell:
    name = facts.names.get((season, club), club)
    return Spell(season, club, name, MAJOR, frozenset([club, plain(name)]), (), tuple(records), table, games)


def _played(games: Sequence[Record], facts: Facts, day: date | None) -> Spell:
    """Return a season of games, as of the day of the piece and of the day before."""
    found: dict[tuple[str, Won], None] = {}
    for record in sorted(games, key=lambda one: _RULES.index(one.rule)):
        for last in (None,) if day is None else (day, day - timedelta(days=1)):
            count = None if last is None else sum(one <= last.toordinal() for one in record.days)
            results = record.results[:count]
            found[record.rule, (results.count("W"), results.count("L"), results.count("T"))] = None
    for record in games:
        if record.official is not None and (day is None or record.days[-1] < day.toordinal()):
            found[RECORD_BOOK, record.official] = None
    return _major(games[0].season, games[0].club, facts, list(found), "manager_season", tuple(games))


def _listed(one: Listing) -> Spell:
    """Return a season in the minors, by the page's record and by the games."""
    found = [(PAGE, (one.wins, one.losses, 0))] if one.wins is not None and one.losses is not None else []
    if one.games is not None:
        wins, losses = map(int, one.games.split("-"))
        found.append(("managed", (wins, losses, 0)))
    names = [*one.names, *one.organizations, *(name.rsplit(" ", 1)[0] for name in one.names)]
    keys = frozenset(map(plain, names))
    return Spell(one.season, one.club, one.club, one.level, keys, one.organizations, tuple(found), one.table)


def facts_of(career: Career, years: Iterable[int], terms: Iterable[tuple[int, int]] = ()) -> list[Fact]:
    """Return the facts about a person: by season, club, organization, level, stint, career and each of the `terms`.

    Scopes of several seasons end at the piece, at the season before it if it is of the season then in progress, and at
    each of the `years` that the piece names.
    """
    if not career.spells:
        return []
    last = career.spells[-1].season
    now = [last, last - 1] if career.day is not None and last == career.day.year else [last]
    found: list[Fact] = []
    credited = [one for one in career.spells if one.is_credited]
    scopes = [*_scopes(career.spells), *(_scopes(credited) if 0 < len(credited) < len(career.spells) else ())]
    for scope, name, spells in scopes:
        own = sorted({one.season for one in spells})
        for end in {max(year for year in own if year <= cut) for cut in {*years, *now} if cut >= own[0]}:
            within = [one for one in spells if one.season <= end]
            until = name if scope in ("season", "year", "stint") else f"{name} through {end}"
            found += _facts(career, scope, until, within, end in (own[-1], *now))
    for first, end in terms:
        within = [one for one in career.spells if first <= one.season <= end]
        if within and (first, end) == (within[0].season, within[-1].season):
            found += _facts(career, "term", f"{first} to {end}", within, current=False)
    return found


def _scopes(spells: Sequence[Spell]) -> Iterator[tuple[str, str, Sequence[Spell]]]:
    """Yield the scopes of a career, each with its name and its spells."""
    for season, own in grouped((one.season, one) for one in spells).items():
        yield from (("season", f"{one.name} {season}", [one]) for one in own)
        if len(own) > 1:
            yield "year", str(season), own
    yield "career", "career", spells
    minors = [one for one in spells if one.level != MAJOR]
    if 0 < len(minors) < len(spells):
        yield "level", "major leagues", [one for one in spells if one.level == MAJOR]
        yield "level", "minor leagues", minors
    for level, own in grouped((one.level or "", one) for one in minors).items():
        if level and len(own) < len(minors):
            yield "level", level, own
    for own in grouped((_franchise(one), one) for one in spells).values():
        yield "club", own[-1].name, own
        years = sorted({one.season for one in own})
        runs = grouped((one.season - years.index(one.season), one) for one in own)
        for run in runs.values() if len(runs) > 1 else ():
            yield "stint", f"{run[0].name} {run[0].season}-{run[-1].season}", run
    for organization, own in grouped((plain(name), one) for one in spells for name in one.organizations).items():
        if len({one.club for one in own}) > 1:
            yield "organization", organization, own


def _franchise(spell: Spell) -> str:
    return hand_kept.franchises().get(spell.club, spell.club) if spell.level == MAJOR else spell.name


def _facts(career: Career, scope: str, name: str, spells: Sequence[Spell], current: bool) -> Iterator[Fact]:
    """Yield the facts of a scope, one for each record that it has by one rule or another."""
    seasons = tuple(sorted({one.season for one in spells}))
    counted = [one for one in spells if one.records]
    if len(counted) == 1 < len(spells):
        counted = []  # one season's record is not that of several
    first = seasons[0] if scope in ("club", "stint", "organization", "season", "term") else 0
    ahead = not season_is_over(seasons[-1], career.day, spells[-1].level != MAJOR)
    partly = ahead and spells[-1].table == BOOK and len(spells) > 1
    all_seasons = not any(first <= year <= seasons[-1] for year in career.missing)
    complete = len(counted) == len(spells) and not partly and all_seasons
    fact = Fact(
        career.person.person_id, career.person.name, scope, name, None, seasons,
        frozenset(key for one in spells for key in one.keys), "managed",
        ", ".join(sorted({one.table for one in spells})), current, complete,
        ahead, all_seasons and (scope in ("club", "stint") or spells[-1].level == MAJOR),
    )  # fmt: skip
    filled = "" if scope == "season" else _filled(spells)
    for won, rule in _records(spells, counted).items():
        yield replace(fact, won=won, rule=f"{rule}; {filled} by the record book" if filled else rule)
    if not counted:
        yield fact


def _filled(spells: Sequence[Spell]) -> str:
    """Return the seasons that the record book fills, in words; empty where it fills none."""
    return ", ".join(map(str, sorted({one.season for one in spells if one.table == BOOK})))


def _records(spells: Sequence[Spell], counted: Sequence[Spell]) -> dict[Won, str]:
    """Return the records of a scope, each with the first rule that gives it; of several seasons under both rules."""
    found: dict[Won, str] = {}
    rules = [rule for rule, _won in spells[0].records] if len(spells) == 1 else list(_RULES)
    for rule in rules if counted else ():
        for won in _totals([one.under(rule) for one in counted]):
            found.setdefault(won, rule)
    return found


def _totals(each: Sequence[Sequence[Won]]) -> Iterator[Won]:
    """Yield the sums of records; of a season in progress, which is the last, with each of its records."""
    for last in each[-1]:
        wins, losses, ties = zip(*(won[0] for won in each[:-1]), last, strict=True)
        yield sum(wins), sum(losses), sum(ties)


def club_facts(facts: Facts, seasons: Iterable[int], day: date | None) -> Iterator[Fact]:
    """Yield the records of the major-league clubs in the seasons that were over, whoever managed them."""
    for season in sorted(one for one in seasons if season_is_over(one, day)):
        for code, name in facts.clubs_of(season):
            own = facts.managers.get((season, code), ())
            games = [("all managers", (sum(one[2] for one in own), sum(one[3] for one in own), 0))] if own else []
            book = facts.official.get((season, code)) or facts.book.get((season, code))
            for rule, won in (*games, *([(RECORD_BOOK, book)] if book else ())):
                keys, table = frozenset([code, plain(name)]), "manager_season" if own else BOOK
                yield Fact(None, "the club", "club season", f"{name} {season}", won, (season,), keys, rule, table)
