"""Who speaks a verb of saying, and through whom it is known."""

from __future__ import annotations

from skipper.press.extract.clauses import ADVERBS, Clause, is_finite
from skipper.press.extract.sources import PEOPLE, UNNAMED, is_time, sources
from skipper.press.extract.units import Sentence, Unit

_LONGEST_NAME = 6  # units
# With these a club gives its version; what it announced is the act itself.
_STANDS_BY = frozenset(["said", "say", "insist", "insists", "maintain", "maintains", "contend", "contends", "claim"])
_OPENERS = frozenset(["and", "but", "as", "that", "while", "though", "although"])


def according(clause: Clause, unit: Unit) -> tuple[str, ...]:
    """According to X of Y: X, then Y; or a club, whose version it then is, and no announcement."""
    after = clause.units[unit.place - clause.first + 1 :]
    chain, _ = sources(after)
    article = [one.low for one in after[:1] if one.low == "the"]
    club = [one.text for one in after[len(article) :][:1] if one.kind == "club" or one.has("same_club")]
    return tuple(chain) or ((" ".join([*article, *club]),) if club else ())


def sayer(clause: Clause, unit: Unit) -> tuple[str, ...]:
    """X said; X told Y: X, then Y. Nobody where the words do not say who."""
    if unit.low == "citing":
        return ()  # it stands by the verb of who reports
    speakers = _speakers(clause, unit)
    if speakers:
        speakers = (*cited(clause.sentence, unit)[0], *speakers)
    if not speakers or unit.low not in ("told", "tells", "tell"):
        return speakers
    after = clause.sentence.units[unit.place + 1 :]
    chain, _ = sources(after)
    if len(chain) == 1 and after[0].kind == "person" and after[0].value.people:
        return speakers  # the owner told the manager that he was fired: he is of the game, and reports nothing
    heard = [one for one in chain if one[0].isupper()]  # not a friend: who has no name reports nothing either
    return (*speakers, *(one for one in heard if one not in speakers))


def _speakers(clause: Clause, unit: Unit) -> tuple[str, ...]:
    """Whoever stands before the verb, from the one who knows to the one who reports it."""
    before = before_verb(clause, unit)
    chain = () if clause.passive(unit) else _of_phrase(before)
    if not chain:
        speaker = _speaker(clause, unit)
        chain = (speaker,) if speaker is not None else ()
    return chain


def before_verb(clause: Clause, unit: Unit) -> list[Unit]:
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


def cited(sentence: Sentence, unit: Unit) -> tuple[list[str], int]:
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
    name, main = _whole(last), _whole(parts[-2])
    return name if name and not any(one.has(*UNNAMED) for one in last) else main or name


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
    while phrase and (phrase[0].low in _OPENERS or phrase[0].kind == "punct" or _begins_a_time(phrase[0])):
        phrase = phrase[1:]
    if phrase and phrase[0].low == "the" and len(phrase) > 1 and phrase[1].has("outlet"):
        phrase = phrase[1:]
    chain, end = sources(phrase)
    return tuple(chain) if end == len(phrase) else ()


def _begins_a_time(unit: Unit) -> bool:
    return is_time(unit) and unit.low not in ("the", "a")


def _speaker(clause: Clause, unit: Unit) -> str | None:
    before = clause.units[: unit.place - clause.first]
    for word in reversed(before):
        if word.has("anonymous", "outlet"):
            return word.text if word.has("outlet") or word.text.isupper() else word.low
    told_by_a_club = any(word.kind == "club" or word.has("same_club") for word in before[-1:])
    if clause.subject is not None and not clause.passive(unit) and not told_by_a_club:
        return clause.subject.name
    if told_by_a_club and unit.low in _STANDS_BY and before[-1].low not in ("it", "they"):
        article = [word.low for word in before[-2:-1] if word.low == "the"]
        named = before[-1].text if before[-1].kind == "club" else before[-1].low
        return " ".join([*article, named])
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
