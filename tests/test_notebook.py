"""Answers in Python and in notebooks: frames, tables with notes, charts, and the notebook of examples/."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import nbformat
import polars as pl
import pyarrow as pa
import pytest
from nbclient import NotebookClient

import render_notebook
import skipper
from built_lake import Built
from page_markup import Page, external
from skipper.answers.answer import Answer, Table
from skipper.answers.usage import usage
from skipper.api import Lake
from skipper.definitions.tendencies import TENDENCIES
from skipper.render.html.answer_charts import charts_of
from skipper.render.html.answer_page import Chart
from tiny_lake import NOTICE

NOTEBOOK = Path(__file__).parents[1] / "examples" / "kettleworth.ipynb"


@pytest.fixture(scope="module")
def lake(tiny: Path) -> Lake:
    return skipper.open(tiny)


def test_every_frame_has_the_same_rows_with_null_for_unknown(lake: Lake) -> None:
    answer = lake.records("José Marsh")
    rows = [{name: row[name] for name in answer.answer.main.fields} for row in answer.answer.main.rows]
    assert answer.to_arrow().to_pylist() == rows
    assert answer.to_polars().to_dicts() == rows
    assert answer.to_pandas()["wins"].tolist() == [row["wins"] for row in rows]
    unknown = {name for name in rows[0] if all(row[name] is None for row in rows)}
    assert unknown
    assert set(answer.to_pandas().columns[answer.to_pandas().isna().all()]) == unknown


def test_an_empty_answer_is_an_empty_frame(lake: Lake) -> None:
    answer = lake.differences(season=2033)
    assert answer.to_arrow().num_rows == answer.to_polars().height == 0
    assert answer.to_arrow().column_names == list(answer.to_pandas().columns)
    assert isinstance(answer.to_arrow(), pa.Table)
    assert isinstance(answer.to_polars(), pl.DataFrame)


def test_arrow_keeps_the_rule_the_coverage_and_the_notices(lake: Lake) -> None:
    about = json.loads(lake.records("José Marsh", "managed").to_arrow().schema.metadata[b"skipper"])
    assert (about["rule"], about["notices"], about["build"]) == ("managed", [NOTICE], "tiny")
    assert about["coverage"]["seasons_missing"] == [2032]


def test_a_notebook_shows_the_tables_with_their_notes(lake: Lake) -> None:
    answer = lake.player("<script>")
    page = Page(answer._repr_html_())
    assert not page.all("script")
    assert external(answer._repr_html_()) == []
    assert {NOTICE, *answer.answer.notes} <= set(page.texts("small"))
    assert len(page.all("table")) == sum(bool(view.rows) for view in answer.answer.main.views)
    assert NOTICE in str(answer)


def test_a_chart_is_that_of_the_page(lake: Lake) -> None:
    page = Page(lake.records("José Marsh").plot()._repr_html_())
    (chart,) = page.all("svg")
    assert "Wins and expected wins of José Marsh" in str(chart["aria-label"])
    with pytest.raises(skipper.NothingKnownError, match="questions with a chart are club, compare"):
        lake.player("Bo Marsh").plot()


def test_lineups_and_tactics_have_the_chart_of_the_managers_page(lake: Lake) -> None:
    answer = usage(lake.reader, "José Marsh", 2031)
    rows = [{**row, "club_games_with_lineup": 20} for row in answer.main.rows]  # enough for a chart
    (used,) = charts_of(lake.reader, replace(answer, tables=(replace(answer.main, rows=rows), *answer.tables[1:])))
    assert len(Page(used.picture).all("svg")) == 1
    assert used.view in answer.main.views

    known = {"season": 2031, "club": "ALP", "rate_low": 0.05, "rate_high": 0.15, "league_rate": 0.1}
    rows = [{**known, "tendency": one.name, "index": 103.0 if place else None} for place, one in enumerate(TENDENCIES)]

    def charts_of_rows(rows: list[dict]) -> Sequence[Chart]:
        return charts_of(lake.reader, Answer("tendencies", "x", (Table("tendencies", tuple(rows[0]), rows, ()),)))

    (tactics,) = charts_of_rows(rows)
    assert len(Page(tactics.picture).all("svg")) == 1
    assert [row["title"] for row in tactics.view.rows] == [one.title for one in TENDENCIES[1:]]
    assert charts_of_rows(rows[:1]) == ()


def test_the_notebook_of_the_examples_runs_and_shows_every_answer(
    simulated: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKIPPER_LAKE", str(simulated.lake))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs[-1].output_type == "execute_result" for cell in code)
    record, chart = (cell.outputs[-1].data["text/html"] for cell in code[:2])
    assert "Ambrose Kettleworth: record as a manager" in record
    assert "<svg" in chart
    assert render_notebook.page(notebook) == render_notebook.PAGE.read_text("utf-8"), "run scripts/render_notebook.py"
