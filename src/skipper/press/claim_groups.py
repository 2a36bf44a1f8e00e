"""Claims drawn together by the matter that they are about, as an editor meets them: one quarrel, one row."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from skipper.answers.answer import Row
from skipper.answers.people import plain
from skipper.press.answer import Judged, claim_row, shortened
from skipper.press.claim import Claim, Report
from skipper.press.claim_type import claim_types
from skipper.press.days import stated_days
from skipper.press.reconcile import ORDER, Verdict, said
from skipper.press.reconcile.agreement import relation
from skipper.press.reconcile.reading import post_of

LONGEST_TITLE = 70  # characters of a document's first line that stand for its title
SHOWN = 4  # pieces named beside one side of a matter
Pair = tuple[Claim, Verdict]


@dataclass(frozen=True)
class Side:
    """One thing that is said of a matter: its first claim, the verdict on it, and every claim that says the same."""

    claim: Claim
    verdict: Verdict
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class ClaimGroup:
    """What is said about one matter; the first side's verdict comes first in ORDER and stands for the matter."""

    sides: tuple[Side, ...]

    @property
    def word(self) -> str:
        """The verdict that stands for the matter."""
        return self.sides[0].verdict.verdict


def claim_groups_of(judged: Judged) -> list[ClaimGroup]:
    """Return every matter that the claims are about, by ORDER, then as the reports tell them.

    Claims about one person and of one type are of one matter where they agree or cannot both hold.
    """
    alike: dict[tuple[str, str, str], list[Pair]] = defaultdict(list)
    for claim, verdict in judged.pairs:
        alike[claim.person_key, claim.type, claim.assertion].append((claim, verdict))
    by_kind: dict[tuple[str, str], list[list[Side]]] = defaultdict(list)
    for (person, kind, _key), pairs in alike.items():
        side = Side(*pairs[0], tuple(claim for claim, _verdict in pairs))
        groups = by_kind[person, kind]
        group = next((one for one in groups if all(_in_one_group(side.claim, other.claim) for other in one)), None)
        if group is None:
            groups.append([side])
        else:
            group.append(side)
    found = [ClaimGroup(tuple(group)) for groups in by_kind.values() for group in groups]
    return sorted(found, key=lambda one: (ORDER.index(one.sides[0].verdict.verdict), _place(one.sides[0].claim)))


def _in_one_group(one: Claim, other: Claim) -> bool:
    return relation(one, other) is not None or relation(other, one) is not None


def _place(claim: Claim) -> tuple[str, int]:
    return claim.report, claim.start


def chosen(
    judged: Judged, verdicts: Collection[str] = (), types: Collection[str] = (), people: Collection[str] = ()
) -> Judged:
    """Return the claims with one of the verdicts, of one of the types, about one of the people; empty: of any.

    A person is named in full or by a part of the name.
    """
    wanted = [plain(one) for one in people]
    pairs = [
        (claim, verdict)
        for claim, verdict in zip(judged.claims, judged.verdicts, strict=True)
        if (not verdicts or verdict.verdict in verdicts)
        and (not types or claim.type in types)
        and (not wanted or any(one in plain(claim.person) for one in wanted))
    ]
    claims, found = tuple(one for one, _verdict in pairs), tuple(verdict for _one, verdict in pairs)
    return replace(judged, claims=claims, verdicts=found, told=judged.claims)


def labels_of(judged: Judged) -> Mapping[str, str]:
    """Return what each report is called, by its name: title and date; without a date the year that was assumed, if
    any."""
    latest: dict[str, int] = {}
    for claim in judged.told or judged.claims:
        act = stated_days(claim.fields.get("date_of_act"))
        years = [*claim.seasons, *([act.first.year] if act is not None else [])]
        for year in years:
            latest[claim.report] = max(year, latest.get(claim.report, year))
    return {
        report.name: f"{title_of(report)} ({_dated(report.date, latest.get(report.name))})" for report in judged.reports
    }


