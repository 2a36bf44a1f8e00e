"""Table `credit`: whom the record book credits with a game that is not, or not surely, its manager's own.

Retrosheet says who managed each game. Record books credit the appointed manager: Lahman's `Managers` names
the men appointed at a club in a season, and their order. Nothing else of that table is read here; its wins,
losses and games have no part in any figure of ours.

1. Appointed: a game run by an appointed man is his.
2. Acting: a game run by another goes to the appointed man he stood in for, the last appointed man to have run
   a game before it; at the start of a season, the next to run one.
3. Inferred, where Lahman does not have the club's season (or has a man in it whom Retrosheet's ids do not
   reach): a run of games by another man that the man in charge ends by returning is credited to the absent
   man; a run with no return makes its man the one in charge.
4. A game whose manager is not known is credited only where one man was appointed for the whole season.
"""

from __future__ import annotations

import pyarrow as pa

from skipper.lake.contract import Table

TABLE = Table(
    name="credit",
    grain="one row per game of a club in `odd_club_season`",
    notes="`credited_manager_id` is null where nobody can be credited.",
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


def credit_season(men: list[str | None], appointed: list[str] | None) -> list[Credit]:
    """Whom each game of a club's season is credited to, and why, given who ran it, in order of play.

    `men` has null for a game whose manager is not known, `appointed` is null where the record book does not
    have the club's season.
    """
    if appointed is not None and len(appointed) == 1:
        only = appointed[0]
        return [(only, "appointed" if man == only else "acting") for man in men]
    if appointed is not None and any(man in appointed for man in men):
        return _by_list(men, appointed)
    return _by_run(men)


def _by_list(men: list[str | None], appointed: list[str]) -> list[Credit]:
    in_charge = next(man for man in men if man in appointed)
    credits: list[Credit] = []
    for man in men:
        if man in appointed:
            in_charge = man
            credits.append((man, "appointed"))
        else:
            credits.append((None, None) if man is None else (in_charge, "acting"))
    return credits


def _by_run(men: list[str | None]) -> list[Credit]:
    known = [man for man in men if man is not None]
    starts = [i for i, man in enumerate(known) if i == 0 or man != known[i - 1]]
    credits: list[Credit] = []
    in_charge = None
    for run, start in enumerate(starts):
        end = starts[run + 1] if run + 1 < len(starts) else len(known)
        returns = end < len(known) and known[end] == in_charge
        if not returns:
            in_charge = known[start]
        credits += [(in_charge, "inferred")] * (end - start)
    of_known = iter(credits)
    return [(None, None) if man is None else next(of_known) for man in men]
