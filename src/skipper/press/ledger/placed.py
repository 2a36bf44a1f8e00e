"""Seasons of posts that nobody states, and that follow from what is stated.

Of `seven seasons with Brooklyn, Binghamton, Buffalo and Las Vegas`, where the seven are those from 2010 to 2016 and
some of them are stated, the others are between: each club has its turn, in the order in which they are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from skipper.press.claim import Claim
from skipper.press.claims.tally.sums import claimed_seasons
from skipper.press.ledger.stint import Stint, Told
from skipper.press.reconcile.acts import same_act
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import may_be_one_club

_COUNTS = ("seasons_managed", "seasons_above_500")


def seasons_placed(claims: Sequence[Claim], stints: Sequence[Stint]) -> list[Told]:
    """Return the seasons that follow from counts of seasons with several clubs; `stints` are those stated."""
    dossier = Dossier("", tuple(claims))
    return [stated for claim in claims if _counts(claim) for stated in _placed(claim, dossier, stints)]


def _counts(claim: Claim) -> bool:
    return claim.type == "tally" and not claim.denied and claim.fields.get("what") in _COUNTS and bool(claim.clubs)


def _placed(claim: Claim, dossier: Dossier, stints: Sequence[Stint]) -> Iterator[Told]:
    years = _years(claim, dossier)
    clubs, level = claim.clubs, claim.fields.get("level_resolved")
    known = _known(years, clubs, stints)
    for year, club in _filled(years, clubs, known).items():
        if year not in known:
            yield Told("manager", clubs[club], level, frozenset({year}), claim.report, True)


def _years(claim: Claim, dossier: Dossier) -> range:
    """Return the seasons counted, where other claims tell which they are; else none."""
    count = int(claim.fields.get("of") or claim.fields.get("value") or 0)
    stated = claimed_seasons(claim, dossier)
    span = range(min(stated), max(stated) + 1) if stated else range(0)
    return span if len(span) == count else range(0)


def _known(years: range, clubs: Sequence[str], stints: Sequence[Stint]) -> dict[int, int]:
    """Of the years those of which a stint with one of the clubs is stated, with the club's place in the list."""
    found: dict[int, int] = {}
    for stint in stints:
        places = [place for place, club in enumerate(clubs) if stint.club and may_be_one_club(stint.club, club)]
        for year in range(stint.first, stint.last + 1) if places and stint.role == "manager" else ():
            if year in years:
                found[year] = places[0]
    return found


def _filled(years: range, clubs: Sequence[str], known: Mapping[int, int]) -> dict[int, int]:
    """Return the club of each year, as far as the years stated and the order of the clubs leave only one."""
    found = dict(known)
    edges = [(min(years, default=0) - 1, -1), *sorted(known.items()), (max(years, default=0) + 1, len(clubs))]
    for (before, first), (after, last) in pairwise(edges):
        gap, between = range(before + 1, after), range(first + 1, last)
        if first == last or (not between and last == len(clubs)):
            found |= dict.fromkeys(gap, first)
        elif not between and first == -1:
            found |= dict.fromkeys(gap, last)
        elif len(between) == len(gap):
            found |= dict(zip(gap, between, strict=True))
    return {year: club for year, club in found.items() if 0 <= club < len(clubs)}


def next_posts(claims: Sequence[Claim]) -> list[Told]:
    """Return the post with which a piece begins, without a date, of a man whom it has leaving another: of the season
    after.

    When he left, another piece may say.
    """
    found = []
    for report in dict.fromkeys(claim.report for claim in claims):
        own = [one for one in claims if one.report == report and not one.denied]
        post = _news(own)
        left = _season_left(own, claims) if post is not None else None
        if post is not None and left is not None:
            role, level = str(post.fields.get("role") or "manager"), post.fields.get("level_resolved")
            found.append(Told(role, post.clubs[0], level, frozenset({left + 1}), report, True))
    return found


def _news(own: Sequence[Claim]) -> Claim | None:
    """Return the appointment without a date to the club whose post is the first that a piece speaks of; null if none
    is."""
    posts = sorted((one for one in own if one.type in ("stint", "appointment") and one.clubs), key=_place)
    of_first = [one for one in posts if may_be_one_club(one.clubs[0], posts[0].clubs[0])]
    taken = [one for one in of_first if one.fields.get("outcome") == "appointed" and one.act_days is None]
    return taken[0] if taken else None


def _place(claim: Claim) -> int:
    return claim.start


def _season_left(own: Sequence[Claim], claims: Sequence[Claim]) -> int | None:
    """Return the last season of the latest post that a piece has him leave; null if the piece speaks of later years."""
    departures = [one for one in claims if one.type == "departure" and one.seasons and not one.denied]
    left = [
        max(one.seasons) for one in departures if any(mine.type == "departure" and same_act(mine, one) for mine in own)
    ]
    stated = [season for one in own for season in one.seasons]
    stated += [day.first.year for one in own if one.type == "appointment" and (day := one.act_days) is not None]
    return max(left) if left and max(left) >= max(stated, default=0) else None
