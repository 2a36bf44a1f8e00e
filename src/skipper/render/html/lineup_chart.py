"""Charts for a lineup: the runs of all its orders, with the order used marked, and its batters by slot."""

from __future__ import annotations

from skipper.answers.answer import Answer, View, shown
from skipper.answers.lineup_value import evaluated_of
from skipper.lake.reader import LakeReader
from skipper.render.html.answer_page import Chart

_SHARES = ("worst", "10 %", "half", "90 %", "best")


def lineup_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the charts for an answer of `evaluate`."""
    import numpy as np

    from skipper.render.html.charts import orders_chart, runs_by_slot_chart

    game = answer.subject
    evaluated = evaluated_of(lake, game["club"], game["date"], game["game_number"])
    runs, used = evaluated.orders.runs, evaluated.runs
    shares = [
        {"orders": name, "runs": float(value)}
        for name, value in zip(_SHARES, np.quantile(runs, (0, 0.1, 0.5, 0.9, 1)), strict=True)
    ]
    for row in (*shares, used_row := {"orders": "used", "runs": used}):
        row["words"] = f"{row['runs']:.3f}"
    label = f"Runs of all orders of the nine, from {runs.min():.2f} to {runs.max():.2f}; the order used has {used:.2f}."
    orders = View((shown("Orders", "text"), shown("Runs", "code", "words")), [*shares, used_row], "Runs of all orders")
    lineup = answer.main.rows
    alone = [row["runs_alone"] for row in lineup]
    by_slot = View((shown("Slot", "count"), shown("Alone", "mean", "runs_alone")), lineup, "Runs by slot")
    caption = "Number of orders by expected runs; the line marks the order used."
    return (
        Chart(orders_chart(runs, used, "orders", label), orders.title, caption, orders),
        Chart(
            runs_by_slot_chart(alone, "slots", "Runs by slot: the table has every figure."),
            by_slot.title,
            "Expected runs of nine copies of each slot's batter.",
            by_slot,
            of="lineup",
        ),
    )
