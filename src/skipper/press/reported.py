"""What the reports kept in a lake say about a person: the section "What was reported" of a manager's file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader
from skipper.press.answer import MEANINGS, claim_row
from skipper.press.keep import claim_from
from skipper.press.reconcile import ORDER, Evidence, Verdict
from skipper.tables.reported import VERDICT


@dataclass(frozen=True)
class Group:
    """The claims of one verdict; `open` is whether the page shows them at once."""

    word: str
    rows: tuple[Row, ...]
    meaning: str
    open: bool = False


@dataclass(frozen=True)
class Reported:
    """What kept reports say about one person: counts in words, notes, and the claims by verdict."""

    counts: str
    notes: tuple[str, ...]
    groups: tuple[Group, ...]


def groups_of(rows: Sequence[Row]) -> tuple[Group, ...]:
    """The claims by verdict: what is wrong first, then what is open, then what holds."""
    found = [(word, tuple(row for row in rows if row["verdict"] == word)) for word in ORDER]
    return tuple(Group(word, own, MEANINGS[word], word in ("contradicted", "disputed")) for word, own in found if own)


def reported(lake: LakeReader, person_id: str) -> Reported | None:
    """What the reports kept in the lake say about a person; null where none says anything.

    A lake built before Skipper kept reports has none.
    """
    if VERDICT.name not in lake.manifest.tables:
        return None
    sql = """
    SELECT c.*, v.verdict, v.ours, v.rule, v.settles, v.evidence, v.build
    FROM claim AS c JOIN verdict AS v USING (claim_id) WHERE person_id = $person ORDER BY report, first_character
    """
    found = lake.rows(sql, {"person": person_id})
    if not found:
        return None
    rows = [claim_row(claim_from(row), _verdict_from(row)) for row in found]
    counts = Counter(row["verdict"] for row in rows)
    reports = len({row["report"] for row in rows})
    told = ", ".join(f"{counts[word]} {word}" for word in ORDER if counts[word])
    stale = {row["build"] for row in found} - {lake.manifest.build}
    notes = ("Judged by an earlier build of this lake.",) if stale else ()
    counted = f"{len(rows)} claim{'' if len(rows) == 1 else 's'} of {reports} report{'' if reports == 1 else 's'}"
    return Reported(f"{counted}: {told}.", notes, groups_of(rows))


def _verdict_from(row: Row) -> Verdict:
    evidence = tuple(
        Evidence(**{**one, "attributed_to": tuple(one.get("attributed_to", ()))}) for one in json.loads(row["evidence"])
    )
    return Verdict(row["verdict"], evidence, row["ours"], row["rule"], row["settles"])
