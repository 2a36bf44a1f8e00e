"""Table `manager_tendency`: how each manager uses tactical chances, compared with the league."""

from __future__ import annotations

from skipper.definitions.columns import MANAGER, SHARED
from skipper.definitions.tendencies import NEARLY_ALL, TENDENCIES
from skipper.lake.contract import Check, Column, Table, pick
from skipper.lake.reader import literal

_SHARES = ", ".join(f"'{one.name}'" for one in TENDENCIES if one.measure == "share")

TABLE = Table(
    name="manager_tendency",
    grain="one row per manager, club, season and tendency",
    key=("season", "club", "manager_person_id", "tendency"),
    sources="event, plate_appearance, pitching_appearance, substitution, ejection, game, club_game, lineup",
    notes=(
        "The Tendencies page defines every tendency, with its source or the word `ours` for Skipper's own rules. The "
        "manager is the person "
        "who ran the game if a game log covers it, else the credited manager if the record book lists a single "
        "manager for the club's whole season; other games count only in the league's rates. A league's "
        "rate covers all its clubs in the same situations. A manager's chances depend on who gets on base, so no "
        "figure is due to the manager alone. Only regular-season games count, according to `game.game_type`; a "
        "tie-breaking playoff belongs to the regular season."
    ),
    columns=pick(
        SHARED,
        "season",
        "league",
        "club",
        Column(
            "manager_id",
            "string",
            "Retrosheet id of the manager who ran the games according to the game logs or, for games without a log, "
            "of the credited manager; manager_source says which",
            required=True,
        ),
        *MANAGER[1:],
        Column(
            "manager_source",
            "string",
            "game_log (ran the games); both, if only some games have a log; else as in club_game",
            required=True,
        ),
        Column("games", "int", "the manager's regular-season games in the event files", required=True),
        Column("tendency", "string", "name of the tendency, as defined on the Tendencies page", required=True),
        Column("unit", "string", "unit of one chance", required=True),
        Column("chances", "int", "chances; null if the files do not record them, as with unknown pitches"),
        Column("attempts", "int", "attempts within those chances; null if chances is null"),
        Column("successes", "int", "successful attempts; null if chances is null or success is not defined"),
        Column(
            "outside_chances",
            "int",
            "attempts outside a chance, such as the trailing runner of a double steal, which no rate includes; null if "
            "impossible or unknown",
        ),
        Column("rate", "double", "attempts / chances; null if there are no chances"),
        Column(
            "rate_low",
            "double",
            "lower end of the 95% interval of the rate: Wilson's for shares, a score interval with the league's "
            "dispersion for counts per game; null if there is none",
        ),
        Column("rate_high", "double", "upper end of the interval"),
        Column("league_chances", "int", "chances of all the league's clubs; null if chances or the league is null"),
        Column("league_attempts", "int", "attempts of all the league's clubs; null if league_chances is null"),
        Column("league_rate", "double", "league_attempts / league_chances; null if there are no chances"),
        Column(
            "index",
            "double",
            "100 x rate / league_rate (100 is the league); null if the rate is null or the league has no attempts",
        ),
    ),
    checks=(
        Check(
            "manager_tendency: a share has no more attempts than chances, and no fewer than successes",
            "SELECT * FROM manager_tendency WHERE successes > attempts OR league_attempts < attempts "
            "OR league_chances < chances OR (attempts IS NULL) <> (chances IS NULL) "
            f"OR (attempts > chances AND tendency IN ({_SHARES}))",
            "the counts of a tendency are inconsistent",
        ),
        Check(
            "manager_tendency: every manager has every tendency",
            "SELECT season, club, manager_person_id, count(*) AS rows FROM manager_tendency GROUP BY ALL "
            f"HAVING count(*) <> {len(TENDENCIES)}",
            "a manager lacks a tendency",
        ),
        Check(
            "manager_tendency: managers' games match club_game",
            "WITH ran AS (SELECT c.season, c.club, coalesce(c.manager_person_id, c.credited_manager_person_id) AS "
            "manager_person_id, count(*) AS games FROM club_game AS c "
            "JOIN game AS g ON g.game_id = c.game_id AND g.game_type = 'regular' AND g.has_plays "
            "WHERE coalesce(c.manager_person_id, c.credited_manager_person_id) IS NOT NULL GROUP BY ALL), "
            "here AS (SELECT DISTINCT season, club, manager_person_id, games FROM manager_tendency) "
            "(FROM ran EXCEPT FROM here) UNION ALL (FROM here EXCEPT FROM ran)",
            "a manager's games differ from the manager's regular-season games with plays in club_game",
        ),
    ),
    rows_need=("event",),
)


_DESCRIBED = ", ".join(
    f"({', '.join(map(literal, (one.name, one.unit, one.measure, one.recorded_if_any, one.recorded_since)))})"
    for one in TENDENCIES
)
_Z = 1.959963984540054  # the 97.5th percentile of the normal distribution
_COUNTS = ("chances", "attempts", "successes", "outside_chances")

