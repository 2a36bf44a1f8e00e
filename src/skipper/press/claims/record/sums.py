"""Season records against the total that they are part of."""

from __future__ import annotations

from functools import lru_cache

from skipper.press.claim import Claim
from skipper.press.reconcile.arithmetic import NOTHING, Sum, summed
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import may_be_one_club

MINOR = "minor league"


def has_record(claim: Claim) -> bool:
    """Return whether it gives wins and losses, both, and does not deny them."""
    return claim.fields.get("wins") is not None and claim.fields.get("losses") is not None and not claim.denied


def season_count(claim: Claim) -> int:
    """Of how many seasons a record is; 0 where that is not said."""
    return len(claim.seasons) or int(claim.fields.get("season_count") or 0)


def _is_part(part: Claim, whole: Claim) -> bool:
    levels = part.level, whole.level
    at_level = levels[0] == levels[1] or None in levels or (levels[1] == MINOR and levels[0] != "MLB")
    clubs = whole.clubs
    with_club = not clubs or not part.clubs or any(may_be_one_club(a, b) for a in part.clubs for b in clubs)
    in_span = not whole.seasons or set(part.seasons) <= set(whole.seasons)
    return season_count(part) == 1 and bool(part.seasons) and at_level and with_club and in_span


def _records(dossier: Dossier) -> list[Claim]:
    return [each.first for each in dossier.of("record") if has_record(each.first)]


def record_sum(claim: Claim, dossier: Dossier) -> Sum:
    """Season records against the total that they are part of."""
    stated = _records(dossier)
    if not has_record(claim):
        return NOTHING
    wholes = (
        [claim]
        if season_count(claim) > 1
        else [one for one in stated if season_count(one) > 1 and _is_part(claim, one)]
    )
    found = [_of_whole(whole, dossier) for whole in wholes]
    sums = [one for one in found if one.evidence]
    return next((one for one in sums if one.holds is not None), sums[0] if sums else NOTHING)


@lru_cache(maxsize=1 << 10)
def _of_whole(whole: Claim, dossier: Dossier) -> Sum:
    """Return what its parts come to; kept, because every part of a total rests on it."""
    stated = _records(dossier)
    by_season: dict[int, Claim] = {}
    for one in stated:
        if one is not whole and _is_part(one, whole):
            by_season.setdefault(one.seasons[0], one)
    parts = [by_season[season] for season in sorted(by_season)]
    if not parts:
        return NOTHING
    wins, losses = (sum(int(one.fields[name]) for one in parts) for name in ("wins", "losses"))
    total = f"{whole.fields['wins']}-{whole.fields['losses']}"
    said = " + ".join(f"{one.fields['wins']}-{one.fields['losses']} ({one.seasons[0]})" for one in parts)
    if len(parts) == season_count(whole):
        same = (wins, losses) == (int(whole.fields["wins"]), int(whole.fields["losses"]))
        return summed(same, f"{said} = {wins}-{losses}, {'the total' if same else f'not {total}'}", [*parts, whole])
    rest = int(whole.fields["wins"]) - wins, int(whole.fields["losses"]) - losses
    left = season_count(whole) - len(parts)
    if min(rest) < 0 or left < 0:
        return summed(False, f"{said} is more than {total} in {season_count(whole)} seasons", [*parts, whole])
    seasons = "the one season whose record is" if left == 1 else f"the {left} seasons whose records are"
    return summed(None, f"{total} less {said} leaves {rest[0]}-{rest[1]} for {seasons} not told", [*parts, whole])
