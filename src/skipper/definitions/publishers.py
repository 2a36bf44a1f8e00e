"""Publishers whose data a lake can omit (`skipper build --without`), with the inputs that come only from them."""

from __future__ import annotations

PUBLISHERS = {
    "retrosheet": ("gamelogs", "events", "csvs", "transactions", "reference"),
    "minorleaguesplits": ("minors",),
    "scores": ("scores",),
    "statsapi": ("statsapi",),
    "lahman": ("lahman",),
    "register": ("register",),
    "affiliations": ("affiliations",),
    "managers": ("managers",),
}
