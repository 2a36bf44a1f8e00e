"""Final scores of minor-league games, 1997 to 2004: results without lineups, one line per game.

07/04/02,Southern League Base,Birmingham vs. Mobile,BIR,MOB,3,4

The first club named is the visitor. This is confirmed by three facts: four clubs are named second in the first game of
a park that opened in these seasons (Sacramento is named first in 30 of its 33 earlier games), the host of each AAA
all-star game is named second, and the second club wins 53% of all games. The date is the report's, a day after the
game, as confirmed by the same openings and all-star games, by Labor Day and by 11 September 2001. In a report that
covers two days, the first day's games are dated a day late.

Postseason games are not marked. 0-0 is written for a game postponed, cancelled or not reported, never for a result:
with such lines a club would have up to 163 games in a 144-game schedule; without them it has the number that it played.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median

import pyarrow as pa

from skipper.definitions import notices
from skipper.sources.archive import UnreadableError, fault_of, read_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError
from skipper.sources.record_lines import fields_of, lines, value_of

SOURCE = "minors_scores"
NOTICE = notices.SCORES

SCORE = pa.schema(
    [
        ("source_file", pa.string()),
        ("source_line", pa.int64()),
        ("game_id", pa.string()),
        ("season", pa.int32()),
        ("date", pa.date32()),
        ("game_number", pa.string()),
        ("league", pa.string()),
        ("visitor_club", pa.string()),
        ("home_club", pa.string()),
        ("visitor_name", pa.string()),
        ("home_name", pa.string()),
        ("visitor_score", pa.int32()),
        ("home_score", pa.int32()),
    ]
)
RECORD_SETS = {"score": SCORE}

_FILE = re.compile(r"minors-scores-(\d{4})(?:\.csv(?:\.gz)?|(?:\.csv)?\.zip)$", re.IGNORECASE)
_REPORTED_AFTER = timedelta(days=1)
_FEWEST = 0.1  # minimum share of the median club's lines; all-star sides and stray codes have only a line or two


def find_files(path: Path) -> list[Path]:
    """Return the seasons' files in a folder, or the single file given. Raises SourceError if there is no such file."""
    found = [file for file in (sorted(path.iterdir()) if path.is_dir() else [path]) if _FILE.match(file.name)]
    if not found:
        raise SourceError(f"{path}: no minor-league scores (the files are called minors-scores-2004.csv)")
    return found


def list_seasons(path: Path, seasons: Collection[int] | None = None) -> tuple[dict[int, Path], list[Rejected]]:
    """Return each season's file, of `seasons` if they are given; and the files that are not read: those that cannot be,
    and two of one season. Raises SourceError if there is no file."""
    found: dict[int, list[Path]] = {}
    unread = []
    for file in find_files(path):
        match = _FILE.match(file.name)
        if match and (seasons is None or int(match[1]) in seasons):
            if fault := fault_of(file):
                unread.append(Rejected(file.name, None, int(match[1]), None, fault))
            else:
                found.setdefault(int(match[1]), []).append(file)
    unread += [
        Rejected(files[0].name, None, season, None, f"{' and '.join(names)} are for the same season: keep one")
        for season, files in found.items()
        if len(names := [file.name for file in files]) > 1
    ]
    return {season: files[0] for season, files in found.items() if len(files) == 1}, unread


@dataclass(frozen=True)
class _Side:
    league: str
    code: str
    name: str
    runs: int


@dataclass(frozen=True)
class _Line:
    number: int
    text: str
    date: date
    visitor: _Side
    home: _Side


class _UnusableError(ValueError):
    """A line that does not describe a game; the message is the reason."""


def parse(path: Path, season: int, leagues: Iterable[tuple[str, str]]) -> Parsed:
    """Read one season's file into record set `score`: one row per game with a result.

    `leagues` has the code and name of each league in that season. A club's code is the file's code followed by the
    league's, such as BIR-SL; if two clubs in a league share a code, the club's name replaces it. Quarantines a line
    that is malformed, has an unknown league or no result, names a club that is not in the league, or has a code that
    belongs to a club other than the club in the title.
    """
    parsed = Parsed(SOURCE, {"score": []})
    content, *others = (content for _label, content in read_texts(path, _FILE))
    if others:
        content = UnreadableError("the archive holds several files of scores")
    if isinstance(content, UnreadableError):
        parsed.rejected.append(Rejected(path.name, None, season, None, str(content)))
        parsed.add("score", SCORE.empty_table())
        return parsed
    names = list(leagues)
    sound: list[_Line] = []

    def reject(number: int, text: str, reason: str) -> None:
        parsed.rejected.append(Rejected(path.name, number, season, text, reason))

    for number, text in lines(content.decode("utf-8", "backslashreplace")):
        if not text.strip():
            continue
        parsed.read[path.name, season] += 1
        try:
            sound.append(_line(number, text, season, names))
        except ValueError as error:
            reject(number, text, str(error))
    clubs = _Clubs(sound)
    games: list[tuple[_Line, str, str]] = []
    for line in sound:
        try:
            visitor, home = clubs.code(line.visitor), clubs.code(line.home)
            if visitor == home:
                raise _UnusableError(f"both sides are {home}")
            games.append((line, visitor, home))
        except _UnusableError as error:
            reject(line.number, line.text, str(error))
    parsed.rejected.sort(key=lambda item: item.line or 0)
    parsed.kept[path.name, season] = len(games)
    parsed.add("score", pa.Table.from_pylist(_rows(games, clubs, path.name, season), SCORE))
    return parsed


