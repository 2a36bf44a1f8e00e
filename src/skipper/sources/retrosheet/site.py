"""Retrosheet's site, and the terms of its files."""

from __future__ import annotations

from skipper.definitions import notices
from skipper.sources.source import Site

SITE = Site("retrosheet", "SKIPPER_RETROSHEET_URL", "https://www.retrosheet.org")
TERMS = f"{notices.RETROSHEET}\nTerms: https://www.retrosheet.org/notice.txt"
