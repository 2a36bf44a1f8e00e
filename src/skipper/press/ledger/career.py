"""A career as it is told: stints drawn together, points in dispute, sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from skipper.press.answer import Judged
from skipper.press.claim import Claim
from skipper.press.facts import MAJOR, Facts, Person
from skipper.press.reconcile import Verdict
from skipper.press.reconcile.agreement import relation
from skipper.press.reconcile.reading import clubs_of, day_of_act, organizations_of, post_of, same_club, seasons_of

# Counts that say of one club and its seasons that he managed it.
_MANAGING = ("seasons_managed", "seasons_above_500", "postseason_seasons")
FROM_STARTS, FROM_GAMES = "the games, from starts", "the games he ran"


@dataclass(frozen=True)
class Stint:
    """Seasons that follow one another, with a club in a role. `level` and `club` are null where nobody says.

    `sources` are the pieces that tell of it, or the games.
    """

    role: str
    club: str | None
    level: str | None
    first: int
    last: int
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Dispute:
    """Claims about one matter that cannot all be true. `year` is null where none says when."""

    matter: str
    year: int | None
    claims: tuple[Claim, ...]


def stints_told(claims: Iterable[Claim]) -> list[Stint]:
    """The stints that claims tell of, those of one club and role drawn together; denied ones left out.

    A manager's record, award or count with one club and its seasons tells of a stint too.
    """
    claims = list(claims)
    found: list[tuple[Stint, set[int]]] = []
    for claim in claims:
        if _tells_stint(claim):
            found = _added(found, claim)
    levels = [one for one in claims if one.type == "stint" and one.fields.get("level_resolved")]
    runs = [
        replace(stint, level=stint.level or _level_told(stint, levels), first=a, last=b)
        for stint, seasons in found
        for a, b in _runs(seasons)
    ]
    return sorted(runs, key=lambda one: (one.first, one.last, one.club or ""))


def _tells_stint(claim: Claim) -> bool:
    if claim.denied or not seasons_of(claim):
        return False
    if claim.type == "stint":
        return True
    of_manager = claim.type == "record" and claim.fields.get("role") in (None, "manager")
    of_manager = of_manager or "Manager" in str(claim.fields.get("award", "")) or claim.fields.get("what") in _MANAGING
    return of_manager and len(clubs_of(claim)) == 1


def _level_told(stint: Stint, told: Sequence[Claim]) -> str | None:
    """The level that a claim about the same post gives, where it gives no season."""
    same = [one for one in told if stint.club and any(same_club(stint.club, club) for club in clubs_of(one))]
    levels = {str(one.fields["level_resolved"]) for one in same if not seasons_of(one)}
    return levels.pop() if len(levels) == 1 else None


def posts_undated(claims: Iterable[Claim], stints: Sequence[Stint]) -> list[str]:
    """Posts with clubs that no stint is of, in words: `Buffalo (promoted)`; each club once."""
    found: dict[str, str] = {}
    for claim in claims:
        what = str(claim.fields.get("role") or "manager") if claim.type == "stint" else claim.fields.get("outcome")
        taken = claim.type == "stint" or what in ("appointed", "promoted")
        for club in clubs_of(claim) if taken and not claim.denied else ():
            known = [*(one.club or "" for one in stints), *found]
            if not any(same_club(club, one) for one in known if one):
                found[club] = f"{club} ({what})"
    return list(found.values())


def _added(found: list[tuple[Stint, set[int]]], claim: Claim) -> list[tuple[Stint, set[int]]]:
    fields, seasons = claim.fields, set(seasons_of(claim))
    club = next(iter(clubs_of(claim) or organizations_of(claim)), None)
    role, level = str(fields.get("role") or "manager"), fields.get("level_resolved")
    for place, (stint, told) in enumerate(found):
        alike = (stint.club is None and club is None) or (stint.club and club and same_club(stint.club, club))
        if alike and stint.role == role and _touch(told, seasons):
            longest = max((stint.club, club), key=lambda name: len(name or ""))
            sources = tuple(dict.fromkeys((*stint.sources, claim.report)))
            joined = replace(stint, club=longest, level=stint.level or level, sources=sources)
            return [*found[:place], (joined, told | seasons), *found[place + 1 :]]
    return [*found, (Stint(role, club, level, min(seasons), max(seasons), (claim.report,)), seasons)]


def _touch(some: set[int], others: set[int]) -> bool:
    return min(some) <= max(others) + 1 and min(others) <= max(some) + 1


def _runs(seasons: set[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for season in sorted(seasons):
        if runs and season == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], season)
        else:
            runs.append((season, season))
    return runs


def stints_played(person: Person, facts: Facts) -> list[Stint]:
    """The stints that the lake has: seasons with starts, and seasons with games that he ran."""
    own = [("player", one.season, one.club, MAJOR, FROM_STARTS) for one in person.starts]
    own += [("manager", one.season, one.club, one.level, FROM_GAMES) for one in person.records if one.rule == "managed"]
    by_club: dict[tuple[str, str, str | None, str], set[int]] = {}
    for role, season, club, level, source in own:
        by_club.setdefault((role, facts.names.get((season, club), club), level, source), set()).add(season)
    runs = [
        Stint(role, club, level, first, last, (source,))
        for (role, club, level, source), seasons in by_club.items()
        for first, last in _runs(seasons)
    ]
    return sorted(runs, key=lambda one: (one.first, one.last, one.club or ""))


def all_stints(told: Sequence[Stint], played: Sequence[Stint]) -> list[Stint]:
    """What is told and what the games have, what both have once, with both as sources."""
    left = list(played)
    merged = []
    for stint in told:
        same = [one for one in left if one.role == stint.role and _covers(stint, one)]
        left = [one for one in left if one not in same]
        sources = tuple(dict.fromkeys((*stint.sources, *(source for one in same for source in one.sources))))
        parts = same if stint.club is None and same else [replace(stint, level=stint.level)]
        merged += [replace(part, sources=sources) for part in parts]
    return sorted([*merged, *left], key=lambda one: (one.first, one.last, one.club or ""))


def _covers(told: Stint, played: Stint) -> bool:
    """Whether the games' stint lies within the one told, with the same club or with none named."""
    within = told.first <= played.first and played.last <= told.last
    return within and (told.club is None or same_club(told.club, played.club or ""))


