"""Managers that the source and the record book contradict each other about, over a whole season of a club."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import season_tables
from skipper.calculations.crediting import (
    MOST_ACTING_GAMES,
    ClubSeason,
    Decided,
    Decision,
    decide,
    lists_substitutes,
)
from skipper.tables.games.manager_decision import _evidence

YEAR = 2041
PEOPLE = ("A", "B", "C", "Y", "Z")


def club_season(
    ran: str,
    appointed: str | None,
    suspended: str = "",
    postseason: str = "",
    book_games: list[int] | None = None,
    club_games: int | None = None,
    results: str = "",
    book_records: list[tuple[int, int]] | None = None,
    echoed: Collection[int] = (),
    returned: str = "",
    next_manager: str | None = None,
    namesakes: dict[str, str] | None = None,
) -> ClubSeason:
    """A season in which `-` is an unknown manager, then a postseason; `s` in `suspended` marks a suspended game. All
    games are lost but for those of which `results` has another letter. The book lists two terms of those in
    `returned`."""
    managers = [None if man == "-" else man for man in ran + postseason]
    listed = None if appointed is None else list(appointed)
    records = [(None, None) for _man in listed or ()] if book_records is None else book_records
    return ClubSeason(
        managers,
        [at not in echoed for at in range(len(managers))],
        listed,
        [True] * len(ran) + [False] * len(postseason),
        [False] * len(ran) + [True] * len(postseason),
        [at < len(suspended) and suspended[at] == "s" for at in range(len(managers))],
        list(results.ljust(len(managers), "L")),
        [1 + (man in returned) for man in listed or ()],
        book_games or [None for _man in listed or ()],
        [won for won, _lost in records],
        [lost for _won, lost in records],
        len(ran) if club_games is None else club_games,
        next_manager,
        namesakes or {},
    )


def used(decided: Decided) -> str:
    return "".join(man or "-" for man in decided.managers)


def credited(decided: Decided) -> str:
    return "".join(man or "-" for man, _how in decided.credits)


def told(decided: Decided) -> list[tuple[str, str, str | None]]:
    return [(one.kind, one.stated, one.used) for one in decided.decisions]


def test_a_stranger_in_every_game_is_an_error_of_the_source() -> None:
    found = decide(club_season("Z" * 20, "A"))
    assert used(found) == credited(found) == "A" * 20
    assert {how for _man, how in found.credits} == {"appointed"}
    assert told(found) == [("source_manager", "Z", "A")]


def test_the_right_manager_of_the_postseason_does_not_hide_the_error() -> None:
    found = decide(club_season("Z" * 20, "A", postseason="AAA"))
    assert used(found) == "A" * 23
    assert [len(one.games) for one in found.decisions] == [20]


def test_the_error_goes_on_in_the_postseason() -> None:
    """The postseason logs of December 2023 name last year's managers of Miami, Philadelphia and Texas too."""
    found = decide(club_season("Z" * 20, "A", postseason="ZZZ"))
    assert used(found) == credited(found) == "A" * 23
    assert [len(one.games) for one in found.decisions] == [23]


@pytest.mark.parametrize(
    ("ran", "postseason", "kept"),
    [
        ("A" * 20, "ZZZ", "AAA"),
        ("", "ZZZ", "AAA"),  # a lake of postseason logs alone
        ("A" * 20, "Z", "Z"),  # a substitute
        ("A" * 20, "ZAZ", "ZAZ"),
        ("A" * 15 + "Z" * 5, "ZZZ", "ZZZ"),  # who had run games before
    ],
)
def test_a_stranger_in_the_whole_postseason(ran: str, postseason: str, kept: str) -> None:
    assert used(decide(club_season(ran, "A", postseason=postseason))) == ran + kept


def test_of_several_listed_managers_none_is_chosen() -> None:
    found = decide(club_season("Z" * 20, "AB"))
    assert used(found) == credited(found) == "-" * 20
    assert told(found) == [("source_manager", "Z", None)]


