"""What the file of minor-league managers decides of a claim, and what it leaves open."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from built_lake import Built
from press_facts import FACTS, claim, dated, one, starts, told
from press_frozen import frozen
from skipper.lake.reader import LakeReader
from skipper.press.answer import judged
from skipper.press.claim import Report
from skipper.press.facts import Facts, Listing
from skipper.press.facts_of_lake import load_facts
from skipper.press.vocabulary_of_lake import load_vocabulary
from tiny_lake import write_lake

FERRY, QUOIN = "Harrow Bay Ferrymen", "Quoin Harbor Rats"


def listing(season: int, club: str, level: str, *record: int, **more: Any) -> Listing:
    """A row of the file: its club belongs to the Gulls."""
    wins, losses = record or (None, None)
    names = (club, f"The {club.split()[-1]}")
    known = {"games": None, "postseason_games": 0, "source": f"page.example/{season}"} | more
    return Listing(season, club, names, level, ("Harbor Gulls",), wins, losses, **known)


def with_rows(*rows: Listing) -> Facts:
    abbot = replace(FACTS.people["abbot"], listed=rows)
    return replace(FACTS, people={**FACTS.people, "abbot": abbot})


ROWS = (
    listing(1941, QUOIN, "AA", confidence="weak"),
    listing(1942, FERRY, "AA", 80, 60, games="84-63"),
    listing(1943, FERRY, "AA", 60, 80, postseason_games=3),
    listing(1944, QUOIN, "AAA", 77, 66),
)


@pytest.mark.parametrize(
    ("kind", "fields", "verdict"),
    [
        ("record", {"wins": 80, "losses": 60, "seasons": [1942], "clubs": [FERRY]}, "corroborated"),
        ("record", {"wins": 84, "losses": 63, "seasons": [1942], "clubs": [FERRY]}, "corroborated"),
        ("record", {"wins": 81, "losses": 60, "seasons": [1942], "clubs": [FERRY]}, "disputed"),
        ("record", {"wins": 140, "losses": 140, "seasons": [1942, 1943], "clubs": [FERRY]}, "corroborated"),
        ("record", {"wins": 80, "losses": 60, "seasons": [1945], "clubs": [FERRY]}, "unverifiable"),
        ("record", {"wins": 77, "losses": 66, "seasons": [1944], "level_resolved": "AAA"}, "corroborated"),
        ("record", {"wins": 77, "losses": 66, "seasons": [1944], "level_resolved": "AA"}, "unverifiable"),
        ("stint", {"club": FERRY, "role": "manager", "seasons": [1942, 1943]}, "corroborated"),
        ("stint", {"club": "Harrow Bay", "role": "manager", "level_resolved": "AA"}, "corroborated"),
        ("stint", {"club": FERRY, "role": "manager", "seasons": [1942, 1944]}, "unverifiable"),
        ("stint", {"club": FERRY, "role": "manager", "level_resolved": "AAA"}, "unverifiable"),
        ("stint", {"club": FERRY, "role": "coach", "seasons": [1942]}, "unverifiable"),
        ("stint", {"club": QUOIN, "role": "manager", "seasons": [1941]}, "unverifiable"),  # the row is weak
        ("stint", {"club": QUOIN, "organization": "Ridge Miners", "role": "manager"}, "unverifiable"),
        ("appointment", {"club": QUOIN, "outcome": "promoted", "for_season": 1944}, "corroborated"),
        ("appointment", {"club": FERRY, "outcome": "appointed", "for_season": 1943}, "unverifiable"),
        ("appointment", {"club": QUOIN, "outcome": "finalist", "for_season": 1944}, "unverifiable"),
        ("tally", {"what": "seasons_managed", "value": 2, "clubs": [FERRY]}, "corroborated"),
        ("tally", {"what": "seasons_managed", "value": 3, "clubs": [FERRY]}, "unverifiable"),
        ("tally", {"what": "seasons_above_500", "value": 2, "of": 3, "clubs": [FERRY, QUOIN]}, "corroborated"),
        ("tally", {"what": "seasons_above_500", "value": 3, "of": 3, "clubs": [FERRY, QUOIN]}, "unverifiable"),
        ("tally", {"what": "postseason_seasons", "seasons": [1943], "clubs": [FERRY]}, "corroborated"),
        ("tally", {"what": "postseason_seasons", "seasons": [1942], "clubs": [FERRY]}, "unverifiable"),
    ],
)
def test_a_row_corroborates_what_it_says_and_never_supports(kind: str, fields: dict[str, Any], verdict: str) -> None:
    found = one(claim(kind, **fields), facts=with_rows(*ROWS))
    assert found.verdict == verdict
    if verdict == "corroborated":
        assert str(found.rule).startswith("listed manager")
        assert "page.example/194" in told(found, "table")
    if verdict == "unverifiable":
        assert found.settles


# 51-24 by the page and the games here; the club has 53-27 with the postseason.
SURE = listing(1946, FERRY, "A-", 51, 24, games="51-24", of_club=(53, 27), postseason_games=5)


@pytest.mark.parametrize(
    ("wins", "losses", "more", "verdict"),
    [
        (51, 24, {}, "corroborated"),
        (60, 15, {}, "contradicted"),
        (45, 30, {}, "contradicted"),
        (52, 23, {}, "check_reading"),  # the club won so many with the postseason
        (30, 12, {}, "check_reading"),  # of a part of the games
        (60, 15, {"explicit": False}, "check_reading"),
        (60, 15, {"hedged": True}, "check_reading"),
        (60, 15, {"span": "X went about 60-15 with Harrow Bay in 1946"}, "unverifiable"),
    ],
)
def test_games_that_the_page_confirms_contradict_what_the_club_never_had(
    wins: int, losses: int, more: dict[str, Any], verdict: str
) -> None:
    told_of = claim("record", wins=wins, losses=losses, seasons=[1946], clubs=[FERRY], **more)
    found = one(told_of, facts=with_rows(SURE))
    assert (found.verdict, found.ours) == (verdict, "51-24")
    assert "51-24; by the games here 51-24: page.example/1946" in told(found, "table")
    assert bool(found.settles) == (verdict != "contradicted")


@pytest.mark.parametrize(
    ("row", "verdict", "ours"),
    [
        (replace(SURE, of_club=None), "check_reading", "51-24"),
        (replace(SURE, games="50-24"), "disputed", "51-24 by the page, 50-24 by the games here"),
        (replace(SURE, games=None, of_club=None), "disputed", "51-24"),
        (replace(SURE, wins=None, losses=None), "unverifiable", "51-24"),
    ],
)
def test_our_figures_are_shown_where_page_or_games_alone_speak(row: Listing, verdict: str, ours: str) -> None:
    """Neither alone covers the season: the page is one more report, and of the games some may be lacking."""
    found = one(claim("record", wins=60, losses=15, seasons=[1946], clubs=[FERRY]), facts=with_rows(row))
    assert (found.verdict, found.ours) == (verdict, ours)


def test_a_record_without_a_club_is_not_contradicted_by_a_clubs_games() -> None:
    told_of = claim("record", wins=60, losses=15, seasons=[1946], level_resolved="A-")
    assert one(told_of, facts=with_rows(SURE)).verdict == "check_reading"


def test_without_the_file_nothing_is_told() -> None:
    assert one(claim("stint", club=FERRY, role="manager", seasons=[1942])).verdict == "unverifiable"


def test_the_coaches_of_the_api_corroborate_and_never_support(tmp_path: Path) -> None:
    """A club's season without a row of the file: its games give the record, and nothing states a confidence."""
    club = {"season": 2031, "club": "HBR", "name": FERRY, "league": "LCL", "level": "AA"}
    club |= {"organization": "Harbor Gulls"}
    game = {"season": 2031, "club": "HBR", "game_type": "regular", "manager_person_id": "abbot", "result": "W"}
    named = [("statsapi_coaches", "W"), ("statsapi_coaches", "W"), ("statsapi_coaches", "L"), (None, "L")]
    games = [
        game | {"game_id": f"HBR{number}", "manager_source": source, "result": result}
        for number, (source, result) in enumerate(named)
    ]
    major = game | {"game_id": "M", "club": "ALP", "manager_source": "statsapi_coaches"}
    person = {"person_id": "abbot", "source": "register", "name": "Abbot"}
    more = {"club": [club], "club_game": [*games, major], "person": [person]}
    lake = LakeReader(write_lake(tmp_path / "lake", more=more))
    (row,) = load_facts(lake, ["abbot"]).people["abbot"].listed
    assert (row.club, row.level, row.games, row.wins, row.table) == (FERRY, "AA", "2-1", None, "club_game")
    assert (row.of_club, row.organizations) == ((2, 2), ("Harbor Gulls",))
    stint = one(claim("stint", club=FERRY, role="manager", seasons=[2031]), facts=with_rows(row))
    assert stint.verdict == "corroborated"
    assert "the coaches of the Stats API, without dates (confidence not stated)" in told(stint, "table")
    record = claim("record", wins=2, losses=1, seasons=[2031], clubs=[FERRY])
    assert one(record, facts=with_rows(row)).verdict == "corroborated"
    other = claim("record", wins=3, losses=1, seasons=[2031], clubs=[FERRY])
    found = one(other, facts=with_rows(row))
    assert (found.verdict, found.ours) == ("unverifiable", "2-1")


