"""Differences between Skipper's records and the record book or the minors' official records, with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from skipper.answers.answer import Answer, Named, Row, Table, View, shown, spans
from skipper.answers.coverage import Coverage, coverage_of, lake_coverage
from skipper.answers.errors import Candidate, UnknownOptionError
from skipper.answers.named_by import decisions_of, decisions_on, managers_named
from skipper.answers.people import COMPARED, PersonId, find_person
from skipper.answers.question import OneClub, OneManager, OneSeason, Option, question
from skipper.answers.rules import BOTH, folded
from skipper.answers.scope import known_club, known_season
from skipper.lake.reader import LakeReader

CATEGORIES = {
    "acting_manager": "an acting manager ran games that the book credits to another, or the reverse",
    "suspended_game": "the book credits the manager who began a suspended game",
    "ruling": "a league changed a result",
    "tie": "the book counts a tied game differently",
    "forfeit": "the book counts a forfeited game differently",
    "boundary": "the record book dates a managerial change differently",
    "reference_error": "the book contradicts itself or the games",
    "source_error": "the source of the games names a wrong manager",
    "postseason": "the source of the games does not mark the postseason",
    "missing_game": "games are missing from the sources",
    "unfinished": "the source of the games does not say who won a game",
    "unknown": "no reason found",
}
FIELDS = (
    "category",
    "comparison",
    "rule",
    "season",
    "club",
    "manager_id",
    "manager_person_id",
    "manager_name",
    "games",
    "wins",
    "losses",
    "ties",
    "no_decisions",
    "reference",
    "reference_games",
    "reference_wins",
    "reference_losses",
    "evidence",
    "game_ids",
    "changes",
)
DECISION_FIELDS = (
    "season",
    "club",
    "kind",
    "stated_by",
    "stated_id",
    "stated_person_id",
    "stated_name",
    "used_id",
    "used_person_id",
    "used_name",
    "games",
    "first_game_id",
    "last_game_id",
    "evidence",
)
DECISIONS = {
    "source_manager": "the source of the games names a manager whom the book does not list, in every game",
    "book_manager": "the book lists a manager without a game in place of another",
    "unlisted_manager": "a manager whom the book does not list ran too many games in a row for a substitute",
    "missing_manager": "the source of the games names other managers in all games of a listed one",
    "listed_substitute": "the book lists a manager who only stood in for the one in charge all season",
    "suspended_game": "the source names the manager who finished a suspended game, not the one who began it",
}
GAMES_TOLD = 3
_COLUMNS = (
    shown("Year", "season", "season"),
    shown("Club", "code"),
    shown("Whose", "text", to="manager_name"),
    shown("Rule", "code"),
    shown("Ours", "record", "wins", "losses", "ties"),
    shown("Book", "won_lost", "reference_wins", "reference_losses"),
    shown("Why", "prose"),
)


_NOTES = (
    "Ours: counted from the games under the rule shown; club seasons do not depend on a rule. Book: Lahman, blank if "
    "Lahman does not list the manager. In the minors: for clubs, the Stats API's standings; for managers, the "
    "official record on the "
    "page cited in listed_manager.",
)
_SHARED_NOTE = (
    "A line of a manager stands for another manager's too if one reason accounts for both: the games between them "
    "are the whole difference of each. CSV and JSON have a row for each."
)
_WON_LOST = ("wins", "losses")
_SERIES = "Lahman SeriesPost"
_OF_BOOK = {"club_rank": ", place", "club_name": ", name"}
_SERIES_NOTE = f"Postseason series are compared, club by club, with {_SERIES}, if the lake has a game from the series."


@question(
    "record that differs from the record book",
    notes="CSV and JSON have one row per differing record; JSON counts them by category in `tables.categories`.",
    examples=(
        "differences --season 2016",
        'differences --manager "Terry Collins"',
        "differences --category ruling --format csv",
    ),
)
def differences(
    lake: LakeReader,
    season: OneSeason = None,
    category: Annotated[
        str | None, Option(f"Only {', '.join(list(CATEGORIES)[:-1])} or {list(CATEGORIES)[-1]}.")
    ] = None,
    club: OneClub = None,
    manager: OneManager = None,
) -> Answer:
    """Explain differences from the record book.

    Compares the wins and losses of each club and manager in a season, under both crediting rules, with Lahman's; in the
    minors, compares them with the official records on the listed managers' pages. Each difference has a category and,
    where possible, the games whose reassignment or reversal would remove it.

    \f
    The main table has the rows of `record_difference`: a club's season, postseason series, place or name (rule and
    manager are null), or a manager's season under a rule. `categories` has the number of rows per category;
    `decisions` has the rows of `manager_decision` and is empty if a category is asked for. Raises AnswerError for an
    unknown season, category, club or manager.
    """
    if category is not None and category not in CATEGORIES:
        raise UnknownOptionError(f"category is {category!r}; it must be one of {', '.join(CATEGORIES)}")
    if season is not None:
        known_season(lake, season)
    club = None if club is None else known_club(lake, club, season)
    man = None if manager is None else find_person(lake, manager, COMPARED)
    asked = {"season": season, "category": category, "club": club}
    if man is None:
        rows = lake.rows(_ROWS.format(whose="true"), asked)
    else:
        sql = _ROWS.format(whose="manager_person_id IN $manager_person_ids")
        rows = lake.rows_of(sql, ("manager_person_id",), (man.person_id,), asked)
    decided = [] if category else _decided(lake, season, club, man)
    counted, coverage = _counted(rows), _coverage(lake, rows, season, club, man)
    return Answer(
        question="differences",
        title="Differences from the record book and official records" + _scope(season, category, club, man),
        tables=(
            Table("differences", FIELDS, rows, _views(rows, counted)),
            Table("categories", ("category", "rows", "meaning"), counted, ()),
            Table("decisions", DECISION_FIELDS, decided, _decision_views(decided)),
        ),
        lead=(
            *(() if man is None else man.taken),
            *_lead(lake, rows, coverage),
            *managers_named(lake, coverage, {(row["club"], row["season"]) for row in rows if row["manager_id"]}),
        ),
        notes=(*_NOTES, *([_SERIES_NOTE] if any(map(_is_series, rows)) else [])),
        rule=BOTH,
        coverage=coverage.as_row(),
        names=() if man is None else (Named(man.name, {"manager_person_id": man.person_id}, "manager_name"),),
    )


def of_manager(lake: LakeReader, subject: Row, ran: Sequence[Row]) -> Answer:
    """List a manager's differences and, in the table `clubs`, those of club seasons that may involve these games.

    Of the latter, a difference based on specific games is included only if the manager ran one or was credited with it.
    `subject` is the subject of a `records` answer, and `ran` has rows with the seasons and clubs managed. A club season
    in which the manager's own record differs is omitted.
    """
    answer = differences(lake, manager=PersonId(subject["person_id"]))
    own = {(row["season"], row["club"]) for row in answer.main.rows}
    pairs = sorted({(row["season"], row["club"]) for row in ran} - own)
    of_clubs = lake.rows_among(_OF_CLUBS, ("season", "club"), pairs)
    of_clubs.sort(key=lambda row: (row["season"], row["club"], row["reference"]))
    ids = {subject["person_id"], subject["id"]} - {None}
    rows = [
        {name: row[name] for name in FIELDS}
        for row in of_clubs
        if not row["game_ids"] or not ids.isdisjoint(row["managers"])
    ]
    columns = tuple(column for column in _COLUMNS if column.heading not in ("Whose", "Rule"))
    views = tuple(
        View(columns, _told(rows, category), f"{_title(category)}: the club's season, all managers")
        for category in dict.fromkeys(row["category"] for row in rows)
    )
    return replace(answer, tables=(*answer.tables, Table("clubs", FIELDS, rows, views)), subject=subject)


def _title(category: str) -> str:
    return category.replace("_", " ").capitalize()


def _counted(rows: list[Row]) -> list[Row]:
    """Return the number of rows per category, largest first."""
    counts = Counter(row["category"] for row in rows)
    counted = [{"category": name, "rows": count, "meaning": CATEGORIES.get(name)} for name, count in counts.items()]
    return sorted(counted, key=lambda row: (-row["rows"], row["category"]))


def _views(rows: list[Row], counted: list[Row]) -> tuple[View, ...]:
    """Return the counts, followed by each category's rows."""
    columns = (shown("Category", "text"), shown("Rows", "count"), shown("Meaning", "prose"))
    of_each = [View(_COLUMNS, _told(rows, row["category"]), _title(row["category"])) for row in counted]
    both = any(row["rule"] == BOTH for view in of_each for row in view.rows)
    shared = any(row["shares"] for view in of_each for row in view.rows)
    notes = (
        *(["A line with the rule both stands for two rows, one per rule."] if both else []),
        *([_SHARED_NOTE] if shared else []),
    )
    return (View(columns, counted, "By category", notes), *of_each)


