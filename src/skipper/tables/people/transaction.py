"""Table `transaction`: players' transactions, and what each implies about the player's club afterwards."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.definitions.transactions import DESCRIPTIONS, EFFECTS
from skipper.lake.contract import Check, Column, Table, pick

_PRECISION = (
    "day, approximate (the source marks the day as a guess), month (the day is unknown) or preseason (known only to be "
    "before the season's games)"
)
TABLE = Table(
    name="transaction",
    grain="one row per transaction and player: of the Stats API as last reported, of Retrosheet per line",
    key=("source", "season", "transaction_id", "player_id", "line"),
    sources="transactions from the Stats API and from Retrosheet; people from the Register; club codes from the Stats "
    "API's teams, in the majors by their `teamCode`",
    notes="`season` is the year of the transaction, by the Stats API of its report. `effect` comes from `type_code`; "
    "for a status change (SC) of the Stats API, whose code says nothing, from the description: placed on or "
    "transferred to a list, activated or reinstated. `player_id` is null for money, for players to be named, and for "
    "those of Retrosheet's who never played in the majors. Both sources may have the same transaction.",
    columns=pick(
        SHARED,
        Column("source", "string", "statsapi or retrosheet", required=True),
        "season",
        Column("transaction_id", "string", "the source's id of the transaction", required=True),
        Column("line", "int", "line of Retrosheet's file; null for the Stats API"),
        Column(
            "date",
            "date",
            "day of the transaction, in the Stats API of its report; null if the precision is month or preseason",
        ),
        Column("date_precision", "string", _PRECISION, required=True),
        Column("earliest_date", "date", "first day on which it can have happened; null if not day or month"),
        Column("latest_date", "date", "last such day; null if not day or month"),
        Column(
            "time_of_day",
            "int",
            "on that day: 1 after the first game of the club left and before the last of the club joined, 2 after all "
            "games; null before all games or, in the Stats API, if not given",
        ),
        Column("effective_date", "date", "day on which it took effect; null if the API does not say"),
        Column("secondary_date", "date", "day on which a drafted player signed; null if not given or not known"),
        Column("secondary_date_precision", "string", "as date_precision; null if there is no secondary date"),
        Column("player_id", "string", "the source's id of the player (MLBAM, Retrosheet); null if it gives no id"),
        Column("player_person_id", "string", "person_id of the player; null if neither Register nor games have the id"),
        Column("player_name", "string", "the player's name in the source; null if it gives none"),
        Column(
            "from_club", "string", "code of the club that the player leaves; null if none is stated or it is unknown"
        ),
        Column("from_name", "string", "that club's name in the source; null if none is stated"),
        Column("from_league", "string", "that club's league in Retrosheet; null if none is stated"),
        Column(
            "to_club",
            "string",
            "code of the club that takes or keeps the player; null if none is stated or it is unknown",
        ),
        Column("to_name", "string", "that club's name in the source; null if none is stated"),
        Column("to_league", "string", "that club's league in Retrosheet; null if none is stated"),
        Column(
            "type_code",
            "string",
            "the source's type, such as ASG (assigned) or SC (status change), Hi (disabled list) or T (trade); null if "
            "not given",
        ),
        Column(
            "description",
            "string",
            "the transaction in the API's words, or Retrosheet's type in words; null if not given or not listed",
        ),
        Column("draft_type", "string", "Retrosheet's type of an amateur draft; null for the regular one"),
        Column("draft_round", "int", "round of that draft; null if not stated"),
        Column("draft_pick", "int", "number of the pick; null if not stated"),
        Column("info", "string", "Retrosheet's further words, such as the money paid; null if none"),
        Column(
            "effect",
            "string",
            "joined (the player can play for the stated club from then on), acquired (the player is the stated club's, "
            "perhaps not on its roster), listed (on a list of players who cannot play), optioned (sent down by the "
            "club), left (with no club); null if the transaction does not say",
        ),
    ),
    checks=(
        Check(
            "transaction: a day, a month or neither",
            "SELECT source, season, transaction_id, line FROM transaction "
            "WHERE (date IS NULL) <> (date_precision IN ('month', 'preseason')) "
            "OR (earliest_date IS NULL) <> (date_precision IN ('approximate', 'preseason')) "
            "OR earliest_date > latest_date",
            "a transaction's date and its precision disagree",
        ),
    ),
)

# Types by which a player comes to a club, and those that leave the player without one (the API's `transactionTypes`).
_JOINED = ("ASG", "CLW", "CU", "LON", "OBT", "OPT", "OUT", "PUR", "R5", "R5M", "RTN", "SE", "SFA", "SGN", "TR", "TRN")
_LEFT = ("DEC", "DEI", "DES", "DFA", "REL", "RET", "URL")
_TYPES = ", ".join(
    f"('{code}', '{words}', '{EFFECTS[code]}')" if code in EFFECTS else f"('{code}', '{words}', NULL)"
    for code, words in DESCRIPTIONS.items()
)

# A status change of Retrosheet's states the club as the one left or the one joined. A player of a club without a code
# (an independent one) has left the majors.
SQL = rf"""
WITH of_statsapi AS (
    SELECT
        'statsapi' AS source, t.season, t.transaction_id, NULL::INTEGER AS line, t.date, 'day' AS date_precision,
        t.date AS earliest_date, t.date AS latest_date, t.effective_date, t.player_id, t.name AS player_name,
        f.club AS from_club, t.from_team AS from_name, o.club AS to_club, t.to_team AS to_name, t.type_code,
        t.description,
        CASE
            WHEN t.type_code IN {_LEFT} THEN 'left'
            WHEN t.type_code = 'SC'
                AND regexp_matches(t.description, '\b(placed|transferred)\b.*\b(on|to) the\b.*\blist\b') THEN 'listed'
            WHEN t.to_id IS NULL THEN NULL
            WHEN t.type_code IN {_JOINED} THEN 'joined'
            WHEN t.type_code = 'SC' AND regexp_matches(t.description, '\b(activated|reinstated)\b') THEN 'joined'
        END AS effect
    FROM statsapi_transaction AS t
    LEFT JOIN statsapi_club AS f ON f.season = t.season AND f.team_id = t.from_id
    LEFT JOIN statsapi_club AS o ON o.season = t.season AND o.team_id = t.to_id
    QUALIFY row_number() OVER (
        PARTITION BY t.season, t.transaction_id, t.player_id
        ORDER BY t.date DESC, t.effective_date DESC, t.type_code, t.description) = 1
),
of_retrosheet AS (
    SELECT
        'retrosheet' AS source, t.*, k.description,
        CASE WHEN t.player_id IS NULL THEN NULL
            WHEN k.effect = 'acquired' AND t.to_club IS NULL THEN if(t.to_name IS NULL, NULL, 'left')
            ELSE k.effect END AS effect
    FROM retrosheet_transaction AS t
    LEFT JOIN (VALUES {_TYPES}) AS k(type_code, description, effect) ON k.type_code = t.type_code
    WHERE t.season IN (SELECT season FROM source_game)
),
stated AS (SELECT * FROM of_statsapi UNION ALL BY NAME SELECT * FROM of_retrosheet)
SELECT t.*, coalesce(p.person_id, k.person_id) AS player_person_id
FROM stated AS t
LEFT JOIN season_person AS p ON p.source_id = t.player_id
LEFT JOIN known_person AS k ON k.source_id = t.player_id
"""
