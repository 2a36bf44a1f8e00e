"""Table `league`: leagues and their levels."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="league",
    grain="one row per league and run of seasons at the same level",
    key=("league", "first_season"),
    by_season=False,
    sources="Skipper's lists of the major and the minor leagues, each row with its source; the user's league file",
    columns=(
        Column("league", "string", "league code, as in every game table", required=True),
        Column("name", "string", "the league's name", required=True),
        Column("first_season", "int", "first season at this level", required=True),
        Column("last_season", "int", "last season at this level; null if the league is still at it"),
        Column("level", "string", "the level; null for Lahman's names for clubs in no league"),
        Column("source", "string", "source of the row", required=True),
    ),
)

SQL = "SELECT league, name, first_season, last_season, level, source FROM league_file"
