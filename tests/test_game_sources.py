"""Games that game logs and event files both tell, or one of them alone: each once, by the stated precedence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import season_tables
from event_files import man, quiet_game, write_events
from gamelog_files import Fields, games_as_logged, write_gamelogs
from simulated_plays import HOME, VISITORS, SimulatedGame, event_file, roster
from skipper.build.graph import graph
from skipper.tables.plays.club_figure import FIGURES

YEAR = 2041
GAMES = 12
BOTH, LOG_ALONE, PLAYS_ALONE = slice(0, 8), slice(8, 10), slice(10, 12)  # of the simulated games by id
WANTED = (
    "game",
    "club_game",
    "lineup",
    "game_difference",
    "play_difference",
    "play_comparison",
    "exception",
    "manager_season",
    "lineup_usage",
    "player_usage",
    "manager_tendency",
)

Tables = dict[str, list[dict[str, Any]]]


class Season:
    """Simulated games told by both sources: all of them by either, as both say, and the season's tables of some."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        events = folder / "all"
        events.mkdir()
        self._rosters = {side.code: roster(side) for side in SimulatedGame(0).sides}
        content, _ = event_file(range(GAMES))
        self._texts = ["id," + text for text in content.decode().split("id,")[1:]]
        self._write(events, self._texts)
        self.told = season_tables.records(YEAR, events=events)
        self.ids = sorted(row["game_id"] for row in self.told["event_file_game"].to_pylist())
        assert len(self.ids) == GAMES

    def _write(self, folder: Path, texts: list[str]) -> Path:
        folder.mkdir(exist_ok=True)
        (folder / f"{YEAR}HHH.EVA").write_text("".join(texts), newline="")
        for code, content in self._rosters.items():
            (folder / f"{code}{YEAR}.ROS").write_bytes(content)
        return folder

    def logged(self) -> dict[str, Fields]:
        """The games as game logs have them."""
        return games_as_logged(self.told)

    def records(
        self,
        name: str,
        plays_of: list[str],
        log_of: list[str],
        plant: Callable[[dict[str, Fields]], None] | None = None,
    ) -> dict[str, pa.Table]:
        """Record sets of a season with plays of some games and a log of some, with disagreements planted in the log."""
        logged = self.logged()
        if plant is not None:
            plant(logged)
        events = [text for text in self._texts if text[3:15] in plays_of]
        assert len(events) == len(plays_of)
        return season_tables.records(
            YEAR,
            write_gamelogs(self._folder / f"{name}-logs", [logged[game] for game in log_of]) if log_of else None,
            self._write(self._folder / f"{name}-events", events) if events else None,
        )


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return Season(tmp_path_factory.mktemp("sources"))


