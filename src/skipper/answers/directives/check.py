"""Compute the status of each directive in plans, in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from skipper.answers.coverage import coverage_of
from skipper.answers.directives.kinds.kind import share_words
from skipper.answers.directives.on_duckdb import evaluate, select
from skipper.answers.directives.plan_file import PlanFile
from skipper.answers.directives.price import price
from skipper.answers.directives.question import Row
from skipper.answers.directives.resolve import Asked, Resolved, resolve
from skipper.answers.directives.roster_status import roster_status
from skipper.answers.directives.tables import DIRECTIVE_GAME, DIRECTIVE_MANAGER, DIRECTIVE_STATUS
from skipper.answers.errors import UnknownOptionError
from skipper.answers.named_by import managers_named
from skipper.lake.contract import Table
from skipper.lake.reader import LakeReader

NEEDS_PLAYS = "needs play-by-play"
EARLY = "too early to say"
AVAILABILITY = {
    "plan": "availability from the plan",
    "transactions": "availability from transactions, or from the player's games before the first transaction or if a "
    "later game contradicts a transaction",
    "organization": "availability not given: taken from the player's games for every club in the organization that "
    "is in this lake",
    "window": "availability not given: taken from the player's first and last start for the club",
    None: "availability not needed",
}


@dataclass(frozen=True)
class Directed:
    """One directive and its status.

    `status` is the directive's row of directive_status, `games` has its rows of directive_game in order, and `managers`
    has its rows of directive_manager. `change` describes the change since the requested day, null if no day was
    requested. `spells` and `days_out`, of a pitcher only, have the spells by transactions (see `roster_status`) and the
    days that the plan lists as unavailable, with reasons: rows of directive_game know only the games pitched.
    """

    asked: Asked
    status: Row
    games: list[Row]
    managers: list[Row]
    change: Row | None = None
    spells: Sequence[Row] = ()
    days_out: Mapping[date, str] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """Return the directive in words: `start against LHP at least 60%`."""
        return self.asked.directive.words

    @property
    def target_words(self) -> str:
        """Return the target in words: `at least 60%`."""
        return share_words(self.asked.directive.part)

    @property
    def misses(self) -> list[Row]:
        """Return the games that missed the directive."""
        return [game for game in self.games if game["followed"] is False]

    @property
    def availability(self) -> str:
        """Return a description of the source of the player's availability, and of any disagreement between the plan and
        the games.
        """
        said = AVAILABILITY[self.status["availability"]]
        started = self.status["unavailable_started"]
        if started:
            did = self.asked.directive.declared.played
            said += f"; yet the player {did} {started} game{'s' if started > 1 else ''} on days listed as unavailable"
        return said


@dataclass(frozen=True)
class Checked:
    """Checked plans. `through` and `since` are the requested days, null if not requested.

    `absent` describes the affiliates without games in the lake. `rests_on` has sentences on leagues with missing games
    and on club-seasons whose manager is named only by Lahman.
    """

    plans: list[PlanFile]
    directed: list[Directed]
    through: date | None
    since: date | None
    absent: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()

    @property
    def missed(self) -> list[Directed]:
        """Return the directives whose verdict is missed."""
        return [one for one in self.directed if one.status["verdict"] == "missed"]

    @property
    def absent_notes(self) -> tuple[str, ...]:
        """Return sentences on the affiliates without games in the lake."""
        return tuple(f"{line}; these are not checked." for line in self.absent)


def check(
    lake: LakeReader, plans: Sequence[PlanFile], through: date | None = None, since: date | None = None
) -> Checked:
    """Check plans against the games up to `through`, and report changes after `since`.

    Raises UnknownSeasonError for a season missing from the lake, PlanError for missing people and clubs, and
    UnknownOptionError if the days are in the wrong order.
    """
    if through is not None and since is not None and since >= through:
        raise UnknownOptionError(f"since {since} is not before through {through}")
    before = None
    if since is not None:
        evaluate(lake, resolve(lake, list(plans), since).question)
        before = {_key(row): row for row in _rows(lake, DIRECTIVE_STATUS)}
    resolved = resolve(lake, list(plans), through)
    evaluate(lake, resolved.question)
    games, managers = _rows(lake, DIRECTIVE_GAME), _rows(lake, DIRECTIVE_MANAGER)
    directed = gather(lake, resolved, _rows(lake, DIRECTIVE_STATUS), games, managers, before)
    return Checked(list(plans), directed, through, since, tuple(resolved.absent), rests_on(lake, resolved))


def rests_on(lake: LakeReader, resolved: Resolved) -> tuple[str, ...]:
    """Return sentences on the clubs' leagues with missing games, and on managers named only by Lahman."""
    clubs = {(row["club"], row["season"]) for row in resolved.question.clubs}
    coverage = coverage_of(lake, clubs)
    return (*coverage.games_lacking(), *managers_named(lake, coverage, clubs))


