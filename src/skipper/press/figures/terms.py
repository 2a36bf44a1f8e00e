"""Terms, counts of seasons and the number of a season against the seasons of the people named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import re2

from skipper.press.figures.facts import Career, Fact
from skipper.press.figures.figure import Figure, words
from skipper.press.figures.keys import Keys
from skipper.press.figures.records import meets
from skipper.press.figures.verdict import Held, differs, not_covered, supported

_RELATIVE = re2.compile(r" (?:last|past|previous|next|first|final|straight|another|these|those|other|ago)(?: {his})? $")
_OF_SCOPE = re2.compile(r"^(?:\S+ )*?(?:seasons?|years?|summers?) (?:with|in|at|as|of|for|managing|on) ")
_HERE = re2.compile(
    r"^(?:\S+ )*?(?:seasons?|years?|summers?) (?:that )?(?:(?:{he}|{person}) )?(?:spent |managed )?here "
)
_AND_MORE = re2.compile(r"^\S+ (?:and (?:bit|part|half|change|#)|plus)")
_TENURE = re2.compile(
    r" (?:manager|(?:manag|skipper|pilot|guid|direct)\w+|led|ran|had|helm|charge|command|reins)"
    r"(?: (?:of|with|in|at|{club}|{level}|club|team|it|them|there|here))* for $"
)
_TENURE_OF = re2.compile(
    r"{club} , (?:where|whom|which) {he} (?:(?:had|has|was|been|managed|ran|led|stayed|spent) )+for $"
)
_SURE_COUNT = 5  # seasons, by which a count beside the name is of the work
_LISTED = re2.compile(r"{club} [,(] $")
_FURTHEST = 10  # years by which a wrong term may begin before or after the right one
_SEVERAL = 6  # by which a wrong count of seasons may be off


def hold_term(figure: Figure, keys: Keys, facts: Sequence[Fact], careers: Sequence[Career]) -> Held:
    """Hold a term against the first and last seasons of the people named.

    A difference is `check_reading` where the owner managed the club named beside it in one run of seasons that overlaps
    the term.
    """
    (first, last), clubs = figure.value, keys.clubs
    listed = keys.before.endswith(("{club} , ", "{club} ( "))
    known = _with_clubs(keys, facts)
    same = [one for one in known if one.seasons[0] == first and last in (0, one.seasons[-1])]
    same.sort(key=lambda one: (one.person_id != keys.owner, len(one.seasons)))
    managed, other = listed or words("managed").search(keys.shape), words("other_work").search(keys.shape)
    why = "manager and club" if clubs else "manager"
    if same and (clubs or (managed and same[0].person_id == keys.owner)):
        return supported(same[0].term, why, same[0])
    working = not last and not clubs and bool(words("work").search(keys.before))
    same = [one for one in same if one.person_id == keys.owner] if working else same
    if same or other or not managed or not (clubs or working) or keys.sure < 2 or figure.quoted:
        return not_covered("who did what in those seasons", keys.owner)
    runs = [one for one in known if one.person_id == keys.owner and one.scope in ("club", "stint")]
    return _against_run(figure, keys, runs, careers)


def _with_clubs(keys: Keys, facts: Sequence[Fact]) -> list[Fact]:
    """Return the current facts of the people named, with one of the clubs named beside, if any is."""
    known = [one for one in facts if one.current and one.person_id in (keys.owner, *keys.people)]
    return [one for one in known if not keys.clubs or any(meets(club, one) for club in keys.clubs)]


def _against_run(figure: Figure, keys: Keys, runs: Sequence[Fact], careers: Sequence[Career]) -> Held:
    """Hold a term against the owner's runs of seasons with the club named beside it."""
    first, stated = figure.value
    last = stated or max((one.seasons[-1] for one in runs), default=0)  # since 2015
    missing = {year for one in careers if one.person.person_id == keys.owner for year in one.missing}
    run = _run(runs, first, last, missing)
    if run is None or abs(run.seasons[0] - first) > _FURTHEST:
        return not_covered("who did what in those seasons", keys.owner)
    within = run.seasons[0] <= first and last <= run.seasons[-1]
    of_work = words("work").search(keys.before) or _LISTED.search(keys.before)
    if (within or not stated) and not of_work:  # he won 90 games a year from 1969 to 1973
        return not_covered("whether a part of the term is meant", keys.owner)
    return differs(run.term, "manager and club", run)


def _run(runs: Sequence[Fact], first: int, last: int, missing: set[int]) -> Fact | None:
    """Return the one run of seasons without a gap that overlaps a term; null if there is none, several, or a season
    that may be one of it is missing."""
    over = [one for one in runs if one.span == len(one.seasons) and one.seasons[0] <= last and first <= one.seasons[-1]]
    longest = max(over, key=lambda one: len(one.seasons), default=None)  # of those up to one season or another
    if longest is None or any(one.seasons[0] != longest.seasons[0] for one in over):
        return None
    return longest if longest.complete and not missing & set(range(first, last + 1)) else None


