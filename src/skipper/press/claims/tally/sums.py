"""Counts of seasons against the seasons that other claims speak of, one by one or from the first to the last."""

from __future__ import annotations

from dataclasses import dataclass

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claims.record.sums import has_record, season_count
from skipper.press.days import Days
from skipper.press.reconcile.arithmetic import NOTHING, Sum, summed
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import may_be_one_club

FIRST_MONTH, LAST_MONTH = 4, 9  # of a season


@dataclass(frozen=True)
class _Scope:
    """What a count is about: clubs, else the organizations they belong to, else a level."""

    clubs: tuple[str, ...]
    parents: frozenset[str]
    level: str | None


def _scope_of(claim: Claim, dossier: Dossier) -> _Scope:
    clubs = claim.clubs
    return _Scope(clubs, frozenset(claim.organizations) | _parents(clubs, dossier), claim.level)


def _parents(clubs: tuple[str, ...], dossier: Dossier) -> frozenset[str]:
    """Return the organizations that any claim gives the clubs."""
    stated = (
        (each.first for kind in ("stint", "appointment", "record", "tally") for each in dossier.of(kind))
        if clubs
        else ()
    )
    return frozenset(
        parent
        for one in stated
        if any(may_be_one_club(a, b) for a in one.clubs for b in clubs)
        for parent in one.organizations
    )


def _in_scope(other: Claim, scope: _Scope) -> bool:
    """Return whether a claim speaks of a season that the count is about.

    Of a count of clubs, a departure from their organization states the last season.
    """
    if other.denied or other.fields.get("role") not in (None, "manager"):
        return False
    own = other.clubs
    if scope.clubs and (own or other.type != "departure"):
        return any(may_be_one_club(a, b) for a in own for b in scope.clubs)
    named = other.organizations or own
    if scope.parents and named:
        at_level = scope.level is None or other.level in (None, scope.level)
        return at_level and any(may_be_one_club(a, b) for a in named for b in scope.parents)
    return scope.level is not None and other.level == scope.level


def claimed_seasons(claim: Claim, dossier: Dossier) -> dict[int, Claim]:
    """Each season that another claim puts in the count's scope, with that claim.

    An appointment states the season it is for, or that of its date up to September; a departure its own.
    """
    found: dict[int, Claim] = {}
    scope = _scope_of(claim, dossier)
    if not (scope.clubs or scope.parents or scope.level):
        return found
    for kind in ("stint", "record", "appointment", "departure", "tally"):
        for each in dossier.of(kind):
            other = each.first
            same = other.fields == claim.fields or _is_of_reprint(other, claim, dossier)
            if other is claim or same or not _in_scope(other, scope):
                continue
            for season in seasons_claimed_by(other):
                found.setdefault(season, other)
    return found


def _is_of_reprint(other: Claim, claim: Claim, dossier: Dossier) -> bool:
    """Return whether it is a claim of the same kind in a reprint of the claim's own report, as edited there."""
    reprint = other.report != claim.report and dossier.group_of(other) == dossier.group_of(claim)
    return reprint and other.type == claim.type


def seasons_claimed_by(claim: Claim) -> list[int]:
    """Return the seasons that a claim puts its man in its post: of an appointment the first, of a departure the
    last."""
    if claim.type == "appointment":
        if claim.fields.get("outcome") not in ("appointed", "promoted"):
            return []
        if claim.fields.get("for_season"):
            return [int(claim.fields["for_season"])]
        if not claim.clubs:
            return []
    if claim.type in ("appointment", "departure") and not claim.seasons:
        days = claim.act_days
        return [] if days is None or days.first.year != days.last.year else [_season_of_act(claim, days)]
    return list(claim.seasons)


def _season_of_act(claim: Claim, days: Days) -> int:
    """Return a man appointed after September begins the next year; one who leaves before April left after the last
    season."""
    if claim.type == "appointment":
        return days.first.year + (days.first.month > LAST_MONTH)
    return days.first.year - (days.last.month < FIRST_MONTH)


