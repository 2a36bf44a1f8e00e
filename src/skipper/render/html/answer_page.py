"""HTML page for any answer, with the same content as on the terminal, for browsers, print and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from skipper.answers.answer import Answer, Row, Shown, View, spans
from skipper.answers.rules import BOTH, INFERRED, MEANING, RULES
from skipper.lake.manifest import Manifest
from skipper.render.html.page import UNKNOWN, cell, render

Links = Callable[[Row, Shown], str | None]


@dataclass(frozen=True)
class Chart:
    """A chart in an answer: an inline SVG with a text alternative, and a table of the same figures.

    The chart is placed under its own heading before the table named `before`, or first if `before` is empty or there
    is no such table.
    """

    picture: Markup
    title: str
    caption: str
    view: View
    before: str = ""


@dataclass(frozen=True)
class Section:
    """A section of the page: a view with its heading and its chart, if any. `key` is the section's id in the page."""

    key: str
    view: View
    chart: Chart | None = None

    @property
    def title(self) -> str:
        """Return the section's heading; empty if the view has none."""
        return self.chart.title if self.chart else self.view.title


def answer_page(
    answer: Answer,
    manifest: Manifest,
    charts: Sequence[Chart] = (),
    links: Links | None = None,
    beside: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the answer as one self-contained HTML page.

    `links` gives the addresses that names lead to, and `beside` has titles and addresses of what is beside this page,
    where the page is one of several.

    The title up to its first colon becomes the heading, and the rest the subtitle. Each view becomes a table that
    scrolls horizontally in a narrow window. Names are escaped.
    """
    heading, _, sub = answer.title.partition(": ")
    sections = [Section(f"s{number}", view, chart) for number, (view, chart) in enumerate(_parts(answer, charts), 1)]
    return render(
        "answer.html.j2",
        title=answer.title,
        heading=heading,
        sub=f"{sub[:1].upper()}{sub[1:]}",
        contents=[section for section in sections if section.title],
        lead=[line for line in answer.lead if not _explains(line)],
        legend=[line for line in answer.lead if _explains(line)],
        sections=sections,
        notes=(*answer.notes, *_unknown_note(sections)),
        foot=_foot(answer),
        manifest=manifest,
        links=links,
        beside=beside,
    )


def _parts(answer: Answer, charts: Sequence[Chart]) -> Iterator[tuple[View, Chart | None]]:
    """Yield views with their charts, in page order, without empty views."""
    names = {table.name for table in answer.tables}
    yield from ((chart.view, chart) for chart in charts if chart.before not in names)
    for table in answer.tables:
        yield from ((chart.view, chart) for chart in charts if chart.before == table.name)
        yield from ((view, None) for view in table.views if view.rows or view.notes)


def _explains(line: str) -> bool:
    """Return whether a line of the lead only explains a rule or a symbol used in the tables."""
    return line in MEANING.values() or line.startswith(INFERRED)


def _unknown_note(sections: Sequence[Section]) -> tuple[str, ...]:
    views = [section.view for section in sections]
    seen = any(cell(row, column) == UNKNOWN for view in views for row in view.rows for column in view.columns)
    return (f"{UNKNOWN} none, or unknown.",) if seen else ()


def _foot(answer: Answer) -> tuple[str, ...]:
    """Return the footer lines: the rules, unless the lead states them, and the seasons covered."""
    rules = RULES if answer.rule == BOTH else (answer.rule,)
    meanings = (MEANING[rule] for rule in rules if rule is not None)
    return (*(line for line in meanings if line not in answer.lead), *_seasons(answer))


def _seasons(answer: Answer) -> tuple[str, ...]:
    if answer.coverage is None:
        return ()
    here, missing = (spans(answer.coverage[name]) for name in ("seasons", "seasons_missing"))
    return (f"Seasons of the figures: {here or 'none'}. Missing from this lake: {missing or 'none known'}.",)
