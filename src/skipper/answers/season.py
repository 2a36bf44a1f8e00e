"""A season, or one league's season: the managers' records by league, and the leaders."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from skipper.answers.answer import Answer, Named, Row, Shown, Table, View, shown
from skipper.answers.book_record import BOOK, BOOK_NOTE, book_column
from skipper.answers.club import FIGURES, MANAGER_COLUMNS
from skipper.answers.coverage import CLUB_LEAGUES, LEAGUE_SEASONS, lake_coverage, marks, marks_note
from skipper.answers.errors import UnknownOptionError
from skipper.answers.leaders import leaders
from skipper.answers.league_records import BOOK_BY_LEAGUE, SEASONS_BY_LEAGUE
from skipper.answers.named_by import decided_words, decisions_on, managers_named
from skipper.answers.question import Argument, Option, question
from skipper.answers.rules import BOTH, UNLIKE, folded, legend, marked
from skipper.answers.scope import known_season
from skipper.definitions.levels import LADDER
from skipper.lake.reader import LakeReader

FIELDS = (
    *("season", "league", "league_name", "level", "club", "club_name"),
    *("manager_id", "manager_person_id", "manager_name", "rule", *FIGURES, *BOOK, "by_scores"),
)
LEAGUE_FIELDS = (
    *("season", "league", "league_name", "level", "clubs", "games_present", "games_expected", "complete", "by_scores"),
)
LED = {"win_pct": "Best percentage", "one_run_wins": "Most one-run wins", "postseason_wins": "Most postseason wins"}
LEADING = 5
_MANAGER, _RULE, _WON_LOST, _PCT, *_MORE = MANAGER_COLUMNS
_COLUMNS = (shown("Club", "text", "club_name"), _WON_LOST, _PCT, _MANAGER, _RULE, *_MORE)
_LEAGUE_COLUMNS = (
    shown("League", "code"),
    shown("Name", "text", "league_name", to="league"),
    shown("Level", "code"),
    shown("Clubs", "count"),
    shown("Games here", "count", "games_present"),
    shown("Of", "count", "games_expected"),
    shown("Complete", "flag"),
)


@question(
    "manager, club and rule",
    notes="CSV has one row per manager, club and rule. JSON adds `leagues` and `leaders` to `tables`.",
    examples=(
        "season 2016",
        "season 2016 --league NL",
    ),
    has_page=True,
)
def season(
    lake: LakeReader,
    year: Annotated[int, Argument()],
    league: Annotated[str | None, Option("Only this league, by its code.")] = None,
) -> Answer:
    """Show the managers' records in a season, league by league.

    Also lists the leagues with their games in the lake and those expected, and the season's leaders.

    \f
    Return the managers' records in a season, by league and then by the club's winning percentage.

    The main table has a row per manager, club and rule. `leagues`, without `league`, has a row per league with the
    games in the lake and those expected (null if unknown), and `leaders` a row per leading season of some figures.
    Covers the regular season, except for postseason wins. Raises UnknownSeasonError, and UnknownOptionError for a
    league without a club that season.
    """
    season = known_season(lake, year)
    if league is not None:
        league = _code(lake, season, league)
    asked: Row = {"season": season, "league": league}
    managers, leagues = lake.rows(_MANAGERS, asked), lake.rows(_LEAGUES, asked)
    order = {level: place for place, level in enumerate(LADDER)}
    leagues.sort(key=lambda row: (order.get(row["level"], len(order)), row["league"] or ""))
    places = {row["league"]: place for place, row in enumerate(leagues)}
    managers.sort(key=lambda row: places[row["league"]])
    told = marked(folded(managers, ("league", "club", "manager_id"), UNLIKE))
    title = f"{leagues[0]['league_name']} {season}" if league else f"{season} season"
    tables = [Table("managers", FIELDS, managers, _views(told))]
    if league is None:
        tables.append(Table("leagues", LEAGUE_FIELDS, leagues, (View(_LEAGUE_COLUMNS, _marked(leagues), "Leagues"),)))
    tables.append(_leaders(lake, season, league))
    coverage, clubs = lake_coverage(lake, [season]), {row["club"] for row in managers}
    unmanaged = lake.rows(_UNMANAGED, asked)
    return Answer(
        question="season",
        title=f"{title}: managers' records, regular season",
        tables=tuple(tables),
        lead=(
            *legend(told),
            *(_of_league(leagues[0]) if league else coverage.of_leagues()),
            *_unmanaged(unmanaged),
            *managers_named(lake, coverage, {(row["club"], season) for row in managers}),
            *decided_words(row for row in decisions_on(lake, season) if row["club"] in clubs),
        ),
        notes=(
            "Within a league, clubs are sorted by winning percentage.",
            *marks_note([*managers, *leagues]),
            *([BOOK_NOTE] if book_column(managers) else []),
        ),
        rule=BOTH,
        coverage=coverage.as_row(),
        subject={"season": season, "league": league},
        names=tuple(Named(row["name"], row, "club") for row in unmanaged[:LISTED]),
    )


def _code(lake: LakeReader, season: int, league: str) -> str:
    """Return the code of a season's league, given in any case. Raises UnknownOptionError for another."""
    codes = [row["league"] for row in lake.rows(_LEAGUES, {"season": season, "league": None}) if row["league"]]
    for code in codes:
        if code.upper() == league.upper():
            return str(code)
    known = f"available leagues: {', '.join(codes)}" if codes else "no source gives the league of any club that season"
    raise UnknownOptionError(f"this lake has no {season} clubs in the league {league!r}; {known}")


