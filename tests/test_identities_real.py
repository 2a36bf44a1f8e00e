"""Every release of Lahman and of the Register that the data folder has: one row per id, and each decision listed."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

import season_tables
from skipper.sources.lahman import reading as lahman
from skipper.sources.register import reading as register

# Release, its shared ids (people and external ids), its club codes that are shared or missing.
RELEASES = {"lahman": (0, 0), "releases/lahman2024/lahman2024.zip": (3, 0)}
KEYS = {
    "merged_person": "person_id",
    "known_person": "source_id",
    "person_of_lahman": "lahman_id",
    "other_id": "source || id",
    "lahman_teams": "season || club",
    "appointed_manager": "season || club",
    "identity_decision": "concat_ws(' ', kind, source, season, id_name, id, own_ids)",
}
IDS = ("retrosheet_id", "mlbam_id", "bbref_id", "bbref_minors_id", "fangraphs_id", "lahman_id")


@pytest.mark.parametrize("registered", ["releases/register2026", None])
@pytest.mark.parametrize("release", RELEASES)
def test_a_release_has_one_person_per_id(real_data: Path, release: str, registered: str | None) -> None:
    if not (real_data / release).exists() or (registered and not (real_data / registered).exists()):
        pytest.skip(f"SKIPPER_DATA has no {release} or {registered}")
    given = {}
    for file in lahman.find_files(real_data / release):
        parsed = lahman.parse(file)
        assert not parsed.rejected
        given |= {name: pa.concat_tables(tables) for name, tables in parsed.records.items()}
    if registered:
        files = [register.parse(file) for file in register.find_files(real_data / registered)]
        assert not any(parsed.rejected for parsed in files)
        people = [table for parsed in files for table in parsed.records.get("register_people", ())]
        given["register_people"] = pa.concat_tables(people)
    with season_tables.season(*KEYS, **given) as db:
        for name, key in KEYS.items():
            assert db.execute(f"SELECT {key} FROM {name} GROUP BY ALL HAVING count(*) > 1").fetchall() == [], name
        for name in IDS:
            twice = f"SELECT {name} FROM merged_person WHERE {name} IS NOT NULL GROUP BY ALL HAVING count(*) > 1"
            assert db.execute(twice).fetchall() == []
        decided = db.execute("SELECT kind, count(*) FROM identity_decision GROUP BY kind").fetchall()
        # A club-season whose managers all have a Retrosheet id has them, whichever row stands for each.
        lacking = db.execute(
            "SELECT t.season, t.club FROM lahman_managers AS m "
            "JOIN lahman_club_season AS t ON t.season = m.season AND t.lahman_club = m.lahman_club "
            "ANTI JOIN appointed_manager AS a ON a.season = t.season AND a.club = t.club "
            "JOIN lahman_people AS p ON p.lahman_id = m.lahman_id "
            "GROUP BY t.season, t.club HAVING count(*) = count(p.retrosheet_id)"
        ).fetchall()
    people, clubs = RELEASES[release]
    assert dict(decided) == {kind: count for kind, count in (("person", people), ("club", clubs)) if count}
    assert lacking == []
