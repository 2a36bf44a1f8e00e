"""The commands that write pages, and a site of everything in a lake."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from built_lake import Built
from page_markup import Page, external
from site_links import broken, targets
from skipper.answers.answer import Answer, Table, View, shown
from skipper.answers.catalogue import KINDS, Catalogue, catalogue, slug
from skipper.answers.document import document, jsonable
from skipper.answers.errors import UnknownNameError, UnknownOptionError, UnknownSeasonError
from skipper.answers.listing import answer_of
from skipper.answers.narrow import Narrowed
from skipper.answers.usage import usage
from skipper.cli import main
from skipper.lake.manifest import publish, read_manifest
from skipper.lake.reader import LakeReader, open_reader
from skipper.render.html.answer_page import answer_page
from skipper.render.html.frame import Frame
from skipper.render.html.manager_file import gather
from skipper.render.html.page import file_page, linked, write_file
from skipper.render.html.site import write_site
from skipper.render.html.site_inputs import Inputs, Made, inputs_of
from skipper.render.html.site_list import read_list, write_list
from skipper.render.html.site_pages import ASSETS, page_texts, sitemaps
from skipper.service.pages import page_file
from tiny_lake import write_lake


def test_file_writes_the_page_and_says_where(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "marsh.html"
    result = CliRunner().invoke(main, ["file", "Jose Marsh", "--lake", str(tiny), "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == f"file: {out}"
    assert out.read_text("utf-8") == file_page(gather(open_reader(tiny), "Jose Marsh"))
    assert out.stat().st_size < 1_000_000


def test_names_and_seasons_that_are_not_there(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    with pytest.raises(UnknownNameError, match="nobody"):
        write_file(tiny, "nobody", out)
    with pytest.raises(UnknownSeasonError, match="2032 is not in this lake"):
        write_file(tiny, "Jose Marsh", out, 2032)
    result = CliRunner().invoke(main, ["file", "nobody", "--lake", str(tiny), "-o", str(out)])
    assert (result.exit_code, "No manager in this lake has the name or id 'nobody'" in result.output) == (2, True)
    result = CliRunner().invoke(main, ["file", "Marsh", "--lake", str(tmp_path), "-o", str(out)])
    assert (result.exit_code, "no complete build" in result.output) == (1, True)
    assert not out.exists()


def test_a_page_that_cannot_be_written(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    out = tmp_path / "taken" / "page.html"
    result = CliRunner().invoke(main, ["file", "Jose Marsh", "--lake", str(tiny), "-o", str(out)])
    assert result.exit_code == 1
    assert "cannot be written" in result.output


@pytest.fixture(scope="module")
def site(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    told: list[tuple[int, int]] = []
    written = write_site(
        open_reader(tiny), out, 2, progress=lambda done, of: told.append((done, of)), url="https://example.org/m"
    )
    assert told[0] == (0, written.pages)
    assert [done for done, _of in told] == list(range(written.pages + 1))
    files = [path for path in out.rglob("*") if path.is_file() and path.name != "skipper-site.json"]
    assert (written.files, written.written) == (len(files), len(files))
    assert written.size == sum(path.stat().st_size for path in files)
    return out


def test_every_link_of_a_site_leads_somewhere(site: Path) -> None:
    assert sum(1 for _ in targets(site)) > 1000
    assert broken(site) == []


def test_pages_have_readable_addresses_and_their_data(site: Path, tiny_reader: LakeReader) -> None:
    folders = {path.parent.relative_to(site).as_posix() for path in site.rglob("index.html")}
    assert {
        *("managers/marsj801", "players/scrip001", "clubs/alp", "clubs/alp/2031", "leagues/il/2033", "seasons/2031"),
        *("leaders/career/wins", "differences/2031", "coverage", "tables/club-game"),
    } <= folders
    club = site / "clubs" / "alp" / "2031"
    assert {path.name for path in club.iterdir()} == {
        *("index.html", "index.json", "managers.csv", "players.csv", "orders.csv", "lineups.csv"),
    }
    printed = CliRunner().invoke(
        main, ["club", "alp", "--season", "2031", "--lake", str(tiny_reader.lake), "--format", "csv"]
    )
    assert (club / "managers.csv").read_text("utf-8") == printed.stdout


def test_the_notices_are_linked_beside_every_csv_file(site: Path, tiny: Path) -> None:
    """They are those that the command prints on stderr, because CSV has no place for them."""
    printed = CliRunner().invoke(main, ["records", "Jose Marsh", "--lake", str(tiny), "--format", "csv"])
    assert (site / "notices.txt").read_text("utf-8") == printed.stderr != ""
    paragraphs = 0
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        data = re.findall(r'<p class="data">.*?</p>', text)
        up = "../" * (len(path.relative_to(site).parts) - 1)
        assert all(f'href="{up}notices.txt" rel="license"' in one for one in data), path
        assert len(re.findall(r'href="[^"]*\.csv"', text)) == sum(len(re.findall(r'\.csv"', one)) for one in data), path
        paragraphs += len(data)
    assert paragraphs > 20


def test_every_pages_data_are_the_answer_of_the_command(site: Path, tiny_reader: LakeReader) -> None:
    """The workers' readers are narrowed to what a page needs; the answers are those of the whole lake."""
    pages = catalogue(tiny_reader)
    for page in pages.pages.values():
        stated = json.loads((site / page.address / "index.json").read_text("utf-8"))
        assert stated == jsonable(document(answer_of(tiny_reader, pages, page), tiny_reader.manifest)), page.address


