"""Who is named in a document: full names first, then the surnames that belong to one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from skipper.press.nicknames import key
from skipper.press.reading.units import Entity
from skipper.press.vocabulary import Person, Vocabulary

SUFFIXES = frozenset(["Jr.", "Sr.", "Jr", "Sr", "II", "III"])
_LONGEST = 4  # words of a name
_PARTICLES = frozenset(["de", "la", "van", "von", "der", "del"])
_KIN = frozenset(["son", "father", "brother", "wife", "widow", "daughter", "mother", "sister", "cousin"])
Span = tuple[int, int]


@dataclass(frozen=True)
class People:
    """The people of a document by their full names, and those whom a bare surname means: one each."""

    by_name: Mapping[str, Entity]
    by_surname: Mapping[str, Entity]


def full_names(
    words: Sequence[str], free: Sequence[bool], vocabulary: Vocabulary, titled: Collection[int]
) -> Iterator[Span]:
    """Yield where full names stand among a passage's tokens: the vocabulary's, and two capitalised words behind a
    title.

    `free` states the tokens that are part of no other name, `titled` those before which a title stands.
    """
    behind = 0
    for place, word in enumerate(words):
        if place < behind or not word[:1].isupper():
            continue
        end = _end_of_name(words, free, place, vocabulary, place in titled)
        if end:
            yield place, end
            behind = end


def _end_of_name(words: Sequence[str], free: Sequence[bool], place: int, vocabulary: Vocabulary, titled: bool) -> int:
    last = place + 1
    while last < len(words) and last - place < _LONGEST and (words[last][:1].isupper() or words[last] in _PARTICLES):
        last += 1
    for end in range(last, place + 1, -1):
        whole = all(free[place:end]) or end - place > 2
        if end - place > 1 and whole and vocabulary.called(" ".join(words[place:end])):
            end += end < len(words) and words[end] in SUFFIXES
            return end + (words[end - 1] in ("Jr", "Sr") and words[end : end + 1] == ["."])
    plain = all(free[place:last]) and all(one.replace("'", "").replace(".", "").isalpha() for one in words[place:last])
    return last if titled and plain and 2 <= last - place <= 3 and not words[place].isupper() else 0


def learn(names: Iterable[str], vocabulary: Vocabulary) -> People:
    """Return the people of the full names, in the order of the text; a surname that two of them bear means neither."""
    by_name: dict[str, Entity] = {}
    for name in names:
        name = name.replace(" .", ".")
        found = key(name)
        if found not in by_name:
            people = _called(name, vocabulary)
            shouted = name.isupper() and len(name) > 4
            by_name[found] = Entity(people[0].name if shouted and people else name.title() if shouted else name, people)
    borne: dict[str, list[Entity]] = defaultdict(list)
    for entity in by_name.values():
        parts = [part for part in entity.name.split() if part not in SUFFIXES]
        for cut in range(1, len(parts)):
            borne[key("".join(parts[cut:]))].append(entity)
    return People(by_name, {name: each[0] for name, each in borne.items() if len(each) == 1})


def _called(name: str, vocabulary: Vocabulary) -> tuple[Person, ...]:
    bare = " ".join(part for part in name.split() if part not in SUFFIXES)
    return vocabulary.called(name) or vocabulary.called(bare)


def is_surname(words: Sequence[str], place: int, people: People) -> Entity | None:
    """Whom a bare surname means; null beside other capitalised words, which it is a part of a name with."""
    word = words[place]
    entity = people.by_surname.get(key(word)) if word[:1].isupper() and len(word) > 2 else None
    if entity is None:
        return None
    before, after = words[place - 1] if place else "", words[place + 1] if place + 1 < len(words) else ""
    if before.lower() in _KIN or (before[:1].isupper() and place > 1 and before.lower() not in _TITLES):
        return None
    return None if after[:1].isupper() and after.isalpha() and before[:1].isupper() else entity


_TITLES = frozenset(
    [*_PARTICLES, "manager", "mr.", "coach", "skipper", "the", "but", "and", "in", "when", "after", "then", "under"]
)
