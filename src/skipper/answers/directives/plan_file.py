"""Read plans from files, reporting errors with file, line, column and reason."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from skipper.answers.directives.kinds.kind import kinds
from skipper.answers.directives.plan import Affiliate, Directive, Plan, Unavailable
from skipper.answers.directives.yaml_text import LONGEST, Document, Place, YamlError, read_yaml
from skipper.answers.errors import AnswerError
from skipper.lake.location import read_within, text_of

Error = tuple[str, Place | None, str]  # file, place in it or null, reason
LARGEST = 4 * LONGEST  # bytes of a plan: UTF-8 takes at most four for a character
TOLD = 20  # maximum number of errors listed per file
SUFFIXES = (".yaml", ".yml")


class PlanError(AnswerError):
    """Raised for plans that cannot be used. `errors` are (file, place or null, reason), in file order."""

    def __init__(self, errors: Sequence[Error]) -> None:
        self.errors = errors
        lines = [f"{file}: {f'{place}: ' if place else ''}{reason}" for file, place, reason in errors[:TOLD]]
        more = len(errors) - TOLD
        super().__init__("\n".join([*lines, *([f"… and {more} more"] if more > 0 else [])]))


@dataclass(frozen=True)
class PlanFile:
    """A plan with the place of each of its parts. `name` is the file's name without its suffix."""

    name: str
    file: str
    plan: Plan
    document: Document

    def error(self, path: tuple[str | int, ...], reason: str) -> PlanError:
        """Return the error for an unusable value at `path`, with the value as written."""
        return PlanError([(self.file, self.document.place(path), reason)])


def read_plan(file: Path) -> PlanFile:
    """Read the plan in a file. Raises PlanError with all of the plan's errors."""
    try:
        text = read_within(file, LARGEST).decode("utf-8")
    except (OSError, ValueError) as error:
        reason = "not text in UTF-8" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", error)
        raise PlanError([(str(file), None, f"cannot be read: {reason}")]) from error
    return parse_plan(text, text_of(file), text_of(file.stem))


def parse_plan(text: str, file: str = "plan.yaml", name: str = "plan") -> PlanFile:
    """Parse a plan from a string; errors name `file` as its origin. Raises PlanError."""
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise PlanError([(file, error.place, error.message)]) from error
    try:
        plan = Plan.model_validate(document.content)
    except ValidationError as error:
        found = sorted((_place(document, detail), _reason(detail)) for detail in error.errors())
        raise PlanError([(file, place, reason) for place, reason in found]) from error
    repeated = _repeated(plan, document)
    if repeated:
        raise PlanError([(file, place, reason) for place, reason in repeated])
    return PlanFile(name, file, plan, document)


def read_plans(paths: list[Path]) -> list[PlanFile]:
    """Read the plans in the given files, and in folders recursively, where a plan's name is its relative path.

    Raises PlanError with the errors in all plans, or if there are no plans.
    """
    plans: list[PlanFile] = []
    errors: list[Error] = []
    for path in paths:
        files = sorted(one for one in path.rglob("*") if one.suffix in SUFFIXES) if path.is_dir() else [path]
        if not files:
            errors.append((str(path), None, f"no plan ({', '.join(SUFFIXES)}) in it"))
        for file in files:
            try:
                read = read_plan(file)
            except PlanError as error:
                errors += error.errors
                continue
            name = text_of(file.relative_to(path).with_suffix("").as_posix() if path.is_dir() else file.stem)
            plans.append(PlanFile(name, read.file, read.plan, read.document))
    if errors:
        raise PlanError(errors)
    names = [plan.name for plan in plans]
    if len(set(names)) < len(names):  # files with the same name in several folders
        plans = [PlanFile(Path(one.file).as_posix(), one.file, one.plan, one.document) for one in plans]
    return plans


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of plans, for editors."""
    return Plan.model_json_schema(by_alias=True)


def schema_text() -> str:
    """Return the content of the published schema, docs/plan.schema.json."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _place(document: Document, detail: ErrorDetails) -> Place:
    path = tuple(detail["loc"])
    return document.place(path, key=detail["type"] == "extra_forbidden")


def _reason(detail: ErrorDetails) -> str:
    last = detail["loc"][-1] if detail["loc"] else "the plan"
    name = last if isinstance(last, str) else str(detail["input"])
    context = detail.get("ctx", {})
    if detail["type"] == "missing":
        return f"{name} is missing"
    if detail["type"] == "extra_forbidden":
        listed = f"; inside braces, write several values as a list: [1, {name}]" if name.isdigit() else ""
        return f"{name}: there is no such field{listed or _meant(name)}"
    if detail["type"] in ("model_type", "model_attributes_type"):
        return f"{name}: expected fields, such as `name: value`"
    if detail["type"] == "literal_error":
        return f"{name} {detail['input']}: must be one of {context['expected'].replace(chr(39), '')}"
    if detail["type"] == "string_pattern_mismatch":
        return f"{name} {detail['input']}: only letters, digits, periods, hyphens and underscores are allowed"
    if detail["type"] in ("greater_than_equal", "less_than_equal"):
        word, limit = ("least", "ge") if "ge" in context else ("most", "le")
        return f"{name} {detail['input']}: at {word} {context[limit]}"
    if detail["type"] in ("string_type", "string_too_short"):
        return f"{name}: expected text"
    if detail["type"] == "list_type":
        return f"{name}: expected a list"
    if detail["type"] == "plan":
        return detail["msg"]
    return f"{name}: {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _meant(name: str) -> str:
    models: list[type[BaseModel]] = [Plan, Affiliate, Directive, Unavailable, *(kind.part for kind in kinds().values())]
    fields = sorted({info.alias or field for model in models for field, info in model.model_fields.items()})
    near = get_close_matches(name, fields, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _repeated(plan: Plan, document: Document) -> list[tuple[Place, str]]:
    first: dict[str, Place] = {}
    found = []
    for number, directive in enumerate(plan.directives):
        place = document.place(("directives", number, "id"))
        if directive.id in first:
            found.append((place, f"id {directive.id} occurs twice, first on {first[directive.id]}"))
        first.setdefault(directive.id, place)
    return found


def days_outside(file: PlanFile) -> list[tuple[str, Place, str]]:
    """Return the errors for days outside the plan's season, in file order.

    Call this only if the lake has the season; otherwise, report the missing season instead of an error for every day.
    """
    found = []
    for part in ("directives", "unavailable"):
        for number, one in enumerate(getattr(file.plan, part)):
            for field, day in (("from", one.start_day), ("to", one.end_day)):
                if day is not None and day.year != file.plan.season:
                    place = file.document.place((part, number, field))
                    found.append((file.file, place, f"{field} {day}: not a day of {file.plan.season}"))
    return sorted(found)
