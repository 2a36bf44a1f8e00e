"""Minor-league managers by the dated file: whose games, on which days, and by which page."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import season_tables
from score_files import SEASON
from skipper.sources.affiliations import reading as affiliations
from skipper.sources.leagues.reading import LEAGUE, read_leagues
from skipper.sources.managers import reading as managers
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.register import reading as register
from test_scores import real

HEADER = "season,club,league,manager,id,role,from,to,source"
SPLINT = "2041,Harrow Bay Ferrymen,Lantern Coast League,Abel Splint,900001,{},{},{},page.example"
LEAGUE_FILE = [{"league": "LCL", "name": "Lantern Coast League", "first_season": 2041, "level": "AAA"}]
REGISTER = [
    {"person_id": "5eed0001", "mlbam_id": "900001", "first_name": "Abel", "last_name": "Splint"}
    | {"pro_managed_first": 2039, "pro_managed_last": 2041},
    {"person_id": "5eed0002", "first_name": "Bea", "last_name": "Thole", "pro_managed_first": 2040}
    | {"pro_managed_last": 2040},
]
OPENING = date(2041, 5, 1)
DAYS = 60


def write(folder: Path, *lines: str, header: str = HEADER) -> Path:
    path = folder / "managers.csv"
    path.write_text("\n".join((header, *lines)) + "\n")
    return path


def read_managers(path: Path | None) -> list[Parsed]:
    """The shipped rows and those of a user's file, where the invented league is known beside Skipper's."""
    return managers.read_managers(
        path, pa.concat_tables([read_leagues(None), pa.Table.from_pylist(LEAGUE_FILE, LEAGUE)])
    )


def record(folder: Path, *lines: str) -> list[dict[str, Any]]:
    """The rows of a user's file."""
    parsed = read_managers(write(folder, *lines))
    assert not any(one.rejected for one in parsed)
    rows: list[dict[str, Any]] = parsed[1].records["manager_file"][0].to_pylist()
    return rows


def scored(club: str = "HBR", name: str = "Harrow Bay") -> list[dict[str, Any]]:
    return [
        {"game_id": f"QUO-LCL{day:%Y%m%d}0", "season": SEASON, "date": day, "game_number": "0", "league": "LCL"}
        | {"visitor_club": f"{club}-LCL", "visitor_name": name, "home_club": "QUO-LCL", "home_name": "Quoin Harbor"}
        | {"visitor_score": 2, "home_score": 1}
        for day in (OPENING + timedelta(at) for at in range(DAYS))
    ]


def made(rows: list[dict[str, Any]], *names: str, **given: Any) -> dict[str, list[dict[str, Any]]]:
    fixed = {"league_file": LEAGUE_FILE, "register_people": REGISTER, "manager_file": rows, "score": scored()}
    return season_tables.made(*names, **(fixed | given))


def days(rows: list[dict[str, Any]], club: str = "HBR-LCL", **given: Any) -> dict[str | None, tuple[date, date, int]]:
    """By manager the first and the last day of the club's games, and their number."""
    found: dict[str | None, list[date]] = {}
    for row in made(rows, "club_game", **given)["club_game"]:
        if row["club"] == club:
            found.setdefault(row["manager_name"], []).append(row["date"])
    return {name: (min(own), max(own), len(own)) for name, own in found.items()}


def test_a_row_names_the_manager_of_the_clubs_games(tmp_path: Path) -> None:
    found = made(record(tmp_path, SPLINT.format("manager", "", "")), "club_game", "manager_season")
    own = [row for row in found["club_game"] if row["club"] == "HBR-LCL"]
    facts = ("manager_id", "manager_person_id", "manager_name", "manager_source", "credited_manager_person_id", "level")
    assert {tuple(row[fact] for fact in facts) for row in own} == {
        ("900001", "5eed0001", "Abel Splint", "file", "5eed0001", "AAA")
    }
    assert {row["manager_source"] for row in found["club_game"] if row["club"] == "QUO-LCL"} == {None}
    assert {(row["rule"], row["wins"], row["losses"]) for row in found["manager_season"]} == {
        ("managed", DAYS, 0),
        ("credited", DAYS, 0),
    }


