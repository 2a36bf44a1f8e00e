"""What each field of a claim may hold, whoever states it: a hand-kept file or a model's answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Year = Annotated[int, Field(ge=1850, le=2200)]
Level = Literal["MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk", "Ind", "Mex", "Win", "For", "Col"]
Manner = Literal["resigned", "fired", "let_go", "contract_ended"]
Outcome = Literal["appointed", "promoted", "interviewed", "finalist", "passed_over"]
Days = Annotated[list[int], Field(min_length=2, max_length=2)]  # the shortest and the longest that it may have been
What = Literal[
    "seasons_managed",
    "seasons_above_500",
    "postseason_seasons",
    "seasons_played",
    "seasons_with_organization",
    "pennants",
    "world_series_titles",
    "manager_of_the_year_awards",
]


class Strict(BaseModel):
    """Refuse a field that is not declared."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class ClaimFields(Strict):
    """Hold the fields of all types of claims but the person, null if not stated. Seasons are calendar years."""

    player: str | None = None
    manager: str | None = None
    role: str | None = None
    wins: Annotated[int, Field(ge=0)] | None = None
    losses: Annotated[int, Field(ge=0)] | None = None
    ties: Annotated[int, Field(ge=0)] | None = None
    seasons: list[Year] | None = None
    season_count: Annotated[int, Field(ge=1)] | None = None
    level_stated: str | None = None
    level_resolved: Level | None = None
    level: Level | None = None
    club: str | None = None
    clubs: list[str] | None = None
    organization: str | None = None
    organizations: list[str] | None = None
    league: str | None = None
    first: Year | None = Field(None, alias="from")
    last: Year | None = Field(None, alias="to")
    outcome: Outcome | None = None
    date_of_act: Annotated[str, Field(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$")] | None = None
    for_season: Year | None = None
    manner: list[Manner] | None = None
    after_days: Days | None = None
    award: str | None = None
    years: Annotated[int, Field(ge=10, le=110)] | None = None
    year: Year | None = None
    round: Annotated[int, Field(ge=1)] | None = None
    overall: Annotated[int, Field(ge=1)] | None = None
    title: str | None = None
    what: What | None = None
    value: Annotated[int, Field(ge=0)] | None = None
    of: Annotated[int, Field(ge=0)] | None = None
    kind: str | None = None
    by: str | None = None
    state: str | None = None
