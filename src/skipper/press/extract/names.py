"""Who is named in a piece: full names first, then surnames and first names that belong to one of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from skipper.press.extract.units import Entity, Token
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Vocabulary, key

_PARTICLES = frozenset(["de", "la", "del", "los", "van", "von", "der", "da", "di", "st.", "du", "le"])
_SUFFIXES = frozenset(["Jr.", "Sr.", "Jr", "Sr", "II", "III"])
_NOT_FIRST = frozenset(
    [
        "the",
        "a",
        "an",
        "in",
        "on",
        "at",
        "for",
        "after",
        "before",
        "when",
        "while",
        "as",
        "his",
        "her",
        "he",
        "she",
        "but",
        "and",
        "or",
        "if",
        "under",
        "over",
        "with",
        "may",
        "june",
        "april",
        "august",
        "former",
        "new",
        "manager",
        "coach",
        "skipper",
        "president",
        "mlb",
        "july",
        "major",
        "general",
        "incoming",
        "interim",
        "also",
        "then",
        "still",
        "later",
        "two",
    ]
)
_NOT_LAST = frozenset(
    [
        "league",
        "series",
        "stadium",
        "park",
        "field",
        "university",
        "times",
        "post",
        "sports",
        "street",
        "county",
        "city",
        "day",
        "news",
        "press",
        "tribune",
        "globe",
        "island",
    ]
)
LONGEST = 4  # tokens of a full name
Find = tuple[int, int, str, object]


class NameFinder:
    """The people of one piece."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.entities: dict[str, Entity] = {}
        self.by_part: dict[str, list[Entity]] = defaultdict(list)
        self.count: Counter[str] = Counter()

    @property
    def topic(self) -> Entity | None:
        """Whom the piece names most, of equals the first."""
        named = self.count.most_common(1)
        return self.entities[named[0][0]] if named else None

    def learn(self, docs: list[list[Token]], taken: list[list[Find]]) -> list[list[Find]]:
        """The people of each passage. Full names come first: a surname may stand before the name it belongs to."""
        spans = []
        for doc, found in zip(docs, taken, strict=True):
            barred = _barred(found)
            spans.append((barred, list(_full_names(doc, barred, self.vocabulary))))
        named = [self._full(doc, full) for doc, (_, full) in zip(docs, spans, strict=True)]
        for doc, finds, (barred, full) in zip(docs, named, spans, strict=True):
            finds += self._parts(doc, barred, full)
            for _, _, _, entity in finds:
                self.count[key(entity.name)] += 1
        return named

    def _full(self, doc: list[Token], full: list[tuple[int, int]]) -> list[Find]:
        return [
            (doc[first].idx, doc[last - 1].end, "person", self._entity(_text(doc, first, last))) for first, last in full
        ]

    def _parts(self, doc: list[Token], barred: set[int], full: list[tuple[int, int]]) -> Iterator[Find]:
        """Surnames and first names that stand alone."""
        inside = {place for first, last in full for place in range(first, last)}
        for token in doc:
            if token.text[:1].isupper() and token.place not in inside and token.idx not in barred:
                entity = self._part(token, doc)
                if entity is not None:
                    yield token.idx, token.end, "person", entity

    def _entity(self, name: str) -> Entity:
        words = " ".join(name.split())
        ours = self.by_part.get(key(words), [])
        if len(ours) == 1 and key(words) not in self.entities:
            return ours[0]  # La Russa after Tony La Russa
        if key(words) not in self.entities:
            entity = Entity(words, self.vocabulary.people_by_name.get(key(words), ()))
            self.entities[key(words)] = entity
            parts = [part for part in words.split() if part not in _SUFFIXES]
            self.by_part[key(parts[0])].append(entity)
            for place in range(1, len(parts)):
                self.by_part[key("".join(parts[place:]))].append(entity)
        return self.entities[key(words)]

    def _part(self, token: Token, doc: list[Token]) -> Entity | None:
        """Whom a single name means: one of the piece's people, else a manager of the vocabulary by his surname."""
        word = key(token.text)
        ours = self.by_part.get(word, [])
        if len(ours) == 1:
            return ours[0]
        if ours:
            several = tuple(person for entity in ours for person in entity.people)
            return self.entities.setdefault(word, Entity(token.text, several))
        known = self.vocabulary.people_by_surname.get(word, ())
        managers = tuple(person for person in known if person.managed)
        if managers and _acts(token, doc) and token.text.lower() not in _NOT_FIRST:
            if len(known) == 1:
                return self._entity(known[0].name)
            return self.entities.setdefault(word, Entity(token.text, known))
        return None


