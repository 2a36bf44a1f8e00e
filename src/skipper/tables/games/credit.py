"""Table `credit`: the credited manager of each game that someone other than the appointed manager ran, or may have run.

Retrosheet states who managed each game, whereas record books credit the appointed manager. Lahman's `Managers` lists a
club's appointed managers for each season, in order. Only that list is read here; none of Skipper's figures use Lahman's
wins, losses and games.

1. Appointed: appointed managers are credited with the games that they ran.
2. Acting: a game run by anyone else goes to the appointed manager who last ran a game before it or, at the start
   of a season, to the next appointed manager to run a game.
3. Inferred: applies if Lahman lacks the club's season or lists a manager without a Retrosheet id. A run of games by a
   substitute that ends with the regular manager's return is credited to the regular manager. If the regular manager
   does not return, the substitute becomes the regular manager.
4. A game whose manager is unknown is credited only if Lahman lists a single manager for the whole season.
"""

from __future__ import annotations

import pyarrow as pa

from skipper.calculations.crediting import credit_season
from skipper.lake.contract import Table

TABLE = Table(
    name="credit",
    grain="one row per club-game of the club-seasons in `odd_club_season`",
    notes="`credited_manager_id` is null if nobody can be credited.",
    published=False,
)
_SCHEMA = pa.schema([(name, pa.string()) for name in ("game_id", "club", "credited_manager_id", "crediting")])


def credit(odd_club_season: pa.Table) -> pa.Table:
    """Credit the games of the club-seasons that need it."""
    rows = [
        (game_id, season["club"], *credit_to)
        for season in odd_club_season.to_pylist()
        for game_id, credit_to in zip(
            season["game_ids"], credit_season(season["managers"], season["appointed"]), strict=True
        )
    ]
    columns = zip(*rows, strict=True) if rows else [[]] * len(_SCHEMA)
    return pa.table([pa.array(column, pa.string()) for column in columns], schema=_SCHEMA)
