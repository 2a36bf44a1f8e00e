"""The commented example plan for `skipper directives new`, and the plan for the simulated league."""

from __future__ import annotations

import json
from importlib.resources import files

EXAMPLE = """\
# yaml-language-server: $schema={schema}
# A development plan. `skipper directives check` shows each directive's status, game by game.
# Every rule: docs/directives.md. The line above gives YAML editors their completions.

organization: {organization}   # the major-league club, by the name it had that season, or its code
season: {season}

# The organization's other clubs that season, each with its source. A directive without a club covers all of them.
# affiliates:
#   - {{club: Las Vegas 51s, level: AAA, source: media guide}}

# Facts that games do not show. Without them, availability runs from a player's first to last start for the club.
unavailable:
  - player: First Player
    from: {season}-06-25
    to: {season}-07-17               # absent: to the end of the season
    why: optioned                 # optional
    source: club announcement     # the source

directives:
  # start: a share of the games for which the player is available, in this case only against left-handed starters
  - id: against-left-handers
    player: First Player          # a name, or an id from any source
    start: {{against: LHP, at_least: 60%}}
    why: needs at-bats against them

  # start: games per week (Monday to Sunday; with fewer games than that, all of them)
  - id: every-day
    player: Second Player
    start: {{games_per_week: 6}}
    from: {season}-05-01             # optional days, first and last included
    to: {season}-08-31

  # start: never on the day after a start
  - id: not-two-days-running
    player: Third Player
    start: {{not_consecutive_days: true}}

  # bat: a share of the player's starts in these slots (1-5, 3, or [1, 2, 6])
  - id: top-of-the-order
    player: Second Player
    # club: Las Vegas 51s         # optional: every club of the organization if absent
    bat: {{slots: 1-5, at_least: 80%}}

  # field: a share of the player's starts at these positions (P C 1B 2B 3B SS LF CF RF DH, IF, OF)
  - id: more-shortstop
    player: Fourth Player
    field: {{position: SS, at_least: 60%}}
  - id: hardly-first-base
    player: Fourth Player
    field: {{position: 1B, at_most: 10%}}

  # rest: at most this many starts in consecutive games of the club
  - id: a-day-off
    player: Third Player
    rest: {{max_consecutive: 6}}

  # pitch: limits on every game pitched; judged if the lake has play-by-play for the club
  - id: innings
    player: Fifth Player
    pitch: {{max_pitches: 95, min_rest_days: 4, max_innings_season: 150}}
  - id: short-relief
    player: Sixth Player
    pitch: {{role: bullpen, max_batters: 6, not_consecutive_days: true}}
  - id: twice-around
    player: Seventh Player
    pitch: {{role: starter, max_times_through_order: 2, max_innings: 6}}
"""

SCHEMA = "plan.schema.json"


def example(season: int, organization: str = "My Organization", schema: str = SCHEMA) -> str:
    """Return a valid, commented plan with placeholder people."""
    quoted = json.dumps(organization, ensure_ascii=False)  # YAML would read some characters in a name as syntax
    return EXAMPLE.format(season=season, organization=quoted, schema=schema)


def demo_plan() -> str:
    """Return a plan for the simulated league of `skipper demo`, whose manager misses two of its three directives."""
    return files("skipper.answers.directives").joinpath("ironmoor-2042.yaml").read_text("utf-8")
