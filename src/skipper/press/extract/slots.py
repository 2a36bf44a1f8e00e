"""Where clubs and people stand about a verb: bare, or behind a preposition; a list's members all stand as its first."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.arguments import is_a_post
from skipper.press.extract.clauses import PREPOSITIONS, Clause, is_finite, without_compounds
from skipper.press.extract.units import Sentence, Unit

# What may stand between a preposition and the name behind it.
_LIGHT = frozenset(
    [
        *("the", "a", "an", "his", "her", "their", "its", "both", "then", "new", "old", "first-place", "last-place"),
        *("former", "lowly", "hapless", "rival", "hometown", "expansion", "longtime", "mr.", "-", "at", "by", "own"),
    ]
)
_CARRIED = frozenset(["to", "in", "with", "at", "for", "from", "of", "by"])
_LISTS = frozenset([",", "and", "&", "or", "then", "plus", "later"])
# After these, up to so many units on, a club is the other side of a game or a trade.
_AGAINST = frozenset(
    [
        *("against", "versus", "vs", "beat", "beating", "beats", "defeated", "downed", "edged", "swept", "sweeping"),
        *("past", "facing", "faced", "off", "outlasted", "routed", "upset", "shut out", "no-hit"),
    ]
)
_SERIES = 20  # games: more are no series with another club
_LONG = frozenset(["seasons", "years"])
_LOST = frozenset(
    ["lost", "lose", "losing", "loss", "losses", "fell", "falling", "bowed", "games", "straight", "series"]
)


def preposition(units: list[Unit], place: int) -> str:
    """The preposition that governs the unit; empty where none does. A list's later members have its first one's."""
    kind, at = units[place].kind, place - 1
    while at >= 0:
        unit = units[at]
        if unit.low in PREPOSITIONS and not (unit.low == "by" and at and units[at - 1].low == "followed"):
            return unit.low
        if " " in unit.low and unit.low.rsplit(" ", 1)[1] in _CARRIED:
            return unit.low.rsplit(" ", 1)[1]  # went to, at the helm of
        if unit.text in ("'", "'s") and at and units[at - 1].kind in ("club", "league", "person"):
            at -= 2
        elif unit.low in _LIGHT or unit.kind in ("level", "ordinal", "year") or _is_title(unit):
            at -= 1
        elif unit.low in _LISTS and (first := _listed_before(units, at, kind)) is not None:
            at = first - 1
        else:
            return ""
    return ""


def _is_title(unit: Unit) -> bool:
    return unit.has("manager", "coach", "executive", "interim", "affiliate", "organization_word", "epithet")


def _listed_before(units: list[Unit], at: int, kind: str) -> int | None:
    """The member of the list before the comma or conjunction; its own year may stand between."""
    for back in range(at - 1, max(-1, at - 7), -1):
        if units[back].kind == kind:
            return back
        told = units[back].kind in ("year", "years", "date") or units[back].text in ("(", ")")
        if not (told or units[back].low in (*_LISTS, "in", "from", "to")):
            return None
    return None


def is_opponent(units: list[Unit], place: int) -> bool:
    """Whether the club is the other side: beat them, lost to them, against them."""
    near = without_compounds(units[max(0, place - 9) : place])[-6:]
    before = [unit for unit in near if unit.low not in _LIGHT]
    if not before:
        return False
    if before[-1].low in _AGAINST:
        return True
    with_them = any((unit.kind == "number" and unit.value > _SERIES) or unit.low in _LONG for unit in before)
    if before[-1].low == "with" and with_them:
        return False  # won 98 games with the Nationals, so many games in 14 seasons with the Pirates
    return before[-1].low in ("to", "with", "by") and any(unit.low in _LOST for unit in before[-5:-1])


def is_dateline(unit: Unit) -> bool:
    """PHOENIX (AP): a place in capitals."""
    return unit.text.isupper() and len(unit.text) > 4 and not any(letter.isdigit() for letter in unit.text)


def owner_of(units: list[Unit], place: int) -> Unit | None:
    """The club that a man's name or title belongs to: the Astros' Bo Porter, Cubs manager X, Y of the Giants.

    Also `X, the Cubs' bench coach`; null where none is named with him.
    """
    at = place - 1
    while at >= 0 and (_is_title(units[at]) or units[at].low in ("'", "'s", "then", "-", "new", "veteran", "longtime")):
        at -= 1
    if at >= 0 and at < place - 1 and units[at].kind == "club":
        return units[at]
    after = units[place + 1 : place + 8]
    if after[:1] and after[0].low == "of":
        return next((unit for unit in after[1:3] if unit.kind == "club"), None)
    if after[:1] and after[0].text == ",":
        club = next((n for n, unit in enumerate(after[1:4], 1) if unit.kind == "club"), None)
        if club is not None and any(_is_title(unit) for unit in after[club + 1 : club + 4]):
            return after[club] if all(unit.low in _LIGHT for unit in after[1:club]) else None
    return None


def clubs_behind(clause: Clause, verb: Unit, *words: str) -> list[Unit]:
    """The clubs after the verb that stand behind one of the prepositions (empty: behind none), opponents apart."""
    return [unit for unit in _clubs(clause) if unit.place > verb.place and _behind(clause, unit, verb) in words]


def posts_before(clause: Clause, verb: Unit) -> list[Unit]:
    """The clubs before the verb that can be somebody's post; not from which he came: came from Montreal to replace."""
    before = [unit for unit in _clubs(clause) if unit.place < verb.place]
    return [unit for unit in before if preposition(clause.units, unit.place - clause.first) != "from"]


