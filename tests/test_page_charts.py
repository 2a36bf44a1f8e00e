"""Charts of pages and the intervals that they draw."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page_markup import Page
from skipper.answers.interval import wilson
from skipper.render.html import charts
from skipper.render.html.charts import SlotRow, WinsRow, slots_chart, wins_chart

# Intervals


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(1, 17, 0.0105, 0.2698), (5, 37, 0.0591, 0.2798), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)],
)
def test_wilson(part: int, whole: int, low: float, high: float) -> None:
    assert wilson(part, whole) == pytest.approx((low, high), abs=5e-4)


def test_wilson_of_nothing_and_of_nonsense() -> None:
    assert wilson(0, 0) is None
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)


@given(st.integers(1, 400).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_wilson_holds_the_rate_and_mirrors(share: tuple[int, int]) -> None:
    part, whole = share
    low, high = wilson(part, whole)
    assert 0 <= low <= part / whole <= high <= 1
    assert wilson(whole - part, whole) == pytest.approx((1 - high, 1 - low))


# Charts


def test_charts_are_the_same_each_time_and_take_the_pages_colours() -> None:
    seasons = [WinsRow("2031 <A>", 81, 79.5), WinsRow("2032 A", 60, 70.0)]
    one, two = (wins_chart(seasons, "w", 'a "label" <b>') for _ in range(2))
    assert one == two
    assert not re.findall(r"#[0-9a-fA-F]{6}", one)
    assert "2031 &lt;A&gt;" in one
    assert 'aria-label="a &quot;label&quot; &lt;b&gt;"' in one
    assert re.findall(r'href="(.)', one) == ["#"] * len(re.findall("href=", one))


def test_a_heat_map_has_every_number_and_shades_by_the_fullest_player() -> None:
    rows = [SlotRow("$x$ & \x07Co", (10, 0, 5, 0, 0, 0, 0, 0, 0)), SlotRow("pitchers", (0,) * 8 + (99,), several=True)]
    chart = slots_chart(rows, "label")
    assert Page(chart).texts("text") == [*"123456789", "$x$ & Co", "pitchers", "5", "10", "99"]
    assert re.findall(r"fill-opacity:([.\d]+)", chart) == ["0.3", "0.6"]  # 10 and 99 share a shade


def test_charts_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="no season"):
        wins_chart([], "w", "label")
    with pytest.raises(ValueError, match="no start"):
        slots_chart([SlotRow("A", (0,) * 9)], "label")


def luminance(colour: list[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: list[float], other: list[float]) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("place", [0, 1, 2], ids=["light", "dark", "print"])
def test_contrast_of_text_and_of_figures_on_the_fullest_cell(marsh: str, place: int) -> None:
    palettes = re.findall(r":root\{([^}]*--paper[^}]*)\}", marsh)
    assert len(palettes) == 3
    colour = {
        name: [int(value[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        for name, value in re.findall(r"--(\w+):#(\w{6})\b", palettes[place])
    }
    cell = [
        charts.DARKEST * s + (1 - charts.DARKEST) * p for s, p in zip(colour["shade"], colour["paper"], strict=True)
    ]
    assert contrast(colour["ink"], cell) >= 4.5
    assert all(contrast(colour[name], colour["paper"]) >= 4.5 for name in ("ink", "muted", "accent"))
