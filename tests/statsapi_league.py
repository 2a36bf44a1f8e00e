"""An invented minor-league season, or real schedules, as the Stats API answers: by address, with its oddities."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from fetch_server import Answer
from skipper.sources.statsapi import requests
from skipper.sources.statsapi.store import Store, read

Json = dict[str, Any]
SEASON = 2016
PARENTS = {121: "New York Mets", 114: "Cleveland Indians"}
# id: name, sport, league, parent organization
CLUBS = {
    901: ("Alder Foxes", 11, 117, 121),
    902: ("Birch Owls", 11, 117, 114),
    903: ("Cedar Larks", 12, 113, 121),
    904: ("Dogwood Rams", 12, 113, 114),
}
SPORTS = {11: "Triple-A", 12: "Double-A"}
LEAGUES = {117: "International League", 113: "Eastern League"}
STATES = {"F": "Final", "D": "Postponed", "C": "Cancelled", "U": "Suspended", "S": "Scheduled"}
NO_FEED = 5007  # has a box score alone
NOWHERE = 5008  # has neither


class Api(Mapping[str, bytes | Answer]):
    """The answers to all addresses; `documents` by path, `games` by sport, each a list of (listed date, entry)."""

    def __init__(self, documents: dict[str, Json], games: dict[int, list[tuple[date, Json]]]) -> None:
        self.documents = documents
        self.games = games

    def __getitem__(self, address: str) -> bytes | Answer:
        path, query = urlsplit(address).path, dict(parse_qsl(urlsplit(address).query))
        if path == "/api/v1/schedule":
            return self._schedule(query)
        for name in (f"{path}?{'&'.join(f'{key}={query[key]}' for key in sorted(query))}", path):
            if name in self.documents:
                return json.dumps(self.documents[name]).encode()
        raise KeyError(address)

    def __iter__(self):
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)

    def _schedule(self, query: dict[str, str]) -> bytes | Answer:
        """Answer by date, 500 for more than a month, and today's games, of which there are none, without dates."""
        if "startDate" not in query:
            return b'{"dates": []}'
        first, last = date.fromisoformat(query["startDate"]), date.fromisoformat(query["endDate"])
        if last - first > timedelta(days=31):
            return Answer(500, {}, b'{"messageNumber": 1, "message": "Internal error occurred"}')
        days: dict[date, list[Json]] = {}
        for listed, entry in sorted(self.games.get(int(query["sportId"]), []), key=lambda game: game[0]):
            if first <= listed <= last:
                days.setdefault(listed, []).append(entry)
        return json.dumps({"dates": [{"date": str(day), "games": games} for day, games in days.items()]}).encode()


class Stored(Mapping[str, bytes | Answer]):
    """The stored responses by address, and an empty list at every other address that a season asks for."""

    def __init__(self, store: Store) -> None:
        found = map(read, sorted(store.folder.rglob("*.json.gz")))
        self.bodies = {response.header.address: response.body for response in found}

    def __getitem__(self, address: str) -> bytes:
        lists = {"schedule": "dates", "standings": "records", "coaches": "roster", "fullSeason": "roster"}
        last = urlsplit(address).path.rpartition("/")[2]
        if address not in self.bodies and last in {"live", "boxscore", "playByPlay"}:
            raise KeyError(address)
        return self.bodies.get(address, json.dumps({lists.get(last, last): []}).encode())

    def __iter__(self):
        return iter(self.bodies)

    def __len__(self) -> int:
        return len(self.bodies)


def entry(pk: int, day: date, home: int, visitor: int, state: str = "F", **more: Any) -> Json:
    """Return a schedule entry with the fields that Skipper reads and one that it does not know."""
    played = state in "FU"
    sides = {
        side: {"team": {"id": club, "name": CLUBS[club][0]}, **({"score": pk % (7 + shift)} if played else {})}
        for side, club, shift in (("away", visitor, 0), ("home", home, 3))
    }
    return {
        "gamePk": pk,
        "season": str(day.year),
        "officialDate": str(day),
        "gameDate": f"{day}T23:05:00Z",
        "gameType": "R",
        "gameNumber": 1,
        "doubleHeader": "N",
        "scheduledInnings": 9,
        "status": {"codedGameState": state, "detailedState": STATES[state]},
        "teams": sides,
        "newField": {"of": ["next", "year"]},
        **more,
    }


