"""Claims with their verdicts, as an answer: for the terminal, CSV, JSON and pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.document import jsonable
from skipper.lake.location import Location
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.press.claim import Claim, Report
from skipper.press.facts import Facts
from skipper.press.facts_of_lake import load_facts
from skipper.press.figure_lines import Line, claims_with, lines_of, with_fact
from skipper.press.figures.second_pass import held_figures, person_ids, tagged
from skipper.press.frames.words import tagger_of
from skipper.press.reader import readings, remarks
from skipper.press.readers import DEFAULT, By, reader_of
from skipper.press.reconcile import ORDER, Verdict, asserted_by, judge, said
from skipper.press.vocabulary import Vocabulary

FIELDS = (
    *("verdict", "report", "type", "person", "says", "span", "start", "end", "said_by"),
    *("hedged", "denied", "text_disputes", "fields", "ours", "rule", "settles", "evidence"),
)
LONGEST_SPAN = 240  # characters of a claim's words that the terminal shows
_COLUMNS = (
    shown("Verdict", "code"),
    shown("Claim", "prose", "who_says"),
    shown("In its words, and whose", "prose", "words"),
    shown("Ours, or what would settle it", "prose", "ours_shown"),
)
_FIGURES = (
    shown("Figure", "prose", "words"),
    shown("Kind", "code"),
    shown("In", "prose", "report"),
    shown("Ours, and what would settle it", "prose", "said"),
)
_DIFFERING = "Figures of no claim that differ from the lake's"


@dataclass(frozen=True)
class Judged:
    """Documents read, and each claim of theirs with its verdict; `refused` are quarantine rows.

    `dropped` counts, by reason, the claims whose words are not in their report, and the sentences not read.
    `stated` are the claims of which these were chosen, for what a choice leaves as it is; empty where all are there.
    `figures` has a line for each figure and date of the documents; empty where the second pass was not made.
    """

    reports: tuple[Report, ...]
    claims: tuple[Claim, ...]
    verdicts: tuple[Verdict, ...]
    refused: tuple[Row, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    told: tuple[Claim, ...] = ()
    figures: tuple[Line, ...] = ()

    @property
    def pairs(self) -> list[tuple[Claim, Verdict]]:
        """Claims and verdicts in the order of verdicts, then by report and place."""
        pairs = zip(self.claims, self.verdicts, strict=True)
        return sorted(pairs, key=lambda pair: (ORDER.index(pair[1].verdict), pair[0].report, pair[0].start))

    @property
    def group_of(self) -> Mapping[str, str]:
        """The group of near-duplicates of each report, by its name."""
        return {report.name: report.group or report.name for report in self.reports}

    @property
    def contradicted(self) -> int:
        """How many claims our tables contradict."""
        return sum(verdict.verdict == "contradicted" for verdict in self.verdicts)


def read_and_judge(
    paths: Iterable[Location],
    lake: LakeReader | None,
    reader: By = DEFAULT,
    counted: Callable[[Iterable[Report]], Iterable[Report]] = lambda reports: reports,
) -> Judged:
    """Read the documents, find their claims by the reader of that name, and judge them together, in this process.

    Without a lake names are those of the hand-kept lists, people those whom a piece calls managers, and nothing is
    checked against games; of whom `he` speaks cannot be told where most of those named are nobody, so that only claims
    whose own words name their man are given. `counted` passes on the reports as they are read, for a progress bar.
    Raises FileNotFoundError for a path that is not there.
    """
    from skipper.press.documents import read_documents

    found, refused = read_documents(paths)
    return judge_reports(found, lake, reader, counted, refused)


def judge_reports(
    found: Sequence[Report],
    lake: LakeReader | None,
    reader: By = DEFAULT,
    counted: Callable[[Iterable[Report]], Iterable[Report]] = lambda reports: reports,
    refused: Sequence[Row] = (),
) -> Judged:
    """Find the claims of documents and judge them together, as `read_and_judge` does. `refused` are quarantine rows."""
    from skipper.press.duplicates import groups

    group_of = groups(found)
    reports = [replace(report, group=group_of.get(report.name, report.name)) for report in found]
    reading = reader_of(reader, names_of(lake))
    claims: list[Claim] = []
    dropped: Counter[str] = Counter()
    for one in readings(reading, counted(reports)):
        claims += one.claims
        dropped.update(remarks(one))
    if lake is None:
        claims = [claim for claim in claims if _names_its_man(claim)]
    return replace(with_figures(reports, claims, lake, refused), dropped=dropped)


@lru_cache(maxsize=1)
def names_of(lake: LakeReader | None) -> Vocabulary:
    """Return the names of a lake, or the hand-kept lists' alone. Loaded once in a command."""
    from skipper.press import hand_kept
    from skipper.press.vocabulary_of_lake import load_vocabulary

    return hand_kept.vocabulary() if lake is None else load_vocabulary(lake)


def _names_its_man(claim: Claim) -> bool:
    whom = claim.fields.get("person") or claim.fields.get("player")
    return whom is not None and whom.split()[-1] in claim.span


