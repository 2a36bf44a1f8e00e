"""Print a lake in figures, as the tables of docs/everything.md: games by source, rows, quarantine, differences.

    python benchmarks/lake_figures.py LAKE

Grain of each table: one row per combination of its first columns. Nothing is left out but kinds of quarantine beyond
the KINDS most frequent ones of a source, which are counted together.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from skipper.lake.reader import LakeReader

KINDS = 8

QUERIES = {
    "Games": """
        SELECT level, source, count(*) AS games, count(*) FILTER (WHERE has_plays) AS with_plays,
            count(*) FILTER (WHERE home_score IS NOT NULL) AS with_score, min(season) AS first, max(season) AS last
        FROM game GROUP BY ALL ORDER BY level NULLS LAST, games DESC""",
    "Sides of games": """
        SELECT level, count(*) AS sides, count(*) FILTER (WHERE has_lineup) AS with_lineup,
            count(*) FILTER (WHERE manager_id IS NOT NULL) AS with_manager,
            count(*) FILTER (WHERE starting_pitcher_id IS NOT NULL) AS with_starter
        FROM club_game GROUP BY ALL ORDER BY level NULLS LAST""",
    "Accounts of games that another account supersedes": """
        SELECT account, used_account, count(*) AS accounts FROM superseded_account
        GROUP BY ALL ORDER BY accounts DESC""",
    "Quarantine": f"""
        WITH kinds AS (SELECT source, kind, count(*) AS records FROM quarantine GROUP BY ALL),
        ranked AS (SELECT *, row_number() OVER (PARTITION BY source ORDER BY records DESC, kind) AS place FROM kinds),
        shown AS (SELECT source, if(place <= {KINDS}, kind, 'other kinds') AS reason, records FROM ranked)
        SELECT source, reason, sum(records)::BIGINT AS records
        FROM shown GROUP BY source, reason ORDER BY source, reason = 'other kinds', records DESC""",
    "Records that differ from the record book": """
        SELECT comparison, category, count(*) AS records FROM record_difference GROUP BY ALL ORDER BY ALL""",
    "Games on which sources differ": """
        SELECT figure, source, other_source, count(*) AS games FROM game_difference GROUP BY ALL ORDER BY ALL""",
    "Decisions on managers": "SELECT kind, count(*) AS decisions FROM manager_decision GROUP BY ALL ORDER BY ALL",
    "Decisions on identities": "SELECT kind, count(*) AS decisions FROM identity_decision GROUP BY ALL ORDER BY ALL",
    "Exceptions": "SELECT source, kind, count(*) AS rows FROM exception GROUP BY ALL ORDER BY ALL",
    "Withheld": "SELECT season, table_name, check_name, says FROM withheld ORDER BY ALL",
}


def main(lake: Path) -> None:
    """Print the tables in Markdown."""
    reader = LakeReader(lake)
    for title, query in QUERIES.items():
        print(f"## {title}\n\n{table(reader.rows(query))}\n")
    rows = [{"table": name, "rows": sum(file.rows for file in files)} for name, files in reader.manifest.files.items()]
    print(f"## Rows\n\n{table(rows)}")


def table(rows: list[dict[str, Any]]) -> str:
    """Return rows as a table in Markdown; "Nothing." if there are none."""
    if not rows:
        return "Nothing."
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(map(cell, row.values())) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(value: Any) -> str:
    """Return a value as text: numbers of more than four digits with commas, null as an empty cell."""
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) and value > 9999 else str(value).replace("|", "\\|")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
