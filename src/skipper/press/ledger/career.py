"""A career as it is stated: stints drawn together, points in dispute, sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from skipper.press.answer import Judged
from skipper.press.claim import Claim
from skipper.press.claims.tally.sums import seasons_claimed_by
from skipper.press.facts import MAJOR, Facts, Person
from skipper.press.ledger.placed import next_posts, seasons_placed
from skipper.press.ledger.stint import Stint, Told, drawn_together, in_order, runs_of
from skipper.press.reconcile.agreement import relation
from skipper.press.reconcile.reading import may_be_one_club, post_of

# Counts that say of one club and its seasons that he managed it.
_MANAGING = ("seasons_managed", "seasons_above_500", "postseason_seasons")
DAYS_OF_NO_GAME = 60
FROM_STARTS, FROM_GAMES = "the games, from starts", "the games he ran"


@dataclass(frozen=True)
class Dispute:
    """Claims about one matter that cannot all be true. `year` is null if none says when."""

    matter: str
    year: int | None
    claims: tuple[Claim, ...]


def stated_stints(claims: Iterable[Claim]) -> list[Stint]:
    """Return the stints that claims speak of, those of one club and role drawn together; denied ones left out.

    A manager's record, award or count with one club and its seasons tells of a stint too, and so do a dated appointment
    to a club and departure from it. Seasons that follow from the rest are in it, marked as implied.
    """
    claims = list(claims)
    stated = [_told(claim, seasons) for claim in claims if (seasons := _seasons_in_post(claim, claims))]
    found = drawn_together(stated)
    placed = seasons_placed(claims, found)
    clubs = [*(one.club or "" for one in found), *(one.club or "" for one in placed)]
    following = [
        one for one in next_posts(claims) if not any(may_be_one_club(one.club or "", club) for club in clubs if club)
    ]
    levels = [one for one in claims if one.type in ("stint", "appointment") and one.fields.get("level_resolved")]
    every = drawn_together([*stated, *placed, *following])
    return [replace(stint, level=stint.level or _stated_level(stint, levels)) for stint in every]


def _told(claim: Claim, seasons: frozenset[int]) -> Told:
    club = next(iter(claim.clubs or claim.organizations), None)
    level = claim.fields.get("level_resolved")
    return Told(str(claim.fields.get("role") or "manager"), club, level, seasons, claim.report)


def _seasons_in_post(claim: Claim, claims: Sequence[Claim]) -> frozenset[int]:
    """Return the seasons in which the claim has him with a club; none where it speaks of no stint."""
    if claim.denied:
        return frozenset()
    if claim.type in ("appointment", "departure"):
        of_club = bool(claim.clubs) and not _gone_at_once(claim, claims)
        return frozenset(seasons_claimed_by(claim) if of_club else ())
    of_manager = claim.type == "record" and claim.fields.get("role") in (None, "manager")
    of_manager = of_manager or "Manager" in str(claim.fields.get("award", "")) or claim.fields.get("what") in _MANAGING
    tells = claim.type == "stint" or (of_manager and len(claim.clubs) == 1)
    return frozenset(claim.seasons if tells else ())


def _gone_at_once(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Return whether he left the club within days of his appointment, before any game."""
    left = [one for one in claims if one.type == "departure" and not one.denied and one.fields.get("after_days")]
    return any(
        may_be_one_club(a, b)
        for one in left
        if one.fields["after_days"][1] <= DAYS_OF_NO_GAME
        for a in one.clubs
        for b in claim.clubs
    )


def _stated_level(stint: Stint, stated: Sequence[Claim]) -> str | None:
    """Return the level that a claim about the same post gives, where it gives no season."""
    same = [one for one in stated if stint.club and any(may_be_one_club(stint.club, club) for club in one.clubs)]
    levels = {str(one.fields["level_resolved"]) for one in same if not one.seasons}
    return levels.pop() if len(levels) == 1 else None


def posts_undated(claims: Iterable[Claim], stints: Sequence[Stint]) -> list[str]:
    """Posts with clubs that no stint is of, in words: `Buffalo (promoted)`; each club once."""
    claims, found = list(claims), dict[str, str]()
    for claim in claims:
        what = str(claim.fields.get("role") or "manager") if claim.type == "stint" else claim.fields.get("outcome")
        taken = claim.type == "stint" or what in ("appointed", "promoted")
        for club in claim.clubs if taken and not claim.denied else ():
            known = [*(one.club or "" for one in stints), *found]
            if not any(may_be_one_club(club, one) for one in known if one):
                gone = ", and gone within days" if _gone_at_once(claim, claims) else ""
                found[club] = f"{club} ({what}{gone})"
    return list(found.values())


