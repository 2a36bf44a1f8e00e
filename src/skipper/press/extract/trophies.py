"""The titles that a clause tells to have been won, in whatever words: won, took, brought home, beat X in the Series."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.cups import BEATEN, END, Trophy, cups_won, leagues_won, series_won
from skipper.press.extract.honours import MAJORS
from skipper.press.extract.piece import Piece
from skipper.press.extract.prizes import won_again, won_one_of_them
from skipper.press.extract.titles_by_years import by_its_years, in_a_list
from skipper.press.extract.units import Unit

_WON = frozenset(
    [
        *("won", "got", "wins", "win", "winning", "captured", "captures", "earned", "claimed", "clinched", "took"),
        *("brought", "led", "guided", "steered", "lead", "taking", "brought home", "won over", "picked up"),
        *("helped", "helping"),
    ]
)
_TEAMS = ("team", "teams", "club", "clubs")
_TAKEN = frozenset(
    [
        "had taken",
        "has taken",
        "helped",
        "helping",
        "took",
        "led",
        "guided",
        "steered",
        "went",
        "carried",
        "brought",
        "got",
        "reached",
        "made",
    ]
)
_NO_TITLE = frozenset(
    [
        *("game", "games", "hopes", "series", "appearance", "appearances", "berth", "loss", "opener", "race", "chase"),
        *("share", "money", "record", "hero", "player", "contender", "contenders", "drought"),
    ]
)
_ANOTHER_GAME = (["college"], ["little"], ["junior"], ["caribbean"], ["batting"], ["home"], ["scoring"], ["era"])


def trophies(piece: Piece, clause: Clause) -> Iterator[Trophy]:
    """The titles won in a clause; not one only played for, nor one lost."""
    if "without" in {one.low for one in clause.units}:
        return
    told = _apart(clause, list(_told(clause))) or list(series_won(piece, clause)) or list(won_again(piece, clause))
    yield from told or won_one_of_them(piece, clause)


def _apart(clause: Clause, found: list[Trophy]) -> list[Trophy]:
    """The titles of a list, each with what stands behind it before the next, else between the one before and it."""
    if len(found) < 2:
        return found
    apart: list[Trophy] = []
    for place, one in enumerate(found):
        since = max(one.since, found[place - 1].unit.place) if place else one.since
        until = _begin(clause, found[place + 1].unit) if place + 1 < len(found) else END
        behind = any(unit.kind == "year" and one.unit.place < unit.place < until for unit in clause.units)
        own = _begin(clause, one.unit)
        since = own - 1 if own < one.unit.place else one.unit.place if behind and place else since
        since = _parted(clause, found[place - 1], one) or since if place else since
        until = _parted(clause, one, found[place + 1]) or until if place + 1 < len(found) else until
        apart.append(replace(one, since=since, until=until, is_listed=True))
    return apart


def _begin(clause: Clause, unit: Unit) -> int:
    """Where a title's words begin: at its own year, the 2016 World Series, the 1982 American League pennant."""
    before = [one for one in (clause.before(unit), clause.before(unit, 2)) if one is not None]
    near = before[1:] if before and before[0].kind in ("league", "club") else before[:1]
    return next((one.place for one in near if one.kind == "year"), unit.place)


def _parted(clause: Clause, one: Trophy, other: Trophy) -> int | None:
    """Won the pennant at Milwaukee in 1944, and at Oakland in 1948 he won the League: the comma between the two."""
    between = [unit for unit in clause.units if one.unit.place < unit.place < other.unit.place]
    verb = next((unit.place for unit in between if unit.has("win", "lead")), None)
    commas = [unit.place for unit in between if unit.text == "," and verb is not None and unit.place < verb]
    return commas[-1] if commas else None


