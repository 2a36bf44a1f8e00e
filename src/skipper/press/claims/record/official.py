"""Records as the record book has them: where it differs from the games, and of seasons of which the lake has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claims.record.one_sided import is_of_each
from skipper.press.days import season_is_over
from skipper.press.facts import BookSeason, Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import lacking
from skipper.press.reconcile.reading import without_club
from skipper.press.reconcile.record_rows import (
    RULES,
    book_row,
    in_figures,
    official_rows,
    own_book,
    own_records,
    record_row,
)
from skipper.press.reconcile.standings import Standing, ends, official_end, says
from skipper.press.reconcile.verdict import RECORD_BOOK, Evidence, Verdict, contradicted, open_claim, supported

RULE = "the record book"


class Total(NamedTuple):
    """Wins, losses and ties of several seasons."""

    wins: int
    losses: int
    ties: int

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.ties}" if self.ties else f"{self.wins}-{self.losses}"


def by_the_book(claim: Claim, dossier: Dossier) -> Verdict:
    """Return the verdict on a record of seasons named of which the lake lacks some, by the record book in these.

    Open where the book has no record of the person in one of them, games of one are here, or a season is under way on
    the piece's date, since the book has no days. A record with a club of which the book has none is held against the
    person's record of those seasons.
    """
    facts, seasons, absent = dossier.facts, set(claim.seasons), dossier.facts.absent(claim.seasons)
    gap = lacking(claim.seasons, facts)
    settles = f"the game logs of {spans(absent)}"
    book, played = own_book(claim, dossier), own_records(claim, dossier)
    of_the_clubs = {one.season for one in book} | {one.season for one in played} == seasons
    if not of_the_clubs:
        anywhere = without_club(claim)
        book, played = own_book(anywhere, dossier), own_records(anywhere, dossier)
    day, known = dossier.date_of(claim), {one.season for one in book}
    decides = known == set(absent) and known | {one.season for one in played} == seasons
    under_way = not all(season_is_over(season, day) for season in seasons)
    uncertain = any(one.other_games or (one.season, one.club) in facts.doubted for one in played)
    if not decides or under_way or uncertain or is_of_each(claim):
        return open_claim(settles, *([gap] if gap else []))
    totals = totals_with_the_book(book, played)
    marked = "record book" if not played else f"{spans(sorted(known))} by the record book"
    rows = [book_row(facts, book), *(record_row(facts, played, rule) for rule in RULES if played)]
    found = next((one for one in totals if of_the_clubs and says(claim, one)), None)
    if found is not None:
        return supported(f"{found} ({marked})", RECORD_BOOK, *rows)
    return contradicted(f"{' or '.join(map(str, totals))} ({marked})", RECORD_BOOK, *rows)


def totals_with_the_book(book: Sequence[BookSeason], played: Sequence[Record]) -> list[Total]:
    """Return the sums of the book's seasons and of the games' under each rule, or as the book has these; each once."""
    own = list(played)
    ended = [end for rule in RULES for end in (*ends(own, rule), official_end(own, rule)) if end is not None]
    parts = [Total(one.wins, one.losses, one.ties) for one in ended] or [Total(0, 0, 0)]
    of_book = [Total(one.wins, one.losses, one.ties) for one in book]
    return list(dict.fromkeys(Total(*map(sum, zip(part, *of_book, strict=True))) for part in parts))


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
