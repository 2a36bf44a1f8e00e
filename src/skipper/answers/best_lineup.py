"""Find the best lineup that a club could start in a game, or that of a season's usual nine.

Every order of the nine chosen is tried. The values come from the tables lineup_batter and advancement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from operator import itemgetter
from typing import TYPE_CHECKING

from skipper.answers.answer import Answer, Row, Shown, Table, View, shown
from skipper.answers.lineup_value import (
    HURT,
    METHOD,
    NINE,
    Candidates,
    NoLineupError,
    advancement_of,
    against,
    candidates_of,
    game_of,
    name_of,
    names_in,
    require_values,
)
from skipper.answers.people import matching
from skipper.answers.scope import known_club, known_season
from skipper.answers.unavailable import unavailable
from skipper.answers.usage_views import POSITIONS
from skipper.definitions.lineups import DESIGNATED_HITTER, FIELD, LEAST_KNOWN, PITCHER, fielding
from skipper.lake.reader import LakeReader

if TYPE_CHECKING:
    from skipper.answers.directives.plan_file import PlanFile
    from skipper.lineups.orders import Mask

NINE_FIELDS = (
    "slot", "player_id", "player_name", "position", "bats", "known_plate_appearances", "is_little_known", "runs_alone",
)  # fmt: skip
USUAL_FIELDS = (*NINE_FIELDS, "starts")
LIKELY = (
    "Nine: the players with the greatest sum of runs alone, at positions that they can play. All their orders were "
    "tried; another nine may be worth more."
)
USUAL = (
    "Nine: the players with the most starts at these positions in the season's games against that hand, those who "
    "ended the season with another club left out. All their orders were tried. Rates are the latest of the season, at "
    "home and on the road alike."
)
KNOWN = (
    "PA: plate appearances known before the game, in three seasons weighted 1, 0.8 and 0.6, at this level or "
    "translated from another."
)
LITTLE = "\N{DAGGER}"
_REQUIRED = 9  # rank of a player whom a plan requires, above that of little evidence


@dataclass(frozen=True)
class Limits:
    """Who may be chosen: `least` plate appearances known before the game where another can play, and nobody in
    `without` (names or ids)."""

    least: int = LEAST_KNOWN
    without: tuple[str, ...] = ()

    def is_little_known(self, row: Row) -> bool:
        """Return whether little is known about a batter; a pitcher is rated by the pitcher's slot."""
        return bool(row["plate_appearances"] < self.least and not row["bats_as_pitcher"])

    def left_out(self, rows: Sequence[Row]) -> dict[int, str]:
        """Return the numbers of the batters in `without`, with the reason. Raises NoLineupError for a name that is not
        exactly one batter's."""
        found = {}
        for asked in self.without:
            ids = [(str(number), each) for number, row in enumerate(rows) for each in (row["player_id"], name_of(row))]
            numbers = {number for number, each in ids if each == asked} or matching(asked, ids)
            if len(numbers) != 1:
                who = ", ".join(sorted(name_of(rows[int(number)]) for number in numbers) or map(name_of, rows))
                raise NoLineupError(f"{asked!r} is {'several' if numbers else 'none'} of the players: {who}.")
            found[int(numbers.pop())] = "as asked"
        return found


def best(
    lake: LakeReader,
    club: str,
    day: date,
    game_number: str | None = None,
    versus: str | None = None,
    plan: PlanFile | None = None,
    limits: Limits | None = None,
) -> Answer:
    """Return the likely best nine in its best order for a club's game, against its starter, or against an average
    starter who throws `versus`.

    The nine are the players with the greatest sum of runs alone, at positions that they can play; all their orders are
    tried. Left out are players with too little evidence (`Limits`) where another can play, those who could not play
    that day (`unavailable`) unless they started, and those whom a plan lists as unavailable. A plan's `start` and `bat`
    directives that apply to the game constrain the players and the order. Raises PlanError and the same errors as
    `evaluate`.
    """
    limits = limits or Limits()
    found = candidates_of(lake, game_of(lake, club, day, game_number), versus)
    if found.ninth is None:
        raise NoLineupError(f"{found.game['game_id']}: the lineup's positions are unknown.")
    left_out = {**_away(lake, found), **limits.left_out(found.rows)}
    required: dict[int, frozenset[int]] = {}
    notes: tuple[str, ...] = ()
    if plan is not None:
        absent, required, notes = _bound(lake, plan, found, versus)
        left_out |= absent
    eligible = [
        [False] * NINE if number in left_out else fielding(row["positions"], row["bats_as_pitcher"], found.ninth)
        for number, row in enumerate(found.rows)
    ]
    rows, runs = chosen(found, eligible, limits, required)
    words = f"against an average starter who throws {versus}" if versus else against(found.game)
    lead = [words[0].upper() + words[1:], f"Expected runs: {runs:.2f}."]
    if plan is not None:
        names = [name_of(found.rows[number]) for number in required]
        lead.append(f"Directives that apply to this game: {', '.join(names) or 'none'}.")
    title = f"{found.game['club']} {found.game['date']}: the likely best nine in its best order"
    notes += (*_notes(found.rows, left_out, rows, limits), LIKELY, METHOD, KNOWN, HURT)
    return replace(nine_answer(title, rows, runs, tuple(lead), notes), names=names_in(found.game))


