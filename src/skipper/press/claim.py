"""What a report is and what a claim is: the words that all of `press` shares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Literal

from skipper.answers.people import plain
from skipper.press.claim_type import claim_types
from skipper.press.days import Days, appointed_for, stated_days
from skipper.press.levels import level_of_words


@dataclass(frozen=True)
class Passage:
    """A part of a report's text, `text[start:end]`: one paragraph of what is stated, a headline, or a caption."""

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

    def __hash__(self) -> int:
        """Return the hash of its place: `fields` have none."""
        return hash((self.report, self.type, self.start, self.end))

    @property
    def person(self) -> str:
        """The name of whom it is about; empty where it names nobody."""
        return str(self.fields.get("person") or self.fields.get("player") or "")

    @property
    def person_key(self) -> str:
        """What the claims about one person share: the person_id, else the name as stated."""
        link = self.link("person") or self.link("player")
        return link.id if link is not None and link.id else f"name:{plain(self.person)}"

    @cached_property
    def clubs(self) -> tuple[str, ...]:
        """The clubs that it names, not the organizations."""
        return tuple(listed(self.fields.get("club")) + listed(self.fields.get("clubs")))

    @cached_property
    def organizations(self) -> tuple[str, ...]:
        """The organizations that it names."""
        return tuple(listed(self.fields.get("organization")) + listed(self.fields.get("organizations")))

    @cached_property
    def seasons(self) -> tuple[int, ...]:
        """The seasons that it is about: those it lists, or from its first to its last; none where it says none."""
        if seasons := self.fields.get("seasons"):
            return tuple(sorted(int(season) for season in seasons))
        first, last = (stated_days(self.fields.get(name)) for name in ("from", "to"))
        if first is not None and last is not None:
            return tuple(range(first.first.year, last.last.year + 1))
        return (first.first.year,) if first is not None else ()

    @cached_property
    def act_days(self) -> Days | None:
        """The days on which an appointment or a departure can have been; null if it says nothing of it."""
        stated = stated_days(self.fields.get("date_of_act"))
        if stated is not None:
            return stated
        if self.fields.get("for_season"):
            return appointed_for(int(self.fields["for_season"]))
        # Whoever leaves a season's post leaves it before the next season.
        return Days(date(self.seasons[0], 1, 1), date(self.seasons[-1] + 1, 3, 31)) if self.seasons else None

    @cached_property
    def level(self) -> str | None:
        """Its level, resolved or else as stated, in the form of `level_of_words`; null if it states none."""
        level = self.fields.get("level_resolved") or self.fields.get("level_stated") or self.fields.get("level")
        return None if level is None else level_of_words(str(level))

    @cached_property
    def assertion(self) -> str:
        """What claims of one type that say the same thing, on the same sources' word, share."""
        marks = [self.hedged, self.denied, self.text_disputes]
        return json.dumps([dict(self.fields), list(self.attributed_to), marks], sort_keys=True, default=str)

    def link(self, field: str) -> Link | None:
        """Return the link of one field, null if it was not linked."""
        return next((link for link in self.links if link.field == field), None)


def listed(value: Any) -> list[str]:
    """Return the values of a field that has one or several, as text; none of one that is not there."""
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


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
