"""Claims of draft and debut, against the first game."""

from __future__ import annotations

from skipper.press.claim import Claim
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, outside
from skipper.press.reconcile.reading import clubs_of, level_of
from skipper.press.reconcile.tenure import start_row
from skipper.press.reconcile.verdict import (
    RECORD_BOOK,
    Evidence,
    Verdict,
    contradicted,
    doubted,
    open_claim,
    row_of,
    supported,
)


def check_draft(claim: Claim, dossier: Dossier) -> Verdict:
    """No table has the draft; only that nobody plays before it can be said."""
    settles = "the list of the amateur draft"
    debut = dossier.person.debut
    year = claim.fields.get("year")
    if debut is None or year is None:
        return open_claim(settles, Evidence("note", "The tables have no drafts."))
    order = "before" if int(year) <= debut.year else "after"
    return open_claim(settles, row_of("person", f"The tables have no drafts; {year} is {order} his debut, {debut}."))


def check_debut(claim: Claim, dossier: Dossier) -> Verdict:
    """His first major-league game as a player; the club, where his starts of that season tell it."""
    settles = "the games of that level"
    if level_of(claim) not in (None, "MLB"):
        return open_claim(settles, Evidence("coverage", "The lake has the games of the major leagues only."))
    gate = None if dossier.known else outside(claim, dossier, settles)
    if gate is not None:
        return gate
    debut = dossier.person.debut
    if debut is None or claim.fields.get("year") is None:
        return open_claim("the date of his first game", Evidence("note", "The record book gives no debut of his."))
    row = row_of("person", f"Debut {debut}.")
    if int(claim.fields["year"]) != debut.year:
        return contradicted(f"{debut}", RECORD_BOOK, row)
    starts = [one for one in dossier.person.starts if one.season == debut.year]
    codes = {one.club for one in starts}
    if clubs_of(claim) and len(codes) == 1 and not codes & codes_of(claim, dossier.facts, debut.year):
        code = next(iter(codes))
        name = dossier.facts.names.get((debut.year, code), code)
        found = contradicted(f"{debut}, {name}", "record book, starts", row, start_row(starts, dossier.facts))
        return doubted("the box score of his first game", found)  # he may have come off another club's bench
    return supported(f"{debut}", RECORD_BOOK, row, *([start_row(starts, dossier.facts)] if starts else []))