def test_every_section_of_a_managers_page_has_its_data(tiny_reader: LakeReader) -> None:
    """Every table is an answer's, with CSV and JSON files next to the page."""
    pages = catalogue(tiny_reader)
    page = pages.pages["managers/marsj801/"]
    texts = page_texts(
        tiny_reader, Frame(pages, page, "../../"), tiny_reader.manifest, answer_of(tiny_reader, pages, page)
    )
    html = texts["index.html"]()
    linked_files = set()
    for section in html.split("<section")[1:]:
        if "<table" in section and 'id="record"' not in section and 'id="career"' not in section:
            links = re.findall(r'href="([a-z_]+\.(?:csv|json))"', section)
            assert {link.partition(".")[2] for link in links} == {"csv", "json"}, section[:200]
            linked_files |= set(links)
    assert (
        {"usage.json", "usage.csv", "usage_orders.csv", "usage_lineups.csv", "differences.json"}
        <= linked_files
        < set(texts)
    )
    stated = json.loads(texts["usage.json"]())
    assert stated["subject"] == json.loads(texts["index.json"]())["subject"]
    of_season = usage(tiny_reader, "marsj801", 2031)
    rows = [row for row in stated["rows"] if row["season"] == 2031]
    assert len(rows) > 1
    for theirs in jsonable(of_season.main.rows):
        assert {name: theirs[name] for name in of_season.main.fields}.items() <= next(
            row for row in rows if (row["club"], row["player_id"]) == (theirs["club"], theirs["player_id"])
        ).items()
    assert texts["usage.csv"]().count("\n") == len(stated["rows"]) + 1


def test_a_narrowed_reader_gives_the_same_answers(simulated: Built) -> None:
    whole, narrowed = simulated.reader(), Narrowed(simulated.reader())
    pages = catalogue(whole)
    for kind in pages.rows:
        some = [page for page in pages.pages.values() if page.kind == kind][::17]
        narrowed.to(some)
        for page in some:
            assert answer_of(narrowed.lake, pages, page) == answer_of(whole, pages, page), page.address


def test_pages_load_nothing_from_elsewhere_and_need_no_script(site: Path) -> None:
    for path in site.rglob("index.html"):
        text = path.read_text("utf-8")
        up = "../" * (len(path.relative_to(site).parts) - 1)
        assert [address for address in external(text) if "example.org" not in address] == [
            f"{up}tables.js",
            *(["search.js"] if path == site / "index.html" else []),
            f"{up}style.css",
        ]
    text = (site / "index.html").read_text("utf-8")
    home = Page(text)
    assert re.search(r"Seasons with games: [^<]*", text)[0] == "Seasons with games: MLB 2031, 2033."
    assert "hidden" in next(attrs for attrs in home.all("div") if attrs.get("class") == "search")


