"""Sentences to clauses."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.clauses import ADVERBS, PREPOSITIONS, Clause, is_finite, is_participle
from skipper.press.extract.units import Sentence, Unit

_OPENERS = frozenset(
    [
        "but",
        "while",
        "although",
        "though",
        "because",
        "whereas",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "if",
        "unless",
    ]
)
_BEFORE_ING = frozenset(["after", "before", "while"])
_TIMES = frozenset(["while", "when"])
COMPARED = "than"  # opens what is of another man, with whom somebody is compared
_COMPARING = frozenset(["since", "than"])
_LED_BY = 5  # units from `since` to the name of him with whom another is compared
_ARTICLES = frozenset(["the", "a", "an", "his", "their", "its"])
_PERIODS = frozenset(["day", "year", "season", "time", "month", "summer"])
_RELATIVE = frozenset(["who", "whom", "whose", "which", "where"])
_LENGTHS = frozenset(["day", "days", "week", "weeks", "month", "months", "year", "years", "season", "seasons"])
_TIME = 7  # units at most of a time behind `and`
_ASIDE = 8  # units of an apposition between commas
_LIGHT = frozenset(["word", "number", "year", "date", "ordinal"])


def split(sentence: Sentence) -> Iterator[Clause]:
    """The clauses of a sentence in their order."""
    units = sentence.units
    start, opener, has_verb = 0, "", False
    speaks = any("say" in unit.classes for unit in units)
    last: Clause | None = None
    for place, unit in enumerate(units):
        cut = _cut(units, start, place, opener, has_verb, speaks)
        if cut is not None and any(one.kind != "punct" for one in units[start:place]):
            last = Clause(sentence, start, place, opener, previous=last)
            yield last
            start, opener, has_verb = place, cut, False
        elif cut is not None:
            opener = cut
        has_verb = has_verb or is_finite(unit)
    if start < len(units):
        yield Clause(sentence, start, len(units), opener, previous=last)


def _cut(units: list[Unit], start: int, place: int, opener: str, has_verb: bool, speaks: bool) -> str | None:
    """The word with which a clause begins at this place; null where none does."""
    unit, before = units[place], units[place - 1] if place else None
    if before is not None and (before.text in (";", "—", '"') or _is_dash(units, place - 1)):
        return before.text
    explains = before is not None and before.text == ":" and has_verb and unit.low in ("he", "she")
    if explains and _verb_next(units, place + 1):
        return ";"  # is better known for his winters: he won the Series there
    if speaks and before is not None and _said(units, place):
        return "that"
    if unit.low == "that" and before is not None and before.has("affiliate", "same_club", "organization_word"):
        return "which"
    if unit.low == "that" and before is not None and before.low in _PERIODS:
        return "which" if _verb_next(units, place + 1) else "when"  # a season that came apart; the day that he left
    if unit.low in _OPENERS:
        return unit.low
    role = unit.low == "as" and [one.low for one in units[place + 1 : place + 2]] in (["a"], ["an"])
    if unit.low in ("after", "before", "until", "since", "as") and not role and _finite_soon(units, place + 1):
        return unit.low
    if place == 0 and unit.low in ("after", "before", "until") and _finite_before_comma(units):
        return unit.low
    counted = unit.low == "after" and any(one.kind == "ordinal" for one in units[start:place])
    if (unit.low in _COMPARING or counted) and place and _only_named(units, place + 1):
        return COMPARED  # the fourth to win it, after X in 2003
    if unit.low in _BEFORE_ING and place and has_verb and _ing_next(units, place + 1):
        return unit.low
    if unit.low in ("he", "she", "they") and opener in _TIMES and has_verb and _verb_next(units, place + 1):
        return ","  # while X was ill he ran the club; when they hired X they had to pay
    if unit.low == "and" and _dated_verb(units, place + 1):
        return "and"
    if unit.low == "and" and has_verb and _timed_subject(units, place + 1):
        return "and"
    if unit.low in ("and", "or", "then") and (
        _verb_next(units, place + 1) or (has_verb and _finite_soon(units, place + 1))
    ):
        return unit.low
    return _behind_comma(units, start, place, opener, has_verb) if unit.text == "," and before is not None else None


def _behind_comma(units: list[Unit], start: int, place: int, opener: str, has_verb: bool) -> str | None:
    before = units[place - 1]
    if before.kind in ("year", "date") and _dated_verb(units, start + 1) and opener == "and":
        return None
    if before.kind == "person" and _done_next(units, place + 1):
        return "who"
    if has_verb and _verb_next(units, place + 1):
        return "resume" if opener in _RELATIVE else ","
    if opener == COMPARED and _verb_next(units, place + 1):
        return "resume"  # X, the first to win it since Y in 1984, was fired
    if opener in _BEFORE_ING and _verb_next(units, place + 1) and _ing_next(units, start + 1):
        return "resume"  # X, who retired after winning it, came back
    return "," if has_verb and (_finite_soon(units, place + 1) or _ing_next(units, place + 1)) else None


def _only_named(units: list[Unit], place: int) -> bool:
    """Since the Orioles' X in 1970, than Y from 1950 to 1960: somebody with whom he is compared, who does nothing."""
    near = units[place : place + _LED_BY]
    whom = next((n for n, one in enumerate(near) if one.kind == "person"), None)
    if whom is None or any(is_finite(one) or one.kind in ("punct", "year") for one in near[:whom]):
        return False
    then = units[place + whom + 1 : place + whom + 2]
    return not then or not (then[0].low in ("'s", "'") or is_finite(then[0]) or _verb_next(units, place + whom + 1))


