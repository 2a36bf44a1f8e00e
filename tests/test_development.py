"""Playing time under a manager, the levels reached afterwards, and rehabilitation stints. People are fictional."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import season_tables
from built_lake import Built
from skipper.answers.club import club
from skipper.answers.development import development
from skipper.answers.directives.check import check
from skipper.answers.directives.plan_file import parse_plan
from skipper.answers.player import player
from skipper.answers.records import records
from skipper.answers.system import system
from skipper.cli import main

if TYPE_CHECKING:
    from skipper.lake.reader import LakeReader

MAN, ARM = "p-man", "p-arm"


def club_game(day: date, club: str, level: str, **more: Any) -> dict[str, Any]:
    known = {"game_id": f"{club}{day:%m%d}", "season": 2041, "date": day, "game_number": "0", "game_type": "regular"}
    return {**known, "club": club, "league": level, "level": level, **more}


def playing_time() -> list[dict[str, Any]]:
    """Low (A): two games under a manager without id, one of them without plays, one under Abel; then High (AA)."""
    days = [date(2041, 5, day) for day in range(1, 6)]
    low = [club_game(day, "LOW", "A", manager_name="Ned Nameless") for day in days[:2]]
    low.append(
        club_game(days[2], "LOW", "A", manager_id="abel", manager_person_id="p-abel", manager_name="Abel Splint")
        | {"starting_pitcher_id": "arm", "starting_pitcher_person_id": ARM}
    )
    high = [club_game(days[3], "HIG", "AA"), club_game(days[4], "HIG", "AA", game_type="postseason")]
    sides = [*low, *high]
    man = {"player_id": "man", "player_person_id": MAN, "season": 2041}
    lineup = [
        {**man, "game_id": side["game_id"], "club": side["club"], "slot": slot, "position": position}
        for side, slot, position in zip(sides, (3, 4, 3, 9, 9), (6, 6, None, 10, 10), strict=True)
        if side is not low[1]
    ]
    pinch = {**man, "game_id": low[1]["game_id"], "club": "LOW", "sequence": 1, "kind": "pinch_hitter"}
    turns = [
        {"game_id": side["game_id"], "batting_club": "LOW", "batter_id": "man", "batter_person_id": MAN, "number": n}
        for side, count in zip(low[1:], (1, 4), strict=True)
        for n in range(count)
    ]
    mound = {"game_id": low[2]["game_id"], "club": "LOW", "pitcher_id": "arm", "pitcher_person_id": ARM}
    return season_tables.one(
        "playing_time",
        club_game=sides,
        game=[{"game_id": side["game_id"], "season": 2041, "has_plays": side in low[1:]} for side in sides],
        lineup=lineup,
        substitution=[pinch],
        plate_appearance=turns,
        pitching_appearance=[
            {**mound, "pitcher_order": 1, "batters_faced": 20, "outs": 15},
            {**mound, "pitcher_order": 3, "batters_faced": 2, "outs": 1},
        ],
        person_name=[{"season": 2041, "source": "x", "id": "man", "name": "Al Mann", "mentions": 1, "person_id": MAN}],
    )


def test_playing_time_is_told_apart_by_manager_with_an_id_or_without() -> None:
    rows = {(row["manager_name"], row["player_id"]): row for row in playing_time()}
    assert set(rows) == {("Ned Nameless", "man"), ("Abel Splint", "man"), ("Abel Splint", "arm"), (None, "man")}
    nameless = rows["Ned Nameless", "man"]
    facts = ("club_games", "club_games_with_plays", "games", "lineup_starts", "plate_appearances", "slot_3")
    assert [nameless[name] for name in facts] == [2, 1, 2, 1, 1, 1]
    assert (nameless["player_name"], nameless["manager_id"], nameless["position_6"]) == ("Al Mann", None, 1)
    assert (nameless["first_day"], nameless["last_day"]) == (date(2041, 5, 1), date(2041, 5, 2))
    assert (nameless["higher_level"], nameless["higher_club"], nameless["higher_day"]) == (
        "AA",
        "HIG",
        date(2041, 5, 4),
    )
    abel = rows["Abel Splint", "man"]
    assert (abel["position_unknown"], abel["plate_appearances"], abel["games_pitched"]) == (1, 4, 0)
    pitched = rows["Abel Splint", "arm"]
    facts = ("games", "lineup_starts", "pitching_starts", "games_pitched", "outs_pitched", "batters_faced")
    assert [pitched[name] for name in facts] == [1, 0, 1, 1, 16, 22]
    assert pitched["higher_level"] is None


def test_without_play_by_play_figures_are_unknown_and_the_postseason_is_out() -> None:
    (high,) = [row for row in playing_time() if row["club"] == "HIG"]
    facts = ("lineup_starts", "position_10", "games", "plate_appearances", "games_pitched", "batters_faced")
    assert [high[name] for name in facts] == [1, 1, None, None, None, None]
    assert high["last_day"] == date(2041, 5, 4)


def stint(who: str, season: int, level: str | None, first: date, last: date, **more: Any) -> dict[str, Any]:
    known = {"season": season, "club": f"{level}club", "level": level, "player_id": who, "player_person_id": who}
    counts = {"lineup_starts": 1, "pitching_starts": 0, "first_day": first, "last_day": last}
    return {**known, **counts, "manager_id": "abel", "manager_person_id": "p-abel", **more}


@pytest.fixture(scope="module")
def developed() -> dict[tuple[str, int, str | None], dict[str, Any]]:
    """Rows of `development` by player, season and level, of stints in April 2041 and what surrounds them."""

    def april(last: int) -> tuple[date, date]:
        return date(2041, 4, 1), date(2041, 4, last)

    stints = [
        stint("riser", 2041, "A", *april(9)),
        stint("riser", 2042, "AA", date(2042, 4, 2), date(2042, 4, 30)),
        stint("riser", 2043, "MLB", date(2043, 4, 2), date(2043, 4, 30)),
        stint("riser", 2044, "Mex", date(2044, 4, 2), date(2044, 4, 3)),
        stint("jumper", 2041, "A", *april(9), higher_level="AAA", higher_club="X", higher_day=date(2041, 8, 1)),
        stint("jumper", 2042, "MLB", date(2042, 4, 2), date(2042, 4, 30)),
        *(stint(who, 2041, "A+", *april(20)) for who in ("veteran", "newcomer", "stranger", "unclear", "retired")),
        stint("longer", 2041, "A+", *april(21)),
        stint("pitcher", 2041, "A+", *april(30), pitching_starts=6),
        stint("twice", 2041, "A+", *april(5)),
        stint("twice", 2041, "AAA", date(2041, 8, 1), date(2041, 8, 5)),
        stint("settled", 2041, "A+", *april(5)),
        stint("settled", 2041, "AAA", date(2041, 5, 1), date(2041, 8, 5)),
        stint("inherited", 2041, "A+", date(2041, 4, 11), date(2041, 4, 30), manager_id="next"),
        stint("inherited", 2041, "A+", *april(10)),
        stint("veteran", 2041, "MLB", date(2041, 5, 1), date(2041, 9, 1)),
        stint("veteran", 2040, None, date(2040, 5, 1), date(2040, 5, 1)),
    ]
    seen = {"mlb_played_first": 2035, "mlb_played_last": 2044, "source": "register"}
    seasoned = ("veteran", "longer", "pitcher", "twice", "riser", "jumper", "settled", "inherited")
    people = [{"person_id": who} | seen for who in seasoned] + [
        {"person_id": "newcomer", "source": "register"},
        {"person_id": "stranger", "source": "mlbam"},
        {"person_id": "unclear"} | seen | {"mlb_played_first": 2041},
        {"person_id": "retired"} | seen | {"mlb_played_last": 2040},
    ]
    people[4] |= {"debut": date(2043, 4, 2), "mlb_played_first": 2043}
    rows = season_tables.over_seasons("development", playing_time=stints, person=people)["development"]
    return {(row["player_id"], row["season"], row["level"]): row for row in rows.to_pylist()}


def test_the_next_level_is_that_of_the_first_later_game(developed: dict) -> None:
    def ahead(*key: object) -> tuple[object, ...]:
        row = developed[key]
        return row["next_level"], row["next_club"], row["next_season"], row["next_day"]

    assert ahead("riser", 2041, "A") == ("AA", "AAclub", 2042, date(2042, 4, 2))
    assert ahead("riser", 2042, "AA") == ("MLB", "MLBclub", 2043, date(2043, 4, 2))
    assert ahead("riser", 2043, "MLB") == ahead("riser", 2044, "Mex") == (None, None, None, None)
    assert ahead("jumper", 2041, "A") == ("AAA", "X", 2041, date(2041, 8, 1))


def test_a_debut_is_before_or_after_or_unknown(developed: dict) -> None:
    known = {
        who: developed[who, 2041, "A+"]["debuted_before"] for who in ("veteran", "newcomer", "stranger", "unclear")
    }
    assert known == {"veteran": True, "newcomer": False, "stranger": None, "unclear": None}
    assert developed["riser", 2043, "MLB"]["debuted_before"] is False  # his first day is the debut
    assert developed["riser", 2044, "Mex"]["debuted_before"] is True


@pytest.mark.parametrize(
    ("who", "level", "expected"),
    [
        ("veteran", "A+", True),
        ("veteran", "MLB", False),
        ("pitcher", "A+", True),
        ("longer", "A+", False),  # 21 days
        ("twice", "A+", True),  # one assignment, and months later another with another club
        ("twice", "AAA", True),
        ("settled", "A+", True),  # recovering before a summer at AAA
        ("settled", "AAA", False),
        ("inherited", "A+", False),  # 10 days under one manager, 20 under the next
        ("retired", "A+", False),
        ("newcomer", "A+", False),
        ("stranger", "A+", None),
        ("unclear", "A+", None),
    ],
)
def test_a_rehabilitation_stint_is_short_and_comes_after_the_debut(
    developed: dict, who: str, level: str, expected: bool | None
) -> None:
    assert developed[who, 2041, level]["rehabilitation"] is expected


def test_a_stint_at_an_unknown_level_is_no_known_rehabilitation(developed: dict) -> None:
    assert developed["veteran", 2040, None]["rehabilitation"] is None


# Real: the Mets' clubs of 2010.


@pytest.fixture(scope="module")
def mets(with_minors: Built) -> LakeReader:
    return with_minors.reader()


def test_wilmer_flores_played_at_savannah_and_at_st_lucie(mets: LakeReader) -> None:
    answer = player(mets, "Wilmer Flores")
    way = next(table for table in answer.tables if table.name == "development")
    assert [(row["club"], row["level"], row["manager_name"], row["lineup_starts"]) for row in way.rows[:2]] == [
        ("SavSAL", "A", "Pedro Lopez", 64),
        ("St.FSL", "A+", "Ed Alfonzo", 64),
    ]
    assert (way.rows[0]["next_level"], way.rows[0]["next_day"]) == ("A+", date(2010, 6, 24))
    (under,) = [row for row in development(mets, "Pedro Lopez").main.rows if row["player_name"] == "Wilmer Flores"]
    assert (under["slot_3"], under["major_league_debut_season"], under["rehabilitation"]) == (64, 2013, False)


def test_games_after_an_inferred_end_are_stated_beside_the_record(mets: LakeReader) -> None:
    """The file has 139 games of Savannah, 74-64 and one without a result; two of the lost ones are the postseason."""
    for answer in (system(mets, "New York Mets", 2010), records(mets, "Pedro Lopez"), club(mets, "SavSAL", 2010)):
        assert any("2010 SavSAL (postseason 0-2)" in words for words in (*answer.lead, *answer.notes)), answer.question
    (row,) = [row for row in system(mets, "New York Mets", 2010).main.rows if row["club"] == "SavSAL"]
    assert (row["wins"], row["losses"], row["no_decisions"]) == (74, 62, 1)


def test_jose_reyes_was_at_st_lucie_on_a_rehabilitation_stint(mets: LakeReader) -> None:
    (row,) = mets.rows("SELECT * FROM development WHERE player_id = '408314'")
    assert (row["club"], row["first_day"], row["last_day"]) == ("St.FSL", date(2010, 4, 8), date(2010, 4, 8))
    assert (row["rehabilitation"], row["debuted_before"]) == (True, True)
    others = mets.rows("SELECT DISTINCT player_id FROM development WHERE rehabilitation AND player_name = 'José Reyes'")
    assert [one["player_id"] for one in others] == ["408314"]


def test_a_directive_follows_a_player_through_the_organization(mets: LakeReader) -> None:
    text = "organization: New York Mets\nseason: 2010\ndirectives:\n"
    text += "  - {id: all, player: Wilmer Flores, start: {at_least: 60%}}\n"
    text += "  - {id: one, player: Wilmer Flores, club: Savannah Sand Gnats, start: {at_least: 60%}}\n"
    everywhere, savannah = check(mets, [parse_plan(text)]).directed
    assert {"SavSAL", "St.FSL", "NYN"} < set(everywhere.asked.clubs)
    assert everywhere.status["availability"] == savannah.status["availability"] == "organization"
    started = [game for game in everywhere.games if game["did"]]
    assert Counter(game["club"] for game in started) == {"SavSAL": 64, "St.FSL": 64}
    late = [game["reason"] for game in savannah.games if game["date"] >= date(2010, 6, 24)]
    assert set(late) == {"on another club"}


def test_the_command_shows_exposure_and_writes_a_page(mets: LakeReader, tmp_path: Path) -> None:
    asked = ["development", "Pedro Lopez", "--lake", str(mets.lake)]
    printed = CliRunner().invoke(main, asked)
    assert printed.exit_code == 0, printed.output
    assert "Exposure, not effect" in printed.output
    page = tmp_path / "page.html"
    assert CliRunner().invoke(main, [*asked, "-o", str(page)]).exit_code == 0
    assert "Wilmer Flores" in page.read_text()
    refused = CliRunner().invoke(main, [*asked, "--season", "2009"])
    assert refused.exit_code != 0
    assert "seasons with lineups: 2010" in refused.output