def test_a_few_games_of_a_season_show_no_error() -> None:
    found = decide(club_season("ZZZ", "A", club_games=162))
    assert (used(found), credited(found), found.decisions) == ("ZZZ", "AAA", [])


def test_more_games_than_any_substitute_ran_show_it_in_part_of_a_season() -> None:
    assert told(decide(club_season("Z" * 60, "A", club_games=162))) == [("source_manager", "Z", "A")]


@pytest.mark.parametrize(
    ("ran", "appointed", "credit", "corrected"),
    [
        ("AAAAZZZZZZ", "AB", "AAAAZZZZZZ", [("B", "Z")]),  # the successor under another man's id
        ("ZZZZAAAAAA", "BA", "ZZZZAAAAAA", [("B", "Z")]),  # the predecessor
        ("AAAZZZCCCC", "ABC", "AAAZZZCCCC", [("B", "Z")]),  # between two
        ("AAAAZZYZZZ", "AB", "AAAAZZZZZZ", [("B", "Z")]),  # the successor, for whom another stood in once
        ("AAAAYZZZZZ", "AB", "AAAAAZZZZZ", [("B", "Z")]),  # a substitute for the predecessor's last day
        ("AAAAZZZYYY", "AB", "AAAAAAAAAA", []),  # two strangers alike: neither is known to be the one meant
        ("AAAAZZZZZZ", "A", "AAAAAAAAAA", []),  # a substitute to the end of the season (2015 Boston)
        ("AAZZAAAAAA", "AB", "AAAAAAAAAA", []),  # a substitute, and a listed manager who comes after them
        ("AAAZAZZZZZ", "AB", "AAAAAZZZZZ", [("B", "Z")]),  # the successor stood in for the predecessor before
        ("YYYYYZZZZZ", "A", "YYYYYZZZZZ", [("A", None)]),  # a list none of whom ran a game
    ],
)
def test_a_listed_manager_without_a_game_gives_way(
    ran: str, appointed: str, credit: str, corrected: list[tuple[str, str | None]]
) -> None:
    found = decide(club_season(ran, appointed))
    assert used(found) == ran
    assert [(stated, other) for _kind, stated, other in told(found)] == corrected
    if ran != "AAAZAZZZZZ":
        assert credited(found) == credit


@pytest.mark.parametrize(
    ("ran", "appointed", "credit", "decisions"),
    [
        # 2022 Philadelphia with a coach in one game: before, between and after its managers' games
        ("A" * 51 + "Z" * 60 + "Y" + "Z" * 50, "AB", "A" * 51 + "Z" * 111, [("book_manager", "B", "Z")]),
        ("A" * 51 + "Y" + "Z" * 110, "AB", "A" * 52 + "Z" * 110, [("book_manager", "B", "Z")]),
        ("A" * 20 + "Y" + "A" * 30 + "Z" * 111, "AB", "A" * 51 + "Z" * 111, [("book_manager", "B", "Z")]),
        # two unlisted managers whose games are too many for substitutes, and a listed one without a game
        (
            "A" * 50 + "Z" * 60 + "Y" * 52,
            "AB",
            "A" * 50 + "Z" * 60 + "Y" * 52,
            [("book_manager", "B", "Z"), ("book_manager", "B", "Y")],
        ),
        # an unlisted manager of more games in a row than any substitute ran
        ("A" * 50 + "Z" * 112, "A", "A" * 50 + "Z" * 112, [("unlisted_manager", "Z", "Z")]),
        ("A" * 100 + "Z" * 48, "A", "A" * 148, []),  # 2015 Boston
    ],
)
def test_the_manager_of_a_long_run_is_no_substitute(
    ran: str, appointed: str, credit: str, decisions: list[tuple[str, str, str]]
) -> None:
    """The book's games, which divide the season into terms of its records, do not undo a source that names others."""
    halves = [51, len(ran) - 51] if len(appointed) > 1 else [len(ran)]
    book = [(0, games) for games in halves]
    found = decide(club_season(ran, appointed, book_games=halves, book_records=book))
    assert used(found) == ran
    assert credited(found) == credit
    assert told(found) == decisions