# One row per manager and tendency, joined with the league's figures. The 95% intervals are Wilson's score interval for
# a share and, for a count per game, the score interval of a Poisson mean scaled by the league's variance-to-mean ratio
# per game, since managers' counts vary less (pitchers used) or more than Poisson counts.
SQL = f"""
WITH described(tendency, unit, measure, recorded_if_any, recorded_since) AS (VALUES {_DESCRIBED}),
summed AS (
    SELECT
        s.season, s.club, s.manager_person_id, t.tendency,
        {", ".join(f"sum(t.{name}) AS {name}" for name in _COUNTS)}, sum(t.attempts * t.attempts) AS squares
    FROM tendency_count AS t JOIN tactics_side AS s ON s.game_id = t.game_id AND s.club = t.club
    WHERE t.tendency <> 'double_switch' OR NOT s.uses_designated_hitter
    GROUP BY ALL
    UNION ALL BY NAME
    SELECT
        s.season, s.club, s.manager_person_id, 'lineups_used' AS tendency,
        count(*) AS chances, count(DISTINCT o.batting_order) AS attempts
    FROM tactics_side AS s
    JOIN (
        SELECT game_id, club, list((slot, player_id) ORDER BY slot, player_id) AS batting_order
        FROM starter_hand GROUP BY game_id, club
    ) AS o ON o.game_id = s.game_id AND o.club = s.club
    GROUP BY ALL
),
manager AS (
    SELECT
        season, club, manager_person_id, max(league) AS league, count(*) AS games,
        arg_max(manager_id, (coalesce(manager_source = 'game_log', false), manager_id)) AS manager_id,
        arg_max(manager_name, (coalesce(manager_source = 'game_log', false), manager_name)) AS manager_name,
        if(count(DISTINCT manager_source) > 1, 'both', any_value(manager_source)) AS manager_source
    FROM tactics_side GROUP BY season, club, manager_person_id
),
every AS (
    SELECT m.*, d.*, {", ".join(f"s.{name}" for name in (*_COUNTS, "squares"))}
    FROM manager AS m CROSS JOIN described AS d
    LEFT JOIN summed AS s
        ON s.season = m.season AND s.club = m.club AND s.tendency = d.tendency
        AND s.manager_person_id IS NOT DISTINCT FROM m.manager_person_id
),
recorded AS (
    SELECT * REPLACE ({", ".join(f"CASE WHEN is_recorded THEN {name} END AS {name}" for name in _COUNTS)})
    FROM (
        SELECT
            *,
            (NOT recorded_if_any OR sum(attempts) OVER of_season > 0)
            AND (recorded_since IS NULL OR season >= recorded_since OR sum(attempts) OVER of_league > 0) AS is_recorded
        FROM every
        WINDOW of_season AS (PARTITION BY season, tendency), of_league AS (PARTITION BY season, league, tendency)
    )
),
beside AS (
    SELECT
        *,
        CASE WHEN league IS NOT NULL AND chances IS NOT NULL THEN sum(chances) OVER of_league END AS league_chances,
        CASE WHEN league IS NOT NULL AND chances IS NOT NULL THEN sum(attempts) OVER of_league END AS league_attempts,
        CASE WHEN league IS NOT NULL AND chances IS NOT NULL THEN sum(squares) OVER of_league END AS league_squares,
        chances >= {NEARLY_ALL} * sum(chances) OVER (PARTITION BY season, club, tendency) AS nearly_all,
        attempts / nullif(chances, 0) AS rate
    FROM recorded WINDOW of_league AS (PARTITION BY season, league, tendency)
),
rated AS (
    SELECT
        *, league_attempts / nullif(league_chances, 0) AS league_rate,
        CASE WHEN league_chances > 1 THEN
            (league_squares - league_attempts * league_attempts / nullif(league_chances, 0)::DOUBLE)
            / (league_chances - 1) / nullif(league_attempts / nullif(league_chances, 0), 0)
        END AS dispersion
    FROM beside
)
SELECT
    *,
    CASE
        WHEN rate IS NULL THEN NULL
        WHEN measure = 'share' THEN greatest(
            0.0, (rate + {_Z * _Z} / (2 * chances) - {_Z} * sqrt(
                greatest(0, rate * (1 - rate) / chances + {_Z * _Z} / (4.0 * chances * chances)))
            ) / (1 + {_Z * _Z} / chances))
        WHEN measure = 'count' AND dispersion IS NOT NULL THEN greatest(
            0.0, (attempts + {_Z * _Z} * dispersion / 2
            - {_Z} * sqrt(dispersion * (attempts + {_Z * _Z} * dispersion / 4))) / chances)
    END AS rate_low,
    CASE
        WHEN rate IS NULL THEN NULL
        WHEN measure = 'share' THEN least(
            1.0, (rate + {_Z * _Z} / (2 * chances) + {_Z} * sqrt(
                greatest(0, rate * (1 - rate) / chances + {_Z * _Z} / (4.0 * chances * chances)))
            ) / (1 + {_Z * _Z} / chances))
        WHEN measure = 'count' AND dispersion IS NOT NULL THEN
            (attempts + {_Z * _Z} * dispersion / 2
            + {_Z} * sqrt(dispersion * (attempts + {_Z * _Z} * dispersion / 4))) / chances
    END AS rate_high,
    CASE WHEN measure <> 'distinct' OR nearly_all THEN 100 * rate / nullif(league_rate, 0) END AS index
FROM rated WHERE manager_person_id IS NOT NULL
"""
