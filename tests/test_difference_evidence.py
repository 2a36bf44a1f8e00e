"""Explanations of record differences: each must replay."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import season_tables
from season_tables import one
from skipper.answers.differences import differences
from skipper.build.graph import graph
from skipper.lake.reader import LakeReader
from skipper.render.terminal import plain_text
from skipper.tables.records.difference_evidence import (
    ClubGame,
    _more_acting,
    apply,
    explain_club,
    explain_manager,
    won_lost,
)
from tiny_lake import write_lake


def season(
    ran: str, results: str, credited: str | None = None, rule: str = "managed", **marks: object
) -> list[ClubGame]:
    """A club's games: who ran each, its result, and whom the book credits (himself where not said)."""
    credited = credited or ran
    men = ran if rule == "managed" else credited
    return [
        ClubGame(f"g{i}", "OPP", credited[i], men[i], result, "play", None, ran_by=ran[i], **marks)
        for i, result in enumerate(results)
    ]


def changed(games: list[ClubGame], **changes: dict[str, object]) -> list[ClubGame]:
    return [replace(game, **changes.get(game.game_id, {})) for game in games]


@pytest.mark.parametrize(
    ("ran", "credited"),
    [("AABBAABBB", "AAAAAABBB"), ("CAABBABBB", "CAABBBBBB")],  # 2021 Cleveland, 2005 Kansas City
)
def test_a_book_that_gives_listed_substitutes_their_games(ran: str, credited: str) -> None:
    results = "WLLWWWWLL"
    games = season(ran, results, credited, rule="credited")
    book = {man: won_lost(season(ran, results), man) for man in set(ran)}
    differing = sorted(man for man in book if won_lost(games, man) != book[man])
    assert differing == ["A", "B"]
    for man in differing:
        found = explain_manager(games, man, book, won_lost(games), None)
        assert found.category == "acting_manager"
        assert won_lost(apply(games, found.changes), man) == book[man]
        assert found.evidence.endswith("'s absence; the reference gives them to who ran them")


def test_an_acting_managers_games_are_the_evidence() -> None:
    games = season("AAXXA", "WLWWL", credited="AAAAA")
    for man, wanted in (("A", (3, 2)), ("X", None)):
        found = explain_manager(games, man, {"A": (3, 2)}, (3, 2), None)
        assert found.category == "acting_manager"
        assert [change.game_id for change in found.changes] == ["g2", "g3"]
        after = apply(games, found.changes)
        assert won_lost(after, "A") == (3, 2)
        assert wanted is None or won_lost(after, man) == wanted


def test_a_change_of_managers_dated_otherwise_is_a_boundary() -> None:
    games = season("AAABBB", "WLWLWL")
    reference = {"A": (1, 1), "B": (2, 2)}
    found = explain_manager(games, "A", reference, (3, 3), None)
    assert found.category == "boundary"
    assert [change.game_id for change in found.changes] == ["g2"]
    after = apply(games, found.changes)
    assert (won_lost(after, "A"), won_lost(after, "B")) == ((1, 1), (2, 2))


def test_a_substitute_has_more_games_in_the_reference_than_in_the_games() -> None:
    """As the reference since 2024 has Brad Mills in 2017: eight games where the game logs name him in five."""
    games = season("AAXXAAAA", "WLWWLLWL")
    for reference, says in (
        ({"A": (2, 2), "X": (2, 2)}, "2 games (0-2) more to X than the games do, and as many less to A"),
        ({"A": (2, 3), "X": (2, 1)}, "1 game (0-1) more to X than the games do, and as many less to A"),
    ):
        for man in "AX":
            found = explain_manager(games, man, reference, (4, 4), None)
            assert (found.category, found.changes) == ("acting_manager", ())
            assert found.evidence == f"the reference gives {says}"