def test_the_index_of_the_search_and_the_sitemap_name_every_page(site: Path, tiny_reader: LakeReader) -> None:
    script = (site / "search-index.js").read_text("utf-8")
    index = json.loads(re.fullmatch(r"skipperIndex\((.*)\)\n", script, re.DOTALL)[1])
    found = {f"{index['kinds'][kind][0]}/{rest}/" for _name, kind, rest, *_years in index["pages"]}
    pages = catalogue(tiny_reader).pages
    assert found == {page.address for page in pages.values() if page.kind in KINDS and page.key}
    assert ["José Marsh", 0, "marsj801", "2031, 2033"] in index["pages"]
    listed = [place.text for place in ElementTree.parse(site / "sitemap.xml").iter() if place.tag.endswith("}loc")]
    assert listed == [f"https://example.org/m/{address}" for address in pages]
    canonical = [one["href"] for one in Page((site / "clubs/alp/index.html").read_text()).all("link")]
    assert "https://example.org/m/clubs/alp/" in canonical


def test_a_sitemap_of_many_pages_is_several_with_an_index(
    tiny_reader: LakeReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipper.render.html.site_pages.SITEMAP", 20)
    pages = catalogue(tiny_reader)
    maps = {name: ElementTree.fromstring(text()) for name, text in sitemaps(pages, "https://example.org/a&b/").items()}
    places = {
        name: [place.text for place in listed.iter() if place.tag.endswith("}loc")] for name, listed in maps.items()
    }
    index = places.pop("sitemap.xml")
    assert index == [f"https://example.org/a&b/{name}" for name in places]
    assert [address for listed in places.values() for address in listed] == [
        f"https://example.org/a&b/{address}" for address in pages.pages
    ]
    assert max(map(len, places.values())) == 20


def test_a_long_list_is_on_several_pages_which_lead_to_one_another(tiny_reader: LakeReader) -> None:
    rows = [{"name": f"N{number:04}"} for number in range(2500)]
    answer = Answer("long", "Long", (Table("names", ("name",), rows, (View((shown("Name", "text"),), rows, "All"),)),))
    pages = catalogue(tiny_reader)
    frame = Frame(pages, pages.pages["managers/"], "../", "index.html", data=(("names.csv", "names.csv"),))
    second = Page(answer_page(answer, tiny_reader.manifest, frame=replace(frame, part=2, root="../../"), of=3))
    assert second.texts("th")[1:3] == ["N1000", "N1001"]
    assert second.texts("th")[-1] == "N1999"
    numbered = {"".join(said): attrs["href"] for tag, attrs, said in second.elements if tag == "a"}
    assert numbered["N0000 – N0999"] == "../index.html"
    assert numbered["N2000 – N2499"] == "../page-3/index.html"
    assert numbered["CSV"] == "../names.csv"


def test_a_site_divides_a_long_list_and_every_row_is_on_one_page(tmp_path: Path) -> None:
    """Of 2,500 differences in a season, whose reasons are as long as real ones, each is on exactly one of the pages;
    every page is below 1 MB and leads to each of the others, and every link leads somewhere.
    """
    found = {"comparison": "club_season", "season": 2031, "club": "ALP", "category": "unknown", "reference": "a book"}
    reasons = [f"reason {number:04}: {'no game stands out; ' * 8}" for number in range(2500)]
    lake = write_lake(tmp_path / "lake", more={"record_difference": [{**found, "evidence": why} for why in reasons]})
    write_site(LakeReader(lake), tmp_path / "site", workers=1, only=["differences", "clubs", "managers"])
    season = tmp_path / "site" / "differences" / "2031"
    parts = [season / "index.html", *(season / f"page-{number}" / "index.html" for number in (2, 3))]
    assert set(season.rglob("*.html")) == set(parts)
    assert max(path.stat().st_size for path in (tmp_path / "site").rglob("*.html")) < 1_000_000
    shown_reasons = [re.findall(r"reason \d{4}: ", path.read_text("utf-8")) for path in parts]
    assert [len(own) for own in shown_reasons] == [1000, 1000, 500]
    assert [why for own in shown_reasons for why in own] == [why[:13] for why in reasons]
    for path in parts:
        (numbers,) = re.findall(r'<nav aria-label="Pages">.*?</nav>', path.read_text("utf-8"), re.DOTALL)
        leads_to = {(path.parent / href).resolve() for href in re.findall('href="([^"]*)"', numbers)}
        assert leads_to == set(parts) - {path}
        assert numbers.count('aria-current="page"') == 1
    assert broken(tmp_path / "site") == []
    assert (season / "differences.csv").read_text("utf-8").count("reason ") == 2500


def test_a_manager_of_many_seasons_is_on_several_pages(
    tiny_reader: LakeReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each season's lineups are on exactly one page; the pages lead to one another, on disk and from the service."""
    monkeypatch.setattr("skipper.render.html.page.USES", 1)
    pages = catalogue(tiny_reader)
    page = pages.pages["managers/marsj801/"]
    texts = page_texts(
        tiny_reader,
        Frame(pages, page, "../../", "index.html"),
        tiny_reader.manifest,
        answer_of(tiny_reader, pages, page),
    )
    for name, text in texts.items():
        place = tmp_path / page.address / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text(), encoding="utf-8")
    first, second = (tmp_path / page.address / name for name in ("index.html", "page-2/index.html"))
    seasons = [re.findall(r'<details id="use-(\d+)-alp"', path.read_text("utf-8")) for path in (first, second)]
    assert seasons == [["2033"], ["2031"]]
    for path, other in ((first, second), (second, first)):
        (numbers,) = re.findall(r'<nav aria-label="Seasons">.*?</nav>', path.read_text("utf-8"), re.DOTALL)
        assert numbers.count('aria-current="page"') == 1
        assert [(path.parent / href).resolve() for href in re.findall('href="([^"#]*)', numbers)] == [other]
    leads = {
        target.resolve().relative_to(tmp_path) for path, _said, target, _part in targets(tmp_path) if path == second
    }
    assert {
        Path(page.address, "usage.csv"),
        Path(page.address, "index.html"),
        Path("players/scrip001/index.html"),
    } < leads
    known = {Path(address, "index.html") for address in pages.pages} | {Path(page.address, name) for name in texts}
    own = second.parent.relative_to(tmp_path)  # of links within the page
    assert {path for path in leads - known - {own} if path.name not in ASSETS} == {Path("notices.txt")}
    served = page_file(tiny_reader, "/managers/marsj801/page-2/") or ""
    assert 'href="../#use"' in served
    assert 'href="/players/scrip001/"' in served


def test_batters_of_an_order_and_clubs_of_a_manager_lead_to_their_pages(tiny_reader: LakeReader) -> None:
    pages = catalogue(tiny_reader)
    link = Frame(pages, pages.pages["managers/"], "/").link
    order = {"players": ["<script>", "A Stranger"], "player_person_ids": ["p-script", None]}
    column = shown("Order", "prose", "order")
    said = linked({**order, "order": "<script>, A Stranger (tied)"}, column, link)
    assert said == '<a href="/players/scrip001/">&lt;script&gt;</a>, A Stranger (tied)'
    assert (
        linked({**order, "order": "no order was used more than once"}, column, link)
        == "no order was used more than once"
    )
    page = Page(page_file(tiny_reader, "/managers/") or "")
    assert [attrs["href"] for tag, attrs, said in page.elements if tag == "a" and said == ["Alpha Town"]] == [
        "/clubs/alp/",
        "/clubs/alp/",
    ]


# Runs after the first


def stamps(site: Path) -> Mapping[str, tuple[int, int]]:
    return {
        path.relative_to(site).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns)
        for path in site.rglob("*")
        if path.is_file() and path.name != "skipper-site.json"
    }


