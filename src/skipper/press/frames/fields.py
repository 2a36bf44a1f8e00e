"""From a frame's slots to a claim's fields: each kind of value is read off an argument, or off the discourse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from skipper.press.claim import Link
from skipper.press.frames.clause import Clause
from skipper.press.frames.discourse import Discourse, is_main
from skipper.press.frames.frame import Frame, Slot
from skipper.press.frames.tree import Tree
from skipper.press.frames.words import codes_of, words_of
from skipper.press.hand_kept import present_major_leagues
from skipper.press.lexicon import lexicon
from skipper.press.nicknames import key
from skipper.press.reading.clubs import link, shown
from skipper.press.reading.context import Context, Place
from skipper.press.reading.units import ClubName, Entity, Time

if TYPE_CHECKING:
    from spacy.tokens import Token

_PRONOUNS = frozenset(["{he}", "{him}", "{his}"])
_NAMED = frozenset(["{person}", "{person's}"])
_CLUBS = frozenset(["{club}", "{club's}"])
_MODIFIERS = frozenset(["poss", "compound", "nmod", "amod", "appos"])
_OF_CLUBS = frozenset(["record", "title", "tally"])  # claims that a club's own words make of who manages it
OPENING = 3  # words of a sentence
YOUNGEST, OLDEST = 15, 99  # years of age
_DAYS = {"day": 1, "week": 7}


@dataclass(frozen=True)
class Part:
    """One field of a claim: its value, where its words stand, and the link of a name."""

    field: str
    value: Any
    place: Place
    link: Link | None = None


@dataclass(frozen=True)
class Reading:
    """A clause under a frame, in its document."""

    clause: Clause
    frame: Frame
    context: Context
    discourse: Discourse

    @property
    def sentence(self) -> int:
        """The sentence's number."""
        return self.clause.tree.sentence.number

    @property
    def places(self) -> frozenset[Place]:
        """Where the words of the clause and of its arguments stand."""
        clause = self.clause
        words = [*clause.territory, *(one.token for one in clause.arguments)]
        if clause.nominal and clause.head.dep_ in ("attr", "oprd") and clause.governor is not None:
            words += clause.governor.territory
        if clause.purpose is not None:
            words += [*clause.purpose.territory, *(one.token for one in clause.purpose.arguments)]
        return frozenset(clause.tree.place(token) for token in words)

    def tokens(self, roles: Sequence[str]) -> Iterator[Token]:
        """Yield the arguments of the roles: of `to X`, those of the infinitive that says what for; of
        `lose X`, those of a coordinated verb; `any`, every word."""
        for role in roles:
            purpose = self.clause.purpose if role.startswith("to ") else None
            if role == "purpose":
                yield from (self.clause.purpose.head,) if self.clause.purpose is not None else ()
            elif role == "self":
                yield self.clause.head
            elif role == "any":
                yield from self.clause.territory
            elif " " in role and not role.startswith("to "):
                verb, _, of = role.partition(" ")
                yield from (one for each in self.clause.coordinated if each.lemma == verb for one in each.having(of))
            elif role.startswith("to "):
                yield from purpose.having(role.removeprefix("to ")) if purpose is not None else ()
            else:
                yield from self.clause.having(role)

    def _tells_of_past(self, place: int) -> bool:
        """Return whether the sentence names a year before a time without one: that time is not counted from the
        report's date (in 1948, in the middle of July)."""
        near = self.discourse.near(self.sentence)
        named = [one for one in near if one.kind == "time" and one.sentence == self.sentence]
        return any(one.place[0] < place and one.value.seasons and not one.value.reckoned for one in named)

    def says_time(self) -> bool:
        """Return whether the clause has words of time that no season is read from: a year ago, that summer."""
        return any(one.lemma_.lower() in words_of("time") for one in self.clause.territory)

    def inherited_year(self) -> tuple[int, Place] | None:
        """Return the year in force, where the clause has no words of time; null if it belongs to another verb."""
        if self.says_time():
            return None
        year = self.discourse.year(self.clause.tree.place(self.clause.head)[0], self.sentence)
        return None if year is None or self._is_of_another_verb(year[1]) else year

    def _is_of_another_verb(self, time: Place) -> bool:
        """Return whether words of time stand in the sentence, but do not open it."""
        tree = self.clause.tree
        opening = {tree.place(token) for token in tree.doc[:OPENING]}
        return tree.sentence.start <= time[0] < tree.sentence.end and time not in opening

    def time(self) -> tuple[Time, Place] | None:
        """When; null if nothing says. `that season` is the one in force."""
        tree = self.clause.tree
        for token in self.clause.times():
            unit = tree.unit(token)
            if unit is not None and isinstance(unit.value, Time):
                if unit.value.reckoned and self._tells_of_past(unit.start):
                    return Time("vague"), tree.place(token)
                if unit.value.shape == "that":
                    year = self.discourse.year(unit.start, self.sentence)
                    return (
                        (Time("season", (year[0],)), year[1])
                        if year is not None
                        else (Time("vague"), tree.place(token))
                    )
                return unit.value, tree.place(token)
        named = [*self.tokens(("subject", "object", "with"))]  # the 1927 Yankees
        named += [one for token in self.tokens(("of",)) for one in token.children if self.clause.nominal]
        for token in named:  # of the world champion 1986 Mets
            unit = tree.unit(token)
            if unit is not None and unit.key in _CLUBS and unit.value[0].season is not None:
                return Time("season", (unit.value[0].season,)), tree.place(token)
        return None


