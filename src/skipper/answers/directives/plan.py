"""Models of a development plan, as a farm director writes it; its JSON Schema is generated from them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from skipper.answers.directives.plan_pitch import Pitch, pitch_words
from skipper.answers.directives.plan_values import (
    Day,
    Hand,
    Positions,
    Share,
    Slots,
    Strict,
    Truth,
    Whole,
    percent,
    position_words,
    slot_words,
)
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON

KINDS = ("bat", "start", "field", "rest", "pitch")
Level = Literal["MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk", "Ind", "Mex", "Win", "For", "Col"]

Text = Annotated[str, Field(min_length=1, max_length=2000)]
# An id may be all digits, which a YAML editor reads as a number.
Name = Annotated[
    str, Field(min_length=1, max_length=200), WithJsonSchema({"type": ["string", "integer"], "minLength": 1})
]


def _one_of(model: BaseModel, names: tuple[str, ...]) -> None:
    given = [name for name in names if getattr(model, name) is not None]
    if len(given) != 1:
        said = "none" if not given else " and ".join(given)
        message = f"expected exactly one of {', '.join(names)}; found {said}"
        raise PydanticCustomError("plan", "{message}", {"message": message})


def _can_be_missed(model: BaseModel) -> None:
    for name, share in (("at_least", 0.0), ("at_most", 1.0)):
        if getattr(model, name) == share:
            message = f"{name} {percent(share)}: it is always followed, so there is nothing to judge"
            raise PydanticCustomError("plan", "{message}", {"message": message})


def _exactly_one(names: tuple[str, ...]) -> dict[str, Any]:
    """Return the JSON Schema that requires exactly one of these fields."""
    return {"oneOf": [{"required": [name]} for name in names]}


_SHARES = ("at_least", "at_most")
_START = ("at_least", "at_most", "games_per_week", "not_consecutive_days")


class Bat(Strict):
    """Batting slots: the share of the player's starts that must be in these slots."""

    model_config = ConfigDict(json_schema_extra=_exactly_one(_SHARES))

    slots: Slots = Field(description="Batting slots: 1-5, 3, or [1, 2, 6].")
    at_least: Share | None = Field(None, description="Minimum share of the player's starts in these slots.")
    at_most: Share | None = Field(None, description="Maximum share of the player's starts in these slots.")
    against: Hand | None = Field(None, description="Only games against a starting pitcher who throws with this hand.")

    @model_validator(mode="after")
    def _one_share(self) -> Bat:
        _one_of(self, _SHARES)
        _can_be_missed(self)
        return self


class Start(Strict):
    """How often the player must start."""

    model_config = ConfigDict(json_schema_extra=_exactly_one(_START))

    at_least: Share | None = Field(None, description="Minimum share of the games for which the player is available.")
    at_most: Share | None = Field(None, description="Maximum share of the games for which the player is available.")
    games_per_week: Annotated[Whole, Field(ge=1, le=14)] | None = Field(
        None, description="Minimum number of starts from Monday to Sunday; if the club plays fewer games, every game."
    )
    not_consecutive_days: Truth | None = Field(None, description="No start on the day after a start.")
    against: Hand | None = Field(
        None,
        description="Only games against a starting pitcher who throws with this hand; requires at_least or at_most.",
    )

    @model_validator(mode="after")
    def _one_rule(self) -> Start:
        _one_of(self, _START)
        _can_be_missed(self)
        if self.against and self.at_least is None and self.at_most is None:
            message = "against can only be used with at_least or at_most"
            raise PydanticCustomError("plan", "{message}", {"message": message})
        return self


class Fielding(Strict):
    """Fielding positions: the share of the player's starts that must be at these positions."""

    model_config = ConfigDict(json_schema_extra=_exactly_one(_SHARES))

    position: Positions = Field(description="One position or several: SS, [LF, RF], OF.")
    at_least: Share | None = Field(None, description="Minimum share of the player's starts at these positions.")
    at_most: Share | None = Field(None, description="Maximum share of the player's starts at these positions.")

    @model_validator(mode="after")
    def _one_share(self) -> Fielding:
        _one_of(self, _SHARES)
        _can_be_missed(self)
        return self


class Rest(Strict):
    """The longest permitted streak of starts without a game off."""

    max_consecutive: Annotated[Whole, Field(ge=1, le=162)] = Field(
        description="Maximum number of starts in consecutive club games."
    )


