"""In which role a man is said to have won: the words of a claim that tell managing from playing."""

from __future__ import annotations

from typing import Literal

import re2

from skipper.press.claim import Claim
from skipper.press.reconcile.dossier import Dossier

Role = Literal["managed", "played"]
_AS_MANAGER = re2.compile(
    r"(?i)\b(?:as (?:(?:a|an|the|their|its|his|big-league|major-league|\S+(?:'s|s')) )*(?:manager|skipper|pilot)\b|"
    r"(?:in|from) the dugout|at the helm|managing career|career as a manager|under (?:him|his))"
)
_AS_PLAYER = re2.compile(
    r"(?i)\b(?:as (?:(?:a|an|the|their|its|\w+-\w+|\w+ed) )*(?:player|catcher|pitcher|infielder|outfielder|shortstop|"
    r"(?:first|second|third) baseman|(?:left|right|center) fielder|rookie|teammate)\b|"
    r"playing (?:career|days)|in uniform)"
)
_MANAGED = re2.compile(r"(?i)\b(?:managed|managing|skippered|piloted)\b")
_PLAYED = re2.compile(r"(?i)\b(?:played|playing|caught|pitched|batted)\b")
# Managed to win two: however he did it; a player-manager is both.
_NO_ROLE = re2.compile(r"(?i)\bmanaged to\b|\bplayer-manager\b|\bplaying manager\b")
_LED = re2.compile(r"(?i)\b(?:led|guided|steered|took|brought|his (?:teams|clubs|ballclubs))\b")


def stated_role(claim: Claim) -> Role | None:
    """Return the role that the claim's own words give; null if they give none, or both.

    `As a player` goes before `played`.
    """
    words = _NO_ROLE.sub("", claim.span)
    for manager, player in ((_AS_MANAGER, _AS_PLAYER), (_MANAGED, _PLAYED)):
        managed, played = bool(manager.search(words)), bool(player.search(words))
        if managed or played:
            return None if managed and played else "managed" if managed else "played"
    return None


def role_understood(claim: Claim, dossier: Dossier) -> Role | None:
    """Return the role stated; of a man who ran games that of a manager, where he is said to have led his clubs."""
    ran = bool(dossier.person.records or dossier.person.missing)
    return stated_role(claim) or ("managed" if ran and _LED.search(claim.span) else None)
