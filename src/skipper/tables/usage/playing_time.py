"""Table `playing_time`: each player's playing time for a club under each manager, in a season."""

from __future__ import annotations

from skipper.definitions.columns import PLAYER, SHARED, UNKNOWN_MANAGER
from skipper.definitions.levels import level_rank
from skipper.lake.contract import Check, Column, Table, pick

_SLOTS, _POSITIONS = range(1, 10), range(1, 11)

_NEITHER = "null if there is neither play-by-play nor a box score"

COLUMNS = pick(
    SHARED,
    "season",
    "club",
    "league",
    "level",
    *UNKNOWN_MANAGER,
    *PLAYER,
    Column("club_games", "int", "the club's games under this manager", required=True),
    Column("club_games_with_plays", "int", "club_games with play-by-play", required=True),
    Column(
        "club_games_with_lines",
        "int",
        "club_games without play-by-play that have a box score of the club (player_game_line)",
        required=True,
    ),
    Column(
        "games",
        "int",
        f"games known to include the player: starts, and others by play-by-play, box score or another list; {_NEITHER}",
    ),
    Column("lineup_starts", "int", "starts in a slot of the batting order", required=True),
    Column("pitching_starts", "int", "starts as pitcher, in a batting slot or not", required=True),
    Column(
        "plate_appearances",
        "int",
        f"plate appearances in those games with plays or box score; {_NEITHER}, or a box score lacks the player's",
    ),
    Column("games_pitched", "int", f"games known to include a pitching appearance, as in games; {_NEITHER}"),
    Column(
        "outs_pitched", "int", f"outs made while the player pitched, likewise; {_NEITHER}, or a box score lacks them"
    ),
    Column("batters_faced", "int", f"batters faced as pitcher, likewise; {_NEITHER}, or a box score lacks them"),
    *(Column(f"slot_{slot}", "int", f"starts in slot {slot}", required=True) for slot in _SLOTS),
    *(
        Column(f"position_{n}", "int", f"lineup starts at position {n} (as in lineup)", required=True)
        for n in _POSITIONS
    ),
    Column("position_unknown", "int", "lineup starts at an unknown position", required=True),
    Column("first_day", "date", "day of the first game known to include the player", required=True),
    Column("last_day", "date", "day of the last such game", required=True),
)

# A player's plate appearances are known if those of every game with plays or a box score are.
_UNEQUAL_APPEARANCES = """
WITH regular AS (
    SELECT c.game_id, c.club, g.has_plays FROM club_game AS c JOIN game AS g ON g.game_id = c.game_id
    WHERE c.game_type = 'regular'
),
batted AS (
    SELECT p.season, p.batting_club AS club, p.batter_id AS player_id, count(*) AS appearances
    FROM plate_appearance AS p JOIN regular AS r ON r.game_id = p.game_id AND r.club = p.batting_club
    GROUP BY ALL
    UNION ALL
    SELECT l.season, l.club, l.player_id, l.plate_appearances
    FROM player_game_line AS l JOIN regular AS r ON r.game_id = l.game_id AND r.club = l.club
    WHERE l.has_box_score AND l.is_batter AND NOT r.has_plays
),
counted AS (
    SELECT season, club, player_id, plate_appearances AS appearances FROM playing_time
    WHERE club_games_with_plays + club_games_with_lines > 0
),
expected AS (
    SELECT season, club, player_id, if(count(*) = count(appearances), sum(appearances), NULL) AS appearances
    FROM batted GROUP BY ALL
),
used AS (
    SELECT season, club, player_id, if(count(*) = count(appearances), sum(appearances), NULL) AS appearances
    FROM counted GROUP BY ALL
)
(FROM used WHERE appearances IS DISTINCT FROM 0 EXCEPT FROM expected)
UNION ALL (FROM expected WHERE appearances IS DISTINCT FROM 0 EXCEPT FROM used)"""

TABLE = Table(
    name="playing_time",
    grain="one row per player, club, season and manager of the game",
    key=("season", "club", "player_id", "manager_id", "manager_name"),
    sources="club_game, lineup, substitution, plate_appearance and pitching_appearance; player_game_line for games "
    "without play-by-play; regular season",
    notes="Unlike player_usage, it includes players without a start, and separates managers without an id by name. "
    "Without play-by-play or box score, only starters and players of another list are known, so first_day and last_day "
    "are the days of such games.",
    columns=pick(
        SHARED,
        *COLUMNS,
        Column("higher_level", "string", "level of the first later game of the season at a higher level; null if none"),
        Column("higher_club", "string", "club of that game; null if none"),
        Column("higher_day", "date", "day of that game, after first_day; null if none"),
    ),
    checks=(
        Check(
            "playing_time: starts equal those in lineup",
            "WITH used AS (SELECT season, club, sum(lineup_starts) AS starts FROM playing_time GROUP BY ALL "
            "HAVING sum(lineup_starts) > 0), "
            "started AS (SELECT l.season, l.club, count(*) AS starts FROM lineup AS l "
            "JOIN club_game AS c ON c.game_id = l.game_id AND c.club = l.club WHERE game_type = 'regular' "
            "GROUP BY ALL) "
            "(FROM used EXCEPT FROM started) UNION ALL (FROM started EXCEPT FROM used)",
            "a club's starts differ from its lineups",
        ),
        Check(
            "playing_time: plate appearances equal those of plays and box scores",
            _UNEQUAL_APPEARANCES,
            "a player's plate appearances differ from those in plate_appearance and player_game_line",
        ),
    ),
)

