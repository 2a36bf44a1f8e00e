"""The game that a source's account of a game tells of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """The game that an account tells of: its id and number, and whether its home club is the account's visitor."""

    game_id: str
    game_number: str
    is_turned: bool
