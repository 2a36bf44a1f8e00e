"""Score the plays of a season's CSV files with the reader of event files, game by game.

Plays whose outs, score or runners differ from the columns of their own rows, or whose end differs from the final score
in `gameinfo`, are quarantined as a whole: the file, the line of the first such row, and the reason. The game stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from skipper.sources.parsed import Rejected
from skipper.sources.plays.events.dialect import RETROSHEET_CSV
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import Plays, reject
from skipper.sources.plays.events.rosters import HANDS, UNKNOWN_HAND, Rosters
from skipper.sources.plays.record_sets import CONVERTED
from skipper.sources.plays.scoring import GAMES_AT_ONCE, FileBatch, Scoring
from skipper.sources.retrosheet.csvs.event_records import (
    HOME,
    PLAY_COLUMNS,
    REQUIRED,
    VISITORS,
    Records,
    Row,
    UnsoundError,
    side_of,
    starting_card,
    write_records,
)
from skipper.sources.retrosheet.csvs.files import PLAYS, CsvText
from skipper.sources.retrosheet.csvs.games import SeasonGames
from skipper.sources.retrosheet.csvs.reading import LINE, Rows, read_columns


@dataclass(frozen=True)
class _Written:
    """A game's plays as an event file, with the game of `gameinfo`."""

    file: EventFile
    records: Records
    game: Mapping[str, Any]
    rows: int


@dataclass
class SeasonCsvPlays:
    """The plays of one season's CSV files.

    Iterate over `tables` first: it yields (name, rows) for the tables in WRITTEN, batch by batch, and fills `records`,
    the record sets of converted plays. Plays of the games in `scored` are not read. Counts and quarantined plays go
    into the `parsed` of the season's games.
    """

    texts: Sequence[CsvText]
    found: SeasonGames
    scored: Collection[str]
    person_ids: Mapping[str, str]
    records: dict[str, pa.Table] = field(default_factory=dict)

    def tables(self) -> Iterator[tuple[str, pa.Table]]:
        """Read the plays, a few hundred games at a time."""
        season = self.found.season
        scoring = Scoring(
            season, RETROSHEET_CSV, self._rosters(), self.person_ids, ids_give_season=False, names=CONVERTED
        )
        yield from scoring.tables(self._batches())
        self.records = scoring.records

    def _batches(self) -> Iterator[FileBatch]:
        """Yield the games' plays as event files."""
        read: dict[str, list[Row]] = {}
        written: list[_Written] = []
        for rows, game_id, of_game in self._games():
            game = self.found.games.get(game_id)
            if game_id in self.scored:
                continue
            self.found.parsed.read[rows.label, self.found.season] += len(of_game)
            if game is None:
                self._reject(rows.label, of_game[0][LINE], "no usable game of this id in gameinfo", len(of_game))
            elif game_id in read:
                self._repeated(rows, of_game, read[game_id])
            elif item := self._written(rows.label, game, of_game):
                read[game_id] = of_game
                written.append(item)
            if len(written) == GAMES_AT_ONCE:
                yield self._batch(written)
                written = []
        if written:
            yield self._batch(written)

    def _batch(self, written: list[_Written]) -> FileBatch:
        return FileBatch([item.file for item in written], partial(self._accept, written=written))

    def _games(self) -> Iterator[tuple[Rows, str, list[Row]]]:
        """Yield the rows of each game in each text."""
        for text in (text for text in self.texts if text.kind == PLAYS):
            for content in text.contents():
                if isinstance(content, Rejected):
                    self.found.parsed.rejected.append(content)
                    continue
                rows = read_columns(content, PLAY_COLUMNS, REQUIRED, self.found.season)
                self.found.parsed.rejected += rows.rejected
                self.found.parsed.read[rows.label, self.found.season] += sum(item.lines or 0 for item in rows.rejected)
                for game_id, places in _places_by_game(rows.table["gid"]).items():
                    yield rows, game_id, rows.table.take(places).to_pylist()

    def _repeated(self, rows: Rows, of_game: list[Row], first: list[Row]) -> None:
        """Account for a game's rows in a second text: identical ones are the same plays, others are rejected."""
        same = [_without_line(row) for row in of_game] == [_without_line(row) for row in first]
        if same:
            self.found.parsed.kept[rows.label, self.found.season] += len(of_game)
        else:
            reason = f"plays: a copy of {of_game[0]['gid']} that differs from the first"
            self._reject(rows.label, of_game[0][LINE], reason, len(of_game))

    def _written(self, label: str, game: Mapping[str, Any], rows: list[Row]) -> _Written | None:
        clubs = game["visitor_club"], game["home_club"]
        header = [f"id,{game['game_id']}", f"info,visteam,{clubs[0]}", f"info,hometeam,{clubs[1]}"]
        if game["home_batted_first"]:
            header.append("info,htbf,true")
        if game["scheduled_innings"]:
            header.append(f"info,innings,{game['scheduled_innings']}")
        try:
            _check_numbers(rows)
            keys = [(game["game_id"], club) for club in clubs]
            cards = [
                starting_card(rows, side, self.found.lineups.get(keys[side]), self.found.starters.get(keys[side]))
                for side in (VISITORS, HOME)
            ]
            hands = [self._hands(rows, club) for club in clubs]
            records = write_records(header, rows, (cards[0], cards[1]), hands)
        except UnsoundError as error:
            self._reject(label, error.line, f"plays: {error.reason}", len(rows))
            return None
        text = "\n".join([*records.lines, ""])
        if not text.isascii():
            self._reject(label, rows[0][LINE], "plays: a code that is not ASCII", len(rows))
            return None
        return _Written(EventFile(label, text.encode(), np.array(records.places, np.int64)), records, game, len(rows))

    def _hands(self, rows: Sequence[Row], club: str) -> dict[str, tuple[str | None, str | None]]:
        people = {row[column] for row in rows for column in ("batter", "pitcher")}
        known = {person: self.found.player(person, club) for person in people}
        return {person: (player.bats, player.throws) for person, player in known.items() if player}

    def _rosters(self) -> Rosters:
        """Return the players of each club with their hands and names, as `allplayers` has them."""
        rosters = Rosters()
        clubs = dict.fromkeys(
            game[f"{side}_club"] for game in self.found.games.values() for side in ("visitor", "home")
        )
        everyone = {player_id for player_id, club in self.found.players if club is None}
        for club in clubs:
            number = rosters.numbers.setdefault((club, self.found.season), len(rosters.numbers))
            hands, names = rosters.hands.setdefault(number, {}), rosters.names.setdefault(number, {})
            for player_id in everyone:
                player = self.found.player(player_id, club)
                if player is None:
                    continue
                word = player_id.encode("ascii", "replace")
                hands[word] = (HANDS.get(player.bats or "", UNKNOWN_HAND), HANDS.get(player.throws or "", UNKNOWN_HAND))
                names[word] = player.name or "", ""
        return rosters

    def _accept(self, plays: Plays, written: list[_Written]) -> Plays:
        """Return the plays without the games that disagree with their rows, and account for all."""
        parsed, season = self.found.parsed, self.found.season
        plays = reject(plays, _disagreements(plays, written))
        of_game = {item.game["game_id"]: item.rows for item in written}
        for item in plays.rejected:
            self._reject(item.file, item.line, f"plays: {item.reason}", of_game.get(item.game or "", 1), item.text)
        for game in np.flatnonzero(plays.kept).tolist():
            parsed.kept[plays.files[int(plays.games.files[game])], season] += of_game[plays.games.names[game]]
        return plays

    def _reject(self, label: str, line: int, reason: str, lines: int, text: str | None = None) -> None:
        rejected = Rejected(label, line, self.found.season, text, reason, more_lines=lines - 1)
        self.found.parsed.rejected.append(rejected)


