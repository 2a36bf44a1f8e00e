"""Find unusual patterns in the data that may be worth an analyst's attention."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from skipper.answers.answer import Answer, Named, Row, Table, spans
from skipper.answers.coverage import coverage_of, lake_coverage
from skipper.answers.directives.discovery.comparisons import ROWS, steps, tables
from skipper.answers.directives.discovery.significance import with_p_values
from skipper.answers.directives.discovery.views import FIELDS, NOTES, listed
from skipper.answers.errors import UnknownOptionError, UnknownSeasonError
from skipper.answers.named_by import club_seasons_named, named_words
from skipper.answers.plays import seasons_with_plays
from skipper.answers.scope import known_club, known_season
from skipper.lake.reader import LakeReader

Compare = Callable[[LakeReader, list[int]], pa.Table]
LISTS = ("platoon", "playing_time", "order")


def discover(
    lake: LakeReader,
    club: str | None,
    season: int | None,
    first: int | None,
    top: int,
    compare_many: Compare | None = None,
) -> Answer:
    """List the strongest deviations in a club's season, in a whole season, or in all seasons since `first`.

    `compare_many` computes the comparisons of all clubs over several seasons; if null, DuckDB computes them, as it does
    for one season.

    CSV and Python results contain every tested comparison. Raises UnknownOptionError, UnknownClubError or
    UnknownSeasonError.
    """
    code = None if club is None else known_club(lake, club, season)
    if season is not None and first is None:
        seasons = [known_season(lake, season)]
    elif first is not None and season is None:
        seasons = [year for year in lake.manifest.seasons if year >= first]
    else:
        raise UnknownOptionError("give either --season or --from")
    if not seasons:
        raise UnknownSeasonError(f"This lake has no seasons from {first} on.", lake.manifest.seasons)
    if code is not None and not set(seasons) & set(_club_seasons(lake, code)):
        here = _club_seasons(lake, code)
        raise UnknownSeasonError(
            f"This lake has no {spans(seasons)} games for {code}; available seasons: {spans(here)}.", here
        )
    ran = {_who(row): row["manager_person_id"] for row in lake.rows(_RAN, {"seasons": seasons})}
    many = compare_many is not None and code is None and len(seasons) > 1
    compared = compare_many(lake, seasons) if many and compare_many else on_duckdb(lake, seasons, code)
    rows = [{**row, "manager_person_id": ran.get(_who(row))} for row in ranked(compared)]
    where = f"{code or 'all clubs'}, {spans(seasons)}"
    return Answer(
        "directives discover",
        f"Deviations: {where}",
        (Table("deviations", FIELDS, rows, tuple(listed(rows, name, top, code) for name in LISTS)),),
        (
            "Regular season. Rule: managed; the manager shown ran most of the games in question.",
            *_rests_on(lake, seasons, code),
        ),
        (*lacking(lake, seasons), *NOTES),
        rule="managed",
        names=() if code is None else (Named(code, {"club": code, "season": seasons[-1]}, "club"),),
    )


def _who(row: Row) -> tuple[int, str, str]:
    return row["season"], row["club"], row["manager_name"]


def _rests_on(lake: LakeReader, seasons: list[int], code: str | None) -> tuple[str, ...]:
    """Return sentences on leagues with missing games, and on managers named only by Lahman."""
    coverage = lake_coverage(lake, seasons) if code is None else coverage_of(lake, [(code, year) for year in seasons])
    named = club_seasons_named(lake, coverage.unlogged)
    return (*coverage.incomplete_words(), *named_words(row for row in named if code in (None, row["club"])))


def lacking(lake: LakeReader, seasons: list[int]) -> list[str]:
    """Return a sentence for each list that is unavailable for some seasons."""
    said = []
    listed = ", ".join(map(str, set(seasons) & set(seasons_with_plays(lake)))) or "NULL"
    played = lake.rows(
        f"SELECT DISTINCT season FROM game WHERE season IN ({listed}) AND has_plays AND game_type = 'regular'"
    )
    for here, what, lacked in (
        (lake.manifest.seasons_of("lineup"), "Platoon usage and reduced playing time", "lineups"),
        ({row["season"] for row in played}, "Batting below production", "play-by-play"),
    ):
        absent = sorted(set(seasons) - set(here))
        if absent:
            said.append(f"{what}: unknown for {spans(absent)}, for which the lake has no {lacked}.")
    return said


def on_duckdb(lake: LakeReader, seasons: list[int], club: str | None) -> pa.Table:
    """Return the comparisons with their p-values, computed by DuckDB."""
    plays = bool(seasons_with_plays(lake))
    lake.need(*tables(plays))
    for name, sql in steps(plays):
        lake.connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS {filled(sql, seasons, club)}")
    columns = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in ROWS.items())
    return with_p_values(lake.connection.execute(f"SELECT {columns} FROM compared").to_arrow_table())


def ranked(compared: pa.Table) -> list[Row]:
    """Return every comparison with its rates, its q-value and its rank in its list, strongest first."""
    from scipy.stats import false_discovery_control

    rows = [_with_rates(row) for row in compared.to_pylist()]
    out = []
    for name in LISTS:
        own = sorted((row for row in rows if row["list"] == name), key=_strength)
        if own:
            q_values = false_discovery_control([row["p_value"] for row in own])
            out += [
                {**row, "rank": rank, "q_value": float(q), "tested": len(own)}
                for rank, (row, q) in enumerate(zip(own, q_values, strict=True), 1)
            ]
    return out


def _club_seasons(lake: LakeReader, code: str) -> list[int]:
    """Return the seasons for which the lake has games of the club."""
    return [
        row["season"] for row in lake.rows("SELECT season FROM club WHERE club = $club ORDER BY season", {"club": code})
    ]


def filled(sql: str, seasons: list[int], club: str | None) -> str:
    """Return the SQL with the requested seasons and club filled in."""
    code = "CAST(NULL AS STRING)" if club is None else "'" + club.replace("'", "''") + "'"
    return sql.replace("{seasons}", ", ".join(map(str, seasons))).replace("{club}", code)


def _with_rates(row: Row) -> Row:
    """Add the compared rates: shares of games started or, for the batting order, wOBA."""
    if row["list"] == "order":
        rate_a, rate_b = (row[f"hundredths_{side}"] / row[f"appearances_{side}"] / 100 for side in ("a", "b"))
    else:
        rate_a, rate_b = (row[f"starts_{side}"] / row[f"games_{side}"] for side in ("a", "b"))
    return {**row, "rate_a": rate_a, "rate_b": rate_b, "difference": rate_a - rate_b}


def _strength(row: Row) -> tuple[float, float, int, str, str]:
    return row["p_value"], -abs(row["difference"]), row["season"], row["club"], row["player_id"]


# The name is as in the comparisons, which lack the person_id.
_RAN = """
SELECT DISTINCT season, club, coalesce(manager_name, manager_id) AS manager_name, manager_person_id
FROM player_usage WHERE list_contains($seasons, season)
"""
