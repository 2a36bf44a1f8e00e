"""Declare questions: a function that answers from a lake is its own command, Python method, route and tool.

The function's first parameter is the LakeReader. Each other one that has an Argument or an Option in its annotation is
a parameter of the question; the rest are for callers in Python. The docstring before a form feed is the help. A
question's module lies in `skipper.answers`, and is found there.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin

if TYPE_CHECKING:
    from skipper.answers.answer import Answer

Function = TypeVar("Function", bound="Callable[..., Answer]")
MANAGERS = "managers"  # whose names a shell completes

_found: dict[str, Question] = {}


@dataclass(frozen=True)
class Argument:
    """A parameter that a command takes by its place. `metavar` names it in the help instead of its own name, and `help`
    is a sentence about it."""

    metavar: str | None = None
    help: str = ""
    completes: str | None = None


@dataclass(frozen=True)
class Option:
    """A parameter that a command takes by name. `name` is the option's, without dashes, if it is not the parameter's;
    `least` is the smallest number allowed."""

    help: str
    name: str | None = None
    metavar: str | None = None
    least: int | None = None
    completes: str | None = None


@dataclass(frozen=True)
class Parameter:
    """A parameter of a question.

    `kind` is str, int or bool. `choices` lists the values allowed, empty for any. A `required` one has no default.
    `repeated` is true if it takes several values.
    """

    name: str
    given: Argument | Option
    kind: type
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = None
    repeated: bool = False


@dataclass(frozen=True)
class Question:
    """A question that people and programs may ask of a lake.

    `row` says what the main table has a row of. `notes` and `examples` follow the command's options in its help. If
    `has_page` is true, the command writes the answer as a page too.
    """

    name: str
    answer: Callable[..., Answer]
    row: str
    notes: str = ""
    examples: tuple[str, ...] = ()
    has_page: bool = False

    @property
    def command(self) -> str:
        """Return the name of the question's command."""
        return self.name.replace("_", "-")

    @property
    def help(self) -> str:
        """Return the docstring as far as it is for everybody who asks."""
        return inspect.cleandoc((self.answer.__doc__ or "").partition("\f")[0]).strip()

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Return the parameters, in order."""
        known = vars(import_module(self.answer.__module__))
        declared = inspect.signature(self.answer).parameters.values()
        return tuple(filter(None, (_parameter_of(one, known) for one in declared)))

    @property
    def signature(self) -> inspect.Signature:
        """Return the signature of the question's Python method."""
        found = []
        kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
        for one in self.parameters:
            default = inspect.Parameter.empty if one.required else one.default
            if one.repeated:
                found.append(inspect.Parameter(one.name, inspect.Parameter.VAR_POSITIONAL))
                kind = inspect.Parameter.KEYWORD_ONLY
            else:
                found.append(inspect.Parameter(one.name, kind, default=default))
        return inspect.Signature(found)


def question(
    row: str, *, name: str | None = None, notes: str = "", examples: tuple[str, ...] = (), has_page: bool = False
) -> Callable[[Function], Function]:
    """Declare a function to be a question of its name, or of `name`."""

    def declare(answer: Function) -> Function:
        called = name or answer.__name__
        _found[called] = Question(called, answer, row, notes, examples, has_page)
        return answer

    return declare


def question_called(name: str) -> Question | None:
    """Return a question by name, or null if there is none; the module of the name is looked at first."""
    if name not in _found and name.isidentifier() and find_spec(f"{__package__}.{name}"):
        import_module(f"{__package__}.{name}")
    return _found.get(name) or questions().get(name)


def questions() -> Mapping[str, Question]:
    """Return all questions by name, in alphabetical order.

    A module that declares none is not imported: all of them take as long as the rest of `skipper --help`.
    """
    for module in pkgutil.iter_modules(import_module(str(__package__)).__path__, f"{__package__}."):
        read = getattr(getattr(find_spec(module.name), "loader", None), "get_source", None)
        source = read and read(module.name)
        if source is None or "\n@question(" in source:
            import_module(module.name)
    return dict(sorted(_found.items()))


def _parameter_of(declared: inspect.Parameter, known: Mapping[str, Any]) -> Parameter | None:
    """Return a function's parameter as one of the question; null if its annotation, which is text, declares none."""
    annotation = declared.annotation
    if isinstance(annotation, str):
        if annotation == "LakeReader":
            return None
        annotation = eval(annotation, dict(known))  # as inspect.signature does with eval_str, but of this one alone
    given = next((one for one in getattr(annotation, "__metadata__", ()) if isinstance(one, Argument | Option)), None)
    if given is None:
        return None
    kind = get_args(annotation)[0]
    repeated = get_origin(kind) is tuple
    if repeated:
        kind = get_args(kind)[0]
    kind = next((one for one in get_args(kind) if one is not type(None)), kind) if _is_optional(kind) else kind
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    required = declared.default is declared.empty
    default = None if required else declared.default
    return Parameter(declared.name, given, str if choices else kind, choices, required, default, repeated)


def _is_optional(kind: Any) -> bool:
    return type(None) in get_args(kind)


_RULES = "managed: games that the manager ran; credited: games that the record book credits to the manager; or both."

_IDS = "any id (Retrosheet, Lahman, MLBAM, Baseball-Reference, FanGraphs)."
_NAMES = f"NAME is a name, part of a name, or {_IDS}"

ManagerName = Annotated[str, Argument(help=_NAMES, completes=MANAGERS)]
ManagerNames = Annotated[tuple[str, ...], Argument("NAME NAME...", _NAMES, MANAGERS)]
PlayerName = Annotated[str, Argument(help=_NAMES)]
OneManager = Annotated[str | None, Option(f"Only this manager. A name, part of a name, or {_IDS}", completes=MANAGERS)]
Rule = Annotated[Literal["managed", "credited", "both"], Option(_RULES)]
Season = Annotated[int, Option("The season, for example 2016.")]
OneSeason = Annotated[int | None, Option("Only this season.")]
OneClub = Annotated[str | None, Option("Only this club, by its code or name.")]
FirstSeason = Annotated[int | None, Option("First season included.", "from", "YEAR")]
LastSeason = Annotated[int | None, Option("Last season included.", "to", "YEAR")]
