"""Compile this package's kernels."""

from __future__ import annotations

from skipper.compiled import Compiler

_COMPILER = Compiler(__package__)
kernel, part, kept_folder = _COMPILER.kernel, _COMPILER.part, _COMPILER.kept_folder
