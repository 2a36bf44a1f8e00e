"""Every link of a site leads somewhere, and every name in a table leads to its page."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from built_lake import Built
from site_links import broken, data_that_differ, names_of, targets, unlinked, unlinked_in_sentences, without_data
from skipper.answers.catalogue import KINDS, catalogue
from skipper.cli.serving import questions
from skipper.lake.reader import LakeReader, open_reader
from skipper.render.html.site import write_site
from skipper.service.pages import question_page
from test_kept_plans import REPORTED, keep
from test_named_by import asked, most_by_the_file
from tiny_lake import write_lake

TOLD = {
    **REPORTED,
    "reported_career_event": [{**row, "club": "Beta Town"} for row in REPORTED["reported_career_event"]],
    "listed_manager": [
        {
            **{"manager_id": "valet801", "manager_person_id": "p-tvale", "manager_name": "Tom Vale"},
            **{"season": 2033, "club_name": "Alpha Town", "league_name": "Invented", "role": "manager"},
        },
        {
            **{"manager_person_id": "p-marsh", "season": 2031, "club_name": "Alpha Town", "role": "ejected"},
            **{"first_day": date(2031, 7, 1), "last_day": date(2031, 7, 1), "source": "page.example"},
        },
    ],
}


@pytest.fixture(scope="module")
def lake(simulated: Built) -> LakeReader:
    return simulated.reader()


@pytest.fixture(scope="module")
def told_lake(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    """The tiny lake with a kept plan, a report that tells of José Marsh's career, and a listed manager."""
    folder = tmp_path_factory.mktemp("told")
    written = write_lake(folder / "lake", more=TOLD)
    assert keep(written, folder).exit_code == 0
    return open_reader(written)