def _told(clause: Clause) -> Iterator[Trophy]:
    for unit in _mentions(clause):
        title = _title(clause, unit)
        if _is_no_title(clause, unit) or title is _NONE:
            continue
        if _reached(clause, unit):
            yield Trophy(unit, "pennant")
        elif _won(clause, unit) or _beat_for(clause, unit):
            yield Trophy(unit, title, since=_since(clause, unit), until=_until(clause, unit))
        elif in_a_list(clause, unit):
            yield Trophy(unit, title, told_by_years=True, since=unit.place, is_entry=True)
        elif by_its_years(clause, unit) and not _only_there(clause, unit):
            yield Trophy(unit, title, told_by_years=True)
    yield from leagues_won(clause)
    yield from cups_won(clause)


_NONE = "no title"
_THERE = (["to", "the"], ["to", "a"], ["in", "the"], ["reached", "the"], ["of", "the"], ["of", "a"])


def _mentions(clause: Clause) -> list[Unit]:
    """Its words for a title; of the Series with a capital the World Series is meant."""
    found = clause.find("world_series", "pennant", "championship", "division", "ring")
    series = [one for one in clause.units if one.text == "Series" and clause.words_before(one, 1) == ["the"]]
    return sorted([*found, *series], key=lambda one: one.place) if series else found


def _title(clause: Clause, unit: Unit) -> str | None:
    if unit.has("world_series", "ring") or unit.text == "Series":
        return "World Series"
    if unit.has("division"):
        return _division(unit)
    leagues = [one for one in clause.kinds("league") if one.place < unit.place][-1:] or clause.kinds("league")
    beside = clause.before(unit)
    if beside is not None and beside.has("division"):
        return _NONE  # of the division, which is a unit of its own
    if not leagues and (name := _unlisted_league(clause, unit)) is not None:
        return name
    if unit.has("pennant") and not (beside is not None and beside in leagues and beside.text not in MAJORS):
        return "pennant"
    if leagues:
        return "pennant" if leagues[0].text in MAJORS else leagues[0].text
    plain = unit.low.endswith(_TEAMS) or unit.low in (
        "championship",
        "championships",
        "league title",
        "league championship",
    )
    return None if plain or (unit.low == "titles" and _in_a_row(clause, unit)) else _NONE


def _in_a_row(clause: Clause, unit: Unit) -> bool:
    """Back-to-back titles, three straight titles: of the club, and of no batter nor division."""
    return clause.words_before(unit, 1) in (["straight"], ["consecutive"], ["successive"], ["back"], ["back-to-back"])


def _unlisted_league(clause: Clause, unit: Unit) -> str | None:
    """The Southern Association pennant: a league that the lists do not have, as the text names it."""
    name = ["League"] if unit.text.startswith("League ") else []  # the Coast League pennant, of which two are a phrase
    for one in reversed(clause.units[: unit.place - clause.first]):
        if one.kind not in ("word", "club") or not one.text[:1].isupper() or one.place == 0:
            break
        name.insert(0, one.text)
    return " ".join(name) if len(name) > 1 and name[-1] in ("League", "Association", "Circuit") else None


def _since(clause: Clause, unit: Unit) -> int:
    """The place of the verb that tells it."""
    verbs = [one.place for one in clause.find("win", "lead", "manage", "accept", "be") if one.place < unit.place]
    return verbs[-1] if verbs else -1


def _until(clause: Clause, unit: Unit) -> int:
    """The place of the comma behind an apposition: a member of the 1986 champions, he was hired by the Ducks."""
    commas = [one.place for one in clause.units if one.text == "," and one.place > unit.place]
    verb = any(is_finite(one) for one in clause.units if commas and one.place > commas[0])
    return commas[0] if _is_member(clause, unit) and verb else END


def _division(unit: Unit) -> str:
    """A division's name as the text writes it; without one `division`."""
    return "division" if unit.low.startswith(("division", "the division")) else unit.text


def _is_no_title(clause: Clause, unit: Unit) -> bool:
    """A World Series game, the National League Championship Series, a college title."""
    after = clause.words_after(unit, 1)
    rings = after in (["ring"], ["rings"])  # a unit of its own
    either = unit.low == "the division" and clause.words_before(unit, 1) == ["or"]
    return (
        rings or either or after[:1] in [[word] for word in _NO_TITLE] or clause.words_before(unit, 1) in _ANOTHER_GAME
    )


