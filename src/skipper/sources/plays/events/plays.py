"""Read event files into columns: every play of every valid game, accounting for every line.

`read_plays` is the entry point: it takes the bytes of event files and returns a `Plays` of arrays. A defect costs the
fact in which it is: a record, a club's lineup or a game's plays. A game without usable plays is kept if its event texts
prove its score; otherwise it is quarantined entirely, with the line and the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from skipper.sources.parsed import shorten
from skipper.sources.plays.events import faults
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.accounts import BY_PRECEDENCE, account_of
from skipper.sources.plays.events.dialect import RETROSHEET, Dialect
from skipper.sources.plays.events.event_vocabulary import EventVocabulary
from skipper.sources.plays.events.figures import GAME_IN_PLAY
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.games import Games, duplicate, find_games
from skipper.sources.plays.events.lines import Lines, read_lines
from skipper.sources.plays.events.pitches import PITCH_COLUMNS, count_pitches
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.events.starting_cards import faults_of_lineups, sides_of, starting_records
from skipper.sources.plays.events.state import GameLines, blank_sheet, run_games
from skipper.sources.plays.events.state_columns import ID_COLUMNS, SMALL_COLUMNS, SUBSTITUTION_COLUMNS
from skipper.sources.plays.events.text_facts import RUNS
from skipper.sources.plays.events.text_score import in_order, is_proved, is_readable

UTF16 = "a file in UTF-16"
_EVENT, _GAME = SUBSTITUTION_COLUMNS.index("event"), SUBSTITUTION_COLUMNS.index("game")


@dataclass(frozen=True)
class RejectedLines:
    """Rejected lines with the reason: an entire game, or consecutive records outside any game.

    `line` and `text` are the line number and content of the defective line; `first_line` and `last_line` bound the
    rejected lines. Lines count from 1. `game` and `season` are null outside games, or if the id does not give them.
    """

    file: str
    line: int
    first_line: int
    last_line: int
    game: str | None
    season: int | None
    text: str
    reason: str


@dataclass(frozen=True)
class Plays:
    """The plays in some event files.

    `ids` and `small` have one row per column of
    ID_COLUMNS and SMALL_COLUMNS, and one column per play. A play's row of EVENT_COLUMNS is
    `vocabulary.table[ids[EVENT_ROW]]`, stored separately because texts repeat. `substitutions` has one row of
    SUBSTITUTION_COLUMNS per `sub` record in the games kept, and `pitch_counts` one row of PITCH_COLUMNS per distinct
    pitch sequence. `games` describes every game found; `kept` marks those whose plays are included.
    `blank_lines` counts blank lines outside games.

    `runs` has each side's runs by game, as stated in the event texts, and `runs_among_steals` those on advances listed
    among the steals, where Retrosheet's grammar has none. `scored` marks games, in files that may have gaps, whose
    lineups and runs can be read but whose plays are inconsistent: only their plays are rejected. `first_plays` is the
    first play line of each game, or the game's end if it has no plays. `places` is each line's place in its file, from
    1: its number, or the place in the response from which it was written.
    """

    lines: Lines
    files: list[str]
    file_first_lines: np.ndarray
    games: Games
    kept: np.ndarray
    ids: np.ndarray
    small: np.ndarray
    substitutions: np.ndarray
    pitch_counts: np.ndarray
    vocabulary: EventVocabulary
    rejected: list[RejectedLines]
    blank_lines: int
    runs: np.ndarray
    runs_among_steals: np.ndarray
    scored: np.ndarray
    first_plays: np.ndarray
    places: np.ndarray
    has_lineup: np.ndarray
    lost: dict[int, str] = field(default_factory=dict)

    @property
    def listed(self) -> np.ndarray:
        """Mark the games with a score, with or without plays."""
        return self.kept | self.scored

    @property
    def used_records(self) -> np.ndarray:
        """Mark the sound records in games that are used; of a game without usable plays, those before its plays."""
        game = self.games.of_line
        used = (game >= 0) & self.listed[game] & (self.lines.defects == lf.SOUND) if len(self.kept) else game >= 0
        used[list(self.lost)] = False
        return used

    def __len__(self) -> int:
        return self.ids.shape[1]

    def ids_of(self, name: str) -> np.ndarray:
        """Return one of the ID_COLUMNS."""
        return self.ids[ID_COLUMNS.index(name)]

    def small_of(self, name: str) -> np.ndarray:
        """Return one of the SMALL_COLUMNS."""
        return self.small[SMALL_COLUMNS.index(name)]

    def substitutions_of(self, name: str) -> np.ndarray:
        """Return one of the SUBSTITUTION_COLUMNS."""
        return self.substitutions[:, SUBSTITUTION_COLUMNS.index(name)]

    def place_of(self, line: int) -> tuple[str, int]:
        """Return the file that contains a line, numbered across all files, and the line's place in that file, from
        1."""
        file = int(np.searchsorted(self.file_first_lines, line, "right")) - 1
        return self.files[file], int(self.places[line])


def read_plays(
    files: Sequence[EventFile],
    rosters: Rosters,
    vocabulary: EventVocabulary | None = None,
    seen: set[str] | None = None,
    dialect: Dialect = RETROSHEET,
) -> Plays:
    """Read event files, keeping the first valid copy of each game.

    `vocabulary` holds the event texts read before and receives the new ones. `seen` holds the ids of games already
    kept; this call adds the new ones, so that a later call recognizes a repeated game as a duplicate.
    """
    plays = without_repeated(read_copies(files, rosters, vocabulary, seen or frozenset(), dialect))
    if seen is not None:
        seen.update(name for name, listed in zip(plays.games.names, plays.listed, strict=True) if listed)
    return plays


def read_copies(
    files: Sequence[EventFile],
    rosters: Rosters,
    vocabulary: EventVocabulary | None = None,
    seen: Collection[str] = frozenset(),
    dialect: Dialect = RETROSHEET,
    season: int | None = None,
) -> Plays:
    """Read event files, keeping every valid copy of a game, except games in `seen`.

    `season` is the season of all games, null if their ids give it.
    """
    vocabulary = vocabulary if vocabulary is not None else EventVocabulary(dialect.standard_text)
    lines = read_lines([file.content for file in files], dialect.more_fields)
    if dialect.has_gaps:
        _open_unknown(lines, dialect)
    games = find_games(lines, rosters, seen, dialect, season)
    event_rows = vocabulary.rows_of(lines.events)
    ids, small, substitutions, results = _run(lines, games, rosters, event_rows, vocabulary)
    pitch_counts = np.zeros((max(len(lines.pitch_spans), 1), len(PITCH_COLUMNS)), np.int16)
    count_pitches(lines.content, lines.pitch_spans, pitch_counts)
    kept = (results[:, 0] == faults.SOUND) & games.sound
    play_lines = np.flatnonzero(lines.kinds == lf.PLAY)
    first_plays = np.append(play_lines, len(lines.kinds))[np.searchsorted(play_lines, games.spans[:, 0])]
    plays = Plays(
        lines=lines,
        files=[file.label for file in files],
        file_first_lines=lines.first_lines[:-1],
        games=games,
        kept=kept,
        ids=ids,
        small=small,
        substitutions=substitutions,
        pitch_counts=pitch_counts,
        vocabulary=vocabulary,
        rejected=[],
        blank_lines=int((lines.kinds[games.outside] == lf.BLANK).sum()),
        runs=_runs(games, event_rows, vocabulary.table[:, RUNS]),
        runs_among_steals=_runs(games, event_rows, _among_steals(vocabulary, dialect)),
        scored=np.zeros(len(kept), bool),
        first_plays=np.minimum(first_plays, games.spans[:, 1]),
        places=_places(files, lines.first_lines),
        has_lineup=np.ones((len(kept), 2), bool),
        lost=dict(games.ignored),
    )
    if dialect.counts_scores:
        _keep_scores(plays, results, event_rows)
    plays.rejected.extend(_rejections(plays, results))
    return plays


def _places(files: Sequence[EventFile], first_lines: np.ndarray) -> np.ndarray:
    """Return each line's place in its file."""
    found = [np.empty(0, np.int64)]
    for file, count in zip(files, np.diff(first_lines).tolist(), strict=True):
        found.append(np.arange(1, count + 1) if file.places is None else file.places)
    return np.concatenate(found)


