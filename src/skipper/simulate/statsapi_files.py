"""The lower levels as Stats API responses (clubs, schedules, feeds), stored as `skipper fetch` stores them."""

import json
from collections import Counter, defaultdict
from datetime import timedelta
from typing import Any

from skipper.simulate.clubs import LOWER_CLUBS, LOWER_LEAGUES, ORGANIZATIONS, League
from skipper.simulate.farm import FARM_SEASON, Farm
from skipper.simulate.feed_plays import PITCHER, feed_plays, id_of
from skipper.simulate.games import PlayedGame
from skipper.simulate.lineup_card import LineupCard
from skipper.simulate.people import Person
from skipper.sources.statsapi import requests
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import Header, Response, Store

Json = dict[str, Any]
Entered = list[tuple[Person, int, int]]
SPORTS = {"A": "14", "Rk": "16"}
IDS = {club.code: 7001 + number for number, club in enumerate(LOWER_CLUBS)}
FIRST_GAME = 7_000_000
POSTPONED = 1
"""Index in the schedule of the game postponed by a day."""


def write_responses(store: Store, farm: Farm, with_pitches: bool = True) -> None:
    """Write the farm's season into the store; without pitches, as feeds of older minor-league seasons."""
    people = {person.retro_id: person for person in farm.people}
    for league in LOWER_LEAGUES:
        put(store, requests.teams(SPORTS[league.level], FARM_SEASON), {"teams": teams(league)})
    listed = []
    for number, game in enumerate(farm.games):
        day, game_pk = game.scheduled.day, FIRST_GAME + number
        listed.append((str(day), entry(game_pk, game)))
        if number == POSTPONED:
            listed.append((str(day - timedelta(days=1)), entry(game_pk, game, "D")))
        put(store, Request("feed", {"gamePk": str(game_pk)}), feed(game, people, with_pitches))
    write_schedules(store, listed)


def write_schedules(store: Store, listed: list[tuple[str, Json]]) -> None:
    """Write monthly schedules; each game comes with the date under which it is listed."""
    months: dict[Request, dict[str, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for day, game in listed:
        request = requests.schedule(game["sport"], int(day[:4]), int(day[5:7]))
        months[request][day].append(game)
    for request, days in months.items():
        put(store, request, {"dates": [{"date": day, "games": games} for day, games in days.items()]})


def put(store: Store, request: Request, body: Json) -> None:
    """Store a response, dated a year after the season."""
    header = Header(request.endpoint, request.params, request.address, 200, f"{FARM_SEASON + 1}-05-01T00:00:00+00:00")
    store.put(request, Response(header, json.dumps(body).encode()))


def teams(league: League) -> list[Json]:
    """Return a league's clubs in the form of the `teams` endpoint."""
    parents = list(ORGANIZATIONS)
    return [
        {
            "id": IDS[club.code],
            "season": FARM_SEASON,
            "name": club.name,
            "sport": {"id": int(SPORTS[league.level])},
            "league": {"id": 800 + LOWER_LEAGUES.index(league), "name": league.name},
            "parentOrgId": 100 + parents.index(club.organization),
            "parentOrgName": f"{club.organization} {ORGANIZATIONS[club.organization]}",
        }
        for club in LOWER_CLUBS
        if club.league == league
    ]


def entry(game_pk: int, game: PlayedGame, state: str = "F", season: int = FARM_SEASON) -> Json:
    """Return a game's schedule entry: final (F), or postponed (D)."""
    scheduled = game.scheduled
    day = scheduled.day.replace(year=season)
    clubs = zip(("away", "home"), (scheduled.visitor, scheduled.home), (game.visitor.runs, game.home.runs), strict=True)
    return {
        "gamePk": game_pk,
        "season": str(season),
        "sport": SPORTS[scheduled.home.league.level],
        "officialDate": str(day),
        "gameDate": f"{day}T23:05:00Z",
        "gameType": "R",
        "gameNumber": scheduled.game_number or 1,
        "doubleHeader": "Y" if scheduled.game_number else "N",
        "scheduledInnings": 9,
        "status": {"codedGameState": state, "detailedState": {"F": "Final", "D": "Postponed"}[state]},
        "teams": {
            side: {"team": {"id": IDS[club.code], "name": club.name}, **({"score": runs} if state == "F" else {})}
            for side, club, runs in clubs
        },
    }


def feed(game: PlayedGame, people: dict[str, Person], with_pitches: bool = True) -> Json:
    """Return a game's feed: players, box score and plays. `people` has everyone who may play, by Retrosheet id."""
    told = feed_plays(game, people, with_pitches)
    cards = game.visitor.card, game.home.card
    clubs = zip(("away", "home"), (game.scheduled.visitor, game.scheduled.home), cards, told.entered, strict=True)
    played = [person for card, entered in zip(cards, told.entered, strict=True) for person in _people_of(card, entered)]
    return {
        "gameData": {"players": {f"ID{person.mlbam_id}": _described(person) for person in played}},
        "liveData": {
            "boxscore": {
                "teams": {side: _box_side(IDS[club.code], card, entered) for side, club, card, entered in clubs}
            },
            "plays": {"allPlays": told.plays},
        },
    }


def _box_side(club: int, card: LineupCard, entered: Entered) -> Json:
    """Return a club's box score; a substitute's place in the batting order ends in 01 and up."""
    players = {
        f"ID{player.person.mlbam_id}": {**_listed(player.person, position), "battingOrder": f"{slot}00"}
        for slot, (player, position) in enumerate(card.slots, 1)
    }
    if not any(position == PITCHER for _player, position in card.slots):
        players[f"ID{card.starting_pitcher.person.mlbam_id}"] = _listed(card.starting_pitcher.person, PITCHER)
    times: Counter[int] = Counter()
    for person, slot, position in entered:
        times[slot] += 1
        order = {"battingOrder": f"{slot}{times[slot]:02}"} if slot else {}
        players.setdefault(f"ID{person.mlbam_id}", {**_listed(person, position), **order})
    pitchers = [card.starting_pitcher.person, *(person for person, _slot, position in entered if position == PITCHER)]
    return {"team": {"id": club}, "pitchers": [id_of(person) for person in pitchers], "players": players}


def _listed(person: Person, position: int) -> Json:
    return {
        "person": {"id": id_of(person), "fullName": person.name},
        "allPositions": [{"code": str(position)}],
    }


def _people_of(card: LineupCard, entered: Entered) -> list[Person]:
    starters = [card.starting_pitcher.person, *(player.person for player, _position in card.slots)]
    return [*starters, *(person for person, _slot, _position in entered)]


def _described(person: Person) -> Json:
    return {
        "id": id_of(person),
        "fullName": person.name,
        "birthDate": str(person.born),
        "batSide": {"code": {"B": "S"}.get(person.bats, person.bats)},
        "pitchHand": {"code": person.throws},
    }