def test_the_book_alone_names_nobody() -> None:
    """One game is in an event file alone, which names no manager: the book's man there is no witness."""
    found = decide(club_season("Z" * 80 + "A" + "Z" * 81, "A", echoed={80}))
    assert used(found) == credited(found) == "A" * 162
    assert told(found) == [("source_manager", "Z", "A")]
    assert [len(one.games) for one in found.decisions] == [161]
    assert told(decide(club_season("Z" * 80 + "A" + "Z" * 81, "A"))) == [("unlisted_manager", "Z", "Z")]


def test_games_of_a_corrected_book_are_inferred() -> None:
    found = decide(club_season("AAAAZZZZZZ", "AB"))
    assert [how for _man, how in found.credits] == ["appointed"] * 4 + ["inferred"] * 6


def test_a_manager_with_many_games_in_the_book_and_none_in_the_source_is_doubtful() -> None:
    found = decide(club_season("A" * 162, "AB", book_games=[51, 111]))
    assert used(found) == credited(found) == "A" * 162
    assert told(found) == [("missing_manager", "B", None)]


def test_terms_of_exactly_the_books_records_divide_such_a_season() -> None:
    season = club_season("A" * 60, "AB", "", "AA", [20, 40], 60, "W" * 12 + "L" * 8 + "W" * 30, [(12, 8), (30, 10)])
    found = decide(season)
    assert used(found) == credited(found) == "A" * 20 + "B" * 42
    assert told(found) == [("missing_manager", "B", "B")]
    assert found.decisions[0].games == tuple(range(20, 62))


@given(st.integers(15, 45), st.text("WL", min_size=60, max_size=60), st.booleans())
def test_other_records_divide_no_season(change: int, results: str, one_more: bool) -> None:
    """The book's figures fit the games, or one win and one loss are exchanged between its managers."""
    games = [change, 60 - change]
    wins = [results[:change].count("W"), results[change:].count("W")]
    if one_more:
        wins = [wins[0] + 1, wins[1] - 1]
    book = [(won, count - won) for won, count in zip(wins, games, strict=True)]
    found = decide(club_season("A" * 60, "AB", "", "", games, 60, results, book))
    assert used(found) == ("A" * 60 if one_more else "A" * change + "B" * (60 - change))
    assert told(found) == [("missing_manager", "B", None if one_more else "B")]


def test_a_whole_season_is_not_run_in_a_substitutes_place() -> None:
    """The source names a stranger in all games but two, and the book gives B one game."""
    season = club_season("AA" + "Z" * 160, "AB", book_games=[161, 1])
    assert told(decide(season)) == [("unlisted_manager", "Z", "Z")]
    assert told(decide(club_season("AA" + "Z" * 160, "AB", book_games=[2, 160]))) == [("book_manager", "B", "Z")]


def test_a_listed_substitute_without_a_game_is_not() -> None:
    """Lahman's releases since 2021 list substitutes of one to six games, whom game logs do not name."""
    assert decide(club_season("A" * 162, "AB", book_games=[162 - MOST_ACTING_GAMES, MOST_ACTING_GAMES])).decisions == []


def test_a_listed_manager_whose_games_the_lake_may_lack_is_not() -> None:
    """1936 Pittsburgh Crawfords: 71 games are known, and the book's managers have 70 and 13."""
    assert decide(club_season("A" * 71, "AB", book_games=[70, 13], club_games=78)).decisions == []
    assert told(decide(club_season("A" * 60, "AB", book_games=[28, 32], club_games=60))) == [
        ("missing_manager", "B", None)
    ]


def test_a_suspended_game_starts_no_run() -> None:
    """1980: Gomez began a game in May that Amalfitano, named in its record, finished in August."""
    ran, later = "AABAAABBB", "--s"
    for appointed in (None, "AB"):
        found = decide(club_season(ran, appointed, later))
        assert credited(found) == ran
        assert told(found) == [("suspended_game", "A", "B")] * (appointed is not None)