def without_repeated(plays: Plays) -> Plays:
    """Return the plays of one copy of each game; `rejected` then has the other copies.

    A copy with consistent plays takes precedence over one that has only the score, then a copy in a file with a
    stronger account, then the fullest copy, with the most plays and records, then the first.
    """
    games, met, found = plays.games, set(), {}
    ranks = np.array([BY_PRECEDENCE.index(account_of(label)) for label in plays.files], int)[games.files]
    events = np.bincount(plays.ids_of("game"), minlength=len(games.spans))
    records = games.spans[:, 1] - games.spans[:, 0]
    for game in np.lexsort((-records, -events, ranks, ~plays.kept)).tolist():
        if not plays.listed[game]:
            continue
        if games.names[game] in met:
            found[game] = int(games.spans[game, 0]), duplicate(games.names[game])
        met.add(games.names[game])
    return reject(plays, dict(sorted(found.items())))


def reject(plays: Plays, found: Mapping[int, tuple[int, str]], keep_scores: bool = False) -> Plays:
    """Return the plays without the games in `found` (number: line and reason), which move to `rejected`.

    With `keep_scores`, only the plays of these games are rejected.
    """
    if not found:
        return plays
    left = without(plays, np.array(list(found)))
    if keep_scores:
        left.scored[list(found)] = True
        for game in found:
            leave_lineups_out(left, game)
    rejected = [_rejected_game(left, game, line, reason) for game, (line, reason) in found.items()]
    with_plays = [game for game in found if plays.scored[game] and plays.first_plays[game] < plays.games.spans[game, 1]]
    unread = {plays.place_of(int(plays.first_plays[game])) for game in with_plays}
    before = [item for item in plays.rejected if (item.file, item.first_line) not in unread]
    return replace(left, rejected=[*before, *rejected])