@pytest.mark.parametrize(("of_book", "lines"), [((86, 74), 1), ((86, 75), 2)])
def test_an_acting_managers_losses_that_make_up_the_total_are_one_line(
    of_book: tuple[int, int], lines: int, tmp_path: Path
) -> None:
    """As Kansas City's 160 games of one manager and two, both lost, of another in 2024; or one more."""
    games = season("A" * 100 + "XX" + "A" * 60, "W" * 86 + "L" * 76, credited="A" * 162, rule="credited")
    book = {"A": of_book, "X": (0, 2)}
    rows = []
    for man in book:
        found = explain_manager(games, man, book, (86, 76), None)
        wins, losses = won_lost(games, man)
        rows.append(
            {"season": 2031, "club": "ALP", "comparison": "manager_season", "rule": "credited", "manager_id": man}
            | {"manager_name": man, "games": wins + losses, "wins": wins, "losses": losses, "ties": 0}
            | {"reference": "Lahman", "reference_wins": book[man][0], "reference_losses": book[man][1]}
            | {"category": "acting_manager", "evidence": found.evidence}
        )
    answer = differences(LakeReader(write_lake(tmp_path / "lake", more={"record_difference": rows})), season=2031)
    assert sum(row["manager_id"] in book for row in answer.main.rows) == 2
    (view,) = [view for view in answer.main.views if view.title == "Acting manager"]
    told = [row for row in view.rows if row["manager_id"] in book]
    assert len(told) == lines
    text = " ".join(plain_text(answer, None).split())
    assert ("stands for another manager's too" in text) == (lines == 1)
    if lines == 1:
        assert [told[0][name] for name in ("whose", "wins", "losses", "reference_losses")] == ["A", 86, 76, 74]
        assert "2 games (0-2) to X" in text


def test_the_note_on_lines_that_are_one_fits_every_reason(tmp_path: Path) -> None:
    """As St. Louis in 1885: a change of managers on another day, and nobody acted for another."""
    games = season("AAABBB", "WLWLWL")
    book = {"A": (1, 1), "B": (2, 2)}
    rows = []
    for man in book:
        found = explain_manager(games, man, book, (3, 3), None)
        wins, losses = won_lost(games, man)
        rows.append(
            {"season": 2031, "club": "ALP", "comparison": "manager_season", "rule": "managed", "manager_id": man}
            | {"manager_name": man, "games": wins + losses, "wins": wins, "losses": losses, "ties": 0}
            | {"reference": "Lahman", "reference_wins": book[man][0], "reference_losses": book[man][1]}
            | {"category": found.category, "evidence": "one reason"}
        )
    more = {"record_difference": rows}
    answer = differences(LakeReader(write_lake(tmp_path / "lake", more=more)), club="ALP", category="boundary")
    text = " ".join(plain_text(answer, None).split())
    assert "A line of a manager stands for another manager's too if one reason accounts for both" in text
    assert "acting manager's" not in text


@pytest.mark.parametrize(
    ("ran", "reference"),
    [
        ("AAXXAAAX", {"A": (2, 2), "X": (2, 2)}),  # X may have followed A
        ("AAXXAAAA", {"A": (2, 2), "X": (1, 3)}),  # what X has more is not what A has less
        ("AAXXAAAA", {"A": (3, 3), "X": (1, 1)}),  # X has less
        ("AAXXAAYA", {"A": (2, 1), "X": (2, 2)}),  # nothing is known of Y
    ],
)
def test_other_differences_of_two_managers_are_not_a_substitutes(
    ran: str, reference: dict[str, tuple[int, int]]
) -> None:
    assert _more_acting(season(ran, "WLWWLLWL"), "X", reference) is None


def test_of_two_boundaries_the_one_that_mends_both_men_is_told() -> None:
    games = season("AAABBBCCC", "WLLWWWWLL")
    reference = {"A": (1, 2), "B": (4, 2), "C": (0, 0)}
    found = explain_manager(games, "B", reference, (5, 4), None)
    assert found.category == "boundary"
    assert [change.game_id for change in found.changes] == ["g6", "g7", "g8"]


def test_managers_who_do_not_add_up_to_their_club_are_the_references_error() -> None:
    games = season("AAAA", "WWLL")
    found = explain_manager(games, "A", {"A": (2, 5)}, (2, 2), None)
    assert found.category == "reference_error"
    assert "add up to 2-5, but the club's is 2-2" in found.evidence
    assert found.changes == ()


def test_an_upheld_protest_between_the_two_clubs_is_a_ruling() -> None:
    games = changed(season("AAA", "WWL"), g1={"protest": "X"})
    found = explain_club(games, (1, 1), (3, 3), {"US": (-1, 0), "OPP": (0, -1)}, "US")
    assert found.category == "ruling"
    assert won_lost(apply(games, found.changes)) == (1, 1)
    man = explain_manager(games, "A", {"A": (1, 1)}, (1, 1), found)
    assert (man.category, man.changes) == ("ruling", found.changes)


