"""Counts of seasons against the file of managers."""

from __future__ import annotations

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.facts import Listing
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.listed import (
    corroborated,
    official_sum,
    places,
    without_weak,
)
from skipper.press.reconcile.verdict import (
    Evidence,
    Verdict,
)


def listed_tally(claim: Claim, own: list[Listing], _dossier: Dossier) -> Verdict | Evidence | None:
    """Return seasons managed, above .500 by the pages' records, or with postseason games here, as many as it says."""
    what, named = str(claim.fields.get("what")), set(claim.seasons)
    rows = [row for row in without_weak(own) if not named or row.season in named]
    seasons = sorted({row.season for row in rows})
    if not rows or (named and set(seasons) != named):
        return None
    if what == "postseason_seasons":
        return _postseasons(claim, rows, named)
    counted = _above_500(rows, seasons) if what == "seasons_above_500" else seasons if what in _OF_SEASONS else None
    if counted is None:
        return None
    of = claim.fields.get("of")
    ours = f"{len(counted)}{f' of {len(seasons)}' if of is not None else ''}: {spans(counted) or 'none'}"
    if claim.fields.get("value") == len(counted) and of in (None, len(seasons)):
        return corroborated(rows, ours)
    return Evidence("table", f"Listed: {ours} ({places(rows)}).", table="listed_manager")


_OF_SEASONS = frozenset(["seasons_managed", "seasons_with_organization"])


def _postseasons(claim: Claim, rows: list[Listing], named: set[int]) -> Verdict | None:
    """Corroborated if all seasons that it names, as many as it says, have postseason games here."""
    reached = [row for row in rows if row.postseason_games]
    if not named or {row.season for row in reached} != named or claim.fields.get("value") not in (None, len(named)):
        return None
    games = (f"{row.postseason_games} postseason games of {row.season} here" for row in reached)
    return corroborated(reached, ", ".join(games))


def _above_500(rows: list[Listing], seasons: list[int]) -> list[int] | None:
    """Return the seasons with more wins than losses by the pages' records; null if a page gives none."""
    if official_sum(rows) is None:
        return None
    margins = {season: sum((r.wins or 0) - (r.losses or 0) for r in rows if r.season == season) for season in seasons}
    return [season for season in seasons if margins[season] > 0]
