"""A club's season: managers and their records, batting orders and playing time."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from skipper.answers.answer import Answer, Named, Row, Table, View, shown
from skipper.answers.available import AVAILABLE_FIELDS, with_availability
from skipper.answers.book_record import OF_CLUBS, book_words
from skipper.answers.coverage import CLUB_LEAGUES, coverage_of
from skipper.answers.lineups import LINEUP_FIELDS, ORDER_FIELDS, distinct_orders, most_used, name_players
from skipper.answers.named_by import decided_words, decisions_on, managers_named
from skipper.answers.question import Argument, Season, question
from skipper.answers.rules import BOTH, UNLIKE, folded, legend, marked
from skipper.answers.scope import known_club, season_lacking
from skipper.answers.usage import COUNTS, GRID, POSITION_FIELDS, SLOT_FIELDS
from skipper.answers.usage_views import NOTES, lineup_views, order_views, player_views
from skipper.lake.reader import LakeReader

FIGURES = (
    *("games", "wins", "losses", "ties", "no_decisions", "win_pct", "runs_for", "runs_against"),
    *("pythagorean_wins", "play_decisions", "one_run_wins", "one_run_losses", "inferred_games", "doubted_games"),
    *("finish", "postseason"),
)
RECORD_FIELDS = ("season", "club", "manager_id", "manager_person_id", "manager_name", "rule", *FIGURES)
_SUMMED = tuple(name for name in COUNTS if not name.startswith(("club_games", "window_f", "window_l", "mean")))
_GAMES = tuple(name for name in COUNTS if name.startswith("club_games"))
OPPONENT_FIELDS = ("season", "club", "league", "games", "wins", "losses", "ties", "no_decisions", "win_pct")
PLAYER_FIELDS = (
    *("season", "club", "player_id", "player_person_id", "player_name", "managers"),
    *(*_SUMMED, "mean_slot", *_GAMES, "window_first", "window_last"),
    *(*AVAILABLE_FIELDS, *SLOT_FIELDS, *POSITION_FIELDS),
)
MANAGER_COLUMNS = (
    shown("Manager", "text", "manager_name"),
    shown("Rule", "code"),
    shown("W-L", "record", "wins", "losses", "ties"),
    shown("Pct", "pct", "win_pct"),
    shown("Pyth", "expected", "pythagorean_wins", "play_decisions"),
    shown("1-run", "won_lost", "one_run_wins", "one_run_losses"),
    shown("Fin", "count", "finish"),
    shown("Post", "flag", "postseason"),
)


@question(
    "manager and rule",
    notes="CSV has one row per manager and rule. JSON adds `players`, `orders` and `lineups` to `tables`.",
    examples=(
        "club NYN --season 2016",
        'club "New York Mets" --season 2016 -o mets.html',
    ),
    has_page=True,
)
def club(lake: LakeReader, code: Annotated[str, Argument("CLUB")], season: Season) -> Answer:
    """Show a club's season: managers, lineups and playing time.

    CLUB is the club's code or name; `skipper list clubs` lists them. Shows each manager's record under both rules, and
    starts by slot, position and opposing hand under all of the club's managers combined.

    \f
    Return a club's season: managers, batting orders and playing time, in regular-season games.

    The main table has one row per manager and rule. `players` has one row per player with a start, under all of the
    club's managers combined (rule: managed); `opponents` has the club's record against the clubs of each league;
    `orders` and `lineups` count batting orders in all of its games with a known lineup. Raises UnknownClubError for a
    code or name that no club or several have, and UnknownSeasonError for a season in which the club has no games.
    """
    code = known_club(lake, code, season)
    own = lake.rows("SELECT * FROM club WHERE club = $club ORDER BY season", {"club": code})
    about = next((row for row in own if row["season"] == season), None)
    if about is None:
        seasons = [row["season"] for row in own]
        raise season_lacking(lake, season, f"games of {code}", seasons, "its seasons")
    managers, players = (lake.rows_of(sql, ("club", "season"), (code, season)) for sql in (_MANAGERS, _PLAYERS))
    players = with_availability(lake, players)
    opponents, leagues, book = (
        lake.rows_of(sql, ("club", "season"), (code, season)) for sql in (_OPPONENTS, _LEAGUES, _BOOK)
    )
    orders, lineups = distinct_orders(lake, None, season, code), most_used(lake, None, season, code)
    name_players(lineups, players)
    titles = {code: about["name"] or code}
    told = marked(folded(managers, ("manager_id",), UNLIKE))
    coverage = coverage_of(lake, [(code, season)])
    return Answer(
        question="club",
        title=f"{titles[code]} {season}: managers and playing time, regular season",
        tables=(
            Table("managers", RECORD_FIELDS, managers, (View(MANAGER_COLUMNS, told, "Managers"),)),
            Table("opponents", OPPONENT_FIELDS, opponents, (_opponent_view(opponents),) if len(opponents) > 1 else ()),
            Table("players", PLAYER_FIELDS, players, _untitled(player_views(titles, players)) if players else ()),
            Table("orders", ORDER_FIELDS, orders, order_views(orders) if orders else ()),
            Table("lineups", LINEUP_FIELDS, lineups, _untitled(lineup_views(titles, lineups)) if lineups else ()),
        ),
        lead=(
            _place(about, leagues),
            *_games(players),
            *legend(told),
            *book_words(_beside_book(opponents, book, coverage.complete(season)), "Teams"),
            *(coverage.games_lacking() or ("This lake has all games of the season.",)),
            *managers_named(lake, coverage, [(code, season)]),
            *decided_words(decisions_on(lake, season, code)),
        ),
        notes=("Playing time covers all of the club's managers combined.", *NOTES) if players else (),
        rule=BOTH,
        coverage=coverage.as_row(),
        subject={"club": code, "season": season, "name": titles[code], "organization": about["organization"]},
        names=(
            *(Named(name, about, "club") for name in (titles[code], code)),
            *(Named(row["league"], row, "league") for row in leagues),
            *(Named(about[field], about, field) for field in ("organization",) if about[field]),
        ),
    )


def _opponent_view(opponents: list[Row]) -> View:
    """Return the club's record against the clubs of each league."""
    rows = [{**row, "league": row["league"] or "no league known"} for row in opponents]
    columns = (
        shown("Against", "text", "league"),
        shown("Games", "count", "games"),
        shown("W-L", "record", "wins", "losses", "ties"),
        shown("Pct", "pct", "win_pct"),
    )
    return View(columns, rows, "Record by the opponents' league")


