"""Table `club_name`: all clubs in the record book by season, with or without games in the lake."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="club_name",
    grain="one row per season and major-league club in the record book",
    key=("season", "lahman_club"),
    by_season=False,
    sources="Lahman Teams; empty if it is not supplied",
    notes="`club` has only clubs with games in the lake; this table has every season's clubs.",
    columns=(
        Column("season", "int", "the season", required=True),
        Column("lahman_club", "string", "Lahman's club code", required=True),
        Column("club", "string", "Retrosheet's club code, as in every game table; null if not given"),
        Column(
            "baseball_reference_club",
            "string",
            "Baseball-Reference's club code, by which the club may be asked for (NYM); null if not given",
        ),
        Column("name", "string", "the club's name that season; null if not given"),
        Column("league", "string", "Lahman's league code; null if not given"),
    ),
)

SQL = "SELECT season, lahman_club, club, baseball_reference_club, name, league FROM lahman_teams"
