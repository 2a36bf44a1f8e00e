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
from skipper.press.facts import MAJOR, Listing
from skipper.press.reconcile.days import day_of_act_words
from skipper.press.reconcile.decide import decide_of_minors
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import (
    clubs_of,
    day_of_act,
    level_of,
    level_of_words,
    may_be_one_club,
    organizations_of,
    person_of,
    seasons_of,
)
from skipper.press.reconcile.standings import figures_told
from skipper.press.reconcile.tenure import seasons_to_begin
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, doubted, row_of

RULE = "listed manager"
GAMES = "games here"
BOTH = "games here and listed manager"
_IN_THE_DUGOUT = (None, "manager")


def by_the_file(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict:
    """An open verdict of the tables, with what the file of managers says of the claim."""
    check = _CHECKS.get(claim.type)
    if check is None or verdict.verdict != "unverifiable" or claim.denied:
        return verdict
    if level_of(claim) == MAJOR or claim.fields.get("role") not in _IN_THE_DUGOUT:
        return verdict
    own = _rows(claim, dossier)
    if not own:
        return _of_another_parent(claim, dossier, verdict) or _of_others(claim, dossier, verdict)
    if not (clubs_of(claim) or organizations_of(claim) or level_of(claim)):
        return verdict
    found = check(claim, own, dossier)
    if isinstance(found, Evidence):
        return verdict.with_evidence(found)
    if found is None:
        return _of_others(claim, dossier, verdict)
    settles = found.settles or (None if found.verdict == "contradicted" else verdict.settles)
    return replace(found, settles=settles).with_evidence(*_affiliations(claim, own, found))


def _rows(claim: Claim, dossier: Dossier) -> list[Listing]:
    """His rows at the claim's clubs, else of its organizations, at its level: one per season and club."""
    report = dossier.reports.get(claim.report)
    url = report.url if report else None
    return [
        one
        for one in dossier.person.listed
        if one.source != url and _at(claim, one) and _of(claim, one) and _of_level(claim, one)
    ]


def _at(claim: Claim, row: Listing) -> bool:
    named = clubs_of(claim)
    return not named or any(may_be_one_club(club, name) for club in named for name in row.names)


def _of(claim: Claim, row: Listing) -> bool:
    named = organizations_of(claim)
    return not named or bool(_parents(named) & _parents(row.organizations))


def _parents(names: Iterable[str]) -> frozenset[str]:
    """Organizations in the form in which they are compared: by name and by franchise."""
    return frozenset(mark for name in names for mark in (plain(name), *hand_kept.franchises_called(name)))


def _affiliations(claim: Claim, own: Sequence[Listing], found: Verdict) -> list[Evidence]:
    """The affiliations that tie the verdict's rows to the organizations that the claim names, with their sources."""
    named = _parents(organizations_of(claim))
    told = [row for row in own if _row(row) in found.evidence]
    return _ties(told, lambda organization: bool(_parents([organization]) & named))


def _of_another_parent(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict | None:
    """The verdict where the manager is listed at the clubs named, which are affiliates of none of its organizations.

    Null where nothing ties the clubs to another organization. To be checked if that is so in every season named; else
    open, since the file has not every season of anybody.
    """
    seasons = set(seasons_of(claim))
    named = [row for row in dossier.person.listed if clubs_of(claim) and _at(claim, row) and _of_level(claim, row)]
    told = [row for row in named if (not seasons or row.season in seasons) and not _of(claim, row)]
    ties = _ties(told, lambda _organization: True)
    strong = [row for row in _strong(told) if row.affiliations]
    if not (ties and seasons and {row.season for row in strong} >= seasons):
        return verdict.with_evidence(*ties) if ties else None
    parents = dict.fromkeys(organization for row in strong for organization, _table, _source in row.affiliations)
    ours = f"{_places(strong)}: affiliate of the {', '.join(parents)}"
    against = contradicted(ours, "affiliation", *ties, *(_row(row) for row in strong))
    return doubted("which organization the club belonged to", against)


def _of_others(claim: Claim, dossier: Dossier, verdict: Verdict) -> Verdict:
    """The verdict on a stint as manager, with who else is listed for its clubs in seasons in which the person is not.

    To be checked where a row gives another the whole of a season; open where it gives a part of it, where several clubs
    had the name, or where the other has the same surname.
    """
    if claim.type != "stint" or claim.fields.get("role") != "manager" or not clubs_of(claim):
        return verdict
    own = {row.season for row in dossier.person.listed if _at(claim, row)}
    rows = [
        row
        for row in dossier.facts.listed
        if row.season in set(seasons_of(claim)) - own
        and not row.weak
        and (_at(claim, row) and _of(claim, row) and _of_level(claim, row))
    ]
    if not rows:
        return verdict
    evidence = [_row(row) for row in rows]
    surname = plain(person_of(claim)).split()[-1:]
    whole = [row for row in rows if row.whole_season and plain(row.manager or "").split()[-1:] != surname]
    if not any(_is_one_club(claim, row) for row in whole):
        return verdict.with_evidence(*evidence)
    ours = "; ".join(f"{row.manager}: {row.club} {row.season}" for row in rows)
    pages = ", ".join(dict.fromkeys(row.source for row in rows))
    settles = f"{pages} and {verdict.settles}" if verdict.settles else pages
    return doubted(settles, contradicted(ours, RULE, *evidence, *verdict.evidence))


def _is_one_club(claim: Claim, row: Listing) -> bool:
    """Whether no other minor-league club of the season can be meant by the claim's name of the row's club."""
    named = [club for club in clubs_of(claim) if any(may_be_one_club(club, name) for name in row.names)]
    meant = {
        one.id
        for one in hand_kept.minor_clubs(row.season)
        if any(may_be_one_club(club, name) for club in named for name in (one.name, *one.others))
    }
    return len(meant) < 2


def _ties(rows: Sequence[Listing], wanted: Callable[[str], bool]) -> list[Evidence]:
    """One piece of evidence per club, organization and source, with the seasons."""
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
    resolved, level = claim.fields.get("level_resolved"), level_of(claim)
    if resolved is not None:
        return resolved == row.level
    return level in (None, "minor league") or (row.level is not None and level == level_of_words(row.level))


def _corroborated(own: Sequence[Listing], ours: str, rule: str = RULE) -> Verdict:
    return Verdict("corroborated", tuple(_row(one) for one in own), ours, rule)


def _row(row: Listing) -> Evidence:
    official = f", {row.wins}-{row.losses}" if row.wins is not None else ""
    games = f"; by the games here {row.games}" if row.games else ""
    level = f" ({row.level})" if row.level else ""
    sure = f"confidence {row.confidence or 'not stated'}"
    return row_of(row.table, f"{row.season} {row.club}{level}{official}{games}: {row.source} ({sure})")


def _places(own: Sequence[Listing]) -> str:
    by_club: dict[str, list[int]] = {}
    for row in own:
        by_club.setdefault(row.club, []).append(row.season)
    return "; ".join(f"{club} {spans(seasons)}" for club, seasons in by_club.items())


def _strong(own: Sequence[Listing]) -> list[Listing]:
    return [row for row in own if not row.weak]


def _stint(claim: Claim, own: list[Listing], _dossier: Dossier) -> Verdict | None:
    """Whether he is listed for every season named; without one, for any."""
    if not (clubs_of(claim) or organizations_of(claim)):
        return None
    seasons = set(seasons_of(claim))
    told = [row for row in _strong(own) if not seasons or row.season in seasons]
    if not told or not {row.season for row in told} >= seasons:
        return None
    return _corroborated(told, _places(told), f"{RULE}: {_compared(claim)}")


def _compared(claim: Claim) -> str:
    """What of a stint was compared with the rows: nobody is to take a club's organization as checked if it was not."""
    parts = {
        "club": clubs_of(claim),
        "organization": organizations_of(claim),
        "season": seasons_of(claim),
        "role": claim.fields.get("role"),
        "level": level_of(claim),
    }
    return ", ".join(name for name, value in parts.items() if value)


def _appointment(claim: Claim, own: list[Listing], dossier: Dossier) -> Verdict | None:
    """Whether he is listed as the club's or an affiliate's manager from a season that the appointment can be for."""
    outcome, days = claim.fields.get("outcome"), day_of_act(claim)
    if outcome not in ("appointed", "promoted") or not (clubs_of(claim) or organizations_of(claim)):
        return None
    first, last = seasons_to_begin(claim, days) if days else (0, 9999)
    listed = _strong(own)
    begun = [row for row in listed if first <= row.season <= last]
    fresh = bool(begun) and not any(row.season == begun[0].season - 1 for row in listed)
    before = [row for row in dossier.person.listed if begun and row.season == begun[0].season - 1]
    if not fresh or (outcome == "promoted" and not before):
        return None
    found = _corroborated([*(before if outcome == "promoted" else ()), begun[0]], _places(begun[:1]))
    if days is None:
        return found
    told = day_of_act_words(days)
    fits = f"The page gives the season, not the day: {begun[0].season} fits an appointment dated {told}."
    return found.with_evidence(Evidence("note", fits))


def _record(claim: Claim, own: list[Listing], dossier: Dossier) -> Verdict | Evidence | None:
    """The sum of the seasons named, by the pages or by the games; of a career what the pages give of it."""
    told, seasons = figures_told(claim), set(seasons_of(claim))
    if {"wins", "losses"} - set(told) or told.get("ties"):
        return None
    if not seasons:
        return _rest_of_career(claim, own, dossier)
    rows = [row for row in _strong(own) if row.season in seasons]
    if {row.season for row in rows} != seasons:
        return None
    wanted, official, games = f"{told['wins']}-{told['losses']}", _official(rows), _of_games(rows)
    if wanted in (official, games):
        return _corroborated(rows, wanted)
    day = dossier.date_of(claim)
    if day is not None and day.year <= max(seasons):
        return None
    return _other_figures(claim, dossier, rows, official, games)


def _other_figures(
    claim: Claim, dossier: Dossier, rows: Sequence[Listing], official: str | None, games: str | None
) -> Verdict | None:
    """The verdict on a record that is neither the pages' nor that of the games here, with both; null without either.

    Games without a page's word, or against it, may lack some, or have those of the postseason too.
    """
    evidence = tuple(_row(one) for one in rows)
    if official is None:
        return Verdict("unverifiable", evidence, games, GAMES) if games is not None else None
    if games is None:
        return Verdict("disputed", evidence, official, RULE)
    if official != games:
        return Verdict("disputed", evidence, f"{official} by the page, {games} by the games here", BOTH)
    against = contradicted(official, BOTH, *evidence)
    if not (clubs_of(claim) and _beyond_the_club(claim, rows)):
        part = Evidence("note", "It can be the record of a part of the club's games.")
        return doubted("which games are meant", against, part)
    return decide_of_minors(claim, dossier, against)


def _of_games(rows: Sequence[Listing]) -> str | None:
    """The sum of the records by the games here; null if a row has none."""
    each = [row.games.split("-") for row in rows if row.games]
    if not rows or len(each) < len(rows):
        return None
    return f"{sum(int(wins) for wins, _losses in each)}-{sum(int(losses) for _wins, losses in each)}"


def _beyond_the_club(claim: Claim, rows: Sequence[Listing]) -> bool:
    """Whether it has more wins or more losses than all games of the clubs here, whoever ran them."""
    every = [row.of_club for row in rows if row.of_club is not None]
    if len(every) < len(rows):
        return False
    told, whole = figures_told(claim), [sum(figures) for figures in zip(*every, strict=True)]
    return told["wins"] > whole[0] or told["losses"] > whole[1]


def _official(rows: Sequence[Listing]) -> str | None:
    """The sum of the pages' records; null if one gives none."""
    if not rows or any(row.wins is None or row.losses is None for row in rows):
        return None
    return f"{sum(row.wins or 0 for row in rows)}-{sum(row.losses or 0 for row in rows)}"


def _rest_of_career(claim: Claim, own: list[Listing], dossier: Dossier) -> Evidence | None:
    """What is left of a career's record, counted to the season before the latest that the piece speaks of."""
    written = dossier.written(claim)
    rows = [row for row in _strong(own) if written is not None and row.season < written.first.year]
    known = [row for row in rows if row.wins is not None and row.losses is not None]
    official, told = _official(known), figures_told(claim)
    if official is None:
        return None
    wins, losses = (told[name] - sum(getattr(row, name) for row in known) for name in ("wins", "losses"))
    return Evidence(
        "sum",
        f"Pages of listed_manager give {official} for {_places(known)}: counted to {known[-1].season}, "
        f"{told['wins']}-{told['losses']} leaves {wins}-{losses} for seasons without a page's record.",
        table="listed_manager",
    )


def _tally(claim: Claim, own: list[Listing], _dossier: Dossier) -> Verdict | Evidence | None:
    """Seasons managed, above .500 by the pages' records, or with postseason games here, as many as it says."""
    what, named = str(claim.fields.get("what")), set(seasons_of(claim))
    rows = [row for row in _strong(own) if not named or row.season in named]
    seasons = sorted({row.season for row in rows})
    if not rows or (named and set(seasons) != named):
        return None
    if what == "postseason_seasons":
        return _postseasons(claim, rows, named)
    counted = _above_500(rows, seasons) if what == "seasons_above_500" else seasons if what in _OF_SEASONS else None
    if counted is None:
        return None
    of = claim.fields.get("of")
    ours = f"{len(counted)}{f' of {len(seasons)}' if of is not None else ''}: {spans(counted) or 'none'}"
    if claim.fields.get("value") == len(counted) and of in (None, len(seasons)):
        return _corroborated(rows, ours)
    return Evidence("table", f"Listed: {ours} ({_places(rows)}).", table="listed_manager")


_OF_SEASONS = frozenset(["seasons_managed", "seasons_with_organization"])


def _postseasons(claim: Claim, rows: list[Listing], named: set[int]) -> Verdict | None:
    """Corroborated if all seasons that it names, as many as it says, have postseason games here."""
    reached = [row for row in rows if row.postseason_games]
    if not named or {row.season for row in reached} != named or claim.fields.get("value") not in (None, len(named)):
        return None
    games = (f"{row.postseason_games} postseason games of {row.season} here" for row in reached)
    return _corroborated(reached, ", ".join(games))


def _above_500(rows: list[Listing], seasons: list[int]) -> list[int] | None:
    """The seasons with more wins than losses by the pages' records; null if a page gives none."""
    if _official(rows) is None:
        return None
    margins = {season: sum((r.wins or 0) - (r.losses or 0) for r in rows if r.season == season) for season in seasons}
    return [season for season in seasons if margins[season] > 0]


_CHECKS: dict[str, Callable[[Claim, list[Listing], Dossier], Verdict | Evidence | None]] = {
    "stint": _stint,
    "appointment": _appointment,
    "record": _record,
    "tally": _tally,
}
