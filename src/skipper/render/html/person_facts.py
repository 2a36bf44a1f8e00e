"""Facts about a person, as pairs of a term and its value, for the top of the page."""

from __future__ import annotations

from calendar import month_name

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader
from skipper.render.figures import UNKNOWN

Lines = tuple[tuple[str, str], ...]


def person_facts(lake: LakeReader, person_id: str, source_id: str | None) -> Lines:
    """Return birth, full name, playing years and id (`source_id`, otherwise `person_id`); UNKNOWN marks unknown
    facts."""
    found = lake.rows_of("SELECT * FROM person WHERE person_id IN $person_ids", ("person_id",), (person_id,))
    who = found[0] if found else {}
    return (
        ("Born", _born(who)),
        ("Full name", " ".join(filter(None, (who.get("given_name"), who.get("last_name")))) or UNKNOWN),
        ("Played in the majors", _played(who)),
        ("Id", source_id or person_id),
    )


def _born(who: Row) -> str:
    year, month, day = (who.get(f"birth_{part}") for part in ("year", "month", "day"))
    if not year:
        return UNKNOWN
    if not month:
        return str(year)
    return f"{f'{day} ' if day else ''}{month_name[month]} {year}"


def _played(who: Row) -> str:
    first, last = who.get("mlb_played_first"), who.get("mlb_played_last")
    if first and last:
        return str(first) if first == last else f"{first}-{last}"
    return f"from {who['debut'].year}" if who.get("debut") else UNKNOWN
