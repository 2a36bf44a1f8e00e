"""Mean plate appearances per game for each batting slot, by league and season.

The means come from the lake's play-by-play if it covers enough of the league and season, and otherwise from published
figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from skipper.answers.directives.values import SLOTS
from skipper.answers.plays import played_club_games, seasons_with_plays
from skipper.lake.reader import LakeReader

# Plate appearances by slot over the 162 games of the 2009 major-league season, National and American League.
# http://deadcatsbounce.blogspot.com/2010/02/average-mlb-plate-appearances-by.html
_NATIONAL = (763, 746, 728, 711, 696, 681, 662, 643, 622)
_AMERICAN = (762, 743, 725, 709, 693, 675, 657, 638, 618)
_GAMES = 162

# Largest relative deviation of another league's or season's means from the published ones. It was measured on the plate
# appearances per club-game in all available game logs (tests/test_directives_real.py): 184 league-seasons from 1920 on
# are within 4% of 2009, those from 1901 to 1919 within 9%.
ALLOWANCE, EARLY_ALLOWANCE, LIVELY_BALL = 0.04, 0.09, 1920

FEWEST = 100  # minimum club-games in a league and season; with fewer, the published means are better
METHOD = (
    "Expected plate appearances by slot. The interval runs from the slot with the fewest to the slot with the most "
    "among those requested (or the player's own slots), plus the uncertainty of the means: 1.96 standard errors "
    "each for play-by-play, "
    "with club-games taken as independent; 4 % either way for published means (9 % before 1920), a bound that holds "
    "for the major leagues. A slot's plate appearances include those of substitutes; neither the plate appearances "
    "that a starter loses when replaced nor chance within games is taken into account."
)

# Every slot in every regular-season club-game of the season's play-by-play; a slot that never came to bat counts zero.
_MEANS = f"""
SELECT e.league, s.slot, avg(coalesce(t.appearances, 0)) AS mean, count(*) AS games,
    1.959963984540054 * stddev_samp(coalesce(t.appearances, 0)) / sqrt(count(*)) AS error
FROM ({played_club_games("$season")}) AS e CROSS JOIN (SELECT unnest(range(1, 10)) AS slot) AS s
LEFT JOIN (
    SELECT game_id, batting_club, slot, count(*) AS appearances
    FROM plate_appearance WHERE season = $season GROUP BY ALL
) AS t ON t.game_id = e.game_id AND t.batting_club = e.club AND t.slot = s.slot
WHERE e.league IS NOT NULL
GROUP BY e.league, s.slot HAVING count(*) >= $fewest ORDER BY e.league, s.slot
"""


@dataclass(frozen=True)
class SlotValues:
    """Mean plate appearances per game for slots 1 to 9, with their uncertainty.

    `errors` are half the width of each mean's 95% interval, in plate appearances. `share` is the additional relative
    error allowed in either direction. `source` states where the means come from.
    """

    per_game: tuple[float, ...]
    errors: tuple[float, ...]
    share: float
    source: str

    def rows(self, season: int, club: str) -> list[dict[str, Any]]:
        """Return a club's rows for the relation `slot_value`."""
        known = {"season": season, "club": club, "share": self.share}
        return [
            {**known, "slot": slot, "plate_appearances": self.per_game[slot - 1], "error": self.errors[slot - 1]}
            for slot in SLOTS
        ]


def published(season: int) -> SlotValues:
    """Return the published means, with the error allowed for another season."""
    return SlotValues(
        tuple((one + other) / 2 / _GAMES for one, other in zip(_NATIONAL, _AMERICAN, strict=True)),
        (0.0,) * len(SLOTS),
        ALLOWANCE if season >= LIVELY_BALL else EARLY_ALLOWANCE,
        "published 2009 major-league means (deadcatsbounce.blogspot.com, 14 February 2010)",
    )


def slot_values(lake: LakeReader, season: int) -> dict[str, SlotValues]:
    """Return the means from play-by-play by league, omitting leagues that have fewer than FEWEST club-games."""
    if season not in seasons_with_plays(lake):
        return {}
    leagues: dict[str, list[dict[str, Any]]] = {}
    for row in lake.rows(_MEANS, {"season": season, "fewest": FEWEST}):
        leagues.setdefault(row["league"], []).append(row)
    return {league: _values(season, league, rows) for league, rows in leagues.items()}


def _values(season: int, league: str, rows: list[dict[str, Any]]) -> SlotValues:
    source = f"play-by-play of {league} {season}, {rows[0]['games']:,} club-games"
    return SlotValues(tuple(row["mean"] for row in rows), tuple(row["error"] for row in rows), 0.0, source)


def source_words(values: Iterable[SlotValues]) -> str:
    """Return the sources of the values as one string: `play-by-play of AL 2019, 1,952 club-games`."""
    return "; ".join(dict.fromkeys(one.source for one in values))
