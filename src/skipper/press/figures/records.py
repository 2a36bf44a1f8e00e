"""Won-lost records, wins, losses and percentages against the records of the people named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import re2

from skipper.answers.people import plain
from skipper.press.figures.facts import Career, Fact
from skipper.press.figures.figure import Figure
from skipper.press.figures.keys import Keys
from skipper.press.figures.verdict import Held, differs, not_covered, supported
from skipper.press.reading.units import ClubName

_ENOUGH = 5.0  # points for which a fact is the one that a figure tells
_MANY, _SOME, _FEW = 250, 60, 30  # games by which a record is rare; of half as many wins too
_SEASON = 170  # games of no season are more
_SHORTEST = 20  # games of a record that is told of a part of a season
_CLOSE_GAMES = 3  # games by which a record with a misprint is off a season's
_CLOSE = 0.08  # and the share of a career's
_DAYS_BESIDE = 6
_WHOLE = re2.compile(
    r" (?:career|lifetime|overall|total|in all|all told|all time|seasons|years|retired|retires|leaves|record of|ledger)\b"
)
_PART = re2.compile(
    r" (?:streak|row|straight|month|since|april|may|june|july|august|september|home|road|against|playoffs?|postseason|"
    r"series|half|break|start|started|opening|spring|interim|exhibition|doubleheader|extra|one run|consecutive)\b"
)
_YEAR_NEAR = re2.compile(r" (?:year|season)s? (?:before|after|earlier|later)\b|(?:next|following|previous) (?:year|season)\b")


def meets(club: ClubName, fact: Fact) -> bool:
    """Whether a club's name can mean the club or the organization of a fact."""
    names = {name for span in club.spans for name in (span.id, plain(span.name), *map(plain, span.others))}
    return bool(fact.keys & {*names, plain(club.words)})


def agrees(figure: Figure, fact: Fact) -> bool:
    """Whether a fact has a figure's value as printed."""
    if fact.kind != "record":
        return False
    wins, losses, ties = fact.value
    if figure.kind == "record":
        return figure.value[:2] == (wins, losses) and figure.value[2:] in ((), (ties,))
    if figure.kind == "percentage":
        return wins + losses > 0 and round(1000 * wins / (wins + losses)) == figure.value[0]
    return figure.value[0] == (wins if figure.kind == "wins" else losses)


@dataclass(frozen=True)
class Scored:
    """A fact, the points for the keys that it shares with a figure, and what those keys are."""

    points: float
    fact: Fact
    why: tuple[str, ...]


def scored(figure: Figure, keys: Keys, fact: Fact, name: str) -> Scored:
    """Weigh a fact that has the figure as printed: by its rarity and by whose, when and where it is.

    A key that clashes counts against it.
    """
    points, why = _rarity(figure), []
    if fact.person_id is not None and fact.person_id == keys.owner:
        points += 3 if keys.sure > 1 else 2
        why.append(name)
    elif fact.person_id in keys.people:
        points += 1.5
        why.append(f"{name} nearby")
    elif fact.person_id is None:
        points += 1
    if len(fact.seasons) == 1:
        found, reason = _by_season(keys, fact.seasons[0])
    else:
        found, reason = _by_scope(keys, fact)
    club = _by_club(keys, fact)
    points += found + club
    why += [reason] if reason and found > 0 else []
    why += ["the club"] if club > 0 else []
    return Scored(points, fact, tuple(why))


def _rarity(figure: Figure) -> float:
    if figure.kind == "percentage":
        return 1.0
    games = sum(figure.value[:2]) if figure.kind == "record" else 2 * figure.value[0]
    points = 3.0 if games >= _MANY else 2.0 if games >= _SOME else 1.0 if games >= _FEW else 0.0
    return points if figure.kind == "record" else points - 0.5


def _by_season(keys: Keys, season: int) -> tuple[float, str]:
    if season in keys.seasons:
        points = {"clause": 3.0, "sentence": 3.0, "before": 2.0, "piece": 2.0}[keys.how or "piece"]
        return points, str(season)
    if season in keys.near:
        return {"clause": -2.0}.get(keys.how, 1.0), str(season)
    return (-4.0, "") if keys.how == "clause" else (-1.0, "") if keys.how == "sentence" else (0.0, "")


def _by_scope(keys: Keys, fact: Fact) -> tuple[float, str]:
    ends = fact.seasons[-1] in {*keys.seasons, *keys.near}
    points = 0.0 if fact.current or ends else -2.0
    return points + (1.0 if _WHOLE.search(keys.shape) else 0.5 if keys.how in ("before", "piece", "") else 0.0), "the scope"


def _by_club(keys: Keys, fact: Fact) -> float:
    if any(meets(club, fact) for club in keys.clubs):
        return 2.0
    if any(meets(club, fact) for club in keys.all_clubs):
        return 1.0
    return -1.0 if keys.clubs and fact.scope in ("season", "club", "organization", "stint", "club season") else 0.0


