"""Files of minor-league scores, written by hand."""

from __future__ import annotations

from pathlib import Path

SEASON = 2041


def write_scores(folder: Path, *lines: str, season: int = SEASON) -> Path:
    """A season's file of these lines."""
    folder.mkdir(exist_ok=True)
    path = folder / f"minors-scores-{season}.csv"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path
