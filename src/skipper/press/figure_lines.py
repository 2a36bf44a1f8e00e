"""A line for each figure and date of a report: verified, differs, not covered, or not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import re2

from skipper.answers.answer import Row
from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.facts import Facts
from skipper.press.figures.figure import Figure
from skipper.press.figures.second_pass import Tagged
from skipper.press.figures.verdict import Held
from skipper.press.numbers import figures
from skipper.press.reconcile.verdict import ORDER, Verdict, Word, row_of

Status = Literal["verified", "differs", "not covered", "not read"]
STATUSES: tuple[Status, ...] = ("differs", "verified", "not covered", "not read")
_BY_VERDICT: dict[Word, Status] = {
    **dict.fromkeys(("contradicted", "disputed", "check_reading"), "differs"),
    **dict.fromkeys(("supported", "corroborated", "implied"), "verified"),
    "unverifiable": "not covered",
}
_COUNTED = ("record", "age", "tally")
_DIGITS = re2.compile(r"\d[\d,.:]*\d|\d")
_NAMES = frozenset(["{club}", "{club's}", "{person}", "{person's}", "{league}", "{league's}", "{level}"])


@dataclass(frozen=True)
class Line:
    """What is known of a figure or date, `report.text[start:end]`.

    `kind` is what it counts (record, wins, losses, percentage, games, age, birthday, term, seasons, season_number), or
    date, score or number. `verdict` is that of the claim which has the figure, else of the fact that covers it; null if
    neither does. `claim` is that claim, null without one; `ours` the figure of the lake and `why` the reason for taking
    its fact; `settles` what would settle a figure that nothing covers. Each is null if it is not of that kind.
    """

    report: str
    start: int
    end: int
    words: str
    kind: str
    status: Status
    verdict: Word | None = None
    ours: str | None = None
    why: str | None = None
    rule: str | None = None
    table: str | None = None
    person_id: str | None = None
    settles: str | None = None
    claim: Claim | None = None

    @property
    def said(self) -> str:
        """Return in words what the figure was held against, and what would settle it."""
        parts = [self.ours, self.why and f"taken by {self.why}", self.settles and f"would settle it: {self.settles}"]
        return "; ".join(part.rstrip(".") for part in parts if part)

    def as_row(self) -> Row:
        """Return the line as JSON has it, its claim by type and place."""
        claim = self.claim
        place = None if claim is None else {"type": claim.type, "start": claim.start, "end": claim.end}
        return {**vars(self), "claim": place}


def lines_of(
    tagged: Tagged, held: Sequence[tuple[Figure, Held | None]], pairs: Sequence[tuple[Claim, Verdict]]
) -> list[Line]:
    """Return a line for each figure and date of a report in order; `pairs` are its claims with their verdicts.

    Where a claim with the figure is decided, the claim's verdict is the line's, and the fact only a reason beside it.
    """
    report = tagged.context.report
    found = [_line(report.name, figure, one, claims_with(figure, pairs)) for figure, one in held]
    covered = [(one.start, one.end) for one in found]
    covered += [
        (unit.start, unit.end) for sentence in tagged.context.sentences for unit in sentence.units if unit.key in _NAMES
    ]
    for passage in report.passages:
        for match in _DIGITS.finditer(report.text[passage.start : passage.end]):
            start, end = passage.start + match.start(), passage.start + match.end()
            if not any(first < end and start < last for first, last in covered):
                found.append(Line(report.name, start, end, match.group(), "number", "not read"))
    return sorted(found, key=lambda one: one.start)


def claims_with(figure: Figure, pairs: Iterable[tuple[Claim, Verdict]]) -> list[tuple[Claim, Verdict]]:
    """Return the claims that have a figure both in their fields and in their words or those that they cite."""
    wanted = {number for number in figure.value if number}
    return [
        (claim, verdict)
        for claim, verdict in pairs
        if wanted <= {number for field in claim.fields.values() for number in _numbers(field)}
        and any(first <= figure.start < last for first, last in ((claim.start, claim.end), *claim.cited.values()))
    ]


def _numbers(field: Any) -> Iterator[int]:
    """Yield the numbers of a field: a figure, a year, the parts of a date, or those in a name (the Las Vegas 51s)."""
    if isinstance(field, (list, tuple)):
        for one in field:
            yield from _numbers(one)
    elif field is not None:
        yield from figures(str(field))


def _line(report: str, figure: Figure, held: Held | None, pairs: Sequence[tuple[Claim, Verdict]]) -> Line:
    place = (report, figure.start, figure.end, " ".join(figure.words.split()), figure.kind)
    if figure.kind == "date":  # which of a record's or an age's figures is wrong nobody can say
        pairs = [(one, its) for one, its in pairs if one.type not in _COUNTED or _BY_VERDICT[its.verdict] != "differs"]
    claim, verdict = min(pairs, key=lambda pair: ORDER.index(pair[1].verdict), default=(None, None))
    why = None if held is None else held.why
    if (
        claim is not None
        and verdict is not None
        and (verdict.verdict != "unverifiable" or held is None or held.word is None)
    ):
        ours = verdict.ours or (held.ours if held else None) or next((one.text for one in verdict.evidence), None)
        person = next((link.id for link in claim.links if link.field in ("person", "player")), None)
        status = _BY_VERDICT[verdict.verdict]
        return Line(*place, status, verdict.verdict, ours, why, verdict.rule, None, person, verdict.settles, claim)
    if held is None:
        return Line(*place, "not read")
    status = "not covered" if held.word is None else _BY_VERDICT[held.word]
    return Line(*place, status, held.word, held.ours, why, held.rule, held.table, held.person_id, held.settles, claim)


def with_fact(figure: Figure, held: Held, claim: Claim, verdict: Verdict, facts: Facts) -> Verdict:
    """Return the verdict on a claim that has a figure, with the fact that the figure was held against as evidence.

    A fact of the claim's person, seasons and clubs with the figure as printed settles a doubt about the reading.
    """
    if held.ours is None or held.table is None:
        return verdict
    agrees = "agrees with" if held.word == "supported" else "differs from"
    evidence = row_of(held.table, f"The figure {agrees} {held.ours}, taken by {held.why}.")
    settled = verdict.verdict == "check_reading" and held.word == "supported" and _is_of(held, claim, facts)
    if settled and figure.kind in ("record", "age"):
        return Verdict("supported", (evidence, *verdict.evidence), held.ours)  # which says how it is counted
    return verdict.with_evidence(evidence)


def _is_of(held: Held, claim: Claim, facts: Facts) -> bool:
    """Return whether a fact is of the person, the seasons and the clubs of a claim; a club's season is of its
    managers."""
    fact, fields = held.fact, claim.fields
    persons = {link.id for link in claim.links if link.field == "person"}
    if fact is None:
        return held.person_id in persons
    seasons = set(fields.get("seasons") or ()) <= set(fact.seasons)
    clubs = (*(fields.get("clubs") or ()), *(fields.get("organizations") or ()))
    named = not clubs or any(plain(name) in fact.keys for name in clubs)
    managers = {man[0] for key in fact.keys for man in facts.managers.get((fact.seasons[0], key), ())}
    theirs = {held.person_id} if fact.person_id is not None else managers if clubs else set()
    return seasons and named and not persons.isdisjoint(theirs)
