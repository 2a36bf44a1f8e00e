"""Only what a claim's own words say contradicts it: clubs and seasons carried over from other sentences do not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from press_facts import BEALE, FACTS, GULLS, MINERS, claim, dated, of_season, one, told
from press_claims import claims_of
from skipper.press.carried import carried, possible
from skipper.press.claim import Claim, Link, Report
from skipper.press.clean import passages
from skipper.press.reconcile import Verdict, judge
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
        assert carried(said(span, seasons=[1951], clubs=[GULLS])) == parts

    def test_a_part_that_the_claim_has_not_is_not_carried(self) -> None:
        assert carried(said("He went 90-64")) == frozenset()

    def test_a_season_that_the_pieces_own_date_gives_is_said(self) -> None:
        told = said("They are 90-64", seasons=[1951])
        assert carried(told, date(1951, 9, 30)) == frozenset()
        assert carried(told, date(1952, 9, 30)) == {"time"}
        october = claim("departure", span="He was fired in October", date_of_act="1951-10")
        assert carried(october, date(1952, 1, 5)) == frozenset()
        assert carried(october, date(1962, 1, 5)) == {"time"}

    def test_a_half_of_a_name_that_many_clubs_share_names_none(self) -> None:
        assert carried(said("The New manager went 90-64", clubs=["New Gulls"])) == {"club"}


class TestRecords:
    @pytest.mark.parametrize(
        ("span", "figures", "season", "club", "row", "unsaid"),
        [
            ("In 1951 they went 90-64", (90, 64), 1951, MINERS, "1951 Harbor Gulls 90-64", "name Ridge Miners;"),
            ("The Gulls won 90, lost 64", (90, 64), 1952, GULLS, "1951 Harbor Gulls 90-64", "name 1952;"),
            ("They went 77-77", (77, 77), 1951, GULLS, "1955 Ridge Miners 77-77", "name Harbor Gulls or 1951;"),
        ],
    )
    def test_a_record_of_another_club_or_season_of_his_is_told_and_supports_none(
        self, span: str, figures: tuple[int, int], season: int, club: str, row: str, unsaid: str
    ) -> None:
        wins, losses = figures
        verdict = one(claim("record", span=span, wins=wins, losses=losses, seasons=[season], clubs=[club]))
        assert (verdict.verdict, verdict.ours) == ("unverifiable", f"{wins}-{losses}")
        assert row in told(verdict, "table")
        assert unsaid in told(verdict, "note")

    def test_the_same_with_the_club_said_is_wrong(self) -> None:
        verdict = one(said("In 1951 the Miners went 90-64", seasons=[1951], clubs=[MINERS]))
        assert verdict.verdict == "contradicted"

    def test_a_figure_that_fits_nowhere_is_open_where_the_season_is_carried(self) -> None:
        wrong = claim("record", span="The Gulls went 93-61", wins=93, losses=61, seasons=[1951], clubs=[GULLS])
        verdict = one(wrong)
        assert (verdict.verdict, verdict.ours) == ("unverifiable", "90-64")
        assert verdict.settles == "which season the words mean"

    def test_a_figure_that_no_club_of_the_season_had_is_wrong(self) -> None:
        wrong = claim("record", span="In 1951 they went 93-61", wins=93, losses=61, seasons=[1951], clubs=[MINERS])
        verdict = one(wrong)
        assert (verdict.verdict, verdict.ours) == ("contradicted", "90-64")
        assert "wrong with any club of his" in told(verdict, "note")

    def test_a_season_in_which_he_ran_nothing_is_open(self) -> None:
        wrong = claim("record", span="In 1956 they went 93-61", wins=93, losses=61, seasons=[1956], clubs=[MINERS])
        assert one(wrong).verdict == "unverifiable"

    def test_part_of_a_season_is_not_held_against_a_career(self) -> None:
        beales = {"who": BEALE, "wins": 32, "losses": 33}
        verdict = one(claim("record", span="with the team at 32-33", **beales))
        assert (verdict.verdict, verdict.settles) == ("unverifiable", "which season the words mean")
        assert one(claim("record", span="a career record of 32-33", **beales)).verdict == "contradicted"

    def test_the_clubs_record_told_without_him_is_another_mans(self) -> None:
        others = {"wins": 60, "losses": 94, "seasons": [1951], "clubs": [MINERS]}
        verdict = one(claim("record", span="The Miners were 60-94 in 1951", **others))
        assert (verdict.verdict, verdict.settles) == ("unverifiable", "whose record the words mean")
        assert "Ike Beale (60-94)" in told(verdict)
        for span in ("He took the Miners to 60-94 in 1951", "Under Abbot the Miners were 60-94 in 1951"):
            assert one(claim("record", span=span, **others)).verdict == "contradicted"
        never = claim("record", span="The Miners were 61-93 in 1951", **{**others, "wins": 61, "losses": 93})
        assert one(never).verdict == "contradicted"

    def test_a_denial_is_judged_as_it_stands(self) -> None:
        denied = said("They never won 90 in 1951", seasons=[1951], clubs=[MINERS], denied=True)
        assert one(denied).verdict == "supported"


class TestOthers:
    def test_a_stint(self) -> None:
        there = claim("stint", span="He managed in 1952", role="manager", club=MINERS, seasons=[1952])
        verdict = one(there)
        assert (verdict.verdict, "Harbor Gulls 1952" in told(verdict)) == ("unverifiable", True)
        assert verdict.settles == "which club the words mean"
        said_so = claim("stint", span="He managed the Miners in 1952", role="manager", club=MINERS, seasons=[1952])
        assert one(said_so).verdict == "contradicted"

    def test_a_departure(self) -> None:
        span = "He was dismissed that year"
        carried_over = claim("departure", span=span, who=BEALE, club=MINERS, manner=["fired"], seasons=[1951])
        assert one(carried_over).verdict == "unverifiable"
        named = claim("departure", who=BEALE, club=MINERS, manner=["fired"], seasons=[1951])
        assert one(named).verdict == "contradicted"

    def test_an_appointment(self) -> None:
        post = {"role": "manager", "outcome": "appointed", "club": MINERS, "date_of_act": "1952"}
        verdict = one(claim("appointment", span="Abbot was given charge of it in 1952", **post))
        assert verdict.verdict != "contradicted"
        assert one(claim("appointment", span="The Miners hired Abbot in 1952", **post)).verdict == "contradicted"

    def test_an_award_of_another_season(self) -> None:
        award = {"award": "Manager of the Year", "seasons": [1952]}
        verdict = one(claim("award", span="He was Manager of the Year", **award))
        assert (verdict.verdict, "1951 BBWAA" in str(verdict.ours)) == ("unverifiable", True)
        assert one(claim("award", span="He was Manager of the Year in 1952", **award)).verdict == "contradicted"

    def test_a_title_of_another_season(self) -> None:
        title = {"title": "World Series", "seasons": [1951], "club": GULLS}
        verdict = one(claim("title", span="He won the World Series with the Gulls", **title))
        assert (verdict.verdict, verdict.settles) == ("unverifiable", "which season the words mean")
        assert verdict.ours == "1931 World Series: Harbor Gulls"
        assert one(claim("title", span="The Gulls won the 1951 World Series", **title)).verdict == "contradicted"

    def test_a_count_with_a_carried_club(self) -> None:
        three = {"what": "world_series_titles", "value": 2, "clubs": [MINERS]}
        verdict = one(claim("tally", span="He won two World Series", **three))
        assert (verdict.verdict, verdict.ours) == ("unverifiable", "managed 1: 1953; played 1: 1931")
        assert one(claim("tally", span="He won two with the Miners", **three)).verdict == "contradicted"
        nowhere = {**three, "value": 7}
        assert one(claim("tally", span="He won seven World Series", **nowhere)).verdict == "unverifiable"

    def test_an_age_of_a_season_of_which_an_undated_piece_tells(self) -> None:
        early = claim("record", wins=90, losses=64, seasons=[1951])
        seasons = [replace(early, start=500, end=520), replace(of_season(1955), start=700, end=720)]
        verdict = one(claim("age", span="He was 41", years=41), *seasons)
        assert (verdict.verdict, verdict.ours) == ("supported", "41 in 1951")
        assert one(claim("age", span="He was 31", years=31), *seasons).verdict == "unverifiable"
        day = dated("a.txt", date(1955, 7, 1))
        then = one(claim("age", span="He was 41", years=41), *seasons, reports=(day,))
        assert (then.verdict, then.ours) == ("implied", "41 in 1951")
        assert one(claim("age", span="Abbot is 41", years=41), *seasons, reports=(day,)).verdict == "contradicted"

    def test_an_age_is_not_guarded(self) -> None:
        day = dated("a.txt", date(1951, 7, 1))
        assert judge([claim("age", span="He was old", years=50)], (day,), FACTS)[0].verdict == "contradicted"


def _club(id: str, place: str, nickname: str) -> Club:
    return Club(id, f"{place} {nickname}", place, nickname, (), 1930, None, "National League", "MLB", None, "invented")


WORDS = Vocabulary(
    (Person("abbot", "Ned Abbot", "Abbot", terms=(Term("manager", "HBG", 1951, 1953),)),),
    (_club("HBG", "Harbor", "Gulls"), _club("RDG", "Ridge", "Miners")),
    (),
)


class TestTheSentence:
    """What its sentence says of a claim's season is said, and is in its span: Spark judges without the text."""

    def judged(self, text: str, type: str) -> tuple[Claim, Verdict]:
        report = Report("a.txt", text, passages(text))
        found = claims_of(report, WORDS)
        verdicts = judge(found, (replace(report, text=""),), FACTS)
        return next((one, verdict) for one, verdict in zip(found, verdicts, strict=True) if one.type == type)

    @pytest.mark.parametrize(
        ("text", "type", "ours"),
        [
            ("Ned Abbot managed the 1951 Gulls and won the World Series.", "title", "1951: Ridge Miners"),
            ("Ned Abbot's 1951 Gulls went 90-64 and won the World Series.", "title", "1951: Ridge Miners"),
            ("Ned Abbot managed the Gulls in 1951, and he won the World Series.", "title", "1951: Ridge Miners"),
            ("Ned Abbot managed the Gulls in 1952 and went 70-83.", "record", "80-72 managed, 81-73 credited"),
            ("In 1952 Ned Abbot's Gulls won and he was Manager of the Year again.", "award", "1952 Ike Beale"),
        ],
    )
    def test_a_season_of_the_clause_before_is_held_to(self, text: str, type: str, ours: str) -> None:
        found, verdict = self.judged(text, type)
        assert found.span == text.rstrip(".")
        assert (verdict.verdict, ours in str(verdict.ours)) == ("contradicted", True)

    @pytest.mark.parametrize(
        "text",
        [
            "Ned Abbot managed the Gulls in 1951 and later won the World Series.",
            "Ned Abbot managed the Gulls in 1951. He won the World Series.",
            "Ned Abbot managed the Gulls since 1951 and won the World Series.",
            "Ned Abbot, who managed the Gulls in 1951, won the World Series.",
        ],
    )
    def test_words_that_may_mean_another_season_neither_support_nor_contradict_it(self, text: str) -> None:
        found, verdict = self.judged(text, "title")
        assert "1951" not in found.span
        assert verdict.verdict == ("unverifiable" if found.fields.get("seasons") else "supported")

    def test_a_careers_wins_are_of_no_season_told_before(self) -> None:
        found, _ = self.judged("Ned Abbot managed the Gulls in 1951 and won 1,571 games.", "record")
        assert "1951" not in found.span


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