def box_side(club: int) -> Json:
    """Return a box-score side: nine starters, a pinch hitter in the second slot, a starting pitcher and a reliever."""
    players: Json = {}
    for slot in range(1, 10):
        person = club * 100 + slot
        players[f"ID{person}"] = {
            "person": {"id": person, "fullName": f"Batter {person}"},
            "battingOrder": f"{slot}00",
            "allPositions": [{"code": str(10 if slot == 9 else slot + 1)}, {"code": "3"}],
        }
    extra = {"battingOrder": "201", "allPositions": [{"code": "11"}]}
    players[f"ID{club * 100 + 20}"] = {"person": {"id": club * 100 + 20, "fullName": "Pinch Hitter"}, **extra}
    players[f"ID{club * 100 + 30}"] = {"person": {"id": club * 100 + 30, "fullName": "On Bench"}, "battingOrder": None}
    pitchers = [club * 100 + 40, club * 100 + 41]
    return {"team": {"id": club}, "players": players, "pitchers": pitchers, "battingOrder": []}


def box_score(home: int, visitor: int) -> Json:
    return {"teams": {"away": box_side(visitor), "home": box_side(home)}}


def feed(home: int, visitor: int, state: str = "F") -> Json:
    people = {
        f"ID{person}": {
            "id": person,
            "fullName": f"Player {person}",
            "birthDate": "1994-02-03",
            "batSide": {"code": "S"},
            "pitchHand": {"code": "L" if person % 2 else "R"},
        }
        for club in (home, visitor)
        for person in (*range(club * 100 + 1, club * 100 + 10), club * 100 + 40)
    }
    return {
        "metaData": {"timeStamp": "20161001_000000"},
        "gameData": {"status": {"codedGameState": state}, "players": people},
        "liveData": {"boxscore": box_score(home, visitor)},
    }


