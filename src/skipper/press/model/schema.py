"""The form of an answer: claims of the types of `claims/`, as pydantic models and as one JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, ValidationError, create_model
from pydantic.json_schema import GenerateJsonSchema

from skipper.press.claim_fields import ClaimFields, Strict
from skipper.press.claim_type import claim_types

OURS = frozenset(["level_resolved"])  # resolved from what the words say, by Skipper
LONGEST_QUOTE, LONGEST_NAME = 1000, 60  # characters


def _within(longest: int) -> AfterValidator:
    """Check a length here: strict modes refuse a schema with lengths, and grammars grow with them."""

    def check(words: str) -> str:
        if not words.strip() or len(words) > longest:
            raise ValueError(f"empty, or longer than {longest}")
        return words

    return AfterValidator(check)


_Quote = Annotated[str, _within(LONGEST_QUOTE)]
_Name = Annotated[str, _within(LONGEST_NAME)]
# What no word of the text need say, and so no grounding checks: one of these, or a short name.
_CODES: Mapping[tuple[str, str], Any] = {
    ("usage", "kind"): Literal[
        "bats_high", "bats_low", "sits_against_lhp", "sits_against_rhp", "platooned", "plays_every_day", "benched"
    ],
    ("discipline", "kind"): Literal["suspended", "ejected", "fined", "benched", "arrested", "reprimand"],
    ("contract", "state"): Annotated[str, Field(pattern=r"^(signed|extended|last_year|1 year left|[2-9] years left)$")],
}


class _Untitled(GenerateJsonSchema):
    """Leave out the titles of fields, a fifth of the schema."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class AnswerError(ValueError):
    """An answer, or a claim in it, has not the form that was asked for; the message says what is wrong."""


@cache
def claim_models() -> Mapping[str, type[BaseModel]]:
    """Return, by claim type, the model of a claim as an answer states it."""
    return {kind: _claim_model(kind) for kind in claim_types()}


@cache
def answer_schema() -> dict[str, Any]:
    """Return the JSON Schema of an answer.

    Each field is required, null if not stated, and no other is allowed: so the strict mode of hosted models wants
    it, and the grammars that local servers make of a schema are the same for all.
    """
    either: Any = reduce(or_, claim_models().values())
    answer = create_model("Answer", __base__=Strict, claims=(list[either], ...))
    return answer.model_json_schema(schema_generator=_Untitled)


def stated_claim(given: Any) -> dict[str, Any]:
    """Return one claim of an answer, checked. Raises AnswerError."""
    kind = given.get("type") if isinstance(given, dict) else None
    model = claim_models().get(kind) if isinstance(kind, str) else None
    if model is None:
        raise AnswerError("not a claim of the schema")
    try:
        return model.model_validate(given).model_dump()
    except ValidationError as error:
        raise AnswerError("not a claim of the schema") from error


def _claim_model(kind: str) -> type[BaseModel]:
    names = tuple(name for name in claim_types()[kind].fields if name not in OURS)
    types = _types(kind)
    cited: dict[str, Any] = {"field": Literal[names], "sentence": int, "quote": _Quote}
    citation: Any = create_model(f"{kind}_citation", __base__=Strict, **cited)
    stated: dict[str, Any] = {
        "type": Literal[kind],
        "sentence": int,
        "quote": _Quote,
        **{name: types[name] | None for name in names},
        "cited": list[citation],
        "attributed_to": list[_Name],
        **dict.fromkeys(("hedged", "denied", "text_disputes"), bool),
    }
    return create_model(kind, __base__=Strict, **stated)


def _types(kind: str) -> dict[str, Any]:
    declared = {info.alias or name: info.annotation for name, info in ClaimFields.model_fields.items()}
    named = {name: _Name for name, annotation in declared.items() if annotation == str | None}
    return {"person": _Name} | declared | named | {name: code for (of, name), code in _CODES.items() if of == kind}
