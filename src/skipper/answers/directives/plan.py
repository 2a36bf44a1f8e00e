"""Models of a development plan, as a farm director writes it; its JSON Schema is generated from them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import ConfigDict, Field, WithJsonSchema, create_model, model_validator

from skipper.answers.directives.kinds.kind import Kind, kinds, listed
from skipper.answers.directives.values import Day, Strict, Whole, exactly_one, require_one_of, wrong
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON

KINDS = tuple(kinds())
Level = Literal["MLB", "AAA", "AA", "A+", "A", "A-", "Rk+", "Rk", "Ind", "Mex", "Win", "For", "Col"]

Text = Annotated[str, Field(min_length=1, max_length=2000)]
# An id may be all digits, which a YAML editor reads as a number.
Name = Annotated[
    str, Field(min_length=1, max_length=200), WithJsonSchema({"type": ["string", "integer"], "minLength": 1})
]


class _Directed(Strict):
    """Whose games a directive is about."""

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


if TYPE_CHECKING:
    _OfKind = _Directed
else:
    _OfKind = create_model(
        "_OfKind", __base__=_Directed, **{name: (kind.part | None, None) for name, kind in kinds().items()}
    )


class Directive(_OfKind):
    """A directive for one player, of exactly one kind."""

    model_config = ConfigDict(
        json_schema_extra={
            "description": f"A directive for one player, of exactly one kind: {listed(KINDS)}.",
            **exactly_one(KINDS),
        }
    )

    why: Text | None = Field(None, description="The reason for the directive, for readers of the plan.")

    @model_validator(mode="after")
    def _consistent(self) -> Directive:
        require_one_of(self, KINDS)
        _in_order(self.start_day, self.end_day)
        if self.club is not None and self.clubs is not None:
            raise wrong("club or clubs, not both")
        return self

    @property
    def kind(self) -> str:
        """Return the name of the directive's kind."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def declared(self) -> Kind[Any]:
        """Return the declaration of the directive's kind."""
        return kinds()[self.kind]

    @property
    def part(self) -> Any:
        """Return what the directive asks for: its field of the kind's name."""
        return getattr(self, self.kind)

    @property
    def words(self) -> str:
        """Return what the directive requires over a season, in words: `start against LHP at least 60%`."""
        return self.declared.words(self.part)

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
        raise wrong(f"from {first} to {last}: the first day is after the last")
