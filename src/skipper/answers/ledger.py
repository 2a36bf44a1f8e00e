"""A person's career according to the stored reports: posts with their seasons, and events with their verdicts."""

from __future__ import annotations

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.errors import UnknownOptionError
from skipper.answers.reports import reported_person
from skipper.lake.reader import LakeReader

STINT_FIELDS = (
    *("first_season", "last_season", "level", "club_name", "organization", "league", "role"),
    *("asserted_by", "report", "verdict", "claim_id"),
)
EVENT_FIELDS = (
    *("season", "first_day", "last_day", "kind", "what", "club", "asserted_by", "report", "verdict", "claim_id"),
)
_TOLD_BY = (shown("Verdict", "code"), shown("Said by", "prose", "said_by"), shown("Report", "text"))
_STINTS = (
    shown("Years", "prose", "years"),
    shown("Level", "code"),
    shown("Club", "prose", "where", to="reported_place"),
    shown("Role", "text"),
    *_TOLD_BY,
)
_EVENTS = (
    shown("Year", "code", "year"),
    shown("Event", "text", "kind"),
    shown("What", "text"),
    shown("Club", "text", "event_club", to="reported_club"),
    *_TOLD_BY,
)


def ledger_rows(lake: LakeReader) -> list[Row]:
    """Return the people with posts or events in stored reports, by last name; no rows for an older lake."""
    return lake.rows(_PEOPLE) if "reported_stint" in lake.manifest.tables else []


def ledger(lake: LakeReader, person: str) -> Answer:
    """Return the posts and events of a person, given by name, Retrosheet id or person_id, according to the stored
    reports, without denied claims.

    The main table has one row per claimed post, with null seasons if the report does not state any. `events` has one
    row per claimed event. Raises UnknownOptionError for a person with neither posts nor events.
    """
    person_id = reported_person(lake, person)
    named = next((row["name"] for row in ledger_rows(lake) if row["manager_person_id"] == person_id), None)
    if named is None:
        raise UnknownOptionError(f"no report stored in this lake mentions a post or career event for {person}")
    stints, events = (lake.rows(sql, {"person": person_id}) for sql in (_OF_STINTS, _OF_EVENTS))
    return Answer(
        question="ledger",
        title=f"{named}: career ledger from stored reports",
        tables=(
            Table("stints", STINT_FIELDS, stints, (View(_STINTS, [_stint(row) for row in stints], "Posts"),)),
            Table("events", EVENT_FIELDS, events, (View(_EVENTS, [_event(row) for row in events], "Events"),)),
        ),
        lead=("What the stored reports say, and who said it. The record counted from games is on the manager's page.",),
        notes=("Each verdict is from the build that checked the report.",),
        subject={"person_id": person_id, "name": named},
    )


def _stint(row: Row) -> Row:
    years = [year for year in (row["first_season"], row["last_season"]) if year is not None]
    told = spans(range(min(years), max(years) + 1)) if years else None
    return {
        **row,
        "said_by": _said_by(row),
        "years": told,
        "where": row["club_name"] or row["organization"] or row["league"],
    }


def _event(row: Row) -> Row:
    year = row["season"] or (row["first_day"] and row["first_day"].year)
    return {**row, "said_by": _said_by(row), "year": None if year is None else str(year), "event_club": row["club"]}


def _said_by(row: Row) -> str:
    return ", ".join(row["asserted_by"] or ()) or "the report itself"


_PEOPLE = """
WITH told AS (
    SELECT person_id, person_name, claim_id FROM reported_stint
    UNION ALL SELECT person_id, person_name, claim_id FROM reported_career_event
)
SELECT t.person_id AS manager_person_id, any_value(p.retrosheet_id) AS id,
    coalesce(any_value(p.name), any_value(t.person_name), t.person_id) AS name, count(*)::INTEGER AS claims,
    count(DISTINCT c.report)::INTEGER AS reports
FROM told AS t JOIN claim AS c USING (claim_id) LEFT JOIN person AS p ON p.person_id = t.person_id
WHERE t.person_id IS NOT NULL
GROUP BY t.person_id
ORDER BY strip_accents(lower(coalesce(any_value(p.last_name), any_value(t.person_name), ''))), t.person_id
"""
_OF_STINTS = """
SELECT s.*, c.report, v.verdict
FROM reported_stint AS s JOIN claim AS c USING (claim_id) JOIN verdict AS v USING (claim_id)
WHERE s.person_id = $person ORDER BY s.first_season NULLS LAST, s.last_season, s.claim_id
"""
_OF_EVENTS = """
SELECT e.*, c.report
FROM reported_career_event AS e JOIN claim AS c USING (claim_id)
WHERE e.person_id = $person ORDER BY coalesce(e.season, year(e.first_day)) NULLS LAST, e.first_day, e.claim_id
"""