def _beside_book(opponents: list[Row], book: list[Row], complete: bool | None) -> list[Row]:
    """Return the club's record with the book's, as `book_words` takes them."""
    summed = {name: sum(row[name] for row in opponents) for name in ("wins", "losses", "ties")}
    return [{**row, **summed, "season_complete": complete} for row in book]


def _untitled(views: tuple[View, ...]) -> tuple[View, ...]:
    """Return views without the club's name before their titles."""
    titles = [view.title.partition(": ")[2] for view in views]
    return tuple(replace(view, title=title.capitalize()) for view, title in zip(views, titles, strict=True))


def _place(about: Row, leagues: list[Row]) -> str:
    where = [" and ".join(row["league"] for row in leagues) or "league unknown", about["level"] or "level unknown"]
    if about["organization"] and about["organization"] != about["name"]:
        where.append(about["organization"])
    return f"{about['name'] or about['club']} ({about['club']}): {', '.join(where)}."


def _games(players: list[Row]) -> tuple[str, ...]:
    """Return the number of games by opposing starter's hand, and of known lineups."""
    if not players:
        return ("The club has no games with a known lineup or starting pitcher.",)
    row = players[0]
    unknown = row["club_games_unknown_hand"]
    others = f", {unknown} against starters who throw with an unknown hand or with both" if unknown else ""
    return (
        f"Games: {row['club_games']}, {row['club_games_vs_l']} against left-handed and "
        f"{row['club_games_vs_r']} against right-handed starters{others}; lineups known: "
        f"{row['club_games_with_lineup']}.",
    )


_MANAGERS = f"""
SELECT season, club, manager_id, manager_person_id, coalesce(manager_name, manager_id) AS manager_name, rule,
    {", ".join(FIGURES)}
FROM manager_season WHERE season IN $seasons AND club IN $clubs
ORDER BY min(first_game) OVER (PARTITION BY season, club, manager_id), manager_id, rule DESC
"""
_OPPONENTS = """
SELECT g.season, g.club, o.league, count(*)::INTEGER AS games,
    count(*) FILTER (g.result = 'W')::INTEGER AS wins, count(*) FILTER (g.result = 'L')::INTEGER AS losses,
    count(*) FILTER (g.result = 'T')::INTEGER AS ties, count(*) FILTER (g.result = 'N')::INTEGER AS no_decisions,
    wins / nullif(wins + losses, 0) AS win_pct
FROM club_game AS g JOIN club_game AS o ON o.season = g.season AND o.game_id = g.game_id AND o.club = g.opponent
WHERE g.season IN $seasons AND g.club IN $clubs AND g.game_type = 'regular' AND o.season IN $seasons
GROUP BY g.season, g.club, o.league
ORDER BY o.league IS DISTINCT FROM any_value(g.league), games DESC, o.league
"""
_LEAGUES = f"""
SELECT season, club, league FROM ({CLUB_LEAGUES}) WHERE season IN $seasons AND club IN $clubs AND league IS NOT NULL
ORDER BY league
"""
_BOOK = f"FROM ({OF_CLUBS}) WHERE season IN $seasons AND club IN $clubs"
_PLAYERS = f"""
WITH own AS (FROM player_usage WHERE season IN $seasons AND club IN $clubs),
grid AS (
    SELECT season, club, player_id, {GRID}, sum(slot * starts) / sum(starts) AS mean_slot
    FROM lineup_usage WHERE season IN $seasons AND club IN $clubs GROUP BY season, club, player_id
),
played AS (
    SELECT season, club, {", ".join(f"sum({name})::INTEGER AS {name}" for name in _GAMES)}
    FROM (
        SELECT season, club, manager_id, {", ".join(f"max({name}) AS {name}" for name in _GAMES)}
        FROM own GROUP BY season, club, manager_id
    ) GROUP BY season, club
),
men AS (
    SELECT season, club, player_id, any_value(player_person_id) AS player_person_id,
        coalesce(any_value(player_name), player_id) AS player_name, count(*)::INTEGER AS managers,
        {", ".join(f"sum({name})::INTEGER AS {name}" for name in _SUMMED)},
        min(window_first) AS window_first, max(window_last) AS window_last
    FROM own GROUP BY season, club, player_id
)
SELECT men.*, grid.mean_slot, {", ".join(f"played.{name}" for name in _GAMES)},
    {", ".join(f"coalesce(grid.{name}, 0) AS {name}" for name in (*SLOT_FIELDS, *POSITION_FIELDS))}
FROM men JOIN played USING (season, club) LEFT JOIN grid USING (season, club, player_id)
ORDER BY lineup_starts DESC, pitching_starts DESC, player_name, player_id
"""