def test_a_run_after_a_new_build_writes_only_the_pages_that_changed(tmp_path: Path) -> None:
    lake, out = write_lake(tmp_path / "lake"), tmp_path / "site"
    write_site(LakeReader(lake), out, workers=1)
    before = stamps(out)
    same = write_site(LakeReader(lake), out, workers=1)
    assert (same.written, same.removed, stamps(out)) == (0, 0, before)
    manifest = read_manifest(lake)
    assert manifest is not None
    publish(lake, replace(manifest, build="second"))
    # The page of coverage states the build; the others have the same content.
    assert {name for name, stamp in _rewritten(lake, out, before)} == {
        "coverage/index.html",
        "coverage/index.json",
        "coverage/coverage.csv",
        "coverage/levels.csv",
        "coverage/managers.csv",
    }
    counts = dict.fromkeys(("games", "wins"), 1) | {"losses": 0, "ties": 0, "level": "MLB", "rule": "managed"}
    vale = {"manager_id": "valet801", "manager_person_id": "p-tvale", "manager_name": "Tom Vale"}
    other = write_lake(tmp_path / "other", more={"manager_season": [{**counts, **vale, "season": 2033, "club": "BET"}]})
    changed = {name for name, _stamp in _rewritten(other, out, stamps(out))}
    assert {"managers/valet801/index.html", "clubs/bet/2033/index.html", "seasons/2033/index.html"} <= changed
    assert not any(name.startswith(("clubs/alp/2031/", "seasons/2031/", "players/")) for name in changed)


