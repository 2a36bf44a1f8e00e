"""A manager's lineups and playing time over all seasons, for the manager's file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.available import NOTE as AVAILABLE
from skipper.answers.available import availability_view, with_availability
from skipper.answers.cards import COMPARABLE, orders_most_used, orders_written
from skipper.answers.interval import NAME, wilson
from skipper.answers.lineups import name_players
from skipper.answers.usage import COUNTS, FIELDS, GRID, POSITION_FIELDS, SLOT_FIELDS
from skipper.definitions.figures import rounded
from skipper.lake.reader import LakeReader

_HANDS = {"L": "left", "R": "right", "S": "either", None: "unknown"}
_PLAYER = shown("Player", "text", "player_name")
_STARTS = shown("Starts", "count", "lineup_starts")
_SLOTS = (
    _PLAYER,
    _STARTS,
    *(shown(str(slot), "tally", f"slot_{slot}") for slot in range(1, 10)),
    shown("Mean", "mean", "mean_slot"),
)
_PLATOON = (
    _PLAYER,
    _STARTS,
    shown("vs L", "share", "lineup_starts_vs_l", "available_games_vs_l"),
    shown("Rate", "pct", "rate_vs_l"),
    shown("95 %", "number", "interval_vs_l"),
    shown("vs R", "share", "lineup_starts_vs_r", "available_games_vs_r"),
    shown("Rate", "pct", "rate_vs_r"),
    shown("95 %", "number", "interval_vs_r"),
)
_MOST_USED = (shown("vs", "text", "hand"), shown("Used", "share", "games", "games_vs_hand"), shown("Order", "prose"))
_ORDERS = (
    shown("Year", "season", "season"),
    shown("Club", "text"),
    shown("Lineups", "count", "games_with_lineup"),
    shown("Orders", "count", "orders"),
    shown("Median", "half", "league_median"),
    shown("Range", "number", "league_range"),
)
_RATES = tuple(f"rate_vs_{hand}{end}" for hand in ("l", "r") for end in ("", "_low", "_high"))
_ORDER_FIELDS = (
    *("season", "club", "league", "first", "last", "games_with_lineup", "orders", "club_games_in_span"),
    *("league_clubs", "league_median", "league_least", "league_most"),
)
_MOST_USED_FIELDS = (
    *("season", "club", "opposing_hand", "games", "games_vs_hand", "orders", "orders_tied", "player_ids", "players"),
    "player_person_ids",
)
NOTES = (
    "Orders: a batting order is the sequence of batters, regardless of position and excluding the pitcher, so "
    "orders that differ only in the pitcher count once. Lineups: the manager's games with a known lineup.",
    "Median, Range: figures for the other clubs in the league between the manager's first and last game of the season; "
    f"omitted if the manager ran less than {COMPARABLE:.0%} of the club's games in that time.",
    "vs L, vs R: lineup starts, out of the manager's games against left- and right-handed starting pitchers in which "
    "the player was available. Injuries and rest that no transaction states are not visible.",
    AVAILABLE,
    f"95 %: {NAME}, for the underlying rate, assuming independent games.",
)
Place = tuple[int, str]  # a season and a club


def manager_use(lake: LakeReader, subject: Row, records: Sequence[Row], season: int | None = None) -> Answer:
    """Return lineups and playing time in games that the manager ran, by season and club.

    `subject` is the subject of a `records` answer, and `records` are the manager's rows in `manager_season`. Call
    `create_batting_orders` for these seasons first. The main table has the players of `usage`, with the rate of starts
    in the games in which the player was available against each hand and its interval. `orders` counts batting orders by
    season and club, and `lineups` has the most frequent orders against each hand.
    """
    person_id = subject["person_id"]
    managed = [row for row in records if row["rule"] == "managed"]
    years = [row["season"] for row in managed] or [0]
    every = lake.rows_of(_PLAYERS, ("manager_person_id",), (person_id,), seasons=(min(years), max(years)))
    here = [row for row in every if row["season"] in years]
    players = [{**row, **_rates(row)} for row in with_availability(lake, here, person_id)]
    orders = [_ranged(row) for row in orders_written(lake, person_id) if season in (None, row["season"])]
    lineups = [row for row in orders_most_used(lake, person_id) if season in (None, row["season"])]
    of_club = by_club(players)
    for place, own in by_club(lineups).items():
        name_players(own, of_club[place])
    views = [season_views(row, of_club[_place(row)], by_club(lineups)[_place(row)]) for row in managed]
    return Answer(
        question="usage",
        title=f"{subject['name']}: lineups and playing time by season, regular season",
        tables=(
            Table("players", (*FIELDS, *_RATES), players, tuple(view for own in views for view in (*own[:2], own[3]))),
            Table("orders", _ORDER_FIELDS, orders, (View(_ORDERS, orders, _ORDERS_TITLE),)),
            Table("lineups", _MOST_USED_FIELDS, lineups, tuple(own[2] for own in views)),
        ),
        lead=("Rule: managed, the games the manager ran.",),
        notes=NOTES,
        rule="managed",
        subject=subject,
    )


def season_views(record: Row, players: list[Row], lineups: list[Row]) -> tuple[View, View, View, View]:
    """Return starts by slot, starts by opposing hand, the most frequent orders and availability, in a season with a
    club.

    Players who only pitched are omitted, except from availability.
    """
    title = title_of(record)
    pitchers, fielders = parted(players)
    return (
        View(_SLOTS, fielders, f"Starts by slot, {title}"),
        View(_PLATOON, fielders, f"Starts by hand of the opposing starter, {title}"),
        View(_MOST_USED, _told(lineups), f"Most frequent orders, {title}, without the pitcher"),
        availability_view((_PLAYER,), [*fielders, *pitchers], f"Availability, {title}"),
    )


def title_of(record: Row) -> str:
    """Return a season and a club in words."""
    return f"{record['season']} {record['club_name'] or record['club']}"


def parted(players: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Return the players who started only as pitchers in the lineup, and the others with a start in it."""
    return (
        [row for row in players if row["lineup_starts"] == row["position_1"]],
        [row for row in players if row["lineup_starts"] > row["position_1"]],
    )