def _decided(lake: LakeReader, season: int | None, club: str | None, man: Candidate | None) -> list[Row]:
    rows = decisions_on(lake, season, club) if man is None else decisions_of(lake, man.person_id)
    return [row for row in rows if season in (None, row["season"]) and club in (None, row["club"])]


def _decision_views(decided: list[Row]) -> tuple[View, ...]:
    """Return the decisions on who managed; empty if there are none."""
    if not decided:
        return ()
    rows = [
        {
            **row,
            "stated": row["stated_name"] or row["stated_id"],
            "used": row["used_name"] or row["used_id"],
        }
        for row in decided
    ]
    columns = (
        shown("Year", "season", "season"),
        shown("Club", "code"),
        shown("Stated", "text", "stated"),
        shown("Used", "text", "used"),
        shown("Games", "count", "games"),
        shown("Why", "prose", "evidence"),
    )
    notes = tuple(f"{kind}: {DECISIONS[kind]}." for kind in dict.fromkeys(row["kind"] for row in decided))
    return (View(columns, rows, "Who managed: where source and record book contradict each other", notes),)


def _scope(season: int | None, category: str | None, club: str | None, man: Candidate | None) -> str:
    said = [
        str(season) if season else "",
        club or "",
        man.name if man else "",
        category or "",
    ]
    return "".join(f", {word}" for word in said if word)


