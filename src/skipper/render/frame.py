"""DataFrame output of an answer."""

from __future__ import annotations

from typing import Any

import pandas as pd

from skipper.answers.answer import Answer
from skipper.lake.manifest import Manifest


def frame(answer: Answer, manifest: Manifest) -> pd.DataFrame:
    """Return the answer's main table. Integer and boolean columns keep their type and have NA for unknown values."""
    fields = list(answer.main.fields)
    columns = {name: _series([row[name] for row in answer.main.rows]) for name in fields}
    table = pd.DataFrame(columns, columns=fields)
    table.attrs = attributes(answer, manifest)
    return table


def attributes(answer: Answer, manifest: Manifest) -> dict[str, Any]:
    """Return what a DataFrame's `attrs` state about an answer and its lake."""
    return {
        "title": answer.title,
        "rule": answer.rule,
        "coverage": answer.coverage,
        "notes": [*answer.lead, *answer.notes],
        "notices": manifest.notices,
        "build": manifest.build,
        "simulated": manifest.simulated,
    }


def _series(values: list[Any]) -> pd.Series:
    kinds = {type(value) for value in values if value is not None}
    if any(value is None for value in values):
        if kinds == {bool}:
            return pd.Series(values, dtype="boolean")
        if kinds == {int}:
            return pd.Series(values, dtype="Int64")
    return pd.Series(values, dtype=None if kinds & {int, float, bool} else object)
