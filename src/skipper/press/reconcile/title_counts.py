"""Claims that count pennants or World Series, in the role that their words give.

A man who managed may have won as a player too. Words that give no role are supported by whichever count fits: of those
that he managed, of those that he played for, or of both. They are contradicted where none fits.
"""

from __future__ import annotations

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.facts import Facts, Series
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.honours import RECORD_BOOK
from skipper.press.reconcile.place import codes_of, games_of, outside
from skipper.press.reconcile.reading import clubs_of, organizations_of
from skipper.press.reconcile.records import missing_seasons
from skipper.press.reconcile.roles import Role, role_understood
from skipper.press.reconcile.tallies import Counted, fits
from skipper.press.reconcile.tenure import MANAGED
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

TITLES = {"world_series_titles": "WS", "pennants": "pennant"}
_NAMES = {"WS": "World Series", "pennant": "Pennants"}
# From 1905 on a Series names both pennant winners of each season but 1994, when none was won; before, some have none.
_SERIES_EVERY_YEAR = 1905


def champions(facts: Facts, season: int, wanted: str) -> list[tuple[str | None, str | None]]:
    """Codes and names of who won it in a season: the World Series, or the pennants (both clubs in it)."""
    series: Series | None = facts.series.get(season, {}).get("WS")
    if series is not None:
        pairs = [(series.winner, series.winner_name), (series.loser, series.loser_name)]
        return pairs[:1] if wanted == "WS" else pairs
    played = facts.series.get(season, {})
    found = [played[name] for name in ("NLCS", "ALCS") if name in played] if wanted == "pennant" else []
    return [(one.winner, one.winner_name) for one in found]


def check_title_count(claim: Claim, dossier: Dossier) -> Verdict:
    """How many titles clubs won that he managed, or started for; open where a season that may count is not here."""
    settles, wanted = games_of(claim), TITLES[str(claim.fields["what"])]
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    if not dossier.facts.series:
        return open_claim(settles, Evidence("coverage", "The lake has no series: build it with Lahman's SeriesPost."))
    counts, told = titles_won(claim, dossier, wanted), role_understood(claim, dossier)
    readings = {told: counts[told]} if told in counts else {} if told else counts
    if not readings:
        return open_claim(settles, Evidence("coverage", "The lake has no game of his of that kind."))
    return _compared(claim, dossier, counts, list(_with_both(readings)), settles)


def _compared(
    claim: Claim, dossier: Dossier, counts: dict[Role, Counted], readings: list[Counted], settles: str
) -> Verdict:
    ours = _ours(counts)
    row = row_of("postseason_series", "; ".join(one.evidence.text for one in counts.values()) + ".")
    found = [(one, fits(claim, dossier, one)) for one in readings]
    whole = next((one for one, fit in found if fit and not one.absent), None)
    if whole is not None:
        return supported(ours, whole.rule, row)
    lacking = sorted({season for one, fit in found if fit or _may_reach(claim, one) for season in one.absent})
    if readings[0].rule == _RULES["managed"]:
        lacking = sorted({*lacking, *readings[0].absent})  # a season that he may have managed leaves it open
    if lacking:
        gap = Evidence("coverage", f"The lake does not settle {spans(lacking)}, which may count.", table="coverage")
        return open_claim(f"the record of {spans(lacking)}", gap, row, ours=ours, rule=RECORD_BOOK)
    if any(fit is None or _may_reach(claim, one) for one, fit in found):
        return open_claim(settles, row, ours=ours, rule=RECORD_BOOK)
    return contradicted(ours, RECORD_BOOK, row)


def _may_reach(claim: Claim, one: Counted) -> bool:
    """Whether the number is more than we know of, and no more than there can be."""
    value = claim.fields.get("value")
    return value is not None and one.most is not None and len(one.seasons) < int(value) <= one.most


def _ours(counts: dict[Role, Counted]) -> str:
    return "; ".join(f"{role} {len(one.seasons)}: {spans(one.seasons) or 'none'}" for role, one in counts.items())


def _with_both(readings: dict[Role, Counted]) -> tuple[Counted, ...]:
    """The readings, and of two the count of both: won as a player and as a manager."""
    each = tuple(readings.values())
    if len(each) < 2:
        return each
    seasons, looked_at, absent = (
        tuple(sorted({season for one in each for season in getattr(one, name)}))
        for name in ("seasons", "looked_at", "absent")
    )
    more = sum((one.most or len(one.seasons)) - len(one.seasons) for one in each)
    return (*each, Counted(seasons, looked_at, absent, RECORD_BOOK, each[0].evidence, len(seasons) + more))


_RULES: dict[Role, str] = {"managed": "record book, managed", "played": "record book, starts"}


def titles_won(claim: Claim, dossier: Dossier, wanted: str) -> dict[Role, Counted]:
    """The seasons in which a club of his (of those that the claim names) won, by his role in them.

    A role that he is not known to have had is left out. `wanted` is as `champions` has it.
    """
    found: dict[Role, Counted] = {}
    ran = [one for one in dossier.person.records if one.rule == MANAGED]
    if ran or dossier.person.missing:
        own = {(one.season, one.club) for one in ran}
        named = [one for one in ran if one.club in codes_of(claim, dossier.facts, one.season)] if _names(claim) else ran
        missing = missing_seasons(claim, dossier, named) if named else list(dossier.person.missing)
        found["managed"] = _counted(claim, dossier, wanted, "managed", own, missing, [])
    person = dossier.person
    played = range(person.played_first or 0, (person.played_last or -1) + 1)
    if person.starts or played:
        own = {(one.season, one.club) for one in person.starts}
        bench = sorted(set(played) - {season for season, _club in own})
        found["played"] = _counted(claim, dossier, wanted, "played", own, dossier.facts.absent(played), bench)
    return found


def _counted(
    claim: Claim,
    dossier: Dossier,
    wanted: str,
    role: Role,
    own: set[tuple[int, str]],
    missing: list[int],
    bench: list[int],
) -> Counted:
    """The titles of one role. `missing` are seasons without games in the lake, `bench` those without a start of his."""
    won = {season for season, club in own if club in (_winners(claim, dossier, wanted, season) or ())}
    unknown = {season for season, _club in own if _winners(claim, dossier, wanted, season) is None}
    gap = sorted((unknown | {one for one in missing if _winners(claim, dossier, wanted, one) != set()}) - won)
    rest = {one for one in bench if _winners(claim, dossier, wanted, one)} - won - set(gap)
    years = tuple(sorted({season for season, _club in own}))
    row = Evidence("table", f"{_NAMES[wanted]} of clubs that he {_DID[role]}: {spans(sorted(won)) or 'none'}")
    return Counted(tuple(sorted(won)), years, tuple(gap), _RULES[role], row, len(won) + len(gap) + len(rest))


_DID: dict[Role, str] = {"managed": "managed", "played": "started for"}


def _names(claim: Claim) -> bool:
    return bool(clubs_of(claim) or organizations_of(claim))


def _winners(claim: Claim, dossier: Dossier, wanted: str, season: int) -> set[str] | None:
    """Who won in a season, of the clubs named; null where the record book does not tell."""
    named = codes_of(claim, dossier.facts, season)
    if _names(claim) and not named:
        return set()
    won = {code for code, _name in champions(dossier.facts, season, wanted) if code is not None}
    if not won and (season > max(dossier.facts.series) or (wanted == "pennant" and season < _SERIES_EVERY_YEAR)):
        return None
    return won & named if _names(claim) else won