def _away(lake: LakeReader, found: Candidates) -> dict[int, str]:
    """Return the batters who could not play that day, by number, with the reason; those who did start could."""
    numbers = {row["player_person_id"]: number for number, row in enumerate(found.rows) if number not in found.used}
    reasons = unavailable(lake, found.game["club"], found.game["date"], numbers)
    return {numbers[person]: reason for person, reason in reasons.items()}


def _bound(
    lake: LakeReader, plan: PlanFile, found: Candidates, versus: str | None
) -> tuple[dict[int, str], dict[int, frozenset[int]], tuple[str, ...]]:
    """Return the batters whom a plan lists as unavailable, the slots that it allows to others, both by number, and a
    note of the directives that do not apply."""
    from skipper.answers.directives.one_game import required_in

    numbers = {row["player_person_id"]: number for number, row in enumerate(found.rows)}
    required = required_in(lake, plan, found.game, numbers, versus)
    absent = {numbers[person]: "unavailable in the plan" for person in required.absent & numbers.keys()}
    note = "; ".join(f"{directive} ({reason})" for directive, reason in required.why.items())
    slots = {numbers[person]: allowed for person, allowed in required.slots.items()}
    return absent, slots, (f"Directives not applied: {note}.",) if note else ()


def usual(lake: LakeReader, club: str, season: int, versus: str | None = None, limits: Limits | None = None) -> Answer:
    """Return a club's usual nine of a season against starters of a hand (all starters if not given), in its best order
    against an average starter.

    The nine are the players with the most starts at the nine positions in the club's regular-season games with lineups
    against such starters; of players with as many, the one with more against all. Players with too little evidence,
    those who ended the season with another club, and those of `limits.without` are left out as in `best`. Raises
    UnknownClubError, UnknownSeasonError, or NoLineupError if the lake cannot rate nine players.
    """
    import numpy as np

    from skipper.lineups.nines import assigned

    limits = limits or Limits()
    require_values(lake)
    season, club = known_season(lake, season), known_club(lake, club, season)
    asked = {"season": season, "club": club, "hand": versus}
    starts = {(row["player_id"], row["position"]): row for row in lake.rows(_STARTS, asked)}
    games = lake.rows(_GAMES, asked)[0]
    found = _season_candidates(lake, games, lake.rows(_LATEST, asked), starts)
    left_out = {
        **{number: f"ended the season with {row['last_club']}" for number, row in enumerate(found.rows)
           if row["last_club"] != club},
        **limits.left_out(found.rows),
    }  # fmt: skip
    columns = (*FIELD, found.ninth)
    values = np.full((len(found.rows), NINE), -np.inf)
    for number, row in enumerate(found.rows):
        for column, position in enumerate(columns):
            counts = starts.get((row["player_id"], position))
            if counts is not None and number not in left_out:
                values[number, column] = counts["starts"] + counts["all_starts"] / 1000  # other hands decide ties only
    nine = assigned(values, [-limits.is_little_known(row) for row in found.rows])
    if nine is None:
        raise NoLineupError(f"{club} {season}: no nine players with known rates started at the nine positions.")
    ordered = _best_order(found, nine, {})
    assert ordered is not None  # no slot is required
    order, runs = ordered
    positions = dict(zip(nine, columns, strict=True))
    rows = [
        {**_row(found, player, slot, positions[player], limits),
         "starts": starts[found.rows[player]["player_id"], positions[player]]["starts"]}
        for slot, player in enumerate(order, 1)
    ]  # fmt: skip
    hand = {"L": "left-handed starters", "R": "right-handed starters", None: "all starters"}[versus]
    lead = (f"Expected runs in nine innings against an average starter: {runs:.2f}.",
            f"Games with a lineup against {hand}: {games['games']}.")  # fmt: skip
    notes = (*_notes(found.rows, left_out, rows, limits), USUAL, METHOD, KNOWN)
    title = f"{club} {season}: the usual nine against {hand}, in its best order"
    return nine_answer(title, rows, runs, lead, notes, (shown("Starts", "count", "starts"),), USUAL_FIELDS)