def test_a_suspended_game_of_a_substitute_goes_to_the_manager_of_its_first_day() -> None:
    assert credited(decide(club_season("AAZAAABBB", None, "--s"))) == "AAAAAABBB"
    assert credited(decide(club_season("AAZAAABBB", "AB", "--s"))) == "AAAAAABBB"


def test_a_substitute_after_a_suspended_game_stands_in_for_the_manager_in_charge() -> None:
    assert credited(decide(club_season("AABZAABBB", "AB", "--s"))) == "AABAAABBB"


@given(
    st.integers(10, 162),
    st.lists(st.sampled_from("AB"), min_size=1, max_size=2, unique=True),
    st.integers(0, 7),
)
def test_nobody_is_an_acting_manager_for_a_whole_season(games: int, appointed: list[str], october: int) -> None:
    found = decide(club_season("Z" * games, "".join(appointed), postseason=appointed[0] * october))
    assert "acting" not in {how for _man, how in found.credits}
    assert {man for man, _how in found.credits} <= {*appointed, None}
    assert [one.kind for one in found.decisions] == ["source_manager"]


@given(st.lists(st.sampled_from("ABC"), min_size=2, max_size=3, unique=True), st.data())
def test_a_wrong_id_in_the_book_moves_no_game(order: list[str], data: st.DataObject) -> None:
    """With one manager's id replaced in the book, each game is credited as by the right book."""
    lengths = data.draw(st.lists(st.integers(1, 40), min_size=len(order), max_size=len(order)))
    ran = "".join(man * length for man, length in zip(order, lengths, strict=True))
    wrong = data.draw(st.sampled_from(order))
    found = decide(club_season(ran, "".join("Y" if man == wrong else man for man in order)))
    assert credited(found) == credited(decide(club_season(ran, "".join(order)))) == ran
    assert told(found) == [("book_manager", "Y", wrong)]


@given(
    st.lists(st.sampled_from("ABYZ-"), min_size=1, max_size=40),
    st.one_of(st.none(), st.permutations("ABC").map(lambda men: men[:2])),
    st.lists(st.booleans(), min_size=40, max_size=40),
    st.integers(1, 60),
)
def test_each_game_keeps_its_place_and_each_change_a_reason(
    ran: list[str], appointed: list[str] | None, suspended: list[bool], games: int
) -> None:
    later = "".join("s" if one else "-" for one in suspended)
    found = decide(club_season("".join(ran), appointed and "".join(appointed), later, "", None, games))
    assert len(found.managers) == len(found.credits) == len(ran)
    explained = {at for one in found.decisions for at in one.games}
    for at, (stated, kept) in enumerate(zip(ran, found.managers, strict=True)):
        assert kept == (None if stated == "-" else stated) or at in explained
    known = {man for man in ran if man != "-"} | set(appointed or ())
    assert {man for man, _how in found.credits} <= known | {None}


def games(*managers: str, year: int = YEAR, club: str = "AAA", opponent: str = "OPP") -> list[dict[str, Any]]:
    """Game-log records of a club at home against one opponent, which it beats every other day."""
    rows = []
    for at, man in enumerate(managers):
        day = f"{date(year, 4, 1) + timedelta(at):%Y%m%d}"
        rows.append(
            {
                "season": year,
                "game_id": f"{club}{day}0",
                "date": day,
                "game_number": "0",
                "game_type": "regular",
                "source_file": f"gl{year}.txt",
                "source_line": at + 1,
                "home_club": club,
                "visitor_club": opponent,
                "home_league": "XL",
                "visitor_league": "XL",
                "home_score": 3 + at % 2,
                "visitor_score": 4 - at % 2,
                "home_manager_id": man,
                "home_manager_name": f"Name of {man}",
                "visitor_manager_id": "rival801",
                "home_has_lineup": False,
                "visitor_has_lineup": False,
            }
        )
    return rows


