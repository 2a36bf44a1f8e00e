"""Clauses of a tree: a verb or a noun, its arguments by role, and how far the text asserts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from skipper.press.frames.tree import Tree
from skipper.press.frames.words import words_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_VERBS = frozenset(["VERB", "AUX"])
_HELPING = frozenset(["aux", "auxpass"])
_RELATIVE = frozenset(["who", "which", "that", "whom"])
_SHARED = frozenset(["xcomp", "advcl", "pcomp", "conj", "ccomp", "dep", "prep", "acl"])
_CONTINUED = frozenset(["xcomp", "pcomp", "acl", "advcl"])  # clauses that share the time of their governor
_MODALS = frozenset(["could", "might", "should", "may", "must", "ca", "can"])
_FUTURE = frozenset(["will", "shall", "wo", "'ll"])  # what is only expected
_LATER = frozenset(["later", "eventually", "then", "again", "turn", "subsequently", "ultimately", "soon"])
_CONDITIONS = frozenset(["if", "whether", "unless"])
_OF_A_NAME = frozenset(["of", "with", "for"])  # Smith of the Mets: what these govern belongs to the name
_PARTS = frozenset(["most", "some", "many", "all", "last", "first"])  # of what a noun counts: most of them for Detroit
_NEGATIONS = frozenset(["not", "n't", "never", "neither", "nor", "nobody", "no", "hardly", "without"])


@dataclass(frozen=True)
class Argument:
    """An argument of a predicate: its head word, and its role: subject, object, complement, possessor, near, or the
    preposition that governs it."""

    role: str
    token: Token


@dataclass(frozen=True, eq=False)
class Clause:
    """A predicate with its arguments. `lemma` has the verb's particle (`step down`) or complement (`let go`)."""

    tree: Tree
    head: Token
    lemma: str
    passive: bool
    nominal: bool = False
    without: frozenset[int] = frozenset()

    def split(self) -> tuple[Clause, ...]:
        """Return the clause once for each of its coordinated arguments that has words of time of its own, without the
        words of the others: managed the Mets from 1984 to 1990 and the Reds in 1995; his 1984 Mets and 1995 Reds won.
        Else the clause itself."""
        subjects = [_own_words(token) for token in self.having("subject")]
        if len(subjects) > 1 and all(any(self._is_dated(one) for one in own) for own in subjects):
            return self._each_alone(subjects, subjects)
        pieces = self._pieces()
        dated = [piece for piece in pieces if any(self.tree.key(one) == "{time}" for one in piece)]
        return self._each_alone(dated, pieces) if len(dated) > 1 else (self,)

    def _each_alone(self, wanted: Iterable[Sequence[Token]], pieces: Sequence[Sequence[Token]]) -> tuple[Clause, ...]:
        """Return the clause with each of the wanted pieces, without the words of the other pieces."""
        return tuple(
            replace(self, without=frozenset(one.i for other in pieces if other is not own for one in other))
            for own in wanted
        )

    def _pieces(self) -> list[list[Token]]:
        """Return the words after the verb, divided at a coordinated argument that follows words of time."""
        words = [] if self.nominal else [one for one in self.territory if one.i > self.head.i]
        starts = [one.left_edge.i for one in words if one.dep_ == "conj" and not _is_predicate(one)]
        cuts = [words[0].i if words else 0, *starts, len(self.tree.doc)]
        pieces: list[list[Token]] = [[]]
        for first, last in pairwise(cuts):
            pieces[-1] += [one for one in words if first <= one.i < last]
            if any(self.tree.key(one) == "{time}" for one in pieces[-1]):
                pieces.append([])
        return pieces

    def _is_dated(self, token: Token) -> bool:
        """Return whether a word says when: words of time, or a club with its season."""
        unit = self.tree.unit(token)
        if unit is None or unit.key == "{time}":
            return unit is not None
        return unit.key in ("{club}", "{club's}") and unit.value[0].season is not None

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments, nearest first; of coordinated ones each."""
        return tuple(one for one in self._arguments() if one.token.i not in self.without)

    def _arguments(self) -> tuple[Argument, ...]:
        if self.nominal:
            return tuple(_of_noun(self.head))
        found = list(_arguments(self))
        wanted = "object" if self.passive else "subject"
        if not any(one.role == wanted for one in found):
            found += _inherited(self) or _of_sentence(self, wanted)
        return tuple(found)

    def having(self, *roles: str) -> Iterator[Token]:
        """Yield the head words of arguments of these roles, in the order of the roles."""
        for role in roles:
            yield from (one.token for one in self.arguments if one.role == role)

    @cached_property
    def purpose(self) -> Clause | None:
        """The infinitive that says what for: hired to manage, a chance to manage."""
        tags = ("VB", "VBG") if self.lemma == "spend" else ("VB",)
        for child in self.head.children:
            if (
                child.dep_ in ("xcomp", "advcl", "ccomp", "relcl", "acl")
                and child.tag_ in tags
                and _is_predicate(child)
            ):
                return clause_at(self.tree, child)
        objects = (one for token in self.having("object") for one in token.children)
        found = next((one for one in objects if one.dep_ in ("acl", "relcl") and one.tag_ in tags), None)
        return clause_at(self.tree, found) if found is not None else None

    @property
    def coordinated(self) -> Iterator[Clause]:
        """The clauses joined to this one: won 98 games and lost 56."""
        for child in self.head.children:
            if child.dep_ == "conj" and _is_predicate(child):
                yield clause_at(self.tree, child)

    @cached_property
    def territory(self) -> tuple[Token, ...]:
        """The words of the clause that belong to no clause within it, in the order of the text."""
        own = _clause_head(self.head) if self.nominal else self.head
        aside = {one.i for child in self.head.children if _is_elliptical(child) for one in child.subtree}
        words = (token for token in self.head.subtree if _clause_head(token) == own or token == self.head)
        return tuple(token for token in words if token.i not in self.without and token.i not in aside)

    @cached_property
    def governor(self) -> Clause | None:
        """The clause to which this one is subordinate or coordinated."""
        head = self.head
        while head.head != head:
            head = head.head
            if _is_predicate(head):
                return clause_at(self.tree, head)
        return None

    @property
    def _predicate(self) -> Clause | None:
        """Of a noun that a form of `be` predicates, the clause; null for one in apposition."""
        return self.governor if self.head.dep_ in ("attr", "oprd") else None

    @cached_property
    def negated(self) -> bool:
        """Whether the clause, or the verb of which it is the complement, is denied."""
        if self.nominal:
            return self._predicate is not None and self._predicate.negated
        own = any(
            child.dep_ == "neg" or child.lower_ in _NEGATIONS
            for child in (*self.head.children, *(one for each in self.having("object") for one in each.children))
        )
        up = self.governor
        return own or (self.head.dep_ in ("xcomp", "ccomp") and up is not None and up.negated)

    @cached_property
    def unreal(self) -> bool:
        """Whether the clause is asked, wished, supposed or only possible."""
        if self.nominal:
            return self._predicate is not None and self._predicate.unreal
        if self.tree.doc[len(self.tree.doc) - 1].text == "?":
            return True
        possible = self._only_possible()
        if possible is not None:
            return possible
        up = self.governor
        return up is not None and (self._is_only_meant(up) or (self._is_part_of(up) and up.unreal) or self._hoped())

    def _only_possible(self) -> bool | None:
        """Return whether an auxiliary or a condition makes the clause only possible; null if there is none. What would
        happen later did happen, whatever the governor says."""
        modals = {child.lower_ for child in self.head.children if child.dep_ == "aux"}
        words = {token.lower_ for token in self.head.children} | {
            one.lower_ for child in self.head.children if child.dep_ == "prep" for one in child.children
        }
        if modals & _MODALS or _CONDITIONS & words:
            return True
        if modals & _FUTURE:
            return True
        if "would" in modals or ("'d" in modals and self.head.tag_ == "VB"):
            return _LATER.isdisjoint(words) or "have" in modals
        return None

    def _is_only_meant(self, up: Clause) -> bool:
        """Return whether the governor's verb says no more than that it was meant: hired to manage, hopes to manage."""
        infinitive = self.head.tag_ == "VB" and any(one.tag_ == "TO" for one in self.head.children)
        meant = self.head.dep_ in ("xcomp", "advcl", "acl", "relcl") and up.lemma not in words_of("implies")
        wished = self.head.dep_ in ("xcomp", "ccomp", "advcl", "acl") and up.lemma in words_of("wish")
        return (infinitive and meant) or wished

    def _is_part_of(self, up: Clause) -> bool:
        """Return whether the clause shares its governor's reality: a complement, or a verb joined to it under one
        subject."""
        if self.head.dep_ == "conj":
            return not any(one.dep_ in ("nsubj", "nsubjpass") for one in self.head.children)
        return self.head.dep_ in ("xcomp", "ccomp", "acl")

    def _hoped(self) -> bool:
        """Return whether the clause states what a noun is for: a chance to manage, a candidate to succeed him."""
        return self.head.dep_ in ("acl", "relcl") and self.head.head.lemma_ in words_of("wish")

    @cached_property
    def hedged(self) -> bool:
        """Whether the text says that this is reported or believed."""
        if self.nominal:
            return self._predicate is not None and self._predicate.hedged
        words = words_of("hedge")
        if any(token.lower_ in words for token in self.head.children):
            return True
        up = self.governor
        return self.head.dep_ == "xcomp" and up is not None and (up.passive and up.lemma in words)

    @cached_property
    def attribution(self) -> tuple[Token, ...]:
        """The words for who is said to have said it, nearest to the fact first; nobody for an aside."""
        if self.nominal:
            return self._predicate.attribution if self._predicate is not None else ()
        found: list[Token] = []
        for token in self.territory:
            if token.lower_ == "according" or self.tree.key(token) == "according to":
                found += [
                    one for one in token.subtree if one.dep_ == "pobj" and one.head.lower_ in ("to", "according to")
                ][:1]
                if not found:
                    found += [one for one in self.tree.doc[token.i + 1 :] if one.pos_ in ("PROPN", "NOUN")][:1]
        clause: Clause | None = self
        while clause is not None and (up := clause.governor) is not None:
            if clause.head.dep_ in ("ccomp", "parataxis", "xcomp") and up.lemma in words_of("say"):
                found += list(up.having("subject"))[:1]
            elif clause.head.dep_ in ("relcl", "advcl"):
                break
            clause = up
        said = [
            one for one in self.head.children if one.dep_ in ("parataxis", "ccomp") and one.lemma_ in words_of("say")
        ]
        for verb in said:
            found += list(clause_at(self.tree, verb).having("subject"))[:1]
        return tuple(dict.fromkeys(found))

    def times(self) -> list[Token]:
        """Return the words that say when: the clause's, else those of the clause that it continues, else the sentence's
        first words."""
        leading = self._leading_time(self.head)
        if leading is not None:
            return [leading]
        others = [self._leading_time(one.head) for one in self.coordinated]
        own = [
            token
            for token in self.territory
            if self.tree.key(token) == "{time}" and token not in others and not self._is_in_brackets(token)
        ]
        if own:
            return own
        if self.nominal:
            return self._predicate.times() if self._predicate is not None else []
        purpose = self.purpose
        within = [one for one in purpose.territory if self.tree.key(one) == "{time}"] if purpose is not None else []
        if within:
            return within
        up = self.governor
        if up is not None and any(one.lower_ == "when" for one in self.head.children):
            return self._times_of_when()
        if up is not None and self.head.dep_ in _CONTINUED:
            return up.times()
        if up is not None and self.head.dep_ == "conj":
            return [token for token in up.times() if token.i < up.head.i and token.i < self.head.i]
        return []

    def _is_in_brackets(self, time: Token) -> bool:
        """Return whether words of time stand in brackets that the head does not: a person's dates, a club's seasons."""
        return time.i in self.tree.bracketed and self.head.i not in self.tree.bracketed

    def _leading_time(self, head: Token) -> Token | None:
        """Return the words of time between a conjunction and its verb: became a scout and, in 2004, was hired."""
        found: Token | None = None
        for token in reversed(list(self.tree.doc[: head.i])):
            if token.dep_ == "cc":
                return found
            if self.tree.key(token) == "{time}" and found is None:
                found = token
            elif token.text != "," and not (token.head == head and token.dep_ in (*_HELPING, "neg", "advmod")):
                return None
        return None

    def _times_of_when(self) -> list[Token]:
        """Return the words of time right before `when`: in May 1993, when Smith was fired."""
        first = next(one for one in self.head.children if one.lower_ == "when")
        before = [one for one in self.tree.doc[max(0, first.i - 2) : first.i] if one.text != ","]
        return [one for one in before[-1:] if self.tree.key(one) == "{time}"]


