"""Explanations of record differences: each must replay."""

from __future__ import annotations

from dataclasses import replace

from skipper.calculations.difference_evidence import ClubGame, apply, explain_club, explain_manager, won_lost


def season(
    ran: str, results: str, credited: str | None = None, rule: str = "managed", **marks: object
) -> list[ClubGame]:
    """A club's games: who ran each, its result, and whom the book credits (himself where not said)."""
    credited = credited or ran
    men = ran if rule == "managed" else credited
    return [
        ClubGame(f"g{i}", "OPP", credited[i], men[i], result, "play", None, **marks) for i, result in enumerate(results)
    ]


def changed(games: list[ClubGame], **changes: dict[str, object]) -> list[ClubGame]:
    return [replace(game, **changes.get(game.game_id, {})) for game in games]


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
    games = season("A" * 40, "WL" * 20)
    found = explain_manager(games, "A", {"A": (5, 5), "B": (15, 15)}, (20, 20), None)
    assert (found.category, found.changes) == ("unknown", ())


def test_a_man_whom_the_reference_does_not_list_and_nobody_else_is_credited_for() -> None:
    found = explain_manager(season("XXAA", "WLWL"), "X", {"A": (2, 2)}, (2, 2), None)
    assert found.category == "unknown"
    assert "does not list the manager" in found.evidence
