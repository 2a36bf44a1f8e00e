"""A minor-league lake: scores, managers by hand and affiliations, built and asked about. Everything is invented."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

import season_tables
from built_lake import Built, build_lake
from page_markup import Page
from score_files import write_scores
from skipper.answers.development import development
from skipper.answers.differences import differences
from skipper.answers.directives.example import demo_plan
from skipper.answers.errors import UnknownNameError, UnknownSeasonError
from skipper.answers.leaders import leaders
from skipper.answers.records import records
from skipper.answers.scope import known_club
from skipper.answers.season import season as season_answer
from skipper.answers.system import find_organization, games_known, games_unknown_note, system
from skipper.build.inputs import Account, Inputs, require_same_kind, shared_records
from skipper.cli import main
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.frame import frame
from skipper.render.html.manager_file import gather
from skipper.sources.affiliations import reading as affiliations
from skipper.sources.leagues.reading import read_leagues, read_own
from skipper.sources.parsed import SourceError
from tiny_lake import write_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LEAGUE = "Lantern Coast League"
SCORES = (
    *(f"07/{day:02d}/41,{LEAGUE},Quoin Harbor vs. Harrow Bay,QUO,HBR,3,{day}" for day in range(2, 8)),
    f"07/08/41,{LEAGUE},Quoin Harbor vs. Harrow Bay,QUO,HBR,3,3",
    f"07/09/41,{LEAGUE},Quoin Harbor vs. Harrow Bay,QUO,HBR,0,0",
)
TEAMS = """TeamID,City,Nickname,League,40Aff,41Aff
HBR-LCL,Harrow Bay,Ferrymen,LCL,Iro,Iro
DslIRO,DSL Ironmoor, ,HSL,None,Iro
QUO-LCL,Quoin Harbor,Riggers,LCL,Sal,Mlt
OldTLN,None,Lamplighters,LCL,Iro,None
"""
FRANCHISES = """franchiseID,franchiseCity,franchiseNickname
Iro,Ironmoor,Anvils
Sal,Saltmarch,Gulls
Mlt,Multiple Teams,Multiple Teams
"""
HISTORY = {
    "clubs": {
        "9001": {
            "currentName": "Harrow Bay Gannets",
            "sportId": 12,
            "parentHistory": [{"years": [2040, 2042], "parentOrgId": 77, "parentOrgName": "Ironmoor Anvils"}],
            "nameHistory": [
                {"name": "Harrow Bay Ferrymen", "league": LEAGUE, "years": [2040, 2041]},
                {"name": "Harrow Bay Gannets", "league": "High Saddle League", "years": [2042, 2042]},
            ],
        },
        "9002": {"currentName": "Bad Club", "parentHistory": [{"years": [2040], "parentOrgId": 77}]},
    }
}
RESPONSE = {
    "teams": [
        {
            "id": 9001,
            "name": "Harrow Bay Gannets",
            "season": 2043,
            "sport": {"id": 12},
            "league": {"name": "New League"},
        }
        | {"parentOrgId": 77, "parentOrgName": "Ironmoor Anvils"},
        {"id": 77, "name": "Ironmoor Anvils", "season": 2043, "sport": {"id": 1}},
    ]
}
MANAGERS = f"""season,club,league,manager,id,role,from,to,source,confidence,official_wins,official_losses
2041,Harrow Bay Ferrymen,{LEAGUE},Abel Splint,900001,manager,,,https://page.example/1,weak,5,4
"""
REGISTER = "key_person,key_mlbam,key_retro,key_bbref,key_bbref_minors,key_fangraphs,name_last,name_first,name_given,"
REGISTER += "name_suffix,name_nick,birth_year,birth_month,birth_day,death_year,death_month,death_day,mlb_played_first,"
REGISTER += "mlb_played_last,mlb_managed_first,mlb_managed_last,pro_managed_first,pro_managed_last\n"
REGISTER += "5eed0001,900001,,,,,Splint,Abel,,,,,,,,,,,,,,2041,2041\n"
LEAGUES = f"""league,name,first_season,last_season,level,source
LCL,{LEAGUE},2040,,AAA,invented
HSL,High Saddle League,2040,,Rk,invented
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invented sources."""
    folder = tmp_path_factory.mktemp("farm")
    write_scores(folder / "scores", *SCORES)
    for name, text in (("Teams", TEAMS), ("Franchises", FRANCHISES)):
        (folder / f"minorLeagueSplits{name}.csv").write_text(text)
    (folder / "milb-history.json").write_text(json.dumps(HISTORY))
    (folder / "teams_2043.json.gz").write_bytes(gzip.compress(json.dumps(RESPONSE).encode()))
    (folder / "people-0.csv").write_text(REGISTER)
    (folder / "managers.csv").write_text(MANAGERS)
    (folder / "leagues.csv").write_text(LEAGUES)
    return folder


@pytest.fixture(scope="module")
def lake(spark: SparkSession, folder: Path) -> LakeReader:
    """A lake of scores alone, with the Register, managers and affiliations."""
    inputs = Inputs(
        scores=folder / "scores",
        register=folder,
        leagues=folder / "leagues.csv",
        managers=folder / "managers.csv",
        affiliations=folder,
    )
    return build_lake(spark, inputs, folder / "lake").reader()


def _leagues(file: Path) -> pa.Table:
    (own,) = read_own(file).records["league_file"]
    return read_leagues(own)


def affiliates(folder: Path) -> list[dict[str, Any]]:
    parsed = [affiliations.parse(file) for file in affiliations.find_files(folder)]
    tables = {
        name: [row for one in parsed for table in one.records.get(name, []) for row in table.to_pylist()]
        for name in affiliations.RECORD_SETS
    }
    return season_tables.one("affiliation", league_file=_leagues(folder / "leagues.csv"), **tables)


def test_every_line_of_a_build_is_accounted_for(lake: LakeReader) -> None:
    (game,) = lake.rows("SELECT count(*) AS rows FROM game WHERE source = 'minors_scores'")
    out = lake.rows("SELECT source, line, reason FROM quarantine ORDER BY source")
    assert game["rows"] + sum(row["source"] == "minors_scores" for row in out) == len(SCORES)
    assert [(row["source"], row["line"]) for row in out] == [("affiliations", 2), ("minors_scores", 8)]
    (counted,) = lake.rows(
        "SELECT sum(rows_in) AS rows_in, sum(rows_out) AS rows_out, sum(rows_quarantined) AS bad FROM build_log "
        "WHERE source = 'minors_scores'"
    )
    assert counted == {"rows_in": 8, "rows_out": 7, "bad": 1}


def test_a_record_says_that_it_rests_on_scores_and_on_the_file(lake: LakeReader) -> None:
    answer = records(lake, "Abel Splint", "managed")
    (row,) = [row for row in answer.main.rows if row["season"] == 2041]
    assert (row["level"], row["games"]) == ("AAA", 7)
    said = " ".join(answer.lead)
    assert "2041 HBR-LCL (confidence weak): the manager comes from the hand-compiled file" in said
    assert "2041 HBR-LCL: known only from scores" in said


def test_scores_alone_and_the_official_record_are_told_apart(lake: LakeReader) -> None:
    answer = records(lake, "Abel Splint", "managed")
    (row,) = answer.main.rows
    assert (row["by_scores"], row["official_wins"], row["official_losses"]) == (True, 5, 4)
    assert (row["season_complete"], row["league_games_here"], row["league_games"]) == (False, 7, 9)
    assert "Incomplete: 2041 Harrow Bay Ferrymen, 7 of 9 games." in answer.lead
    assert [view.rows[0]["year"] for view in answer.main.views] == ["2041*‡"]
    assert answer.table("listed").rows == []
    (career,) = {row["level"]: row for row in answer.tables[1].rows if row["level"] == "all"}.values()
    assert (career["seasons_partial"], career["seasons_by_scores"]) == ([2041], [2041])
    assert [row["number"] for row in answer.tables[1].views[0].rows] == ["1*‡"]
    facts = dict(gather(lake, "Abel Splint").facts)
    own = f"{row['wins']}-{row['losses']} in 7 games known only from scores, which may include the postseason"
    assert facts["Record, managed"].endswith(f", in 7 games; of these, {own}")


def test_lines_of_scores_alone_are_marked_where_seasons_add_up(lake: LakeReader) -> None:
    of_season = leaders(lake, "wins", rule="managed")
    assert [(row["by_scores"], row["year"]) for row in of_season.main.views[0].rows] == [(True, "2041*‡")]
    of_career = leaders(lake, "wins", "career", rule="managed")
    assert [(row["seasons_by_scores"], row["years"]) for row in of_career.main.views[0].rows] == [([2041], "2041*‡")]
    of_league = season_answer(lake, 2041)
    assert [view.title for view in of_league.main.views] == [f"{LEAGUE}, AAA*‡"]
    assert [row["by_scores"] for row in of_league.tables[1].rows] == [True]
    for answer in (of_season, of_career, of_league):
        assert any(note.startswith("‡ known only from scores") for note in answer.notes)
    said = " ".join(development(lake, "Abel Splint").lead)
    assert "Not included: 2041 HBR-LCL, known only from scores, without lineups." in said


def test_a_difference_from_the_official_record_has_its_reason(lake: LakeReader) -> None:
    rows = differences(lake, manager="Abel Splint").main.rows
    assert {(row["rule"], row["category"], row["reference"], row["evidence"]) for row in rows} == {
        (
            rule,
            "missing_game",
            "https://page.example/1",
            "2 games without a known result and 2 games missing in this lake",
        )
        for rule in ("managed", "credited")
    }


def test_every_form_of_an_answer_names_the_sources_of_the_lake(lake: LakeReader, folder: Path) -> None:
    asked = ["records", "Abel Splint", "--lake", str(folder / "lake"), "--format"]
    notices = [
        "Minor-league scores: Christopher D. Long",
        "Minor-league managers: a hand-compiled file",
        "Affiliations: Jeff Sackmann, Minor League Splits",
        "Affiliations: MLB Stats API",
        "Affiliations: gzilavyss2025/bbsbh",
        "Chadwick Baseball Bureau Register",
    ]
    flat = CliRunner().invoke(main, [*asked, "csv"])
    as_json = json.loads(CliRunner().invoke(main, [*asked, "json"]).stdout)["notices"]
    of_frame = frame(records(lake, "Abel Splint"), lake.manifest).attrs["notices"]
    assert "Long" not in flat.stdout
    for said in (flat.stderr.splitlines(), as_json, of_frame):
        assert [line for line, notice in zip(said, notices, strict=True) if line.startswith(notice)] == list(said)


def test_a_lake_without_a_source_holds_nothing_of_it(folder: Path, tmp_path: Path) -> None:
    given = Inputs(scores=folder / "scores", register=folder, affiliations=folder, managers=folder / "managers.csv")
    sources = {row["source"] for row in _affiliates_of(given)}
    assert sources == {"minor_league_splits", "milb_history", "statsapi"}
    without = replace(given, without=frozenset({"statsapi"}))
    assert {row["source"] for row in _affiliates_of(without)} == {"minor_league_splits", "milb_history"}
    assert not any("Stats API" in notice for notice in without.notices())
    without = replace(given, without=frozenset({"minorleaguesplits", "managers", "register"}))
    assert {row["source"] for row in _affiliates_of(without)} == {"milb_history", "statsapi"}
    assert set(without.sources()) == {"scores", "affiliations"}
    assert not any(word in " ".join(without.notices()) for word in ("Sackmann", "hand-compiled", "Chadwick"))
    shared = shared_records(without, Account())
    assert (shared["manager_file"].num_rows, shared["register_people"].num_rows) == (0, 0)


@pytest.mark.parametrize("publisher", ["managers", "minorleaguesplits", "statsapi"])
def test_a_lake_that_has_a_source_cannot_be_built_on_without_it(folder: Path, tmp_path: Path, publisher: str) -> None:
    """Its other seasons would keep it. Skipper's own manager file and the lists in the folder have no option."""
    given = Inputs(scores=folder / "scores", register=folder, affiliations=folder)
    published = Manifest("b", "", "", {}, [2040], given.sources(), given.notices())
    require_same_kind(given, published)
    with pytest.raises(SourceError, match=f"already has data from {publisher}: use another lake"):
        require_same_kind(replace(given, without=frozenset({publisher})), published)
    require_same_kind(
        replace(given, without=frozenset({publisher})),
        replace(published, notices=replace(given, without=frozenset({publisher})).notices()),
    )