def invented() -> Api:
    """Return the season: two clubs each in AAA and AA; twelve games, among them every oddity of a schedule."""
    documents: dict[str, Json] = {}
    for sport in (1, *SPORTS):
        documents[f"/api/v1/teams?season={SEASON}&sportIds={sport}"] = {"teams": _clubs(sport)}
    for league, name in LEAGUES.items():
        documents[f"/api/v1/standings?leagueId={league}&season={SEASON}"] = _standings(league, name)
    for club in CLUBS:
        documents[f"/api/v1/teams/{club}/coaches?season={SEASON}"] = _coaches(club)
        documents[f"/api/v1/teams/{club}/roster/fullSeason?season={SEASON}"] = _roster(club)
    for month in requests.MONTHS:
        documents[transactions_of(month)] = {"transactions": _moves(month) if 2 <= month <= 11 else []}
    games: dict[int, list[tuple[date, Json]]] = {11: [], 12: []}
    for sport, home, visitor, first in ((11, 901, 902, 5000), (12, 903, 904, 5100)):
        for number in range(12):
            day, pk = date(SEASON, 4 + number // 3, 10 + number), first + number
            games[sport].append((day, entry(pk, day, home, visitor)))
            documents[f"/api/v1.1/game/{pk}/feed/live"] = feed(home, visitor)
    _make_odd(games[11], documents)
    return Api(documents, games)


def _make_odd(games: list[tuple[date, Json]], documents: dict[str, Json]) -> None:
    """Postpone the second game twice, suspend the fourth into the next month, cancel the fifth."""
    makeup = date(SEASON, 5, 2)
    played = entry(5001, makeup, 901, 902)
    put_off = {**entry(5001, makeup, 901, 902, "D"), "rescheduleDate": str(makeup)}
    games[1:2] = [(date(SEASON, 4, 11), put_off), (date(SEASON, 4, 29), put_off), (makeup, played)]
    resumed = {"resumeGameDate": "2016-06-01", "resumeDate": "2016-06-01T21:30:00Z"}
    day, whole = games[5]
    games[5] = (day, {**whole, "status": {"codedGameState": "U", "detailedState": "Suspended: Rain"}, **resumed})
    games.insert(6, (date(SEASON, 6, 1), {**whole, "resumedFromDate": str(day)}))
    day, _game = games[7]
    games[7] = (day, entry(5004, day, 901, 902, "C"))
    for pk in (5004, NO_FEED, NOWHERE):
        del documents[f"/api/v1.1/game/{pk}/feed/live"]
    documents[f"/api/v1/game/{NO_FEED}/boxscore"] = box_score(901, 902)
    documents[f"/api/v1/game/{NO_FEED}/playByPlay"] = {"allPlays": []}


def with_new_fields(value: Any) -> Any:
    """Return a document with fields that Skipper does not know in every object, beside and inside known ones.

    An object of objects by id has members, not fields, and gets none.
    """
    if isinstance(value, list):
        return [with_new_fields(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    known = {name: with_new_fields(inner) for name, inner in value.items()}
    of_members = bool(known) and all(name.startswith("ID") for name in known)
    return known if of_members else {"newList": [{"id": 1}], **known, "newField": {"of": ["next", "year"]}}


def _clubs(sport: int) -> list[Json]:
    if sport == 1:
        return [{"id": club, "name": name, "season": SEASON, "sport": {"id": 1}} for club, name in PARENTS.items()]
    return [
        {
            "id": club,
            "name": name,
            "season": SEASON,
            "teamCode": name[:3].lower(),
            "sport": {"id": sport, "name": SPORTS[sport]},
            "league": {"id": league, "name": LEAGUES[league]},
            "parentOrgId": parent,
            "parentOrgName": PARENTS[parent],
        }
        for club, (name, its_sport, league, parent) in CLUBS.items()
        if its_sport == sport
    ]


def _standings(league: int, _name: str) -> Json:
    clubs = [club for club, row in CLUBS.items() if row[2] == league]
    records = [
        {"team": {"id": club}, "season": str(SEASON), "gamesPlayed": 10, "wins": 6, "losses": 4} for club in clubs
    ]
    return {"records": [{"league": {"id": league}, "teamRecords": records}]}


def _roster(club: int) -> Json:
    """Return the nine batters, both pitchers, and somebody who did not play."""
    numbers = (*range(1, 10), 40, 41, 50)
    return {
        "roster": [
            {"person": {"id": club * 100 + number, "fullName": f"Rostered {club * 100 + number}"},
             "position": {"code": "1", "abbreviation": "P" if number >= 40 else "SS"}, "jerseyNumber": str(number)}
            for number in numbers
        ]
    }  # fmt: skip


def _coaches(club: int) -> Json:
    def coach(person: int, job: str, number: str) -> Json:
        person_of = {"id": person, "fullName": f"Coach {person}"}
        return {"person": person_of, "jerseyNumber": number, "job": job, "jobId": job}

    manager, interim = club * 10 + 1, club * 10 + 2
    staff = [coach(interim, "NTRM", "8"), coach(manager, "MNGR", "1"), coach(manager, "MNGR", "11")]
    return {"roster": [*staff, coach(club * 10 + 3, "ASSM", "9")]}


def transactions_of(month: int) -> str:
    """Return the address of a month's transactions."""
    last = (date(SEASON + month // 12, month % 12 + 1, 1) - timedelta(days=1)).isoformat()
    return f"/api/v1/transactions?endDate={last}&startDate={SEASON}-{month:02}-01"


def _moves(month: int) -> list[Json]:
    day = f"{SEASON}-{month:02}-15"
    person = {"id": 90101, "fullName": "Batter 90101"}
    moved = {"id": month, "person": person, "date": day, "effectiveDate": day, "typeCode": "ASG"}
    return [{**moved, "fromTeam": {"id": 903}, "toTeam": {"id": 901}}, {**moved, "id": 100 + month, "fromTeam": None}]


def real(data: Path) -> Api:
    """Return the real clubs of 2022 as those of 2023, and the real AAA and AA schedules of 2023, whose games are empty.

    The schedules are flattened; the fields that Skipper reads are put back where the API has them.
    """
    folder = data / "minors"
    with gzip.open(folder / "statsapi" / "teams_season-2022_all-sports.json.gz") as file:
        clubs = json.load(file)["teams"]
    documents: dict[str, Json] = {}
    games: dict[int, list[tuple[date, Json]]] = {}
    for sport, name in ((1, None), (11, "aaa"), (12, "aa")):
        its_clubs = [{**club, "season": 2023} for club in clubs if club["sport"]["id"] == sport]
        documents[f"/api/v1/teams?season=2023&sportIds={sport}"] = {"teams": its_clubs}
        if name:
            with gzip.open(folder / "schedule" / f"2023_{name}_schedule.csv.gz", "rt") as file:
                rows = list(csv.DictReader(file))
            games[sport] = [(date.fromisoformat(row["date"][:10]), _unflattened(row)) for row in rows]
    for _listed, game in [game for its_games in games.values() for game in its_games]:
        documents[f"/api/v1.1/game/{game['gamePk']}/feed/live"] = {"liveData": {"boxscore": None}}
    return Api(documents, games)


def _unflattened(row: dict[str, str]) -> Json:
    def side(name: str) -> Json:
        score = row[f"teams_{name}_score"]
        team = {"id": int(row[f"teams_{name}_team_id"]), "name": row[f"teams_{name}_team_name"]}
        return {"team": team, **({"score": int(float(score))} if score else {})}

    return {
        "gamePk": int(row["game_pk"]),
        "season": row["season"],
        "officialDate": row["official_date"],
        "gameDate": row["game_date"],
        "gameType": row["game_type"],
        "gameNumber": row["game_number"] or None,
        "doubleHeader": row["double_header"],
        "scheduledInnings": row["scheduled_innings"] or None,
        "status": {"codedGameState": row["status_coded_game_state"], "detailedState": row["status_detailed_state"]},
        "teams": {"away": side("away"), "home": side("home")},
    }
