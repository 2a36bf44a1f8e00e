"""Verdicts on clubs told by a nickname that moved with them: the Braves of Boston, of Milwaukee, of Atlanta."""

from __future__ import annotations

from dataclasses import replace

import pytest

from press_facts import ABBOT, both, claim, one
from skipper.answers.people import plain
from skipper.press.claim import Claim, Link
from skipper.press.facts import Facts, Person
from skipper.press.reconcile import Verdict

BOSTON, MILWAUKEE, ATLANTA = "Boston Braves", "Milwaukee Braves", "Atlanta Braves"
KANSAS_CITY, OAKLAND = "Kansas City Athletics", "Oakland Athletics"
_CLUBS = {
    **{(season, "BSN"): BOSTON for season in range(1950, 1953)},
    **{(season, "MLN"): MILWAUKEE for season in range(1953, 1957)},
    **{(season, "ATL"): ATLANTA for season in range(1966, 1971)},
    **{(season, "KC1"): KANSAS_CITY for season in range(1961, 1968)},
    **{(season, "OAK"): OAKLAND for season in range(1968, 1971)},
}
_ABBOT = Person(
    "abbot",
    ABBOT,
    records=(
        *both(1952, "BSN", 50, 60),
        *both(1953, "MLN", 90, 60),
        *both(1954, "MLN", 80, 70),
        *both(1967, "KC1", 60, 100),
        *both(1969, "OAK", 80, 70),
    ),
)
MOVED = Facts(
    seasons=frozenset(range(1950, 1971)),
    codes={(season, plain(name)): code for (season, code), name in _CLUBS.items()},
    names=_CLUBS,
    people={"abbot": _ABBOT},
)


def verdict(said: Claim, words: str, name: str, id: str) -> Verdict:
    """The verdict on a claim of a club that the text calls by those words, linked to one that bore the name."""
    field = "club" if "club" in said.fields else "clubs"
    linked = replace(said, links=(*said.links, Link(field, words, name, id)))
    return one(linked, facts=MOVED)


@pytest.mark.parametrize(("name", "id"), [(ATLANTA, "ATL"), (MILWAUKEE, "MLN"), (BOSTON, "BSN")])
def test_seasons_with_a_club_that_moved_are_counted_wherever_it_was(name: str, id: str) -> None:
    three = claim("tally", what="seasons_managed", value=3, clubs=[name], span="Abbot ran the Braves three seasons")
    assert verdict(three, "Braves", name, id).verdict == "supported"
    five = replace(three, fields={**three.fields, "value": 5})
    assert (verdict(five, "Braves", name, id).verdict, verdict(five, "Braves", name, id).ours) == (
        "contradicted",
        "3: 1952-1954",
    )


def test_a_nickname_may_be_of_one_place_alone() -> None:
    def managed(value: int) -> str:
        said = claim("tally", what="seasons_managed", value=value, clubs=[MILWAUKEE], span="Abbot ran the Braves")
        return verdict(said, "Braves", MILWAUKEE, "MLN").verdict

    assert [managed(value) for value in (2, 3, 4)] == ["supported", "supported", "contradicted"]


def test_a_club_named_in_full_is_that_one() -> None:
    said = claim("tally", what="seasons_managed", value=3, clubs=[MILWAUKEE])
    assert verdict(said, MILWAUKEE, MILWAUKEE, "MLN").verdict == "contradicted"


def test_a_stint_across_a_move() -> None:
    said = claim("stint", role="manager", club=BOSTON, seasons=[1952, 1953, 1954], span="the Braves from 1952 to 1954")
    assert verdict(said, "Braves", BOSTON, "BSN").verdict == "supported"


@pytest.mark.parametrize("words", ["Athletics", "A's"])
def test_a_stint_told_by_another_form_of_the_nickname(words: str) -> None:
    said = claim("stint", role="manager", club=OAKLAND, seasons=[1967, 1969], span=f"the {words} in 1967 and 1969")
    assert verdict(said, words, OAKLAND, "OAK").verdict == "supported"


