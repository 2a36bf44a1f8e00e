"""The reader by frames: claims of every type from the parse of each sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from skipper.press.claim import Claim, Report
from skipper.press.claim_type import claim_types
from skipper.press.frames.clause import Clause, clauses
from skipper.press.frames.discourse import Discourse, Post, is_main
from skipper.press.frames.discourse import begun as discourse_begun
from skipper.press.frames.doubt import is_borne_out, major_ids
from skipper.press.frames.fields import READS, TIMES, Part, Reading, each_club, inherited
from skipper.press.frames.frame import Frame, Slot, frames, frames_of
from skipper.press.frames.tree import Tree, parse
from skipper.press.frames.whole import CLUBS, WHEN, gap, is_whole, says_when
from skipper.press.frames.words import tagger_of
from skipper.press.grounding import GROUNDS, explicit
from skipper.press.linking import linked
from skipper.press.reader import Reading as Read
from skipper.press.reader import kept
from skipper.press.reading.context import Context, Place, begun
from skipper.press.reading.field import is_of_baseball
from skipper.press.reading.lists import lists
from skipper.press.repeats import without_headings, without_repeats
from skipper.press.vocabulary import Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Token

_ONE_SENTENCE = 120  # characters


class FrameReader:
    """Read claims by frames over the parse of a spaCy pipeline, with the names of one vocabulary."""

    name = "frames"

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._tagger = tagger_of(vocabulary)
        self._major = major_ids(vocabulary)

    def read(self, report: Report) -> Read:
        """Return the claims of a report, linked; none of one that is not about baseball."""
        sentences, people = self._tagger.read(report)
        context = begun(report, self.vocabulary, sentences, people)
        if not is_of_baseball(context):
            return Read()
        trees = list(parse(report, sentences))
        first = discourse_begun(context, people)
        _pass(trees, context, first)
        found = _pass(trees, context, replace(first, mentions=[]))  # with the posts that the whole document gives
        claims = with_disputes(_without_repeats(without_headings([one for one, why in found if why is None], context)))
        sure = [
            replace(one, explicit=one.explicit and explicit(one, report) and not claim_types()[one.type].never_explicit)
            for claim, one in zip(claims, linked(claims, report, self.vocabulary), strict=True)
            if one.fields == claim.fields  # else the terms rule out the club
        ]
        reading = kept(sure, report, (*GROUNDS, self._doubt))
        unsure = Counter(why for _, why in found if why is not None)
        return replace(reading, dropped=unsure + Counter(reading.dropped))

    def _doubt(self, claim: Claim, _report: Report) -> str | None:
        """Say that the terms do not bear out a club or season from elsewhere."""
        borne_out = claim.explicit or is_borne_out(claim, self.vocabulary, self._major)
        return None if borne_out else "the club or season is not borne out"


Found = tuple[Claim, str | None]  # a claim, and why it cannot be relied on


def _pass(trees: list[Tree], context: Context, discourse: Discourse) -> list[Found]:
    """Return the claims of all sentences in order; the discourse gets their mentions and posts."""
    found: list[Found] = []
    for tree in trees:
        discourse.enter(tree)
        read = (clause for each in clauses(tree) for clause in each.split())
        found += _without_posts([one for clause in read for one in claims_of(clause, context, discourse)])
    return found


def _without_repeats(claims: list[Claim]) -> list[Claim]:
    """Return the claims without those that another on the same people's word says whole."""
    stated: dict[tuple[str, ...], list[Claim]] = {}
    for claim in claims:
        stated.setdefault(claim.attributed_to, []).append(claim)
    return [claim for each in stated.values() for claim in without_repeats(each)]


def _without_posts(found: list[Found]) -> list[Found]:
    """Return a sentence's claims without the post of whom it says that the club hires or fires: fired manager Smith."""
    moved = {
        (one.fields["person"], one.fields.get("club"))
        for one, _ in found
        if one.type in ("departure", "appointment") and one.fields.get("outcome") != "interviewed"
    }
    return [
        (one, why)
        for one, why in found
        if one.type != "stint"
        or one.fields.keys() & {"seasons", "from", "to"}
        or (one.fields["person"], one.fields.get("club")) not in moved
    ]


def claims_of(clause: Clause, context: Context, discourse: Discourse) -> Iterator[Found]:
    """Yield the claims that a clause makes by the first of its frames that makes one, each with why it cannot be relied
    on."""
    if clause.tree.quoted(clause.head) or _is_of_move(clause):
        return
    for frame in frames_of(clause):
        found = list(_claims(Reading(clause, frame, context, discourse)))
        if found:
            yield from found
            return


