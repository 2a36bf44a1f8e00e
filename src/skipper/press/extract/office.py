"""Who runs a club's office: owners, presidents and general managers, who hire and dismiss and hold no post here."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.press.extract.names import NameFinder
from skipper.press.extract.units import ClubName, Sentence, Unit

_OWNS = frozenset(["owned", "owns", "bought"])
_BETWEEN = frozenset(["had", "then", "later", "finally", "abruptly", "once", "again"])  # X then fired him
_SENT_AWAY = frozenset(["traded", "sold"])
_CLOSE = 3  # units behind a verb within which its object stands
_CLAUSE = 14  # units in which a coach hired would be called one


def mark_bosses(sentences: Sequence[Sentence], names: NameFinder) -> dict[str, ClubName]:
    """Mark those who have an office or own a club, and who hire, dismiss or trade `him`: no pronoun after means them.

    Gives the clubs of those whose office is told: Ducks president X; Y, the Mets' general manager.

    A manager hires coaches, so hiring a coach tells nothing; nor is whom the piece is about taken for his own boss.
    """
    named = [(sentence.units, unit) for sentence in sentences for unit in sentence.units[:-1] if unit.kind == "person"]
    offices: dict[str, ClubName] = {}
    for units, unit in named:
        club = _club_of_the_office(units, unit.place)
        if club is not None:
            offices.setdefault(unit.value.name, club)
        if _owns(units, unit.place) or _runs_the_office(units, unit.place):
            unit.value.executive = True
    for units, unit in named:
        if unit.value is not names.topic and _disposes(units, unit.place):
            unit.value.executive = True
    return offices


def _club_of_the_office(units: list[Unit], place: int) -> ClubName | None:
    before = [one for one in units[max(0, place - 4) : place] if one.text not in ("'s", "'", "the")]
    if len(before) > 1 and before[-1].has("executive") and before[-2].kind == "club":
        return before[-2].value
    after = [one for one in units[place + 1 : place + 6] if one.text not in ("'s", "'") and one.low != "the"]
    told = len(after) > 2 and after[0].text == "," and after[1].kind == "club" and after[2].has("executive")
    return after[1].value if told else None


def _owns(units: list[Unit], place: int) -> bool:
    """X, who owned half of the club."""
    after = [unit.low for unit in units[place + 1 : place + 4]]
    if after[:2] != [",", "who"] or not _OWNS.intersection(after[2:]):
        return False
    return any(unit.kind == "club" or unit.has("same_club") for unit in units[place + 4 :][:5])


def _disposes(units: list[Unit], place: int) -> bool:
    """X hired him, X let him go, X traded him to Detroit."""
    at = place + 1
    while at < len(units) and units[at].low in _BETWEEN:
        at += 1
    verb = units[at] if at < len(units) else None
    if verb is None or not (verb.has("hire", "fire", "let_go") or verb.low in _SENT_AWAY or verb.low == "let"):
        return False
    near = units[at + 1 : at + 1 + _CLOSE]
    if verb.low == "let" and not any(unit.low == "go" for unit in near):
        return False
    him = bool(near) and near[0].low == "him"
    return him and not any(unit.has("coach") for unit in units[at : at + _CLAUSE])


def _runs_the_office(units: list[Unit], place: int) -> bool:
    """General manager X; X, the owner, …; X, the club's president."""
    if place and units[place - 1].has("executive"):
        return True
    after = units[place + 1 : place + 6]
    if not after or after[0].text != ",":
        return False
    if [one.low for one in after[1:3]] in (["who", "owned"], ["who", "owns"]):
        return True
    for unit in after[1:]:
        if unit.has("executive"):
            return True
        if unit.kind != "club" and unit.low not in ("the", "a", "an", "'s", "team", "club", "then", "-"):
            return False
    return False