# A manager without an id is identified by name. Without plays and lines, a player's figures are unknown, not 0.
_COUNTED = ("games", "plate_appearances", "games_pitched", "outs_pitched", "batters_faced")
_MAY_BE_UNKNOWN = ("plate_appearances", "outs_pitched", "batters_faced")
_FIGURE = (
    "if(club_games_with_plays + club_games_with_lines > 0 AND NOT {unknown}, coalesce(u.{name}, 0), NULL) AS {name}"
)
_FIGURES = ", ".join(
    _FIGURE.format(name=name, unknown=f"has_unknown_{name}" if name in _MAY_BE_UNKNOWN else "false")
    for name in _COUNTED
)
_UNKNOWN = tuple(f"has_unknown_{name}" for name in _MAY_BE_UNKNOWN)
SQL = f"""
WITH tenure AS (
    SELECT
        g.season, g.club, coalesce(g.manager_id, g.manager_name, '') AS manager, any_value(g.league) AS league,
        any_value(g.level) AS level, any_value(g.manager_id) AS manager_id,
        any_value(g.manager_person_id) AS manager_person_id, max(g.manager_name) AS manager_name,
        count(*) AS club_games, count(*) FILTER (k.has_plays) AS club_games_with_plays,
        count(l.game_id) FILTER (NOT k.has_plays) AS club_games_with_lines
    FROM regular_club_game AS g JOIN game AS k ON k.game_id = g.game_id
    LEFT JOIN (SELECT DISTINCT game_id, club FROM player_game_line WHERE has_box_score) AS l
        ON l.game_id = g.game_id AND l.club = g.club
    GROUP BY g.season, g.club, manager
),
used AS (
    SELECT
        p.season, p.club, p.manager, p.player_id, any_value(p.player_person_id) AS player_person_id,
        count(*) AS games,
        count(p.slot) AS lineup_starts, count(*) FILTER (p.started_as_pitcher) AS pitching_starts,
        sum(p.plate_appearances) AS plate_appearances,
        count(*) FILTER (p.pitched) AS games_pitched,
        {", ".join(f"bool_or(p.{name}) AS {name}" for name in _UNKNOWN)},
        sum(p.outs_pitched) AS outs_pitched, sum(p.batters_faced) AS batters_faced,
        {", ".join(f"count(*) FILTER (p.slot = {slot}) AS slot_{slot}" for slot in _SLOTS)},
        {", ".join(f"count(*) FILTER (p.slot IS NOT NULL AND p.position = {n}) AS position_{n}" for n in _POSITIONS)},
        count(*) FILTER (p.slot IS NOT NULL AND p.position IS NULL) AS position_unknown,
        min(p.date) AS first_day, max(p.date) AS last_day
    FROM player_game AS p GROUP BY p.season, p.club, p.manager, p.player_id
),
promoted AS (
    SELECT player_person_id FROM player_game GROUP BY player_person_id HAVING min(level) <> max(level)
),
higher AS (
    SELECT
        u.club, u.manager, u.player_id,
        arg_min(struct_pack(level := g.level, club := g.club, day := g.date), (g.date, g.game_id)) AS game
    FROM used AS u
    JOIN tenure AS t ON t.season = u.season AND t.club = u.club AND t.manager = u.manager
    JOIN (FROM player_game SEMI JOIN promoted USING (player_person_id)) AS g
        ON g.player_person_id = u.player_person_id AND g.date > u.first_day
        AND {level_rank("g.level")} > {level_rank("t.level")}
    GROUP BY u.club, u.manager, u.player_id
)
SELECT
    u.* EXCLUDE ({", ".join(_UNKNOWN)}) REPLACE ({_FIGURES}),
    t.* EXCLUDE (season, club, manager), n.name AS player_name,
    h.game.level AS higher_level, h.game.club AS higher_club, h.game.day AS higher_day
FROM used AS u
JOIN tenure AS t ON t.season = u.season AND t.club = u.club AND t.manager = u.manager
LEFT JOIN higher AS h ON h.club = u.club AND h.manager = u.manager AND h.player_id = u.player_id
LEFT JOIN season_name AS n ON n.season = u.season AND n.source_id = u.player_id
"""
