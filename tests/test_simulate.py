"""The simulated league, read back from its files as a stranger would read them."""

import csv
import gzip
import io
import re
import zipfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from skipper.simulate import write_league
from skipper.simulate.farm import play_farm
from skipper.simulate.people import Registrar

SEASONS = ("2041", "2042", "2043")
GAME_FIELDS = 161
STATISTICS = slice(21, 77)
UNQUOTED = {6, 9, 10, 11, 12, 18, 19, *range(22, 78), *range(108, 160, 3)}

Record = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """One club's side of a game, as the game log has it."""

    season: str
    day: str
    club: str
    number: int
    manager_id: str
    manager: str
    opposing_hand: str
    lineup: tuple[tuple[str, str, int], ...]
    won: bool

    def slot_of(self, player: str) -> int | None:
        return next((slot for slot, (_, name, _) in enumerate(self.lineup, 1) if name == player), None)


@dataclass(frozen=True)
class Files:
    """What was written: raw lines, their fields, and the sides of all games."""

    folder: Path
    lines: list[str]
    games: list[list[str]]
    sides: list[Side]

    def table(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader((self.folder / "lahman" / f"{name}.csv").open()))

    def of(self, manager: str, *seasons: str) -> list[Side]:
        return [side for side in self.sides if side.manager == manager and side.season in seasons]


@pytest.fixture(scope="module", params=[1977, 5], ids=["default seed", "another seed"])
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = write_league(tmp_path_factory.mktemp("league"), seed=request.param)
    lines = [line for season in SEASONS for line in read_game_log(folder, season)]
    games = list(csv.reader(lines))
    people = csv.DictReader((folder / "lahman" / "People.csv").open())
    throws = {row["retroID"]: row["throws"] for row in people}
    return Files(folder, lines, games, [side for game in games for side in sides_of(game, throws)])


def read_game_log(folder: Path, season: str) -> list[str]:
    with zipfile.ZipFile(folder / "gamelogs" / f"gl{season}.zip") as archive:
        assert archive.namelist() == [f"GL{season}.TXT"]
        return archive.read(f"GL{season}.TXT").decode("ascii").splitlines()


def sides_of(game: list[str], throws: dict[str, str]) -> list[Side]:
    home_won = game[14] == "H" or (game[14] != "V" and int(game[10]) > int(game[9]))
    sides = []
    for club, manager, card, opposing_starter, won in (
        (3, 89, 105, 103, not home_won),
        (6, 91, 132, 101, home_won),
    ):
        slots = [game[i : i + 3] for i in range(card, card + 27, 3)]
        lineup = tuple((player, name, int(position)) for player, name, position in slots)
        identity = (game[0][:4], game[0], game[club], int(game[club + 2]), game[manager], game[manager + 1])
        sides.append(Side(*identity, throws[game[opposing_starter]], lineup, won))
    return sides


def innings_of(line_score: str) -> list[int]:
    parts = re.findall(r"\((\d+)\)|(\d)|(x)", line_score)
    assert "".join(f"({a})" if a else b or c for a, b, c in parts) == line_score
    return [int(a or b or 0) for a, b, c in parts]


def records(sides: list[Side], key: str) -> dict[tuple[str, ...], Record]:
    """(wins, losses) by season, club and, for `manager`, the manager's id."""
    won: dict[tuple[str, ...], list[bool]] = defaultdict(list)
    for side in sides:
        who = (side.manager_id,) if key == "manager" else ()
        won[side.season, side.club, *who].append(side.won)
    return {at: (sum(results), len(results) - sum(results)) for at, results in won.items()}


# Format


def test_every_game_has_161_fields_quoted_as_retrosheet_does(files: Files) -> None:
    for line in files.lines[::25]:
        fields = re.findall(r'("[^"]*"|[^",]*)(?:,|$)', line)[:GAME_FIELDS]
        numbers = {number for number, value in enumerate(fields, 1) if not value.startswith('"')}
        assert numbers == UNQUOTED
    assert {len(game) for game in files.games} == {GAME_FIELDS}


def test_dates_are_valid_and_in_order(files: Files) -> None:
    weekdays = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    days = [game[0] for game in files.games]
    assert days == sorted(days)
    for game in files.games:
        assert game[2] == weekdays[date.fromisoformat(game[0]).weekday()]


