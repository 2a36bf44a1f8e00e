"""A pitch directive in a plan: its model and its wording."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from skipper.answers.directives.plan_values import Strict, Truth, Whole

_LIMITS = {
    "max_pitches": "at most {} pitches",
    "max_batters": "at most {} batters",
    "max_times_through_order": "at most {} times through the order",
    "max_innings": "at most {} innings",
    "max_innings_season": "at most {} innings in the season",
    "min_rest_days": "at least {} days of rest",
    "not_consecutive_days": "not on consecutive days",
    "role": "as {}",
}
_ROLE_WORDS = {"starter": "starting pitcher", "bullpen": "reliever"}


class Pitch(Strict):
    """Use of a pitcher: one or more limits, each applied to every game pitched. Requires play-by-play."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    max_pitches: Annotated[Whole, Field(ge=1, le=300)] | None = Field(None, description="Most pitches in a game.")
    max_batters: Annotated[Whole, Field(ge=1, le=100)] | None = Field(None, description="Most batters in a game.")
    max_times_through_order: Annotated[Whole, Field(ge=1, le=10)] | None = Field(
        None, description="Maximum number of times facing one slot of the batting order in a game."
    )
    max_innings: Annotated[Whole, Field(ge=1, le=30)] | None = Field(None, description="Most innings in a game.")
    max_innings_season: Annotated[Whole, Field(ge=1, le=700)] | None = Field(
        None, description="Maximum number of innings in the season, for all clubs together."
    )
    min_rest_days: Annotated[Whole, Field(ge=0, le=60)] | None = Field(
        None, description="Minimum number of days between two appearances; 0 allows pitching on the next day."
    )
    not_consecutive_days: Truth | None = Field(None, description="No appearance on the day after an appearance.")
    role: Literal["starter", "bullpen"] | None = Field(
        None, description="Only as the starting pitcher, or only in relief."
    )

    @model_validator(mode="after")
    def _something(self) -> Pitch:
        if not self.model_dump(exclude_none=True):
            message = f"expected one or more of {', '.join(type(self).model_fields)}"
            raise PydanticCustomError("plan", "{message}", {"message": message})
        return self


def pitch_words(asked: Pitch) -> str:
    """Return what a pitch directive requires of a game, in words: `at most 95 pitches, at least 4 days of rest`."""
    given = asked.model_dump(exclude_none=True)
    return ", ".join(_LIMITS[name].format(_ROLE_WORDS.get(value, value)) for name, value in given.items())