def test_a_row_tells_its_confidence() -> None:
    sure = listing(1942, FERRY, "AA", confidence="medium")
    found = one(claim("stint", club=FERRY, role="manager", seasons=[1942]), facts=with_rows(sure))
    assert "page.example/1942 (confidence medium)" in told(found, "table")


def test_a_page_does_not_corroborate_itself() -> None:
    report = Report("a.txt", "", url="page.example/1942")
    told_of = claim("stint", club=FERRY, role="manager", seasons=[1942])
    assert one(told_of, reports=(report,), facts=with_rows(*ROWS)).verdict == "unverifiable"


def test_a_record_told_within_the_season_is_not_disputed() -> None:
    midway = claim("record", wins=30, losses=20, seasons=[1942], clubs=[FERRY])
    found = one(midway, reports=(dated("a.txt", date(1942, 6, 1)),), facts=with_rows(*ROWS))
    assert found.verdict == "unverifiable"


def test_a_career_gets_what_the_pages_say_and_no_more() -> None:
    career = claim("record", wins=300, losses=290, season_count=5, level_stated="minor league")
    present = claim("stint", club=QUOIN, role="manager", seasons=[1944])
    found = one(career, present, facts=with_rows(*ROWS))
    assert found.verdict == "unverifiable"
    assert "140-140 for Harrow Bay Ferrymen 1942-1943: counted to 1943, 300-290 leaves 160-150" in told(found, "sum")


