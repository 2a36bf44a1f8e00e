"""The table graph: what each table is made of, in the order in which they need one another."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from skipper.build import plays
from skipper.build.plays import Comparison
from skipper.build.reading import Read
from skipper.build.writing import Run
from skipper.tables.award import award
from skipper.tables.build_tables import QUARANTINE
from skipper.tables.career_event import career_event
from skipper.tables.club import club
from skipper.tables.club_game import club_game
from skipper.tables.club_name import club_name
from skipper.tables.coverage import coverage
from skipper.tables.crediting import appointed_managers
from skipper.tables.exception import exception
from skipper.tables.game import game
from skipper.tables.lineup import lineup, starters
from skipper.tables.lineup_usage import lineup_usage, slot_starts
from skipper.tables.manager_career import lake_seasons, manager_career, seasons_managed
from skipper.tables.manager_season import manager_season
from skipper.tables.people import merged_people, person, person_alias, season_names
from skipper.tables.player_usage import player_usage
from skipper.tables.postseason_series import postseason_series
from skipper.tables.record_difference import record_difference, reference_records
from skipper.tables.reported import CLAIM, REPORT, VERDICT
from skipper.tables.stint import stint


def write_all(run: Run, read: Read) -> list[Comparison]:
    """Write every table but build_log. Returns the figures made from plays beside another source's."""
    _write_quarantine(run, read)
    people = write_people(run, read)
    sides = write_games(run, read, people)
    write_usage(run, read, people, sides)
    _write_records(run, read, people, sides)
    _write_careers(run, read, people)
    return _write_plays(run, read, people)


def _write_quarantine(run: Run, read: Read) -> None:
    replaced = {*read.built_seasons(), *(row["season"] for row in read.quarantined), None}
    run.write_rows(read.quarantined, QUARANTINE.name, replaced)


def write_people(run: Run, read: Read) -> DataFrame:
    """Write who is who; returns `person`."""
    named = read.records("gamelog_person").select("retrosheet_id", "name").unionByName(_named_before(run, read))
    if read.plays is not None:
        named = named.unionByName(read.plays.records("people").select("retrosheet_id", "name"))
    people = merged_people(read.records("register_people"), read.records("lahman_people"), named).localCheckpoint()
    run.write({"person": person(people), "person_alias": person_alias(people)}, read.seasons)
    return run.lake.read("person")


def _named_before(run: Run, read: Read) -> DataFrame:
    """Whom the games of other seasons in the lake name and no other source knows."""
    others = [season for season in run.lake.seasons("club_game") if season not in read.seasons]
    strangers = run.lake.read("person").where("source = 'retrosheet'").select("retrosheet_id", "name")
    sides, cards = run.lake.read("club_game", others), run.lake.read("lineup", others)
    named = cards.select(F.col("player_id").alias("retrosheet_id"))
    for column in ("manager_id", "starting_pitcher_id"):
        named = named.unionByName(sides.select(F.col(column).alias("retrosheet_id")))
    named = named.unionByName(plays.people_of_other_seasons(run.lake, read.seasons_of_plays()))
    return strangers.join(named, on="retrosheet_id", how="left_semi")


def write_games(run: Run, read: Read, people: DataFrame) -> DataFrame:
    """Write the tables that games come in; returns `club_game`."""
    records, cards = read.records("gamelog"), read.records("gamelog_lineup")
    teams, managers = read.records("lahman_teams"), read.records("lahman_managers")
    appointed = appointed_managers(managers, teams, people)
    # Kept, not read back: Spark opens a file per season for as long as it takes to compute it.
    sides = club_game(records, run.leagues, people, appointed).localCheckpoint()
    as_read = {"lineup": lineup(starters(cards, people)), "club_game": sides, "game": game(records, run.leagues)}
    run.write(as_read, read.seasons, regroup=False)
    of_clubs = {"club": club(records, run.leagues, teams), "exception": exception(records, cards, sides)}
    run.write(of_clubs, read.seasons)
    return sides


def write_usage(run: Run, read: Read, people: DataFrame, sides: DataFrame) -> None:
    """Write what each manager did with whom, and his records by season."""
    starts = slot_starts(starters(read.records("gamelog_lineup"), people)).localCheckpoint()
    teams, series = read.records("lahman_teams"), read.records("lahman_series_post")
    names, clubs = season_names(read.records("gamelog_person")), run.lake.read("club", read.seasons)
    run.write(
        {
            "player_usage": player_usage(sides, starts, people, names),
            "lineup_usage": lineup_usage(starts, people, names),
            "manager_season": manager_season(sides, clubs, teams, series, people, names),
        },
        read.seasons,
    )


def _write_records(run: Run, read: Read, people: DataFrame, sides: DataFrame) -> None:
    teams, managers = read.records("lahman_teams"), read.records("lahman_managers")
    reference = reference_records(managers, teams, people)
    every_season, every_game = run.lake.read("manager_season"), run.lake.read("game")
    managed = seasons_managed(managers, people)
    names = season_names(read.records("gamelog_person"))
    run.write(
        {
            "record_difference": record_difference(sides, reference, people, names),
            "manager_career": manager_career(every_season, lake_seasons(every_game), managed, people),
            "coverage": coverage(every_game, run.leagues, read.records("lahman_home_games")),
        },
        read.seasons,
    )


def _write_careers(run: Run, read: Read, people: DataFrame) -> None:
    """Write the record book's clubs, series and awards, and what careers are made of; kept reports stay."""
    teams = read.records("lahman_teams")
    awards = award(read.records("lahman_awards"), read.records("lahman_award_votes"), people)
    managed, usage, clubs = (run.lake.read(name) for name in ("manager_season", "player_usage", "club"))
    run.write(
        {
            "club_name": club_name(teams),
            "postseason_series": postseason_series(read.records("lahman_series_post"), teams),
            "award": awards,
            "stint": stint(managed, usage, clubs, run.lake.read("stint")),
            "career_event": career_event(people, awards, run.lake.read("career_event")),
        },
        read.seasons,
    )
    for table in (REPORT, CLAIM, VERDICT):
        if table.name not in run.lake.versions:
            run.lake.write_rows([], table.name, ())


def _write_plays(run: Run, read: Read, people: DataFrame) -> list[Comparison]:
    """Write the tables of plays, if event files were given."""
    compared: list[Comparison] = []
    if read.plays is not None and read.plays.seasons:
        plays.commit_whole(read.plays, run.lake, run.log_table)
        compared = plays.write_season_tables(
            read.plays, read.staged, read.records("gamelog"), people, run.lake, run.write
        )
    plays.keep_tables(run.lake)
    return compared
