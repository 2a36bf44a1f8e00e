"""Table `club_game`: one row per club and game, with the manager who ran the game."""

from __future__ import annotations

from skipper.definitions.columns import GAME_OF_DAY, SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="club_game",
    grain="one row per club per game",
    key=("game_id", "club"),
    sources="Retrosheet game logs, else event files, else Retrosheet's CSV files, else the Stats API, else "
    "minor-league scores; throwing hands from Lahman People; appointed managers from Lahman Managers; minor-league "
    "managers from listed_manager",
    notes=(
        "A game in several sources has one row, taken from the first source in this order. Event files do not name "
        "the manager. Where neither the game log nor the CSV files name a manager, Lahman does if it lists a single "
        "manager for the club's whole season, and `manager_source` says so."
    ),
    columns=pick(
        SHARED,
        *GAME_OF_DAY,
        "game_type",
        "game_type_source",
        "level",
        "league",
        "club",
        Column("opponent", "string", "the other club's code", required=True),
        Column("is_home", "boolean", "whether the club was the home club (it may have batted first)", required=True),
        "source",
        Column(
            "manager_id", "string", "the source's id of the game's manager; null if unknown or if the source has no id"
        ),
        Column("manager_person_id", "string", "person_id of the manager; null if unknown"),
        Column("manager_name", "string", "the manager's name, as in person; null if unknown"),
        Column(
            "manager_source",
            "string",
            "game_log; retrosheet_csv (`mgr` in Retrosheet's CSV files); lahman_whole_season, if no game source names "
            "the manager and Lahman lists a single manager for the club's season; file, from a row of listed_manager; "
            "or statsapi_coaches, if listed_manager has nobody for the club's season and the Stats API's coaches "
            "include one manager and no interim manager; "
            "lahman_against_source, if manager_doubt is source_manager; null if unknown",
        ),
        Column(
            "manager_stated_id",
            "string",
            "the manager that the game's source states, if manager_id is another; null if they are the same",
        ),
        Column(
            "manager_doubt",
            "string",
            "kind of the manager_decision on the game's manager (source_manager, book_manager, unlisted_manager, "
            "missing_manager); null if the source and the record book do not contradict each other",
        ),
        Column(
            "manager_confidence",
            "string",
            "confidence of the listed_manager row, as stated by its author (strong, medium, weak); null for other "
            "sources, or if the row states none",
        ),
        Column(
            "credited_manager_id", "string", "the source's id of the credited manager; null if nobody can be credited"
        ),
        Column(
            "credited_manager_person_id",
            "string",
            "person_id of the credited manager; null if nobody can be credited",
        ),
        Column(
            "crediting",
            "string",
            "reason for the credit: appointed (the appointed manager ran the game), acting (a substitute ran "
            "it), inferred "
            "(the record book lacks the club's season); null if credited_manager_id is null",
        ),
        Column("runs_for", "int", "runs scored; null if the score is level and no source says how the game ended"),
        Column("runs_against", "int", "runs allowed; null if runs_for is null"),
        Column("result", "string", "W, L, T (tie) or N (no decision, or outcome unknown)", required=True),
        Column("decided_by", "string", "play, forfeit, or none (no decision, or outcome unknown)", required=True),
        Column("starting_pitcher_id", "string", "the source's id of the club's starter; null if unknown"),
        Column("starting_pitcher_person_id", "string", "person_id of the club's starter; null if unknown"),
        Column("opposing_starter_id", "string", "the source's id of the other club's starter; null if unknown"),
        Column(
            "opposing_starter_throws",
            "string",
            "throwing hand of the other club's starter, L, R or S; null if unknown",
        ),
        Column("protest", "string", "Retrosheet's protest code, as in game; null if there was no protest"),
        Column("has_lineup", "boolean", "whether a source has the club's starting lineup", required=True),
        Column("hits", "int", "hits, from the plays if the lake has them, else from the game log; null if unknown"),
        Column("errors", "int", "errors made in the field, from the same source as hits; null if unknown"),
        Column("left_on_base", "int", "runners left on base, from the same source as hits; null if unknown"),
        Column("outs_pitched", "int", "outs made in the field, from the same source as hits; null if unknown"),
        Column(
            "pitchers_used",
            "int",
            "pitchers used (a pitcher who returns to the mound counts again, as in cwgame), from the plays or the "
            "box-score event file; null if the lake has neither",
        ),
    ),
    checks=(
        Check(
            "club_game: each game has two sides, with opposite results",
            "SELECT game_id, list(club) AS clubs, list(result) AS results FROM club_game GROUP BY game_id "
            "HAVING count(*) <> 2 OR list_sort(list(result)) NOT IN (['L', 'W'], ['T', 'T'], ['N', 'N'])",
            "a game lacks two sides with opposite results",
        ),
        Check(
            "club_game: each game has two sides, with its score",
            "WITH fitting AS (SELECT c.game_id, count(*) AS sides FROM club_game AS c JOIN game AS g USING (game_id) "
            "WHERE c.club = if(c.is_home, g.home_club, g.visitor_club) "
            "AND c.runs_for IS NOT DISTINCT FROM if(c.is_home, g.home_score, g.visitor_score) "
            "AND c.runs_against IS NOT DISTINCT FROM if(c.is_home, g.visitor_score, g.home_score) GROUP BY c.game_id) "
            "SELECT game_id, sides FROM game LEFT JOIN fitting USING (game_id) WHERE sides IS DISTINCT FROM 2",
            "a game lacks two sides with its score",
        ),
        Check(
            "club_game: outs and errors equal the sums over event",
            "WITH summed AS (SELECT game_id, fielding_club AS club, sum(outs_on_play) AS outs, sum(errors) AS errors "
            "FROM event GROUP BY ALL) SELECT c.game_id, c.club FROM club_game AS c "
            "JOIN game AS g ON g.game_id = c.game_id AND g.has_plays "
            "LEFT JOIN summed AS s ON s.game_id = c.game_id AND s.club = c.club "
            "WHERE coalesce(s.outs, 0) <> c.outs_pitched OR coalesce(s.errors, 0) <> c.errors",
            "a club's outs or errors differ from its events",
        ),
        Check(
            "club_game: pitchers match pitching_appearance",
            "SELECT c.game_id, c.club FROM club_game AS c JOIN game AS g ON g.game_id = c.game_id AND g.has_plays "
            "LEFT JOIN pitching_appearance AS p ON p.game_id = c.game_id AND p.club = c.club "
            "GROUP BY c.game_id, c.club, c.pitchers_used, c.outs_pitched "
            "HAVING count(p.pitcher_id) IS DISTINCT FROM c.pitchers_used "
            "OR sum(p.outs) IS DISTINCT FROM c.outs_pitched",
            "a club's pitchers or their outs differ from its pitching appearances",
        ),
        Check(
            "club_game: wins equal losses over all clubs of a season",
            "SELECT season, count(*) FILTER (result = 'W') AS wins, count(*) FILTER (result = 'L') AS losses "
            "FROM club_game GROUP BY season HAVING wins <> losses",
            "a season's wins and losses differ",
        ),
        Check(
            "club_game: same games as in game",
            "SELECT game_id FROM game FULL JOIN club_game USING (game_id) "
            "WHERE game.home_club IS NULL OR club_game.club IS NULL",
            "a game is in only one of these tables",
        ),
    ),
)

