"""A manager's record by season, career and level, under each crediting rule."""

from __future__ import annotations

from skipper.answers.answer import Answer, Named, Row, Shown, Table, View, shown, spans
from skipper.answers.book_record import BOOK, BOOK_NOTE, OF_MANAGERS, book_column, book_words
from skipper.answers.coverage import CLUB_SEASONS, Coverage, coverage_from, marks, marks_note
from skipper.answers.errors import Candidate
from skipper.answers.league_records import OF_LEAGUES
from skipper.answers.named_by import club_seasons_named, decided_words, decisions_of, named_words
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.postseason import SERIES_FIELDS, postseason_rows, postseason_view
from skipper.answers.question import ManagerName, Rule, question
from skipper.answers.rules import UNLIKE, check_rule, folded, legend, marked
from skipper.answers.scope import EVERYTHING, Scope
from skipper.definitions.records import POSTSEASON, PYTHAGOREAN_EXPONENT
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
    "doubted_games",
)
_RATIOS = ("win_pct", "pythagorean_wins")
_COUNTED = (*(name for name in _FIGURES if name not in _RATIOS), *POSTSEASON)
SEASON_FIELDS = (
    "rule",
    "season",
    "club",
    "club_name",
    "level",
    *_FIGURES,
    "finish",
    "postseason",
    *POSTSEASON,
    "official_wins",
    "official_losses",
    "official_source",
    *BOOK,
    "first_game",
    "last_game",
    "by_scores",
    "season_complete",
    "league_games_here",
    "league_games",
    "career_seasons_missing",
)
CAREER_FIELDS = (
    "rule",
    "level",
    "seasons",
    "clubs",
    *_FIGURES,
    "postseasons",
    *POSTSEASON,
    "first_game",
    "last_game",
    "seasons_missing",
    "seasons_partial",
    "seasons_by_scores",
)
LEAGUE_FIELDS = (
    "rule",
    "league",
    "seasons",
    "clubs",
    *("games", "wins", "losses", "ties", "no_decisions", "win_pct", "inferred_games", "doubted_games"),
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
    shown("Year", "code", to="club"),
    shown("Club", "code"),
    shown("Rule", "code"),
    *_RECORD,
    shown("Fin", "count", "finish"),
    shown("Post", "flag", "postseason"),
)
LISTED_FIELDS = (
    "season",
    "club_name",
    "league_name",
    "level",
    "role",
    "stated_from",
    "stated_to",
    "official_wins",
    "official_losses",
    "confidence",
    "source",
)
_LISTED_COLUMNS = (
    shown("Year", "season", "season"),
    shown("Club", "text", "club_name"),
    shown("Level", "code"),
    shown("Official", "won_lost", "official_wins", "official_losses"),
    shown("Page", "prose", "source"),
)
_PYTHAGOREAN = "Pyth: wins and losses expected from runs scored and allowed, exponent 1.83."
_POSTSEASON = (
    "Fin: the club's final place in its league or division. Post: the club went to the postseason and the manager "
    "ran its last regular-season game."
)