def test_line_scores_add_up_and_nobody_ties(files: Files) -> None:
    for game in files.games:
        visitor, home = innings_of(game[19]), innings_of(game[20])
        assert (sum(visitor), sum(home)) == (int(game[9]), int(game[10]))
        assert len(visitor) == len(home)
        assert game[9] != game[10]


def test_outs_fit_the_innings(files: Files) -> None:
    for game in files.games:
        innings, outs = len(innings_of(game[19])), int(game[11])
        home_led_last = int(game[10]) > int(game[9])
        if game[20].endswith("x"):
            assert outs == 6 * innings - 3
        elif home_led_last and not game[14]:
            assert 6 * innings - 3 <= outs < 6 * innings
        else:
            assert outs == 6 * innings


def test_lineups_have_nine_players_at_nine_positions(files: Files) -> None:
    for side in files.sides:
        assert len({player for player, _, _ in side.lineup}) == 9
        positions = {position for _, _, position in side.lineup}
        assert positions in ({*range(2, 10), 1}, {*range(2, 10), 10})


def test_starting_pitcher_bats_only_without_a_designated_hitter(files: Files) -> None:
    for game in files.games:
        for starter, card in ((101, 105), (103, 132)):
            assert (game[starter] in game[card : card + 27 : 3]) == (game[4] == "HSL")


def test_ids_and_names_are_in_retrosheets_form(files: Files) -> None:
    for side in files.sides[::40]:
        for player, _, _ in side.lineup:
            assert re.fullmatch(r"[a-z-]{4}[a-z]\d{3}", player)
    numbers = {side.manager_id[5:] for side in files.sides}
    assert {"801", "001"} <= numbers
    names = defaultdict(set)
    for side in files.sides:
        for player, name, _ in side.lineup:
            names[player].add(name)
    assert {len(each) for each in names.values()} == {1}


def test_clubs_play_a_season_without_gaps(files: Files) -> None:
    numbers = defaultdict(list)
    for side in files.sides:
        numbers[side.season, side.club].append(side.number)
    assert len(numbers) == 36
    for played in numbers.values():
        assert played == list(range(1, len(played) + 1))
        assert 90 <= len(played) <= 120


def test_doubleheaders_come_in_pairs(files: Files) -> None:
    numbers = defaultdict(set)
    for game in files.games:
        assert game[1] not in numbers[game[0], game[6]]
        numbers[game[0], game[6]].add(game[1])
    kinds = Counter(frozenset(each) for each in numbers.values())
    assert set(kinds) == {frozenset("0"), frozenset("12")}
    assert all(game[17] == "" for game in files.games if game[1] == "1")


def test_one_forfeit_reverses_the_score_and_one_game_is_completed_later(files: Files) -> None:
    (forfeit,) = [game for game in files.games if game[14]]
    assert forfeit[14] == "V"
    assert int(forfeit[9]) < int(forfeit[10])
    (suspended,) = [game for game in files.games if game[13]]
    day, park, visitor, home, outs = suspended[13].split(",")
    assert (date.fromisoformat(day) - date.fromisoformat(suspended[0])).days == 1
    assert (park, outs) == ("", "42")
    assert int(visitor) == sum(innings_of(suspended[19])[:7])
    assert int(home) == sum(innings_of(suspended[20])[:7])


# Determinism


def test_same_seed_same_bytes_other_seed_other_games(tmp_path: Path) -> None:
    first, again, other = (write_league(tmp_path / name, seed) for name, seed in (("a", 7), ("b", 7), ("c", 8)))
    written = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(written) == 19
    for path in written:
        assert (first / path).read_bytes() == (again / path).read_bytes(), path
    log = Path("gamelogs/gl2041.zip")
    assert (first / log).read_bytes() != (other / log).read_bytes()


# Planted behaviour


def starts_by_hand(sides: list[Side], player: str) -> dict[str, float]:
    started: dict[str, list[bool]] = defaultdict(list)
    for side in sides:
        started[side.opposing_hand].append(side.slot_of(player) is not None)
    return {hand: sum(each) / len(each) for hand, each in started.items()}


