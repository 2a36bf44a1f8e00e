"""Views of a manager comparison, with one line per manager and figures aligned in columns."""

from __future__ import annotations

from skipper.answers.answer import Row, View, shown, spans
from skipper.answers.coverage import PARTIAL
from skipper.answers.rules import folded, marked

_MAN, _RULE = shown("Manager", "text", "manager_name"), shown("Rule", "code")
_LEVEL = shown("Level", "code")
_RECORD = (
    shown("W-L", "record", "wins", "losses", "ties"),
    shown("Pct", "pct", "win_pct"),
    shown("Pyth", "expected", "pythagorean_wins", "play_decisions"),
)
_SPLITS = (
    shown("Home", "won_lost", "home_wins", "home_losses"),
    shown("Road", "won_lost", "road_wins", "road_losses"),
    shown("1-run", "won_lost", "one_run_wins", "one_run_losses"),
    shown("Runs", "won_lost", "runs_for", "runs_against"),
)


def career_views(careers: list[Row]) -> tuple[View, ...]:
    """Return the careers, also by level if any manager has several levels, then the splits by kind of game."""
    levels = {row["level"] for row in careers} - {"all"}
    kept = [row for row in careers if row["level"] == "all" or len(levels) > 1]
    rows = [
        {
            **row,
            "level": row["level"].replace("all", "All"),
            "number": f"{len(row['seasons'])}{PARTIAL if row['seasons_partial'] else ''}",
        }
        for row in marked(folded(kept, ("manager_person_id", "level"), ("inferred_games",)))
    ]
    who = (_MAN, _LEVEL, _RULE) if len(levels) > 1 else (_MAN, _RULE)
    scope = "and by level" if len(levels) > 1 else f"all {next(iter(levels), '')}"
    figures = (shown("Yrs", "code", "number"), *_RECORD, shown("Post", "count", "postseasons"))
    return (
        View((*who, *figures), rows, f"Careers: the seasons in this lake, {scope}"),
        View((*who, *_SPLITS), rows, "Home, road and one-run records; runs scored and allowed"),
    )


def best_and_worst_view(extremes: list[Row]) -> View:
    """Return the best and worst seasons, on a single line if both rules give the same seasons."""
    key = ("manager_person_id", "which", "season", "club")
    columns = (
        _MAN,
        shown("", "code", "which"),
        shown("Year", "code"),
        shown("Club", "code"),
        _RULE,
        *_RECORD,
        shown("Fin", "count", "finish"),
    )
    rows = [
        {**row, "year": f"{row['season']}{'' if row['season_complete'] else PARTIAL}"}
        for row in marked(folded(extremes, key, ("inferred_games",)))
    ]
    return View(columns, rows, "Best and worst seasons")


def managers_view(managers: list[Row]) -> View:
    """Return each manager's years, clubs and numbers of batting orders."""
    rows = [{**row, "years": spans(row["seasons"])} for row in managers]
    columns = (
        _MAN,
        shown("Years", "prose", "years"),
        shown("Clubs", "names"),
        shown("Orders", "mean", "median_distinct_orders"),
        shown("in games", "mean", "median_games_with_lineup"),
    )
    return View(columns, rows, "Years, clubs and batting orders")
