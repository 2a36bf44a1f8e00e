"""Ages against the date of his death: at which age he died, and none that he never reached."""

from __future__ import annotations

from datetime import timedelta

import re2

from skipper.press.claim import Claim
from skipper.press.reconcile.age_words import age_refers_to, says_at_death, told_when
from skipper.press.reconcile.birth import Birth
from skipper.press.reconcile.days import Days, day_of_act_words, days_of
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

BOTH = "dates of birth and death"
MOURNED = timedelta(days=30)  # after his death a notice may still give his age as if he lived
# Of an age that he did not live to see, and of another's death.
_NEVER_WAS = re2.compile(r"(?i)\b(?:would|could|might|should|had he lived|birthday|anniversary)\b")
_OF_HIS_KIN = re2.compile(r"(?i)\b(?:his|her|their|whose) \w+(?: \w+)? (?:died|dies)\b")


def age_of_the_dead(claim: Claim, dossier: Dossier, born: Birth, row: Evidence) -> Verdict | None:
    """Contradicted by an age that he never reached, or is given when he was long dead; his age at death is judged.

    Open where the words tell of another's death; null where his is not known, or the age is of his life.
    """
    if _OF_HIS_KIN.search(claim.span):
        return open_claim("whose age the words mean", Evidence("note", "The words tell of another's death."))
    death, age = days_of(dossier.person.died), int(claim.fields["years"])
    if death is None or _NEVER_WAS.search(claim.span):
        return None
    days = born.days_of_age(age)
    at = " or ".join(str(each) for each in sorted({*born.ages_on(death.first), *born.ages_on(death.last)}))
    ours, dead = f"died {day_of_act_words(death)}, at {at}", row_of("person", f"Died {day_of_act_words(death)}.")
    told = told_when(claim, dossier)
    if days.first > death.last and (told is None or told.last > death.last):
        return contradicted(ours, BOTH, row, dead)
    if says_at_death(claim, dossier):
        verdict = supported if days.meets(death) else contradicted
        return verdict(ours, BOTH, row, dead)
    return contradicted(ours, BOTH, row, dead) if _is_told_of_the_dead(claim, dossier, death) else None


def _is_told_of_the_dead(claim: Claim, dossier: Dossier, death: Days) -> bool:
    """Whether a dated piece gives the age as that of its day, on which he was long dead."""
    day = dossier.date_of(claim)
    late = day is not None and day > death.last + MOURNED
    return late and day is not None and age_refers_to(claim, dossier) == Days(day, day)