@question(
    "season, club and rule",
    notes="CSV and JSON have one row per season, club and rule; JSON adds the missing seasons.",
    examples=(
        'records "Terry Collins"',
        "records collt801 --rule credited --format csv",
    ),
)
def records(lake: LakeReader, name: ManagerName, rule: Rule = "both", scope: Scope = EVERYTHING) -> Answer:
    """Show a manager's record by season, level and career.

    Shows wins and losses overall, at home, on the road and in one-run games, expected (Pythagorean) wins, finish and
    postseason. Every line names its crediting rule, and the seasons missing from the lake are listed.

    \f
    Return the regular-season record of the manager named `name` within `scope`.

    The main table has one row per season, club and rule; `career` has one per level (`all` for the whole career) and
    rule; `postseason` has one per season, club and rule with a postseason; `listed` has one per listed_manager row for
    a season in which the lake has no games under the manager. `finish` and `postseason` are null if the record book
    does not give them. `season_complete` says whether the lake has all games of the club's league that season, of both
    leagues of a club in two, or all of the club's games if only its official record gives a number. `league_games_here`
    and `league_games` give the number of these games in the lake and the number expected, each null if unknown.
    `book_wins` and `book_losses` are the record book's for the manager at the club, null if it does not list the
    manager there. A career's `seasons_partial` are seasons with games missing, or possibly missing, and its
    `seasons_by_scores` are known only from scores. `leagues` has one row per league and rule of a manager in several
    leagues. Raises AnswerError for a name that does not match a single manager, or for an unknown rule.
    """
    check_rule(rule)
    man = find_person(lake, name, MANAGERS)
    seasons, career, series, listed = _rows(lake, man.person_id, rule, scope)
    missing = next((row for row in career if row["level"] == "all"), None)
    coverage = _coverage(seasons, missing)
    _add_coverage(seasons, career, coverage)
    season_view, career_view = _season_view(seasons), _career_view(career)
    leagues = _by_league(seasons, _divided(lake, man.person_id, rule, seasons))
    return Answer(
        question="records",
        title=f"{man.name}: record as a manager, regular season{scope.words()}",
        tables=(
            Table("seasons", SEASON_FIELDS, seasons, (season_view,)),
            Table("career", CAREER_FIELDS, career, (career_view,)),
            Table("leagues", LEAGUE_FIELDS, leagues, (_league_view(leagues),) if leagues else ()),
            Table("postseason", SERIES_FIELDS, series, (postseason_view(series, career),) if series else ()),
            Table("listed", LISTED_FIELDS, listed, (_listed_view(listed),) if listed else ()),
        ),
        lead=(
            *man.taken,
            _clubs(seasons),
            *legend([*season_view.rows, *career_view.rows]),
            *book_words(_of_one_rule(seasons), "Managers"),
            *_told(lake, man, coverage),
            *_official_words(seasons),
        ),
        notes=(
            *marks_note(seasons),
            _PYTHAGOREAN,
            _POSTSEASON,
            *no_decisions_note(seasons),
            *([BOOK_NOTE] if book_column(seasons) else []),
        ),
        rule=rule,
        coverage=coverage.as_row(),
        subject=man.subject,
        names=tuple(
            Named(row[name], row, "all_of_club") for row in seasons for name in ("club_name", "club") if row[name]
        ),
    )


def _rows(
    lake: LakeReader, person_id: str, rule: str, scope: Scope
) -> tuple[list[Row], list[Row], list[Row], list[Row]]:
    """Return the seasons, the career, the postseasons and the seasons only listed, within the scope."""
    person, asked = (person_id,), {"rule": rule}
    career = lake.rows_of(_CAREER, _WHO, person, asked)
    seasons = lake.rows_of(_SEASONS, _WHO, person, asked)
    series = postseason_rows(lake, person_id, rule)
    listed = lake.rows_of(_LISTED, _WHO, person)
    if scope != EVERYTHING:
        seasons, series, listed = ([row for row in rows if scope.has(row)] for rows in (seasons, series, listed))
        career = career_within(seasons, career, scope)
    return seasons, career, series, listed


def career_within(seasons: list[Row], career: list[Row], scope: Scope) -> list[Row]:
    """Return the career lines of these seasons, by level and rule, summed as in table `manager_career`.

    `career` has the whole career's lines, for the seasons missing within the years of `scope`: whether a missing season
    was at the club of `scope` is unknown, and it is counted.
    """
    whole = {(row["level"], row["rule"]): row for row in career}
    of_each: dict[tuple[str, str], list[Row]] = {}
    for row in seasons:
        for level in filter(None, ("all", row["level"])):
            of_each.setdefault((level, row["rule"]), []).append(row)
    found = []
    for key in whole:
        if rows := of_each.get(key):
            missing = [year for year in whole[key]["seasons_missing"] if scope.covers(year)]
            found.append({**whole[key], **_summed(rows), "seasons_missing": missing})
    return found


def _summed(rows: list[Row]) -> Row:
    """Return the figures of several seasons; a figure is null if it is unknown in all of them."""
    known = {name: [row[name] for row in rows if row[name] is not None] for name in (*_COUNTED, "postseason")}
    sums: Row = {name: sum(values) if values else None for name, values in known.items()}
    decided = sums["wins"] + sums["losses"]
    scored, allowed = (sums[name] ** PYTHAGOREAN_EXPONENT for name in ("runs_for", "runs_against"))
    return {
        **{name: sums[name] for name in _COUNTED},
        "win_pct": sums["wins"] / decided if decided else None,
        "pythagorean_wins": sums["play_decisions"] * scored / (scored + allowed) if scored + allowed else None,
        "postseasons": sums["postseason"],
        "seasons": sorted({row["season"] for row in rows}),
        "clubs": list(dict.fromkeys(row["club"] for row in rows)),
        "first_game": min(row["first_game"] for row in rows),
        "last_game": max(row["last_game"] for row in rows),
    }


