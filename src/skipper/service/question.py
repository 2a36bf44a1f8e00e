"""A question from another program: a command's parameters, described by JSON Schema and parsed by click's types."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import category

import click

from skipper.answers.answer import Answer
from skipper.answers.errors import AnswerError
from skipper.lake.reader import LakeReader

LARGEST = 2**31 - 1
LONGEST = 300  # maximum characters in a value
LONGEST_DOCUMENT = 20_000  # maximum characters in a plan: about 200 directives, which take seconds to check
_OF_TEXT = "\t\n\r"  # the control characters of a document


class BadRequestError(AnswerError):
    """Raised for an unknown parameter or an invalid value."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a question: one of the command's arguments, or an option without the dashes (`--min-games` is
    `min_games`).
    """

    name: str
    option: click.Parameter

    @property
    def repeated(self) -> bool:
        """Return whether the parameter takes a list of values."""
        return self.option.nargs != 1 or self.option.multiple

    @property
    def document(self) -> bool:
        """Return whether the value is the content of a document that the command reads from a file."""
        return isinstance(self.option.type, click.Path)

    @property
    def description(self) -> str:
        """Return the option's help text; empty for an argument, which the question's description explains."""
        if self.document:
            return "The text itself, not the name of a file."
        return getattr(self.option, "help", None) or ""

    @property
    def default(self) -> Any:
        """Return the default value, or None if there is no known default."""
        return self.option.to_info_dict().get("default")

    def schema(self) -> dict[str, Any]:
        """Return the value's JSON Schema."""
        schema = _schema_of(self.option.type) if not getattr(self.option, "is_flag", False) else {"type": "boolean"}
        if schema.get("type") == "string" and "enum" not in schema:
            schema |= {"maxLength": self._longest}
        if self.repeated:
            return {"type": "array", "items": schema, "minItems": 1}
        if self.default is not None and not self.option.required:
            schema |= {"default": self.default}
        return schema

    def read(self, value: Any) -> Any:
        """Return a value converted to the type that the question needs. Raises BadRequestError."""
        values = value if isinstance(value, list | tuple) else [value]
        if not self.repeated and len(values) != 1:
            raise BadRequestError(f"{self.name}: give one value")
        if any(len(str(one)) > self._longest for one in values):
            raise BadRequestError(f"{self.name}: longer than {self._longest:,} characters")
        allowed = _OF_TEXT if self.document else ""
        if any(category(one) in ("Cc", "Cs") and one not in allowed for value in values for one in str(value)):
            raise BadRequestError(f"{self.name}: has a control character")
        if isinstance(self.option.type, click.types.IntParamType) and not all(map(_is_whole, values)):
            raise BadRequestError(f"{self.name}: not a whole number in plain digits")
        try:
            read = tuple(self._text(one) if self.document else self.option.type(one, self.option) for one in values)
        except click.BadParameter as error:
            raise BadRequestError(f"{self.name}: {error.message}") from error
        except (OverflowError, TypeError) as error:
            raise BadRequestError(f"{self.name}: not a value of this parameter") from error
        if any(isinstance(one, int) and abs(one) > LARGEST for one in read):
            raise BadRequestError(f"{self.name}: larger than {LARGEST:,}")
        return read if self.repeated else read[0]

    @property
    def _longest(self) -> int:
        return LONGEST_DOCUMENT if self.document else LONGEST

    def _text(self, value: Any) -> str:
        if not isinstance(value, str):
            raise BadRequestError(f"{self.name}: give the text of the file")
        return value


@dataclass(frozen=True)
class Question:
    """A question with its parameters. `answer` takes a LakeReader and the values, given by option name."""

    name: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    answer: Callable[..., Answer]

    @property
    def document(self) -> str | None:
        """Return the name of the parameter that is a document, which may be sent as the request's body; None if there
        is no such parameter."""
        return next((parameter.name for parameter in self.parameters if parameter.document), None)

    def ask(self, lake: LakeReader, given: Mapping[str, Any]) -> Answer:
        """Return the answer. Raises AnswerError."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise BadRequestError(
                    f"there is no parameter {name[:LONGEST]!r}; the parameters are {', '.join(known)}"
                )
        values = {}
        for name, parameter in known.items():
            if given.get(name) is not None:
                values[parameter.option.name] = parameter.read(given[name])
            elif parameter.option.required:
                raise BadRequestError(f"{name} is missing")
            else:
                values[parameter.option.name] = parameter.default
        return self.answer(lake, **values)

    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of all parameters as one object."""
        return {
            "type": "object",
            "properties": {one.name: {**one.schema(), **_described(one)} for one in self.parameters},
            "required": [one.name for one in self.parameters if one.option.required],
            "additionalProperties": False,
        }


def question_of(name: str, command: click.Command, answer: Callable[..., Answer] | None = None) -> Question:
    """Return the question behind a command made by `answering`, optionally with another `answer`.

    Its parameters are the options that reach the answer, not those that the command itself uses, such as the lake. The
    docstring of `answer` describes the question in place of the command's help."""
    assert command.callback is not None
    if answer is None:
        answer = inspect.unwrap(command.callback)
        of_the_command = set(inspect.signature(command.callback, follow_wrapped=False).parameters)
        options = [one for one in command.params if one.expose_value and one.name not in of_the_command]
        described = command.help
    else:
        taken = list(inspect.signature(answer).parameters)[1:]
        options = [one for one in command.params if one.name in taken]
        described = answer.__doc__
    parameters = tuple(Parameter(_outward(option), option) for option in options)
    description = inspect.cleandoc(described or "").replace("\b", "")
    return Question(name, command.get_short_help_str(200), description, parameters, answer)


def _is_whole(value: Any) -> bool:
    """Return whether a value is a whole number in plain digits; int() also takes 1_0 and the digits of any script."""
    return re.fullmatch(r"[+-]?[0-9]+", str(value)) is not None


def _outward(option: click.Parameter) -> str:
    """Return the name that a user types; for an option, its longest name without dashes."""
    name = option.name if isinstance(option, click.Argument) else max(option.opts, key=len).lstrip("-")
    assert name is not None
    return name.replace("-", "_")


def _described(parameter: Parameter) -> dict[str, str]:
    return {"description": parameter.description} if parameter.description else {}


def _schema_of(kind: click.ParamType) -> dict[str, Any]:
    if isinstance(kind, click.Choice):
        return {"type": "string", "enum": list(kind.choices)}
    if isinstance(kind, click.IntRange):
        limits = {"minimum": kind.min, "maximum": kind.max}
        return {"type": "integer", **{name: limit for name, limit in limits.items() if limit is not None}}
    if isinstance(kind, click.DateTime):
        return {"type": "string", "format": "date"}
    return {"type": "integer" if kind is click.INT else "string"}
