"""Terms, counts of seasons and the number of a season against the seasons of the people named."""

from __future__ import annotations

from collections.abc import Sequence

import re2

from skipper.press.figures.facts import Career, Fact
from skipper.press.figures.figure import Figure
from skipper.press.figures.keys import Keys
from skipper.press.figures.records import meets
from skipper.press.figures.verdict import Held, differs, not_covered, supported

_MANAGED = re2.compile(r" (?:manag\w+|pilot\w*|skipper\w*|helm|guided|led|dugout|won|wins|victories|record|#-#|went)\b")
_OTHER_WORK = re2.compile(
    r" (?:play\w*|coach\w*|scout\w*|pitch\w*|caught|catcher|infielder|outfielder|shortstop|baseman|general manager|"
    r"executive|broadcast\w*|announcer|contract|extension|director|president|owner|drafted|signed|deal|hitting|batted|prison|umpire)\b"
)
_RELATIVE = re2.compile(
    r" (?:last|past|previous|next|first|final|straight|another|these|those|other|ago|later|drought|wait)(?: {his})?$"
)
_OF_SCOPE = re2.compile(r"^#?(?:th)? ?(?:\S+ )*?(?:seasons?|years?|summers?) (?:with|in|at|as|of|for|managing|on) ")
_AND_MORE = re2.compile(r"^\S+ \S+ and (?:bit|part|half|change|#)|^\S+ \S+ plus")
_BEGINS = re2.compile(r" (?:entering|enters|begins|beginning|will|into|start|starting|before)\b")


def hold_term(figure: Figure, keys: Keys, facts: Sequence[Fact], careers: Sequence[Career]) -> Held:
    """Hold a term against the first and last seasons of the people named.

    A difference is `check_reading` where the owner managed the club named beside it in one run of seasons that overlaps
    the term.
    """
    first, last = figure.value
    known = [one for one in facts if one.kind == "term" and one.person_id in (keys.owner, *keys.people)]
    clubs = keys.clubs
    same = [one for one in known if one.value == (first, last) or (not last and one.value[0] == first and one.current)]
    same = [one for one in same if not clubs or any(meets(club, one) for club in clubs)]
    mine = sorted(same, key=lambda one: (one.person_id != keys.owner, len(one.seasons)))
    managed, other = _MANAGED.search(keys.shape), _OTHER_WORK.search(keys.shape)
    if mine and (managed or clubs) and (mine[0].person_id == keys.owner or clubs):
        return supported(mine[0], "seasons" + (" and club" if clubs else ""))
    own = [one for one in known if one.person_id == keys.owner and one.scope in ("club", "stint")]
    if not own or not clubs or other or not managed or keys.sure < 2 or not last:
        return not_covered("who did what in those seasons", keys.owner)
    career = next(one for one in careers if one.person.person_id == keys.owner)
    of_club = [one for one in own if any(meets(club, one) for club in clubs)]
    whole = [one for one in of_club if one.current and one.complete and (one.scope == "stint" or _is_run(one))]
    over = [one for one in whole if one.value[0] <= last and first <= one.value[1]]
    missing = career.missing | {year for year in career.person.missing if year not in career.by_season}
    if len({one.value for one in over}) != 1 or same or missing & set(range(first, last + 1)) or figure.quoted:
        return not_covered("who did what in those seasons", keys.owner)
    if over[0].value[0] <= first and last <= over[0].value[1] and _within(figure, keys):
        return not_covered("whether a part of the term is meant", keys.owner)
    return differs(over[0], "manager and club")


def _is_run(fact: Fact) -> bool:
    return len(fact.seasons) == fact.seasons[-1] - fact.seasons[0] + 1


def _within(figure: Figure, keys: Keys) -> bool:
    """Whether the words tell what happened in a part of a term: he won 90 games a year from 1969 to 1973."""
    listed = keys.before.rstrip().endswith(("{club} ,", "{club} ("))
    return not listed and not any(word in keys.before for word in (" managed", " managing", " manager", " piloted"))


def hold_seasons(figure: Figure, keys: Keys, facts: Sequence[Fact], careers: Sequence[Career]) -> Held:
    """Hold a count of seasons, or the number of a season, against the owner's counts.

    A difference is `check_reading` where the words give the count's scope: a club, or the work as a manager.
    """
    career = next((one for one in careers if one.person.person_id == keys.owner), None)
    if career is None or not career.spells:
        return not_covered("whose seasons they are", keys.owner)
    counts = [one for one in facts if one.kind == "seasons" and one.person_id == keys.owner]
    ends = {*keys.seasons, *keys.near}
    counts = [one for one in counts if one.current or one.seasons[-1] in ends]
    numbered = figure.kind == "season_number"
    ahead = numbered and (_BEGINS.search(keys.before) is not None or keys.how in ("piece", ""))
    allowed = {0, 1} if ahead else {0}
    clubs = keys.clubs or keys.all_clubs
    same = [
        one
        for one in counts
        if figure.value[0] - one.value[0] in allowed
        or (not numbered and figure.value[0] > 3 and _span(one) == figure.value[0])
    ]
    same.sort(key=lambda one: (not any(meets(club, one) for club in clubs), len(one.seasons)))
    other, managed = _OTHER_WORK.search(keys.shape), _MANAGED.search(keys.shape)
    if same and managed and not (other and not clubs):
        return supported(same[0], "manager and number")
    scoped = _OF_SCOPE.match(keys.behind.lstrip()) is not None
    if (
        same
        or other
        or not managed
        or not scoped
        or keys.sure < 2
        or figure.quoted
        or _RELATIVE.search(keys.before.rstrip())
    ):
        return not_covered("of which seasons it is told", keys.owner)
    named = [one for one in counts if one.scope == "club" and any(meets(club, one) for club in keys.clubs)]
    fixed = named if keys.clubs else [one for one in counts if one.scope == "level" or one.scope == "career"]
    fixed = [one for one in fixed if one.complete and (not numbered or one.seasons[-1] in keys.seasons)]
    if not fixed or abs(fixed[0].value[0] - figure.value[0]) > max(3, fixed[0].value[0] // 3) or career.missing:
        return not_covered("of which seasons it is told", keys.owner)
    return differs(fixed[0], "manager and club" if keys.clubs else "manager")


def hold_seasons_beside(figure: Figure, keys: Keys, beside: Sequence[Fact]) -> Held | None:
    """Hold a count of seasons against the seasons of a record beside it that a fact supports; null without one."""
    if not beside or _AND_MORE.search(keys.behind) or _RELATIVE.search(keys.before.rstrip()) or figure.quoted:
        return None
    fact = min(beside, key=lambda one: abs(len(one.seasons) - figure.value[0]))
    if figure.value[0] in (len(fact.seasons), _span(fact)):
        return supported(fact, "the record beside it")
    return differs(fact, "the record beside it") if abs(len(fact.seasons) - figure.value[0]) < 6 else None


def _span(fact: Fact) -> int:
    return fact.seasons[-1] - fact.seasons[0] + 1
