"""Appointments and departures: whether two claims of one of these types speak of one act."""

from __future__ import annotations

from skipper.press.claim import Claim
from skipper.press.reconcile.agreement import overlapping, same_post
from skipper.press.reconcile.reading import may_be_one_club


def same_appointment(one: Claim, other: Claim) -> bool:
    """As `same_post`, but that a post somewhere in an organization is not the post at its major-league club."""
    if bool(one.clubs) == bool(other.clubs):
        return same_post(one, other)
    return any(may_be_one_club(a, b) for a in one.organizations for b in other.organizations)


def same_act(one: Claim, other: Claim) -> bool:
    """Return whether two departures, or two appointments, can be one act: the post is the same, and no date parts
    them."""
    day, others = one.act_days, other.act_days
    same = same_post if one.type == "departure" else same_appointment
    meet = day is None or others is None or day.meets(others)
    return one.type == other.type and same(one, other) and meet and _of_one_season(one, other)


def _of_one_season(one: Claim, other: Claim) -> bool:
    """Return whether two departures that tell the season and not the day tell the same: a man can leave a club
    twice."""
    by_season = one.type == "departure" and not any(each.fields.get("date_of_act") for each in (one, other))
    return overlapping(one, other) if by_season else True
