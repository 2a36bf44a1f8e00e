"""Records against the file of managers: of the seasons named, and what a career's record leaves."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.press.claim import Claim
from skipper.press.claims.record.readings import a_players
from skipper.press.facts import Listing
from skipper.press.reconcile.decide import decide_of_minors
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.listed import (
    BOTH,
    GAMES,
    RULE,
    corroborated,
    official_sum,
    places,
    row_as_evidence,
    without_weak,
)
from skipper.press.reconcile.standings import stated_figures
from skipper.press.reconcile.verdict import (
    Evidence,
    Verdict,
    contradicted,
    doubted,
)


def listed_record(claim: Claim, own: list[Listing], dossier: Dossier) -> Verdict | Evidence | None:
    """Return the sum of the seasons named, by the pages or by the games; of a career what the pages give of it."""
    stated, seasons = stated_figures(claim), set(claim.seasons)
    if {"wins", "losses"} - set(stated) or stated.get("ties"):
        return None
    if not seasons:
        return _rest_of_career(claim, own, dossier)
    rows = [row for row in without_weak(own) if row.season in seasons]
    if {row.season for row in rows} != seasons:
        return None
    wanted, official, games = f"{stated['wins']}-{stated['losses']}", official_sum(rows), _of_games(rows)
    if wanted in (official, games):
        return corroborated(rows, wanted)
    day = dossier.date_of(claim)
    if day is not None and day.year <= max(seasons):
        return None
    return _other_figures(claim, dossier, rows, official, games)


def _other_figures(
    claim: Claim, dossier: Dossier, rows: Sequence[Listing], official: str | None, games: str | None
) -> Verdict | None:
    """Return the verdict on a record that is neither the pages' nor that of the games here, with both; null without
    either.

    Games without a page's word, or against it, may lack some, or have those of the postseason too.
    """
    evidence = tuple(row_as_evidence(one) for one in rows)
    if official is None:
        return Verdict("unverifiable", evidence, games, GAMES) if games is not None else None
    if games is None:
        return Verdict("disputed", evidence, official, RULE)
    if official != games:
        return Verdict("disputed", evidence, f"{official} by the page, {games} by the games here", BOTH)
    against = contradicted(official, BOTH, *evidence)
    if not (claim.clubs and _beyond_the_club(claim, rows)):
        part = Evidence("note", "It can be the record of a part of the club's games.")
        return doubted("which games are meant", against, part)
    return decide_of_minors(claim, against, a_players(claim, dossier))


def _of_games(rows: Sequence[Listing]) -> str | None:
    """Return the sum of the records by the games here; null if a row has none."""
    each = [row.games.split("-") for row in rows if row.games]
    if not rows or len(each) < len(rows):
        return None
    return f"{sum(int(wins) for wins, _losses in each)}-{sum(int(losses) for _wins, losses in each)}"


def _beyond_the_club(claim: Claim, rows: Sequence[Listing]) -> bool:
    """Return whether it has more wins or more losses than all games of the clubs here, whoever ran them."""
    every = [row.of_club for row in rows if row.of_club is not None]
    if len(every) < len(rows):
        return False
    stated, whole = stated_figures(claim), [sum(figures) for figures in zip(*every, strict=True)]
    return stated["wins"] > whole[0] or stated["losses"] > whole[1]


def _rest_of_career(claim: Claim, own: list[Listing], dossier: Dossier) -> Evidence | None:
    """Return what is left of a career's record, counted to the season before the latest that the piece speaks of."""
    written = dossier.written(claim)
    rows = [row for row in without_weak(own) if written is not None and row.season < written.first.year]
    known = [row for row in rows if row.wins is not None and row.losses is not None]
    official, stated = official_sum(known), stated_figures(claim)
    if official is None:
        return None
    wins, losses = (stated[name] - sum(getattr(row, name) for row in known) for name in ("wins", "losses"))
    return Evidence(
        "sum",
        f"Pages of listed_manager give {official} for {places(known)}: counted to {known[-1].season}, "
        f"{stated['wins']}-{stated['losses']} leaves {wins}-{losses} for seasons without a page's record.",
        table="listed_manager",
    )
