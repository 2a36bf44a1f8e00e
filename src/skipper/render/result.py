"""An answer in Python: its main table as DataFrames, and its display in a notebook."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from skipper.answers.answer import Answer
from skipper.answers.document import document, jsonable
from skipper.answers.errors import NothingKnownError
from skipper.lake.reader import LakeReader
from skipper.render.terminal import plain_text

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


@dataclass(frozen=True)
class Result:
    """The answer to a question. A notebook shows its tables and notes; `print` shows the command's output."""

    answer: Answer
    reader: LakeReader

    def to_pandas(self) -> pd.DataFrame:
        """Return the main table with raw numbers; unknown values are NaN or NA.

        `attrs` holds the title, rule, coverage and notes, and the lake's notices, build and simulated flag.
        """
        from skipper.render.frame import frame

        return frame(self.answer, self.reader.manifest)

    def to_arrow(self) -> pa.Table:
        """Return the main table; unknown values are null.

        The schema's metadata has, under `skipper`, the `attrs` of `to_pandas` as JSON."""
        import pyarrow as pa

        main = self.answer.main
        return self._stated(pa.table({name: pa.array([row[name] for row in main.rows]) for name in main.fields}))

    def _stated(self, table: pa.Table) -> pa.Table:
        about = {
            name: value
            for name, value in document(self.answer, self.reader.manifest).items()
            if name not in ("rows", "tables")
        }
        return table.replace_schema_metadata({"skipper": json.dumps(jsonable(about))})

    def to_polars(self) -> pl.DataFrame:
        """Return the main table; unknown values are null. Requires polars, which Skipper does not install."""
        import polars as pl

        frame = pl.from_arrow(self.to_arrow())
        assert isinstance(frame, pl.DataFrame)
        return frame

    def plot(self, number: int = 1) -> Picture:
        """Return a chart on the answer's page, for a notebook: by default the first.

        Raises NothingKnownError if the question has no chart, if the answer has too little to draw, or if it has fewer
        charts than `number`.
        """
        from skipper.render.html.answer_charts import CHARTED, charts_of

        charts = charts_of(self.reader, self.answer)
        if not charts:
            if self.answer.question in CHARTED:
                raise NothingKnownError(f"there is nothing to plot: too few games in {self.answer.title!r}")
            listed = ", ".join(CHARTED)
            raise NothingKnownError(f"there is nothing to plot: the questions with a chart are {listed}")
        if not 1 <= number <= len(charts):
            raise NothingKnownError(f"there is no chart {number}: {self.answer.title!r} has {len(charts)}")
        return Picture(charts[number - 1].picture, charts[number - 1].caption)

    def _repr_html_(self) -> str:
        from skipper.render.html.page import render

        views = [view for table in self.answer.tables for view in table.views if view.rows or view.notes]
        return render("notebook.html.j2", answer=self.answer, views=views, manifest=self.reader.manifest)

    def __str__(self) -> str:
        """Return what the command prints."""
        return plain_text(self.answer, self.reader.manifest)


@dataclass(frozen=True)
class QueryResult(Result):
    """The result of a query. Its rows stay in Arrow, because there may be millions; `answer` has those shown."""

    rows: pa.Table

    def to_pandas(self) -> pd.DataFrame:
        """Return all rows with DuckDB's types for pandas; `attrs` is as for other answers."""
        import duckdb

        from skipper.render.frame import attributes

        with duckdb.connect() as connection:
            table = connection.from_arrow(self.rows).df()
        table.attrs = attributes(self.answer, self.reader.manifest)
        return table

    def to_arrow(self) -> pa.Table:
        """Return all rows, with the same metadata as other answers."""
        return self._stated(self.rows)


@dataclass(frozen=True)
class Picture:
    """A chart as an inline SVG, with its caption."""

    svg: Markup
    caption: str

    def _repr_html_(self) -> str:
        from skipper.render.html.page import render

        return render("notebook_chart.html.j2", picture=self)