def _places_by_game(game_ids: pa.ChunkedArray) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, game_id in enumerate(game_ids.to_pylist()):
        places.setdefault(game_id or "", []).append(place)
    return places


def _check_numbers(rows: Sequence[Row]) -> None:
    """Raise UnsoundError if `pn`, which numbers a game's plays from 1, skips a play or repeats one."""
    for number, row in enumerate(rows, 1):
        if row["pn"] is not None and row["pn"] != str(number):
            raise UnsoundError(row[LINE], f"play {row['pn']} stands where play {number} is expected")


def _disagreements(plays: Plays, written: Sequence[_Written]) -> dict[int, tuple[int, str]]:
    """Map each game whose outs, score or runners differ from its own columns, or its end from `gameinfo`, to the line
    and the reason."""
    found: dict[int, tuple[int, str]] = {}
    lines, bases = plays.ids_of("line"), plays.small_of("bases_after")
    figures = [plays.small_of(name) for name in ("outs", "visitor_score", "home_score")]
    for game in np.flatnonzero(plays.kept).tolist():
        item = written[int(plays.games.files[game])]
        first = int(plays.games.spans[game, 0])
        numbers = list(item.records.plays)
        at = np.searchsorted(lines, [first + number for number in numbers])
        half: tuple[str, int] | None = None
        for number, place in zip(numbers, at.tolist(), strict=True):
            row = item.records.plays[number]
            says = [row[name] for name in ("outs_pre", "score_v", "score_h")]
            ours = [str(int(figure[place])) for figure in figures]
            differ = any(told is not None and told != mine for told, mine in zip(says, ours, strict=True))
            same_half = half == (row["inning"], side_of(row))
            half = row["inning"], side_of(row)
            if not differ and same_half and row["outs_pre"] is not None:
                differ = _occupied(row) != int(bases[place - 1])
            if differ:
                reason = (
                    f"the row says {', '.join(map(str, says))} (outs, runs), bases {_occupied(row)}; the plays make "
                )
                found[game] = first + number, f"{reason}{', '.join(ours)}, bases {int(bases[place - 1])}"
                break
        final = item.game["visitor_score"], item.game["home_score"]
        ends = tuple(plays.runs[game].tolist())
        if game not in found and None not in final and ends != final and item.game["forfeit"] is None:
            reason = f"the plays end at {ends[0]}-{ends[1]}, gameinfo says {final[0]}-{final[1]}"
            found[game] = int(plays.games.spans[game, 1]) - 1, reason
    return found


def _occupied(row: Row) -> int:
    """Return the bases occupied before a play as bits 1, 2 and 4."""
    return sum(1 << base - 1 for base in (1, 2, 3) if row[f"br{base}_pre"])


def _without_line(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != LINE}
