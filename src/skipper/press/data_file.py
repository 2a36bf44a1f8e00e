"""The word lists and patterns that Skipper keeps as YAML, read by libyaml where PyYAML has it: ten times as fast."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(file: Traversable) -> Any:
    """Return what the file has."""
    return yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