def clauses(tree: Tree) -> Iterator[Clause]:
    """Yield the clauses of a sentence: those of verbs, and those of nouns."""
    for token in tree.doc:
        if _is_predicate(token):
            yield clause_at(tree, token)
        elif tree.key(token) == "{number}":
            yield Clause(tree, token, "{number}", passive=False, nominal=True)
        elif token.pos_ in ("NOUN", "PROPN") and tree.key(token)[:1] != "{":
            key = tree.key(token)
            yield Clause(tree, token, key if " " in key else token.lemma_.lower(), passive=False, nominal=True)


def clause_at(tree: Tree, head: Token) -> Clause:
    """Return the clause of a verb; one object for each."""
    found = tree.cache.get(f"clause {head.i}")
    if found is None:
        lemma = head.lemma_.lower()
        particle = next((one.lower_ for one in head.children if one.dep_ == "prt"), None)
        passive = any(one.dep_ in ("auxpass", "nsubjpass", "csubjpass", "agent") for one in head.children) or (
            head.tag_ == "VBN"
            and head.dep_ in ("acl", "advcl", "pcomp")
            and not any(one.dep_ == "aux" for one in head.children)
        )
        if (
            head.dep_ == "conj"
            and head.tag_ == "VBN"
            and not any(one.dep_ in ("nsubj", "aux") for one in head.children)
        ):
            first = _first_conjunct(head)
            passive = passive or any(one.dep_ in ("auxpass", "nsubjpass") for one in first.children)
        if lemma == "go" and head.head.lemma_ == "let" and head.dep_ in ("ccomp", "xcomp", "pcomp", "conj", "dep"):
            lemma = "let go"
            let = head.head
            passive = (
                let.tag_ == "VBN"
                and any(one.dep_ in ("auxpass", "aux", "nsubjpass") for one in let.children)
                and not any(one.dep_ in ("nsubj", "dobj") for one in head.children)
            )
        elif lemma == "let" and particle is None and any(one.lemma_ == "go" for one in head.children):
            lemma = "let"
        elif particle:
            lemma = f"{lemma} {particle}"
        found = tree.cache[f"clause {head.i}"] = Clause(tree, head, lemma, passive)
    return found


