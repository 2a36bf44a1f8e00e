"""Retrosheet's transactions as a source."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from skipper.definitions import notices
from skipper.sources.retrosheet.site import SITE, TERMS
from skipper.sources.source import Fetched, Source
from skipper.sources.target import Target


class Transactions(Source):
    """Retrosheet's transaction database, of all seasons."""

    name, order = "transactions", 5
    help = "Retrosheet's transactions (tranDB.zip or tran.txt): a folder or a file."
    title, in_tables = "Retrosheet transactions", "retrosheet_transactions"
    publisher, notice = "retrosheet", notices.RETROSHEET
    fetched = Fetched(
        PurePosixPath("retrosheet", "transactions"), "retrosheet --transactions", SITE, TERMS, ("transactions",)
    )
    reader = "skipper.sources.retrosheet.transactions.reading"

    def targets(self, base: str, seasons: Collection[int], kinds: Collection[str]) -> list[Target]:
        """Return the database, which covers all seasons."""
        url, held = f"{base}/transactions/tranDB.zip", re.compile(r"tran.*\.txt$", re.IGNORECASE)
        return [Target(url, self.name, "tranDB.zip", held)] if "transactions" in kinds else []


SOURCE = Transactions()
