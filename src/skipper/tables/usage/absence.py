"""Table `absence`: games that a player missed for a reason that a transaction gives."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="absence",
    grain="one row per player, club and regular-season game of the club in which the player could not play, according "
    "to a transaction, and took no part",
    key=("season", "game_id", "club", "player_person_id"),
    sources="`availability` and `club_game`",
    notes="A day that the source marks as a guess counts for no game. A game in which the player took part counts more "
    "than a transaction; without play-by-play or a list of players, only starters are known to have taken part.",
    columns=pick(
        SHARED,
        "season",
        "game_id",
        "club",
        Column("player_person_id", "string", "person_id of the player", required=True),
        Column("reason", "string", "why, as in availability", required=True),
        Column("first_day", "date", "first day of the spell in availability", required=True),
        Column("last_day", "date", "last day of that spell", required=True),
    ),
    checks=(
        Check(
            "absence: nobody is absent from a game that he started",
            "SELECT season, a.game_id FROM absence AS a SEMI JOIN lineup AS l "
            "ON l.game_id = a.game_id AND l.club = a.club AND l.player_person_id = a.player_person_id",
            "a player is absent from a game whose lineup has him",
        ),
        Check(
            "absence: each is within a spell of availability",
            "SELECT season, game_id FROM absence AS a ANTI JOIN availability AS s ON s.season = a.season "
            "AND s.player_person_id = a.player_person_id AND s.club = a.club AND s.first_day = a.first_day "
            "AND s.reason = a.reason AND NOT s.is_available",
            "an absence has no spell in which the player is unavailable",
        ),
    ),
)

SQL = """
SELECT g.season, g.game_id, g.club, s.player_person_id, s.reason, s.first_day, s.last_day
FROM availability AS s
JOIN regular_club_game AS g
    ON g.season = s.season AND g.club = s.club AND g.date BETWEEN s.known_from AND s.known_through
ANTI JOIN player_game AS p
    ON p.game_id = g.game_id AND p.club = g.club AND p.player_person_id = s.player_person_id
WHERE NOT s.is_available
"""
