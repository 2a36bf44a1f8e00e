"""A manager's file as a page: what a reader, a screen reader and a printer get."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from page_markup import Page, external, rows
from skipper.answers.answer import Row, shown
from skipper.answers.cards import create_batting_orders, orders_most_used, orders_written
from skipper.answers.lineups import distinct_orders, most_used
from skipper.lake.reader import LakeReader, open_reader
from skipper.render.html import season_use
from skipper.render.html.manager_file import gather
from skipper.render.html.page import file_page, in_sentence, linked
from tiny_lake import NOTICE


@pytest.fixture
def charted(tiny_reader: LakeReader, monkeypatch: pytest.MonkeyPatch) -> str:
    """Marsh's page with charts, for which his games are too few."""
    monkeypatch.setattr(season_use, "FEWEST_CHARTED", 1)
    return file_page(gather(tiny_reader, "Jose Marsh"))


# The page stands alone, and is sound


def test_a_page_fetches_nothing(charted: str) -> None:
    assert external(charted) == []
    assert external('<img src="https://example.org/x.png">') == ["https://example.org/x.png"]


def test_headings_and_landmarks(charted: str) -> None:
    page = Page(charted)
    levels = [int(tag[1]) for tag, *_ in page.elements if re.fullmatch(r"h\d", tag)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.all("html") == [{"lang": "en"}]
    assert page.texts("h1") == ["José Marsh"]
    assert ("a", {"class": "skip", "href": "#main"}) in [(tag, attrs) for tag, attrs, _ in page.elements]
    assert not page.all("script")


def test_ids_are_unique_and_links_lead_somewhere(charted: str) -> None:
    page = Page(charted)
    ids = [attrs["id"] for _, attrs, _ in page.elements if "id" in attrs]
    targets = [attrs["href"] for _, attrs, _ in page.elements if (attrs.get("href") or "").startswith("#")]
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in targets} <= set(ids)


def test_every_table_is_usable_without_seeing_it(marsh: str) -> None:
    page = Page(marsh)
    tables = len(page.all("table"))
    scrollers = [attrs for attrs in page.all("div") if attrs.get("class") == "scroll"]
    assert tables == len(page.texts("caption")) == len(scrollers) > 5
    assert all(page.texts("caption"))
    assert all(one["tabindex"] == "0" and one["role"] == "region" and one["aria-label"] for one in scrollers)
    assert all(attrs.get("scope") in ("col", "row") for attrs in page.all("th"))


def test_every_chart_says_what_it_shows(charted: str) -> None:
    drawn = Page(charted).all("svg")
    assert [chart["role"] for chart in drawn] == ["img"] * 3
    assert drawn[0]["aria-label"].startswith("Wins and expected wins of José Marsh")
    most = "slot 1 Al Twin, 2; slot 2 <script>, 1; slot 3 <script>, 1"
    assert drawn[2]["aria-label"].startswith("Heat map of starts by player and slot, 2031 Alpha Town.")
    assert most in drawn[2]["aria-label"]


# What it says


def test_a_player_called_script_is_text(charted: str) -> None:
    page = Page(charted)
    assert not page.all("script")
    assert "<script>" not in charted
    assert "<script>" in page.texts("th")
    assert "<script>" in page.texts("text")


def test_a_web_address_links_there_by_its_pages_title() -> None:
    page = shown("Page", "prose", "source")
    link = linked({"source": 'https://page.example/1?a="&b'}, page, None)
    assert link == '<a href="https://page.example/1?a=&#34;&amp;b">page.example</a>'
    told = "57-48: http://www.site.example/al_smith/managing-career.html (confidence strong)"
    title = '<a href="http://www.site.example/al_smith/managing-career.html">managing career, site.example</a>'
    assert in_sentence(told, None) == f"57-48: {title} (confidence strong)"
    for text in ("javascript:alert(1)", "page.example"):
        assert linked({"source": text}, page, None) == text


