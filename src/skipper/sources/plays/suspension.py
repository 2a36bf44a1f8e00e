"""Suspended games: find the pitchers whose appearance belongs to the date on which the game resumed.

Retrosheet files a game under the date on which it began. A comment before the first play describes the resumption,
`com,"Suspend=20190906,OAK01,5,3,39"`: the resumption date, the park (empty if the same), the visiting and the home
club's score, and the outs made so far by both clubs together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np
import pyarrow as pa

from skipper.sources.plays.batch import HOME, VISITORS, Batch
from skipper.sources.plays.comments import comment_text, comments_that_begin
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.pitches import PITCH_COLUMNS
from skipper.sources.plays.pitchers import Pitchers

_SUSPEND = re.compile(r"Suspend=(\d{8}),[^,]*,\d*,\d*,(\d{1,3})", re.ASCII)
_PITCHES = PITCH_COLUMNS.index("pitches")


@dataclass(frozen=True)
class Suspension:
    """A break in a game: the game's number in the batch, the resumption date and the outs made before it."""

    game: int
    resumed_on: date
    outs: int


def pitched_on(batch: Batch, pitchers: Pitchers) -> pa.Array:
    """Return, per appearance, the date on which the pitcher took the mound.

    This is the game's date, or the resumption date for a pitcher who had not thrown a pitch in the appearance when the
    game was suspended. A pitcher who pitched both before and after the break gets the earlier date.
    """
    days = batch.dates_of(pitchers.game).to_numpy(zero_copy_only=False).astype("datetime64[D]")
    starts = batch.plays.games.spans[pitchers.game, 0]
    changes = np.append(batch.plays.substitutions_of("line"), 0)  # starters, at -1, take the last
    came_in = np.where(pitchers.change < 0, starts, changes.take(pitchers.change))
    for one in suspensions(batch):
        last_thrown = np.array(_last_thrown(batch, one.game, _break(batch, one)))
        after = (pitchers.game == one.game) & (came_in > last_thrown.take(pitchers.side))
        days[after] = np.datetime64(one.resumed_on, "D")
    return pa.array(days, pa.date32())


def suspensions(batch: Batch, games: np.ndarray | None = None) -> Iterator[Suspension]:
    """Yield the breaks in the marked games, or in those with plays if none are marked, if the game resumed on a later
    day in the season, in file order.

    Comments that are not in Retrosheet's form, or give an impossible date or number of outs, are ignored.
    """
    for line in comments_that_begin(batch, "Suspend=", games):
        game = int(batch.plays.games.of_line[line])
        said = _SUSPEND.fullmatch(comment_text(batch, line).strip())
        resumed_on = _day(said[1]) if said else None
        if said is None or resumed_on is None:
            continue
        began = _day(batch.plays.games.names[game][-9:-1])
        if began is not None and began < resumed_on and began.year == resumed_on.year:
            yield Suspension(game, resumed_on, int(said[2]))


def _day(digits: str) -> date | None:
    try:
        return date.fromisoformat(digits)
    except ValueError:
        return None


def _break(batch: Batch, one: Suspension) -> int:
    """Return the line at which the game was suspended, or one past the last line if the game never reached that many
    outs.

    The line is after the play that made the last of these outs and before the next out: the first comment in between
    that contains the word `suspended` or, without one, the line right after that play.
    """
    plays = slice(batch.first_play[one.game], batch.last_play[one.game] + 1)
    lines, made = batch.ids("line")[plays], np.cumsum(batch.fact("outs")[plays])
    first, end = (int(line) for line in batch.plays.games.spans[one.game])
    if one.outs > made[-1]:
        return end
    begins = int(lines[np.searchsorted(made, one.outs)]) + 1 if one.outs else first
    more = int(np.searchsorted(made, one.outs, "right"))
    ends = int(lines[more]) if more < len(lines) else end
    kinds = batch.plays.lines.kinds[begins:ends]
    comments = (begins + np.flatnonzero(kinds == lf.COM)).tolist()
    return next((line for line in comments if "suspended" in comment_text(batch, line).lower()), begins)


def _last_thrown(batch: Batch, game: int, end: int) -> list[int]:
    """Return the last line before `end` with a play or a pitch, for the visitors and for the home club in the field.

    If there is none, return the line before the game. A record of no play (`NP`) that repeats the previous count has no
    pitch.
    """
    lines, counts = batch.plays.lines, batch.plays.pitch_counts[:, _PITCHES]
    first = int(batch.plays.games.spans[game, 0])
    plays = set(batch.ids("line")[batch.first_play[game] : batch.last_play[game] + 1].tolist())
    found, before = [first - 1, first - 1], (0, 0, 0, 0)
    for line in (first + np.flatnonzero(lines.kinds[first:end] == lf.PLAY)).tolist():
        fields = lines.fields[line]
        batter, balls, strikes = (int(fields[name]) for name in (lf.PLAY_BATTER, lf.PLAY_BALLS, lf.PLAY_STRIKES))
        now = batter, max(balls, 0), max(strikes, 0), int(counts[fields[lf.PLAY_PITCHES]])
        if line in plays or (any(now[1:]) and now != before):
            found[VISITORS if fields[lf.PLAY_SIDE] == HOME else HOME] = line
        before = now
    return found
