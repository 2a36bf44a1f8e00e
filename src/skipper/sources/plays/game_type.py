"""The game type in event files: regular season, postseason, all-star or exhibition."""

from __future__ import annotations

import re

REGULAR, POSTSEASON, ALL_STAR, EXHIBITION = "regular", "postseason", "all_star", "exhibition"
UNKNOWN = "unknown"  # in record sets: the file states a type that is not in SAID
# `info,gametype`, in files since 2023. A playoff breaks a regular-season tie and is part of the regular season.
SAID = {
    "regular": REGULAR,
    "playoff": REGULAR,
    "wildcard": POSTSEASON,
    "divisionseries": POSTSEASON,
    "lcs": POSTSEASON,
    "championship": POSTSEASON,
    "worldseries": POSTSEASON,
    "allstar": ALL_STAR,
    "exhibition": EXHIBITION,
    "preseason": EXHIBITION,
}
_ALL_STARS = re.compile(r"\d{4}AS\d?\.E|AS\d{4}", re.IGNORECASE)
_CLUBS = re.compile(r".*\.E[VDB]\w", re.IGNORECASE)
_SERIES = re.compile(r".*\.E[VDB]E", re.IGNORECASE)  # 1975WS.EVE, 2012ALD1.EVE; clubs' files end in their league


def said_type(gametype: str) -> str | None:
    """Return the game type of an `info,gametype` value: UNKNOWN if it is not in SAID, null if it is blank."""
    return SAID.get(gametype.lower(), UNKNOWN) if gametype else None


def type_by_file(label: str) -> str | None:
    """Return the game type from the event file's name, by Retrosheet's naming; null for other names."""
    name = label.rsplit("/", 1)[-1]
    if _ALL_STARS.match(name):
        return ALL_STAR
    if _SERIES.match(name):
        return POSTSEASON
    return REGULAR if _CLUBS.match(name) else None
