"""Table `record_difference`: where our record and the record book's disagree, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from skipper.lake.contract import Column, Table, arrow_type, pick
from skipper.tables.columns import SHARED
from skipper.tables.difference_evidence import (
    Explanation,
    SideGame,
    WonLost,
    explain_club,
    explain_manager,
)

CHANGE = "struct<game_id:string,manager_from:string,manager_to:string,result_from:string,result_to:string>"
TABLE = Table(
    name="record_difference",
    grain="one row per record, of a club's season or of a manager's under a rule, that disagrees in wins or losses",
    key=("comparison", "rule", "season", "club", "manager_id"),
    sources="club_game against Lahman Teams (club seasons) and Managers (manager seasons), regular season",
    columns=pick(
        SHARED,
        Column("comparison", "string", "club_season or manager_season", required=True),
        Column("rule", "string", "managed or credited; null for a club's season"),
        "season",
        "club",
        Column("manager_id", "string", "Retrosheet id of the manager; null for a club's season"),
        Column("manager_person_id", "string", "his person_id; null for a club's season"),
        Column("manager_name", "string", "his name; null for a club's season"),
        "games",
        "wins",
        "losses",
        "ties",
        "no_decisions",
        Column("reference", "string", "Lahman Teams or Lahman Managers", required=True),
        Column("reference_games", "int", "games there; null where it does not list him"),
        Column("reference_wins", "int", "wins there; null where it does not list him"),
        Column("reference_losses", "int", "losses there; null where it does not list him"),
        Column(
            "category",
            "string",
            "acting_manager, ruling, tie, forfeit, boundary, reference_error or unknown",
            required=True,
        ),
        Column("game_ids", "array<string>", "the games in `changes`: moving or flipping them gives the reference"),
        Column("changes", f"array<{CHANGE}>", "per game whose credit or what result would have to be otherwise"),
        Column("evidence", "string", "the reason in words", required=True),
    ),
)

_GAMES = (
    "season",
    "club",
    "game_id",
    "opponent",
    "manager_id",
    "credited_manager_id",
    "result",
    "decided_by",
    "protest",
    "date",
    "game_number",
)
_REFERENCE = ("season", "club", "manager_id", "games", "wins", "losses")


def reference_records(managers: DataFrame, teams: DataFrame, people: DataFrame) -> DataFrame:
    """Lahman's won-lost: a row per club season (manager_id null) and per manager season, his stints summed.

    A manager without a known Retrosheet id is left out.
    """
    clubs = teams.where("club is not null").select(
        "season", "club", F.lit(None).cast("string").alias("manager_id"), "games", "wins", "losses"
    )
    retrosheet = people.where("lahman_id is not null").select("lahman_id", F.col("retrosheet_id").alias("manager_id"))
    men = (
        managers.join(
            F.broadcast(teams.select("season", "lahman_club", "club")),
            on=["season", "lahman_club"],
            how="inner",
        )
        .join(F.broadcast(retrosheet), on="lahman_id", how="inner")
        .where("manager_id is not null")
        .groupBy("season", "club", "manager_id")
        .agg(*(F.sum(name).cast("int").alias(name) for name in ("games", "wins", "losses")))
    )
    return clubs.unionByName(men)


def record_difference(sides: DataFrame, games: DataFrame, reference: DataFrame, people: DataFrame) -> DataFrame:
    """Table `record_difference` from `club_game`, `game`, `reference_records` and `person`."""
    regular = sides.where("game_type = 'regular'").join(games.select("game_id", "protest"), on="game_id", how="inner")
    differing = _differing(regular, reference)
    own = regular.join(F.broadcast(differing), on=["season", "club"], how="left_semi")
    theirs = reference.join(F.broadcast(differing), on=["season", "club"], how="left_semi")
    found = (
        own.select(*_GAMES)
        .groupBy("season")
        .cogroup(theirs.select(*_REFERENCE).groupBy("season"))
        .applyInArrow(_explain_season, ", ".join(f"{c.name} {c.type}" for c in _FOUND))
    )
    men = people.where("retrosheet_id is not null").select(
        F.col("retrosheet_id").alias("manager_id"),
        F.col("person_id").alias("manager_person_id"),
        F.col("name").alias("manager_name"),
    )
    return found.join(F.broadcast(men), on="manager_id", how="left").select(*TABLE.column_names)


_FOUND = [column for column in TABLE.columns if column.name not in ("manager_person_id", "manager_name")]
_ARROW = pa.schema([(column.name, arrow_type(column.type)) for column in _FOUND])


def _differing(regular: DataFrame, reference: DataFrame) -> DataFrame:
    """The club seasons with any difference under any rule, of those that the reference has."""
    counted = [
        F.count_if(F.col("result") == result).cast("int").alias(name)
        for result, name in (("W", "wins"), ("L", "losses"))
    ]
    club = regular.groupBy("season", "club", F.lit(None).cast("string").alias("manager_id")).agg(*counted)
    has_club = reference.where("manager_id is null").select("season", "club")
    differences = []
    for ours, where in (
        (club, "manager_id is null"),
        (
            regular.where("manager_id is not null").groupBy("season", "club", "manager_id").agg(*counted),
            "manager_id is not null",
        ),
        (
            regular.where("credited_manager_id is not null")
            .groupBy("season", "club", F.col("credited_manager_id").alias("manager_id"))
            .agg(*counted),
            "manager_id is not null",
        ),
    ):
        theirs = reference.where(where).select(
            "season", "club", "manager_id", F.struct("wins", "losses").alias("theirs")
        )
        # A plain comparison of the man would miss null = null, which stands for the club itself.
        same = (
            (F.col("o.season") == F.col("t.season"))
            & (F.col("o.club") == F.col("t.club"))
            & F.col("o.manager_id").eqNullSafe(F.col("t.manager_id"))
        )
        differences.append(
            ours.alias("o")
            .join(theirs.alias("t"), on=same, how="full")
            .where(~F.struct("o.wins", "o.losses").eqNullSafe(F.col("t.theirs")))
            .select(
                F.coalesce("o.season", "t.season").alias("season"),
                F.coalesce("o.club", "t.club").alias("club"),
            )
        )
    first, second, third = differences
    played = regular.select("season", "club").distinct()
    return (
        first.unionByName(second)
        .unionByName(third)
        .distinct()
        .join(F.broadcast(has_club), on=["season", "club"], how="left_semi")
        .join(F.broadcast(played), on=["season", "club"], how="left_semi")
    )


def _explain_season(games: pa.Table, reference: pa.Table) -> pa.Table:
    rows = games.sort_by([("date", "ascending"), ("game_number", "ascending")]).to_pylist()
    theirs = reference.to_pylist()
    found = list(explain_season(rows, theirs))
    return pa.Table.from_pylist(found, _ARROW)


def explain_season(games: list[dict[str, Any]], reference: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of one season. `games` are in order of date; clubs without a difference may be among them."""
    by_club: dict[str, list[dict[str, Any]]] = {}
    for game in games:
        by_club.setdefault(game["club"], []).append(game)
    clubs = {row["club"]: row for row in reference if row["manager_id"] is None}
    gaps = {club: _gap(rows, clubs[club]) for club, rows in by_club.items() if club in clubs}
    gaps = {club: gap for club, gap in gaps.items() if gap != (0, 0)}
    for club, rows in by_club.items():
        if club not in clubs:
            continue
        men = {row["manager_id"]: row for row in reference if row["club"] == club and row["manager_id"] is not None}
        yield from _explain_club_season(club, rows, clubs[club], men, gaps)