def test_a_manager_has_the_registers_name_and_not_the_pages(tmp_path: Path) -> None:
    """As on every page about the person; the list keeps the page's."""
    given = record(tmp_path, SPLINT.format("manager", "", "").replace("Abel", "Abe"))
    found = made(given, "club_game", "manager_season", "listed_manager")
    assert {row["manager_name"] for row in found["club_game"]} == {"Abel Splint", None}
    assert {row["manager_name"] for row in found["manager_season"]} == {"Abel Splint"}
    assert [row["manager_name"] for row in found["listed_manager"]] == ["Abe Splint"]


def test_confidence_reaches_the_games(tmp_path: Path) -> None:
    path = write(tmp_path, SPLINT.format("manager", "", "") + ",weak", header=HEADER + ",confidence")
    (row,) = read_managers(path)[1].records["manager_file"][0].to_pylist()
    assert {game["manager_confidence"] for game in made([row], "club_game")["club_game"]} == {"weak", None}


def test_a_month_bounds_the_certain_days_from_within(tmp_path: Path) -> None:
    thole = SPLINT.format("interim", "2041-05", "").replace("Abel Splint,900001", "Bea Thole,5eed0002")
    rows = record(tmp_path, SPLINT.format("manager", "", "2041-05"), thole)
    assert days(rows) == {
        "Abel Splint": (OPENING, OPENING, 1),
        None: (date(2041, 5, 2), date(2041, 5, 30), 29),
        "Bea Thole": (date(2041, 5, 31), date(2041, 6, 29), 30),
    }


def test_a_suspension_takes_its_days_and_gives_them_to_whom_a_row_names(tmp_path: Path) -> None:
    season, suspended = SPLINT.format("manager", "", ""), SPLINT.format("suspended", "2041-05-10", "2041-05-12")
    nobody = days(record(tmp_path, season, suspended))
    assert nobody[None] == (date(2041, 5, 10), date(2041, 5, 12), 3)
    thole = SPLINT.format("interim", "2041-05-10", "2041-05-12").replace("Abel Splint,900001", "Bea Thole,")
    assert days(record(tmp_path, season, suspended, thole)) == {
        "Abel Splint": (OPENING, date(2041, 6, 29), DAYS - 3),
        "Bea Thole": (date(2041, 5, 10), date(2041, 5, 12), 3),
    }


@pytest.mark.parametrize(("role", "of"), [("suspended", "2041-05"), ("ejected", "2041-05-10")])
def test_an_ejection_or_an_undated_suspension_takes_no_game(tmp_path: Path, role: str, of: str) -> None:
    rows = record(tmp_path, SPLINT.format("manager", "", ""), SPLINT.format(role, of, of))
    assert days(rows) == {"Abel Splint": (OPENING, date(2041, 6, 29), DAYS)}


def test_two_managers_of_the_same_days_are_none(tmp_path: Path) -> None:
    other = SPLINT.format("manager", "", "").replace("Abel Splint,900001", "Bea Thole,")
    assert list(days(record(tmp_path, SPLINT.format("manager", "", ""), other))) == [None]


@pytest.mark.parametrize(("id", "own"), [("", "managers:Abel Splint"), ("777", "managers:777")])
def test_a_manager_without_a_known_id_is_a_person_of_the_file(tmp_path: Path, id: str, own: str) -> None:
    """A name alone joins nobody, even where one person of the Register has it."""
    rows = record(tmp_path, SPLINT.format("manager", "", "").replace("900001", id))
    found = made(rows, "club_game", "manager_season", "person", "person_alias")
    games = [row for row in found["club_game"] if row["club"] == "HBR-LCL"]
    assert {(row["manager_name"], row["manager_id"], row["manager_person_id"]) for row in games} == {
        ("Abel Splint", own, own)
    }
    assert [(row["manager_person_id"], row["manager_name"], row["games"]) for row in found["manager_season"]] == [
        (own, "Abel Splint", DAYS)
    ] * 2
    people = {row["person_id"]: row for row in found["person"]}
    assert (people[own]["name"], people[own]["source"]) == ("Abel Splint", "managers")
    assert own.removeprefix("managers:") in {row["id"] for row in found["person_alias"] if row["source"] == "managers"}