def by_game(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {row["game_id"]: row for row in rows}
    assert len(found) == len(rows)
    return found


def by_side(rows: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    found = {(row["game_id"], row["club"]): row for row in rows}
    assert len(found) == len(rows)
    return found


def beside_the_log(made: Tables) -> list[dict[str, Any]]:
    """The differences of plays from game logs: a simulated file's earned runs are no truth."""
    return [row for row in made["play_difference"] if row["other_source"] == "game_log"]


def violated(db_tables: dict[str, pa.Table]) -> list[str]:
    """Return the names of a season's checks that the tables made from these records break."""
    names = [node.name for node in graph().season]
    with season_tables.season(*names, **db_tables) as db:
        return [check.name for check in graph().season_checks if db.execute(check.violations).fetchall()]


@pytest.fixture(scope="module")
def mixed(season: Season) -> dict[str, pa.Table]:
    """Some games in both sources, which agree, and some in either alone."""
    ids = season.ids
    return season.records("mixed", [*ids[BOTH], *ids[PLAYS_ALONE]], [*ids[BOTH], *ids[LOG_ALONE]])


@pytest.fixture(scope="module")
def made(mixed: dict[str, pa.Table]) -> Tables:
    return season_tables.made(*WANTED, **mixed)


def test_each_game_is_there_once_and_says_from_which_source(season: Season, made: Tables):
    source = {row["game_id"]: row["source"] for row in made["game"]}
    assert source == {
        **dict.fromkeys(season.ids[BOTH], "retrosheet_gamelog"),
        **dict.fromkeys(season.ids[LOG_ALONE], "retrosheet_gamelog"),
        **dict.fromkeys(season.ids[PLAYS_ALONE], "retrosheet_event"),
    }
    assert len(made["game"]) == GAMES
    assert {key: row["source"] for key, row in by_side(made["club_game"]).items()} == {
        (game, club): source[game] for game in source for club in (VISITORS, HOME)
    }
    lineup = {(row["game_id"], row["club"], row["slot"]): row["source"] for row in made["lineup"]}
    assert len(lineup) == len(made["lineup"]) == GAMES * 2 * 9
    assert lineup == {
        (game, club, slot): source[game] for game in source for club in (VISITORS, HOME) for slot in range(1, 10)
    }


def test_has_plays_says_whether_an_event_file_has_the_game(season: Season, made: Tables):
    assert {row["game_id"]: row["has_plays"] for row in made["game"]} == {
        **dict.fromkeys(season.ids[BOTH], True),
        **dict.fromkeys(season.ids[LOG_ALONE], False),
        **dict.fromkeys(season.ids[PLAYS_ALONE], True),
    }


def test_managers_are_the_logs_and_nobodys_without_one(season: Season, made: Tables):
    for (game, club), row in by_side(made["club_game"]).items():
        known = game not in season.ids[PLAYS_ALONE]
        manager = ("bbbbb801" if club == HOME else "aaaaa801") if known else None
        assert (row["manager_id"], row["manager_source"]) == (manager, "game_log" if known else None)


def test_what_the_log_lacks_is_the_event_files(season: Season, made: Tables):
    games, sides = by_game(made["game"]), by_side(made["club_game"])
    told = by_game(season.told["event_file_game"].to_pylist())
    for game in season.ids[BOTH]:
        for name in ("uses_designated_hitter", "scheduled_innings", "day_night", "winning_pitcher_id"):
            assert games[game][name] == told[game][name]
        assert all(sides[game, club]["pitchers_used"] > 0 for club in (VISITORS, HOME))
        assert all(sides[game, club]["opposing_starter_throws"] in ("L", "R") for club in (VISITORS, HOME))
    for game in season.ids[LOG_ALONE]:
        assert games[game]["uses_designated_hitter"] is None
        assert all(sides[game, club]["pitchers_used"] is None for club in (VISITORS, HOME))
        assert all(sides[game, club]["opposing_starter_throws"] is None for club in (VISITORS, HOME))
    hands = {row["game_id"]: row["bats"] for row in made["lineup"]}
    assert all((hands[game] is None) == (game in season.ids[LOG_ALONE]) for game in hands)


def test_sources_that_agree_have_no_difference_and_are_compared(season: Season, made: Tables):
    assert made["game_difference"] == beside_the_log(made) == made["exception"] == []
    both = len(season.ids[BOTH])
    compared = {
        row["figure"]: (row["compared"], row["differing"])
        for row in made["play_comparison"]
        if row["other_source"] == "game_log"
    }
    assert compared == dict.fromkeys(FIGURES, (2 * both, 0))


def test_a_mixed_season_keeps_every_check(mixed: dict[str, pa.Table]):
    assert violated(mixed) == []


def test_either_source_alone_gives_the_same_results(season: Season, made: Tables):
    """Scores, results, lineups and starting pitchers: but for the source, managers, and what one of them lacks."""
    told = ("game_id", "season", "date", "game_number", "game_type", "club", "opponent", "is_home")
    told += ("runs_for", "runs_against", "result", "decided_by", "starting_pitcher_id", "opposing_starter_id")
    card = ("game_id", "club", "slot", "player_id", "position")
    found = {}
    for name, plays_of, log_of in (("log", [], season.ids), ("plays", season.ids, [])):
        tables = season_tables.made("club_game", "lineup", **season.records(name, plays_of, log_of))
        found[name] = [
            sorted(tuple(row[column] for column in columns) for row in tables[table])
            for table, columns in (("club_game", told), ("lineup", card))
        ]
    assert found["log"] == found["plays"]
    assert found["log"][0] == sorted(tuple(row[column] for column in told) for row in made["club_game"])


# Disagreements


def test_planted_disagreements_are_found_and_the_log_is_believed(season: Season):
    one, two, three, four = season.ids[:4]
    truth = season.logged()
    reliever = "vvvx0999"

    def plant(logged: dict[str, Fields]) -> None:
        logged[one] |= {"home_score": int(str(truth[one]["home_score"])) + 1}
        logged[two] |= {"visitor_starting_pitcher_id": reliever, "visitor_starting_pitcher_name": "Else Somebody"}
        logged[three] |= {"home_4_id": "hhhx0888", "home_4_name": "Other Hitter", "park_id": "OTH01"}
        swapped = {slot: truth[four][f"visitor_{slot}_position"] for slot in (2, 3)}
        logged[four] |= {"visitor_2_position": swapped[3], "visitor_3_position": swapped[2]}

    told = by_game(season.told["event_file_game"].to_pylist())
    records = season.records("planted", season.ids, season.ids, plant)
    found = season_tables.made(*WANTED, **records)
    assert violated(records) == []
    differences = {
        (row["game_id"], row["club"], row["slot"], row["figure"]): (row["value"], row["other_value"])
        for row in found["game_difference"]
    }
    starter = truth[two]["visitor_starting_pitcher_id"]
    wanted = {
        (one, HOME, None, "runs_for"): (str(int(str(truth[one]["home_score"])) + 1), str(truth[one]["home_score"])),
        (two, VISITORS, None, "starting_pitcher_id"): (reliever, starter),
        (three, HOME, 4, "player_id"): ("hhhx0888", truth[three]["home_4_id"]),
        (four, VISITORS, 2, "position"): (str(swap(truth[four], 3)), str(swap(truth[four], 2))),
        (four, VISITORS, 3, "position"): (str(swap(truth[four], 2)), str(swap(truth[four], 3))),
    }
    if told[three]["park_id"] is not None:
        wanted[three, None, None, "park_id"] = ("OTH01", told[three]["park_id"])
    assert differences == wanted
    assert {(row["source"], row["other_source"]) for row in found["game_difference"]} == {
        ("retrosheet_gamelog", "retrosheet_event")
    }
    # The log is believed.
    sides = by_side(found["club_game"])
    assert (
        sides[one, HOME]["runs_for"] == int(str(truth[one]["home_score"])) + 1 == sides[one, VISITORS]["runs_against"]
    )
    assert by_game(found["game"])[one]["home_score"] == sides[one, HOME]["runs_for"]
    # The plays show who began.
    assert sides[two, VISITORS]["starting_pitcher_id"] == sides[two, HOME]["opposing_starter_id"] == starter
    assert by_game(found["game"])[three]["park_id"] == "OTH01"
    (slot,) = (row for row in found["lineup"] if (row["game_id"], row["club"], row["slot"]) == (three, HOME, 4))
    assert (slot["player_id"], slot["source"], slot["bats"]) == ("hhhx0888", "retrosheet_gamelog", None)
    # What the plays count is told and counted.
    (difference,) = beside_the_log(found)
    assert (difference["game_id"], difference["club"], difference["figure"]) == (one, HOME, "runs")
    counts = {row["figure"]: (row["compared"], row["differing"]) for row in found["play_comparison"]}
    assert counts["runs"] == (2 * GAMES, 1)
    assert {counts[name] for name in FIGURES if name != "runs"} == {(2 * GAMES, 0)}
    # A hand is the hand of the pitcher who is named beside it.
    assert sides[two, HOME]["opposing_starter_throws"] == "L"


def swap(fields: Fields, slot: int) -> object:
    return fields[f"visitor_{slot}_position"]


def test_a_park_that_both_give_differently_is_a_difference_and_one_that_one_gives_is_taken(tmp_path: Path):
    first = [line.replace(f"info,hometeam,{HOME}", f"info,hometeam,{HOME}\r\ninfo,site,EVT01") for line in quiet_game()]
    events = write_events(tmp_path / "events", "\r\n".join(first).split("\r\n"), quiet_game(day="20410402"))
    logged = games_as_logged(season_tables.records(YEAR, events=events))
    logged["HHH204104010"] |= {"park_id": "LOG01"}
    logged["HHH204104020"] |= {"park_id": "LOG02", "attendance": 1234}
    records = season_tables.records(YEAR, write_gamelogs(tmp_path / "logs", logged.values()), events)
    found = season_tables.made("game", "game_difference", **records)
    assert {row["game_id"]: row["park_id"] for row in found["game"]} == {
        "HHH204104010": "LOG01",
        "HHH204104020": "LOG02",
    }
    columns = ("game_id", "season", "club", "slot", "line_player_id", "figure")
    assert [tuple(row[name] for name in columns) for row in found["game_difference"]] == [
        ("HHH204104010", YEAR, None, None, None, "park_id")
    ]
    logged["HHH204104010"] |= {"park_id": ""}
    write_gamelogs(tmp_path / "logs", logged.values())
    records = season_tables.records(YEAR, tmp_path / "logs", events)
    found = season_tables.made("game", "game_difference", **records)
    assert by_game(found["game"])["HHH204104010"]["park_id"] == "EVT01"
    assert found["game_difference"] == []


# Event files alone, and the record book

VVV, HHH = {"season": YEAR, "club": "VVV", "lahman_club": "VLA"}, {"season": YEAR, "club": "HHH", "lahman_club": "HLA"}
PEOPLE = [
    {"lahman_id": f"{name}01", "retrosheet_id": f"{name}801", "first_name": name.title(), "last_name": "Boss"}
    for name in ("alone", "early", "later")
]


def lahman(teams: int = 3) -> dict[str, list[dict[str, Any]]]:
    """Lahman's season of two clubs: one manager for VVV, two for HHH; `teams` games each, of which VVV won all."""
    of_club = {"games": teams, "league": "AL"}
    return {
        "lahman_people": PEOPLE,
        "lahman_team": [
            {**VVV, **of_club, "name": "Voles", "wins": teams, "losses": 0},
            {**HHH, **of_club, "name": "Herons", "wins": 0, "losses": teams},
        ],
        "lahman_managers": [
            {"season": YEAR, "lahman_club": "VLA", "lahman_id": "alone01", "order_in_season": 1}
            | {"games": teams, "wins": teams, "losses": 0},
            {"season": YEAR, "lahman_club": "HLA", "lahman_id": "early01", "order_in_season": 1}
            | {"games": teams - 1, "wins": 0, "losses": teams - 1},
            {"season": YEAR, "lahman_club": "HLA", "lahman_id": "later01", "order_in_season": 2}
            | {"games": 1, "wins": 0, "losses": 1},
        ],
    }


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pa.Table]:
    """Three games of which there are event files alone; the visitors win each by a run."""
    folder = tmp_path_factory.mktemp("plays")
    games = [quiet_game(day=day) for day in ("20410401", "20410402", "20410403")]
    return season_tables.records(YEAR, events=write_events(folder / "events", *games))


def test_event_files_alone_give_record_lineup_and_usage(plays: dict[str, pa.Table]):
    found = season_tables.made(*WANTED, "club", **plays, **lahman())
    (record,) = (row for row in found["manager_season"] if row["rule"] == "managed")
    figures = ("manager_id", "club", "games", "wins", "losses", "runs_for", "runs_against", "one_run_wins")
    assert tuple(record[name] for name in figures) == ("alone801", "VVV", 3, 3, 0, 3, 0, 3)
    assert record["manager_name"] == "Alone Boss"
    sides = by_side(found["club_game"])
    assert {(row["club"], row["manager_id"], row["manager_source"]) for row in sides.values()} == {
        ("VVV", "alone801", "lahman_whole_season"),
        ("HHH", None, None),
    }
    assert {(row["club"], row["result"]) for row in sides.values()} == {("VVV", "W"), ("HHH", "L")}
    assert {(row["club"], row["credited_manager_id"]) for row in sides.values()} == {
        ("VVV", "alone801"),
        ("HHH", None),
    }
    assert len(found["lineup"]) == 3 * 18
    usage = {row["player_id"]: row for row in found["player_usage"]}
    assert {row["club"]: row["manager_id"] for row in usage.values()} == {"VVV": "alone801", "HHH": None}
    first = usage[man(0, 1)]
    assert (first["lineup_starts"], first["club_games"], first["mean_slot"]) == (3, 3, 1.0)
    assert (first["club_games_vs_r"], first["club_games_vs_l"]) == (0, 3)  # the home club's starter throws left
    assert sum(row["starts"] for row in found["lineup_usage"]) == 3 * 18
    assert {row["name"] for row in found["club"]} == {"Voles", "Herons"}


def test_starts_under_unknown_managers_count_and_nobody_manages_without_the_record_book(plays: dict[str, pa.Table]):
    found = season_tables.made(*WANTED, **plays)
    assert {(row["manager_id"], row["manager_source"], row["credited_manager_id"]) for row in found["club_game"]} == {
        (None, None, None)
    }
    for name in ("manager_season", "manager_tendency"):
        assert found[name] == [], name
    assert {(row["manager_id"], row["lineup_starts"], row["club_games"]) for row in found["player_usage"]} >= {
        (None, 3, 3)
    }
    assert sum(row["starts"] for row in found["lineup_usage"]) == 3 * 18
    assert len(found["lineup"]) == 3 * 18


def test_the_tables_of_event_files_alone_keep_every_check(plays: dict[str, pa.Table]):
    given = {name: pa.Table.from_pylist(rows, season_tables.schema(name)) for name, rows in lahman().items()}
    assert violated({**plays, **given}) == []
    assert violated(plays) == []


@pytest.mark.parametrize(("games", "compared"), [(3, True), (4, True), (5, True), (6, False), (162, False)])
def test_a_club_season_that_lacks_more_than_two_games_is_not_compared(
    plays: dict[str, pa.Table], games: int, compared: bool
):
    """Of VVV the lake has three games, all won, and so has the record book, all won: it differs where it has more.

    No game names a manager of HHH, so the two whom the book gives it are not compared.
    """
    found = season_tables.one("record_difference", **plays, **lahman(games))
    differing = {(row["comparison"], row["rule"], row["club"], row["manager_id"]) for row in found}
    mine = {key for key in differing if key[2] == "VVV"}
    if not compared:
        assert differing == set()
    elif games == 3:
        assert mine == set()
    else:
        assert mine == {
            ("club_season", None, "VVV", None),
            ("manager_season", "managed", "VVV", "alone801"),
            ("manager_season", "credited", "VVV", "alone801"),
        }
    assert {key for key in differing if key[3] in ("early801", "later801")} == set()


def test_a_person_with_an_id_in_each_source_is_no_difference() -> None:
    """A game log has Retrosheet's ids, the Stats API MLBAM's."""
    game = {"game_id": "HHH204104010", "season": YEAR}
    logged = game | {"source": "retrosheet_gamelog", "precedence": 1}
    fetched = game | {"source": "statsapi", "precedence": 3}
    people = [("smitj001", "one"), ("111", "one"), ("222", "other")]
    slots = [
        row | {"club": "HHH", "slot": slot, "player_id": player}
        for row, players in ((logged, ("smitj001", "smitj001", "jonea001")), (fetched, ("111", "222", "333")))
        for slot, player in enumerate(players, 1)
    ]
    found = season_tables.one(
        "game_difference",
        source_game=[logged, fetched],
        source_club_game=[],
        source_lineup=slots,
        season_person=[{"source_id": id_, "person_id": person} for id_, person in people],
    )
    assert {(row["slot"], row["value"], row["other_value"]) for row in found} == {
        (2, "smitj001", "222"),
        (3, "jonea001", "333"),
    }


def test_a_manager_or_a_forfeit_that_two_sources_state_differently_is_a_difference() -> None:
    """The CSV files name the managers of all their games, as game logs do; event files count what the others state."""
    game = {"game_id": "HHH204104010", "season": YEAR}
    side = game | {"club": "HHH", "has_counted_plays": False}
    log = {"source": "retrosheet_gamelog", "precedence": 1, "manager_source": "game_log"}
    # An event file names no manager: its rows have Lahman's, who is compared elsewhere.
    events = {"source": "retrosheet_event", "precedence": 2, "manager_source": "lahman_whole_season"}
    csvs = {"source": "retrosheet_csv", "precedence": 3, "manager_source": "retrosheet_csv"}
    sides = [
        side | log | {"manager_id": "last0801", "hits": 8, "errors": 1},
        side | events | {"manager_id": "book0801", "has_counted_plays": True, "hits": 7, "errors": 2},
        side | csvs | {"manager_id": "this0801", "hits": 9, "errors": 1},
        side | log | {"club": "VVV", "manager_id": "olda0801"},
        side | csvs | {"club": "VVV", "manager_id": "newa0801"},
    ]
    rows = season_tables.one(
        "game_difference",
        source_game=[
            game | {"source": "retrosheet_gamelog", "precedence": 1, "forfeit": "V"},
            game | {"source": "retrosheet_event", "precedence": 2, "forfeit": None},
            game | {"source": "retrosheet_csv", "precedence": 3, "forfeit": "H"},
        ],
        source_club_game=sides,
        source_lineup=[],
        season_person=[{"source_id": source, "person_id": "p-one"} for source in ("olda0801", "newa0801")],
    )
    found = {
        (row["club"], row["figure"]): (row["source"], row["value"], row["other_source"], row["other_value"])
        for row in rows
    }
    assert found == {
        ("HHH", "manager_id"): ("retrosheet_gamelog", "last0801", "retrosheet_csv", "this0801"),
        ("HHH", "hits"): ("retrosheet_gamelog", "8", "retrosheet_csv", "9"),
        (None, "forfeit"): ("retrosheet_gamelog", "V", "retrosheet_csv", "H"),
    }
