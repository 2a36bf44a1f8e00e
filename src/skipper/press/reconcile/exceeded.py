"""Numbers below what the tables have already: wrong, whatever seasons the lake lacks."""

from __future__ import annotations

from collections.abc import Callable

import re2

from skipper.press.claim import Claim
from skipper.press.reconcile.dossier import Dossier
from skipper.press.sentences import sentences

# Words with which a number may be that of a part.
_PART = re2.compile(
    r"(?i)\b(?:first|last|past|next|final|previous|other|others|another|more|since|until|till|through|before|after|"
    r"when|while|from|between|by|full|whole|complete|straight|consecutive|successive|row|of|winning|losing|back|each|"
    r"minors?|minor-league|farm|winter|coach\w*|interim|acting|then|later|earlier|again|season's|year's)\b"
    r"|\b(?:18|19|20)\d\d\b"
)
# Words with which it may be that of a day within a career, where the piece has no date.
_OF_A_DAY = re2.compile(r"(?i)\b(?:has|have|had|having|is|are|so far|already|now)\b|\b(?:with|at) \d|'(?:ve|d|s)\b")
_NAME = re2.compile(r"\b[A-Z][\w’'-]*")
_NO_NAMES = frozenset(
    [
        "He",
        "She",
        "His",
        "In",
        "The",
        "A",
        "For",
        "As",
        "Over",
        "But",
        "And",
        "During",
        "It",
        "Manager",
        "World",
        "Series",
    ]
)


def is_exceeded(claim: Claim, dossier: Dossier, stated: int, known: Callable[[int | None], int]) -> bool:
    """Return whether the tables have more than the number stated, by the earliest day of which it can be told.

    `known` gives our number up to the end of a year, or in all (null). That day is the end of the year before the
    piece's date, else before the last season that the piece speaks of, else the end of the career. False where the
    sentence may narrow the number to a part: by its words, by a year or by a name that the claim does not have; and
    where no text is at hand to see it. One is false too: `a pennant` excludes no second one.
    """
    sentence = _sentence(claim, dossier)
    if stated < 2 or claim.seasons or sentence is None or _PART.search(sentence) or _other_names(claim, sentence):
        return False
    if dossier.date_of(claim) is None and _OF_A_DAY.search(sentence):
        return False
    written = dossier.written(claim)
    return stated < known(written.first.year - 1 if written else None)


def _sentence(claim: Claim, dossier: Dossier) -> str | None:
    """Return the sentence of the claim's words; null where no text is at hand, or they are of several."""
    report = dossier.reports.get(claim.report)
    found = sentences(report) if report is not None and report.text else ()
    return next((report.text[a:b] for a, b in found if report and a <= claim.start and claim.end <= b), None)


def _other_names(claim: Claim, sentence: str) -> bool:
    """Return whether the sentence has a name that is neither the person's nor of a club of the claim."""
    own = [claim.person, *claim.clubs, *(word for link in claim.links for word in (link.words, link.name))]
    known = {word for name in own for word in _NAME.findall(name)} | _NO_NAMES
    return any(word.removesuffix("'s").removesuffix("’s") not in known for word in _NAME.findall(sentence))
