"""A manager's lineups and the players' playing time, season by season, for a manager's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from skipper.answers.answer import Answer, Row, View, shown
from skipper.answers.manager_use import by_club, parted, season_views, title_of
from skipper.answers.usage import SLOT_FIELDS
from skipper.render.figures import cell

MOST_DRAWN = 18  # players in a chart; the others share a row
FEWEST_CHARTED = 10  # minimum number of games with a lineup for a chart; with fewer, a table suffices


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
    available: View

    @property
    def key(self) -> str:
        """Return the section's id in the page."""
        return f"use-{self.season}-{self.club}".lower()


def season_uses(use: Answer, records: Sequence[Row]) -> list[SeasonUse]:
    """Return a section per season and club managed. `use` is the answer of `manager_use`, `records` are its records."""
    players, lineups = by_club(use.main.rows), by_club(use.table("lineups").rows)
    managed = [row for row in records if row["rule"] == "managed"]
    places = [(row["season"], row["club"]) for row in managed]
    return [_use(row, players[place], lineups[place]) for row, place in zip(managed, places, strict=True)]


def _use(record: Row, players: list[Row], lineups: list[Row]) -> SeasonUse:
    pitchers, fielders = parted(players)
    title = title_of(record)
    slots, platoon, orders, available = season_views(record, players, lineups)
    return SeasonUse(
        season=record["season"],
        club=record["club"],
        title=title,
        record=cell(shown("W-L", "record", "wins", "losses", "ties"), record),
        games=_games(record, players),
        chart=use_chart(title, fielders, pitchers),
        slots=slots,
        platoon=platoon,
        orders=orders,
        available=available,
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


def use_chart(title: str, fielders: Sequence[Row], pitchers: Sequence[Row]) -> Markup | None:
    """Draw starts by player and slot; return None if there are fewer than FEWEST_CHARTED known lineups."""
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
    return slots_chart(rows, f"Heat map of starts by player and slot, {title}. {_most_by_slot(fielders)}")


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
