"""A manager's file as a page, and the site: what a reader, a screen reader and a printer get."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.compare import compare
from skipper.answers.differences import differences
from skipper.answers.errors import UnknownNameError, UnknownSeasonError
from skipper.answers.lake import open_reader
from skipper.answers.lineups import distinct_orders, most_used
from skipper.answers.player import player
from skipper.answers.records import records
from skipper.answers.rules import MEANING
from skipper.answers.usage import usage
from skipper.lake.reader import LakeReader
from skipper.pages import charts, command, season_use
from skipper.pages.answer_page import Chart, answer_page
from skipper.pages.cards import draw_up_cards, orders_most_used, orders_written
from skipper.pages.charts import SlotRow, Strip, WinsRow, slots_chart, strips_chart, wins_chart
from skipper.pages.html import cell, file_page, write_file
from skipper.pages.interval import wilson
from skipper.pages.manager_file import gather
from skipper.pages.site import slug, write_site
from skipper.pages.site_list import listed_pages
from tiny_lake import NOTICE, write_lake

VOID = {"meta", "link", "br", "input", "img"}
LOADING = {"src", "srcset", "poster", "data", "action", "background"}


class Page(HTMLParser):
    """The elements of a page: (tag, attributes, text within)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[int] = []
        self.feed(text)
        assert not self._open, "an element is left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self._open[-1]][0] == tag, f"{tag} closes what it did not open"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for place in self._open:
            self.elements[place][2].append(data)

    def texts(self, *tags: str) -> list[str]:
        return ["".join(text).strip() for tag, _, text in self.elements if tag in tags]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for found, attrs, _ in self.elements if found == tag]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lake(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="module")
def lake(folder: Path) -> LakeReader:
    return open_reader(folder)


@pytest.fixture(scope="module")
def marsh(lake: LakeReader) -> str:
    return file_page(gather(lake, "Jose Marsh"))


@pytest.fixture
def charted(lake: LakeReader, monkeypatch: pytest.MonkeyPatch) -> str:
    """Marsh's page with charts, for which his games are too few."""
    monkeypatch.setattr(season_use, "FEWEST_CHARTED", 1)
    return file_page(gather(lake, "Jose Marsh"))


# The page stands alone, and is sound


def external(text: str) -> list[str]:
    """Every address that a browser would fetch."""
    found = [value for _, attrs, _ in Page(text).elements for name, value in attrs.items() if name in LOADING]
    found += [attrs["href"] for tag, attrs, _ in Page(text).elements if tag == "link"]
    found += re.findall(r"url\(([^)]*)\)|@import\s*([^;]*)", text)
    return [str(address) for address in found if not str(address).startswith(("#", "data:"))]


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


def rows(text: str, caption: str) -> list[list[str]]:
    table = next(part for part in text.split("<table")[1:] if f"<caption>{caption}" in part)
    body = table.split("<tbody>")[1].split("</tbody>")[0]
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("<tr>")[1:]]


def test_the_record_is_given_under_both_rules(marsh: str) -> None:
    told = [row[:5] for row in rows(marsh, "Each season and club")]
    assert told == [
        ["2031", "ALP", "managed", "2-0-1", "1.000"],
        ["2031", "ALP", "credited", "2-1-1", ".667"],
        ["2033", "ALP", "both†", "0-1", ".000"],
    ]
    terms = dict(zip(Page(marsh).texts("dt"), Page(marsh).texts("dd"), strict=True))
    assert terms["Record, managed"] == "2-1-1, .667, in 4 games"
    assert terms["Record, credited"] == "2-2-1, .500, in 5 games"


def test_unknown_is_a_dash_and_never_nought(marsh: str) -> None:
    finish = {row[0]: row[-2:] for row in rows(marsh, "Each season and club")}
    assert finish["2033"] == ["—", "—"]
    assert dict(zip(Page(marsh).texts("dt"), Page(marsh).texts("dd"), strict=True))["Born"] == "—"
    assert "None" not in marsh


