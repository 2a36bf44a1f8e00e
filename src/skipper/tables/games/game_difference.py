"""Table `game_difference`: disagreements between two sources on the same game."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick
from skipper.sources.player_lines import AT_POSITIONS, BATTING, FIELDING, PITCHING

_OF_GAME = (
    "date",
    "game_type",
    "home_league",
    "visitor_league",
    "outs_played",
    "innings",
    "forfeit",
    "completed_on",
    "park_id",
    "attendance",
    "duration_minutes",
)
_COUNTED = ("hits", "errors", "left_on_base", "outs_pitched")  # of a club, stated by a source or counted from its plays
_OF_CLUB = ("runs_for", "manager_id", "starting_pitcher_id", *_COUNTED)
_OF_SLOT = ("player_id", "position")
_OF_LINE = (*BATTING, *PITCHING, *FIELDING, *AT_POSITIONS)
_OF_PLAYS = ("plate_appearances", "batters_faced", "outs_pitched")  # of a line, counted from plays
_PEOPLE = ("player_id", "starting_pitcher_id", "manager_id")  # in each source's own ids

TABLE = Table(
    name="game_difference",
    grain="one row per figure (of a game, club, lineup slot or player's line) on which two sources differ",
    key=("game_id", "club", "slot", "line_player_id", "figure", "other_source"),
    sources="all game sources, for games in more than one",
    notes="Figures missing from either source, and inferred game types, are not compared, and people are compared as "
    "persons. Players' lines of the CSV files are compared with those of box-score event files, and with the plays of "
    "event files: who has a line (figure `listed`), and its figures. Figures counted from plays are in "
    "`play_difference`.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("club", "string", "the club's code; null for a figure of the whole game"),
        Column("slot", "int", "batting slot, 1 to 9; null for figures other than lineups"),
        Column(
            "line_player_id",
            "string",
            "id of the player whose line it is, in the source that has one; null for other figures",
        ),
        Column(
            "figure",
            "string",
            f"one of {', '.join((*_OF_GAME, *_OF_CLUB, *_OF_SLOT))}; of a player's line listed (true or false) or a "
            "figure of player_game_line",
            required=True,
        ),
        Column("source", "string", "the source used in the tables of games, lineups, lines and plays", required=True),
        Column("value", "string", "value in that source, as text", required=True),
        Column("other_source", "string", "the other source", required=True),
        Column("other_value", "string", "value in the other source, as text", required=True),
    ),
    small=True,
)


def _listed(figures: tuple[str, ...]) -> str:
    names, values = (", ".join(form.format(name) for name in figures) for form in ("'{}'", "{}::VARCHAR"))
    return f"unnest([{names}]) AS figure, unnest([{values}]) AS value"


def _compared(figures: tuple[str, ...]) -> str:
    """Return the columns of a full join of players' lines, a and b, with a row for each figure and its two values."""
    names = ", ".join(f"'{name}'" for name in figures)
    value, other_value = (
        ", ".join((f"({row}.player_id IS NOT NULL)::VARCHAR", *(f"{row}.{name}::VARCHAR" for name in figures)))
        for row in "ab"
    )
    keys = ", ".join(f"coalesce(a.{name}, b.{name}) AS {name}" for name in ("game_id", "season", "club"))
    return (
        f"{keys}, coalesce(a.player_id, b.player_id) AS line_player_id, unnest(['listed', {names}]) AS figure, "
        f"unnest([{value}]) AS value, unnest([{other_value}]) AS other_value"
    )


