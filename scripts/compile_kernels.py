"""Compile the kernels that read event files, and cache them for this user, by reading simulated play-by-play."""

import tempfile
from pathlib import Path

from skipper.simulate import write_league
from skipper.sources.minorleaguesplits.reading import find_files, parse, rosters_of
from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS
from skipper.sources.plays.events.listing import list_event_files
from skipper.sources.retrosheet.event_files.season import SeasonPlays

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        minors = write_league(Path(folder)) / "minors"
        (players,) = parse(find_files(minors)[0]).records["minor_player"]
        files = list_event_files(minors, None, MINORLEAGUESPLITS).events
        plays = SeasonPlays(int(files[0].season or 0), files, rosters_of(players), {}, MINORLEAGUESPLITS)
        for _table in plays.tables():
            pass
