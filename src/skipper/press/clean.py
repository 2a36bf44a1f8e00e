"""What of a document is the piece: paragraphs, headline and captions, without the furniture of its site."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import re2
import yaml

from skipper.press.claim import Passage
from skipper.press.text import plain

RULES = Path(__file__).with_name("furniture.yaml")
MAX_LINE = 50_000  # characters of one paragraph; a longer line is no prose
_WRAPPED = 60  # a line at least this long that ends without a full stop may go on in the next
_HEADLINE = 160
_END = (".", "!", "?", '"', ":", ")", "'")
# A word that ends in lower case with a capital in its midst, as captions run into the text beside them: polaroidWally.
_GLUED = re2.compile(r"[a-z]{4}[A-Z][a-z]{2}")
_OWN_CAPITAL = re2.compile(r"\b(Mc|Mac|De|Di|La|Le|Van|Von|O')[A-Z]")
_DATE = re2.compile(
    r"(?i)^\W*(?:(?:posted|published|updated|last updated|date)\W+(?:on\s)?)?(?:by [\w .'-]{3,40}[|,]\s?)?"
    r"(?:\w{6,9},\s)?"
    r"((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2},\s\d{4}|\d{4}-\d\d-\d\d)\b"
    r"[\w\s:,.|-]{0,40}$"
)


@cache
def _rules() -> dict[str, Any]:
    given = yaml.safe_load(RULES.read_text(encoding="utf-8"))
    either = {
        name: re2.compile("(?i)" + "|".join(f"(?:{one})" for one in given[name]))
        for name in ("begins", "contains", "captions")
    }
    credits = re2.compile("|".join(f"(?:{one})" for one in given["credits"]))
    return {**either, "credits": credits, "whole": frozenset(given["whole"])}


def passages(text: str) -> tuple[Passage, ...]:
    """The passages of a document in their order. Furniture and credits are in none of them."""
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
    """The date that stands alone in one of the first twelve lines, as written."""
    for line in plain(text[:3000]).split("\n")[:12]:
        if len(line) < 120 and (found := _DATE.match(line)):
            return found.group(1)
    return None


def _paragraphs(flat: str) -> Iterator[tuple[int, int]]:
    """Lines, joined where a hard-wrapped one goes on; without the spaces about them."""
    place, open_from, last = 0, None, 0
    for line in flat.split("\n"):
        end, words = place + len(line), line.strip()
        if not words or len(words) > MAX_LINE:
            if open_from is not None:
                yield open_from, last
            open_from = None
        else:
            start = place + len(line) - len(line.lstrip())
            if open_from is None:
                open_from = start
            last = place + len(line.rstrip())
            if words.endswith(_END) or not _WRAPPED <= len(words) <= 100:
                yield open_from, last
                open_from = None
        place = end + 1
    if open_from is not None:
        yield open_from, last


def _unglued(flat: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """The paragraph, or a caption and the paragraph that it ran into; the flag marks the former."""
    joint = _GLUED.search(flat[start : min(end, start + 200)])
    if joint:
        cut = start + joint.start() + 4
        word = flat[flat.rfind(" ", start, cut) + 1 : cut + 3]
        caption = flat[start:cut]
        if not _OWN_CAPITAL.search(word) and len(caption.split()) > 2 and not any(c in caption for c in ".!?"):
            yield start, cut, True
            yield cut, end, False
            return
    yield start, end, False


Kind = Literal["body", "headline", "caption"]


def _kind(words: str, glued: bool, early: bool) -> Kind | None:
    """What a paragraph is; null for furniture."""
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
