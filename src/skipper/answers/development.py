"""List a manager's players and the levels that they reached afterwards. This shows exposure, not effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.coverage import CLUB_SEASONS, coverage_of
from skipper.answers.named_by import managers_named
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.question import ManagerName, Option, question
from skipper.answers.scope import season_lacking
from skipper.answers.usage import POSITION_FIELDS, SLOT_FIELDS
from skipper.answers.usage_views import SLOTS, positions_played
from skipper.lake.reader import LakeReader

FIELDS = (
    "season",
    "club",
    "club_name",
    "league",
    "level",
    "manager_id",
    "manager_person_id",
    "manager_name",
    "player_id",
    "player_person_id",
    "player_name",
    "club_games",
    "club_games_with_plays",
    "club_games_with_lines",
    "games",
    "lineup_starts",
    "pitching_starts",
    "plate_appearances",
    "games_pitched",
    "outs_pitched",
    "batters_faced",
    *SLOT_FIELDS,
    *POSITION_FIELDS,
    "first_day",
    "last_day",
    "next_level",
    "next_club",
    "next_season",
    "next_day",
    "major_league_debut",
    "major_league_debut_season",
    "debuted_before",
    "rehabilitation",
)
EXPOSURE = (
    "Exposure, not effect: the list shows who played under the manager and what level they reached later, not what "
    "the manager caused. Next: the first later game at a higher level in this lake, or the first start where the lake "
    "has neither plays nor a box score; blank if there is none or if the lake lacks it. Debut: the season of the first "
    "major-league game."
)
REHABILITATION = (
    "Rehab assignments are inferred: the player was in the majors before and after, and the season's games for the "
    "club lie within 20 days (30 for a player who pitched). A short option looks the same. See the table development."
)
_ROWS = """
SELECT d.*, coalesce(d.player_name, d.player_id) AS player, c.name AS club_name
FROM development AS d LEFT JOIN club AS c ON c.season = d.season AND c.club = d.club
WHERE d.{person} IN ${person}s ORDER BY d.season, {order}
"""
_BY_CLUB = """min(d.first_day) OVER (PARTITION BY d.season, d.club), d.club, d.lineup_starts + d.pitching_starts DESC,
    d.games DESC, player, d.player_id"""
_NEXT = (shown("Next", "code", "next_level"), shown("Club", "code", "next_club"), shown("From", "date", "next_day"))
_DAYS = (shown("First", "date", "first_day"), shown("Last", "date", "last_day"))
_DAYS_OF_SEASON = (shown("First", "day", "first_day"), shown("Last", "day", "last_day"))
_DEBUT = shown("Debut", "season", "major_league_debut_season")
_COUNTS = (
    shown("G", "count", "games"),
    shown("St", "count", "lineup_starts"),
    shown("PA", "count", "plate_appearances"),
)
_MOUND = (
    shown("G", "count", "games_pitched"),
    shown("St", "count", "pitching_starts"),
    shown("Outs", "count", "outs_pitched"),
    shown("BF", "count", "batters_faced"),
)


@question(
    "player under the manager",
    notes="CSV and JSON rows: one per season, club and player.",
    examples=(
        'development "Wally Backman"',
        'development "Wally Backman" --season 2010 -o backman.html',
    ),
    has_page=True,
)
def development(
    lake: LakeReader,
    name: ManagerName,
    season: Annotated[int | None, Option("Only this season.", metavar="YEAR")] = None,
) -> Answer:
    """List a manager's players and the levels that they reached.

    For each club and season, shows games, starts, plate appearances, slots and positions, pitching, first and last day,
    the next higher level in the lake and the season of the major-league debut. Rehab assignments are listed separately.
    The list shows exposure, not effect.

    \f
    Return the players who played under the manager named `name`, and the levels that they reached afterwards.

    One row per player, club and season, as in table `development`: regular-season games that the manager ran (rule:
    managed). Raises AnswerError for a name that does not match a single manager, or for a season without games.
    """
    man = find_person(lake, name, MANAGERS)
    sql = _ROWS.format(person="manager_person_id", order=_BY_CLUB)
    every = lake.rows(sql, {"manager_person_ids": (man.person_id,)})
    rows = [row for row in every if season in (None, row["season"])]
    if not rows and season is not None:
        seasons = sorted({row["season"] for row in every})
        raise season_lacking(lake, season, f"lineups for {man.name}", seasons, "seasons with lineups")
    clubs = {(row["club"], row["season"]) for row in rows}
    coverage = coverage_of(lake, clubs)
    return Answer(
        question="development",
        title=f"{man.name}: players under the manager, and the levels that they reached afterwards",
        tables=(Table("development", FIELDS, _plain(rows), _views(rows)),),
        lead=(
            *man.taken,
            "Rule: managed, regular season.",
            *(_became(rows) if rows else ("This lake has no lineups from games under this manager.",)),
            *(_without_lineups(lake, man.person_id, clubs) if season is None else ()),
            *coverage.games_lacking(),
            *managers_named(lake, coverage, clubs, man.person_id),
        ),
        notes=(EXPOSURE, REHABILITATION, *_figures_known(rows)) if rows else (),
        rule="managed",
        subject=man.subject,
    )


def way_up(lake: LakeReader, person_id: str, season: int | None = None) -> Table | None:
    """Return a player's clubs in chronological order, by manager; null if the lake has no games for the player."""
    sql = _ROWS.format(person="player_person_id", order="d.first_day, d.last_day, d.club, d.manager_name")
    every = lake.rows_of(sql, ("player_person_id",), (person_id,))
    rows = [row for row in every if season in (None, row["season"])]
    if not rows:
        return None
    told = [{**row, "starts": max(row["lineup_starts"], row["pitching_starts"])} for row in rows]
    place = (shown("Year", "season", "season"), shown("Club", "code"))
    under = (*place, shown("Level", "code"), shown("Manager", "text", "manager_name"))
    stints = (*under, shown("St", "count", "starts"), shown("PA", "count", "plate_appearances"), *_DAYS)
    views = (
        View((*stints, shown("Rehab", "flag", "rehabilitation")), told, "Clubs on the way up", _figures_known(rows)),
        View((*under, *_MOUND), [row for row in rows if _pitched(row)], "Pitching on the way up"),
    )
    return Table("development", FIELDS, _plain(rows), tuple(view for view in views if view.rows))


