"""Event files split into records in the plainest Python: what the compiled line splitter has to make of every line.

After Retrosheet's description of event files (https://www.retrosheet.org/eventfile.htm): a record is a line of fields
between commas, the first of which says its kind; a field in quotes may hold commas. Which fields there are is below.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

FIELDS = {
    "id": ["text"],
    "info": ["text", "rest of the line"],
    "start": ["text", "name", "number", "number", "number"],
    "sub": ["text", "name", "number", "number", "number"],
    "play": ["number", "number", "text", "count", "text", "text"],
    "data": ["text", "text", "number"],
    "badj": ["text", "hand"],
    "padj": ["text", "hand"],
    "ladj": ["number", "number"],
    "radj": ["text", "number"],
    "presadj": ["text", "number"],
}
ONLY_KNOWN_BY_KIND = ("version", "com")
MAY_HAVE_MORE_FIELDS = ("badj", "padj", "ladj", "radj", "presadj")
ANY_LETTERS = ("info", *ONLY_KNOWN_BY_KIND)  # and the names of men
FIELD = re.compile(r'"([^"]*)[^,]*|([^,]*)')
NUMBER = re.compile(r"-?[0-9]{1,6}")
COUNT = re.compile(r"[0-4?][0-3?]")
ODD = re.compile(r"[^ -~]")
BALLS = {  # by letter of a pitch sequence
    "B": "called_balls",
    "I": "intentional_balls",
    "P": "pitchout_balls",
    "H": "hit_batter",
    "V": "other_balls",
}
STRIKES = {
    **dict.fromkeys("C", "called_strikes"),
    **dict.fromkeys("SMQ", "swinging_strikes"),
    **dict.fromkeys("FLORT", "fouls"),
    **dict.fromkeys("XY", "in_play"),
    **dict.fromkeys("KA", "other_strikes"),
}
PITCHOUTS = "PQRY"  # a ball, swung at, fouled off, put in play
NOBODY_THREW = "VA"  # automatic balls and strikes
WRONG_FIELDS, NOT_A_NUMBER, BAD_BYTES, UNKNOWN_KIND = "wrong fields", "not a number", "bad bytes", "unknown kind"


@dataclass
class Record:
    """A line: its kind, the values of its fields in order (a count is two), and what is wrong with it, if anything.

    Texts are read as Latin-1, so that a letter stands for each byte. Of a count, -1 is unknown and -2 unreadable.
    """

    kind: str
    values: list[str | int] = field(default_factory=list)
    defect: str | None = None


def records_of(content: bytes) -> list[Record]:
    """The records of an event file."""
    lines = content.decode("latin-1").split("\n")
    return [record_of(line.rstrip("\r \t")) for line in (lines if lines[-1] else lines[:-1])]


def record_of(line: str) -> Record:
    """One line without its end."""
    if line in ("", "\x1a"):
        return Record("blank")
    kind, _, rest = line.partition(",")
    if kind in ONLY_KNOWN_BY_KIND:
        return Record(kind)
    if kind not in FIELDS:
        return Record("unknown", defect=UNKNOWN_KIND)
    fields = key_and_value(rest) if kind == "info" else split(rest)
    wanted = FIELDS[kind]
    if len(fields) < len(wanted) or (len(fields) > len(wanted) and kind not in MAY_HAVE_MORE_FIELDS):
        wrong_values = [fields[0]] if kind == "id" else []  # the game is known even so
        return Record(kind, wrong_values, BAD_BYTES if has_odd_bytes(kind, line, "") else WRONG_FIELDS)
    record = Record(kind)
    for text, way in zip(fields, wanted, strict=False):
        read_field(record, text, way)
    if kind == "id" and not fields[0]:
        record.defect = WRONG_FIELDS
    if has_odd_bytes(kind, line, fields[0]):
        record.defect = BAD_BYTES
    return record


def split(rest: str) -> list[str]:
    """The fields of a line behind its kind. What stands between a closing quote and the next comma is left out."""
    fields, at = [], 0
    while True:
        found = FIELD.match(rest, at)
        fields.append(found[2] if found[1] is None else found[1])
        if found.end() >= len(rest):
            return fields
        at = found.end() + 1
        if at == len(rest):
            return [*fields, ""]


def key_and_value(rest: str) -> list[str]:
    """Key and value of an `info` record; a value without quotes runs to the end of the line, whatever is in it."""
    key = FIELD.match(rest)
    value = rest[key.end() + 1 :]
    return [split(rest)[0], split(value)[0] if value.startswith('"') else value]


def read_field(record: Record, text: str, way: str) -> None:
    """Add the values of a field to its record."""
    if way == "number":
        is_number = NUMBER.fullmatch(text)
        record.values.append(int(text) if is_number else 0)
        record.defect = record.defect if is_number else NOT_A_NUMBER
    elif way == "count":
        record.values += count_of(text)
    elif way == "hand" and len(text) != 1:
        record.defect = WRONG_FIELDS
    elif way != "name":
        record.values.append(text)


def count_of(text: str) -> list[int]:
    """Balls and strikes. Up to four and three, for some files give the count as the turn at bat ended."""
    if text and not COUNT.fullmatch(text):
        return [-2, -2]
    return [-1 if digit == "?" else int(digit) for digit in text or "??"]


def has_odd_bytes(kind: str, line: str, man: str) -> bool:
    """Whether bytes outside ASCII spoil a line: a man's name may have them, his id may not."""
    if kind in ANY_LETTERS:
        return False
    return bool(ODD.search(man if kind in ("start", "sub") else line))


def pitches_of(sequence: str) -> dict[str, int]:
    """The letters of a pitch sequence counted by kind; a letter that is none of these counts for nothing."""
    kinds = Counter((BALLS | STRIKES).get(letter, "no pitch") for letter in sequence)
    thrown = [letter for letter in sequence if letter not in NOBODY_THREW]
    return {kind: kinds[kind] for kind in (BALLS | STRIKES).values()} | {
        "balls": sum(letter in BALLS for letter in thrown),
        "strikes": sum(letter in STRIKES for letter in thrown),
        "pitches": sum(letter in BALLS or letter in STRIKES or letter == "U" for letter in thrown),  # U: unknown
        "runners_going": sequence.count(">"),
        "pickoff_throws": sum(sequence.count(base) for base in "123"),
        "pitchouts": sum(sequence.count(letter) for letter in PITCHOUTS),
    }