def _is_of_move(clause: Clause) -> bool:
    """Return whether a noun names the post of somebody whom its verb hires or fires, or a post that only begins: fired
    manager Smith, the new manager."""
    if not clause.nominal or clause.lemma not in lists().words["role"]:
        return False
    up = clause.governor
    begins = up is not None and up.lemma == "become" and clause.head.dep_ == "attr"
    bearers = [clause.head, *clause.having("bearer")]
    moved = up is not None and up.lemma in _moving() and any(one in bearers for one in up.having("object"))
    return begins or moved or any(one.lower_ == "new" for one in clause.head.children)


@cache
def _moving() -> frozenset[str]:
    """Return the verbs of appointments and departures."""
    return frozenset(verb for one in frames() if one.claim in ("appointment", "departure") for verb in one.verbs)


def _claims(reading: Reading) -> Iterator[Found]:
    clause, frame = reading.clause, reading.frame
    if (clause.negated and not frame.denies) or (clause.unreal and not frame.unreal):
        return
    when = _when(reading)
    if when is None or any(True for _ in reading.tokens(frame.without)):
        return
    filled = {slot.field: READS[slot.reads](reading, slot) for slot in frame.slots if slot.reads != "each club"}
    first, *others = frame.slots  # the first slot of a frame is whom the claim is about
    each = next((slot for slot in others if slot.reads == "each club"), None)
    choices = (
        [{each.field: club} for club in each_club(reading, each)] or [{each.field: []}] if each is not None else [{}]
    )
    for person, choice in product(filled[first.field], choices):
        filled = filled | choice
        parts = _one_level([person, *_with_inherited(reading, others, filled, person)])
        if _complete(frame, parts) and not _is_aside(reading, parts, when):
            _remember(reading, parts, {part.place for each in filled.values() for part in each})
            parts = [*_stated(frame, clause, reading, parts), *parts, *when]
            yield replace(_claim(reading, parts), explicit=is_whole(reading, parts)), gap(reading, parts)


def _when(reading: Reading) -> list[Part] | None:
    """Return the time of a clause: its own, else the year in force if its frame inherits it; null if there is no claim
    without the time."""
    frame = reading.frame
    when = TIMES[frame.time](reading) if frame.time is not None else []
    if when:
        return when
    if when is not None and frame.time_inherits and (year := reading.inherited_year()) is not None:
        return [Part("seasons", [year[0]], year[1])]
    return None if frame.time_required else when


def _is_aside(reading: Reading, parts: list[Part], when: list[Part]) -> bool:
    """Return whether the clause only dates another, by an act that the text states elsewhere: after he was hired."""
    marks = {one.lower_ for one in reading.clause.head.children if one.dep_ in ("mark", "advmod")}
    named = any(part.link is not None and part.field in CLUBS and part.place in reading.places for part in parts)
    return not named and not when and not marks.isdisjoint(_DATING)


_DATING = frozenset(["after", "before", "since", "until"])


def _with_inherited(reading: Reading, slots: list[Slot], filled: dict[str, list[Part]], person: Part) -> Iterator[Part]:
    for slot in slots:
        found = filled[slot.field]
        if slot.reads == "person":
            found = [one for one in found if one.value != person.value]
        indefinite = reading.clause.nominal and any(one.lower_ in ("a", "an") for one in reading.clause.head.children)
        if (
            not found
            and slot.inherits
            and not (indefinite and slot.inherits == "definite")
            and not filled.get("level_stated")
        ):
            found = inherited(reading, slot, person.value)
        yield from found[: None if slot.reads in ("club", "each club", "record", "post") else 1]


def _one_level(parts: list[Part]) -> list[Part]:
    """Return the parts without the clause's level where a club's name gives one, or stands for itself."""
    clubs = any(part.field in ("club", "clubs") for part in parts)
    return [
        part
        for part in parts
        if not (
            clubs
            and part.field == "level_stated"
            and part.link is None
            and part.place not in {one.place for one in parts if one.link is not None}
        )
    ]


def _complete(frame: Frame, parts: list[Part]) -> bool:
    """Return whether each required slot has a value; of a club its organization will do."""
    have = {part.field for part in parts}
    have |= {"record"} if "wins" in have else set()
    if have & {"organization", "organizations"}:
        have |= {"club", "clubs"}
    return all(slot.field in have for slot in frame.slots if slot.required)


def _stated(frame: Frame, clause: Clause, reading: Reading, parts: list[Part]) -> Iterator[Part]:
    """Yield the fields that the verb itself says."""
    have = {part.field for part in parts}
    place = clause.tree.place(clause.head)
    yield from (Part(name, value, place) for name, value in frame.states.items() if name not in have)


