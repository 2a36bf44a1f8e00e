"""Fetch the Stats API's responses into the raw store: each response that a season needs, refetched if it may have
changed.

A season is requested in order: clubs, standings, the wanted clubs' coaches and rosters, transactions and schedules by
month, and the games in those schedules. Responses already stored are not requested, so a killed run resumes where it
stopped.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

from skipper.errors import SkipperError
from skipper.sources.fetch.download import Status, retrying
from skipper.sources.fetch.transfer import Client, FetchError, MissingError, PassingError
from skipper.sources.parsed import Parsed
from skipper.sources.statsapi import SOURCE, requests
from skipper.sources.statsapi.levels import FETCHED, MAJORS, MONTHS_AFTER_NEW_YEAR
from skipper.sources.statsapi.reading import dig, entries_after_new_year, list_records, merge_entries
from skipper.sources.statsapi.records import Game, ScheduleEntry, Team
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import Header, Response, Store

FAILURES_IN_A_ROW = 10  # after this many errors in a row, stop contacting the server
_NOT_PLAYED = frozenset("SPDC")  # scheduled, about to begin, postponed, cancelled
_FINAL = frozenset("FQR")  # Q and R are forfeits


class StoppedError(SkipperError):
    """The run cannot continue; the message gives the reason."""


class UnknownOrganizationError(StoppedError):
    """No organization, or more than one, has the name asked for."""


@dataclass(frozen=True)
class Scope:
    """What to fetch: games at these levels in these seasons, up to a given day and, if an organization is named, only
    its clubs."""

    levels: frozenset[str]
    seasons: tuple[int, ...]
    through: date
    organization: str | None = None


@dataclass(frozen=True)
class Outcome:
    """The outcome of a request. `response` is the stored response after the request, null if there is no stored
    response."""

    request: Request
    status: Status
    response: Response | None = None
    detail: str = ""

    @property
    def lacking(self) -> bool:
        """Return whether the API lacks the response or returned only errors."""
        stored = self.response
        return self.status is Status.FAILED or (stored is not None and stored.header.status == 404)


Obtain = Callable[[Request], Outcome]


class Fetcher:
    """Fetch responses into a store with one client, and therefore one rate limit for everything."""

    def __init__(
        self,
        client: Client,
        store: Store,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client = client
        self._store = store
        self._now = now
        self._failures = 0
        self._retrying = retrying(client.settings, sleep)

    def obtain(self, request: Request) -> Outcome:
        """Return the stored response if it is current; otherwise request it. An older response is kept if the request
        fails.

        Raises StoppedError if the host is unreachable or too slow, asks for too long a pause, or answers only with
        errors.
        """
        stored = self._store.get(request)
        if stored is not None and stored.header.current(request, self._now().date()):
            return Outcome(request, Status.CACHED, stored)
        try:
            until = time.monotonic() + self._client.settings.file_deadline
            outcome = self._retrying(self._ask, request, stored, until)
        except FetchError as error:
            self._failures += 1
            if getattr(error, "host_wide", False) or self._failures == FAILURES_IN_A_ROW:
                raise StoppedError(str(error)) from error
            return Outcome(request, Status.KEPT if stored else Status.FAILED, stored, str(error))
        self._failures = 0
        return outcome

    def _ask(self, request: Request, stored: Response | None, until: float) -> Outcome:
        url = self._client.settings.base_urls[SOURCE] + request.address
        status: Literal[200, 404] = 200
        validators, given = {}, {}
        if stored is not None and stored.header.status == 200:
            validators = {"If-None-Match": stored.header.etag, "If-Modified-Since": stored.header.last_modified}
        try:
            headers = {name: value for name, value in validators.items() if value}
            with self._client.get(url, headers, until) as answer:
                body, given = b"".join(self._limited(url, self._client.chunks(answer))), dict(answer.headers)
                if answer.status_code not in {200, 304}:
                    raise FetchError(f"{url}: the server answered {answer.status_code}")
                unchanged = answer.status_code == 304
        except MissingError:
            status, body, unchanged = 404, b"", False
        if unchanged:
            if stored is None:
                raise FetchError(f"{url}: the server answered 'unchanged' for a response that is not stored")
            body = stored.body
        state = request.state if status == 404 else _agreed_state(url, request, body)
        response = Response(
            Header(
                request.endpoint,
                request.params,
                url,
                status,
                self._now().isoformat(timespec="seconds"),
                given.get("etag") or (stored.header.etag if stored and unchanged else None),
                given.get("last-modified") or (stored.header.last_modified if stored and unchanged else None),
                state,
            ),
            body,
        )
        self._store.put(request, response)
        outcome = Status.MISSING if status == 404 else Status.UNCHANGED if unchanged else Status.FETCHED
        return Outcome(request, outcome, response)

    def _limited(self, url: str, chunks: Iterator[bytes]) -> Iterator[bytes]:
        received = 0
        for chunk in chunks:
            received += len(chunk)
            if received > self._client.settings.max_bytes:
                raise FetchError(f"{url}: more than the {self._client.settings.max_bytes:,} bytes that Skipper accepts")
            yield chunk


def _agreed_state(url: str, request: Request, body: bytes) -> str | None:
    """Return the request's state, or null if a feed lags behind the schedule, so that it is requested again.

    Raises PassingError for a body that is not JSON, because it was cut short or is an error page.
    """
    try:
        document = json.loads(body)
    except ValueError as error:
        raise PassingError(f"{url}: not JSON, it begins with {body[:40]!r}") from error
    code = dig(document, "gameData", "status", "codedGameState")
    return None if request.final and code is not None and code not in _FINAL else request.state


class Estimate:
    """The dry run: the number of requests that a run would make, by endpoint, given what is stored."""

    def __init__(self, store: Store, today: date) -> None:
        self._store = store
        self._today = today
        self.wanted: Counter[str] = Counter()
        self.lacks_lists = False

    def obtain(self, request: Request) -> Outcome:
        """Return the stored response, current or not, and count the requests still to be made."""
        stored = self._store.get(request)
        if stored is not None and stored.header.current(request, self._today):
            return Outcome(request, Status.CACHED, stored)
        self.wanted[request.endpoint] += 1
        self.lacks_lists |= stored is None and request.endpoint in {"teams", "schedule"}
        return Outcome(request, Status.ABSENT, stored)


def walk(scope: Scope, obtain: Obtain) -> Iterator[Outcome]:
    """Yield the outcome of each request that the scope needs; every address is requested once."""
    ahead: dict[Request, Outcome] = {}  # schedules requested for the season before
    for season in scope.seasons:
        yield from _season(scope, season, obtain, ahead)


def _season(scope: Scope, season: int, obtain: Obtain, ahead: dict[Request, Outcome]) -> Iterator[Outcome]:
    clubs: list[Team] = []
    for sport_id in sorted({sport for level in scope.levels for sport in FETCHED[level]}):
        outcome = obtain(requests.teams(sport_id, season))
        yield outcome
        clubs += _records(Team, outcome)
    wanted = [club for club in clubs if club.level in scope.levels]
    if scope.organization is not None:
        outcome = obtain(requests.teams(MAJORS, season))
        yield outcome
        organization = _organization(scope.organization, season, outcome)
        found = {organization} - {None}
        wanted = [club for club in wanted if found & {club.parent_id, club.team_id}]
    for league_id in sorted({club.league_id for club in wanted if club.league_id}):
        yield obtain(requests.standings(league_id, season))
    for team_id in sorted({club.team_id for club in wanted}):
        yield obtain(requests.coaches(team_id, season))
        yield obtain(requests.roster(team_id, season))
    for _year, month in _months(scope, season, requests.MONTHS):
        yield obtain(requests.transactions(season, month))
    entries: list[ScheduleEntry] = []
    for sport_id in sorted({club.sport_id for club in wanted if club.sport_id}):
        for outcome, is_new in _schedules(scope, season, sport_id, obtain, ahead):
            if is_new:
                yield outcome
            entries += _entries(outcome, season)
    ids = {club.team_id for club in wanted}
    for game in merge_entries(entries):
        if {game.home_id, game.visitor_id} & ids and game.official_date <= scope.through:
            yield from _game(game, obtain)


def _months(scope: Scope, year: int, months: Iterable[int]) -> list[tuple[int, int]]:
    """Return the months of a year, with the year, that have begun by the scope's last day."""
    return [(year, month) for month in months if date(year, month, 1) <= scope.through]