def people(reading: Reading, slot: Slot) -> list[Part]:
    """Return the people of the slot, one part for each; of a team, or of `his` record, whose it is."""
    found: list[Part] = []
    for role in slot.roles:
        for token in reading.tokens((role,)):
            entity = _person(reading, token)
            if entity is not None and not any(one.value == entity[0].name for one in found):
                found.append(_person_part(slot.field, reading.context, *entity))
        if found:
            return found
    return found


def _person_part(field: str, context: Context, entity: Entity, place: Place) -> Part:
    ids = tuple(person.id for person in entity.people)
    words = context.report.text[place[0] : place[1]]
    one = Link(field, words, entity.name, ids[0] if len(ids) == 1 else None, ids if len(ids) > 1 else ())
    return Part(field, entity.name, place, one)


def _person(reading: Reading, token: Token) -> tuple[Entity, Place] | None:
    """Whom the words mean: a name, a pronoun, a first name, one in apposition, or whose team or record it is."""
    tree, key = reading.clause.tree, reading.clause.tree.key(token)
    unit = tree.unit(token)
    if key in _NAMED and unit is not None:
        return unit.value, tree.place(token)
    if key in _PRONOUNS:
        return _meant_by_pronoun(reading, token)
    given = reading.discourse.first_names.get(token.text) if token.pos_ == "PROPN" else None
    if given is not None:
        return given, reading.context.named[given.name]
    if token.dep_ == "attr" and token.head.lemma_ == "be":  # Backman is a Met drafted in 1977
        subject = next((one for one in token.head.children if one.dep_ == "nsubj" and one != token), None)
        return _person(reading, subject) if subject is not None else None
    owner = _owner(tree, token)
    if owner is not None and (key in _CLUBS or token.lemma_.lower() in words_of("team") | words_of("ledger")):
        return _person(reading, owner)
    if key in _CLUBS and unit is not None and reading.frame.claim in _OF_CLUBS and token.dep_ == "nsubj":
        named = [one for one in reading.clause.having("under", "with", "for") if tree.key(one) in _NAMED | _PRONOUNS]
        return _person(reading, named[0]) if named else _manager_of(reading, tuple(unit.value))
    return _described(reading, token) or _in_apposition(reading, token)


