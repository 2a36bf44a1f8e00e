"""Table `pitching_appearance`: one row per pitcher of a game."""

from __future__ import annotations

from skipper.definitions.columns import GAME_OF_DAY, SHARED
from skipper.lake.contract import Check, Column, Table, pick

_SITUATION = (
    ("inning", "int", "inning"),
    ("half", "string", "half of the inning"),
    ("outs", "int", "outs"),
    ("bases", "int", "occupied bases: first 1, second 2, third 4, summed"),
    ("score_difference", "int", "runs of his club less the other's"),
)

TABLE = Table(
    name="pitching_appearance",
    grain="one row per pitcher, club and game; one who returns after another pitcher has a row for each turn",
    key=("game_id", "club", "pitcher_order"),
    sources="Retrosheet event files",
    notes="A pitcher who moves to another position and comes back has two rows, since each entry and each exit is a "
    "decision: counts of turns at bat, outs and pitches are of that turn on the mound, `runs` stands in his first row, "
    "and the season's figures before the game are the same in both. To count men or games, count distinct "
    "`pitcher_id`; `pitchers_used` of `club_game` counts rows, as cwgame does. A season's figures before the "
    "game are of the games that the event files given have. Of a game that was suspended (a `Suspend=` comment of the "
    "file), a man who had thrown no pitch since he came in when play stopped has the day of resumption as "
    "`pitched_on`; one who was on the mound then and went on has the day before the break, for all that he did. Rest "
    "and the season's figures go by that day; of one day, a game resumed comes before those that began then. A man "
    "with two rows in a game has rest and season as of the first.",
    columns=pick(
        SHARED,
        *GAME_OF_DAY,
        Column(
            "pitched_on",
            "date",
            "day on which he took the mound: `date`, or that of resumption if the game was suspended before he threw",
            required=True,
        ),
        "club",
        "opponent",
        "pitcher_id",
        "pitcher_person_id",
        "pitcher_hand",
        Column("pitcher_order", "int", "1 the starting pitcher, 2 the first reliever, and so on", required=True),
        Column(
            "is_starter",
            "boolean",
            "he began the game on the mound; false where he comes back to it",
            required=True,
        ),
        *(Column(f"entry_{name}", kind, f"{doc} when he came in", required=True) for name, kind, doc in _SITUATION),
        Column(
            "entry_mid_inning",
            "boolean",
            "he relieved another after the first play or pitch of a half",
            required=True,
        ),
        *(
            Column(f"exit_{name}", kind, f"{doc} when he left, or at the end", required=True)
            for name, kind, doc in _SITUATION
        ),
        Column("finished_game", "boolean", "he was his club's last pitcher", required=True),
        Column("batters_faced", "int", "plate appearances that ended while he was on the mound", required=True),
        Column("outs", "int", "outs made while he pitched", required=True),
        Column("pitches", "int", "pitches he threw; null where unknown"),
        Column(
            "runs",
            "int",
            "runs charged to him in the game, whoever was on the mound",
            required=True,
        ),
        Column("runs_scored_during", "int", "runs that scored while he pitched", required=True),
        Column("times_through_order_max", "int", "most often that he faced one slot", required=True),
        Column(
            "days_rest",
            "int",
            "whole days between his last game and this, by `pitched_on`: 0 on the day after, and in a second game of "
            "one day; null for his first of the season",
        ),
        Column("season_games_before", "int", "games he pitched in before, this season", required=True),
        Column("season_outs_before", "int", "outs of those games", required=True),
        Column("season_pitches_before", "int", "pitches of those games; null where one is unknown"),
    ),
    checks=(
        Check(
            "pitching_appearance: the turns of plate_appearance",
            "WITH faced AS (SELECT game_id, club, sum(batters_faced) AS turns FROM pitching_appearance GROUP BY ALL), "
            "made AS (SELECT game_id, fielding_club AS club, count(*) AS turns FROM plate_appearance GROUP BY ALL) "
            "SELECT game_id, club FROM made FULL JOIN faced USING (game_id, club) "
            "WHERE coalesce(made.turns, 0) <> coalesce(faced.turns, 0)",
            "a club's pitchers have not faced the batters who batted",
        ),
        Check(
            "pitching_appearance: the runs of the other club",
            "SELECT p.game_id, p.club FROM pitching_appearance AS p JOIN event_file_club_game AS c "
            "ON c.game_id = p.game_id AND c.opponent = p.club GROUP BY p.game_id, p.club, c.runs "
            "HAVING sum(p.runs_scored_during) <> c.runs",
            "the runs that scored while a club's pitchers pitched are not the other's",
        ),
    ),
    rows_need=("event_file_pitching",),
)

# Two appearances of a pitcher in one game count as one game, of the day of the first, and neither is before the other.
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