def _without_lineups(lake: LakeReader, person_id: str, clubs: set[tuple[str, int]]) -> tuple[str, ...]:
    """Return sentences on the manager's seasons that the rows lack: known only from scores, or listed without games."""
    told: dict[str, list[str]] = {}
    for row in lake.rows(_OTHER_SEASONS, {"person": person_id}):
        if (row["club"], row["season"]) not in clubs:
            told.setdefault(row["known"], []).append(f"{row['season']} {row['club']}")
    return tuple(f"Not included: {', '.join(seasons)}, {known}." for known, seasons in told.items())


_OTHER_SEASONS = f"""
SELECT m.season, m.club, m.first_game AS first,
    if(c.by_scores, 'known only from scores, without lineups', 'without known lineups') AS known
FROM manager_season AS m LEFT JOIN ({CLUB_SEASONS}) AS c ON c.season = m.season AND c.club = m.club
WHERE m.manager_person_id = $person AND m.rule = 'managed'
UNION ALL
SELECT m.season, m.club_name, m.first_day, 'only in the manager file, without games in this lake'
FROM listed_manager AS m
WHERE m.manager_person_id = $person AND m.role IN ('manager', 'interim') AND NOT EXISTS (
    FROM manager_season AS s JOIN club USING (season, club)
    WHERE s.manager_person_id = m.manager_person_id AND s.season = m.season AND club.league = m.league
)
ORDER BY m.season, first
"""


