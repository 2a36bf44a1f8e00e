"""Any answer as a page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from page_markup import Page, external
from skipper.answers.answer import Answer, Table, View, shown
from skipper.answers.catalogue import catalogue
from skipper.answers.compare import compare
from skipper.answers.differences import differences
from skipper.answers.named_by import SOURCES_NAMED
from skipper.answers.player import player
from skipper.answers.records import records
from skipper.answers.rules import MEANING
from skipper.answers.tables import table
from skipper.answers.usage import usage
from skipper.lake.reader import LakeReader
from skipper.render.html.answer_page import Chart, answer_page
from skipper.render.html.charts import Strip, strips_chart
from skipper.render.html.frame import Frame
from skipper.render.html.page import cell
from skipper.render.html.system_chart import tree
from tiny_lake import NOTICE

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
    lead=("Led by this.", "managed: the games the manager ran, according to Retrosheet."),
    notes=("Noted.",),
    rule="both",
    coverage={"seasons": [2031, 2033], "seasons_missing": [2032]},
)


def a_chart(before: str = "") -> Chart:
    view = View((shown("Year", "season"), shown("Pct", "pct")), [{"year": 2031, "pct": 0.5}], "Drawn")
    return Chart(strips_chart([Strip("Al", {2031: 0.5})], "k", "Al, .500 in 2031"), "Drawn", "As drawn.", view, before)


@pytest.fixture
def some(tiny_reader: LakeReader) -> str:
    return answer_page(SOME, tiny_reader.manifest, [a_chart("second")])


def test_an_answer_says_all_that_the_terminal_does(some: str) -> None:
    page = Page(some)
    assert (page.texts("title"), page.texts("h1")) == ([SOME.title], ["Al & Co"])
    assert "A <question>: and its answer" in page.texts("p")
    assert page.texts("h2") == ["One <view>", "Drawn", "Only words", "Notes", "Sources, rules and build"]
    assert {"A note of it.", "Said.", "Noted.", "— none, or unknown."} <= set(page.texts("li"))
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
def test_every_question_can_be_a_page(tiny_reader: LakeReader, question: Callable[..., Answer], asked: list) -> None:
    answer = question(tiny_reader, *asked)
    text = answer_page(answer, tiny_reader.manifest)
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


def test_a_chart_stands_before_its_table_and_else_before_all(tiny_reader: LakeReader) -> None:
    def headings(before: str) -> list[str]:
        return Page(answer_page(SOME, tiny_reader.manifest, [a_chart(before)])).texts("h2")[:3]

    assert headings("second") == ["One <view>", "Drawn", "Only words"]
    assert headings("") == headings("no such table") == ["Drawn", "One <view>", "Only words"]


def test_strips_share_a_scale_that_has_the_even_mark(tiny_reader: LakeReader) -> None:
    strips = [Strip("$A\x07", {2031: 0.7, 2032: 0.62}), Strip("B", {2035: 1.0})]
    chart = strips_chart(strips, "s", "label")
    assert chart == strips_chart(strips, "s", "label")
    texts = Page(chart).texts("text")
    assert {"$A", "B", ".500", ".700"} <= set(texts)
    assert texts.count(".500") == 2
    assert not re.findall(r"#[0-9a-fA-F]{6}", chart)
    with pytest.raises(ValueError, match="no season"):
        strips_chart([], "s", "label")


def test_short_lines_share_a_paragraph_and_a_names_source_stands_in_small_type(tiny_reader: LakeReader) -> None:
    """The figures come first: a list's sources of names may be long."""
    long, source = "A long sentence. " * 8, f"2031 ALP: {SOURCES_NAMED[0]}"
    empty = Table("rows", (), [], (View((), []),))
    answer = Answer("q", "Title", (empty,), lead=("One.", "Two.", long, "Three.", "Four.", source))
    page = answer_page(answer, tiny_reader.manifest)
    groups = [
        re.findall("<p>(.*?)</p>", group) for group in re.findall('<div class="run">(.*?)</div>', page, re.DOTALL)
    ]
    assert groups == [["One.", "Two."], [long], ["Three.", "Four."]]
    assert source in Page(page).texts("li")


def test_only_columns_with_long_texts_wrap(tiny_reader: LakeReader) -> None:
    """A column of years is no wider than its years."""
    rows = [{"years": "2031-2033", "why": "x" * 25, "name": "A"}]
    columns = (shown("Name", "text"), shown("Years", "prose"), shown("Why", "prose"))
    answer = Answer("q", "Title", (Table("rows", ("name",), rows, (View(columns, rows),)),))
    cells = Page(answer_page(answer, tiny_reader.manifest)).all("td")
    assert [one["class"] for one in cells] == ["t", "t p"]


def test_a_clubs_record_is_drawn_however_many_managers_it_has() -> None:
    """A line that is too long loses the end of the names."""
    row = {
        **{"level": "AA", "club": "PKS", "club_name": "Pike Saddle Muleteers", "league": "HSL", "games": 110},
        **{"wins": 62, "losses": 48, "ties": 0, "games_expected": None, "games_share": None, "scores_only": False},
        "managers": ["Orrin Delacombe", "Phipps Sandoway", "Joaquin Sotomonte"],
    }
    drawn = Page(tree("Port Ember Stokers", None, [row])).texts("text")
    assert drawn[-1].startswith("62-48, 110 of ?: Orrin Delacombe")
    assert drawn[-1].endswith("\N{HORIZONTAL ELLIPSIS}")


def test_what_stands_between_backticks_is_code_and_a_tables_name_leads_to_its_page(tiny_reader: LakeReader) -> None:
    pages = catalogue(tiny_reader)
    answer = table(tiny_reader.contracts.values(), "club_game", tiny_reader, tiny_reader.manifest.made_of)
    page = answer_page(answer, tiny_reader.manifest, frame=Frame(pages, pages.pages["tables/club-game/"], "../../"))
    assert "`" not in page
    assert '<a href="../../tables/league/"><code>league</code></a>' in page
    assert "<code>manager_source</code>" in page
    alone = answer_page(answer, tiny_reader.manifest)
    assert "`" not in alone
    assert "<code>league</code>" in alone
