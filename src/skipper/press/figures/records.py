"""Won-lost records, wins, losses and percentages against the records of the people named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import re2

from skipper.answers.people import plain
from skipper.press.figures.facts import Career, Fact
from skipper.press.figures.figure import Figure
from skipper.press.figures.keys import Keys
from skipper.press.figures.verdict import Held, differs, not_covered, supported
from skipper.press.reading.units import ClubName

# Points, set on the label sets that may be read: for the keys that a fact shares with a figure, for the figure's rarity
# where they are equal, and for their likeness where they are not.
_ENOUGH, _ENOUGH_UNLIKE = 5.0, 6.0
_OWNER = {3: 3.0, 2: 3.0, 1: 2.0, 0: 0.0}
_NEARBY = 1.5
_SEASON = {"clause": 3.0, "sentence": 3.0, "before": 2.0, "piece": 2.0, "": 0.0}
_CLUB, _CLUB_NEARBY = 2.0, 1.0
_MANY, _SOME, _FEW = 250, 60, 30  # games by which a record is rare; of half as many wins too
_LONGEST = 170  # games: no season has more
_DAYS_BESIDE = 6
_WHOLE = re2.compile(
    r" (?:career|lifetime|overall|total|in all|all told|all time|seasons|years|retired|retires|leaves|record|mark)\b"
)
_PART = re2.compile(
    r" (?:streak|row|straight|month|since|april|may|june|july|august|september|home|road|against|playoffs?|postseason|"
    r"half|break|start|started|opening|spring|exhibition|extra|one run|consecutive|last|first|game|innings?|more)\b"
)
_PARTWAY = re2.compile(
    r" (?:when|until|before|after|by|through|start|first|break|lead|now|are|is|stand|midseason|standing)\b"
)
_COUNTED_ON = re2.compile(
    r" (?:years?|seasons?) (?:before|after|earlier|later)\b|(?:next|following|previous) (?:year|season)\b"
)


def meets(club: ClubName, fact: Fact) -> bool:
    """Whether a club's name can mean the club or the organization of a fact."""
    names = {name for span in club.spans for name in (span.id, plain(span.name), *map(plain, span.others))}
    return not fact.keys.isdisjoint({*names, plain(club.words)})


def hold_record(
    figure: Figure,
    keys: Keys,
    facts: Sequence[Fact],
    clubs: Sequence[Fact],
    careers: Sequence[Career],
    day: date | None,
) -> Held:
    """Hold a record, wins, losses or a percentage against the records of the people of the sentence and its clubs.

    It is supported by the fact of the same value that shares most keys, if they are enough for the value's rarity, or
    by the standing after a game of a season named. It is `check_reading` against the one fact of the owner that shares
    most keys and is like it, where no fact of the people named has the value as printed.
    """
    near = [one for one in facts if one.kind == "record" and one.person_id in (keys.owner, *keys.people)]
    near += [one for one in clubs if one.seasons[0] in {*keys.seasons, *keys.near}]
    same = [(_rarity(figure) + _shared(keys, one), one) for one in near if _values(figure, one) == figure.value]
    points, best = max(same, key=lambda one: one[0], default=(0.0, None))
    if best is not None and points >= _ENOUGH:
        return supported(best, _why(keys, best))
    standing = _standing(figure, keys, careers, day)
    if standing is not None:
        return standing
    printed = any(one.kind == "record" and _values(figure, one) == figure.value for one in facts)
    if printed or best is not None or keys.owner is None:
        return not_covered("whose record it is, and of which games", keys.owner)
    return _near_miss(figure, keys, [one for one in near if one.person_id == keys.owner])


def _values(figure: Figure, fact: Fact) -> tuple[int, ...]:
    """Return the value of a fact that a figure of the kind would print."""
    wins, losses, ties = fact.value
    if figure.kind == "record":
        return (wins, losses, ties)[: len(figure.value)]
    if figure.kind == "percentage":
        return (round(1000 * wins / (wins + losses)) if wins + losses else 0,)
    return (wins if figure.kind == "wins" else losses,)


def _rarity(figure: Figure) -> float:
    if figure.kind == "percentage":
        return 1.0
    games = sum(figure.value[:2]) if figure.kind == "record" else 2 * figure.value[0]
    points = 3.0 if games >= _MANY else 2.0 if games >= _SOME else 1.0 if games >= _FEW else 0.0
    return points if figure.kind == "record" else points - 0.5


def _shared(keys: Keys, fact: Fact) -> float:
    """Return the points for the keys that a fact shares with a figure; keys that clash count against it."""
    owner = _OWNER[keys.sure] if fact.person_id == keys.owner else _NEARBY if fact.person_id else 1.0
    return owner + (_by_season(keys, fact) if len(fact.seasons) == 1 else _by_scope(keys, fact)) + _by_club(keys, fact)


def _by_season(keys: Keys, fact: Fact) -> float:
    season = fact.seasons[0]
    if season in keys.seasons:
        return _SEASON[keys.how]
    if season in keys.near:
        return -2.0 if keys.how == "clause" else 1.0
    return {"clause": -4.0, "sentence": -1.0}.get(keys.how, 0.0)


