"""How the event files of a publisher differ from one another: Retrosheet's, and minorleaguesplits' of the minors."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.events.minor_text import standard_text
from skipper.sources.retrosheet.events.record_layouts import MOST_FIELDS_OF

_COORDINATES = 2  # of a batted ball, behind the event


@dataclass(frozen=True, eq=False)
class Dialect:
    """A publisher's way to write event files.

    `source` names it in tables, `id_source` whose ids its players have, and `example` a file. `file_name` matches its
    files; `game_id` a game's id, which ends with year, month, day and number. `person_id` matches a player's
    id, null where any text is one. `most_fields` bounds the fields of each kind of record. `standard_text` rewrites an event text in
    Retrosheet's grammar. `has_gaps` where lineups may lack players, games may break off and plays may contradict one
    another: such a game keeps its lineups and its score. `league` returns the league in a club's code, null where it
    has none.
    """

    source: str
    id_source: str
    example: str
    file_name: re.Pattern[str]
    game_id: re.Pattern[bytes]
    id_says: str
    person_id: re.Pattern[bytes] | None = None
    most_fields: np.ndarray = field(default_factory=lambda: MOST_FIELDS_OF)
    standard_text: Callable[[str], str] = str
    has_gaps: bool = False
    league: Callable[[str], str | None] = lambda club: None


def _with_names_and_coordinates() -> np.ndarray:
    most = MOST_FIELDS_OF.copy()
    most[lf.PLAY] += _COORDINATES
    most[[lf.START, lf.SUB]] = lf.MOST_FIELDS  # names are unquoted, commas included
    return most


RETROSHEET = Dialect(
    source="retrosheet_event",
    id_source="retrosheet",
    example="2019ANA.EVA",
    file_name=re.compile(r".+\.E[VD]\w", re.IGNORECASE),  # .EVA, .EVN, .EVF, .EVR, and .EDA for deduced games
    game_id=re.compile(rb"[A-Z0-9]{3}(?P<season>\d{4})\d{5}"),
    id_says="a game's id is a club, a date and a number: ANA201904040",
)
MINORLEAGUESPLITS = Dialect(
    source="minorleaguesplits",
    id_source="mlbam",
    example="2010_NYP_PlayByPlay.csv",
    file_name=re.compile(r"\d{4}_\w+_PlayByPlay\.csv(?:\.gz)?", re.IGNORECASE),
    game_id=re.compile(rb"[A-Za-z.]{3}[A-Z]{2,3}(?P<season>\d{4})\d{5}"),  # a place and a league: BroNYP, St.FSL
    id_says="a game's id is a club, a date and a number: BroNYP201006240",
    person_id=re.compile(rb"\d+"),
    most_fields=_with_names_and_coordinates(),
    standard_text=standard_text,
    has_gaps=True,
    league=lambda club: club[3:],
)
DIALECTS = {dialect.source: dialect for dialect in (RETROSHEET, MINORLEAGUESPLITS)}
