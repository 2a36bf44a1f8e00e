"""The commented example plan for `skipper directives new`, and the plan for the simulated league."""

from __future__ import annotations

import json
from importlib.resources import files

from skipper.answers.directives.kinds.kind import kinds

_HEAD = """\
# yaml-language-server: $schema={schema}
# A development plan. `skipper directives check` shows each directive's status, game by game.
# Every rule: docs/directives.md. The line above gives YAML editors their completions.

organization: {organization}   # the major-league club, by the name it had that season, or its code
season: {season}

# The organization's other clubs that season, each with its source. A directive without a club covers all of them.
# affiliates:
#   - {club: Las Vegas 51s, level: AAA, source: media guide}

# Facts that games do not show. Without them, availability runs from a player's first to last start for the club.
unavailable:
  - player: First Player
    from: {season}-06-25
    to: {season}-07-17               # absent: to the end of the season
    why: optioned                 # optional
    source: club announcement     # the source

directives:
"""

SCHEMA = "plan.schema.json"


def example(season: int, organization: str = "My Organization", schema: str = SCHEMA) -> str:
    """Return a valid, commented plan with placeholder people."""
    quoted = json.dumps(organization, ensure_ascii=False)  # YAML would read some characters in a name as syntax
    shown = sorted(kinds().values(), key=lambda kind: kind.example_order)
    text = _HEAD + "\n".join(kind.example for kind in shown)
    return text.replace("{season}", str(season)).replace("{schema}", schema).replace("{organization}", quoted)


def demo_plan() -> str:
    """Return a plan for the simulated league of `skipper demo`, whose manager misses two of its three directives."""
    return files("skipper.answers.directives").joinpath("ironmoor-2042.yaml").read_text("utf-8")
