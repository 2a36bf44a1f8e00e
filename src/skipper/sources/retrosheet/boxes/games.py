"""Read the games of box-score event files: results, lineups and club figures, without plays."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from skipper.sources.named_people import NAMED
from skipper.sources.parsed import shorten
from skipper.sources.player_lines import PINCH, PlayerLines, plate_appearances
from skipper.sources.plays.batch import HOME, VISITORS
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.accounts import BOX_SCORE
from skipper.sources.plays.events.dialect import BOX_SCORES
from skipper.sources.plays.events.event_vocabulary import EventVocabulary
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.games import DEFECTS, duplicate, is_duplicate
from skipper.sources.plays.events.plays import (
    Plays,
    RejectedLines,
    leave_lineups_out,
    quarantined,
    read_copies,
    reject,
    rejected_outside,
    without_repeated,
)
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.record_sets import RECORD_SETS
from skipper.sources.plays.soundness import without_unusable
from skipper.sources.plays.tables import PlayTables
from skipper.sources.retrosheet.boxes import records as box
from skipper.sources.retrosheet.boxes.records import BoxRecord, ByKind, figure, split_box_files

SIDES = (VISITORS, HOME)
_PINCH = dict(zip((box.PINCH_HITTING, box.PINCH_RUNNING), PINCH, strict=True))
_RECORD_SETS = ("event_file_game", "event_file_club_game", "event_file_lineup", "event_file_person")


@dataclass(frozen=True)
class BoxGames:
    """The games of some box-score event files.

    `plays` lists the games, without plays. `records` has each game's box-score records by kind and side, `lines` the
    number of lines of each game, and `outside` the number of lines outside games by file.
    """

    plays: Plays
    records: Sequence[ByKind]
    lines: Sequence[int]
    outside: Counter[int]

    def account_of(self, game: int) -> RejectedLines:
        """Return the place of a listed game whose plays another file has."""
        file, line = self.plays.place_of(int(self.plays.games.spans[game, 0]))
        name, season = self.plays.games.names[game], int(self.plays.games.seasons[game])
        return RejectedLines(file, line, line, line, name, season, f"id,{name}", duplicate(name))

    def record_sets(self, rosters: Rosters, person_ids: Mapping[str, str]) -> dict[str, pa.Table]:
        """Return the record sets that event files without plays fill.

        A club's figure is null if the box score lacks it for one of the club's players.
        """
        made = PlayTables(self.plays, rosters, person_ids)
        found = {name: made[name].select(RECORD_SETS[name].names).cast(RECORD_SETS[name]) for name in _RECORD_SETS}
        games = made.batch.listed.tolist()
        by_side = [_club_figures(self.records[game], side) for game in games for side in SIDES]
        found["event_file_club_game"] = _with(found["event_file_club_game"], by_side)
        found["event_file_game"] = _with(found["event_file_game"], [_length(self.records[game]) for game in games])
        lines = self._player_lines(found["event_file_club_game"], games)
        found["event_file_player_line"] = lines
        names = rosters.names_in({int(season) for season in self.plays.games.seasons[games]})
        substitutes = _people(lines, names, _starters(found["event_file_lineup"], found["event_file_club_game"]))
        found["event_file_person"] = pa.concat_tables([found["event_file_person"], substitutes])
        return found

    def _player_lines(self, club_game: pa.Table, games: Sequence[int]) -> pa.Table:
        """Return the players' lines of the games; `club_game` has their clubs, two rows a game."""
        ids, clubs = club_game["game_id"].to_pylist(), club_game["club"].to_pylist()
        found = PlayerLines(int(self.plays.games.seasons[games[0]]) if games else 0)
        for place, game in enumerate(games):
            for side in SIDES:
                row = 2 * place + side
                _add_lines(found, ids[row], clubs[row], self.records[game], side)
        return found.table(dict.fromkeys(ids, BOX_SCORE), marked=set(ids))

    def counts(self) -> Iterator[dict[str, Any]]:
        """Return the counts of lines by file and season: read, used and in quarantine."""
        plays = self.plays
        read: Counter[tuple[int, int | None]] = Counter({(file, None): n for file, n in self.outside.items()})
        for file, season, lines in zip(
            plays.games.files.tolist(), plays.games.seasons.tolist(), self.lines, strict=True
        ):
            read[file, season or None] += lines
        bad: Counter[tuple[str, int | None]] = Counter()
        for item in quarantined(plays):
            if is_duplicate(item.reason):
                continue
            bad[item.file, item.season] += item.last_line - item.first_line + 1
        for (file, of_season), lines in read.items():
            left = bad[plays.files[file], of_season]
            yield {
                "source": plays.games.dialect.source,
                "file": plays.files[file],
                "season": of_season,
                "rows_in": lines,
                "rows_out": lines - left,
                "rows_quarantined": left,
            }