def by_club(rows: Sequence[Row]) -> Mapping[Place, list[Row]]:
    """Return the rows of each season and club; none for others."""
    found: defaultdict[Place, list[Row]] = defaultdict(list)
    for row in rows:
        found[_place(row)].append(row)
    return found


def _place(row: Row) -> Place:
    return row["season"], row["club"]


def _rates(row: Row) -> Row:
    """Return start rates against each hand for games in which the player was available, with intervals."""
    out: Row = {}
    for hand in ("l", "r"):
        part, whole = row[f"lineup_starts_vs_{hand}"], row[f"available_games_vs_{hand}"]
        ends = wilson(part, whole)
        out[f"rate_vs_{hand}"] = part / whole if whole else None
        out[f"rate_vs_{hand}_low"], out[f"rate_vs_{hand}_high"] = ends or (None, None)
        words = None if ends is None else "–".join(rounded(end, 2).removeprefix("0") for end in ends)
        out[f"interval_vs_{hand}"] = words
    return out


def _ranged(row: Row) -> Row:
    known = row["league_median"] is not None
    return {**row, "league_range": f"{row['league_least']}–{row['league_most']}" if known else None}


def _told(lineups: list[Row]) -> list[Row]:
    """Return orders for reading: ties are counted, and orders used only once are just counted."""
    told = []
    for hand, group in groupby(lineups, lambda row: row["opposing_hand"]):
        rows = list(group)
        for place, row in enumerate(rows):
            order = ", ".join(row["players"])
            if row["games"] == 1:
                told.append({**row, "hand": _HANDS[hand], **_once(row, order, place)})
                break
            last = place == len(rows) - 1
            as_often = sum(other["games"] == row["games"] for other in rows)
            more = f" ({row['orders_tied'] - as_often} more as often)" if last and row["orders_tied"] > as_often else ""
            told.append({**row, "hand": _HANDS[hand], "order": order + more})
    return told


def _once(row: Row, order: str, place: int) -> Row:
    """Return the row for orders used once: the order itself if it is the only one."""
    if row["orders_tied"] == 1:
        return {"order": order}
    others = "orders" if place == 0 else "other orders"
    return {"order": f"{row['orders_tied']} {others}, once each", "games": row["orders_tied"]}


_ORDERS_TITLE = "Distinct batting orders, with the median and range of the league"
_PLAYERS = f"""
WITH grid AS (
    SELECT manager_person_id, season, club, player_id, {GRID} FROM lineup_usage
    WHERE season BETWEEN $first AND $last AND manager_person_id IN $manager_person_ids
    GROUP BY manager_person_id, season, club, player_id
)
SELECT u.manager_person_id, u.season, u.club, u.player_id, u.player_person_id,
    coalesce(u.player_name, u.player_id) AS player_name,
    {", ".join(f"u.{name}" for name in COUNTS)},
    {", ".join(f"coalesce(grid.{name}, 0) AS {name}" for name in (*SLOT_FIELDS, *POSITION_FIELDS))}
FROM player_usage AS u LEFT JOIN grid USING (manager_person_id, season, club, player_id)
WHERE u.season BETWEEN $first AND $last AND u.manager_person_id IN $manager_person_ids
ORDER BY u.season, u.club, u.lineup_starts DESC, player_name, u.player_id
"""
