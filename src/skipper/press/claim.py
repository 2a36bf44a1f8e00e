"""What a report is and what a claim is: the words that all of `press` shares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from skipper.press.claim_type import claim_types


@dataclass(frozen=True)
class Passage:
    """A part of a report's text, `text[start:end]`: one paragraph of what is told, a headline, or a caption."""

    start: int
    end: int
    kind: Literal["body", "headline", "caption"]


@dataclass(frozen=True)
class Report:
    """One document as read.

    `name` is the file's name (with `:` and the line for a line of JSON). `date` and `url` are null if the
    document does not give them. `text` is the document's text as read: of plain text and JSON not one character is
    changed, of HTML the tags are gone; a claim's `start` and `end` count its characters. `passages` are the parts of it
    that remain after cleaning. `group` is shared by documents that repeat one another, so that they are one source.
    """

    name: str
    text: str
    passages: tuple[Passage, ...] = ()
    title: str | None = None
    url: str | None = None
    date: date | None = None
    group: str | None = None

    def __hash__(self) -> int:
        """Return the hash of the name and text: a long report may have thousands of passages."""
        return hash((self.name, self.text))


@dataclass(frozen=True)
class Link:
    """What a name in the text was linked to.

    `words` are the text's. `id` is a person_id, or a club's or organization's id of the vocabulary; null if
    nothing or several fit. `candidates` are the ids that fit where they are several.
    """

    field: str
    words: str
    name: str
    id: str | None = None
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Claim:
    """One assertion of one report.

    `fields` are those of its `ClaimType`, with names in full. `span` are the words that say it, at most a
    sentence or two: `report.text[start:end]`. `attributed_to` says who is said to have said it, then through
    whom, nearest to the fact first; empty where the report speaks for itself. `hedged`, `denied` and
    `text_disputes`: the text itself doubts it, denies it, or gives another version beside it. `cited` gives, for a
    field, where its own words stand in the report's text, where they are outside the span. `explicit` is true only
    where every field stands in the span's own sentence or heading.
    """

    report: str
    type: str
    fields: Mapping[str, Any]
    start: int
    end: int
    span: str
    attributed_to: tuple[str, ...] = ()
    hedged: bool = False
    denied: bool = False
    text_disputes: bool = False
    links: tuple[Link, ...] = field(default=())
    explicit: bool = False
    cited: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = set(self.fields) - set(claim_types()[self.type].fields)
        if unknown:
            raise ValueError(f"a claim of type {self.type} has no field {', '.join(sorted(unknown))}")

    def link(self, field: str) -> Link | None:
        """The link of one field, null if it was not linked."""
        return next((link for link in self.links if link.field == field), None)


def claim_from(row: Mapping[str, Any]) -> Claim:
    """Return the claim in a row of table `claim`."""
    links = tuple(
        Link(one["field"], one["words"], one["name"], one["id"], tuple(one["candidates"]))
        for one in json.loads(row["links"])
    )
    return Claim(
        report=row["report"],
        type=row["type"],
        fields=json.loads(row["fields"]),
        start=row["first_character"],
        end=row["last_character"],
        span=row["span"],
        attributed_to=tuple(row["attributed_to"] or ()),
        hedged=row["hedged"],
        denied=row["denied"],
        text_disputes=row["text_disputes"],
        links=links,
        explicit=row["explicit"],
    )
