"""Arithmetic over claims: what follows from others, and what cannot be true with them."""

from __future__ import annotations

from collections.abc import Callable

from skipper.press.claim import Claim
from skipper.press.reconcile.age_events import age_sum
from skipper.press.reconcile.arithmetic import NOTHING, Sum
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.record_sums import record_sum
from skipper.press.reconcile.season_sums import tally_sum

_SUMS: dict[str, Callable[[Claim, Dossier], Sum]] = {"record": record_sum, "tally": tally_sum, "age": age_sum}


def sum_for(claim: Claim, dossier: Dossier) -> Sum:
    """What the other claims about the man add up to for this one."""
    find = _SUMS.get(claim.type)
    return find(claim, dossier) if find and not claim.denied else NOTHING