def test_minor_league_rows_touch_no_claim_of_the_majors() -> None:
    major = claim("record", wins=80, losses=60, seasons=[1942], clubs=["Harbor Gulls"], level_resolved="MLB")
    assert one(major, facts=with_rows(*ROWS)).verdict == "unverifiable"


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({"kind": "bats_high", "span": "batted third"}, "supported"),
        ({"kind": "bats_high", "club": FERRY, "span": "batted third"}, "supported"),
        ({"kind": "bats_high", "manager": "Jo Cole", "span": "batted third under Cole"}, "corroborated"),
        ({"kind": "bats_low", "manager": "Jo Cole", "span": "batted eighth under Cole"}, "disputed"),
        ({"kind": "bats_high", "manager": "Ike Beale", "span": "batted third under Beale"}, "unverifiable"),
        ({"kind": "bats_high", "club": QUOIN, "span": "batted third"}, "unverifiable"),
    ],
)
def test_lineups_of_the_minors_are_the_games_and_their_manager_the_files(fields: dict[str, Any], verdict: str) -> None:
    third = replace(starts(1942, "HBR", 60), by_slot=(0, 0, 60, 0, 0, 0, 0, 0, 0), manager_id="managers:Jo Cole")
    farm = replace(third, manager_name="Jo Cole", club_name=FERRY)
    abbot = replace(FACTS.people["abbot"], starts=(), farm_starts=(farm,))
    facts = replace(FACTS, people={**FACTS.people, "abbot": abbot})
    assert one(claim("usage", **fields), facts=facts).verdict == verdict


