"""A manager's lineups and the players' playing time, season by season, for a manager's file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from skipper.answers.answer import Row, View, shown
from skipper.answers.interval import wilson
from skipper.answers.lineups import name_players
from skipper.answers.usage import COUNTS, GRID, SLOT_FIELDS
from skipper.definitions.figures import rounded
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.html.cards import orders_most_used

MOST_DRAWN = 18  # players in a chart; the others share a row
FEWEST_CHARTED = 10  # minimum number of games with a lineup for a chart; with fewer, a table suffices
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
    shown("vs L", "share", "lineup_starts_vs_l", "window_games_vs_l"),
    shown("Rate", "pct", "rate_vs_l"),
    shown("95 %", "number", "interval_vs_l"),
    shown("vs R", "share", "lineup_starts_vs_r", "window_games_vs_r"),
    shown("Rate", "pct", "rate_vs_r"),
    shown("95 %", "number", "interval_vs_r"),
)
_ORDERS = (shown("vs", "text", "hand"), shown("Used", "share", "games", "games_vs_hand"), shown("Order", "prose"))


@dataclass(frozen=True)
class SeasonUse:
    """Lineups and playing time in a season with a club.

    `chart` is None if there are too few known lineups; the page then shows only the table `slots`. `orders` has no rows
    if there are no known lineups.
    """

    season: int
    club: str
    title: str
    record: str
    games: str
    chart: Markup | None
    slots: View
    platoon: View
    orders: View

    @property
    def key(self) -> str:
        """Return the section's id in the page."""
        return f"use-{self.season}-{self.club}".lower()


def season_uses(lake: LakeReader, person_id: str, records: Sequence[Row]) -> list[SeasonUse]:
    """Return one section per season and club managed. `records` are the manager's rows in `manager_season`.

    Call `cards.draw_up_cards` for these seasons first.
    """
    players = _by_club(_players(lake, person_id, records))
    orders = _by_club(orders_most_used(lake, person_id))
    managed = [row for row in records if row["rule"] == "managed"]
    return [_use(row, players[_place(row)], orders[_place(row)]) for row in managed]


def _players(lake: LakeReader, person_id: str, records: Sequence[Row]) -> list[Row]:
    seasons = [row["season"] for row in records]
    asked = {"person": person_id, "first": min(seasons, default=0), "last": max(seasons, default=0)}
    return [{**row, **_rates(row)} for row in lake.rows(_PLAYERS, asked)]


def _rates(row: Row) -> Row:
    """Return start rates against each hand for games within the player's window, with intervals."""
    out: Row = {}
    for hand in ("l", "r"):
        part, whole = row[f"lineup_starts_vs_{hand}"], row[f"window_games_vs_{hand}"]
        out[f"rate_vs_{hand}"] = part / whole if whole else None
        out[f"interval_vs_{hand}"] = _interval(part, whole)
    return out


def _interval(part: int, whole: int) -> str | None:
    ends = wilson(part, whole)
    return None if ends is None else "–".join(rounded(end, 2).removeprefix("0") for end in ends)


def _use(record: Row, players: list[Row], orders: list[Row]) -> SeasonUse:
    pitchers, fielders = parted(players)
    name_players(orders, players)
    title = f"{record['season']} {record['club_name'] or record['club']}"
    return SeasonUse(
        season=record["season"],
        club=record["club"],
        title=title,
        record=cell(shown("W-L", "record", "wins", "losses", "ties"), record),
        games=_games(record, players),
        chart=use_chart(title, f"h{record['season']}{record['club']}".lower(), fielders, pitchers),
        slots=View(_SLOTS, fielders, f"Starts by slot, {title}"),
        platoon=View(_PLATOON, fielders, f"Starts by hand of the opposing starter, {title}"),
        orders=View(_ORDERS, _told(orders), f"Most frequent orders, {title}, without the pitcher"),
    )


def _games(record: Row, players: list[Row]) -> str:
    """Return a sentence that counts games managed, by opposing starter's hand, and known lineups."""
    count = f"{record['games']} game{'' if record['games'] == 1 else 's'}"
    if not players:
        return f"{count}; no lineup or starting pitcher known."
    row = players[0]
    unknown = row["club_games_unknown_hand"]
    return (
        f"{count}: {row['club_games_vs_l']} against left-handed and {row['club_games_vs_r']} against right-handed "
        f"starters{f', {unknown} against others or unknown' if unknown else ''}; "
        f"lineups known: {row['club_games_with_lineup']}."
    )


