"""Who is named in a piece: full names first, then surnames and first names that belong to one of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from skipper.press.extract.club_seasons import TEAM
from skipper.press.extract.full_names import NOT_FIRST, SUFFIXES, called_by_nickname, full_names, text_of
from skipper.press.extract.units import FIRST_SEASON, LAST_SEASON, Entity, Token
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Person, Vocabulary, key

LEAD = 1.5  # mentions that being named first is worth
_OF_A_PLACE = frozenset(["in", "at", "to", "from", "of", "the", "with", "for"])
KIN = frozenset(["son", "father", "brother", "grandson", "nephew", "uncle", "grandfather", "cousin", "stepson"])
_KIN_NEAR = 3  # words between it and the name: the son of X, his father, X
Find = tuple[int, int, str, object]
Named = tuple[int, int, str, Entity]


class NameFinder:
    """The people of one piece."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.entities: dict[str, Entity] = {}
        self.by_part: dict[str, list[Entity]] = defaultdict(list)
        self.count: Counter[Entity] = Counter()

    @cached_property
    def topic(self) -> Entity | None:
        """Whom the piece names most, not who runs a club; whom it names first counts for more, as a lead does."""
        first = next(iter(self.count), None)
        men = [one for one in self.count if not one.executive] or self.count
        return max(men, key=lambda one: self.count[one] + LEAD * (one is first), default=None)

    def learn(self, docs: list[list[Token]], taken: list[list[Find]]) -> list[list[Named]]:
        """The people of each passage. Full names come first: a surname may stand before the name it belongs to."""
        spans = []
        for doc, found in zip(docs, taken, strict=True):
            barred = _barred(found)
            spans.append((barred, list(full_names(doc, barred, self.vocabulary))))
        named = [self._full(doc, full) for doc, (_, full) in zip(docs, spans, strict=True)]
        for doc, (_, full) in zip(docs, spans, strict=True):
            self._set_kin_apart(doc, full)
        for doc, finds, (barred, full) in zip(docs, named, spans, strict=True):
            finds += self._parts(doc, barred, full)
            for _, _, _, entity in finds:
                self.count[entity] += 1
        return named

    def _full(self, doc: list[Token], full: list[tuple[int, int]]) -> list[Named]:
        return [
            (doc[first].idx, doc[last - 1].end, "person", self._entity(text_of(doc, first, last)))
            for first, last in full
        ]

    def _set_kin_apart(self, doc: list[Token], full: list[tuple[int, int]]) -> None:
        """The son of X Y: a bare Y is the man whose father X is, where X Y is named so alone."""
        for first, last in full:
            words = [token.text.lower() for token in doc[max(0, first - _KIN_NEAR) : first]]
            if KIN.isdisjoint(words):
                continue
            kin, surname = self._entity(text_of(doc, first, last)), key(doc[last - 1].text)
            ours = self.by_part[surname]
            if len(ours) > 1 and kin is not ours[0]:
                self.by_part[surname] = [one for one in ours if one is not kin]

    def _parts(self, doc: list[Token], barred: set[int], full: list[tuple[int, int]]) -> Iterator[Named]:
        """Surnames and first names that stand alone."""
        inside = {place for first, last in full for place in range(first, last)}
        for token in doc:
            own = token.idx not in barred or self._is_surname_here(token, doc)
            if token.text[:1].isupper() and token.place not in inside and own:
                entity = self._part(token, doc)
                if entity is not None:
                    yield token.idx, token.end, "person", entity

    def _is_surname_here(self, token: Token, doc: list[Token]) -> bool:
        """Jackson after Reggie Jackson, although a club's place is called so: where no preposition stands before it."""
        before = doc[token.place - 1].text.lower() if token.place else ""
        whose = self.by_part.get(key(token.text), [])
        return len(whose) == 1 and key(whose[0].name) != key(token.text) and before not in _OF_A_PLACE

    def _entity(self, name: str) -> Entity:
        words = " ".join(name.split())
        called = called_by_nickname(words)
        words = next((one for one in called if self.vocabulary.called(one)), called[0] if called else words)
        known = self.entities.get(key(words))
        if known is not None and known.name.isupper() and not words.isupper():
            known.name = words  # a headline in capitals named him first
        ours = self.by_part.get(key(words), [])
        if len(ours) == 1 and key(words) not in self.entities:
            return ours[0]  # La Russa after Tony La Russa
        whose = self.by_part.get(key(words.split()[-1]), [])
        if len(words.split()) > 2 and len(whose) == 1 and key(words) not in self.vocabulary.people_by_name:
            return whose[0]  # Dorrel Norman Elvert Herzog after Whitey Herzog
        if key(words) not in self.entities:
            people, other = self.vocabulary.called(words), self._by_initials(words)
            entity = Entity(other[0].name, other) if other and not people else Entity(_cased(words, people), people)
            self.entities[key(words)] = entity
            parts = [part for part in words.split() if part not in SUFFIXES]
            self.by_part[key(parts[0])].append(entity)
            for place in range(1, len(parts)):
                self.by_part[key("".join(parts[place:]))].append(entity)
        return self.entities[key(words)]

    def _by_initials(self, words: str) -> tuple[Person, ...]:
        """Charley Dressen where the only manager of that surname is Chuck: a name that begins with the same letters."""
        first, *_, last = words.split()
        known = [person for person in self.vocabulary.people_by_surname.get(key(last), ()) if person.managed]
        same = len(known) == 1 and known[0].name[:2].lower() == first[:2].lower()
        return (known[0],) if same else ()

    def _part(self, token: Token, doc: list[Token]) -> Entity | None:
        """Whom a single name means: one of the piece's people, else a manager of the vocabulary by his surname."""
        word = key(token.text)
        ours = self.by_part.get(word, [])
        if len(ours) == 1:
            return ours[0]
        if ours:
            several = tuple(person for entity in ours for person in entity.people)
            return self.entities.setdefault(word, Entity(token.text, several))
        if token.place and doc[token.place - 1].text.lower() in KIN:
            return None  # his father John: no man whose surname that is
        known = self.vocabulary.people_by_surname.get(word, ())
        managers = tuple(person for person in known if person.managed)
        told = _acts(token, doc) or _has_a_season(token, doc) or _is_titled(token, doc)
        if managers and told and token.text.lower() not in NOT_FIRST:
            if len(known) == 1:
                return self._entity(known[0].name)
            return self.entities.setdefault(word, Entity(token.text, known))
        return None


