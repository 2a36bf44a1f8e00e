"""Compare managers: careers, best and worst seasons, batting orders, and missing seasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Annotated

from skipper.answers.answer import Answer, Named, Row, Table, View, shown, spans
from skipper.answers.coverage import Coverage, marks, marks_note
from skipper.answers.errors import UnknownOptionError, UnknownSeasonError
from skipper.answers.lineups import orders_by_season
from skipper.answers.named_by import managers_of
from skipper.answers.people import MANAGERS, PersonId, find_person
from skipper.answers.question import FirstSeason, LastSeason, ManagerNames, Option, Rule, question
from skipper.answers.records import CAREER_FIELDS, SEASON_FIELDS, records
from skipper.answers.rules import RULES, UNLIKE, folded, legend, marked
from skipper.answers.scope import Scope, scope_of
from skipper.lake.reader import LakeReader

_WHO = ("manager_person_id", "manager_id", "manager_name")
FIELDS = (*_WHO, *CAREER_FIELDS)
BEST_FIELDS = (*_WHO, "which", *SEASON_FIELDS[:-1], "club_games")  # excluding the career's missing seasons
MANAGER_FIELDS = (
    *_WHO,
    "seasons",
    "clubs",
    "seasons_missing",
    "missing_by",
    "seasons_incomplete",
    "seasons_unchecked",
    "median_distinct_orders",
    "median_games_with_lineup",
    "club_seasons_with_lineups",
)
_MAN, _RULE = shown("Manager", "text", "manager_name"), shown("Rule", "code")
_LEVEL = shown("Level", "code")
_RECORD = (
    shown("W-L", "record", "wins", "losses", "ties"),
    shown("Pct", "pct", "win_pct"),
    shown("Pyth", "expected", "pythagorean_wins", "play_decisions"),
)
_POSTSEASON = (
    shown("Post W-L", "record", "postseason_wins", "postseason_losses", "postseason_ties"),
    shown("Series", "won_lost", "series_won", "series_lost"),
)
_SPLITS = (
    shown("Home", "won_lost", "home_wins", "home_losses"),
    shown("Road", "won_lost", "road_wins", "road_losses"),
    shown("1-run", "won_lost", "one_run_wins", "one_run_losses"),
    shown("Runs", "won_lost", "runs_for", "runs_against"),
)
_NOTES = (
    "Pyth: wins and losses expected from runs scored and allowed, exponent 1.83.",
    "Post: seasons in which the club went to the postseason and the manager ran its last regular-season game.",
    "Post W-L, Series: games and series of those postseasons; regular-season figures do not include them.",
    "Best, worst: by winning percentage, among seasons with at least half of the club's games (our minimum), ties "
    "included.",
    "Orders: distinct batting orders per season and club, excluding the pitcher, in games that the manager ran: the "
    "median "
    "over seasons with known lineups, and the median number of games with known lineups.",
)


@question(
    "manager, level (or `all`) and rule",
    notes="CSV has one row per manager, level and rule. JSON adds `best_and_worst` and `managers` to `tables`.",
    examples=(
        'compare "Terry Collins" "Davey Johnson"',
        'compare "Joe Torre" "Bobby Cox" "Tony La Russa" --rule credited',
        'compare "Terry Collins" "Davey Johnson" --club NYN --from 1985',
        'compare "Terry Collins" "Davey Johnson" -o mets.html',
    ),
    has_page=True,
)
def compare(
    lake: LakeReader,
    names: ManagerNames,
    rule: Rule = "both",
    club: Annotated[str | None, Option("Only seasons at this club, by its code or name.")] = None,
    first: FirstSeason = None,
    last: LastSeason = None,
) -> Answer:
    """Compare managers side by side.

    Shows each manager's career record (by level if there are several, and at home and on the road), best and worst
    seasons, and batting orders. Every line names its crediting rule, and each manager's missing seasons are listed.
    --from, --to and --club restrict all figures. -o writes a page with a chart of winning percentage by season.

    \f
    The managers are in the order given. The main table has one row per manager, level (`all` for the career) and
    rule. `best_and_worst` has each manager's best and worst seasons by winning percentage under each rule,
    including ties. `managers` has one row per manager with years, clubs, missing seasons, and the median number of
    distinct batting orders per season (null if no lineup is known). Raises AnswerError if a name does not match a
    single manager, if fewer than two managers are named, if the same manager is named twice, if one has no season
    within the limits, or if a limit is unknown.
    """
    if len(names) < 2:
        raise UnknownOptionError("give two managers or more")
    found = [find_person(lake, name, MANAGERS) for name in names]
    scope = scope_of(lake, club=club, first=first, last=last)
    answers = [records(lake, PersonId(man.person_id), rule, scope) for man in found]
    people = [_who(answer) for answer in answers]
    _require_different(names, people)
    _require_seasons(answers, scope)
    games = _club_games(lake, answers)
    ordered = orders_by_season(lake, [man["manager_person_id"] for man in people])
    orders = [row for row in ordered if scope.has(row)]
    pairs = list(zip(people, answers, strict=True))
    careers = [{**man, **row} for man, answer in pairs for row in answer.table("career").rows]
    extremes = [{**man, **row} for man, answer in pairs for row in best_and_worst(answer.main.rows, games)]
    managers = [_manager(man, answer, orders) for man, answer in pairs]
    views, best = _career_views(careers), _best_and_worst_view(extremes)
    limits = {name: limit for name, limit in scope.as_parameters().items() if limit is not None}
    together = _together([_coverage(answer) for answer in answers])
    return Answer(
        question="compare",
        title=f"{_listed(people)}: managers compared, regular season{scope.words()}",
        tables=(
            Table("careers", FIELDS, careers, views),
            Table("best_and_worst", BEST_FIELDS, extremes, (best,)),
            Table("managers", MANAGER_FIELDS, managers, (_managers_view(managers),)),
        ),
        lead=(
            *(sentence for man in found for sentence in man.taken),
            *legend([*views[0].rows, *best.rows]),
            *(_lacking(man, answer) for man, answer in pairs),
            *managers_of(lake, together.unlogged, managers),
        ),
        notes=(*marks_note([*careers, *extremes]), *_NOTES),
        rule=rule,
        coverage=together.as_row(),
        subject={"managers": [answer.subject for answer in answers], **limits},
        names=tuple(Named(man["manager_name"], man, "manager_name") for man in people),
    )


def best_and_worst(seasons: Iterable[Row], club_games: dict[tuple[int, str, str], int]) -> list[Row]:
    """Return a manager's best and worst seasons by winning percentage under each rule, including ties.

    `which` is best or worst, or `only` if a single season qualifies. A season qualifies if the manager ran at least
    half of the club's games.
    """
    qualified = []
    for row in seasons:
        of_club = club_games[row["season"], row["club"], row["rule"]]
        if row["win_pct"] is not None and 2 * row["games"] >= of_club:
            qualified.append({**row, "club_games": of_club})
    found = []
    for rule in RULES:
        own = [row for row in qualified if row["rule"] == rule]
        ends = {"only": min} if len(own) == 1 else {"best": max, "worst": min}
        for which, end in ends.items():
            limit = end((row["win_pct"] for row in own), default=None)
            found += [{**row, "which": which} for row in own if row["win_pct"] == limit]
    return sorted(found, key=lambda row: (row["which"], row["season"], row["club"]))


def _who(answer: Answer) -> Row:
    man = answer.subject
    return {"manager_person_id": man["person_id"], "manager_id": man["id"], "manager_name": man["name"]}


def _require_seasons(answers: Iterable[Answer], scope: Scope) -> None:
    for answer in answers:
        if not answer.main.rows:
            raise UnknownSeasonError(f"{answer.subject['name']} has no season in this lake{scope.words()}.", [])


def _require_different(names: Sequence[str], people: list[Row]) -> None:
    said: dict[str, str] = {}
    for name, man in zip(names, people, strict=True):
        person = man["manager_person_id"]
        if person in said:
            raise UnknownOptionError(f"{said[person]!r} and {name!r} are the same person, {man['manager_name']}")
        said[person] = name


def _club_games(lake: LakeReader, answers: list[Answer]) -> dict[tuple[int, str, str], int]:
    """Return the number of club-games with a known manager, by season, club and rule."""
    clubs = sorted({f"{row['season']} {row['club']}" for answer in answers for row in answer.main.rows})
    sql = """
    SELECT season, club, rule, sum(games)::INTEGER AS games FROM manager_season
    WHERE list_contains($clubs, season || ' ' || club) GROUP BY season, club, rule
    """
    return {(row["season"], row["club"], row["rule"]): row["games"] for row in lake.rows(sql, {"clubs": clubs})}


def _manager(man: Row, answer: Answer, orders: list[Row]) -> Row:
    own = [row for row in orders if row["manager_person_id"] == man["manager_person_id"]]
    coverage = _coverage(answer).as_row()
    known = {name: coverage[name] for name in MANAGER_FIELDS if name in coverage}
    return {
        **man,
        **known,
        "clubs": list(dict.fromkeys(row["club"] for row in answer.main.rows)),
        "median_distinct_orders": _median(row["distinct_orders_without_pitcher"] for row in own),
        "median_games_with_lineup": _median(row["games_with_lineup"] for row in own),
        "club_seasons_with_lineups": len(own),
    }


def _median(counts: Iterable[int]) -> float | None:
    some = list(counts)
    return float(median(some)) if some else None


def _coverage(answer: Answer) -> Coverage:
    """Return the coverage of an answer from `records`, which always has one; raise ValueError for any other answer."""
    if answer.coverage is None:
        raise ValueError(f"the answer to {answer.question!r} has no coverage")
    return Coverage.from_row(answer.coverage)


def _lacking(man: Row, answer: Answer) -> str:
    return f"{man['manager_name']}: {' '.join(_coverage(answer).sentences())}"


def _together(coverages: list[Coverage]) -> Coverage:
    """Merge the managers' coverages; `missing_by` is `gaps` if their bases differ."""
    incomplete = {tuple(row.items()): row for one in coverages for row in one.incomplete}
    exceeding = {tuple(row.items()): row for one in coverages for row in one.exceeding}
    bases = {one.missing_by for one in coverages}
    return Coverage(
        seasons=tuple(sorted({year for one in coverages for year in one.seasons})),
        missing=tuple(sorted({year for one in coverages for year in one.missing})),
        missing_by=bases.pop() if len(bases) == 1 else "gaps",
        incomplete=tuple(incomplete.values()),
        unchecked=tuple(sorted({year for one in coverages for year in one.unchecked})),
        unlogged=tuple(sorted({year for one in coverages for year in one.unlogged})),
        exceeding=tuple(exceeding.values()),
    )