# What the source itself states of a club: some sources' rows have Lahman's manager, or one of a list made by hand.
_STATED = ", ".join(
    (
        "if(manager_source IN ('game_log', 'retrosheet_csv'), manager_id, NULL) AS manager_id",
        *(f"if(has_counted_plays, NULL, {name}) AS {name}" for name in _COUNTED),
    )
)
SQL = f"""
WITH shared AS (SELECT game_id FROM source_game GROUP BY game_id HAVING count(*) > 1),
told AS (
    SELECT game_id, season, NULL AS club, NULL AS slot, source, precedence, {_listed(_OF_GAME)}
    FROM (SELECT * REPLACE (if(game_type_source = 'stated', game_type, NULL) AS game_type) FROM source_game)
    SEMI JOIN shared USING (game_id)
    UNION ALL BY NAME
    SELECT game_id, season, club, source, precedence, {_listed(_OF_CLUB)}
    FROM (SELECT * REPLACE ({_STATED}) FROM source_club_game) SEMI JOIN shared USING (game_id)
    UNION ALL BY NAME
    SELECT game_id, season, club, slot, source, precedence, {_listed(_OF_SLOT)}
    FROM source_lineup SEMI JOIN shared USING (game_id)
),
csv_line AS (
    SELECT l.*, coalesce(p.person_id, l.player_id) AS person
    FROM csv_player_line AS l LEFT JOIN season_person AS p ON p.source_id = l.player_id
    QUALIFY row_number() OVER (PARTITION BY l.game_id, l.club, person ORDER BY l.player_id) = 1
),
box_line AS (
    SELECT l.*, coalesce(p.person_id, l.player_id) AS person
    FROM event_file_player_line AS l LEFT JOIN season_person AS p ON p.source_id = l.player_id
    QUALIFY row_number() OVER (PARTITION BY l.game_id, l.club, person ORDER BY l.player_id) = 1
),
of_boxes AS (
    SELECT {_compared(_OF_LINE)}
    FROM (SELECT l.* FROM box_line AS l SEMI JOIN csv_line AS c ON c.game_id = l.game_id AND c.club = l.club) AS a
    FULL JOIN (SELECT l.* FROM csv_line AS l SEMI JOIN box_line AS c ON c.game_id = l.game_id AND c.club = l.club) AS b
        ON b.game_id = a.game_id AND b.club = a.club AND b.person = a.person
),
scored AS (SELECT game_id FROM event_file_game WHERE has_plays),
counted AS (
    SELECT
        game_id, season, club, person, any_value(player_id) AS player_id,
        {", ".join(f"coalesce(sum({name}), 0) AS {name}" for name in _OF_PLAYS)}
    FROM (
        SELECT
            game_id, season, batting_club AS club, coalesce(batter_person_id, batter_id) AS person,
            batter_id AS player_id, 1 AS plate_appearances
        FROM plate_appearance
        UNION ALL BY NAME
        SELECT
            game_id, season, club, coalesce(pitcher_person_id, pitcher_id) AS person, pitcher_id AS player_id,
            batters_faced, outs AS outs_pitched
        FROM pitching_appearance
    ) SEMI JOIN scored USING (game_id)
    GROUP BY game_id, season, club, person
),
of_plays AS (
    SELECT {_compared(_OF_PLAYS)}
    FROM (SELECT l.* FROM counted AS l SEMI JOIN csv_line AS c ON c.game_id = l.game_id AND c.club = l.club) AS a
    FULL JOIN (SELECT l.* FROM csv_line AS l SEMI JOIN scored AS s ON s.game_id = l.game_id) AS b
        ON b.game_id = a.game_id AND b.club = a.club AND b.person = a.person
    WHERE a.player_id IS NOT NULL OR {" OR ".join(f"b.{name} > 0" for name in _OF_PLAYS)}
)
SELECT
    a.game_id, a.season, a.club, a.slot, NULL AS line_player_id, a.figure, a.source, a.value,
    b.source AS other_source, b.value AS other_value
FROM told AS a
JOIN told AS b
    ON b.game_id = a.game_id AND b.club IS NOT DISTINCT FROM a.club AND b.slot IS NOT DISTINCT FROM a.slot
    AND b.figure = a.figure AND b.precedence > a.precedence
LEFT JOIN season_person AS p ON a.figure IN {_PEOPLE} AND p.source_id = a.value
LEFT JOIN season_person AS q ON b.figure IN {_PEOPLE} AND q.source_id = b.value
WHERE a.value <> b.value AND coalesce(p.person_id, a.value) <> coalesce(q.person_id, b.value)
    AND a.precedence = (SELECT min(precedence) FROM source_game AS first WHERE first.game_id = a.game_id)
UNION ALL BY NAME
SELECT *, 'retrosheet_event' AS source, 'retrosheet_csv' AS other_source
FROM (FROM of_boxes UNION ALL FROM of_plays)
WHERE value <> other_value
"""
