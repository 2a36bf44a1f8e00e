"""How the lists of `discover` read."""

from __future__ import annotations

from skipper.answers.answer import Row, Shown, View, shown
from skipper.answers.directives.discover_rules import FEWEST_GAMES, FEWEST_STARTS, ROWS
from skipper.answers.directives.order_rules import FEWEST_TURNS, LOW

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
    f"Tested by starts: position players with {FEWEST_STARTS} starts for the club, and {FEWEST_GAMES} games on either "
    "side.",
    "Whom the opposing hand decided: starts against left- and right-handed starters, of the club's games from his "
    "first start for it to his last.",
    "Whose playing time fell: starts in the earlier and the later half of the club's games from his first start to "
    "the end of its season; who started elsewhere afterwards is left out. An injury or an option looks the same as a "
    "benching: game logs do not tell them apart.",
    f"Who bats lower than his production suggests: position players with {FEWEST_TURNS} plate appearances as starters "
    f"and a mean slot of {LOW:.0f} or later. Against the starters who batted ahead of him in the games that he "
    "started, by wOBA (weights of The Book, 2007). Bats, Hits: his place among the club's regulars by mean slot, and "
    "by wOBA drawn to the mean of the season's regulars as far as chance in his plate appearances asks.",
    "p: Fisher's exact test; of wOBA Welch's, one-sided. q: share of false discoveries among those this strong or "
    "stronger (Benjamini-Hochberg, over all that were tested in the list).",
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
        "Whom the opposing hand decided",
        (
            *_STARTS,
            *(shown(name, "share", f"starts_{side}", f"games_{side}") for name, side in (("vs L", "a"), ("vs R", "b"))),
        ),
    ),
    "playing_time": (
        "Whose playing time fell",
        (
            *_STARTS,
            *(
                shown(name, "share", f"starts_{side}", f"games_{side}")
                for name, side in (("Later", "a"), ("Earlier", "b"))
            ),
        ),
    ),
    "order": ("Who bats lower than his production suggests", _ORDER),
}


def listed(rows: list[Row], name: str, top: int, club: str | None) -> View:
    """The first `top` of one list, with how many were tested and found."""
    title, compared = _LISTS[name]
    own = [row for row in rows if row["list"] == name]
    told = [
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
    return View(columns, told, title, (f"{len(own):,} tested, {found:,} with q of .05 or less.",))


def _deviates(row: Row) -> bool:
    """Whether he deviates in the direction of the list: started less later, or produces more than those ahead."""
    if row["list"] == "platoon":
        return True
    return row["difference"] < 0 if row["list"] == "playing_time" else row["difference"] > 0


def _probability(value: float) -> str:
    return "<.0001" if value < 0.0001 else f"{value:.4f}".lstrip("0") if value < 1 else "1"