def _first_conjunct(token: Token) -> Token:
    while token.dep_ == "conj":
        token = token.head
    return token


def _is_predicate(token: Token) -> bool:
    return token.pos_ in _VERBS and token.dep_ not in _HELPING and token.dep_ not in ("amod", "compound")


def _own_words(token: Token) -> list[Token]:
    """Return the words of an argument without those coordinated with it."""
    joined = {one.i for child in token.children if child.dep_ == "conj" for one in child.subtree}
    return [one for one in token.subtree if one.i not in joined]


def _is_elliptical(token: Token) -> bool:
    """Return whether a count with a phrase of its own stands for a clause: seven years there, the last five as
    manager."""
    return (
        token.pos_ == "NUM"
        and token.dep_ in ("npadvmod", "appos", "dep")
        and any(one.dep_ == "prep" for one in token.children)
    )


def _clause_head(token: Token) -> Token | None:
    head = token
    while head.head != head:
        head = head.head
        if _is_predicate(head):
            return head
    return None


_ROLES: Mapping[str, str] = {
    "nsubj": "subject",
    "dobj": "object",
    "nsubjpass": "object",
    "attr": "complement",
    "oprd": "complement",
    "acomp": "complement",
    "npadvmod": "measure",
    "dative": "to",
}


def _arguments(clause: Clause) -> Iterator[Argument]:
    nested: list[Argument] = []
    for child in (one for one in clause.head.children if not _is_elliptical(one)):
        for argument in _argument(clause, child):
            yield argument
            is_person = clause.tree.key(argument.token) in ("{person}", "{he}", "{him}")
            nested += [one for one in _nested(argument.token) if not is_person or not _of_the_name(clause, one)]
    if clause.lemma == "let go":
        let = clause.head.head
        yield from (Argument("subject", one) for one in let.children if one.dep_ == "nsubj")
        yield from (
            Argument("object", one)
            for one in (*let.children, *clause.head.children)
            if one.dep_ in ("nsubjpass", "dobj")
        )
        yield from (Argument("object", one) for one in clause.head.children if one.dep_ == "nsubj")
    yield from nested


