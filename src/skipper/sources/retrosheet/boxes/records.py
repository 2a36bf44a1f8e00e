"""Split box-score event files into the records that all event files have and the records of the box score.

Format: retrosheet.org/boxfile.txt. `line` has a club's runs by inning; `stat,bline`, `stat,pline` and `stat,dline` have
a player's batting, pitching and fielding, `stat,phline` and `stat,prline` pinch hitters and runners, `stat,tline` a
club's runners left on base, earned runs and double plays; `event` lists home runs, steals, hit batters and double
plays. A figure of -1 is unknown; so are the blanks and `NA` of some files. Some files of the Negro Leagues have figures
such as `2i`, which the format does not describe; the letter is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skipper.sources.plays.events.files import EventFile

BATTING, PITCHING, FIELDING, TEAM, LINE = "stat,bline", "stat,pline", "stat,dline", "stat,tline", "line"
PINCH_HITTING, PINCH_RUNNING = "stat,phline", "stat,prline"
BATTING_TOTAL, FIELDING_TOTAL = "stat,btline", "stat,dtline"  # a club's totals; in the files of 1874 alone
# Fields before the figures, and the figures; of a `line`, at least one inning.
_LAYOUTS = {BATTING: (6, 17), PITCHING: (5, 17), FIELDING: (6, 7), TEAM: (3, 4), PINCH_HITTING: (5, 17)}
_LAYOUTS |= {PINCH_RUNNING: (5, 3), BATTING_TOTAL: (3, 18), FIELDING_TOTAL: (3, 7)}
_SIDE = {BATTING: 3, PITCHING: 3, FIELDING: 3, TEAM: 2, PINCH_HITTING: 4, PINCH_RUNNING: 4, LINE: 1}
_PLACES = {BATTING: 2, PITCHING: 1, FIELDING: 2}  # fields with a player's places, the last before the figures
_SIDE |= {BATTING_TOTAL: 2, FIELDING_TOTAL: 2}
_SIDES = {"0": 0, "1": 1}  # visitors, home
_EVENTS = {"hrline": 8, "sbline": 7, "csline": 7, "hpline": 5, "dpline": 3, "tpline": 3}  # fields, at least
_OF_BOX_SCORE = r"^(?:stat|line|event),"
_FIGURE = re.compile(r"(?P<number>\d{1,4})i?|-1|NA|\s*")


@dataclass(frozen=True)
class BoxRecord:
    """A record of a box score: file number, place in the file, kind, side (0 visitors, 1 home) and figures.

    `head` has the fields before the figures, from the kind on; `places` the numbers among them: the batting slot and
    the sequence in it, the sequence of pitchers, or the sequence of positions and the position; null if it cannot be
    read.

    `defect` is the reason why it cannot be read, else null; its side is then null if it is not 0 or 1. A figure is null
    if it is unknown. An `event` record, which no table uses, has no side and no figures.
    """

    file: int
    place: int
    text: str
    kind: str
    side: int | None = None
    figures: Sequence[int | None] = ()
    defect: str | None = None
    head: Sequence[str] = ()
    places: Sequence[int | None] = ()


def split_box_files(files: Sequence[EventFile]) -> tuple[list[EventFile], list[BoxRecord]]:
    """Return the files without the records of box scores, and these records."""
    headers, found = [], []
    for number, file in enumerate(files):
        lines = pa.array(file.content.removesuffix(b"\n").split(b"\n"), pa.binary())
        places = np.arange(1, len(lines) + 1) if file.places is None else file.places
        of_box = pc.match_substring_regex(lines, _OF_BOX_SCORE).to_numpy(zero_copy_only=False)
        rest = lines.filter(pa.array(~of_box)).to_pylist()
        headers.append(EventFile(file.label, b"".join(line + b"\n" for line in rest), places[~of_box]))
        texts = lines.filter(pa.array(of_box)).to_pylist()
        for place, text in zip(places[of_box].tolist(), texts, strict=True):
            found.append(_record(number, place, text.decode("ascii", "backslashreplace").strip()))
    return headers, found


def _record(file: int, place: int, text: str) -> BoxRecord:
    fields = text.split(",")
    kind = fields[0] if fields[0] == LINE else ",".join(fields[:2])
    if fields[0] == "event":
        least = _EVENTS.get(fields[1])
        if least is None:
            return BoxRecord(file, place, text, kind, defect="an unknown kind of record")
        return BoxRecord(file, place, text, kind, defect=None if len(fields) >= least else "a wrong number of fields")
    if kind not in _SIDE:
        return BoxRecord(file, place, text, kind, defect="an unknown kind of record")
    before, count = _LAYOUTS.get(kind, (2, max(1, len(fields) - 2)))
    side = _SIDES.get(fields[_SIDE[kind]]) if len(fields) > _SIDE[kind] else None
    matches = [_FIGURE.fullmatch(field) for field in fields[before:]]
    of_places = [*fields, *[""] * before][before - _PLACES.get(kind, 0) : before]
    places = [int(field) if re.fullmatch(r"\d{1,2}", field) else None for field in of_places]
    defect: str | None = None
    if len(fields) != before + count:
        defect = "a wrong number of fields"
    elif side is None:
        defect = "a side that is neither 0 nor 1"
    elif not all(matches) or None in places:
        defect = "text in place of a number"
    figures = [int(match["number"]) if match and match["number"] else None for match in matches]
    return BoxRecord(file, place, text, kind, side, figures, defect, fields[:before], places)


def figure(records: Sequence[BoxRecord], at: int) -> int | None:
    """Return the sum of a figure over some records; null without records, or if one of them is defective or lacks the
    figure."""
    values = [record.figures[at] if record.defect is None else None for record in records]
    known = [value for value in values if value is not None]
    return sum(known) if values and len(known) == len(values) else None


# The figures of a batter, a pitcher and a fielder in the order of their records; null for those that no table has.
BATTING_FIGURES = (
    *("at_bats", "runs", "hits", "doubles", "triples", "home_runs", "runs_batted_in", "sacrifice_bunts"),
    *("sacrifice_flies", "hit_by_pitch", "walks", "intentional_walks", "strikeouts", "stolen_bases"),
    *("caught_stealing", "grounded_into_double_plays", "reached_on_interference"),
)
PITCHING_FIGURES = (
    *("outs_pitched", None, "batters_faced", "hits_allowed", None, None, "home_runs_allowed", "runs_allowed"),
    *("earned_runs", "walks_allowed", None, "strikeouts_pitched", "batters_hit", "wild_pitches", "balks", None, None),
)
FIELDING_FIGURES = ("outs", "putouts", "assists", "errors", None, None, None)


def named(record: BoxRecord, names: Sequence[str | None]) -> dict[str, int | None]:
    """Return a record's figures by name; null if the record has a defect."""
    figures = [None] * len(names) if record.defect else record.figures
    return {name: value for name, value in zip(names, figures, strict=True) if name is not None}


RUNS_OF_BATTER, HITS, OUTS, ERRORS, LEFT_ON_BASE = 1, 2, 0, 3, 0  # places among the figures of their kinds
ByKind = Mapping[tuple[str, int | None], Sequence[BoxRecord]]  # a game's records by kind and side
