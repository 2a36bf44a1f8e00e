"""Value a club's lineup in a game, and sum losses by manager.

The values come from the tables lineup_batter, advancement and lineup_value. Unlike the tables, these answers try every
order of the nine batters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from skipper.answers.answer import Answer, Named, Row, Table, View, shown
from skipper.answers.coverage import coverage_of
from skipper.answers.errors import AnswerError
from skipper.answers.named_by import managers_of
from skipper.answers.scope import Scope, known_club, known_season
from skipper.answers.usage_views import POSITIONS
from skipper.definitions.lineups import DESIGNATED_HITTER, LACKS_RATES, PITCHER
from skipper.lake.reader import LakeReader

if TYPE_CHECKING:
    from skipper.lineups.advancement import Advancement
    from skipper.lineups.batting import Batting
    from skipper.lineups.orders import Orders

NINE = 9
RATES = {None: "rates", "L": "rates_vs_left", "R": "rates_vs_right"}
LINEUP_FIELDS = (
    "slot", "player_id", "player_name", "position", "bats", "plate_appearances", "runs_alone", "best_order_player_id",
)  # fmt: skip
VALUE_FIELDS = ("runs", "best_order_runs", "worst_order_runs", "loss", "rank", "orders", "win_probability")
MANAGER_FIELDS = (
    "season", "club", "manager_id", "manager_person_id", "manager_name", "games", "runs", "loss_of_order",
    "loss_of_order_low", "loss_of_order_high", "loss_of_nine", "loss_of_nine_low", "loss_of_nine_high",
)  # fmt: skip
METHOD = (
    "Runs: expected before the game, if all scheduled innings are batted (docs/lineup_model.md). Alone: runs of a "
    "lineup of nine copies of the batter. Rates are from earlier plate appearances only."
)
HURT = "Players who sat out may have been injured or resting; the lake does not say."


class NoLineupError(AnswerError):
    """Raised if there is no such game, if it has no lineup, or if the rates are unknown."""


@dataclass(frozen=True)
class Candidates:
    """The batters that a club could start in a game, with their transitions; `used` gives the lineup's rows by slot."""

    game: Row
    rows: list[Row]
    batting: Batting
    used: tuple[int, ...]
    ninth: int | None

    def runs_alone(self) -> list[float]:
        """Return, for each batter, the runs of a lineup of nine copies of that batter."""
        from skipper.lineups.chain import runs_alone

        return runs_alone(self.batting.tables, self.game["innings"]).tolist()


@dataclass(frozen=True)
class Evaluated:
    """A lineup with all its orders; `orders` numbers the batters by the slots in which they batted."""

    candidates: Candidates
    orders: Orders

    @property
    def runs(self) -> float:
        """Return the runs of the lineup used."""
        return self.orders.value(range(NINE))


def evaluate(lake: LakeReader, club: str, day: date, game_number: str | None = None) -> Answer:
    """Return the value of the club's lineup on a day, of the best of all its orders, and its chance against the
    opponent's.

    Raises UnknownClubError, or NoLineupError unless there is exactly one game, with a lineup and rates.
    """
    from skipper.lineups.chain import plate_appearances

    evaluated = evaluated_of(lake, club, day, game_number)
    found, orders = evaluated.candidates, evaluated.orders
    best, worst = orders.best(), orders.worst()
    value = {
        "runs": evaluated.runs, "best_order_runs": orders.value(best), "worst_order_runs": orders.value(worst),
        "loss": orders.loss(range(NINE)), "rank": orders.rank(range(NINE)), "orders": len(orders.runs),
        "win_probability": win_probability(lake, found),
    }  # fmt: skip
    expected = plate_appearances(found.batting.of(found.used), found.game["innings"])
    rows, alone = [], found.runs_alone()
    for slot, (player, in_best) in enumerate(zip(found.used, best, strict=True), 1):
        other = found.rows[found.used[in_best]]
        rows.append(
            {
                **found.rows[player], "slot": slot, "plate_appearances": float(expected[slot - 1]),
                "runs_alone": alone[player],
                "best_order_player_id": other["player_id"], "best_order_person_id": other["player_person_id"],
                "name": name_of(found.rows[player]),
                "position_name": POSITIONS.get(found.rows[player]["position"]), "best": name_of(other),
            }
        )  # fmt: skip
    game = found.game
    columns = (
        shown("Slot", "count"), shown("Batter", "text", "name", to="player_name"),
        shown("Pos", "code", "position_name"), shown("Bats", "code"), shown("PA", "mean", "plate_appearances"),
        shown("Alone", "mean", "runs_alone"),
        shown("Best order", "text", "best", to="best_order_player_name"),
    )  # fmt: skip
    return Answer(
        question="lineup evaluate",
        title=f"{game['club']} {game['date']}: value of the lineup",
        tables=(
            Table("lineup", LINEUP_FIELDS, rows, (View(columns, rows),)),
            Table("value", VALUE_FIELDS, [value], ()),
        ),
        lead=(
            against(game),
            f"Expected runs: {value['runs']:.2f}; best order {value['best_order_runs']:.2f}, worst "
            f"{value['worst_order_runs']:.2f}. The order used ranks {value['rank']:,} of {value['orders']:,}; it costs "
            f"{value['loss']:.3f} runs compared with the best.",
            *_of_nine(game),
            *_of_winning(game, value["win_probability"]),
        ),
        notes=(METHOD, HURT),
        subject={name: game[name] for name in ("club", "date", "game_number")},
        names=names_in(game),
    )


