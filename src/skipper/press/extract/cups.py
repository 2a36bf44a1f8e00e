"""Trophies told by a name: a league won, a cup, a Series in so many games; and what a trophy is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import MAJORS
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Unit

BEATEN = frozenset(["beat", "beating", "defeated", "defeating", "swept", "sweeping", "upset", "downed", "over"])

END = 10_000  # after any sentence's last unit


@dataclass(frozen=True)
class Trophy:
    """A title told to be won. `title` is null for a championship whose league only its club tells.

    `told_by_years` is whether no verb tells it but its years: two rings, in 1981 and 1988. `since` is the place in the
    sentence after which its clubs and years can stand: its verb's, or the title's before it; `until` the next title's,
    where another `is_listed` in the same clause. `of_the_loser` is whether the only club beside it is the one beaten,
    `is_entry` whether it heads a list of its years.
    """

    unit: Unit
    title: str | None
    told_by_years: bool = False
    since: int = -1
    until: int = END
    is_listed: bool = False
    of_the_loser: bool = False
    is_entry: bool = False

    def has_beside(self, unit: Unit) -> bool:
        """Whether the unit stands where this title's club and years are told."""
        return self.since < unit.place < self.until


def series_won(piece: Piece, clause: Clause) -> Iterator[Trophy]:
    """Beat the Tigers in seven: clubs of two leagues meet so only in the World Series."""
    year = season_told(piece, clause, clause.units[-1]).year
    for club in clause.kinds("club"):
        beat = [one for one in clause.units if club.place - 4 <= one.place < club.place and one.low in BEATEN]
        number = clause.after(club, 2)
        games = clause.words_after(club, 1) == ["in"] and number is not None and number.kind == "number"
        if not beat or clause.passive(beat[-1]) or not games or number is None or not 4 <= number.value <= 8:
            continue
        own = clause.club or (piece.careers.post(clause.subject, year) if clause.subject is not None else None)
        if own is not None and year is not None and _leagues(own, year).isdisjoint(_leagues(club.value, year)):
            yield Trophy(beat[-1], "World Series", since=club.place, of_the_loser=True)


def _leagues(name: ClubName, year: int) -> set[str | None]:
    return {span.league for span in name.spans if span.is_major and span.covers(year)} or {None, *MAJORS}


def leagues_won(clause: Clause) -> Iterator[Trophy]:
    """Won the Coast League in 1969, took the American League: the league's title."""
    for league in clause.kinds("league"):
        before = clause.units[max(0, league.place - clause.first - 2) : league.place - clause.first]
        verb = [one for one in before if one.low in ("won", "wins", "winning", "captured") or _did(clause, one)]
        after = clause.after(league)
        titled = after is not None and (after.text in ("'s", "'") or (after.kind == "word" and after.low not in _ENDS))
        if verb and not titled:
            yield Trophy(league, "pennant" if league.text in MAJORS else league.text)


def _did(clause: Clause, unit: Unit) -> bool:
    """Did win it, never did win it; not `failed to win it`."""
    return unit.low in ("win", "capture") and "did" in clause.words_before(unit, 3)


_ENDS = frozenset(["in", "with", "by", "for", "at", "and", "or", "twice", "again", "that", "there", "but", "three"])


def cups_won(clause: Clause) -> Iterator[Trophy]:
    """Won the Governors' Cup, the Triple-A Classic, the Caribbean Series: a trophy by its name."""
    for unit in clause.units:
        if unit.text not in _CUPS or not clause.find("win", "lead"):
            continue
        name = unit.text
        place = unit
        for one in reversed(clause.units[: unit.place - clause.first]):
            capital = one.text[:1].isupper() or one.text in ("'", "'s") or one.kind == "level"
            if not capital or (one.kind == "punct" and one.text not in ("'", "'s")) or _of_a_league(clause, one):
                break
            name, place = one.text + ("" if name.startswith("'") else " ") + name, one
        verbs = {"won", "took", "captured", *(_BROUGHT if _is_reached(clause, unit, place) else ())}
        won = [one for one in clause.units if one.place < place.place and (one.low in verbs or _did(clause, one))]
        if won and name != unit.text and not name.startswith("World "):
            yield Trophy(unit, name, since=won[-1].place)


def _is_reached(clause: Clause, cup: Unit, begin: Unit) -> bool:
    """Led them to the Governors' Cup, to a Governors' Cup title; not to the Governors' Cup finals."""
    after = clause.words_after(cup, 1)
    crown = after in (["championship"], ["championships"], ["title"], ["titles"], ["crown"], ["crowns"])
    if crown:
        return True
    before = [one.low for one in clause.units[: begin.place - clause.first] if one.kind not in ("league", "year")]
    to = [low for low in before if low not in ("'s", "the", "a")][-1:] == ["to"]
    return to and cup.text == "Cup" and after in ([], ["in"], ["."], [","], ["and"], ["twice"], ["with"], ["last"])


def _of_a_league(clause: Clause, mark: Unit) -> bool:
    """The International League's Governors' Cup: the cup's name begins behind the league's."""
    league = clause.before(mark)
    return mark.text == "'s" and league is not None and league.kind == "league"


_BROUGHT = ("led", "guided", "managed", "piloted", "steered", "skippered")
_CUPS = frozenset(["Cup", "Classic", "Series", "Trophy"])
