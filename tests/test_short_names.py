"""People asked for by a short form of the first name or a nickname: found, and said how the name was taken."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import skipper
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.short_names import short_forms
from skipper.api import Lake
from skipper.cli.serving import questions
from tiny_lake import write_lake

# Each person's name, given names and the Register's nicknames.
PEOPLE = {
    "p-orris": ("Tom Orris", "Thomas Charles", None),
    "p-dunn": ("Jimmy Dunn", "James Joseph", None),
    "p-vance": ("Dave Vance", "David", None),
    "p-mcgarry": ("John McGarry", "John Joseph", "Muggsy; Little Napoleon"),
    "p-reed1": ("Tom Reed", "Thomas", None),
    "p-reed2": ("Tommy Reed", "Lloyd", None),
    "p-cole1": ("Bob Cole", "Robert", None),
    "p-cole2": ("Rob Cole", "Robert", None),
    "p-larue": ("Charlie La Rue", None, None),
}
TAKEN = {
    "p-orris": ["Tommy Orris", "tommie orris", "Orris, Tommy"],
    "p-dunn": ["Jimmie Dunn", "Jamie Dunn"],
    "p-vance": ["Davey Vance", "Davy Vance"],
    "p-mcgarry": ["Muggsy McGarry", "muggsy mc garry", "Little Napoleon McGarry", "Johnny McGarry", "Jack McGarry"],
    "p-larue": ["Charley La Rue", "charles larue", "Chuck LaRue"],
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    people = [
        {"person_id": one, "name": name, "first_name": name.split()[0], "last_name": name.split(maxsplit=1)[1]}
        | {"given_name": given, "nickname": nickname}
        for one, (name, given, nickname) in PEOPLE.items()
    ]
    own = [
        {"manager_id": one, "manager_person_id": one, "manager_name": name, "season": 2031, "club": "BET"}
        for one, (name, _, _) in PEOPLE.items()
    ]
    days = {"first_game": date(2031, 4, 1), "last_game": date(2031, 4, 9), "level": "MLB"}
    career = {"level": "all", "seasons": [2031], "clubs": ["BET"], "missing_by": "lahman"}
    whose = ("manager_id", "manager_person_id", "manager_name")
    more: dict[str, list[dict[str, Any]]] = {
        "person": people,
        "manager_season": [{**man, **days, "rule": rule} for man in own for rule in ("managed", "credited")],
        "manager_career": [
            {**{name: man[name] for name in whose}, **career, "rule": rule}
            for man in own
            for rule in ("managed", "credited")
        ],
    }
    return skipper.open(write_lake(tmp_path_factory.mktemp("short") / "lake", more=more))


@pytest.mark.parametrize(("person", "asked"), [(person, asked) for person in TAKEN for asked in TAKEN[person]])
def test_a_short_form_or_a_nickname_finds_the_manager_and_the_answer_says_so(
    lake: Lake, person: str, asked: str
) -> None:
    answer = lake.records(asked).answer
    name = PEOPLE[person][0]
    assert answer.subject["person_id"] == person
    assert answer.lead[0] == f"{asked!r} was taken as {name}."


def test_a_name_that_somebody_has_goes_before_a_short_form(lake: Lake) -> None:
    found = find_person(lake.reader, "Tommy Reed", MANAGERS)
    assert (found.person_id, found.taken) == ("p-reed2", ())


def test_a_spelling_of_a_source_goes_before_a_short_form(lake: Lake) -> None:
    found = find_person(lake.reader, "Thomas Reed", MANAGERS)
    assert (found.person_id, found.taken) == ("p-reed1", ())


@pytest.mark.parametrize(
    ("asked", "people"),
    [("Bobby Cole", {"p-cole1", "p-cole2"}), ("Tommie Reed", {"p-reed1", "p-reed2"})],
)
def test_a_short_form_of_several_people_lists_them(lake: Lake, asked: str, people: set[str]) -> None:
    with pytest.raises(skipper.AmbiguousNameError) as error:
        lake.records(asked)
    assert {one.person_id for one in error.value.candidates} == people


@pytest.mark.parametrize("asked", ["Tommy Orri", "Muggsy", "Tommy Dunn", "Timmy Orris", "Napoleon"])
def test_a_short_form_needs_the_whole_surname_and_the_right_person(lake: Lake, asked: str) -> None:
    with pytest.raises(skipper.UnknownNameError):
        lake.records(asked)


def test_every_question_about_a_manager_says_how_the_name_was_taken(lake: Lake) -> None:
    parameters: dict[str, dict[str, Any]] = {
        "records": {"name": "Tommie Orris"},
        "development": {"name": "Tommie Orris"},
        "ejections": {"name": "Tommie Orris"},
        "differences": {"manager": "Tommie Orris"},
        "compare": {"names": ["Tommie Orris", "Davey Vance"]},
    }
    for name, given in parameters.items():
        answer = questions()[name].ask(lake.reader, given)
        assert answer.lead[0] == "'Tommie Orris' was taken as Tom Orris.", name
    assert "'Davey Vance' was taken as Dave Vance." in answer.lead


def test_an_ending_has_three_spellings_and_a_short_name_has_none() -> None:
    assert {"tommy", "tommie", "tommey"} <= short_forms("tom", "thomas")
    assert short_forms("guy", "guy") == {"guy"}
    assert short_forms("zzyzx", "") == {"zzyzx"}


def test_two_names_are_no_short_forms_of_one_another() -> None:
    """nicknames has Bill as a form of Robert, Fred of Bill and Carl of Charles; Will is one of William."""
    bobby, bill = short_forms("bobby", "robert"), short_forms("bill", "william")
    assert {"bob", "rob"} <= bobby
    assert bobby.isdisjoint({"bill", "billy", "fred"})
    assert {"will", "willie", "billy"} <= bill
    assert bill.isdisjoint({"robert", "bob", "fred"})
    assert "carl" not in short_forms("charlie", "charles")