def test_the_record_is_given_under_both_rules(marsh: str) -> None:
    told = [row[:5] for row in rows(marsh, "Each season and club")]
    assert told == [
        ["2031", "ALP", "managed", "2-0-1", "1.000"],
        ["2031", "ALP", "credited", "2-1-1", ".667"],
        ["2033*", "ALP", "both†", "0-1", ".000"],
    ]
    terms = dict(zip(Page(marsh).texts("dt"), Page(marsh).texts("dd"), strict=True))
    assert terms["Record, managed"] == "2-1-1, .667, in 4 games"
    assert terms["Record, credited"] == "2-2-1, .500, in 5 games"


def test_unknown_is_a_dash_and_never_nought(marsh: str) -> None:
    finish = {row[0]: row[-2:] for row in rows(marsh, "Each season and club")}
    assert finish["2033*"] == ["—", "—"]
    assert dict(zip(Page(marsh).texts("dt"), Page(marsh).texts("dd"), strict=True))["Born"] == "—"
    assert "None" not in marsh


def test_coverage_difference_notice_and_build_are_told(marsh: str) -> None:
    assert "Missing from this lake: 2032" in marsh
    assert rows(marsh, "Acting manager") == [
        ["2031", "ALP", "managed", "2-0-1", "2-1", "was stood in for in 1 (ALP203104020)"]
    ]
    assert NOTICE in marsh
    assert "Build tiny" in marsh


def club_differs(tiny: Path, season: int, games: list[str]) -> str:
    """Marsh's page from a lake in which Alpha's season differs by a ruling on those games."""
    lake = open_reader(tiny)
    lake.need("record_difference")
    lake.connection.execute("CREATE TABLE differing AS FROM record_difference")
    lake.connection.execute(
        "INSERT INTO differing BY NAME SELECT 'club_season' AS comparison, $season AS season, 'ALP' AS club, "
        "9 AS wins, 8 AS losses, 0 AS ties, 9 AS reference_wins, 7 AS reference_losses, 'ruling' AS category, "
        "'a ruling' AS evidence, $games::VARCHAR[] AS game_ids",
        {"season": season, "games": games},
    )
    lake.connection.execute("CREATE OR REPLACE VIEW main.record_difference AS FROM differing")
    return file_page(gather(lake, "Jose Marsh"))


@pytest.mark.parametrize("games", [[], ["ALP203304010"]], ids=["no game says whose", "a game of his"])
def test_a_difference_of_his_clubs_season_is_told(tiny: Path, games: list[str]) -> None:
    (told,) = rows(club_differs(tiny, 2033, games), "Ruling: the club&#39;s season, all managers")
    assert told[:4] == ["2033", "ALP", "9-8", "9-7"]
    assert told[4].startswith("a ruling")


@pytest.mark.parametrize(
    ("season", "games"), [(2033, ["ALP203304020"]), (2031, [])], ids=["another's game", "his own record tells it"]
)
def test_a_difference_of_the_club_that_is_not_his_or_told_already_is_left_out(
    tiny: Path, season: int, games: list[str]
) -> None:
    assert "his club&#39;s season" not in club_differs(tiny, season, games)


def test_platoon_rates_have_counts_and_named_intervals(marsh: str) -> None:
    of_2031 = rows(marsh, "Starts by hand of the opposing starter, 2031")
    assert ["&lt;script&gt;", "3", "1 of 1", "1.000", ".21–1.00", "2 of 2", "1.000", ".34–1.00"] in of_2031
    of_2033 = rows(marsh, "Starts by hand of the opposing starter, 2033")
    assert of_2033[0][2:] == ["0 of 0", "—", "—", "0 of 0", "—", "—"]
    assert "Wilson score interval, 95 %" in marsh


def test_orders_used_most(marsh: str) -> None:
    told = rows(marsh, "Most frequent orders, 2031")
    assert told == [
        ["left", "1 of 1", "&lt;script&gt;, Al Twin"],
        ["right", "2 of 2", "Al Twin, &lt;script&gt;"],
    ]


