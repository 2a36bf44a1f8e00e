"""Chart for a manager's record: wins and expected wins, season by season."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from skipper.answers.answer import Row
from skipper.answers.coverage import marks


def wins_picture(rows: Sequence[Row], name: str) -> Markup | None:
    """Return the chart of actual and Pythagorean wins in managed games, with one line per season and club.

    The chart is null if there are fewer than two such lines."""
    drawn = drawn_rows(rows)
    if len(drawn) < 2:
        return None
    from skipper.render.html.charts import WinsRow, wins_chart

    over = sum(row["wins"] > row["pythagorean_wins"] for row in drawn)
    total, expected = sum(row["wins"] for row in drawn), sum(row["pythagorean_wins"] for row in drawn)
    label = (
        f"Wins and expected wins of {name}, games managed, by season and club: more wins than expected in {over} "
        f"of {len(drawn)}; in total {total:,} wins, {expected:,.0f} expected. The table of the record has every figure."
    )
    return wins_chart([WinsRow(_season_of(row), row["wins"], row["pythagorean_wins"]) for row in drawn], "wins", label)


def drawn_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the records in managed games, with expected wins."""
    return [row for row in rows if row["rule"] == "managed" and row["pythagorean_wins"] is not None]


def _season_of(row: Row) -> str:
    """Return the season and club, marked if games are missing from the lake."""
    return f"{row['season']}{marks(row)} {row['club']}"