def stints_played(person: Person, facts: Facts) -> list[Stint]:
    """Return the stints that the lake has: seasons with starts, and seasons with games that he ran."""
    own: list[tuple[str, int, str, str | None, str]] = []
    own += [("player", one.season, one.club, MAJOR, FROM_STARTS) for one in person.starts]
    own += [("manager", one.season, one.club, one.level, FROM_GAMES) for one in person.records if one.rule == "managed"]
    by_club: dict[tuple[str, str, str | None, str], set[int]] = {}
    for role, season, club, level, source in own:
        by_club.setdefault((role, facts.names.get((season, club), club), level, source), set()).add(season)
    runs = [
        Stint(role, club, level, first, last, (source,))
        for (role, club, level, source), seasons in by_club.items()
        for first, last in runs_of(seasons)
    ]
    return sorted(runs, key=in_order)


def all_stints(stated: Sequence[Stint], played: Sequence[Stint]) -> list[Stint]:
    """Return what is stated and what the games have, what both have once, with both as sources."""
    left = list(played)
    merged = []
    for stint in stated:
        same = [one for one in left if one.role == stint.role and _are_one(stint, one)]
        left = [one for one in left if one not in same]
        merged += _with_games(stint, same)
    return sorted([*merged, *left], key=in_order)


def _are_one(stated: Stint, played: Stint) -> bool:
    """Return whether the games' stint is the one stated: of the club named, or within the years where none is."""
    if stated.club is None:
        return stated.first <= played.first and played.last <= stated.last
    return (
        stated.first <= played.last and played.first <= stated.last and may_be_one_club(stated.club, played.club or "")
    )


def _with_games(stated: Stint, same: Sequence[Stint]) -> list[Stint]:
    """Return the stint stated with the seasons that the games have of it; where it names no club, the games' stints."""
    sources = tuple(dict.fromkeys((*stated.sources, *(source for one in same for source in one.sources))))
    if stated.club is None and same:
        return [replace(one, sources=sources) for one in same]
    first, last = min(one.first for one in (stated, *same)), max(one.last for one in (stated, *same))
    level = stated.level or next((one.level for one in same), None)
    return [replace(stated, first=first, last=last, level=level, sources=sources)]


def disputes_of(judged: Judged) -> list[Dispute]:
    """Return the matters in dispute: claims that stand against one another, with those that agree with either."""
    open_ = [
        claim for claim, verdict in zip(judged.claims, judged.verdicts, strict=True) if verdict.verdict == "disputed"
    ]
    groups: list[list[Claim]] = []
    for claim in open_:
        touching = [group for group in groups if any(_in_one_group(claim, other) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([*(one for group in touching for one in group), claim])
    disputes = [_dispute(group) for group in groups]
    return sorted(disputes, key=lambda one: (one.year is None, one.year or 0))


def _in_one_group(one: Claim, other: Claim) -> bool:
    return relation(one, other) is not None


def _dispute(group: list[Claim]) -> Dispute:
    days = [day for claim in group if (day := claim.act_days) is not None]
    seasons = [season for claim in group for season in claim.seasons]
    year = max(seasons) if seasons else (min(day.first.year for day in days) if days else None)
    first = group[0]
    where = post_of(first)
    when = str(year) if seasons else " or ".join(str(one) for one in sorted({day.first.year for day in days}))
    matter = ", ".join(filter(None, (first.type.capitalize(), where, when)))
    return Dispute(matter, year, tuple(sorted(group, key=lambda claim: str(claim.fields.get("manner") or ""))))


def sums_of(judged: Judged) -> list[tuple[str, bool | None]]:
    """Return the sums that verdicts rest on, each once: its text, and whether it holds (null: it only leaves a
    rest)."""
    found: dict[str, bool | None] = {}
    for verdict in judged.verdicts:
        for one in verdict.evidence:
            if one.kind == "sum":
                found[one.text] = one.holds
    return list(found.items())
