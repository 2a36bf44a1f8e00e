"""Records of which the words tell one side: won 2,194 games as a manager, lost 100 games in 1962."""

from __future__ import annotations

from collections.abc import Mapping

import re2

from skipper.press.claim import Claim
from skipper.press.facts import Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of
from skipper.press.reconcile.record_rows import (
    RULES,
    of_another_season,
    record_row,
    rule_words,
    with_seasons,
)
from skipper.press.reconcile.standings import Standing, says, stated_figures
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

MOST_OF_A_SEASON = 134  # the most that a major-league club has won or lost in a season: the Spiders' losses of 1899
MOST_OF_A_PITCHER = 511  # Cy Young's wins: a total above it is no player's
_OTHER_GAMES = re2.compile(
    r"(?i)\b(?:postseason|playoffs?|minors?|combined|winter|pitche[rd]|pitching|mound|as a player|all levels)\b"
)
_A_LEAGUE = re2.compile(r"(?i)\b(?:(\w+)[- ])?leagues?\b")
_MANAGED = re2.compile(r"(?i)\b(?:manag\w+|skipper\w*|dugout|pilot\w*|helm|guid\w+|led|under)\b")
# What can be of a day within his career, rather than of all of it.
_OF_A_DAY = re2.compile(
    r"(?i)\b(?:has|have|had|having|by|before|until|through|since|so far|already|now|then|first|last|past|next|after|"
    r"when)\b|\b(?:with|at|in) \d|'(?:ve|d)\b|\b(?:18|19|20)\d\d\b"
)


def is_one_sided(claim: Claim) -> bool:
    """Return whether the words tell its wins or its losses, and not both."""
    return not {"wins", "losses"} <= set(stated_figures(claim))


def doubtful(claim: Claim, dossier: Dossier, settles: str) -> Verdict | None:
    """Return why one side of a record is not to be held against our tables; null if it is, and for a record stated in
    full.

    It may be of other games, or of a man who played too, by whom the words do not say that it was managed.
    """
    if not is_one_sided(claim):
        return None
    if _OTHER_GAMES.search(claim.span) or _of_a_league(claim):
        return open_claim(settles, Evidence("note", "The words may mean other games than he managed in the majors."))
    if _may_be_a_players(claim, dossier):
        return open_claim("whether he won them as a manager", Evidence("note", "The words do not say that he managed."))
    return None


def _of_a_league(claim: Claim) -> bool:
    """Return whether a league is named, and not the major ones."""
    return any(found.group(1).lower() not in ("major", "big") for found in _A_LEAGUE.finditer(claim.span) if found[1])


def _may_be_a_players(claim: Claim, dossier: Dossier) -> bool:
    if _MANAGED.search(claim.span) or max(stated_figures(claim).values(), default=0) > MOST_OF_A_PITCHER:
        return False
    seasons, named = claim.seasons, claim.clubs or claim.organizations
    if not seasons:
        return dossier.person.played_first is not None
    return not any(
        one.season in seasons and (not named or one.club in codes_of(claim, dossier.facts, one.season))
        for one in dossier.person.records
    )


def is_of_each(claim: Claim) -> bool:
    """Return whether it speaks of several seasons a number that one season can have: won 100 games in 1969, 1970 and
    1971."""
    few = max(stated_figures(claim).values(), default=0) <= MOST_OF_A_SEASON
    return is_one_sided(claim) and len(claim.seasons) > 1 and few


def of_each_season(claim: Claim, dossier: Dossier, own: list[Record], settles: str) -> Verdict:
    """Return whether each of the seasons had as many: then supported; else open, for the words may mean the sum."""
    rows = [record_row(dossier.facts, own, rule) for rule in RULES]
    matches = [rule for rule in RULES if _reached([one for one in own if one.rule == rule], claim)]
    if not matches:
        return open_claim(settles, *rows)
    side = next(iter(stated_figures(claim)))
    by_season = [f"{getattr(one, side)} in {one.season}" for one in own if one.rule == matches[0]]
    return supported(f"{', '.join(by_season)} {side}", rule_words(matches), *rows)


def _reached(own: list[Record], claim: Claim) -> bool:
    stated = stated_figures(claim)
    every = set(claim.seasons) <= {one.season for one in own}
    return every and all(getattr(one, name) >= count for one in own for name, count in stated.items())


def side_of_career(claim: Claim, dossier: Dossier, own: list[Record], course: Mapping[str, list[Standing]]) -> Verdict:
    """Against the career's end, in a piece without a date.

    Every number up to the last was right on some day. So it is supported at the end alone, and open where the words can
    be of a day (had won 500 games); contradicted where they cannot, or where he never had as many.
    """
    ends = {rule: all_of[-1] for rule, all_of in course.items() if all_of}
    shown: dict[str, Standing | None] = {rule: ends.get(rule) for rule in RULES}
    ours, rows = with_seasons(shown), [record_row(dossier.facts, own, rule) for rule in RULES]
    count = claim.fields.get("season_count")
    matches = [rule for rule, end in ends.items() if says(claim, end) and count in (None, end.seasons)]
    if matches:
        return supported(ours, rule_words(matches), *rows)
    once = next((one for all_of in course.values() for one in all_of if says(claim, one)), None)
    of_a_day = count not in {None, *(end.seasons for end in ends.values())} or _OF_A_DAY.search(claim.span) is not None
    if once is not None and of_a_day:
        after = row_of("club_game", f"managed or credited: it stood at {once} after the game of {once.day}.")
        return open_claim("of which day the number is", *rows, after, ours=ours, rule=rule_words(RULES))
    return contradicted(ours, rule_words(RULES), *rows, *of_another_season(claim, dossier))
