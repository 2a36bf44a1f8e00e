"""The games in event files: first and last line, clubs, rosters, and defects visible without replaying the game."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import numpy as np

from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.sources.plays.events import figures
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.dialect import RETROSHEET, Dialect
from skipper.sources.plays.events.lines import Lines
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.events.text_score import may_be_play

DEFECTS = {
    lf.WRONG_FIELDS: "a wrong number of fields",
    lf.NOT_A_NUMBER: "text in place of a number",
    lf.BAD_BYTES: "bytes that are not ASCII",
    lf.UNKNOWN_KIND: "an unknown kind of record",
}
NONE = -1
NINE = 9
_PLACE = 0xFFFFFFFF
_DUPLICATE = "a duplicate: "
_ENTERS = re.compile(r",[01],\d{1,2},\d{1,2}$", re.ASCII)  # side, slot and position, at the end of `start` and `sub`


class InfoRecords:
    """The `info` records of games, by key; records outside games are excluded."""

    def __init__(self, lines: Lines, of_line: np.ndarray, games: int) -> None:
        said = lines.of_info[of_line[lines.of_info] >= 0]
        keys = lines.fields[said, lf.INFO_KEY].astype(np.int64)
        sorted_keys = np.sort(keys << 32 | np.arange(len(said)))  # by key, then in file order
        said = said[sorted_keys & _PLACE]
        self._keys, self._of_game, self._values = sorted_keys >> 32, of_line[said], lines.fields[said, lf.INFO_VALUE]
        self._games = games

    def values(self, key: int) -> np.ndarray:
        """Return a key's last value for each game, with both key and value as word indices; NONE if the game lacks the
        key."""
        values = np.full(self._games, NONE, np.int32)
        here = slice(*np.searchsorted(self._keys, [key, key + 1]))
        values[self._of_game[here]] = self._values[here]
        return values


@dataclass(frozen=True)
class Games:
    """All games found, in order. `spans` holds each game's first line and the line after its last.

    `files` has the numbers of the games' files, `names` the ids as written, and `seasons` the seasons, 0 if the id does
    not give one. `visitors` and `homes` are word indices (NONE if missing), and `rosters` has the numbers of the two
    clubs' rosters (NONE for a club without one, whose players' hands are unknown). `sound` is false if `defects` holds
    a line and a reason, and `identified` is false for a duplicate and a game whose id or clubs are unknown. `ignored`
    maps defective records that no play depends on to the reason. `outside` has the lines that are outside all games.
    """

    spans: np.ndarray
    files: np.ndarray
    names: list[str]
    seasons: np.ndarray
    visitors: np.ndarray
    homes: np.ndarray
    rosters: np.ndarray
    sound: np.ndarray
    identified: np.ndarray
    defects: dict[int, tuple[int, str]]
    ignored: dict[int, str]
    outside: np.ndarray
    of_line: np.ndarray
    word_index: dict[bytes, int]
    lines: Lines
    info_records: InfoRecords
    dialect: Dialect = RETROSHEET

    def info(self, key: bytes) -> np.ndarray:
        """Return the value of an `info` key by game, as a word index; NONE if it is missing. The key's last record
        counts.
        """
        return self.info_records.values(self.word_index.get(key, NONE))

    def scheduled_innings(self) -> np.ndarray:
        """Return each game's scheduled innings: nine unless `info,innings` gives another number."""
        words = [self.lines.words[word] if word >= 0 else b"" for word in self.info(b"innings").tolist()]
        return np.array([int(word) if word.isdigit() and len(word) < 3 else NINE for word in words], np.int32)

    def may_end(self) -> np.ndarray:
        """Return where each game can end: END_ANYWHERE if the publisher's files have gaps or say which games are over,
        else as follows.

        END_WHEN_CALLED allows an end after any half-inning, as in called games and ties. It applies to games in files
        that have no `data` records, except the last game of each file, which may have been cut off, because nothing in
        these files marks the last half-inning. In other files, the `data` records mark the last half-inning.
        """
        said = self.of_line[np.flatnonzero(self.lines.kinds == lf.DATA)]
        followed = np.append(self.files[1:] == self.files[:-1], np.zeros(min(len(self.files), 1), bool))
        called = followed & ~np.isin(self.files, self.files[said[said >= 0]])
        ends_anywhere = self.dialect.has_gaps or self.dialect.says_when_over
        anywhere = np.full(len(called), figures.END_ANYWHERE if ends_anywhere else figures.END_WHEN_OVER)
        return np.where(called, np.maximum(anywhere, figures.END_WHEN_CALLED), anywhere)