def test_no_page_is_stale_after_builds_that_changed_a_season_a_career_a_name_or_a_club(tmp_path: Path) -> None:
    """A site that was written for one build after another equals a new site of the last."""
    vale = {"manager_id": "valet801", "manager_person_id": "p-tvale", "manager_name": "Tom Vale"}
    counts = dict.fromkeys(("games", "wins"), 1) | {"losses": 0, "ties": 0, "level": "MLB", "rule": "managed"}
    changes: list[dict[str, list[dict[str, Any]]]] = [
        {},
        {"manager_season": [{**counts, **vale, "season": 2033, "club": "BET"}]},
        {"manager_career": [{**counts, **vale, "level": "A", "seasons": [2033], "clubs": ["BET"]}]},
        {"person_name": [{"season": 2031, "source": "invented", "id": "v", "person_id": "p-tvale", "name": "T. Veil"}]},
        {"club": [{"season": 2033, "club": "GAM", "name": "Gamma Town", "league": "IL", "level": "MLB"}]},
    ]
    made, kept = {}, []
    for number, change in enumerate([*changes, changes[0]]):
        shutil.rmtree(tmp_path / "lake", ignore_errors=True)
        lake = LakeReader(write_lake(tmp_path / "lake", more=change))
        told: list[tuple[int, int]] = []
        write_site(lake, tmp_path / "site", workers=1, progress=lambda *so_far, told=told: told.append(so_far))
        kept.append(told[0][0])
        write_site(lake, tmp_path / f"new{number}", workers=1)
        made[number] = contents(tmp_path / f"new{number}")
        assert contents(tmp_path / "site") == made[number], change
    assert [number for number in made if made[number] != made[0]] == [1, 2, 3, 4]
    first, season, career, *_, without_the_club = kept
    assert (first, without_the_club) == (0, 0)  # a page is gone, to which any other may have led
    assert min(season, career) > 0


def contents(site: Path) -> dict[str, str]:
    return {name: (site / name).read_text("utf-8") for name in stamps(site)}


def _rewritten(lake: Path, out: Path, before: Mapping[str, tuple[int, int]]) -> set[tuple[str, tuple[int, int]]]:
    written = write_site(LakeReader(lake), out, workers=1)
    changed = set(stamps(out).items()) - set(before.items())
    assert written.written == len(changed)
    return changed


def test_a_page_is_kept_while_its_inputs_and_the_pages_that_it_leads_to_are_the_same() -> None:
    marsh, vale = Made("of 2031", ("Alpha",)), Made("of 2033")
    before = Inputs({"Marsh": "managers/marsj801/"}, {"managers/marsj801/": marsh, "managers/valet801/": vale})
    both = {"managers/marsj801/", "managers/valet801/"}
    assert before.unchanged(before) == both
    other_season = replace(before, pages={**before.pages, "managers/valet801/": Made("of 2033, again")})
    assert other_season.unchanged(before) == {"managers/marsj801/"}
    with_beta = replace(before, addresses={**before.addresses, "Beta": "clubs/bet/"})
    assert with_beta.unchanged(before) == both
    with_alpha = replace(before, addresses={**before.addresses, "Alpha": "clubs/alp/"})
    assert with_alpha.unchanged(before) == {"managers/valet801/"}
    moved = replace(before, addresses={"Marsh": "managers/marsj802/"})
    assert moved.unchanged(before) == before.unchanged(with_beta) == set()


def test_names_without_a_page_are_those_looked_up_in_vain(tiny_reader: LakeReader) -> None:
    pages = catalogue(tiny_reader)
    with pages.watched() as unlinked:
        assert pages.address("managers", "p-marsh") is not None
        assert unlinked == set()
        assert pages.address("managers", "p-nobody") is None
    assert ("managers", "p-nobody") in unlinked
    assert unlinked.isdisjoint(name for name, _address in pages.names())
    seen = len(unlinked)
    assert pages.address("managers", "p-nobody either") is None
    assert len(unlinked) == seen


