"""The minors: play-by-play from files to committed tables, and stored API responses to Arrow tables.

    .venv/bin/python benchmarks/minors.py --data ../shared/data --feeds 10000 40000

Plays: every game of `minors/playbyplay`, and beside it the event files of 2019 in the same run, each in a process of
its own that makes the tables twice; the second time counts, since the first one starts Spark's workers and loads
kernels.
The games of the files that no table has are counted by reason.
Feeds: simulated games in a store of responses, 10,000 a season, read by one process a number: lists, box scores and
plays, to Arrow tables. `per core` divides by the processor time of the whole process tree, so that another load of the
machine does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from plays_lake import PLAYS, tree_seconds

SEASON_GAMES = 10_000
Figures = dict[str, float]


def plays(source: str, path: Path, folder: Path, cores: int) -> Figures:
    """Make the tables of a source's plays twice; return events, games and seconds of the second time."""
    os.environ["SKIPPER_CORES"] = str(cores)
    from skipper.build.inputs import Inputs
    from skipper.build.run import write_tables
    from skipper.session import BUILD_HEAP, start_session

    spark = start_session(BUILD_HEAP)
    inputs = Inputs(events=path) if source == "events" else Inputs(minors=path)
    write_tables(spark, inputs, folder / "first", PLAYS)
    before, clock = tree_seconds(), time.perf_counter()
    rows = write_tables(spark, inputs, folder / "second", PLAYS)
    steps = {"clock": time.perf_counter() - clock, "processor": tree_seconds() - before}
    spark.stop()
    return steps | {"events": rows["event"], "games": rows["game"]}


def left_out(path: Path) -> tuple[int, Counter[str]]:
    """Return the number of games in the minors' files, and the games that no table has by reason."""
    from skipper.sources.minorleaguesplits.reading import find_files, parse, rosters_of
    from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS
    from skipper.sources.plays.events.event_vocabulary import EventVocabulary
    from skipper.sources.plays.events.listing import batches, list_event_files, read_batch
    from skipper.sources.plays.soundness import read_usable
    from skipper.sources.retrosheet.event_files.season import BATCH_BYTES

    (players,) = parse(find_files(path)[0]).records["minor_player"]
    rosters, known = rosters_of(players), EventVocabulary(MINORLEAGUESPLITS.standard_text)
    seen: set[str] = set()
    games, reasons = 0, Counter[str]()
    for batch in batches(list_event_files(path, None, MINORLEAGUESPLITS).events, BATCH_BYTES):
        files, _unreadable = read_batch(batch)
        read = read_usable(files, rosters, known, seen, MINORLEAGUESPLITS)
        games += len(read.games.names)
        lost = {read.place_of(int(read.games.spans[game, 0])) for game in (~read.listed).nonzero()[0].tolist()}
        told = [item.reason for item in read.rejected if (item.file, item.first_line) in lost]
        reasons.update("a copy of a game read before" if "duplicate" in reason else reason for reason in told)
        seen |= {name for name, listed in zip(read.games.names, read.listed, strict=True) if listed}
    return games, reasons


def write_feeds(cache: Path, feeds: int) -> None:
    """Write a store of so many simulated games; a feed's body is one of a few hundred."""
    import numpy as np

    from skipper.simulate.farm import FARM_SEASON, play_farm
    from skipper.simulate.people import Registrar
    from skipper.simulate.statsapi_files import FIRST_GAME, entry, write_responses, write_schedules
    from skipper.sources.statsapi.requests import Request
    from skipper.sources.statsapi.store import Response, Store, read

    farm = play_farm(Registrar(np.random.default_rng(1)), np.random.default_rng(2))
    simulated, store = Store(cache / "simulated"), Store(cache / "store")
    write_responses(simulated, farm)
    feeds_played = [
        read(simulated.path(Request("feed", {"gamePk": str(FIRST_GAME + at)}))) for at in range(len(farm.games))
    ]
    listed = []
    for number in range(feeds):
        season, at = FARM_SEASON + number // SEASON_GAMES, number % len(farm.games)
        game = entry(number, farm.games[at], season=season)
        listed.append((game["officialDate"], game))
        request = Request("feed", {"gamePk": str(number)})
        header = replace(feeds_played[at].header, params=request.params, address=request.address)
        store.put(request, Response(header, feeds_played[at].body))
    write_schedules(store, listed)


