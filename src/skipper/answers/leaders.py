"""Leader lists: seasons or careers by any figure in the record, including ties."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Literal

from skipper.answers.answer import Answer, Kind, Row, Shown, Table, View, shown
from skipper.answers.coverage import marks, marks_note, scope_coverage
from skipper.answers.errors import UnknownColumnError, UnknownOptionError
from skipper.answers.leader_rows import Asked, By, listable, ranked
from skipper.answers.named_by import managers_of
from skipper.answers.question import Argument, FirstSeason, LastSeason, Option, question
from skipper.answers.rules import MEANING, RULES, legend, marked, rule_marks
from skipper.answers.scope import Scope, scope_of
from skipper.definitions.records import POSTSEASON
from skipper.lake.reader import LakeReader

TOP = 10
CAREER_GAMES = 320  # about two seasons of 162 games
MORE_TIED = 10  # maximum number of extra rows in a terminal for ties at the cut; CSV and JSON show all
# Without a minimum, a manager with a handful of games would lead lists by these figures and lists of lowest counts.
QUALIFIED_FOR = ("win_pct", "finish")
_RECORD = ("games", "wins", "losses", "ties", "no_decisions", "win_pct", "inferred_games", "doubted_games")
_WHO = ("rank", "tied", "column", "value", "rule", "manager_id", "manager_person_id", "manager_name")
FIELDS = {
    "season": (
        *_WHO,
        "season",
        "club",
        "club_name",
        "level",
        *_RECORD,
        "club_games",
        "season_complete",
        "league_games_here",
        "league_games",
        "by_scores",
    ),
    "career": (
        *_WHO,
        "seasons",
        "clubs",
        *_RECORD,
        "seasons_missing",
        "missing_by",
        "seasons_partial",
        "seasons_by_scores",
    ),
}
_TIED = "T: tied at this rank."


@question(
    "season with a club, or career",
    notes="Without --min-games, win_pct, finish and every --lowest list require half of the club's games in the "
    "season, or 320 games in a career (about two seasons). These minimums are Skipper's own.\n\n"
    "CSV and JSON have one row per manager, season and club, or per manager, including all ties at the last "
    "rank.",
    examples=(
        "leaders wins",
        "leaders win_pct --by career --from 1961 --min-games 1000",
        "leaders one_run_losses --club NYN --rule managed --top 5",
        "leaders finish --lowest --from 2010 --to 2018",
    ),
)
def leaders(
    lake: LakeReader,
    column: Annotated[str, Argument()],
    by: Annotated[By, Option("What to rank.")] = "season",
    rule: Annotated[
        Literal["managed", "credited"],
        Option("managed: games the manager ran; credited: games that the record book credits to the manager."),
    ] = "credited",
    level: Annotated[str | None, Option("Only this level: MLB, AAA, AA and so on, or unknown.")] = None,
    club: Annotated[str | None, Option("Only this club, by its code or name, for example NYN.")] = None,
    first: FirstSeason = None,
    last: LastSeason = None,
    min_games: Annotated[
        int | None, Option("Minimum number of games to qualify; see below.", metavar="N", least=0)
    ] = None,
    lowest: Annotated[bool, Option("Rank the lowest first.")] = False,
    top: Annotated[int, Option("Number of entries; ties for the last place are added.", metavar="N", least=1)] = TOP,
    league: str | None = None,
) -> Answer:
    """Rank seasons or careers by any figure in the record.

    COLUMN is any numeric column of table manager_season or manager_career, such as wins, win_pct, pythagorean_wins or
    one_run_wins; an unknown name prints the list. T marks a tied rank. Career figures include only the years, club and
    level chosen.

    \f
    List the `top` seasons or careers by a figure of manager_season or manager_career, highest (or lowest) first.

    The main table has a row per manager, season and club, or per manager; ties at the cut are included. A career covers
    only its seasons within the scope (level, club, first to last year); `league` limits lists of seasons alone. Without
    `min_games`, lists by win_pct or finish and all lists of lowest values require half of the club's games in the
    season, or 320 games for a career; these minima are Skipper's own. Raises AnswerError for an unknown column, rule,
    level, club or year.
    """
    _check(by, rule, top, league)
    name = _column(lake, column, by)
    scope = scope_of(lake, level, club, first, last, league)
    least, qualifier = _qualifier(name, by, min_games, lowest)
    asked = Asked(name, by, rule, scope, least, lowest, top)
    found, counts = ranked(lake, asked)
    rows = [{**row, "column": name, "rule": rule} for row in found]
    coverage = scope_coverage(lake, scope)
    return Answer(
        question="leaders",
        title=_title(name, by, lowest, scope),
        tables=(Table("leaders", FIELDS[by], rows, (_view(asked, rows),)),),
        lead=(
            f"{name}: {listable(lake, by)[name]}.",
            MEANING[rule],
            *legend(marked(rows))[1:],
            qualifier,
            *_counted(counts, by, name),
            *coverage.of_leagues(),
            *managers_of(lake, coverage.unlogged, rows),
        ),
        notes=_notes(rows, by),
        rule=rule,
        coverage=coverage.as_row(),
        subject={"column": name, "by": by, "lowest": lowest, "qualifier": qualifier, **counts, **scope.as_parameters()},
    )


def _title(name: str, by: By, lowest: bool, scope: Scope) -> str:
    games = "postseason" if name in POSTSEASON else "regular season"
    return f"{'Lowest' if lowest else 'Leaders in'} {name}: {by}s, {games}{scope.words()}"


def _check(by: str, rule: str, top: int, league: str | None) -> None:
    if by not in FIELDS:
        raise UnknownOptionError(f"by is {by!r}; it must be one of {', '.join(FIELDS)}")
    if rule not in RULES:
        raise UnknownOptionError(f"rule is {rule!r}; it must be one of {', '.join(RULES)}")
    if league is not None and by != "season":
        raise UnknownOptionError(f"by is {by!r}; within a league, only seasons are listed")
    if top < 1:
        raise UnknownOptionError(f"top is {top}; it must be 1 or more")


def _column(lake: LakeReader, asked: str, by: By) -> str:
    columns = list(listable(lake, by))
    name = asked.strip().lower().replace("-", "_")
    if name not in columns:
        raise UnknownColumnError(asked, by, columns, get_close_matches(name, columns, n=3))
    return name


def _qualifier(column: str, by: By, min_games: int | None, lowest: bool) -> tuple[int | None, str]:
    """Return the minimum number of games to qualify (null means half of the club's) and the sentence that states it."""
    if min_games is not None:
        return min_games, f"Qualified: at least {min_games:,} games, as requested."
    if column not in QUALIFIED_FOR and not lowest:
        return 0, "No minimum number of games."
    if by == "career":
        return CAREER_GAMES, f"Qualified: at least {CAREER_GAMES} games, our minimum; --min-games changes it."
    return None, "Qualified: at least half of the club's games in this lake, our minimum; --min-games changes it."


def _counted(counts: Row, by: By, column: str) -> tuple[str, ...]:
    noun = "careers" if by == "career" else "seasons with a club"
    said = [f"Ranked: {counts['qualified'] - counts['unknown']:,} of {counts['listed']:,} {noun}."]
    if counts["unknown"]:
        said.append(f"Without a rank because {column} is unknown: {counts['unknown']:,}.")
    return tuple(said)


def _view(asked: Asked, rows: list[Row]) -> View:
    kept = rows if len(rows) <= asked.top + MORE_TIED else rows[: asked.top]
    told = [_told(row) for row in kept]
    more = len(rows) - len(kept)
    notes: tuple[str, ...] = ()
    if not rows:
        notes = ("Nobody qualifies.",)
    elif more:
        notes = (f"… and {more:,} more tied for {rows[-1]['rank']}: --format csv or json lists them all.",)
    columns = _season_columns(asked) if asked.by == "season" else _career_columns(asked)
    if any(row["mark"] for row in told):
        columns = (*columns[:2], shown("", "code", "mark"), *columns[2:])
    return View(columns, told, notes=notes)


def _told(row: Row) -> Row:
    told = {
        **row,
        "place": f"T{row['rank']}" if row["tied"] else str(row["rank"]),
        "name": row["manager_name"] or row["manager_id"],
        "mark": rule_marks(row),
    }
    if "season" in row:
        return {**told, "year": f"{row['season']}{marks(row)}"}
    first, last = row["seasons"][0], row["seasons"][-1]
    return {
        **told,
        "years": f"{first if first == last else f'{first}-{last}'}{marks(row)}",
        "lacks": None if row["seasons_missing"] is None else len(row["seasons_missing"]),
    }


def _season_columns(asked: Asked) -> tuple[Shown, ...]:
    return (
        shown("Rank", "number", "place"),
        shown("Manager", "text", "name", to="manager_name"),
        shown("Year", "code", "year"),
        shown("Club", "code", "club"),
        *_figures(asked.column),
        shown("Games", "share", "games", "club_games"),
    )


def _career_columns(asked: Asked) -> tuple[Shown, ...]:
    return (
        shown("Rank", "number", "place"),
        shown("Manager", "text", "name", to="manager_name"),
        shown("Years", "code", "years"),
        *_figures(asked.column),
        shown("Lacks", "count", "lacks"),
        shown("Clubs", "names", "clubs"),
    )


def _figures(column: str) -> tuple[Shown, ...]:
    """Return the requested figure, followed by its record."""
    record = shown("W-L", "record", "wins", "losses", "ties")
    if column == "win_pct":
        return (shown("Pct", "pct", "value"), record)
    kind: Kind = "mean" if column == "pythagorean_wins" else "count"
    return (shown(column.replace("_", " ").capitalize(), kind, "value"), record, shown("Pct", "pct", "win_pct"))


def _notes(rows: list[Row], by: By) -> tuple[str, ...]:
    said = [*([_TIED] if any(row["tied"] for row in rows) else []), *marks_note(rows)]
    if by == "career":
        return (
            *said,
            "Lacks: the manager's seasons with any club within the requested years that are missing from this lake.",
        )
    return (*said, "Games: the manager's games, out of the club's games that season with a known manager.")