def judged(
    reports: Sequence[Report], claims: Sequence[Claim], lake: LakeReader | None, refused: Sequence[Row] = ()
) -> Judged:
    """Return claims with their verdicts, by the lake's facts about whom they are linked to."""
    facts = None if lake is None else facts_for(claims, lake)
    return Judged(tuple(reports), tuple(claims), tuple(judge(claims, reports, facts)), tuple(refused))


def with_figures(
    reports: Sequence[Report], claims: Sequence[Claim], lake: LakeReader | None, refused: Sequence[Row] = ()
) -> Judged:
    """Return claims with their verdicts, and the figures of the reports held against the facts of whom the reports
    name.

    The fact that a figure was held against is evidence of each claim with the figure, and settles a doubt about its
    reading.
    """
    tagger = tagger_of(names_of(lake))
    own: dict[str, list[Claim]] = {report.name: [] for report in reports}
    for claim in claims:
        own[claim.report].append(claim)
    read = [tagged(report, own[report.name], tagger) for report in reports]
    facts = None if lake is None else facts_for(claims, lake, person_ids(read))
    verdicts = dict(zip(map(id, claims), judge(claims, reports, facts), strict=True))
    lines: list[Line] = []
    for one in read:
        held = held_figures(one, facts)
        pairs = [(claim, verdicts[id(claim)]) for claim in own[one.context.report.name]]
        for figure, found in held:
            for claim, _verdict in claims_with(figure, pairs):
                if found is not None and facts is not None:
                    verdicts[id(claim)] = with_fact(figure, found, claim, verdicts[id(claim)], facts)
        lines += lines_of(one, held, [(claim, verdicts[id(claim)]) for claim, _verdict in pairs])
    found_verdicts = tuple(verdicts[id(claim)] for claim in claims)
    return Judged(tuple(reports), tuple(claims), found_verdicts, tuple(refused), figures=tuple(lines))


def facts_for(claims: Iterable[Claim], lake: LakeReader, others: Iterable[str] = ()) -> Facts:
    """Return the lake's facts about everybody whom the claims are linked to, or may mean, and about others by their
    id."""
    men = [link for claim in claims for link in claim.links if link.field in ("person", "player")]
    return load_facts(lake, {id for link in men for id in (link.id, *link.candidates) if id} | set(others))


def answer_of(judged: Judged, title: str, unfold: bool = False) -> Answer:
    """Return the answer: one row per claim; shown as one row per matter, those that nobody can tell folded into a line,
    and the figures of no claim that differ, unless claims were chosen."""
    from skipper.press.claim_groups import claim_group_rows, folded, without_claims

    rows = [claim_row(claim, verdict) for claim, verdict in judged.pairs]
    shown_rows = claim_group_rows(judged)
    open_rows = [row for row in shown_rows if unfold or row["verdict"] != "unverifiable"]
    line = [] if unfold else folded(shown_rows)
    chosen = len(judged.claims) < len(judged.told)
    differing = [
        {**figure.as_row(), "said": figure.said}
        for figure in (() if chosen else judged.figures)
        if figure.status == "differs" and figure.claim is None
    ]
    return Answer(
        question="press",
        title=title,
        tables=(Table("claims", FIELDS, rows, (View(_COLUMNS, open_rows), View(_FIGURES, differing, _DIFFERING))),),
        lead=(counts_of(judged), *without_claims(judged), *line),
        notes=_notes(open_rows),
    )


def counts_of(judged: Judged) -> str:
    """Return how many reports, claims and verdicts of each kind, in a line."""
    counts = Counter(verdict.verdict for verdict in judged.verdicts)
    told = ", ".join(f"{counts[word]} {word}" for word in ORDER if counts[word])
    reports, claims = len(judged.reports), len(judged.claims)
    whole = f"{reports:,} report{'' if reports == 1 else 's'}, {claims:,} claim{'' if claims == 1 else 's'}"
    return f"{whole}: {told}." if told else f"{whole}."


MEANINGS = {
    "contradicted": "the claim is explicit, and our tables have all that it is about and say otherwise.",
    "disputed": "reports, or one report's sources, conflict.",
    "check_reading": "our tables say otherwise, but the words or their scope leave another reading: check the passage.",
    "unverifiable": "neither tables nor other reports decide it.",
    "implied": "it follows from other claims by arithmetic.",
    "corroborated": "independent reports agree, or a row of listed_manager with its page, or the Stats API's coaches; "
    "no record here decides it.",
    "supported": "our tables say the same.",
}


def _notes(rows: Sequence[Row]) -> tuple[str, ...]:
    kinds = {row["verdict"] for row in rows}
    return tuple(f"{word}: {MEANINGS[word]}" for word in ORDER if word in kinds)