def test_two_games_that_fit_are_no_evidence() -> None:
    games = changed(season("AAA", "WWL"), g0={"protest": "V"}, g1={"protest": "V"})
    found = explain_club(games, (1, 1), (3, 3), {"US": (-1, 0), "OPP": (0, -1)}, "US")
    assert (found.category, found.changes) == ("unknown", ())


def test_a_game_awarded_without_being_played_is_a_ruling_without_a_game() -> None:
    games = season("AAA", "WTL")
    found = explain_club(games, (2, 1), (3, 4), {"US": (1, 0), "OPP": (0, 1)}, "US")
    assert (found.category, found.changes) == ("ruling", ())
    assert "the club has 3 games, its managers have 4; the logs have 3" in found.evidence
    assert explain_manager(games, "A", {"A": (2, 1)}, (2, 1), found).category == "ruling"


def test_a_tie_counted_as_a_win() -> None:
    games = season("AAA", "WTL")
    found = explain_club(games, (2, 1), (3, 3), {"US": (1, 0), "OPP": (0, 1)}, "US")
    assert found.category == "tie"
    assert won_lost(apply(games, found.changes)) == (2, 1)


def test_what_no_few_games_explain_is_unknown() -> None:
    games = season("A" * 20 + "B" * 20, "WL" * 20)
    found = explain_manager(games, "A", {"A": (20, 0), "B": (0, 20)}, (20, 20), None)
    assert (found.category, found.changes) == ("unknown", ())


def test_a_book_that_counts_other_games_for_managers_contradicts_itself() -> None:
    """1937 Kansas City Monarchs: Lahman has 51-18 for the club and 54-22 for its only manager."""
    games = season("A" * 8, "WWWWWLLT")
    club = explain_club(games, (6, 2), (8, 15), {"US": (1, 0)}, "US")
    man = explain_manager(games, "A", {"A": (9, 6)}, (6, 2), club)
    for found in (club, man):
        assert found.category == "reference_error"
        assert "8 games of the club and 15 games of its managers" in found.evidence


def test_a_listed_manager_without_a_game_whose_record_the_last_games_give() -> None:
    """2022 Philadelphia, whose game log names the manager fired in June in all 162 games."""
    games = season("A" * 40, "WL" * 5 + "WWL" * 10)
    reference = {"A": (5, 5), "B": (20, 10)}
    for man in "AB":
        found = explain_manager(games, man, reference, (25, 15), None)
        assert (found.category, len(found.changes)) == ("source_error", 30)
        assert "the last 30 games add up to exactly that record" in found.evidence
        after = apply(games, found.changes)
        assert (won_lost(after, "A"), won_lost(after, "B")) == (reference["A"], reference["B"])


def test_listed_substitutes_whom_the_games_do_not_name() -> None:
    games = season("A" * 20, "WL" * 10)
    reference = {"A": (9, 9), "B": (1, 0), "C": (0, 1)}
    for man, said in (("A", "1 game (1-0) to B and 1 game (0-1) to C"), ("B", "1 game (1-0) to B, whom")):
        found = explain_manager(games, man, reference, (10, 10), None)
        assert (found.category, found.changes) == ("acting_manager", ())
        assert said in found.evidence


def test_a_manager_listed_under_another_id_is_the_references_error() -> None:
    games = season("AAAZZZZ", "WLWLLLW")
    reference = {"A": (2, 1), "B": (1, 3)}
    for man in "BZ":
        found = explain_manager(games, man, reference, (3, 4), None)
        assert found.category == "reference_error"
        assert "gives B, whom no game names, the record of Z" in found.evidence


def test_an_absence_for_which_another_listed_manager_stood_in() -> None:
    """The other ran games between two of the manager's, or the later game of a doubleheader (1968 Mauch and Myatt)."""
    games = season("AABAABBB", "WLWLWLWL")
    found = explain_manager(games, "A", {"A": (3, 2), "B": (1, 2)}, (4, 4), None)
    assert (found.category, [change.game_id for change in found.changes]) == ("acting_manager", ["g2"])
    days = [date(2041, 6, day) for day in (12, 13, 14, 14, 15, 16)]
    games = [replace(game, day=day) for game, day in zip(season("AAABBC", "LLLWWL"), days, strict=True)]
    reference = {"A": (1, 3), "B": (1, 0), "C": (0, 1)}
    for man in "AB":
        found = explain_manager(games, man, reference, (2, 4), None)
        assert (found.category, [change.game_id for change in found.changes]) == ("acting_manager", ["g3"])
        assert "B ran 1 game in A's absence" in found.evidence


