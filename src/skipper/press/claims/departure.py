"""Departures: a person left a club; against the games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import re2

from skipper.press.claim import Claim, listed
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.days import Days
from skipper.press.facts import Facts, Record
from skipper.press.reconcile.acts import same_act
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, lacking, outside, place_of
from skipper.press.reconcile.reading import said
from skipper.press.reconcile.record_rows import who_managed
from skipper.press.reconcile.tenure import MANAGED, SOON, club_list, games_run, run_row
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, doubted, open_claim, row_of, supported
from skipper.press.reconcile.whole_seasons import first_of

# Ways to leave that exclude each other. To be let go may be to be fired, or not to be kept.
_EXCLUSIVE = (
    ("resigned", "fired"),
    ("resigned", "let_go"),
    ("resigned", "contract_ended"),
    ("fired", "contract_ended"),
)
LONGEST_MONTH = timedelta(days=31)
_OTHER_POSTS = re2.compile(
    r"(?i)\b(?:coach\w*|general manager|gm|scout\w*|president|advis[eo]r\w*|consultant|instructor|announcer|"
    r"broadcaster|front office|farm|minor|player|pitcher|executive|director|bench)\b"
)


def check_departure(claim: Claim, dossier: Dossier) -> Verdict:
    """Return whether his last game with the club fits the time. How he left is in no table: a manner stated leaves it
    open."""
    manner = claim.fields.get("manner")
    settles = "statements by the club and the manager" if manner else "a dated announcement"
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    days, facts = claim.act_days, dossier.facts
    if days is None or place_of(claim, facts) == "unknown":
        none = Evidence("note", "The tables have no departures, only games.")
        day = dossier.date_of(claim)
        ran = [one for one in ran_with_any_season(claim, dossier) if day is None or one.first_day <= day]
        games = [row_of("manager_season", f"managed: {games_run(ran)}, {club_list(ran, facts)}.")] if ran else []
        return open_claim(settles, *_dated_elsewhere(claim, dossier), *games, none)
    own = ran_with_any_season(claim, dossier)
    stayed = _stayed(own, days, facts, dossier.person.person_id)
    if stayed is not None:
        return contradicted(stayed, MANAGED, run_row(own, facts))
    elsewhere = _elsewhere(claim, days, dossier)
    if elsewhere:
        others = contradicted(club_list(elsewhere, facts), MANAGED, run_row(elsewhere, facts))
        gap = lacking(range(elsewhere[0].season, elsewhere[-1].season + 1), facts)
        return others if gap is None else doubted(settles, others, gap)
    return _by_last_game(claim, dossier, days, settles)


def _by_last_game(claim: Claim, dossier: Dossier, days: Days, settles: str) -> Verdict:
    """By his last game with the club before the time stated, and by who ran the games after it."""
    own, facts = ran_with_any_season(claim, dossier), dossier.facts
    last = _last_before(own, days)
    if last is None:
        return open_claim(settles, Evidence("coverage", "The lake has no game of theirs that he ran then."))
    ours = f"last game {last.last_day}"
    row = row_of("manager_season", f"managed: his last game with them by then was on {last.last_day}.")
    if _long_gone(claim, last, days, dossier):
        since = range(last.season + 1, days.first.year + 1)
        ran = (one for season in since for one in who_managed(claim, facts, season))
        return doubted("from which post he left", contradicted(ours, MANAGED, row, *ran))
    if not _in_that_year(claim, last, days):
        others = [one for season in claim.seasons for one in who_managed(claim, facts, season)]
        if lacking(range(last.season, days.first.year + 1), facts) is None:
            return doubted(settles, contradicted(ours, MANAGED, row, *others))
        return open_claim(settles, row, *others, ours=ours, rule=MANAGED)
    if not _left_then(last, own, days, dossier):
        return open_claim(settles, row, ours=ours, rule=MANAGED)
    if claim.fields.get("manner"):
        beyond = Evidence("note", "That he left then is supported by the games; how he left is in no table.")
        return open_claim(settles, row, beyond, ours=ours, rule=MANAGED)
    return supported(ours, MANAGED, row)


def _long_gone(claim: Claim, last: Record, days: Days, dossier: Dossier) -> bool:
    """Return whether others ran all the club's games from his last season with it until a year or more after.

    The winter behind his last season is near enough. Who played for it then, or served it otherwise, may leave it.
    """
    facts, person, between = dossier.facts, dossier.person, range(last.season + 1, days.first.year + 1)
    played = (person.played_last or 0) >= days.first.year
    if len(between) < 2 or played or _OTHER_POSTS.search(claim.span) or lacking(between, facts) is not None:
        return False
    return all(who_managed(claim, facts, season) for season in between)


def _in_that_year(claim: Claim, last: Record, days: Days) -> bool:
    """Return whether the time stated is of his last season with them, or a day or month of the winter behind it.

    A season stated is his last one itself: who left before it did not leave after it. A year alone may be the winter's
    beginning, of which games tell nothing.
    """
    if claim.fields.get("date_of_act") is None and claim.seasons:
        return last.season in claim.seasons
    winter = days.last - days.first <= LONGEST_MONTH and days.first <= date(last.season + 1, 3, 31)
    return last.season == days.first.year or winter


def _elsewhere(claim: Claim, days: Days, dossier: Dossier) -> list[Record]:
    """Return the seasons in which he ran one other club's games all through the days told; empty where he did not.

    Those that the lake lacks between them are taken to be of the run.
    Who plays for a club, too, may leave it while he runs another: a player's departure is not judged by it.
    """
    facts, runs = dossier.facts, [one for one in dossier.person.records if one.rule == MANAGED]
    others = [one for one in runs if one.club not in codes_of(claim, facts, one.season)]
    for club in dict.fromkeys(one.club for one in others):
        run = _run_over([one for one in others if one.club == club], days)
        between = (range(one.season + 1, other.season) for one, other in pairwise(run))
        unbroken = all(set(seasons) == set(facts.absent(seasons)) for seasons in between)
        if run and unbroken and (dossier.person.played_last or 0) < days.first.year:
            return run
    return []


def _run_over(records: list[Record], days: Days) -> list[Record]:
    """Of a man's seasons with a club those from the days' first to their last; empty where they do not hold both."""
    begun = [one.season for one in records if one.first_day <= days.first]
    ended = [one.season for one in records if one.last_day >= days.last]
    return [one for one in records if begun[-1] <= one.season <= ended[0]] if begun and ended else []


def _stayed(own: list[Record], days: Days, facts: Facts, person_id: str) -> str | None:
    """Return what he ran after the days of the departure, where that leaves no room for one; null if there is room."""
    year = days.first.year
    alone = [one for one in own if _alone(one, facts) and lacking([one.season], facts) is None]
    if {year, year + 1} <= {one.season for one in alone}:
        return f"he ran all their games of {year} and {year + 1}"
    later = next((one for one in own if one.season == year + 1), None)
    if later is not None and year in {one.season for one in alone} and first_of(later, facts) == person_id:
        return f"he ran all their games of {year}, and those of {year + 1} from {later.first_day} on"
    of_a_day = days.last - days.first <= LONGEST_MONTH
    on = [one for one in alone if of_a_day and one.first_day <= days.first and one.last_day > days.last + SOON]
    return f"he ran their games until {on[0].last_day}" if on else None


def _last_before(own: list[Record], days: Days) -> Record | None:
    """Return the person's last season with them whose last game was by then."""
    return next((one for one in reversed(own) if one.last_day <= days.last), None)