def _owner(tree: Tree, token: Token) -> Token | None:
    """Return the person or pronoun whose the words are; of coordinated words the first may say it."""
    owned = [token]
    if token.dep_ == "conj" and not any(one.dep_ in ("det", "poss") for one in token.children):
        owned.append(token.head)  # his 1955 Yankees and 1962 Mets
    owners = (one for each in owned for one in each.children if one.dep_ == "poss")
    return next((one for one in owners if tree.key(one) in _NAMED | _PRONOUNS), None)


def _manager_of(reading: Reading, clubs: tuple[ClubName, ...]) -> tuple[Entity, Place] | None:
    """Return who managed a club: by the vocabulary's terms the only manager of the season, if the piece names him, else
    by the piece's own words."""
    season = _season(reading)
    known = reading.context.manager_of(clubs[0], season) if season is not None and len(clubs) == 1 else None
    return known or reading.discourse.holder(clubs)


def _meant_by_pronoun(reading: Reading, token: Token) -> tuple[Entity, Place] | None:
    """Whom `he` or `him` means; `him` is never the clause's subject."""
    tree = reading.clause.tree
    subjects = reading.clause.having("subject") if tree.key(token) == "{him}" else ()
    units = (tree.unit(one) for one in subjects)
    others = frozenset(unit.value.name for unit in units if unit is not None and unit.key == "{person}")
    return reading.discourse.he(tree.place(token)[0], reading.sentence, others, main=is_main(token))


def _in_apposition(reading: Reading, token: Token) -> tuple[Entity, Place] | None:
    """Return the person beside the words: manager Wally Backman; Backman, the manager."""
    tree = reading.clause.tree
    for child in token.children:
        if child.dep_ in ("appos", "compound", "nmod") and tree.key(child) in _NAMED | _PRONOUNS:
            return _person(reading, child)
    return _person(reading, token.head) if token.dep_ == "appos" and tree.key(token.head) in _NAMED else None


def _described(reading: Reading, token: Token) -> tuple[Entity, Place] | None:
    """Whom a post or position means that names nobody: their manager is who holds the post at the verb's club, the
    one-time second baseman is the one of whom the piece states."""
    tree = reading.clause.tree
    codes = [_code(name, tree.key(token), token.lemma_.lower()) for name in ("role", "position")]
    definite = any(one.lower_ in ("the", "their", "its") for one in token.children)
    if codes == [None, None] or not definite or any(tree.key(one) in _NAMED for one in token.children):
        return None
    topic = reading.discourse.topic
    if codes[0] is None:
        return (topic, reading.discourse.topic_place) if topic is not None else None
    subjects = (tree.unit(one) for one in reading.clause.having("subject"))
    club = next((unit for unit in subjects if unit is not None and unit.key in _CLUBS), None)
    return reading.discourse.holder(tuple(club.value)) if club is not None and codes[0] == "manager" else None


def organizations(reading: Reading, slot: Slot) -> list[Part]:
    """Return the organization that an argument names as such: in the Mets' system."""
    for token in reading.tokens(slot.roles):
        found = _club(reading, token)
        if found is not None and found[0][0].organization:
            return _club_parts(reading, slot.field, *found, _season(reading))
    return []


def clubs(reading: Reading, slot: Slot) -> list[Part]:
    """Return the club that the slot's arguments name, else the one in force where the slot inherits."""
    season = _season(reading)
    for token in reading.tokens(slot.roles):
        found = _club(reading, token)
        if found is not None:
            return _club_parts(reading, slot.field, *found, season)
        if token.pos_ == "PROPN" and reading.clause.tree.key(token)[:1] != "{" and token.dep_ == "dobj":
            return []  # a club that no list has
    return []


