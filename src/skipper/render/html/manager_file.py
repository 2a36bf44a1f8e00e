"""The content of a manager's file, collected from the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from skipper.answers.answer import Answer, Named, Row, View, shown, spans
from skipper.answers.cards import create_batting_orders
from skipper.answers.differences import of_manager as differences_of_manager
from skipper.answers.ejections import ejections_of
from skipper.answers.lineup_value import of_manager
from skipper.answers.manager_use import manager_use
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.plays import seasons_with_plays
from skipper.answers.records import records
from skipper.answers.rules import RULES, legend
from skipper.answers.scope import season_lacking
from skipper.answers.tendencies import tendencies_of
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.html.person_facts import person_facts
from skipper.render.html.record_chart import wins_picture
from skipper.render.html.reported import Reported, reported
from skipper.render.html.season_use import SeasonUse, season_uses
from skipper.render.html.tendencies import Tactics, tactics

NO_DIFFERENCE = "No difference."  # the wording of `differences`
_RECORD = shown("W-L", "record", "wins", "losses", "ties")
_PCT = shown("Pct", "pct", "win_pct")


@dataclass(frozen=True)
class ManagerFile:
    """The page's content. `listed` has the seasons that are in the manager file but have no games in the lake.

    `wins_chart` is None with fewer than two seasons to compare, `tactics` is None without play-by-play of the manager's
    games, and `reported` is None without a stored report on the manager. `season` is the requested season, or None for
    all seasons; it limits `uses`, `orders`, `values` and `tactics`, but not the record. `values` is None if no lineup
    of the manager's has a value in runs. `sections` are the answers behind the page, by section, except the record.
    """

    person_id: str
    name: str
    years: str
    season: int | None
    facts: tuple[tuple[str, str], ...]
    names: tuple[Named, ...]
    covered: tuple[str, ...]
    by_season: View
    career: View
    leagues: tuple[View, ...]
    postseason: tuple[View, ...]
    listed: tuple[View, ...]
    rules: tuple[str, ...]
    notes: tuple[str, ...]
    wins_chart: Markup | None
    uses: tuple[SeasonUse, ...]
    orders: View
    values: Answer | None
    tactics: Tactics | None
    reported: Reported | None
    compared: tuple[str, ...]
    differences: tuple[View, ...]
    sections: Mapping[str, Answer]
    manifest: Manifest


def gather(lake: LakeReader, name: str, season: int | None = None) -> ManagerFile:
    """Return the file for the manager identified by `name` (a name, part of a name, or an id).

    Raises AnswerError if the name does not match exactly one manager, or if the manager has no games in the season.
    """
    person_id = find_person(lake, name, MANAGERS).person_id
    record = records(lake, person_id)
    create_batting_orders(lake, sorted({row["season"] for row in record.main.rows}))
    return assemble(lake, record, season)


def assemble(lake: LakeReader, record: Answer, season: int | None = None) -> ManagerFile:
    """Return the file for the subject of `record`, an answer of `records` under both rules. Needs the table `card`."""
    rows, person_id = record.main.rows, record.subject["person_id"]
    wanted = _wanted(rows, season, record.subject["name"], lake)
    by_season, career = record.main.views[0], record.table("career").views[0]
    rules = legend([*by_season.rows, *career.rows])
    use = manager_use(lake, record.subject, wanted, season)
    runs = of_manager(lake, record.subject, season)
    tendencies = tendencies_of(lake, person_id, season) if seasons_with_plays(lake) else None
    differing = differences_of_manager(lake, record.subject, rows)
    told = reported(lake, person_id)
    sections = {
        "ejections": ejections_of(lake, record.subject),
        "usage": use,
        "runs": runs,
        "tendencies": tendencies,
        "differences": differing,
        "reports": told.answer if told else None,
    }
    of_clubs = differing.table("clubs").views
    return ManagerFile(
        person_id=person_id,
        name=record.subject["name"],
        years=spans([row["season"] for row in rows]),
        season=season,
        facts=_facts(lake, person_id, record),
        names=record.names,
        covered=tuple(line for line in record.lead[1:] if line not in rules),
        by_season=replace(by_season, title="Each season and club, under each rule"),
        career=career,
        leagues=record.table("leagues").views,
        postseason=record.table("postseason").views,
        listed=record.table("listed").views,
        rules=rules,
        notes=record.notes,
        wins_chart=wins_picture(rows, record.subject["name"]),
        uses=tuple(reversed(season_uses(use, wanted))),
        orders=use.table("orders").views[0],
        values=runs,
        tactics=tactics(tendencies) if tendencies else None,
        reported=told,
        compared=_compared(differing, of_clubs),
        differences=(*_differences(differing), *of_clubs),
        sections={name: answer for name, answer in sections.items() if answer is not None},
        manifest=lake.manifest,
    )


def _wanted(rows: Sequence[Row], season: int | None, name: str, lake: LakeReader) -> list[Row]:
    """Return the managed records of the requested season. Raises UnknownSeasonError if there are none."""
    ran = [row for row in rows if row["rule"] == "managed"]
    wanted = [row for row in ran if season in (None, row["season"])]
    if season is not None and not wanted:
        seasons = sorted({row["season"] for row in ran})
        raise season_lacking(lake, season, f"games managed by {name}", seasons, "seasons managed")
    return wanted


def _facts(lake: LakeReader, person_id: str, record: Answer) -> tuple[tuple[str, str], ...]:
    """Return facts about the manager as pairs of term and text; unknown facts have the text UNKNOWN."""
    careers = {row["rule"]: row for row in record.table("career").rows if row["level"] == "all"}
    lines = [
        (f"Record, {rule}", f"{_line(careers[rule])}{_of_scores(record.main.rows, rule)}")
        for rule in RULES
        if rule in careers
    ]
    return (
        ("Clubs", record.lead[0].removesuffix(".")),
        *lines,
        *person_facts(lake, person_id, record.subject["id"]),
    )


def _line(career: Row) -> str:
    games = "1 game" if career["games"] == 1 else f"{career['games']:,} games"
    return f"{cell(_RECORD, career)}, {cell(_PCT, career)}, in {games}"


def _of_scores(seasons: Sequence[Row], rule: str) -> str:
    """Return the share of a record, if any, that is known only from scores."""
    found = [row for row in seasons if row["rule"] == rule and row["by_scores"]]
    if not found:
        return ""
    won, lost, games = (sum(row[name] for row in found) for name in ("wins", "losses", "games"))
    return f"; of these, {won}-{lost} in {games:,} games known only from scores, which may include the postseason"


def _differences(answer: Answer) -> tuple[View, ...]:
    """Return the views for each category, without the column for the manager's name."""
    return tuple(
        replace(view, columns=tuple(column for column in view.columns if column.heading != "Whose"))
        for view in answer.main.views
        if any(column.heading == "Whose" for column in view.columns)
    )


def _compared(answer: Answer, of_clubs: Sequence[View]) -> tuple[str, ...]:
    """Return lines on the comparison's scope. If only club records differ, say that the manager's do not."""
    return tuple(
        "No difference in the manager's own records." if line == NO_DIFFERENCE and of_clubs else line
        for line in answer.lead
    )