def _gap(rows: list[dict[str, Any]], theirs: dict[str, Any]) -> WonLost:
    results = [row["result"] for row in rows]
    return theirs["wins"] - results.count("W"), theirs["losses"] - results.count("L")


def _explain_club_season(
    club: str,
    rows: list[dict[str, Any]],
    club_row: dict[str, Any],
    men: dict[str, dict[str, Any]],
    gaps: dict[str, WonLost],
) -> Iterator[dict[str, Any]]:
    club_found: Explanation | None = None
    club_reference = (club_row["wins"], club_row["losses"])
    if club in gaps:
        sides = [_side(row, "credited_manager_id") for row in rows]
        managed_games = sum(row["games"] for row in men.values())
        club_found = explain_club(sides, club_reference, (club_row["games"], managed_games), gaps, club)
        yield _row("club_season", None, None, rows, club_row, club_found)
    reference = {man: (row["wins"], row["losses"]) for man, row in men.items()}
    for rule, column in (("managed", "manager_id"), ("credited", "credited_manager_id")):
        sides = [_side(row, column) for row in rows]
        for man in sorted({row[column] for row in rows if row[column]} | set(men)):
            own = [row for row in rows if row[column] == man]
            results = [row["result"] for row in own]
            if reference.get(man) != (results.count("W"), results.count("L")):
                found = explain_manager(sides, man, reference, club_reference, club_found)
                yield _row("manager_season", rule, man, own, men.get(man), found)


def _side(row: dict[str, Any], column: str) -> SideGame:
    return SideGame(
        row["game_id"],
        row["opponent"],
        row["credited_manager_id"],
        row[column],
        row["result"],
        row["decided_by"],
        row["protest"],
    )


def _row(
    comparison: str,
    rule: str | None,
    man: str | None,
    own: list[dict[str, Any]],
    theirs: dict[str, Any] | None,
    found: Explanation,
) -> dict[str, Any]:
    results = [row["result"] for row in own]
    place = own[0] if own else theirs
    return {
        "comparison": comparison,
        "rule": rule,
        "season": place["season"],
        "club": place["club"],
        "manager_id": man,
        "games": len(own),
        **{
            name: results.count(code)
            for code, name in (("W", "wins"), ("L", "losses"), ("T", "ties"), ("N", "no_decisions"))
        },
        "reference": "Lahman Teams" if man is None else "Lahman Managers",
        **{f"reference_{name}": theirs and theirs[name] for name in ("games", "wins", "losses")},
        "category": found.category,
        "game_ids": [change.game_id for change in found.changes],
        "changes": [
            {
                "game_id": change.game_id,
                "manager_from": change.man_from,
                "manager_to": change.man_to,
                "result_from": change.result_from,
                "result_to": change.result_to,
            }
            for change in found.changes
        ],
        "evidence": found.evidence,
    }
