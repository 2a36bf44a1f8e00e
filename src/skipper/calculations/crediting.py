"""The credited manager of each game of a club's season, by the rules of table `credit`."""

from __future__ import annotations

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
