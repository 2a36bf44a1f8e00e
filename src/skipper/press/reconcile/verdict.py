"""What a verdict is: one of seven words, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

Word = Literal["supported", "contradicted", "check_reading", "corroborated", "disputed", "implied", "unverifiable"]
RECORD_BOOK = "record book"  # the rule of what the lists and the dates of the record book decide
# The order in which an editor meets them: what is wrong, what is in doubt, what holds, what nobody can tell.
ORDER: tuple[Word, ...] = (
    *("contradicted", "disputed", "check_reading", "supported", "corroborated", "implied", "unverifiable"),
)


@dataclass(frozen=True)
class Evidence:
    """One reason: a row of a table, another claim, a sum, or what is lacking.

    `text` is whole by itself. `table` names the lake's table; `report`, `span` and `attributed_to` are those of
    another claim. `holds` says of a sum whether the claim follows from it (true) or cannot stand with it (false).
    Each is null if it is not of that kind.
    """

    kind: Literal["table", "claim", "sum", "coverage", "note"]
    text: str
    table: str | None = None
    report: str | None = None
    span: str | None = None
    attributed_to: tuple[str, ...] = ()
    holds: bool | None = None

    def as_row(self) -> dict[str, Any]:
        """Return the evidence as JSON has it, without what is null."""
        names = ("kind", "text", "table", "report", "span", "holds")
        row = {name: getattr(self, name) for name in names}
        kept = {name: value for name, value in row.items() if value is not None}
        return {**kept, "attributed_to": list(self.attributed_to)} if self.attributed_to else kept


@dataclass(frozen=True)
class Verdict:
    """What holds of a claim.

    `ours` is our figure for the matter, `rule` what it is counted by; null if we have none. `settles` says what
    would settle an open claim; null if nothing is open. `check_reading`: our tables speak against the claim, but its
    words or their scope leave another reading. `at_any_level`: it holds of whatever level the claim is.
    """

    verdict: Word
    evidence: tuple[Evidence, ...] = ()
    ours: str | None = None
    rule: str | None = None
    settles: str | None = None
    at_any_level: bool = False

    @property
    def decided(self) -> bool:
        """Whether a table decided it."""
        return self.verdict in ("supported", "contradicted", "check_reading")

    def with_evidence(self, *more: Evidence) -> Verdict:
        """Return the verdict with further reasons behind its own."""
        return replace(self, evidence=(*self.evidence, *more))

    def as_row(self) -> dict[str, Any]:
        """Return the verdict as JSON has it."""
        return {
            "verdict": self.verdict,
            "ours": self.ours,
            "rule": self.rule,
            "settles": self.settles,
            "evidence": [one.as_row() for one in self.evidence],
        }


def supported(ours: str, rule: str, *evidence: Evidence) -> Verdict:
    """Our tables say the same."""
    return Verdict("supported", evidence, ours, rule)


def implied(ours: str, rule: str, *evidence: Evidence) -> Verdict:
    """It follows from our tables together with another claim, which is among the evidence."""
    return Verdict("implied", evidence, ours, rule)


def contradicted(ours: str, rule: str, *evidence: Evidence) -> Verdict:
    """Our tables say otherwise, and have all that the claim is about; `decide` weighs whether its words are exact."""
    return Verdict("contradicted", evidence, ours, rule)


def open_claim(settles: str, *evidence: Evidence, ours: str | None = None, rule: str | None = None) -> Verdict:
    """Our tables do not decide it."""
    return Verdict("unverifiable", evidence, ours, rule, settles)


def doubted(settles: str, tables: Verdict, *evidence: Evidence) -> Verdict:
    """Return `check_reading`, for the reason given first, with our figure; a verdict that is not against stays."""
    if tables.verdict != "contradicted":
        return tables
    return Verdict("check_reading", (*evidence, *tables.evidence), tables.ours, tables.rule, settles)


def row_of(table: str, text: str) -> Evidence:
    """Return a row of a table as evidence."""
    return Evidence("table", text, table=table)
