"""What a lake has, what is missing from it, and how to cite it."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.coverage import LEAGUE_SEASONS, lake_coverage
from skipper.answers.question import question
from skipper.definitions.levels import LADDER
from skipper.lake.reader import LakeReader

FIELDS = ("season", "league", "league_name", "level", "games_present", "games_expected", "complete", "by_scores")
_LEVEL_FIELDS = ("level", "first_season", "last_season", "league_seasons", "complete", "incomplete", "unknown", "games")
_LACKING = (
    shown("Year", "season", "season"),
    shown("League", "text", "league_name", to="league"),
    shown("Level", "code"),
    shown("Games here", "count", "games_present"),
    shown("Of", "count", "games_expected"),
)
_LEVELS = (
    shown("Level", "code"),
    shown("From", "number", "first_season"),
    shown("To", "number", "last_season"),
    shown("League-seasons", "count", "league_seasons"),
    shown("Complete", "count"),
    shown("Incomplete", "count"),
    shown("Unknown", "count"),
    shown("Games", "count"),
)
_UNUSED = (
    shown("Source", "code"),
    shown("Reason", "prose"),
    shown("Records", "count"),
    shown("Files", "count"),
)
MANAGER_FIELDS = ("season", "level", "club_games", "with_manager", "without_manager")
_MANAGERS = (
    shown("Year", "season", "season"),
    shown("Level", "code"),
    shown("Club-games", "count", "club_games"),
    shown("Without manager", "count", "without_manager"),
)
UNCONFIRMED_FIELDS = ("season", "club_name", "league_name", "manager_name", "manager_id", "register_check", "source")
_UNCONFIRMED = (
    shown("Year", "season", "season"),
    shown("Club", "text", "club_name"),
    shown("Manager", "text", "manager_name"),
    shown("Id", "code", "manager_id"),
    shown("Register", "text", "said"),
)
_OF_REGISTER = {
    "outside": "managed only in other seasons",
    None: "does not have the id, or lists no seasons as a manager",
}
_LIMITS = (
    "Complete: the lake has as many games as the record book counts for the league's season or, if it does not, as the "
    "official records of all its clubs add up to. Unknown: neither counts the league's games, or the lake has more.",
    "Not in any source: managers in most minor-league games before 1997; injuries, options and instructions to "
    "managers; lineups for games known only from scores.",
    "Cite a figure with its page, its crediting rule (managed or credited) and the build, for example: Skipper, "
    "build {build}, records of the manager, rule managed. Also name the sources; their terms are given below.",
)


@question(
    "league and season",
    examples=(
        "coverage",
        "coverage --format csv",
    ),
    has_page=True,
)
def coverage(lake: LakeReader) -> Answer:
    """Show what the lake has, what is missing, and how to cite it.

    CSV and JSON have one row per league and season.

    \f
    Return the games that the lake has and lacks, by league and season, with how to cite the lake.

    The main table has one row per league and season in the sources or the record book: `games_expected` and
    `complete` are null if neither the record book nor the official records of all clubs count the games, and
    `by_scores` says whether the games are known only from scores. `levels` sums them by level, `managers` counts
    the club-games with and without a known manager by season and level, `unconfirmed` lists the rows of the manager
    file whose person and season the Register does not confirm, and `unused` counts the records in quarantine by
    source and reason.
    """
    rows = lake.rows(_ROWS)
    managers = lake.rows(_MANAGED)
    unmanaged = [row for row in managers if row["without_manager"]]
    unconfirmed = lake.rows(_CHECKED)
    told = [{**row, "said": _OF_REGISTER[row["register_check"]]} for row in unconfirmed]
    levels = _levels(rows)
    unused = lake.rows(_QUARANTINE)
    lacking = [row for row in rows if row["complete"] is False]
    found = lake_coverage(lake)
    return Answer(
        question="coverage",
        title="Coverage: what this lake has, what is missing, and how to cite it",
        tables=(
            Table(
                "coverage",
                FIELDS,
                rows,
                (View(_LEVELS, levels, "By level"), View(_LACKING, lacking, "Incomplete or missing")),
            ),
            Table("levels", _LEVEL_FIELDS, levels, ()),
            Table("managers", MANAGER_FIELDS, managers, (View(_MANAGERS, unmanaged, "Games without a known manager"),)),
            Table(
                "unconfirmed",
                UNCONFIRMED_FIELDS,
                unconfirmed,
                (View(_UNCONFIRMED, told, "Listed managers that the Register does not confirm"),),
            ),
            Table(
                "unused",
                ("source", "reason", "records", "files"),
                unused,
                (View(_UNUSED, unused, "Source records that could not be used"),),
            ),
        ),
        lead=(*found.of_leagues(), f"Build {lake.manifest.build}, Skipper {lake.manifest.skipper_version}."),
        notes=tuple(line.format(build=lake.manifest.build) for line in _LIMITS),
        coverage=found.as_row(),
    )


def _levels(rows: list[Row]) -> list[Row]:
    """Return the league-seasons summed by level, highest first."""
    order = {level: place for place, level in enumerate(LADDER)}
    levels = sorted({row["level"] for row in rows}, key=lambda level: (order.get(level, len(order)), level or ""))
    return [_level(level, [row for row in rows if row["level"] == level]) for level in levels]


def _level(level: str | None, rows: list[Row]) -> Row:
    complete = [row["complete"] for row in rows]
    return {
        "level": level,
        "first_season": min(row["season"] for row in rows),
        "last_season": max(row["season"] for row in rows),
        "league_seasons": len(rows),
        "complete": complete.count(True),
        "incomplete": complete.count(False),
        "unknown": complete.count(None),
        "games": sum(row["games_present"] for row in rows),
    }


_ROWS = f"""
SELECT c.season, c.league, coalesce(l.name, c.league) AS league_name, c.level, c.games_present, c.games_expected,
    c.complete, c.by_scores
FROM ({LEAGUE_SEASONS}) AS c
LEFT JOIN league AS l ON l.league = c.league AND c.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
ORDER BY c.season DESC, c.league
"""
_MANAGED = """
SELECT season, level, count(*)::INTEGER AS club_games, count(manager)::INTEGER AS with_manager,
    (count(*) - count(manager))::INTEGER AS without_manager
FROM (SELECT season, level, coalesce(manager_name, manager_id) AS manager FROM club_game)
GROUP BY season, level ORDER BY season DESC, level
"""
_CHECKED = f"""
SELECT {", ".join(UNCONFIRMED_FIELDS)}, manager_person_id
FROM listed_manager WHERE register_check IS DISTINCT FROM 'within'
ORDER BY season, club_name, manager_name, source
"""
# A reason often ends with details of the record, after a colon or in parentheses.
_QUARANTINE = """
SELECT source, regexp_replace(reason, '[:(].*', '') AS reason, count(*)::INTEGER AS records,
    count(DISTINCT file)::INTEGER AS files
FROM quarantine GROUP BY ALL ORDER BY records DESC, source, reason
"""
