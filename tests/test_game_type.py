"""The type of a game of the event files: by its own word, else by the name of its file."""

from __future__ import annotations

import pytest

from skipper.sources.plays.game_type import UNKNOWN, said_type, type_by_file


@pytest.mark.parametrize(
    ("label", "type_"),
    [
        ("2019eve.zip/2019ANA.EVA", "regular"),
        ("1915eve.zip/1915CHF.EVF", "regular"),
        ("1930NYN.EDN", "regular"),
        ("1975WS.EVE", "postseason"),
        ("post/2012NLD2.eve", "postseason"),
        ("1959AS1.EVE", "all_star"),
        ("allas.zip/2019AS.EVE", "all_star"),
    ],
)
def test_type_by_the_name_of_the_file(label, type_):
    assert type_by_file(label) == type_


@pytest.mark.parametrize(
    ("word", "type_"),
    [("regular", "regular"), ("playoff", "regular"), ("WorldSeries", "postseason"), ("preseason", "exhibition")],
)
def test_type_by_the_file_s_own_word(word, type_):
    assert said_type(word) == type_


def test_a_word_outside_the_list_is_an_unknown_type_and_a_blank_says_nothing():
    assert said_type("friendly") == UNKNOWN
    assert said_type("") is None