def win_probability(lake: LakeReader, found: Candidates) -> float | None:
    """Return the probability that the lineup used beats the opponent's lineup of that day, by the season's rules.

    It is null if the opponent's lineup has no value, or if the season's rule on extra innings is unknown.
    """
    from skipper.lineups.games import Rules, game
    from skipper.lineups.season_rules import extra_inning_bases

    own = found.game
    bases = extra_inning_bases(own["date"], own["level"], own["game_type"])
    others = list(candidates(lake, own["season"], [{"game_id": own["game_id"], "club": own["opponent"]}]))
    if bases is None or not others:
        return None
    sides = [each.batting.of(each.used) for each in (others[0], found)]
    visitor, home = sides if own["is_home"] else sides[::-1]
    home_win = game(visitor, home, Rules(own["innings"], bases)).home_win
    return home_win if own["is_home"] else 1 - home_win


def evaluated_of(lake: LakeReader, club: str, day: date, game_number: str | None = None) -> Evaluated:
    """Return the club's lineup on a day, with all its orders. Raises the same errors as `evaluate`."""
    from skipper.lineups.orders import all_orders

    found = candidates_of(lake, game_of(lake, club, day, game_number), None)
    if len(found.used) != NINE:
        raise NoLineupError(f"{found.game['game_id']}: {found.game['unknown'] or LACKS_RATES}.")
    return Evaluated(found, all_orders(found.batting.of(found.used), found.game["innings"]))


def by_manager(lake: LakeReader, season: int | None = None, club: str | None = None) -> Answer:
    """Return the mean loss of managers' lineups by season and club, with 95 % intervals over blocks of days.

    Games under unknown managers have rows of their own. Raises UnknownSeasonError, UnknownClubError, or NoLineupError
    for a lake built without these values.
    """
    require_values(lake)
    scope = Scope(None, known_club(lake, club, season) if club else None, season, season)
    if season is not None:
        known_season(lake, season)
    rows = _by_manager(lake, season, scope.club)
    return _managers_answer(lake, scope.words(), rows, View(_MANAGER_COLUMNS, rows))


def _managers_answer(lake: LakeReader, scope: str, rows: list[Row], view: View) -> Answer:
    coverage = coverage_of(lake, {(row["club"], row["season"]) for row in rows})
    return Answer(
        question="lineup managers",
        title=f"What lineups cost, by manager{scope}",
        tables=(Table("managers", MANAGER_FIELDS, rows, (view,)),),
        lead=("Rule: managed, regular season.", *managers_of(lake, coverage.unlogged, rows)),
        notes=(
            PER_GAME,
            METHOD,
            HURT,
        ),
        rule="managed",
    )


def of_manager(lake: LakeReader, subject: Row, season: int | None = None) -> Answer | None:
    """Return a manager's losses by season and club; None if no lineup of the manager's has a value.

    `subject` is the subject of a `records` answer.
    """
    if not lake.manifest.files.get("lineup_value"):
        return None
    rows = _by_manager(lake, season, person=subject["person_id"])
    if not rows:
        return None
    view = View(_MANAGER_COLUMNS, rows, "Value of the lineups")
    return replace(_managers_answer(lake, f": {subject['name']}", rows, view), subject=subject)


def _by_manager(lake: LakeReader, season: int | None, club: str | None = None, person: str | None = None) -> list[Row]:
    asked = {"season": season, "club": club}
    if person is None:
        rows = lake.rows(_BY_MANAGER.format(whose="true"), asked)
    else:
        sql = _BY_MANAGER.format(whose="manager_person_id IN $manager_person_ids")
        rows = lake.rows_of(sql, ("manager_person_id",), (person,), asked)
    for row in rows:
        row["manager"] = row["manager_name"] or row["manager_id"]
        for name in ("runs", "loss_of_order", "loss_of_nine"):
            row[f"{name}_words"] = None if row[name] is None else f"{row[name]:.3f}"
        for name in ("loss_of_order", "loss_of_nine"):
            low, high = _interval(row[name], row.pop(f"{name}_error"), row.pop(f"{name}_blocks"))
            row |= {f"{name}_low": low, f"{name}_high": high}
            row[f"{name}_interval"] = None if low is None else f"{low:.3f} to {high:.3f}"
    return rows