def _line(number: int, text: str, season: int, leagues: list[tuple[str, str]]) -> _Line:
    fields = fields_of(text)
    if len(fields) != 7:
        raise _UnusableError(f"{len(fields)} fields, but a score has 7")
    reported, league_name, title, *codes, visitor_runs, home_runs = (field.strip() for field in fields)
    try:
        day = datetime.strptime(reported, "%m/%d/%y").date() - _REPORTED_AFTER
    except ValueError:
        raise _UnusableError(f"date {reported!r} is not month/day/year") from None
    if day.year != season:
        raise _UnusableError(f"date {reported} is outside the file's season")
    names = title.split(" vs. ")
    if len(names) != 2 or not all((*names, *codes)):
        raise _UnusableError("does not name two clubs")
    try:
        runs = [value_of(figure, pa.uint16()) for figure in (visitor_runs, home_runs)]
    except ValueError:
        raise _UnusableError(f"runs {visitor_runs} and {home_runs} are not two numbers") from None
    if runs == [0, 0]:
        raise _UnusableError("the game has no result: 0-0 (postponed, cancelled or not reported)")
    league = _league(league_name, leagues)
    visitor, home = (_Side(league, code, name, run) for code, name, run in zip(codes, names, runs, strict=True))
    return _Line(number, text, day, visitor, home)


def _league(text: str, leagues: list[tuple[str, str]]) -> str:
    """Return the code of the league whose name, with or without "Baseball", the file cuts at 20 characters."""
    found = [code for code, name in leagues if text in (f"{name} Baseball"[:20], name[:20], name)]
    if len(found) != 1:
        raise _UnusableError(f"league {text!r} is not one of the season's leagues")
    return found[0]


class _Clubs:
    """The clubs of a season, by the code and the name on each side of its games.

    A code with another club's name is an error in the line. A code and a name belong together if either occurs most
    often with the other. A name may therefore have several spellings, and a code may change.
    """

    def __init__(self, lines: list[_Line]) -> None:
        sides = Counter((side.league, side.code, side.name) for line in lines for side in (line.visitor, line.home))
        by_code: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        by_name: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for (league, code, name), count in sides.items():
            by_code[league, code][name] += count
        usual: dict[str, float] = {
            league: median(counted.total() for (of, _), counted in by_code.items() if of == league)
            for league in {league for league, _ in by_code}
        }
        self._rare = {
            key: counted.total() for key, counted in by_code.items() if counted.total() < _FEWEST * usual[key[0]]
        }
        for (league, code, name), count in sides.items():
            if (league, code) not in self._rare:
                by_name[league, name][code] += count
        self._name_of = {key: counted.most_common(1)[0][0] for key, counted in by_code.items()}
        self._code_of = {key: counted.most_common(1)[0][0] for key, counted in by_name.items()}
        self._shared = {
            (line.home.league, line.home.code)
            for line in lines
            if line.home.name != line.visitor.name
            and self._usual_code(line.home) == line.home.code == line.visitor.code == self._usual_code(line.visitor)
        }
        self._spelled: dict[str, Counter[str]] = defaultdict(Counter)
        for (league, code, name), count in sides.items():
            side = _Side(league, code, name, 0)
            if self._belongs(side) and (league, code) not in self._rare:
                self._spelled[self._key(side)][name] += count

    def code(self, side: _Side) -> str:
        """Return the club's code. Raises _UnusableError for a side that is not a club, or has another club's code."""
        lines = self._rare.get((side.league, side.code))
        if lines is not None:
            raise _UnusableError(f"{side.code} is not a club in the league: lines with its code that season: {lines}")
        if not self._belongs(side):
            other = self._name_of[side.league, side.code]
            raise _UnusableError(f"code {side.code} is that of {other!r}, and the title says {side.name!r}")
        return self._key(side)

    def name(self, code: str) -> str:
        """Return the club's most frequent name, or its code if no line has a name other than the code."""
        spelled = self._spelled[code]
        return max(spelled, key=lambda name: (name != code.split("-")[0], spelled[name], name))

    def _usual_code(self, side: _Side) -> str | None:
        return self._code_of.get((side.league, side.name))

    def _belongs(self, side: _Side) -> bool:
        return self._usual_code(side) == side.code or self._name_of[side.league, side.code] == side.name

    def _key(self, side: _Side) -> str:
        code = self._code_of[side.league, side.name]
        if (side.league, code) in self._shared:
            code = re.sub(r"\W", "", side.name).upper()
        return f"{code}-{side.league}"


def _rows(games: list[tuple[_Line, str, str]], clubs: _Clubs, file: str, season: int) -> list[dict[str, object]]:
    of_day = Counter((home, line.date) for line, _, home in games)
    played: Counter[tuple[str, date]] = Counter()
    rows: list[dict[str, object]] = []
    for line, visitor, home in games:
        played[home, line.date] += 1
        number = str(played[home, line.date]) if of_day[home, line.date] > 1 else "0"
        rows.append(
            {
                "source_file": file,
                "source_line": line.number,
                "game_id": f"{home}{line.date:%Y%m%d}{number}",
                "season": season,
                "date": line.date,
                "game_number": number,
                "league": line.home.league,
                "visitor_club": visitor,
                "home_club": home,
                "visitor_name": clubs.name(visitor),
                "home_name": clubs.name(home),
                "visitor_score": line.visitor.runs,
                "home_score": line.home.runs,
            }
        )
    return rows