def _is_dash(units: list[Unit], place: int) -> bool:
    unit = units[place]
    if unit.text not in ("-", "--") or place == 0 or place + 1 >= len(units):
        return False
    return units[place - 1].end < unit.start and unit.end < units[place + 1].start


def _said(units: list[Unit], place: int) -> bool:
    """Whether a verb of saying, and to whom, ends before this place."""
    before = units[place - 1]
    if units[place].text in (",", ".", '"') or units[place].low == "that":
        return False
    that = before.low == "that"
    if that and place > 1:
        before, place = units[place - 2], place - 1
    if before.has("say") and before.low not in ("report", "reports", "claim"):
        return not (before.low in ("told", "tells") and units[place].kind in ("person", "pronoun", "word"))
    if that and _told_whom(units, place) and not _verb_next(units, place + 1):
        return True
    far = 5 if that else 4  # told the Post's X that
    told = any(unit.low in ("told", "tells") for unit in units[max(0, place - far) : place - 1])
    return told and (before.kind in ("person", "pronoun") or before.has("outlet"))


def _told_whom(units: list[Unit], end: int) -> bool:
    """Told reporters, told the Herald, told two people in the room: nothing but whom stands between."""
    for unit in reversed(units[max(0, end - 7) : end]):
        if unit.low in ("told", "tells"):
            return True
        if unit.text in (",", ";", '"') or is_finite(unit):
            return False
    return False


def _verb_next(units: list[Unit], place: int) -> bool:
    while place < len(units) and (
        units[place].low in ADVERBS
        or units[place].low.endswith("ly")
        or (units[place].has("hedge", "not") and not is_finite(units[place]))
    ):
        place += 1
    return place < len(units) and is_finite(units[place]) and units[place].low not in ("being",)


def _done_next(units: list[Unit], place: int) -> bool:
    """X, fired on Sunday, …: a participle of what was done to X, with nobody after it to whom he did it."""
    while place < len(units) and (units[place].low in ADVERBS or units[place].low.endswith("ly")):
        place += 1
    if place + 1 >= len(units):
        return False
    verb, then = units[place], units[place + 1]
    done = verb.has("hire", "fire", "promote", "let_go", "draft", "induct", "suspend")
    return done and is_participle(verb) and then.kind not in ("person", "pronoun", "club") and then.low not in _ARTICLES


