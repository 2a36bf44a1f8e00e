"""Table `credit`: the manager and the credited manager of each game that someone other than the appointed manager ran,
or may have run.

Retrosheet states who managed each game, whereas record books credit the appointed manager. Lahman's `Managers` lists a
club's appointed managers for each season, in order. Only that list is read for credits; none of Skipper's figures use
Lahman's wins, losses and games.

1. Appointed: appointed managers are credited with the games that they ran.
2. Acting: a game run by anyone else goes to the appointed manager who last ran a game before it or, at the start
   of a season, to the next appointed manager to run a game.
3. Inferred: applies if Lahman lacks the club's season or lists a manager without a Retrosheet id. A run of games by a
   substitute that ends with the regular manager's return is credited to the regular manager. If the regular manager
   does not return, the substitute becomes the regular manager.
4. A game whose manager is unknown is credited only if Lahman lists a single manager for the whole season.
5. A suspended game counts on the day on which it began, for the manager whom its source names: Retrosheet names the
   manager who began it in some, the one who finished it in others. It starts or ends no run of games.
6. In a season for which Lahman lists substitutes (since its release of 2024, from 2000 on), a stretch of games of a
   listed manager is a substitute's if the manager before it returns: see kind `listed_substitute` of
   `manager_decision`.
7. Where the source and Lahman contradict each other over a whole season, table `manager_decision` says which is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from skipper.calculations.crediting import Decided
from skipper.lake.contract import Table
from skipper.tables.games.odd_club_season import decided_seasons

TABLE = Table(
    name="credit",
    grain="one row per club-game of the club-seasons in `odd_club_season`",
    notes="`manager_id` is the manager to use; `manager_stated_id` is the source's if that is another. "
    "`credited_manager_id` is null if nobody can be credited.",
    published=False,
)
_COLUMNS = (
    "game_id",
    "club",
    "manager_id",
    "manager_stated_id",
    "manager_doubt",
    "credited_manager_id",
    "crediting",
)
_SCHEMA = pa.schema([(name, pa.string()) for name in _COLUMNS])
_OF_MANAGER = ("source_manager", "book_manager", "unlisted_manager", "missing_manager")


def credit(odd_club_season: pa.Table) -> pa.Table:
    """Credit the games of the club-seasons that need it."""
    rows = [row for season, decided in decided_seasons(odd_club_season) for row in _rows(season, decided)]
    columns = zip(*rows, strict=True) if rows else [[]] * len(_SCHEMA)
    return pa.table([pa.array(column, pa.string()) for column in columns], schema=_SCHEMA)


def _rows(season: dict[str, Any], decided: Decided) -> Iterator[tuple[str | None, ...]]:
    doubts = _doubts(decided)
    games = zip(season["game_ids"], season["managers"], decided.managers, decided.credits, strict=True)
    for at, (game_id, stated, used, (credited, crediting)) in enumerate(games):
        other = stated if stated != used else None
        yield game_id, season["club"], used, other, doubts.get(at), credited, crediting


def _doubts(decided: Decided) -> dict[int, str]:
    """Return the kind of the decision on the manager of each game that has one."""
    return {
        at: decision.kind for decision in decided.decisions if decision.kind in _OF_MANAGER for at in decision.games
    }