PER_GAME = (
    "Runs per game. Order: runs lost compared with the best order of the same nine batters; Nine: runs lost compared "
    "with the best nine players who had appeared in the previous seven days. 95 %: interval for the mean, from the "
    "differences between blocks of 28 days, because consecutive games have similar lineups."
)
_MANAGER_COLUMNS = (
    shown("Year", "season", "season"),
    shown("Club", "code"),
    shown("Manager", "text", to="manager_name"),
    shown("G", "count", "games"),
    shown("Runs", "code", "runs_words"),
    shown("Order", "code", "loss_of_order_words"),
    shown("95 %", "code", "loss_of_order_interval"),
    shown("Nine", "code", "loss_of_nine_words"),
    shown("95 %", "code", "loss_of_nine_interval"),
)
_BLOCK_DAYS = 28
_BY_MANAGER = f"""
WITH known AS (
    SELECT season, club, manager_id, manager_person_id, manager_name, runs, loss_of_order, loss_of_nine,
        loss_of_order - avg(loss_of_order) OVER same AS order_deviation,
        loss_of_nine - avg(loss_of_nine) OVER same AS nine_deviation,
        (date - min(date) OVER same) // {_BLOCK_DAYS} AS block
    FROM lineup_value
    WHERE runs IS NOT NULL AND game_type = 'regular' AND ($season::INTEGER IS NULL OR season = $season)
        AND ($club::VARCHAR IS NULL OR club = $club) AND {{whose}}
    WINDOW same AS (PARTITION BY season, club, manager_id, manager_person_id, manager_name)
),
blocks AS (
    SELECT season, club, manager_id, manager_person_id, manager_name, block, count(*) AS games, sum(runs) AS runs,
        sum(loss_of_order) AS loss_of_order, sum(order_deviation) AS order_deviation,
        count(loss_of_nine) AS nines, sum(loss_of_nine) AS loss_of_nine, sum(nine_deviation) AS nine_deviation
    FROM known GROUP BY ALL
)
SELECT season, club, manager_id, manager_person_id, manager_name, sum(games)::BIGINT AS games,
    sum(runs) / sum(games) AS runs,
    sum(loss_of_order) / sum(games) AS loss_of_order, count(*) AS loss_of_order_blocks,
    sqrt(count(*) / nullif(count(*) - 1, 0) * sum(order_deviation ** 2)) / sum(games) AS loss_of_order_error,
    sum(loss_of_nine) / nullif(sum(nines), 0) AS loss_of_nine, count(loss_of_nine) AS loss_of_nine_blocks,
    sqrt(count(loss_of_nine) / nullif(count(loss_of_nine) - 1, 0) * sum(nine_deviation ** 2)) / sum(nines)
        AS loss_of_nine_error
FROM blocks GROUP BY ALL ORDER BY season, loss_of_order DESC, club
"""


def _interval(mean: float | None, error: float | None, blocks: int) -> tuple[float | None, float | None]:
    """Return the 95 % interval (Student's t) for a mean loss, which is never negative; null with fewer than two
    blocks."""
    if mean is None or error is None:
        return None, None
    from scipy.special import stdtrit

    half = float(stdtrit(blocks - 1, 0.975)) * error
    return max(mean - half, 0.0), mean + half


def require_values(lake: LakeReader) -> None:
    """Raise NoLineupError for a lake built without lineup values."""
    if not lake.manifest.files.get("lineup_value"):
        raise NoLineupError("This lake has no lineup values, which require play-by-play.")


def game_of(lake: LakeReader, club: str, day: date, game_number: str | None) -> Row:
    """Return the row of lineup_value for a club's game, with its opposing starter's name and person_id.

    Raises UnknownClubError, or NoLineupError unless there is exactly one game.
    """
    require_values(lake)
    club = known_club(lake, club, day.year)
    asked = {"season": day.year, "club": club, "day": day}
    games = lake.rows(
        """
        SELECT v.*, starter.player_name AS opposing_starter_name,
            starter.player_person_id AS opposing_starter_person_id
        FROM lineup_value AS v
        LEFT JOIN (
            SELECT player_id, any_value(player_name) AS player_name, any_value(player_person_id) AS player_person_id
            FROM player_usage WHERE season = $season GROUP BY player_id
        ) AS starter ON starter.player_id = v.opposing_starter_id
        WHERE v.season = $season AND v.club = $club AND v.date = $day ORDER BY v.game_number
        """,
        asked,
    )
    chosen = [game for game in games if game_number in (None, game["game_number"])]
    if len(chosen) != 1:
        numbers = ", ".join(game["game_number"] for game in games)
        raise NoLineupError(
            f"{club} has games {numbers} on {day}: give --game." if len(games) > 1
            else f"This lake has no game for {club} on {day} with play-by-play and a lineup."
        )  # fmt: skip
    return chosen[0]


