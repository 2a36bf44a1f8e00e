"""Requests to the Stats API: their addresses, and how long a stored response stays current."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta
from urllib.parse import urlencode

# Names in braces are part of the path; all other parameters go into the query.
ENDPOINTS = {
    "teams": "/api/v1/teams",
    "standings": "/api/v1/standings",
    "coaches": "/api/v1/teams/{teamId}/coaches",
    "roster": "/api/v1/teams/{teamId}/roster/fullSeason",
    "transactions": "/api/v1/transactions",
    "schedule": "/api/v1/schedule",
    "feed": "/api/v1.1/game/{gamePk}/feed/live",
    "boxscore": "/api/v1/game/{gamePk}/boxscore",
    "playByPlay": "/api/v1/game/{gamePk}/playByPlay",
}
MONTHS = range(1, 13)  # transactions and winter leagues go on after the majors' season
CORRECTIONS = timedelta(days=7)  # how long after its end a month is requested again
LATE_FEED = timedelta(days=30)  # how long a missing or unfinished feed is requested again


@dataclass(frozen=True)
class Request:
    """A request: an endpoint of ENDPOINTS and its parameters.

    A stored response is final from the day after `settles` (null: never). `state` is the game's state according to the
    schedule (null for other requests): a response stored in another state is out of date. A response stored in a
    `final` state is not requested again.
    """

    endpoint: str
    params: dict[str, str] = field(hash=False)
    settles: date | None = None
    state: str | None = None
    final: bool = False

    @property
    def name(self) -> str:
        """Return the parameters as a string that is unique for each response of an endpoint."""
        return urlencode(sorted(self.params.items())) or self.endpoint

    @property
    def address(self) -> str:
        """Return the address relative to the API's base address."""
        template = ENDPOINTS[self.endpoint]
        inside = set(re.findall(r"{(\w+)}", template))
        query = urlencode({name: value for name, value in self.params.items() if name not in inside})
        return template.format(**self.params) + (f"?{query}" if query else "")


def teams(sport_id: str, season: int) -> Request:
    """Return the request for a sport's clubs, with their names in that season."""
    return Request("teams", {"sportIds": sport_id, "season": str(season)}, date(season, 12, 31))


def standings(league_id: str, season: int) -> Request:
    """Return the request for the final standings of a league."""
    return Request("standings", {"leagueId": league_id, "season": str(season)}, date(season, 12, 31))


def coaches(team_id: str, season: int) -> Request:
    """Return the request for a club's coaches; if no season is given, the API returns the current coaches."""
    return Request("coaches", {"teamId": team_id, "season": str(season)}, date(season, 12, 31))


def roster(team_id: str, season: int) -> Request:
    """Return the request for everyone who was on a club's roster during a season."""
    return Request("roster", {"teamId": team_id, "season": str(season)}, date(season, 12, 31))


def transactions(season: int, month: int) -> Request:
    """Return the request for all clubs' transactions in a month."""
    first, last = _month(season, month)
    return Request("transactions", {"startDate": str(first), "endDate": str(last)}, last + CORRECTIONS)


def schedule(sport_id: str, season: int, month: int) -> Request:
    """Return the request for a sport's schedule in one month; the API fails (status 500) for some complete seasons."""
    first, last = _month(season, month)
    params = {"sportId": sport_id, "startDate": str(first), "endDate": str(last)}
    return Request("schedule", params, last + CORRECTIONS)


def game(endpoint: str, game_pk: str, official_date: date, state: str, final: bool) -> Request:
    """Return the request for a game's feed, box score or play-by-play; `state` is the game's state in the schedule."""
    return Request(endpoint, {"gamePk": game_pk}, official_date + LATE_FEED, state, final)


def _month(season: int, month: int) -> tuple[date, date]:
    return date(season, month, 1), date(season, month, monthrange(season, month)[1])