def disputes_of(judged: Judged) -> list[Dispute]:
    """The matters in dispute: claims that stand against one another, with those that agree with either."""
    open_ = [claim for claim, verdict in zip(judged.claims, judged.verdicts, strict=True) if _is_disputed(verdict)]
    groups: list[list[Claim]] = []
    for claim in open_:
        touching = [group for group in groups if any(_one_matter(claim, other) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([*(one for group in touching for one in group), claim])
    disputes = [_dispute(group) for group in groups]
    return sorted(disputes, key=lambda one: (one.year is None, one.year or 0))


def _is_disputed(verdict: Verdict) -> bool:
    return verdict.verdict == "disputed"


def _one_matter(one: Claim, other: Claim) -> bool:
    return relation(one, other) is not None


def _dispute(group: list[Claim]) -> Dispute:
    days = [day for claim in group if (day := day_of_act(claim)) is not None]
    seasons = [season for claim in group for season in seasons_of(claim)]
    year = max(seasons) if seasons else (min(day.first.year for day in days) if days else None)
    first = group[0]
    where = post_of(first)
    when = str(year) if seasons else " or ".join(str(one) for one in sorted({day.first.year for day in days}))
    matter = ", ".join(filter(None, (first.type.capitalize(), where, when)))
    return Dispute(matter, year, tuple(sorted(group, key=lambda claim: str(claim.fields.get("manner") or ""))))


def sums_of(judged: Judged) -> list[tuple[str, bool | None]]:
    """The sums that verdicts rest on, each once: its text, and whether it holds (null: it only leaves a rest)."""
    found: dict[str, bool | None] = {}
    for verdict in judged.verdicts:
        for one in verdict.evidence:
            if one.kind == "sum":
                found[one.text] = one.holds
    return list(found.items())
