"""Compare managers on all of their clubs' directives."""

from __future__ import annotations

from datetime import date

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.directives.check import NEEDS_PLAYS, Checked, check
from skipper.answers.directives.kinds.kind import listed
from skipper.answers.directives.plan_file import PlanFile
from skipper.answers.interval import NAME as INTERVAL
from skipper.answers.interval import wilson
from skipper.lake.reader import LakeReader

FIELDS = (
    "rank",
    "manager_id",
    "manager_person_id",
    "manager_name",
    "clubs",
    "seasons",
    "directives",
    "applicable",
    "followed",
    "missed",
    "rate",
    "interval_low",
    "interval_high",
    "club_games",
    "club_followed",
    "expected",
    "above_target",
)
_RANKING = (
    shown("#", "count", "rank"),
    shown("Manager", "text", "manager_name"),
    shown("Clubs", "names", "clubs"),
    shown("Directives", "count", "directives"),
    shown("Followed", "share", "followed", "applicable"),
    shown("Rate", "pct", "rate"),
    shown("95 %", "code", "interval"),
    shown("Of all", "share", "club_followed", "club_games"),
    shown("By the targets", "mean", "expected"),
)


def compare(lake: LakeReader, plans: list[PlanFile], through: date | None = None) -> Answer:
    """Rank the managers by the lower bound of the interval for the rate at which they followed directives."""
    checked = check(lake, plans, through)
    rows = ranked(checked)
    unplayed = [one.asked.directive.kind for one in checked.directed if one.status["verdict"] == NEEDS_PLAYS]
    skipped, which = len(unplayed), listed(dict.fromkeys(unplayed)) if unplayed else ""
    notes = [
        f"Ranked by the lower end of the {INTERVAL}, so that a few games carry little weight.",
        "Of all: over every club-game of the kind in question, whether the player was available or not.",
        "By the targets: the number of the manager's games that would have followed the directives if each had "
        "exactly met its target. The "
        "ranking does not adjust for difficulty: less demanding directives are easier to follow.",
    ]
    if skipped:
        said = f"{_counted(skipped, f'{which} directive')}, because the lake has no play-by-play for"
        notes.append(f"Omitted: {said} {'its' if skipped == 1 else 'their'} clubs that season.")
    return Answer(
        "directives compare",
        f"Managers compared on {_counted(len(checked.directed) - skipped, 'directive')} in "
        f"{_counted(len(plans), 'plan')}",
        (Table("managers", FIELDS, rows, (View(_RANKING, rows),)),),
        (
            "Every applicable game of every directive, under the manager who ran it (rule: managed).",
            *checked.rests_on,
        ),
        (*notes, *checked.absent_notes),
        rule="managed",
    )


def ranked(checked: Checked) -> list[Row]:
    """Return one row per manager, best first; games with an unknown manager do not count."""
    managers: dict[str, list[tuple[Row, float]]] = {}
    for one in checked.directed:
        for row in (row for row in one.managers if row["manager_id"] is not None and row["applicable"]):
            managers.setdefault(row["manager_id"], []).append((row, one.status["target"]))
    rows = sorted((_row(own) for own in managers.values()), key=_order)
    places: dict[tuple[int, int], int] = {}
    for place, row in enumerate(rows, 1):  # ties share the best rank
        row["rank"] = places.setdefault((row["followed"], row["applicable"]), place)
    return rows


def _order(row: Row) -> tuple[float, float, int, str]:
    return -row["interval_low"], -row["rate"], -row["applicable"], row["manager_name"]


def _row(own: list[tuple[Row, float]]) -> Row:
    man = own[0][0]
    applicable, followed = (sum(row[name] for row, _ in own) for name in ("applicable", "followed"))
    expected = sum(row["applicable"] * target for row, target in own)
    interval = wilson(followed, applicable)
    assert interval is not None  # managers without an applicable game are omitted
    low, high = interval
    return {
        "manager_id": man["manager_id"],
        "manager_person_id": man["manager_person_id"],
        "manager_name": man["manager_name"] or man["manager_id"] or "unknown",
        "clubs": sorted({row["club"] for row, _ in own}),
        "seasons": sorted({row["season"] for row, _ in own}),
        "directives": len({(row["plan"], row["directive"]) for row, _ in own}),
        "applicable": applicable,
        "followed": followed,
        "missed": applicable - followed,
        "rate": followed / applicable,
        "interval_low": low,
        "interval_high": high,
        "interval": f"{low * 100:.0f}-{high * 100:.0f}%",
        **{name: sum(row[name] for row, _ in own) for name in ("club_games", "club_followed")},
        "expected": expected,
        "above_target": followed - expected,
    }


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
