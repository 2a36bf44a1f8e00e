"""A manager's postseason, separate from the regular season: games and series by season."""

from __future__ import annotations

from collections.abc import Sequence

from skipper.answers.answer import Row, View, shown
from skipper.answers.rules import folded
from skipper.definitions.records import POSTSEASON
from skipper.lake.reader import LakeReader

SERIES_FIELDS = ("rule", "season", "club", "club_name", "level", *POSTSEASON, "rounds")
_COLUMNS = (
    shown("Year", "code", "year", to="club"),
    shown("Club", "code"),
    shown("Rule", "code"),
    shown("W-L", "record", "postseason_wins", "postseason_losses", "postseason_ties"),
    shown("Series", "won_lost", "series_won", "series_lost"),
    shown("Rounds", "names"),
)
_NEGRO_LEAGUES = {
    "NNC": "championship of the first Negro National League",
    "NSC": "championship of the Negro Southern League",
    "NLC": "championship of the second Negro National League",
    "NLP": "play-off of the second Negro National League",
    "ALC": "championship of the Negro American League",
    "NWS": "Negro World Series",
}
_NOTE = (
    "Regular-season figures do not include postseason games. Source: Lahman's SeriesPost, for the manager who ran the "
    "club's last regular-season game; if it does not cover the club, the postseason games in this lake."
)


def postseason_rows(lake: LakeReader, person_id: str, rule: str) -> list[Row]:
    """Return one row per season, club and rule with a postseason, in order.

    `rounds` lists the series with their results, such as `NLCS won 4-0` or, if Lahman lacks the series, `against CAG
    won 4-1`; null if the club has no series in the lake."""
    rows = lake.rows_of(_ROWS, ("manager_person_id",), (person_id,), {"rule": rule})
    series = lake.rows(_SERIES, {"seasons": [row["season"] for row in rows]}) if rows else []
    for row in rows:
        own = [one for one in series if (one["season"], one["club"]) == (row["season"], row["club"])]
        row["rounds"] = [_told(one) for one in own] if own or row["series_won"] is not None else None
    return rows


def postseason_view(rows: Sequence[Row], career: Sequence[Row]) -> View:
    """Return the view: one line per season and club, then the career line. Lines that are equal under both rules are
    merged.
    """
    keys = ("rule", *POSTSEASON)
    totals = [
        {**{name: row[name] for name in keys}, "year": "All", "season": None, "club": "", "rounds": []}
        for row in career
        if row["level"] == "all" and row["postseason_wins"] is not None
    ]
    lines = [{**row, "year": str(row["season"])} for row in rows]
    said = {one.split()[0] for row in rows for one in row["rounds"] or ()}
    negro_leagues = tuple(f"{code}: {name}." for code, name in _NEGRO_LEAGUES.items() if code in said)
    return View(_COLUMNS, folded([*lines, *totals], ("season", "club"), ()), "Postseason", (_NOTE, *negro_leagues))


def _told(series: Row) -> str:
    ties = f"-{series['ties']}" if series["ties"] else ""
    # Lahman numbers the series of a round: NLDS1, ALWC3.
    name = series["round"].rstrip("0123456789") if series["round"] else f"against {series['opponent']}"
    return f"{name} {'won' if series['won'] else 'lost'} {series['wins']}-{series['losses']}{ties}"


_ROWS = f"""
SELECT m.manager_person_id, m.rule, m.season, m.club, club.name AS club_name, m.level,
    {", ".join(f"m.{name}" for name in POSTSEASON)}
FROM manager_season AS m LEFT JOIN club USING (season, club)
WHERE m.manager_person_id IN $manager_person_ids AND $rule IN (m.rule, 'both')
    AND (m.postseason OR m.postseason_wins + m.postseason_losses + m.postseason_ties > 0)
ORDER BY m.season, m.club, m.rule DESC
"""
# The World Series comes last. The names of earlier rounds do not give their order, but their lengths do.
_SERIES = """
SELECT season, round, club, opponent, won, CASE WHEN won THEN wins ELSE losses END AS wins,
    CASE WHEN won THEN losses ELSE wins END AS losses, ties
FROM (
    SELECT *, winner AS club, loser AS opponent, true AS won FROM postseason_series
    UNION ALL
    SELECT *, loser AS club, winner AS opponent, false AS won FROM postseason_series
)
WHERE list_contains($seasons, season) AND wins IS NOT NULL
ORDER BY season, round IN ('WS', 'NWS'), round IN ('NNC', 'NSC', 'NLC', 'ALC'), round LIKE '%CS', round LIKE '%DS%',
    round
"""
