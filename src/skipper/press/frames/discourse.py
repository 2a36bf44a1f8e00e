"""Who, which club and which season is in force: one list of mentions in the order of the text, and of posts held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from skipper.press.frames.tree import Tree
from skipper.press.reading.context import Context, Focus
from skipper.press.reading.people import People
from skipper.press.reading.units import ClubName, Entity, Time, Unit

if TYPE_CHECKING:
    from spacy.tokens import Token

Place = tuple[int, int]
_PEOPLE = frozenset(["{person}", "{person's}"])
_CLUBS = frozenset(["{club}", "{club's}"])
_LEAGUES = frozenset(["{league}", "{league's}"])
_PRONOUNS = frozenset(["{he}", "{him}", "{his}"])
_PRONOUN = 3  # characters of the longest
_SUBJECTS = frozenset(["nsubj", "nsubjpass"])
NEAR = 2  # sentences on which a club or a season stays in force


@dataclass(frozen=True)
class Mention:
    """One name or time of the text. `kind` is person, club or time; `subject` is whether it is a clause's subject,
    `main` that of the main clause."""

    kind: str
    value: Any
    place: Place
    sentence: int
    subject: bool
    quoted: bool
    main: bool = False


@dataclass(frozen=True)
class Post:
    """That a person has, or had, a post at a club; `manages` is whether the post is its manager's, `begins` whether the
    text states that it begins."""

    person: Entity
    clubs: tuple[ClubName, ...]
    place: Place
    named: Place
    sentence: int
    manages: bool
    begins: bool = False


@dataclass
class Discourse:
    """The mentions up to the sentence being read, and the posts that its claims have given."""

    topic: Entity | None
    topic_place: Place
    first_names: dict[str, Entity]
    focus: Mapping[int, Focus]
    counts: Mapping[str, int]
    club_counts: Counter[frozenset[str]] = field(default_factory=Counter)
    mentions: list[Mention] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)

    def enter(self, tree: Tree) -> None:
        """Add a sentence's mentions; of its pronouns those whom they mean."""
        begun = len(self.mentions)
        pronouns = [token for token in tree.doc if tree.key(token) in _PRONOUNS]
        for token in (*(one for one in tree.doc if one not in pronouns), *pronouns):  # a name may stand behind them
            unit = tree.unit(token)
            if unit is None or unit.key[:1] != "{":
                continue
            subject = token.dep_ in _SUBJECTS or (token.dep_ == "poss" and token.head.dep_ in _SUBJECTS)
            kind, value = _kind(unit), unit.value
            if unit.key in _PRONOUNS:
                he = self.he(unit.start, tree.sentence.number, main=is_main(token))
                kind, value = ("person", he[0]) if he is not None and not tree.quoted(token) else (None, None)
            if kind is not None:
                quoted = tree.quoted(token)
                verb = token.head.head if token.dep_ == "poss" else token.head
                main = subject and verb.dep_ == "ROOT"
                self.mentions.append(
                    Mention(kind, value, tree.place(token), tree.sentence.number, subject, quoted, main)
                )
        self.mentions[begun:] = sorted(self.mentions[begun:], key=lambda one: one.place)

    def near(self, sentence: int) -> list[Mention]:
        """Return the mentions of a sentence, of the few before it, and of those entered after it."""
        found = []
        for one in reversed(self.mentions):
            if one.sentence < sentence - NEAR:
                break
            found.append(one)
        return found[::-1]

    def he(
        self, place: int, sentence: int, others: frozenset[str] = frozenset(), *, main: bool = False
    ) -> tuple[Entity, Place] | None:
        """Whom a pronoun means: the first subject before it in its sentence, else the subject of the sentence before,
        else the piece's topic; nobody of `others`. `main` is whether it is the subject of a main clause."""
        near = self.near(sentence)
        before = [one for one in near if one.kind == "person" and one.place[0] < place and not one.quoted]
        people = [one for one in before if one.value.name not in others]
        own = [one for one in people if one.sentence == sentence]
        later = [one for one in near if one.sentence == sentence and one.main and one.place[0] > place]
        if not own and not main and later and later[0].kind == "person":  # when he was hired, Smith said
            return later[0].value, later[0].place
        subjects = [one for one in own if one.subject]
        if subjects:
            first = next((one for one in subjects if one.main), subjects[0])
            return first.value, self.named(first)
        if len({one.value.name for one in own}) == 1:
            return own[0].value, self.named(own[0])
        if own:
            return None
        focus = self.focus.get(sentence)
        if focus is None or focus.he is None or focus.he.name in others:
            return None
        return focus.he, focus.he_place

    def club(self, place: int, sentence: int) -> tuple[tuple[ClubName, ...], Place] | None:
        """Return which club `the club` means: the last named before it, nearby."""
        near = [one for one in self.near(sentence) if one.kind == "club" and one.place[0] < place]
        return (near[-1].value, near[-1].place) if near else None

    def league(self, place: int) -> tuple[str, Place] | None:
        """Return the league last named before a place."""
        before = [one for one in self.mentions if one.kind == "league" and one.place[0] < place]
        return (before[-1].value, before[-1].place) if before else None

    def named(self, mention: Mention) -> Place:
        """Return where the person of a mention is last named up to it: a pronoun's own words name nobody."""
        for one in reversed(self.mentions):
            named = one.kind == "person" and one.place[1] - one.place[0] > _PRONOUN
            if named and one.value.name == mention.value.name and one.place[0] <= mention.place[0]:
                return one.place
        return mention.place

    def post(self, person: str, sentence: int) -> tuple[tuple[ClubName, ...], Place] | None:
        """Return the club of the post that the person is said to hold: nearby, else anywhere; null if there are
        several."""
        own = [one for one in self.posts if one.person.name == person]
        own = [one for one in own if one.manages] or own
        own = [one for one in own if sentence - NEAR <= one.sentence <= sentence] or own
        return (own[-1].clubs, own[-1].place) if len({one.clubs[0].ids for one in own}) == 1 else None

    def holder(self, clubs: tuple[ClubName, ...]) -> tuple[Entity, Place] | None:
        """Return who manages a club: of those whose post the text says it is the only one, or the one whom it names
        most, if it does not tell far more of somebody else; nobody where a post there only begins: what the club did
        before is not that person's."""
        ids = frozenset(one for name in clubs for one in name.ids)
        own = [one for one in self.posts if one.manages and any(not name.ids.isdisjoint(ids) for name in one.clubs)]
        if any(one.begins for one in own):
            return None
        named = Counter({one.person.name: self.counts.get(one.person.name, 0) for one in own})
        if not named:
            return None
        (first, most), *others = named.most_common(2)
        if (others and others[0][1] * 2 > most) or most * 2 < max(self.counts.values()):
            return None
        found = next(one for one in own if one.person.name == first)
        return found.person, found.named

    def only_manager(self) -> tuple[Entity, Place] | None:
        """Return the one manager whose post the piece states; null if it speaks of several."""
        own = [one for one in self.posts if one.manages]
        return (own[0].person, own[0].named) if len({one.person.name for one in own}) == 1 else None

    def main_club(self, place: int, sentence: int) -> tuple[tuple[ClubName, ...], Place] | None:
        """Return the one club that the sentence names before a place, else the club that the piece names most, where it
        is two fifths of all that it names."""
        named = [one for one in self.near(sentence) if one.kind == "club" and one.place[0] < place]
        own = [one for one in named if one.sentence == sentence]
        if len({one.value[0].ids for one in own}) == 1:
            return own[0].value, own[0].place
        total = sum(self.club_counts.values())
        most = max(self.club_counts, key=lambda ids: self.club_counts[ids], default=None)
        if own or most is None or self.club_counts[most] * 5 < total * 2:
            return None
        named = [one for one in self.mentions if one.kind == "club" and one.value[0].ids == most]
        return (named[-1].value, named[-1].place) if named else None

    def year(self, place: int, sentence: int) -> tuple[int, Place] | None:
        """Return the season last named before a place, nearby."""
        times = [one for one in self.near(sentence) if one.kind == "time" and one.place[0] < place]
        near = [one for one in times if len(one.value.seasons) == 1]
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
        context.focus,
        context.mentions,
        Counter(
            unit.value[0].ids
            for one in context.sentences
            for unit in one.units
            if unit.key in _CLUBS and len(unit.value) == 1
        ),
    )


def is_main(token: Token) -> bool:
    """Return whether a word is the subject of a main clause, not of a clause within another."""
    verb = token.head
    while verb.dep_ in ("conj", "ccomp") and verb.head != verb:
        verb = verb.head
    return token.dep_ in _SUBJECTS and verb.dep_ == "ROOT"


def _kind(unit: Unit) -> str | None:
    if unit.key in _PEOPLE:
        return "person"
    if unit.key in _CLUBS:
        return "club"
    if unit.key in _LEAGUES:
        return "league"
    return "time" if isinstance(unit.value, Time) else None