def _remember(reading: Reading, parts: list[Part], own: set[Place]) -> None:
    """Enter in the discourse the post that a claim gives to its person, where the club is its own: at one of these
    places, not inherited."""
    fields = {part.field: part.value for part in parts} | dict(reading.frame.states)
    if reading.frame.claim not in ("stint", "appointment", "departure") or fields.get("outcome") == "interviewed":
        return
    before = reversed(reading.discourse.mentions)
    named = next((one for one in before if one.kind == "person" and one.value.name == parts[0].value), None)
    clubs = [one for one in reading.discourse.near(reading.sentence) if one.kind == "club" and one.place in own]
    club = next(
        (one for part in parts for one in clubs if part.field in ("club", "organization") and one.place == part.place),
        None,
    )
    if named is not None and club is not None:
        manages = "manager" in fields.get("role", "manager")
        post = Post(named.value, tuple(club.value), club.place, parts[0].place, reading.sentence, manages)
        if post not in reading.discourse.posts:
            reading.discourse.posts.append(post)


def _claim(reading: Reading, parts: list[Part]) -> Claim:
    """Return the claim of the parts: its span from the first to the last that stand in the sentence, with the verb's
    own words."""
    tree, report = reading.clause.tree, reading.context.report
    sentence = tree.sentence
    within = [part.place for part in parts if sentence.start <= part.place[0] and part.place[1] <= sentence.end]
    span = [*within, *(tree.place(token) for token in _words_of_verb(reading))]
    start, end = min(one[0] for one in span), max(one[1] for one in span)
    fields: dict[str, Any] = {}
    for part in parts:
        if part.field in reading.frame.type.fields:
            fields.setdefault(part.field, part.value)
    return Claim(
        report.name,
        reading.frame.claim,
        fields,
        start,
        end,
        report.text[start:end],
        attributed_to=_sayers(reading),
        hedged=reading.clause.hedged,
        denied=reading.clause.negated,
        links=tuple(part.link for part in parts if part.link is not None),
        cited={part.field: part.place for part in parts if part.field in fields and part.place not in within},
    )


def _words_of_verb(reading: Reading) -> Iterator[Token]:
    """Yield the verb with its auxiliaries and subject; of an age also the clauses that say when."""
    head = reading.clause.head
    yield head
    if reading.clause.nominal:
        return
    for child in head.children:
        if child.dep_ in ("aux", "auxpass", "neg"):
            yield child
        elif child.dep_ in ("nsubj", "nsubjpass"):
            yield from (one for one in (child.left_edge, child) if one.dep_ not in ("det", "punct"))
        elif reading.frame.claim == "age" and child.dep_ in WHEN and says_when(reading.clause.tree, child):
            yield from child.subtree


def _sayers(reading: Reading) -> tuple[str, ...]:
    """Return who the text says has said it: people by name, papers and unnamed sources by the text's word."""
    found: list[str] = []
    for token in reading.clause.attribution:
        unit = reading.clause.tree.unit(token)
        if unit is not None and unit.key == "{person}":
            found.append(unit.value.name)
        elif unit is not None and unit.key == "{he}":
            he = reading.discourse.he(unit.start, reading.sentence, main=is_main(token))
            found += [he[0].name] if he is not None else []
        elif token.text in reading.discourse.first_names:
            found.append(reading.discourse.first_names[token.text].name)
        elif token.pos_ in ("PROPN", "NOUN") or unit is not None:
            found.append(_phrase(reading, token))
    return tuple(dict.fromkeys(found))


def _phrase(reading: Reading, token: Token) -> str:
    """Return the words of an unnamed source: two of the players, a club official."""
    tree, text = reading.clause.tree, reading.context.report.text
    last = token
    for child in token.rights:
        if child.dep_ != "prep":
            break
        last = child.right_edge
    return text[tree.place(token.left_edge)[0] : tree.place(last)[1]]


def with_disputes(claims: list[Claim]) -> list[Claim]:
    """Mark the departures of which the text gives two versions: of one person from one club, fired and resigned, at no
    two times, and one of them on somebody's word or both in one sentence."""

    def differ(one: Claim, other: Claim) -> bool:
        fields = ("person", "club", "organization")
        if one is other:
            return False
        dates = {claim.fields.get("date_of_act") for claim in (one, other)} - {None}
        same = all(one.fields.get(name) == other.fields.get(name) for name in fields) and len(dates) < 2
        manners = ("resigned" in one.fields.get("manner", ())) != ("resigned" in other.fields.get("manner", ()))
        stated = bool(one.attributed_to or other.attributed_to) or abs(one.start - other.start) < _ONE_SENTENCE
        return same and manners and stated

    left: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.type == "departure":
            left.setdefault(claim.fields["person"], []).append(claim)

    def is_disputed(one: Claim) -> bool:
        own = left.get(one.fields["person"], ()) if one.type == "departure" else ()
        return any(differ(one, other) for other in own)

    return [replace(one, text_disputes=True) if is_disputed(one) else one for one in claims]