def test_a_build_without_all_its_games_is_refused(folder: Path, tmp_path: Path) -> None:
    asked = ["build", "--lake", str(tmp_path), "--scores", str(folder / "scores"), "--without", "scores", "--no-cache"]
    refused = CliRunner().invoke(main, asked)
    assert refused.exit_code == 1
    assert "no source of games" in refused.output
    assert "'nobody' is not one of" in CliRunner().invoke(main, ["build", "--without", "nobody"]).output


def _affiliates_of(inputs: Inputs) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = shared_records(inputs, Account())["affiliate"].to_pylist()
    return rows


def test_an_organization_is_one_major_league_club_whatever_its_sources_call_it() -> None:
    """Minor League Splits has the A's, and Rays before 2008; milb-history's Devil Rays last a year too long."""
    named = {("minor_league_splits", "Oak"): "Oakland A's", ("minor_league_splits", "Tam"): "Tampa Bay Rays",
             ("milb_history", "133"): "Oakland Athletics", ("milb_history", "139"): "Tampa Bay Devil Rays",
             ("milb_history", "77"): "Ironmoor Anvils"}  # fmt: skip
    given = [
        {"season": season, "source": source, "source_club": f"{source} {code}", "organization": code,
         "organization_name": name}
        for season in (2007, 2008) for (source, code), name in named.items()
    ]  # fmt: skip
    teams = [{"season": 2008, "club": club, "name": name} for club, name in (("OAK", "Oakland Athletics"),
             ("TBA", "Tampa Bay Rays"), ("FLO", "Florida Marlins"))]  # fmt: skip
    rows = season_tables.one("affiliation", affiliate=given, lahman_teams=teams)
    assert len(rows) == len(given)
    found: dict[tuple[int, str], set[str]] = {}
    for row in rows:
        found.setdefault((row["season"], row["organization"]), set()).add(row["organization_name"])
    for season, rays in ((2007, "Tampa Bay Devil Rays"), (2008, "Tampa Bay Rays")):
        assert found[season, "Oak"] == found[season, "133"] == {"Oakland Athletics"}
        assert found[season, "Tam"] == found[season, "139"] == {rays}
        assert found[season, "77"] == {"Ironmoor Anvils"}


