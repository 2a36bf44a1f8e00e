"""Page for a person who has stored reports but no managed games in the lake."""

from __future__ import annotations

from dataclasses import dataclass

from skipper.answers.answer import Row, spans
from skipper.answers.errors import NothingKnownError, UnknownNameError
from skipper.answers.people import Pool, find_person
from skipper.lake.reader import LakeReader
from skipper.render.html.person_facts import Lines, person_facts
from skipper.render.html.reported import Reported, reported

# A person known only from reports has no seasons or clubs, because those come from games.
_REPORTED = Pool(
    "person with stored reports",
    "no stored report mentions a person of that name",
    """
    SELECT person_id, person_name AS name FROM claim WHERE person_id IS NOT NULL
    UNION
    SELECT person_id, name FROM person WHERE person_id IN (SELECT person_id FROM claim)
    """,
    """
    SELECT c.person_id, any_value(p.retrosheet_id) AS id,
        coalesce(any_value(p.name), any_value(c.person_name)) AS name,
        any_value(p.mlb_played_first) AS first_season, any_value(p.mlb_played_last) AS last_season,
        []::VARCHAR[] AS clubs
    FROM claim AS c LEFT JOIN person AS p USING (person_id)
    WHERE c.person_id IN $person_ids
    GROUP BY c.person_id
    """,
)


@dataclass(frozen=True)
class ReportedFile:
    """The page's content. `without` states that the lake has no games under the manager, and lists the lake's
    seasons."""

    name: str
    facts: Lines
    without: str
    reported: Reported


def gather_reported(lake: LakeReader, name: str) -> ReportedFile | None:
    """Return the reports on the person named `name`, or None if there are no stored reports.

    Raises AmbiguousNameError if the reports mention several people with that name.
    """
    if "claim" not in lake.manifest.tables:
        return None
    try:
        man = find_person(lake, name, _REPORTED)
    except (NothingKnownError, UnknownNameError):
        return None
    return _file_of(lake, man.person_id, man.name, man.id)


def reported_file(lake: LakeReader, person_id: str) -> ReportedFile:
    """Return the reports on a person listed by `reported_men`. Raises KeyError for anyone else."""
    men = {man["person_id"]: man for man in reported_men(lake)}
    man = men[person_id]
    found = _file_of(lake, person_id, man["name"], man["id"])
    if found is None:
        raise KeyError(person_id)
    return found


def reported_men(lake: LakeReader) -> list[Row]:
    """Return the people linked in stored reports who have no managed games in the lake, ordered by last name.

    Each row has the person_id, Retrosheet id and name. There are no rows for a lake built before Skipper stored
    reports.
    """
    return lake.rows(_NO_MANAGERS) if "claim" in lake.manifest.tables else []


_NO_MANAGERS = """
WITH man AS (
    SELECT c.person_id, any_value(p.retrosheet_id) AS id, any_value(p.last_name) AS last_name,
        coalesce(any_value(p.name), any_value(c.person_name)) AS name
    FROM claim AS c LEFT JOIN person AS p USING (person_id)
    WHERE c.person_id IS NOT NULL AND c.person_id NOT IN (SELECT manager_person_id FROM manager_career)
    GROUP BY c.person_id
)
SELECT person_id, id, name FROM man
ORDER BY strip_accents(lower(coalesce(last_name, name))), strip_accents(lower(name)), person_id
"""


def _file_of(lake: LakeReader, person_id: str, name: str, id: str | None) -> ReportedFile | None:
    told = reported(lake, person_id)
    if told is None:
        return None
    seasons = spans(lake.manifest.seasons)
    return ReportedFile(
        name=name,
        facts=person_facts(lake, person_id, id),
        without=f"This lake has no games under this manager. The lake's seasons are {seasons}.",
        reported=told,
    )
