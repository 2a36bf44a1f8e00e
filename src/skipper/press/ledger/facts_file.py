"""A hand-kept file of facts about one man: read, checked, and turned into claims.

Errors name the file and the line. The claims are judged as those of a report are.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationError, model_validator
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from skipper.answers.directives.yaml_text import YamlError, read_yaml
from skipper.lake.location import read_within
from skipper.press.claim import Claim, Link, Report
from skipper.press.claim_fields import ClaimFields, Strict
from skipper.press.claim_type import claim_types

LARGEST = 1_000_000  # bytes: a career in facts is a few thousand


class FactsFileError(Exception):
    """The file cannot be used; the message has a line `file: line N: reason` for each thing that is wrong."""


def _known_type(name: str) -> str:
    if name not in claim_types():
        raise ValueError(f"there is no type {name!r}: {', '.join(claim_types())}")
    return name


class Source(Strict):
    """Where a fact is from: the piece (a key of `pieces`), and who is said in it to have said so."""

    piece: str
    by: list[str] = Field(default_factory=list)
    hedged: bool = False
    denied: bool = False
    disputed: bool = False


class Piece(Strict):
    """A piece that facts are from. `date` is null if it carries none; `repeats` names a piece it reprints."""

    about: str
    file: str | None = None
    url: str | None = None
    date: datetime.date | None = None
    repeats: str | None = None


class Fact(ClaimFields):
    """One fact, with the fields of its claim type and where it is from; `note` is for readers."""

    type: Annotated[str, AfterValidator(_known_type)]
    sources: Annotated[list[Source], Field(min_length=1)]
    note: str | None = None

    @model_validator(mode="after")
    def _of_its_type(self) -> Fact:
        stated, fields = self.said(), claim_types()[self.type].fields
        strange = sorted(set(stated) - set(fields))
        if strange:
            raise ValueError(f"a fact of type {self.type} has no {', '.join(strange)}")
        if not stated:
            raise ValueError(f"a fact of type {self.type} says nothing: it may have {', '.join(fields)}")
        if self.first is not None and self.last is not None and self.first > self.last:
            raise ValueError(f"from {self.first} is after to {self.last}")
        return self

    def said(self) -> dict[str, Any]:
        """Return the claim's fields that it has, by their names there."""
        return self.model_dump(by_alias=True, exclude_none=True, exclude={"type", "sources", "note"})


class FactsFile(Strict):
    """The whole file. `person_id` is needed only where two people of a lake share the name."""

    person: str
    person_id: str | None = None
    pieces: dict[str, Piece]
    facts: Annotated[list[Fact], Field(min_length=1)]

    def reports(self) -> list[Report]:
        """Return the pieces as reports, without their text."""
        return [
            Report(name, "", title=piece.about, url=piece.url, date=piece.date, group=self._group(name))
            for name, piece in self.pieces.items()
        ]

    def _group(self, name: str) -> str:
        seen = {name}
        while (first := self.pieces[name].repeats) is not None and first not in seen:
            name = first
            seen.add(first)
        return name

    def claims(self, person_id: str | None = None) -> list[Claim]:
        """Return a claim for each fact and source; `start` is the fact's place in the file, from 1."""
        return [claim for place, fact in enumerate(self.facts, 1) for claim in self._claims_of(fact, place, person_id)]

    def _claims_of(self, fact: Fact, place: int, person_id: str | None) -> Iterator[Claim]:
        who = fact.player or self.person
        field = claim_types()[fact.type].subject
        fields = {field: who, **fact.said()}
        known = (self.person_id or person_id) if who == self.person else None
        links = (Link(field, who, who, known),) if known else ()
        for source in fact.sources:
            yield Claim(
                report=source.piece,
                type=fact.type,
                fields=fields,
                start=place,
                end=place,
                span=fact.note or "",
                attributed_to=tuple(source.by),
                hedged=source.hedged,
                denied=source.denied,
                text_disputes=source.disputed,
                links=links,
                explicit=True,  # whoever writes a fact by hand states each field
            )


def read_facts(path: Path) -> FactsFile:
    """Read and check the file. Raises FactsFileError, with file, line and reason of everything that is wrong."""
    try:
        text = read_within(path, LARGEST).decode("utf-8")
    except OSError as error:
        raise FactsFileError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FactsFileError(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from error
    except ValueError as error:
        raise FactsFileError(f"{path}: {error}") from error
    return parse_facts(text, path)


def parse_facts(text: str, path: Path | str = "facts") -> FactsFile:
    """Read and check the text of a file; errors name `path` as its origin. Raises FactsFileError as `read_facts`."""
    content = _load(text, path)
    if not isinstance(content, Mapping):
        raise FactsFileError(f"{path}: line 1: it must begin with `person:`")
    try:
        file = FactsFile.model_validate(_plain(content))
    except ValidationError as error:
        raise FactsFileError("\n".join(_told(path, content, error))) from error
    strange = [f"{path}: line {_line(content, loc)}: there is no piece {name!r}" for loc, name in _strangers(file)]
    if strange:
        raise FactsFileError("\n".join(strange))
    return file


def _strangers(file: FactsFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Pieces that facts, or other pieces, name and that `pieces` has not, with where they are named."""
    for place, fact in enumerate(file.facts):
        for number, source in enumerate(fact.sources):
            if source.piece not in file.pieces:
                yield ("facts", place, "sources", number), source.piece
    for name, piece in file.pieces.items():
        if piece.repeats is not None and piece.repeats not in file.pieces:
            yield ("pieces", name, "repeats"), piece.repeats


def _load(text: str, path: Path | str) -> Any:
    """Return the file with the lines of everything in it. It may come from a client of the service: only plain data is
    read, because aliases would let a short text stand for a huge one."""
    try:
        read_yaml(text)
    except YamlError as error:
        raise FactsFileError(f"{path}: line {error.place.line}: {error.message}") from error
    try:
        return YAML(typ="rt").load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"line {mark.line + 1}: " if mark else ""
        raise FactsFileError(f"{path}: {line}{error.problem or error.context}") from error
    except YAMLError as error:
        raise FactsFileError(f"{path}: {error}") from error


def _plain(value: Any) -> Any:
    """Return the content without ruamel's own types."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(inner) for inner in value]
    return value


def _told(path: Path | str, content: Any, error: ValidationError) -> Iterator[str]:
    for one in error.errors(include_url=False):
        where = ".".join(str(part + 1) if isinstance(part, int) else part for part in one["loc"])
        reason = one["msg"].removeprefix("Value error, ")
        yield f"{path}: line {_line(content, one['loc'])}: {f'{where}: ' if where else ''}{reason}"


def _line(content: Any, loc: tuple[str | int, ...]) -> int:
    """Return the line of the value at `loc`, or of the nearest thing around it."""
    line = 1
    for part in loc:
        marks = getattr(content, "lc", None)
        known = isinstance(part, int) if isinstance(content, list) else isinstance(content, Mapping) and part in content
        if marks is None or not known:
            break
        line = (marks.item(part) if isinstance(content, list) else marks.key(part))[0] + 1
        content = content[part]
    return line
