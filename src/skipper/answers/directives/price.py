"""Price a directive: the runs that following it would have gained or lost in its misses, according to the lineup
model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import fsum
from operator import itemgetter

from skipper.answers.directives.one_game import SLOTS
from skipper.answers.directives.plan import Directive
from skipper.answers.directives.question import Row
from skipper.answers.directives.resolve import Asked
from skipper.answers.lineup_value import NINE, Candidates, candidates
from skipper.definitions.lineups import PITCHER, fielding
from skipper.lake.reader import LakeReader

METHOD = (
    "Runs: the expected runs that following the directive would have gained in its misses (negative if lost), "
    "according to the lineup model (docs/lineup_model.md), against each game's starter. bat: the player moves to "
    "the best of the slots that the directive allows, and the others keep their sequence. start: the player replaces "
    "the starter whose loss costs the lineup least, at a position that the player has played; with at_most, the best "
    "available substitute who has played the player's position takes the player's slot. field: the player moves to "
    "the position, and whoever held it moves to the player's or gives way to the best substitute who has played that; "
    "fielding itself has no price. rest and not_consecutive_days: the fewest days off that would have kept the "
    "directive, where the best substitute costs least. Not priced: pitch, because the model values batting alone; "
    "games without play-by-play or rates, and games in which no such move is possible."
)

IN_A_ROW = ("max_consecutive", "not_consecutive_days")  # rules whose price depends on all games of the directive
NO_PRICE = "Pitch directives have no price in runs, because the lineup model values batting alone."


def price(lake: LakeReader, asked: Asked, games: Sequence[Row]) -> Row:
    """Return the columns `runs` and `runs_games` of directive_status, from a directive's rows of directive_game."""
    most, follow = _most_in_a_row(asked.directive), _follow(asked.directive)
    if most is None and follow is None:
        return {"runs": None, "runs_games": None}
    if not lake.manifest.files.get("lineup_value"):
        return {"runs": None, "runs_games": 0}
    misses = [game for game in games if game["followed"] is False]
    if follow is not None:
        found = candidates(lake, asked.plan.plan.season, misses)
        gains = [gain for each in found if (gain := _gain(each, asked.person_id, follow)) is not None]
        return {"runs": round(fsum(gains), 9) if gains else None, "runs_games": len(gains)}
    assert most is not None
    streaks = [streak for streak in _streaks(asked.directive, games) if any(_missed(turn) for turn in streak)]
    losses = _losses(lake, asked, [game for streak in streaks for turn in streak for game in turn])
    priced = {
        number: off for number, streak in enumerate(streaks)
        if (off := fewest_off([_sum(losses.get(_key(game)) for game in turn) for turn in streak], most)) is not None
    }  # fmt: skip
    return {
        "runs": round(-fsum(loss for _, loss in priced.values()), 9) if priced else None,
        "runs_games": sum(_missed(turn) for number in priced for turn in streaks[number]),
    }


Follow = Callable[[Candidates, int], Iterator[list[int]]]
"""Yields the lineups that follow a directive, from a game's candidates and the player's number among them."""


def _follow(directive: Directive) -> Follow | None:
    """Return what following the directive means in one game; None for a directive that no single game follows."""
    bat, start, field = directive.bat, directive.start, directive.field
    if bat is not None:
        return partial(_moved, slots=bat.slots if bat.at_most is None else sorted(SLOTS - set(bat.slots)))
    if field is not None:
        return partial(_fielded, positions=frozenset(field.position), forbidden=field.at_most is not None)
    if start is not None and start.at_most is not None:
        return _replaced
    if start is not None and not start.not_consecutive_days:
        return _replacing
    return None


def _most_in_a_row(directive: Directive) -> int | None:
    """Return how many turns in a row a directive allows the player to start; None for other directives. A turn is a
    game (`rest`) or a day (`not_consecutive_days`)."""
    if directive.rest is not None:
        return directive.rest.max_consecutive
    return 1 if directive.start is not None and directive.start.not_consecutive_days else None


def _streaks(directive: Directive, games: Sequence[Row]) -> list[list[list[Row]]]:
    """Return the streaks of turns, each with its games, that the player started without a break."""
    streaks: list[list[list[Row]]] = []
    by_game = directive.rest is not None
    order = itemgetter("club", "date", "game_number") if by_game else itemgetter("date", "club", "game_number")
    before: Row | None = None
    for game in sorted(games, key=order):
        started = game["slot"] is not None
        if by_game:
            follows = before is not None and before["slot"] is not None and before["club"] == game["club"]
            if started:
                streaks = [*streaks[:-1], [*streaks[-1], [game]]] if follows else [*streaks, [[game]]]
            before = game
        elif started:
            days = (game["date"] - before["date"]).days if before is not None else None
            if days == 0:
                streaks[-1][-1].append(game)
            elif days == 1:
                streaks[-1].append([game])
            else:
                streaks.append([[game]])
            before = game
    return streaks


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
    gains = {_key(each.game): _gain(each, asked.person_id, _replaced) for each in found}
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


def _moved(found: Candidates, player: int, slots: Sequence[int]) -> Iterator[list[int]]:
    """Yield the lineup with the player in each of the slots."""
    if player in found.used:
        rest = [each for each in found.used if each != player]
        for slot in slots:
            yield [*rest[: slot - 1], player, *rest[slot - 1 :]]


def _replacing(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with the player, who sat, in the slot and at the position of a starter."""
    if player not in found.used:
        for replaced in found.used:
            yield from _exchanged(found, replaced, player)


def _replaced(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with a substitute in the slot and at the position of the player, who started."""
    if player in found.used:
        for substitute in range(len(found.rows)):
            if substitute not in found.used:
                yield from _exchanged(found, player, substitute)


def _fielded(
    found: Candidates, player: int, positions: frozenset[int], forbidden: bool
) -> Iterator[list[int]]:  # fmt: skip
    """Yield the lineups with the player at one of the positions or, if they are forbidden, at another played before.

    Whoever held the position takes the player's, in the same order, or a substitute who has played that takes the slot.
    """
    left = found.rows[player]["position"]
    if player not in found.used or found.ninth is None or left in (None, PITCHER):
        return
    for holder in found.used:
        taken = found.rows[holder]["position"]
        if holder == player or taken in (None, PITCHER) or (taken in positions) == forbidden:
            continue
        if forbidden and not _can_play(found, player, taken):
            continue
        if _can_play(found, holder, left):
            yield list(found.used)
        for substitute in range(len(found.rows)):
            if substitute not in found.used and _can_play(found, substitute, left):
                yield [substitute if each == holder else each for each in found.used]


def _can_play(found: Candidates, player: int, position: int) -> bool:
    assert found.ninth is not None
    return fielding(found.rows[player]["positions"], found.rows[player]["bats_as_pitcher"], found.ninth)[position - 2]


def _exchanged(found: Candidates, starter: int, substitute: int) -> Iterator[list[int]]:
    """Yield the lineup with a substitute for a starter, if the substitute has played the starter's position."""
    position = found.rows[starter]["position"]
    known = found.ninth is not None and position is not None and position != PITCHER
    if known and _can_play(found, substitute, position):
        yield [substitute if each == starter else each for each in found.used]