def _left_then(last: Record, own: list[Record], days: Days, dossier: Dossier) -> bool:
    """Return whether games by others follow his last one, or none of his does before the next season is over.

    Who ran the season's last games left before the next season; who did not left within days of his last game.
    """
    facts, person = dossier.facts, dossier.person
    if lacking([last.season], facts) is not None:
        return False
    order = facts.managers.get((last.season, last.club), ())
    finished = bool(order) and order[-1][0] == person.person_id
    if not finished:
        return days.meets(Days(last.last_day, last.last_day + SOON))
    following = [one for one in own if one.season == last.season + 1]
    stayed_on = any(first_of(one, facts) == person.person_id for one in following)
    known = bool(following) or lacking([last.season + 1], facts) is None
    return known and not stayed_on and days.first <= date(last.season + 1, 3, 31)


def _dated_elsewhere(claim: Claim, dossier: Dossier) -> list[Evidence]:
    """Return the first claim of the same departure that says when, where this one does not."""
    if claim.act_days is not None:
        return []
    others = [each.first for each in dossier.of("departure") if each.first.act_days and same_act(claim, each.first)]
    return [
        Evidence("claim", f"dated by another claim: {said(one)}, {one.report}", report=one.report, span=one.span)
        for one in others[:1]
    ]


def ran_with_any_season(claim: Claim, dossier: Dossier) -> list[Record]:
    """Return the person's seasons as manager (rule: managed) of the clubs named, whatever seasons the claim names."""
    facts = dossier.facts
    return [
        one for one in dossier.person.records if one.rule == MANAGED and one.club in codes_of(claim, facts, one.season)
    ]


def _alone(record: Record, facts: Facts) -> bool:
    return len(facts.managers.get((record.season, record.club), ())) == 1


def _relation(one: Claim, other: Claim) -> Relation:
    """Return a claim that says only that he left agrees with every way to leave; not the other way round."""
    if not same_act(one, other):
        return None
    after, later = one.fields.get("after_days"), other.fields.get("after_days")
    if after and later and not (after[0] <= later[1] and later[0] <= after[1]):
        return False
    manners = [set(listed(claim.fields.get("manner"))) for claim in (one, other)]
    if any((a in manners[0] and b in manners[1]) or (b in manners[0] and a in manners[1]) for a, b in _EXCLUSIVE):
        return False
    return True if manners[1] or (after and later) or not manners[0] else None


def _versions(claim: Claim) -> str | None:
    manners = listed(claim.fields.get("manner"))
    both = any(a in manners and b in manners for a, b in _EXCLUSIVE)
    return " or ".join(one.replace("_", " ") for one in manners) if both else None


def _says(fields: Mapping[str, Any]) -> str:
    return " or ".join(str(one).replace("_", " ") for one in listed(fields.get("manner")) or ["left"])


TYPE = ClaimType(
    name="departure",
    order=4,
    plural="departures",
    description="Who left which club, how and when.",
    fields=("person", "club", "organization", "manner", "seasons", "after_days", "date_of_act"),
    says=_says,
    check=check_departure,
    relation=_relation,
    versions=_versions,
    of_club=True,
    role="manager",
    never_explicit=True,
    time="act",
)