def _add_coverage(seasons: list[Row], career: list[Row], coverage: Coverage) -> None:
    """Add to each row the seasons of the career that are missing, partial or known only from scores."""
    for row in seasons:
        row["career_seasons_missing"] = list(coverage.missing)
    for row in career:
        row["seasons_partial"] = [season for season in row["seasons"] if not coverage.complete(season)]
        row["seasons_by_scores"] = sorted(
            {one["season"] for one in seasons if one["by_scores"] and row["level"] in ("all", one["level"])}
        )


def _coverage(seasons: list[Row], career: Row | None) -> Coverage:
    known = [
        {
            **row,
            "complete": row["season_complete"],
            "games_present": row["league_games_here"],
            "games_expected": row["league_games"],
        }
        for row in seasons
    ]
    return coverage_from(
        known,
        sorted({row["season"] for row in seasons}),
        career["seasons_missing"] if career else (),
        career["missing_by"] if career else "gaps",
    )


def _told(lake: LakeReader, man: Candidate, coverage: Coverage) -> tuple[str, ...]:
    """Return sentences on seasons present and missing, and on seasons in which no game source names the manager."""
    return (
        *coverage.sentences(),
        *named_words(club_seasons_named(lake, coverage.unlogged, man.person_id)),
        *decided_words(decisions_of(lake, man.person_id)),
    )


def _season_view(seasons: list[Row]) -> View:
    rows = [
        {
            **row,
            "year": f"{row['season']}{marks(row)}",
        }
        for row in marked(folded(seasons, ("season", "club"), UNLIKE))
    ]
    first, second, third, record, *more = _SEASON_COLUMNS
    return View((first, second, third, record, *book_column(seasons), *more), rows, "By season")


def _of_one_rule(seasons: list[Row]) -> list[Row]:
    """Return the credited records, or those of the only rule that was asked for."""
    credited = [row for row in seasons if row["rule"] == "credited"]
    return credited or seasons


def _career_view(career: list[Row]) -> View:
    """Return the career line, followed by the levels if there are several."""
    levels = {row["level"] for row in career} - {"all"}
    kept = [row for row in career if row["level"] == "all" or len(levels) > 1]
    rows = [
        {
            **row,
            "level": row["level"].replace("all", "All"),
            "number": f"{len(row['seasons'])}{marks(row)}",
        }
        for row in marked(folded(kept, ("level",), UNLIKE))
    ]
    columns: tuple[Shown, ...] = (
        shown("Level", "code"),
        shown("Yrs", "code", "number"),
        shown("Rule", "code"),
        *_RECORD,
        shown("Post", "count", "postseasons"),
    )
    scope = "and by level" if len(levels) > 1 else f"all {next(iter(levels), '')}"
    return View(columns, rows, f"Career: the seasons in this lake, {scope}")


def _divided(lake: LakeReader, person_id: str, rule: str, seasons: list[Row]) -> list[Row]:
    """Return the records by league with the clubs that the record book has in two leagues in a season."""
    years = [row["season"] for row in seasons if row["in_two_leagues"]]
    if not years:
        return []
    return lake.rows_of(_OF_LEAGUES, _WHO, (person_id,), {"rule": rule}, (years[0], years[-1]))


def _by_league(seasons: list[Row], divided: list[Row]) -> list[Row]:
    """Return the record in each league under each rule, in order of the first season; nothing for one league.

    `divided` has the records by league of clubs that changed leagues during a season.
    """
    parts: dict[tuple[int, str, str], list[Row]] = {}
    for row in divided:
        parts.setdefault((row["season"], row["club"], row["rule"]), []).append(row)
    of_each: dict[tuple[str | None, str], list[Row]] = {}
    for row in seasons:
        for part in parts.get((row["season"], row["club"], row["rule"]), [row]):
            of_each.setdefault((part["league"], row["rule"]), []).append({**row, **part})
    if len({league for league, _rule in of_each}) < 2:
        return []
    found = []
    for (league, rule), rows in of_each.items():
        figures = _summed(rows)
        found.append({"rule": rule, "league": league, **{name: figures[name] for name in LEAGUE_FIELDS[2:]}})
    return found


def _league_view(leagues: list[Row]) -> View:
    rows = [
        {**row, "years": spans(row["seasons"]), "league": row["league"] or "unknown"}
        for row in marked(folded(leagues, ("league",), UNLIKE))
    ]
    columns = (
        shown("League", "code"),
        shown("Years", "prose", "years"),
        shown("Rule", "code"),
        shown("W-L", "record", "wins", "losses", "ties"),
        shown("Pct", "pct", "win_pct"),
    )
    return View(columns, rows, "By league")


