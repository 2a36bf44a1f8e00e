"""Table `development`: each player's seasons by manager, and the levels reached afterwards."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.definitions.levels import level_rank
from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.usage.playing_time import COLUMNS

# Maximum days of a rehabilitation assignment: 20, or 30 for a pitcher (MLB.com glossary, "Rehabilitation Assignment").
REHABILITATION_DAYS, PITCHERS_REHABILITATION_DAYS = 20, 30

TABLE = Table(
    name="development",
    grain="one row per player, club, season and manager of the game",
    key=("season", "club", "player_id", "manager_id", "manager_name"),
    by_season=False,
    sources="playing_time; person for the major-league debut",
    notes="Regular season. Exposure, not effect: a row says that the player played under the manager and what "
    "happened later, not that the manager caused it. The next level comes from games in the lake, so it is also "
    "null if the "
    "lake lacks the player's later games. `rehabilitation` is inferred, because no game source marks it. It is true "
    "for a minor-league row if the player had played in the majors before that season's first game for the club, "
    "played there that season or later, and the season's games for the club lie within "
    f"{REHABILITATION_DAYS} days, for a player who pitched {PITCHERS_REHABILITATION_DAYS}: the most that the majors "
    "allow for a rehabilitation assignment (MLB.com glossary). A short option, or a few days with one club of a "
    "season in the minors, looks the same; a second assignment to the same club in a season, or one before "
    "retirement, goes unmarked. Transactions are not used.",
    columns=pick(
        SHARED,
        *COLUMNS,
        Column(
            "next_level",
            "string",
            "level of the first later game at a higher level in the lake, or start where it has no plays; null if none",
        ),
        Column("next_club", "string", "club of that game; null if none"),
        Column("next_season", "int", "season of that game; null if none"),
        Column("next_day", "date", "day of that game, after first_day; null if none"),
        Column("major_league_debut", "date", "the player's first major-league game; null if none or unknown"),
        Column("major_league_debut_season", "int", "season of the debut; null if none or unknown"),
        Column(
            "debuted_before",
            "boolean",
            "whether the debut came before first_day; null if unknown (a debut in that season without its day, or a "
            "player whom neither Register nor Lahman lists)",
        ),
        Column(
            "rehabilitation",
            "boolean",
            "whether the games look like a rehabilitation assignment, by the rule above; null if a fact that the rule "
            "needs is unknown",
        ),
    ),
    checks=(
        Check(
            "development: rows match playing_time",
            "SELECT season FROM (SELECT season, count(*) AS stints, sum(lineup_starts) AS starts FROM development "
            "GROUP BY season) AS d FULL JOIN (SELECT season, count(*) AS stints, sum(lineup_starts) AS starts "
            "FROM playing_time GROUP BY season) AS p USING (season) WHERE d.stints IS DISTINCT FROM p.stints "
            "OR d.starts IS DISTINCT FROM p.starts",
            "a season's rows differ from its playing time",
        ),
        Check(
            "development: the next level is later and higher",
            f"SELECT season, club, player_id FROM development WHERE next_day <= first_day "
            f"OR coalesce({level_rank('next_level')} <= {level_rank('level')}, false)",
            "a next level is not higher, or not later",
        ),
    ),
)

# A later season's rows give the first day at a club, which is enough. The season's own first day at a higher level may
# precede this row's, so playing_time has the day after it.
SQL = f"""
WITH later AS (
    SELECT
        p.season, p.club, p.player_id, p.manager_id, p.manager_name,
        min(struct_pack(first_day := n.first_day, level := n.level, club := n.club, season := n.season)) AS game
    FROM playing_time AS p
    JOIN playing_time AS n
        ON n.player_person_id = p.player_person_id AND n.season > p.season
        AND {level_rank("n.level")} > {level_rank("p.level")}
    WHERE p.higher_level IS NULL
    GROUP BY p.season, p.club, p.player_id, p.manager_id, p.manager_name
),
stay AS (
    SELECT
        season, club, player_id, min(first_day) AS first_day,
        date_diff('day', min(first_day), max(last_day)) + 1 AS days,
        max(pitching_starts + coalesce(games_pitched, 0)) > 0 AS pitched
    FROM playing_time GROUP BY season, club, player_id
),
placed AS (
    SELECT
        p.*,
        coalesce(p.higher_level, l.game.level) AS next_level, coalesce(p.higher_club, l.game.club) AS next_club,
        CASE WHEN p.higher_level IS NOT NULL THEN p.season ELSE l.game.season END AS next_season,
        coalesce(p.higher_day, l.game.first_day) AS next_day,
        who.debut AS major_league_debut, coalesce(year(who.debut), who.mlb_played_first) AS major_league_debut_season,
        who.mlb_played_last, who.source IN ('register', 'lahman') AS listed, y.first_day AS first_of_stay,
        y.days <= CASE WHEN y.pitched THEN {PITCHERS_REHABILITATION_DAYS} ELSE {REHABILITATION_DAYS} END AS is_short
    FROM playing_time AS p
    LEFT JOIN later AS l
        ON l.season = p.season AND l.club = p.club AND l.player_id = p.player_id
        AND l.manager_id IS NOT DISTINCT FROM p.manager_id
        AND l.manager_name IS NOT DISTINCT FROM p.manager_name
    JOIN stay AS y ON y.season = p.season AND y.club = p.club AND y.player_id = p.player_id
    LEFT JOIN person AS who ON who.person_id = p.player_person_id
)
SELECT
    placed.*,
    {{before_first_day}} AS debuted_before,
    CASE
        WHEN level IS NULL THEN NULL
        WHEN level = 'MLB' OR {level_rank("level")} IS NULL OR NOT is_short THEN FALSE
        ELSE ({{before_stay}}) AND CASE WHEN mlb_played_last IS NULL AND NOT listed THEN NULL
            ELSE coalesce(mlb_played_last >= season, FALSE) END
    END AS rehabilitation
FROM placed
"""
_BEFORE = """CASE
        WHEN major_league_debut IS NOT NULL THEN major_league_debut < {day}
        WHEN major_league_debut_season <> season THEN major_league_debut_season < season
        WHEN major_league_debut_season IS NULL AND listed THEN FALSE
    END"""
SQL = SQL.format(before_first_day=_BEFORE.format(day="first_day"), before_stay=_BEFORE.format(day="first_of_stay"))
