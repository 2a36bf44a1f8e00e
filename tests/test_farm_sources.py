"""One simulated organization, as event files and as responses of the Stats API: the same answers through both."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from built_lake import Built, build_lake
from skipper.build.inputs import Inputs
from skipper.lake.reader import LakeReader
from skipper.simulate.clubs import LOWER_CLUBS, LOWER_LEAGUES, ORGANIZATIONS
from skipper.simulate.farm import FARM_SEASON, Farm, FarmGame, play_farm
from skipper.simulate.minors_files import write_managers, write_minors
from skipper.simulate.people import Person, Registrar
from skipper.simulate.register_file import write_register
from skipper.sources.retrosheet.gamelogs import SIMULATED_MARK
from skipper.sources.statsapi import requests
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import Header, Response, Store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Json = dict[str, Any]
SPORTS = {"A": 14, "Rk": 16}
IDS = {club.code: 7001 + number for number, club in enumerate(LOWER_CLUBS)}
STARTED_LATE = 1  # place in the schedule of the game that was postponed by a day

# What each form alone can say, or words its own way; everything else of these tables agrees, row by row.
SOURCES_OWN = {"source", "game_type_source"}
PLAYS_ALONE = {"hits", "errors", "left_on_base", "outs_pitched", "pitchers_used"}
COMPARED = {
    "club_game": SOURCES_OWN | PLAYS_ALONE,
    "lineup": SOURCES_OWN,
    "club": set(),
    "manager_season": set(),
    "lineup_usage": set(),
    "player_usage": set(),
}


def put(store: Store, request: Request, body: Json) -> None:
    header = Header(request.endpoint, request.params, request.address, 200, "2043-05-01T00:00:00+00:00")
    store.put(request, Response(header, json.dumps(body).encode()))


def write_responses(cache: Path, farm: Farm) -> Path:
    """Write the farm's season as a store of responses."""
    store = Store(cache)
    for league in LOWER_LEAGUES:
        put(store, requests.teams(str(SPORTS[league.level]), FARM_SEASON), {"teams": teams(league.code)})
    days: dict[Request, dict[str, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for number, game in enumerate(farm.games):
        sport, day = str(SPORTS[game.scheduled.home.league.level]), game.scheduled.day
        request = requests.schedule(sport, FARM_SEASON, day.month)
        days[request][str(day)].append(entry(7_000_000 + number, game))
        if number == STARTED_LATE:
            put_off = entry(7_000_000 + number, game, state="D")
            days[request][str(day - timedelta(days=1))].append(put_off)
        put(store, Request("feed", {"gamePk": str(7_000_000 + number)}), feed(game))
    for request, listed in days.items():
        put(store, request, {"dates": [{"date": day, "games": games} for day, games in listed.items()]})
    return store.folder


def teams(league: str) -> list[Json]:
    parents = list(ORGANIZATIONS)
    return [
        {
            "id": IDS[club.code],
            "season": FARM_SEASON,
            "name": club.name,
            "sport": {"id": SPORTS[club.league.level]},
            "league": {"id": club.league.crowd, "name": club.league.name},
            "parentOrgId": 100 + parents.index(club.organization),
            "parentOrgName": f"{club.organization} {ORGANIZATIONS[club.organization]}",
        }
        for club in LOWER_CLUBS
        if club.league.code == league
    ]


def entry(pk: int, game: FarmGame, state: str = "F") -> Json:
    scheduled = game.scheduled
    clubs = {"away": scheduled.visitor, "home": scheduled.home}
    return {
        "gamePk": pk,
        "season": str(FARM_SEASON),
        "officialDate": str(scheduled.day),
        "gameDate": f"{scheduled.day}T23:05:00Z",
        "gameType": "R",
        "gameNumber": scheduled.game_number or 1,
        "doubleHeader": "Y" if scheduled.game_number else "N",
        "scheduledInnings": 9,
        "status": {"codedGameState": state, "detailedState": {"F": "Final", "D": "Postponed"}[state]},
        "teams": {
            side: {"team": {"id": IDS[club.code], "name": club.name}, **({"score": runs} if state == "F" else {})}
            for (side, club), runs in zip(clubs.items(), game.runs, strict=True)
        },
    }


def feed(game: FarmGame) -> Json:
    people = {f"ID{p.mlbam_id}": described(p) for card in game.cards for p in people_of(card)}
    sides = {
        side: {
            "team": {"id": IDS[club.code]},
            "pitchers": [int(str(card.starting_pitcher.person.mlbam_id))],
            "players": {
                f"ID{player.person.mlbam_id}": {
                    "person": {"id": int(str(player.person.mlbam_id)), "fullName": player.name},
                    "battingOrder": f"{slot}00",
                    "allPositions": [{"code": str(position)}],
                }
                for slot, (player, position) in enumerate(card.slots, 1)
            },
        }
        for side, club, card in zip(
            ("away", "home"), (game.scheduled.visitor, game.scheduled.home), game.cards, strict=True
        )
    }
    return {"gameData": {"players": people}, "liveData": {"boxscore": {"teams": sides}}}


def people_of(card: Any) -> list[Person]:
    return [card.starting_pitcher.person, *(player.person for player, _position in card.slots)]


def described(person: Person) -> Json:
    bats = {"B": "S"}.get(person.bats, person.bats)
    return {
        "id": int(str(person.mlbam_id)),
        "fullName": person.name,
        "batSide": {"code": bats},
        "pitchHand": {"code": person.throws},
    }


@pytest.fixture(scope="module")
def lakes(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built]:
    """The lake of the event files and the lake of the responses."""
    folder = tmp_path_factory.mktemp("forms")
    farm = play_farm(Registrar(np.random.default_rng(3)), np.random.default_rng(4))
    for name in ("minors", "register", "statsapi"):
        (folder / name).mkdir()
    write_minors(folder / "minors", farm)
    write_responses(folder, farm)
    write_managers(folder / "managers.csv", farm)
    managing = [(FARM_SEASON, person) for person in farm.managers.values()]
    write_register(folder / "register", farm.people, farm.rosters, managing)
    with (folder / "leagues.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("league", "name", "first_season", "last_season", "level", "source"))
        writer.writerows((it.code, it.name, FARM_SEASON, FARM_SEASON, it.level, "simulated") for it in LOWER_LEAGUES)
    for name in ("minors", "statsapi"):
        (folder / name / SIMULATED_MARK).write_text("Simulated.\n")
    shared = {"leagues": folder / "leagues.csv", "managers": folder / "managers.csv", "register": folder / "register"}
    # The list of clubs beside the plays gives the responses' clubs the same codes.
    lists = folder / "lists"
    lists.mkdir()
    for name in ("minorLeagueSplitsTeams.csv", "minorLeagueSplitsFranchises.csv"):
        (lists / name).write_bytes((folder / "minors" / name).read_bytes())
    of_files = build_lake(spark, Inputs(minors=folder / "minors", **shared), folder / "lake-of-files")
    of_api = Inputs(statsapi=folder / "statsapi", affiliations=lists, **shared)
    return of_files, build_lake(spark, of_api, folder / "lake-of-responses")


@pytest.mark.parametrize("table", COMPARED)
def test_both_forms_give_the_same_rows(lakes: tuple[Built, Built], table: str) -> None:
    ours, theirs = (rows_of(lake.reader(), table) for lake in lakes)
    assert ours
    assert ours == theirs


def rows_of(reader: LakeReader, table: str) -> list[Json]:
    """A table's rows without the columns that are each form's own."""
    own = COMPARED[table]
    rows = reader.rows(f"SELECT * FROM {table} ORDER BY ALL")
    kept = [{name: value for name, value in row.items() if name not in own} for row in rows]
    return sorted(kept, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def test_each_form_has_its_own_facts_and_the_other_has_null(lakes: tuple[Built, Built]) -> None:
    for lake, known in zip(lakes, (True, False), strict=True):
        (row,) = lake.reader().rows(
            "SELECT count(*) AS sides, "
            + ", ".join(f"count({name}) AS {name}" for name in sorted(PLAYS_ALONE))
            + " FROM club_game"
        )
        assert {row[name] for name in PLAYS_ALONE} == {row["sides"] if known else 0}


def test_a_postponed_game_is_one_game_and_nothing_is_lost(lakes: tuple[Built, Built]) -> None:
    _of_files, of_api = lakes
    assert of_api.reader().rows("FROM quarantine") == []
    (counted,) = of_api.reader().rows(
        "SELECT sum(rows_in) AS read, sum(rows_out) AS kept FROM build_log WHERE source = 'statsapi'"
    )
    assert counted["read"] == counted["kept"] > 0
    sides = of_api.report.rows["club_game"]
    assert sides == lakes[0].report.rows["club_game"] == 2 * of_api.report.rows["game"]