def each_club(reading: Reading, slot: Slot) -> list[list[Part]]:
    """Return the parts of each club that the slot's arguments name: a claim for each."""
    season = _season(reading)
    for role in slot.roles:
        found: list[list[Part]] = []
        for token in reading.tokens((role,)):
            named = _club(reading, token)
            if named is not None:
                found += [_club_parts(reading, slot.field, (name,), named[1], season) for name in named[0]]
            elif token.pos_ == "PROPN" and reading.clause.tree.key(token)[:1] != "{" and token.dep_ == "dobj":
                return []  # a club that no list has
        if found:
            return found
    return []


def inherited(reading: Reading, slot: Slot, person: str) -> list[Part]:
    """Return what the discourse has for a slot: the club of the person's post, or who manages."""
    if slot.reads == "person":
        manager = reading.discourse.only_manager()
        known = manager is not None and manager[0].name != person
        return [_person_part(slot.field, reading.context, *manager)] if manager is not None and known else []
    season, entity = _season(reading), reading.context.people.by_name.get(key(person))
    managed = reading.context.club_of(entity, season, reading.sentence) if entity and season and slot.inherits else None
    if managed is not None and slot.inherits != "main":
        return _club_parts(reading, slot.field, (managed[0],), managed[1], season)
    post = reading.discourse.post(person, reading.sentence) if slot.inherits != "main" else None
    found = post or reading.discourse.main_club(reading.clause.tree.place(reading.clause.head)[0], reading.sentence)
    if found is None:
        return []
    parent = found[0][0].parent
    if reading.frame.claim == "departure" and parent is not None:  # which of its clubs is left is not said
        found = (replace(parent, organization=True),), found[1]
    elif (
        post is None
        and reading.frame.claim in ("departure", "appointment")
        and not _can_manage(reading.context.people.by_name.get(key(person)), found[0])
    ):
        found = tuple(replace(name, organization=True) for name in found[0]), found[1]
    return _club_parts(reading, slot.field, *found, _season(reading))


def _can_manage(entity: Entity | None, names: tuple[ClubName, ...]) -> bool:
    """Return whether the vocabulary's terms leave it open that the person managed one of the clubs, and not only one of
    their farm clubs: without any terms of a major league they do."""
    terms = [term for person in entity.people for term in person.terms] if entity is not None else []
    ids = {one for name in names for one in name.ids}
    return not terms or any(term.role == "manager" and term.club in ids for term in terms)


def _season(reading: Reading) -> int | None:
    time = reading.time()
    if time is None:
        year = reading.inherited_year() if reading.frame.time_inherits else None
        return year[0] if year is not None else None
    return time[0].seasons[0] if time[0].seasons else time[0].first or time[0].last


def _club(reading: Reading, token: Token) -> tuple[tuple[ClubName, ...], Place] | None:
    tree = reading.clause.tree
    unit = tree.unit(token)
    if unit is not None and unit.key in _CLUBS | {"{organization}"}:
        whole = tree.doc[token.i + 1 : token.i + 2].text in ("organization", "organizations", "system")
        names = tuple(replace(name, organization=True) for name in unit.value) if whole else tuple(unit.value)
        return names, tree.place(token)
    if unit is not None and unit.key[0] == "{":
        return None
    for child in token.children if token.pos_ != "PROPN" else ():  # a proper noun is a club that no list has
        named = tree.unit(child)
        if child.dep_ in _MODIFIERS and named is not None and named.key in _CLUBS | {"{organization}"}:
            whole = token.lemma_.lower() in ("organization", "system")
            return tuple(replace(name, organization=whole or name.organization) for name in named.value), tree.place(
                child
            )
    if token.lower_ in ("they", "it", "them"):
        return reading.discourse.club(tree.place(token)[0], reading.sentence)
    if _is_the_team(token):
        return reading.discourse.club(tree.place(token)[0], reading.sentence)
    return None


