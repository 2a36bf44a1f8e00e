"""Parse event text, Retrosheet's shorthand for a play.

The grammar follows Retrosheet's own description of its event files (https://www.retrosheet.org/eventfile.htm): a basic
play (`64(1)3`, `S8`, `K+WP`, `POCS2(136)`), modifiers after slashes (`/GDP/G6`), and advances after a period
(`.2-H;1-3`). Each distinct text is read once; a season with 190,000 plays has about 5,500.
"""

from __future__ import annotations

import re

from skipper.sources.plays.events.advances import advances
from skipper.sources.plays.events.basic_plays import basic_play
from skipper.sources.plays.events.event_text import EventText
from skipper.sources.plays.events.modifiers import Modifiers
from skipper.sources.plays.events.running_plays import advance

REMARKS = re.compile("[!?#]")
PARTS = re.compile(r"(?:[^/()]|\([^()]*\))+")  # split at the slashes outside parentheses


def read_event(text: str) -> EventText:
    """Read an event text.

    Raises EventTextError if the text is not in the grammar.
    """
    description, _, running = REMARKS.sub("", text).partition(".")
    first, *modifiers = PARTS.findall(description) or [""]
    event = EventText(uncertain=text.endswith("#"), modifiers=Modifiers.read(tuple(modifiers)))
    basic_play(event, first)
    event.moves = advances(running) if running else ()
    for move in event.moves:
        advance(event, move)
    return event