SQL = """
SELECT
    g.* EXCLUDE (manager_id, manager_person_id, manager_name, manager_source),
    CASE WHEN c.manager_stated_id IS NULL THEN g.manager_id ELSE c.manager_id END AS manager_id,
    CASE
        WHEN c.manager_stated_id IS NULL THEN g.manager_source
        WHEN c.manager_id IS NOT NULL THEN 'lahman_against_source'
    END AS manager_source,
    CASE
        WHEN c.manager_stated_id IS NULL THEN coalesce(manager.name, g.manager_name) ELSE manager.name
    END AS manager_name,
    c.manager_stated_id, c.manager_doubt,
    l.level,
    CASE WHEN c.game_id IS NOT NULL THEN c.credited_manager_id ELSE g.manager_id END AS credited_manager_id,
    CASE WHEN c.game_id IS NOT NULL THEN c.crediting ELSE 'appointed' END AS crediting,
    CASE
        WHEN c.manager_stated_id IS NULL THEN coalesce(g.manager_person_id, manager.person_id)
        ELSE manager.person_id
    END AS manager_person_id,
    credited.person_id AS credited_manager_person_id,
    pitcher.person_id AS starting_pitcher_person_id,
    coalesce(g.stated_throws, starter.throws) AS opposing_starter_throws
FROM managed_club_game AS g
LEFT JOIN credit AS c ON c.game_id = g.game_id AND c.club = g.club
LEFT JOIN league AS l
    ON l.league = g.league AND g.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN season_person AS manager
    ON manager.source_id = CASE WHEN c.manager_stated_id IS NULL THEN g.manager_id ELSE c.manager_id END
LEFT JOIN season_person AS credited
    ON credited.source_id = CASE WHEN c.game_id IS NOT NULL THEN c.credited_manager_id ELSE g.manager_id END
LEFT JOIN season_person AS pitcher ON pitcher.source_id = g.starting_pitcher_id
LEFT JOIN season_person AS starter ON starter.source_id = g.opposing_starter_id
"""
