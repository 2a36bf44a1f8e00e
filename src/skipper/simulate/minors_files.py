"""The lower levels in Minor League Splits' format (play-by-play, players, clubs, organizations), and the manager file.

Only the lower levels' clubs have plays, in the farm's season; clubs at all levels have an organization in every season
in which they play.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from skipper.simulate.clubs import CLUBS, LOWER_CLUBS, LOWER_LEAGUES, ORGANIZATIONS, SEASONS, Club
from skipper.simulate.farm import FARM_SEASON, Farm
from skipper.simulate.games import PlayedGame
from skipper.simulate.people import Person
from skipper.simulate.pitches import pitched
from skipper.simulate.play_game import SCHEDULED


def write_minors(folder: Path, farm: Farm, with_innings: bool = False, with_pitches: bool = False) -> None:
    """Write `YYYY_LEAGUE_PlayByPlay.csv` for each league, and the lists of players, clubs and organizations.

    The publisher's files do not say how many innings were scheduled, and only the International League's have pitches;
    these can have both.
    """
    people = {person.retro_id: person for person in farm.people}
    for league in LOWER_LEAGUES:
        games = [game for game in farm.games if game.scheduled.home.league == league]
        games.sort(key=lambda game: game.scheduled.home.code)  # by home club, then date
        lines = [line for game in games for line in event_lines(game, people, with_innings, with_pitches)]
        path = folder / f"{FARM_SEASON}_{league.code}_PlayByPlay.csv"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii", newline="\n")
    players = sorted(
        {p.person for roster in farm.rosters.values() for p in roster.players}, key=lambda p: str(p.mlbam_id)
    )
    _write(
        folder / "minorLeagueSplitsPlayers.csv",
        ("MLBAM", "First", "Last", "Bats", "Throws", "M", "D", "Y"),
        ((p.mlbam_id, p.first, p.last, p.bats, p.throws, *f"{p.born:%m %d %Y}".split()) for p in players),
    )
    affiliated = tuple(f"{season % 100}Aff" for season in SEASONS)
    header = ("TeamID", "City", "Nickname", "League", *affiliated)
    _write(folder / "minorLeagueSplitsTeams.csv", header, (_team(club) for club in CLUBS + LOWER_CLUBS))
    _write(
        folder / "minorLeagueSplitsFranchises.csv",
        ("franchiseID", "franchiseCity", "franchiseNickname"),
        ((city[:3], city, nickname) for city, nickname in ORGANIZATIONS.items()),
    )


def write_managers(path: Path, farm: Farm) -> None:
    """Write the lower levels' managers, with their official records, in the format of the manager file."""
    clubs = {club.code: club for club in LOWER_CLUBS}
    won = Counter((game.scheduled.home if game.home_won else game.scheduled.visitor).code for game in farm.games)
    played = Counter(club.code for game in farm.games for club in (game.scheduled.home, game.scheduled.visitor))
    rows = (
        (
            FARM_SEASON,
            clubs[code].name,
            clubs[code].league.name,
            person.name,
            person.mlbam_id,
            "manager",
            "",
            "",
            "simulated",
            won[code],
            played[code] - won[code],
        )
        for code, person in farm.managers.items()
    )
    given = ("season", "club", "league", "manager", "id", "role", "from", "to", "source")
    _write(path, (*given, "official_wins", "official_losses"), rows)


def event_lines(
    game: PlayedGame, people: Mapping[str, Person], with_innings: bool, with_pitches: bool
) -> Iterator[str]:
    """Yield the lines for a game; `people` has everyone who may play, by Retrosheet id.

    A designated hitter bats for the pitcher, who starts in slot 0.
    """
    scheduled = game.scheduled
    yield f"id,{scheduled.home.code}{scheduled.day:%Y%m%d}{scheduled.game_number}"
    yield f"info,visteam,{scheduled.visitor.code}"
    yield f"info,hometeam,{scheduled.home.code}"
    yield f"info,date,{scheduled.day:%Y/%m/%d}"
    if with_innings:
        yield f"info,innings,{SCHEDULED}"
    for side, card in enumerate((game.visitor.card, game.home.card)):
        for slot, (player, position) in enumerate([(card.starting_pitcher, 1), *card.slots]):
            yield f"start,{player.person.mlbam_id},{player.name},{side},{slot},{position}"
    for record in pitched(game.plays) if with_pitches else game.plays:
        kind, *fields = record.split(",", 6)
        if kind == "play":
            inning, batting, batter, *told, event = fields
            count_and_pitches = told if with_pitches else ("", "")
            yield ",".join(["play", inning, batting, str(people[batter].mlbam_id), *count_and_pitches, event])
        else:
            person, name, *place = fields
            yield ",".join([kind, str(people[person].mlbam_id), name.strip('"'), *place])


def _team(club: Club) -> tuple[str, ...]:
    code = club.organization[:3]
    parents = (code if club in CLUBS or season == FARM_SEASON else "None" for season in SEASONS)
    return club.code, club.city, club.nickname, club.league.code, *parents


def _write(path: Path, header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
