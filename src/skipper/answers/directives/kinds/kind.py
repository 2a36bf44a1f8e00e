"""What a kind of directive declares, and the walk that finds the kinds."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import skipper.answers.directives.kinds
from skipper.answers.answer import Row
from skipper.answers.directives.plate_appearances import METHOD
from skipper.answers.directives.values import SHARES, Strict, percent

if TYPE_CHECKING:
    from skipper.answers.lineup_value import Candidates

Part = TypeVar("Part", bound=Strict)

Follow = Callable[["Candidates", int], Iterator[list[int]]]
"""Yields the lineups that follow a directive, from a game's candidates and the player's number among them."""

Streaks = list[list[list[Row]]]
"""Streaks of turns, each with its games, that a player started without a break."""

NamedSql = Sequence[tuple[str, str]]
"""Columns or relations by name, each with its SQL or type."""

SHARE = "share"


@dataclass(frozen=True)
class Rule:
    """How a rule judges a game by the starting lineup, in SQL over the game's row `t` (see `game_rules`).

    `followed` says of an applicable game whether it followed, and `did` of any game in question whether the player did
    as directed, null if unknown. `known` says whether the lineups show it. `reasons` are conditions under which a game
    for which the player was available is not applicable, with the reason. `observed` is a start in words. `streaks`
    returns the streaks of turns of a rule whose price depends on all games of the directive.
    """

    followed: str
    did: str
    name: str = SHARE
    known: str = "t.start_known"
    reasons: tuple[tuple[str, str], ...] = ()
    observed: str = (
        "CASE WHEN t.slot IS NULL THEN 'started as pitcher, in no slot' "
        "ELSE concat('slot ', CAST(t.slot AS STRING)) END"
    )
    streaks: Callable[[Sequence[Row]], Streaks] | None = None


class Kind(Generic[Part]):
    """A kind of directive: a module of this folder declares one as `KIND`. This class has what most kinds share.

    `name` is its field in a plan, `part` the model of that field, and `order` its place among the fields; `example`
    shows it in the example plan, where `example_order` is its place. `columns` are its own columns of the relation
    `directive`, which `row` fills.

    A kind that is judged by the starting lineup has `rules`. `day_columns`, `game_columns` and
    `judged_columns` are SQL for what its rules need of other games: over `t`, the games on the directive's days; over
    `t`, the same games with the reason for which one cannot be judged still to come; and with that reason. A kind that
    is judged otherwise has `steps`, whose last has the columns of `lineup_game`, and `pace`: see `verdicts`.

    `stake` is the SQL of the plate appearances that the player loses by a miss, over `t` of `slot_cost` and the
    relations in `stake_join` (made by `stake_steps`); `{end}` is the bound, and null means that a miss costs none.
    """

    name: str
    order: int
    part: type[Part]
    example: str
    example_order: int
    columns: NamedSql = ()

    rules: Sequence[Rule] = ()
    day_columns: NamedSql = ()
    game_columns: NamedSql = ()
    judged_columns: NamedSql = ()
    steps: NamedSql = ()
    pace: str | None = None

    stake: str | None = "CASE WHEN t.started THEN -t.slot_mean ELSE t.own{end} END"
    stake_error = "CASE WHEN t.started THEN t.slot_error ELSE t.own_error END"
    stake_steps: NamedSql = ()
    stake_join = ""
    cost_method = METHOD

    price_method: str
    """What following the directive means to its price in runs or, if it has none, why."""
    no_price: str | None = None
    """A sentence for directives that have no price."""

    needs_plays = False
    """Whether games without play-by-play cannot be judged; the player is then one who pitched."""
    only_played = False
    """Whether only games that the player played are judged, so that it does not matter when the player was absent."""
    played = "started"
    note: str | None = None
    """A note on directives of the kind, for the answer."""

    @property
    def by_lineup(self) -> bool:
        """Return whether the starting lineup decides."""
        return bool(self.rules)

    @property
    def has_cost(self) -> bool:
        """Return whether a miss costs plate appearances."""
        return self.stake is not None

    def rule(self, part: Part) -> str:
        """Return the name of the directive's rule."""
        return SHARE

    def lineup_rule(self, part: Part) -> Rule | None:
        """Return the directive's rule; null if it is not judged by the starting lineup."""
        return next((rule for rule in self.rules if rule.name == self.rule(part)), None)

    def row(self, part: Part) -> Row:
        """Return the values of the directive's own columns."""
        return {}

    def what(self, part: Part) -> str:
        """Return what the directive asks for, without its share: `bat in slots 1-5`."""
        raise NotImplementedError

    def words(self, part: Part) -> str:
        """Return what the directive requires over a season, in words: `start against LHP at least 60%`."""
        against = getattr(part, "against", None)
        return f"{self.what(part)}{f' against {against}HP' if against else ''} {share_words(part)}"

    def required(self, part: Part, no: str) -> str:
        """Return what the directive requires of a game, in words; `no` is "not " for a share that must not be
        exceeded."""
        raise NotImplementedError

    def slots(self, part: Part) -> Sequence[int] | None:
        """Return the batting slots that the directive requires in a single game; null if it requires none."""
        return None

    def follow(self, part: Part) -> Follow | None:
        """Return what following the directive means in one game; null for a directive that no single game follows."""
        return None

    def most_in_a_row(self, part: Part) -> int:
        """Return how many turns in a row the directive allows, if its rule has `streaks`."""
        raise NotImplementedError

    def projects(self, part: Part) -> bool:
        """Return whether the verdict depends on the number of games to come, in `pace`."""
        return False

    def cost_words(self, cost: str, low: str, high: str, gained: bool) -> str:
        """Return the cost in words: `lost 52 plate appearances (46 to 57)`."""
        return f"{'gained' if gained else 'lost'} {cost} plate appearance{'' if cost == '1' else 's'} ({low} to {high})"


def share_words(part: Strict) -> str:
    """Return a share in a plan's words, `at least 60%`; `every game` for a directive without a share."""
    for name in SHARES:
        share = getattr(part, name, None)
        if share is not None:
            return f"{name.replace('_', ' ')} {percent(share)}"
    return "every game"


@cache
def kinds() -> Mapping[str, Kind[Any]]:
    """Return all kinds of directive by name, in order. Raises ValueError for two with the same name or place."""
    room = skipper.answers.directives.kinds
    names = [module.name for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}.")]
    found: list[Kind[Any]] = [import_module(name).KIND for name in names if name != __name__]
    found.sort(key=lambda kind: kind.order)
    named = {kind.name: kind for kind in found}
    if len(named) != len(found) or len({kind.order for kind in found}) != len(found):
        raise ValueError("two kinds of directive have the same name or place")
    return named


def rules_in_a_row() -> frozenset[str]:
    """Return the rules whose price depends on all games of the directive."""
    return frozenset(rule.name for kind in kinds().values() for rule in kind.rules if rule.streaks is not None)


def listed(names: Iterable[str], last: str = "or") -> str:
    """Return names in a sentence: `bat, start or field`."""
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
