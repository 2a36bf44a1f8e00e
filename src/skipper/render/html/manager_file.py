"""The content of a manager's file, collected from the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from skipper.answers.answer import Answer, Row, View, shown, spans
from skipper.answers.differences import differences
from skipper.answers.errors import UnknownSeasonError
from skipper.answers.lineup_value import of_manager
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.records import records
from skipper.answers.rules import RULES, legend
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.html.cards import draw_up_cards, orders_written
from skipper.render.html.person_facts import person_facts
from skipper.render.html.record_chart import wins_picture
from skipper.render.html.reported import Reported, reported
from skipper.render.html.season_use import SeasonUse, season_uses
from skipper.render.html.tendencies import Tactics, tactics

_ORDERS = (
    shown("Year", "season", "season"),
    shown("Club", "text"),
    shown("Lineups", "count", "games_with_lineup"),
    shown("Orders", "count", "orders"),
    shown("Median", "mean", "league_median"),
    shown("Range", "number", "league_range"),
)
NO_DIFFERENCE = "No difference."  # the wording of `differences`
_RECORD = shown("W-L", "record", "wins", "losses", "ties")
_PCT = shown("Pct", "pct", "win_pct")


@dataclass(frozen=True)
class ManagerFile:
    """The page's content. `listed` has the seasons that are in the manager file but have no games in the lake.

    `wins_chart` is None if there are fewer than two seasons to compare, `tactics` is None if there is no play-by-play
    for the manager's games, and `reported` is None if there are no stored reports on the manager. `season` is the
    requested season, or None for all seasons; it limits `uses`, `orders`, `values` and `tactics`, but not the record.
    `values` is None if none of the manager's lineups has a value in runs.
    """

    person_id: str
    name: str
    years: str
    season: int | None
    facts: tuple[tuple[str, str], ...]
    covered: tuple[str, ...]
    by_season: View
    career: View
    postseason: tuple[View, ...]
    listed: tuple[View, ...]
    rules: tuple[str, ...]
    notes: tuple[str, ...]
    wins_chart: Markup | None
    uses: tuple[SeasonUse, ...]
    orders: View
    values: View | None
    tactics: Tactics | None
    reported: Reported | None
    compared: tuple[str, ...]
    differences: tuple[View, ...]
    manifest: Manifest


def gather(lake: LakeReader, name: str, season: int | None = None) -> ManagerFile:
    """Return the file for the manager identified by `name` (a name, part of a name, or an id).

    Raises AnswerError if the name does not match exactly one manager, or if the manager has no games in the season.
    """
    person_id = find_person(lake, name, MANAGERS).person_id
    record = records(lake, person_id)
    draw_up_cards(lake, sorted({row["season"] for row in record.main.rows}))
    return assemble(lake, record, season)


def assemble(lake: LakeReader, record: Answer, season: int | None = None) -> ManagerFile:
    """Return the file for the subject of `record`, an answer of `records` under both rules. Needs the table `card`."""
    rows, person_id = record.main.rows, record.subject["person_id"]
    wanted = _wanted(rows, season, record.subject["name"], lake)
    by_season, career = record.tables[0].views[0], record.tables[1].views[0]
    rules = legend([*by_season.rows, *career.rows])
    differing = differences(lake, manager=person_id)
    of_clubs = _of_clubs(lake, record, differing)
    return ManagerFile(
        person_id=person_id,
        name=record.subject["name"],
        years=spans([row["season"] for row in rows]),
        season=season,
        facts=_facts(lake, person_id, record),
        covered=tuple(line for line in record.lead[1:] if line not in rules),
        by_season=replace(by_season, title="Each season and club, under each rule"),
        career=career,
        postseason=record.tables[2].views,
        listed=record.tables[3].views,
        rules=rules,
        notes=record.notes,
        wins_chart=wins_picture(rows, record.subject["name"]),
        uses=tuple(reversed(season_uses(lake, person_id, wanted))),
        orders=_orders(lake, person_id, season),
        values=of_manager(lake, person_id, season),
        tactics=tactics(lake, person_id, season),
        reported=reported(lake, person_id),
        compared=_compared(differing, of_clubs),
        differences=(*_differences(differing), *of_clubs),
        manifest=lake.manifest,
    )


def _wanted(rows: Sequence[Row], season: int | None, name: str, lake: LakeReader) -> list[Row]:
    """Return the managed records of the requested season. Raises UnknownSeasonError if there are none."""
    ran = [row for row in rows if row["rule"] == "managed"]
    wanted = [row for row in ran if season in (None, row["season"])]
    if season is not None and not wanted:
        seasons = sorted({row["season"] for row in ran})
        absent = "" if season in lake.manifest.seasons else f"{season} is not in this lake. "
        raise UnknownSeasonError(
            f"{absent}This lake has no {season} games managed by {name}; seasons managed: {spans(seasons) or 'none'}.",
            seasons,
        )
    return wanted


def _facts(lake: LakeReader, person_id: str, record: Answer) -> tuple[tuple[str, str], ...]:
    """Return facts about the manager as pairs of term and text; unknown facts have the text UNKNOWN."""
    careers = {row["rule"]: row for row in record.tables[1].rows if row["level"] == "all"}
    lines = [(f"Record, {rule}", _line(careers[rule])) for rule in RULES if rule in careers]
    return (
        ("Clubs", _clubs(record.main.rows)),
        *lines,
        *person_facts(lake, person_id, record.subject["id"]),
    )


def _line(career: Row) -> str:
    games = "1 game" if career["games"] == 1 else f"{career['games']:,} games"
    return f"{cell(_RECORD, career)}, {cell(_PCT, career)}, in {games}"


def _clubs(rows: Sequence[Row]) -> str:
    """Return the manager's clubs in order, with codes and years."""
    years: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        years.setdefault((row["club_name"] or row["club"], row["club"]), []).append(row["season"])
    return "; ".join(f"{name} ({code}) {spans(some)}" for (name, code), some in years.items())


