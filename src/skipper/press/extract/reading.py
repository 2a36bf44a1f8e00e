"""Passages to sentences of units: spaCy's tokenizer and phrase matcher over the vocabulary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import re2

from skipper.press.claim import Passage, Report
from skipper.press.extract.names import NameFinder
from skipper.press.extract.numbers import NUMBER_WORDS, ORDINAL_WORDS, numbers
from skipper.press.extract.units import ClubName, Sentence, Token, Unit
from skipper.press.extract.unlisted import unlisted_clubs
from skipper.press.lexicon import lexicon
from skipper.press.markdown import unseen
from skipper.press.text import plain
from skipper.press.vocabulary import Club, Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc

LONGEST_SENTENCE = 250  # units: whatever goes on longer is no sentence, and the work within one grows with its square
WORDS_KEPT = 1 << 14  # words whose kind is remembered: most of what is written is said in fewer
_RUN = re2.compile(r"\S{100,}")
_WIDE = re2.compile(r"\s\s|[^\S \n]")
_PRONOUNS = frozenset(["he", "him", "his", "himself", "she", "her", "hers", "herself"])
_CLOSERS = frozenset(['"', "'", ")", "]", "''"])
_GOES_ON = _CLOSERS | {",", ";"}  # no sentence begins with a comma: the stop before it is an abbreviation's
# A full stop after these ends no sentence.
_ABBREVIATED = frozenset(
    ["no", "vs", "st", "mt", "gen", "sen", "gov", "rep", "dr", "mr", "mrs", "ms", "jr", "sr", "u.s"]
)
# What of overlapping finds is kept when they are equally long.
_RANK = {"person": 0, "club": 1, "league": 2, "record": 3, "years": 3, "date": 3, "level": 4, "words": 5}
_LEVELS_END = frozenset(["A.", "AA.", "AAA."])
_OF_A_LEVEL = frozenset(["class", "single", "double", "triple", "low", "high", "advanced"])
Find = tuple[int, int, str, object]


class Tagger:
    """A reader of passages for one vocabulary. Making it takes about a second; keep it."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        import spacy  # a quarter of a worker's memory, and those who only sign or judge have no use for it
        from spacy.matcher import PhraseMatcher

        self.vocabulary = vocabulary
        self.nlp = spacy.blank("en")
        self.phrases = PhraseMatcher(self.nlp.vocab, attr="LOWER")
        self.clubs = _club_names(vocabulary.clubs)
        self.leagues = {
            name.lower(): league.name for league in vocabulary.leagues for name in (league.name, *league.others)
        }
        words = lexicon()
        for label, names in (
            ("club", self.clubs),
            ("league", self.leagues),
            ("level", words.levels),
            ("words", words.classes),
        ):
            # `St. Louis` is two tokens and `st. louis` three: a name is cut as it is written.
            for name in names:
                written = dict.fromkeys((name, name.title(), name.upper()))
                self.phrases.add(label, [self.nlp.make_doc(one) for one in written])

    def read(self, report: Report) -> tuple[list[Sentence], NameFinder]:
        """All sentences of the report, and the people whom it names."""
        read = [_readable(report.text, passage) for passage in report.passages]
        texts = [text for text, _ in read]
        docs = [_with_stops_apart(doc) for doc in self.nlp.pipe(texts)]
        taken = [self._phrases(doc, text) for doc, text in zip(docs, texts, strict=True)]
        tokens = [
            [Token(token.text, token.idx, bool(token.whitespace_), n) for n, token in enumerate(doc)] for doc in docs
        ]
        others = unlisted_clubs(tokens, taken, self.clubs, self.vocabulary)
        taken = [[*new, *old] for new, old in zip(others, taken, strict=True)]
        names = NameFinder(self.vocabulary)
        people = names.learn(tokens, taken)
        sentences: list[Sentence] = []
        for number, (passage, (text, places)) in enumerate(zip(report.passages, read, strict=True)):
            finds = [*taken[number], *people[number], *numbers(text)]
            units = self._units(text, tokens[number], finds)
            for unit in units:
                unit.start, unit.end = places[unit.start], places[unit.end - 1] + 1
            sentences += [Sentence(part, passage.kind, number) for part in _sentences(units)]
        return sentences, names

    def _phrases(self, doc: Doc, text: str) -> list[Find]:
        """Clubs and leagues, whose names have a capital or a figure, and the words of baseball."""
        finds: list[Find] = []
        for label, first, last in self.phrases(doc):
            name, end = self.nlp.vocab.strings[label], doc[last - 1]
            begin, until = doc[first].idx, end.idx + len(end)
            head = text[begin:until].lstrip("'")[:1]
            if name in ("club", "league") and not (head.isupper() or head.isdigit()):
                continue
            finds.append((begin, until, name, text[begin:until]))
        return finds

    def _units(self, text: str, tokens: list[Token], finds: Iterable[Find]) -> list[Unit]:
        """The finds and the tokens between them, in the order of the text."""
        units: list[Unit] = []
        chosen = _longest(finds)
        covered = following = 0
        for token in tokens:
            while following < len(chosen) and chosen[following][0] < token.idx:
                following += 1
            if following < len(chosen) and chosen[following][0] < token.end and chosen[following][0] >= covered:
                units.append(self._unit(text, chosen[following]))
                covered = chosen[following][1]
            elif token.idx >= covered and not token.text.isspace():
                units.append(_word(token.text, token.idx))
        return units

    def _unit(self, text: str, find: Find) -> Unit:
        start, end, kind, value = find
        words = text[start:end]
        place = (start, end)
        if kind == "words":
            return _word(words, start)
        if kind == "club" and isinstance(value, ClubName):
            return Unit("club", words, *place, value=ClubName(value.words, value.form, value.spans))
        if kind == "club":
            form, spans = self.clubs[words.lower()]
            return Unit("club", words, *place, value=ClubName(words, form, spans))
        if kind == "league":
            return Unit("league", words, *place, value=words)
        if kind == "level":
            return Unit(
                "level",
                words,
                *place,
                lexicon().classes.get(words.lower(), frozenset()),
                lexicon().levels[words.lower()],
            )
        return Unit(kind, words, *place, value=value)