def read_box_games(
    files: Sequence[EventFile],
    rosters: Rosters,
    vocabulary: EventVocabulary,
    season: int,
    seen: Collection[str] = frozenset(),
) -> BoxGames:
    """Read the games of a season; `seen` has the ids of games read before.

    A game without one line score of each club is rejected, and so are games of other seasons and repeated games. A
    defective `start` record costs the club's lineup; any other defective record is rejected alone.
    """
    headers, records = split_box_files(files)
    read = read_copies(headers, rosters, vocabulary, seen, BOX_SCORES)
    extents, games = _extents(read, files), len(read.games.spans)
    by_game, strays = _by_game(read, records)
    outside = [*rejected_outside(read), *(_rejected(read, record, None) for record in strays)]
    plays = replace(
        read,
        kept=np.zeros(games, bool),
        scored=np.ones(games, bool),
        ids=read.ids[:, :0],
        small=read.small[:, :0],
        substitutions=read.substitutions[:0],
        runs=np.array([[sum(filter(None, _innings(of_game, side))) for side in SIDES] for of_game in by_game]),
        first_plays=read.games.spans[:, 1],
        rejected=outside,
    )
    plays = without_repeated(without_unusable(reject(plays, _unreadable(plays, by_game, season))))
    whole = {
        plays.place_of(int(first)): extent.last for first, extent in zip(plays.games.spans[:, 0], extents, strict=True)
    }
    rejected = [
        replace(item, last_line=whole.get((item.file, item.first_line), item.last_line)) for item in plays.rejected
    ]
    plays.lost.update(_defective(plays))
    for game in np.flatnonzero(plays.listed).tolist():
        leave_lineups_out(plays, game)
        of_game = [record for kind in by_game[game].values() for record in kind]
        rejected += [_rejected(plays, record, game) for record in of_game if record.defect is not None]
    lines_outside: Counter[int] = Counter()
    for item in outside:
        lines_outside[plays.files.index(item.file)] += item.last_line - item.first_line + 1
    return BoxGames(replace(plays, rejected=rejected), by_game, [extent.lines for extent in extents], lines_outside)


@dataclass(frozen=True)
class _Extent:
    """The place of a game's last line in its file, and its number of lines."""

    last: int
    lines: int


def _extents(plays: Plays, files: Sequence[EventFile]) -> list[_Extent]:
    """Return each game's extent, with its records of the box score: to the next game, or the end of the file."""
    found = []
    firsts = plays.places[plays.games.spans[:, 0]]
    for number, file in enumerate(files):
        count = len(file.content.removesuffix(b"\n").split(b"\n"))
        places = np.arange(1, count + 1) if file.places is None else file.places
        begins = np.searchsorted(places, firsts[plays.games.files == number])
        ends = [*begins[1:].tolist(), len(places)]
        found += [_Extent(int(places[end - 1]), end - begin) for begin, end in zip(begins.tolist(), ends, strict=False)]
    return found


def _by_game(plays: Plays, records: Sequence[BoxRecord]) -> tuple[list[ByKind], list[BoxRecord]]:
    """Return each game's records by kind and side, and the records before the first game of a file."""
    firsts: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    places = plays.places[plays.games.spans[:, 0]].tolist()
    for game, (file, place) in enumerate(zip(plays.games.files.tolist(), places, strict=True)):
        firsts[file][0].append(place)
        firsts[file][1].append(game)
    found: list[dict[tuple[str, int | None], list[BoxRecord]]] = [defaultdict(list) for _ in places]
    strays = []
    for record in records:
        starts, games = firsts[record.file]
        at = bisect_right(starts, record.place) - 1
        if at < 0:
            strays.append(replace(record, defect="a record before any id record"))
        else:
            found[games[at]][record.kind, record.side].append(record)
    return list(found), strays


def _unreadable(plays: Plays, by_game: Sequence[ByKind], season: int) -> dict[int, tuple[int, str]]:
    """Return the line and the reason for each game whose id, clubs or result cannot be read."""
    found = {game: defect for game, defect in plays.games.defects.items() if not plays.games.identified[game]}
    for game, of_season in enumerate(plays.games.seasons.tolist()):
        if of_season != season:
            reason = f"a {of_season} game in a {season} file"
        elif any([record.defect for record in _of_kind(by_game[game], box.LINE, side)] != [None] for side in SIDES):
            reason = "not one line score of each club"
        elif any(None in _innings(by_game[game], side) for side in SIDES):
            reason = "a line score with unknown runs"
        else:
            continue
        found.setdefault(game, (int(plays.games.spans[game, 0]), reason))
    return found