def _listed_view(listed: list[Row]) -> View:
    rows = [{**row, "level": row["level"] or ""} for row in listed]
    return View(
        _LISTED_COLUMNS,
        rows,
        "Only in the manager file: this lake has no such games, and the totals above do not include them",
    )


def _clubs(seasons: list[Row]) -> str:
    """Return the manager's clubs with their names and years, in order."""
    years: dict[tuple[str, str], list[int]] = {}
    for row in seasons:
        years.setdefault((row["club_name"] or row["club"], row["club"]), []).append(row["season"])
    return "; ".join(f"{name} ({code}) {spans(some)}" for (name, code), some in years.items()) + "."


def _official_words(seasons: list[Row]) -> tuple[str, ...]:
    """Return a sentence with the official records; empty if there are no such records."""
    told = {
        f"{row['season']} {row['club']} {row['official_wins']}-{row['official_losses']}": None
        for row in seasons
        if row["official_wins"] is not None
    }
    if not told:
        return ()
    why = "if Skipper's record differs, `skipper differences` gives the reason"
    return (f"Official: {', '.join(told)}, from the pages cited in listed_manager; {why}.",)


def no_decisions_note(seasons: list[Row]) -> tuple[str, ...]:
    """Return a note on the games that W-L does not count; empty if there are no such games."""
    undecided = {(row["season"], row["club"]): row["no_decisions"] for row in seasons if row["no_decisions"]}
    if not undecided:
        return ()
    games = ", ".join(f"{season} {club} {number}" for (season, club), number in undecided.items())
    return (f"Games ruled no decision or without a known result, counted neither as wins nor as losses: {games}.",)


_WHO = ("manager_person_id",)
_SEASONS = f"""
SELECT m.manager_person_id, m.rule, m.season, m.club, club.name AS club_name, m.level, c.league,
    {", ".join(f"m.{name}" for name in _FIGURES)}, m.finish, m.postseason,
    {", ".join(f"m.{name}" for name in POSTSEASON)}, m.first_game, m.last_game,
    c.complete AS season_complete, c.games_present AS league_games_here, c.games_expected AS league_games,
    coalesce(c.unlogged, false) AS unlogged, c.of_club, c.by_scores,
    m.official_wins, m.official_losses, m.official_source, b.book_wins, b.book_losses,
    coalesce(c.leagues > 1, false) AS in_two_leagues
FROM manager_season AS m LEFT JOIN club USING (season, club)
LEFT JOIN ({OF_MANAGERS}) AS b
    ON b.season = m.season AND b.club = m.club AND b.manager_person_id = m.manager_person_id
LEFT JOIN ({CLUB_SEASONS}) AS c ON c.season = m.season AND c.club = m.club
WHERE m.manager_person_id IN $manager_person_ids AND $rule IN (m.rule, 'both')
ORDER BY m.season, min(m.first_game) OVER (PARTITION BY m.manager_person_id, m.season, m.club), m.club, m.rule DESC
"""
_OF_LEAGUES = f"""
SELECT * FROM ({OF_LEAGUES})
WHERE season BETWEEN $first AND $last AND $rule IN (rule, 'both') AND manager_person_id IN $manager_person_ids
ORDER BY season, first_game
"""
_CAREER = f"""
SELECT manager_person_id, rule, level, seasons, clubs, {", ".join((*_FIGURES, *POSTSEASON))}, postseasons,
    first_game, last_game, seasons_missing, missing_by
FROM manager_career
WHERE manager_person_id IN $manager_person_ids AND $rule IN (rule, 'both')
ORDER BY level <> 'all', min(first_game) OVER (PARTITION BY manager_person_id, level), level, rule DESC
"""
_LISTED = """
SELECT m.manager_person_id, m.season, m.club_name, m.league_name, l.level, m.role, m.stated_from, m.stated_to,
    m.official_wins, m.official_losses, m.confidence, m.source
FROM listed_manager AS m
LEFT JOIN league AS l ON l.league = m.league AND m.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
WHERE m.manager_person_id IN $manager_person_ids AND m.role IN ('manager', 'interim') AND NOT EXISTS (
    FROM manager_season AS s JOIN club USING (season, club)
    WHERE s.manager_person_id = m.manager_person_id AND s.season = m.season AND club.league = m.league
)
ORDER BY m.season, m.stated_from
"""
