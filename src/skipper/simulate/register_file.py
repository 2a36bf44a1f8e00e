"""A file with the simulated people, in the Chadwick Register's format. Some people are missing from the file."""

import csv
import gzip
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from skipper.simulate.people import Person
from skipper.simulate.rosters import Rosters

COLUMNS = (
    "key_person,key_uuid,key_mlbam,key_retro,key_bbref,key_bbref_minors,key_fangraphs,key_npb,key_sr_nfl,"
    "key_sr_nba,key_sr_nhl,key_wikidata,name_last,name_first,name_given,name_suffix,name_matrilineal,name_nick,"
    "birth_year,birth_month,birth_day,death_year,death_month,death_day,pro_played_first,pro_played_last,"
    "mlb_played_first,mlb_played_last,col_played_first,col_played_last,pro_managed_first,pro_managed_last,"
    "mlb_managed_first,mlb_managed_last,col_managed_first,col_managed_last,pro_umpired_first,pro_umpired_last,"
    "mlb_umpired_first,mlb_umpired_last"
)

Seasons = dict[str, list[int]]
"""Active seasons by Retrosheet id."""


def write_register(
    folder: Path, people: Iterable[Person], rosters: Rosters, managers: Iterable[tuple[int, Person]]
) -> Path:
    """Write `people-0.csv.gz`, sorted by key; the same people always give the same bytes.

    First and last seasons are those in the simulation, and seasons as manager include acting managers; an unknown
    season is empty.
    """
    played = _seasons((year, player.person) for (year, _), r in rosters.items() for player in r.players)
    managed = _seasons(managers)
    listed = sorted((p for p in people if p.register_key), key=lambda p: str(p.register_key))
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS.split(","), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_row(person, played, managed) for person in listed)
    path = folder / "people-0.csv.gz"
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        file.write(text.getvalue().encode("utf-8"))
    return path


def _seasons(acts: Iterable[tuple[int, Person]]) -> Seasons:
    found: Seasons = {}
    for season, person in acts:
        found.setdefault(person.retro_id, []).append(season)
    return found


def _row(person: Person, played: Seasons, managed: Seasons) -> dict[str, str | int]:
    key = str(person.register_key)
    row: dict[str, str | int] = {
        "key_person": key,
        "key_uuid": f"{key}-5111-4a7e-8c0d-{key[::-1]}0000",
        "key_mlbam": person.mlbam_id or "",
        "key_retro": "" if person.mlbam_id else person.retro_id,
        "key_bbref": person.lahman_id if person.in_lahman else "",
        "name_last": person.last,
        "name_first": person.first,
        "name_given": person.first,
        "birth_year": person.born.year,
        "birth_month": person.born.month,
        "birth_day": person.born.day,
    }
    return row | _span("pro_played", played.get(person.retro_id)) | _span("pro_managed", managed.get(person.retro_id))


def _span(what: str, seasons: Sequence[int] | None) -> dict[str, str | int]:
    return {f"{what}_first": min(seasons), f"{what}_last": max(seasons)} if seasons else {}
