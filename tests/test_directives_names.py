"""Whom and which clubs a plan means."""

from __future__ import annotations

import pytest

from directive_lake import SEASON, MemoryLake, Play, Side
from directive_plans import MAN, MAY, games, plan_of
from skipper.answers.directives.check import check
from skipper.answers.directives.compare import compare
from skipper.answers.directives.plan_file import PlanError, parse_plan
from skipper.answers.errors import UnknownSeasonError


def test_a_suspected_namesake_is_who_started_for_the_club() -> None:
    sides = [*games("5"), Side("GAM", MAY, starts={"boydx001": Play(3, 4)})]
    lake = MemoryLake(sides)
    lake.connection.execute("UPDATE player_usage SET player_name = 'Al Mann'")
    checked = check(lake, [plan_of("id: a, player: al mann, rest: {max_consecutive: 5}")])
    assert checked.directed[0].asked.person_id == f"p-{MAN}"


def test_part_of_a_name_is_looked_for_in_the_club_first() -> None:
    lake = MemoryLake([*games("5"), Side("GAM", MAY, starts={"boydx001": Play(3, 4)})])
    lake.connection.execute("UPDATE playing_time SET player_name = 'Bo Mann' WHERE player_id = 'boydx001'")
    for club, person in (("ALP", f"p-{MAN}"), ("GAM", "p-boydx001")):
        plan = plan_of(f"id: a, player: mann, club: {club}, rest: {{max_consecutive: 5}}")
        assert check(lake, [plan]).directed[0].asked.person_id == person


def test_a_name_means_one_man_in_the_whole_plan() -> None:
    sides = [Side("GAM", MAY, starts={MAN: Play(3, 4)}), Side("BET", MAY, starts={"boydx001": Play(3, 4)})]
    lake = MemoryLake(sides)
    lake.connection.execute("UPDATE player_usage SET player_name = 'Al Mann'")
    absence = f"unavailable:\n  - {{player: Al Mann, from: {MAY}, source: club}}\n"
    asked = "id: a, player: Al Mann, club: GAM, start: {at_least: 5%}"
    (one,) = check(lake, [plan_of(asked, before=absence)]).directed
    assert (one.asked.person_id, one.status["unavailable"]) == (f"p-{MAN}", 1)


def test_every_unknown_is_told_with_its_place() -> None:
    plan = plan_of(
        "id: a, player: Al Monn, rest: {max_consecutive: 5}",
        "id: b, player: Al Mann, club: Gamma Cty, rest: {max_consecutive: 5}",
        "id: c, player: Al Mann, club: GAM, level: MLB, rest: {max_consecutive: 5}",
    )
    with pytest.raises(PlanError) as caught:
        check(MemoryLake(games("5")), [plan])
    first, second, third = str(caught.value).splitlines()
    assert first.startswith("plan.yaml: line 4, column 21: No player in this lake has the name or id 'Al Monn'")
    assert second.startswith("plan.yaml: line 5, column 36: this lake has no 2031 club")
    assert "Did you mean Gamma City?" in second
    assert third.startswith("plan.yaml: line 6, column 48: level MLB: none of the clubs named (GAM)")


OF_MAY = """organization: Alpha Town
season: {season}
unavailable:
  - {{player: Al Mann, from: 2031-05-01, source: club}}
directives:
  - {{id: a, player: Al Mann, rest: {{max_consecutive: 5}}, from: 2031-05-01, to: 2032-05-02}}
"""


def test_days_of_another_season_are_told_with_their_places() -> None:
    with pytest.raises(PlanError) as caught:
        check(MemoryLake(games("5")), [parse_plan(OF_MAY.format(season=SEASON))])
    assert str(caught.value) == "plan.yaml: line 6, column 80: to 2032-05-02: not a day of 2031"


def test_a_season_that_is_not_there_is_told_before_its_days() -> None:
    """The same plan with another season alone: what is wrong is not every day in it."""
    with pytest.raises(UnknownSeasonError, match=r"plan\.yaml: 1999 is not in this lake; available seasons: 2031"):
        check(MemoryLake(games("5")), [parse_plan(OF_MAY.format(season=1999))])


def test_how_many_directives_managers_are_compared_without() -> None:
    pitch = [f"id: p{n}, player: Al Mann, pitch: {{max_pitches: 90}}" for n in range(2)]
    for several, said, whose in ((pitch[:1], "1 pitch directive", "its"), (pitch, "2 pitch directives", "their")):
        plan = plan_of("id: a, player: Al Mann, rest: {max_consecutive: 5}", *several)
        notes = compare(MemoryLake(games("5")), [plan]).notes
        note = f"Omitted: {said}, because the lake has no play-by-play for {whose} clubs that season."
        assert note in notes
