"""Won-lost records of managers, against the games under both rules, the record book and the file of managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation, always
from skipper.press.claims.record.check import check_record
from skipper.press.claims.record.listed import listed_record
from skipper.press.claims.record.readings import other_readings
from skipper.press.claims.record.sums import record_sum
from skipper.press.reconcile.agreement import compatible_clubs, equal, same_level


def _relation(one: Claim, other: Claim) -> Relation:
    if not same_level(one, other) or not compatible_clubs(one, other):
        return None
    if one.seasons != other.seasons or one.fields.get("season_count") != other.fields.get("season_count"):
        return None
    if not one.seasons and one.fields.get("season_count") is None:
        # A career's record grows: two figures of it may be of two days.
        return equal(one, other, "wins", "losses") or None
    return equal(one, other, "wins", "losses", "ties")


def _says(fields: Mapping[str, Any]) -> str:
    figures = [fields.get(name) for name in ("wins", "losses", "ties")]
    known = "-".join(str(one) for one in figures if one is not None)
    if figures.count(None) == 2:  # of wins, or of losses, alone
        known += next(f" {name}" for name in ("wins", "losses", "ties") if fields.get(name) is not None)
    count = fields.get("season_count")
    return f"{known}, {count} seasons" if count else known


TYPE = ClaimType(
    name="record",
    order=1,
    plural="records",
    description="A manager's wins, losses and ties, of seasons, with clubs or of a career.",
    fields=(
        *("person", "role", "wins", "losses", "ties", "seasons", "season_count", "level_stated", "level_resolved"),
        *("clubs", "organizations"),
    ),
    says=_says,
    check=check_record,
    relation=_relation,
    adds_up=record_sum,
    listed=listed_record,
    other_readings=other_readings,
    of_club=True,
    any_level=always,
    shows_level=True,
    role="manager",
    time="seasons",
)
