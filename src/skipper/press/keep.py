"""Reports kept in the lake: tables report, claim, verdict, reported_stint and reported_career_event.

Written without Spark. All kept claims are judged again together, since a new report can change what holds of an
older one. The build that readers see stays the same; only these five tables move on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from skipper.answers.document import jsonable, text_of
from skipper.lake.checks import require_sound
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter
from skipper.press.answer import Judged, judged
from skipper.press.claim import Claim, Report, claim_from
from skipper.press.reconcile import Verdict
from skipper.tables.reports.claim import TABLE as CLAIM
from skipper.tables.reports.report import TABLE as REPORT
from skipper.tables.reports.reported_career_event import KINDS
from skipper.tables.reports.reported_career_event import TABLE as CAREER_EVENT
from skipper.tables.reports.reported_stint import TABLE as STINT
from skipper.tables.reports.verdict import TABLE as VERDICT

KEPT = (REPORT, CLAIM, VERDICT, STINT, CAREER_EVENT)


@dataclass(frozen=True)
class Counts:
    """How many reports and claims the lake now keeps."""

    reports: int
    claims: int


def keep(new: Judged, lake: LakeReader) -> Counts:
    """Keep the reports in the lake beside those there; one of the same name is replaced.

    Raises LakeInUseError, LakeOutdatedError, ChecksFailedError; readers then stay with what was kept before.
    """
    with LakeWriter(lake.lake, KEPT) as writer:
        # Since `lake` was opened, another command may have kept reports, and a build may have been published.
        current = LakeReader(lake.lake, writer.published or lake.manifest)
        for table in (REPORT, CLAIM):
            writer.require_intact(table.name)
        whole = _with_kept(new, current)
        for name, rows in tables_of(whole, current).items():
            writer.write_rows(name, rows, None)
        manifest = writer.described(current.manifest)
        require_sound(LakeReader(lake.lake, manifest), [table.name for table in KEPT])
        writer.publish(manifest)
    return Counts(len(whole.reports), len(whole.claims))


def _with_kept(new: Judged, lake: LakeReader) -> Judged:
    """Return the new claims and those kept of other reports, judged together."""
    names = {report.name for report in new.reports}
    reports, claims = kept_claims(lake)
    reports = [report for report in reports if report.name not in names]
    claims = [claim for claim in claims if claim.report not in names]
    return judged([*reports, *new.reports], [*claims, *new.claims], lake)


def kept_claims(lake: LakeReader) -> tuple[list[Report], list[Claim]]:
    """Return the reports and claims that the lake keeps; none where it was built before Skipper kept any."""
    if REPORT.name not in lake.manifest.tables:
        return [], []
    reports = [
        Report(row["report"], "", title=row["title"], url=row["url"], date=row["date"], group=row["source_group"])
        for row in lake.rows("SELECT * FROM report ORDER BY report")
    ]
    return reports, [claim_from(row) for row in lake.rows("SELECT * FROM claim ORDER BY claim_id")]


def tables_of(whole: Judged, lake: LakeReader) -> dict[str, list[dict[str, object]]]:
    """Return the rows of the five tables, whole."""
    ids = claim_ids(whole.claims)
    triples = list(zip(ids, whole.claims, whole.verdicts, strict=True))
    known = {row["person_id"] for row in lake.rows("SELECT person_id FROM person")}
    return {
        REPORT.name: [report_row(report) for report in whole.reports],
        CLAIM.name: [claim_row(id_, claim, known) for id_, claim, _verdict in triples],
        VERDICT.name: [verdict_row(id_, verdict, lake.manifest.build) for id_, _claim, verdict in triples],
        STINT.name: stint_rows(triples, known),
        CAREER_EVENT.name: event_rows(triples, known),
    }


def claim_ids(claims: Sequence[Claim]) -> list[str]:
    """Return an id for each claim: its report, place, type, and its number among those that share them."""
    seen: dict[str, int] = {}
    ids = []
    for claim in claims:
        id_ = f"{claim.report}:{claim.start}-{claim.end}:{claim.type}"
        seen[id_] = seen.get(id_, 0) + 1
        ids.append(f"{id_}:{seen[id_]}")
    return ids


def report_row(report: Report) -> dict[str, object]:
    """Return a row of `report`."""
    return {
        "report": report.name,
        "title": report.title,
        "url": report.url,
        "date": report.date,
        "source_group": report.group,
    }


def _person_id(claim: Claim, known: set[str] | None) -> str | None:
    link = claim.link("person") or claim.link("player")
    return link.id if link is not None and (known is None or link.id in known) else None


def claim_row(id_: str, claim: Claim, known: set[str] | None = None) -> dict[str, Any]:
    """Return a row of `claim`. Of `known` people (null: of all) the person_id is kept."""
    links = [
        {"field": one.field, "words": one.words, "name": one.name, "id": one.id, "candidates": list(one.candidates)}
        for one in claim.links
    ]
    return {
        "claim_id": id_,
        "report": claim.report,
        "type": claim.type,
        "person_id": _person_id(claim, known),
        "person_name": claim.person or None,
        "fields": text_of(dict(claim.fields)),
        "span": claim.span,
        "first_character": claim.start,
        "last_character": claim.end,
        "attributed_to": list(claim.attributed_to),
        "hedged": claim.hedged,
        "denied": claim.denied,
        "text_disputes": claim.text_disputes,
        "explicit": claim.explicit,
        "links": text_of(links),
    }


def verdict_row(id_: str, verdict: Verdict, build: str) -> dict[str, Any]:
    """Return a row of `verdict`."""
    return {
        "claim_id": id_,
        "verdict": verdict.verdict,
        "ours": verdict.ours,
        "rule": verdict.rule,
        "settles": verdict.settles,
        "evidence": text_of([one.as_row() for one in verdict.evidence]),
        "build": build,
    }


Triple = tuple[str, Claim, Verdict]


def stint_rows(triples: Sequence[Triple], known: set[str] | None) -> list[dict[str, object]]:
    """Return rows of `reported_stint`: claims of a role with a club or an organization, not denied."""
    rows = []
    for id_, claim, _verdict in triples:
        if claim.type != "stint" or claim.denied:
            continue
        seasons = claim.seasons
        rows.append(
            {
                "person_id": _person_id(claim, known),
                "person_name": claim.person or None,
                "role": str(claim.fields.get("role") or "manager"),
                "club_name": next(iter(claim.clubs), None),
                "organization": next(iter(claim.organizations), None),
                "league": claim.fields.get("league"),
                "level": claim.fields.get("level_resolved"),
                "first_season": min(seasons, default=None),
                "last_season": max(seasons, default=None),
                "claim_id": id_,
                "asserted_by": list(claim.attributed_to),
            }
        )
    return rows


def event_rows(triples: Sequence[Triple], known: set[str] | None) -> list[dict[str, object]]:
    """Return rows of `reported_career_event`: claims of its kinds, not denied."""
    return [
        _event_row(id_, claim, verdict, known)
        for id_, claim, verdict in triples
        if claim.type in KINDS and not claim.denied
    ]


_WHAT = ("award", "title", "manner", "outcome", "state", "kind", "round")


def _event_row(id_: str, claim: Claim, verdict: Verdict, known: set[str] | None) -> dict[str, object]:
    days = claim.act_days if claim.type in ("appointment", "departure") else None
    stated = next((claim.fields[name] for name in _WHAT if claim.fields.get(name) is not None), None)
    season = next(iter(claim.seasons), claim.fields.get("year") or claim.fields.get("for_season"))
    if season is None and days is not None:
        season = days.first.year
    return {
        "person_id": _person_id(claim, known),
        "person_name": claim.person or None,
        "kind": claim.type,
        "what": ", ".join(map(str, stated))
        if isinstance(stated, list | tuple)
        else (None if stated is None else str(stated)),
        "club": next(iter(claim.clubs or claim.organizations), None),
        "season": None if season is None else int(jsonable(season)),
        "first_day": days.first if days else None,
        "last_day": days.last if days else None,
        "claim_id": id_,
        "asserted_by": list(claim.attributed_to),
        "verdict": verdict.verdict,
    }