def test_the_claims_of_the_four_pieces_in_a_lake_of_the_majors(every_season: Built, real_data: Path) -> None:
    """Of the 35 that were open before the file of managers, 22 are."""
    reports, expected = frozen(real_data)
    claims = [one_claim for one_claim, _verdict in expected]
    found = judged(reports, claims, every_season.reader())
    wrong = [
        (claim.type, dict(claim.fields), verdict, now.verdict)
        for (claim, verdict), now in zip(expected, found.verdicts, strict=True)
        if now.verdict != verdict
    ]
    assert wrong == []
    counts = Counter(now.verdict for now in found.verdicts)
    assert counts == {"corroborated": 33, "unverifiable": 22, "supported": 9, "disputed": 6, "implied": 1}
    assert all(now.settles for now in found.verdicts if now.verdict == "unverifiable")


def test_games_of_the_minors_add_no_club_that_the_lists_have(tmp_path: Path) -> None:
    """A lake's `GCL Mets` would make an organization of the Mets of a piece; a club of a user's league is added."""
    league = {"first_season": 2031, "level": "Rk", "source": "invented"}
    rows = [
        {"season": 2031, "club": "GmeGCL", "name": "GCL Mets", "league": "GCL", "level": "Rk"},
        {"season": 2031, "club": "HBR-LCL", "name": "Harrow Bay Ferrymen", "league": "LCL", "level": "AA"},
    ]
    leagues = [
        league | {"league": "GCL", "name": "Gulf Coast League"},
        league | {"league": "LCL", "name": "Lantern Coast League"},
    ]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"club": rows, "league": leagues}))
    found = {club.id for club in load_vocabulary(lake).clubs}
    assert "GmeGCL" not in found
    assert "HBR-LCL" in found


GULLS = ("Harbor Gulls", "affiliation", "milb_history, statsapi")
OF_GULLS = "affiliate of the Harbor Gulls (milb_history, statsapi)"


def test_a_verdict_cites_the_affiliation_of_the_organization_that_the_claim_names() -> None:
    rows = with_rows(*(replace(row, affiliations=(GULLS,)) for row in ROWS))
    stint = claim("stint", organization="Harbor Gulls", role="manager", seasons=[1942, 1943])
    found = one(stint, facts=rows)
    assert found.verdict == "corroborated"
    assert told(found, "table").count(f"{FERRY} 1942-1943: {OF_GULLS}") == 1
    of_club = one(claim("stint", club=FERRY, role="manager", seasons=[1942]), facts=rows)
    assert OF_GULLS not in told(of_club, "table")  # the claim names no organization


@pytest.mark.parametrize(
    ("seasons", "verdict", "ours"),
    [
        ([1942], "check_reading", f"{FERRY} 1942: affiliate of the Harbor Gulls"),
        ([1942, 1943], "check_reading", f"{FERRY} 1942-1943: affiliate of the Harbor Gulls"),
        ([1942, 1944], "unverifiable", None),  # the file has no 1944 there
        ([], "unverifiable", None),  # nor every season of anybody
    ],
)
def test_a_club_of_another_organization_is_to_be_checked(seasons: list[int], verdict: str, ours: str | None) -> None:
    rows = with_rows(*(replace(row, affiliations=(GULLS,)) for row in ROWS))
    when = {"seasons": seasons} if seasons else {}
    found = one(claim("stint", club=FERRY, organization="Ridge Miners", role="manager", **when), facts=rows)
    assert (found.verdict, found.ours) == (verdict, ours)
    assert f"{FERRY} 1942" in told(found, "table")
    assert OF_GULLS in told(found, "table")


