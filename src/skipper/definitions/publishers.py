"""Publishers whose data a lake can do without (`skipper build --without`), with the inputs that come only from them."""

from __future__ import annotations

PUBLISHERS = {
    "retrosheet": ("gamelogs", "events"),
    "minorleaguesplits": ("minors",),
    "scores": ("scores",),
    "statsapi": ("statsapi",),
    "lahman": ("lahman",),
    "register": ("register",),
    "affiliations": ("affiliations",),
    "managers": ("managers",),
}
