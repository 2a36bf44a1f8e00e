"""Ages, against the dates of birth and death."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.claim_type import ClaimType
from skipper.press.claims.age.check import check_age
from skipper.press.claims.age.events import age_sum
from skipper.press.claims.age.readings import other_readings


def _says(fields: Mapping[str, Any]) -> str:
    return f"{fields.get('years')} years old"


TYPE = ClaimType(
    name="age",
    order=6,
    plural="ages",
    description="How old somebody is or was.",
    fields=("person", "years"),
    says=_says,
    check=check_age,
    adds_up=age_sum,
    other_readings=other_readings,
)