def test_a_season_that_was_built_again_changes_its_own_pages_alone(tmp_path: Path) -> None:
    """A run asks about the pages of the season's clubs and people, and keeps the others."""
    counts = dict.fromkeys(("games", "wins"), 1) | {"losses": 0, "ties": 0, "level": "MLB", "rule": "managed"}
    vale = {"manager_id": "valet801", "manager_person_id": "p-tvale", "manager_name": "Tom Vale"}
    changed = {"manager_season": [{**counts, **vale, "season": 2033, "club": "BET"}]}
    inputs = []
    for number, more in enumerate(({}, {}, changed)):
        lake = LakeReader(write_lake(tmp_path / str(number), more=more))
        inputs.append(inputs_of(lake, catalogue(lake), None))
    first, same, other = inputs
    assert same.unchanged(first) == set(first.pages)
    kept = other.unchanged(first)
    assert {"clubs/alp/2031/", "seasons/2031/"} <= kept
    assert kept.isdisjoint({"clubs/alp/2033/", "seasons/2033/", "managers/valet801/"})


def test_a_missing_page_is_written_again(tiny: Path, tmp_path: Path) -> None:
    write_site(open_reader(tiny), tmp_path, workers=1, only=["managers"])
    (tmp_path / "managers" / "marsj801" / "index.json").unlink()
    assert write_site(open_reader(tiny), tmp_path, workers=1, only=["managers"]).written > 0
    assert (tmp_path / "managers" / "marsj801" / "index.json").is_file()


def test_a_later_site_removes_the_files_that_it_no_longer_writes_and_nothing_else(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(open_reader(tiny), out, workers=1, only=["managers", "seasons"])
    own, outside = out / "seasons" / "notes.txt", tmp_path / "outside.html"
    own.write_text("somebody's own")
    outside.write_text("")
    state = json.loads((out / "skipper-site.json").read_text("utf-8"))
    state["pages"] |= {"../": ["", "outside.html"], "managers/": ["", "../../outside.html", "index.html"], "x": 7}
    (out / "skipper-site.json").write_text(json.dumps(state))
    assert read_list(out) == ("", {})
    del state["pages"]["x"]
    (out / "skipper-site.json").write_text(json.dumps(state))
    written = write_site(open_reader(tiny), out, workers=1, only=["managers"])
    assert written.removed > 0
    assert [path.name for path in (out / "seasons").iterdir()] == ["notes.txt"]
    assert outside.exists()
    assert broken(out) == []


@pytest.mark.parametrize("text", ["", "[]", '{"pages": null}', "{", '{"pages": {"a/": 1}, "made_of": ""}'])
def test_a_list_that_cannot_be_read_removes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "skipper-site.json").write_text(text)
    assert read_list(tmp_path) == ("", {})


