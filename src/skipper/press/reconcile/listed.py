"""Claims against the file of managers (table `listed_manager`) and, where it has no row, the Stats API's coaches.

A row is one more report, by its page or the API: it corroborates, or disputes, and never supports. A record that both
the page and the games here exclude is contradicted, if the club has not as many wins or losses under anybody; where it
may be that of a part of the games it is to be checked. A row whose confidence is weak is shown and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press import hand_kept
from skipper.press.claim import Claim
from skipper.press.claim_type import claim_types
from skipper.press.facts import MAJOR, Listing
from skipper.press.levels import level_of_words
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import may_be_one_club
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, doubted, row_of

RULE = "listed manager"
GAMES = "games here"
BOTH = "games here and listed manager"
_IN_THE_DUGOUT = (None, "manager")


def by_listed_managers(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict:
    """Return an open verdict of the tables, with what the file of managers says of the claim."""
    check = claim_types()[claim.type].listed
    if check is None or verdict.verdict != "unverifiable" or claim.denied:
        return verdict
    if claim.level == MAJOR or claim.fields.get("role") not in _IN_THE_DUGOUT:
        return verdict
    own = _rows(claim, dossier)
    if not own:
        return _of_another_parent(claim, dossier, verdict) or _of_others(claim, dossier, verdict)
    if not (claim.clubs or claim.organizations or claim.level):
        return verdict
    found = check(claim, own, dossier)
    if isinstance(found, Evidence):
        return verdict.with_evidence(found)
    if found is None:
        return _of_others(claim, dossier, verdict)
    settles = found.settles or (None if found.verdict == "contradicted" else verdict.settles)
    return replace(found, settles=settles).with_evidence(*_affiliations(claim, own, found))


def _rows(claim: Claim, dossier: Dossier) -> list[Listing]:
    """Return the person's rows at the claim's clubs, else of its organizations, at its level: one per season and
    club."""
    report = dossier.reports.get(claim.report)
    url = report.url if report else None
    return [
        one
        for one in dossier.person.listed
        if one.source != url and _at(claim, one) and _of(claim, one) and _of_level(claim, one)
    ]


def _at(claim: Claim, row: Listing) -> bool:
    named = claim.clubs
    return not named or any(may_be_one_club(club, name) for club in named for name in row.names)


def _of(claim: Claim, row: Listing) -> bool:
    named = claim.organizations
    return not named or bool(_parents(named) & _parents(row.organizations))


def _parents(names: Iterable[str]) -> frozenset[str]:
    """Organizations in the form in which they are compared: by name and by franchise."""
    return frozenset(mark for name in names for mark in (plain(name), *hand_kept.franchises_called(name)))


def _affiliations(claim: Claim, own: Sequence[Listing], found: Verdict) -> list[Evidence]:
    """Return the affiliations that tie the verdict's rows to the organizations that the claim names, with their
    sources."""
    named = _parents(claim.organizations)
    stated = [row for row in own if row_as_evidence(row) in found.evidence]
    return _ties(stated, lambda organization: bool(_parents([organization]) & named))


def _of_another_parent(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict | None:
    """Return the verdict where the manager is listed at the clubs named, which are affiliates of none of its
    organizations.

    Null where nothing ties the clubs to another organization. To be checked if that is so in every season named; else
    open, since the file has not every season of anybody.
    """
    seasons = set(claim.seasons)
    named = [row for row in dossier.person.listed if claim.clubs and _at(claim, row) and _of_level(claim, row)]
    stated = [row for row in named if (not seasons or row.season in seasons) and not _of(claim, row)]
    ties = _ties(stated, lambda _organization: True)
    strong = [row for row in without_weak(stated) if row.affiliations]
    if not (ties and seasons and {row.season for row in strong} >= seasons):
        return verdict.with_evidence(*ties) if ties else None
    parents = dict.fromkeys(organization for row in strong for organization, _table, _source in row.affiliations)
    ours = f"{places(strong)}: affiliate of the {', '.join(parents)}"
    against = contradicted(ours, "affiliation", *ties, *(row_as_evidence(row) for row in strong))
    return doubted("which organization the club belonged to", against)


def _of_others(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict:
    """Return the verdict on a stint as manager, with who else is listed for its clubs in seasons in which the person is
    not.

    To be checked where a row gives another the whole of a season; open where it gives a part of it, where several clubs
    had the name, or where the other has the same surname.
    """
    if not claim_types()[claim.type].is_tenure or claim.fields.get("role") != "manager" or not claim.clubs:
        return verdict
    own = {row.season for row in dossier.person.listed if _at(claim, row)}
    rows = [
        row
        for row in dossier.facts.listed
        if row.season in set(claim.seasons) - own
        and not row.weak
        and (_at(claim, row) and _of(claim, row) and _of_level(claim, row))
    ]
    if not rows:
        return verdict
    evidence = [row_as_evidence(row) for row in rows]
    surname = plain(claim.person).split()[-1:]
    whole = [row for row in rows if row.whole_season and plain(row.manager or "").split()[-1:] != surname]
    if not any(_is_one_club(claim, row) for row in whole):
        return verdict.with_evidence(*evidence)
    ours = "; ".join(f"{row.manager}: {row.club} {row.season}" for row in rows)
    pages = ", ".join(dict.fromkeys(row.source for row in rows))
    settles = f"{pages} and {verdict.settles}" if verdict.settles else pages
    return doubted(settles, contradicted(ours, RULE, *evidence, *verdict.evidence))


def _is_one_club(claim: Claim, row: Listing) -> bool:
    """Return whether no other minor-league club of the season can be meant by the claim's name of the row's club."""
    named = [club for club in claim.clubs if any(may_be_one_club(club, name) for name in row.names)]
    meant = {
        one.id
        for one in hand_kept.minor_clubs(row.season)
        if any(may_be_one_club(club, name) for club in named for name in (one.name, *one.others))
    }
    return len(meant) < 2


def _ties(rows: Sequence[Listing], wanted: Callable[[str], bool]) -> list[Evidence]:
    """Return one piece of evidence per club, organization and source, with the seasons."""
    tied: dict[tuple[str, str, str, str], list[int]] = {}
    for row in rows:
        for organization, table, source in row.affiliations:
            if wanted(organization):
                tied.setdefault((row.club, organization, table, source), []).append(row.season)
    return [
        Evidence(
            "table" if table else "note",
            f"{club} {spans(seasons)}: affiliate of the {organization} ({source})",
            table=table or None,
        )
        for (club, organization, table, source), seasons in tied.items()
    ]


def _of_level(claim: Claim, row: Listing) -> bool:
    resolved, level = claim.fields.get("level_resolved"), claim.level
    if resolved is not None:
        return resolved == row.level
    return level in (None, "minor league") or (row.level is not None and level == level_of_words(row.level))


def corroborated(own: Sequence[Listing], ours: str, rule: str = RULE) -> Verdict:
    """Return `corroborated`, with the rows as evidence."""
    return Verdict("corroborated", tuple(row_as_evidence(one) for one in own), ours, rule)


def row_as_evidence(row: Listing) -> Evidence:
    """Return a row as evidence: season, club, level, the page's record, that of the games here, and the source."""
    official = f", {row.wins}-{row.losses}" if row.wins is not None else ""
    games = f"; by the games here {row.games}" if row.games else ""
    level = f" ({row.level})" if row.level else ""
    sure = f"confidence {row.confidence or 'not stated'}"
    return row_of(row.table, f"{row.season} {row.club}{level}{official}{games}: {row.source} ({sure})")


def places(own: Sequence[Listing]) -> str:
    """Return the clubs with their seasons, in words."""
    by_club: dict[str, list[int]] = {}
    for row in own:
        by_club.setdefault(row.club, []).append(row.season)
    return "; ".join(f"{club} {spans(seasons)}" for club, seasons in by_club.items())


def without_weak(own: Sequence[Listing]) -> list[Listing]:
    """Return the rows that are certain enough to decide a claim."""
    return [row for row in own if not row.weak]


def official_sum(rows: Sequence[Listing]) -> str | None:
    """Return the sum of the pages' records; null if one gives none."""
    if not rows or any(row.wins is None or row.losses is None for row in rows):
        return None
    return f"{sum(row.wins or 0 for row in rows)}-{sum(row.losses or 0 for row in rows)}"
