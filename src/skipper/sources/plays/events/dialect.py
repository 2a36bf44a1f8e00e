"""Differences between event files: of Retrosheet, of minorleaguesplits, and those written from the Stats API."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.minor_text import runs_among_steals, standard_text

_COORDINATES = 2  # fields for a batted ball's coordinates, after the event
_IN_A_NAME = 4  # maximum number of unquoted commas in a name


@dataclass(frozen=True, eq=False)
class Dialect:
    """One publisher's form of event files.

    `source` is the publisher's name in tables, `id_source` the source of its player ids, and `example` a sample file
    name. `file_name` matches its files; `game_id` matches a game id, which ends with year, month, day and number.
    `person_id` matches a player id, null if any string is a valid id. `more_fields` gives the fields that a kind of
    record may have beyond Retrosheet's. `standard_text` rewrites an event text in Retrosheet's grammar, and
    `runs_among_steals` counts a text's runs on advances that the grammar does not have there. `has_gaps` is true if
    lineups may lack players, games may be cut off and plays may contradict one another. `counts_scores` is true if no
    other record states the result, so that a game whose plays cannot be used keeps the score that its event texts give.
    `says_when_over` is true if the publisher says which games are over, so that a game may end anywhere.
    `league` returns the league encoded in a club code, null if the code does not contain a league.
    """

    source: str
    id_source: str
    example: str
    file_name: re.Pattern[str]
    game_id: re.Pattern[bytes]
    id_says: str
    person_id: re.Pattern[bytes] | None = None
    more_fields: Mapping[int, int] = field(default_factory=dict)
    standard_text: Callable[[str], str] = str
    runs_among_steals: Callable[[str], int] | None = None
    has_gaps: bool = False
    counts_scores: bool = False
    says_when_over: bool = False
    league: Callable[[str], str | None] = lambda club: None

    def is_person(self, word: bytes) -> bool:
        """Return whether a string can be a player id."""
        return self.person_id is None or bool(self.person_id.fullmatch(word))


RETROSHEET = Dialect(
    source="retrosheet_event",
    id_source="retrosheet",
    example="2019ANA.EVA",
    file_name=re.compile(r".+\.E[VDB]\w", re.IGNORECASE),  # .EVA, .EVN, .EVF, .EVR, .EVE; .EDA deduced; .EBA box scores
    game_id=re.compile(rb"[A-Z0-9]{3}(?P<season>\d{4})\d{5}"),
    id_says="a game's id is a club, a date and a number: ANA201904040",
    counts_scores=True,
)
# A box score gives the game and its lineups without plays; a lineup that is odd does not cost the result.
BOX_SCORES = replace(RETROSHEET, example="1914.EBA", has_gaps=True)
MINORLEAGUESPLITS = Dialect(
    source="minorleaguesplits",
    id_source="mlbam",
    example="2010_NYP_PlayByPlay.csv",
    file_name=re.compile(r"\d{4}_\w+_PlayByPlay\.csv(?:\.gz)?", re.IGNORECASE),
    game_id=re.compile(rb"[A-Za-z.]{3}[A-Z]{2,3}(?P<season>\d{4})\d{5}"),  # place and league: BroNYP, St.FSL
    id_says="a game's id is a club, a date and a number: BroNYP201006240",
    person_id=re.compile(rb"\d+"),
    more_fields={lf.PLAY: _COORDINATES, lf.START: _IN_A_NAME, lf.SUB: _IN_A_NAME},
    standard_text=standard_text,
    runs_among_steals=runs_among_steals,
    has_gaps=True,
    counts_scores=True,
    league=lambda club: club[3:],
)
# Written from the API's plays (`skipper.sources.statsapi.event_records`); the id is the lake's, with any club code.
STATSAPI = Dialect(
    source="statsapi",
    id_source="mlbam",
    example="feed/gamePk=750975.json.gz",
    file_name=re.compile(r"gamePk=\d+\.json\.gz"),
    game_id=re.compile(rb".+?(?P<season>\d{4})\d{5}"),
    id_says="a game's id is a club, a date and a number",
    person_id=re.compile(rb"\d+"),
    says_when_over=True,
)
# Written from the rows of `plays` (`skipper.sources.retrosheet.csvs.event_records`), whose games may end anywhere.
RETROSHEET_CSV = Dialect(
    source="retrosheet_csv",
    id_source="retrosheet",
    example="1936plays.csv",
    file_name=re.compile(r"(\d{4})?plays\.csv", re.IGNORECASE),
    game_id=RETROSHEET.game_id,
    id_says=RETROSHEET.id_says,
    says_when_over=True,
)
DIALECTS = {dialect.source: dialect for dialect in (RETROSHEET, MINORLEAGUESPLITS)}
