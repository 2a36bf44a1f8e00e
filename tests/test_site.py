"""The commands that write pages, and a site of all managers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from page_markup import Page, external, rows
from skipper.answers.errors import UnknownNameError, UnknownSeasonError
from skipper.cli import pages as command
from skipper.lake.reader import LakeReader, open_reader
from skipper.render.html.manager_file import gather
from skipper.render.html.page import file_page, write_file
from skipper.render.html.site import slug, write_site
from skipper.render.html.site_list import listed_pages


def test_file_writes_the_page_and_says_where(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "marsh.html"
    result = CliRunner().invoke(command.file, ["Jose Marsh", "--lake", str(tiny), "-o", str(out)])
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
    result = CliRunner().invoke(command.file, ["nobody", "--lake", str(tiny), "-o", str(out)])
    assert (result.exit_code, "No manager here is called 'nobody'" in result.output) == (2, True)
    result = CliRunner().invoke(command.file, ["Marsh", "--lake", str(tmp_path), "-o", str(out)])
    assert (result.exit_code, "no complete build" in result.output) == (1, True)
    assert not out.exists()


def test_a_page_that_cannot_be_written(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    out = tmp_path / "taken" / "page.html"
    result = CliRunner().invoke(command.file, ["Jose Marsh", "--lake", str(tiny), "-o", str(out)])
    assert result.exit_code == 1
    assert "cannot be written" in result.output


@pytest.fixture(scope="module")
def site(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    told: list[tuple[int, int]] = []
    written = write_site(open_reader(tiny), out, workers=2, progress=lambda done, of: told.append((done, of)))
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
    assert rows(index, "Games each manager ran")[0][1:] == ["4", "2-1-1", ".667", "2031, 2033", "Alpha Town"]
    assert "Simulated" in index


def test_the_list_is_readable_without_scripts(site: Path) -> None:
    page = Page((site / "index.html").read_text("utf-8"))
    assert "hidden" in next(attrs for attrs in page.all("div") if attrs.get("class") == "search")
    assert not any("hidden" in attrs for attrs in page.all("tr"))


def test_a_sites_files_are_those_of_the_command_with_a_way_back(site: Path, tiny_reader: LakeReader) -> None:
    written = (site / "managers" / "p-marsh.html").read_text("utf-8")
    assert written == file_page(gather(tiny_reader, "p-marsh"), index="../index.html")
    assert 'href="../index.html"' in written


def test_a_later_site_removes_the_pages_that_it_no_longer_writes_and_nothing_else(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(open_reader(tiny), out, workers=1)
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
    written = write_site(open_reader(tiny), out, workers=1)
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
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "skipper-site.json").write_text(json.dumps({"pages": ["managers/p-gone.html"]}))
    monkeypatch.setattr("skipper.render.html.site.save", full)
    with pytest.raises(OSError, match="No space"):
        write_site(open_reader(tiny), tmp_path, workers=1)
    assert listed_pages(tmp_path) == {
        *(f"managers/p-{name}.html" for name in ("gone", "marsh", "rvale", "tvale")),
    }


def test_site_command(tiny: Path, tmp_path: Path) -> None:
    options = ["--lake", str(tiny), "-o", str(tmp_path / "out"), "--workers", "1"]
    result = CliRunner().invoke(command.site, options)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == f"site: {tmp_path / 'out' / 'index.html'}"


@pytest.mark.parametrize(
    ("person_id", "expected"), [("lahman:collite99", "lahman-collite99"), ("784005dd", "784005dd"), ("../X y", "x-y")]
)
def test_slug(person_id: str, expected: str) -> None:
    assert slug(person_id) == expected
