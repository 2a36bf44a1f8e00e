"""Spark's functions and windows, imported when the first of them is used.

A contract stands beside the function that fills its table, and every answer reads contracts: with these in place of
PySpark's own names, an answer does not wait for PySpark.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import Window
    from pyspark.sql import functions as F
else:

    class _Late:
        """The attributes of something in PySpark, which is imported when the first is asked for."""

        def __init__(self, module: str, name: str | None = None) -> None:
            self._module, self._name = module, name

        def __getattr__(self, attribute: str) -> Any:
            if attribute.startswith("_"):  # asked for by pickle and inspect, of this object
                raise AttributeError(attribute)
            found = import_module(self._module)
            return getattr(found if self._name is None else getattr(found, self._name), attribute)

    F = _Late("pyspark.sql.functions")
    Window = _Late("pyspark.sql", "Window")

__all__ = ["F", "Window"]