def _is_the_team(token: Token) -> bool:
    """Return whether a word means the club in force: the club, their team; not four clubs, nor a farm club."""
    modified = any(one.dep_ in (*_MODIFIERS, "nummod") or one.lower_ in _INDEFINITE for one in token.children)
    return token.lemma_.lower() in words_of("team") and token.tag_ != "NNS" and not modified


_INDEFINITE = frozenset(["a", "an", "another", "any", "every", "each"])
_PLURAL = frozenset(["clubs", "organizations"])


def _club_parts(
    reading: Reading, field: str, names: Sequence[ClubName], place: Place, season: int | None
) -> list[Part]:
    """Return the fields of clubs as named: club, organization, stated level, league; those that the claim's type
    has."""
    plural = field in _PLURAL
    whole = "organizations" if plural and "organizations" in reading.frame.type.fields else "organization"
    found: dict[str, list[tuple[str, Link]]] = {}
    for name in names:
        for one, label in ((name, whole if name.organization else field), (name.parent, whole)):
            if one is not None and (one is name or not plural):
                spans = reading.context.clubs(one, season or name.season or _season_by_terms(reading, one))
                called = shown(one, spans[0], reading.context.in_full)
                found.setdefault(label, []).append((called, link(label, one, spans, called)))
    parts = [
        Part(label, [value for value, _ in each] if label in _PLURAL else each[0][0], place, each[0][1])
        for label, each in found.items()
    ]
    said = reading.context.report.text[place[0] : place[1]]
    for beside, values in (("level_stated", [n.level for n in names]), ("league", [n.league for n in names])):
        stated = next((value for value in values if value), None)
        if stated is not None and (beside != "league" or stated in said):
            parts.append(Part(beside, stated, place))
    return [part for part in parts if part.field in reading.frame.type.fields]


def _season_by_terms(reading: Reading, name: ClubName) -> int | None:
    """Return a season in which the person whom the claim is about was with one of the clubs that a name can mean, by
    the vocabulary's terms; null if they have nobody there, or with several of the clubs."""
    about = [reading.context.people.by_name.get(key(one.value)) for one in people(reading, reading.frame.slots[0])]
    terms = [term for entity in about if entity for person in entity.people for term in person.terms]
    there = [term for term in terms if term.club in name.ids]
    return there[0].first if len({term.club for term in there}) == 1 else None


def record(reading: Reading, slot: Slot) -> list[Part]:
    """Wins, losses and ties of a record such as 67-76."""
    for token in reading.tokens(slot.roles):
        unit = reading.clause.tree.unit(token)
        if unit is not None and unit.key == "{record}" and slot.least <= sum(filter(None, unit.value)) <= slot.most:
            named = zip(("wins", "losses", "ties"), unit.value, strict=True)
            return [Part(name, value, (unit.start, unit.end)) for name, value in named if value is not None]
    return []


def count(reading: Reading, slot: Slot) -> list[Part]:
    """Return a number of seasons: five seasons, his ten-year record."""
    tree = reading.clause.tree
    counted = frozenset(slot.says) or words_of("season")
    for argument in reading.tokens(slot.roles):
        modifiers = [one for child in argument.children for one in child.children if one.dep_ in ("nmod", "compound")]
        counted_in = [one for one in argument.children if one.dep_ != "compound" or not slot.says]
        for token in (argument, *counted_in, *(() if slot.says else modifiers)):
            before = tree.doc[max(0, token.i - 1) : token.i]  # ten year: a compound
            is_counted = not counted.isdisjoint((token.lemma_.lower(), tree.key(token)))
            for child in (*token.children, *before) if is_counted else ():
                unit = tree.unit(child)
                if unit is not None and unit.key == "{number}" and slot.least <= unit.value <= slot.most:
                    broken = any(one.lower_ in ("half", "bit", "part", "parts") for one in token.subtree)
                    return [] if broken else [Part(slot.field, unit.value, (unit.start, tree.place(token)[1]))]
    return []


