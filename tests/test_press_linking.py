"""Which of several people of a name a piece means: by era, club, role and age, and by the whole piece."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from press_claims import claims_of
from skipper.press import hand_kept
from skipper.press.claim import Claim, Passage, Report
from skipper.press.nicknames import nickname_key, nickname_keys
from skipper.press.vocabulary import Person, Term, Vocabulary


def man(
    id: str,
    name: str,
    born: int | None = None,
    managed: tuple[int, int] | None = None,
    played: tuple[int, int] | None = None,
    terms: tuple[Term, ...] = (),
    given: str | None = None,
    nicknames: str | None = None,
) -> Person:
    first, surname = name.split(maxsplit=1)
    birth = date(born, 5, 1) if born else None
    return Person(id, name, surname, birth, played, managed, terms, nickname_keys(surname, first, given, nicknames))


def ran(club: str, first: int, last: int) -> Term:
    return Term("manager", club, first, last)


PEOPLE = (
    # A pitcher of the fifties, and a manager of San Diego's and Colorado's who goes by another form of the name.
    man("pitcher", "Gus Tarrow", 1932, played=(1952, 1956), terms=(Term("player", "DET", 1952, 1956),)),
    man("manager", "Gussie Tarrow", 1957, (2007, 2025), terms=(ran("SDN", 2007, 2015), ran("COL", 2017, 2020))),
    # Two managers: one of a minor league long ago, one of Minnesota's.
    man("old", "Ed Milbank", None, (1912, 1912)),
    man("twin", "Ed Milbank", 1950, (1977, 2001), (1975, 1975), (ran("MIN", 1986, 2001),)),
    # Two of one time, at different clubs.
    man("oak", "Roy Underhay", 1930, (1970, 1980), terms=(ran("OAK", 1970, 1980),)),
    man("bos", "Roy Underhay", 1935, (1972, 1982), terms=(ran("BOS", 1972, 1982),)),
    # A player and a manager of one time.
    man("plays", "Al Fenwold", 1950, played=(1972, 1985), terms=(Term("player", "CHN", 1972, 1985),)),
    man("leads", "Al Fenwold", 1931, (1974, 1979), terms=(ran("CHN", 1974, 1979),)),
    man("thomas", "Tom Ravelock", 1927, (1965, 1996), terms=(ran("LAN", 1976, 1996),), given="Thomas Charles"),
    # Two of one name, the elder dead when the younger was drafted.
    replace(man("dead", "Obie Tansill", 1950, played=(1972, 1973)), died=1976),
    man("lives", "Obie Tansill", 1956, played=(1979, 1985)),
    man("rip", "George Oxley", 1880, (1920, 1931), terms=(ran("SLN", 1920, 1931),), nicknames="Rip; The Ox"),
)


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return replace(hand_kept.vocabulary(), people=PEOPLE)


def read(text: str, words: Vocabulary, day: date | None = None) -> list[Claim]:
    return claims_of(Report("a.txt", text, (Passage(0, len(text), "body"),), date=day), words)


def meant(text: str, words: Vocabulary, day: date | None = None) -> set[str | None]:
    """Whom the claims of a text are linked to."""
    found = read(text, words, day)
    assert found
    return {link.id for claim in found for link in claim.links if link.field in ("person", "player")}


@pytest.mark.parametrize(
    ("text", "who"),
    [
        # era, of a name that a dead pitcher had too
        ("Gus Tarrow was fired by the San Diego Padres in June 2015.", "manager"),
        ("Gus Tarrow managed the Colorado Rockies in 2018.", "manager"),
        # club
        ("Roy Underhay managed the Oakland Athletics to a 90-72 record in 1974.", "oak"),
        ("Roy Underhay was fired by the Boston Red Sox in 1975.", "bos"),
        # who has games in the tables, of two managers
        ("Ed Milbank managed the Minnesota Twins for ten seasons.", "twin"),
        ("Ed Milbank won the World Series with the Minnesota Twins in 1987.", "twin"),
        # role
        ("Al Fenwold was named manager of the Chicago Cubs in 1974.", "leads"),
        ("Al Fenwold made his major league debut with the Chicago Cubs in 1972.", "plays"),
        # other forms of the first name: a diminutive, a given name, a nickname
        ("Tommy Ravelock managed the Los Angeles Dodgers in 1981.", "thomas"),
        ("Thomas Ravelock managed the Los Angeles Dodgers in 1981.", "thomas"),
        ("Rip Oxley managed the St. Louis Cardinals in 1926.", "rip"),
    ],
)
def test_evidence_of_the_claim_tells_namesakes_apart(text: str, who: str, words: Vocabulary) -> None:
    assert meant(text, words) == {who}


@pytest.mark.parametrize(("year", "who"), [(1977, {"lives"}), (1971, {"dead"})])
def test_nobody_is_drafted_after_his_death(words: Vocabulary, year: int, who: set[str]) -> None:
    text = f"Obie Tansill was drafted by the Chicago Cubs in the first round in {year}."
    assert meant(text, words) == who


def test_of_one_name_the_dead_man_is_not_he_who_acts(words: Vocabulary) -> None:
    assert meant("Obie Tansill was named manager of the Chicago Cubs in 1978.", words) == {"lives"}
    alone = replace(words, people=tuple(one for one in words.people if one.id != "lives"))
    assert meant("Obie Tansill was named manager of the Chicago Cubs in 1978.", alone) == {"dead"}
    assert meant("Obie Tansill was drafted by the Chicago Cubs in the first round in 1977.", alone) == {None}


def test_the_dead_are_honoured(words: Vocabulary) -> None:
    """He who died in 1976 may be elected in 1981; an award tells nothing of who lives."""
    said = "Obie Tansill was elected to the Hall of Fame in 1981 as a shortstop and a baseball man."
    assert meant(said, words) != {"lives"}


def test_the_date_of_the_piece_tells_an_era(words: Vocabulary) -> None:
    text = "Ed Milbank managed the Buffalo Bisons, and baseball is a pitcher's game."
    assert "twin" in meant(text, words, date(1980, 5, 1))
    assert "twin" not in meant(text, words, date(1912, 5, 1))


def test_an_age_in_a_dated_piece_tells_namesakes_apart(words: Vocabulary) -> None:
    text = "Roy Underhay, 45, likes the bullpen. Baseball is a pitcher's game, and the inning was long."
    assert meant(text, words, date(1975, 7, 1)) == {"oak"}
    assert meant(text.replace("45", "40"), words, date(1975, 7, 1)) == {"bos"}


def test_a_name_is_one_man_throughout_a_piece(words: Vocabulary) -> None:
    """The second sentence alone would not tell which of the two it is."""
    said = "Roy Underhay managed the Boston Red Sox in 1974. Underhay won 700 games and lost 650 as a manager."
    assert meant(said, words) == {"bos"}


def test_whom_the_year_rules_out_is_nobody(words: Vocabulary) -> None:
    alone = replace(words, people=tuple(one for one in PEOPLE if one.id == "pitcher"))
    assert meant("Gus Tarrow was named manager of the San Diego Padres in 2035.", alone) == {None}


def test_a_wrong_year_or_club_does_not_unlink_the_only_man(words: Vocabulary) -> None:
    assert meant("Tom Ravelock managed the Chicago Cubs in 1999.", words) == {"thomas"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Tom", "Tommy"), ("Bud", "Buddy"), ("Bill", "Billy"), ("Ed", "Eddie"), ("Don", "Donnie"), ("José", "Jose")],
)
def test_forms_of_a_first_name(one: str, other: str) -> None:
    assert nickname_key(one, "Ó Ray") == nickname_key(other, "O'Ray")


@pytest.mark.parametrize(("one", "other"), [("Tom", "Tim"), ("Roy", "Ray"), ("Lee", "Leo"), ("Al", "Ali")])
def test_different_first_names(one: str, other: str) -> None:
    assert nickname_key(one, "Ray") != nickname_key(other, "Ray")


@pytest.mark.parametrize(("year", "id"), [(1950, "pitcher"), (1965, None), (1979, "manager")])
def test_nobody_is_drafted_past_thirty(year: int, id: str | None, words: Vocabulary) -> None:
    (claim,) = read(f"The Detroit Tigers drafted Gus Tarrow in the third round in {year}.", words)
    assert (claim.type, claim.links[0].id) == ("draft", id)
