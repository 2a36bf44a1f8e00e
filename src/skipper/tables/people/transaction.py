"""Table `transaction`: players' transactions, and what each implies about the player's club afterwards."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="transaction",
    grain="one row per transaction and player, as last reported",
    key=("season", "transaction_id", "player_id"),
    sources="transactions from the Stats API; people from the Register; club codes from the Stats API's teams, in "
    "the majors by their `teamCode`",
    notes="`season` is the year in which the transaction was reported. `effect` comes from `type_code`; for a status "
    "change (SC), whose code says nothing, from the description: placed on or transferred to a list, activated or "
    "reinstated. `player_id` is null for money and players to be named.",
    columns=pick(
        SHARED,
        "season",
        Column("transaction_id", "string", "the API's id of the transaction", required=True),
        Column("date", "date", "day on which the transaction was reported", required=True),
        Column("effective_date", "date", "day on which it took effect; null if the API does not say"),
        Column("player_id", "string", "the API's id of the player (MLBAM); null if it names no player"),
        Column("player_person_id", "string", "person_id of the player; null if neither Register nor games have the id"),
        Column("player_name", "string", "the player's name in the API; null if it gives none"),
        Column(
            "from_club", "string", "code of the club that the player leaves; null if none is stated or it is unknown"
        ),
        Column("from_name", "string", "that club's name in the API; null if none is stated"),
        Column(
            "to_club",
            "string",
            "code of the club that takes or keeps the player; null if none is stated or it is unknown",
        ),
        Column("to_name", "string", "that club's name in the API; null if none is stated"),
        Column(
            "type_code", "string", "the API's type, such as ASG (assigned) or SC (status change); null if not given"
        ),
        Column("description", "string", "the transaction in the API's words; null if not given"),
        Column(
            "effect",
            "string",
            "joined (the player can play for the stated club from then on), listed (on a list of players who cannot "
            "play), left (with no club); null if the transaction does not say",
        ),
    ),
    rows_need=("statsapi_transaction",),
)

# Types by which a player comes to a club, and those that leave the player without one (the API's `transactionTypes`).
_JOINED = ("ASG", "CLW", "CU", "LON", "OBT", "OPT", "OUT", "PUR", "R5", "R5M", "RTN", "SE", "SFA", "SGN", "TR", "TRN")
_LEFT = ("DEC", "DEI", "DES", "DFA", "REL", "RET", "URL")

SQL = rf"""
SELECT
    t.season, t.transaction_id, t.date, t.effective_date, t.player_id,
    coalesce(p.person_id, k.person_id) AS player_person_id, t.name AS player_name,
    f.club AS from_club, t.from_team AS from_name, o.club AS to_club, t.to_team AS to_name, t.type_code, t.description,
    CASE
        WHEN t.type_code IN {_LEFT} THEN 'left'
        WHEN t.type_code = 'SC' AND regexp_matches(t.description, '\b(placed|transferred)\b.*\b(on|to) the\b.*\blist\b')
            THEN 'listed'
        WHEN t.to_id IS NULL THEN NULL
        WHEN t.type_code IN {_JOINED} THEN 'joined'
        WHEN t.type_code = 'SC' AND regexp_matches(t.description, '\b(activated|reinstated)\b') THEN 'joined'
    END AS effect
FROM statsapi_transaction AS t
LEFT JOIN season_person AS p ON p.source_id = t.player_id
LEFT JOIN known_person AS k ON k.source_id = t.player_id
LEFT JOIN statsapi_club AS f ON f.season = t.season AND f.team_id = t.from_id
LEFT JOIN statsapi_club AS o ON o.season = t.season AND o.team_id = t.to_id
QUALIFY row_number() OVER (
    PARTITION BY t.season, t.transaction_id, t.player_id
    ORDER BY t.date DESC, t.effective_date DESC, t.type_code, t.description) = 1
"""