def test_coverage_difference_notice_and_build_are_told(marsh: str) -> None:
    assert "Missing from this lake: 2032" in marsh
    assert rows(marsh, "Acting manager") == [
        ["2031", "ALP", "managed", "2-0-1", "2-1", "was stood in for in 1 (ALP203104020)"]
    ]
    assert NOTICE in marsh
    assert "Build tiny" in marsh


def club_differs(folder: Path, season: int, games: list[str]) -> str:
    """Marsh's page from a lake in which Alpha's season differs by a ruling on those games."""
    lake = open_reader(folder)
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
def test_a_difference_of_his_clubs_season_is_told(folder: Path, games: list[str]) -> None:
    (told,) = rows(club_differs(folder, 2033, games), "Ruling: his club&#39;s season, whoever ran the games")
    assert told[:4] == ["2033", "ALP", "9-8", "9-7"]
    assert told[4].startswith("a ruling")


@pytest.mark.parametrize(
    ("season", "games"), [(2033, ["ALP203304020"]), (2031, [])], ids=["another's game", "his own record tells it"]
)
def test_a_difference_of_the_club_that_is_not_his_or_told_already_is_left_out(
    folder: Path, season: int, games: list[str]
) -> None:
    assert "his club&#39;s season" not in club_differs(folder, season, games)


def test_platoon_rates_have_counts_and_named_intervals(marsh: str) -> None:
    of_2031 = rows(marsh, "Starts by hand of the opposing starter, 2031")
    assert ["&lt;script&gt;", "3", "1 of 1", "1.000", ".21–1.00", "2 of 2", "1.000", ".34–1.00"] in of_2031
    of_2033 = rows(marsh, "Starts by hand of the opposing starter, 2033")
    assert of_2033[0][2:] == ["0 of 0", "—", "—", "0 of 0", "—", "—"]
    assert "Wilson score interval, 95 %" in marsh


def test_orders_used_most(marsh: str) -> None:
    told = rows(marsh, "Orders used most, 2031")
    assert told == [
        ["left", "1 of 1", "&lt;script&gt;, Al Twin"],
        ["right", "2 of 2", "Al Twin, &lt;script&gt;"],
    ]


def test_one_season_narrows_use_and_not_the_record(lake: LakeReader) -> None:
    page = file_page(gather(lake, "Jose Marsh", 2033))
    assert [row[0] for row in rows(page, "Each season and club")] == ["2031", "2031", "2033"]
    assert [row[0] for row in rows(page, "Distinct batting orders")] == ["2033"]
    assert Page(page).texts("h3") == ["2033 Alpha Town 0-1"]


def test_the_banner_is_there_when_simulated_and_only_then(lake: LakeReader) -> None:
    file = gather(lake, "Jose Marsh")
    line = "Simulated: every league, club and person here is fictional."
    assert line in file_page(file)
    assert line not in file_page(replace(file, manifest=replace(file.manifest, simulated=False)))


def test_a_manager_without_lineups_and_games_of_his_own(lake: LakeReader) -> None:
    page = file_page(gather(lake, "Tom Vale"))
    assert "No lineup of his games is known." in page
    assert not Page(page).all("svg")


# Orders, against the answers for one season and by hand


def test_orders_agree_with_the_answers(lake: LakeReader) -> None:
    draw_up_cards(lake, [2031, 2033])
    written = orders_written(lake, "p-marsh")
    for season in (2031, 2033):
        (ours,) = (row for row in written if row["season"] == season)
        (theirs,) = distinct_orders(lake, "p-marsh", season)
        assert ours["orders"] == theirs["distinct_orders_without_pitcher"]
        assert ours["games_with_lineup"] == theirs["games_with_lineup"]
        best = [row for row in orders_most_used(lake, "p-marsh") if row["season"] == season]
        for row in most_used(lake, "p-marsh", season):
            mine = next(one for one in best if one["hand"] == row["opposing_hand"])
            assert (mine["games"], mine["games_vs_hand"], mine["as_often"]) == (
                row["games"],
                row["games_vs_hand"],
                row["orders_tied"],
            )


