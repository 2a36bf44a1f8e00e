"""The record book in Lahman's format: People, Teams, Managers and SeriesPost, consistent with the games.

It contains one deliberate error, so that there is a record difference to find. `Managers.csv` gives Ignatius Pellworth
of Oxbow Landing (OXB) one win too many and one loss too few in 2043, while `Teams.csv` is correct. Columns that are not
simulated are empty.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from skipper.simulate.cast import TERMS, Manager, Term
from skipper.simulate.clubs import CLUBS, LEAGUES, SEASONS, Club, League, clubs_of
from skipper.simulate.games import PlayedGame
from skipper.simulate.people import Person

PLANTED_ERROR = (2043, "OXB", "Ignatius Pellworth")

PEOPLE = (
    "playerID,birthYear,birthMonth,birthDay,birthCountry,birthState,birthCity,deathYear,deathMonth,deathDay,"
    "deathCountry,deathState,deathCity,nameFirst,nameLast,nameGiven,weight,height,bats,throws,debut,finalGame,"
    "retroID,bbrefID"
)
TEAMS = (
    "yearID,lgID,teamID,franchID,divID,Rank,G,Ghome,W,L,DivWin,WCWin,LgWin,WSWin,R,AB,H,2B,3B,HR,BB,SO,SB,CS,"
    "HBP,SF,RA,ER,ERA,CG,SHO,SV,IPouts,HA,HRA,BBA,SOA,E,DP,FP,name,park,attendance,BPF,PPF,teamIDBR,"
    "teamIDlahman45,teamIDretro"
)
MANAGERS = "playerID,yearID,teamID,lgID,inseason,G,W,L,rank,plyrMgr"
SERIES_POST = "yearID,round,teamIDwinner,lgIDwinner,teamIDloser,lgIDloser,wins,losses,ties"

Row = dict[str, str | int]


@dataclass
class ClubSeason:
    """A club's season: the result of each game, in order, and the totals."""

    club: Club
    season: int
    won: list[bool] = field(default_factory=list)
    home_games: int = 0
    runs: int = 0
    runs_against: int = 0
    attendance: int = 0
    rank: int = 0

    @property
    def wins(self) -> int:
        """Return the number of games won."""
        return sum(self.won)

    @property
    def percentage(self) -> float:
        """Return the winning percentage."""
        return self.wins / len(self.won)


ClubSeasons = dict[tuple[int, str], ClubSeason]
"""Club seasons by season and club code."""


def write_lahman(
    folder: Path,
    games: Iterable[PlayedGame],
    people: Iterable[Person],
    managers: dict[str, Manager],
    rng: np.random.Generator,
) -> None:
    """Write the four files. `games` has all games in playing order. `rng` determines the league finals."""
    seasons = club_seasons(games)
    finals = [_final(_standings(seasons, year, league), rng) for year in SEASONS for league in LEAGUES]
    champions = {(row["yearID"], row["teamIDwinner"]) for row in finals}
    _write(folder / "People.csv", PEOPLE, (_person_row(person) for person in people if person.in_lahman))
    _write(folder / "Teams.csv", TEAMS, (_team_row(each, champions) for each in seasons.values()))
    _write(folder / "Managers.csv", MANAGERS, _manager_rows(seasons, managers))
    _write(folder / "SeriesPost.csv", SERIES_POST, finals)


def club_seasons(games: Iterable[PlayedGame]) -> ClubSeasons:
    """Return every club's season, with its rank in its league. Clubs with equal percentages share a rank."""
    seasons = {(year, club.code): ClubSeason(club, year) for year in SEASONS for club in CLUBS}
    for game in games:
        year = game.scheduled.day.year
        home = seasons[year, game.scheduled.home.code]
        visitor = seasons[year, game.scheduled.visitor.code]
        _add(home, game.home_won, game.home.runs, game.visitor.runs)
        _add(visitor, not game.home_won, game.visitor.runs, game.home.runs)
        home.home_games += 1
        home.attendance += game.attendance or 0
    for each in seasons.values():
        rivals = [seasons[each.season, club.code] for club in clubs_of(each.club.league)]
        each.rank = 1 + sum(rival.percentage > each.percentage for rival in rivals)
    return seasons


def _add(side: ClubSeason, won: bool, runs: int, runs_against: int) -> None:
    side.won.append(won)
    side.runs += runs
    side.runs_against += runs_against


def _standings(seasons: ClubSeasons, year: int, league: League) -> list[ClubSeason]:
    """Return a league's clubs, best first. Clubs with equal percentages are ordered by run difference."""
    clubs = [each for each in seasons.values() if each.season == year and each.club.league == league]
    return sorted(clubs, key=lambda c: (c.percentage, c.runs - c.runs_against), reverse=True)


def _final(standings: Sequence[ClubSeason], rng: np.random.Generator) -> Row:
    """Return a best-of-five final between the top two clubs. Its games are not in the game logs."""
    winner, loser = standings[:2] if rng.random() < 0.55 else standings[1::-1]
    league = winner.club.league.code
    row = (winner.season, f"{league}F", winner.club.lahman_code, league, loser.club.lahman_code, league)
    return dict(zip(SERIES_POST.split(","), (*row, 3, int(rng.integers(0, 3)), 0), strict=True))


def _person_row(person: Person) -> Row:
    return {
        "playerID": person.lahman_id,
        "birthYear": person.born.year,
        "birthMonth": person.born.month,
        "birthDay": person.born.day,
        "nameFirst": person.first,
        "nameLast": person.last,
        "nameGiven": person.first,
        "bats": person.bats,
        "throws": person.throws,
        "retroID": person.retro_id,
        "bbrefID": person.lahman_id,
    }


def _team_row(each: ClubSeason, champions: set[tuple[str | int, str | int]]) -> Row:
    club = each.club
    return {
        "yearID": each.season,
        "lgID": club.league.code,
        "teamID": club.lahman_code,
        "franchID": club.lahman_code,
        "Rank": each.rank,
        "G": len(each.won),
        "Ghome": each.home_games,
        "W": each.wins,
        "L": len(each.won) - each.wins,
        "LgWin": "Y" if (each.season, club.lahman_code) in champions else "N",
        "R": each.runs,
        "RA": each.runs_against,
        "name": club.name,
        "park": club.park,
        "attendance": each.attendance,
        "teamIDBR": club.lahman_code,
        "teamIDlahman45": club.lahman_code,
        "teamIDretro": club.code,
    }


def _manager_rows(seasons: ClubSeasons, managers: dict[str, Manager]) -> Iterable[Row]:
    """Yield one row per appointed manager and club-season, in which an acting manager's games are included."""
    for year in SEASONS:
        for club in CLUBS:
            terms = [t for t in TERMS if (t.season, t.club) == (year, club.code) and t.inseason]
            for term in sorted(terms, key=lambda t: t.first_game):
                yield _manager_row(term, seasons[year, club.code], managers[term.manager].person)


def _manager_row(term: Term, each: ClubSeason, person: Person) -> Row:
    won = each.won[term.first_game - 1 : term.last_game]
    error = int((term.season, term.club, term.manager) == PLANTED_ERROR)
    return {
        "playerID": person.lahman_id,
        "yearID": term.season,
        "teamID": each.club.lahman_code,
        "lgID": each.club.league.code,
        "inseason": term.inseason or "",
        "G": len(won),
        "W": sum(won) + error,
        "L": len(won) - sum(won) - error,
        "rank": each.rank,
        "plyrMgr": "N",
    }


def _write(path: Path, header: str, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header.split(","), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
