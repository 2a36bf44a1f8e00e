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

    assert [managed(220, 190), managed(170, 130), managed(171, 130)] == ["supported", "supported", "contradicted"]


def test_a_place_is_no_nickname() -> None:
    said = claim("stint", role="manager", club=BOSTON, seasons=[1953], span="Boston in 1953")
    assert verdict(said, "Boston", BOSTON, "BSN").verdict == "contradicted"
