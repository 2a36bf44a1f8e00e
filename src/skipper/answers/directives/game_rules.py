"""Games and their judgment, as SQL.

Each step defines a relation from earlier steps, from the question's relations (`question.RELATIONS`), and from the
lake's `club_game` and `lineup`. docs/directives.md defines the rules. A test compares the rows with those of an
evaluator written from that page alone. The kinds of directive (`kinds/`) declare what is their own.

`played` orders a season's games by date, then game number. No row depends on another plan's directives, so that many
plans can be evaluated in parts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from skipper.answers.directives.kinds.kind import kinds
from skipper.answers.directives.later_in_game import later_step
from skipper.answers.directives.question import RELATIONS
from skipper.answers.directives.rule_sql import lineup_kinds, of_rule, own_columns, reasons
from skipper.answers.directives.slot_cost import cost_steps
from skipper.answers.directives.verdicts import pace_step
from skipper.lake.sql import tables_in

# Regular-season games in the seasons in question, for the directives' clubs and for clubs where the players started.
_SIDE = """
SELECT g.game_id, g.season, g.date, g.game_number, g.club, g.level, g.manager_id, g.manager_person_id, g.manager_name,
    g.manager_source, g.opposing_starter_throws AS opposing_hand, g.starting_pitcher_person_id, g.has_lineup,
    concat(CAST(g.date AS STRING), g.game_number) AS played
FROM club_game AS g
WHERE g.game_type = 'regular' AND g.season IN ({seasons})
"""

# Starts by the players in question, for any club: in a slot, or as starting pitcher without a slot (position 1).
_STARTED = """
SELECT g.season, g.date, g.played, g.game_id, g.club, l.player_person_id AS person_id, l.slot, l.position
FROM side AS g
JOIN lineup AS l ON l.season = g.season AND l.game_id = g.game_id AND l.club = g.club
JOIN (SELECT DISTINCT season, person_id FROM directive) AS d
    ON d.season = g.season AND d.person_id = l.player_person_id
WHERE l.season IN ({seasons})
UNION ALL
SELECT g.season, g.date, g.played, g.game_id, g.club, g.starting_pitcher_person_id, NULL AS slot, 1 AS position
FROM side AS g
JOIN (SELECT DISTINCT season, person_id FROM directive) AS d
    ON d.season = g.season AND d.person_id = g.starting_pitcher_person_id
LEFT JOIN lineup AS l ON l.season = g.season AND l.game_id = g.game_id AND l.club = g.club
    AND l.player_person_id = g.starting_pitcher_person_id AND l.season IN ({seasons})
WHERE l.slot IS NULL
"""

# Every game of these players, for any club: the starts and, with play-by-play, the games entered later.
_APPEARED = """
SELECT season, date, played, game_id, club, person_id, slot, position, TRUE AS started FROM started
"""
_ENTERED = """
UNION ALL
SELECT DISTINCT g.season, g.date, g.played, g.game_id, g.club, e.player_person_id AS person_id,
    CAST(NULL AS INT) AS slot, CAST(NULL AS INT) AS position, FALSE AS started
FROM side AS g
JOIN substitution AS e ON e.season = g.season AND e.game_id = g.game_id AND e.club = g.club
JOIN (SELECT DISTINCT season, person_id FROM directive) AS d
    ON d.season = g.season AND d.person_id = e.player_person_id
LEFT JOIN started AS s ON s.season = g.season AND s.game_id = g.game_id AND s.club = g.club
    AND s.person_id = e.player_person_id
WHERE e.season IN ({seasons}) AND s.game_id IS NULL
"""

# The club's games with the player's part in them, and the player's games elsewhere (game_id null).
_EVERY_GAME = """
SELECT d.plan, d.directive, d.person_id, c.club, g.game_id, g.season, g.date, g.game_number, g.played, g.manager_id,
    g.manager_person_id, g.manager_name, g.manager_source, g.opposing_hand, g.has_lineup, s.slot, s.position,
    coalesce(s.started, FALSE) AS started, CASE WHEN s.game_id IS NOT NULL THEN c.club END AS appeared_for
FROM directive AS d
JOIN directive_club AS c ON c.plan = d.plan AND c.directive = d.directive
JOIN side AS g ON g.season = d.season AND g.club = c.club AND g.date <= d.through AND d.kind IN ({kinds})
LEFT JOIN appeared AS s ON s.season = g.season AND s.game_id = g.game_id AND s.club = g.club
    AND s.person_id = d.person_id
UNION ALL
SELECT d.plan, d.directive, d.person_id, c.club, NULL AS game_id, s.season, s.date, NULL AS game_number, s.played,
    NULL AS manager_id, NULL AS manager_person_id, NULL AS manager_name, NULL AS manager_source, NULL AS opposing_hand,
    NULL AS has_lineup, NULL AS slot, NULL AS position, FALSE AS started, s.club AS appeared_for
