"""Price a directive: the runs that following it would have gained or lost in its misses, according to the lineup
model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

from skipper.answers.directives.kinds.kind import Follow, kinds
from skipper.answers.directives.lineup_moves import replaced
from skipper.answers.directives.question import Row
from skipper.answers.directives.resolve import Asked
from skipper.answers.lineup_value import NINE, Candidates, candidates
from skipper.lake.reader import LakeReader

_PRICED = [kind for kind in kinds().values() if kind.no_price is None]
_UNPRICED = [kind for kind in kinds().values() if kind.no_price is not None]
METHOD = " ".join(
    (
        "Runs: the expected runs that following the directive would have gained in its misses (negative if lost), "
        "according to the lineup model (docs/lineup_model.md), against each game's starter.",
        *(kind.price_method for kind in _PRICED),
        "Not priced:",
        *(f"{kind.price_method};" for kind in _UNPRICED),
        "games without play-by-play or rates, and games in which no such move is possible.",
    )
)
NO_PRICE = " ".join(kind.no_price for kind in _UNPRICED if kind.no_price is not None)


def price(lake: LakeReader, asked: Asked, games: Sequence[Row]) -> Row:
    """Return the columns `runs` and `runs_games` of directive_status, from a directive's rows of directive_game."""
    kind, part = asked.directive.declared, asked.directive.part
    rule, follow = kind.lineup_rule(part), kind.follow(part)
    in_a_row = rule.streaks if rule is not None else None
    if follow is None and in_a_row is None:
        return {"runs": None, "runs_games": None}
    if not lake.manifest.files.get("lineup_value"):
        return {"runs": None, "runs_games": 0}
    misses = [game for game in games if game["followed"] is False]
    if follow is not None:
        found = candidates(lake, asked.plan.plan.season, misses)
        gains = [gain for each in found if (gain := _gain(each, asked.person_id, follow)) is not None]
        return {"runs": round(fsum(gains), 9) if gains else None, "runs_games": len(gains)}
    assert in_a_row is not None
    most = kind.most_in_a_row(part)
    streaks = [streak for streak in in_a_row(games) if any(_missed(turn) for turn in streak)]
    losses = _losses(lake, asked, [game for streak in streaks for turn in streak for game in turn])
    priced = {
        number: off for number, streak in enumerate(streaks)
        if (off := fewest_off([_sum(losses.get(_key(game)) for game in turn) for turn in streak], most)) is not None
    }  # fmt: skip
    return {
        "runs": round(-fsum(loss for _, loss in priced.values()), 9) if priced else None,
        "runs_games": sum(_missed(turn) for number in priced for turn in streaks[number]),
    }


def fewest_off(losses: Sequence[float | None], most: int) -> tuple[int, float] | None:
    """Return the fewest turns off in a streak so that no more than `most` in a row are started, and their least loss.

    `losses` are by turn; null for a turn that cannot be taken off. None if no turns off achieve it.
    """
    best = {-1: (0, 0.0)}  # by the last turn off
    for turn, loss in enumerate(losses):
        before = [best[last] for last in range(turn - most - 1, turn) if last in best]
        if loss is not None and before:
            number, total = min(before)
            best[turn] = number + 1, total + loss
    ends = [best[last] for last in range(len(losses) - most - 1, len(losses)) if last in best]
    return min(ends) if ends else None


def _losses(lake: LakeReader, asked: Asked, games: Sequence[Row]) -> dict[tuple[str, str], float]:
    """Return what the player's lineups would have lost with the best substitute, by game_id and club."""
    found = candidates(lake, asked.plan.plan.season, games)
    gains = {_key(each.game): _gain(each, asked.person_id, replaced) for each in found}
    return {key: -gain for key, gain in gains.items() if gain is not None}


def _key(game: Row) -> tuple[str, str]:
    return game["game_id"], game["club"]


def _missed(turn: Sequence[Row]) -> int:
    return sum(game["followed"] is False for game in turn)


def _sum(losses: Iterable[float | None]) -> float | None:
    """Return the sum; None if any loss is unknown."""
    every = list(losses)
    return None if None in every else fsum(loss for loss in every if loss is not None)


def _gain(found: Candidates, person_id: str | None, follow: Follow) -> float | None:
    """Return the runs that following would have gained in one game; null if unknown."""
    from skipper.lineups.chain import expected_runs

    own = [number for number, row in enumerate(found.rows) if row["player_person_id"] == person_id]
    if not own or len(found.used) != NINE:
        return None
    values = [
        float(expected_runs(found.batting, each, found.game["innings"])[0])
        for each in (found.used, *follow(found, own[0]))
    ]
    return max(values[1:]) - values[0] if len(values) > 1 else None
