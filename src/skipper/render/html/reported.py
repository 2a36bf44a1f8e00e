"""The section "Press reports" of a manager's file: claims about a person in stored reports."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from skipper.answers.answer import Answer, Row, View
from skipper.answers.errors import UnknownOptionError
from skipper.answers.people import PersonId
from skipper.answers.reports import reports
from skipper.lake.reader import LakeReader
from skipper.press.answer import MEANINGS, Judged, rows_without_reprints
from skipper.press.claim import claim_from
from skipper.press.facts_of_lake import load_facts
from skipper.press.ledger.answer import stints_of, undated_words
from skipper.press.ledger.drawn import Ledger, drawn_up
from skipper.press.reconcile import ORDER, Evidence, Verdict


@dataclass(frozen=True)
class Group:
    """Claims that share a verdict. If `open` is true, the page shows the group expanded."""

    word: str
    rows: tuple[Row, ...]
    meaning: str
    open: bool = False


@dataclass(frozen=True)
class Reported:
    """Claims about one person in stored reports: counts in words, notes, claims by verdict, and the career.

    `answer` is the `reports` answer that has these claims, with the career as a further table.
    `stints` is the career according to reports and games, and `chart` is its chart (None if there are no stints).
    `undated` describes posts reported without seasons (None if there are no such posts).
    """

    answer: Answer
    counts: str
    notes: tuple[str, ...]
    groups: tuple[Group, ...]
    stints: View
    undated: str | None
    chart: Markup | None


def groups_of(rows: Sequence[Row]) -> tuple[Group, ...]:
    """Return the claims grouped by verdict, in the order of ORDER."""
    found = [(word, tuple(row for row in rows if row["verdict"] == word)) for word in ORDER]
    return tuple(
        Group(word, own, MEANINGS[word], word in ("contradicted", "disputed", "check_reading"))
        for word, own in found
        if own
    )


def keeps_reports(lake: LakeReader) -> bool:
    """Return whether the lake has any stored reports. Lakes built before Skipper stored reports do not."""
    return any(file.rows for file in lake.manifest.files.get("report", ()))


def reported(lake: LakeReader, person_id: str) -> Reported | None:
    """Return the claims about a person in stored reports, or None if there are no such claims.

    A lake built before Skipper stored reports has no claims.
    """
    try:
        answer = reports(lake, person=PersonId(person_id))
    except UnknownOptionError:
        return None
    found = answer.main.rows
    claims, verdicts = tuple(map(claim_from, found)), tuple(map(_verdict_from, found))
    rows = rows_without_reprints(
        zip(claims, verdicts, strict=True), {row["report"]: row["source_group"] for row in found}
    )
    stale = {row["build"] for row in found} - {lake.manifest.build}
    ledger = _career(Judged((), claims, verdicts), person_id, lake)
    stints = stints_of(ledger)
    return Reported(
        answer=replace(answer, tables=(*answer.tables, stints)),
        counts=_counted(found),
        notes=("Checked against an earlier build of this lake.",) if stale else (),
        groups=groups_of(rows),
        stints=stints.views[0],
        undated=undated_words(ledger),
        chart=_chart(ledger),
    )


def _counted(rows: Sequence[Row]) -> str:
    counts = Counter(row["verdict"] for row in rows)
    reports = len({row["report"] for row in rows})
    told = ", ".join(f"{counts[word]} {word}" for word in ORDER if counts[word])
    counted = f"{len(rows)} claim{'' if len(rows) == 1 else 's'} of {reports} report{'' if reports == 1 else 's'}"
    return f"{counted}: {told}."


def _career(judged: Judged, person_id: str, lake: LakeReader) -> Ledger:
    """Return the career according to reports, combined with the seasons found in the lake's games."""
    facts = load_facts(lake, [person_id])
    person = facts.people.get(person_id)
    name = person.name if person else judged.claims[0].person
    return drawn_up(name, person_id, judged, facts, lake.manifest.build)


def _chart(ledger: Ledger) -> Markup | None:
    if not ledger.stints:
        return None
    from skipper.render.html.ledger_chart import ledger_chart

    return ledger_chart(ledger)


def _verdict_from(row: Row) -> Verdict:
    evidence = tuple(
        Evidence(**{**one, "attributed_to": tuple(one.get("attributed_to", ()))}) for one in json.loads(row["evidence"])
    )
    return Verdict(row["verdict"], evidence, row["ours"], row["rule"], row["settles"])
