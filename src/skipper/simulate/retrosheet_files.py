"""Game logs in Retrosheet's format: 161 comma-separated fields per game, with text quoted and numbers unquoted.

Fields that are not simulated have Retrosheet's values for unknown: batting, pitching and fielding totals are empty, and
umpires and game-winning hits are "(none)".
"""

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from skipper.simulate.games import PlayedGame, Side
from skipper.simulate.people import Person
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK

OFFENSE_PITCHING_DEFENSE = 28
"""Number of totals per club: fields 22 to 49 for one club, 50 to 77 for the other."""
UMPIRES = 6
NOTICE = "Simulated: every league, club and person here is fictional.\n"
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def write_game_log(folder: Path, season: int, games: Iterable[PlayedGame]) -> Path:
    """Write `glYYYY.zip` with the member `GLYYYY.TXT` and return its path. The same games produce the same bytes."""
    text = "".join(game_log_record(game) + "\n" for game in games)
    return write_archive(folder / f"gl{season}.zip", {f"GL{season}.TXT": text})


def write_archive(path: Path, members: Mapping[str, str]) -> Path:
    """Write a zip archive of text files and return its path. The same content produces the same bytes."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            member = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3  # Unix, on every machine
            member.external_attr = 0o644 << 16
            archive.writestr(member, text.encode("ascii"))
    return path


def write_mark(folder: Path) -> None:
    """Mark a folder of games as fictional."""
    (folder / SIMULATED_MARK).write_text(NOTICE, encoding="utf-8", newline="\n")


def game_log_record(game: PlayedGame) -> str:
    """Return a record of 161 fields, without a line ending."""
    unknown = [None] * (2 * OFFENSE_PITCHING_DEFENSE)
    nobody = ["", "(none)"]
    fields = [
        *_heading(game),
        *unknown,
        *nobody * UMPIRES,
        *_person(game.visitor.managed_by),
        *_person(game.home.managed_by),
        *_decisions(game),
        *nobody,
        *_person(game.visitor.card.starting_pitcher.person),
        *_person(game.home.card.starting_pitcher.person),
        *_lineup(game.visitor),
        *_lineup(game.home),
        "",
        "Y",
    ]
    return ",".join(_field(value) for value in fields)


def line_score(line: Iterable[int | None]) -> str:
    """Return runs by inning, with ten or more in parentheses and x for a half-inning that was not played."""
    return "".join("x" if runs is None else f"({runs})" if runs > 9 else str(runs) for runs in line)


def _heading(game: PlayedGame) -> list[str | int | None]:
    """Return fields 1 to 21."""
    scheduled = game.scheduled
    return [
        f"{scheduled.day:%Y%m%d}",
        str(scheduled.game_number),
        WEEKDAYS[scheduled.day.weekday()],
        scheduled.visitor.code,
        scheduled.visitor.league.code,
        game.visitor.game_of_season,
        scheduled.home.code,
        scheduled.home.league.code,
        game.home.game_of_season,
        game.visitor.runs,
        game.home.runs,
        game.outs,
        scheduled.time,
        _completion(game),
        game.forfeited_to or "",
        "",
        scheduled.home.park_id,
        game.attendance,
        game.minutes,
        line_score(game.visitor.line),
        line_score(game.home.line),
    ]


def _completion(game: PlayedGame) -> str:
    """Return field 14, which is empty for uninterrupted games. The park is omitted because it is the same."""
    stop = game.interruption
    if stop is None:
        return ""
    return f"{stop.completed_on},,{stop.visitor_runs},{stop.home_runs},{stop.outs}"


def _decisions(game: PlayedGame) -> list[str]:
    """Return fields 94 to 99: the winning, losing and saving pitchers. In a forfeit the first two are blank."""
    decisions = game.decisions
    blank = ["", ""]
    return [
        *(_person(decisions.winning) if decisions.winning else blank),
        *(_person(decisions.losing) if decisions.losing else blank),
        *(_person(decisions.saving) if decisions.saving else ["", "(none)"]),
    ]


def _person(person: Person) -> list[str]:
    return [person.retro_id, person.name]


def _lineup(side: Side) -> list[str | int]:
    fields: list[str | int] = []
    for player, position in side.card.slots:
        fields += [*_person(player.person), position]
    return fields


def _field(value: str | int | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else f'"{value}"'