@pytest.mark.parametrize("season", SEASONS)
def test_kettleworth_platoons_corrivale(files: Files, season: str) -> None:
    away = ("20420625", "20420717")
    sides = [s for s in files.of("Ambrose Kettleworth", season) if not away[0] <= s.day <= away[1]]
    rates = starts_by_hand(sides, "Dashiell Corrivale")
    assert rates["L"] < 0.15
    assert rates["R"] > 0.75


def test_corrivale_is_away_for_three_weeks(files: Files) -> None:
    starts = [s.day for s in files.sides if s.club == "HBR" and s.slot_of("Dashiell Corrivale")]
    assert not [day for day in starts if "20420625" <= day <= "20420717"]


@pytest.mark.parametrize(
    ("manager", "prospect", "season"),
    [
        ("Ambrose Kettleworth", "Nico Averanda", "2042"),
        ("Ambrose Kettleworth", "Nico Averanda", "2043"),
        ("Casimir Oldenrook", "Tobias Renwicke", "2042"),
        ("Casimir Oldenrook", "Tobias Renwicke", "2043"),
    ],
)
def test_prospects_bat_low_under_two_managers(files: Files, manager: str, prospect: str, season: str) -> None:
    slots = [slot for side in files.of(manager, season) if (slot := side.slot_of(prospect))]
    assert len(slots) > 50
    assert sum(slot >= 8 for slot in slots) / len(slots) > 0.8


def test_the_same_prospects_bat_at_the_top_under_others(files: Files) -> None:
    for manager, prospect in (("Teo Brancaleon", "Nico Averanda"), ("Joaquin Sotomonte", "Tobias Renwicke")):
        slots = [slot for side in files.of(manager, "2041") if (slot := side.slot_of(prospect))]
        assert len(slots) > 20
        assert sum(slots) / len(slots) < 5


@pytest.mark.parametrize("season", SEASONS)
def test_stillmere_uses_one_lineup_and_whirlow_a_new_one_every_day(files: Files, season: str) -> None:
    steady = Counter(side.lineup for side in files.of("Horace Stillmere", season))
    assert steady.most_common(1)[0][1] / steady.total() > 0.8
    assert len(steady) < 20
    restless = Counter(side.lineup for side in files.of("Benedict Whirlow", season))
    assert len(restless) / restless.total() > 0.95


def test_sandoway_acts_for_three_games_and_delacombe_returns(files: Files) -> None:
    dugout = [side.manager for side in files.sides if (side.season, side.club) == ("2042", "PKS")]
    assert dugout[40:43] == ["Phipps Sandoway"] * 3
    assert set(dugout[:40]) | set(dugout[43:]) == {"Orrin Delacombe"}
    assert len(files.of("Phipps Sandoway", *SEASONS)) == 3


def test_farrowgate_is_followed_by_brancaleon_and_kettleworth_is_promoted(files: Files) -> None:
    harrow_bay = [side for side in files.sides if side.club == "HBR"]
    managed = Counter((side.season, side.manager) for side in harrow_bay)
    assert managed["2041", "Lucian Farrowgate"] == 52
    assert managed["2041", "Teo Brancaleon"] > 50
    assert {side.club for side in files.of("Ambrose Kettleworth", "2041")} == {"VLM"}
    assert {side.club for side in files.of("Ambrose Kettleworth", "2042", "2043")} == {"HBR"}
    listed = [row for row in files.table("Managers") if (row["yearID"], row["teamID"]) == ("2041", "HBR")]
    assert [row["inseason"] for row in listed] == ["1", "2"]


def test_players_move_up_between_seasons(files: Files) -> None:
    clubs = defaultdict(set)
    for side in files.sides:
        for player, _, _ in side.lineup:
            clubs[player].add(side.club)
    moved = [each for each in clubs.values() if len(each) == 2]
    assert len(moved) > 15
    assert {"VLM", "HBR"} in moved


# The record book


def test_teams_agree_with_the_games_and_wins_equal_losses(files: Files) -> None:
    counted = records(files.sides, "club")
    teams = files.table("Teams")
    assert {(r["yearID"], r["teamIDretro"]): (int(r["W"]), int(r["L"])) for r in teams} == counted
    for season in SEASONS:
        rows = [row for row in teams if row["yearID"] == season]
        assert sum(int(row["W"]) for row in rows) == sum(int(row["L"]) for row in rows)
        assert sum(int(row["R"]) for row in rows) == sum(int(row["RA"]) for row in rows)