def book(appointed: list[str], book_games: list[int] | None = None, club_games: int = 10) -> list[dict[str, Any]]:
    rows = {"AAA": (appointed, book_games or [club_games]), "OPP": (["rival801"], [club_games])}
    return [
        {
            **{"season": YEAR, "club": club, "appointed": men, "club_games": club_games},
            "book_terms": [1 for _ in men],
            **{"book_games": counts, "book_wins": [None for _ in men], "book_losses": [None for _ in men]},
        }
        for club, (men, counts) in rows.items()
    ]


def people(*ids: str) -> list[dict[str, Any]]:
    return [{"source_id": one, "person_id": f"p-{one}", "name": f"Known {one}"} for one in (*ids, "rival801")]


@pytest.mark.parametrize(
    ("ran", "next_manager", "expected"),
    [
        ("AAAABBAAAA", None, "AAAAAAAAAA"),
        ("ABABBAAAAA", None, "AAAAAAAAAA"),
        ("AABAACAAAA", None, "AAAAAAAAAA"),
        ("AAB-BAAAAA", None, "AAA-AAAAAA"),
        ("AABBAABBBB", "C", "AAAAAABBBB"),  # 2021 Cleveland: Hale stood in for two games, and later took over
        ("CCCBBCBBBB", "C", "CCCCCCCCCC"),  # 2015 Boston: Farrell was away to the season's end
        ("CCCCBBABBA", "A", "CCCCBBBBBA"),  # 2005 Kansas City: Schaefer, between two managers, also stood in
        ("AABBBCCCCC", None, "AABBBCCCCC"),
    ],
)
def test_a_stretch_after_which_the_manager_before_returns_is_a_substitute_s(
    ran: str, next_manager: str | None, expected: str
) -> None:
    found = decide(club_season(ran, "ABC", next_manager=next_manager), with_substitutes=True)
    assert credited(found) == expected
    assert used(found) == ran
    stood_in = [at for at, (man, own) in enumerate(zip(ran, expected, strict=True)) if man != own]
    assert [how for _man, how in found.credits if how == "acting"] == ["acting"] * len(stood_in)
    assert sorted(at for one in found.decisions for at in one.games) == stood_in
    assert {one.kind for one in found.decisions} <= {"listed_substitute"}
    assert credited(decide(club_season(ran, "ABC", next_manager=next_manager))) == ran


@pytest.mark.parametrize(
    ("ran", "returned"),
    [
        ("AAAABBAAAA", "A"),  # 1991 Toronto: the book ends a term of Gaston's, and begins another
        ("AAAABBAAAA", "B"),
        ("CCABBBCCCC", "AC"),
        ("A" * 20 + "B" * 51 + "A" * 20, ""),  # too long for a substitute
    ],
)
def test_a_manager_of_his_own_term_is_no_substitute(ran: str, returned: str) -> None:
    season = club_season(ran, "ABC", returned=returned)
    found = decide(season, with_substitutes=True)
    assert credited(found) == ran
    assert told(found) == []
    assert not lists_substitutes(season)


def test_a_book_lists_substitutes_where_one_manager_is_in_charge_from_first_to_last() -> None:
    assert lists_substitutes(club_season("AAAABBAAAA", "AB"))
    assert lists_substitutes(club_season("AABAACAAAA", "ABC"))
    assert not lists_substitutes(club_season("AAAAAAAAAA", "AB"))
    assert not lists_substitutes(club_season("AAAABBAABB", "AB"))
    assert not lists_substitutes(club_season("AAZAAAAAAA", "AB"))


def test_a_suspended_game_is_no_stretch() -> None:
    found = decide(club_season("AAAABAABBB", "AB", suspended="    s"), with_substitutes=True)
    assert credited(found) == "AAAABAABBB"


def test_a_stranger_in_every_game_of_several_managers_gives_way_to_their_terms() -> None:
    season = club_season(
        "Z" * 12, "AB", postseason="ZZ", results="WLLLLWWWLLLL", book_games=[5, 7], book_records=[(1, 4), (3, 4)]
    )
    found = decide(season)
    assert used(found) == credited(found) == "A" * 5 + "B" * 9
    assert told(found) == [("missing_manager", "A", "A"), ("missing_manager", "B", "B")]