_OF_CLUB = "c.season = $season AND c.club = $club AND c.game_type = 'regular' AND c.has_lineup"
_STARTS = f"""
SELECT l.player_id, l.position, count(*) AS all_starts,
    count(*) FILTER (WHERE $hand::VARCHAR IS NULL OR c.opposing_starter_throws = $hand) AS starts
FROM lineup AS l JOIN club_game AS c ON c.season = l.season AND c.game_id = l.game_id AND c.club = l.club
WHERE {_OF_CLUB} AND l.season = $season AND l.position IS NOT NULL GROUP BY ALL
"""
# The share of left-handers weights the rates against both hands, if no hand is asked for.
_GAMES = f"""
SELECT $season AS season, $club AS club,
    count(*) FILTER (WHERE $hand::VARCHAR IS NULL OR c.opposing_starter_throws = $hand) AS games,
    any_value(h.level) AS level,
    if($hand::VARCHAR IS NULL, coalesce(avg((c.opposing_starter_throws = 'L')::INT), 0.5), ($hand = 'L')::INT)::DOUBLE
        AS left_handed
FROM club_game AS c
JOIN club_game AS h ON h.season = c.season AND h.game_id = c.game_id AND h.is_home WHERE {_OF_CLUB}
"""
_LATEST = """
WITH own AS (
    SELECT b.*, c.is_home FROM lineup_batter AS b
    JOIN club_game AS c ON c.season = b.season AND c.game_id = b.game_id AND c.club = b.club
    WHERE b.season = $season AND b.club = $club AND c.game_type = 'regular' AND b.rates IS NOT NULL
),
latest AS (
    FROM own QUALIFY row_number() OVER (PARTITION BY player_id, is_home ORDER BY date DESC, game_id DESC) = 1
),
last_start AS (
    SELECT l.player_person_id, arg_max(l.club, c.date) AS last_club
    FROM lineup AS l JOIN club_game AS c ON c.season = l.season AND c.game_id = l.game_id AND c.club = l.club
    WHERE l.season = $season AND c.game_type = 'regular' GROUP BY ALL
)
SELECT player_id, any_value(l.player_person_id) AS player_person_id, any_value(player_name) AS player_name,
    any_value(bats) AS bats, bool_or(bats_as_pitcher) AS bats_as_pitcher,
    arg_max(plate_appearances, date) AS plate_appearances, list(rates_vs_left) AS left_lines,
    list(rates_vs_right) AS right_lines, coalesce(any_value(s.last_club), $club) AS last_club
FROM latest AS l LEFT JOIN last_start AS s USING (player_person_id)
GROUP BY player_id ORDER BY player_id
"""


def _season_candidates(
    lake: LakeReader, games: Row, rows: list[Row], starts: dict[tuple[str, int], Row]
) -> Candidates:  # fmt: skip
    """Return a season's batters with the means of their latest rates at home and on the road."""
    import numpy as np

    from skipper.lineups.batting import batting

    if not rows or not starts:
        raise NoLineupError(f"{games['club']} {games['season']}: the lake has no lineups with known rates.")
    pitcher_starts, designated = (
        sum(row["starts"] for (_, position), row in starts.items() if position == ninth)
        for ninth in (PITCHER, DESIGNATED_HITTER)
    )
    share = games["left_handed"]
    rates = np.array(
        [share * np.mean(row["left_lines"], 0) + (1 - share) * np.mean(row["right_lines"], 0) for row in rows]
    )
    advances = advancement_of(lake, games["season"], games["level"])
    bats = batting(rates, advances, [row["bats_as_pitcher"] for row in rows])
    ninth = PITCHER if pitcher_starts > designated else DESIGNATED_HITTER
    return Candidates({**games, "innings": NINE}, rows, bats, (), ninth)


