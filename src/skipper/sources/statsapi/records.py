"""Stats API records: their fields, each field's path in the response, and which fields are required.

A model is the schema of a record set. Ids are strings, as everywhere in the lake. A field is unknown if it, or an
object on its path, is missing or null. Fields that are not in any model are ignored. In a path, `in` is the list's
owner (a date in the schedule, a division in the standings), `asked` has the request's parameters, and `file` and `line`
locate the record in the store.
"""

from __future__ import annotations

import datetime as dt
import typing
from typing import Any

import pyarrow as pa
from pydantic import AliasPath, BaseModel, ConfigDict, Field, field_validator, model_validator

from skipper.sources.statsapi.levels import level_of

_TYPES: dict[Any, pa.DataType] = {
    str: pa.string(),
    int: pa.int32(),
    bool: pa.bool_(),
    dt.date: pa.date32(),
    dt.datetime: pa.timestamp("s", "UTC"),
}
_GAME_TYPES: dict[Any, pa.DataType] = {"R": "regular", "A": "all_star"}
_GAME_TYPES |= dict.fromkeys("FDLWCP", "postseason") | dict.fromkeys("SEI", "exhibition")


def _at(first: str, *path: str | int) -> Any:
    """Return an optional field at a path in the record."""
    return Field(None, validation_alias=AliasPath(first, *path))


def _required(first: str, *path: str | int) -> Any:
    """Return a required field at a path in the record."""
    return Field(validation_alias=AliasPath(first, *path))


class Record(BaseModel):
    """A record in a response."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    @field_validator("*")
    @classmethod
    def _fits(cls, value: Any) -> Any:
        """Return the value. Raises ValueError for a number that the record set's columns cannot hold."""
        if isinstance(value, int) and not -(2**31) <= value < 2**31:
            raise ValueError(f"{value} is out of range")
        return value

    @classmethod
    def arrow_schema(cls) -> pa.Schema:
        """Return the record set's schema; required fields are not nullable."""
        fields = []
        for name, declared in cls.model_fields.items():
            kinds = [kind for kind in typing.get_args(declared.annotation) if kind is not type(None)]
            fields.append(pa.field(name, _TYPES[kinds[0] if kinds else declared.annotation], nullable=bool(kinds)))
        return pa.schema(fields)


class Team(Record):
    """A club in a season. The key is id, season and name, because the API reuses ids for other clubs."""

    season: int = _required("season")
    team_id: str = _required("id")
    name: str = _required("name")
    code: str | None = _at("teamCode")
    file_code: str | None = _at("fileCode")
    abbreviation: str | None = _at("abbreviation")
    sport_id: str | None = _at("sport", "id")
    league_id: str | None = _at("league", "id")
    league: str | None = _at("league", "name")
    parent_id: str | None = _at("parentOrgId")
    parent: str | None = _at("parentOrgName")
    level: str | None = None

    @model_validator(mode="after")
    def _find_level(self) -> Team:
        self.level = level_of(self.sport_id, self.league_id)
        return self


class ScheduleEntry(Record):
    """A game as listed under one date of the schedule. Dates are local; `starts_at` is in UTC."""

    game_pk: str = _required("gamePk")
    season: int = _required("season")
    official_date: dt.date = _required("officialDate")
    game_type: str | None = _at("gameType")
    game_number: int | None = _at("gameNumber")
    double_header: str | None = _at("doubleHeader")
    scheduled_innings: int | None = _at("scheduledInnings")
    starts_at: dt.datetime | None = _at("gameDate")
    resume_date: dt.date | None = _at("resumeGameDate")
    resumed_from: dt.date | None = _at("resumedFromDate")
    state: str = _required("status", "codedGameState")
    detailed_state: str | None = _at("status", "detailedState")
    visitor_id: str = _required("teams", "away", "team", "id")
    visitor: str | None = _at("teams", "away", "team", "name")
    visitor_score: int | None = _at("teams", "away", "score")
    home_id: str = _required("teams", "home", "team", "id")
    home: str | None = _at("teams", "home", "team", "name")
    home_score: int | None = _at("teams", "home", "score")
    listed: dt.date = _required("in", "date")
    file: str = _required("file")
    line: int = _required("line")

    @field_validator("game_type")
    @classmethod
    def _named_type(cls, code: str | None) -> str | None:
        return _GAME_TYPES.get(code or "")

    @model_validator(mode="after")
    def _has_two_clubs(self) -> ScheduleEntry:
        if self.visitor_id == self.home_id:
            raise ValueError("a club plays itself")
        return self