def read_feeds(cache: Path) -> Figures:
    """Read every season of the store, one after the other; return games, events and seconds, and peak memory in MB."""
    from skipper.sources.statsapi.feeds import Identity, SeasonFeeds
    from skipper.sources.statsapi.reading import read_lists, stored_seasons
    from skipper.sources.statsapi.store import Store

    store = Store(cache / "store")
    games = starters = events = 0
    before, clock = time.process_time(), time.perf_counter()
    for season in sorted(stored_seasons(store)):
        listed = read_lists(store, season)
        identities = {
            game.game_pk: Identity(f"{game.game_pk}-{game.official_date:%Y%m%d}0", game.visitor_id, game.home_id)
            for game in listed.games
        }
        feeds = SeasonFeeds(store, season, listed.games, identities, {}, listed.parsed)
        events += sum(rows.num_rows for name, rows in feeds.tables() if name == "event")
        games += len(listed.games)
        starters += listed.parsed.records["statsapi_lineup"][0].num_rows
        del feeds, listed  # a season's task returns its tables before the next begins; here, both would be held
    processor = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if starters != 18 * games or events < 40 * games:
        raise SystemExit(f"{starters} starters and {events} events in {games} games")
    return {
        "games": games,
        "events": events,
        "clock": time.perf_counter() - clock,
        "processor": processor,
        "peak": peak,
    }


def run_alone(*arguments: object) -> Figures:
    """Run one measurement in a fresh process."""
    command = [sys.executable, __file__, "--run", *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Measure, in fresh processes, or run one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("SKIPPER_DATA", "../shared/data")))
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--feeds", type=int, nargs="*", default=[10_000, 40_000])
    parser.add_argument("--no-plays", action="store_true", help="measure feeds alone")
    parser.add_argument("--run", nargs="+", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        what, path, *more = asked.run
        found = read_feeds(Path(path)) if what == "feeds" else plays(what, Path(path), Path(more[0]), int(more[1]))
        print(json.dumps(found))
        return
    sources = {"minors": asked.data / "minors/playbyplay", "events": asked.data / "retrosheet/events/2019eve.zip"}
    for source, path in {} if asked.no_plays else sources.items():
        with tempfile.TemporaryDirectory() as folder:
            found = run_alone(source, path, folder, asked.cores)
        print(
            f"{source}: {found['games']:,.0f} games, {found['events']:,.0f} events: "
            f"{found['events'] / found['processor']:,.0f} events/s per core, "
            f"{found['events'] / found['clock']:,.0f} by the clock",
            flush=True,
        )
        if source == "minors":
            games, reasons = left_out(path)
            lost = "; ".join(f"{count} {reason}" for reason, count in reasons.most_common())
            print(f"minors: {games:,} games in the files, {reasons.total()} of them in no table: {lost}", flush=True)
            if games != found["games"] + reasons.total():
                raise SystemExit(f"{games - found['games'] - reasons.total():,.0f} games are not accounted for")
    for feeds in asked.feeds:
        with tempfile.TemporaryDirectory() as folder:
            write_feeds(Path(folder), feeds)
            found = run_alone("feeds", folder)
        print(
            f"feeds: {found['games']:,.0f} games, {found['events']:,.0f} events: "
            f"{found['games'] / found['processor']:,.0f} games/s per core, "
            f"{found['games'] / found['clock']:,.0f} by the clock, peak {found['peak']:,.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