def hold_record(
    figure: Figure, keys: Keys, facts: Sequence[Fact], clubs: Sequence[Fact], careers: Sequence[Career], day: date | None
) -> Held:
    """Hold a record, wins, losses or a percentage against the facts of the people and clubs named.

    `facts` are of the people, `clubs` the seasons of the clubs named.
    """
    names = {one.person.person_id: one.person.name for one in careers}
    same = [scored(figure, keys, one, names.get(one.person_id or "", "the club")) for one in (*facts, *clubs) if agrees(figure, one)]
    best = max(same, key=lambda one: one.points, default=None)
    if best is not None and best.points >= _ENOUGH:
        return supported(best.fact, "shares " + ", ".join(best.why))
    to_date = _on_a_day(figure, keys, careers, day)
    if to_date is not None:
        return to_date
    if best is not None or keys.owner is None:
        return not_covered("whose record it is, and of which games" if best is None else "of which games it is told", keys.owner)
    return _near_miss(figure, keys, facts, careers)


def _on_a_day(figure: Figure, keys: Keys, careers: Sequence[Career], day: date | None) -> Held | None:
    """Hold a record against the standing after each game of the seasons of the people named; null if it never was.

    It is supported if the piece or the words name the month, or enough games were played for the pair to be rare.
    """
    if figure.kind != "record":
        return None
    for career in careers:
        for spell in career.spells:
            games = spell.games
            if games is None or career.person.person_id not in (keys.owner, *keys.people):
                continue
            if spell.season not in {*keys.seasons, *keys.near}:
                continue
            wins = losses = 0
            for played, result in zip(games.days, games.results, strict=True):
                wins, losses = wins + (result == "W"), losses + (result == "L")
                if (wins, losses) == figure.value[:2]:
                    then = date.fromordinal(played)
                    beside = day is not None and abs((day - then).days) <= _DAYS_BESIDE
                    month = f"{then:%B}".lower() in keys.shape
                    name = f"{career.person.name}, {spell.name} {spell.season}"
                    if beside or month or wins + losses >= _FEW:
                        ours = f"{name}: {wins}-{losses} on {then} (managed)"
                        why = f"shares {career.person.name}, {spell.season}"
                        return Held("supported", ours, why, "managed", "club_game", career.person.person_id)
                    return not_covered("the day of which it is told", career.person.person_id)
    return None


def _near_miss(figure: Figure, keys: Keys, facts: Sequence[Fact], careers: Sequence[Career]) -> Held:
    """Return `check_reading` where the keys fix one fact whose value is close to the printed one."""
    own = [one for one in facts if one.person_id == keys.owner and one.kind == "record"]
    name = next((one.person.name for one in careers if one.person.person_id == keys.owner), None)
    if not own or name is None:
        return not_covered("games, or a row of the record book, of whose record it is", keys.owner)
    fixed, why = _fixed(figure, keys, own)
    near = [one for one in fixed if _is_close(figure, one)]
    if near and keys.sure and not figure.quoted:
        return differs(near[0], f"the words name {name}{why}")
    return not_covered("of which games it is told", keys.owner)


def _fixed(figure: Figure, keys: Keys, own: Sequence[Fact]) -> tuple[list[Fact], str]:
    """Return the facts of the owner that the keys leave, which are one by several rules, and which keys they are."""
    part = _PART.search(keys.shape) is not None
    big = sum(figure.value[:2]) > _SEASON if figure.kind == "record" else figure.value[0] > _SEASON
    dated = keys.how == "clause" or (keys.how in ("sentence", "before", "piece") and figure.kind == "record")
    if not big and dated and len(keys.seasons) == 1 and not (part and figure.kind != "record"):
        if keys.how != "clause" and _YEAR_NEAR.search(keys.shape):
            return [], ""
        of_season = [one for one in own if one.scope in ("season", "year") and one.seasons == keys.seasons]
        named = [one for one in of_season if any(meets(club, one) for club in keys.clubs)]
        if keys.clubs and not named:
            return [], ""
        return named or of_season, f", {keys.seasons[0]}" + (" and the club" if named else "")
    if keys.how == "clause" and not _WHOLE.search(keys.shape):
        return [], ""
    scopes = [one for one in own if one.current and one.complete and len(one.seasons) > 1]
    if keys.clubs:
        of_club = [one for one in scopes if one.scope in ("club", "stint", "organization")]
        named = [one for one in of_club if any(meets(club, one) for club in keys.clubs)]
        return named, " and the club"
    if _WHOLE.search(keys.shape):
        return [one for one in scopes if one.scope in ("career", "level")], " and a career"
    return [], ""


def _is_close(figure: Figure, fact: Fact) -> bool:
    """Whether a figure may be a fact's with a misprint: as many games, or one of its two numbers."""
    wins, losses, _ties = fact.value
    games = wins + losses
    slack = _CLOSE_GAMES if games <= _SEASON else max(_CLOSE_GAMES, _CLOSE * games)
    if figure.kind == "record":
        won, lost = figure.value[:2]
        half = (won == wins) != (lost == losses)
        return abs(won + lost - games) <= slack or (half and abs(won + lost - games) <= 0.2 * games)
    if figure.kind == "percentage":
        return abs(figure.value[0] - round(1000 * wins / max(games, 1))) <= 80
    value = wins if figure.kind == "wins" else losses
    return games >= _FEW and abs(figure.value[0] - value) <= max(12, 0.15 * value)
