"""Skipper's game-log tables in plain DuckDB SQL: what Spark's speed is measured against, and its oracle.

From the same raw files (a folder of Retrosheet game logs, four Lahman tables) to `club_game`, `lineup`,
`manager_season`, `lineup_usage` and `player_usage`, one Parquet file each. Written from the design
alone, without a look at `src/skipper`. The input is trusted: there is no quarantine here, nor the columns
that need the Chadwick Register (`*_person_id`) or affiliations (`organization`).

A game whose manager is unknown is a club-game like any other, and counts in no manager's figures.
"""

from __future__ import annotations

import argparse
import re
import resource
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb

from duckdb_reference_games import CLUB_GAME, CREDIT, GAME, LAHMAN, SIDE
from duckdb_reference_usage import LINEUP, LINEUP_USAGE, MANAGER_SEASON, PLAYER_USAGE, START

TABLES = ("club_game", "lineup", "manager_season", "lineup_usage", "player_usage")

# The game log as it is: only these of its fields are parsed.
FIELD_COUNT = 161
FIELDS = {  # field number of glfields.txt: our name, type
    1: ("date", "DATE"),
    2: ("game_number", "VARCHAR"),
    4: ("visitor_club", "VARCHAR"),
    5: ("visitor_league", "VARCHAR"),
    7: ("home_club", "VARCHAR"),
    8: ("home_league", "VARCHAR"),
    10: ("visitor_score", "SMALLINT"),
    11: ("home_score", "SMALLINT"),
    15: ("forfeit", "VARCHAR"),
    90: ("visitor_manager_id", "VARCHAR"),
    91: ("visitor_manager_name", "VARCHAR"),
    92: ("home_manager_id", "VARCHAR"),
    93: ("home_manager_name", "VARCHAR"),
    102: ("visitor_pitcher_id", "VARCHAR"),
    103: ("visitor_pitcher_name", "VARCHAR"),
    104: ("home_pitcher_id", "VARCHAR"),
    105: ("home_pitcher_name", "VARCHAR"),
}
for _side, _first in (("visitor", 106), ("home", 133)):
    for _slot in range(1, 10):
        _field = _first + 3 * (_slot - 1)
        FIELDS[_field] = (f"{_side}_{_slot}_id", "VARCHAR")
        FIELDS[_field + 1] = (f"{_side}_{_slot}_name", "VARCHAR")
        FIELDS[_field + 2] = (f"{_side}_{_slot}_position", "TINYINT")

# Told, so that DuckDB need not sniff.
LAHMAN_CSV = """all_varchar = true, header = true, delim = ',', quote = '"', escape = '"'"""


def run(gamelogs: Path, lahman: Path, out: Path, threads: int = 2) -> dict[str, float]:
    """Write the five tables to `out` and return the seconds that each step took."""
    seconds: dict[str, float] = {}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="skipper-gamelogs-") as folder, duckdb.connect() as database:
        started = time.perf_counter()
        files = unpack(gamelogs, Path(folder))
        seconds["unpack"] = time.perf_counter() - started
        database.execute(f"SET threads = {threads}; SET preserve_insertion_order = false")
        for step, sql in steps(files, lahman, out).items():
            started = time.perf_counter()
            database.execute(sql)
            seconds[step] = time.perf_counter() - started
    return seconds


def unpack(gamelogs: Path, folder: Path) -> list[Path]:
    """The game logs in `gamelogs` as text files: members of its zips go to `folder`, under names of ours."""
    logs = [path for path in sorted(gamelogs.iterdir()) if re.match(r"gl\d{4}\.(zip|txt)$", path.name, re.I)]
    if not logs:
        raise FileNotFoundError(f"no glYYYY.zip or glYYYY.txt in {gamelogs}")
    zips = [path for path in logs if path.suffix.lower() == ".zip"]
    with ThreadPoolExecutor(2) as pool:  # zlib inflates outside the interpreter's lock
        unzipped = pool.map(lambda path: unzip(path, folder), zips)
        return [path for path in logs if path not in zips] + [text for texts in unzipped for text in texts]


def unzip(path: Path, folder: Path) -> list[Path]:
    texts = []
    with zipfile.ZipFile(path) as archive:
        for number, member in enumerate(archive.infolist()):
            texts.append(folder / f"{path.stem}-{number}.txt")
            texts[-1].write_bytes(archive.read(member))
    return texts


def steps(files: list[Path], lahman: Path, out: Path) -> dict[str, str]:
    """Each step's SQL, in order."""
    columns = {f"f{number}": "VARCHAR" for number in range(1, FIELD_COUNT + 1)}
    columns |= {f"f{number}": kind for number, (_, kind) in FIELDS.items()}
    read = GAME.format(
        names=", ".join(f"f{number} AS {name}" for number, (name, _) in FIELDS.items()),
        files=[str(file) for file in files],
        columns=columns,
    )
    sides = ({"us": "visitor", "them": "home"}, {"us": "home", "them": "visitor"})
    side = "CREATE VIEW side AS" + "UNION ALL".join(SIDE.format(**clubs) for clubs in sides) + ";"
    start = "CREATE VIEW start AS" + "UNION ALL".join(
        START.format(**clubs, slot=slot) for clubs in sides for slot in range(1, 10)
    )
    return {
        "lahman": LAHMAN.format(lahman=lahman, csv=LAHMAN_CSV),
        "read": read,
        "club_game": side + CREDIT + CLUB_GAME.format(out=out),
        "lineup": start + ";" + LINEUP.format(out=out),
        "manager_season": MANAGER_SEASON.format(out=out),
        "lineup_usage": LINEUP_USAGE.format(out=out),
        "player_usage": PLAYER_USAGE.format(out=out),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gamelogs", type=Path, required=True, help="folder of glYYYY.zip or glYYYY.txt")
    parser.add_argument("--lahman", type=Path, required=True, help="folder of Lahman's CSV files")
    parser.add_argument("--out", type=Path, required=True, help="folder for the Parquet files")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    seconds = run(options.gamelogs, options.lahman, options.out, options.threads)
    for step, spent in seconds.items():
        print(f"{step:<16}{spent:8.2f} s")
    print(f"{'all':<16}{sum(seconds.values()):8.2f} s")
    for table in TABLES:
        rows = duckdb.sql(f"SELECT count(*) FROM '{options.out / table}.parquet'").fetchone()[0]
        print(f"{table:<16}{rows:10,} rows")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
