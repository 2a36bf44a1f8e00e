"""Claims against claims: whether two say the same, conflict, or are about different matters.

Each function of a type takes two claims about one man and gives true (they agree, or the one allows the other),
false (both cannot hold), or null (they are about different things, or too little is said to compare).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import re2

from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.reconcile.days import Days, appointed_for, year_days
from skipper.press.reconcile.reading import (
    NAMES,
    clubs_of,
    day_of_act,
    level_of,
    listed,
    may_be_one_club,
    organizations_of,
    same_clubs,
    seasons_of,
)

Relation = bool | None
_LATE = re2.compile(r"(?i)\b(?:late|later|fall|autumn|winter|off-?season|end)\b")
# Ways to leave that exclude each other. To be let go may be to be fired, or not to be kept.
EXCLUSIVE = (("resigned", "fired"), ("resigned", "let_go"), ("resigned", "contract_ended"), ("fired", "contract_ended"))


def relation(one: Claim, other: Claim) -> Relation:
    """How two claims about one man stand to each other. A denial stands against what it denies."""
    if one.type != other.type:
        return None
    same = _RELATIONS[one.type](one, other)
    if one.denied != other.denied:
        return False if same else None
    return same


def _equal(one: Claim, other: Claim, *names: str) -> bool:
    """Whether the fields are the same wherever both have them."""
    pairs = [(one.fields.get(name), other.fields.get(name)) for name in names]
    return all(a is None or b is None or a == b or _norm(a) == _norm(b) for a, b in pairs)


def _norm(value: Any) -> Any:
    return _plain(value) if isinstance(value, str) else value


@lru_cache(maxsize=NAMES)
def _plain(value: str) -> str:
    return plain(value)


def _same_post(one: Claim, other: Claim) -> bool:
    """Whether both are about one club; or about one organization, where a club is not named by both."""
    clubs = clubs_of(one), clubs_of(other)
    if all(clubs):
        return any(may_be_one_club(a, b) for a in clubs[0] for b in clubs[1])
    organizations = [organizations_of(claim) or clubs_of(claim) for claim in (one, other)]
    return any(may_be_one_club(a, b) for a in organizations[0] for b in organizations[1])


def _overlapping(one: Claim, other: Claim) -> bool:
    """Whether they share a season, or one of them names none."""
    some, others = seasons_of(one), seasons_of(other)
    return not some or not others or bool(set(some) & set(others))


def _same_level(one: Claim, other: Claim) -> bool:
    levels = level_of(one), level_of(other)
    return None in levels or levels[0] == levels[1]


def _record(one: Claim, other: Claim) -> Relation:
    if not _same_level(one, other) or not _compatible_clubs(one, other):
        return None
    if seasons_of(one) != seasons_of(other) or one.fields.get("season_count") != other.fields.get("season_count"):
        return None
    if not seasons_of(one) and one.fields.get("season_count") is None:
        # A career's record grows: two figures of it may be of two days.
        return _equal(one, other, "wins", "losses") or None
    return _equal(one, other, "wins", "losses", "ties")


def _compatible_clubs(one: Claim, other: Claim) -> bool:
    some, others = clubs_of(one), clubs_of(other)
    return not some or not others or same_clubs(some, others)


def _stint(one: Claim, other: Claim) -> Relation:
    if not _same_post(one, other) or not _equal(one, other, "role"):
        return None
    return True if seasons_of(one) and seasons_of(other) and _overlapping(one, other) else None


def _appointment(one: Claim, other: Claim) -> Relation:
    if not _same_appointment(one, other) or not _equal(one, other, "role"):
        return None
    outcomes = {str(claim.fields.get("outcome", "")) for claim in (one, other)}
    day, others = day_of_act(one), day_of_act(other)
    if day is not None and others is not None and not _may_meet(one, day, other, others):
        # Of two years the later act can be an extension of the first.
        same_year = day.first.year == others.first.year and outcomes == {"appointed"}
        return False if same_year and _both_have_day(one, other) else None
    if outcomes == {"appointed", "passed_over"}:
        return False if day is not None and others is not None and clubs_of(one) else None
    return True if len(outcomes) == 1 else None


def _may_meet(one: Claim, day: Days, other: Claim, others: Days) -> bool:
    """Whether two appointments can be of one day: hired in 2010 is who was hired late in 2009 for it."""
    meet = _with_its_winter(day).meets(others) if _is_late(other, others) else day.meets(others)
    return meet or (_is_late(one, day) and _with_its_winter(others).meets(day))


def _is_late(claim: Claim, days: Days) -> bool:
    """Whether it tells more than a year, or that it was late in it."""
    return days != year_days(days.first.year) or _LATE.search(claim.span) is not None


def _with_its_winter(days: Days) -> Days:
    """Of a year the winter before it too."""
    year = days.first.year
    return Days(appointed_for(year).first, days.last) if days == year_days(year) else days


def _same_appointment(one: Claim, other: Claim) -> bool:
    """As `_same_post`, but that a post somewhere in an organization is not the post at its major-league club."""
    if bool(clubs_of(one)) == bool(clubs_of(other)):
        return _same_post(one, other)
    return any(may_be_one_club(a, b) for a in organizations_of(one) for b in organizations_of(other))


def _both_have_day(one: Claim, other: Claim) -> bool:
    return all(claim.fields.get("date_of_act") is not None for claim in (one, other))


def same_act(one: Claim, other: Claim) -> bool:
    """Whether two departures, or two appointments, can be one act: the post is the same, and no date parts them."""
    day, others = day_of_act(one), day_of_act(other)
    same_post = _same_post if one.type == "departure" else _same_appointment
    meet = day is None or others is None or day.meets(others)
    return one.type == other.type and same_post(one, other) and meet and _of_one_season(one, other)


def _of_one_season(one: Claim, other: Claim) -> bool:
    """Whether two departures that tell the season and not the day tell the same: a man can leave a club twice."""
    by_season = one.type == "departure" and not any(each.fields.get("date_of_act") for each in (one, other))
    return _overlapping(one, other) if by_season else True


def _departure(one: Claim, other: Claim) -> Relation:
    """A claim that says only that he left agrees with every way to leave; not the other way round."""
    if not same_act(one, other):
        return None
    after, later = one.fields.get("after_days"), other.fields.get("after_days")
    if after and later and not (after[0] <= later[1] and later[0] <= after[1]):
        return False
    manners = [set(listed(claim.fields.get("manner"))) for claim in (one, other)]
    if any((a in manners[0] and b in manners[1]) or (b in manners[0] and a in manners[1]) for a, b in EXCLUSIVE):
        return False
    return True if manners[1] or (after and later) or not manners[0] else None


def _award(one: Claim, other: Claim) -> Relation:
    shared = bool(seasons_of(one)) and seasons_of(one) == seasons_of(other)
    return True if shared and _equal(one, other, "award") and _compatible_clubs(one, other) else None


def _draft(one: Claim, other: Claim) -> Relation:
    if not _compatible_clubs(one, other):
        return None
    if not _equal(one, other, "year"):
        # A man can be drafted twice; by one club in two years he hardly is.
        return False if clubs_of(one) and clubs_of(other) else None
    return _equal(one, other, "round", "overall")


def _debut(one: Claim, other: Claim) -> Relation:
    return _equal(one, other, "year", "club") if _same_level(one, other) else None


def _title(one: Claim, other: Claim) -> Relation:
    return True if _equal(one, other, "title") and seasons_of(one) == seasons_of(other) else None


def _tally(one: Claim, other: Claim) -> Relation:
    if not _equal(one, other, "what", "organization") or one.fields.get("what") != other.fields.get("what"):
        return None
    clubs = clubs_of(one), clubs_of(other)
    same_scope = same_clubs(*clubs) if all(clubs) else (level_of(one) is not None and level_of(one) == level_of(other))
    if not same_scope and not (_shares_organization(one, other) and _same_level(one, other)):
        return None
    if one.fields.get("value") is None or other.fields.get("value") is None:
        return True if seasons_of(one) and seasons_of(one) == seasons_of(other) else None
    if not _equal(one, other, "value", "of"):
        # Two counts of one thing may be of two years, unless both say of which seasons.
        return False if seasons_of(one) and seasons_of(one) == seasons_of(other) else None
    return True


def _shares_organization(one: Claim, other: Claim) -> bool:
    return any(may_be_one_club(a, b) for a in organizations_of(one) for b in organizations_of(other))


_OPPOSITES = {("bats_low", "bats_high")}


def _usage(one: Claim, other: Claim) -> Relation:
    if not _equal(one, other, "manager") or not _overlapping(one, other):
        return None
    kinds = str(one.fields.get("kind")), str(other.fields.get("kind"))
    if kinds[0] == kinds[1]:
        return True
    return False if kinds in _OPPOSITES or kinds[::-1] in _OPPOSITES else None


def _contract(one: Claim, other: Claim) -> Relation:
    # One contract is another's, or its extension, by its year alone.
    by_year = bool(set(seasons_of(one)) & set(seasons_of(other)))
    return True if by_year and _same_post(one, other) and _equal(one, other, "state") else None


def _discipline(one: Claim, other: Claim) -> Relation:
    return True if _equal(one, other, "kind", "by") and _overlapping(one, other) else None


def _never(one: Claim, other: Claim) -> Relation:
    """Ages are compared by birth date, not with each other."""
    return None


_RELATIONS: dict[str, Callable[[Claim, Claim], Relation]] = {
    "record": _record,
    "stint": _stint,
    "appointment": _appointment,
    "departure": _departure,
    "award": _award,
    "age": _never,
    "draft": _draft,
    "debut": _debut,
    "title": _title,
    "tally": _tally,
    "usage": _usage,
    "contract": _contract,
    "discipline": _discipline,
}