def _with_stops_apart(doc: Doc) -> Doc:
    """Never rose past Double-A. The Pelicans …: spaCy takes `A.` for an initial, and the sentence has no end."""
    ends = [token for token in doc[:-1] if token.text in _LEVELS_END and _is_of_a_level(doc, token.i)]
    with doc.retokenize() as retokenizer:
        for token in ends:
            retokenizer.split(token, [token.text[:-1], "."], [(token, 0), (token, 1)])
    return doc


def _is_of_a_level(doc: Doc, place: int) -> bool:
    """Class A., Triple-A., High-A."""
    before = [one.lower_ for one in doc[max(0, place - 2) : place] if one.text != "-"]
    return bool(before) and before[-1] in _OF_A_LEVEL


def _readable(text: str, passage: Passage) -> tuple[str, Sequence[int]]:
    """A passage with each run of spaces and line ends as one space, and where each character stands in the report.

    A name or phrase may be broken by a line's end and the next line's indent. Marks of Markdown are read through.
    """
    flat = _tokenizable(plain(text[passage.start : passage.end]))
    marks = unseen(flat)
    if not marks and not _WIDE.search(flat):
        return flat.replace("\n", " "), range(passage.start, passage.end)
    seen = [n for n in range(len(flat)) if n not in marks]
    kept = [n for n, last in zip(seen, [None, *seen], strict=False) if last is None or not _doubled(flat, last, n)]
    words = "".join(" " if flat[n].isspace() else flat[n] for n in kept)
    return words, [passage.start + n for n in kept]


def _doubled(flat: str, last: int, place: int) -> bool:
    return flat[place].isspace() and flat[last].isspace()


def _tokenizable(text: str) -> str:
    """The text with runs of a hundred characters without a space blanked: no words, and spaCy peels them one by one."""
    return _RUN.sub(lambda run: " " * len(run.group()), text)


def _word(text: str, start: int) -> Unit:
    kind, classes, value = _sort(text)
    return Unit(kind, text, start, start + len(text), classes, value)


@lru_cache(maxsize=WORDS_KEPT)
def _sort(text: str) -> tuple[str, frozenset[str], int | None]:
    """A word's kind, classes and value."""
    low = text.lower()
    classes = lexicon().classes.get(low, frozenset())
    if low in _PRONOUNS:
        return "pronoun", frozenset(), None
    if low in NUMBER_WORDS:
        return "number", classes, NUMBER_WORDS[low]
    if low in ORDINAL_WORDS:
        return "ordinal", classes, ORDINAL_WORDS[low]
    return "word" if text[:1].isalnum() or classes else "punct", classes, None


def _longest(finds: Iterable[Find]) -> list[Find]:
    """Of overlapping finds the longest, of equally long ones the first in rank; in the order of the text."""
    kept: list[Find] = []
    taken: set[int] = set()
    for find in sorted(finds, key=lambda one: (one[0] - one[1], _RANK.get(one[2], 6), one[0])):
        if taken.isdisjoint(range(find[0], find[1])):
            taken.update(range(find[0], find[1]))
            kept.append(find)
    return sorted(kept, key=lambda one: one[0])


def _sentences(units: list[Unit]) -> Iterator[list[Unit]]:
    """Cut after a full stop and the quotation mark that follows it."""
    current: list[Unit] = []
    for place, unit in enumerate(units):
        current.append(unit)
        following = units[place + 1] if place + 1 < len(units) else None
        if (
            following is None
            or len(current) >= LONGEST_SENTENCE
            or (_ends(current) and following.text not in _GOES_ON and not following.text[:1].islower())
        ):
            yield _numbered(current)
            current = []
    if current:
        yield _numbered(current)


def _numbered(units: list[Unit]) -> list[Unit]:
    for place, unit in enumerate(units):
        unit.place = place
    return units


def _ends(current: list[Unit]) -> bool:
    last = current[-1]
    if last.kind == "word" and last.text[-1].isalnum():  # as most are
        return False
    if last.text in _CLOSERS and len(current) > 1:
        last = current[-2]
    if last.text not in (".", "!", "?", "..."):
        return False
    before = next((unit for unit in reversed(current[:-1]) if unit is not last), None)
    return before is None or before.low not in _ABBREVIATED


def _club_names(clubs: Iterable[Club]) -> dict[str, tuple[str, tuple[Club, ...]]]:
    """For each name in lower case its form and the spans of clubs that bear it; a full name before a nickname."""
    found: dict[str, dict[str, list[Club]]] = defaultdict(lambda: defaultdict(list))
    for club in clubs:
        found[club.name.lower()]["full"].append(club)
        for other in club.others:
            nick = "nickname" if club.is_major or " " not in other else "full"
            found[other.lower()][nick if other.lower() != club.place.lower() else "place"].append(club)
        if club.nickname:
            found[club.nickname.lower()]["nickname"].append(club)
        found[club.place.lower()]["place"].append(club)
    chosen: dict[str, tuple[str, tuple[Club, ...]]] = {}
    for name, forms in found.items():
        form = next(form for form in ("full", "nickname", "place") if form in forms)
        chosen[name] = (form, tuple(dict.fromkeys(forms[form])))
    return chosen