def test_pages_of_a_site_that_was_cut_short_are_known_to_the_next(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    write_list(tmp_path, "an earlier build", {"coverage/": ("digest", ["index.html", "levels.csv"])})
    monkeypatch.setattr("skipper.render.html.site._save", full)
    with pytest.raises(OSError, match="No space"):
        write_site(open_reader(tiny), tmp_path, workers=1)
    made_of, listed = read_list(tmp_path)
    assert made_of == ""
    assert set(listed) == set(catalogue(open_reader(tiny)).pages)
    assert listed["coverage/"] == ("", ["index.html", "levels.csv"])  # the run may have written it: its digest is void
    assert [path.name for path in tmp_path.iterdir()] == ["skipper-site.json"]


# Selections


def addresses(pages: Catalogue, kind: str) -> set[str]:
    return {page.address for page in pages.pages.values() if page.kind == kind}


def test_a_selection_keeps_what_belongs_to_it(simulated: Built) -> None:
    lake = simulated.reader()
    some = catalogue(lake, seasons=[2041])
    assert {address.split("/")[-2] for address in addresses(some, "clubs")} == {"2041"}
    ran = lake.rows("SELECT DISTINCT manager_person_id AS id FROM manager_season WHERE season = 2041")
    assert {page.key[0] for page in some.pages.values() if page.kind == "managers"} == {row["id"] for row in ran}
    name = lake.rows("SELECT organization FROM club WHERE organization IS NOT NULL ORDER BY ALL LIMIT 1")[0][
        "organization"
    ]
    farm = catalogue(lake, organization=name)
    clubs = lake.rows("SELECT club, season FROM club WHERE organization = $name", {"name": name})
    assert {page.key for page in farm.pages.values() if page.kind == "clubs"} == {
        (row["club"], row["season"]) for row in clubs
    }
    assert 0 < len(farm.rows["players"]) < len(catalogue(lake).rows["players"])
    with pytest.raises(UnknownOptionError, match="coaches"):
        catalogue(lake, only=["coaches"])
    assert catalogue(lake, organization=name.upper()).pages.keys() == farm.pages.keys()
    with pytest.raises(UnknownNameError, match=f"No organization in this lake .*'{name[:-1]}'. Did you mean {name}"):
        catalogue(lake, only=["managers"], organization=name[:-1])


def test_site_command(tiny: Path, tmp_path: Path) -> None:
    options = ["--lake", str(tiny), "-o", str(tmp_path / "out"), "--workers", "1"]
    result = CliRunner().invoke(main, ["site", *options, "--only", "managers, clubs", "--seasons", "2031"])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == f"site: {tmp_path / 'out' / 'index.html'}"
    assert sorted(path.name for path in (tmp_path / "out").iterdir() if path.is_dir()) == [
        *("clubs", "coverage", "managers")
    ]
    assert 'href="coverage/index.html"' in (tmp_path / "out" / "index.html").read_text("utf-8")
    assert not (tmp_path / "out" / "clubs" / "alp" / "2033").exists()
    assert broken(tmp_path / "out") == []
    for address in ("example.org", "ftp://example.org", "https://example.org/?a=1", "https://", "https://e x"):
        refused = CliRunner().invoke(main, ["site", *options, "--url", address])
        assert (refused.exit_code, "is not an address such as https://example.org" in refused.output) == (2, True)
    result = CliRunner().invoke(main, ["site", *options, "--only", "coaches"])
    assert (result.exit_code, "unknown kind of page 'coaches'" in result.output) == (2, True)


def test_progress_and_time_left_are_shown_on_a_terminal_and_nowhere_else(tiny: Path, tmp_path: Path) -> None:
    """The bar is on stderr; stdout has the summary alone."""
    command = [
        sys.executable,
        *["-m", "skipper", "site", "--workers", "1", "--only", "seasons", "--lake"],
        str(tiny),
        "-o",
    ]
    piped = subprocess.run([*command, str(tmp_path / "piped")], capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    terminal, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    into = tmp_path / "seen"
    with subprocess.Popen([*command, str(into)], stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        written = b""
        with suppress(OSError):  # the end of a terminal that nobody has open
            while part := os.read(terminal, 1 << 16):
                written += part
        os.close(terminal)
        said, _ = process.communicate()
    assert process.returncode == 0
    assert said.decode().splitlines()[-1].startswith("site: ")
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", written.decode())
    pages = len(list(into.rglob("*.html")))
    assert re.search(rf"pages .* {pages}/{pages} 0:00:00", plain), plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lahman:collite99", "lahman-collite99"),
        ("../X y", "x-y"),
        ("Águilas", "aguilas"),
        ("?", "unknown"),
        (2016, "2016"),
    ],
)
def test_slug(text: object, expected: str) -> None:
    assert slug(text) == expected


def test_two_pages_never_share_an_address() -> None:
    """Neither the order of the rows nor further pages change an address."""
    people = ("a b", "a-b", "A_B")

    def addresses_of(*people: str) -> dict[str, str | None]:
        pages = Catalogue({"managers": [{"manager_person_id": one, "id": None, "name": one} for one in people]})
        return {one: pages.address("managers", one) for one in people}

    found = addresses_of(*people)
    assert found["A_B"] == "managers/a-b/"
    assert len(set(found.values())) == 3
    assert addresses_of(*reversed(people)) == found
    assert addresses_of("a-b", "A_B") == {one: found[one] for one in ("a-b", "A_B")}


def test_neighbours_need_no_scan_of_the_rows() -> None:
    """A site asks for each page's neighbours twice: with a scan, its time grows with the square of its pages."""
    rows = [{"club": club, "season": season, "organization": "O"} for club in ("A", "B") for season in (2031, 2033)]
    pages = Catalogue({"clubs": rows, "organizations": [{"organization": "O", "season": 2033}]})
    pages.rows["clubs"].clear()
    assert list(pages.neighbours(pages.pages["clubs/a/2033/"])) == [
        ("← 2031", "clubs/a/2031/"),
        ("O farm system", "organizations/o/2033/"),
    ]
