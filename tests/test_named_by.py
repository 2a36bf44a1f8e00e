"""Every answer that rests on a manager whom no game source names says so, whichever question gives it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from built_lake import Built
from skipper.answers.answer import Answer
from skipper.answers.catalogue import KINDS, catalogue
from skipper.answers.document import document
from skipper.answers.listing import answer_of
from skipper.cli.serving import questions
from skipper.lake.reader import LakeReader
from skipper.render.html.page import write_file

SAID = "the manager comes from the hand-compiled file"
# These give rows of tables as they are asked for, count games by the source of the manager, or name the list that bears
# out each claim.
AS_ASKED = {"tables", "sql", "coverage", "check"}
# These name no manager; the manager has no difference from an official record, and the lake no report and no kept plan.
NAMELESS = {"lineup_evaluate", "lineup_best", "differences", "reports", "directives_kept", "ledger"}


@pytest.fixture(scope="module")
def lake(simulated: Built) -> LakeReader:
    return simulated.reader()


@pytest.fixture(scope="module")
def ran(lake: LakeReader) -> dict[str, Any]:
    return most_by_the_file(lake)


def most_by_the_file(lake: LakeReader) -> dict[str, Any]:
    """Return the manager of most games by the file, with a club, a season, a player and a game of his."""
    (most,) = lake.rows(
        "SELECT manager_person_id AS person, manager_name AS name, season, club FROM club_game "
        "WHERE manager_source = 'file' GROUP BY ALL ORDER BY count(*) DESC, person, season, club LIMIT 1"
    )
    (player,) = lake.rows(
        "SELECT player_person_id AS player FROM player_usage WHERE manager_person_id = $person AND season = $season "
        "AND club = $club ORDER BY lineup_starts DESC, player LIMIT 1",
        {name: most[name] for name in ("person", "season", "club")},
    )
    (other,) = lake.rows(
        "SELECT manager_person_id AS other FROM manager_season WHERE manager_person_id <> $person "
        "ORDER BY other LIMIT 1",
        {"person": most["person"]},
    )
    (place,) = lake.rows(
        "SELECT organization, league, level, name AS club_name FROM club WHERE season = $season AND club = $club",
        {name: most[name] for name in ("season", "club")},
    )
    (day,) = lake.rows(
        "SELECT date::VARCHAR AS date, game_number AS game FROM lineup_value WHERE runs IS NOT NULL "
        "AND season = $season AND club = $club ORDER BY date LIMIT 1",
        {name: most[name] for name in ("season", "club")},
    )
    return {**most, **player, **other, **place, **day}


def asked(ran: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return what is asked of each question: about the manager, his club, his player or his league."""
    person, season, club = ran["person"], ran["season"], ran["club"]
    plan = (
        f"organization: {ran['organization']}\nseason: {season}\n"
        f"directives:\n  - {{id: start, player: '{ran['player']}', club: {club}, start: {{games_per_week: 6}}}}\n"
    )
    game = {"club": club, "date": ran["date"], "game": ran["game"]}
    return {
        "records": [{"name": person}],
        "usage": [{"name": person, "season": season, "club": code} for code in (None, club, club.lower())],
        "player": [{"name": ran["player"]}],
        "tendencies": [{"name": person}],
        "games": [{"name": person, "season": season}],
        "ejections": [{"name": person}],
        "leaders": [
            {"column": "wins", "by": by, "level": ran["level"], "min_games": 1, "top": 99}
            for by in ("season", "career")
        ],
        "system": [{"organization": ran["organization"], "season": season}],
        "development": [{"name": person}],
        "compare": [{"names": [person, ran["other"]]}],
        "differences": [{"manager": person}],
        "list": [{"kind": "managers"}, {"kind": "clubs", "of": club}],
        "club": [{"code": club, "season": season}],
        "season": [{"year": season}, {"year": season, "league": ran["league"]}],
        "coverage": [{}],
        "reports": [{}],
        "lineup_evaluate": [game],
        "lineup_best": [game],
        "lineup_managers": [{"season": season}, {"club": club}, {}],
        "directives_check": [{"plan": plan}],
        "directives_compare": [{"plans": [plan, plan]}],
        "directives_discover": [{"season": season, "club": club}],
        "directives_kept": [],
        "ledger": [],
        "check": [{"draft": f"In {season}, {ran['name']} managed {ran['club_name']} to a 1-2 record, and was fired."}],
        "tables": [{"name": "club_game"}],
        "sql": [{"query": "SELECT manager_name FROM club_game WHERE manager_source = 'file'"}],
    }


def strings(value: Any) -> Iterator[str]:
    """Yield the strings in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


def names_him(answer: Answer, ran: dict[str, Any]) -> bool:
    """Return whether the answer is about the manager, or a table of it has the manager's id or name."""
    told = document(answer, None)
    return not {ran["person"], ran["name"]}.isdisjoint(strings([told["rows"], told["tables"], told["subject"]]))


def says_so(answer: Answer) -> bool:
    return any(SAID in note for note in document(answer, None)["notes"])


def test_every_question_that_names_a_manager_of_the_file_says_so(lake: LakeReader, ran: dict[str, Any]) -> None:
    given, naming = asked(ran), set()
    for question in questions().values():
        for parameters in given[question.name]:
            answer = question.ask(lake, parameters)
            if question.name not in AS_ASKED and names_him(answer, ran):
                naming.add(question.name)
                assert says_so(answer), (question.name, parameters)
    assert naming == set(given) - AS_ASKED - NAMELESS


def test_every_page_of_a_site_that_names_a_manager_of_the_file_says_so(lake: LakeReader, ran: dict[str, Any]) -> None:
    pages = catalogue(lake, seasons={ran["season"]}, organization=ran["organization"])
    naming = set()
    for page in pages.pages.values():
        answer = answer_of(lake, pages, page)
        if page.kind not in AS_ASKED and names_him(answer, ran):
            naming.add(page.kind)
            assert says_so(answer), page
    assert naming >= {"managers", "players", "clubs", "leagues", "seasons", "organizations", "leaders"} & set(KINDS)


def test_a_managers_file_says_so(lake: LakeReader, ran: dict[str, Any], tmp_path: Path) -> None:
    page = tmp_path / "file.html"
    write_file(lake, ran["person"], page, None)
    assert SAID in page.read_text("utf-8")