def _of_the_name(clause: Clause, argument: Argument) -> bool:
    """Return whether a phrase behind a person's name states whose they are: Smith of the Mets."""
    return argument.role in _OF_A_NAME and clause.tree.key(argument.token) in ("{club}", "{organization}")


def _argument(clause: Clause, child: Token) -> Iterator[Argument]:
    role = _ROLES.get(child.dep_)
    if clause.lemma == "let go" and role == "subject":
        return
    if role is not None:
        if role == "subject" and clause.passive:
            role = "object"
        if child.lower_ in _RELATIVE and clause.head.dep_ == "relcl":
            yield from _conjoined(role, clause.head.head)
            return
        yield from _conjoined(role, child)
    elif child.dep_ == "agent":
        for one in child.children:
            if one.dep_ == "pobj":
                yield from _conjoined("subject", one)
    elif (
        child.dep_ in ("xcomp", "ccomp")
        and child.pos_ in ("NOUN", "PROPN")
        and child.n_lefts
        and child.doc[child.i - child.n_lefts].lower_ == "to"
    ):
        yield from _conjoined("to", child)  # promoted to manager, read as an infinitive
    elif child.lower_ == "where" and clause.head.dep_ == "relcl":
        yield Argument("at", clause.head.head)
    elif child.dep_ == "ccomp" and child.pos_ == "NOUN" and any(one.dep_ == "nsubj" for one in child.children):
        yield from (Argument("object", one) for one in child.children if one.dep_ == "nsubj")
        yield Argument("complement", child)  # made him a selection: a noun predicated of the object
    elif child.dep_ in ("prep", "mark") or child.pos_ == "ADP":
        yield from _governed(child, clause)