def _figures_known(rows: list[Row]) -> tuple[str, ...]:
    """Return a sentence on the games behind plate appearances and pitching, if some of them are box scores."""
    tenures = {(row["season"], row["club"], row["manager_id"], row["manager_name"]): row for row in rows}
    games, plays, boxes = (
        sum(row[name] for row in tenures.values())
        for name in ("club_games", "club_games_with_plays", "club_games_with_lines")
    )
    if not boxes:
        return ()
    return (
        f"PA and pitching come from {plays + boxes:,} of {games:,} games: {plays:,} with play-by-play and {boxes:,} "
        "with a box score. Games also count where another list has the player.",
    )


def _pitched(row: Row) -> bool:
    return bool(row["pitching_starts"] or row["games_pitched"])


def _plain(rows: list[Row]) -> list[Row]:
    return [{name: row[name] for name in FIELDS} for row in rows]


def _became(rows: list[Row]) -> list[str]:
    """Return sentences that count people; a player with several seasons counts once."""

    def people(of: Iterable[Row]) -> int:
        return len({row["player_person_id"] for row in of})

    staying = [row for row in rows if not row["rehabilitation"]]
    debuted = (row for row in staying if row["major_league_debut_season"] and row["debuted_before"] is False)
    said = [
        f"Players: {people(staying)}; later at a higher level in this lake: "
        f"{people(row for row in staying if row['next_level'])}; major-league debut afterwards: {people(debuted)}."
    ]
    returning = people(row for row in rows if row["rehabilitation"])
    unknown = people(row for row in rows if row["rehabilitation"] is None)
    if returning or unknown:
        said.append(
            f"On rehab assignments, not counted: {returning}; possibly on rehab assignments, counted: {unknown}."
        )
    return [*said, *debuts_unknown(rows)]


def debuts_unknown(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return a sentence on the players whose ids no list of major-league players has; none if there are none."""
    unlisted = {
        row["player_person_id"]
        for row in rows
        if row["debuted_before"] is None and row["major_league_debut_season"] is None
    }
    if not unlisted:
        return ()
    return (f"Major-league debuts are unknown for {len(unlisted)}, whose ids neither the Register nor Lahman has.",)


def _views(rows: list[Row]) -> tuple[View, ...]:
    views: list[View] = []
    for season, club in dict.fromkeys((row["season"], row["club"]) for row in rows):
        here = [row for row in rows if (row["season"], row["club"]) == (season, club) and not row["rehabilitation"]]
        if here:
            views += _of_club(here)
    returning = [row for row in rows if row["rehabilitation"]]
    player = shown("Player", "text", to="player_name")
    place = (shown("Year", "season", "season"), shown("Club", "code"), player)
    return (
        *views,
        *([View((*place, *_COUNTS, *_DAYS_OF_SEASON, _DEBUT), returning, "Rehab assignments")] if returning else ()),
    )


def _of_club(rows: list[Row]) -> list[View]:
    """Return the club-season's position players, their slots and positions, and its pitchers."""
    player, first = shown("Player", "text", to="player_name"), rows[0]
    place = f"{first['season']} {first['club_name'] or first['club']} ({first['level'] or 'level unknown'})"
    pitchers = [row for row in rows if _pitched(row)]
    fielders = [row for row in rows if row["lineup_starts"] > row["position_1"] or row not in pitchers]
    started = [row for row in fielders if row["lineup_starts"]]
    views = [
        View((player, *_COUNTS, *_DAYS_OF_SEASON, *_NEXT, _DEBUT), fielders, f"{place}: in the lineup"),
        View((player, _COUNTS[1], *SLOTS), started, f"{place}: starts by slot"),
        View((player, _COUNTS[1], *positions_played(started)), started, f"{place}: starts by position"),
        View((player, *_MOUND, *_NEXT, _DEBUT), pitchers, f"{place}: pitchers"),
    ]
    return [view for view in views if view.rows]
