"""CSV output of an answer's main table."""

from __future__ import annotations

import csv
from typing import Any, TextIO

from skipper.answers.answer import Answer
from skipper.answers.document import jsonable, text_of

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet runs a cell that starts with one of these
