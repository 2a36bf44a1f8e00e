"""Table `player_game_line`: players' lines of box scores."""

from __future__ import annotations

from skipper.definitions.columns import PLAYER, SHARED
from skipper.lake.contract import Check, Column, Table, pick
from skipper.sources.player_lines import AT_POSITIONS, BATTING, FIELDING, PITCHING, POSITIONS
from skipper.sources.plays.events.accounts import BY_PRECEDENCE

_NOT_COUNTED = "null if unknown or if the player did not"

TABLE = Table(
    name="player_game_line",
    grain="one row per player, club and game of whose players a box score or another list is known",
    key=("game_id", "club", "player_id"),
    sources="Retrosheet's box-score event files (`stat` records), else its CSV files (`batting`, `pitching`, "
    "`fielding`)",
    notes="A club's lines of a game come from one source. A player with several positions or places in the order has "
    "one row, with the sums. Where a game has a box score and no play-by-play, playing_time counts these lines. "
    "Unknown figures are null: early box scores lack strikeouts, or batters faced. Plate appearances of box-score "
    "event files are at bats, walks, hit batters and sacrifice bunts, plus sacrifice flies and interference where the "
    "box score has them.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "club",
        *PLAYER,
        "source",
        Column(
            "account",
            "string",
            "what the source has of the game, as in game_account: box_score, play_by_play or deduced (the CSV files "
            "add up plays), or line_score; null if it has none of these",
        ),
        Column(
            "has_box_score",
            "boolean",
            "whether that includes a box score, so that the club's lines list all its players; if false, they list "
            "those known, such as the battery",
            required=True,
        ),
        Column("is_starter", "boolean", "whether the player started, in a slot or as pitcher; null if unknown"),
        Column("slot", "int", "batting slot, 1 to 9; null if unknown or if the player had none"),
        Column(
            "batting_sequence",
            "int",
            "1 for the slot's first batter, 2 for the next; null if unknown or if the player had none",
        ),
        Column(
            "pitching_sequence",
            "int",
            "1 for the starting pitcher, and so on; null if unknown or if the player did not pitch",
        ),
        Column("is_batter", "boolean", "whether the player had a place in the batting order", required=True),
        Column("is_pitcher", "boolean", "whether the player pitched", required=True),
        *(
            Column(
                f"is_pinch_{role}",
                "boolean",
                f"whether the player was a pinch {role}; null if unknown (the CSV files mark few without plays)",
            )
            for role in ("hitter", "runner")
        ),
        *(Column(name, "int", f"{name.replace('_', ' ')}; {_NOT_COUNTED} bat") for name in BATTING),
        *(Column(name, "int", f"{name.replace('_', ' ')}; {_NOT_COUNTED} pitch") for name in PITCHING),
        *(Column(name, "int", f"{name}; {_NOT_COUNTED} field") for name in FIELDING),
        *(
            Column(name, "int", f"outs that the club made while the player was at position {n}; {_NOT_COUNTED} play it")
            for n, name in zip(POSITIONS, AT_POSITIONS, strict=True)
        ),
    ),
    checks=(
        Check(
            "player_game_line: every line belongs to a side of a game",
            "SELECT game_id, club FROM player_game_line ANTI JOIN club_game USING (game_id, club)",
            "a line belongs to no club's game",
        ),
    ),
)

_ACCOUNTS = ", ".join(f"'{account}'" for account in BY_PRECEDENCE)
SQL = f"""
WITH told AS (
    SELECT 2 AS precedence, 'retrosheet_event' AS source, * FROM event_file_player_line
    UNION ALL BY NAME
    SELECT 3 AS precedence, 'retrosheet_csv' AS source, * FROM csv_player_line
),
used AS (SELECT game_id, club, min(precedence) AS precedence FROM told GROUP BY game_id, club),
line AS (
    SELECT *, coalesce(account IN ({_ACCOUNTS}), false) AS has_box_score
    FROM told SEMI JOIN used USING (game_id, club, precedence)
)
SELECT
    l.*,
    if(is_batter, batting_sequence = 1, if(has_box_score, false, NULL))
        OR if(is_pitcher, pitching_sequence = 1, if(has_box_score, false, NULL)) AS is_starter,
    p.person_id AS player_person_id, n.name AS player_name
FROM line AS l
LEFT JOIN season_person AS p ON p.source_id = l.player_id
LEFT JOIN season_name AS n ON n.season = l.season AND n.source_id = l.player_id
"""