class Directive(Strict):
    """A directive for one player, of exactly one kind: bat, start, field, rest or pitch."""

    model_config = ConfigDict(json_schema_extra=_exactly_one(KINDS))

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")] = Field(
        description="The directive's id within the plan: letters, digits, periods, hyphens and underscores."
    )
    player: Name = Field(description="The player's name, or the player's id in any source.")
    club: Name | None = Field(None, description="Name or code of the only club whose games count.")
    clubs: Annotated[list[Name], Field(min_length=1, max_length=30)] | None = Field(
        None, description="Names or codes of the only clubs whose games count."
    )
    level: Level | None = Field(None, description="Only games at this level.")
    start_day: Day | None = Field(None, alias="from", description="First day that counts.")
    end_day: Day | None = Field(None, alias="to", description="Last day that counts.")
    bat: Bat | None = None
    start: Start | None = None
    field: Fielding | None = None
    rest: Rest | None = None
    pitch: Pitch | None = None
    why: Text | None = Field(None, description="The reason for the directive, for readers of the plan.")

    @model_validator(mode="after")
    def _consistent(self) -> Directive:
        _one_of(self, KINDS)
        _in_order(self.start_day, self.end_day)
        if self.club is not None and self.clubs is not None:
            raise PydanticCustomError("plan", "{message}", {"message": "club or clubs, not both"})
        return self

    @property
    def kind(self) -> str:
        """Return the directive's kind: bat, start, field, rest or pitch."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def asked_clubs(self) -> list[str]:
        """Return the clubs named; empty if the directive covers every club in the organization."""
        return [self.club] if self.club is not None else list(self.clubs or ())


class Affiliate(Strict):
    """A minor-league club in the organization in the plan's season, with its source."""

    club: Name = Field(description="The club's name or code.")
    level: Level | None = Field(None, description="The club's level that season; required if the lake has none.")
    source: Text = Field(description="Source of this entry.")


class Unavailable(Strict):
    """Days on which a player cannot start, from first to last inclusive, with the source."""

    player: Name = Field(description="The player's name, or the player's id in any source.")
    start_day: Day = Field(alias="from", description="First day.")
    end_day: Day | None = Field(None, alias="to", description="Last day; by default, the end of the season.")
    why: Text | None = Field(None, description="Reason, such as injured, optioned or on leave.")
    source: Text = Field(description="Source of this entry.")

    @model_validator(mode="after")
    def _consistent(self) -> Unavailable:
        _in_order(self.start_day, self.end_day)
        return self


class Plan(Strict):
    """A development plan by one organization for one season."""

    model_config = ConfigDict(
        title="Skipper development plan",
        json_schema_extra={"$schema": "https://json-schema.org/draft/2020-12/schema"},
    )

    organization: Name = Field(description="The major-league club's name that season, a part of it, or its code.")
    season: Annotated[Whole, Field(ge=FIRST_SEASON, le=LAST_SEASON)] = Field(description="The year.")
    affiliates: Annotated[list[Affiliate], Field(max_length=30)] = Field(
        default_factory=list,
        description="The organization's other clubs that season. Default: the clubs in the lake's affiliations.",
    )
    unavailable: Annotated[list[Unavailable], Field(max_length=20_000)] = Field(
        default_factory=list, description="Days on which players could not start, since games do not show absences."
    )
    directives: Annotated[list[Directive], Field(min_length=1, max_length=20_000)]


def _in_order(first: date | None, last: date | None) -> None:
    if first is not None and last is not None and first > last:
        message = f"from {first} to {last}: the first day is after the last"
        raise PydanticCustomError("plan", "{message}", {"message": message})


def required_words(directive: Directive) -> str:
    """Return what a directive requires over a season, in words: `start against LHP at least 60%`."""
    asked = getattr(directive, directive.kind)
    against = f" against {asked.against}HP" if getattr(asked, "against", None) else ""
    if directive.kind == "rest":
        return f"start at most {asked.max_consecutive} games in a row"
    if directive.kind == "pitch":
        return f"pitch: {pitch_words(asked)}"
    if directive.kind == "start" and asked.games_per_week is not None:
        return f"start {asked.games_per_week} games a week"
    if directive.kind == "start" and asked.not_consecutive_days:
        return "start, not on consecutive days"
    share = f"at least {percent(asked.at_least)}" if asked.at_least is not None else f"at most {percent(asked.at_most)}"
    return f"{_what(directive)}{against} {share}"


def _what(directive: Directive) -> str:
    if directive.bat is not None:
        return f"bat in {slot_words(directive.bat.slots)}"
    return f"play {position_words(directive.field.position)}" if directive.field is not None else "start"
