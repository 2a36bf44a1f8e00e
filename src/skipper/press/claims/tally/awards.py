"""Claims that count a man's awards as Manager of the Year, by who gives them."""

from __future__ import annotations

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claims.award import (
    AWARDS_SETTLE,
    before_the_writers,
    giver_named,
    major_seasons,
    named_award,
    own_awards,
    past_the_lists,
    with_club,
)
from skipper.press.claims.tally.seasons import Counted, fits
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import outside
from skipper.press.reconcile.verdict import RECORD_BOOK, Evidence, Verdict, contradicted, open_claim, row_of, supported

AWARDS = "manager_of_the_year_awards"


def check_award_count(claim: Claim, dossier: Dossier) -> Verdict:
    """How often he is listed as Manager of the Year of a major league.

    By each giver and by all together, for the words seldom say whose award is meant; open where he managed in a season
    after the lists' last, and of a league that is none of ours.
    """
    gate = outside(claim, dossier, AWARDS_SETTLE)
    if gate is not None:
        return gate
    name, managed = named_award(claim), major_seasons(dossier)
    if name is None or not dossier.facts.awards or not managed:
        return open_claim(AWARDS_SETTLE, Evidence("coverage", "The lake lists the major leagues' awards alone."))
    own = [(season, one) for season, one in own_awards(dossier, name) if with_club(claim, dossier, season)]
    counts = {giver: {season for season, one in own if one.award.startswith(giver)} for giver in ("BBWAA", "TSN")}
    ours = "; ".join(f"{giver} {len(years)}: {spans(sorted(years)) or 'none'}" for giver, years in counts.items())
    row = row_of("award", f"{dossier.name}, Manager of the Year: {ours}.")
    if past_the_lists(dossier):
        gap = Evidence("coverage", f"He managed after {max(dossier.facts.awards)}, where the lists end.")
        return open_claim(AWARDS_SETTLE, gap, row, ours=ours, rule=RECORD_BOOK)
    every = [*counts.values(), {season for season, _one in own}]
    found = [fits(claim, dossier, _counted(years, managed, row)) for years in every]
    if any(found):
        return supported(ours, RECORD_BOOK, row)
    unlisted = [] if giver_named(name) else before_the_writers(dossier, managed)
    if int(claim.fields["value"]) <= len(every[-1]) + len(unlisted) and unlisted:
        gap = Evidence("coverage", f"Of {spans(unlisted)} the wire services' awards are not listed.")
        return open_claim(AWARDS_SETTLE, gap, row, ours=ours, rule=RECORD_BOOK)
    if None in found:
        return open_claim(AWARDS_SETTLE, row, ours=ours, rule=RECORD_BOOK)
    return contradicted(ours, RECORD_BOOK, row)


def _counted(years: set[int], managed: set[int], row: Evidence) -> Counted:
    return Counted(tuple(sorted(years)), tuple(sorted(managed)), (), RECORD_BOOK, row)
