"""A player's playing time under each manager."""

from __future__ import annotations

from skipper.answers.absences import absences
from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.available import AVAILABLE_FIELDS, availability_view, with_availability
from skipper.answers.coverage import Coverage, coverage_of
from skipper.answers.development import way_up
from skipper.answers.errors import Candidate
from skipper.answers.named_by import managers_named
from skipper.answers.people import find_person
from skipper.answers.player_plays import played
from skipper.answers.plays import players
from skipper.answers.question import OneSeason, PlayerName, question
from skipper.answers.scope import season_lacking
from skipper.answers.usage import COUNTS, GRID, POSITION_FIELDS, SLOT_FIELDS
from skipper.answers.usage_views import NOTES, PLATOON, SLOTS, positions_played
from skipper.definitions.levels import is_parent_level
from skipper.lake.reader import LakeReader

FIELDS = (
    "season",
    "club",
    "manager_id",
    "manager_person_id",
    "manager_name",
    "player_id",
    "player_person_id",
    "player_name",
    *COUNTS,
    *AVAILABLE_FIELDS,
    *SLOT_FIELDS,
    *POSITION_FIELDS,
)
_PLACE = (shown("Year", "season", "season"), shown("Club", "code"), shown("Manager", "text", "manager_name"))
_NO_GAME = "This lake has no regular-season games for this player."


@question(
    "season, club and manager of the game",
    notes="CSV and JSON have one row per season, club and manager.",
    examples=(
        'player "Michael Conforto"',
        'player "Kevin Plawecki" --season 2016 --format csv',
    ),
)
def player(lake: LakeReader, name: PlayerName, season: OneSeason = None) -> Answer:
    """Show a player's playing time under each manager.

    For each season, club and manager, shows starts by slot and position, starts against left-handed and right-handed
    starters, and the games in which the player was available, was not, with reasons, or may have been.

    \f
    Return the playing time of the player named `name` under each manager, in games the manager ran (rule: managed).

    The main table has one row per season, club and manager who ran a game between the player's first and last start for
    the club that season; a club's games under unknown managers share a row without a manager. If the lake has plays
    involving the player, `plays` counts starts, games pitched, pinch appearances and plate appearances, and
    `manager_source` gives the source of the manager. `absences` counts the manager's games that the player missed on a
    list, optioned or with no club, if the lake has transactions. `development` lists the player's clubs in order, even
    if the player never started. Raises AnswerError for a name that does not match a single player, or a season in which
    the lake does not have the player.
    """
    man = find_person(lake, name, players(lake))
    seasons = (man.first_season, man.last_season)
    every = lake.rows_of(_ROWS, ("player_person_id",), (man.person_id,), seasons=seasons)
    plays = played(lake, man.person_id, None)
    coverage = _coverage(lake, man, [*every, *(plays.rows if plays else ())])
    rows = every
    if season is not None:
        rows, plays = _of_season(lake, man, every, plays, season)
    rows = with_availability(lake, rows)
    way = way_up(lake, man.person_id, season)
    missed = absences(lake, man.person_id, season)
    return Answer(
        question="player",
        title=f"{man.name}: playing time by manager, regular season",
        tables=(
            Table("usage", FIELDS, rows, _views(rows)),
            *(table for table in (plays, missed, way) if table is not None),
        ),
        lead=(
            *man.taken,
            "Rule: managed, each manager's own games.",
            *_by_plays_alone(rows, plays),
            *_manager_without_id(way),
            *coverage.sentences(),
            *managers_named(lake, coverage, _pairs([*rows, *(plays.rows if plays else ())])),
        ),
        notes=(*NOTES, *_without_lineup(rows)) if rows else (),
        rule="managed",
        coverage=coverage.as_row(),
        subject=man.subject,
    )


def _coverage(lake: LakeReader, man: Candidate, rows: list[Row]) -> Coverage:
    """Return the coverage: the Register gives the first and last season in the majors; without the Register, only gaps
    in the lake are known.

    A year in the majors is missing if the lake has no games of the major leagues in which the player is here (of any of
    them, if none is known), another year if it has no other level's.
    """
    known = lake.rows_of(_REGISTER, ("person_id",), (man.person_id,))
    years, majors = range(man.first_season, man.last_season + 1), None
    if known and known[0]["first"] and known[0]["last"]:
        majors = range(known[0]["first"], known[0]["last"] + 1)
        years = range(min(majors.start, man.first_season), max(majors.stop, man.last_season + 1))
    own = {row["league"] for row in lake.rows_among(_LEAGUES, ("club", "season"), sorted(_pairs(rows)))}
    played = lake.rows_among(_PLAYED, ("season",), [(year,) for year in years])
    of_majors = {row["season"] for row in played if row["major"] and (not own or row["league"] in own)}
    of_others = {row["season"] for row in played if not row["major"]}
    if majors is None:
        missing = [year for year in years if year not in of_majors | of_others]
        return coverage_of(lake, _pairs(rows), missing, "gaps")
    missing = [year for year in years if year not in (of_majors if year in majors else of_others)]
    return coverage_of(lake, _pairs(rows), missing, "register")


