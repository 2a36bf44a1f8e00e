"""Records as the record book has them, where it differs from the games: forfeits, protests, whose a day's games are."""

from __future__ import annotations

from skipper.press.claim import Claim
from skipper.press.facts import Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.record_rows import RULES, in_figures, official_rows, record_row
from skipper.press.reconcile.standings import Standing, ends, official_end, says
from skipper.press.reconcile.verdict import Evidence, Verdict, supported

RULE = "the record book"


def of_the_book(claim: Claim, dossier: Dossier, own: list[Record]) -> Verdict | None:
    """Supported where it is the official record of the seasons and the games give another; else null.

    Of a dated piece those seasons count that were over.
    """
    day = dossier.date_of(claim)
    own = [one for one in own if day is None or one.last_day <= day]
    books = (official_end(own, rule) for rule in RULES if any(one.official for one in own if one.rule == rule))
    book = next((one for one in books if one is not None and _is_it(claim, one)), None)
    if book is None:
        return None
    games: dict[str, Standing | None] = {rule: next(iter(ends(own, rule)), None) for rule in RULES}
    note = Evidence("note", f"{book} is the official record; the games give {in_figures(games)}.")
    rows = [record_row(dossier.facts, own, rule) for rule in RULES]
    figures = {(one.season, one.club): one.official for one in own if one.official is not None}
    return supported(str(book), RULE, note, *official_rows(dossier.facts, figures), *rows)


def _is_it(claim: Claim, book: Standing) -> bool:
    return says(claim, book) and claim.fields.get("season_count") in (None, book.seasons)
