"""Table `availability`: spells in which a player could or could not play for a club, according to transactions."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="availability",
    grain="one row per player, club named in the player's transactions that season (null: every other club), and "
    "spell between two of them",
    key=("season", "player_person_id", "club", "first_day"),
    sources="transaction",
    notes="A spell lasts until the player's next transaction that has an effect at the club, or to the end of the "
    "year. A transaction of Retrosheet's counts on its day (`time_of_day` null), or from the next day (2, and 1 for "
    "the club joined). A day that the source marks as a guess begins a spell whose days are all uncertain, and a month "
    "one that is uncertain until the month's end. Nothing here rests on games: a game that the player played counts "
    "more than a spell.",
    columns=pick(
        SHARED,
        "season",
        Column("player_person_id", "string", "person_id of the player", required=True),
        Column("club", "string", "code of the club; null for every club that no transaction of the player names"),
        Column(
            "is_available",
            "boolean",
            "whether the player could play for the club; null if only the games can tell, as for a player acquired, "
            "who may not be on the roster",
        ),
        Column(
            "reason",
            "string",
            "why not, in words: a transaction, on another club, not yet with the club, or not back yet (a return "
            "without a stated departure); null if `is_available` is not false",
        ),
        Column("first_day", "date", "first day of the spell, as far as it is stated", required=True),
        Column("last_day", "date", "last day of the spell, as far as it is stated", required=True),
        Column("known_from", "date", "day from which the spell is certain; null if its first day is a guess"),
        Column("known_through", "date", "last_day; null if the next spell's first day is a guess"),
        Column(
            "source", "string", "source of the transaction that begins the spell, as in transaction; null if none does"
        ),
        Column("transaction_id", "string", "id of that transaction; null if none begins the spell"),
        Column("line", "int", "line of that transaction in Retrosheet's file; null for another source"),
        Column("until_transaction_id", "string", "id of the transaction that ends the spell; null if none does"),
        Column("until_line", "int", "line of that transaction in Retrosheet's file; null for another source"),
    ),
    checks=(
        Check(
            "availability: a player's spells at a club follow one another",
            "SELECT season, player_person_id, club FROM ("
            "SELECT *, lead(first_day) OVER (PARTITION BY season, player_person_id, club ORDER BY first_day) AS next "
            "FROM availability) WHERE first_day > last_day OR last_day >= next",
            "two spells of a player at a club overlap, or one ends before it begins",
        ),
        Check(
            "availability: a reason if and only if unavailable",
            "SELECT season, player_person_id, club FROM availability "
            "WHERE coalesce(NOT is_available, FALSE) <> (reason IS NOT NULL)",
            "a spell without availability has no reason, or another spell has one",
        ),
    ),
)

# A status change of Retrosheet's names the club on one side or the other. Of several transactions on a day the one
# reported last counts; of Retrosheet's, one that makes the player unavailable, so that a day never counts against a
# manager by their order in the file. A transaction before the season (date_precision) precedes all dated ones.
SQL = """
WITH stated AS (
    SELECT
        season, source, player_person_id, transaction_id, line, effect, date AS reported, time_of_day,
        if(source = 'retrosheet' AND effect = 'joined', coalesce(to_club, from_club), to_club) AS to_club,
        if(effect = 'optioned', coalesce(from_club, to_club), from_club) AS from_club,
        coalesce(effective_date, date, earliest_date, make_date(season, 1, 1)) AS day,
        CASE date_precision
            WHEN 'month' THEN (latest_date - earliest_date + 1)::INTEGER WHEN 'approximate' THEN NULL ELSE 0 END
            AS uncertain_days,
        coalesce(description, type_code) AS words
    FROM transaction WHERE effect IS NOT NULL AND player_person_id IS NOT NULL
),
named AS (
    SELECT season, player_person_id, unnest([from_club, to_club]) AS club FROM stated
),
place AS (
    SELECT season, player_person_id, club FROM named
    UNION
    SELECT season, player_person_id, NULL FROM named
),
judged AS (
    SELECT
        s.* EXCLUDE (day), p.club,
        CASE WHEN s.effect = 'optioned' AND p.club IS NULL THEN NULL
            WHEN s.effect IN ('listed', 'left', 'optioned') THEN FALSE
            WHEN p.club = s.to_club THEN if(s.effect = 'joined', TRUE, NULL)
            WHEN p.club IS NULL AND s.effect = 'acquired' THEN NULL
            ELSE FALSE END AS is_available,
        s.day
    FROM place AS p JOIN stated AS s ON s.season = p.season AND s.player_person_id = p.player_person_id
    WHERE s.effect <> 'optioned' OR p.club IS NULL OR p.club = s.from_club
),
begun AS (
    SELECT
        *, day + if(time_of_day = 2 OR (time_of_day = 1 AND is_available IS DISTINCT FROM FALSE), 1, 0) AS first_day
    FROM judged
),
last_of_day AS (
    SELECT * FROM begun
    QUALIFY row_number() OVER (
        PARTITION BY season, player_person_id, club, first_day
        ORDER BY reported DESC NULLS LAST, time_of_day DESC NULLS LAST, source = 'retrosheet' AND effect = 'joined',
            try_cast(transaction_id AS BIGINT) DESC, transaction_id DESC, line DESC) = 1
),
ordered AS (
    SELECT
        *, row_number() OVER w AS number, lead(first_day) OVER w AS next_day, lead(uncertain_days) OVER w AS next_days,
        lead(transaction_id) OVER w AS until_transaction_id, lead(line) OVER w AS until_line
    FROM last_of_day
    WINDOW w AS (PARTITION BY season, player_person_id, club ORDER BY first_day)
),
spell AS (
    SELECT
        season, player_person_id, club, is_available, first_day,
        CASE WHEN is_available IS DISTINCT FROM FALSE THEN NULL
            WHEN effect IN ('joined', 'acquired') THEN 'on another club'
            ELSE 'unavailable: ' || words END AS reason,
        coalesce(next_day - 1, greatest(first_day, make_date(season, 12, 31))) AS last_day,
        first_day + uncertain_days AS known_from,
        next_day IS NOT NULL AND next_days IS NULL AS ends_by_guess,
        source, transaction_id, line, until_transaction_id, until_line
    FROM ordered
    UNION ALL BY NAME
    SELECT
        season, player_person_id, club, if(source = 'retrosheet' AND effect IN ('joined', 'acquired')
            AND club = to_club, FALSE, NULL) AS is_available, make_date(season, 1, 1) AS first_day,
        CASE WHEN source = 'retrosheet' AND club = to_club
            THEN CASE effect WHEN 'joined' THEN 'unavailable: not back yet' WHEN 'acquired' THEN 'not yet with the club'
            END END AS reason,
        first_day - 1 AS last_day,
        if(source = 'retrosheet' AND effect = 'joined', NULL, make_date(season, 1, 1)) AS known_from,
        uncertain_days IS NULL AS ends_by_guess,
        transaction_id AS until_transaction_id, line AS until_line
    FROM ordered
    WHERE number = 1 AND first_day > make_date(season, 1, 1)
        AND (uncertain_days IS NULL OR (source = 'retrosheet' AND effect IN ('joined', 'acquired') AND club = to_club))
)
SELECT *, if(ends_by_guess, NULL, last_day) AS known_through FROM spell
"""