def _governed(preposition: Token, clause: Clause | None = None) -> Iterator[Argument]:
    for one in preposition.children:
        if one.dep_ in ("pobj", "pcomp"):
            if clause is not None and one.lower_ in ("whom", "which") and clause.head.dep_ == "relcl":
                yield from _conjoined(preposition.lower_, clause.head.head)
            elif one.dep_ == "pobj" or not _is_predicate(one):
                yield from _conjoined(preposition.lower_, one)
        elif one.dep_ == "prep" or (one.dep_ == "conj" and one.pos_ == "ADP"):
            yield from _governed(one)


def _nested(noun: Token) -> list[Argument]:
    """Return the prepositional phrases of an argument: the manager of the Mets; a lead that a parser gives to
    either."""
    found: list[Argument] = []
    for child in noun.children:
        if child.dep_ in ("prep", "agent"):
            for argument in _governed(child):
                found += [argument, *_nested(argument.token)]
        elif child.dep_ in ("appos", "conj") and child.pos_ in ("NOUN", "NUM") and child.lower_ not in _PARTS:
            found += _nested(child)
    return found


def _conjoined(role: str, token: Token) -> Iterator[Argument]:
    yield Argument(role, token)
    for child in token.children:
        if child.dep_ == "conj" and not _is_predicate(child):
            yield from _conjoined(role, child)


