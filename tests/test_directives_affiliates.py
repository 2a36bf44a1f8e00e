"""Plans of a whole organization: the affiliates that a plan names, their levels, and their managers compared."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from built_lake import Built
from directive_lake import SEASON, MemoryLake, Outing, Play, Side
from directive_plans import MAN, MAY, in_order, plan_of
from skipper.answers.directives.check import check
from skipper.answers.directives.check_answer import answer
from skipper.answers.directives.check_document import document
from skipper.answers.directives.check_folder import totals
from skipper.answers.directives.compare import compare, ranked
from skipper.answers.directives.plan_file import PlanError, parse_plan
from skipper.simulate.clubs import CLUBS

if TYPE_CHECKING:
    pass

AFFILIATES = "affiliates:\n  - {club: Gamma City, level: AAA, source: media guide}\n"
ASKED = "id: a, player: Al Mann, start: {at_least: 60%}"


def moved() -> list[Side]:
    """Ten games of both clubs: five starts at Gamma, then five at Alpha."""
    sides = []
    for at in range(10):
        for club, here in (("GAM", at < 5), ("ALP", at >= 5)):
            manager = f"m{club.lower()}"
            starts = {MAN: Play(5, 6)} if here else None
            sides.append(Side(club, MAY + timedelta(at), "0", "R", manager, starts))
    return sides


def test_a_directive_without_a_club_is_of_every_club_of_the_organization() -> None:
    (one,) = check(MemoryLake(moved()), [plan_of(ASKED, before=AFFILIATES)]).directed
    assert one.asked.clubs == ("ALP", "GAM")
    assert [one.status[name] for name in ("applicable", "followed", "club_games", "club_followed")] == [10, 10, 20, 10]
    assert {row["reason"] for row in one.games if not row["applicable"]} == {"on another club"}


@pytest.mark.parametrize(("level", "clubs"), [("MLB", ("ALP",)), ("AAA", ("GAM",))])
def test_a_level_keeps_its_clubs_only(level: str, clubs: tuple[str, ...]) -> None:
    (one,) = check(MemoryLake(moved()), [plan_of(f"{ASKED}, level: {level}", before=AFFILIATES)]).directed
    assert one.asked.clubs == clubs
    assert one.status["club_games"] == 10


def test_a_level_that_the_lake_does_not_know_is_the_plans() -> None:
    lake = MemoryLake(moved())
    lake.connection.execute("UPDATE club SET level = NULL WHERE club = 'GAM'")
    (one,) = check(lake, [plan_of(f"{ASKED}, level: AAA", before=AFFILIATES)]).directed
    assert one.asked.clubs == ("GAM",)


def test_a_level_that_the_lake_knows_otherwise_is_an_error() -> None:
    with pytest.raises(PlanError, match=r"line 4, column 31: level AA: in the lake Gamma City is at level AAA"):
        check(MemoryLake(moved()), [plan_of(ASKED, before=AFFILIATES.replace("AAA", "AA"))])


LISTED = {
    "affiliation": [
        {"season": SEASON, "source": "x", "source_club": code, "club": club, "name": name, "level": "AAA"}
        | {"organization": "A", "organization_name": "Alpha Town"}
        for code, club, name in (("1", "GAM", "Gamma City"), ("2", None, "gamma city"), ("3", None, "Delta Falls"))
    ]
}


def on_days(marks: str) -> list[Side]:
    """A game a day of both clubs: at `A` and `G` the player starts for Alpha or Gamma, otherwise for neither.

    The games have play-by-play.
    """
    started = [(club, MAY + timedelta(at), mark == club[0]) for at, mark in enumerate(marks) for club in ("ALP", "GAM")]
    mound = {"boydx001": [Outing()]}
    return [
        Side(club, day, "0", "R", "m", {MAN: Play(5, 6)} if here else None, outings=mound)
        for club, day, here in started
    ]


def entered(club: str, at: int) -> dict[str, list[dict[str, object]]]:
    """The affiliations, and a game of that day that the player enters as a pinch hitter."""
    game = {"game_id": f"{club}{MAY + timedelta(at):%Y%m%d}0", "season": SEASON, "sequence": 1, "club": club}
    pinch = game | {"kind": "pinch_hitter", "player_id": MAN, "player_person_id": f"p-{MAN}"}
    return {**LISTED, "substitution": [pinch]}


MARKS = {None: ".", "on another club": "x", "between clubs": "b", "outside the window of games that season": "o"}


def reasons(lake: MemoryLake, words: str = ASKED, before: str = "", **days: date) -> dict[str, str]:
    """A mark per game of each club: `.` applicable, `x` on another club, `b` between clubs, `o` outside, `u` other."""
    (one,) = check(lake, [plan_of(words, before=before)], **days).directed
    found: dict[str, str] = {}
    for game in one.games:
        found[game["club"]] = found.get(game["club"], "") + MARKS.get(game["reason"], "u")
    return found


def test_the_lakes_affiliations_give_the_clubs_and_the_availability() -> None:
    """Outside the games of the season, on another club, between clubs: never a miss. Benched among starts: one."""
    lake = MemoryLake(on_days("-A-AA-G-A-G-"), more=LISTED)
    checked = check(lake, [plan_of(ASKED)])
    (one,) = checked.directed
    assert one.asked.clubs == ("ALP", "GAM")
    assert one.status["availability"] == "organization"
    assert "every club in the organization" in one.availability
    assert checked.absent == (f"plan: the lake has no games for Delta Falls (AAA) in {SEASON}",)
    assert reasons(lake) == {"ALP": "o....bxb.bxx", "GAM": "xxxxxb.bxb.o"}
    assert [one.status[name] for name in ("applicable", "followed")] == [7, 6]


def test_a_directive_of_one_club_knows_the_players_other_clubs() -> None:
    lake = MemoryLake(on_days("A-A-GG"), more=LISTED)
    assert reasons(lake, f"{ASKED}, club: Alpha Town") == {"ALP": "...bxx"}
    # Without the other club's games the window of starts is all that is known.
    alone = MemoryLake([side for side in on_days("A-A-GG") if side.club == "ALP"], more=LISTED)
    (one,) = check(alone, [plan_of(f"{ASKED}, club: Alpha Town")]).directed
    assert one.status["availability"] == "window"


def test_a_game_entered_later_is_an_appearance() -> None:
    """A pinch hitter on the last day was there to be started; one for the other club that day was not."""
    assert reasons(MemoryLake(on_days("A--"), more=entered("ALP", 2)))["ALP"] == "..."
    assert reasons(MemoryLake(on_days("A--"), more=entered("GAM", 2))) == {"ALP": ".bx", "GAM": "xb."}
    assert reasons(MemoryLake(on_days("A--"), more=LISTED))["ALP"] == ".oo"


def test_the_plan_takes_precedence_over_the_organization() -> None:
    before = "unavailable:\n  - {player: Al Mann, from: 2031-05-01, to: 2031-05-01, source: notice}\n"
    lake = MemoryLake(on_days("--AG"), more=LISTED)
    (one,) = check(lake, [plan_of(ASKED, before=before)]).directed
    assert one.status["availability"] == "plan"
    assert reasons(lake, before=before)["ALP"] == "u..x"


def test_affiliates_without_games_in_the_lake_are_told() -> None:
    absent = AFFILIATES + "  - {club: Delta Falls, level: AA, source: media guide}\n"
    checked = check(MemoryLake(moved()), [plan_of(ASKED, before=absent)])
    assert checked.directed[0].asked.clubs == ("ALP", "GAM")
    said = f"plan: the lake has no games for Delta Falls (AA) in {SEASON}"
    assert document(checked)["absent"] == [said]
    for told in (answer(checked), totals(checked)):
        assert f"{said}; these are not checked." in told.notes


def test_the_major_league_club_need_not_be_in_the_lake_where_an_affiliate_is() -> None:
    text = f"organization: Parent\nseason: {SEASON}\n{AFFILIATES}directives:\n  - {{{ASKED}}}\n"
    (one,) = check(MemoryLake(moved()), [parse_plan(text)]).directed
    assert one.asked.clubs == ("GAM",)
    with pytest.raises(PlanError, match="this lake has no 2031 club with the name or code 'Parent'"):
        check(MemoryLake(moved()), [parse_plan(text.replace("Gamma City", "Delta Falls"))])


def test_an_affiliate_needs_its_source() -> None:
    with pytest.raises(PlanError, match="source is missing"):
        plan_of(ASKED, before="affiliates:\n  - {club: Gamma City, level: AAA}\n")


# The simulated league: Ironmoor has a Triple-A and a Double-A club, and no major-league club in the lake.

_SOMEBODY = """
SELECT min(player_id) AS id FROM player_usage WHERE season = $season AND club = $club AND lineup_starts > 0
"""
IRONMOOR = """\
organization: Ironmoor
season: 2041
affiliates:
  - {club: Harrow Bay Ferrymen, level: AAA, source: the simulation}
  - {club: Vellum Creek Printers, level: AA, source: the simulation}
