"""The press reports stored in a lake: their claims, and what the games show."""

from __future__ import annotations

from typing import Annotated

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.errors import UnknownOptionError
from skipper.answers.people import PersonId, plain
from skipper.answers.question import Option, question
from skipper.lake.reader import LakeReader

FIELDS = (
    *("claim_id", "report", "type", "manager_person_id", "manager_name", "span", "attributed_to"),
    *("hedged", "denied", "text_disputes", "verdict", "ours", "rule", "settles", "evidence"),
)
_COLUMNS = (
    shown("Verdict", "code"),
    shown("Of", "text", "manager_name"),
    shown("Claim", "code", "type"),
    shown("In its words", "prose", "span"),
    shown("Ours, or what would settle it", "prose", "answered"),
)


def reported_person(lake: LakeReader, person: str) -> str:
    """Return the person_id of the person in stored claims with this name or Retrosheet id; `person` itself if there is
    none, or if it is a PersonId. Raises UnknownOptionError if claims are about several people of that name."""
    if isinstance(person, PersonId):
        return person
    people = lake.rows(_PEOPLE) if "claim" in lake.manifest.tables else []
    found = {row["person_id"] for row in people if person in (row["person_id"], row["id"])}
    found = found or {row["person_id"] for row in people if plain(row["name"] or "") == plain(person) != ""}
    if len(found) > 1:
        raise UnknownOptionError(
            f"reports mention several people called {person}: give one of {', '.join(sorted(found))}"
        )
    return next(iter(found), person)


@question(
    "claim",
    examples=(
        "reports",
        "reports --report backman.txt",
        "reports --person 'Wally Backman'",
    ),
    has_page=True,
)
def reports(
    lake: LakeReader,
    report: Annotated[str | None, Option("Only this report, by its name.")] = None,
    person: Annotated[str | None, Option("Only claims about this person, by name or id.")] = None,
) -> Answer:
    """List the lake's reported claims, with their verdicts.

    \f
    Return the claims of stored reports with their verdicts: all of them, those of one report, or those about one
    person, given by name, Retrosheet id or person_id.

    The main table has one row per claim; `ours` is Skipper's figure under `rule`, null if there is no such figure;
    `settles` states what would settle the claim; it is null if the claim is settled; `evidence` has the figures and
    claims behind the verdict, as JSON. `reports` has one row per report that makes a claim, and the report asked for.
    Raises UnknownOptionError for an unknown report and for a person without claims in the lake.
    """
    stored = "verdict" in lake.manifest.tables
    rows = _claims(lake, report, person and reported_person(lake, person)) if stored else []
    named = {report, *(row["report"] for row in rows)}
    listed = lake.rows("SELECT * FROM report ORDER BY date, report") if stored else []
    of = [row for row in listed if row["report"] in named]
    if not rows and (person or (report and not of)):
        raise UnknownOptionError(f"this lake has no claims from or about {report or person}")
    title = rows[0]["manager_name"] if person else of[0]["title"] or report if report else "Stored press reports"
    columns = [shown("Report", "text"), shown("Date", "date"), shown("Title", "prose")]
    return Answer(
        question="reports",
        title=f"{title}: claims and verdicts",
        tables=(
            Table("claims", FIELDS, rows, (View(_COLUMNS, [_told(row) for row in rows], "Claims"),)),
            Table(
                "reports",
                ("report", "title", "url", "date", "source_group"),
                of,
                (View(tuple(columns), of, "Reports"),) if any(row["date"] or row["title"] for row in of) else (),
            ),
        ),
        lead=() if rows else (_without_claims(report, bool(listed)),),
        notes=("Quotations are verbatim from the reports; each verdict is from the build that checked the report.",)
        if rows
        else (),
    )


def _without_claims(report: str | None, stored: bool) -> str:
    if not stored:
        return "No reports are stored in this lake."
    return f"No claim about baseball managers was found in {'this report' if report else 'the stored reports'}."


def _claims(lake: LakeReader, report: str | None, person: str | None) -> list[Row]:
    """Return the claims with the columns of `claim` and `verdict`, and the group of reports that repeat one another."""
    if person is None:
        return lake.rows(_CLAIMS.format(whose="true"), {"report": report})
    sql = _CLAIMS.format(whose="c.person_id IN $manager_person_ids")
    return lake.rows_of(sql, ("manager_person_id",), (person,), {"report": report})


def _told(row: Row) -> Row:
    return {**row, "answered": row["ours"] if row["ours"] is not None else row["settles"]}


_PEOPLE = """
SELECT DISTINCT c.person_id, p.retrosheet_id AS id, coalesce(p.name, c.person_name) AS name
FROM claim AS c LEFT JOIN person AS p USING (person_id) WHERE c.person_id IS NOT NULL
"""
_CLAIMS = """
SELECT c.*, c.person_id AS manager_person_id, c.person_name AS manager_name, v.verdict, v.ours, v.rule, v.settles,
    v.evidence, v.build, coalesce(r.source_group, c.report) AS source_group
FROM claim AS c JOIN verdict AS v USING (claim_id) LEFT JOIN report AS r USING (report)
WHERE ($report::VARCHAR IS NULL OR c.report = $report) AND {whose}
ORDER BY c.report, c.first_character, c.claim_id
"""