def _schedules(
    scope: Scope, season: int, sport_id: str, obtain: Obtain, ahead: dict[Request, Outcome]
) -> Iterator[tuple[Outcome, bool]]:
    """Yield the outcome of a season's schedules, and whether it was not yet obtained for the season before.

    A winter league's season goes on after New Year; `ahead` keeps those schedules for the next season.
    """
    after = _months(scope, season + 1, MONTHS_AFTER_NEW_YEAR.get(sport_id, ()))
    for year, month in [*_months(scope, season, requests.MONTHS), *after]:
        request = requests.schedule(sport_id, year, month)
        known = ahead.pop(request, None)
        outcome = known or obtain(request)
        yield outcome, known is None
        if year > season:
            ahead[request] = outcome


def is_called(club: str, asked: str) -> bool:
    """Return whether the major-league club has the name, or the name ends with the nickname `asked`, such as Mets."""
    return f" {club.casefold()}".endswith(f" {asked.strip().casefold()}")


def _organization(name: str, season: int, listed: Outcome) -> str | None:
    """Return the id of the major-league club with that name, id or nickname; null if the season's list of clubs was not
    obtained.

    A nickname is the end of one club's name only. Raises UnknownOrganizationError for any other name.
    """
    parents = _records(Team, listed)
    if not parents and listed.status in {Status.ABSENT, Status.FAILED}:
        return None
    asked = name.strip().casefold()
    for club in parents:
        if asked in {club.name.casefold(), club.team_id}:
            return club.team_id
    nicknamed = [club for club in parents if is_called(club.name, name)]
    if len(nicknamed) == 1:
        return nicknamed[0].team_id
    names = ", ".join(sorted(club.name for club in nicknamed or parents)) or "the API lists none"
    raise UnknownOrganizationError(
        f"{'more than one' if nicknamed else 'no'} organization {name!r} in {season}: {names}"
    )


def _game(game: Game, obtain: Obtain) -> Iterator[Outcome]:
    """Yield the outcome for a played game's feed or, if there is none, for its box score and play-by-play."""
    if game.state in _NOT_PLAYED:
        return
    state = " ".join(map(str, (game.state, game.official_date, game.visitor_score, game.home_score, game.resume_date)))
    for endpoint in ("feed", "boxscore", "playByPlay"):
        outcome = obtain(requests.game(endpoint, game.game_pk, game.official_date, state, game.state in _FINAL))
        yield outcome
        if endpoint == "feed" and not outcome.lacking:
            return


def _entries(outcome: Outcome, season: int) -> list[ScheduleEntry]:
    """Return a schedule's usable entries of a season."""
    response = outcome.response
    if response is None or response.document is None:
        return []
    if int(outcome.request.params["startDate"][:4]) == season:
        return _records(ScheduleEntry, outcome)
    return entries_after_new_year(response, outcome.request.name, Parsed(SOURCE))


def _records(model: type, outcome: Outcome) -> list:
    """Return the usable records; the build quarantines the others when it reads the store."""
    response = outcome.response
    if response is None or response.document is None:
        return []
    return list_records(model, response, outcome.request.name, Parsed(SOURCE))
