"""A club's own record, told beside the man who ran most of its games or some of them."""

from __future__ import annotations

import re2

from skipper.press.claim import Claim
from skipper.press.facts import Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import clubs_of, person_of
from skipper.press.reconcile.record_rows import RULES, record_row, who_managed
from skipper.press.reconcile.standings import figures_told
from skipper.press.reconcile.verdict import Evidence, Verdict, supported
from skipper.press.text import plain

RULE = "all games of the club"
_NEAR = 3  # words: under manager Ned Abbot
_HE = re2.compile(r"(?i)\b(?:he|i)\b")


def of_the_club(claim: Claim, dossier: Dossier, own: list[Record]) -> Verdict | None:
    """Supported where it is the record of all games of his club, and the words give it to the club; else null.

    `The Nationals went 97-65 under Baker` is right though others ran two of the games; `Baker went 97-65` is his.
    """
    facts, seasons = dossier.facts, sorted({(one.season, one.club) for one in own})
    if not clubs_of(claim) or _is_his_own(claim):
        return None
    each = [facts.managers.get(one, ()) for one in seasons]
    wins, losses = (sum(int(man[side]) for men in each for man in men) for side in (2, 3))
    told = figures_told(claim)
    if (told.get("wins", wins), told.get("losses", losses)) != (wins, losses):
        return None
    rows = [record_row(facts, own, rule) for rule in RULES]
    others = [season for (season, _club), men in zip(seasons, each, strict=True) if len(men) > 1]
    note = Evidence("note", "The words give it to the club; his own record with it is another.")
    ran = [row for season in others for row in who_managed(claim, facts, season)]
    return supported(f"{wins}-{losses}, the club's", RULE, note, *ran, *rows)


def _is_his_own(claim: Claim) -> bool:
    """Whether he stands before the figures as whose they are: X went 97-65; not `under X` nor `X's club`."""
    words = plain(claim.span)
    before = words[: max(0, words.find(str(next(iter(figures_told(claim).values())))))]
    surname = person_of(claim).split()[-1]
    named = [place for place in range(len(before)) if before.startswith(surname, place)]
    return _HE.search(before) is not None or any(_acts(before, place, place + len(surname)) for place in named)


def _acts(words: str, start: int, end: int) -> bool:
    """Whether the name in the words is a subject: not under X, and not X's."""
    return "under" not in words[:start].lower().split()[-_NEAR:] and not words.startswith("'s", end)