def _coverage(
    lake: LakeReader, rows: list[Row], season: int | None, club: str | None, man: Candidate | None
) -> Coverage:
    """Return the coverage of the manager's or the club's seasons, or of all leagues."""
    if man is not None:
        own = lake.rows_of(_MANAGED, ("manager_person_id",), (man.person_id,))
    elif club is not None:
        own = lake.rows("SELECT club, season FROM club WHERE club = $club", {"club": club})
    else:
        return lake_coverage(lake, None if season is None else [season])
    pairs = {(row["club"], row["season"]) for row in (*own, *rows)}
    return coverage_of(lake, [(code, year) for code, year in pairs if season in (None, year) and club in (None, code)])


def _lead(lake: LakeReader, rows: list[Row], coverage: Coverage) -> tuple[str, ...]:
    compared = f"Compared: regular season, {spans(coverage.seasons) or 'no season'}."
    left_out = coverage.incomplete_words()
    if left_out:
        left_out = (*left_out, "Club-seasons with missing games are not compared.")
    if rows:
        return (compared, *left_out)
    if not has_official_records(lake) and not any("lahman" in source.lower() for source in lake.manifest.sources):
        return ("This lake has no record book (Lahman) and no official records, so nothing could be compared.",)
    return (compared, *left_out, "No difference.")


