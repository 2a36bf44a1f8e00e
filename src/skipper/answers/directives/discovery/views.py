"""Views of the lists that `discover` returns."""

from __future__ import annotations

from skipper.answers.answer import Row, Shown, View, shown
from skipper.answers.directives.discovery.batting_order import FEWEST_APPEARANCES, LOW
from skipper.answers.directives.discovery.comparisons import FEWEST_GAMES, FEWEST_STARTS, ROWS

FIELDS = (
    "list",
    "rank",
    *(name for name in ROWS if name != "list"),
    "rate_a",
    "rate_b",
    "difference",
    "p_value",
    "q_value",
    "tested",
)
NOTES = (
    f"Tested by starts: position players with {FEWEST_STARTS} starts for the club, and {FEWEST_GAMES} games in each "
    "group.",
    "Platoon usage: starts against left- and right-handed starters, out of the club's games from the player's first "
    "to last start for it.",
    "Reduced playing time: starts in the earlier and the later half of the club's games from the player's first start "
    "to the end of the club's season; players who later started elsewhere are excluded. Game logs do not "
    "distinguish an "
    ""
    "injury or an option from a benching.",
    f"Batting below production: position players with {FEWEST_APPEARANCES} plate appearances as starters and a mean "
    f"slot of {LOW:.0f} or later, compared with the starters who batted ahead of them in the same games, by wOBA "
    "(weights of The Book, 2007). Bats, Hits: ranks among the club's regulars by mean slot, and by wOBA regressed to "
    "the mean of the season's regulars.",
    "p: Fisher's exact test; for wOBA, Welch's, one-sided. q: share of false discoveries among deviations this strong "
    "or stronger (Benjamini-Hochberg, over all players tested for the list).",
)
_STARTS = (shown("Player", "text", "player_name"), shown("Bats", "code"))
_ORDER = (
    shown("Player", "text", "player_name"),
    shown("Slot", "mean", "mean_slot"),
    shown("wOBA", "pct", "rate_a"),
    shown("Ahead", "pct", "rate_b"),
    shown("Bats", "count", "slot_rank"),
    shown("Hits", "count", "production_rank"),
)
_LISTS = {
    "platoon": (
        "Platoon usage",
        (
            *_STARTS,
            *(shown(name, "share", f"starts_{side}", f"games_{side}") for name, side in (("vs L", "a"), ("vs R", "b"))),
        ),
    ),
    "playing_time": (
        "Reduced playing time",
        (
            *_STARTS,
            *(
                shown(name, "share", f"starts_{side}", f"games_{side}")
                for name, side in (("Later", "a"), ("Earlier", "b"))
            ),
        ),
    ),
    "order": ("Batting below production", _ORDER),
}


def listed(rows: list[Row], name: str, top: int, club: str | None) -> View:
    """Return the first `top` rows of one list, with the number of comparisons tested and the number found."""
    title, compared = _LISTS[name]
    own = [row for row in rows if row["list"] == name]
    listing = [
        {**row, "p": _probability(row["p_value"]), "q": _probability(row["q_value"])}
        for row in own[:top]
        if _deviates(row)
    ]
    place = () if club else (shown("Year", "season", "season"), shown("Club", "code"))
    chance = (shown("p", "code"), shown("q", "code")) if club else (shown("q", "code"),)
    columns: tuple[Shown, ...] = (
        shown("#", "count", "rank"),
        *place,
        *compared,
        *chance,
        shown("Manager", "text", "manager_name"),
    )
    found = sum(row["q_value"] <= 0.05 for row in own)
    return View(columns, listing, title, (f"{len(own):,} tested, {found:,} with q of .05 or less.",))


def _deviates(row: Row) -> bool:
    """Return whether the deviation fits the list: fewer later starts, or more production than the batters ahead."""
    if row["list"] == "platoon":
        return True
    return row["difference"] < 0 if row["list"] == "playing_time" else row["difference"] > 0


def _probability(value: float) -> str:
    return "<.0001" if value < 0.0001 else f"{value:.4f}".lstrip("0") if value < 1 else "1"