class TestPostsElsewhere:
    """A club carried over to an act of which the games tell that he was, or ever was, with others alone."""

    LATER = Person("last", "Al Last", "Last", terms=(Term("manager", "RDG", 1958, 1960),))

    def clubs(self, text: str, day: date | None = None) -> dict[str, str | None]:
        """The club of each act that ends or begins a post, by whose it is."""
        words = replace(
            WORDS, people=(*WORDS.people, self.LATER, Person("nash", "Ike Nash", "Nash", managed=(1951, 1960)))
        )
        found = claims_of(Report("a.txt", text, passages(text), date=day), words)
        acts = [one for one in found if one.type in ("departure", "appointment")]
        assert acts
        return {one.fields["person"]: one.fields.get("club") for one in acts}

    def test_of_the_year_of_the_act(self) -> None:
        assert self.clubs("The Miners lost. Ned Abbot was fired in May 1952.") == {"Ned Abbot": None}
        assert self.clubs("The Miners fired Ned Abbot in May 1952.") == {"Ned Abbot": MINERS}

    def test_of_no_year(self) -> None:
        assert self.clubs("Ike Nash managed the Miners. Ned Abbot replaced him.") == {"Ned Abbot": None}
        assert self.clubs("Ike Nash managed the Gulls. Ned Abbot replaced him.") == {"Ned Abbot": GULLS}

    def test_a_town_of_the_news_is_no_post(self) -> None:
        assert self.clubs("Ned Abbot's Gulls lost. In July 1952 he resigned in Ridge.") == {"Ned Abbot": GULLS}
        assert self.clubs("The Gulls lost. In July 1959 Al Last was fired in Ridge.") == {"Al Last": MINERS}