def _defective(plays: Plays) -> dict[int, str]:
    """Return the reason for each defective record that is not the box score's own."""
    lines = plays.lines
    found = np.flatnonzero((lines.defects != lf.SOUND) & (plays.games.of_line >= 0)).tolist()
    return {line: DEFECTS[int(lines.defects[line])] for line in found}


def _rejected(plays: Plays, record: BoxRecord, game: int | None) -> RejectedLines:
    name, season = (None, None) if game is None else (plays.games.names[game], int(plays.games.seasons[game]))
    text, place = shorten(record.text) or "", record.place
    return RejectedLines(plays.files[record.file], place, place, place, name, season, text, record.defect or "")


def _innings(of_game: ByKind, side: int) -> list[int | None]:
    """Return a club's runs by inning, from a line score without defects."""
    return [runs for record in _of_kind(of_game, box.LINE, side) for runs in record.figures]


def _of_kind(of_game: ByKind, kind: str, side: int) -> list[BoxRecord]:
    """Return a club's records of a kind, and the defective ones that name no side: they may be the club's."""
    return [*of_game.get((kind, side), ()), *of_game.get((kind, None), ())]


def _length(of_game: ByKind) -> dict[str, int | None]:
    """Return the innings that the game began, and the outs; the outs are null unless known for every pitcher."""
    outs = [figure(_of_kind(of_game, box.PITCHING, side), box.OUTS) for side in SIDES]
    return {
        "innings": max(len(_innings(of_game, side)) for side in SIDES) or None,
        "outs": None if None in outs else sum(filter(None, outs)),
    }


def _add_lines(found: PlayerLines, game_id: str, club: str, of_game: ByKind, side: int) -> None:
    """Add the lines of a club's players. The figures of a record with a defect, which is quarantined, are unknown."""
    records = [
        (kind, record, (game_id, club, record.head[2]))
        for kind in (box.BATTING, box.PITCHING, box.FIELDING, *_PINCH)
        for record in of_game.get((kind, side), ())
    ]
    for kind, record, key in records:
        if kind == box.BATTING:
            figures = box.named(record, box.BATTING_FIGURES)
            appearances = {"plate_appearances": plate_appearances(figures)}
            found.add_batting(key, record.places[0], record.places[1], figures | appearances)
        elif kind == box.PITCHING:
            found.add_pitching(key, record.places[0], box.named(record, box.PITCHING_FIGURES))
        elif kind == box.FIELDING:
            figures = box.named(record, box.FIELDING_FIGURES)
            found.add_fielding(key, record.places[1], figures["outs"], figures)
        else:
            found.mark(key, _PINCH[kind])


def _starters(lineup: pa.Table, club_game: pa.Table) -> set[tuple[str, str]]:
    """Return the players in lineups and the starting pitchers: game and player."""
    of_lineup = zip(lineup["game_id"].to_pylist(), lineup["player_id"].to_pylist(), strict=True)
    pitchers = zip(club_game["game_id"].to_pylist(), club_game["starting_pitcher_id"].to_pylist(), strict=True)
    return {*of_lineup, *pitchers}


def _people(lines: pa.Table, names: Mapping[bytes, tuple[str, str]], starters: Collection[tuple[str, str]]) -> pa.Table:
    """Return the other players of the lines, as NAMED, with their names on the season's rosters."""
    mentions = Counter(
        (line["season"], line["player_id"])
        for line in lines.select(["game_id", "season", "player_id"]).to_pylist()
        if (line["game_id"], line["player_id"]) not in starters
    )
    rows = [
        {
            "season": season,
            "source_id": player,
            "name": " ".join(filter(None, names.get(player.encode(), ()))) or None,
            "mentions": count,
            "id_source": BOX_SCORES.id_source,
        }
        for (season, player), count in mentions.items()
    ]
    return pa.Table.from_pylist(rows, NAMED)


def _club_figures(of_game: ByKind, side: int) -> dict[str, int | None]:
    batting, pitching, fielding, team = (
        _of_kind(of_game, kind, side) for kind in (box.BATTING, box.PITCHING, box.FIELDING, box.TEAM)
    )
    return {
        "hits": figure(batting, box.HITS),
        "errors": figure(fielding, box.ERRORS),
        "left_on_base": figure(team, box.LEFT_ON_BASE) if len(team) == 1 else None,
        "outs_pitched": figure(pitching, box.OUTS),
        "pitchers_used": len(pitching) or None,
        "batters_runs": figure(batting, box.RUNS_OF_BATTER),
    }


def _with(table: pa.Table, rows: Sequence[Mapping[str, int | None]]) -> pa.Table:
    """Return a table with some of its columns replaced, given row by row."""
    for name in rows[0] if rows else ():
        values = pa.array([row[name] for row in rows], table.schema.field(name).type)
        table = table.set_column(table.schema.get_field_index(name), table.schema.field(name), values)
    return table
