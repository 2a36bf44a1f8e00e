"""Who said it, how surely, and whether it is said of the world at all."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause, is_finite, is_participle
from skipper.press.extract.sources import is_time, sources
from skipper.press.extract.speakers import according, before_verb, cited, sayer
from skipper.press.extract.splitting import COMPARED
from skipper.press.extract.units import Sentence, Unit

_WHOLE_SENTENCE = frozenset(
    [
        "if",
        "unless",
        "had he",
        "would have",
        "could have",
        "should have",
        "hoped that",
        "hope that",
        "hopes that",
        "feared",
        "whether",
    ]
)
_VERSIONS = frozenset(["story", "version", "account", "theory"])
_LONGEST_HEADING = 20  # units
_ASIDES = frozenset(["who", "whose", "which", "where"])
# Out after they let him go, friends said: that they did is known.
_BACKGROUND = frozenset(["after", "before", "since", "until", "when"])
_ENDS = frozenset(["but", ";"])


def frame(sentence: Sentence, clauses: list[Clause], topic: str | None = None) -> None:
    """Set sayers, hedges and unreality of a sentence's clauses; their subjects must be known.

    `topic` is whom the piece is about, whom `himself` means without his name.
    """
    _unreal(sentence, clauses)
    _hedged(clauses)
    _told_by_heading(sentence, clauses, topic)
    for place, clause in enumerate(clauses):
        for unit in clause.find("say", "according"):
            chain = according(clause, unit) if unit.has("according") else sayer(clause, unit)
            if chain:
                backwards = unit.has("according") or _trails(clauses, place, unit)
                _attribute(clauses, place, unit, chain, backwards)


def _told_by_heading(sentence: Sentence, clauses: list[Clause], topic: str | None) -> None:
    """Story one, from the club: …; version two, from X himself: …: who tells it stands before the colon."""
    units = sentence.units[:_LONGEST_HEADING]
    colon = next((n for n, unit in enumerate(units) if unit.text == ":"), 0)
    start = next((n for n, unit in enumerate(units[:colon]) if unit.low == "from"), None)
    if start is None or units[0].low not in _VERSIONS:
        return
    source = [unit for unit in units[start + 1 : colon] if unit.text != ","]
    end = next((n for n, unit in enumerate(source) if unit.low == "who"), len(source))
    named = next((unit.value.name for unit in source[:end] if unit.kind == "person"), None)
    himself = any(unit.low == "himself" for unit in source)
    teller = named or (topic if himself else " ".join(unit.text for unit in source[:end]))
    for clause in clauses if teller else ():
        if clause.units and clause.units[-1].place > colon:
            clause.sayers = (teller or "", *clause.sayers)


def _unreal(sentence: Sentence, clauses: list[Clause]) -> None:
    units = sentence.units
    inverted = (
        bool(units) and units[0].low == "had" and len(units) > 1 and units[1].kind in ("person", "pronoun", "club")
    )
    for place, clause in enumerate(clauses):
        if clause.opener in ("if", COMPARED) or inverted:
            clause.unreal_from = -1
        for unit in clause.find("unreal"):
            if unit.low == "would be" and clause.kinds("year") and clause.opener != "if" and not inverted:
                continue  # he would be fired in 1979: it was to come, and came
            if clause.unreal_from is None:
                clause.unreal_from = unit.place
            if unit.low in _WHOLE_SENTENCE:
                for other in clauses[place + 1 :]:
                    if other.opener in _ENDS:
                        break
                    other.unreal_from = -1
    if inverted or any(clause.opener == "if" for clause in clauses):
        for clause in clauses:
            if clause.find("unreal"):
                clause.unreal_from = -1


def _hedged(clauses: list[Clause]) -> None:
    hedged = False
    for clause in clauses:
        hedged = (hedged and clause.opener not in _ENDS) or any(
            not _of_an_aside(clause, one) for one in clause.find("hedge")
        )
        own = any(not _of_an_aside(clause, one) for one in clause.find("hedge"))
        clause.hedged = own if clause.opener == "where" else hedged  # where X was fired: of that there is no doubt


def _of_an_aside(clause: Clause, hedge: Unit) -> bool:
    """Ousted after a slow start, reportedly over his players' objections: only the reason is doubted."""
    before, after = clause.before(hedge), clause.after(hedge)
    if before is not None and before.low == "you":
        return True  # you may have heard
    aside = before is None or before.text == ","
    return aside and after is not None and after.low in ("over", "for", "because", "after", "with", "against")


def _trails(clauses: list[Clause], place: int, unit: Unit) -> bool:
    """Whether the saying follows what is said: nothing but a full stop or a quotation comes after it."""
    clause = clauses[place]
    _, end = cited(clause.sentence, unit)
    rest = clause.sentence.units[end:]
    _, heard = sources(rest) if unit.low in ("told", "tells") else ([], 0)
    act = unit.low in ("announced", "announces")  # on Monday is when it was done, and who says it is no witness
    told = any(word.kind == "word" and word.text.isalpha() and (act or not is_time(word)) for word in rest[heard:])
    apart = clause.opener in (",", '"', "that") and clause.start > 0
    return not told and (apart or any(word.text == "," for word in before_verb(clause, unit)))


def _attribute(clauses: list[Clause], place: int, unit: Unit, chain: tuple[str, ...], backwards: bool) -> None:
    """Give the chain to the clauses that it covers; one said within another stands nearer to the fact."""
    if unit.has("according"):
        covered = _without_asides(_stretch(clauses, place))
    elif backwards:
        covered = _without_asides(clauses[: place + (clauses[place].opener not in _BACKGROUND)])
    else:
        covered = []
        for other in clauses[place + 1 :]:
            if other.opener in _ENDS:
                break
            covered.append(other)
        covered = _without_asides(covered)
    for other in covered:
        if not set(chain) & set(other.sayers):
            other.sayers = (*chain, *other.sayers) if not backwards else (*other.sayers, *chain)
            other.said_denied = other.said_denied or unit.low in ("denied", "denies")


def _without_asides(covered: list[Clause]) -> list[Clause]:
    """X, who won it in 2006, was interviewed, sources said: of who won it they said nothing, for it is known."""
    kept: list[Clause] = []
    for clause in covered:
        goes_on = clause.opener == "resume" or (clause.opener == "," and any(map(is_finite, clause.units[1:2])))
        start = len(kept)
        while goes_on and start and kept[start - 1].opener in ("and", "or"):
            start -= 1
        if goes_on and start and (kept[start - 1].opener in _ASIDES or _is_only_a_subject(kept[start - 1])):
            del kept[start - 1 :]
        kept.append(clause)
    return kept


def _is_only_a_subject(clause: Clause) -> bool:
    """X, voted the best of 2013, …: no verb before the comma, and what was done to him behind it."""
    comma = next((n for n, unit in enumerate(clause.units) if unit.text == ","), 0)
    named = comma > 0 and clause.units[comma - 1].kind == "person"
    return (
        named
        and any(map(is_participle, clause.units[comma + 1 : comma + 2]))
        and not any(map(is_finite, clause.units[:comma]))
    )


def _stretch(clauses: list[Clause], place: int) -> list[Clause]:
    first = max((n for n in range(place + 1) if clauses[n].opener in _ENDS), default=0)
    last = next((n for n in range(place + 1, len(clauses)) if clauses[n].opener in _ENDS), len(clauses))
    return clauses[first:last]