def title_of(report: Report) -> str:
    """Return the report's title in quotation marks, else its first line; the file's name where it has no text."""
    stated = report.text[report.passages[0].start :] if report.passages else report.text
    first = report.title or next((line.strip("# \t") for line in stated.splitlines() if line.strip("# \t")), "")
    words = " ".join(first.split())
    if not words:
        return report.name
    return f"“{words}”" if len(words) <= LONGEST_TITLE else f"“{words[:LONGEST_TITLE].rsplit(' ', 1)[0]} …”"


def _dated(day: date | None, latest: int | None) -> str:
    if day is not None:
        return str(day)
    return "no date" if latest is None else f"no date; assumed {latest} or later"


def claim_group_rows(judged: Judged) -> list[Row]:
    """Return a row for each matter: the row of its first claim, with `sides`, what the terminal shows, and whose
    words."""
    labels, group_of = labels_of(judged), judged.group_of
    rows = []
    for matter in claim_groups_of(judged):
        first = matter.sides[0]
        own = [claim_row(side.claim, side.verdict) for side in matter.sides]
        sides = [_side_row(side, row, labels, group_of) for side, row in zip(matter.sides, own, strict=True)]
        row = own[0]
        whose = f"{first.claim.person}: " if first.claim.person else ""
        versions = list(dict.fromkeys(said(side.claim) for side in matter.sides))
        about = ", ".join(filter(None, (first.claim.type, post_of(first.claim))))
        agree = versions[0] if matter.word != "disputed" or len(versions) == 1 else about
        stated = ((_version(one, matter.word) if len(versions) > 1 else "") + one["span"] for one in sides)
        words = " | ".join(f"{words} — {one['source']}" for words, one in zip(stated, sides, strict=True))
        ours = f"Would settle it: {row['settles']}." if matter.word == "disputed" else row["ours_shown"]
        rows.append(
            {**row, "sides": sides, "who_says": whose + agree, "words": words, "ours_shown": _titled(ours, labels)}
        )
    return rows


def _version(side: Row, word: str) -> str:
    """Return what a side of several says, with its verdict where that is not the matter's."""
    return f"{side['says']}: " if side["verdict"] == word else f"{side['says']} ({side['verdict']}): "


def _titled(words: str, labels: Mapping[str, str]) -> str:
    """Return the words with what each piece is called in place of its file's name."""
    for name, label in labels.items():
        words = words.replace(name, label)
    return words


def _side_row(side: Side, row: Row, labels: Mapping[str, str], group_of: Mapping[str, str]) -> Row:
    """Return the row of a side's first claim with its words, who asserted it and in which pieces.

    Reprints are counted with the piece that they repeat.
    """
    pieces: dict[str, set[str]] = {}
    for claim in side.claims:
        pieces.setdefault(group_of.get(claim.report, claim.report), set()).add(claim.report)
    names = [
        labels.get(min(own), min(own))
        + (f" and {len(own) - 1} reprint{'s' if len(own) > 2 else ''}" if len(own) > 1 else "")
        for own in pieces.values()
    ]
    where = "; ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
    source = f"{row['said_by']}, in {where}" if side.claim.attributed_to else where
    return {**row, "span": shortened(side.claim.span), "where": where, "source": source}


def folded(rows: Sequence[Row]) -> list[str]:
    """Return one line for the matters that nobody can tell: how many, of which types; none where there is none."""
    open_ = [row for row in rows if row["verdict"] == "unverifiable"]
    kinds = Counter(row["type"] for row in open_)
    stated = ", ".join(
        f"{count} {kind if count == 1 else claim_types()[kind].plural}" for kind, count in sorted(kinds.items())
    )
    return [f"{len(open_)} unverifiable, not shown: {stated}; --all lists them."] if open_ else []


def without_claims(judged: Judged) -> list[str]:
    """Return a line for each report in which nothing was found."""
    stated = {claim.report for claim in judged.told or judged.claims}
    silent: Iterable[Report] = (report for report in judged.reports if report.name not in stated)
    return [f"No claim about baseball managers was found in {title_of(report)}." for report in silent]