OFFICIAL = f"{HEADER},official_wins,official_losses"


@pytest.mark.parametrize(
    ("official", "results", "category", "evidence", "flipped"),
    [
        ((40, 20), "W" * 40 + "L" * 20, None, "", 0),
        ((40, 20), "W" * 40 + "L" * 19, "missing_game", "1 game missing in this lake", 0),
        (
            (41, 20),
            "W" * 40 + "L" * 19 + "N",
            "missing_game",
            "1 game without a known result and 1 game missing in this lake",
            0,
        ),
        ((40, 20), "W" * 40 + "L" * 18 + "NN", "unfinished", "2 games without a known result in this lake", 2),
        (
            (36, 20),
            "W" * 40 + "L" * 20,
            "postseason",
            "4 games too many in this lake: scores do not mark the postseason",
            0,
        ),
        ((36, 24), "W" * 40 + "L" * 20, "unknown", "the page gives only wins and losses", 0),
    ],
)
def test_an_official_record_is_held_against_the_games(
    official: tuple[int, int], results: str, category: str | None, evidence: str, flipped: int
) -> None:
    runs = {"W": (2, 1), "L": (1, 2), "N": (None, None)}
    games = [
        {"game_id": str(day), "season": SEASON, "club": "HBR-LCL", "opponent": "QUO-LCL", "result": result}
        | {"manager_id": "m", "credited_manager_id": "m", "date": OPENING + timedelta(day), "game_number": "0"}
        | {"decided_by": "none" if result == "N" else "play", "game_type_source": "unknown"}
        | dict(zip(("runs_for", "runs_against"), runs[result], strict=True))
        for day, result in enumerate(results)
    ]
    page = {"season": SEASON, "club": "HBR-LCL", "manager_id": "m", "wins": official[0], "losses": official[1]}
    found = season_tables.one(
        "record_difference", regular_club_game=games, official_record=[page | {"source": "page.example"}]
    )
    assert {row["category"] for row in found} == ({category} if category else set())
    assert len(found) == (2 if category else 0)
    for row in found:
        assert row["evidence"].startswith(evidence)
        assert (row["reference"], row["reference_wins"], len(row["game_ids"])) == ("page.example", official[0], flipped)


def test_an_official_record_stands_with_the_season(tmp_path: Path) -> None:
    path = write(tmp_path, SPLINT.format("manager", "", "") + ",40,20", header=OFFICIAL)
    rows = read_managers(path)[1].records["manager_file"][0].to_pylist()
    found = made(rows, "manager_season")["manager_season"]
    assert {(row["official_wins"], row["official_losses"], row["official_source"]) for row in found} == {
        (40, 20, "page.example")
    }


def test_the_club_is_the_one_of_the_longest_name(tmp_path: Path) -> None:
    rows = record(tmp_path, SPLINT.format("manager", "", ""))
    harrow = [row | {"game_id": f"{row['game_id']}x"} for row in scored("HAR", "Harrow")]
    both = days(rows, score=[*scored(), *harrow])
    assert list(both) == ["Abel Splint"]
    assert list(days(rows, club="HAR-LCL", score=[*scored(), *harrow])) == [None]
    assert list(days(rows, score=scored(name="St. Harrow Bay"))) == [None]


def test_the_registers_seasons_are_a_check(tmp_path: Path) -> None:
    thole = SPLINT.format("interim", "", "").replace("Abel Splint,900001", "Bea Thole,5eed0002")
    unknown = SPLINT.format("manager", "", "").replace("Abel Splint,900001", "Cy Ledge,900009")
    listed = made(record(tmp_path, SPLINT.format("manager", "", ""), thole, unknown), "listed_manager")[
        "listed_manager"
    ]
    assert {(row["manager_name"], row["manager_id"], row["register_check"]) for row in listed} == {
        ("Abel Splint", "900001", "within"),
        ("Bea Thole", "5eed0002", "outside"),
        ("Cy Ledge", "managers:900009", None),
    }