def _inherited(clause: Clause) -> list[Argument]:
    """Return the subject of a clause that has none of its own: of a participle the noun, else what its governor gives
    it."""
    head, up = clause.head, clause.governor
    if head.dep_ in ("acl", "relcl"):
        return _of_participle(clause)
    if head.dep_ not in _SHARED or up is None or (head.dep_ == "ccomp" and head.tag_ not in ("VB", "VBG")):
        return []
    given: list[Argument] = []
    if head.dep_ in ("xcomp", "ccomp", "advcl") and head.tag_ == "VB":
        given = [one for one in _with_role(up, "object") if _can_act(clause.tree, one.token)]
        given = given or _with_role(up, "subject")
    elif up.passive and up.lemma != "let go":
        given = _with_role(up, "object")
    else:
        given = _with_role(up, "subject") or (_with_role(up, "object") if up.passive else [])
    return [Argument(_bearing(clause), one.token) for one in given]


def _of_participle(clause: Clause) -> list[Argument]:
    """Return the subject of a clause that modifies a noun: the noun, or the governor's subject (the chance to
    manage)."""
    head, noun, up = clause.head, clause.head.head, clause.governor
    if head.dep_ == "relcl" and any(one.dep_ == "nsubj" for one in head.children):
        return list(_conjoined("object", noun))
    if head.tag_ == "VB" or (head.tag_ == "VBG" and noun.lemma_ in words_of("season")):
        return [Argument(_bearing(clause), one.token) for one in _with_role(up, "subject")] if up else []
    return list(_conjoined(_bearing(clause), noun))


def _with_role(clause: Clause, role: str) -> list[Argument]:
    return [one for one in clause.arguments if one.role == role]


def _bearing(clause: Clause) -> str:
    """Return the role of a clause's inherited subject: a passive's is the object of its verb."""
    return "object" if clause.passive else "subject"


def _of_sentence(clause: Clause, role: str) -> list[Argument]:
    """Return the nearest person before the verb, or the subject of the verb that it is joined to: where the parse loses
    a subject behind an aside (Smith, 53, went 67-76)."""
    joined = False
    for token in reversed(list(clause.tree.doc[: clause.head.i])):
        key = clause.tree.key(token)
        if key in ("{person}", "{he}") and token.dep_ not in ("pobj", "poss", "compound", "dobj"):
            return [Argument(role, token)]
        if _is_predicate(token):
            return [Argument(role, one) for one in clause_at(clause.tree, token).having("subject")] if joined else []
        joined = joined or token.lower_ in ("and", "but")
        if key == "{person}":
            return []
    return []


def _of_noun(noun: Token) -> Iterator[Argument]:
    """Yield the arguments of a noun: the bearer in apposition, possessor, modifiers, prepositional phrases."""
    head, doc = noun.head, noun.doc
    if noun.pos_ == "NUM":  # Backman, 53, went
        aside = doc[noun.i - 1 : noun.i].text in (",", "(") and doc[noun.i + 1 : noun.i + 2].text in (",", ")", ".")
        yield from (
            Argument("bearer", one) for one in doc[max(0, noun.i - 2) : noun.i - 1] if aside and one.dep_ != "pobj"
        )
        return
    if noun.dep_ in ("appos", "compound", "nmod", "amod") and (noun.dep_ == "appos" or head.pos_ == "PROPN"):
        yield Argument("bearer", head)
    if noun.dep_ == "attr" and head.lemma_ in words_of("copula"):
        yield from (Argument("bearer", one) for one in head.children if one.dep_ == "nsubj")
    for child in noun.children:
        if child.dep_ == "appos":
            yield Argument("bearer", child)
        elif child.dep_ == "poss":
            yield Argument("possessor", child)
        elif child.dep_ in ("compound", "nmod", "amod", "nummod"):
            yield Argument("modifier", child)
    if noun.dep_ in ("compound", "nmod"):  # Las Vegas 51s manager Wally Backman
        yield from (
            Argument("modifier", one)
            for one in head.children
            if one.dep_ in ("compound", "nmod", "poss") and one != noun
        )
    yield from _nested(noun)


def _can_act(tree: Tree, token: Token) -> bool:
    """Return whether the words are a person's: those hired to manage, not the job taken to manage."""
    return tree.key(token) in ("{person}", "{he}", "{him}") or any(
        tree.key(one) == "{person}" for one in token.children if one.dep_ in ("appos", "compound")
    )