def test_a_suspended_game_that_the_book_counts_for_the_manager_who_began_it() -> None:
    games = changed(season("AABAABBB", "WLLLWLWL"), g2={"suspended": True})
    reference = {"A": (2, 3), "B": (1, 2)}
    for man in "AB":
        found = explain_manager(games, man, reference, (3, 5), None)
        assert (found.category, [change.game_id for change in found.changes]) == ("suspended_game", ["g2"])


def test_a_man_whom_the_reference_does_not_list_and_nobody_else_is_credited_for() -> None:
    found = explain_manager(season("XXAA", "WLWL"), "X", {"A": (2, 2)}, (2, 2), None)
    assert found.category == "unknown"
    assert "does not list the manager" in found.evidence


@pytest.mark.parametrize("named", ["boss801", None])
def test_managers_are_compared_only_where_a_game_names_one(named: str | None) -> None:
    """1871 Troy: the book lists two managers, and no source of the games names one."""
    games = [
        {"season": 1871, "game_id": f"g{at}", "club": "TRO", "opponent": "OPP", "result": "W", "manager_id": named}
        | {"credited_manager_id": named, "date": date(1871, 5, 9 + at), "game_number": "0", "decided_by": "play"}
        for at in range(2)
    ]
    reference = [
        {"season": 1871, "club": "TRO", "manager_id": man, "games": won, "wins": won, "losses": 0}
        for man, won in ((None, 3), ("boss801", 1), ("next801", 1))
    ]
    rows = one("record_difference", regular_club_game=games, reference_record=reference)
    found = {row["comparison"] for row in rows}
    assert found == ({"club_season", "manager_season"} if named else {"club_season"})


def book_of_frazer(people: list[dict[str, object]]) -> dict[str, list[dict[str, object]]]:
    """1890 Syracuse: the book's manager has no Retrosheet id, and the games name another man by one."""
    games = [
        {"season": 1890, "game_id": f"g{at}", "club": "SYR", "opponent": "OPP", "result": "WL"[at % 2]}
        | {"manager_id": "frazg801", "manager_name": "George Frazier", "credited_manager_id": "frazg801"}
        | {"date": date(1890, 5, 1 + at), "game_number": "0", "decided_by": "play"}
        for at in range(4)
    ]
    managers = [
        {"season": 1890, "lahman_club": "SR2", "lahman_id": man, "order_in_season": at, "games": 2, "wins": 1}
        | {"losses": 1}
        for at, man in ((1, "frazege99"), (2, "doeja99"))
    ]
    team = {"season": 1890, "league": "AA", "lahman_club": "SR2", "club": "SYR", "games": 4, "wins": 2, "losses": 2}
    return {"regular_club_game": games, "lahman_managers": managers, "lahman_team": [team], "lahman_people": people}


def test_a_manager_without_a_retrosheet_id_is_named_by_the_books_own() -> None:
    people = [
        {"lahman_id": "frazege99", "first_name": "George", "last_name": "Frazer"},
        {"lahman_id": "doeja99", "first_name": "Jane", "last_name": "Doe", "retrosheet_id": "doe-j101"},
    ]
    table = graph().nodes["record_difference"].table
    with season_tables.season("record_difference", "season_person", "known_person", **book_of_frazer(people)) as db:
        rows = db.table("record_difference").to_arrow_table().to_pylist()
        violations = [db.execute(check.violations).fetchall() for check in table.row_checks()]
    assert len(violations) == 3
    assert not any(violations)
    managed = {row["manager_id"]: row for row in rows if row["rule"] == "managed"}
    assert set(managed) == {"lahman:frazege99", "frazg801", "doe-j101"}
    frazer = managed["lahman:frazege99"]
    assert (frazer["manager_name"], frazer["manager_person_id"]) == ("George Frazer", "lahman:frazege99")
    assert (frazer["games"], frazer["reference_wins"], frazer["reference_losses"]) == (0, 1, 1)
    assert "lahman:frazege99" not in frazer["evidence"]


def test_managers_are_not_compared_where_people_lacks_one_of_them() -> None:
    people = [{"lahman_id": "doeja99", "first_name": "Jane", "last_name": "Doe", "retrosheet_id": "doe-j101"}]
    assert one("record_difference", **book_of_frazer(people)) == []
    assert one("record_difference", **book_of_frazer([]) | {"lahman_managers": []}) == []