def test_the_system_has_every_club_of_the_organization_once(lake: LakeReader) -> None:
    rows = system(lake, "ironmoor anvils", 2041).main.rows
    assert [(row["level"], row["club_name"], row["managers"], row["games"]) for row in rows] == [
        ("AAA", "Harrow Bay Ferrymen", ["Abel Splint"], 7),
        ("Rk", "DSL Ironmoor", [], None),
    ]
    first = rows[0]
    assert (first["games_expected"], first["sources"]) == (9, ["milb_history", "minor_league_splits"])
    assert (first["wins"], first["losses"], first["ties"], first["no_decisions"]) == (4, 1, 0, 2)


def test_games_without_a_decision_are_no_third_figure_but_have_a_note(lake: LakeReader) -> None:
    answer = system(lake, "Ironmoor Anvils", 2041)
    (view,) = answer.main.views
    assert cell(next(column for column in view.columns if column.heading == "W-L"), view.rows[0]) == "4-1"
    uncounted = "Games ruled no decision or without a known result, counted neither as wins nor as losses"
    assert f"{uncounted}: 2041 HBR-LCL 2." in answer.notes


def test_the_demos_organization_has_a_club_with_games_and_a_manager_at_each_of_four_levels(simulated: Built) -> None:
    rows = system(simulated.reader(), "Ironmoor Anvils", 2042).tables[0].rows
    assert [(row["level"], row["club"], row["managers"]) for row in rows] == [
        ("AAA", "HBR", ["Ambrose Kettleworth"]),
        ("AA", "VLM", ["Teo Brancaleon"]),
        ("A", "FenMBL", ["Ansel Thornquist"]),
        ("Rk", "BriTHL", ["Cosmo Vandermeer"]),
    ]
    assert "minors" in simulated.inputs.places
    for row in rows[2:]:
        results = Counter(_results(simulated.inputs.places["minors"], row["club"]))
        assert (row["wins"], row["losses"], row["ties"]) == (results[1], results[-1], 0)
    # Lahman has the games of the two higher levels, the pages of managers those of the lower ones.
    assert {(row["games_expected"] == row["games"], row["games_share"]) for row in rows} == {(True, 1)}


