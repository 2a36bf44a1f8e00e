"""Compile this package's kernels."""

from __future__ import annotations

from pathlib import Path

from skipper.compiled import Compiler

_COMPILER = Compiler(Path(__file__).parent)
kernel, part, kept_folder = _COMPILER.kernel, _COMPILER.part, _COMPILER.kept_folder