FROM directive AS d
JOIN directive_club AS c ON c.plan = d.plan AND c.directive = d.directive
JOIN appeared AS s ON s.season = d.season AND s.person_id = d.person_id AND s.club <> c.club AND s.date <= d.through
    AND d.kind IN ({kinds})
"""

# The player's first and last start for the club, and the club of the player's previous game (or, elsewhere, at the
# same time) and of the next one. The club is appended to the game's order key, so the greatest text is the last game.
_SURROUNDED = """
SELECT t.*,
    min(CASE WHEN t.started THEN t.played END) OVER (PARTITION BY t.plan, t.directive, t.club) AS first_start,
    max(CASE WHEN t.started THEN t.played END) OVER (PARTITION BY t.plan, t.directive, t.club) AS last_start,
    max(CASE WHEN t.appeared_for IS NOT NULL THEN concat(t.played, t.appeared_for) END) OVER (
        PARTITION BY t.plan, t.directive, t.club ORDER BY t.played, CASE WHEN t.game_id IS NULL THEN 0 ELSE 1 END
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS appearance_before,
    min(CASE WHEN t.appeared_for IS NOT NULL THEN concat(t.played, t.appeared_for) END) OVER (
        PARTITION BY t.plan, t.directive, t.club ORDER BY t.played DESC, CASE WHEN t.game_id IS NULL THEN 1 ELSE 0 END
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS appearance_after
FROM every_game AS t
"""

# Games on the directive's days.
_SPAN = """
SELECT t.*, d.kind, d.rule, d.hand, d.wanted, d.required, d.availability, d.by_games, d.last_day, d.through,
    substring(t.appearance_before, length(t.played) + 1) AS club_before,
    substring(t.appearance_after, length(t.played) + 1) AS club_after,
    coalesce(t.appearance_before LIKE concat(CAST(t.date AS STRING), '%')
        AND substring(t.appearance_before, length(t.played) + 1) <> t.club, FALSE)
        OR coalesce(t.appearance_after LIKE concat(CAST(t.date AS STRING), '%')
        AND substring(t.appearance_after, length(t.played) + 1) <> t.club, FALSE) AS elsewhere_that_day,
    t.started OR t.has_lineup AS start_known{own}
FROM surrounded AS t
JOIN directive AS d ON d.plan = t.plan AND d.directive = t.directive
WHERE t.game_id IS NOT NULL AND t.date >= d.first_day AND t.date <= d.last_day
"""

# The player's spell at the club by transactions. Days near a transaction whose day is a guess or only a month are
# uncertain unless a game shows where the player was: an uncertain day never decides against a manager.
_SPELLED = """
SELECT t.*, r.first_day AS spell_day, r.is_available, r.reason AS spell_reason,
    coalesce(substring(t.appearance_before, 1, 10) > CAST(r.first_day AS STRING)
        AND (t.club_before = t.club) <> r.is_available, FALSE) AS is_contradicted,
    CASE WHEN r.first_day IS NULL THEN FALSE
        WHEN r.is_available IS NOT DISTINCT FROM FALSE
            THEN coalesce(t.date < r.known_from, TRUE)
                AND coalesce(substring(t.appearance_before, 1, 10) > CAST(r.first_day AS STRING)
                    AND t.club_before = t.club, FALSE)
        ELSE (coalesce(t.date < r.known_from, TRUE)
                AND NOT coalesce(substring(t.appearance_before, 1, 10) >= CAST(r.first_day AS STRING)
                    AND t.club_before = t.club, FALSE))
            OR (r.known_through IS NULL
                AND NOT coalesce(substring(t.appearance_after, 1, 10) <= CAST(r.last_day AS STRING)
                    AND t.club_after = t.club, FALSE)) END AS is_uncertain
FROM span AS t
LEFT JOIN roster_status AS r ON r.season = t.season AND r.person_id = t.person_id AND r.club = t.club
    AND t.date >= r.first_day AND t.date <= r.last_day
"""

# Transactions decide, unless the spell leaves it to the games, or a game since its first day contradicts it: a game for
# the club by a player who was not with it, or for another club by one who was. A day's transaction follows its games.
_STATED = """
SELECT t.*,
    CASE WHEN t.is_uncertain THEN 'roster status unknown' WHEN NOT t.is_available THEN t.spell_reason END
        AS roster_reason,
    CASE WHEN t.availability <> 'transactions' THEN t.availability
        WHEN t.is_uncertain THEN 'transactions'
        WHEN t.spell_day IS NULL OR t.is_available IS NULL OR t.is_contradicted THEN t.by_games
        ELSE 'transactions' END AS source
FROM spelled AS t
"""

# in_question is null if the opposing hand is unknown. reason states why the game cannot be judged.
_ANSWERABLE = """
SELECT t.*{own},
    CASE WHEN t.hand IS NULL THEN TRUE
        WHEN t.opposing_hand IS NULL OR t.opposing_hand NOT IN ('L', 'R') THEN NULL
        ELSE t.opposing_hand = t.hand END AS in_question,
    CASE WHEN t.hand IS NOT NULL AND (t.opposing_hand IS NULL OR t.opposing_hand NOT IN ('L', 'R'))
            THEN 'opposing hand unknown'
        WHEN t.hand IS NOT NULL AND t.opposing_hand <> t.hand THEN 'against the other hand'
        WHEN NOT {known} THEN 'lineup unknown'
        WHEN u.day IS NOT NULL THEN concat('unavailable: ', u.reason)
        WHEN t.appeared_for IS NULL AND t.elsewhere_that_day THEN 'on another club'
        WHEN t.appeared_for IS NULL AND t.source = 'transactions' AND t.roster_reason IS NOT NULL THEN t.roster_reason
        WHEN t.appeared_for IS NULL AND t.source <> 'transactions'
            AND coalesce(t.club_before, t.club_after) IS NOT NULL
            AND coalesce(t.club_before, '') <> t.club AND coalesce(t.club_after, '') <> t.club
            THEN 'on another club'
        WHEN t.source = 'organization' AND t.appeared_for IS NULL
            AND (t.club_before IS NULL OR t.club_after IS NULL) THEN 'outside the window of games that season'
        WHEN t.source = 'organization' AND t.appeared_for IS NULL AND t.club_before <> t.club_after
            THEN 'between clubs'
        WHEN t.source = 'window'
            AND (t.first_start IS NULL OR t.played < t.first_start OR t.played > t.last_start)
            THEN 'outside the window of starts for the club'
{reasons}
    END AS reason
FROM stated AS t
LEFT JOIN unavailable AS u ON u.plan = t.plan AND u.person_id = t.person_id AND u.day = t.date
"""

_JUDGED = "SELECT t.*{own} FROM answerable AS t"

# followed covers applicable games. did covers every game in question, whether the player was available or not, and is
# null if it is unknown what the player did.
_FOLLOWED = """
SELECT t.*, t.reason IS NULL AS applicable,
    CASE WHEN t.reason IS NULL THEN {followed} END AS followed,
    CASE WHEN t.in_question AND {known} THEN {did} END AS did
FROM answered AS t
"""


def game_steps(asked: Collection[str], plays: bool) -> tuple[tuple[str, str], ...]:
    """Return the steps that build `directive_game`.

    `asked` are the kinds of the directives; `plays` adds, from play-by-play, what starters did later in the game, and
    the games that players entered later.
    """
    others = [kind for name, kind in kinds().items() if name in asked and not kind.by_lineup]
    games = ("lineup_game", *(kind.steps[-1][0] for kind in others))
    return (
        ("side", _SIDE),
        ("started", _STARTED),
        ("appeared", _APPEARED + _ENTERED if plays else _APPEARED),
        *_lineup_steps(),
        later_step(plays),
        *cost_steps(),
        *(step for kind in others for step in kind.steps),
        ("directive_game", " UNION ALL ".join(f"SELECT * FROM {name}" for name in games)),
        pace_step([kind.pace for kind in others if kind.pace is not None]),
    )


def _lineup_steps() -> tuple[tuple[str, str], ...]:
    columns = ((name, f"d.{name}") for kind in lineup_kinds() for name, _ in kind.columns)
    asked = "".join(f",\n    {sql} AS {name}" for name, sql in columns)
    known = of_rule(lambda rule: rule.known)
    followed, did = of_rule(lambda rule: rule.followed), of_rule(lambda rule: rule.did)
    names = ", ".join(f"'{kind.name}'" for kind in lineup_kinds())
    return (
        ("every_game", _EVERY_GAME.replace("{kinds}", names)),
        ("surrounded", _SURROUNDED),
        ("span", _SPAN.replace("{own}", asked + own_columns(lambda kind: kind.day_columns))),
        ("spelled", _SPELLED),
        ("stated", _STATED),
        (
            "answerable",
            _ANSWERABLE.replace("{own}", own_columns(lambda kind: kind.game_columns))
            .replace("{known}", known)
            .replace("{reasons}", reasons()),
        ),
        ("answered", _JUDGED.replace("{own}", own_columns(lambda kind: kind.judged_columns))),
        ("followed", _FOLLOWED.format(followed=followed, did=did, known=known)),
    )


def tables_of(steps: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the lake tables that the steps read: all in their SQL but the steps and the question's relations."""
    steps = list(steps)
    read = {name for _, sql in steps for name in tables_in(sql.replace("{seasons}", "NULL"))}
    return tuple(sorted(read - {name for name, _ in steps} - set(RELATIONS)))