def test_every_club_name_that_a_tree_prints_names_the_club(simulated: Built) -> None:
    lake = simulated.reader()
    printed = {(row["club"], row["name"]) for row in lake.rows("SELECT club, name FROM club WHERE name IS NOT NULL")}
    tree = system(lake, "Ironmoor Anvils", 2042).main.rows
    printed |= {(row["club"], row["club_name"]) for row in tree if row["games"]}
    assert len({club for club, _name in printed}) > 10
    for code, name in printed:
        assert known_club(lake, name) == known_club(lake, name.upper()) == code


def test_an_organization_is_found_by_its_nickname(simulated: Built) -> None:
    lake = simulated.reader()
    assert find_organization(lake, "anvils", 2042)[0] == "Ironmoor Anvils"
    with pytest.raises(UnknownNameError, match=r"Did you mean .*Ironmoor Anvils"):
        find_organization(lake, "Anvilz", 2042)


def test_the_demos_tree_breaks_no_managers_name(simulated: Built) -> None:
    """In 80 columns; once it said `Ambrose Ke`, and `ttleworth` below."""
    asked = ["system", "Ironmoor Anvils", "--season", "2042", "--lake", str(simulated.lake)]
    printed = CliRunner().invoke(main, asked).stdout
    assert re.search(r"^ +Kettleworth$", printed, re.MULTILINE)
    assert max(map(len, printed.splitlines())) <= 80


