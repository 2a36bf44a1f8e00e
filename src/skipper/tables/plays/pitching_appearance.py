"""Table `pitching_appearance`: one row per pitching appearance."""

from __future__ import annotations

from skipper.definitions.columns import GAME_OF_DAY, SHARED
from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.plays.counted_club_game import SQL as COUNTED_CLUB_GAME

_SITUATION = (
    ("inning", "int", "inning"),
    ("half", "string", "half of the inning"),
    ("outs", "int", "outs"),
    ("bases", "int", "occupied bases: first 1, second 2, third 4, summed"),
    ("score_difference", "int", "runs of the pitcher's club minus the other club's"),
)

TABLE = Table(
    name="pitching_appearance",
    grain="one row per pitcher, club and game; a pitcher who returns to the mound has a row for each turn",
    key=("game_id", "club", "pitcher_order"),
    sources="event files (Retrosheet's and the minor leagues'), else Retrosheet's CSV files, else the Stats "
    "API's feeds",
    notes="A pitcher who moves to another position and returns to the mound has two rows, because each entry and exit "
    "is a decision. Plate appearances, outs and pitches cover one pitching appearance, `runs` is in the first row "
    "only, "
    "and rest and the season figures before the game are the same in both rows. To count pitchers or games, count "
    "distinct `pitcher_id`; `pitchers_used` of `club_game` counts rows, as cwgame does. The season figures before the "
    "game cover only games in the event files that the build read. In a suspended game (a `Suspend=` comment in the "
    "file), a pitcher "
    "who had thrown no pitch when play stopped has the resumption date as `pitched_on`. A pitcher who had already "
    "thrown and stayed in has the date before the break for the whole appearance. Rest and the season figures follow "
    "`pitched_on`; within a day, a resumed game precedes games that began that day.",
    columns=pick(
        SHARED,
        *GAME_OF_DAY,
        Column(
            "pitched_on",
            "date",
            "date the pitcher took the mound: `date`, or the resumption date if play stopped before the first pitch",
            required=True,
        ),
        "club",
        "opponent",
        "pitcher_id",
        "pitcher_person_id",
        "pitcher_hand",
        Column(
            "pitcher_order", "int", "1 for the starting pitcher, 2 for the first reliever, and so on", required=True
        ),
        Column(
            "is_starter",
            "boolean",
            "whether the pitcher began the game on the mound; false for a return to the mound",
            required=True,
        ),
        *(
            Column(f"entry_{name}", kind, f"{doc} when the pitcher came in", required=True)
            for name, kind, doc in _SITUATION
        ),
        Column(
            "entry_mid_inning",
            "boolean",
            "whether the pitcher came in after the first play or pitch of a half-inning",
            required=True,
        ),
        *(
            Column(f"exit_{name}", kind, f"{doc} when the pitcher left, or at the end of the game", required=True)
            for name, kind, doc in _SITUATION
        ),
        Column("finished_game", "boolean", "whether the pitcher was the club's last", required=True),
        Column("batters_faced", "int", "plate appearances that ended during the appearance", required=True),
        Column("outs", "int", "outs made during the appearance", required=True),
        Column("pitches", "int", "pitches thrown; null if unknown"),
        Column(
            "runs",
            "int",
            "runs charged to the pitcher in the game, including those that scored with another pitcher on the mound",
            required=True,
        ),
        Column("runs_scored_during", "int", "runs that scored during the appearance", required=True),
        Column(
            "times_through_order_max",
            "int",
            "largest number of times the pitcher faced one batting slot",
            required=True,
        ),
        Column(
            "days_rest",
            "int",
            "full days between the pitcher's previous game and this one, by `pitched_on`: 0 on the next day and in a "
            "second game on one day; null for the season's first game",
        ),
        Column("season_games_before", "int", "games pitched earlier this season", required=True),
        Column("season_outs_before", "int", "outs recorded in those games", required=True),
        Column("season_pitches_before", "int", "pitches thrown in those games; null if any is unknown"),
    ),
    checks=(
        Check(
            "pitching_appearance: batters faced equal plate_appearance rows",
            "WITH faced AS (SELECT game_id, club, sum(batters_faced) AS number FROM pitching_appearance GROUP BY ALL), "
            "made AS (SELECT game_id, fielding_club AS club, count(*) AS number FROM plate_appearance GROUP BY ALL) "
            "SELECT game_id, club FROM made FULL JOIN faced USING (game_id, club) "
            "WHERE coalesce(made.number, 0) <> coalesce(faced.number, 0)",
            "the batters that a club's pitchers faced differ from the opponents' plate appearances",
        ),
        Check(
            "pitching_appearance: runs equal the opponent's score",
            f"SELECT p.game_id, p.club FROM pitching_appearance AS p JOIN ({COUNTED_CLUB_GAME}) AS c "
            "ON c.game_id = p.game_id AND c.opponent = p.club GROUP BY p.game_id, p.club, c.runs "
            "HAVING sum(p.runs_scored_during) <> c.runs",
            "the runs that scored against a club's pitchers differ from the opponent's runs",
        ),
    ),
    rows_need=("event_file_pitching",),
)

# A pitcher's two appearances in one game count as one game on the day of the first; neither precedes the other.
SQL = """
WITH of_game AS (
    SELECT
        season, pitcher_id, date, game_number, game_id, min(pitched_on) AS pitched_on, sum(outs) AS outs,
        sum(pitches) AS pitches, count(*) FILTER (pitches IS NULL) AS uncounted
    FROM event_file_pitching GROUP BY ALL
),
before AS (
    SELECT
        game_id, pitcher_id,
        CASE WHEN lag(pitched_on) OVER pitcher IS NOT NULL
            THEN greatest(pitched_on - lag(pitched_on) OVER pitcher - 1, 0) END AS days_rest,
        count(*) OVER so_far - 1 AS season_games_before,
        sum(outs) OVER so_far - outs AS season_outs_before,
        CASE
            WHEN sum(uncounted) OVER so_far = uncounted
            THEN coalesce(sum(pitches) OVER so_far - coalesce(pitches, 0), 0)
        END AS season_pitches_before
    FROM of_game
    WINDOW
        pitcher AS (PARTITION BY season, pitcher_id ORDER BY pitched_on, date, game_number, game_id),
        so_far AS (
            PARTITION BY season, pitcher_id ORDER BY pitched_on, date, game_number, game_id
            RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        )
)
SELECT p.*, b.* EXCLUDE (game_id, pitcher_id)
FROM event_file_pitching AS p JOIN before AS b ON b.game_id = p.game_id AND b.pitcher_id = p.pitcher_id
"""
