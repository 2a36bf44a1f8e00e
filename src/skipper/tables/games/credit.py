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


Credit = tuple[str | None, str | None]


def credit_season(managers: list[str | None], appointed: list[str] | None) -> list[Credit]:
    """Return the credited manager and the reason for each game of a club's season, in order of play.

    `managers` lists the manager of each game, null if unknown. `appointed` is null if the record book lacks the club's
    season.
    """
    if appointed is not None and len(appointed) == 1:
        only = appointed[0]
        return [(only, "appointed" if manager == only else "acting") for manager in managers]
    if appointed is not None and any(manager in appointed for manager in managers):
        return _by_list(managers, appointed)
    return _by_run(managers)


def _by_list(managers: list[str | None], appointed: list[str]) -> list[Credit]:
    in_charge = next(manager for manager in managers if manager in appointed)
    credits: list[Credit] = []
    for manager in managers:
        if manager in appointed:
            in_charge = manager
            credits.append((manager, "appointed"))
        else:
            credits.append((None, None) if manager is None else (in_charge, "acting"))
    return credits


def _by_run(managers: list[str | None]) -> list[Credit]:
    known = [manager for manager in managers if manager is not None]
    starts = [i for i, manager in enumerate(known) if i == 0 or manager != known[i - 1]]
    credits: list[Credit] = []
    in_charge = None
    for run, start in enumerate(starts):
        end = starts[run + 1] if run + 1 < len(starts) else len(known)
        returns = end < len(known) and known[end] == in_charge
        if not returns:
            in_charge = known[start]
        credits += [(in_charge, "inferred")] * (end - start)
    of_known = iter(credits)
    return [(None, None) if manager is None else next(of_known) for manager in managers]
