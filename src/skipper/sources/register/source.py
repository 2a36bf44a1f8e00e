"""The Chadwick Register as a source."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

from skipper.definitions import notices
from skipper.sources.source import Fetched, Site, Source
from skipper.sources.target import Target, column

_BESIDE_PEOPLE = ("names.csv", "links.csv")


class Register(Source):
    """People, and their ids in other sources."""

    name, order = "register", 8
    help = "Folder with the files of the Chadwick Register."
    title, in_tables = "Register", "register"
    publisher, notice = "register", notices.REGISTER
    fetched = Fetched(
        PurePosixPath("register"),
        "register",
        Site(
            "register", "SKIPPER_REGISTER_URL", "https://raw.githubusercontent.com/chadwickbureau/register/master/data"
        ),
        f"{notices.REGISTER}\nTerms: https://opendatacommons.org/licenses/by/1-0/",
        on_request=False,
        is_expected=True,
    )
    reader = "skipper.sources.register.reading"

    def targets(self, base: str, seasons: Collection[int], kinds: Collection[str]) -> list[Target]:
        """Return the sixteen files of people, and the lists of other names and ids that the Register has since 2023."""
        key = column(self.reading.COLUMNS["person_id"])
        people = [f"people-{digit}.csv" for digit in "0123456789abcdef"]
        return [
            *(Target(f"{base}/{name}", self.name, name, key) for name in people),
            *(Target(f"{base}/{name}", self.name, name, key, optional=self.name) for name in _BESIDE_PEOPLE),
        ]


SOURCE = Register()
