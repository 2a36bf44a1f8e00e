"""A batch of games with known plays, and the values shared by the tables made from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
import pyarrow as pa

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.dialect import Dialect
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.events.event_vocabulary import EventVocabulary
from skipper.sources.plays.events.pitches import PITCH_COLUMNS
from skipper.sources.plays.events.plays import Plays
from skipper.sources.plays.events.rosters import UNKNOWN_HAND, Rosters
from skipper.sources.plays.events.state_columns import EVENT_ROW
from skipper.sources.plays.gathering import coded, texts

VISITORS, HOME = 0, 1
NOBODY = -1


def game_day(name: str) -> str:
    """Return the date in a game id in ISO form; the id has yyyymmdd before the game's number."""
    return f"{name[-9:-5]}-{name[-5:-3]}-{name[-3:-1]}"


class Batch:
    """The plays of some games, and the names of their people and clubs.

    `people` maps the sources' ids to person_ids; an id missing there becomes a person_id prefixed with its source. Rows
    of plays are in order of play, one game after another. Arrays for columns have one value per play unless their name
    says per game; such arrays have one value per game found, including rejected games.
    """

    def __init__(self, plays: Plays, rosters: Rosters, people: Mapping[str, str]) -> None:
        self.plays, self.rosters = plays, rosters
        self._people = people

    def __len__(self) -> int:
        return len(self.plays)

    def with_plays(self, plays: Plays) -> Batch:
        """Return the same batch with different plays."""
        return Batch(plays, self.rosters, self._people)

    # Columns as arrays

    def ids(self, name: str) -> np.ndarray:
        """Return one of the ID_COLUMNS."""
        return self.plays.ids_of(name)

    def small(self, name: str) -> np.ndarray:
        """Return one of the SMALL_COLUMNS."""
        return self.plays.small_of(name)

    def fact(self, name: str) -> np.ndarray:
        """Return a fact about the event text: one of the EVENT_COLUMNS."""
        return self.of_text(self._facts[POSITION[name]])

    def flag(self, name: str) -> np.ndarray:
        """Return one of the EVENT_COLUMNS as booleans."""
        return self.of_text(self._facts[POSITION[name]] != 0)

    def text_of(self, name: str, of: pa.Array, least: int = 0) -> pa.Array:
        """Return the strings for the codes in one of the EVENT_COLUMNS: `of[0]` for code `least`, and null for lower
        codes."""
        return texts(self.fact(name) - np.int32(least), of)

    def of_text(self, values: np.ndarray) -> np.ndarray:
        """Expand values that are known for each text in the vocabulary to one value per play."""
        return values.take(self._row_of_text)

    def of_pitches(self, name: str) -> np.ndarray:
        """Return one of the PITCH_COLUMNS: counts for the plate appearance so far."""
        return np.ascontiguousarray(self.plays.pitch_counts[:, PITCH_COLUMNS.index(name)]).take(self.ids("pitches"))

    @property
    def event_row(self) -> np.ndarray:
        """Return the vocabulary row of each play's event text."""
        return self.plays.ids[EVENT_ROW]

    @property
    def vocabulary(self) -> EventVocabulary:
        """Return the vocabulary of event texts."""
        return self.plays.vocabulary

    @cached_property
    def _row_of_text(self) -> np.ndarray:
        """Return `event_row` as numpy's index type; narrower integers would be converted again for every column."""
        return self.event_row.astype(np.intp)

    @cached_property
    def _facts(self) -> np.ndarray:
        return self.plays.vocabulary.columns

    # Games

    @property
    def game(self) -> np.ndarray:
        """Return each play's game number."""
        return self.ids("game")

    @cached_property
    def kept(self) -> np.ndarray:
        """Return the numbers of the games with plays, in order."""
        return np.flatnonzero(self.plays.kept)

    @cached_property
    def listed(self) -> np.ndarray:
        """Return the numbers of the games with lineups and a score, with or without plays, in order."""
        return np.flatnonzero(self.plays.listed)

    @cached_property
    def first_play(self) -> np.ndarray:
        """Return the first play of each game; 0 for a game without plays."""
        return self._per_game(np.flatnonzero(self.small("new_game")))

    @cached_property
    def last_play(self) -> np.ndarray:
        """Return the last play of each game; 0 for a game without plays."""
        return self._per_game(np.flatnonzero(self.small("end_of_game")))

    def _per_game(self, values: np.ndarray) -> np.ndarray:
        of_game = np.zeros(len(self.plays.kept), np.int64)
        of_game[self.kept] = values
        return of_game

    @cached_property
    def clubs(self) -> np.ndarray:
        """Return the word indices of each game's visiting and home club."""
        return np.stack([self.plays.games.visitors, self.plays.games.homes], axis=1)

    def texts_of_games(self, games: np.ndarray) -> dict[str, pa.Array]:
        """Return the columns game_id and season for rows belonging to the games with these numbers."""
        codes = self._code_of_game.take(games)
        return {
            "game_id": pa.DictionaryArray.from_arrays(codes, self._game_ids),
            "season": pa.array(self.plays.games.seasons.take(games).astype(np.int32)),
        }

    @cached_property
    def _game_ids(self) -> pa.Array:
        return pa.array([self.plays.games.names[game] for game in self.listed.tolist()], pa.string())

    @cached_property
    def _code_of_game(self) -> np.ndarray:
        codes = np.full(len(self.plays.kept), NOBODY, np.int32)
        codes[self.listed] = np.arange(len(self.listed), dtype=np.int32)
        return codes

    def dates_of(self, games: np.ndarray) -> pa.Array:
        """Return the date on which each game began, from its id."""
        days = [game_day(name) for name in self._game_ids.to_pylist()]
        return pa.array(np.array(days, "datetime64[D]").take(self._code_of_game.take(games)), pa.date32())

    def game_numbers(self, games: np.ndarray) -> pa.Array:
        """Return each game's number within its day, from its id."""
        of_day = pa.array([name[-1:] for name in self._game_ids.to_pylist()], pa.string())
        return of_day.take(pa.array(self._code_of_game.take(games)))

    def places(self, lines: np.ndarray) -> dict[str, pa.Array]:
        """Return the columns source_file and source_line for lines counted over all files (see `Plays.places`)."""
        file = self._file_of_line.take(lines)
        labels = pa.array(self.plays.files, pa.string())
        return {
            "source_file": pa.DictionaryArray.from_arrays(file, labels),
            "source_line": pa.array(self.plays.places.take(lines), pa.int64()),
        }

    @cached_property
    def _file_of_line(self) -> np.ndarray:
        first_lines = self.plays.lines.first_lines
        return np.repeat(np.arange(len(first_lines) - 1, dtype=np.int32), np.diff(first_lines))

    # Rosters

    def throws(self, games: np.ndarray, sides: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return players' throwing hands, as letters from their club's roster; `?` if it gives none."""
        return self._hands_of(games, sides, words)[:, 1]

    def bats(self, games: np.ndarray, sides: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return players' batting hands, as letters from their club's roster, with B for both; `?` if it gives none."""
        return self._hands_of(games, sides, words)[:, 0]

    @cached_property
    def _roster_hands(self) -> tuple[np.ndarray, np.ndarray]:
        games = self.plays.games
        keys, hands_of_players = self.rosters.for_words(games.word_index, np.unique(games.rosters).tolist())
        unknown = np.full((1, 2), UNKNOWN_HAND, np.int32)
        return np.append(keys, np.iinfo(np.int64).max), np.concatenate([hands_of_players, unknown])

    def _hands_of(self, games: np.ndarray, sides: np.ndarray, words: np.ndarray) -> np.ndarray:
        keys, hands_of_players = self._roster_hands
        wanted = (self.plays.games.rosters[games, sides].astype(np.int64) << 32) | words
        at = np.searchsorted(keys, wanted)
        return hands_of_players[np.where(keys[at] == wanted, at, len(keys) - 1)]

    # Texts

    @cached_property
    def words(self) -> list[str]:
        """Return the distinct words in the files: ids, keys and values."""
        return [word.decode("ascii", "backslashreplace") for word in self.plays.lines.words]

    @cached_property
    def persons(self) -> np.ndarray:
        """Return the words that are ids of players in lineups and substitutions."""
        lines = self.plays.lines
        named = np.zeros(len(lines.words), bool)
        named[lines.fields[lines.of_players, lf.PLAYER]] = True
        return np.flatnonzero(named)

    @cached_property
    def _person_codes(self) -> np.ndarray:
        codes = np.full(len(self.words) + 1, NOBODY, np.int32)  # the first is for index -1, nobody
        codes[self.persons + 1] = np.arange(len(self.persons), dtype=np.int32)
        return codes

    @cached_property
    def _person_words(self) -> pa.Array:
        return pa.array([self.words[word] for word in self.persons.tolist()], pa.string())

    @cached_property
    def _person_ids(self) -> pa.Array:
        return pa.array([self.person_id(word) for word in self._person_words.to_pylist()], pa.string())

    @property
    def dialect(self) -> Dialect:
        """Return the dialect of the files."""
        return self.plays.games.dialect

    def person_id(self, source_id: str) -> str:
        """Return a player's person_id."""
        return self._people.get(source_id) or f"{self.dialect.id_source}:{source_id}"

    def any_person_id(self, source_id: str) -> str | None:
        """Return the person_id of any id; null for a person who is not in the Register or Lahman and did not play."""
        played = source_id in self._players
        return self.person_id(source_id) if played else self._people.get(source_id)

    @cached_property
    def _players(self) -> frozenset[str]:
        return frozenset(self._person_words.to_pylist())

    def names_of(self, words: np.ndarray) -> pa.Array:
        """Return the names of players given as word indices, from the season's rosters, else as in the file."""
        return coded(words, self._person_codes, self._names)

    @cached_property
    def _names(self) -> pa.Array:
        lines, games = self.plays.lines, self.plays.games
        known = self.rosters.names_in(set(games.seasons[self.listed].tolist()))
        names = {word: " ".join(filter(None, known.get(lines.words[word], ()))) for word in self.persons.tolist()}
        strangers = [word for word, name in names.items() if not name]
        if strangers:
            unlisted = np.isin(lines.fields[lines.of_players, lf.PLAYER], strangers)
            for line in lines.of_players[unlisted].tolist():
                written = lines.text(line).split(",")[2:-3]
                names[int(lines.fields[line, lf.PLAYER])] = ",".join(written).strip().strip('"')
        return pa.array([name or None for name in names.values()], pa.string())

    def people(self, words: np.ndarray) -> pa.Array:
        """Return the source's ids of players given as word indices; null for nobody."""
        return coded(words, self._person_codes, self._person_words)

    def people_ids(self, words: np.ndarray) -> pa.Array:
        """Return the person_ids of players given as word indices; null for nobody."""
        return coded(words, self._person_codes, self._person_ids)

    @cached_property
    def _club_codes(self) -> tuple[np.ndarray, pa.Array]:
        """Return the codes of both clubs in each game, game after game, and the clubs to which the codes refer."""
        of_clubs = np.unique(self.clubs[self.listed])
        codes = np.full(len(self.words) + 1, NOBODY, np.int32)
        codes[of_clubs] = np.arange(len(of_clubs), dtype=np.int32)
        return codes[self.clubs].ravel(), pa.array([self.words[word] for word in of_clubs.tolist()], pa.string())

    def club_of(self, games: np.ndarray, sides: np.ndarray) -> pa.Array:
        """Return the club on one side (0 visitors, 1 home) of a game."""
        codes, clubs = self._club_codes
        return texts(codes.take(2 * games + sides), clubs)
