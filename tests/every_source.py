"""A small input of every kind, most of them invented seasons of their own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow.csv
import pyarrow.parquet as pq

from box_files import box_game
from csv_files import write_every_kind
from event_files import lively_game, write_events
from minor_files import quiet_game, write_minors
from score_files import write_scores
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK
from statsapi_league import invented
from test_readers_mutated import HISTORY
from test_statsapi import stored

# Below the folder, by the build's option; the Stats API's season is 2016, that of the scores 2039.
PATHS = {
    **{name: name for name in ("gamelogs", "events", "csvs", "minors", "statsapi", "scores", "lahman", "register")},
    **{name: name for name in ("transactions", "reference")},
    **{"leagues": "leagues.csv", "managers": "managers.csv", "affiliations": "affiliations"},
}
GAMES = ("events", "csvs", "minors", "statsapi", "scores")
PARQUET = ("Teams", "Managers", "SeriesPost")
TRANSACTION = '"20380719",,,,,11,"blott001","P ","INK","AL","QUI","AL",,,,"$100000"'
EJECTIONS = (
    "GAMEID,DATE,DH,EJECTEE,EJECTEENAME,TEAM,JOB,UMPIRE,UMPIRENAME,INNING,REASON\r\n"
    'INK203807040,07/04/2038, ,blott001,"Tom Blot",INK,P,umpi001,"An Umpire",3,"Balls and strikes"'
)
TEAMS = "TEAM,LEAGUE,CITY,NICKNAME,FIRST,LAST\r\nINK,,Ink,Larks,1930,2060"
COACHES = "id,year,team,role,start,end\r\nnibbx001,2038,INK,P,04/01/2038,09/30/2038"
SCORE = "07/04/39,Lantern Coast League,Harrow Bay vs. Quoin Harbor,HBR,QUO,3,4"


def write_every_source(folder: Path, league: Path) -> Path:
    """Write the sources, with one season of the simulated league's game logs."""
    shutil.copytree(league, folder, ignore=shutil.ignore_patterns("gl*.zip", "minors"))
    shutil.copy(league / "gamelogs" / "gl2042.zip", folder / "gamelogs")
    write_minors(folder / "minors", quiet_game())
    write_events(folder / "events" / "of 2041", lively_game())
    write_scores(folder / "scores", SCORE, season=2039)
    box_scores = folder / "events" / "of 2041" / "2041HHH.EBA"
    box_scores.write_text("".join(f"{line}\r\n" for line in box_game("20410403")))
    write_every_kind(folder / "csvs", 2038)
    for name in PARQUET:  # a release may have tables in both forms
        file = folder / "lahman" / f"{name}.csv"
        pq.write_table(pyarrow.csv.read_csv(file), file.with_suffix(".parquet"))
        file.unlink()
    for name in ("transactions", "reference"):
        (folder / name).mkdir()
    (folder / "transactions" / "tran.txt").write_text(f"{TRANSACTION}\r\n")
    (folder / "reference" / "ejections.csv").write_text(f"{EJECTIONS}\r\n")
    (folder / "reference" / "teams.csv").write_text(f"{TEAMS}\r\n")
    (folder / "reference" / "coaches.csv").write_text(f"{COACHES}\r\n")
    stored(folder, invented())
    (folder / "affiliations").mkdir()
    (folder / "affiliations" / "milb-history.json").write_text(json.dumps(HISTORY))
    for name in GAMES:
        (folder / name / SIMULATED_MARK).touch()
    return folder
