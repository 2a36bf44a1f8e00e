"""Arithmetic over claims: what follows from others, and what cannot be true with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.reconcile.days import Days
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import (
    clubs_of,
    day_of_act,
    level_of,
    organizations_of,
    same_club,
    seasons_of,
)
from skipper.press.reconcile.verdict import Evidence

MINOR = "minor league"


@dataclass(frozen=True)
class Sum:
    """A calculation: whether the claim follows from it, cannot stand with it (false), or neither (null)."""

    holds: bool | None
    evidence: tuple[Evidence, ...]


NOTHING = Sum(None, ())


def sum_for(claim: Claim, dossier: Dossier) -> Sum:
    """What the other claims about the man add up to for this one."""
    find = _SUMS.get(claim.type)
    return find(claim, dossier) if find and not claim.denied else NOTHING


def _sum(holds: bool | None, text: str, used: Iterable[Claim] = ()) -> Sum:
    reports = sorted({claim.report for claim in used})
    after = f" ({'; '.join(reports)})" if reports else ""
    return Sum(holds, (Evidence("sum", f"{text}{after}", holds=holds),))


# Records


def _has_record(claim: Claim) -> bool:
    return claim.fields.get("wins") is not None and claim.fields.get("losses") is not None and not claim.denied


def _count(claim: Claim) -> int:
    """Of how many seasons a record is; 0 where that is not said."""
    return len(seasons_of(claim)) or int(claim.fields.get("season_count") or 0)


def _is_part(part: Claim, whole: Claim) -> bool:
    levels = level_of(part), level_of(whole)
    at_level = levels[0] == levels[1] or None in levels or (levels[1] == MINOR and levels[0] != "MLB")
    clubs = clubs_of(whole)
    with_club = not clubs or not clubs_of(part) or any(same_club(a, b) for a in clubs_of(part) for b in clubs)
    in_span = not seasons_of(whole) or set(seasons_of(part)) <= set(seasons_of(whole))
    return _count(part) == 1 and bool(seasons_of(part)) and at_level and with_club and in_span


def _record_sum(claim: Claim, dossier: Dossier) -> Sum:
    """Season records against the total that they are part of."""
    told = [each.first for each in dossier.of("record") if _has_record(each.first)]
    if not _has_record(claim):
        return NOTHING
    wholes = [claim] if _count(claim) > 1 else [one for one in told if _count(one) > 1 and _is_part(claim, one)]
    found = [_of_whole(whole, told) for whole in wholes]
    told_sums = [one for one in found if one.evidence]
    return next((one for one in told_sums if one.holds is not None), told_sums[0] if told_sums else NOTHING)


def _of_whole(whole: Claim, told: list[Claim]) -> Sum:
    by_season: dict[int, Claim] = {}
    for one in told:
        if one is not whole and _is_part(one, whole):
            by_season.setdefault(seasons_of(one)[0], one)
    parts = [by_season[season] for season in sorted(by_season)]
    if not parts:
        return NOTHING
    wins, losses = (sum(int(one.fields[name]) for one in parts) for name in ("wins", "losses"))
    total = f"{whole.fields['wins']}-{whole.fields['losses']}"
    said = " + ".join(f"{one.fields['wins']}-{one.fields['losses']} ({seasons_of(one)[0]})" for one in parts)
    if len(parts) == _count(whole):
        same = (wins, losses) == (int(whole.fields["wins"]), int(whole.fields["losses"]))
        return _sum(same, f"{said} = {wins}-{losses}, {'the total' if same else f'not {total}'}", [*parts, whole])
    rest = int(whole.fields["wins"]) - wins, int(whole.fields["losses"]) - losses
    left = _count(whole) - len(parts)
    if min(rest) < 0 or left < 0:
        return _sum(False, f"{said} is more than {total} in {_count(whole)} seasons", [*parts, whole])
    seasons = "the one season" if left == 1 else f"the {left} seasons"
    return _sum(None, f"{total} less {said} leaves {rest[0]}-{rest[1]} for {seasons} not told", [*parts, whole])


# Counts of seasons


@dataclass(frozen=True)
class _Scope:
    """What a count is about: clubs, else the organizations they belong to, else a level."""

    clubs: tuple[str, ...]
    parents: frozenset[str]
    level: str | None


def _scope_of(claim: Claim, dossier: Dossier) -> _Scope:
    clubs = clubs_of(claim)
    return _Scope(clubs, frozenset(organizations_of(claim)) | _parents(clubs, dossier), level_of(claim))


def _parents(clubs: tuple[str, ...], dossier: Dossier) -> frozenset[str]:
    """The organizations that any claim gives the clubs."""
    told = (
        (each.first for kind in ("stint", "appointment", "record", "tally") for each in dossier.of(kind))
        if clubs
        else ()
    )
    return frozenset(
        parent
        for one in told
        if any(same_club(a, b) for a in clubs_of(one) for b in clubs)
        for parent in organizations_of(one)
    )


def _in_scope(other: Claim, scope: _Scope) -> bool:
    """Whether a claim tells of a season that the count is about.

    Of a count of clubs, a departure from their organization tells the last season.
    """
    if other.denied or other.fields.get("role") not in (None, "manager"):
        return False
    own = clubs_of(other)
    if scope.clubs and (own or other.type != "departure"):
        return any(same_club(a, b) for a in own for b in scope.clubs)
    named = organizations_of(other) or own
    if scope.parents and named:
        at_level = scope.level is None or level_of(other) in (None, scope.level)
        return at_level and any(same_club(a, b) for a in named for b in scope.parents)
    return scope.level is not None and level_of(other) == scope.level


def _seasons_told(claim: Claim, dossier: Dossier) -> dict[int, Claim]:
    """Each season that another claim puts in the count's scope, with that claim.

    An appointment tells the season it is for, or that of its date up to September; a departure its own.
    """
    found: dict[int, Claim] = {}
    scope = _scope_of(claim, dossier)
    if not (scope.clubs or scope.parents or scope.level):
        return found
    for kind in ("stint", "record", "appointment", "departure", "tally"):
        for each in dossier.of(kind):
            other = each.first
            if other is claim or other.fields == claim.fields or not _in_scope(other, scope):
                continue
            for season in _told_by(other):
                found.setdefault(season, other)
    return found


def _told_by(claim: Claim) -> list[int]:
    if claim.type == "appointment":
        if claim.fields.get("outcome") not in ("appointed", "promoted"):
            return []
        if claim.fields.get("for_season"):
            return [int(claim.fields["for_season"])]
        if not clubs_of(claim):
            return []
    if claim.type in ("appointment", "departure") and not seasons_of(claim):
        days = day_of_act(claim)
        return [] if days is None or days.first.year != days.last.year else [days.first.year + (days.first.month > 9)]
    return list(seasons_of(claim))


def _season_count(claim: Claim, dossier: Dossier) -> Sum:
    """A number of seasons against the seasons that are told, one by one or from the first to the last."""
    wanted = claim.fields.get("of") or claim.fields.get("value")
    if wanted is None:
        return NOTHING
    own = seasons_of(claim)
    if own and claim.fields.get("of") is None and len(own) != int(wanted):
        return _sum(False, f"{spans(own)} is {len(own)} seasons, not {wanted}", [claim])
    told = _seasons_told(claim, dossier)
    found = _matching(told, int(wanted))
    if found.holds is None and claim.fields.get("what") == "seasons_with_organization":
        # The year in which he came may itself be in dispute: each one told is tried.
        begun = [_matching({year: one, **told}, int(wanted)) for year, one in _appointed(claim, dossier).items()]
        found = next((one for one in begun if one.holds), NOTHING)
    if found.holds is None and own:
        return _sum(None, f"{spans(own)} is {wanted} seasons", [claim])
    return found


def _matching(told: dict[int, Claim], wanted: int) -> Sum:
    """Whether the seasons told are so many, or the years from the first to the last."""
    years = sorted(told)
    if years and len(years) == wanted:
        return _sum(True, f"{_by_club(told)} = {wanted} seasons", told.values())
    if years and years[-1] - years[0] + 1 == wanted:
        ends = f"{years[0]} to {years[-1]}: {years[-1]} - {years[0]} + 1 = {wanted} seasons"
        return _sum(True, ends, (told[years[0]], told[years[-1]]))
    return NOTHING


def _appointed(claim: Claim, dossier: Dossier) -> dict[int, Claim]:
    """The years in which claims say that he came to the organization, with no club named."""
    found = {}
    for other in (each.first for each in dossier.of("appointment")):
        days = day_of_act(other)
        taken = other.fields.get("outcome") == "appointed" and not clubs_of(other) and not other.denied
        shared = any(same_club(a, b) for a in organizations_of(other) for b in organizations_of(claim))
        if taken and shared and days is not None and days.first.year == days.last.year:
            found.setdefault(days.first.year, other)
    return found


def _by_club(told: dict[int, Claim]) -> str:
    """The seasons told, those of one club together: `Buffalo Bisons 2012 + Las Vegas 51s 2013-2016`."""
    runs: list[tuple[str, list[int]]] = []
    for year in sorted(told):
        named = clubs_of(told[year]) or organizations_of(told[year])
        name = next(iter(named), "")
        if runs and same_club(runs[-1][0], name):
            runs[-1][1].append(year)
        else:
            runs.append((name, [year]))
    return " + ".join(f"{name} {_span(years)}".strip() for name, years in runs)


def _span(years: list[int]) -> str:
    return str(years[0]) if len(years) == 1 else f"{years[0]}-{years[-1]}"


def _tally_sum(claim: Claim, dossier: Dossier) -> Sum:
    what = claim.fields.get("what")
    if what in ("seasons_managed", "seasons_with_organization"):
        return _season_count(claim, dossier)
    return _above_500(claim, dossier) if what == "seasons_above_500" else NOTHING


def _above_500(claim: Claim, dossier: Dossier) -> Sum:
    """The seasons above .500 among the records told, and whether the number of seasons is right."""
    count = _season_count(claim, dossier) if claim.fields.get("of") else NOTHING
    told = [each.first for each in dossier.of("record") if _has_record(each.first) and _count(each.first) == 1]
    # A record that names no club is theirs where another claim puts him with one of them that season.
    seasons, scope = _seasons_told(claim, dossier), _scope_of(claim, dossier)
    told = [one for one in told if _in_scope(one, scope) or (not clubs_of(one) and seasons_of(one)[0] in seasons)]
    value, of = claim.fields.get("value"), claim.fields.get("of")
    if not told or value is None:
        return Sum(None, count.evidence)
    by_season = {seasons_of(one)[0]: one for one in told}
    above = [season for season, one in by_season.items() if int(one.fields["wins"]) > int(one.fields["losses"])]
    below = sorted(set(by_season) - set(above))
    said = "; ".join(f"{s} {by_season[s].fields['wins']}-{by_season[s].fields['losses']}" for s in sorted(by_season))
    if of is not None and len(by_season) == int(of):
        found = _sum(len(above) == int(value), f"{said}: above .500 in {len(above)} of {of}", told)
    elif len(above) > int(value) or (of is not None and int(value) > int(of) - len(below)):
        found = _sum(False, f"{said}: {value} cannot be right", told)
    else:
        found = _sum(None, f"{said}: with it, {value} can be right", told)
    return Sum(found.holds, (*found.evidence, *count.evidence))


# Ages


def _age_sum(claim: Claim, dossier: Dossier) -> Sum:
    """Ages in pieces of known years imply when he was born: whether all do of one day."""
    ages = [one for each in dossier.of("age") for one in each.claims]
    known = [(one, days) for one in ages if (days := _year_of(one, dossier)) is not None]
    mine = [days for one, days in known if one is claim]
    others = [(one, days) for one, days in known if one.report != claim.report]
    if not mine or not others:
        return NOTHING
    born = _born(claim, mine[0])
    other, days = others[0]
    meets = born.meets(_born(other, days))
    both = sorted([(mine[0].first.year, claim.fields["years"]), (days.first.year, other.fields["years"])])
    years = " and ".join(f"{age} in {year}" for year, age in both)
    if not meets:
        return _sum(False, f"{years} are no ages of one man", [claim, other])
    first, last = max(born.first, _born(other, days).first), min(born.last, _born(other, days).last)
    return _sum(True, f"{years}: born between {first} and {last}", [claim, other])


def _year_of(claim: Claim, dossier: Dossier) -> Days | None:
    """The days of a dated piece; else the year of the last season that it speaks of."""
    written = dossier.written(claim)
    if written is None or dossier.date_of(claim) is not None:
        return written
    return Days(written.first, date(written.first.year, 12, 31))


def _born(claim: Claim, days: Days) -> Days:
    years = int(claim.fields["years"])
    return Days(date(days.first.year - years - 1, 1, 1), date(days.last.year - years, 12, 31))


_SUMS: dict[str, Callable[[Claim, Dossier], Sum]] = {"record": _record_sum, "tally": _tally_sum, "age": _age_sum}