directives:
  - {id: averanda-order, player: Nico Averanda, bat: {slots: 1-5, at_least: 60%}}
  - {id: averanda-double-a, player: Nico Averanda, level: AA, bat: {slots: 1-5, at_least: 60%}}
  - {id: corrivale-left, player: Dashiell Corrivale, start: {against: LHP, at_least: 50%}}
"""


def test_an_organization_is_checked_over_its_levels(simulated: Built) -> None:
    """Averanda began 2041 at Vellum Creek, where Kettleworth bats him low, and joined Harrow Bay on 1 July."""
    lake = simulated.reader()
    everywhere, double_a, _ = check(lake, [parse_plan(IRONMOOR)]).directed
    assert everywhere.asked.clubs == ("HBR", "VLM")
    by_club = {club: [row for row in everywhere.games if row["club"] == club] for club in ("HBR", "VLM")}
    assert all(row["date"].month >= 7 for row in by_club["HBR"] if row["applicable"])
    assert all(row["date"].month < 7 for row in by_club["VLM"] if row["applicable"])
    assert all(any(row["applicable"] for row in rows) for rows in by_club.values())
    assert double_a.asked.clubs == ("VLM",)
    assert double_a.status["verdict"] == "missed"
    assert double_a.games == [row | {"directive": "averanda-double-a"} for row in by_club["VLM"]]


def test_managers_of_all_affiliates_are_compared(simulated: Built) -> None:
    """Kettleworth, who ignores these directives, ran Vellum Creek; Brancaleon Harrow Bay when Averanda came there."""
    lake = simulated.reader()
    rows = ranked(check(lake, [parse_plan(IRONMOOR)]))
    assert {row["manager_name"]: row["clubs"] for row in rows} == {
        "Teo Brancaleon": ["HBR"],
        "Ambrose Kettleworth": ["VLM"],
    }
    assert rows[-1]["manager_name"] == "Ambrose Kettleworth"
    assert rows[-1]["interval_high"] < rows[0]["interval_low"]


def test_plans_of_every_organization_and_season_are_checked_by_spark(
    spark: object, simulated: Built, tmp_path: Path
) -> None:
    from skipper.answers.directives.check_folder import check_many
    from skipper.answers.directives.plan_file import read_plans

    for season in (2041, 2042, 2043):
        for organization in sorted({club.organization for club in CLUBS}):
            clubs = [club for club in CLUBS if club.organization == organization]
            lines = [f"organization: {organization}", f"season: {season}", "affiliates:"]
            lines += [f"  - {{club: {club.name}, level: {club.league.level}, source: simulation}}" for club in clubs]
            lines += ["directives:", "  - {id: a, player: %s, rest: {max_consecutive: 30}}"]
            lines += ["  - {id: b, player: %s, bat: {slots: 3, at_least: 90%%}}"]
            (tmp_path / f"{organization}-{season}.yaml").write_text("\n".join(lines))
    lake = simulated.reader()
    for file in tmp_path.iterdir():
        season, organization = int(file.stem.rpartition("-")[2]), file.stem.rpartition("-")[0]
        code = next(club.code for club in CLUBS if club.organization == organization)
        (row,) = lake.rows(_SOMEBODY, {"season": season, "club": code})
        file.write_text(file.read_text() % (row["id"], row["id"]))
    plans = read_plans([tmp_path])
    by_spark = check_many(spark, lake, plans, None, None)
    one_by_one = check(lake, plans)
    assert len(by_spark.directed) == 2 * len(plans) == 36
    statuses = [in_order([one.status for one in checked.directed]) for checked in (by_spark, one_by_one)]
    assert statuses[0] == statuses[1]
    assert any(one.status["runs"] is not None for one in by_spark.directed)


def test_the_comparison_says_which_affiliates_it_lacks(simulated: Built) -> None:
    text = IRONMOOR.replace("directives:", "  - {club: Nowhere Nine, level: A, source: the simulation}\ndirectives:")
    notes = compare(simulated.reader(), [parse_plan(text)]).notes
    assert "plan: the lake has no games for Nowhere Nine (A) in 2041; these are not checked." in notes