def authority(reading: Reading, slot: Slot) -> list[Part]:
    """Return who ordered it: a person, a league or a club; `the league` is the one last named."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        unit, entity, club = tree.unit(token), _person(reading, token), _club(reading, token)
        if unit is not None and unit.key in ("{league}", "{league's}"):
            return [Part(slot.field, unit.value, tree.place(token))]
        if entity is not None:
            return [_person_part(slot.field, reading.context, *entity)]
        if club is not None:
            spans = reading.context.clubs(club[0][0], _season(reading))
            return [Part(slot.field, shown(club[0][0], spans[0], reading.context.in_full), club[1])]
        league = reading.discourse.league(tree.place(token)[0]) if token.lower_ == "league" else None
        if league is not None:
            return [Part(slot.field, *league)]
    return []


def word(reading: Reading, slot: Slot) -> list[Part]:
    """Return the code of an argument that is in one of the lists that the slot names."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        for name in slot.says:
            code = _code(name, tree.key(token), token.lemma_.lower())
            if code is not None:
                return [Part(slot.field, code, tree.place(token))]
    return []


def _code(name: str, *keys: str) -> str | None:
    """Return what a word of a list means; null for a word that it has not."""
    codes = codes_of(name)
    return next((codes[key] for key in keys if key in codes), None)


def ordinal(reading: Reading, slot: Slot) -> list[Part]:
    """Return the ordinal before a word: the first round, 16th overall."""
    tree = reading.clause.tree
    for token in tree.doc[1:]:
        unit = tree.unit(tree.doc[token.i - 1])
        if token.lemma_.lower() in slot.says and unit is not None and unit.key == "{ordinal}":
            return [Part(slot.field, unit.value, (unit.start, unit.end))]
    return []


def slot_in_order(reading: Reading, slot: Slot) -> list[Part]:
    """Return where in the order a player bats: second, cleanup, at the bottom of the order."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        unit = tree.unit(token)
        if unit is not None and unit.key == "{ordinal}" and unit.value in (1, 2, 3, 4, 7, 8, 9):
            return [Part(slot.field, "bats_high" if unit.value < 5 else "bats_low", tree.place(token))]
        code = _code("slot", tree.key(token))
        if code is not None and not code.isdigit():
            return [Part(slot.field, code, tree.place(token))]
        if token.lemma_ in ("bottom", "top") and any(
            "order" in one.text or "lineup" in one.text for one in token.subtree
        ):
            return [Part(slot.field, "bats_low" if token.lemma_ == "bottom" else "bats_high", tree.place(token))]
    return []


def days_after(reading: Reading, slot: Slot) -> list[Part]:
    """Return how many days after another act, at least and at most: four days after he was hired, less than a week
    later."""
    tree = reading.clause.tree
    for token in tree.doc[reading.clause.head.i :]:
        behind = tree.doc[token.i + 1 : token.i + 2].text
        if token.lemma_ in _DAYS and behind in ("after", "later"):
            length, before = _DAYS[token.lemma_], token.lefts
            end = tree.place(tree.doc[token.i + (behind == "later")])[1]
            unit = next(
                (one for child in before if (one := tree.unit(child)) is not None and one.key == "{number}"), None
            )
            if unit is not None:
                return [Part(slot.field, [unit.value * length] * 2, (unit.start, end))]
            below = [one.lower_ for one in tree.doc[max(0, token.i - 3) : token.i]] == ["less", "than", "a"]
            if below and length > 1:
                return [Part(slot.field, [0, length - 1], (tree.place(tree.doc[token.i - 3])[0], end))]
    return []


def number(reading: Reading, slot: Slot) -> list[Part]:
    """Return a bare number, or that of `58 years old`: of years of age, where it is one that can be."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        old = token.lower_ == "old"
        for one in (token, *(token.subtree if old else ())):
            unit = tree.unit(one)
            if unit is not None and unit.key == "{number}" and YOUNGEST <= unit.value <= OLDEST:
                behind = tree.doc[one.i + 1 : one.i + 2]
                if old or behind.text in _BEHIND_AN_AGE or (len(behind) == 1 and tree.key(behind[0]) == "{time}"):
                    return [Part(slot.field, unit.value, (unit.start, unit.end))]
    return []


