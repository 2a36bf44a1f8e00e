"""The record book's won-lost records beside those of the known games, for seasons with games missing from the lake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skipper.answers.answer import Row, Shown, shown, spans

BOOK = ("book_wins", "book_losses")
# A record that lacks no more games than this is compared with the book's game by game, in `differences`.
FEW = 2
BOOK_NOTE = (
    "Book: Lahman's record of the manager with the club, for seasons with games missing from this lake; in the Negro "
    "Leagues it includes games outside the league."
)

OF_MANAGERS = """
SELECT season, club, manager_person_id, sum(wins)::INTEGER AS book_wins, sum(losses)::INTEGER AS book_losses
FROM book_record WHERE manager_person_id IS NOT NULL AND club IS NOT NULL GROUP BY season, club, manager_person_id
"""
OF_CLUBS = """
SELECT season, club, any_value(wins) AS book_wins, any_value(losses) AS book_losses
FROM book_record WHERE lahman_id IS NULL AND club IS NOT NULL GROUP BY season, club HAVING count(*) = 1
"""


def book_column(rows: Iterable[Row]) -> tuple[Shown, ...]:
    """Return the column of the book's record, if a row of a season not known to be complete has one."""
    return (shown("Book", "won_lost", *BOOK),) if any(map(_is_beside, rows)) else ()


def book_words(rows: Sequence[Row], table: str) -> tuple[str, ...]:
    """Return a sentence on the known games and the book's record, of rows that are not known to be complete and that
    the book lists; no sentence if these rows are of one rule each and lack no games.

    Rows have `season`, `season_complete`, the record under one rule, and BOOK. `table` is the table of Lahman's that
    has the latter: in the Negro Leagues, `Managers` counts games that `Teams` does not.
    """
    partial = [row for row in rows if _is_beside(row) and _lacks_games(row)]
    if not partial:
        return ()
    wins, losses, won, lost = (sum(row[name] for row in partial) for name in ("wins", "losses", *BOOK))
    seasons = spans(sorted({row["season"] for row in partial}))
    results = sum(row["wins"] + row["losses"] + row["ties"] for row in partial)
    more = won - wins
    than = f"{more:,} wins more" if more > 0 else f"{-more:,} wins fewer" if more < 0 else "as many wins"
    return (
        f"{seasons}: {wins}-{losses} of the {results:,} games with a result here; the record book has {won}-{lost} "
        f"({table}), {than}.",
    )


def _is_beside(row: Row) -> bool:
    return row.get("season_complete") is not True and row.get("book_wins") is not None


def _lacks_games(row: Row) -> bool:
    return abs(row["book_wins"] + row["book_losses"] - row["wins"] - row["losses"]) > FEW