def test_an_organization_is_known_by_each_name_of_its_franchise() -> None:
    """Miami's club was the Florida Marlins."""
    row = replace(ROWS[1], organizations=("Florida Marlins",), affiliations=(("Florida Marlins", "affiliation", "x"),))
    stint = claim("stint", club=FERRY, organization="Miami Marlins", role="manager", seasons=[1942])
    found = one(stint, facts=with_rows(row))
    assert found.verdict == "corroborated"
    assert f"{FERRY} 1942: affiliate of the Florida Marlins (x)" in told(found, "table")


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, "listed manager: club, season, role"),
        ({"organization": "Harbor Gulls"}, "listed manager: club, organization, season, role"),
    ],
)
def test_a_corroborated_stint_names_what_was_compared(fields: dict[str, Any], rule: str) -> None:
    """A parent that is not read is not checked."""
    stint = claim("stint", club=FERRY, role="manager", seasons=[1942], **fields)
    assert one(stint, facts=with_rows(*ROWS)).rule == rule


VALE = listing(1950, FERRY, "AA", manager="Joe Vale", whole_season=True)


@pytest.mark.parametrize(
    ("rows", "fields", "verdict"),
    [
        ((VALE,), {}, "check_reading"),
        ((VALE,), {"seasons": [1949, 1950]}, "check_reading"),
        ((replace(VALE, whole_season=False),), {}, "unverifiable"),
        ((replace(VALE, manager="Ed Abbot"),), {}, "unverifiable"),  # may be the same person
    ],
)
def test_who_else_is_listed_for_the_club_is_named(
    rows: tuple[Listing, ...], fields: dict[str, Any], verdict: str
) -> None:
    """The file is made by hand: it never contradicts."""
    stint = claim("stint", **({"club": FERRY, "role": "manager", "seasons": [1950]} | fields))
    found = one(stint, facts=replace(with_rows(*ROWS), listed=rows))
    assert found.verdict == verdict
    assert "page.example/1950" in told(found, "table")
    assert found.ours == (f"Joe Vale: {FERRY} 1950" if verdict == "check_reading" else None)
    assert str(found.settles).startswith("page.example/1950 and " if verdict == "check_reading" else "the games")


@pytest.mark.parametrize(
    "fields",
    [
        {"seasons": [1951]},
        {"role": "coach"},
        {"club": QUOIN},
        {"level_resolved": "AAA"},
        {"organization": "Ridge Miners"},
    ],
)
def test_a_row_of_another_club_season_or_post_says_nothing(fields: dict[str, Any]) -> None:
    stint = claim("stint", **({"club": FERRY, "role": "manager", "seasons": [1950]} | fields))
    found = one(stint, facts=replace(with_rows(*ROWS), listed=(VALE, replace(VALE, confidence="weak", season=1951))))
    assert found.verdict == "unverifiable"
    assert "Vale" not in told(found) + str(found.ours)


def test_a_row_never_speaks_against_who_is_listed_beside_another() -> None:
    shared = replace(VALE, season=1942)
    stint = claim("stint", club=FERRY, role="manager", seasons=[1942])
    assert one(stint, facts=replace(with_rows(*ROWS), listed=(shared,))).verdict == "corroborated"


def test_a_name_of_two_clubs_of_the_season_leaves_the_claim_open() -> None:
    """Columbus, Ohio, had the Clippers and Columbus, Georgia, the RedStixx in 1995."""
    row = replace(VALE, season=1995, club="Columbus Clippers", names=("Columbus Clippers",))
    facts = replace(with_rows(*ROWS), listed=(row,))
    found = [
        one(claim("stint", club=name, role="manager", seasons=[1995]), facts=facts).verdict
        for name in ("Columbus", "Columbus Clippers")
    ]
    assert found == ["unverifiable", "check_reading"]


def test_an_appointment_to_an_organization_is_that_to_an_affiliate() -> None:
    rows = with_rows(*(replace(row, affiliations=(GULLS,)) for row in ROWS[1:]))
    hired = {"organization": "Harbor Gulls", "outcome": "appointed"}
    first = one(claim("appointment", **hired, date_of_act="1941-11"), facts=rows)
    assert (first.verdict, first.ours) == ("corroborated", f"{FERRY} 1942")
    assert OF_GULLS in told(first, "table")
    day = "The page gives the season, not the day: 1942 fits an appointment dated 1941-11-01 to 1941-11-30."
    assert day in told(first, "note")
    assert one(claim("appointment", **hired, date_of_act="1943"), facts=rows).verdict == "unverifiable"