def without(plays: Plays, games: np.ndarray) -> Plays:
    """Return the plays without those of the given games."""
    kept = plays.kept.copy()
    kept[games] = False
    scored = plays.scored.copy()
    scored[games] = False
    leave = kept[plays.ids[ID_COLUMNS.index("game")]]
    left_out_before = np.concatenate([[0], np.cumsum(~leave)])
    changes = plays.substitutions[kept[plays.substitutions[:, _GAME]]].copy()
    changes[:, _EVENT] -= left_out_before.take(changes[:, _EVENT])
    return replace(
        plays, kept=kept, scored=scored, ids=plays.ids[:, leave], small=plays.small[:, leave], substitutions=changes
    )


def _open_unknown(lines: Lines, dialect: Dialect) -> None:
    """Set to UNKNOWN a player whose record gives no id, and a substitution's slot given as `?`.

    The batting order then decides who bats, and the lineup which slot it is. Nothing determines any other missing
    player.
    """
    is_id = np.array([dialect.is_person(word) for word in lines.words], bool)
    for kind, name in ((lf.PLAY, lf.PLAY_BATTER), (lf.START, lf.PLAYER), (lf.SUB, lf.PLAYER)):
        records = np.flatnonzero((lines.kinds == kind) & (lines.defects == lf.SOUND))
        unknown = records[~is_id[lines.fields[records, name]]]
        lines.fields[unknown, name] = lf.UNKNOWN
    for line in np.flatnonzero((lines.kinds == lf.SUB) & (lines.defects == lf.NOT_A_NUMBER)).tolist():
        side, slot, position = lines.text(line).split(",")[-3:]
        if slot == "?" and side.isdigit() and position.isdigit():
            lines.fields[line, lf.SLOT], lines.defects[line] = lf.UNKNOWN, lf.SOUND


def _among_steals(vocabulary: EventVocabulary, dialect: Dialect) -> np.ndarray:
    """Return the runs on advances listed among the steals, by the vocabulary's rows."""
    if dialect.runs_among_steals is None:
        return np.zeros(len(vocabulary), np.int32)
    return np.fromiter(map(dialect.runs_among_steals, vocabulary.texts), np.int32, len(vocabulary))


def _runs(games: Games, event_rows: np.ndarray, runs_of_text: np.ndarray) -> np.ndarray:
    """Sum the runs of each game's event texts, for the visitors and the home club."""
    lines = games.lines
    plays = np.flatnonzero((lines.kinds == lf.PLAY) & (lines.defects == lf.SOUND) & (games.of_line >= 0))
    runs = runs_of_text[event_rows[lines.fields[plays, lf.PLAY_EVENT]]] if len(plays) else np.zeros(0)
    side = lines.fields[plays, lf.PLAY_SIDE]
    sides = [np.bincount(games.of_line[plays], runs * (side == which), len(games.spans)) for which in (0, 1)]
    return np.stack(sides, axis=1).astype(np.int32)


