"""Read a season's feeds: box scores into record sets, and plays into the tables that event files fill.

A game's plays are written as the records of an event file (see `event_records`), which the reader of event files then
reads. Plays that cannot be read, or whose outs, score or bases differ from what the feed says, are quarantined as a
whole: the file, the place of the offending play in the response from 1, and the reason. The game, its box score and
its lineups stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pyarrow as pa

from skipper.sources.parsed import Parsed, Rejected
from skipper.sources.plays.events.dialect import STATSAPI
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import Plays, reject
from skipper.sources.plays.events.rosters import HANDS, UNKNOWN_HAND, Rosters
from skipper.sources.plays.record_sets import CONVERTED
from skipper.sources.plays.scoring import GAMES_AT_ONCE, FileBatch, Scoring
from skipper.sources.statsapi.event_records import After, Club, UnsoundError, lineup_records, write_records
from skipper.sources.statsapi.reading import BoxScore, box_scores, stored_plays
from skipper.sources.statsapi.records import Game
from skipper.sources.statsapi.store import Store


@dataclass(frozen=True)
class Identity:
    """A game's id and its clubs' codes in the lake."""

    game_id: str
    visitor_club: str
    home_club: str


@dataclass(frozen=True)
class _Written:
    """A game's plays as an event file, and what the feed says after each entry; `first` is the first play's line."""

    file: EventFile
    game: Game
    first: int
    after: list[After]


@dataclass
class SeasonFeeds:
    """The feeds of one season's games.

    Iterate over `tables` first: it yields (name, rows) for the tables in WRITTEN, batch by batch, and fills the other
    fields. `identities` has the games whose plays to read, by `game_pk`: those whose plays no file has. `records` has
    the record sets of converted plays; box scores, counts and quarantined records go into `parsed`.
    """

    store: Store
    season: int
    games: Sequence[Game]
    identities: Mapping[str, Identity]
    person_ids: Mapping[str, str]
    parsed: Parsed
    records: dict[str, pa.Table] = field(default_factory=dict)

    def tables(self) -> Iterator[tuple[str, pa.Table]]:
        """Read the feeds, a few hundred at a time."""
        rosters = Rosters()
        scoring = Scoring(self.season, STATSAPI, rosters, self.person_ids, ids_give_season=False, names=CONVERTED)
        yield from scoring.tables(self._batches(rosters))
        self.records = scoring.records

    def _batches(self, rosters: Rosters) -> Iterator[FileBatch]:
        """Yield the games' plays as event files; `rosters` gets their players."""
        written: list[_Written] = []
        for box_score in box_scores(self.store, self.games, self.parsed):
            identity = self.identities.get(box_score.game.game_pk)
            if identity is not None and (found := self._written(box_score, identity, rosters)):
                written.append(found)
            if len(written) == GAMES_AT_ONCE:
                yield self._batch(written)
                written = []
        if written:
            yield self._batch(written)

    def _batch(self, written: list[_Written]) -> FileBatch:
        return FileBatch([item.file for item in written], partial(self._accept, written=written))

    def _written(self, box_score: BoxScore, identity: Identity, rosters: Rosters) -> _Written | None:
        """Return a game's plays as an event file; null without plays, or if they cannot be written."""
        told = stored_plays(self.store, box_score, self.parsed)
        if told is None:
            return None
        plays, file = told
        self.parsed.read[file, self.season] += 1
        try:
            clubs = _clubs(box_score)
            hands = {player.player_id: (player.bats, player.throws) for player in box_score.players}
            records = write_records(plays, clubs, hands, box_score.game.scheduled_innings)
        except UnsoundError as error:
            self._reject(file, error.place, error.text, error.reason)
            return None
        self._enrol(box_score, identity, clubs, rosters)
        header = [
            f"id,{identity.game_id}",
            f"info,visteam,{identity.visitor_club}",
            f"info,hometeam,{identity.home_club}",
            *lineup_records(clubs),
        ]
        if box_score.game.scheduled_innings:
            header.insert(3, f"info,innings,{box_score.game.scheduled_innings}")
        text = "\n".join([*header, *records.lines, ""])
        if not text.isascii():
            self._reject(file, 1, "", "a code of a club or an event is not ASCII")
            return None
        places = np.array([*[1] * len(header), *records.places], np.int64)
        return _Written(EventFile(file, text.encode(), places), box_score.game, len(header), records.after)

    def _enrol(self, box_score: BoxScore, identity: Identity, clubs: tuple[Club, Club], rosters: Rosters) -> None:
        """Add a game's players to the rosters of its clubs, with the hands and names that the feed gives."""
        described = {player.player_id: player for player in box_score.players}
        for code, club in zip((identity.visitor_club, identity.home_club), clubs, strict=True):
            number = rosters.numbers.setdefault((code, self.season), len(rosters.numbers))
            hands, names = rosters.hands.setdefault(number, {}), rosters.names.setdefault(number, {})
            for player_id in club.slots:
                player, word = described.get(player_id), player_id.encode()
                if player is not None:
                    hands[word] = (
                        HANDS.get(player.bats or "", UNKNOWN_HAND),
                        HANDS.get(player.throws or "", UNKNOWN_HAND),
                    )
                if name := (player and player.name) or box_score.names.get(player_id):
                    names[word] = name, ""

    def _accept(self, plays: Plays, written: list[_Written]) -> Plays:
        """Return the plays without the games that disagree with their feed, and account for all."""
        plays = reject(plays, _disagreements(plays, written))
        for item in plays.rejected:
            self._reject(item.file, item.line, item.text, item.reason)
        kept = [plays.files[file] for file in plays.games.files[plays.kept].tolist()]
        self.parsed.kept.update((file, self.season) for file in kept)
        return plays

    def _reject(self, file: str, place: int, text: str | None, reason: str) -> None:
        self.parsed.rejected.append(Rejected(file, place, self.season, text, f"plays: {reason}"))