def _seasons_counted(claim: Claim, dossier: Dossier) -> Sum:
    """Return a number of seasons against the seasons that are stated, one by one or from the first to the last."""
    wanted = claim.fields.get("of") or claim.fields.get("value")
    if wanted is None:
        return NOTHING
    own = claim.seasons
    if own and claim.fields.get("of") is None and len(own) != int(wanted):
        return summed(False, f"{spans(own)} is {len(own)} seasons, not {wanted}", [claim])
    stated = claimed_seasons(claim, dossier)
    found = _matching(stated, int(wanted))
    if found.holds is None and own:
        return summed(None, f"{spans(own)} is {wanted} seasons", [claim])
    return found


def _matching(stated: dict[int, Claim], wanted: int) -> Sum:
    """Return whether the seasons stated are so many, or the years from the first to the last."""
    years = sorted(stated)
    if years and len(years) == wanted:
        return summed(True, f"{_by_club(stated)} = {wanted} seasons", stated.values())
    if years and years[-1] - years[0] + 1 == wanted:
        ends = f"{years[0]} to {years[-1]}: {years[-1]} - {years[0]} + 1 = {wanted} seasons"
        return summed(True, ends, (stated[years[0]], stated[years[-1]]))
    return NOTHING


def _by_club(stated: dict[int, Claim]) -> str:
    """Return the seasons stated, those of one club together: `Buffalo Bisons 2012 + Las Vegas 51s 2013-2016`."""
    runs: list[tuple[str, list[int]]] = []
    for year in sorted(stated):
        named = stated[year].clubs or stated[year].organizations
        name = next(iter(named), "")
        if runs and may_be_one_club(runs[-1][0], name):
            runs[-1][1].append(year)
        else:
            runs.append((name, [year]))
    return " + ".join(f"{name} {_span(years)}".strip() for name, years in runs)


def _span(years: list[int]) -> str:
    return str(years[0]) if len(years) == 1 else f"{years[0]}-{years[-1]}"


def tally_sum(claim: Claim, dossier: Dossier) -> Sum:
    """Return what other claims add up to for a count of seasons managed, of those above .500, or with an
    organization."""
    what = claim.fields.get("what")
    if what in ("seasons_managed", "seasons_with_organization"):
        return _seasons_counted(claim, dossier)
    return _above_500(claim, dossier) if what == "seasons_above_500" else NOTHING


def _above_500(claim: Claim, dossier: Dossier) -> Sum:
    """Return the seasons above .500 among the records stated, and whether the number of seasons is right."""
    count = _seasons_counted(claim, dossier) if claim.fields.get("of") else NOTHING
    stated = [each.first for each in dossier.of("record") if has_record(each.first) and season_count(each.first) == 1]
    # A record that names no club is theirs where another claim puts him with one of them that season.
    seasons, scope = claimed_seasons(claim, dossier), _scope_of(claim, dossier)
    stated = [one for one in stated if _in_scope(one, scope) or (not one.clubs and one.seasons[0] in seasons)]
    value, of = claim.fields.get("value"), claim.fields.get("of")
    if not stated or value is None:
        return Sum(None, count.evidence)
    by_season = {one.seasons[0]: one for one in stated}
    above = [season for season, one in by_season.items() if int(one.fields["wins"]) > int(one.fields["losses"])]
    below = sorted(set(by_season) - set(above))
    said = "; ".join(f"{s} {by_season[s].fields['wins']}-{by_season[s].fields['losses']}" for s in sorted(by_season))
    if of is not None and len(by_season) == int(of):
        found = summed(len(above) == int(value), f"{said}: above .500 in {len(above)} of {of}", stated)
    elif len(above) > int(value) or (of is not None and int(value) > int(of) - len(below)):
        found = summed(False, f"{said}: {value} cannot be right", stated)
    else:
        found = summed(None, f"{said}: with it, {value} can be right", stated)
    return Sum(found.holds, (*found.evidence, *count.evidence))
