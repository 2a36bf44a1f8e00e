"""Ten of Skipper's tables in plain DuckDB SQL: what Skipper's speed is measured against, and its oracle.

Input: a folder of Retrosheet game logs, four Lahman tables, the Chadwick Register. Output: the tables in TABLES with
every column of their contracts, one Parquet file each. Written from the contracts alone, without a look at
`src/skipper`. The input is trusted: nothing is quarantined. Only game logs of the regular season are read (`glYYYY`),
and only the major leagues have a level.

A game whose manager is unknown is a club-game like any other, and counts in no manager's figures. Where the contracts
leave a choice, Skipper's is taken: the spelling of a season's names (see USED), the ids of Lahman that the Register
has otherwise (see PEOPLE). The wording of `evidence` is known only for the one kind of exception that the data at
hand has, `forfeit_against_score`.
"""

from __future__ import annotations

import argparse
import gzip
import re
import resource
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb

from duckdb_reference_games import (
    CLUB,
    CLUB_GAME,
    COPY_CLUB_GAME,
    CREDIT,
    EXCEPTION,
    GAME,
    LOG,
    RECORD_BOOK,
    SIDE,
)
from duckdb_reference_people import PEOPLE, PERSON, PERSON_ALIAS, REGISTER_TYPES
from duckdb_reference_usage import LINEUP, LINEUP_USAGE, MANAGER_SEASON, PLAYER_USAGE, START, USED
from skipper.sources.spellings.reading import SHIPPED

# In the order of writing: `person` completes `identity`, `game` makes `place`, and `manager_season` reads `club`.
WRITTEN = {
    "person": PERSON,
    "person_alias": PERSON_ALIAS,
    "game": GAME,
    "club_game": COPY_CLUB_GAME,
    "club": CLUB,
    "exception": EXCEPTION,
    "lineup": LINEUP,
    "manager_season": MANAGER_SEASON,
    "lineup_usage": LINEUP_USAGE,
    "player_usage": PLAYER_USAGE,
}
TABLES = tuple(WRITTEN)

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
    12: ("outs_played", "SMALLINT"),
    14: ("completion", "VARCHAR"),
    15: ("forfeit", "VARCHAR"),
    16: ("protest", "VARCHAR"),
    17: ("park_id", "VARCHAR"),
    18: ("attendance", "INTEGER"),
    19: ("duration_minutes", "SMALLINT"),
    20: ("visitor_line", "VARCHAR"),
    21: ("home_line", "VARCHAR"),
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

# Stated, so that DuckDB need not sniff.
CSV = """header = true, delim = ',', quote = '"', escape = '"'"""

# The level that pyarrow, Skipper's writer, takes for zstd: neither system compresses harder than the other.
PARQUET = "COMPRESSION zstd, COMPRESSION_LEVEL 1"


def run(gamelogs: Path, lahman: Path, register: Path, out: Path, threads: int = 2) -> dict[str, float]:
    """Write the tables to `out` and return the seconds that each step took."""
    seconds: dict[str, float] = {}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="skipper-gamelogs-") as folder, duckdb.connect() as database:
        started = time.perf_counter()
        unpack(gamelogs, Path(folder))
        seconds["unpack"] = time.perf_counter() - started
        database.execute(f"SET threads = {threads}; SET preserve_insertion_order = false")
        for step, sql in steps(Path(folder), lahman, register, out).items():
            started = time.perf_counter()
            database.execute(sql)
            seconds[step] = time.perf_counter() - started
    return seconds


def unpack(gamelogs: Path, folder: Path) -> None:
    """Put the game logs of `gamelogs` into `folder`: a text file as it is, a zip as a folder of its members."""
    logs = [path for path in gamelogs.iterdir() if re.fullmatch(r"gl\d{4}\.(zip|txt)", path.name, re.I)]
    if not logs:
        raise FileNotFoundError(f"no glYYYY.zip or glYYYY.txt in {gamelogs}")
    with ThreadPoolExecutor(2) as pool:  # zlib inflates outside the interpreter's lock
        list(pool.map(lambda path: put(path, folder / path.name), logs))


def put(path: Path, target: Path) -> None:
    if path.suffix.lower() == ".txt":
        target.symlink_to(path.resolve())
        return
    with zipfile.ZipFile(path) as archive:
        archive.extractall(target)


def header(register: list[Path]) -> list[str]:
    """Return the Register's column names, which are the same in all its files."""
    opened = gzip.open if register[0].suffix == ".gz" else open
    with opened(register[0], "rt", encoding="utf-8") as file:
        return file.readline().rstrip().split(",")


def steps(logs: Path, lahman: Path, register: Path, out: Path) -> dict[str, str]:
    """Each step's SQL, in order."""
    columns = {f"f{number}": "VARCHAR" for number in range(1, FIELD_COUNT + 1)}
    columns |= {f"f{number}": kind for number, (_, kind) in FIELDS.items()}
    read = LOG.format(
        names=", ".join(f"f{number} AS {name}" for number, (name, _) in FIELDS.items()),
        files=sorted(str(path) for path in logs.rglob("*") if path.is_file()),
        columns=columns,
    )
    register_files = sorted(register.glob("people-*.csv*"))
    people = PEOPLE.format(
        spellings=SHIPPED,
        register=[str(path) for path in register_files],
        register_columns={name: REGISTER_TYPES.get(name, "VARCHAR") for name in header(register_files)},
        lahman=lahman,
        csv=CSV,
    )
    clubs = ({"us": "visitor", "them": "home"}, {"us": "home", "them": "visitor"})
    sides = [SIDE.format(**each, size=lineup_size(each["us"])) for each in clubs]
    starts = [START.format(**each, slot=slot) for each in clubs for slot in range(1, 10)]
    sql = {
        "people": people,
        "record book": RECORD_BOOK.format(lahman=lahman, csv=CSV),
        "read": read,
        "club-games": f"CREATE VIEW side AS {'UNION ALL'.join(sides)};" + CREDIT + CLUB_GAME,
        "starts": f"CREATE VIEW start AS {'UNION ALL'.join(starts)};" + USED,
    }
    return sql | {
        table: written.format(out=out, parquet=PARQUET, prefix=len(str(logs)) + 1) for table, written in WRITTEN.items()
    }


def lineup_size(side: str) -> str:
    """Return SQL that counts the filled slots of a side's lineup."""
    return " + ".join(f"({side}_{slot}_id IS NOT NULL)::INTEGER" for slot in range(1, 10))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gamelogs", type=Path, required=True, help="folder of glYYYY.zip or glYYYY.txt")
    parser.add_argument("--lahman", type=Path, required=True, help="folder of Lahman's CSV files")
    parser.add_argument("--register", type=Path, required=True, help="folder of the Register's people-*.csv(.gz)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the Parquet files")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    seconds = run(options.gamelogs, options.lahman, options.register, options.out, options.threads)
    for step, spent in seconds.items():
        print(f"{step:<16}{spent:8.2f} s")
    print(f"{'all':<16}{sum(seconds.values()):8.2f} s, processor {time.process_time():.2f} s")
    for table in TABLES:
        ((rows,),) = duckdb.sql(f"SELECT count(*) FROM '{options.out / table}.parquet'").fetchall()
        print(f"{table:<16}{rows:10,} rows")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