def _full_names(doc: list[Token], barred: set[int], vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    place = 0
    while place < len(doc):
        length = _name_length(doc, place, barred, vocabulary)
        if length:
            yield place, place + length
        place += length or 1


def _name_length(doc: list[Token], place: int, barred: set[int], vocabulary: Vocabulary) -> int:
    """How many tokens from here are a person's full name; 0 where none is."""
    first = doc[place]
    if not _capital(first) or first.text.lower() in _NOT_FIRST or first.idx in barred:
        return 0
    run = _run(doc, place, barred)
    for length in range(min(run, LONGEST), 1, -1):
        words = [token.text for token in doc[place : place + length] if token.text not in _SUFFIXES]
        known = len(words) > 1 and key("".join(words)) in vocabulary.people_by_name
        if known or (length == 2 and _looks_named(doc, place, vocabulary)):
            suffix = place + length < len(doc) and doc[place + length].text in _SUFFIXES
            stop = (
                suffix
                and place + length + 1 < len(doc)
                and doc[place + length].text in ("Jr", "Sr")
                and doc[place + length + 1].text == "."
            )
            return length + suffix + stop
    return 0


def _looks_named(doc: list[Token], place: int, vocabulary: Vocabulary) -> bool:
    first, last = doc[place], doc[place + 1]
    if last.text.lower() in _NOT_LAST or len(last.text) < 3 or last.text.isupper():
        return False
    titled = place > 0 and bool(
        lexicon().classes.get(doc[place - 1].text.lower(), frozenset()) & {"executive", "manager", "coach"}
    )
    cited = place > 1 and doc[place - 1].text.lower() == "to" and doc[place - 2].text.lower() == "according"
    return titled or cited or first.text.lower() in vocabulary.first_names


def _run(doc: list[Token], place: int, barred: set[int]) -> int:
    """How many tokens from here can be one name."""
    end = place
    while end < len(doc) and end - place < LONGEST:
        token = doc[end]
        particle = token.text.lower() in _PARTICLES and end > place
        if not (_capital(token) or particle) or token.idx in barred or (end > place and not doc[end - 1].spaced):
            break
        end += 1
    while end > place and doc[end - 1].text.lower() in _PARTICLES:
        end -= 1
    return end - place


def _capital(token: Token) -> bool:
    return token.text[:1].isupper() and (len(token.text) > 1 or token.text == "O") and not token.text.endswith("'s")


def _text(doc: list[Token], first: int, last: int) -> str:
    return "".join(token.text + " " * token.spaced for token in doc[first:last]).strip()


def _acts(token: Token, doc: list[Token]) -> bool:
    """Whether the next word is a verb, as after a surname that is a subject."""
    if token.place + 1 >= len(doc):
        return False
    classes = lexicon().classes.get(doc[token.place + 1].text.lower(), frozenset())
    return bool(classes & lexicon().verbs)


def _barred(found: Iterable[Find]) -> set[int]:
    """The characters of clubs and leagues, and of phrases of two words or more: no name begins among them."""
    return {
        place
        for start, end, kind, words in found
        if kind in ("club", "league") or " " in str(words)
        for place in range(start, end)
    }