def _keep_scores(plays: Plays, results: np.ndarray, event_rows: np.ndarray) -> None:
    """Mark the games without usable plays whose score the event texts give, and their usable lineups.

    In files that may have gaps, the play records must be readable, and in order if a `start` record follows a play,
    which may belong to another game. In other files, the texts must prove the score.
    """
    games, table = plays.games, plays.vocabulary.table
    for game in np.flatnonzero(~plays.kept & games.identified).tolist():
        if not is_readable(games, game):
            continue
        if games.dialect.has_gaps:
            plays.scored[game] = results[game, 0] != faults.START_AFTER_PLAY or in_order(games, game)
        else:
            plays.scored[game] = is_proved(games, game, event_rows, table)
        if plays.scored[game]:
            leave_lineups_out(plays, game)


def leave_lineups_out(plays: Plays, game: int) -> None:
    """Leave out the starting lineups that cannot be used, in a game without usable plays."""
    found = faults_of_lineups(plays.games, game, int(plays.first_plays[game]))
    records = starting_records(plays.games, game, int(plays.first_plays[game]))
    for side, (_, reason) in found.items():
        plays.has_lineup[game, side] = False
        club = plays.lines.words[(plays.games.visitors, plays.games.homes)[side][game]].decode("ascii", "replace")
        own = [line for line in records if side in sides_of(plays.games, line)]
        plays.lost.update(dict.fromkeys(own, f"{reason} (lineup of {club} not used)"))


def lost_records(plays: Plays) -> list[int]:
    """Return the single records that are not used, except those rejected with their game or its plays, in order."""
    games = plays.games.of_line
    return [
        line
        for line in sorted(plays.lost)
        if plays.kept[games[line]] or (plays.scored[games[line]] and line < plays.first_plays[games[line]])
    ]


def quarantined(plays: Plays) -> list[RejectedLines]:
    """Return everything that is not used: rejected games and plays, lineups and single records, consecutive records
    with one reason together, and rosters that are missing, which reject no line. No two items name one line."""
    lines, games = plays.lines, plays.games
    runs: list[list[int]] = []
    for line in lost_records(plays):
        follows = line > 0 and plays.places[line] == plays.places[line - 1] + 1
        if not runs or runs[-1][-1] != line - 1 or not follows or plays.lost[line] != plays.lost[line - 1]:
            runs.append([])
        runs[-1].append(line)
    begun = {plays.place_of(first) for first, *_ in runs}
    found = [replace(one, line=one.first_line) if (one.file, one.line) in begun else one for one in plays.rejected]
    for first, *rest in runs:
        file, at = plays.place_of(first)
        game, text = int(games.of_line[first]), shorten(lines.text(first)) or ""
        last = plays.place_of([first, *rest][-1])[1]
        season = int(games.seasons[game]) or None
        found.append(RejectedLines(file, at, at, last, games.names[game], season, text, plays.lost[first]))
    return [*found, *_without_roster(plays)]


def _without_roster(plays: Plays) -> list[RejectedLines]:
    """Return one item of no lines for each club and file in which the club has games but no roster."""
    games = plays.games
    found: dict[tuple[str, str, int], RejectedLines] = {}
    for game, side in np.argwhere((games.rosters < 0) & plays.listed[:, None]).tolist():
        club = plays.lines.words[(games.visitors, games.homes)[side][game]].decode("ascii", "replace")
        season, line = int(games.seasons[game]), int(games.spans[game, 0])
        file, at = plays.place_of(line)
        reason = f"no roster (of {club} in {season}: hands of its players are unknown)"
        item = RejectedLines(file, at, at, at - 1, games.names[game], season, plays.lines.text(line), reason)
        found.setdefault((file, club, season), item)
    return list(found.values())


