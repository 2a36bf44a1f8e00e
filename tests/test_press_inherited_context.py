"""Only what a claim's own words say contradicts it: clubs and seasons carried over from other sentences do not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, one
from skipper.press.claim import Claim, Link
from skipper.press.inherited_context import inherited_parts, possible
from skipper.press.reconcile import judge
from skipper.press.vocabulary import Club, Person, Term, Vocabulary


def link(words: str, name: str, id: str) -> Link:
    return Link("clubs", words, name, id)


def said(span: str, **fields: Any) -> Claim:
    return claim("record", span=span, wins=90, losses=64, **fields)


class TestSaid:
    @pytest.mark.parametrize(
        ("span", "parts"),
        [
            ("In 1951 the Harbor Gulls won 90 games", set()),
            ("Harbor went 90-64 in '51", set()),
            ("the GULLS' 1950-52 run", set()),
            ("the Gulls’ 1951–52 run", set()),
            ("They went 90-64 that year", {"club", "time"}),
            ("They went 90-64 in 1951", {"club"}),
            ("The gull flew over harbors; the Gulls lost 64", {"time"}),
            ("They are 90-64 this season", {"club"}),
        ],
    )
    def test_clubs_and_seasons_of_the_span(self, span: str, parts: set[str]) -> None:
        assert inherited_parts(said(span, seasons=[1951], clubs=[GULLS])) == parts

    def test_a_part_that_the_claim_has_not_is_not_carried(self) -> None:
        assert inherited_parts(said("He went 90-64")) == frozenset()

    def test_a_season_that_the_pieces_own_date_gives_is_said(self) -> None:
        told = said("They are 90-64", seasons=[1951])
        assert inherited_parts(told, date(1951, 9, 30)) == frozenset()
        assert inherited_parts(told, date(1952, 9, 30)) == {"time"}
        october = claim("departure", span="He was fired in October", date_of_act="1951-10")
        assert inherited_parts(october, date(1952, 1, 5)) == frozenset()
        assert inherited_parts(october, date(1962, 1, 5)) == {"time"}

    def test_a_half_of_a_name_that_many_clubs_share_names_none(self) -> None:
        assert inherited_parts(said("The New manager went 90-64", clubs=["New Gulls"])) == {"club"}


POST = {"role": "manager", "club": MINERS}
TITLE = {"title": "World Series", "seasons": [1951], "club": GULLS}
TWO = {"what": "world_series_titles", "value": 2, "clubs": [MINERS]}
CARRIED = [
    said("In 1951 they went 90-64", seasons=[1951], clubs=[MINERS], explicit=False),
    said("The Gulls won 90, lost 64", seasons=[1952], clubs=[GULLS], explicit=False),
    claim("record", span="The Gulls went 93-61", wins=93, losses=61, seasons=[1951], clubs=[GULLS], explicit=False),
    claim("stint", span="He managed in 1952", seasons=[1952], **POST, explicit=False),
    claim("departure", span="He was dismissed that year", who=BEALE, club=MINERS, manner=["fired"], seasons=[1951],
          explicit=False),
    claim("appointment", span="Abbot was given charge of it in 1952", outcome="appointed", date_of_act="1952", **POST,
          explicit=False),
    claim("award", span="He was Manager of the Year", award="Manager of the Year", seasons=[1952], explicit=False),
    claim("title", span="He won the World Series with the Gulls", **TITLE, explicit=False),
    claim("tally", span="He won two World Series", **TWO, explicit=False),
]  # fmt: skip
SAID = [
    claim("record", span="In 1951 the Miners went 93-61", wins=93, losses=61, seasons=[1951], clubs=[MINERS]),
    claim("stint", span="He managed the Miners in 1952", seasons=[1952], **POST),
    claim("departure", who=BEALE, club=MINERS, manner=["fired"], seasons=[1951]),
    claim("appointment", span="The Miners hired Abbot in 1952", outcome="appointed", date_of_act="1952", **POST),
    claim("award", span="He was Manager of the Year in 1952", award="Manager of the Year", seasons=[1952]),
    claim("title", span="The Gulls won the 1951 World Series", **TITLE),
    claim("tally", span="He won two with the Miners", **TWO),
]


@pytest.mark.parametrize("wrong", CARRIED, ids=lambda one: one.span)
def test_a_wrong_claim_with_a_carried_club_or_season_accuses_nobody(wrong: Claim) -> None:
    verdict = one(wrong)
    assert verdict.verdict in ("check_reading", "unverifiable")
    assert verdict.ours is not None


@pytest.mark.parametrize("wrong", SAID, ids=lambda one: one.span)
def test_the_same_in_its_own_words_is_contradicted(wrong: Claim) -> None:
    assert one(wrong).verdict == "contradicted"


def test_a_season_in_which_he_ran_nothing_is_open() -> None:
    wrong = claim("record", span="In 1956 they went 93-61", wins=93, losses=61, seasons=[1956], clubs=[MINERS])
    assert one(wrong).verdict == "unverifiable"


def test_a_denial_is_judged_as_it_stands() -> None:
    assert one(said("They never won 90 in 1951", seasons=[1951], clubs=[MINERS], denied=True)).verdict == "supported"


def test_an_age_on_the_date_of_its_piece_is_contradicted() -> None:
    day = dated("a.txt", date(1951, 7, 1))
    assert judge([claim("age", span="He was old", years=50)], (day,), FACTS)[0].verdict == "contradicted"


def _club(id: str, place: str, nickname: str) -> Club:
    return Club(id, f"{place} {nickname}", place, nickname, (), 1930, None, "National League", "MLB", None, "invented")


WORDS = Vocabulary(
    (Person("abbot", "Ned Abbot", "Abbot", terms=(Term("manager", "HBG", 1951, 1953),)),),
    (_club("HBG", "Harbor", "Gulls"), _club("RDG", "Ridge", "Miners")),
    (),
)


class TestImpossible:
    def record(self, span: str, season: int) -> Claim:
        told = said(span, seasons=[season], clubs=[MINERS])
        return Claim(**{**vars(told), "links": (*told.links, link("Miners", MINERS, "RDG"))})

    def test_a_carried_club_that_was_not_his_then_is_dropped(self) -> None:
        kept = possible(self.record("They went 90-64", 1951), None, WORDS)
        assert ("clubs" in kept.fields, [one.field for one in kept.links]) == (False, ["person"])

    def test_one_that_was_his_in_some_of_several_seasons_is_dropped_too(self) -> None:
        """A list of his titles has no one club, where he won them with two."""
        several = self.record("They went 90-64", 1951)
        own = replace(several, fields={**several.fields, "seasons": [1951, 1955], "clubs": [GULLS]})
        told = replace(own, links=(own.links[0], link("Gulls", GULLS, "HBG")))
        [abbot] = WORDS.people
        words = replace(WORDS, people=(replace(abbot, terms=(*abbot.terms, Term("manager", "RDG", 1955, 1955))),))
        assert "clubs" not in possible(told, None, words).fields
        of_one = replace(told, fields={**told.fields, "seasons": [1951, 1952]})
        assert possible(of_one, None, words).fields["clubs"] == [GULLS]

    @pytest.mark.parametrize(("span", "season"), [("The Miners went 90-64", 1951), ("They went 90-64", 1955)])
    def test_one_that_is_said_or_of_a_season_without_games_of_his_stays(self, span: str, season: int) -> None:
        assert possible(self.record(span, season), None, WORDS).fields["clubs"] == [MINERS]