def _unplayed_status(asked: Asked) -> Row:
    """Return the directive_status row for a directive that needs play-by-play."""
    known = {
        "plan": asked.plan.name,
        "directive": asked.directive.id,
        "season": asked.plan.plan.season,
        "person_id": asked.person_id,
        "kind": asked.directive.kind,
        "verdict": NEEDS_PLAYS,
        "verdict_by": "the lake has no play-by-play for the club that season",
    }
    return {name: known.get(name) for name in DIRECTIVE_STATUS.column_names}


def gather(
    lake: LakeReader,
    resolved: Resolved,
    statuses: list[Row],
    games: list[Row],
    managers: list[Row],
    before: dict | None = None,
) -> list[Directed]:
    """Return the directives in plan order, from the rows of the three tables, with their prices in runs.

    `before` has the earlier status.
    """
    status, of_game, of_manager = {_key(row): row for row in statuses}, _grouped(games), _grouped(managers)
    directed = []
    for asked in resolved.asked:
        key = (asked.plan.name, asked.directive.id)
        row = status.get(key) or _unplayed_status(asked)
        change = None if before is None else _change(before.get(key), row)
        found = Directed(asked, row, of_game.get(key, []), of_manager.get(key, []), change)
        found = replace(found, status={**row, **price(lake, asked, found.games)})
        directed.append(_with_absences(lake, resolved, found) if asked.directive.declared.only_played else found)
    return directed


def _with_absences(lake: LakeReader, resolved: Resolved, one: Directed) -> Directed:
    """Return a pitcher's directive with what transactions and the plan say of the pitcher's availability."""
    plan, person_id, clubs = one.asked.plan, one.asked.person_id, one.asked.clubs
    days = {
        day: why
        for (name, person, day), why in resolved.question.unavailable.items()
        if (name, person) == (plan.name, person_id)
    }
    spells = [] if person_id is None else roster_status(lake, plan.plan.season, person_id, clubs)
    return replace(one, spells=spells, days_out=days)


def _change(before: Row | None, now: Row) -> Row:
    """Describe a directive's change: one word, and the games since."""
    if before is None:
        return {"change": NEEDS_PLAYS, "verdict_before": NEEDS_PLAYS, "applicable_since": None, "followed_since": None}
    was, is_now = before["verdict"], now["verdict"]
    if is_now == EARLY:
        course = {True: "on course", False: "behind", None: "no game yet"}[now["on_course"]]
        change = course if was == EARLY else f"no longer {was}: {course}"
    else:
        change = f"still {is_now}" if was == is_now else f"newly {is_now}"
    return {
        "change": change,
        "verdict_before": was,
        "applicable_since": now["applicable"] - before["applicable"],
        "followed_since": now["followed"] - before["followed"],
    }


def _key(row: Row) -> tuple[str, str]:
    return row["plan"], row["directive"]


def _grouped(rows: list[Row]) -> dict[tuple[str, str], list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault(_key(row), []).append(row)
    return groups


def _rows(lake: LakeReader, table: Table) -> list[Row]:
    result = lake.connection.execute(select(table))
    return [dict(zip(table.column_names, row, strict=True)) for row in result.fetchall()]