def test_the_demos_manager_misses_two_directives(simulated: Built, tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(demo_plan())
    asked = ["directives", "check", str(tmp_path / "plan.yaml"), "--lake", str(simulated.lake), "--format", "json"]
    checked = json.loads(CliRunner().invoke(main, asked).stdout)["directives"]
    verdicts = {directive["id"]: directive["verdict"] for directive in checked}
    assert verdicts == {
        "corrivale-left-handers": "missed",
        "averanda-order": "missed",
        "averanda-shortstop": "met",
    }
    out = tmp_path / "plan.html"
    CliRunner().invoke(main, [*asked[:5], "-o", str(out)])
    page = out.read_text("utf-8")
    assert page.count("<details><summary>107 misses</summary>") == 1, "more than a month of misses is folded"
    assert len(re.findall(r"<p class=\"dates\">Misses: <a", page)) == 1


def _results(minors: Path, club: str) -> Iterator[int]:
    """Yield 1 for a win and -1 for a loss, by the runs in the text of each game of the club."""
    for file in minors.glob("*_PlayByPlay.csv"):
        for game in file.read_text().split("id,")[1:]:
            if club in game:
                lines = [line.split(",") for line in game.splitlines() if line.startswith("play,")]
                runs = [
                    sum(line[-1].count("-H") + line[-1].startswith("HR") for line in lines if line[2] == side)
                    for side in ("0", "1")
                ]
                own = int(game.startswith(club))
                yield 1 if runs[own] > runs[1 - own] else -1


def test_an_unknown_organization_or_season_is_refused(lake: LakeReader) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean Ironmoor Anvils"):
        system(lake, "Ironmor Anvils", 2041)
    with pytest.raises(UnknownSeasonError, match="known seasons: 2040-2043"):
        system(lake, "Ironmoor Anvils", 2050)


def test_affiliates_that_no_source_lists_are_unknown_not_none(tiny: Path) -> None:
    answer = system(LakeReader(tiny), "Alpha Town", 2031)
    assert [row["club_name"] for row in answer.main.rows] == ["Alpha Town"]
    assert answer.lead[0] == "Affiliates unknown: no source in this lake lists them for 2031; known seasons: none."


def test_affiliates_in_a_list_without_all_of_them_are_no_number_of_affiliates(tmp_path: Path) -> None:
    """milb-history has only clubs that have changed; the seasons with a whole list are stated."""
    named = {"organization_name": "Alpha Town", "name": "Beta Borough"}
    rows = [
        {"season": season, "source": source, "source_club": "1", **named}
        for season, source in ((2031, "milb_history"), (2033, "milb_history"), (2033, "statsapi"))
    ]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"affiliation": rows}))
    assert system(lake, "Alpha Town", 2031).lead[0] == (
        "Affiliates unknown: no source in this lake lists all of them for 2031; known seasons: 2033. Known from other "
        "sources: 1, with games in this lake: 0, with a known manager: 0."
    )
    assert system(lake, "Alpha Town", 2033).lead[0].startswith("Affiliates: 1, ")