def with_cards(lake: LakeReader, games: dict[str, list[tuple[str, str]]], league: str | None = "L") -> list[Row]:
    """`orders_written` of man M, from games of each club in order: (who ran it, order)."""
    draw_up_cards(lake, [])
    for club, played in games.items():
        for day, (man, order) in enumerate(played):
            card = [2031, f"{club}{day}", club, list(order), league, date(2031, 4, 1) + timedelta(day), man, "R"]
            lake.connection.execute("INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?)", card)
    return orders_written(lake, "M")


def test_the_league_is_counted_between_his_first_and_last_game(folder: Path) -> None:
    mine = [("X", "ab"), ("M", "ab"), ("M", "ba"), ("M", "ba")]
    others = {"B": "ab ab ba bc ca", "C": "cd ab ab ab ab", "D": "cd ab ab ba ba"}
    games = {"A": mine} | {club: [("Y", order) for order in orders.split()] for club, orders in others.items()}
    (row,) = with_cards(open_reader(folder), games)
    assert (row["games_with_lineup"], row["orders"]) == (3, 2)
    # Second to fourth game: B wrote ab ba bc, C ab, D ab ba.
    assert (row["league_least"], row["league_median"], row["league_most"], row["league_clubs"]) == (1, 2.0, 3, 3)


@pytest.mark.parametrize(
    ("mine", "league"),
    [([("M", "ab"), ("X", "ab"), ("M", "ba")], "L"), ([("M", "ab"), ("M", "ba")], None)],
    ids=["he ran too few of the games", "league unknown"],
)
def test_the_league_is_left_out(folder: Path, mine: list[tuple[str, str]], league: str | None) -> None:
    (row,) = with_cards(open_reader(folder), {"A": mine, "B": [("Y", "ab"), ("Y", "ba"), ("Y", "ba")]}, league)
    assert row["league_median"] is None
    assert row["league_least"] is None


# Intervals


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(1, 17, 0.0105, 0.2698), (5, 37, 0.0591, 0.2798), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)],
)
def test_wilson(part: int, whole: int, low: float, high: float) -> None:
    assert wilson(part, whole) == pytest.approx((low, high), abs=5e-4)


def test_wilson_of_nothing_and_of_nonsense() -> None:
    assert wilson(0, 0) is None
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)


@given(st.integers(1, 400).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_wilson_holds_the_rate_and_mirrors(share: tuple[int, int]) -> None:
    part, whole = share
    low, high = wilson(part, whole)
    assert 0 <= low <= part / whole <= high <= 1
    assert wilson(whole - part, whole) == pytest.approx((1 - high, 1 - low))


# Charts


def test_charts_are_the_same_each_time_and_take_the_pages_colours() -> None:
    seasons = [WinsRow("2031 <A>", 81, 79.5), WinsRow("2032 A", 60, 70.0)]
    one, two = (wins_chart(seasons, "w", 'a "label" <b>') for _ in range(2))
    assert one == two
    assert not re.findall(r"#[0-9a-fA-F]{6}", one)
    assert "2031 &lt;A&gt;" in one
    assert 'aria-label="a &quot;label&quot; &lt;b&gt;"' in one
    assert re.findall(r'href="(.)', one) == ["#"] * len(re.findall("href=", one))


def test_a_heat_map_has_every_number_and_shades_by_the_fullest_player() -> None:
    rows = [SlotRow("$x$ & \x07Co", (10, 0, 5, 0, 0, 0, 0, 0, 0)), SlotRow("pitchers", (0,) * 8 + (99,), several=True)]
    chart = slots_chart(rows, "h", "label")
    assert Page(chart).texts("text") == [*"123456789", "$x$ & Co", "pitchers", "5", "10", "99"]
    assert re.findall(r"fill-opacity:([.\d]+)", chart) == ["0.3", "0.6"]  # 10 and 99 share a shade


def test_charts_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="no season"):
        wins_chart([], "w", "label")
    with pytest.raises(ValueError, match="no start"):
        slots_chart([SlotRow("A", (0,) * 9)], "h", "label")