def _disagreements(plays: Plays, written: Sequence[_Written]) -> dict[int, tuple[int, str]]:
    """Map each game whose outs, score or bases differ from the feed's to the line and the reason.

    The feed says them after each plate appearance; the schedule has the final score.
    """
    found: dict[int, tuple[int, str]] = {}
    lines = plays.ids_of("line")
    facts = plays.vocabulary.columns
    rows = plays.ids_of("event_row")
    outs = plays.small_of("outs") + facts[POSITION["outs"]][rows]
    runs = facts[POSITION["runs"]][rows]
    at_home = plays.small_of("side") == 1
    visitor = plays.small_of("visitor_score") + np.where(at_home, 0, runs)
    home = plays.small_of("home_score") + np.where(at_home, runs, 0)
    bases = plays.small_of("bases_after")
    for game in np.flatnonzero(plays.kept).tolist():
        told = written[int(plays.games.files[game])]
        first = int(plays.games.spans[game, 0])
        at = np.searchsorted(lines, [first + told.first + after.line for after in told.after])
        ours = zip(outs[at].tolist(), visitor[at].tolist(), home[at].tolist(), bases[at].tolist(), strict=True)
        for after, (out, away_runs, home_runs, occupied) in zip(told.after, ours, strict=True):
            same_bases = after.bases in (-1, occupied)
            if (out, away_runs, home_runs) != (after.outs, *after.runs) or not same_bases:
                says = f"{after.outs} out, {after.runs[0]}-{after.runs[1]}, {_runners(after.bases)}"
                makes = f"{out} out, {away_runs}-{home_runs}, {_runners(occupied)}"
                reason = f"the feed says {says}; the plays make {makes}"
                found[game] = first + told.first + after.line, reason
                break
        final = told.game.visitor_score, told.game.home_score
        ends = tuple(plays.runs[game].tolist())
        if game not in found and None not in final and ends != final:
            reason = f"the plays end at {ends[0]}-{ends[1]}, the schedule says {final[0]}-{final[1]}"
            found[game] = int(plays.games.spans[game, 1]) - 1, reason
    return found


def _runners(bases: int) -> str:
    """Return occupied bases, as bits 1, 2 and 4, in words; -1 means that the feed does not say."""
    if bases < 0:
        return "runners unknown"
    occupied = [f"base {base}" for base in (1, 2, 3) if bases >> base - 1 & 1]
    return f"runners on {', '.join(occupied)}" if occupied else "bases empty"


def _clubs(box_score: BoxScore) -> tuple[Club, Club]:
    """Return both clubs. Raises UnsoundError without two valid lineups and starting pitchers."""
    clubs = []
    for is_home in (False, True):
        lineup = {
            starter.slot: (starter.player_id, starter.position or 0)
            for starter in box_score.starters
            if starter.team_id in {side.team_id for side in box_score.sides if side.is_home == is_home}
        }
        pitchers = [side.starting_pitcher_id for side in box_score.sides if side.is_home == is_home]
        if len(lineup) < 9 or not pitchers or pitchers[0] is None:
            raise UnsoundError(1, "", "both starting lineups and both starting pitchers are needed")
        named = [pitchers[0], *(player for player, _position in lineup.values())]
        if not all(player.isascii() and player.isdigit() for player in named):
            raise UnsoundError(1, "", "a starter whose id is not a number")
        clubs.append(Club(lineup, pitchers[0], box_score.slots[is_home]))
    return clubs[0], clubs[1]
