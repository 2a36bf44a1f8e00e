"""Indices, in a row of EVENT_COLUMNS, of those facts in an event text on which a game's state depends."""

from __future__ import annotations

from skipper.sources.plays.events.event_columns import POSITION

UNDERSTOOD = POSITION["understood"]
NO_PLAY = POSITION["no_play"]
CODE = POSITION["event_code"]
BATTER_EVENT = POSITION["batter_event"]
OUTS = POSITION["outs"]
RUNS = POSITION["runs"]
RBI = POSITION["rbi"]
RBI_UNDER_TWO_OUTS = POSITION["rbi_under_two_outs"]
RBI_BASES_FULL = POSITION["rbi_bases_full"]
FIELDER = POSITION["fielder"]
BATTER_TO = POSITION["batter_to"]
RUNNERS_NAMED = POSITION["runners_named"]
RETIRED_BY_BATTER = POSITION["retired_by_batter"]