_BEHIND_AN_AGE = frozenset([",", ".", ")", "", "years", "and", "when"])


def figure(reading: Reading, slot: Slot) -> list[Part]:
    """Return a count of games: 98 games, 98 victories, or the number alone."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        for one in (token, *(token.children if token.lemma_.lower() in slot.says else ())):
            unit = tree.unit(one)
            if unit is not None and unit.key == "{number}" and slot.least <= unit.value <= slot.most:
                return [Part(slot.field, unit.value, (unit.start, unit.end))]
    return []


_DIVISIONS = frozenset(["division", "divisional", "east", "central", "west", "eastern", "western", "half"])


def title(reading: Reading, slot: Slot) -> list[Part]:
    """Return a title: the World Series, a major league's pennant, or the championship of another league by its name."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        code = next((one for name in slot.says if (one := _code(name, tree.key(token), token.lemma_.lower()))), None)
        if code is None or any(one.lower_ in _DIVISIONS for one in token.subtree):
            continue
        units = [(one, tree.unit(one)) for one in token.children]
        league = next((unit for _, unit in units if unit is not None and unit.key in ("{league}", "{league's}")), None)
        if league is None:
            named = [one for one in token.lefts if one.pos_ == "PROPN" and tree.key(one)[:1] != "{"]
            if (
                named
                and code == "pennant"
                and not any(one.lower_ in ("american", "national", "al", "nl", "a.l.", "n.l.") for one in named)
            ):
                return []  # of a league that no list has
            if code == "World Series" and token in reading.clause.having("to"):  # taken to it: the pennant
                code = "pennant"
            return [Part(slot.field, code, tree.place(token))] if code in ("World Series", "pennant") else []
        name = "pennant" if league.value in present_major_leagues() else league.value
        return [Part(slot.field, name, (league.start, league.end))]
    return []


def award(reading: Reading, slot: Slot) -> list[Part]:
    """Return an award by its name; `the award`, or `it` of a verb of winning, is the only one that the piece names."""
    tree = reading.clause.tree
    found = word(reading, slot)
    for token in reading.tokens(slot.roles) if not found else ():
        if token.lower_ not in ("it", "award", "honor"):
            continue
        named = [unit for sentence in reading.context.sentences for unit in sentence.units if _code("award", unit.key)]
        codes = {_code("award", unit.key) for unit in named}
        before = [unit for unit in named if unit.start < tree.place(token)[0]]
        if len(codes) == 1 and before:
            return [Part(slot.field, codes.pop(), (before[-1].start, before[-1].end))]
    return found