def _by_scope(keys: Keys, fact: Fact) -> float:
    ends = fact.current or fact.seasons[-1] in {*keys.seasons, *keys.near}
    return (
        (0.0 if ends else -2.0) + (1.0 if _WHOLE.search(keys.shape) else 0.0) - (0.5 if keys.how == "clause" else 0.0)
    )


def _by_club(keys: Keys, fact: Fact) -> float:
    if any(meets(club, fact) for club in keys.clubs):
        return _CLUB
    if any(meets(club, fact) for club in keys.all_clubs):
        return _CLUB_NEARBY
    return -1.0 if keys.clubs and fact.scope not in ("career", "level", "year") else 0.0


def _why(keys: Keys, fact: Fact) -> str:
    """Return the keys that a fact shares with the words near a figure."""
    season = any(one in keys.seasons for one in fact.seasons)
    shared = ["manager"] if fact.person_id == keys.owner else ["a manager nearby"] if fact.person_id else []
    shared += ["season"] if season else []
    shared += ["club"] if any(meets(club, fact) for club in keys.all_clubs) else []
    return " and ".join(shared)


def _standing(figure: Figure, keys: Keys, careers: Sequence[Career], day: date | None) -> Held | None:
    """Hold a record against the standing after each game of the seasons named; null if it never was.

    It is supported if the piece or the words name the month, or enough games were played for the pair to be rare.
    """
    named = (one for one in careers if one.person.person_id in (keys.owner, *keys.people))
    for career in named if figure.kind == "record" else ():
        for spell in career.spells:
            then = spell.day_of(*figure.value[:2]) if spell.season in {*keys.seasons, *keys.near} else None
            if then is None:
                continue
            beside = day is not None and abs((day - then).days) <= _DAYS_BESIDE
            if (
                beside
                or f"{then:%Y-%m}" == (keys.days or "")[:7]
                or (_PARTWAY.search(keys.shape) and sum(figure.value) >= _FEW)
            ):
                ours = (
                    f"{career.person.name}, {spell.name} {spell.season}: {figure.value[0]}-{figure.value[1]} on {then}"
                )
                why = "manager and season"
                return Held("supported", ours, why, "managed", "club_game", career.person.person_id)
            return not_covered("the day of which it is told", career.person.person_id)
    return None


def _near_miss(figure: Figure, keys: Keys, own: Sequence[Fact]) -> Held:
    """Return `check_reading` where the keys and the likeness fix one fact of the owner."""
    if not own:
        return not_covered("games, or a row of the record book, of whose record it is", keys.owner)
    around = keys.before[-_AROUND:] + keys.behind[:_AROUND]
    counted_on = keys.how != "clause" and _COUNTED_ON.search(keys.shape)
    partial = figure.kind != "record" and _PART.search(around) is not None
    found = sorted(_likely(figure, keys, own), key=lambda one: -one[0])
    if figure.quoted or not keys.sure or counted_on or partial or not found or found[0][0] < _ENOUGH_UNLIKE:
        return not_covered("of which games it is told", keys.owner)
    points, best = found[0]
    rivals = [
        one for other, one in found if other > points - 1 and one.seasons != best.seasons and one.scope == best.scope
    ]
    return not_covered("which of several records it is", keys.owner) if rivals else differs(best, _why(keys, best))


_AROUND = 50  # characters of a sentence's shape before and behind a figure


def _likely(figure: Figure, keys: Keys, own: Sequence[Fact]) -> Iterator[tuple[float, Fact]]:
    """Yield the facts that a figure is like, with the points of likeness and keys."""
    for fact in own:
        likeness = _likeness(figure, fact)
        if likeness and (fact.complete or len(fact.seasons) == 1):
            yield likeness + _shared(keys, fact), fact


def _likeness(figure: Figure, fact: Fact) -> float:
    """Return the points for a figure that may be a fact's with a misprint: one of two numbers, or as many games."""
    wins, losses, _ties = fact.value
    games, season = wins + losses, wins + losses <= _LONGEST
    (ours, *_), (printed, *_) = _values(figure, fact), figure.value
    if figure.kind == "percentage":
        return 1.0 if games >= _SOME and abs(printed - ours) <= 60 else 0.0
    if figure.kind != "record":
        close = abs(printed - ours) <= (12 if season else 0.12 * ours)
        return 0.0 if not close or games < _FEW else 0.5 if season else 2.5 if _one_digit(printed, ours) else 1.0
    won, lost = figure.value[:2]
    off = abs(won + lost - games)
    if (won == wins or lost == losses) and off <= max(10, 0.2 * games):
        equal = won if won == wins else lost
        return (
            1.5
            if season and equal >= _FEW
            else 1.0
            if season
            else 4.0
            if equal >= 400
            else 3.0
            if equal >= 150
            else 1.5
        )
    if games < _FEW or off > (3 if season else 0.03 * games):
        return 0.0
    return 0.5 if off else 1.0 if season else 2.5


def _one_digit(one: int, other: int) -> bool:
    """Whether two numbers differ in one digit."""
    first, second = str(one), str(other)
    return len(first) == len(second) and sum(a != b for a, b in zip(first, second, strict=True)) == 1