def _pairs(rows: list[Row]) -> set[tuple[str, int]]:
    """Return the club and season of each row."""
    return {(row["club"], row["season"]) for row in rows}


def _of_season(
    lake: LakeReader, man: Candidate, rows: list[Row], plays: Table | None, season: int
) -> tuple[list[Row], Table | None]:
    seasons = sorted({row["season"] for row in (*rows, *(plays.rows if plays else ()))})
    if season not in seasons:
        lacking = f"starts or regular-season play-by-play for {man.name}"
        raise season_lacking(lake, season, lacking, seasons, "seasons with either")
    return [row for row in rows if row["season"] == season], played(lake, man.person_id, season)


def _manager_without_id(way: Table | None) -> tuple[str, ...]:
    """Return a sentence on starts under managers who are unknown or have no id."""
    without = [row for row in (way.rows if way else ()) if row["manager_id"] is None and _starts(row)]
    where = ", ".join(dict.fromkeys(f"{row['season']} {row['club']}" for row in without))
    return (f"{where}: the manager is unknown, or known only by name.",) if without else ()


def _starts(row: Row) -> int:
    return max(row["lineup_starts"], row["pitching_starts"])


def _by_plays_alone(rows: list[Row], plays: Table | None) -> tuple[str, ...]:
    """Return a sentence on the seasons without a known start by the player."""
    if plays is None:
        return () if rows else (_NO_GAME,)
    alone = {row["season"] for row in plays.rows} - {row["season"] for row in rows}
    if not alone:
        return ()
    years = spans(sorted(alone))
    return (f"This lake has no starts in {years}: figures for {years} come only from play-by-play.",)


def _views(rows: list[Row]) -> tuple[View, ...]:
    batted = [row for row in rows if row["lineup_starts"]]
    pitched = [row for row in rows if row["pitching_starts"]]
    starts = shown("St", "count", "lineup_starts")
    in_lineup = (*_PLACE, shown("Starts", "share", "lineup_starts", "club_games"), *PLATOON)
    on_mound = (
        *_PLACE,
        shown("Starts", "share", "pitching_starts", "club_games"),
        shown("Avail", "count", "available_games"),
    )
    return (
        View(in_lineup, rows, "Starts in the lineup"),
        View((*_PLACE, starts, *SLOTS, shown("Mean", "mean", "mean_slot")), batted, "Starts by slot"),
        View((*_PLACE, starts, *positions_played(batted)), batted, "Starts by position"),
        View(on_mound, pitched, "Starts as pitcher"),
        availability_view(_PLACE, rows, "Availability"),
    )


def _without_lineup(rows: list[Row]) -> tuple[str, ...]:
    lacking = [row for row in rows if row["club_games_with_lineup"] < row["club_games"]]
    if not lacking:
        return ()
    games = sum(row["club_games"] - row["club_games_with_lineup"] for row in lacking)
    seasons = spans([row["season"] for row in lacking])
    return (f"Of these managers' games, {games:,} have no known lineup ({seasons}): actual starts may be higher.",)


_REGISTER = """
SELECT person_id, mlb_played_first AS first, mlb_played_last AS last FROM person WHERE person_id IN $person_ids
"""
_IS_MAJOR = f"(lahman_club IS NOT NULL OR {is_parent_level('level')})"
_PLAYED = f"SELECT DISTINCT season, league, {_IS_MAJOR} AS major FROM club WHERE games_present > 0 AND $among"
_LEAGUES = f"SELECT club, season, league FROM club WHERE {_IS_MAJOR} AND league IS NOT NULL AND $among"
_ROWS = f"""
WITH grid AS (
    SELECT player_person_id, manager_id, season, club, {GRID} FROM lineup_usage
    WHERE season BETWEEN $first AND $last AND player_person_id IN $player_person_ids
    GROUP BY player_person_id, manager_id, season, club
)
SELECT u.season, u.club, u.manager_id, u.manager_person_id,
    coalesce(u.manager_name, u.manager_id) AS manager_name, u.player_id, u.player_person_id,
    coalesce(u.player_name, u.player_id) AS player_name, {", ".join(f"u.{name}" for name in COUNTS)},
    {", ".join(f"coalesce(grid.{name}, 0) AS {name}" for name in (*SLOT_FIELDS, *POSITION_FIELDS))}
FROM player_usage AS u
LEFT JOIN grid
    ON grid.player_person_id = u.player_person_id AND grid.season = u.season AND grid.club = u.club
    AND grid.manager_id IS NOT DISTINCT FROM u.manager_id
WHERE u.season BETWEEN $first AND $last AND u.player_person_id IN $player_person_ids
ORDER BY u.season, u.window_first, u.club, u.club_games DESC, u.manager_id
"""