def test_a_record_across_a_move_and_at_one_place() -> None:
    def managed(wins: int, losses: int) -> str:
        said = claim("record", wins=wins, losses=losses, clubs=[MILWAUKEE], span=f"{wins}-{losses} with the Braves")
        return verdict(said, "Braves", MILWAUKEE, "MLN").verdict

    assert [managed(220, 190), managed(170, 130), managed(171, 130)] == ["supported", "supported", "check_reading"]


def test_a_place_is_no_nickname() -> None:
    said = claim("stint", role="manager", club=BOSTON, seasons=[1953], span="Boston in 1953")
    assert verdict(said, "Boston", BOSTON, "BSN").verdict == "check_reading"


BEANEATERS, SUPERBAS, FLORIDA, MIAMI = "Boston Beaneaters", "Brooklyn Superbas", "Florida Marlins", "Miami Marlins"
SENATORS, TWINS = "Washington Senators", "Minnesota Twins"
_RENAMED = {
    **{(season, "BSN"): BEANEATERS for season in range(1890, 1894)},
    (1899, "BRO"): SUPERBAS,
    (2008, "FLO"): FLORIDA,
    **{(season, "WS1"): SENATORS for season in (1959, 1960)},
    (1961, "MIN"): TWINS,
    (1961, "WS2"): SENATORS,
}
_COLE = Person(
    "abbot",
    ABBOT,
    records=tuple(record for season, code in _RENAMED if code != "WS2" for record in both(season, code, 80, 70)),
)
RENAMED = Facts(
    seasons=frozenset(season for season, _code in _RENAMED),
    codes={(season, plain(name)): code for (season, code), name in _RENAMED.items()}
    | {(year, plain(name)): code for year, name, code in ((2012, MIAMI, "MIA"), (1966, ATLANTA, "ATL"))}
    | {(1911, "brooklyn dodgers"): "BRO", (1958, "los angeles dodgers"): "LAN", (1971, plain(TWINS)): "MIN"},
    names=_RENAMED,
    people={"abbot": _COLE},
)


class TestNamesOfAnotherTime:
    """Clubs told by a name that their franchise had in other seasons than those told of."""

    @staticmethod
    def verdict(said: Claim, words: str, name: str, id: str) -> str:
        field = "club" if "club" in said.fields else "clubs"
        return one(replace(said, links=(*said.links, Link(field, words, name, id))), facts=RENAMED).verdict

    @pytest.mark.parametrize(("value", "verdict"), [(4, "supported"), (5, "contradicted")])
    def test_a_nickname_of_before_it_was_borne(self, value: int, verdict: str) -> None:
        said = claim("tally", what="seasons_managed", value=value, clubs=[ATLANTA])
        assert self.verdict(said, "Braves", ATLANTA, "ATL") == verdict

    @pytest.mark.parametrize(
        ("words", "name", "id", "season", "verdict"),
        [
            ("Dodgers", "Brooklyn Dodgers", "BRO", 1899, "supported"),
            ("Dodgers", "Los Angeles Dodgers", "LAN", 1899, "supported"),
            (MIAMI, MIAMI, "MIA", 2008, "check_reading"),
            ("Marlins", MIAMI, "MIA", 2008, "supported"),
            ("Miami", MIAMI, "MIA", 2008, "check_reading"),  # a place
            ("Twins", TWINS, "MIN", 1959, "check_reading"),
            ("Senators", SENATORS, "WS2", 1961, "contradicted"),  # another club bore it then
            ("Braves", ATLANTA, "ATL", 2008, "check_reading"),  # no Braves are in these facts,
        ],
    )
    def test_a_stint(self, words: str, name: str, id: str, season: int, verdict: str) -> None:
        said = claim("stint", role="manager", club=name, seasons=[season])
        assert self.verdict(said, words, name, id) == verdict

    @pytest.mark.parametrize(("value", "verdict"), [(1, "supported"), (3, "check_reading"), (4, "contradicted")])
    def test_a_count_that_may_have_the_seasons_under_another_name(self, value: int, verdict: str) -> None:
        said = claim("tally", what="seasons_managed", value=value, clubs=[TWINS])
        assert self.verdict(said, "Twins", TWINS, "MIN") == verdict
