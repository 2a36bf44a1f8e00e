"""Table `plate_appearance`: one row per completed plate appearance."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="plate_appearance",
    grain="one row per completed plate appearance; a plate appearance cut short by a third out on the bases has no row",
    key=("game_id", "number"),
    sources="event files (Retrosheet's and the minor leagues'), else Retrosheet's CSV files, else the Stats "
    "API's feeds",
    notes="Columns with `before` describe the start of the plate appearance, regardless of steals during it. Batter "
    "and pitcher are the players charged with its result. If a batter left with two strikes and the substitute "
    "struck out, hand, position, is_starter and is_pinch_hitter describe the batter who left (rule 9.15(b)). "
    "The `event` table has both batters.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("number", "int", "number of the plate appearance in the game, from 1", required=True),
        "inning",
        "half",
        "batting_club",
        "fielding_club",
        "batter_id",
        "batter_person_id",
        "batter_hand",
        "pitcher_id",
        "pitcher_person_id",
        "pitcher_hand",
        "slot",
        "batter_position",
        Column("is_starter", "boolean", "whether the batter was in the starting lineup", required=True),
        "is_pinch_hitter",
        "outs_before",
        "bases_before",
        Column(
            "score_difference_before",
            "int",
            "batting club's runs minus the other club's, at the start",
            required=True,
        ),
        Column("outs_at_end", "int", "outs before the last event", required=True),
        Column("bases_at_end", "int", "occupied bases before the last event, coded as bases_before", required=True),
        Column("result", "string", "event_type of the last event", required=True),
        "is_sacrifice_bunt",
        "is_sacrifice_fly",
        "is_double_play",
        Column("runs", "int", "runs that scored during the plate appearance", required=True),
        "runs_batted_in",
        "outs_on_play",
        Column("pitches", "int", "pitches thrown; null if unknown"),
        Column(
            "times_through_order",
            "int",
            "times the pitcher has faced this slot in the game, including this time, from 1",
            required=True,
        ),
        Column("first_event", "int", "event_number of the first event", required=True),
        Column("last_event", "int", "event_number of the last event", required=True),
        Column(
            "steal_of_second_chance",
            "boolean",
            "whether it began with a runner on first base and second base empty",
            required=True,
        ),
        Column(
            "steal_of_third_chance",
            "boolean",
            "whether it began with a runner on second base and third base empty",
            required=True,
        ),
        Column(
            "bunt_chance",
            "boolean",
            "whether it began with either chance and fewer than two out, and the final batter is not the pitcher",
            required=True,
        ),
    ),
    checks=(
        Check(
            "plate_appearance: batters are in order",
            "SELECT game_id, number, slot, before FROM (SELECT *, lag(slot) OVER "
            "(PARTITION BY game_id, batting_club ORDER BY number) AS before FROM plate_appearance) "
            "WHERE slot <> coalesce(before, 9) % 9 + 1 AND (game_id, last_event) NOT IN "
            "(SELECT (game_id, event_number) FROM play_exception WHERE kind = 'out_of_turn')",
            "a club's batters are out of order, and no exception explains it",
        ),
        Check(
            "plate_appearance: batters are in the game",
            "WITH in_game AS (SELECT game_id, club, player_id FROM event_file_lineup "
            "UNION SELECT game_id, club, player_id FROM converted_lineup "
            "UNION SELECT game_id, club, player_id FROM substitution) "
            "SELECT game_id, number, batter_id FROM plate_appearance AS p ANTI JOIN in_game "
            "ON in_game.game_id = p.game_id AND in_game.club = p.batting_club AND in_game.player_id = p.batter_id",
            "a batter is neither in the lineup nor a substitute",
        ),
        Check(
            "plate_appearance: one row per completed plate appearance in event",
            "SELECT game_id FROM (SELECT game_id, count(*) FILTER (ends_plate_appearance) AS appearances FROM event "
            "GROUP BY game_id) AS e FULL JOIN (SELECT game_id, count(*) AS appearances FROM plate_appearance "
            "GROUP BY game_id) AS p USING (game_id) WHERE coalesce(e.appearances, 0) <> coalesce(p.appearances, 0)",
            "a game lacks a row for a completed plate appearance",
        ),
    ),
)

WRITTEN_BY = "event files"
