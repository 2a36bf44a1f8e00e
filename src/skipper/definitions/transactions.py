"""Types of Retrosheet's transactions (the readme.txt of its database), and the effect of each on the player."""

from __future__ import annotations

# Status changes that leave the player with a club that cannot use the player: placed, and back.
_LISTED = {
    "Hb": "on the bereavement list",
    "Hd": "declared ineligible",
    "Hh": "holding out",
    "Hi": "on the disabled list",
    "Hm": "in military service",
    "Hs": "suspended",
    "Hu": "unavailable, not on the disabled list",
    "Hv": "voluntarily retired",
    "Z": "voluntarily retired",
}
_LEFT = {"Fg": "free agent", "R": "released", "Vg": "assigned to the league"}
_ACQUIRED = {
    "A": "assigned",
    "C": "acquired on condition",
    "D": "drafted under rule 5",
    "Df": "drafted as a first-year player",
    "Dm": "drafted from the minor leagues",
    "Ds": "drafted in a special draft",
    "F": "signed as a free agent",
    "Fa": "signed as an amateur",
    "Fb": "signed as a bonus player",
    "Fc": "taken as compensation for a free agent",
    "Fo": "signed with a first major-league club",
    "J": "jumped to another club",
    "L": "loaned",
    "M": "acquired in a working agreement",
    "P": "sold",
    "T": "traded",
    "Tp": "added to a trade",
    "U": "moved to another club",
    "V": "assigned by the league",
    "W": "claimed on waivers",
    "Wf": "claimed on waivers as a first-year player",
    "X": "taken in an expansion draft",
    "Xe": "taken in an expansion draft",
    "Xm": "taken in an expansion draft",
    "Xp": "taken in an expansion draft",
}
_RETURNED = ("Cr", "Dr", "Jr", "Lr", "Mr", "Pr", "Tr", "Wr", "Xr")

DESCRIPTIONS = {
    **_LISTED,
    **{f"{code}r": "back with the club" for code in _LISTED},
    "Hf": "optioned",
    "Hfr": "recalled",
    **_LEFT,
    **_ACQUIRED,
    **dict.fromkeys(_RETURNED, "returned to the former club"),
    "Da": "drafted as an amateur",
    "Dn": "drafted as an amateur, not signed",
    "Dv": "amateur draft pick voided",
    "Fv": "signing voided",
    "Pv": "sale voided",
    "Tn": "traded, refused to report",
    "Tv": "trade voided",
    "Wv": "waiver claim voided",
}
EFFECTS = {
    **dict.fromkeys(_LISTED, "listed"),
    # A returned player is on the roster, except after retirement (Zr): that says only whose player it is.
    **{f"{code}r": "joined" for code in _LISTED},
    "Zr": "acquired",
    "Hf": "optioned",
    "Hfr": "joined",
    **dict.fromkeys(_LEFT, "left"),
    **dict.fromkeys((*_ACQUIRED, *_RETURNED), "acquired"),
}
