"""Transactions of 2016 in Retrosheet's layout, written here because the real data have none.

Michael Conforto's two options to Las Vegas are those of examples/plans/mets-2016.yaml; an injury of Lucas Duda's on a
guessed day is invented.
"""

from __future__ import annotations

from pathlib import Path

SEASON = 2016
OPTIONS = [("0625", "Hf"), ("0718", "Hfr"), ("0813", "Hf"), ("0827", "Hfr")]


def write_transactions(file: Path) -> Path:
    """Write the transactions as Retrosheet's tran.txt."""
    lines = [_line(number, "confm001", *move) for number, move in enumerate(OPTIONS)]
    lines += [_line(8, "dudal001", "0521", "Hi ", "@"), _line(9, "dudal001", "0917", "Hir")]
    file.write_text("\r\n".join(lines))
    return file


def _line(number: int, player_id: str, day: str, kind: str, mark: str = "") -> str:
    return f'"{SEASON}{day}",,"{mark}",,,{number},"{player_id}","{kind}","NYN","NL","","",,,,'
