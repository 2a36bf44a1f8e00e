"""The kernels that gather what is known of words and texts, each against the plain Python that says the same."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from skipper.sources.plays.gathering import coded, lists

WORDS = 5
ROWS = st.lists(st.integers(-1, WORDS - 1), max_size=40)


@given(ROWS, st.lists(st.integers(-1, 2), min_size=WORDS + 1, max_size=WORDS + 1))
@settings(deadline=None)
def test_texts_stand_by_the_code_of_their_row_and_null_where_it_has_none(rows, code_of_row):
    names = ["troum001", "judga001", "bettm001"]
    made = coded(np.array(rows, np.int32), np.array(code_of_row, np.int32), pa.array(names))
    codes = [code_of_row[row + 1] for row in rows]
    assert made.to_pylist() == [names[code] if code >= 0 else None for code in codes]
    assert made.null_count == sum(code < 0 for code in codes)


@given(ROWS.map(lambda rows: [row for row in rows if row >= 0]), st.lists(st.lists(st.integers(1, 9), max_size=4)))
@settings(deadline=None)
def test_each_row_has_the_list_of_its_text(rows, lists_of_texts):
    of_texts = (lists_of_texts + [[]] * WORDS)[:WORDS]
    starts = np.cumsum([0, *(len(each) for each in of_texts)])
    offsets, values = lists(
        np.array(rows, np.int32), starts, np.array([value for each in of_texts for value in each], np.int32)
    )
    assert pa.ListArray.from_arrays(offsets, pa.array(values)).to_pylist() == [of_texts[row] for row in rows]