def series(reading: Reading, slot: Slot) -> list[Part]:
    """Return the World Series that an argument is of: a World Series sweep, a sweep in the World Series."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        for one in (token, *token.children):
            if any(_code(name, tree.key(one)) == "World Series" for name in slot.says):
                return [Part(slot.field, "World Series", tree.place(one))]
    return []


def level_code(reading: Reading, slot: Slot) -> list[Part]:
    """Return the level, by its code, that the clause states; of a major-league club beside no level that of its
    league."""
    stated = [
        replace(part, value=lexicon().levels.get(part.value.lower(), part.value)) for part in mentioned(reading, slot)
    ]
    clubs = (found for token in reading.tokens(("with", "for")) if (found := _club(reading, token)) is not None)
    major = next((found for found in clubs if found[0][0].is_major and found[0][0].level is None), None)
    return stated or ([Part(slot.field, "MLB", major[1])] if major is not None else [])


def post_of(reading: Reading, slot: Slot) -> list[Part]:
    """Return the club of the post of the person whom an argument names: replaced X, succeeds X."""
    for token in reading.tokens(slot.roles):
        entity = _person(reading, token)
        if entity is not None:
            return inherited(reading, replace(slot, reads="club"), entity[0].name)
    return []


def mentioned(reading: Reading, slot: Slot) -> list[Part]:
    """Return the level that the clause states beside no club."""
    tree = reading.clause.tree
    for token in reading.tokens(slot.roles):
        for one in (token, *token.children):
            unit = tree.unit(one)
            if unit is not None and unit.key == "{level}":
                return [Part(slot.field, unit.text, (unit.start, unit.end))]
    return []


def modified(reading: Reading, slot: Slot) -> list[Part]:
    """Return an argument that a word of a list modifies: his managerial career."""
    for token in reading.tokens(slot.roles):
        for child in token.children:
            if any(_code(name, child.lower_) for name in slot.says):
                return [Part(slot.field, child.lower_, reading.clause.tree.place(child))]
    return []


READS: Mapping[str, Callable[[Reading, Slot], list[Part]]] = {
    "person": people,
    "club": clubs,
    "record": record,
    "count": count,
    "word": word,
    "authority": authority,
    "ordinal": ordinal,
    "slot": slot_in_order,
    "days": days_after,
    "level": mentioned,
    "level code": level_code,
    "number": number,
    "figure": figure,
    "title": title,
    "series": series,
    "award": award,
    "post": post_of,
    "organization": organizations,
    "modified": modified,
}


def seasons(reading: Reading) -> list[Part] | None:
    """Return the seasons named, or `from` and `to`; of a standing (they are 9-20) the season of the report's date. Null
    where words of time say no season that is known."""
    time = reading.time()
    if time is None:
        return _standing(reading)
    when, place = time
    if when.shape == "span" and when.first and when.last:
        if "from" in reading.frame.type.fields:
            return [Part("from", when.first, place), Part("to", when.last, place)]
        return [Part("seasons", list(range(when.first, when.last + 1)), place)]
    if when.shape in ("since", "until"):
        year = when.first or when.last
        return [Part("from" if when.first else "to", year, place)] if "from" in reading.frame.type.fields else None
    return [Part("seasons", list(when.seasons), place)] if when.seasons else []


def _standing(reading: Reading) -> list[Part]:
    head, now = reading.clause.head, reading.context.now
    of_record = reading.frame.claim == "record" and head.lemma_ == "be" and head.tag_ in ("VBZ", "VBP")
    return [Part("seasons", [now], reading.clause.tree.place(head))] if of_record and now is not None else []


def act(reading: Reading) -> list[Part] | None:
    """Return the day, month or year of an act, or the season for which or after which it was."""
    time = reading.time()
    if time is None:
        return []
    when, place = time
    fields = reading.frame.type.fields
    if when.shape == "weekday":
        return []
    if when.day is not None:
        return [Part("date_of_act", when.day, place)]
    if when.shape == "until" and when.last is not None and "seasons" in fields:  # midway through the 2009 season
        return [Part("seasons", [when.last], place)]
    if len(when.seasons) != 1:
        return []
    if when.shape in ("for", "season") and "for_season" in fields:
        return [Part("for_season", when.seasons[0], place)]
    if when.shape == "for":  # before the 2005 season: in which year is not said
        return []
    if when.shape == "in":
        return [Part("date_of_act", str(when.seasons[0]), place)]
    return [Part("seasons", list(when.seasons), place)] if "seasons" in fields else None


def year(reading: Reading) -> list[Part] | None:
    """Return the one year of an act."""
    time = reading.time()
    if time is None:
        return []
    return [Part("year", time[0].seasons[0], time[1])] if len(time[0].seasons) == 1 else None


TIMES: Mapping[str, Callable[[Reading], list[Part] | None]] = {"seasons": seasons, "act": act, "year": year}