def test_managers_disagree_with_the_games_in_the_one_planted_place(files: Files) -> None:
    retro_club = {(r["yearID"], r["teamID"]): r["teamIDretro"] for r in files.table("Teams")}
    retro_id = {row["playerID"]: row["retroID"] for row in files.table("People")}
    book = {
        (r["yearID"], retro_club[r["yearID"], r["teamID"]], retro_id[r["playerID"]]): (
            int(r["W"]),
            int(r["L"]),
        )
        for r in files.table("Managers")
    }
    counted = Counter()
    for (season, club, manager), (wins, losses) in records(files.sides, "manager").items():
        listed = [key for key in book if key[:2] == (season, club)]
        credited = (season, club, manager) if (season, club, manager) in book else listed[0]
        counted[credited, "W"] += wins
        counted[credited, "L"] += losses
    differences = {
        key: (wins - counted[key, "W"], losses - counted[key, "L"])
        for key, (wins, losses) in book.items()
        if (wins, losses) != (counted[key, "W"], counted[key, "L"])
    }
    assert differences == {("2043", "OXB", "pelli801"): (1, -1)}


def test_finals_are_between_the_clubs_of_one_league(files: Files) -> None:
    teams = {(row["yearID"], row["teamID"]): row for row in files.table("Teams")}
    finals = files.table("SeriesPost")
    assert len(finals) == 6
    for row in finals:
        winner, loser = teams[row["yearID"], row["teamIDwinner"]], teams[row["yearID"], row["teamIDloser"]]
        assert winner["lgID"] == loser["lgID"] == row["lgIDwinner"]
        assert winner["LgWin"] == "Y"
        assert int(row["wins"]) == 3 > int(row["losses"])


def test_register_has_most_people_and_their_retrosheet_ids(files: Files) -> None:
    packed = (files.folder / "register" / "people-0.csv.gz").read_bytes()
    register = list(csv.DictReader(io.StringIO(gzip.decompress(packed).decode())))
    keys = [row["key_person"] for row in register]
    assert keys == sorted(set(keys))
    assert all(re.fullmatch(r"0[0-9a-f]{7}", key) for key in keys)
    people = {row["retroID"] for row in files.table("People")}
    registered = {row["key_retro"] for row in register if row["key_retro"]}
    assert 0.85 < len(people & registered) / len(people) < 1
    assert registered - people == {"sandp801"}
    everybody = {player for side in files.sides for player, _, _ in side.lineup}
    everybody |= {side.manager_id for side in files.sides}
    assert everybody <= people | registered


def test_leagues_and_notice(files: Files) -> None:
    leagues = list(csv.DictReader((files.folder / "leagues.csv").open()))
    assert {row["league"]: row["level"] for row in leagues} == {"LCL": "AAA", "HSL": "AA", "MBL": "A", "THL": "Rk"}
    assert {game[4] for game in files.games} == {"LCL", "HSL"}
    for folder in ("gamelogs", "minors"):
        assert (files.folder / folder / "SIMULATED.txt").read_text().startswith("Simulated: every league")


# The lower levels


def test_the_lower_levels_have_plays_by_the_starters_alone() -> None:
    """Their lines lead to the runs of the line scores: tests/test_farm_sources.py reads them back."""
    farm = play_farm(Registrar(np.random.default_rng(3)), np.random.default_rng(4))
    assert {game.scheduled.home.league.level for game in farm.games} == {"A", "Rk"}
    for game in farm.games:
        plays = [record.split(",", 6) for record in game.plays]
        assert {record[0] for record in plays} == {"play"}
        assert len(plays) > 50
        assert game.visitor.runs != game.home.runs
        for number, side in enumerate((game.visitor, game.home)):
            slots = side.card.slots
            assert sorted(position for _, position in slots) == list(range(2, 11))
            assert len({player.name for player, _ in slots} | {side.card.starting_pitcher.name}) == 10
            batters = {record[3] for record in plays if int(record[2]) == number}
            assert batters == {player.person.retro_id for player, _ in slots}