@pytest.mark.parametrize("league", ["New York-Penn League", "NYP"])
def test_the_users_rows_of_a_clubs_season_replace_the_shipped_ones(tmp_path: Path, league: str) -> None:
    own = f"2010,Brooklyn Cyclones,{league},Abel Splint,,manager,,,page.example"
    shipped, user = (one.records["manager_file"][0].to_pylist() for one in read_managers(write(tmp_path, own)))
    assert [row["manager"] for row in user] == ["Abel Splint"]
    assert not [row for row in shipped if (row["season"], row["club"]) == (2010, "Brooklyn Cyclones")]
    assert [row["manager"] for row in shipped if (row["season"], row["club"]) == (2010, "Savannah Sand Gnats")]


@pytest.mark.parametrize(
    ("club", "is_same"),
    [
        ("Brooklyn", True),
        ("BROOKLYN  cyclones", True),
        ("Bróoklyn Cyclones (A-)", True),
        ("Brook", False),
        ("Brooklyn-Queens Cyclones", False),
        ("...", False),
    ],
)
def test_a_club_spelled_differently_has_one_managers_row(tmp_path: Path, club: str, is_same: bool) -> None:
    """Once, both rows stayed, and the club's season had two managers wherever the lake had no games of it."""
    own = f"2010,{club},New York-Penn League,Abel Splint,,manager,,,page.example"
    shipped, _user = (one.records["manager_file"][0].to_pylist() for one in read_managers(write(tmp_path, own)))
    kept = [row for row in shipped if (row["season"], row["club"]) == (2010, "Brooklyn Cyclones")]
    assert (kept == []) == is_same


def test_the_users_row_counts_whatever_it_calls_the_club_and_league(tmp_path: Path) -> None:
    (shipped,) = [row | {"given_by": "skipper"} for row in record(tmp_path, SPLINT.format("manager", "", ""))]
    own = SPLINT.format("manager", "", "").replace("Abel Splint,900001", "Bea Thole,")
    club, league = shipped["club"], shipped["league"]
    for spelled in (own.replace(club, "Harrow Bay Nine"), own.replace(league, LEAGUE_FILE[0]["league"])):
        assert list(days([shipped, *record(tmp_path, spelled)])) == ["Bea Thole"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (SPLINT.format("coach", "", ""), "role coach is not one of manager, interim, suspended, ejected"),
        (SPLINT.format("manager", "May 2041", ""), "invalid literal"),
        (SPLINT.format("manager", "", "2041-13"), "month must be in 1..12"),
        (SPLINT.format("manager", "", "").replace("page.example", ""), "source blank"),
        (SPLINT.format("manager", "", "").replace(",900001", ""), "not as many fields as the header has"),
        (
            SPLINT.format("manager", "", "").replace("2041,", "99999999999,"),
            "'99999999999' is not a whole number from -2,147,483,648",
        ),
        (SPLINT.format("manager", "", "") + "x" * 200_000, "field larger than field limit"),
        (
            SPLINT.format("manager", "", "").replace("2041,", "2040,"),
            "league Lantern Coast League is not in the list of leagues for 2040",
        ),
    ],
)
def test_an_unusable_row_is_quarantined(tmp_path: Path, line: str, reason: str) -> None:
    parsed = read_managers(write(tmp_path, line))[1]
    assert [(item.line, item.text is not None, reason in item.reason) for item in parsed.rejected] == [(2, True, True)]
    assert (parsed.read.total(), parsed.kept.total()) == (1, 0)


def test_a_row_given_again_is_quarantined(tmp_path: Path) -> None:
    own = SPLINT.format("manager", "", "")
    parsed = read_managers(write(tmp_path, own, own.replace("Lantern Coast League", "LCL"), own))[1]
    assert [(item.line, item.reason) for item in parsed.rejected] == [
        (3, "duplicate of the row on line 2"),
        (4, "duplicate of the row on line 2"),
    ]
    assert (parsed.read.total(), parsed.kept.total()) == (3, 1)


def test_an_open_quotation_mark_costs_its_own_line(tmp_path: Path) -> None:
    open_quote = SPLINT.format("manager", "", "").replace("Abel", '"Abel')
    parsed = read_managers(write(tmp_path, open_quote, SPLINT.format("manager", "", ""), open_quote))[1]
    assert [(item.line, item.text) for item in parsed.rejected] == [(2, open_quote), (4, open_quote)]
    assert (parsed.read.total(), parsed.kept.total()) == (3, 1)


