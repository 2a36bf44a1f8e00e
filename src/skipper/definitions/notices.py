"""The publishers' notices: the complete ones, and short forms for a terminal, one line per publisher.

Retrosheet requires its statement as it is, so it has no short form. The short forms keep the publisher, the licence,
and the restriction to individual or non-commercial use.
"""

from __future__ import annotations

from collections.abc import Iterable

RETROSHEET = (
    "The information used here was obtained free of charge from and is copyrighted by Retrosheet. "
    "Interested parties may contact Retrosheet at www.retrosheet.org."
)
SPLITS_PLAYS = (
    "Minor-league play-by-play: Jeff Sackmann, Minor League Splits, CC BY-NC-SA 4.0 "
    "(https://creativecommons.org/licenses/by-nc-sa/4.0/): non-commercial use only."
)
SPLITS_CLUBS = "Affiliations: Jeff Sackmann, Minor League Splits, CC BY-NC-SA 4.0: non-commercial use only."
STATSAPI = "MLB Stats API: © MLB Advanced Media, L.P.; for individual, non-commercial use."
STATSAPI_CLUBS = f"Affiliations: {STATSAPI}"
HISTORY = "Affiliations: gzilavyss2025/bbsbh, MIT; content MLB Advanced Media, for individual, non-commercial use."
SCORES = "Minor-league scores: Christopher D. Long (github.com/octonion/baseball-public), MIT License."
MANAGERS = "Minor-league managers: a hand-compiled file that cites a page for each row (table listed_manager)."
LAHMAN = "Baseball Databank (Lahman): Creative Commons Attribution-ShareAlike 3.0 Unported."
REGISTER = "Chadwick Baseball Bureau Register: Open Data Commons Attribution License."

_SPLITS = "J. Sackmann, CC BY-NC-SA 4.0, non-commercial use."
_API = "MLB Stats API, © MLBAM, L.P., individual, non-commercial use."
# What the publisher provides, and the publisher with its terms.
_SHORT = {
    SPLITS_PLAYS: ("Minors' play-by-play", _SPLITS),
    SPLITS_CLUBS: ("clubs", _SPLITS),
    STATSAPI: ("Games", _API),
    STATSAPI_CLUBS: ("clubs", _API),
    HISTORY: ("affiliations", "gzilavyss2025/bbsbh, MIT; © MLBAM, individual, non-commercial use."),
    SCORES: ("Minor-league scores", "Christopher D. Long, MIT License."),
    MANAGERS: ("Minor-league managers", "a hand-compiled file that cites its pages."),
    LAHMAN: ("Baseball Databank (Lahman)", "CC BY-SA 3.0 Unported."),
}


def shortened(notices: Iterable[str]) -> list[str]:
    """Return the notices in short form, those of one publisher on one line; a notice without a short form is kept."""
    provided: dict[str, list[str]] = {}
    for notice in notices:
        what, terms = _SHORT.get(notice, (None, notice))
        provided.setdefault(terms, []).extend([what] if what else [])
    return [
        f"{what[:1].upper()}{what[1:]}: {terms}" if (what := ", ".join(parts)) else terms
        for terms, parts in provided.items()
    ]