def hold_seasons(figure: Figure, keys: Keys, facts: Sequence[Fact], careers: Sequence[Career]) -> Held:
    """Hold a count of seasons, or the number of a season, against the owner's counts.

    A difference is `check_reading` where the words give the count's scope: a club, or the work as a manager.
    """
    value = figure.value[0]
    counts, of_that_season = _counts_told(figure, keys, facts)
    if not counts:
        return not_covered("whose seasons they are", keys.owner)
    same = _same_count(figure, keys, counts, not of_that_season)
    of_season = of_that_season and keys.before.endswith(" {his} ")
    managed, other = words("managed").search(keys.shape), words("other_work").search(keys.shape)
    of_club, tenure = bool(_TENURE_OF.search(keys.before)), bool(_TENURE.search(keys.before))
    told = managed or of_club or (keys.sure > 1 and value >= _SURE_COUNT)
    if same and told and not (other and not (keys.clubs or keys.all_clubs or tenure)):
        return supported(same[0].term, "manager and number", same[0])
    here = bool(_HERE.match(keys.behind))
    scoped = here or _OF_SCOPE.match(keys.behind)
    unclear = not (of_club or tenure) and (other or not managed or not (scoped or of_season))
    minors = words("minors").search(keys.behind if tenure else keys.shape)
    if same or unclear or minors or keys.sure < 2 or figure.quoted or _RELATIVE.search(keys.before):
        return not_covered("of which seasons it is told", keys.owner)
    keys = _with_clubs_of(keys, of_club, tenure)
    fixed = _of_last_club(counts) if here else _of_scope(keys, counts, figure.kind == "season_number")
    if not fixed or abs(len(fixed[0].seasons) - value) > max(3, len(fixed[0].seasons) // 3):
        return not_covered("of which seasons it is told", keys.owner)
    return differs(fixed[0].term, "manager and club" if keys.clubs else "manager", fixed[0])


def _counts_told(figure: Figure, keys: Keys, facts: Sequence[Fact]) -> tuple[list[Fact], bool]:
    """Return the owner's facts that a count of seasons can mean, and whether they are those up to the season named, of
    which a number is."""
    counts = [one for one in facts if one.person_id == keys.owner and one.scope not in ("season", "year")]
    dated = (keys.how == "clause" or figure.value[0] > 1) and not words("begins").search(keys.before)
    numbered = figure.kind == "season_number" and dated
    then = {*keys.seasons} & {one.seasons[-1] for one in counts} if numbered else set()
    if then:
        return [one for one in counts if one.seasons[-1] in then], True
    named = {*keys.seasons, *keys.near} if "{time}" in keys.before else set()
    return [one for one in counts if one.current or one.seasons[-1] in named], False


def _with_clubs_of(keys: Keys, of_club: bool, tenure: bool) -> Keys:
    """Return the keys with the club whose relative clause has the count, or with none where the work as a manager
    stands before several clubs."""
    if of_club:
        return keys if keys.clubs else replace(keys, clubs=keys.all_clubs[-1:])
    several = len({club.words for club in keys.all_clubs}) > 1 and not _OF_SCOPE.match(keys.behind)
    return replace(keys, clubs=()) if tenure and several else keys


def _same_count(figure: Figure, keys: Keys, counts: Sequence[Fact], may_come: bool) -> list[Fact]:
    """Return the facts with the count of seasons, or with the season before it where that number may be of a season to
    come; those of a club named first, the shortest first."""
    numbered, value = figure.kind == "season_number", figure.value[0]
    ahead = numbered and may_come and (words("begins").search(keys.before) or keys.how in ("piece", ""))
    same = [
        one
        for one in counts
        if value - len(one.seasons) in ((0, 1) if ahead else (0,)) or (not numbered and value > 3 and one.span == value)
    ]
    clubs = keys.clubs or keys.all_clubs
    return sorted(same, key=lambda one: (not any(meets(club, one) for club in clubs), len(one.seasons)))


def _of_scope(keys: Keys, counts: Sequence[Fact], numbered: bool) -> list[Fact]:
    """Return the complete facts of the scope that the words give: the club's, or without one the work as a manager; of
    the number of a season, those up to it."""
    of_club = [one for one in counts if one.scope == "club" and any(meets(club, one) for club in keys.clubs)]
    fixed = of_club if keys.clubs else [one for one in counts if one.scope in ("level", "career")]
    return [one for one in fixed if one.all_seasons and (not numbered or one.seasons[-1] in keys.seasons)]


def _of_last_club(counts: Sequence[Fact]) -> list[Fact]:
    """Return the complete fact of the club that was managed last: the 17 seasons that he spent here."""
    clubs = [one for one in counts if one.scope == "club" and one.current and one.all_seasons]
    return sorted(clubs, key=lambda one: (-one.seasons[-1], -len(one.seasons)))[:1]


def hold_seasons_beside(figure: Figure, keys: Keys, beside: Sequence[Fact]) -> Held | None:
    """Hold a count of seasons against the seasons of a record beside it that a fact supports; null without one."""
    if not beside or _AND_MORE.search(keys.behind) or _RELATIVE.search(keys.before) or figure.quoted:
        return None
    fact = min(beside, key=lambda one: abs(len(one.seasons) - figure.value[0]))
    if figure.value[0] in (len(fact.seasons), fact.span):
        return supported(fact.term, "the record beside it", fact)
    near = abs(len(fact.seasons) - figure.value[0]) < _SEVERAL
    return differs(fact.term, "the record beside it", fact) if near else None