def test_one_season_narrows_use_and_not_the_record(tiny_reader: LakeReader) -> None:
    page = file_page(gather(tiny_reader, "Jose Marsh", 2033))
    assert [row[0] for row in rows(page, "Each season and club")] == ["2031", "2031", "2033*"]
    assert [row[0] for row in rows(page, "Distinct batting orders")] == ["2033"]
    assert Page(page).texts("h3") == ["2033 Alpha Town 0-1"]


def test_the_banner_is_there_when_simulated_and_only_then(tiny_reader: LakeReader) -> None:
    file = gather(tiny_reader, "Jose Marsh")
    line = "Simulated: every league, club and person here is fictional."
    assert line in file_page(file)
    assert line not in file_page(replace(file, manifest=replace(file.manifest, simulated=False)))


def test_a_manager_without_lineups_and_games_of_his_own(tiny_reader: LakeReader) -> None:
    page = file_page(gather(tiny_reader, "Tom Vale"))
    assert "None of the lineups in the manager's games are known." in page
    assert not Page(page).all("svg")


# Orders, against the answers for one season and by hand


def test_orders_agree_with_the_answers(tiny_reader: LakeReader) -> None:
    create_batting_orders(tiny_reader, [2031, 2033])
    written = orders_written(tiny_reader, "p-marsh")
    for season in (2031, 2033):
        (ours,) = (row for row in written if row["season"] == season)
        (theirs,) = distinct_orders(tiny_reader, "p-marsh", season)
        assert ours["orders"] == theirs["distinct_orders_without_pitcher"]
        assert ours["games_with_lineup"] == theirs["games_with_lineup"]
        best = [row for row in orders_most_used(tiny_reader, "p-marsh") if row["season"] == season]
        for row in most_used(tiny_reader, "p-marsh", season):
            mine = next(one for one in best if one["opposing_hand"] == row["opposing_hand"])
            assert (mine["games"], mine["games_vs_hand"], mine["orders_tied"]) == (
                row["games"],
                row["games_vs_hand"],
                row["orders_tied"],
            )


def with_cards(lake: LakeReader, games: dict[str, list[tuple[str, str]]], league: str | None = "L") -> list[Row]:
    """`orders_written` of man M, from games of each club in order: (who ran it, order)."""
    create_batting_orders(lake, [])
    for club, played in games.items():
        for day, (man, order) in enumerate(played):
            card = [2031, f"{club}{day}", club, list(order), league, date(2031, 4, 1) + timedelta(day), man, "R"]
            lake.connection.execute("INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?)", card)
    return orders_written(lake, "M")


def test_the_league_is_counted_between_his_first_and_last_game(tiny: Path) -> None:
    mine = [("X", "ab"), ("M", "ab"), ("M", "ba"), ("M", "ba")]
    others = {"B": "ab ab ba bc ca", "C": "cd ab ab ab ab", "D": "cd ab ab ba ba"}
    games = {"A": mine} | {club: [("Y", order) for order in orders.split()] for club, orders in others.items()}
    (row,) = with_cards(open_reader(tiny), games)
    assert (row["games_with_lineup"], row["orders"]) == (3, 2)
    # Second to fourth game: B wrote ab ba bc, C ab, D ab ba.
    assert (row["league_least"], row["league_median"], row["league_most"], row["league_clubs"]) == (1, 2.0, 3, 3)


@pytest.mark.parametrize(
    ("mine", "league"),
    [([("M", "ab"), ("X", "ab"), ("M", "ba")], "L"), ([("M", "ab"), ("M", "ba")], None)],
    ids=["he ran too few of the games", "league unknown"],
)
def test_the_league_is_left_out(tiny: Path, mine: list[tuple[str, str]], league: str | None) -> None:
    (row,) = with_cards(open_reader(tiny), {"A": mine, "B": [("Y", "ab"), ("Y", "ba"), ("Y", "ba")]}, league)
    assert row["league_median"] is None
    assert row["league_least"] is None
