"""What of a document is the piece: paragraphs, headline and captions, without the boilerplate of its site."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import re2

from skipper.press.claim import Passage
from skipper.press.data_file import read_yaml
from skipper.press.hand_kept import clubs
from skipper.press.text import plain

RULES = files("skipper.press").joinpath("boilerplate.yaml")
MAX_LINE = 20_000  # characters of one paragraph; a longer line is cut after a sentence, and is no prose without one
_WRAPPED = 60  # a line at least this long that ends without a full stop may go on in the next
_NARROWEST, _WIDEST = 40, 120  # characters of a hard-wrapped line
_RUNS_ON = 1.25  # times the next longest line: no line wrapped by hand
_RAGGED = 0.85  # of the width: what a line that was wrapped by hand fills
_HEADLINE = 160
_END = (".", "!", "?", '"', ":", ")", "'")
# A word that ends in lower case with a capital in its midst, as captions run into the text beside them: polaroidWally.
_GLUED = re2.compile(r"[a-z]{4}[A-Z][a-z]{2}")
_OWN_CAPITAL = re2.compile(r"\b(Mc|Mac|De|Di|La|Le|Van|Von|O')[A-Z]")
_DAY = r"((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2},\s\d{4}|\d{4}-\d\d-\d\d)\b"
# A line that says no more than who wrote it and when: By Ann Writer, Oct 3, 2022, 10:00am EDT | 4 comments.
_DATE = re2.compile(
    r"(?i)^\W*(?:(?:posted|published|updated|last updated|date)\b\W*(?:(?:by\s[\w .'-]{2,40}?\s)?on\s)?)?"
    rf"(?:by [\w .'-]{{3,40}}?(?:[|,]\s?|\s))?(?:\w{{6,9}},\s)?{_DAY}[\w\s:,.|*-]{{0,40}}$"
)
# What a wire or a release opens with: CHICAGO, Aug. 8, 2024 --; (Central Islip, N.Y., Nov. 30, 2010) --.
_TOWN = r"(?:[A-Z][A-Z .'/-]{2,30}(?:,\s[\w .]{2,12}?)?|\([\w .,'-]{3,40}?)"
_DATELINE = re2.compile(
    rf"^{_TOWN}(?:,\s|\s?\()(?i:{_DAY}),?\s?(?:AP|UPI|\([A-Z]{{2,8}}\))?\)?\s?[\x{{2014}}\x{{2013}}-]"
)


@cache
def _rules() -> dict[str, Any]:
    given = read_yaml(RULES)
    either = {
        name: re2.compile("(?i)" + "|".join(f"(?:{one})" for one in given[name]))
        for name in ("begins", "contains", "captions")
    }
    credits = re2.compile("|".join(f"(?:{one})" for one in given["credits"]))
    return {**either, "credits": credits, "whole": frozenset(given["whole"])}


def passages(text: str) -> tuple[Passage, ...]:
    """Return the passages of a document in their order. Furniture and credits are in none of them."""
    flat = plain(text)
    found: list[Passage] = []
    for start, end in _paragraphs(flat):
        if _kind(flat[start:end], False, False) is None:
            continue
        for first, last, glued in _unglued(flat, start, end):
            kind = _kind(flat[first:last], glued, not any(one.kind == "body" for one in found))
            if kind is not None:
                found.append(Passage(first, _before_credit(flat, first, last), kind))
    return tuple(one for one in found if one.start < one.end)


def dateline(text: str) -> str | None:
    """Return the date that stands alone in one of the first twelve lines, or before a dash as one begins; as
    written."""
    for line in plain(text[:3000]).split("\n")[:12]:
        found = _DATELINE.match(line) or (_DATE.match(line) if len(line) < 120 else None)
        if found:
            return found.group(1)
    return None


def _paragraphs(flat: str) -> Iterator[tuple[int, int]]:
    """Lines, joined where a hard-wrapped one goes on; without the spaces about them."""
    for block in _blocks(flat):
        width = _width([last - first for first, last in block])
        begin = block[0][0]
        for (first, last), following in zip(block, [*block[1:], None], strict=True):
            if following is None or not _goes_on(flat, (first, last), following, width):
                yield begin, last
                begin = following[0] if following else last


def _width(lengths: list[int]) -> int:
    """Return the longest line's length; of several wrapped lines one that an editor let run on is not counted."""
    *others, second, longest = sorted([0, *lengths])
    alone = len(others) > 2 and longest > _RUNS_ON * second
    return second if alone else longest