def chosen(
    found: Candidates, eligible: Sequence[Sequence[bool]], limits: Limits, required: dict[int, frozenset[int]]
) -> tuple[list[Row], float]:
    """Return the best nine's rows in the best order, and its runs; the players of `required` start, in these slots.

    The nine is the likely one (see `likely_nine`) or, if its best order is worth more and it has as much evidence, the
    nine used.
    """
    from skipper.lineups.nines import filled, likely_nine

    alone = found.runs_alone()
    ranks = [_REQUIRED if number in required else -limits.is_little_known(row) for number, row in enumerate(found.rows)]
    likely = likely_nine(alone, eligible, ranks)
    if likely is None or not set(required) <= set(likely):
        raise NoLineupError("No nine of these players can fill the positions as the directives require.")
    nines = [likely]
    if found.used and filled(eligible, found.used) is not None:
        evidence, least = (sum(ranks[number] for number in nine) for nine in (found.used, likely))
        nines += [found.used] if evidence >= least else []
    ordered = [best for best in (_best_order(found, nine, required) for nine in nines) if best is not None]
    if not ordered:
        raise NoLineupError("No order puts all of these players in the required slots.")
    order, runs = max(ordered, key=itemgetter(1))
    columns = filled(eligible, order)
    assert columns is not None  # the nine's positions can be filled in any order
    fielded = (*FIELD, found.ninth)
    positions = [fielded[column] for column in columns]
    rows = [
        _row(found, player, slot, position, limits, alone[player])
        for slot, (player, position) in enumerate(zip(order, positions, strict=True), 1)
    ]
    return rows, runs


def _row(
    found: Candidates, player: int, slot: int, position: int | None, limits: Limits, alone: float | None = None
) -> Row:  # fmt: skip
    row = found.rows[player]
    little = limits.is_little_known(row)
    known = None if row["bats_as_pitcher"] else row["plate_appearances"]
    return {
        **row, "slot": slot, "position": position, "position_name": POSITIONS.get(position or 0), "name": name_of(row),
        "known_plate_appearances": known, "is_little_known": little,
        "known_words": None if known is None else f"{known:.0f}{LITTLE if little else ''}",
        "runs_alone": found.runs_alone()[player] if alone is None else alone,
    }  # fmt: skip


def _best_order(
    found: Candidates, nine: Sequence[int], slots: dict[int, frozenset[int]]
) -> tuple[list[int], float] | None:
    """Return a nine in its best order with the players of `slots` in these slots, and its runs; None if impossible."""
    from skipper.lineups.orders import all_orders, in_slots

    orders = all_orders(found.batting.of(nine), found.game["innings"])
    allowed: Mask | None = None
    if slots:
        allowed = in_slots([[slot in slots.get(player, range(1, 10)) for slot in range(1, 10)] for player in nine])
        if not allowed.any():
            return None
    order = orders.best(allowed)
    return [nine[place] for place in order], orders.value(order)


def _notes(rows: Sequence[Row], left_out: dict[int, str], nine: Iterable[Row], limits: Limits) -> tuple[str, ...]:
    """Return sentences on the batters left out, with reasons, and on those with little evidence."""
    names = "; ".join(f"{name_of(rows[number])} ({reason})" for number, reason in left_out.items())
    others = [row for number, row in enumerate(rows) if number not in left_out]
    return (*((f"Left out: {names}.",) if names else ()), *little_known(others, nine, limits))


def little_known(rows: Iterable[Row], nine: Iterable[Row], limits: Limits) -> tuple[str, ...]:
    """Return sentences on the candidates with little evidence: those chosen, and those passed over."""
    in_nine = {row["player_id"] for row in nine}
    little = [row for row in rows if limits.is_little_known(row)]
    passed = [f"{name_of(row)} {row['plate_appearances']:.0f}" for row in little if row["player_id"] not in in_nine]
    notes = []
    if any(row["player_id"] in in_nine for row in little):
        notes.append(
            f"{LITTLE} little evidence: fewer than {limits.least} plate appearances known. The rates are mostly those "
            "of batters with as much playing time at the position."
        )
    if passed:
        notes.append(
            f"Fewer than {limits.least} plate appearances known, so considered only where nobody else can play: "
            f"{', '.join(passed)}."
        )
    return tuple(notes)


def nine_answer(
    title: str,
    rows: list[Row],
    runs: float,
    lead: tuple[str, ...],
    notes: tuple[str, ...],
    more: tuple[Shown, ...] = (),
    fields: tuple[str, ...] = NINE_FIELDS,
) -> Answer:
    """Return the answer about a nine in its order; `more` are further columns to show."""
    columns = (
        shown("Slot", "count"), shown("Batter", "text", "name", to="player_name"),
        shown("Pos", "code", "position_name"), shown("Bats", "code"), shown("PA", "code", "known_words"), *more,
        shown("Alone", "mean", "runs_alone"),
    )  # fmt: skip
    tables = (
        Table("lineup", fields, rows, (View(columns, rows),)),
        Table("value", ("runs",), [{"runs": runs}], ()),
    )
    return Answer(question="lineup best", title=title, tables=tables, lead=lead, notes=notes)
