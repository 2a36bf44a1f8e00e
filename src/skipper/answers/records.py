"""A manager's record: by season, career, by level, under each crediting rule."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, Shown, Table, View, shown, spans
from skipper.answers.coverage import coverage_of
from skipper.answers.errors import Candidate
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.rules import BOTH, check_rule, folded, legend, marked
from skipper.lake.reader import LakeReader

_FIGURES = (
    "games",
    "wins",
    "losses",
    "ties",
    "no_decisions",
    "win_pct",
    "runs_for",
    "runs_against",
    "pythagorean_wins",
    "play_decisions",
    "home_wins",
    "home_losses",
    "road_wins",
    "road_losses",
    "one_run_wins",
    "one_run_losses",
    "inferred_games",
)
SEASON_FIELDS = (
    "rule",
    "season",
    "club",
    "club_name",
    "level",
    *_FIGURES,
    "finish",
    "postseason",
    "first_game",
    "last_game",
    "season_complete",
    "career_seasons_missing",
)
CAREER_FIELDS = (
    "rule",
    "level",
    "seasons",
    "clubs",
    *_FIGURES,
    "postseasons",
    "first_game",
    "last_game",
    "seasons_missing",
)
_RECORD = (
    shown("W-L", "record", "wins", "losses", "ties"),
    shown("Pct", "pct", "win_pct"),
    shown("Pyth", "expected", "pythagorean_wins", "play_decisions"),
    shown("Home", "won_lost", "home_wins", "home_losses"),
    shown("Road", "won_lost", "road_wins", "road_losses"),
    shown("1-run", "won_lost", "one_run_wins", "one_run_losses"),
)
_SEASON_COLUMNS = (
    shown("Year", "season", "season"),
    shown("Club", "code"),
    shown("Rule", "code"),
    *_RECORD,
    shown("Fin", "count", "finish"),
    shown("Post", "flag", "postseason"),
)
_PYTHAGOREAN = "Pyth: wins and losses expected from the runs scored and allowed, exponent 1.83."
_POSTSEASON = (
    "Fin: the club's final place in its league or division. Post: the club went to the postseason and he managed "
    "its last game."
)


def records(lake: LakeReader, name: str, rule: str = BOTH) -> Answer:
    """The regular-season record of the manager whom `name` means.

    The main table has a row per season, club and rule; `career` one per level (`all` for the whole) and rule.
    `finish` and `postseason` are null where the record book does not say. Raises AnswerError for a name that
    is not one manager's, or an unknown rule.
    """
    check_rule(rule)
    man = find_person(lake, name, MANAGERS)
    asked = {"person": man.person_id, "rule": rule}
    career = lake.rows(_CAREER, asked)
    seasons = lake.rows(_SEASONS, asked)
    missing = next((row for row in career if row["level"] == "all"), None)
    coverage = coverage_of(
        lake,
        ((row["club"], row["season"]) for row in seasons),
        missing["seasons_missing"] if missing else (),
        missing["missing_by"] if missing else "gaps",
    )
    for row in seasons:
        row["season_complete"] = coverage.complete(row["season"])
        row["career_seasons_missing"] = list(coverage.missing)
    season_view, career_view = _season_view(seasons), _career_view(career)
    return Answer(
        question="records",
        title=f"{man.name}: record as a manager, regular season",
        tables=(
            Table("seasons", SEASON_FIELDS, seasons, (season_view,)),
            Table("career", CAREER_FIELDS, career, (career_view,)),
        ),
        lead=(_clubs(seasons), *legend([*season_view.rows, *career_view.rows]), *coverage.sentences()),
        notes=(_PYTHAGOREAN, _POSTSEASON, *_no_decisions(seasons)),
        rule=rule,
        coverage=coverage.as_row(),
        subject=_subject(man),
    )


def _season_view(seasons: list[Row]) -> View:
    rows = marked(folded(seasons, ("season", "club"), ("inferred_games",)))
    return View(_SEASON_COLUMNS, rows, "By season")


def _career_view(career: list[Row]) -> View:
    """The career line first; the levels below it where there is more than one."""
    levels = {row["level"] for row in career} - {"all"}
    kept = [row for row in career if row["level"] == "all" or len(levels) > 1]
    rows = [
        {**row, "level": row["level"].replace("all", "All"), "number": len(row["seasons"])}
        for row in marked(folded(kept, ("level",), ("inferred_games",)))
    ]
    columns: tuple[Shown, ...] = (
        shown("Level", "code"),
        shown("Yrs", "count", "number"),
        shown("Rule", "code"),
        *_RECORD,
        shown("Post", "count", "postseasons"),
    )
    scope = "and by level" if len(levels) > 1 else f"all {next(iter(levels), '')}"
    return View(columns, rows, f"Career: the seasons here, {scope}")


def _clubs(seasons: list[Row]) -> str:
    """His clubs with their names and years, in order."""
    years: dict[tuple[str, str], list[int]] = {}
    for row in seasons:
        years.setdefault((row["club_name"] or row["club"], row["club"]), []).append(row["season"])
    return "; ".join(f"{name} ({code}) {spans(some)}" for (name, code), some in years.items()) + "."


def _no_decisions(seasons: list[Row]) -> tuple[str, ...]:
    ruled = {(row["season"], row["club"]): row["no_decisions"] for row in seasons if row["no_decisions"]}
    if not ruled:
        return ()
    games = ", ".join(f"{season} {club} {number}" for (season, club), number in ruled.items())
    return (f"Games ruled no decision, in neither wins nor losses: {games}.",)


def _subject(man: Candidate) -> Row:
    return {"person_id": man.person_id, "id": man.id, "name": man.name}


_SEASONS = f"""
SELECT m.rule, m.season, m.club, club.name AS club_name, m.level,
    {", ".join(f"m.{name}" for name in _FIGURES)}, m.finish, m.postseason, m.first_game, m.last_game
FROM manager_season AS m LEFT JOIN club USING (season, club)
WHERE m.manager_person_id = $person AND $rule IN (m.rule, 'both')
ORDER BY m.season, min(m.first_game) OVER (PARTITION BY m.season, m.club), m.club, m.rule DESC
"""
_CAREER = f"""
SELECT rule, level, seasons, clubs, {", ".join(_FIGURES)}, postseasons, first_game, last_game,
    seasons_missing, missing_by
FROM manager_career
WHERE manager_person_id = $person AND $rule IN (rule, 'both')
ORDER BY level <> 'all', min(first_game) OVER (PARTITION BY level), level, rule DESC
"""
