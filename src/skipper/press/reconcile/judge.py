"""The verdict on a claim: first by the tables, then by the other claims, then by arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from skipper.press.claim import Claim, Report
from skipper.press.claim_type import claim_types
from skipper.press.facts import Facts
from skipper.press.reconcile.agreement import relation
from skipper.press.reconcile.arithmetic import NOTHING, Sum
from skipper.press.reconcile.decide import decide
from skipper.press.reconcile.dossier import COMPARED, Assertion, Dossier, dossiers
from skipper.press.reconcile.listed import by_listed_managers
from skipper.press.reconcile.place import in_full
from skipper.press.reconcile.reading import said
from skipper.press.reconcile.verdict import Evidence, Verdict, Word, doubted, open_claim


def _check(claim: Claim, dossier: Dossier) -> Verdict:
    """Return the verdict of the tables. A nickname is every club's that bore it, unless only the one linked makes it
    right."""
    check = claim_types()[claim.type].check
    verdict, narrow = check(claim, dossier), in_full(claim)
    if verdict.verdict == "supported" or narrow is None:
        return verdict
    again = check(narrow, dossier)
    return again if again.verdict == "supported" else verdict


SHOWN = 6  # other claims shown as evidence on each side


def judge(claims: Iterable[Claim], reports: Iterable[Report] = (), facts: Facts | None = None) -> list[Verdict]:
    """Return a verdict for each claim, in the order given.

    The claims are judged together: give all that are to be compared. Without `facts` nothing is checked against
    games. `reports` tell dates and which documents repeat one another; a claim of a report that is not among
    them is of an undated piece that repeats none.
    """
    claims = list(claims)
    verdicts: dict[int, Verdict] = {}
    for dossier in dossiers(claims, reports, facts):
        for claim, verdict in zip(dossier.claims, judge_dossier(dossier), strict=True):
            verdicts[id(claim)] = verdict
    return [verdicts[id(claim)] for claim in claims]


def judge_dossier(dossier: Dossier) -> list[Verdict]:
    """Return a verdict for each claim of one man's dossier, in its order."""
    heard: dict[str, _Heard] = {}
    found = []
    for claim in dossier.claims:
        key = claim.assertion
        if key not in heard:
            heard[key] = _hear(key, claim, dossier)
        found.append(_judged(claim, dossier, heard[key]))
    return found


@dataclass(frozen=True)
class _Heard:
    """The other assertions about a matter, for and against one of them, and how many independent sources are for it."""

    agreeing: Sequence[Assertion]
    opposing: Sequence[Assertion]
    independent_sources: int


def _hear(key: str, claim: Claim, dossier: Dossier) -> _Heard:
    stated = dossier.of(claim.type)
    own = [one for one in stated if one.key == key]
    others = [(one, relation(claim, one.first)) for one in stated if one.key != key]
    agreeing = [*own, *(one for one, same in others if same)]
    independent_sources = dossier.independent_sources(
        list(islice((each for one in agreeing for each in one.claims), COMPARED))
    )
    return _Heard(agreeing, [one for one, same in others if same is False], independent_sources)


def _judged(claim: Claim, dossier: Dossier, heard: _Heard) -> Verdict:
    """By the tables; by what others say, and what it adds up to, only where no table speaks."""
    found = _check(claim, dossier)
    if found.decided and claim.denied:
        return _of_denial(claim, found, dossier)
    verdict = by_listed_managers(claim, dossier, decide(claim, dossier, found))
    if verdict.verdict in ("supported", "contradicted"):
        return verdict
    for_it = _told(claim, heard.agreeing, "agrees", dossier)
    against = [*_told(claim, heard.opposing, "against it", dossier), *_own_versions(claim)]
    if verdict.verdict == "check_reading":
        return verdict.with_evidence(*against, *for_it)
    word: Word
    added = sum_for(claim, dossier) if verdict.verdict in ("unverifiable", "corroborated") else NOTHING
    if against or added.holds is False:
        word, more = "disputed", [*against, *added.evidence, _own_side(claim), *for_it]
    elif verdict.verdict != "unverifiable":
        return verdict.with_evidence(*added.evidence, *for_it)
    elif heard.independent_sources > 1:
        word, more = "corroborated", [*for_it, *added.evidence]
    elif added.holds:
        word, more = "implied", [*added.evidence, *for_it]
    else:
        word, more = "unverifiable", [*added.evidence, *for_it]
    return replace(verdict, verdict=word, evidence=(*more, *verdict.evidence))


def sum_for(claim: Claim, dossier: Dossier) -> Sum:
    """Return what the other claims about the person add up to for this one."""
    add = claim_types()[claim.type].adds_up
    return add(claim, dossier) if add and not claim.denied else NOTHING


def _of_denial(claim: Claim, verdict: Verdict, dossier: Dossier) -> Verdict:
    """Return the verdict on a denial, from that on what it denies: a denial of what is not so is right.

    That he never won a title or an award is the piece's own statement, and wrong where he did. Who denies anything else
    may know better than the tables.
    """
    if verdict.verdict == "contradicted":
        return replace(verdict, verdict="supported").with_evidence(Evidence("note", "The report denies it; so do we."))
    if verdict.verdict == "check_reading":
        return open_claim(str(verdict.settles), *verdict.evidence, ours=verdict.ours, rule=verdict.rule)
    against = replace(verdict, verdict="contradicted")
    against = against.with_evidence(Evidence("note", "The report denies it, the tables have it."))
    never = claim.type in ("award", "title") and not claim.seasons
    return decide(claim, dossier, against) if never else doubted("the report's own source", against)


def _told(claim: Claim, others: Sequence[Assertion], side: str, dossier: Dossier) -> list[Evidence]:
    """Return the other claims as evidence: what each says, where, and who asserted it.

    Of reprints one is stated, and none of the claim's own report, in which only what else it says is another claim.
    """
    own = dossier.group_of(claim)
    inside = dossier.asserted_in[claim.report, claim.type]
    versions = [inside[one.key] for one in others if one.key in inside and one.key != claim.assertion]
    outside = (one for each in others for group, one in dossier.groups_asserting(each).items() if group != own)
    count = len(versions) + sum(len(stated) - (own in stated) for stated in map(dossier.groups_asserting, others))
    rest = [Evidence("note", f"{side}: {count - SHOWN} more")] if count > SHOWN else []
    return [_as_evidence(one, side) for one in islice(chain(versions, outside), SHOWN)] + rest


def _as_evidence(claim: Claim, side: str) -> Evidence:
    text = f"{side}: {said(claim)} — {asserted_by(claim)}, {claim.report}"
    return Evidence("claim", text, report=claim.report, span=claim.span, attributed_to=claim.attributed_to)


def _own_side(claim: Claim) -> Evidence:
    return _as_evidence(claim, "it says")


def asserted_by(claim: Claim) -> str:
    """Return who asserted it, in words: the piece itself, or whoever it names, and through whom."""
    if not claim.attributed_to:
        return "the piece itself"
    first, *through = claim.attributed_to
    return f"{first}, through {', '.join(through)}" if through else first


def _own_versions(claim: Claim) -> list[Evidence]:
    """Return the versions of a claim that says two things which exclude each other, or whose text disputes it."""
    versions = claim_types()[claim.type].versions(claim)
    if versions is not None:
        return [Evidence("claim", f"the piece gives both: {versions}", report=claim.report, span=claim.span)]
    if claim.text_disputes:
        return [Evidence("claim", "the piece gives another version beside it", report=claim.report, span=claim.span)]
    return []
