"""A manager's tactics, compared with the league's in the same situations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.coverage import coverage_of
from skipper.answers.errors import Candidate, NothingKnownError, UnknownSeasonError
from skipper.answers.named_by import managers_named
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.plays import NoPlaysError, seasons_with_plays
from skipper.answers.question import ManagerName, OneSeason, question
from skipper.definitions.tendencies import BY_NAME, TENDENCIES
from skipper.lake.reader import LakeReader

_COUNTS = ("chances", "attempts", "successes", "outside_chances")
FIELDS = (
    "season",
    "league",
    "club",
    "manager_id",
    "manager_person_id",
    "manager_name",
    "manager_source",
    "games",
    "tendency",
    "unit",
    *_COUNTS,
    "rate",
    "rate_low",
    "rate_high",
    "league_chances",
    "league_attempts",
    "league_rate",
    "index",
)
CAREER_FIELDS = ("tendency", "unit", "seasons", *_COUNTS, "rate", "expected_attempts", "league_rate", "index")
_SOURCES = {  # `managers_named` states the others
    "game_log": "The game logs name the manager.",
    "both": "The game logs name the manager of the games that have a log.",
}
_COLUMNS = (
    shown("Tendency", "text", "title"),
    shown("Chances", "count"),
    shown("Done", "count", "attempts"),
    shown("Rate", "rate"),
    shown("League", "rate", "league_rate"),
    shown("Index", "count", "whole_index"),
    shown("Came off", "count", "successes"),
)
NOTES = (
    "Rate: attempts per chance. League: the rate for all clubs in the league, in the same situations. Index: 100 is "
    "the league's rate. Chances depend on who gets on base, and attempts on the players available, so a rate does "
    "not depend on the manager alone. The documentation's page Tendencies defines each tendency.",
)


@question(
    "season, club and tendency",
    notes="CSV and JSON have one row per season, club and tendency; JSON adds `career` to `tables`.",
    examples=(
        'tendencies "Alex Cora"',
        'tendencies "Alex Cora" --season 2019 --format csv',
    ),
)
def tendencies(lake: LakeReader, name: ManagerName, season: OneSeason = None) -> Answer:
    """Compare a manager's tactics with the league's.

    Covers steals, bunts, intentional walks, pitchouts, pinch hitters, pinch runners, pitching changes, long outings by
    starters, relievers' rest, lineups and ejections. Shows chances, attempts, the league's rate in the same situations,
    and an index in which 100 is the league average. Requires play-by-play (`skipper build --events`).

    \f
    Return the tendencies of the manager named `name`, by season and club and in total.

    The main table has one row per season, club and tendency. `career` sums them and gives the attempts expected at the
    league's rates in those seasons. Raises NoPlaysError for a lake without play-by-play, and AnswerError if the name
    does not match a single manager or the season has no plays.
    """
    played = seasons_with_plays(lake)
    if not played:
        raise NoPlaysError(lake)
    man = find_person(lake, name, MANAGERS)
    rows = _rows(lake, man.person_id)
    _require(man, rows, season, played)
    answer = _answer(lake, man.person_id, man.id, man.name, _of(rows, season), season)
    return replace(answer, lead=(*man.taken, *answer.lead))


def tendencies_of(lake: LakeReader, person_id: str, season: int | None = None) -> Answer | None:
    """Return the same answer for a person_id, in a lake with play-by-play; null if none of the manager's games has
    play-by-play."""
    rows = _of(_rows(lake, person_id), season)
    if not rows:
        return None
    man = rows[-1]
    return _answer(lake, person_id, man["manager_id"], man["manager_name"] or man["manager_id"], rows, season)


def _answer(
    lake: LakeReader, person_id: str, id_: str | None, name: str, rows: list[Row], season: int | None
) -> Answer:
    career = _career(rows)
    return Answer(
        question="tendencies",
        title=f"{name}: tendencies, from play-by-play",
        tables=(
            Table("tendencies", FIELDS, rows, tuple(_views(rows))),
            Table("career", CAREER_FIELDS, career, (_career_view(career),) if _several(rows) else ()),
        ),
        lead=_lead(lake, person_id, rows, season),
        notes=NOTES,
        subject={"person_id": person_id, "id": id_, "name": name},
    )


def _rows(lake: LakeReader, person_id: str) -> list[Row]:
    """Return the manager's rows, by season, club and the order of TENDENCIES."""
    order = {one.name: place for place, one in enumerate(TENDENCIES)}
    rows = lake.rows_of(_ROWS, ("manager_person_id",), (person_id,))
    return sorted(rows, key=lambda row: (row["season"], row["club"], order[row["tendency"]]))


def _of(rows: list[Row], season: int | None) -> list[Row]:
    return [row for row in rows if season in (None, row["season"])]


