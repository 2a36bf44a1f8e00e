"""Totals of a man of whose seasons the lake lacks some: whether what our games leave of them can be those seasons'."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

import re2

from skipper.press.claim import Claim
from skipper.press.facts import Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.standings import Standing, ends, standings, stated_figures
from skipper.press.reconcile.whole_seasons import stayed

MOST_OF_A_SEASON = 166  # decisions: 162 games and ties replayed
NEAR = 8  # games by which a club's season can differ from its league's average, or a man's from his club's
LATE = timedelta(days=3)  # before the piece's date: the day on which a record stood as it states
LEAST_SHARE = 0.2  # of wins or losses among decisions: no club of a whole season but one of 1899 had less
FEW = 60  # decisions: of fewer any share can be
_OF_ALL = re2.compile(r"(?i)\b(?:career|lifetime|all told|in all)\b")
_SO_FAR = re2.compile(
    r"(?i)\b(?:has|have|having|by|before|until|through|since|so far|already|now|then|entering|when|first|last|with)\b"
)


def never_stood(claim: Claim, dossier: Dossier, own: Sequence[Record], absent: Collection[int]) -> bool:
    """Return whether his record stood so on no day, whatever the seasons lacking brought that may be part of it.

    Wins and losses must both be told. What is told as his career's, without a word of a day within it, must be so at
    its end; what a dated piece states, on the day of its date.
    """
    stated = stated_figures(claim)
    if not {"wins", "losses"} <= set(stated):
        return False
    days = [one for rule in ("managed", "credited") for one in _candidates(claim, dossier, own, rule)]
    return bool(days) and not any(_can_be(stated, one, dossier, own, absent) for one in days)


def _candidates(claim: Claim, dossier: Dossier, own: Sequence[Record], rule: str) -> Iterable[Standing]:
    """Return the standings that the words can mean under a rule."""
    day = dossier.date_of(claim)
    every = standings(list(own), rule)
    if day is not None:
        so_far = [one for one in every if one.day <= day]
        return [*so_far[-1:], *(one for one in so_far if one.day >= day - LATE)]
    of_all = _OF_ALL.search(claim.span) is not None and _SO_FAR.search(claim.span) is None
    return ends(list(own), rule) if of_all else every


def _can_be(
    stated: dict[str, int], stood: Standing, dossier: Dossier, own: Sequence[Record], absent: Collection[int]
) -> bool:
    """Return whether the rest of the record stated, beside what stood after a day's game, can be of the seasons
    lacking."""
    wins, losses = stated["wins"] - stood.wins, stated["losses"] - stood.losses
    games, year = wins + losses, stood.day.year
    following = min((one.season for one in own if one.season > year), default=max([*absent, year]) + 1)
    over = [season for season in absent if season < year]
    begun = [season for season in absent if year <= season < following] if stood.ends_season else []
    fewest = sum(_fewest(season, dossier) for season in over)
    most = sum(_most(season, dossier) for season in (*over, *begun))
    shared = games <= FEW or LEAST_SHARE * games <= wins <= (1 - LEAST_SHARE) * games
    return min(wins, losses) >= 0 and fewest <= games <= most and shared


def _most(season: int, dossier: Dossier) -> int:
    """Return the most decisions that a club can have had in the season."""
    usual = dossier.facts.club_games.get(season)
    return MOST_OF_A_SEASON if usual is None else usual + NEAR


def _fewest(season: int, dossier: Dossier) -> int:
    """Return the fewest decisions that he can have had: near all, where he stayed with one club."""
    usual = dossier.facts.club_games.get(season)
    return usual - 2 * NEAR if usual is not None and stayed(season, dossier) else 0