class Game(ScheduleEntry):
    """A game, merged from all of its schedule entries; `listed` is the first date under which it was listed."""

    entries: int = 1


class Standing(Record):
    """A club's final record in the regular season."""

    season: int = _required("season")
    team_id: str = _required("team", "id")
    team: str | None = _at("team", "name")
    league_id: str | None = _at("in", "league", "id")
    games: int | None = _at("gamesPlayed")
    wins: int = _required("wins")
    losses: int = _required("losses")
    ties: int | None = _at("leagueRecord", "ties")


class Coach(Record):
    """A person's position on a club's staff in a season, without dates: MNGR is the manager, NTRM an interim
    manager."""

    season: int = _required("asked", "season")
    team_id: str = _required("asked", "teamId")
    person_id: str = _required("person", "id")
    name: str | None = _at("person", "fullName")
    job_id: str = _required("jobId")
    job: str | None = _at("job")


class Rostered(Record):
    """A player on a club's roster during a season, without dates; `position` as the API abbreviates it (P, SS, OF)."""

    season: int = _required("asked", "season")
    team_id: str = _required("asked", "teamId")
    player_id: str = _required("person", "id")
    name: str | None = _at("person", "fullName")
    position: str | None = _at("position", "abbreviation")


class Transaction(Record):
    """A transaction. `date` is the day it was reported, `effective_date` the day it took effect; the season is the
    year of `date`, by which the API lists transactions."""

    transaction_id: str = _required("id")
    season: int = _required("date")
    date: dt.date = _required("date")
    effective_date: dt.date | None = _at("effectiveDate")
    player_id: str | None = _at("person", "id")
    name: str | None = _at("person", "fullName")
    from_id: str | None = _at("fromTeam", "id")
    from_team: str | None = _at("fromTeam", "name")
    to_id: str | None = _at("toTeam", "id")
    to_team: str | None = _at("toTeam", "name")
    type_code: str | None = _at("typeCode")
    description: str | None = _at("description")

    @field_validator("season", mode="before")
    @classmethod
    def _year(cls, day: Any) -> Any:
        return day[:4] if isinstance(day, str) else day


class Starter(Record):
    """A batter in a starting lineup. `position` is 1 to 9, or 10 for the designated hitter; null if the position is not
    given."""

    season: int = _required("season")
    game_pk: str = _required("game_pk")
    team_id: str = _required("team_id")
    slot: int = _required("battingOrder")
    player_id: str = _required("person", "id")
    name: str | None = _at("person", "fullName")
    position: int | None = Field(None, validation_alias=AliasPath("allPositions", 0, "code"), ge=1, le=10)

    @field_validator("slot", mode="before")
    @classmethod
    def _first_digit(cls, order: Any) -> int:
        text = str(order)
        if len(text) != 3 or not "100" <= text <= "900":
            raise ValueError(f"{text} is not a place in a batting order")
        return int(text[0])


class Side(Record):
    """A club's side of a game. The starting pitcher is null if the box score does not list any pitchers."""

    season: int = _required("season")
    game_pk: str = _required("game_pk")
    team_id: str = _required("team", "id")
    is_home: bool = _required("is_home")
    starting_pitcher_id: str | None = _at("pitchers", 0)


class Player(Record):
    """A player as described in a season's feeds; `bats` and `throws` are L, R or S."""

    season: int = _required("season")
    player_id: str = _required("id")
    name: str | None = _at("fullName")
    bats: str | None = _at("batSide", "code")
    throws: str | None = _at("pitchHand", "code")
    born: dt.date | None = _at("birthDate")
    major_league_debut: dt.date | None = _at("mlbDebutDate")


def batting_slot(order: Any) -> int:
    """Return the slot in a `battingOrder`, such as 5 in `501` of the slot's first substitute; 0 in anything else."""
    told = str(order)
    return int(told[0]) if len(told) == 3 and told.isascii() and told.isdigit() else 0
