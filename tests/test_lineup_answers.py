"""What `skipper lineup` says of a lake that was built without the values of lineups."""

from __future__ import annotations

from datetime import date

import pytest

from built_lake import Built
from skipper.answers.lineup_value import NoLineupError, best, by_manager, evaluate, of_manager


def test_a_lake_without_values_says_how_to_get_them(simulated: Built) -> None:
    lake, day = simulated.reader(), date(2041, 5, 5)
    for ask in (
        lambda: by_manager(lake),
        lambda: evaluate(lake, "VLM", day),
        lambda: best(lake, "VLM", day),
    ):
        with pytest.raises(NoLineupError, match="skipper build --lineup-values"):
            ask()
    assert of_manager(lake, "anyone") is None