def rows_without_reprints(pairs: Iterable[tuple[Claim, Verdict]], group_of: Mapping[str, str]) -> list[Row]:
    """Return rows for a reader: what several documents of a group say alike stands once, with how many others have it.

    `group_of` has the group of a report; one that it lacks repeats no other.
    """
    alike: dict[tuple[str, ...], list[tuple[Claim, Verdict]]] = {}
    for claim, verdict in pairs:
        marks = (claim.attributed_to, claim.hedged, claim.denied, claim.text_disputes)
        group = group_of.get(claim.report, claim.report)
        key = (group, claim.type, repr(sorted(claim.fields.items())), repr(marks), " ".join(claim.span.split()))
        alike.setdefault((*key, verdict.verdict), []).append((claim, verdict))
    return [
        claim_row(*same[0], reprints=len({claim.report for claim, _verdict in same}) - 1) for same in alike.values()
    ]


def claim_row(claim: Claim, verdict: Verdict, reprints: int = 0) -> Row:
    """Return a claim and its verdict as a row of FIELDS, with what the view shows; `reprints` say the same."""
    where = claim.report if not reprints else f"{claim.report} and {reprints} reprint{'s' if reprints > 1 else ''}"
    whose, person, what = asserted_by(claim), claim.person, said(claim)
    source = f"{whose}, in {where}" if claim.attributed_to else where
    return {
        "verdict": verdict.verdict,
        "report": claim.report,
        "type": claim.type,
        "person": person or None,
        "says": f"{claim.type}: {what}",
        "span": " ".join(claim.span.split()),
        "start": claim.start,
        "end": claim.end,
        "said_by": whose,
        "where": where,
        "source": source,
        "who_says": f"{person}: {what}" if person else what,
        "words": f"{shortened(claim.span)} — {source}" if claim.span else source,
        "hedged": claim.hedged,
        "denied": claim.denied,
        "text_disputes": claim.text_disputes,
        "fields": jsonable(dict(claim.fields)),
        "ours": verdict.ours,
        "rule": verdict.rule,
        "settles": verdict.settles,
        "figure": _with_rule(verdict),
        "ours_shown": ours_of(verdict),
        "evidence": [one.as_row() for one in verdict.evidence],
    }


def shortened(span: str) -> str:
    """Return the words on one line; of a long stretch its beginning and its end."""
    words = " ".join(span.split()).rstrip(",;")
    return words if len(words) <= LONGEST_SPAN else f"{words[: LONGEST_SPAN // 2]} … {words[-LONGEST_SPAN // 2 :]}"


def ours_of(verdict: Verdict) -> str:
    """Our figure and its rule; else the first reason, and what would settle it."""
    figure = _with_rule(verdict)
    if figure is not None and (verdict.settles is None or verdict.verdict == "check_reading"):
        return figure if verdict.settles is None else f"{figure}. Check {verdict.settles}."
    parts = [figure] if figure else []
    parts += [one.text for one in verdict.evidence[:1]]
    if verdict.verdict in ("unverifiable", "disputed") and verdict.settles:
        parts.append(f"Would settle it: {verdict.settles}")
    return ". ".join(part.rstrip(".") for part in parts) + "."


def _with_rule(verdict: Verdict) -> str | None:
    """Our figure and its rule; where the rules give two figures each has its own, and only one of them may agree."""
    if verdict.ours is None:
        return None
    if verdict.rule is not None and all(f" {rule}" in verdict.ours for rule in ("managed", "credited")):
        return f"{verdict.ours} (it agrees with {verdict.rule})" if verdict.verdict == "supported" else verdict.ours
    if verdict.rule is not None and verdict.ours.endswith(f"{verdict.rule})"):
        return verdict.ours  # which says by which seasons' source
    return f"{verdict.ours} ({verdict.rule})"


def document(judged: Judged, manifest: Manifest | None) -> Row:
    """Return the JSON object: reports, and claims with the fields of their types beside their own.

    A mark (hedged, denied, text_disputes) is there where it is true.
    """
    return {
        "reports": [report_row(report) for report in judged.reports],
        "claims": [flat_claim(claim, verdict) for claim, verdict in judged.pairs],
        "figures": [line.as_row() for line in judged.figures],
        "quarantined": [jsonable(dict(row)) for row in judged.refused],
        "build": manifest.build if manifest else None,
        "notices": list(manifest.notices) if manifest else [],
    }


def report_row(report: Report) -> Row:
    """Return a report without its text."""
    return {
        "report": report.name,
        "title": report.title,
        "url": report.url,
        "date": report.date,
        "group": report.group,
    }


def flat_claim(claim: Claim, verdict: Verdict) -> Row:
    """Return a claim as JSON has it: report, words and place, type, its fields, who said it, marks, verdict,
    evidence."""
    marks = {name: True for name in ("hedged", "denied", "text_disputes") if getattr(claim, name)}
    place: dict[str, Any] = {"report": claim.report, "span": claim.span, "start": claim.start, "end": claim.end}
    linked = [
        {
            "field": link.field,
            "words": link.words,
            "name": link.name,
            "id": link.id,
            "candidates": list(link.candidates),
        }
        for link in claim.links
    ]
    return {
        **place,
        "type": claim.type,
        **claim.fields,
        "attributed_to": list(claim.attributed_to),
        **marks,
        "links": linked,
        **verdict.as_row(),
    }
