"""The search of a site, which needs no server: whoever a command finds by a name, the search finds by it too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from site_search import search
from skipper.answers.catalogue import Catalogue, catalogue
from skipper.answers.errors import AmbiguousNameError
from skipper.answers.people import MANAGERS, find_person
from skipper.lake.reader import LakeReader, open_reader
from skipper.render.html.page import asset
from skipper.render.html.site_pages import search_index
from tiny_lake import write_lake

LA_RUSSA, MILLERS = "p-russa", ("p-miller1", "p-miller2")
# Each person's name, surname, given name, and spellings of sources.
PEOPLE = {
    LA_RUSSA: ("Tony La Russa", "La Russa", "Anthony", ["Tony LaRussa", "T. La Russa", "Antonio de la Russa"]),
    MILLERS[0]: ("Bing Miller", "Miller", "Edmund", ["Bing Miller"]),
    MILLERS[1]: ("Bing Miller", "Miller", "Robert", ["Bing Miller"]),
    "p-caylor": ("O. P. Caylor", "Caylor", "Oliver", ["OP Caylor"]),
    "p-orris": ("Tom Orris", "Orris", "Thomas", ["Tom Orris"]),
    "p-tommy": ("Tommy Vale", "Vale", "Lloyd", ["Tommy Vale"]),
    "p-thomas": ("Tom Vale", "Vale", "Thomas", ["Tom Vale"]),
    "p-mcgarry": ("John McGarry", "McGarry", "John", ["John McGarry"]),
}
NICKNAMES = {"p-mcgarry": "Muggsy; Little Napoleon"}
OTHER_NAME = {"person_id": "p-caylor", "kind": "birth", "name": "Otto Kahler Stein", "first_name": "Otto"}
OTHER_NAME |= {"given_name": "Otto Paul", "last_name": "Kahler", "matrilineal_name": "Stein"}
FOUND = {
    LA_RUSSA: [
        *("Tony La Russa", "La Russa", "larussa", "LaRussa", "tony larussa", "russa tony", "LA RUSSA, TONY"),
        *("A. La Russa", "A La Russa", "Anthony La Russa", "anthony larussa", "T. La Russa", "Tony LaRussa"),
        "Antonio de la Russa",
    ],
    "p-caylor": ["O.P. Caylor", "OP Caylor", "o p caylor", "Oliver Caylor", "Otto Kahler", "Otto Paul Kahler Stein"],
    "p-orris": ["Tommy Orris", "tommie orris", "Orris, Tommy", "Thom Orris", "Thomas Orris"],
    "p-tommy": ["Tommy Vale", "Lloyd Vale"],
    "p-mcgarry": ["Muggsy McGarry", "Little Napoleon McGarry", "Johnny McGarry", "jack mcgarry"],
}


@pytest.fixture(scope="module", autouse=True)
def _node() -> None:
    if not shutil.which("node"):
        if os.environ.get("SKIPPER_BROWSER") == "required":
            pytest.fail("no Node.js: run `make browser`")
        pytest.skip("no Node.js: run `make browser`")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    people = [
        {"person_id": one, "name": name, "last_name": last, "first_name": name.split()[0], "given_name": given}
        | {"nickname": NICKNAMES.get(one)}
        for one, (name, last, given, _) in PEOPLE.items()
    ]
    spellings = [
        {"season": 2031, "source": "invented", "id": f"{one}{number}", "person_id": one, "name": name, "mentions": 1}
        for one, (*_, names) in PEOPLE.items()
        for number, name in enumerate(names)
    ]
    seasons = [
        {**{"manager_id": one, "manager_person_id": one, "manager_name": name, "season": 2031, "club": "ALP"}, **played}
        for one, (name, *_) in PEOPLE.items()
        for played in ({"rule": "managed", "games": 1, "wins": 1},)
    ]
    rows = {"person": people, "person_name": spellings, "manager_season": seasons, "other_name": [OTHER_NAME]}
    return open_reader(write_lake(tmp_path_factory.mktemp("spelled") / "lake", more=rows))


def site_of(pages: Catalogue, folder: Path) -> Path:
    """Write what the search needs of a site."""
    (folder / "search.js").write_text(asset("search.js"), encoding="utf-8")
    (folder / "search-index.js").write_text(search_index(pages), encoding="utf-8")
    return folder


def address(pages: Catalogue, person: str) -> str:
    found = pages.address("managers", person)
    assert found is not None
    return found


@pytest.mark.parametrize("person", FOUND)
def test_every_spelling_of_a_name_finds_its_manager(lake: LakeReader, tmp_path: Path, person: str) -> None:
    """With one result, as the commands have one answer."""
    pages = catalogue(lake)
    site = site_of(pages, tmp_path)
    found = dict(zip(FOUND[person], search(site, FOUND[person]), strict=True))
    assert found == {asked: [address(pages, person)] for asked in FOUND[person]}
    assert {find_person(lake, asked, MANAGERS).person_id for asked in FOUND[person]} == {person}


def test_two_managers_of_one_name_are_both_found(lake: LakeReader, tmp_path: Path) -> None:
    pages = catalogue(lake)
    (found,) = search(site_of(pages, tmp_path), ["Bing Miller"])
    assert len(set(found)) == 2
    assert set(found) == {address(pages, one) for one in MILLERS}
    with pytest.raises(AmbiguousNameError):
        find_person(lake, "Bing Miller", MANAGERS)


def test_what_is_not_there_is_not_found(lake: LakeReader, tmp_path: Path) -> None:
    assert search(site_of(catalogue(lake), tmp_path), ["Tony Miller", "zzz", ""]) == [[], [], []]
