"""HTML page for any answer, with the same content as on the terminal, for browsers, print and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from skipper.answers.answer import Answer, View, spans
from skipper.answers.named_by import SOURCES_NAMED
from skipper.answers.rules import BOTH, INFERRED, MEANING, RULES
from skipper.lake.manifest import Manifest
from skipper.render.html.frame import Frame
from skipper.render.html.page import UNKNOWN, cell, render

SHORT = 100  # characters of a line of the lead that shares a paragraph with others
ROWS = 1_000  # rows of a table on one page; the rest follows on further pages


@dataclass(frozen=True)
class Chart:
    """A chart in an answer: an inline SVG with a text alternative, and a table of the same figures.

    The chart is placed under its own heading before the table named `before`, or first if `before` is empty or there
    is no such table. `of` is the table with the chart's figures, by default that table. If the view is one of the
    answer's own, the page has it with the chart alone. The view is folded below the chart, or stands beside it if
    `beside` is true.
    """

    picture: Markup
    title: str
    caption: str
    view: View
    before: str = ""
    of: str = ""
    beside: bool = False

    @property
    def csv(self) -> str:
        """Return the name of the file with the chart's figures."""
        return f"{self.of or self.before}.csv"


@dataclass(frozen=True)
class Section:
    """A section of the page: a view with its heading and, if it has one, its chart. `key` is the section's id in the
    page.

    `csv` is the name of the table's file next to the page, empty if there is none.
    """

    key: str
    view: View
    chart: Chart | None = None
    csv: str = ""

    @property
    def title(self) -> str:
        """Return the section's heading; empty if the view has no heading."""
        return self.chart.title if self.chart else self.view.title


def answer_page(
    answer: Answer,
    manifest: Manifest,
    charts: Sequence[Chart] = (),
    frame: Frame | None = None,
    of: int = 1,
) -> str:
    """Return the answer as one HTML page, which is self-contained if there is no frame.

    `frame` is the page's place in a site, and `of` is the number of pages that the answer takes. The title up to its
    first colon becomes the heading, and the rest the subtitle. Each view becomes a table that scrolls horizontally in a
    narrow window. Names are escaped.
    """
    heading, _, sub = answer.title.partition(": ")
    part = frame.part if frame else 1
    sections = _sections(
        answer, charts, [name for _title, name in frame.data] if frame else (), part if of > 1 else None
    )
    return render(
        "answer.html.j2",
        frame,
        title=answer.title,
        heading=heading,
        sub=f"{sub[:1].upper()}{sub[1:]}",
        contents=[section for section in sections if section.title],
        names=answer.names,
        lead=_paragraphs([line for line in answer.lead if not _explains(line)]),
        legend=[line for line in answer.lead if _explains(line)],
        sections=sections,
        unlinked=frame is not None and len(frame.data) > 1 + len({section.csv for section in sections} - {""}),
        notes=(*answer.notes, *_unknown_note(sections)),
        foot=_foot(answer),
        manifest=manifest,
        numbers=_numbers(answer, of) if of > 1 else (),
    )


def parts_of(answer: Answer) -> int:
    """Return the number of pages that the answer takes with at most ROWS rows of a view on each."""
    return max((-(-len(view.rows) // ROWS) for table in answer.tables for view in table.views), default=1) or 1


def _numbers(answer: Answer, of: int) -> list[tuple[int, str]]:
    """Return the pages of a long answer, each with the first and last name of its longest view."""
    view = max((view for table in answer.tables for view in table.views), key=lambda view: len(view.rows))
    ends = ((view.rows[n * ROWS], view.rows[min((n + 1) * ROWS, len(view.rows)) - 1]) for n in range(of))
    return [(n, " – ".join(cell(row, view.columns[0]) for row in end)) for n, end in enumerate(ends, 1)]


def _sections(answer: Answer, charts: Sequence[Chart], data: Sequence[str], part: int | None) -> list[Section]:
    """Return the sections; with `part`, those with rows on this page of several. The first page also has all others."""
    sections: list[Section] = []
    for view, chart, csv in _parts(answer, charts):
        if part is not None:
            rows = view.rows[(part - 1) * ROWS : part * ROWS]
            if part > 1 and (chart or not rows):
                continue
            view = replace(view, rows=rows)
        sections.append(Section(f"s{len(sections) + 1}", view, chart, csv if csv in data and view.rows else ""))
    return sections


def _parts(answer: Answer, charts: Sequence[Chart]) -> Iterator[tuple[View, Chart | None, str]]:
    """Yield views with their charts and the names of their tables' files, in page order, without empty views.

    A view with a chart comes once.
    """
    charted = [chart.view for chart in charts]
    names = {table.name for table in answer.tables}
    yield from ((chart.view, chart, chart.csv) for chart in charts if chart.before not in names)
    for table in answer.tables:
        yield from ((chart.view, chart, chart.csv) for chart in charts if chart.before == table.name)
        yield from ((view, None, f"{table.name}.csv") for view in table.views if _stands_alone(view, charted))


def _stands_alone(view: View, charted: Sequence[View]) -> bool:
    return bool(view.rows or view.notes) and view not in charted


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines in groups, each shown as one paragraph: short lines that follow one another."""
    paragraphs: list[list[str]] = []
    for line in lines:
        if paragraphs and max(len(line), *map(len, paragraphs[-1])) <= SHORT:
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    return paragraphs


def _explains(line: str) -> bool:
    """Return whether a line of the lead only explains a rule, a symbol used in the tables, or the source of a name."""
    return line in MEANING.values() or line.startswith(INFERRED) or line.endswith(SOURCES_NAMED)


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