_ASKED = "season = $season AND (game_id, club) IN (SELECT unnest($games), unnest($clubs))"


def candidates(lake: LakeReader, season: int, club_games: Sequence[Row]) -> Iterator[Candidates]:
    """Yield the batters that clubs could start in a season's games, against the starter.

    `club_games` have game_id and club. Omits club-games whose lineup has no value.
    """
    asked = {"season": season, "games": [row["game_id"] for row in club_games],
             "clubs": [row["club"] for row in club_games]}  # fmt: skip
    games = lake.rows(f"FROM lineup_value WHERE {_ASKED} AND runs IS NOT NULL", asked) if club_games else []
    batters: dict[tuple[str, str], list[Row]] = {(game["game_id"], game["club"]): [] for game in games}
    for row in lake.rows(f"FROM lineup_batter WHERE {_ASKED} ORDER BY slot, player_id", asked) if games else []:
        if (row["game_id"], row["club"]) in batters:
            batters[row["game_id"], row["club"]].append(row)
    advances = {level: advancement_of(lake, season, level) for level in {game["level"] for game in games}}
    for game in games:
        yield _batting(game, batters[game["game_id"], game["club"]], advances[game["level"]], None)


def candidates_of(lake: LakeReader, game: Row, versus: str | None) -> Candidates:
    """Return the batters that a club could start in a game, against its starter or an average one of the hand `versus`.

    `game` is a row of `game_of`. Raises NoLineupError if the lineup has no value.
    """
    rows = lake.rows(
        "FROM lineup_batter WHERE season = $season AND game_id = $game_id AND club = $club ORDER BY slot, player_id",
        {name: game[name] for name in ("season", "game_id", "club")},
    )
    return _batting(game, rows, advancement_of(lake, game["season"], game["level"]), versus)


def _batting(game: Row, rows: list[Row], advancement: Advancement, versus: str | None) -> Candidates:
    import numpy as np

    from skipper.lineups.batting import batting

    rows = [row for row in rows if row[RATES[versus]] is not None]
    if not rows or game["unknown"]:
        raise NoLineupError(f"{game['game_id']}: {game['unknown'] or LACKS_RATES}.")
    rates = np.array([row[RATES[versus]] for row in rows])
    bats = batting(rates, advancement, [row["bats_as_pitcher"] for row in rows])
    used = sorted((row["slot"], number) for number, row in enumerate(rows) if row["slot"] is not None)
    ninth = {rows[number]["position"] for _, number in used} & {PITCHER, DESIGNATED_HITTER}
    return Candidates(game, rows, bats, tuple(number for _, number in used), ninth.pop() if len(ninth) == 1 else None)


def advancement_of(lake: LakeReader, season: int, level: str | None) -> Advancement:
    """Return the runners' advances for a level and season. If there are no rows, every state is unknown."""
    from skipper.lineups.advancement import of_rows

    kinds: dict[str, list[Row]] = {}
    for row in lake.rows("FROM advancement WHERE season = $season AND level IS NOT DISTINCT FROM $level",
                         {"season": season, "level": level}):  # fmt: skip
        kinds.setdefault(row["kind"], []).append(row)
    return of_rows(kinds)


def against(game: Row) -> str:
    """Return the opponent and its starter in words."""
    hand = game["opposing_starter_throws"] or "unknown hand"
    starter = game["opposing_starter_name"] or game["opposing_starter_id"] or "unknown starter"
    return f"Against {game['opponent']}, {starter} ({hand})."


def names_in(game: Row) -> tuple[Named, ...]:
    """Return the names in the words of `against`."""
    starter, person = game["opposing_starter_name"], {"player_person_id": game["opposing_starter_person_id"]}
    return (
        Named(game["opponent"], game, "opponent"),
        *((Named(starter, person, "player_name"),) if starter else ()),
    )


def _of_nine(game: Row) -> tuple[str, ...]:
    if game["best_nine_runs"] is None:
        return ()
    return (
        f"Best nine of those who appeared in the previous seven days: {game['best_nine_runs']:.2f} runs, "
        f"{game['loss_of_nine']:.3f} more.",
    )


def _of_winning(game: Row, probability: float | None) -> tuple[str, ...]:
    if probability is None:
        return ()
    return (f"Probability of beating the lineup that {game['opponent']} used: {100 * probability:.1f} %.",)


def name_of(row: Row) -> str:
    """Return a batter's name, or the id if the name is unknown."""
    return row["player_name"] or row["player_id"]
