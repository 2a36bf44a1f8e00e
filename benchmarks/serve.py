"""Load on `skipper serve`: many connections to warm pages, with a new build published in the middle.

Run: python benchmarks/serve.py LAKE [--connections 200] [--seconds 60]. The lake is copied first. The new build has one
more win in each manager's season, in a new file, so that an answer that mixes two builds would be seen. It prints
requests per second, the server's processor seconds under load, warm requests per processor second, the median and the
99th percentile of the time per request, errors, the seconds from publication to the first answer of the new build,
answers of the old build after that, answers of neither build, and the server's memory after the warm-up and after the
load. The client runs on the same machine and takes its share of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import psutil
import pyarrow.compute as pc

from skipper.answers.catalogue import catalogue
from skipper.lake.manifest import LakeFile, publish, read_manifest
from skipper.lake.reader import LakeReader
from skipper.lake.storage import read_rows, write_whole

MANAGERS = 20
SITE_PAGES = 3  # of the managers with most games: the largest pages
NEW_BUILD = "benchmark"


@dataclass
class Seen:
    """What the connections saw: seconds per request, statuses, the times when the new build was published and first
    seen, replies of the old build to requests after that, distinct replies by page, the server's memory in bytes and
    processor seconds after the warm-up, and the warm requests that it answered per processor second before the new
    build.
    """

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    published: float = 0.0
    renewed: float | None = None
    replies: defaultdict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    warm: int = 0
    processor: float = 0.0
    per_processor_second: float = 0.0


def addresses(lake: Path) -> list[str]:
    rows = LakeReader(lake).rows(
        "SELECT manager_person_id AS id FROM manager_career WHERE level = 'all' AND rule = 'managed' "
        f"ORDER BY games DESC, id LIMIT {MANAGERS}"
    )
    ids = [row["id"] for row in rows]
    pages = catalogue(LakeReader(lake))
    of_site = [f"/{pages.address('managers', one)}" for one in ids[:SITE_PAGES]]
    asked = [f"{path}?name={one}" for path in ("/records", "/api/records") for one in ids]
    return ["/", "/managers/", *of_site, *asked]


async def connection(client: httpx.AsyncClient, number: int, pages: list[str], until: float, seen: Seen) -> None:
    """Ask for page after page until the time is over."""
    turn = number
    while time.perf_counter() < until:
        page = pages[turn % len(pages)]
        turn += 1
        began = time.perf_counter()
        try:
            response = await client.get(page)
        except httpx.HTTPError as error:
            seen.statuses[type(error).__name__] += 1
            continue
        seen.seconds.append(time.perf_counter() - began)
        seen.statuses[str(response.status_code)] += 1
        seen.replies[page].add(response.content)
        is_new = NEW_BUILD in response.text
        if is_new and seen.renewed is None:
            seen.renewed = time.perf_counter()
        if not is_new and seen.renewed is not None and began > seen.renewed:
            seen.stale += 1


def processor_seconds(server: psutil.Process) -> float:
    times = server.cpu_times()
    return times.user + times.system


def build_again(lake: Path) -> None:
    """Publish a build with one more win in each manager's season."""
    manifest = read_manifest(lake)
    assert manifest is not None
    table = manifest.tables_promised()["manager_season"]
    rows = read_rows(lake / table.name, manifest.files[table.name], table)
    place = rows.schema.get_field_index("wins")
    rows = rows.set_column(place, rows.schema.field(place), pc.add(rows["wins"], 1).cast(rows.schema.field(place).type))
    file = write_whole(rows, lake / table.name)
    files = {**manifest.files, table.name: [LakeFile(file.path, None, file.rows, file.digest)]}
    publish(lake, replace(manifest, build=NEW_BUILD, files=files))


async def load(
    address: str, lake: Path, pages: list[str], connections: int, seconds: float, server: psutil.Process
) -> Seen:
    seen = Seen()
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60, trust_env=False) as client:
        for page in pages:
            (await client.get(page)).raise_for_status()
        seen.warm, seen.processor = server.memory_info().rss, processor_seconds(server)
        until = time.perf_counter() + seconds
        tasks = [asyncio.create_task(connection(client, n, pages, until, seen)) for n in range(connections)]
        await asyncio.sleep(seconds / 2)
        seen.per_processor_second = len(seen.seconds) / (processor_seconds(server) - seen.processor)
        await asyncio.to_thread(build_again, lake)
        seen.published = time.perf_counter()
        await asyncio.gather(*tasks)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lake", type=Path)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lake = shutil.copytree(given.lake, Path(folder) / "lake")
        command = [sys.executable, "-m", "skipper", "serve", "--lake", str(lake), "--port", "0"]
        log = Path(folder) / "log"
        with log.open("wb") as out, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            process = psutil.Process(server.pid)
            seen = asyncio.run(load(address, lake, addresses(lake), given.connections, given.seconds, process))
            after, used = process.memory_info().rss, processor_seconds(process) - seen.processor
            server.terminate()
    cuts = statistics.quantiles(seen.seconds, n=100)
    print(
        json.dumps(
            {
                "connections": given.connections,
                "seconds": given.seconds,
                "requests_per_second": round(len(seen.seconds) / given.seconds, 1),
                "server_processor_seconds": round(used, 1),
                "warm_requests_per_processor_second": round(seen.per_processor_second),
                "p50_ms": round(cuts[49] * 1000, 1),
                "p99_ms": round(cuts[98] * 1000, 1),
                "statuses": dict(seen.statuses),
                "seconds_to_new_build": None if seen.renewed is None else round(seen.renewed - seen.published, 1),
                "stale": seen.stale,
                "of_neither_build": sum(max(len(found) - 2, 0) for found in seen.replies.values()),
                "pages_changed": sum(len(found) > 1 for found in seen.replies.values()),
                "server_mb": [round(seen.warm / 1e6), round(after / 1e6)],
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
