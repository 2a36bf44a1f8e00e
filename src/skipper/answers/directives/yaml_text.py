"""Read YAML restricted to plain data, with the place of every value.

Plans are untrusted input. Tags, anchors and aliases are rejected, nesting and length are bounded, keys are unique, and
every scalar remains a string as written (`no` is not a boolean, `1:30` is not a number).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

LONGEST = 2_000_000  # maximum characters in a plan, enough for about 20,000 directives
DEEPEST = 20
_NULL = ("", "~", "null", "Null", "NULL")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Path = tuple[str | int, ...]


@dataclass(frozen=True, order=True)
class Place:
    """A line and a column, both counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class YamlError(Exception):
    """Raised for content that is not YAML, or is more than plain data."""

    def __init__(self, place: Place, message: str) -> None:
        self.place, self.message = place, message
        super().__init__(f"{place}: {message}")


@dataclass
class Document:
    """The document: mappings, lists, strings and nulls, with the place of every value and key by path."""

    content: Any = None
    values: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)

    def place(self, path: Path, key: bool = False) -> Place:
        """Return the place of the value (or its key), or of its nearest existing parent."""
        while path:
            places = self.keys if key else self.values
            if path in places:
                return places[path]
            path, key = path[:-1], False
        return self.values.get((), Place(1, 1))


def read_yaml(text: str) -> Document:
    """Parse the document in `text`. Raises YamlError."""
    if len(text) > LONGEST:
        raise YamlError(Place(1, 1), f"more than {LONGEST:,} characters")
    document = Document()
    try:
        events = yaml.parse(text, Loader=_Loader)
        document.content = _document(events, document)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlError(_place(mark), f"not YAML: {error.problem or error.context}") from error
    except yaml.reader.ReaderError as error:
        place = Place(text.count("\n", 0, error.position) + 1, 1)
        raise YamlError(place, f"not YAML: {error.reason}") from error
    return document


def _document(events: Iterator[yaml.Event], document: Document) -> Any:
    for event in events:
        if isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
            continue
        if isinstance(event, yaml.StreamEndEvent):
            raise YamlError(Place(1, 1), "nothing in it")
        content = _value(event, events, document, ())
        next(events)  # the document's end
        after = next(events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise YamlError(_place(after.start_mark), "a second document: a file must contain a single plan")
        return content
    return None


def _value(event: yaml.Event, events: Iterator[yaml.Event], document: Document, path: Path) -> Any:
    """Return the value that begins with `event`, consuming events up to the value's last."""
    place = _place(event.start_mark)
    _refuse(event, place, path)
    document.values[path] = place
    if isinstance(event, yaml.ScalarEvent):
        return None if event.implicit[0] and event.value in _NULL else event.value
    if isinstance(event, yaml.SequenceStartEvent):
        return _sequence(events, document, path)
    return _mapping(events, document, path)


def _refuse(event: yaml.Event, place: Place, path: Path) -> None:
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise YamlError(place, "anchors (&) and aliases (*) are not allowed: repeat the value")
    if event.tag is not None:
        raise YamlError(place, f"tags ({event.tag}) are not read")
    if len(path) > DEEPEST:
        raise YamlError(place, f"nested deeper than {DEEPEST}")


def _sequence(events: Iterator[yaml.Event], document: Document, path: Path) -> list[Any]:
    items: list[Any] = []
    for event in events:
        if isinstance(event, yaml.SequenceEndEvent):
            break
        items.append(_value(event, events, document, (*path, len(items))))
    return items


def _mapping(events: Iterator[yaml.Event], document: Document, path: Path) -> dict[str, Any]:
    pairs: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        place = _place(event.start_mark)
        if not isinstance(event, yaml.ScalarEvent):
            raise YamlError(place, "a key must be one word")
        _refuse(event, place, path)
        name = event.value
        if name in pairs:
            raise YamlError(place, f"{name} occurs twice, first on {document.keys[(*path, name)]}")
        document.keys[(*path, name)] = place
        pairs[name] = _value(next(events), events, document, (*path, name))
    return pairs


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)
