"""The kind of account of a game in an event file, from the file's extension: play by play, deduced, or a box score."""

from __future__ import annotations

import re

PLAY_BY_PLAY, DEDUCED, BOX_SCORE = BY_PRECEDENCE = ("play_by_play", "deduced", "box_score")
WITH_PLAYS = (PLAY_BY_PLAY, DEDUCED)
_EXTENSION = re.compile(r".+\.E(?P<kind>[VDB])\w(?: \(\d+\))?", re.IGNORECASE)  # a repeated archive member has a number
_BY_LETTER = {"V": PLAY_BY_PLAY, "D": DEDUCED, "B": BOX_SCORE}


def account_of(label: str) -> str:
    """Return the account in a file with this name or label, one of BY_PRECEDENCE.

    Retrosheet's extensions are `.EV?` for play by play, `.ED?` for plays deduced from newspapers and `.EB?` for box
    scores; the last letter is the league. Files with other names have play by play.
    """
    match = _EXTENSION.fullmatch(label)
    return _BY_LETTER[match["kind"].upper()] if match else PLAY_BY_PLAY