def _blocks(flat: str) -> Iterator[list[tuple[int, int]]]:
    """Runs of lines between blank ones: for each line where its words begin and end."""
    place, block = 0, []
    for line in flat.split("\n"):
        words = line.strip()
        if words and len(words) <= MAX_LINE:
            start = place + len(line) - len(line.lstrip())
            block.append((start, start + len(words)))
        else:
            if block:
                yield block
            block = []
            yield from ([piece] for piece in _pieces(flat, place, place + len(line)))
        place += len(line) + 1
    if block:
        yield block


def _pieces(flat: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a line that is too long, in pieces of whole sentences; a stretch without the end of one is left out."""
    while end - start > MAX_LINE:
        cut = flat.rfind(". ", start, start + MAX_LINE) + 1
        if cut:
            yield start, cut
        start = cut + 1 if cut else start + MAX_LINE
    if flat[start:end].strip():
        yield start, end


def _goes_on(flat: str, line: tuple[int, int], following: tuple[int, int], width: int) -> bool:
    """Return whether a line's sentence goes on in the next: the first word of that would not have fitted, and no
    indent.

    `width` is that of the block's longest line. Where that is too long for a wrapped line, only a line that ends
    without a full stop goes on.
    """
    length, words = line[1] - line[0], flat[line[0] : line[1]]
    if _indent(flat, following[0]) > _indent(flat, line[0]):
        return False
    if width > _WIDEST:
        return not words.endswith(_END) and _WRAPPED <= length <= _WIDEST
    next_word = flat[following[0] : following[1]].split(None, 1)[0]
    return width >= _NARROWEST and length + 1 + len(next_word) > _RAGGED * width


def _indent(flat: str, start: int) -> int:
    return start - 1 - flat.rfind("\n", 0, start)


def _unglued(flat: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the paragraph, or a caption and the paragraph that it ran into; the flag marks the former."""
    joint = _GLUED.search(flat[start : min(end, start + 200)])
    if joint:
        cut = start + joint.start() + 4
        word = flat[flat.rfind(" ", start, cut) + 1 : cut + 3]
        caption = flat[start:cut]
        if (
            not _OWN_CAPITAL.search(word)
            and not word.startswith(_clubs_joined_so())
            and len(caption.split()) > 2
            and not any(c in caption for c in ".!?")
        ):
            yield start, cut, True
            yield cut, end, False
            return
    yield start, end, False


@cache
def _clubs_joined_so() -> tuple[str, ...]:
    """Return how the words of clubs' names begin that have a capital in their midst: RiverDo, RoughRi, SouthSh."""
    words = {word for club in clubs() for word in club.name.split()}
    joints = ((word, _GLUED.search(word)) for word in sorted(words))
    return tuple(word[: joint.end()] for word, joint in joints if joint is not None)


Kind = Literal["body", "headline", "caption"]


def _kind(words: str, glued: bool, early: bool) -> Kind | None:
    """Return what a paragraph is; null for boilerplate."""
    rules = _rules()
    bare = words.strip(" .:|>»-").lower()
    short = len(words) < 300
    if bare in rules["whole"] or not any(letter.isalpha() for letter in words):
        return None
    if short and (rules["begins"].match(words) or rules["contains"].search(words)):
        return None
    if short and _DATE.match(words):
        return None
    if glued or (len(words) < 600 and rules["captions"].search(words)):
        return "caption"
    if early and len(words) < _HEADLINE and not words.endswith((".", '"', "?", "!")):
        return "headline"
    return "body"


def _before_credit(flat: str, start: int, end: int) -> int:
    credit = _rules()["credits"].search(flat[start:end])
    return start + credit.start() if credit else end