def test_a_club_whose_number_of_games_is_unknown_is_explained(lake: LakeReader) -> None:
    """The note explains `of ?`, and is left out without one, as for a club without games."""
    rows = system(lake, "Ironmoor Anvils", 2041).main.rows
    assert games_unknown_note(rows) == ()
    known = next(row for row in rows if row["games"])
    unknown = {**known, "games_expected": None}
    assert games_unknown_note([known, {**unknown, "games": None}]) == ()
    (note,) = games_unknown_note([known, unknown])
    assert games_known(unknown).startswith(f"{known['games']} of ?")
    assert games_known({**known, "games": 53, "games_expected": 52}).startswith("53; the book has 52")
    assert games_known({**known, "games": 52, "games_expected": 52}).startswith("52 of 52")
    assert note.startswith("of ?: no source in this lake gives the number of games that the club played.")


def test_the_command_prints_the_tree_and_writes_it_as_a_page(lake: LakeReader, folder: Path, tmp_path: Path) -> None:
    asked = ["system", "Ironmoor Anvils", "--season", "2041", "--lake", str(folder / "lake")]
    printed = CliRunner().invoke(main, asked)
    assert printed.exit_code == 0, printed.output
    assert re.search(r"^AAA +\u251c Harrow Bay Ferrymen +HBR-LCL +LCL ", printed.output, re.MULTILINE)
    assert re.search(r"^Rk +\u2514 DSL Ironmoor ", printed.output, re.MULTILINE)
    assert re.search(r"Games known$", printed.output, re.MULTILINE)
    assert re.search(r" 7 of 9, 78 %\u2021$", printed.output, re.MULTILINE)
    assert "\u2021 known only from scores" in printed.output
    page = tmp_path / "page.html"
    written = CliRunner().invoke(main, [*asked, "-o", str(page)])
    assert written.exit_code == 0, written.output
    drawn = Page(page.read_text())
    assert drawn.texts("text") == [
        *("Ironmoor Anvils", "AAA", "Harrow Bay Ferrymen (LCL)", "4-1, 7 of 9, 78 %\u2021: Abel Splint"),
        *("Rk", "DSL Ironmoor (HSL)", "no games in this lake; manager unknown"),
    ]
    assert (
        "Ironmoor Anvils, affiliates by level: AAA Harrow Bay Ferrymen, 4-1, 7 of 9, 78 %\u2021: Abel Splint"
        in page.read_text()
    )


def test_a_minor_league_club_and_its_managers_belong_to_the_affiliations_organization(lake: LakeReader) -> None:
    of = "SELECT level, organization FROM {} WHERE club = 'HBR-LCL' AND season = 2041"
    for table in ("club", "manager_season"):
        found = {(row["level"], row["organization"]) for row in lake.rows(of.format(table))}
        assert found == {("AAA", "Ironmoor Anvils")}, table


def test_affiliations_of_three_sources_agree_on_a_club(folder: Path) -> None:
    found = {(row["season"], row["source"], row["source_club"]): row for row in affiliates(folder)}
    ours, theirs = found[2041, "minor_league_splits", "HBR-LCL"], found[2041, "milb_history", "9001"]
    for row in (ours, theirs):
        facts = (row["club"], row["name"], row["league"], row["level"], row["organization_name"])
        assert facts == ("HBR-LCL", "Harrow Bay Ferrymen", "LCL", "AAA", "Ironmoor Anvils")
    moved = found[2042, "milb_history", "9001"]
    assert (moved["name"], moved["level"], moved["club"]) == ("Harrow Bay Gannets", "Rk", None)
    stated = found[2043, "statsapi", "9001"]
    assert (stated["league"], stated["level"]) == (None, "AA")  # by its sport: no list has the league
    assert (2041, "minor_league_splits", "OldTLN") not in found
    assert found[2040, "minor_league_splits", "OldTLN"]["name"] == "Lamplighters"
    several = found[2041, "minor_league_splits", "QUO-LCL"]
    assert (several["organization"], several["organization_name"]) == (None, None)