def _cased(words: str, people: tuple[Person, ...]) -> str:
    """RON GARDENHIRE of a headline as others write him."""
    if not words.isupper() or len(words) < 5:
        return words
    return people[0].name if people else words.title()


def _acts(token: Token, doc: list[Token]) -> bool:
    """Whether the next word is a verb, as after a surname that is a subject."""
    if token.place + 1 >= len(doc):
        return False
    classes = lexicon().classes.get(doc[token.place + 1].text.lower(), frozenset())
    return bool(classes & lexicon().verbs)


def _is_titled(token: Token, doc: list[Token]) -> bool:
    """The manager, Johnson, was dismissed."""
    before = [one.text.lower() for one in doc[max(0, token.place - 2) : token.place]]
    after = doc[token.place + 1].text if token.place + 1 < len(doc) else ""
    titled = len(before) == 2 and before[1] == "," and "manager" in lexicon().classes.get(before[0], frozenset())
    return titled and after == ","


def _has_a_season(token: Token, doc: list[Token]) -> bool:
    """Gibson's 2011 club: whose season it is stands before the year as a man's name."""
    after = [one.text for one in doc[token.place + 1 : token.place + 4]]
    if len(after) < 3 or after[0] not in ("'s", "’s") or not after[1].isdigit():
        return False
    return FIRST_SEASON <= int(after[1]) <= LAST_SEASON and after[2].lower() in TEAM


def _barred(found: Iterable[Find]) -> set[int]:
    """The characters of clubs and leagues, and of phrases of two words or more: no name begins among them."""
    return {
        place
        for start, end, kind, words in found
        if kind in ("club", "league") or " " in str(words)
        for place in range(start, end)
    }