def test_the_tables_of_a_wrong_source() -> None:
    made = season_tables.made(
        "club_game",
        "manager_decision",
        "manager_season",
        gamelog=games(*["last801"] * 10),
        appointed_manager=book(["this801"]),
        season_person=people("last801", "this801"),
    )
    own = [row for row in made["club_game"] if row["club"] == "AAA"]
    assert {
        (row["manager_id"], row["manager_name"], row["manager_person_id"], row["manager_source"]) for row in own
    } == {("this801", "Known this801", "p-this801", "lahman_against_source")}
    assert {(row["manager_stated_id"], row["manager_doubt"], row["crediting"]) for row in own} == {
        ("last801", "source_manager", "appointed")
    }
    other = [row for row in made["club_game"] if row["club"] == "OPP"]
    assert {(row["manager_source"], row["manager_stated_id"], row["manager_doubt"]) for row in other} == {
        ("game_log", None, None)
    }
    (decision,) = made["manager_decision"]
    assert (decision["club"], decision["kind"], decision["stated_by"]) == ("AAA", "source_manager", "source")
    assert (decision["stated_id"], decision["used_id"], decision["games"]) == ("last801", "this801", 10)
    assert "Known last801 (last801) in all 10 games" in decision["evidence"]
    records = [row for row in made["manager_season"] if row["club"] == "AAA"]
    assert {(row["manager_id"], row["rule"], row["wins"], row["losses"], row["doubted_games"]) for row in records} == {
        ("this801", rule, 5, 5, 10) for rule in ("managed", "credited")
    }


@pytest.mark.parametrize(
    ("ran", "appointed", "postseason", "expected"),
    [
        ("Z" * 60, "A", "", [("book_manager", "A", "Z")]),
        ("Z" * 60, "A", "Z", [("book_manager", "A", "Z")]),
        ("Z" * 60, "AB", "", [("source_manager", "Z", None)]),
        ("Y" * 60, "A", "", [("source_manager", "Y", "A")]),
        ("A" * 60, "A", "ZZZ", [("source_manager", "Z", "A")]),
    ],
)
def test_a_whole_season_of_a_namesake_is_an_error_of_the_book(
    ran: str, appointed: str, postseason: str, expected: list[tuple[str, str, str | None]]
) -> None:
    """The source and the book agree on the name; in the postseason alone, the source contradicts itself."""
    found = decide(club_season(ran, appointed, postseason=postseason, namesakes={"Z": "A"}))
    assert told(found) == expected
    if expected[0][0] == "book_manager":
        assert used(found) == credited(found) == ran + postseason
        assert [one.by_last_name for one in found.decisions] == [True]
        assert {how for _man, how in found.credits} == {"inferred"}


@pytest.mark.parametrize(("last_name", "is_namesake"), [("O'Tarr", True), ("Tarr", False), (None, False)])
def test_the_tables_of_a_namesake(last_name: str | None, is_namesake: bool) -> None:
    made = season_tables.made(
        "club_game",
        "manager_decision",
        gamelog=[{**row, "home_manager_name": "Kick O’Tarr"} for row in games(*["other801"] * 10)],
        appointed_manager=[
            {**row, "last_names": [last_name for _man in row["appointed"]]} for row in book(["this801"])
        ],
        season_person=people("other801", "this801"),
    )
    used_id = "other801" if is_namesake else "this801"
    own = {(row["manager_id"], row["credited_manager_id"]) for row in made["club_game"] if row["club"] == "AAA"}
    assert own == {(used_id, used_id)}
    (decision,) = made["manager_decision"]
    assert (decision["kind"] == "book_manager", decision["used_id"]) == (is_namesake, used_id)
    by_name = "Known other801 (other801) with the same last name, whom it does not list, ran 10 games"
    assert (by_name in decision["evidence"]) == is_namesake


