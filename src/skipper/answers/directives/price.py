"""Price a directive: the runs that following it would have gained or lost in its misses, according to the lineup
model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from skipper.answers.directives.question import Row
from skipper.answers.directives.resolve import Asked
from skipper.answers.lineup_value import NINE, Candidates, candidates
from skipper.definitions.lineups import fielding
from skipper.lake.reader import LakeReader

METHOD = (
    "Runs: the expected runs that following the directive would have gained in its misses (negative if lost), "
    "according to the lineup model (docs/lineup_model.md), against each game's starter. bat: the player moves to "
    "the best of the slots "
    "in the directive, and the others keep their sequence; start: the player replaces the starter whose loss costs "
    "the lineup least, at a position that the player has played. Not priced: other directives, games without "
    "play-by-play or "
    "rates, and games before which the player had not appeared for the club within seven days."
)


def price(lake: LakeReader, asked: Asked, misses: Sequence[Row]) -> Row:
    """Return the columns `runs` and `runs_games` of directive_status, from a directive's misses."""
    directive = asked.directive
    bat = directive.bat is not None and directive.bat.at_least is not None
    start = directive.start is not None and not directive.start.not_consecutive_days and directive.start.at_most is None
    if not (bat or start):
        return {"runs": None, "runs_games": None}
    slots = directive.bat.slots if directive.bat is not None else ()
    known = lake.manifest.files.get("lineup_value")
    found = candidates(lake, asked.plan.plan.season, misses) if known else ()
    gains = [gain for each in found if (gain := _gain(each, asked.person_id, slots)) is not None]
    return {"runs": round(fsum(gains), 9) if gains else None, "runs_games": len(gains)}


def _gain(found: Candidates, person_id: str | None, slots: Sequence[int]) -> float | None:
    """Return the runs that following would have gained in one game; null if unknown."""
    from skipper.lineups.chain import expected_runs

    own = [number for number, row in enumerate(found.rows) if row["player_person_id"] == person_id]
    if not own or len(found.used) != NINE:
        return None
    others = list(_moved(found, own[0], slots) if slots else _replacing(found, own[0]))
    values = [float(expected_runs(found.batting, each, found.game["innings"])[0]) for each in (found.used, *others)]
    return max(values[1:]) - values[0] if others else None


def _moved(found: Candidates, player: int, slots: Sequence[int]) -> Iterator[list[int]]:
    """Yield the lineup with the player in each of the slots."""
    if player in found.used:
        rest = [each for each in found.used if each != player]
        for slot in slots:
            yield [*rest[: slot - 1], player, *rest[slot - 1 :]]


def _replacing(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with the player in the slot and at the position of a starter."""
    if found.ninth is None or player in found.used:
        return
    can = fielding(found.rows[player]["positions"], False, found.ninth)
    for replaced in found.used:
        position = found.rows[replaced]["position"]
        if position is not None and position != 1 and can[position - 2]:
            yield [player if each == replaced else each for each in found.used]