def _run(
    lines: Lines, games: Games, rosters: Rosters, event_rows: np.ndarray, vocabulary: EventVocabulary
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Run the state kernel over the games without a defect so far; its results are by game."""
    keys, hands = rosters.for_words(games.word_index, np.unique(games.rosters).tolist())
    most = int((lines.kinds == lf.PLAY).sum()) + 1
    ids = np.empty((len(ID_COLUMNS), most), np.int32)
    small = np.empty((len(SMALL_COLUMNS), most), np.int16)
    substitutions = np.zeros((int((lines.kinds == lf.SUB).sum()) + 1, len(SUBSTITUTION_COLUMNS)), np.int32)
    results = np.zeros((len(games.spans), 4), np.int64)
    (game,) = np.zeros(1, GAME_IN_PLAY).view(np.recarray)
    given = GameLines(
        spans=np.where(games.sound[:, None], games.spans, games.spans[:, :1]),  # a defective game has no lines to run
        rosters=games.rosters,
        innings=games.scheduled_innings(),
        may_end=games.may_end(),
        any_card=games.dialect.has_gaps,
        kinds=lines.kinds,
        fields=lines.fields,
        defects=lines.defects,
        event_rows=event_rows,
        table=vocabulary.table if len(vocabulary) else np.zeros((1, vocabulary.table.shape[1]), np.int32),
        keys=keys,
        hands=hands,
    )
    sheet = blank_sheet(int(np.diff(given.spans).max(initial=1)))  # no game has more plays than lines
    plays, changes = run_games(game, given, sheet, ids, small, substitutions, results)
    return ids[:, :plays], small[:, :plays], substitutions[:changes], results


def _rejections(plays: Plays, results: np.ndarray) -> list[RejectedLines]:
    """Return what the plays omit: games with the first defect found, and lines outside games."""
    games = plays.games
    rejected: list[RejectedLines] = []
    for game in np.flatnonzero(~plays.kept).tolist():
        if games.sound[game]:
            line, reason = int(results[game, 1]), _reason(plays, int(results[game, 0]), int(results[game, 1]))
        else:
            line, reason = games.defects[game]
        rejected.append(_rejected_game(plays, game, line, reason))
    return [*rejected, *rejected_outside(plays)]


def rejected_outside(plays: Plays) -> list[RejectedLines]:
    """Return the records outside games: one item per run of consecutive records in a file, without a game or blank line
    in between.
    """
    outside = plays.games.outside[plays.lines.kinds[plays.games.outside] != lf.BLANK]
    begins = np.diff(outside, prepend=-2) > 1
    begins |= np.isin(outside, plays.file_first_lines)
    starts = np.flatnonzero(begins)
    rejected = []
    for first, count in zip(outside[starts].tolist(), np.diff(starts, append=len(outside)).tolist(), strict=True):
        file, at = plays.place_of(first)
        text = shorten(plays.lines.text(first)) or ""
        reason = UTF16 if _is_utf16(plays, first) else "a record before any id record"
        rejected.append(RejectedLines(file, at, at, at + count - 1, None, None, text, reason))
    return rejected


def _is_utf16(plays: Plays, line: int) -> bool:
    """Return whether the file of a line begins with a UTF-16 byte order mark."""
    first = plays.file_first_lines[np.searchsorted(plays.file_first_lines, line, "right") - 1]
    begin = int(plays.lines.starts[first])
    return plays.lines.content[begin : begin + 2].tobytes() in lf.UTF16_MARKS


def _rejected_game(plays: Plays, game: int, line: int, reason: str) -> RejectedLines:
    begins = plays.first_plays[game] if plays.scored[game] else plays.games.spans[game, 0]
    file, first = plays.place_of(int(begins))
    _, last = plays.place_of(int(plays.games.spans[game, 1]) - 1)
    name, season = plays.games.names[game], plays.games.seasons[game]
    text = shorten(plays.lines.text(line)) or ""
    reason += " (plays not used)" if plays.scored[game] else ""
    return RejectedLines(
        file, plays.place_of(line)[1], first, last, name or None, int(season) if season else None, text, reason
    )


def _reason(plays: Plays, code: int, line: int) -> str:
    if code == faults.UNKNOWN_EVENT:
        text = plays.lines.events[plays.lines.fields[line, lf.PLAY_EVENT]]
        row = int(plays.vocabulary.rows_of([text])[0])
        return f"{faults.REASONS[code]}: {plays.vocabulary.reasons[row]}"
    return faults.REASONS[code]
