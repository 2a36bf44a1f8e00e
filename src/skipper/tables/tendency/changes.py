"""Men sent in during a game, and men sent off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F, Window
from skipper.tables.tendency.tally import SIDE, tally

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_PITCHER = 1
_ROLES = ("manager", "coach", "player")


def substitutions(made: DataFrame) -> DataFrame:
    """Per game and club how many of each kind, from `substitution`, without chances: every game is one.

    A double switch has a row for each man who came in with it: its pitchers are counted.
    """
    kinds = {
        "pinch_hitter": "kind = 'pinch_hitter'",
        "pinch_runner": "kind = 'pinch_runner'",
        "defensive_substitution": "kind = 'defensive'",
        "double_switch": f"kind = 'double_switch' and position = {_PITCHER}",
    }
    return made.groupBy(*SIDE).agg(*(_times(name, condition) for name, condition in kinds.items()))


def ejections(sent_off: DataFrame) -> DataFrame:
    """Per game and club how many by role, from `ejection`, without chances; those of no known club are left out.

    So are all coaches of a season in which the club of one is not known: those who ran a game would be all of them.
    """
    unplaced = F.bool_or(F.expr("role = 'coach' and club is null")).over(Window.partitionBy("season"))
    return (
        sent_off.withColumn("coach_unplaced", unplaced)
        .where("club is not null and not (role = 'coach' and coach_unplaced)")
        .groupBy(*SIDE)
        .agg(*(_times(f"{role}_ejection", f"role = '{role}'") for role in _ROLES))
    )


def _times(name: str, condition: str) -> Column:
    return tally(name, F.lit(0), F.count_if(F.expr(condition)))
