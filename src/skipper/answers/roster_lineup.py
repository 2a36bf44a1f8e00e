"""Find the best lineup of a roster given as a file of players and their plate appearances by outcome."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.answers.answer import Answer, Row
from skipper.answers.best_lineup import LIKELY, Limits, chosen, little_known, nine_answer
from skipper.answers.lineup_value import METHOD, NINE, Candidates, NoLineupError, advancement_of, require_values
from skipper.definitions.levels import level_rank
from skipper.definitions.lineups import DESIGNATED_HITTER, LEAST_KNOWN, PITCHER, fielding, outcome_sql
from skipper.lake.location import read_within
from skipper.lake.reader import LakeReader

if TYPE_CHECKING:
    from skipper.lineups.rates import Floats

LARGEST = 1_000_000  # bytes of a roster: forty players take four thousand


def best_of_roster(
    lake: LakeReader, roster: Path, pitcher_bats: bool = False, least: int = LEAST_KNOWN
) -> Answer:  # fmt: skip
    """Return the likely best nine of a roster file in its best order, at the highest level of the lake's latest season.

    The file has the columns player, positions (such as `4 6`; `10` alone is a designated hitter, `1` alone a pitcher)
    and one column of plate appearances per outcome. With `pitcher_bats`, a pitcher bats and there is no designated
    hitter. Players with fewer than `least` plate appearances are chosen only where nobody else can play. Rates are
    shrunk toward the level's line (`shrunk_to_level`). Raises NoLineupError for a file without these
    columns.
    """
    from skipper.lineups.batting import UnknownAdvanceError, batting

    require_values(lake)
    rows = [row for row in _roster(roster) if pitcher_bats or row["positions"] != [PITCHER]]
    (latest,) = lake.rows(
        f"SELECT season, level FROM advancement ORDER BY season DESC, {level_rank('level')} DESC NULLS LAST LIMIT 1"
    )
    season, level = latest["season"], latest["level"]
    pitches = [row["bats_as_pitcher"] for row in rows]
    ninth = PITCHER if pitcher_bats else DESIGNATED_HITTER
    rates = shrunk_to_level(lake, season, level, [row["counts"] for row in rows], pitches)
    try:
        bats = batting(rates, advancement_of(lake, season, level), pitches)
    except UnknownAdvanceError as error:
        raise NoLineupError(f"{roster}: {error} in {level} {season}.") from error
    found = Candidates({"innings": NINE}, rows, bats, (), ninth)
    limits = Limits(least)
    eligible = [fielding(row["positions"], row["bats_as_pitcher"], ninth) for row in rows]
    nine, runs = chosen(found, eligible, limits, {})
    lead = (f"Expected runs in nine innings: {runs:.2f}, with runners as in {level} {season}.",)
    shrinkage = (
        f"Rates are shrunk by sample size toward the line of {level} {season}; pitchers' rates are shrunk toward the "
        "line of the pitchers who batted there."
    )
    notes = (*little_known(rows, nine, limits), LIKELY, METHOD, shrinkage)
    return nine_answer(f"{roster.name}: the likely best nine in its best order", nine, runs, lead, notes)


def shrunk_to_level(
    lake: LakeReader, season: int, level: str | None, counts: Sequence[Sequence[float]], pitches: Sequence[bool]
) -> Floats:
    """Return rates [batter, outcome] from counts by outcome, shrunk by sample size like those of the lake's batters.

    The level's line and the weights fitted to its batters are those of the season; a pitcher's rates are shrunk toward
    the line of the pitchers who batted there, and are not shrunk if no pitchers batted.
    """
    import numpy as np

    from skipper.lineups.rates import OUTCOMES, rates_of, shrunk_jointly, talent_covariance

    seen: dict[bool, dict[str, Floats]] = {False: {}, True: {}}
    asked = {"season": season, "level": level}
    for row in lake.rows(_OUTCOMES.format(outcome=outcome_sql("p.result", OUTCOMES)), asked):
        empty = np.zeros(len(OUTCOMES))
        seen[row["pitches"]].setdefault(row["batter"], empty)[row["outcome"]] = row["number"]
    own = np.array(counts, float)
    rates = rates_of(own)
    for pitcher, batters in seen.items():
        if batters:
            totals, mine = np.array([*batters.values()]), np.array(pitches) == pitcher
            line = rates_of(totals.sum(0))
            rates[mine] = shrunk_jointly(own[mine], line, talent_covariance(totals, line))
    return rates


_OUTCOMES = """
SELECT coalesce(p.batter_person_id, p.batter_id) AS batter, coalesce(p.batter_position = 1, false) AS pitches,
    {outcome} AS outcome, count(*) AS number
FROM plate_appearance AS p
JOIN club_game AS h ON h.season = p.season AND h.game_id = p.game_id AND h.is_home
WHERE p.season = $season AND h.level IS NOT DISTINCT FROM $level AND NOT p.is_sacrifice_bunt
GROUP BY ALL ORDER BY ALL
"""


def _roster(roster: Path) -> list[Row]:
    from skipper.lineups.rates import OUTCOMES

    try:
        text = read_within(roster, LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise NoLineupError(f"{roster}: cannot be read: {error}") from error
    with io.StringIO(text, newline="") as file:
        reader = csv.DictReader(file)
        absent = [name for name in ("player", "positions", *OUTCOMES) if name not in (reader.fieldnames or ())]
        if absent:
            raise NoLineupError(f"{roster}: has no column {', '.join(absent)}.")
        rows = []
        for row in reader:
            try:
                counts = [float(row[name]) for name in OUTCOMES]
                positions = [int(position) for position in row["positions"].split()]
            except (TypeError, ValueError) as error:
                raise NoLineupError(f"{roster}, line {reader.line_num}: {error}.") from error
            if min(counts) < 0 or not sum(counts) > 0 or not set(positions) <= set(range(1, 11)):
                raise NoLineupError(
                    f"{roster}, line {reader.line_num}: there are no plate appearances, or a position is not from 1 to "
                    f"10."
                )
            rows.append({"player_id": row["player"], "player_name": row["player"], "positions": positions,
                         "bats": None, "counts": counts,
                         "plate_appearances": sum(counts), "bats_as_pitcher": positions == [PITCHER]})  # fmt: skip
    return rows
