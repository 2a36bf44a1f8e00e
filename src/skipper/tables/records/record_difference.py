"""Table `record_difference`: disagreements between Skipper's records and the record book's, with reasons."""

from __future__ import annotations

import pyarrow as pa

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick
from skipper.tables.records.record_differences import differences

CHANGE = "struct<game_id:string,manager_from:string,manager_to:string,result_from:string,result_to:string>"
TABLE = Table(
    name="record_difference",
    grain="one row per club-season, per manager, club and season under a rule, or per club and postseason series, "
    "whose wins or losses differ; one row per club whose place or name, or whose series' name, the record book itself "
    "contradicts",
    key=("comparison", "rule", "season", "club", "manager_id", "reference"),
    small=True,
    sources="club_game against Lahman Teams (club seasons) and Managers (manager seasons), regular season; postseason "
    "games against Lahman SeriesPost, for series with a game in the lake; in the minors, against the Stats API's "
    "final standings (club seasons) and the official records in listed_manager (manager seasons)",
    columns=pick(
        SHARED,
        Column(
            "comparison",
            "string",
            "club_season, manager_season, postseason_series, club_rank, club_name or series_round",
            required=True,
        ),
        Column("rule", "string", "managed or credited; null for a club's season or series"),
        "season",
        "club",
        Column(
            "manager_id",
            "string",
            "id of the manager, in the record book's own form (lahman:) if it has no other; null for a club's season "
            "or series",
        ),
        Column("manager_person_id", "string", "person_id of the manager; null for a club's season or series"),
        Column("manager_name", "string", "name of the manager; null for a club's season or series"),
        "games",
        "wins",
        "losses",
        "ties",
        "no_decisions",
        Column(
            "reference",
            "string",
            "Lahman Teams, Lahman Managers, Lahman SeriesPost with the name of the series, Stats API standings, or "
            "the page of listed_manager",
            required=True,
        ),
        Column(
            "reference_games",
            "int",
            "games in the reference; null if it does not list the manager or series, or gives only wins and losses",
        ),
        Column("reference_wins", "int", "wins in the reference; null if it does not list the manager or series"),
        Column("reference_losses", "int", "losses in the reference; null if it does not list the manager or series"),
        Column(
            "category",
            "string",
            "acting_manager, suspended_game, ruling, tie, forfeit, boundary, reference_error, source_error, "
            "postseason, missing_game, unfinished or unknown",
            required=True,
        ),
        Column(
            "game_ids", "array<string>", "the games in `changes`; moving or reversing them gives the reference's figure"
        ),
        Column(
            "changes",
            f"array<{CHANGE}>",
            "for each game, the change in credit or result that reproduces the reference's figure",
        ),
        Column("evidence", "string", "the explanation in words", required=True),
    ),
)


def record_difference(
    regular_club_game: pa.Table,
    reference_record: pa.Table,
    official_record: pa.Table,
    season_name: pa.Table,
    season_person: pa.Table,
    postseason_record: pa.Table,
    manager_decision: pa.Table,
    club_finish: pa.Table,
    club_name: pa.Table,
) -> pa.Table:
    """Explain every club's and manager's record that differs from the reference, season by season."""
    rows = differences(
        regular_club_game,
        reference_record,
        official_record,
        season_name,
        season_person,
        postseason_record,
        manager_decision,
        club_finish,
        club_name,
    )
    return pa.Table.from_pylist(rows, TABLE.arrow_schema)