@pytest.fixture(scope="module")
def told_site(told_lake: LakeReader, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("told_site")
    write_site(told_lake, out, workers=1)
    return out


def test_the_checker_of_links_finds_a_broken_one(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<h1 id="there">x</h1>')
    page = tmp_path / "index.html"
    page.write_text('<a href="other.html#there">a</a><a href="other.html#gone">b</a><a href="none.html">c</a>')
    assert broken(tmp_path) == [(page, "other.html#gone"), (page, "none.html")]


def test_every_link_of_the_simulated_leagues_site_leads_somewhere(simulated_site: Path) -> None:
    assert sum(1 for _ in targets(simulated_site)) > 10_000
    assert broken(simulated_site) == []
    assert max(path.stat().st_size for path in simulated_site.rglob("*.html")) < 1_000_000


def test_every_link_of_a_site_with_reports_plans_and_ledgers_leads_somewhere(
    told_site: Path, told_lake: LakeReader
) -> None:
    """With the simulated league's site, the links of every kind of page are followed."""
    kinds = {page.relative_to(told_site).parts[0] for page, *_ in targets(told_site)}
    assert {"reports", "plans", "ledgers"} < kinds
    assert sum(1 for _ in targets(told_site)) > 1000
    assert broken(told_site) == []


def test_every_table_has_its_csv_and_json_beside_it(simulated_site: Path, told_site: Path) -> None:
    """Between them, the two sites have every kind of page."""
    assert {page.parent.parent.name for page in told_site.rglob("*.html")} >= {"reports", "plans", "ledgers"}
    for site in (simulated_site, told_site):
        assert without_data(site) == []
        assert data_that_differ(site) == []


def test_a_tables_own_data_are_directly_below_it(told_site: Path, simulated_site: Path) -> None:
    """Except of a chart's table, whose figures stand in a table beside it."""
    for site in (told_site, simulated_site):
        tables = 0
        for page in site.rglob("*.html"):
            text = re.sub("<details class=.inner.*?</details>", "", page.read_text("utf-8"), flags=re.DOTALL)
            for after in re.split("</table>", text)[1:]:
                assert '<p class="data">' in after.partition("<table")[0], page
                tables += 1
        assert tables > 100


def test_the_checker_of_data_finds_a_table_without_them(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    table = '<main><table><tbody><tr><td><a href="x">A Name</a></td></tr></tbody></table>'
    page.write_text(f"{table}</main>")
    assert without_data(tmp_path) == [(page, "no data"), (page, "A Name")]
    page.write_text(f'{table}<p class="data"><a href="a.csv">CSV</a> <a href="index.json">JSON</a></p></main>')
    (tmp_path / "a.csv").write_text("name\nAnother\n")
    (tmp_path / "index.json").write_text('{"rows": [{"name": "A Name"}, {"name": "B"}], "tables": {}}')
    assert without_data(tmp_path) == [(page, "A Name")]
    assert data_that_differ(tmp_path) == [tmp_path / "index.json"]


def test_every_kind_of_page_is_linked_from_another(
    simulated_site: Path, told_site: Path, lake: LakeReader, told_lake: LakeReader
) -> None:
    """From the first page all others are reached."""
    for site in (simulated_site, told_site):
        home = site / "index.html"
        leads: dict[Path, set[Path]] = {}
        for page, _said, target, _part in targets(site):
            leads.setdefault(page, set()).add(target.resolve())
        reached, ahead = {home}, [home]
        while ahead:
            for target in leads.get(ahead.pop(), set()) - reached:
                reached.add(target)
                ahead.append(target)
        assert set(site.rglob("index.html")) <= reached
    assert set(KINDS) == {*catalogue(lake).rows, *catalogue(told_lake).rows}


# Names


def test_the_search_for_names_without_a_link_finds_them() -> None:
    """Whole cells and lists, except on the name's own page, and only in columns of names."""
    names = {"Al Twin": {"players/twina001/"}, "ALP": {"clubs/alp/"}, "Twin": {"players/twina001/"}}
    page = """<table><thead><tr><th>Who</th><th>Opp</th><th>Order</th><th>Says</th></tr></thead><tbody>
        <tr><td>Al Twin</td><td>@ALP</td><td><a href="x">Twin</a> CF, Twin 1B (<b>tied</b>)</td><td>Twin hit</td></tr>
        <tr><td><a href="x">Al Twin</a></td><td><a href="x">ALP</a></td><td>—</td><td>He hit</td></tr>
        <tr><td>Al Twining</td><td></td><td>—</td><td>Nobody hit</td></tr></tbody></table>"""
    assert unlinked(page, "", names) == [("Who", "Al Twin"), ("Opp", "ALP"), ("Order", "Twin")]
    assert unlinked(page, "players/twina001/", names) == [("Opp", "ALP")]


def test_the_search_for_names_without_a_link_finds_them_in_sentences() -> None:
    names = {"Al Twin": {"players/twina001/"}, "ALP": {"clubs/alp/"}, "AL": {"leagues/al/"}}
    page = """<p class="x">Al Twin for <a href="x">ALP</a>.</p><li>2031 ALP: AL</li><dd>Al Twining</dd>
        <h2>ALP</h2><blockquote><p>Al Twin</p></blockquote><table><td><p>ALP</p></td></table>"""
    assert unlinked_in_sentences(page, "", names) == ["Al Twin", "ALP"]
    assert unlinked_in_sentences(page, "players/twina001/", names) == ["ALP"]


def test_every_name_on_a_page_of_the_site_leads_to_its_page(
    simulated_site: Path, told_site: Path, lake: LakeReader, told_lake: LakeReader
) -> None:
    for site, reader in ((simulated_site, lake), (told_site, told_lake)):
        pages = catalogue(reader)
        names = names_of(reader, pages)
        found = {}
        for address in pages.pages:
            page = (site / address / "index.html").read_text("utf-8")
            found[address] = [*unlinked(page, address, names), *unlinked_in_sentences(page, address, names)]
        assert {address: lacking for address, lacking in found.items() if lacking} == {}


def test_every_name_in_the_answer_to_a_question_leads_to_its_page(lake: LakeReader) -> None:
    names, given = names_of(lake, catalogue(lake)), asked(most_by_the_file(lake))
    assert given.keys() - {"sql"} == questions().keys()
    for question in questions().values():
        for parameters in given[question.name]:
            page = question_page(lake, question.name, question.ask(lake, parameters), "")
            assert unlinked(page, "", names) == [], (question.name, parameters)
            assert unlinked_in_sentences(page, "", names) == [], (question.name, parameters)


def test_a_club_is_found_by_its_name_where_a_report_gives_no_code(told_site: Path) -> None:
    ledger = (told_site / "ledgers" / "marsj801" / "index.html").read_text("utf-8")
    assert '<a href="../../clubs/alp/index.html">Alpha Town</a>' in ledger
    assert '<a href="../../clubs/bet/2033/index.html">Beta Town</a>' in ledger
    manager = (told_site / "managers" / "valet801" / "index.html").read_text("utf-8")
    assert '<a href="../../clubs/alp/2033/index.html">Alpha Town</a>' in manager
