"""Deviations in the data, so that an analyst finds a case without knowing to look."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.errors import UnknownOptionError, UnknownSeasonError
from skipper.answers.scope import known_club, known_season
from skipper.directives.discover_rules import FEWEST_GAMES, FEWEST_STARTS, ROWS, STEPS, TABLES, with_p_values
from skipper.lake.reader import LakeReader

FIELDS = (
    "list",
    "rank",
    *(name for name in ROWS if name != "list"),
    "rate_a",
    "rate_b",
    "difference",
    "p_value",
    "q_value",
    "tested",
)
LISTS = {
    "platoon": ("Whom the opposing hand decided", "vs L", "vs R"),
    "playing_time": ("Whose playing time fell", "Later", "Earlier"),
}
_NOTES = (
    f"Tested: position players with {FEWEST_STARTS} starts for the club, and {FEWEST_GAMES} games on either side.",
    "Whom the opposing hand decided: starts against left- and right-handed starters, of the club's games from his "
    "first start for it to his last.",
    "Whose playing time fell: starts in the earlier and the later half of the club's games from his first start to "
    "the end of its season; who started elsewhere afterwards is left out. An injury or an option looks the same as a "
    "benching: game logs do not tell them apart.",
    "p: Fisher's exact test. q: share of false discoveries among those this strong or stronger (Benjamini-Hochberg, "
    "over all that were tested in the list).",
    "Who bats lower than his production suggests is not listed: game logs have no production by player.",
)


def discover(lake: LakeReader, club: str | None, season: int | None, first: int | None, top: int) -> Answer:
    """The strongest deviations of a club's season, of a season, or of all since `first` (those by Spark).

    CSV and Python get every comparison that was tested. Raises UnknownOptionError, UnknownClubError or
    UnknownSeasonError.
    """
    if (season is None) == (first is None):
        raise UnknownOptionError("one of --season and --from is wanted")
    code = None if club is None else known_club(lake, club)
    if season is not None:
        seasons = [known_season(lake, season)]
    else:
        seasons = [year for year in lake.manifest.seasons if year >= first]
    if not seasons:
        raise UnknownSeasonError(f"No season from {first} on is in this lake.", lake.manifest.seasons)
    compared = on_duckdb(lake, seasons, code) if code or len(seasons) == 1 else on_spark(lake, seasons)
    rows = ranked(compared)
    where = f"{code or 'all clubs'}, {spans(seasons)}"
    return Answer(
        "directives discover",
        f"What stands out: {where}",
        (Table("deviations", FIELDS, rows, tuple(_view(rows, name, top, code) for name in LISTS)),),
        ("Regular season. Rule: managed; the manager told ran the most of the games in question.",),
        _NOTES,
        rule="managed",
    )


def on_duckdb(lake: LakeReader, seasons: list[int], club: str | None) -> pa.Table:
    """The comparisons with their p-values."""
    lake.need(*TABLES)
    for name, sql in STEPS:
        lake.connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS {_filled(sql, seasons, club)}")
    columns = ", ".join(ROWS)
    return with_p_values(lake.connection.execute(f"SELECT {columns} FROM compared").to_arrow_table())


def on_spark(lake: LakeReader, seasons: list[int]) -> pa.Table:
    """The same of all clubs, as one Spark job."""
    from skipper.directives.on_spark import lake_table
    from skipper.session import start_session

    spark = start_session()
    for name in TABLES:
        lake_table(spark, lake, name, seasons).createOrReplaceTempView(name)
    for name, sql in STEPS:
        spark.sql(_filled(sql, seasons, None)).createOrReplaceTempView(name)
    columns = ", ".join(f"{name} {kind}" for name, kind in ROWS.items())

    def tested(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from with_p_values(batch).to_batches()

    return spark.table("compared").mapInArrow(tested, f"{columns}, p_value double").toArrow()


def ranked(compared: pa.Table) -> list[Row]:
    """Every comparison with rates, q-value and rank in its list, the strongest first."""
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


def _filled(sql: str, seasons: list[int], club: str | None) -> str:
    code = "CAST(NULL AS STRING)" if club is None else "'" + club.replace("'", "''") + "'"
    return sql.replace("{seasons}", ", ".join(map(str, seasons))).replace("{club}", code)


def _with_rates(row: Row) -> Row:
    rate_a, rate_b = row["starts_a"] / row["games_a"], row["starts_b"] / row["games_b"]
    return {**row, "rate_a": rate_a, "rate_b": rate_b, "difference": rate_a - rate_b}


def _strength(row: Row) -> tuple:
    return row["p_value"], -abs(row["difference"]), row["season"], row["club"], row["player_id"]


def _view(rows: list[Row], name: str, top: int, club: str | None) -> View:
    title, kind_a, kind_b = LISTS[name]
    own = [row for row in rows if row["list"] == name]
    told = [
        {**row, "p": _probability(row["p_value"]), "q": _probability(row["q_value"])}
        for row in own[:top]
        if name == "platoon" or row["difference"] < 0
    ]
    place = () if club else (shown("Year", "season", "season"), shown("Club", "code"))
    chance = (shown("p", "code"), shown("q", "code")) if club else (shown("q", "code"),)
    columns = (
        shown("#", "count", "rank"),
        *place,
        shown("Player", "text", "player_name"),
        shown("Bats", "code"),
        shown(kind_a, "share", "starts_a", "games_a"),
        shown(kind_b, "share", "starts_b", "games_b"),
        *chance,
        shown("Manager", "text", "manager_name"),
    )
    found = sum(row["q_value"] <= 0.05 for row in own)
    return View(columns, told, title, (f"{len(own):,} tested, {found:,} with q of .05 or less.",))


def _probability(value: float) -> str:
    return "<.0001" if value < 0.0001 else f"{value:.4f}".lstrip("0") if value < 1 else "1"