def find_games(
    lines: Lines,
    rosters: Rosters,
    seen: Collection[str] = frozenset(),
    dialect: Dialect = RETROSHEET,
    season: int | None = None,
) -> Games:
    """Find the games; a game runs from its `id` record to the next one or the end of its file.

    `seen` has the ids of games read before, which count as duplicates. All copies of a game are returned, because
    only replaying them shows which copy is the first valid one. `season` is the season of all games, null if each
    game's id gives it: a winter league's season goes on into the next year.
    """
    total = len(lines.kinds)
    firsts = np.flatnonzero(lines.kinds == lf.ID)
    ends = np.append(firsts[1:], total)
    files = np.searchsorted(lines.first_lines, firsts, "right") - 1
    file_ends = lines.first_lines[files + 1]
    spans = np.stack([firsts, np.minimum(ends, file_ends)], axis=1).astype(np.int64)
    of_line = _game_of_line(spans, total)
    word_index = {word: index for index, word in enumerate(lines.words)}
    names = [lines.words[index] if index >= 0 else b"" for index in lines.fields[firsts, 0].tolist()]
    matches = [dialect.game_id.fullmatch(name) for name in names]
    years = [season or int(match["season"]) if match else 0 for match in matches]
    seasons = np.array([year if FIRST_SEASON <= year <= LAST_SEASON else 0 for year in years], np.int32)
    info = InfoRecords(lines, of_line, len(spans))
    clubs = [info.values(word_index.get(key, NONE)) for key in (b"visteam", b"hometeam")]
    games = Games(
        spans=spans,
        files=files,
        names=[name.decode("ascii", "backslashreplace") for name in names],
        seasons=seasons,
        visitors=clubs[0],
        homes=clubs[1],
        rosters=_rosters_of(lines, seasons, clubs, rosters),
        sound=np.ones(len(spans), bool),
        identified=np.ones(len(spans), bool),
        defects={},
        ignored={},
        outside=np.flatnonzero(of_line < 0),
        of_line=of_line,
        word_index=word_index,
        lines=lines,
        info_records=info,
        dialect=dialect,
    )
    _find_defects(games, seen)
    games.sound[list(games.defects)] = False
    return games


def _game_of_line(spans: np.ndarray, total: int) -> np.ndarray:
    """Return the game of each line; NONE for lines outside the spans."""
    edges = np.concatenate([[0], spans.ravel(), [total]])
    games = np.full(2 * len(spans) + 1, NONE, np.int32)
    games[1::2] = np.arange(len(spans))
    return np.repeat(games, np.diff(edges))


def _rosters_of(lines: Lines, seasons: np.ndarray, clubs: list[np.ndarray], rosters: Rosters) -> np.ndarray:
    @cache
    def number_of(word: int, season: int) -> int:
        return rosters.number_of(lines.words[word].decode("ascii", "replace"), season) if word >= 0 else NONE

    numbers = [list(map(number_of, words.tolist(), seasons.tolist())) for words in clubs]
    return np.array(numbers, np.int32).T


def duplicate(name: str) -> str:
    """Return the reason for rejecting a copy of a game."""
    return f"{_DUPLICATE}{name} was read before"


def is_duplicate(reason: str) -> bool:
    """Return whether a rejected game was rejected because another copy or account of the game is used."""
    return reason.startswith(_DUPLICATE)


def _find_defects(games: Games, seen: Collection[str]) -> None:
    """Record, by game, the first defect that is visible without replaying the game."""
    lines = games.lines
    for line in np.flatnonzero(lines.defects).tolist():
        if (game := int(games.of_line[line])) < 0:
            continue
        reason = DEFECTS[int(lines.defects[line])]
        if _can_be_ignored(games, game, line):
            games.ignored[line] = reason
        else:
            games.defects.setdefault(game, (line, reason))
    for game, name in enumerate(games.names):
        unidentified = _unidentified(games, game)
        games.identified[game] = unidentified is None and name not in seen
        if name in seen:
            games.defects[game] = (int(games.spans[game, 0]), duplicate(name))
        elif unidentified is not None:
            games.defects.setdefault(game, (int(games.spans[game, 0]), unidentified))


def _unidentified(games: Games, game: int) -> str | None:
    """Return why it is unknown which game this is; null if it is known."""
    if not games.seasons[game]:
        return games.dialect.id_says
    return "no visteam or hometeam" if games.visitors[game] < 0 or games.homes[game] < 0 else None


def _can_be_ignored(games: Games, game: int, line: int) -> bool:
    """Return whether a defective record affects no play: a `data` record, or one of unknown kind outside the plays that
    has neither a play's fields nor those of a player entering the game."""
    lines = games.lines
    if lines.kinds[line] != lf.OTHER:
        return bool(lines.kinds[line] == lf.DATA)
    begin, end = games.spans[game]
    plays = np.flatnonzero(lines.kinds[begin:end] == lf.PLAY)
    outside = not len(plays) or not plays[0] < line - begin < plays[-1]
    text = lines.text(line)
    return outside and not may_be_play(text) and _ENTERS.search(text) is None