def _unmanaged(clubs: list[Row]) -> tuple[str, ...]:
    """Return a sentence on the clubs that the main table lacks because no game's manager is known."""
    if not clubs:
        return ()
    told = ", ".join(f"{row['name']} {row['wins']}-{row['losses']}" for row in clubs[:LISTED])
    more = f" and {len(clubs) - LISTED:,} more" if len(clubs) > LISTED else ""
    return (f"Not listed, because no game's manager is known: {told}{more}.",)


def _views(rows: list[Row]) -> tuple[View, ...]:
    """Return a view per league."""
    return tuple(
        View(_columns(own), own, f"{name or 'League unknown'}{f', {level}' if level else ''}{marks(own[0])}")
        for (_league, name, level), own in (
            (of, list(some))
            for of, some in groupby(rows, lambda row: (row["league"], row["league_name"], row["level"]))
        )
    )


def _columns(rows: list[Row]) -> tuple[Shown, ...]:
    """Return the columns of a league: beside the record, the book's if the league is not known to be complete."""
    club, record, *more = _COLUMNS
    return (club, record, *book_column(rows), *more)


def _marked(leagues: list[Row]) -> list[Row]:
    return [{**row, "league_name": f"{row['league_name'] or row['league']}{marks(row)}"} for row in leagues]


def _of_league(row: Row) -> tuple[str, ...]:
    """Return a sentence on a league's games."""
    of = f" of {row['games_expected']:,}" if row["games_expected"] is not None else "; the number played is unknown"
    return (f"Games in this lake: {row['games_present'] or 0:,}{of}.",)


def _leaders(lake: LakeReader, season: int, league: str | None) -> Table:
    """Return the leaders of a season or a league's season by some figures, without those whose figure is zero."""
    rows: list[Row] = []
    views: list[View] = []
    fields: tuple[str, ...] = ()
    for figure, title in LED.items():
        answer = leaders(lake, figure, first=season, last=season, top=LEADING, league=league)
        fields = answer.main.fields
        leading = [row for row in answer.main.rows if row["value"]]
        if leading:
            rows += leading
            views += [
                View(view.columns, [row for row in view.rows if row["value"]], title, view.notes)
                for view in answer.main.views
            ]
    return Table("leaders", fields, rows, tuple(views))


LISTED = 6  # clubs named in a sentence
_UNMANAGED = """
SELECT c.season, c.club, c.name, count(*) FILTER (g.result = 'W') AS wins, count(*) FILTER (g.result = 'L') AS losses
FROM club_game AS g
JOIN (SELECT season, club, coalesce(name, club) AS name FROM club) AS c USING (season, club)
ANTI JOIN manager_season AS m ON m.season = g.season AND m.club = g.club
WHERE season = $season AND ($league::VARCHAR IS NULL OR g.league = $league) AND g.game_type = 'regular'
GROUP BY c.season, c.club, c.name ORDER BY wins / nullif(wins + losses, 0) DESC NULLS LAST, c.name
"""
_MANAGERS = f"""
SELECT m.season, m.league, coalesce(l.name, m.league) AS league_name, m.level, m.club,
    coalesce(c.name, m.club) AS club_name, m.manager_id, m.manager_person_id,
    coalesce(m.manager_name, m.manager_id) AS manager_name, m.rule, {", ".join(f"m.{name}" for name in FIGURES)},
    coalesce(p.by_scores, false) AS by_scores, p.complete AS season_complete, b.book_wins, b.book_losses
FROM ({SEASONS_BY_LEAGUE}) AS m LEFT JOIN club AS c USING (season, club)
LEFT JOIN ({BOOK_BY_LEAGUE}) AS b
    ON b.season = m.season AND b.club = m.club AND b.manager_person_id = m.manager_person_id
    AND coalesce(b.league = m.league, true)
LEFT JOIN ({LEAGUE_SEASONS}) AS p ON p.season = m.season AND p.league IS NOT DISTINCT FROM m.league
LEFT JOIN league AS l ON l.league = m.league AND m.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
WHERE m.season = $season AND ($league::VARCHAR IS NULL OR m.league = $league)
WINDOW of_club AS (PARTITION BY m.league, m.club, m.rule)
ORDER BY sum(m.wins) OVER of_club / nullif(sum(m.wins + m.losses) OVER of_club, 0) DESC NULLS LAST, m.club,
    min(m.first_game) OVER (PARTITION BY m.league, m.club, m.manager_id), m.manager_id, m.rule DESC
"""
_LEAGUES = f"""
SELECT $season AS season, h.league, coalesce(l.name, h.league) AS league_name, h.level, h.clubs, p.games_present,
    p.games_expected, p.complete, coalesce(p.by_scores, false) AS by_scores
FROM (
    SELECT k.league, any_value(k.level) AS level, count(*)::INTEGER AS clubs
    FROM ({CLUB_LEAGUES}) AS k JOIN club USING (season, club)
    WHERE season = $season AND coalesce(k.league = $league, $league::VARCHAR IS NULL)
        AND (k.league IS NOT NULL OR games_present > 0)  -- without the sides of all-star games
    GROUP BY k.league
) AS h
LEFT JOIN league AS l ON l.league = h.league AND $season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN ({LEAGUE_SEASONS}) AS p ON p.season = $season AND p.league IS NOT DISTINCT FROM h.league
"""