@pytest.mark.parametrize("by_last_name", [True, False])
def test_the_evidence_speaks_of_a_last_name_if_the_decision_does(by_last_name: bool) -> None:
    decision = Decision("book_manager", "A", "Z", (0,), by_last_name)
    words = "Z with the same last name, whom" if by_last_name else "Z, whom"
    assert words in _evidence({"appointed": ["A"]}, decision, {})


def test_the_tables_of_a_wrong_book() -> None:
    made = season_tables.made(
        "club_game",
        "manager_decision",
        "manager_season",
        gamelog=games(*["fired801"] * 4, *["thoms801"] * 6),
        appointed_manager=book(["fired801", "thomp001"], [4, 6]),
        season_person=people("fired801", "thoms801", "thomp001"),
    )
    records = {
        (row["manager_id"], row["rule"]): (row["wins"], row["losses"], row["inferred_games"], row["doubted_games"])
        for row in made["manager_season"]
        if row["club"] == "AAA"
    }
    assert records == {
        ("fired801", "managed"): (2, 2, 0, 0),
        ("fired801", "credited"): (2, 2, 0, 0),
        ("thoms801", "managed"): (3, 3, 0, 6),
        ("thoms801", "credited"): (3, 3, 6, 6),
    }
    (decision,) = made["manager_decision"]
    assert (decision["stated_by"], decision["stated_id"], decision["used_id"]) == (
        "record_book",
        "thomp001",
        "thoms801",
    )


def test_a_suspended_game_without_a_book() -> None:
    rows = games("gomez801", "gomez801", "amalf801", "gomez801", "amalf801", "amalf801")
    rows[2]["completion"] = f"{YEAR}0405,,3,3,60"
    sides = season_tables.one("club_game", gamelog=rows, season_person=people("gomez801", "amalf801"))
    credits = [row["credited_manager_id"] for row in sorted(sides, key=lambda row: row["date"]) if row["club"] == "AAA"]
    assert credits == ["gomez801", "gomez801", "amalf801", "gomez801", "amalf801", "amalf801"]


def test_a_suspended_game_is_stated_by_the_games_around_it() -> None:
    rows = games("gomez801", "gomez801", "amalf801", "gomez801", "amalf801", "amalf801")
    rows[2]["completion"] = f"{YEAR}0405,,3,3,60"
    (decision,) = season_tables.one(
        "manager_decision",
        gamelog=rows,
        appointed_manager=book(["gomez801", "amalf801"], [4, 2]),
        season_person=people("gomez801", "amalf801"),
    )
    assert (decision["kind"], decision["stated_by"]) == ("suspended_game", "other_games")
    assert (decision["stated_id"], decision["used_id"]) == ("gomez801", "amalf801")


def test_the_book_of_a_season_is_read_with_its_games() -> None:
    tables = {
        "lahman_team": [{"season": YEAR, "lahman_club": "AA1", "club": "AAA", "games": 10, "wins": 5, "losses": 5}],
        "lahman_managers": [
            {"season": YEAR, "lahman_club": "AA1", "lahman_id": one, "order_in_season": at, "games": count}
            for at, (one, count) in enumerate((("first01", 4), ("last01", 5), ("first01", 1)), 1)
        ],
        "merged_person": [{"lahman_id": one, "retrosheet_id": f"{one[:-2]}801"} for one in ("first01", "last01")],
    }
    (row,) = season_tables.one("appointed_manager", **tables)
    assert (row["appointed"], row["book_games"], row["club_games"]) == (["first801", "last801"], [5, 5], 10)


@pytest.mark.parametrize(("count", "words"), [(1, "for 1 game, and"), (18, "for 18 games, and")])
def test_a_missing_manager_s_games_are_counted_in_words(count: int, words: str) -> None:
    """2018 New York (AL), whose book has a term of one game."""
    season = {"appointed": ["A", "B"], "book_games": [60, count]}
    assert words in _evidence(season, Decision("missing_manager", "B", None, (0,)), {})