def _listed(people: list[Row]) -> str:
    names = [man["manager_name"] for man in people]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _career_views(careers: list[Row]) -> tuple[View, ...]:
    """Return the careers, also by level if any manager has several levels, then the splits by kind of game."""
    levels = {row["level"] for row in careers} - {"all"}
    kept = [row for row in careers if row["level"] == "all" or len(levels) > 1]
    rows = [
        {
            **row,
            "level": row["level"].replace("all", "All"),
            "number": f"{len(row['seasons'])}{marks(row)}",
        }
        for row in marked(folded(kept, ("manager_person_id", "level"), UNLIKE))
    ]
    who = (_MAN, _LEVEL, _RULE) if len(levels) > 1 else (_MAN, _RULE)
    scope = "and by level" if len(levels) > 1 else f"all {next(iter(levels), '')}"
    figures = (shown("Yrs", "code", "number"), *_RECORD, shown("Post", "count", "postseasons"), *_POSTSEASON)
    return (
        View((*who, *figures), rows, f"Careers: the seasons in this lake, {scope}"),
        View((*who, *_SPLITS), rows, "Home, road and one-run records; runs scored and allowed"),
    )


def _best_and_worst_view(extremes: list[Row]) -> View:
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
    rows = [{**row, "year": f"{row['season']}{marks(row)}"} for row in marked(folded(extremes, key, UNLIKE))]
    return View(columns, rows, "Best and worst seasons")


def _managers_view(managers: list[Row]) -> View:
    """Return each manager's years, clubs and numbers of batting orders."""
    rows = [{**row, "years": spans(row["seasons"])} for row in managers]
    columns = (
        _MAN,
        shown("Years", "prose", "years"),
        shown("Clubs", "names"),
        shown("Orders", "half", "median_distinct_orders"),
        shown("in games", "half", "median_games_with_lineup"),
    )
    return View(columns, rows, "Years, clubs and batting orders")
