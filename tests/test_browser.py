"""Pages as a browser has them: Debian's Chromium, driven by Playwright, with axe-core from npm looking on.

`make browser` gets what is needed. Without it these tests are skipped, or fail where SKIPPER_BROWSER is `required`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from PIL import Image

from built_lake import Built
from mets_lake import write_mets_lake
from serving import Server, serving
from skipper.answers.catalogue import catalogue
from skipper.answers.directives.example import demo_plan
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.render.html.season_use import FEWEST_CHARTED
from test_kept_plans import REPORTED, keep
from tiny_lake import write_lake

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

AXE = Path(__file__).parent / "browser" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LOOKS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
EVERY_RULE = "{resultTypes: ['violations'], preload: false}"
COLOR_RULES = "{resultTypes: ['violations'], preload: false, runOnly: ['cat.color']}"
LOCAL = ("file:", "data:")
GRAVE = ("serious", "critical")
FACTS = Path(__file__).parents[1] / "examples" / "backman.yaml"
PAPER = 702  # CSS pixels between margins of 12 mm on A4
COLLINS, JOHNSON = "collt801", "johnd105"
WITH_COLLINS = frozenset({2011, 2012, 2013, 2015, 2016})  # of the seasons that are built


def need_of_browser() -> str:
    """What is lacking to run these tests; empty when nothing is."""
    if not find_spec("playwright"):
        return "no Playwright: run `make setup`"
    driver = subprocess.run([sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True)
    if driver.returncode:
        return f"Playwright's driver does not run: run `make browser` ({driver.stderr.strip()})"
    if not shutil.which("chromium"):
        return "no Chromium: run `make browser`, or install the package chromium"
    if not AXE.is_file():
        return "no axe-core: run `make browser`, or `npm ci` in tests/browser"
    return ""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    lacking = need_of_browser()
    if lacking and os.environ.get("SKIPPER_BROWSER") == "required":
        pytest.fail(lacking)
    if lacking:
        pytest.skip(lacking)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=FLAGS)
        yield chromium
        chromium.close()


@dataclass
class Seen:
    """A page as it opened, and whatever it complained of or asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda said: self.complaints.append(f"{said.type}: {said.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, file: Path) -> Seen:
        """Open the page and everything in it that folds."""
        self.page.goto(file.as_uri())
        self.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        return self

    def looks(self) -> Iterator[tuple[tuple[int, str], str]]:
        """Turn the open page to each width and color scheme; yield them and the rules to audit it by.

        Skipper's pages lay themselves out with style sheets alone, whose dark scheme changes colors alone: no other
        rule finds in the dark what it does not find in the light.
        """
        for width, scheme in LOOKS:
            self.page.set_viewport_size({"width": width, "height": 844})
            self.page.emulate_media(color_scheme=scheme)
            yield (width, scheme), COLOR_RULES if scheme == "dark" else EVERY_RULE

    def audit(self, rules: str = EVERY_RULE) -> list[str]:
        """What axe-core finds of serious or critical impact.

        It would fetch a style sheet again, which a browser refuses for a file; only an experimental rule reads it.
        """
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(AXE.read_text("utf-8"))  # a script element would break the pages' security policy
        found = self.page.evaluate(f"axe.run('html', {rules})")["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in GRAVE]

    def sideways(self) -> int:
        """By how many pixels the page is wider than the window."""
        return self.page.evaluate(
            "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth"
        )

    def charts(self) -> list[Any]:
        return self.page.locator("svg").all()


@pytest.fixture
def look(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Seen]:
    """A window of a width and color scheme."""
    width, scheme = getattr(request, "param", LOOKS[0])
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    yield Seen(context.new_page())
    context.close()


every_look = pytest.mark.parametrize("look", LOOKS, indirect=True, ids=[f"{width}-{how}" for width, how in LOOKS])


def assert_sound(seen: Seen, charts: int) -> None:
    """Nothing complained of, nothing fetched, and in every look no sideways scroll, every chart there and named, and no
    grave finding."""
    assert seen.complaints == []
    assert [url for url in seen.requests if not url.startswith(LOCAL)] == []
    for look, rules in seen.looks():
        assert seen.sideways() == 0, look
        drawn = seen.charts()
        assert len(drawn) == charts
        for chart in drawn:
            box = chart.bounding_box()
            assert box["width"] > 200, look
            assert box["height"] > 40, look
            assert chart.get_attribute("role") == "img"
            assert len(chart.get_attribute("aria-label")) > 20
        assert seen.audit(rules) == [], look
    assert seen.complaints == []


def written(lake: Path, out: Path, *arguments: str) -> Path:
    """The page that the command writes."""
    result = CliRunner().invoke(main, [*arguments, "--lake", str(lake), "-o", str(out)])
    assert result.exit_code == 0, result.output
    return out


def charts_of_file(lake: LakeReader, person: str) -> int:
    """How many charts a manager's file must have, counted from his games and their lineups.

    One of wins where he ran games of two seasons or more, one for each season and club with lineups enough, and one of
    tactics where there are plays.
    """
    seasons = lake.rows(
        "SELECT g.season, g.club, count(DISTINCT l.game_id) AS lineups FROM club_game AS g "
        "LEFT JOIN lineup AS l USING (season, game_id, club) "
        "WHERE g.manager_person_id = $person AND g.game_type = 'regular' GROUP BY ALL",
        {"person": person},
    )
    (tactics,) = lake.rows(
        "SELECT count(*) > 0 AS known FROM manager_tendency WHERE manager_person_id = $person", {"person": person}
    )
    return (len(seasons) >= 2) + sum(row["lineups"] >= FEWEST_CHARTED for row in seasons) + tactics["known"]


def full_seasons(lake: LakeReader, person: str) -> int:
    """Seasons of which he ran at least half of his clubs' games."""
    rows = lake.rows(
        "SELECT season FROM club_game AS g WHERE game_type = 'regular' AND (season, club) IN "
        "(SELECT (season, club) FROM club_game WHERE manager_person_id = $person AND game_type = 'regular') "
        "GROUP BY season HAVING 2 * count(*) FILTER (manager_person_id = $person) >= count(*)",
        {"person": person},
    )
    return len(rows)


# The simulated league


@dataclass(frozen=True)
class Pages:
    """A lake, two of its managers (the ones with most games), and the pages written of it.

    `index` is the first page of a site of the lake.
    """

    lake: LakeReader
    men: tuple[str, str]
    file: Path
    compared: Path
    index: Path


def pages_of(built: Built, men: tuple[str, str], folder: Path, site: Path) -> Pages:
    file = written(built.lake, folder / "file.html", "file", men[0])
    compared = written(built.lake, folder / "compare.html", "compare", *men)
    return Pages(built.reader(), men, file, compared, site / "index.html")


@pytest.fixture(scope="module")
def pages(browser: Browser, simulated: Built, simulated_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Pages:
    rows = simulated.reader().rows(
        "SELECT manager_person_id AS id FROM manager_career WHERE level = 'all' AND rule = 'managed' "
        "ORDER BY games DESC, id LIMIT 2"
    )
    return pages_of(simulated, tuple(row["id"] for row in rows), tmp_path_factory.mktemp("pages"), simulated_site)


def test_the_file_of_a_simulated_manager(look: Seen, pages: Pages) -> None:
    expected = charts_of_file(pages.lake, pages.men[0])
    assert expected > 1
    assert_sound(look.open(pages.file), expected)


def test_a_comparison(look: Seen, pages: Pages) -> None:
    charted = all(full_seasons(pages.lake, man) >= 2 for man in pages.men)
    assert charted
    assert_sound(look.open(pages.compared), int(charted))


def test_a_page_of_every_kind(look: Seen, pages: Pages) -> None:
    """The first page, each list, and of each kind the page with the longest table."""
    site = pages.index.parent
    of_kinds: dict[tuple[str, int], Path] = {}
    for page in sorted(site.rglob("index.html"), key=lambda path: path.stat().st_size):
        folders = page.parent.relative_to(site).parts
        of_kinds[folders[0] if folders else "", len(folders)] = page
    assert len(of_kinds) == 1 + 1 + 2 * 5 + 3 * 4  # first page, coverage, lists and pages, some lists by group
    manager = catalogue(pages.lake).pages[f"managers/{of_kinds['managers', 2].parent.name}/"]
    charts = {
        ("clubs", 3): 1,
        ("organizations", 3): 1,
        ("managers", 2): charts_of_file(pages.lake, manager.key[0]),
    }
    for kind, page in of_kinds.items():
        look.requests.clear()
        assert_sound(look.open(page), charts.get(kind, 0))


def test_the_search_of_a_site_needs_no_server_and_leads_to_a_file(look: Seen, pages: Pages) -> None:
    page = look.open(pages.index).page
    who = pages.lake.rows("SELECT name FROM person WHERE person_id = $id", {"id": pages.men[0]})[0]["name"]
    page.get_by_label("Find a page").fill(f"{who.upper()} managers")
    found = page.locator("#found a")
    page.wait_for_function("document.querySelector('#found a')")
    assert found.all_inner_texts() == [who]
    assert page.get_by_role("status").inner_text() == "1 found"
    found.click()
    assert page.get_by_role("heading", level=1).inner_text() == who
    assert look.complaints == []


def test_a_wide_table_is_scrolled_by_the_keyboard_and_the_page_stands_still(look: Seen, pages: Pages) -> None:
    page = look.open(pages.compared).page
    wide = page.get_by_role("region", name="Home, road")
    assert wide.evaluate("one => one.scrollWidth > one.clientWidth")
    wide.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("one => one.scrollLeft > 0", arg=wide.element_handle())
    assert page.evaluate("window.scrollX") == 0


def test_in_a_narrow_window_a_table_shows_that_it_goes_on_and_keeps_its_first_column(look: Seen, pages: Pages) -> None:
    look.open(pages.compared)
    wide = [
        one for one in look.page.locator(".scroll").all() if one.evaluate("one => one.scrollWidth > one.clientWidth")
    ]
    assert wide
    for region in wide:
        first = [region.locator(place).first for place in ("thead th, thead td", "tbody th")]
        before = [cell.bounding_box()["x"] for cell in first]
        assert shaded(region)
        region.evaluate("one => one.scrollLeft = one.scrollWidth")
        assert [cell.bounding_box()["x"] for cell in first] == before
        assert not shaded(region)


def shaded(region: Locator) -> bool:
    """Return whether most of the region's right edge is darker than its left."""
    with Image.open(BytesIO(region.screenshot())) as picture:
        gray = picture.convert("L")
    rows = range(gray.height)
    return median(gray.getpixel((gray.width - 1, row)) for row in rows) < median(
        gray.getpixel((0, row)) for row in rows
    )


def test_in_a_wide_window_tables_and_charts_stand_side_by_side(look: Seen, pages: Pages) -> None:
    page = look.page
    page.set_viewport_size({"width": 1280, "height": 844})
    look.open(pages.file)
    record = page.get_by_role("region", name="Each season and club, under each rule")
    assert abreast(page.locator("section[aria-labelledby=record] figure"), record)
    look.open(longest_club(pages))
    regions = [region for region in page.locator("main .scroll").all() if region.is_visible()]
    assert sum(abreast(*pair) for pair in pairwise(regions)) >= 2
    assert not any(map(shaded, regions))
    look.open(max(pages.index.parent.glob("organizations/*/*/index.html"), key=lambda file: file.stat().st_size))
    (system,) = page.locator("main.flow .flow > .scroll").all()
    assert not shaded(system)


def abreast(left: Locator, right: Locator) -> bool:
    one, other = left.bounding_box(), right.bounding_box()
    return (
        one["x"] + one["width"] < other["x"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < (one["y"] + one["height"])
    )


def longest_club(pages: Pages) -> Path:
    """The longest page of a club's season."""
    clubs = pages.index.parent.glob("clubs/*/*/index.html")
    return max(clubs, key=lambda file: file.stat().st_size)


def test_a_clubs_page_has_the_slots_once(look: Seen, pages: Pages) -> None:
    page = look.page
    page.goto(longest_club(pages).as_uri())
    assert page.get_by_role("heading", name="Starts by slot", exact=True).count() == 1
    slots = page.locator("section", has=page.get_by_role("heading", name="Starts by slot", exact=True))
    assert slots.locator("svg").is_visible()
    assert slots.locator("table").count() == 1
    assert not slots.locator("table").is_visible()
    headings = page.locator("main table").evaluate_all(
        "all => all.map(one => [...one.tHead.rows[0].cells].map(cell => cell.textContent))"
    )
    assert sum({"1", "5", "9"} <= set(heading) for heading in headings) == 1


def test_without_scripts_every_list_is_whole_and_there_is_no_search(browser: Browser, pages: Pages) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(pages.index.as_uri())
    assert not page.get_by_label("Find a page").is_visible()
    page.get_by_role("link", name="Managers").first.click()
    files = len(list(pages.index.parent.glob("managers/*/index.html")))
    assert page.locator("tbody tr:visible").count() == files > 0
    page.locator("tbody a").first.click()
    assert page.get_by_role("heading", level=1).is_visible()
    page.close()


def test_printed_a_file_shows_what_is_folded_on_the_screen(look: Seen, pages: Pages) -> None:
    page = look.page
    page.goto(pages.file.as_uri())
    folded = page.locator("details:not([open]):not(.inner) div.part > .scroll")
    assert folded.count() > 0
    heights = "all => all.map(one => one.checkVisibility({contentVisibilityProperty: true}) && one.offsetHeight)"
    assert not any(folded.evaluate_all(heights))
    page.emulate_media(media="print")
    assert all(folded.evaluate_all(heights))
    assert page.locator("nav").is_hidden()


def test_printed_no_table_or_chart_is_cut_off(look: Seen, pages: Pages) -> None:
    """On A4 with margins of 12 mm, the page with the longest table of each kind."""
    site = pages.index.parent
    longest = {
        file.relative_to(site).parts[:-1][:1] or ("",): file
        for file in sorted(site.rglob("index.html"), key=lambda file: file.stat().st_size)
    }
    assert len(longest) > 10
    for file in (pages.file, pages.compared, *longest.values()):
        assert cut_off_in_print(look.page, file) == [], file


def cut_off_in_print(page: Page, file: Path, within: str = "main") -> list[str]:
    """The texts of the tables, charts and paragraphs in an element of the page that go beyond the paper's edge."""
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print")
    page.goto(file.as_uri())
    parts = page.locator(within).locator("table, svg, p, li, dd, blockquote, h1, h2, h3")
    assert parts.count() > 0
    wide = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.innerText)"
    texts: list[str] = parts.evaluate_all(wide)
    return texts


def test_the_tab_key_visits_every_link_and_region_of_every_kind_of_page_in_order(look: Seen, pages: Pages) -> None:
    """Each visibly focused and within the window, from the link to the content onward: on the shortest page of each
    kind, and on a manager's file.
    """
    site = pages.index.parent
    kinds = {
        page.parent.relative_to(site).parts[:1]: page
        for page in sorted(site.rglob("index.html"), key=lambda path: -path.stat().st_size)
    }
    assert len(kinds) > 10
    page = look.page
    for file in (pages.file, *kinds.values()):
        page.goto(file.as_uri())
        stops = page.evaluate(f"(window.stops = {STOPS}).length")
        assert stops > 3
        for place in range(stops):
            page.keyboard.press("Tab")
            assert page.evaluate(FOCUSED) == [place, True, True], (file, place)


# What can be reached with the Tab key: as the page stands, without what is folded.
STOPS = """[...document.querySelectorAll('a[href], button, input, summary, [tabindex="0"]')]
    .filter(one => one.checkVisibility({contentVisibilityProperty: true, visibilityProperty: true}))"""
# The place of the focused element among them, whether it has an outline, and whether part of it is in the window.
FOCUSED = """(() => {
    const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
    return [stops.indexOf(one), style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
        box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth];
})()"""


@every_look
@pytest.mark.parametrize("name", ["index.html", "crediting.html", "notebook.html", "commands/site.html"])
def test_pages_of_the_documentation(look: Seen, docs_site: Path, name: str) -> None:
    """With header and menus: pages written by hand, one of them with queries in colors, a notebook, and a generated
    page."""
    look.open(docs_site / name)
    assert look.page.locator("article.md-content__inner h1").count() == 1
    assert look.sideways() <= 0
    assert look.audit() == []


@pytest.mark.parametrize("name", ["crediting.html", "tables/club_game.html"])
def test_printed_no_table_of_the_documentation_is_cut_off(look: Seen, docs_site: Path, name: str) -> None:
    assert cut_off_in_print(look.page, docs_site / name, "article.md-content__inner") == []


def test_a_fault_would_be_found(look: Seen, tmp_path: Path) -> None:
    """The checks themselves: a page with one fault of each kind."""
    faulty = tmp_path / "faulty.html"
    faulty.write_text(
        "<!DOCTYPE html><html><head><title>x</title><script>console.warn('a'); throw Error('b')</script></head>"
        "<body><img src='http://127.0.0.1:9/x.png'><div style='width:2000px'>wide</div></body></html>"
    )
    seen = look.open(faulty)
    assert {"warning: a", "b"} <= set(seen.complaints)
    assert [url for url in seen.requests if not url.startswith(LOCAL)] == ["http://127.0.0.1:9/x.png"]
    assert seen.sideways() > 1000
    assert {finding.split(":")[0] for finding in seen.audit()} >= {"html-has-lang", "image-alt"}


# What is not about one manager's record: a plan, reports, a ledger

DRAFT = """Kettleworth's year <script>alert(1)</script>

Ambrose Kettleworth was hired to manage the Harrow Bay Ferrymen before the 2042 season.

Kettleworth, 48, went 71-39 in 2043. According to two sources, he was fired after the season, but the club said that
he resigned.
"""


@pytest.fixture(scope="module")
def plan_page(browser: Browser, simulated: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plan")
    (folder / "plan.yaml").write_text(demo_plan(), encoding="utf-8")
    return written(simulated.lake, folder / "plan.html", "directives", "check", str(folder / "plan.yaml"))


def test_the_page_of_a_plan(look: Seen, plan_page: Path) -> None:
    assert_sound(look.open(plan_page), demo_plan().count("- id:"))


def test_the_games_of_a_doubleheader_stand_apart_in_the_calendar(look: Seen, plan_page: Path) -> None:
    look.open(plan_page)
    days = look.page.locator(".calendar tbody td", has=look.page.locator("span:nth-child(2)"))
    assert days.count() > 0
    for width in (390, 1280):
        look.page.set_viewport_size({"width": width, "height": 844})
        for day in days.all():
            cell, marks = day.bounding_box(), [mark.bounding_box() for mark in day.locator("span").all()]
            ends = [cell["y"], *(end for mark in marks for end in (mark["y"], mark["y"] + mark["height"]))]
            assert ends == sorted(ends)
            assert all(cell["x"] <= mark["x"] and mark["width"] <= cell["width"] for mark in marks)


@pytest.fixture(scope="module")
def press_page(browser: Browser, simulated: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("press")
    (folder / "draft.txt").write_text(DRAFT, encoding="utf-8")
    return written(simulated.lake, folder / "press.html", "press", str(folder / "draft.txt"))


def test_the_page_of_reports(look: Seen, press_page: Path) -> None:
    assert_sound(look.open(press_page), 0)
    assert "<script>alert(1)</script>" in look.page.locator("main").inner_text()


def test_the_evidence_of_reports_is_folded(look: Seen, press_page: Path) -> None:
    page = look.page
    page.goto(press_page.as_uri())
    page.evaluate("document.querySelectorAll('section > details').forEach(one => one.open = true)")
    reasons = page.locator(".claim details.reasons")
    assert reasons.count() > 0
    assert page.locator(".claim details.reasons li:visible").count() == 0
    reasons.first.locator("summary").click()
    assert reasons.first.locator("li").first.is_visible()


@pytest.fixture(scope="module")
def ledger_page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("ledger") / "ledger.html"
    result = CliRunner().invoke(main, ["ledger", str(FACTS), "-o", str(out)])
    assert result.exit_code == 0, result.output
    return out


def test_the_ledger_of_a_career(look: Seen, ledger_page: Path) -> None:
    assert_sound(look.open(ledger_page), 1)


def test_printed_no_plan_report_or_ledger_is_cut_off(
    look: Seen, plan_page: Path, press_page: Path, ledger_page: Path, told_site: Path
) -> None:
    kept = ("reports/piece-txt", "ledgers/marsj801", "plans/bats", "managers/marsj801")
    for file in (plan_page, press_page, ledger_page, *(told_site / address / "index.html" for address in kept)):
        assert cut_off_in_print(look.page, file) == [], file


# What the site says of stored reports, careers and plans


@pytest.fixture(scope="module")
def told_site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the tiny lake with a kept plan, and with a report that tells of José Marsh's career."""
    folder = tmp_path_factory.mktemp("told")
    lake = write_lake(folder / "lake", more=REPORTED)
    assert keep(lake, folder).exit_code == 0
    only = "managers,players,clubs,seasons,reports,ledgers,plans"
    return written(lake, folder / "site", "site", "--workers", "1", "--only", only)


def test_pages_of_reports_careers_plans_and_managers(look: Seen, told_site: Path) -> None:
    charts = {"reports/piece-txt": 0, "ledgers/marsj801": 1, "plans/bats": 1, "managers/marsj801": 2}
    for address, count in {**charts, "reports": 0, "ledgers": 0, "plans": 0}.items():
        look.requests.clear()
        assert_sound(look.open(told_site / address / "index.html"), count)


# The service


@pytest.fixture(scope="module")
def served(browser: Browser, tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tiny, tmp_path_factory.mktemp("served")) as server:
        yield server


def test_a_reader_goes_from_a_record_to_a_player_and_back(look: Seen, served: Server) -> None:
    page = look.page
    page.goto(f"{served.client.base_url}records?name=Jose+Marsh")
    page.get_by_role("link", name="2031").first.click()
    page.get_by_role("link", name="<script>").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == "<script>"
    page.get_by_role("link", name="José Marsh").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == "José Marsh"
    page.get_by_role("link", name="Managers").first.click()
    assert page.locator("tbody tr").count() == 3
    page.go_back()
    page.go_back()
    assert page.get_by_role("heading", level=1).inner_text() == "<script>"
    assert look.complaints == []


def find_collins(page: Page) -> Locator:
    """Find Terry Collins on a site's first page, go to his page and return the table of his seasons."""
    page.get_by_label("Find a page").fill("collins terry managers")
    page.locator("#found").get_by_role("link", name="Terry Collins").click()
    return page.get_by_role("table", name="Each season and club, under each rule")


def walk_to_the_farm_system(page: Page, seasons: Locator) -> None:
    """Open 2016, go to Michael Conforto, back to his club, and to the club's organization."""
    title = page.get_by_role("heading", level=1)
    seasons.get_by_role("link", name="2016").first.click()
    assert title.inner_text() == "New York Mets 2016"
    page.get_by_role("link", name="Michael Conforto").first.click()
    assert title.inner_text() == "Michael Conforto"
    page.get_by_role("row", name="2016").get_by_role("link", name="NYN").first.click()
    page.get_by_role("link", name="New York Mets farm system").click()


def test_from_collins_to_conforto_to_las_vegas_and_back(browser: Browser, look: Seen, tmp_path: Path) -> None:
    """In a lake of invented figures under real names, in which Las Vegas has games."""
    page, title = look.page, look.page.get_by_role("heading", level=1)
    with serving(write_mets_lake(tmp_path / "lake"), tmp_path) as server:
        page.goto(str(server.client.base_url))
        seasons = find_collins(page)
        first = seasons.locator("tbody th").first
        assert first.inner_text() == "2015"
        seasons.get_by_role("button", name="W-L").click()
        seasons.get_by_role("button", name="W-L").click()
        assert first.inner_text() == "2016"
        walk_to_the_farm_system(page, seasons)
        assert page.get_by_text("Affiliates: 1, with games in this lake: 1, with a known manager: 1.").is_visible()
        page.get_by_role("row", name="Las Vegas 51s").get_by_role("link", name="Las Vegas 51s").click()
        assert title.inner_text() == "Las Vegas 51s 2016"
        assert page.get_by_role("link", name="Wally Backman").first.is_visible()
        assert page.get_by_role("link", name="Michael Conforto").first.is_visible()
        for expected in ("New York Mets 2016", "New York Mets 2016", "Michael Conforto", "New York Mets 2016"):
            page.go_back()
            assert title.inner_text() == expected
        page.go_back()
        assert title.inner_text() == "Terry Collins"
    assert look.complaints == []


def test_the_same_walk_with_the_keyboard_alone(browser: Browser, look: Seen, tmp_path: Path) -> None:
    page, title = look.page, look.page.get_by_role("heading", level=1)

    def press(target: Locator) -> None:
        """Go to an element with the Tab key, and press Enter there."""
        for _ in range(300):
            page.keyboard.press("Tab")
            if target.evaluate("one => one === document.activeElement"):
                page.keyboard.press("Enter")
                return
        pytest.fail(f"the Tab key does not reach {target}")

    with serving(write_mets_lake(tmp_path / "lake"), tmp_path) as server:
        page.goto(str(server.client.base_url))
        press(page.get_by_label("Find a page"))
        page.keyboard.type("collins terry managers")
        page.locator("#found a").first.wait_for()  # the service's policy forbids to evaluate a condition again
        press(page.locator("#found").get_by_role("link", name="Terry Collins"))
        expect_title(title, "Terry Collins")
        seasons = page.get_by_role("table", name="Each season and club, under each rule")
        press(seasons.get_by_role("button", name="W-L"))
        page.keyboard.press("Enter")
        assert seasons.locator("tbody th").first.inner_text() == "2016"
        press(seasons.get_by_role("link", name="2016").first)
        expect_title(title, "New York Mets 2016")
        press(page.get_by_role("link", name="Michael Conforto").first)
        expect_title(title, "Michael Conforto")
        press(page.get_by_role("row", name="2016").get_by_role("link", name="NYN").first)
        expect_title(title, "New York Mets 2016")
        press(page.get_by_role("link", name="New York Mets farm system"))
        press(page.get_by_role("row", name="Las Vegas 51s").get_by_role("link", name="Las Vegas 51s"))
        expect_title(title, "Las Vegas 51s 2016")
        for expected in ("New York Mets 2016", "New York Mets 2016", "Michael Conforto"):
            page.go_back()
            expect_title(title, expected)
    assert look.complaints == []


def expect_title(title: Locator, text: str) -> None:
    """Wait for the page with this title, to which a key leads."""
    title.filter(has_text=text).wait_for()
    assert title.inner_text() == text


def test_tables_are_sorted_from_their_headings_by_the_keyboard(look: Seen, served: Server) -> None:
    page = look.page
    page.goto(f"{served.client.base_url}managers/")
    heading, names = page.get_by_role("columnheader", name="Games"), page.locator("tbody th")
    stood = names.all_inner_texts()
    games = dict(zip(stood, map(int, page.locator("tbody td:nth-child(2)").all_inner_texts()), strict=True))
    assert sorted(games.values()) not in (list(games.values()), list(games.values())[::-1])
    page.get_by_role("button", name="Games").focus()
    for turn, expected in (
        ("descending", sorted(stood, key=lambda name: -games[name])),
        ("ascending", sorted(stood, key=lambda name: games[name])),
        (None, stood),
    ):
        page.keyboard.press("Enter")
        assert (heading.get_attribute("aria-sort"), names.all_inner_texts()) == (turn, expected)
    page.get_by_role("button", name="Manager").press("Space")
    page.get_by_role("button", name="Manager").press("Space")
    assert names.all_inner_texts() == sorted(stood, key=lambda name: name.replace("é", "e"), reverse=True)
    assert page.locator("[aria-sort]").count() == 1
    assert page.evaluate("document.activeElement.textContent") == "Manager"
    assert look.audit() == []
    assert look.complaints == []


@pytest.mark.parametrize(
    "address",
    ["", "clubs/alp/2031/", "managers/", "records?name=Jose+Marsh", "player?name=marsb001", "api/", "nowhere"],
)
def test_served_pages_are_sound(look: Seen, served: Server, address: str) -> None:
    """With the headers that the service sends, among them the policy on what a page may load."""
    response = look.page.goto(f"{served.client.base_url}{address}")
    assert response is not None
    missing = response.status == 404
    assert missing == (address == "nowhere")
    assert missing or look.complaints == []
    assert [url for url in look.requests if not url.startswith((str(served.client.base_url), *LOCAL))] == []
    for turned, rules in look.looks():
        assert look.sideways() == 0, turned
        assert look.audit(rules) == [], turned


# The real data


@pytest.fixture(scope="module")
def backman(browser: Browser, with_minors: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(with_minors.lake, tmp_path_factory.mktemp("backman") / "file.html", "file", "Wally Backman")


def test_the_file_of_wally_backman(look: Seen, with_minors: Built, backman: Path) -> None:
    """A minor-league manager: a season of plays, with tendencies, and two of scores, without lineups to chart."""
    (row,) = with_minors.reader().rows(
        "SELECT DISTINCT manager_person_id AS id FROM club_game WHERE season = 2010 AND manager_name = 'Wally Backman'"
    )
    expected = charts_of_file(with_minors.reader(), row["id"])
    assert expected == 3
    assert_sound(look.open(backman), expected)
    assert look.page.get_by_role("heading", level=1).inner_text() == "Wally Backman"
    text = look.page.inner_text("body")
    assert "51-24" in text
    assert "non-commercial use only" in text


@pytest.fixture(scope="module")
def served_majors_and_minors(
    browser: Browser, with_minors: Built, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    with serving(with_minors.lake, tmp_path_factory.mktemp("served_real")) as server:
        yield server


def test_from_collins_to_conforto_to_the_manager_of_las_vegas_and_back(
    look: Seen, served_majors_and_minors: Server
) -> None:
    """The lake of real data has no Las Vegas games of 2016: the walk goes on from the club's row among the Mets'
    affiliates to its listed manager, who has games of other seasons here.
    """
    page, title = look.page, look.page.get_by_role("heading", level=1)
    page.goto(str(served_majors_and_minors.client.base_url))
    seasons = find_collins(page)
    seasons.get_by_role("button", name="W-L").click()
    wins = [int(text.split("-")[0]) for text in seasons.locator("tbody tr td:nth-child(4)").all_inner_texts()]
    assert wins == sorted(wins, reverse=True)
    assert len(wins) > 10
    walk_to_the_farm_system(page, seasons)
    assert page.get_by_text(
        "lists all of them for 2016; known seasons: 2006-2010. Known from other sources: 2,"
    ).is_visible()
    vegas = page.get_by_role("row", name="Las Vegas 51s")
    vegas.get_by_role("link", name="Wally Backman").click()
    assert title.inner_text() == "Wally Backman"
    for expected in ("New York Mets 2016", "New York Mets 2016", "Michael Conforto"):
        page.go_back()
        assert title.inner_text() == expected
    assert look.complaints == []


@pytest.fixture(scope="module")
def real(browser: Browser, some_seasons: Built, tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Five seasons with Terry Collins, and of Davey Johnson three of the same and three before."""
    rows = some_seasons.reader().rows(
        "SELECT id, person_id FROM person_alias WHERE source = 'retrosheet' AND id IN ($collins, $johnson)",
        {"collins": COLLINS, "johnson": JOHNSON},
    )
    people = {row["id"]: row["person_id"] for row in rows}
    folder = tmp_path_factory.mktemp("collins")
    # Thousands of players would take minutes, and look like the simulated ones.
    only = ("--only", "managers,clubs,seasons")
    site = written(some_seasons.lake, folder / "site", "site", "--workers", "2", *only)
    return pages_of(some_seasons, (people[COLLINS], people[JOHNSON]), folder, site)


def test_the_file_of_terry_collins(look: Seen, real: Pages) -> None:
    expected = charts_of_file(real.lake, real.men[0])
    assert expected == 1 + len(WITH_COLLINS)
    assert_sound(look.open(real.file), expected)
    assert look.page.get_by_role("heading", level=1).inner_text() == "Terry Collins"


def test_a_comparison_of_mets_managers(look: Seen, real: Pages) -> None:
    assert_sound(look.open(real.compared), 1)


@pytest.mark.parametrize(
    ("command", "title", "linked", "charts"),
    [
        (("season", "1936", "--league", "NN2"), "Negro National League (second) 1936", "Oscar Charleston", 0),
        (("season", "1939", "--league", "NN2"), "Negro National League (second) 1939", "Oscar Charleston", 0),
        (("club", "HOM", "--season", "1937"), "Homestead Grays 1937", "Vic Harris", 1),
        (("file", "Rube Foster"), "Rube Foster", "", 1),
    ],
    ids=lambda given: given[-1] if isinstance(given, tuple) else None,
)
def test_pages_of_the_negro_leagues(
    look: Seen,
    negro_leagues: Path,
    tmp_path: Path,
    command: tuple[str, ...],
    title: str,
    linked: str,
    charts: int,
) -> None:
    assert_sound(look.open(written(negro_leagues, tmp_path / "page.html", *command)), charts)
    assert look.page.get_by_role("heading", level=1).inner_text() == title
    assert look.page.get_by_text(linked or "7-1 of the 8 games with a result here").first.is_visible()


def test_josh_gibson_leads_to_his_managers(look: Seen, negro_leagues: Path, tmp_path: Path) -> None:
    with serving(negro_leagues, tmp_path) as server:
        look.page.goto(f"{server.client.base_url}player?name=Josh+Gibson")
        for turned, rules in look.looks():
            assert look.sideways() == 0, turned
            assert look.audit(rules) == [], turned
        look.page.get_by_role("link", name="Oscar Charleston").first.click()
        assert look.page.get_by_role("heading", level=1).inner_text() == "Oscar Charleston"
    assert look.complaints == []


def test_the_index_of_a_real_site(look: Seen, real: Pages) -> None:
    assert_sound(look.open(real.index), 0)
    files = [real.file, real.compared, *real.index.parent.rglob("*.html")]
    assert max(file.stat().st_size for file in files) < 1_000_000
