"""Load on `skipper serve`: many connections to warm pages, then the same with a new build published in the middle.

Run: python benchmarks/serve.py LAKE [--connections 200] [--seconds 60]. The lake is copied first. `wrk` (Debian's
package of that name) makes the load, asking for packed pages; a few more connections read every reply. The new build
has one more win in each manager's season, in a new file, so that an answer that mixes two builds would be seen. It
prints `wrk`'s requests per second, median, 99th percentile and maximum of the time per request, and errors, for warm
pages and with the new build; the server's processor seconds under both loads; the seconds from publication to the first
answer of the new build, answers of the old build after that, answers of neither build; and the server's memory after
the warm-up, after the first load and after the second. `wrk` takes its share of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
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
READERS = 4  # connections that read every reply
SITE_PAGES = 3  # of the managers with most games: the largest pages
NEW_BUILD = "benchmark"


@dataclass
class Seen:
    """What the reading connections saw: statuses, the times when the new build was published and first seen, replies of
    the old build to requests after that, and distinct replies by page; the server's memory in bytes and processor
    seconds after the warm-up; and what `wrk` measured.
    """

    statuses: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    published: float = 0.0
    renewed: float | None = None
    replies: defaultdict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    warm: int = 0
    loaded: int = 0
    processor: float = 0.0
    load: dict[str, dict[str, float]] = field(default_factory=dict)


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
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
        for page in pages:
            (await client.get(page)).raise_for_status()
        seen.warm, seen.processor = server.memory_info().rss, processor_seconds(server)
        seen.load["warm"] = await asyncio.to_thread(wrk, address, pages, connections, seconds)
        seen.loaded = server.memory_info().rss
        until = time.perf_counter() + seconds
        tasks = [asyncio.create_task(connection(client, n, pages, until, seen)) for n in range(READERS)]
        heavy = asyncio.create_task(asyncio.to_thread(wrk, address, pages, connections, seconds))
        await asyncio.sleep(seconds / 2)
        await asyncio.to_thread(build_again, lake)
        seen.published = time.perf_counter()
        await asyncio.gather(*tasks)
        seen.load["with_a_new_build"] = await heavy
    return seen


def wrk(address: str, pages: list[str], connections: int, seconds: float) -> dict[str, float]:
    """Run `wrk` over the pages in turn, and return its figures; times are in milliseconds."""
    script = f"""
local pages, turn = {{{", ".join(f'"{page}"' for page in pages)}}}, 0
request = function()
    turn = turn % #pages + 1
    return wrk.format("GET", pages[turn], {{["Accept-Encoding"] = "gzip"}})
end
done = function(summary, latency)
    local failed = summary.errors
    io.write(string.format(
        '{{"requests_per_second": %.1f, "p50_ms": %.1f, "p99_ms": %.1f, "greatest_ms": %.1f, "errors": %d}}\\n',
        summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        latency.max / 1e3, failed.connect + failed.read + failed.write + failed.status + failed.timeout))
end
"""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:.0f}s", "--timeout", "60s", "-s", file.name, address]
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lake", type=Path)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    if shutil.which("wrk") is None:
        parser.error("the load needs wrk: apt-get install wrk")
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
    print(
        json.dumps(
            {
                "connections": given.connections,
                "seconds": given.seconds,
                **seen.load,
                "server_processor_seconds": round(used, 1),
                "read": dict(seen.statuses),
                "seconds_to_new_build": None if seen.renewed is None else round(seen.renewed - seen.published, 1),
                "stale": seen.stale,
                "of_neither_build": sum(max(len(found) - 2, 0) for found in seen.replies.values()),
                "pages_changed": sum(len(found) > 1 for found in seen.replies.values()),
                "server_mb": [round(size / 1e6) for size in (seen.warm, seen.loaded, after)],
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
