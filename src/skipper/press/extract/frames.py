"""Who said it, how surely, and whether it is said of the world at all."""

from __future__ import annotations

from skipper.press.extract.clauses import ADVERBS, Clause, is_finite
from skipper.press.extract.sources import PEOPLE, is_time, sources
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
_LONGEST_NAME = 6  # units
# With these a club has its own version; what it said or announced is the news itself.
_STANDS_BY = frozenset(["say", "insist", "insists", "maintain", "maintains", "contend", "contends", "claim"])
_VERSIONS = frozenset(["story", "version", "account", "theory"])
_LONGEST_HEADING = 20  # units
_OPENERS = frozenset(["and", "but", "as", "that", "while", "though", "although"])
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
            chain = _according(clause, unit) if unit.has("according") else _sayer(clause, unit)
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
        if clause.opener == "if" or inverted:
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
    aside = before is None or before.text == ","
    return aside and after is not None and after.low in ("over", "for", "because", "after", "with", "against")


def _according(clause: Clause, unit: Unit) -> tuple[str, ...]:
    """According to X of Y: X, then Y; a club's version too, which is no announcement."""
    after = clause.units[unit.place - clause.first + 1 :]
    chain, _ = sources(after)
    return tuple(chain)


def _sayer(clause: Clause, unit: Unit) -> tuple[str, ...]:
    """X said; X told Y: X, then Y. Nobody where the words do not say who."""
    if unit.low == "citing":
        return ()  # it stands by the verb of who reports
    speakers = _speakers(clause, unit)
    if speakers:
        speakers = (*_cited(clause.sentence, unit)[0], *speakers)
    if not speakers or unit.low not in ("told", "tells", "tell"):
        return speakers
    after = clause.sentence.units[unit.place + 1 :]
    article = bool(after) and after[0].low == "the"
    chain, _ = sources(after[article:])
    return (*speakers, *(one for one in chain if one not in speakers))


def _speakers(clause: Clause, unit: Unit) -> tuple[str, ...]:
    """Whoever stands before the verb, from the one who knows to the one who reports it."""
    before = _before(clause, unit)
    chain = () if clause.passive(unit) else _of_phrase(before)
    if not chain:
        speaker = _speaker(clause, unit)
        chain = (speaker,) if speaker is not None else ()
    return chain


def _before(clause: Clause, unit: Unit) -> list[Unit]:
    """What stands before the verb; where nothing but an aside does, what stands before that."""
    before = clause.units[: unit.place - clause.first]
    start = clause.previous
    while start is not None and (_first_word(before) in ("", "citing") or start.units[-1].low == "citing"):
        before = [*start.units, *before]
        start = start.previous
    while before and (before[-1].low in ADVERBS or before[-1].has("hedge") or before[-1].low.endswith("ly")):
        before = before[:-1]
    return before


def _first_word(units: list[Unit]) -> str:
    return next((one.low for one in units if one.kind != "punct"), "")


def _cited(sentence: Sentence, unit: Unit) -> tuple[list[str], int]:
    """Whom Y cites, who reported, citing X, …: and where in the sentence that ends."""
    after = unit.place + 1
    if [one.low for one in sentence.units[after : after + 2]] != [",", "citing"]:
        return [], after
    chain, end = sources(sentence.units[after + 2 :])
    return chain, after + 2 + end


def _of_phrase(before: list[Unit]) -> tuple[str, ...]:
    """Who speaks: X; X of Y; X, a spokesman of Y,; the spokesman, X,; Y, citing X,."""
    aside = bool(before) and before[-1].text == ","
    parts = _between_commas(before[: len(before) - aside])
    last = parts[-1]
    if not aside or len(parts) == 1:
        return _whole(last)
    if last and last[0].low in ("citing", "of", "from", "with"):
        main = _whole(parts[-2])
        added = _whole(last[1:])
        return ((*added, *main) if last[0].low == "citing" else (*main, *added)) if main else ()
    name = _whole(last)
    main = _whole(parts[-2])
    return name if name and name[0].istitle() else main or name


def _between_commas(units: list[Unit]) -> list[list[Unit]]:
    parts: list[list[Unit]] = [[]]
    for one in units:
        if one.text == ",":
            parts.append([])
        else:
            parts[-1].append(one)
    return parts


def _whole(phrase: list[Unit]) -> tuple[str, ...]:
    """The chain that the phrase is; none where more is in it."""
    while phrase and (phrase[0].low in _OPENERS or phrase[0].kind == "punct"):
        phrase = phrase[1:]
    if phrase and phrase[0].low == "the" and len(phrase) > 1 and phrase[1].has("outlet"):
        phrase = phrase[1:]
    chain, end = sources(phrase)
    return tuple(chain) if end == len(phrase) else ()


def _speaker(clause: Clause, unit: Unit) -> str | None:
    before = clause.units[: unit.place - clause.first]
    for word in reversed(before):
        if word.has("anonymous", "outlet"):
            return word.text if word.has("outlet") or word.text.isupper() else word.low
    told_by_a_club = any(word.kind == "club" or word.has("same_club") for word in before[-1:])
    if clause.subject is not None and not clause.passive(unit) and not told_by_a_club:
        return clause.subject.name
    if told_by_a_club and unit.low in _STANDS_BY and before[-1].kind == "club":
        article = [word.text for word in before[-2:-1] if word.low == "the"]
        return " ".join([*article, before[-1].text])
    return _people_unnamed(clause, unit)


def _people_unnamed(clause: Clause, unit: Unit) -> str | None:
    """Friends of the manager said; two players, who asked not to be named, said: as the text calls them."""
    start = clause
    while start.previous is not None and start.opener in ("who", "resume"):
        start = start.previous
    said = start.units if start is not clause else clause.units[: unit.place - clause.first]
    if said and said[0].has("according"):
        said = said[next((n for n, one in enumerate(said) if one.text == ","), 0) :]
    words = [one for one in said if one.text not in (",", '"', "(")]
    plural = any(one.low in PEOPLE for one in words)
    plain = not any(one.kind in ("person", "pronoun", "date") or is_finite(one) for one in words)
    if not plural or not plain or not 0 < len(words) <= _LONGEST_NAME or words[0].low in ADVERBS:
        return None
    return " ".join(one.text for one in words)


def _trails(clauses: list[Clause], place: int, unit: Unit) -> bool:
    """Whether the saying follows what is said: nothing but a full stop or a quotation comes after it."""
    clause = clauses[place]
    _, end = _cited(clause.sentence, unit)
    rest = clause.sentence.units[end:]
    _, heard = sources(rest) if unit.low in ("told", "tells") else ([], 0)
    act = unit.low in ("announced", "announces")  # on Monday is when it was done, and who says it is no witness
    told = any(word.kind == "word" and word.text.isalpha() and (act or not is_time(word)) for word in rest[heard:])
    apart = clause.opener in (",", '"', "that") and clause.start > 0
    return not told and (apart or any(word.text == "," for word in _before(clause, unit)))


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
        if goes_on and start and kept[start - 1].opener in _ASIDES:
            del kept[start - 1 :]
        kept.append(clause)
    return kept


def _stretch(clauses: list[Clause], place: int) -> list[Clause]:
    first = max((n for n in range(place + 1) if clauses[n].opener in _ENDS), default=0)
    last = next((n for n in range(place + 1, len(clauses)) if clauses[n].opener in _ENDS), len(clauses))
    return clauses[first:last]