def _require(man: Candidate, rows: list[Row], season: int | None, played: list[int]) -> None:
    """Raise AnswerError if the manager has no rows, or none for the season."""
    if not rows:
        raise NothingKnownError(
            f"{man.name} is not known to have managed any game with play-by-play in this lake; "
            f"seasons with plays: {spans(played)}."
        )
    seasons = sorted({row["season"] for row in rows})
    if season is not None and season not in seasons:
        absent = "" if season in played else f"This lake has no play-by-play from {season}. "
        raise UnknownSeasonError(
            f"{absent}{man.name} has no plays from {season}; seasons with plays: {spans(seasons)}.", seasons
        )


def _lead(lake: LakeReader, person_id: str, rows: list[Row], season: int | None) -> tuple[str, ...]:
    """Return sentences on the games behind the figures, the manager's source, and missing seasons."""
    sides = {(row["season"], row["club"]): row for row in rows}
    said = [
        f"{year} {club}: {_games(row['games'])} with plays. {_SOURCES.get(row['manager_source'], '')}".rstrip()
        for (year, club), row in sides.items()
    ]
    ran = lake.rows_of(_RAN, ("manager_person_id",), (person_id,))
    for row in ran:
        here = sides.get((row["season"], row["club"]))
        if here and here["games"] < row["games"]:
            said.append(
                f"Incomplete: {row['season']} {row['club']}, plays for {here['games']} of {row['games']} games."
            )
    if season is None:
        missing = {row["season"] for row in ran} - {year for year, _ in sides}
        if missing:
            said.append(f"Also managed in {spans(sorted(missing))}, for which this lake has no play-by-play.")
    pairs = {(club, year) for year, club in sides}
    coverage = coverage_of(lake, pairs)
    return (*said, *coverage.games_lacking(), *managers_named(lake, coverage, pairs, person_id))


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _views(rows: list[Row]) -> list[View]:
    """Return a table per season and club, without lines for unknown tendencies."""
    views = []
    for season, club in dict.fromkeys((row["season"], row["club"]) for row in rows):
        own = [row for row in rows if (row["season"], row["club"]) == (season, club)]
        unknown = [BY_NAME[row["tendency"]].title for row in own if row["chances"] is None]
        notes = (f"Unknown: {', '.join(unknown).lower()}.",) if unknown else ()
        views.append(View(_COLUMNS, [_told(row) for row in own if row["chances"]], f"{season} {club}", notes))
    return views


def _told(row: Row) -> Row:
    index = row["index"]
    return {
        **row,
        "title": BY_NAME[row["tendency"]].title,
        "whole_index": None if index is None else round(index),
    }


def _several(rows: list[Row]) -> bool:
    return len({(row["season"], row["club"]) for row in rows}) > 1


def _career(rows: list[Row]) -> list[Row]:
    """Return sums over the manager's seasons, without lineups, which cannot be summed."""
    return [
        _summed(one.name, [row for row in rows if row["tendency"] == one.name]) for one in TENDENCIES if _adds(one.name)
    ]


def _adds(tendency: str) -> bool:
    return BY_NAME[tendency].measure != "distinct"


def _summed(tendency: str, rows: list[Row]) -> Row:
    """Return one tendency summed over the seasons with known chances and a known league rate."""
    known = [row for row in rows if row["chances"] is not None and row["league_rate"] is not None]
    summed = {name: _sum(row[name] for row in known) for name in _COUNTS}
    chances, attempts = summed["chances"], summed["attempts"]
    expected = _sum(row["chances"] * row["league_rate"] for row in known)
    return {
        "tendency": tendency,
        "unit": BY_NAME[tendency].unit,
        "seasons": [row["season"] for row in known],
        **summed,
        "rate": _share(attempts, chances),
        "expected_attempts": expected,
        "league_rate": _share(expected, chances),
        "index": _share(attempts, expected, 100),
    }


def _share(part: float | None, whole: float | None, scale: float = 1) -> float | None:
    """Return part / whole times the scale; null if either is unknown or the whole is zero."""
    return scale * part / whole if part is not None and whole else None


def _sum(values: Iterable[float | None]) -> float | None:
    """Return the sum of the known values; null if none is known."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _career_view(career: list[Row]) -> View:
    return View(
        _COLUMNS,
        [_told(row) for row in career if row["chances"]],
        "All seasons with plays",
        ("League: the league's rate in each season, weighted by the manager's chances.",),
    )


_ROWS = f"""
SELECT {", ".join(f'"{name}"' for name in FIELDS)} FROM manager_tendency
WHERE manager_person_id IN $manager_person_ids
"""
_RAN = """
SELECT manager_person_id, season, club, games FROM manager_season
WHERE manager_person_id IN $manager_person_ids AND rule = 'managed' ORDER BY season, club
"""
