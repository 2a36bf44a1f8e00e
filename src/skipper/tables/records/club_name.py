"""Table `club_name`: the record book's clubs of every season, with or without games in the lake."""

from __future__ import annotations

from skipper.lake.contract import Column, Table

TABLE = Table(
    name="club_name",
    grain="one row per season and major-league club of the record book",
    key=("season", "lahman_club"),
    by_season=False,
    sources="Lahman Teams; empty without it",
    notes="Table `club` has only clubs with games in the lake; this table names the clubs of all seasons.",
    columns=(
        Column("season", "int", "the season", required=True),
        Column("lahman_club", "string", "Lahman's code of the club", required=True),
        Column("club", "string", "Retrosheet's code of the club, as in every table of games; null where not given"),
        Column("name", "string", "the club's name that season; null where not given"),
        Column("league", "string", "Lahman's code of its league; null where not given"),
    ),
)

SQL = "SELECT season, lahman_club, club, name, league FROM lahman_teams"