def has_official_records(lake: LakeReader) -> bool:
    """Return whether a source gives managers' or clubs' official records."""
    return bool(lake.rows(_OFFICIAL))


def _told(rows: list[Row], category: str) -> list[Row]:
    """Return a category's rows for display, merging rows that are equal under both rules, and managers' rows that
    account for one another."""
    of_category = [row for row in rows if row["category"] == category]
    told = []
    for row in folded(of_category, ("comparison", "season", "club", "manager_id", "reference"), ()):
        of_what = row["reference"].removeprefix(_SERIES).lstrip(",") if _is_series(row) else ""
        club = f"the club,{of_what}" if of_what else f"the club{_OF_BOOK.get(row['comparison'], '')}"
        whose = row["manager_name"] or row["manager_id"] or club
        told.append({**row, "whose": whose, "rule": row["rule"] or "", "why": f"{row['evidence']}{_games(row)}"})
    return _shared(told)


def _is_series(row: Row) -> bool:
    return row["comparison"] in ("postseason_series", "series_round")


def _games(row: Row) -> str:
    """Return the first games whose move or reversal gives the book's figure, unless the evidence already names these
    games.
    """
    games = [game for game in row["game_ids"] or () if game not in row["evidence"]]
    if not games:
        return ""
    more = f" and {len(games) - GAMES_TOLD} more" if len(games) > GAMES_TOLD else ""
    return f" ({', '.join(games[:GAMES_TOLD])}{more})"


def _shared(rows: list[Row]) -> list[Row]:
    """Return rows for display, with one for managers of a club whose differences have one reason and cancel out: the
    row of the manager with the most games; `shares` is the number of rows left out for it.

    Example: an acting manager's two losses, which the book gives to him and we to the appointed manager.
    """
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for number, row in enumerate(rows):
        is_managers = row["comparison"] == "manager_season"
        key = (row["season"], row["club"], row["rule"], row["evidence"]) if is_managers else (number,)
        groups.setdefault(key, []).append(row)
    found = []
    for own in groups.values():
        if len(own) == 1 or _surplus(own) != (0, 0):
            found += [{**row, "shares": 0} for row in own]
        else:
            found.append({**max(own, key=lambda row: row["games"] or 0), "shares": len(own) - 1})
    return found


def _surplus(rows: Sequence[Row]) -> tuple[int, int]:
    """Return our wins and losses beyond the book's, all rows taken together."""
    wins, losses = (sum((row[name] or 0) - (row[f"reference_{name}"] or 0) for row in rows) for name in _WON_LOST)
    return wins, losses


_OFFICIAL = """
SELECT 1 FROM manager_season WHERE official_wins IS NOT NULL
UNION
SELECT 1 FROM build_log WHERE source = 'statsapi' AND starts_with(file, 'standings/') AND rows_out > 0
"""
_MANAGED = """
SELECT DISTINCT manager_person_id, club, season FROM manager_season WHERE manager_person_id IN $manager_person_ids
"""
_ROWS = f"""
SELECT {", ".join(FIELDS)} FROM record_difference
WHERE ($season::INTEGER IS NULL OR season = $season) AND ($category::VARCHAR IS NULL OR category = $category)
    AND ($club::VARCHAR IS NULL OR club = $club) AND {{whose}}
ORDER BY season, club, comparison, manager_name, manager_id, rule DESC, reference
"""
# `managers` are the person_ids of those who ran the games of a difference, and the ids of those credited with them.
_OF_CLUBS = f"""
SELECT {", ".join(FIELDS)}, coalesce((
    SELECT list(g.manager_person_id) || list(g.credited_manager_id) FROM club_game AS g
    WHERE g.season = d.season AND g.club = d.club AND list_contains(d.game_ids, g.game_id)
), []) AS managers
FROM record_difference AS d WHERE comparison = 'club_season' AND $among
"""
