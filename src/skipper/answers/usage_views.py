"""Views of lineups and playing time: grids of starts, shares of games, and batting orders with ties."""

from __future__ import annotations

from skipper.answers.answer import Row, Shown, View, shown
from skipper.answers.available import NOTE as AVAILABLE
from skipper.answers.available import availability_view

POSITIONS = {1: "P", 2: "C", 3: "1B", 4: "2B", 5: "3B", 6: "SS", 7: "LF", 8: "CF", 9: "RF", 10: "DH"}
PLATOON = (
    shown("vs L", "share", "lineup_starts_vs_l", "club_games_vs_l"),
    shown("Avail", "count", "available_games_vs_l"),
    shown("vs R", "share", "lineup_starts_vs_r", "club_games_vs_r"),
    shown("Avail", "count", "available_games_vs_r"),
)
SLOTS = tuple(shown(str(slot), "tally", f"slot_{slot}") for slot in range(1, 10))
NOTES = ("vs L, vs R: starts, out of the club's games against left- and right-handed starting pitchers.", AVAILABLE)


def player_views(clubs: dict[str, str], rows: list[Row]) -> tuple[View, ...]:
    """Return, per club (code to name), starts by slot, position and opposing hand, starting pitchers, availability."""
    return tuple(
        view for code, title in clubs.items() for view in _of_club(title, [r for r in rows if r["club"] == code])
    )


def _of_club(club: str, rows: list[Row]) -> list[View]:
    started = [row for row in rows if row["lineup_starts"] + row["pitching_starts"]]
    pitchers = [row for row in started if row["lineup_starts"] == row["position_1"]]
    others = [row for row in started if row["lineup_starts"] != row["position_1"]]
    player, starts = shown("Player", "text", "player_name"), shown("Starts", "count", "lineup_starts")
    idle = len(rows) - len(started)
    return [
        View((player, starts, *SLOTS, shown("Mean", "mean", "mean_slot")), others, f"{club}: starts by slot"),
        View((player, starts, *positions_played(others)), others, f"{club}: starts by position"),
        View(
            (player, starts, *PLATOON),
            others,
            f"{club}: starts by hand of the opposing starter",
            (f"{idle} more players were within their window but started none of the manager's games.",) if idle else (),
        ),
        View(
            (
                player,
                shown("Starts", "count", "pitching_starts"),
                shown("Of", "count", "club_games"),
                shown("Avail", "count", "available_games"),
            ),
            sorted(pitchers, key=lambda row: -row["pitching_starts"]),
            f"{club}: starting pitchers",
        ),
        availability_view((player,), started, f"{club}: availability"),
    ]


def positions_played(rows: list[Row]) -> tuple[Shown, ...]:
    """Return a column for each position at which any row has a start."""
    headings = {f"position_{number}": code for number, code in POSITIONS.items()} | {"position_unknown": "?"}
    return tuple(shown(code, "tally", name) for name, code in headings.items() if any(row[name] for row in rows))


def order_views(orders: list[Row]) -> tuple[View, ...]:
    """Return a view of the number of distinct batting orders per club."""
    columns = (
        shown("Club", "code"),
        shown("Lineups known", "count", "games_with_lineup"),
        shown("Distinct orders", "count", "distinct_orders"),
        shown("Without the pitcher", "count", "distinct_orders_without_pitcher"),
    )
    return (View(columns, orders, "Distinct batting orders"),)


def lineup_views(clubs: dict[str, str], lineups: list[Row]) -> tuple[View, ...]:
    """Return one view per club: its most frequent batting orders against left- and right-handed starters."""
    columns = (
        shown("vs", "text", "hand"),
        shown("Used", "share", "games", "games_vs_hand"),
        shown("Order", "prose", "order"),
    )
    views = []
    for code, title in clubs.items():
        rows = [row for row in lineups if row["club"] == code]
        heading = f"{title}: most frequent batting order against each hand, excluding the pitcher"
        views.append(View(columns, _told(rows), heading))
    return tuple(views)


def _told(lineups: list[Row], most: int = 3) -> list[Row]:
    """Return the orders for display: ties are marked, and ties of more than `most` orders are only counted."""
    told = []
    for hand in dict.fromkeys(row["opposing_hand"] for row in lineups):
        tied = [row for row in lineups if row["opposing_hand"] == hand]
        for place, row in enumerate(tied[:most] if tied[0]["games"] > 1 else tied[:1]):
            order = ", ".join(row["players"])
            if tied[0]["games"] == 1 and len(tied) > 1:
                order = f"no order was used more than once ({len(tied)} orders)"
            elif place == most - 1 and len(tied) > most:
                order += f" (and {len(tied) - most} more orders used as often)"
            told.append({**row, "hand": hand or "?", "order": order + (" (tied)" if 1 < len(tied) <= most else "")})
    return told