def test_a_club_that_sources_name_differently_is_one_club() -> None:
    """By its place, else by its organization if the league has no other club of it; two that would do stay apart."""
    anvils, gulls = {"organization_name": "Ironmoor Anvils"}, {"organization_name": "Saltmarch Gulls"}
    clubs = {
        "HarLCL": ("Harrow", "Harrow SkyFerrymen", gulls),
        "HbyLCL": ("Harrow Bay", "Harrow Bay Riggers", anvils),
        "VlmLCL": ("Velm/NQ", "Velm/NQ Barons", gulls),
        "OneHSL": ("HSL Gulls1", "HSL Gulls1", gulls),
        "TwoHSL": ("HSL Gulls2", "HSL Gulls2", gulls),
    }
    given = {"season": 2041, "organization": "77"}
    splits = given | {"source": "minor_league_splits"}
    others = [
        ("statsapi", "1", "Harrow Ferrymen", "LCL", gulls),
        ("statsapi", "2", "Harrow Bay Gannets", "LCL", anvils),
        ("milb_history", "2", "Harrow Bay Gannets", None, anvils),
        ("statsapi", "3", "Velm/North Quoin Barons", "LCL", gulls),
        ("statsapi", "4", "HSL Gulls Blue", "HSL", gulls),
        ("statsapi", "5", "HSL Gulls Red", "HSL", gulls),
        ("milb_history", "6", "Harrow Ferrymen", "HSL", anvils),
    ]
    found = season_tables.one(
        "affiliation",
        affiliate=[
            *(
                splits | of | {"source_club": code, "name": name, "league": code[3:]}
                for code, (_place, name, of) in clubs.items()
            ),
            *(
                given | of | {"source": source, "source_club": id_, "name": name, "league": league}
                for source, id_, name, league, of in others
            ),
        ],
        minor_team=[{"club": code, "place": place, "name": name} for code, (place, name, _of) in clubs.items()],
    )
    assert {(row["source"], row["source_club"]): row["club"] for row in found if row["source_club"] not in clubs} == {
        ("statsapi", "1"): "HarLCL",
        ("statsapi", "2"): "HbyLCL",
        ("milb_history", "2"): "HbyLCL",
        ("statsapi", "3"): "VlmLCL",
        ("statsapi", "4"): "4",
        ("statsapi", "5"): "5",
        ("milb_history", "6"): None,
    }


@pytest.mark.parametrize(
    ("season", "name", "league", "club"),
    [
        (2040, "Harrow Ferrymen", None, "HarLCL"),
        (2040, "Harrow Ferrymen", "LCL", "HarLCL"),
        (2040, "Harrow Ferrymen", "HSL", None),
        (2040, "Harrow Gannets", "LCL", None),
        (2039, "Harrow Ferrymen", "LCL", None),
    ],
)
def test_the_season_before_the_list_of_the_plays_has_the_next_seasons_codes(
    season: int, name: str, league: str | None, club: str | None
) -> None:
    listed = {"season": 2041, "source": "minor_league_splits", "source_club": "HarLCL", "league": "LCL"}
    earlier = {"season": season, "source": "milb_history", "source_club": "1", "name": name, "league": league}
    given = {"organization": "77", "organization_name": "Ironmoor Anvils"}
    found = season_tables.one(
        "affiliation",
        affiliate=[given | listed | {"name": "Harrow Ferrymen"}, given | earlier],
        minor_team=[{"club": "HarLCL", "place": "Harrow", "name": "Harrow Ferrymen"}],
    )
    assert {row["club"] for row in found if row["season"] == season} == {club}


