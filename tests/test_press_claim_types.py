"""Each type of claim is one object, found by the walk, whose frames fill fields of its own."""

from __future__ import annotations

import pytest

from skipper.cli.press import press
from skipper.press.claim import Claim
from skipper.press.claim_fields import ClaimFields
from skipper.press.claim_type import ClaimType, claim_types
from skipper.press.frames.frame import frames

TYPES = [pytest.param(one, id=one.name) for one in claim_types().values()]


def test_types_stand_in_an_order_of_their_own() -> None:
    orders = [one.order for one in claim_types().values()]
    assert orders == sorted(set(orders))


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_has_frames_that_fill_its_fields(kind: ClaimType) -> None:
    own = [one for one in frames() if one.claim == kind.name]
    assert own
    for frame in own:
        assert set(frame.gives) <= set(kind.fields)
        assert kind.subject in frame.gives


@pytest.mark.parametrize("kind", TYPES)
def test_each_field_of_a_type_can_be_stated_by_hand(kind: ClaimType) -> None:
    declared = {info.alias or name for name, info in ClaimFields.model_fields.items()} | {"person"}
    assert set(kind.fields) <= declared


@pytest.mark.parametrize("kind", TYPES)
def test_a_claim_has_no_field_that_its_type_has_not(kind: ClaimType) -> None:
    with pytest.raises(ValueError, match=f"a claim of type {kind.name} has no field strange"):
        Claim("a.txt", kind.name, {"strange": 1}, 0, 1, "words")


def test_the_command_offers_each_type() -> None:
    offered = next(one.type for one in press.params if one.name == "types")
    assert list(getattr(offered, "choices", ())) == list(claim_types())


def test_frames_of_the_first_turn_are_tried_before_all_others_and_those_of_the_last_after_them() -> None:
    names = [one.name for one in frames()]
    assert names.index("pennants_won") < names.index("record") < names.index("won_title") < names.index("wins")