def parted(players: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Return the players whose only starts in the lineup were as pitchers, and the other players with a start in the
    lineup."""
    return (
        [row for row in players if row["lineup_starts"] == row["position_1"]],
        [row for row in players if row["lineup_starts"] > row["position_1"]],
    )


def use_chart(title: str, key: str, fielders: Sequence[Row], pitchers: Sequence[Row]) -> Markup | None:
    """Draw starts by player and slot; return None if there are fewer than FEWEST_CHARTED known lineups. `key` is the
    prefix of the chart's ids."""
    if not fielders or fielders[0]["club_games_with_lineup"] < FEWEST_CHARTED:
        return None
    from skipper.render.html.charts import SlotRow, slots_chart

    drawn = sorted(fielders[:MOST_DRAWN], key=lambda row: row["mean_slot"])
    rows = [SlotRow(row["player_name"], _slots([row])) for row in drawn]
    rest = fielders[MOST_DRAWN:]
    if rest:
        rows.append(SlotRow(f"{len(rest)} other{'' if len(rest) == 1 else 's'}", _slots(rest), several=True))
    if any(_slots(pitchers)):
        rows.append(SlotRow("pitchers", _slots(pitchers), several=True))
    return slots_chart(rows, key, f"Heat map of starts by player and slot, {title}. {_most_by_slot(fielders)}")


def _slots(players: Sequence[Row]) -> tuple[int, ...]:
    return tuple(sum(row[name] for row in players) for name in SLOT_FIELDS)


def _most_by_slot(players: Sequence[Row]) -> str:
    """Return a sentence on the most frequent starter in each slot, for the chart's text alternative."""
    said = []
    for slot, name in enumerate(SLOT_FIELDS, start=1):
        most = max(players, key=lambda row: row[name])
        if most[name]:
            said.append(f"slot {slot} {most['player_name']}, {most[name]}")
    return f"Most starts: {'; '.join(said)}. The table of starts by slot has every figure."


def _told(orders: list[Row]) -> list[Row]:
    """Return orders for reading: ties are counted, and orders used only once are just counted."""
    told = []
    for hand, group in groupby(orders, lambda row: row["hand"]):
        rows = list(group)
        for place, row in enumerate(rows):
            order = ", ".join(row["players"])
            if row["games"] == 1:
                told.append({**row, "hand": _HANDS[hand], **_once(row, order, place)})
                break
            last = place == len(rows) - 1
            as_often = sum(other["games"] == row["games"] for other in rows)
            more = f" ({row['as_often'] - as_often} more as often)" if last and row["as_often"] > as_often else ""
            told.append({**row, "hand": _HANDS[hand], "order": order + more})
    return told


def _once(row: Row, order: str, place: int) -> Row:
    """Return the row for orders used once: the order itself if it is the only one."""
    if row["as_often"] == 1:
        return {"order": order}
    others = "orders" if place == 0 else "other orders"
    return {"order": f"{row['as_often']} {others}, once each", "games": row["as_often"]}


def _by_club(rows: list[Row]) -> defaultdict[tuple[int, str], list[Row]]:
    by_club: defaultdict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in rows:
        by_club[_place(row)].append(row)
    return by_club


def _place(row: Row) -> tuple[int, str]:
    return row["season"], row["club"]


_PLAYERS = f"""
WITH grid AS (
    SELECT season, club, player_id, {GRID} FROM lineup_usage
    WHERE season BETWEEN $first AND $last AND manager_person_id = $person GROUP BY season, club, player_id
)
SELECT u.season, u.club, u.player_id, u.player_person_id, coalesce(u.player_name, u.player_id) AS player_name,
    {", ".join(f"u.{name}" for name in COUNTS)},
    {", ".join(f"coalesce(grid.{name}, 0) AS {name}" for name in (*SLOT_FIELDS, "position_1"))}
FROM player_usage AS u LEFT JOIN grid USING (season, club, player_id)
WHERE u.season BETWEEN $first AND $last AND u.manager_person_id = $person
ORDER BY u.season, u.club, u.lineup_starts DESC, player_name, u.player_id
"""