def luminance(colour: list[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: list[float], other: list[float]) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("place", [0, 1, 2], ids=["light", "dark", "print"])
def test_contrast_of_text_and_of_figures_on_the_fullest_cell(marsh: str, place: int) -> None:
    palettes = re.findall(r":root\{([^}]*--paper[^}]*)\}", marsh)
    assert len(palettes) == 3
    colour = {
        name: [int(value[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        for name, value in re.findall(r"--(\w+):#(\w{6})\b", palettes[place])
    }
    cell = [
        charts.DARKEST * s + (1 - charts.DARKEST) * p for s, p in zip(colour["shade"], colour["paper"], strict=True)
    ]
    assert contrast(colour["ink"], cell) >= 4.5
    assert all(contrast(colour[name], colour["paper"]) >= 4.5 for name in ("ink", "muted", "accent"))


# Any answer


ROWS = [{"who": "<b>Al</b> & Co", "wins": 1, "losses": 2, "pct": 1 / 3, "seen": None, "where": ["ALP", "BET"]}]
COLUMNS = (
    shown("Who", "text"),
    shown("", "code", "who"),
    shown("W-L", "won_lost", "wins", "losses"),
    shown("Pct", "pct"),
    shown("Seen", "date"),
    shown("Where", "names"),
)
SOME = Answer(
    question="some",
    title="Al & Co: a <question>: and its answer",
    tables=(
        Table("first", ("who",), ROWS, (View(COLUMNS, ROWS, "One <view>", ("A note of it.",)), View(COLUMNS, ROWS))),
        Table("second", (), [], (View(COLUMNS, [], "Nothing to show"), View((), [], "Only words", ("Said.",)))),
    ),
    lead=("Led by this.", "managed: the games he ran himself, as Retrosheet has them."),
    notes=("Noted.",),
    rule="both",
    coverage={"seasons": [2031, 2033], "seasons_missing": [2032]},
)


def a_chart(before: str = "") -> Chart:
    view = View((shown("Year", "season"), shown("Pct", "pct")), [{"year": 2031, "pct": 0.5}], "Drawn")
    return Chart(strips_chart([Strip("Al", {2031: 0.5})], "k", "Al, .500 in 2031"), "Drawn", "As drawn.", view, before)


@pytest.fixture
def some(lake: LakeReader) -> str:
    return answer_page(SOME, lake.manifest, [a_chart("second")])


def test_an_answer_says_all_that_the_terminal_does(some: str) -> None:
    page = Page(some)
    assert (page.texts("title"), page.texts("h1")) == ([SOME.title], ["Al & Co"])
    assert "A <question>: and its answer" in page.texts("p")
    assert page.texts("h2") == ["One <view>", "Drawn", "Only words", "Notes", "Sources, rules and build"]
    assert {"A note of it.", "Said.", "Noted.", "— none, or not known."} <= set(page.texts("li"))
    assert {"Led by this.", NOTICE, "Build tiny, Skipper 0."} <= set(page.texts("p"))
    assert "Simulated: every league, club and person here is fictional." in page.texts("strong")
    assert "Seasons of the figures: 2031, 2033. Missing from this lake: 2032." in page.texts("p")
    assert page.texts("td") == [
        *("", "<b>Al</b> & Co", "1-2", ".333", "—", "ALP, BET") * 2,
        ".500",
    ]


def test_each_rule_of_an_answer_is_explained_once(some: str) -> None:
    for meaning in (MEANING["managed"], MEANING["credited"]):
        assert some.count(meaning) == 1


def test_an_answers_page_stands_alone_and_is_usable_without_seeing_it(some: str) -> None:
    assert external(some) == []
    page = Page(some)
    assert not page.all("script")
    ids = [attrs["id"] for _, attrs, _ in page.elements if "id" in attrs]
    targets = {attrs["href"][1:] for attrs in page.all("a")}
    labels = {attrs["aria-labelledby"] for attrs in page.all("table") if "aria-labelledby" in attrs}
    assert len(ids) == len(set(ids))
    assert targets | labels <= set(ids)
    scrollers = [attrs for attrs in page.all("div") if attrs.get("class") == "scroll"]
    assert [one["aria-label"] for one in scrollers] == ["One <view>", "Al & Co", "Drawn"]
    assert all(one["tabindex"] == "0" and one["role"] == "region" for one in scrollers)
    assert [chart["aria-label"] for chart in page.all("svg")] == ["Al, .500 in 2031"]
    assert "" not in page.texts("th", "caption")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (records, ["Jose Marsh"]),
        (usage, ["Jose Marsh", 2031]),
        (player, ["<script>"]),
        (compare, [["Jose Marsh", "Tom Vale"]]),
        (differences, []),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_every_question_can_be_a_page(lake: LakeReader, question: Callable[..., Answer], asked: list) -> None:
    answer = question(lake, *asked)
    text = answer_page(answer, lake.manifest)
    page = Page(text)
    assert external(text) == []
    assert not page.all("script")
    printed = [view for table in answer.tables for view in table.views if view.rows]
    assert len(page.all("table")) == len(printed) > 0
    first, *_ = printed
    shown_rows = [[cell(row, column) for column in first.columns] for row in first.rows]
    cells = ["".join(text).strip() for tag, attrs, text in page.elements if tag == "td" or attrs.get("scope") == "row"]
    assert cells[: len(first.columns)] == shown_rows[0]
    assert set(answer.lead) <= {*page.texts("p"), *page.texts("li")}


def test_a_chart_stands_before_its_table_and_else_before_all(lake: LakeReader) -> None:
    def headings(before: str) -> list[str]:
        return Page(answer_page(SOME, lake.manifest, [a_chart(before)])).texts("h2")[:3]

    assert headings("second") == ["One <view>", "Drawn", "Only words"]
    assert headings("") == headings("no such table") == ["Drawn", "One <view>", "Only words"]


def test_strips_share_a_scale_that_has_the_even_mark(lake: LakeReader) -> None:
    strips = [Strip("$A\x07", {2031: 0.7, 2032: 0.62}), Strip("B", {2035: 1.0})]
    chart = strips_chart(strips, "s", "label")
    assert chart == strips_chart(strips, "s", "label")
    texts = Page(chart).texts("text")
    assert {"$A", "B", ".500", ".700"} <= set(texts)
    assert texts.count(".500") == 2
    assert not re.findall(r"#[0-9a-fA-F]{6}", chart)
    with pytest.raises(ValueError, match="no season"):
        strips_chart([], "s", "label")


# Commands and files


def test_file_writes_the_page_and_says_where(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "marsh.html"
    result = CliRunner().invoke(command.file, ["Jose Marsh", "--lake", str(folder), "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == f"file: {out}"
    assert out.read_text("utf-8") == file_page(gather(open_reader(folder), "Jose Marsh"))
    assert out.stat().st_size < 1_000_000


def test_names_and_seasons_that_are_not_there(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    with pytest.raises(UnknownNameError, match="nobody"):
        write_file(folder, "nobody", out)
    with pytest.raises(UnknownSeasonError, match="2032 is not in this lake"):
        write_file(folder, "Jose Marsh", out, 2032)
    result = CliRunner().invoke(command.file, ["nobody", "--lake", str(folder), "-o", str(out)])
    assert (result.exit_code, "No manager here is called 'nobody'" in result.output) == (2, True)
    result = CliRunner().invoke(command.file, ["Marsh", "--lake", str(tmp_path), "-o", str(out)])
    assert (result.exit_code, "no complete build" in result.output) == (1, True)
    assert not out.exists()


def test_a_page_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    out = tmp_path / "taken" / "page.html"
    result = CliRunner().invoke(command.file, ["Jose Marsh", "--lake", str(folder), "-o", str(out)])
    assert result.exit_code == 1
    assert "cannot be written" in result.output


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    told: list[tuple[int, int]] = []
    written = write_site(open_reader(folder), out, workers=2, progress=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert written.files == 3
    assert written.size == sum(page.stat().st_size for page in out.rglob("*.html"))
    return out


def test_a_site_has_one_file_per_manager_and_an_index(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    linked = [attrs["href"] for attrs in Page(index).all("a") if not attrs["href"].startswith("#")]
    assert linked == ["managers/p-marsh.html", "managers/p-rvale.html", "managers/p-tvale.html"]
    assert sorted(str(page.relative_to(site)) for page in (site / "managers").iterdir()) == sorted(linked)
    assert external(index) == []
    assert rows(index, "Games that each ran")[0][1:] == ["4", "2-1-1", ".667", "2031, 2033", "Alpha Town"]
    assert "Simulated" in index


def test_the_list_is_readable_without_scripts(site: Path) -> None:
    page = Page((site / "index.html").read_text("utf-8"))
    assert "hidden" in next(attrs for attrs in page.all("div") if attrs.get("class") == "search")
    assert not any("hidden" in attrs for attrs in page.all("tr"))


def test_a_sites_files_are_those_of_the_command_with_a_way_back(site: Path, lake: LakeReader) -> None:
    written = (site / "managers" / "p-marsh.html").read_text("utf-8")
    assert written == file_page(gather(lake, "p-marsh"), index="../index.html")
    assert 'href="../index.html"' in written


def test_a_later_site_removes_the_pages_that_it_no_longer_writes_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(open_reader(folder), out, workers=1)
    men = out / "managers"
    gone, strange, own = men / "p-gone.html", men / "p-stranger.html", men / "p-own.html"
    gone.write_text((men / "p-marsh.html").read_text("utf-8"), "utf-8")
    strange.write_text((men / "p-marsh.html").read_text("utf-8"), "utf-8")  # never listed
    own.write_text("<title>Listed, but somebody else has written it since</title>")
    outside = tmp_path / "outside.html"
    outside.write_text(gone.read_text("utf-8"), "utf-8")
    listed = json.loads((out / "skipper-site.json").read_text("utf-8"))["pages"]
    assert listed == ["managers/p-marsh.html", "managers/p-rvale.html", "managers/p-tvale.html"]
    added = ["managers/p-gone.html", "managers/p-own.html", "../outside.html", "managers/../../outside.html", 7]
    (out / "skipper-site.json").write_text(json.dumps({"pages": [*listed, *added]}))
    written = write_site(open_reader(folder), out, workers=1)
    assert written.removed == 1
    assert not gone.exists()
    assert strange.exists()
    assert own.exists()
    assert outside.exists()
    assert json.loads((out / "skipper-site.json").read_text("utf-8"))["pages"] == listed


@pytest.mark.parametrize("text", ["", "[]", '{"pages": null}', "{", '{"pages": {"a": 1}}'])
def test_a_list_that_cannot_be_read_removes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "skipper-site.json").write_text(text)
    assert listed_pages(tmp_path) == set()


def test_pages_of_a_site_that_was_cut_short_are_known_to_the_next(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "skipper-site.json").write_text(json.dumps({"pages": ["managers/p-gone.html"]}))
    monkeypatch.setattr("skipper.pages.site.save", full)
    with pytest.raises(OSError, match="No space"):
        write_site(open_reader(folder), tmp_path, workers=1)
    assert listed_pages(tmp_path) == {
        *(f"managers/p-{name}.html" for name in ("gone", "marsh", "rvale", "tvale")),
    }


def test_site_command(folder: Path, tmp_path: Path) -> None:
    options = ["--lake", str(folder), "-o", str(tmp_path / "out"), "--workers", "1"]
    result = CliRunner().invoke(command.site, options)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == f"site: {tmp_path / 'out' / 'index.html'}"


@pytest.mark.parametrize(
    ("person_id", "expected"), [("lahman:collite99", "lahman-collite99"), ("784005dd", "784005dd"), ("../X y", "x-y")]
)
def test_slug(person_id: str, expected: str) -> None:
    assert slug(person_id) == expected