def test_the_list_of_clubs_is_found_beside_one_leagues_plays(tmp_path: Path) -> None:
    plays, clubs = tmp_path / "2041_LCL_PlayByPlay.csv", tmp_path / "minorLeagueSplitsTeams.csv"
    for file in (plays, clubs):
        file.touch()
    for place in (plays, tmp_path):
        inputs = Inputs(minors=place)
        assert ("minors", clubs.name) in set(inputs.entries())
        assert inputs.notices()[-1] == affiliations.SPLITS_NOTICE
    with pytest.raises(SourceError):
        affiliations.find_files(plays)


def test_a_folder_without_affiliations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no minorLeagueSplitsTeams\.csv"):
        affiliations.find_files(tmp_path)


@pytest.mark.parametrize(
    "content",
    ["<html>", "[" * 100_000, '{"clubs": {"1": {"currentName": "\\ud800"}}}', '{"clubs": {"\\ud800": {}}}'],
    ids=["a page", "nested lists", "half a character", "half a character in a name"],
)
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "milb-history.json").write_text(content)
    with pytest.raises(SourceError, match=r"milb-history\.json: not valid affiliations JSON: .* line 1 column"):
        affiliations.parse(tmp_path / "milb-history.json")


def test_a_number_that_fits_no_column_is_quarantined(tmp_path: Path) -> None:
    team = {"id": 1, "name": "Harrow Bay Ferrymen", "season": 99_999_999_999}
    (tmp_path / "teams2041.json").write_text(json.dumps({"teams": [team]}))
    (rejected,) = affiliations.parse(tmp_path / "teams2041.json").rejected
    assert rejected.reason == "club 1: season: Value error, 99999999999 is out of range"


def test_a_users_league_replaces_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "leagues.csv").write_text(LEAGUES + "NYP,Own League,2000,2001,A,invented\n")
    found = [row["name"] for row in _leagues(tmp_path / "leagues.csv").to_pylist() if row["league"] == "NYP"]
    assert found == ["Own League"]
    assert len({row["league"] for row in read_leagues(None).to_pylist()}) == len(read_leagues(None))


def test_the_mets_of_2010_have_seven_domestic_clubs_and_two_in_the_dominican_league(real_data: Path) -> None:
    folder = real_data / "minors" / "playbyplay"
    parsed = affiliations.parse(folder / "minorLeagueSplitsTeams.csv")
    tables = {name: found[0] for name, found in parsed.records.items()}
    found = season_tables.one("affiliation", league_file=read_leagues(None), **tables)
    mets = {(row["level"], row["name"]) for row in found if row["organization"] == "Nym" and row["season"] == 2010}
    assert mets == {
        ("AAA", "Buffalo Bisons"),
        ("AA", "Binghamton Mets"),
        ("A+", "St. Lucie Mets"),
        ("A", "Savannah Sand Gnats"),
        ("A-", "Brooklyn Cyclones"),
        ("Rk+", "Kingsport Mets"),
        ("Rk", "GCL Mets"),
        ("Rk", "DSL Mets1"),
        ("Rk", "DSL Mets2"),
    }


def test_no_organization_of_2010_lists_a_club_twice(real_data: Path) -> None:
    """Syracuse, Visalia and Salem have older names in the list beside the play-by-play."""
    files = [*affiliations.find_files(real_data / "minors" / "affiliations")]
    files += affiliations.find_files(real_data / "minors" / "playbyplay")
    parsed = [affiliations.parse(file) for file in files]
    affiliate = pa.concat_tables([table for one in parsed for table in one.records["affiliate"]])
    (minor_team,) = next(one.records["minor_team"] for one in parsed if "minor_team" in one.records)
    found = season_tables.one("affiliation", league_file=read_leagues(None), affiliate=affiliate, minor_team=minor_team)
    named = {(row["source"], row["name"]): row["club"] for row in found if row["season"] == 2010}
    assert named["minor_league_splits", "Syracuse SkyChiefs"] == named["milb_history", "Syracuse Chiefs"] == "SyrIL"
    assert named["milb_history", "Visalia Rawhide"] == "VisCAL"
    assert named["milb_history", "Salem Red Sox"] == "SalCAR"
    assert named["milb_history", "Scranton/Wilkes-Barre Yankees"] == "ScrIL"
    assert None not in named.values()
    clubs = Counter(row["club"] for row in found if row["season"] == 2010 and row["source"] == "milb_history")
    assert max(clubs.values()) == 1