def _orders(lake: LakeReader, person_id: str, season: int | None) -> View:
    rows = [row for row in orders_written(lake, person_id) if season in (None, row["season"])]
    for row in rows:
        known = row["league_median"] is not None
        row["league_range"] = f"{row['league_least']}–{row['league_most']}" if known else None
    return View(_ORDERS, rows, "Distinct batting orders, with the median and range of the league")


def _differences(answer: Answer) -> tuple[View, ...]:
    """Return the views for each category, without the column for the manager's name."""
    return tuple(
        replace(view, columns=tuple(column for column in view.columns if column.heading != "Whose"))
        for view in answer.main.views
        if any(column.heading == "Whose" for column in view.columns)
    )


def _of_clubs(lake: LakeReader, record: Answer, differing: Answer) -> tuple[View, ...]:
    """Return club-season differences that may involve the manager's games and are not in the manager's own differences.

    A difference based on specific games is included only if the manager ran one of them or was credited with it.
    """
    told = {(row["season"], row["club"]) for row in differing.main.rows}
    pairs = sorted({(row["season"], row["club"]) for row in record.main.rows} - told)
    found = lake.rows(_CLUBS_DIFFERING, {"pairs": [f"{season} {club}" for season, club in pairs]})
    his = [row for row in found if not row["game_ids"] or _ran_one(lake, record.subject, row)]
    return tuple(view for row in his for view in _of_club(differences(lake, row["season"], club=row["club"])))


def _ran_one(lake: LakeReader, subject: Row, row: Row) -> bool:
    """Return whether the manager ran one of the difference's games or was credited with it."""
    asked = {name: row[name] for name in ("season", "club", "game_ids")}
    return bool(lake.rows(_HIS_GAMES, {**asked, "person": subject["person_id"], "manager": subject["id"]}))


def _of_club(answer: Answer) -> Iterator[View]:
    """Yield views of the club-season rows, by category."""
    for view in _differences(answer):
        rows = [row for row in view.rows if row["comparison"] == "club_season"]
        if rows:
            columns = tuple(column for column in view.columns if column.heading != "Rule")
            yield View(columns, rows, f"{view.title}: the club's season, all managers")


def _compared(differing: Answer, of_clubs: Sequence[View]) -> tuple[str, ...]:
    """Return lines on the comparison's scope. If only club records differ, say that the manager's do not."""
    return tuple(
        "No difference in the manager's own records." if line == NO_DIFFERENCE and of_clubs else line
        for line in differing.lead
    )


_CLUBS_DIFFERING = """
SELECT season, club, game_ids FROM record_difference
WHERE comparison = 'club_season' AND list_contains($pairs, season || ' ' || club)
ORDER BY season, club
"""
_HIS_GAMES = """
SELECT game_id FROM club_game
WHERE season = $season AND club = $club AND list_contains($game_ids, game_id)
    AND (manager_person_id = $person OR credited_manager_id = $manager)
"""
