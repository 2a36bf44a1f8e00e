"""Season records against the total that they are part of."""

from __future__ import annotations

from skipper.press.claim import Claim
from skipper.press.reconcile.arithmetic import NOTHING, Sum, summed
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import clubs_of, level_of, may_be_one_club, seasons_of

MINOR = "minor league"


def has_record(claim: Claim) -> bool:
    """Whether it gives wins and losses, both, and does not deny them."""
    return claim.fields.get("wins") is not None and claim.fields.get("losses") is not None and not claim.denied


def season_count(claim: Claim) -> int:
    """Of how many seasons a record is; 0 where that is not said."""
    return len(seasons_of(claim)) or int(claim.fields.get("season_count") or 0)


def _is_part(part: Claim, whole: Claim) -> bool:
    levels = level_of(part), level_of(whole)
    at_level = levels[0] == levels[1] or None in levels or (levels[1] == MINOR and levels[0] != "MLB")
    clubs = clubs_of(whole)
    with_club = not clubs or not clubs_of(part) or any(may_be_one_club(a, b) for a in clubs_of(part) for b in clubs)
    in_span = not seasons_of(whole) or set(seasons_of(part)) <= set(seasons_of(whole))
    return season_count(part) == 1 and bool(seasons_of(part)) and at_level and with_club and in_span


def record_sum(claim: Claim, dossier: Dossier) -> Sum:
    """Season records against the total that they are part of."""
    told = [each.first for each in dossier.of("record") if has_record(each.first)]
    if not has_record(claim):
        return NOTHING
    wholes = (
        [claim] if season_count(claim) > 1 else [one for one in told if season_count(one) > 1 and _is_part(claim, one)]
    )
    found = [_worked_out(whole, told, dossier) for whole in wholes]
    told_sums = [one for one in found if one.evidence]
    return next((one for one in told_sums if one.holds is not None), told_sums[0] if told_sums else NOTHING)


def _worked_out(whole: Claim, told: list[Claim], dossier: Dossier) -> Sum:
    """A total's sum, which every part of it rests on: once for all claims of the dossier."""
    key = ("sum", whole.report, whole.start, whole.end, str(whole.fields))
    if key not in dossier.worked_out:
        dossier.worked_out[key] = _of_whole(whole, told)
    return dossier.worked_out[key]


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
    if len(parts) == season_count(whole):
        same = (wins, losses) == (int(whole.fields["wins"]), int(whole.fields["losses"]))
        return summed(same, f"{said} = {wins}-{losses}, {'the total' if same else f'not {total}'}", [*parts, whole])
    rest = int(whole.fields["wins"]) - wins, int(whole.fields["losses"]) - losses
    left = season_count(whole) - len(parts)
    if min(rest) < 0 or left < 0:
        return summed(False, f"{said} is more than {total} in {season_count(whole)} seasons", [*parts, whole])
    seasons = "the one season whose record is" if left == 1 else f"the {left} seasons whose records are"
    return summed(None, f"{total} less {said} leaves {rest[0]}-{rest[1]} for {seasons} not told", [*parts, whole])