def _clubs(clause: Clause) -> Iterator[Unit]:
    return (unit for unit in clause.kinds("club") if can_be_a_post(clause, unit))


def can_be_a_post(clause: Clause, unit: Unit) -> bool:
    """Whether the club can be somebody's post here: no opponent, no dateline, no other man's employer or home."""
    other_side = is_opponent(clause.units, unit.place - clause.first)
    return is_a_post(clause, unit) and not (other_side or is_dateline(unit) or _is_anothers(clause, unit))


def _is_anothers(clause: Clause, unit: Unit) -> bool:
    """Cubs president X, Dodgers coach Y: the club only tells who that is."""
    place = unit.place - clause.first
    before = [one for one in clause.units[max(0, place - 3) : place] if one.low not in _LIGHT]
    if len(before) > 1 and before[-1].low == "of" and before[-2].kind == "person":
        return True  # Meulens of the Giants
    for one in clause.units[place + 1 : place + 6]:
        if one.kind == "person":
            return one is not clause.units[place + 1]
        if not (_is_title(one) or one.low in ("'", "'s", "then", "-", "and", "vice")):
            return False
    return False


def _behind(clause: Clause, unit: Unit, verb: Unit) -> str:
    units = clause.units[verb.place - clause.first + 1 :]
    place = next((n for n, one in enumerate(units) if one is unit), None)
    return preposition(units, place) if place is not None else ""


def listed_people(sentence: Sentence, first: Unit) -> list[Unit]:
    """The people of the list that begins with a name: A of the Giants, B, who has retired, Dodgers coach C and D."""
    found, units, at = [first], sentence.units, first.place + 1
    while at < len(units):
        unit = units[at]
        if unit.kind == "person":
            if not _follows_a_join(units, at):
                break
            if not _owns_what_follows(units, at):
                found.append(unit)
        elif unit.text == ";" and _goes_on(units, at):
            pass
        elif unit.low == "who" and units[at - 1].text == ",":
            at = next((n for n in range(at, len(units)) if units[n].text in (",", ";")), len(units)) - 1
        elif is_finite(unit) or unit.text in (".", ";", "—", '"'):
            break
        at += 1
    return found


def _goes_on(units: list[Unit], at: int) -> bool:
    """X, who managed once; Y, the coach; and Z: the list goes on with a name behind the semicolon."""
    after = units[at + 1 : at + 3]
    first = after[1:] if after and after[0].low in ("and", "or") else after
    ends = any(is_finite(unit) for unit in units[at + 1 : at + 4])
    return bool(first) and first[0].kind == "person" and not ends


def _owns_what_follows(units: list[Unit], at: int) -> bool:
    """X, Y's hitting coach: Y only tells who X is."""
    return at + 1 < len(units) and units[at + 1].text in ("'s", "'")


def _follows_a_join(units: list[Unit], at: int) -> bool:
    """Whether a comma or conjunction, with a title or club at most between, stands before the name."""
    for back in range(at - 1, max(-1, at - 8), -1):
        if units[back].low in (",", ";", "and", "or", "plus", "&"):
            return True
        if not (
            _is_title(units[back]) or units[back].kind in ("club", "level") or units[back].low in (*_LIGHT, "'s", "'")
        ):
            return False
    return False
