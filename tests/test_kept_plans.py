"""Plans and careers that a lake keeps: the commands, the pages, and the links to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from page_markup import Page
from site_links import broken
from skipper.answers.catalogue import catalogue
from skipper.answers.directives.keep import keep as keep_plans
from skipper.answers.errors import NothingKnownError, UnknownOptionError
from skipper.answers.kept_plans import kept_plan, plan_rows
from skipper.answers.ledger import ledger
from skipper.answers.listing import answer_of
from skipper.answers.reports import reports
from skipper.api import Lake
from skipper.cli import main
from skipper.lake.manifest import read_manifest
from skipper.lake.reader import LakeReader, open_reader
from skipper.render.html.frame import Frame
from skipper.render.html.site import write_site
from skipper.render.html.site_pages import page_texts
from skipper.service.pages import page_file
from test_mcp import PLAN
from tiny_lake import write_lake

CLAIM = {"report": "piece.txt", "type": "stint", "fields": "{}", "links": "[]", "person_id": "p-marsh"}
REPORTED = {
    "report": [{"report": "piece.txt", "title": "Marsh is out"}],
    "claim": [CLAIM | {"claim_id": name, "span": name} for name in ("post", "leave", "other")],
    "verdict": [{"claim_id": name, "verdict": "unverifiable", "evidence": "[]"} for name in ("post", "leave", "other")],
    "reported_stint": [
        {
            **{"person_id": "p-marsh", "role": "manager", "club_name": "Alpha Town", "level": "MLB"},
            **{"first_season": 2031, "last_season": 2033, "claim_id": "post", "asserted_by": ["Ann Ink"]},
        },
        {"person_id": None, "person_name": "Nobody", "role": "coach", "claim_id": "other"},
    ],
    "reported_career_event": [
        {"person_id": "p-marsh", "kind": "departure", "what": "fired", "season": 2033, "claim_id": "leave"}
    ],
}


def keep(lake: Path, folder: Path, text: str = PLAN, name: str = "bats") -> Result:
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["directives", "keep", str(file), "--lake", str(lake)])


@pytest.fixture
def kept(tmp_path: Path) -> LakeReader:
    """The tiny lake with a kept plan, and with a report of which the claims were judged."""
    lake = write_lake(tmp_path / "lake", more=REPORTED)
    assert keep(lake, tmp_path).exit_code == 0
    return open_reader(lake)


def test_a_plan_is_not_kept_where_delta_would_misread_the_folder(own_tiny: Path, tmp_path: Path) -> None:
    """A lake that was moved there can be read, and nothing can be written to it."""
    lake = own_tiny.rename(tmp_path / "a%20lake")
    told = keep(lake, tmp_path)
    assert isinstance(told.exception, SystemExit)
    said = "`deltalake` decodes `%` and two hexadecimal digits as a character: rename the folder"
    assert told.stderr == f"Error: {lake}: {said}\n"


def page_of(lake: LakeReader, address: str) -> Page:
    return Page(page_file(lake, f"/{address}") or "")


def links_of(page: Page) -> dict[str, str]:
    return {"".join(said).strip(): str(attrs["href"]) for tag, attrs, said in page.elements if tag == "a"}


def test_a_kept_plan_is_checked_and_the_build_stays(own_tiny: Path, tmp_path: Path) -> None:
    before = read_manifest(own_tiny)
    assert keep(own_tiny, tmp_path).output.endswith("1 plan\n")
    assert keep(own_tiny, tmp_path, PLAN, "more").output.endswith("2 plans\n")
    assert keep(own_tiny, tmp_path, PLAN.replace("slots: 1", "slots: 2")).output.endswith("2 plans\n")
    after = read_manifest(own_tiny)
    assert before is not None
    assert after is not None
    assert (after.build, after.files["game"]) == (before.build, before.files["game"])
    lake = open_reader(own_tiny)
    assert [row["plan"] for row in plan_rows(lake)] == ["bats", "more"]
    assert [kept_plan(lake, name).directed[0].status["followed"] for name in ("bats", "more")] == [1, 2]
    assert [kept_plan(lake, name).directed[0].words for name in ("bats", "more")] == [
        "bat in slot 2 at least 50%",
        "bat in slot 1 at least 50%",
    ]
    printed = CliRunner().invoke(main, ["directives", "kept", "more", "--lake", str(own_tiny), "--format", "csv"])
    checked = CliRunner().invoke(
        main, ["directives", "check", str(tmp_path / "more.yaml"), "--lake", str(own_tiny), "--format", "csv"]
    )
    assert printed.stdout == checked.stdout != ""
    with pytest.raises(UnknownOptionError, match="this lake keeps no plan called 'less'"):
        kept_plan(lake, "less")


@pytest.mark.parametrize(
    ("text", "said"),
    [("organization: x", "season is missing"), (PLAN.replace("<script>", "Nobody Here"), "Nobody Here")],
)
def test_a_plan_that_cannot_be_checked_is_not_kept(own_tiny: Path, tmp_path: Path, text: str, said: str) -> None:
    refused = keep(own_tiny, tmp_path, text)
    assert (refused.exit_code, said in refused.output) == (2, True)
    assert plan_rows(open_reader(own_tiny)) == []


def test_two_plans_of_one_name_are_refused(own_tiny: Path, tmp_path: Path) -> None:
    """Once, the second replaced the first without a word."""
    files = [tmp_path / folder / "bats.yaml" for folder in ("one", "other")]
    for file in files:
        file.parent.mkdir()
        file.write_text(PLAN, encoding="utf-8")
    done = CliRunner().invoke(main, ["directives", "keep", *map(str, files), "--lake", str(own_tiny)])
    assert done.exit_code == 2
    assert "another of the plans is called bats, too" in done.output.replace("\n", " ")


def test_a_plan_that_was_kept_meanwhile_stays(own_tiny: Path, tmp_path: Path) -> None:
    slow, file = open_reader(own_tiny), tmp_path / "slow.yaml"
    file.write_text(PLAN, encoding="utf-8")
    assert keep(own_tiny, tmp_path).exit_code == 0
    assert keep_plans([file], slow) == 2
    assert [row["plan"] for row in plan_rows(open_reader(own_tiny))] == ["bats", "slow"]


def test_a_plan_has_a_page_which_its_manager_and_club_lead_to(kept: LakeReader) -> None:
    page = page_of(kept, "plans/bats/")
    assert page.texts("h1") == ["Alpha Town 2031"]
    links = links_of(page)
    assert (links["<script>"], links["ALP"]) == ("/players/scrip001/", "/clubs/alp/2031/")
    for address in ("managers/marsj801/", "clubs/alp/2031/"):
        assert links_of(page_of(kept, address))["Plan: bats"] == "/plans/bats/"
    for address in ("managers/valet801/", "clubs/alp/2033/", "clubs/bet/2031/"):
        assert "Plan: bats" not in links_of(page_of(kept, address))


def test_a_plan_that_a_later_build_cannot_check_says_why_and_stops_no_site(tmp_path: Path) -> None:
    other = {"organization": "Alpha Town", "season": 2099, "text": PLAN.replace("2031", "2099")}
    unknown = {"organization": "Alpha Town", "season": 2031, "text": PLAN.replace("<script>", "Nobody Here")}
    rows = [{"plan": "later", **other}, {"plan": "nobody", **unknown}]
    lake = open_reader(write_lake(tmp_path / "lake", more={"kept_plan": rows}))
    write_site(lake, tmp_path / "site", workers=1, only=["plans"])
    for name, said in (("later", "2099 is not in this lake"), ("nobody", "Nobody Here")):
        page = Page((tmp_path / "site" / "plans" / name / "index.html").read_text("utf-8"))
        assert page.texts("h1") == [name]
        assert any(said in text for text in page.texts("p"))


def test_a_career_told_by_reports_has_a_page_with_its_claims(kept: LakeReader, tmp_path: Path) -> None:
    answer = ledger(kept, "p-marsh")
    assert [(row["first_season"], row["club_name"], row["verdict"]) for row in answer.main.rows] == [
        (2031, "Alpha Town", "unverifiable")
    ]
    assert [(row["kind"], row["what"], row["report"]) for row in answer.tables[1].rows] == [
        ("departure", "fired", "piece.txt")
    ]
    page = page_of(kept, "ledgers/marsj801/")
    assert {"2031-2033", "Ann Ink", "departure"} <= set(page.texts("td", "th"))
    assert links_of(page)["piece.txt"] == "/reports/piece-txt/"
    assert links_of(page)["As a manager"] == "/managers/marsj801/"
    assert links_of(page_of(kept, "managers/marsj801/"))["Career ledger"] == "/ledgers/marsj801/"
    command = ["ledger", "--person", "p-marsh", "--lake", str(kept.lake)]
    printed = CliRunner().invoke(main, [*command, "--format", "json"])
    assert json.loads(printed.stdout) == json.loads(page_file(kept, "/ledgers/marsj801/index.json") or "")
    printed = CliRunner().invoke(main, [*command, "--format", "csv"])
    assert printed.stdout == page_file(kept, "/ledgers/marsj801/stints.csv")
    written = CliRunner().invoke(main, [*command, "-o", str(tmp_path / "ledger.html")])
    assert written.exit_code == 0, written.output
    assert "2031-2033" in (tmp_path / "ledger.html").read_text("utf-8")
    for arguments in (["ledger"], ["ledger", "facts.yaml", "--person", "p-marsh"]):
        refused = CliRunner().invoke(main, arguments)
        assert (refused.exit_code, "give FACTS or --person" in refused.output) == (2, True)
    for called in ("marsj801", "jose marsh"):
        assert ledger(kept, called) == answer
        assert reports(kept, person=called) == reports(kept, person="p-marsh")
    nobody = CliRunner().invoke(main, ["ledger", "--person", "p-tvale", "--lake", str(kept.lake)])
    assert (nobody.exit_code, "no report stored in this lake mentions" in nobody.output) == (2, True)
    with pytest.raises(UnknownOptionError, match="no report stored in this lake mentions"):
        ledger(kept, "p-tvale")


def test_the_site_has_these_pages_with_their_data(kept: LakeReader, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(kept, out, workers=1, only=["managers", "players", "clubs", "plans", "ledgers", "reports"])
    assert broken(out) == []
    assert {path.name for path in (out / "plans" / "bats").iterdir()} == {
        *("index.html", "index.json", "directives.csv", "managers.csv", "misses.csv", "games.csv", "availability.csv"),
    }
    pages = catalogue(kept)
    for address in ("plans/bats/", "ledgers/marsj801/"):
        page = pages.pages[address]
        texts = page_texts(kept, Frame(pages, page, "/"), kept.manifest, answer_of(kept, pages, page))
        assert (out / address / "index.json").read_text("utf-8") == texts["index.json"]()
        assert answer_of(kept, pages, page).title in texts["index.json"]()


def test_a_plan_has_a_chart_of_each_directive_and_its_games_as_a_file(kept: LakeReader, tmp_path: Path) -> None:
    lake = Lake(kept.lake)
    asked = lake.check_plan(tmp_path / "bats.yaml")
    assert asked.to_pandas()["id"].tolist() == [row["id"] for row in lake.kept_plan("bats").answer.main.rows]
    drawn, checked = Page(asked.plot()._repr_html_()), kept_plan(kept, "bats")
    (picture,) = drawn.all("svg")
    status = checked.directed[0].status
    assert f"at the end {status['followed']} of {status['applicable']}" in str(picture["aria-label"])
    charts = sum(any(game["applicable"] for game in one.games) for one in checked.directed)
    with pytest.raises(NothingKnownError, match=f"has {charts}$"):
        asked.plot(charts + 1)
    rows = (page_file(kept, "/plans/bats/games.csv") or "").splitlines()
    assert len(rows) == 1 + sum(len(one.games) for one in checked.directed)
    assert "games.csv" in [link["href"] for link in page_of(kept, "plans/bats/").all("a")]


def test_a_report_without_a_claim_has_its_page(tmp_path: Path) -> None:
    """Previously a site with such a report could not be written."""
    more = {**REPORTED, "report": [*REPORTED["report"], {"report": "silent.txt", "title": "Rain"}]}
    lake = open_reader(write_lake(tmp_path / "lake", more=more))
    write_site(lake, tmp_path / "site", workers=1)
    page = Page((tmp_path / "site" / "reports" / "silent-txt" / "index.html").read_text("utf-8"))
    assert "No claim about baseball managers was found in this report." in page.texts("p")
    with pytest.raises(UnknownOptionError):
        reports(lake, "other.txt")