def test_a_file_without_a_column_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no column called source"):
        read_managers(write(tmp_path, header="season,club,league,manager,id,role,from,to"))


def test_every_shipped_row_names_its_page_and_a_known_league() -> None:
    (shipped,) = read_managers(None)
    rows = shipped.records["manager_file"][0].to_pylist()
    assert shipped.rejected == []
    assert all(row["source"].startswith("http") for row in rows)
    named = {(row["name"], season) for row in read_leagues(None).to_pylist() for season in _seasons(row)}
    assert {(row["league"], row["season"]) for row in rows} <= named


def _seasons(league: dict[str, Any]) -> range:
    return range(league["first_season"], (league["last_season"] or 2026) + 1)


@pytest.mark.parametrize(
    ("season", "club", "level", "record"),
    [(2002, "BIR-SL", "AA", (84, 63)), (2004, "LAN-CAL", "A+", (86, 53))],
)
def test_backman_managed_both_clubs_of_the_scores(
    real_data: Path, season: int, club: str, level: str, record: tuple[int, int]
) -> None:
    people = [
        register.parse(file).records["register_people"][0] for file in register.find_files(real_data / "register")
    ]
    backman = [row for table in people for row in table.to_pylist() if row["mlbam_id"] == "110419"]
    (shipped,) = read_managers(None)
    found = season_tables.made(
        "manager_season",
        "club_game",
        score=real(real_data, season).records["score"][0],
        league_file=read_leagues(None),
        register_people=backman,
        manager_file=shipped.records["manager_file"][0],
    )
    rows = [row for row in found["manager_season"] if row["rule"] == "managed"]
    assert [(row["manager_name"], row["club"], row["level"], (row["wins"], row["losses"])) for row in rows] == [
        ("Wally Backman", club, level, record)
    ]
    own = [row for row in found["club_game"] if row["club"] == club]
    assert {(row["manager_source"], row["manager_confidence"], row["game_type_source"]) for row in own} == {
        ("file", "strong", "unknown")
    }


def test_seasons_that_share_a_task_keep_their_managers(tmp_path: Path) -> None:
    later = [
        row | {"season": SEASON + 1, "date": row["date"].replace(year=SEASON + 1), "game_id": row["game_id"] + "+"}
        for row in scored()
    ]
    leagues = [LEAGUE_FILE[0] | {"last_season": None}]
    rows = made(
        record(tmp_path, SPLINT.format("manager", "", "")),
        "club_game",
        score=[*scored(), *later],
        league_file=leagues,
    )["club_game"]
    named = {(row["season"], row["manager_name"]) for row in rows if row["club"] == "HBR-LCL"}
    assert named == {(SEASON, "Abel Splint"), (SEASON + 1, None)}


def test_the_mets_clubs_of_2010_have_the_five_managers_of_the_file(real_data: Path) -> None:
    """Club names are those of the play by play; two clubs have no manager there, and get none."""
    teams = affiliations.parse(real_data / "minors" / "playbyplay" / "minorLeagueSplitsTeams.csv").records
    clubs = ("BufIL", "BinEL", "St.FSL", "SavSAL", "BroNYP", "KinAPP", "GmeGCL")
    (shipped,) = read_managers(None)
    found = season_tables.one(
        "manager_by_hand",
        source_club_game=[
            {"game_id": club, "club": club, "season": 2010, "date": date(2010, 7, 1), "source": "minors_events"}
            | {"league": re.sub("^...", "", club)}
            for club in clubs
        ],
        minor_team=teams["minor_team"][0],
        league_file=read_leagues(None),
        manager_file=shipped.records["manager_file"][0],
    )
    assert {row["club"]: row["manager_name"] for row in found} == {
        "BufIL": "Ken Oberkfell",
        "BinEL": "Tim Teufel",
        "St.FSL": "Edgar Alfonzo",
        "SavSAL": "Pedro Lopez",
        "BroNYP": "Wally Backman",
    }