def _finite_before_comma(units: list[Unit]) -> bool:
    """After his days with the club ended in 1988, …: the sentence begins with a clause of its own."""
    for unit in units:
        if unit.text == ",":
            return False
        if is_finite(unit):
            return True
    return False


def _dated_verb(units: list[Unit], place: int) -> bool:
    """And in 2004, was named: a time stands between the conjunction and the verb."""
    time = (
        place + 2 < len(units) and units[place].low in ("in", "on", "by") and units[place + 1].kind in ("year", "date")
    )
    return time and _verb_next(units, place + 2 + (units[place + 2].text == ","))


def _timed_subject(units: list[Unit], place: int) -> bool:
    """And on June 14, 1979, he was, and less than a week later the Rangers hired: a time, then a subject and a verb."""
    near = units[place : place + _TIME]
    later = next((n for n, one in enumerate(near) if one.low == "later"), None)
    dated = len(near) > 1 and near[0].low in ("in", "on", "by") and near[1].kind in ("year", "date")
    if later is not None and any(one.low in _LENGTHS for one in near[:later]):
        after = place + later + 1
    elif dated:
        after = place + 2
    else:
        return False
    after += sum(one.text == "," for one in units[after : after + 1])
    after += sum(one.low in _ARTICLES for one in units[after : after + 1])
    subject = units[after] if after < len(units) else None
    return subject is not None and subject.kind in ("person", "pronoun", "club") and _verb_next(units, after + 1)


def _ing_next(units: list[Unit], place: int) -> bool:
    return place < len(units) and units[place].low.split()[0].endswith("ing") and units[place].kind == "word"


def _phrase_then_subject(units: list[Unit], place: int) -> bool:
    """In his first full season he brought: a time in front of a pronoun and its verb."""
    if place >= len(units) or units[place].low not in ("in", "during", "by"):
        return False
    for n in range(place + 1, min(len(units) - 1, place + 8)):
        if is_finite(units[n]) or units[n].text in (";", ".", ",") or units[n].kind == "person":
            return False
        if units[n].low in ("he", "they", "she"):
            return _verb_next(units, n + 1)
    return False


def _finite_soon(units: list[Unit], place: int) -> bool:
    """Whether a name or pronoun and then a verb follow at once."""
    if _phrase_then_subject(units, place):
        return True
    skipped = 0
    while place < len(units) and skipped < 5 and units[place].kind in _LIGHT and not is_finite(units[place]):
        if units[place].low in PREPOSITIONS and units[place].low != "in":
            return False
        place, skipped = place + 1, skipped + 1
    if place >= len(units) or not (
        units[place].kind in ("person", "pronoun", "club")
        or (skipped > 0 and units[place - 1].has("affiliate", "epithet", "executive", "anonymous", "same_club"))
    ):
        return (
            place < len(units)
            and skipped > 0
            and units[place - 1].low in ("they", "i", "it", "we")
            and is_finite(units[place])
        )
    if units[place].kind in ("person", "pronoun", "club"):
        if units[place].low in ("his", "her", "him"):
            return any(is_finite(unit) for unit in units[place + 1 : place + 5])
        place = _past_aside(units, place + 1)
    return place < len(units) and _verb_next(units, place)


def _past_aside(units: list[Unit], place: int) -> int:
    """And Morgan, 57, was told; and Edwards, the bullpen coach, took over: past what stands between the commas."""
    if place >= len(units) or units[place].text != ",":
        return place
    end = next((n for n in range(place + 1, min(len(units), place + _ASIDE)) if units[n].text == ","), None)
    inside = units[place + 1 : end] if end is not None else []
    light = inside and not any(is_finite(unit) or unit.kind == "person" for unit in inside)
    return end + 1 if end is not None and light else place