def _won(clause: Clause, unit: Unit) -> bool:
    """Won it, led a club to it, or was of the champions; not `reached the World Series`."""
    if _only_there(clause, unit) or _almost(clause, unit):
        return False
    member = _is_member(clause, unit)
    champions = "champion" in unit.low or unit.low.startswith("world champ")
    won = any(
        one.place < unit.place
        and not _only_wished(clause, one)
        and not _then_not_won(clause, one, unit)
        and not (unit.has("division") and one.has("lead") and clause.after(one) is unit)  # leads it, and has not won it
        and (one.has("lead") or one.low in _WON or (one.has("manage") and "to" in clause.words_after(one, 6)))
        for one in clause.find("win", "lead", "be", "manage", "accept")
    )
    return won or member or (champions and not unit.has("championship"))


def _almost(clause: Clause, unit: Unit) -> bool:
    """Within two games of a championship, a game short of the pennant."""
    near = clause.words_before(unit, 8)
    return "within" in near or any(pair in (("short", "of"), ("shy", "of")) for pair in pairwise(near))


def _is_member(clause: Clause, unit: Unit) -> bool:
    """A member of the champions, the shortstop on the 1986 World Series championship team."""
    if any(one.low in ("member", "part", "star", "hero") for one in clause.units):
        return True
    there = {"on", *(("for", "with") if clause.find("play", "played_for") else ())}
    return not there.isdisjoint(clause.words_before(unit, 5)) and _of_champions(clause, unit)


def _of_champions(clause: Clause, unit: Unit) -> bool:
    """The World Series champion Mets, World Series championship team: who won it, not who played there."""
    words = [unit.low.split()[-1], *clause.words_after(unit, 1)]
    return any(word.startswith(("champion", "winner", "winning")) for word in words)


def _then_not_won(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """Won the pennant and refused to play the Series: another verb stands between."""
    between = clause.units[verb.place - clause.first + 1 : unit.place - clause.first]
    return any(one.has("refuse") or one.low in ("play", "lost", "lose", "losing", "missed") for one in between)


def _only_wished(clause: Clause, verb: Unit) -> bool:
    """At 14-1 to win it all; not `went on to win`."""
    before = clause.words_before(verb, 2)
    done = (["on"], ["back"], ["managed"], ["helped"], ["manager"], ["skipper"], ["man"])  # the first manager to win it
    return before[-1:] == ["to"] and before[:1] not in done


def _only_there(clause: Clause, unit: Unit) -> bool:
    """To the World Series, in the World Series, within a game of the World Series: played there, or not even that."""
    plain = unit.low in ("world series", "fall classic", "championship", "series", "the series")
    if _of_champions(clause, unit):
        return False
    led = [*clause.find("lead", "manage"), *(one for one in clause.units if one.low in ("helped", "helping"))]
    if unit.low == "championship" and any(one.place < unit.place for one in led):
        return False  # managed them to the championship
    before = [one.low for one in clause.units if one.place < unit.place and one.kind not in ("year", "ordinal")][-2:]
    return plain and (before in _THERE or before[-1:] == ["of"])


def _reached(clause: Clause, unit: Unit) -> bool:
    """Took them to the World Series: who plays there has won the pennant."""
    plain = unit.low in ("world series", "fall classic", "series", "the series")
    before = [one.low for one in clause.units if one.place < unit.place and one.kind not in ("year", "ordinal")]
    there = before[-2:] in (["to", "the"], ["to", "a"], ["reached", "the"]) or before[-3:] == ["to", "the", "world"]
    never = any(one.has("not") or one.low in ("within", "almost", "nearly") for one in clause.units)
    return plain and there and not never and bool(_TAKEN & set(before))


def _beat_for(clause: Clause, unit: Unit) -> bool:
    """Beat Baltimore in the World Series; not `were beaten`."""
    before = [one for one in clause.units if one.place < unit.place]
    inside = (unit.has("world_series") or unit.text == "Series") and [one.low for one in before if one.kind != "year"][
        -2:
    ] == ["in", "the"]
    return inside and any(one.low in BEATEN and not clause.passive(one) for one in before)
