"""Who, which club and which season is in force: one list of mentions in the order of the text, and of posts held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from skipper.press.frames.tree import Tree
from skipper.press.reading.context import Context
from skipper.press.reading.people import People
from skipper.press.reading.units import ClubName, Entity, Time

Place = tuple[int, int]
_PEOPLE = frozenset(["{person}", "{person's}"])
_CLUBS = frozenset(["{club}", "{club's}"])
_SUBJECTS = frozenset(["nsubj", "nsubjpass"])
NEAR = 2  # sentences on which a club or a season stays in force


@dataclass(frozen=True)
class Mention:
    """One name or time of the text. `kind` is person, club or time; `subject` is whether a clause's subject has it."""

    kind: str
    value: Any
    place: Place
    sentence: int
    subject: bool
    quoted: bool


@dataclass
class Discourse:
    """The mentions up to the sentence being read, and the posts that its claims have given."""

    topic: Entity | None
    topic_place: Place
    first_names: dict[str, Entity]
    mentions: list[Mention] = field(default_factory=list)
    posts: list[tuple[str, tuple[ClubName, ...], Place, int]] = field(default_factory=list)

    def enter(self, tree: Tree) -> None:
        """Add a sentence's mentions."""
        self.mentions += _mentions(tree)

    def he(self, place: int, sentence: int) -> tuple[Entity, Place] | None:
        """Whom a pronoun means: the last subject before it in its sentence, else of the sentence before, else the
        piece's topic."""
        people = [one for one in self.mentions if one.kind == "person" and one.place[0] < place and not one.quoted]
        own = [one for one in people if one.sentence == sentence]
        for group in (own, [one for one in people if sentence - NEAR <= one.sentence < sentence]):
            subjects = [one for one in group if one.subject]
            if subjects:
                last = subjects[-1].sentence
                first = next(one for one in subjects if one.sentence == last)
                return first.value, first.place
        if len({one.value.name for one in own}) == 1:
            return own[0].value, own[0].place
        return (self.topic, self.topic_place) if self.topic is not None else None

    def club(self, place: int, sentence: int) -> tuple[tuple[ClubName, ...], Place] | None:
        """Which club `the club` means: the last named before it, nearby."""
        near = [one for one in self.mentions if one.kind == "club" and one.place[0] < place]
        near = [one for one in near if sentence - NEAR <= one.sentence]
        return (near[-1].value, near[-1].place) if near else None

    def post(self, person: str, sentence: int) -> tuple[tuple[ClubName, ...], Place] | None:
        """The club of the post that the person was last said to hold, nearby."""
        near = [one for one in self.posts if one[0] == person and sentence - NEAR <= one[3] <= sentence]
        return (near[-1][1], near[-1][2]) if near else None

    def year(self, place: int, sentence: int) -> tuple[int, Place] | None:
        """The season last named before a place, nearby."""
        times = [one for one in self.mentions if one.kind == "time" and one.place[0] < place]
        near = [one for one in times if sentence - NEAR <= one.sentence and len(one.value.seasons) == 1]
        return (near[-1].value.seasons[0], near[-1].place) if near else None


def begun(context: Context, people: People) -> Discourse:
    """Return the discourse of a document before its first sentence: its topic is the person whom it names most, or of
    several the one of its heading."""
    named = Counter(dict(context.mentions))
    heading = next((one for one in context.sentences if one.kind == "headline"), None)
    first = {unit.value.name for unit in heading.units if unit.key in _PEOPLE} if heading is not None else set()
    name = max(named, key=lambda one: (named[one], one in first), default=None)
    entities = {entity.name: entity for entity in people.by_name.values()}
    borne: dict[str, list[Entity]] = {}
    for entity in entities.values():
        borne.setdefault(entity.name.split()[0], []).append(entity)
    return Discourse(
        entities.get(name) if name is not None else None,
        context.named[name] if name is not None else (0, 0),
        {given: each[0] for given, each in borne.items() if len(each) == 1},
    )


def _mentions(tree: Tree) -> Iterator[Mention]:
    for token in tree.doc:
        unit = tree.unit(token)
        if unit is None:
            continue
        kind = "person" if unit.key in _PEOPLE else "club" if unit.key in _CLUBS else "time"
        if kind != "time" or isinstance(unit.value, Time):
            subject = token.dep_ in _SUBJECTS or (token.dep_ == "poss" and token.head.dep_ in _SUBJECTS)
            yield Mention(kind, unit.value, tree.place(token), tree.sentence.number, subject, tree.quoted(token))



