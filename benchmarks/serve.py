"""Load on `skipper serve`: many connections to warm pages, then the same while a season is built again.

Run: python benchmarks/serve.py LAKE [--connections 200] [--seconds 60] [--season 2016]. The lake is copied first. `wrk`
(Debian's package of that name) makes the load, asking for packed pages; a few more connections read every reply. The
season is built by `skipper build`, on the same machine and with one game fewer (`season_rebuild.py`), so that an answer
that mixes two builds would be seen: a page must be either what it was before the build or what it is after it. The load
lasts as long as the build, in runs of the given length. It prints `wrk`'s requests per second, median, 99th percentile
and maximum of the time per request, and errors, for warm pages and for each run during the build; the server's
processor seconds under all loads; the build's seconds; the seconds from publication to the first answer of the new
build, answers of the old build after that, answers of neither build; and the server's memory after the warm-up, after
the first load and at the end. `wrk` and the build take their share of the processor.
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
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil

from season_rebuild import rebuild_command
from skipper.answers.catalogue import catalogue
from skipper.lake.manifest import manifest_version, read_manifest
from skipper.lake.reader import LakeReader

MANAGERS = 20
READERS = 4  # connections that read every reply
SITE_PAGES = 3  # of the managers with most games: the largest pages
LOOK = 0.05  # seconds between two looks at the manifest


@dataclass
class Seen:
    """What the reading connections saw: statuses, the times when the new build was published and first seen, replies of
    the old build to requests after that, and distinct replies by page; the pages before and after the build; the
    server's memory in bytes and processor seconds after the warm-up; the build's seconds; and what `wrk` measured.
    """

    old: str  # the build at the start
    statuses: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    published: float = 0.0
    renewed: float | None = None
    replies: defaultdict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    before: dict[str, bytes] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    over: bool = False
    built_in: float = 0.0
    warm: int = 0
    loaded: int = 0
    processor: float = 0.0
    load: list[dict[str, float]] = field(default_factory=list)


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


async def connection(client: httpx.AsyncClient, number: int, pages: list[str], seen: Seen) -> None:
    """Ask for page after page until all is over."""
    turn = number
    while not seen.over:
        page = pages[turn % len(pages)]
        turn += 1
        began = time.perf_counter()
        try:
            response = await client.get(page)
        except httpx.HTTPError as error:
            seen.statuses[type(error).__name__] += 1
            continue
        seen.statuses[str(response.status_code)] += 1
        if response.status_code == 200:
            seen.replies[page].add(response.content)
        is_new = response.status_code == 200 and seen.old not in response.text
        if is_new and seen.renewed is None:
            seen.renewed = time.perf_counter()
        if not is_new and seen.renewed is not None and began > seen.renewed:
            seen.stale += 1


def processor_seconds(server: psutil.Process) -> float:
    times = server.cpu_times()
    return times.user + times.system


async def build_again(lake: Path, command: list[str], seen: Seen) -> None:
    """Run the command that builds a season, and note when its build is published."""
    version, began = manifest_version(lake), time.perf_counter()
    build = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while manifest_version(lake) == version and build.returncode is None:
        await asyncio.sleep(LOOK)
    seen.published = time.perf_counter()
    if await build.wait():
        raise SystemExit(f"{' '.join(command)} failed")
    seen.built_in = time.perf_counter() - began


async def load(
    address: str,
    lake: Path,
    pages: list[str],
    connections: int,
    seconds: float,
    server: psutil.Process,
    build: list[str],
    old: str,
) -> Seen:
    seen = Seen(old)
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
        for page in pages:
            seen.before[page] = (await client.get(page)).raise_for_status().content
        seen.warm, seen.processor = server.memory_info().rss, processor_seconds(server)
        seen.load.append(await asyncio.to_thread(wrk, address, pages, connections, seconds))
        seen.loaded = server.memory_info().rss
        tasks = [asyncio.create_task(connection(client, n, pages, seen)) for n in range(READERS)]
        building = asyncio.create_task(build_again(lake, build, seen))
        while not building.done() or (seen.renewed is None and time.perf_counter() < seen.published + seconds):
            seen.load.append(await asyncio.to_thread(wrk, address, pages, connections, seconds))
        await building
        seen.over = True
        await asyncio.gather(*tasks)
        for page in pages:
            seen.after[page] = (await client.get(page)).raise_for_status().content
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
    parser.add_argument("--season", type=int, help="season that is built again; by default the last with a game log")
    given = parser.parse_args()
    if shutil.which("wrk") is None:
        parser.error("the load needs wrk: apt-get install wrk")
    with tempfile.TemporaryDirectory() as folder:
        lake = shutil.copytree(given.lake, Path(folder) / "lake")
        manifest = read_manifest(lake) or parser.error(f"{lake} has no complete build")
        season, build = rebuild_command(lake, manifest, given.season, Path(folder) / "gamelogs")
        command = [sys.executable, "-m", "skipper", "serve", "--lake", str(lake), "--port", "0"]
        log = Path(folder) / "log"
        with log.open("wb") as out, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            process = psutil.Process(server.pid)
            asked = (addresses(lake), given.connections, given.seconds, process, build, manifest.build)
            try:
                seen = asyncio.run(load(address, lake, *asked))
                after, used = process.memory_info().rss, processor_seconds(process) - seen.processor
            finally:
                server.terminate()  # else the end of `with` would wait for it
    print(
        json.dumps(
            {
                "connections": given.connections,
                "seconds": given.seconds,
                "warm": seen.load[0],
                "during_the_build": seen.load[1:],
                "season_built": season,
                "seconds_of_the_build": round(seen.built_in, 1),
                "server_processor_seconds": round(used, 1),
                "read": dict(seen.statuses),
                "seconds_to_new_build": None if seen.renewed is None else round(seen.renewed - seen.published, 1),
                "stale": seen.stale,
                "of_neither_build": sum(
                    len(found - {seen.before[page], seen.after[page]}) for page, found in seen.replies.items()
                ),
                "pages_changed": sum(seen.before[page] != seen.after[page] for page in seen.before),
                "server_mb": [round(size / 1e6) for size in (seen.warm, seen.loaded, after)],
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
