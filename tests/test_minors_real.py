"""Real play-by-play of the minors, 2009 and 2010, against an independent count of runs (SKIPPER_DATA)."""

from __future__ import annotations

import csv
import gzip
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import season_tables
from built_lake import METS_LEAGUES
from skipper.build.inputs import Account, Inputs, plan, shared_records
from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS
from skipper.sources.retrosheet.event_files.season import SeasonPlays

SEASONS = (2009, 2010)
RUN = re.compile(r"[B123]-H|SBH")
HOME_RUN = re.compile(r"HR?\d*([/.]|$)")


def runs(event: str) -> int:
    """Runs in an event text: players whom it sends home, and a batter who hits a home run."""
    return len(RUN.findall(event)) + (HOME_RUN.match(event) is not None and "B-H" not in event)


@dataclass
class Counted:
    """A game as the plainest reading finds it: its place, and the runs of visitors and home club."""

    name: str
    file: str
    first_line: int
    last_line: int
    runs: list[int]
    sure_runs: list[int]  # without those on advances listed among steals


def counted(file: Path) -> list[Counted]:
    """The games of a file in order, repeated ones too."""
    games: list[Counted] = []
    with gzip.open(file, "rt", encoding="latin-1", newline="") as lines:
        for number, line in enumerate(csv.reader(lines, quoting=csv.QUOTE_NONE), 1):
            if line[0] == "id":
                games.append(Counted(line[1], file.name, number, number, [0, 0], [0, 0]))
            elif line[0] == "play":
                side, event = int(line[2]), line[6]
                games[-1].runs[side] += runs(event)
                games[-1].sure_runs[side] += runs(event) - event.split(".")[0].count("-H")
            games[-1].last_line = number
    return games


@dataclass
class Read:
    """Both seasons: what an independent count finds, what Skipper reads, and the tables made of it."""

    counted: list[Counted] = field(default_factory=list)
    lines: Counter[str] = field(default_factory=Counter)
    seasons: dict[int, SeasonPlays] = field(default_factory=dict)
    made: dict[str, list[pa.Table]] = field(default_factory=lambda: defaultdict(list))

    def query(self, sql: str) -> list[tuple[object, ...]]:
        """The rows of a query over the tables of both seasons."""
        with duckdb.connect() as db:
            for name, tables in self.made.items():
                db.register(name, pa.concat_tables(tables))
            return db.execute(sql).fetchall()


@pytest.fixture(scope="module")
def read(real_data: Path) -> Read:
    found, folder = Read(), real_data / "minors" / "playbyplay"
    for file in sorted(folder.glob("*_PlayByPlay.csv.gz")):
        found.counted += counted(file)
        found.lines[file.name] = gzip.decompress(file.read_bytes()).count(b"\n")
    inputs = Inputs(minors=folder, register=real_data / "register")
    account = Account()
    shared = shared_records(inputs, account)
    planned = plan(inputs, account, shared)
    for season in SEASONS:
        files = list(planned.seasons[season].texts["minors"])
        plays = SeasonPlays(season, files, planned.rosters["minorleaguesplits"], {}, MINORLEAGUESPLITS)
        found.made["superseded_account"] += [made for name, made in plays.tables() if name == "superseded_account"]
        found.seasons[season] = plays
        names = ("game", "club_game", "lineup", "exception")
        with season_tables.season(*names, **shared, **plays.records) as db:
            for name in (*names, "event_file_game"):
                found.made[name].append(db.table(name).to_arrow_table())
    return found


def test_every_line_of_all_thirty_files_is_accounted_for(read: Read) -> None:
    counts = [row for season in read.seasons.values() for row in season.counts]
    assert len(read.lines) == 30
    assert {row["file"]: row["rows_in"] for row in counts} == read.lines
    assert all(row["rows_in"] == row["rows_out"] + row["rows_quarantined"] for row in counts)
    quarantined = sum(row["lines"] for season in read.seasons.values() for row in season.quarantine)
    assert quarantined == sum(row["rows_quarantined"] for row in counts) > 0


def test_final_scores_equal_an_independent_count(read: Read) -> None:
    """In 99.8 % of the games; every other one is in quarantine with its reason."""
    assert len(read.counted) == 19_194
    stated = read.query("SELECT game_id, visitor_score, home_score FROM event_file_game")
    scores = {name: [visitors, home] for name, visitors, home in stated}
    differing = [game for game in read.counted if scores.get(game.name) != game.runs]
    assert len(differing) == 18  # 15 have no play, 3 a record with too many fields
    assert len(differing) < 0.002 * len(read.counted)
    quarantine = [row for season in read.seasons.values() for row in season.quarantine]
    for game in differing:
        places = [row["line"] for row in quarantine if row["file"] == game.file]
        assert any(game.first_line <= line <= game.last_line for line in places), game
        assert game.name not in scores


def test_most_games_have_their_plays_and_the_others_a_reason(read: Read) -> None:
    plays = dict(read.query("SELECT has_plays, count(*) FROM game GROUP BY has_plays"))
    quarantined = sum(len(season.quarantine) for season in read.seasons.values())
    assert plays[True] > 0.96 * len(read.counted)
    superseded = read.query("FROM superseded_account")
    assert plays[True] + quarantined + len(superseded) == len(read.counted)
    assert all(row["reason"] and row["line"] for season in read.seasons.values() for row in season.quarantine)


@pytest.mark.parametrize(
    ("club", "all_games", "regular"),
    [
        ("BroNYP", (53, 27, 0), (51, 24)),
        ("BufIL", (76, 67, 0), (76, 67)),
        # `POCS2(134);3-H` and `SB2(E2/TH);3-H(E2/TH)` leave the winner of one game each open.
        ("BinEL", (66, 75, 1), (66, 75)),
        ("SavSAL", (74, 64, 1), (74, 62)),
    ],
)
def test_won_lost_of_clubs(read: Read, club: str, all_games: tuple[int, ...], regular: tuple[int, int]) -> None:
    won = read.query(
        "SELECT count(*) FILTER (result = 'W'), count(*) FILTER (result = 'L'), count(*) FILTER (result = 'N'), "
        "count(*) FILTER (result = 'W' AND game_type = 'regular'), "
        "count(*) FILTER (result = 'L' AND game_type = 'regular') "
        f"FROM club_game WHERE season = 2010 AND club = '{club}'"
    )
    assert won == [(*all_games, *regular)]


def test_the_regular_season_of_the_mets_leagues_ends_on_its_last_day(read: Read) -> None:
    """In 2010 full-season leagues ended on Labor Day or on the Sunday before, and their postseasons began later."""
    labor_day = date(2010, 9, 6)
    assert labor_day.weekday() == 0
    last_days = {
        **dict.fromkeys(("IL", "EL", "SAL"), labor_day),
        **dict.fromkeys(("FSL", "NYP"), labor_day - timedelta(days=1)),
        "APP": date(2010, 8, 31),
        "GCL": date(2010, 8, 28),
    }
    assert set(last_days) == set(METS_LEAGUES)
    found = read.query(
        "SELECT league, max(date) FILTER (game_type = 'regular'), min(date) FILTER (game_type = 'postseason') "
        "FROM club_game WHERE season = 2010 GROUP BY league"
    )
    ends = {league: (last, postseason) for league, last, postseason in found if league in last_days}
    assert {league: last for league, (last, _postseason) in ends.items()} == last_days
    assert all(postseason > last for last, postseason in ends.values())


def test_levels_are_those_of_the_season(read: Read) -> None:
    """The publisher's `SS` is A-; its `RK` is Rk+ for two leagues, else Rk."""
    levels = {"NYP": "A-", "NWL": "A-", "APP": "Rk+", "PIO": "Rk+", "GCL": "Rk", "AZL": "Rk"}
    found = read.query("SELECT DISTINCT season, league, level FROM club_game")
    assert {(season, league): level for season, league, level in found if league in levels} == {
        (season, league): level for season in SEASONS for league, level in levels.items()
    }


def test_brooklyns_postseason_stands_apart(read: Read) -> None:
    assert read.query(
        "SELECT opponent, result, count(*) FROM club_game WHERE season = 2010 AND club = 'BroNYP' "
        "AND game_type = 'postseason' GROUP BY ALL ORDER BY ALL"
    ) == [("JamNYP", "L", 1), ("JamNYP", "W", 2), ("TriNYP", "L", 2)]


def test_known_games_and_players(read: Read) -> None:
    assert read.query("SELECT home_score, visitor_score, level FROM game WHERE game_id = 'BroNYP201006240'") == [
        (16, 5, "A-")
    ]
    assert read.query(
        "SELECT club, count(*), count(DISTINCT player_person_id) FROM lineup "
        "WHERE season = 2010 AND player_name = 'Wilmer Flores' GROUP BY club ORDER BY club"
    ) == [("SavSAL", 64, 1), ("St.FSL", 64, 1)]
    assert read.query("SELECT game_id, club, slot FROM lineup WHERE player_id = '408314'") == [
        ("JupFSL201004080", "St.FSL", 1)
    ]


def test_a_game_without_a_sure_winner_has_no_result(read: Read) -> None:
    ((level,),) = read.query("SELECT count(*) FROM event_file_game WHERE home_score = visitor_score")
    assert level == 49 - 15  # of those that the count finds level, fifteen have no plays at all
    undecided = [game for game in read.counted if _winner(game.runs) and not _winner(game.sure_runs)]
    assert read.query("SELECT result, count(*) FROM club_game WHERE runs_for IS NULL GROUP BY result") == [
        ("N", 2 * (level + len(undecided)))
    ]
    assert read.query(
        "SELECT kind, count(*) FROM exception WHERE kind LIKE '%at_end' OR kind LIKE '%run' GROUP BY ALL ORDER BY ALL"
    ) == [
        ("level_at_end", 2 * level),
        ("undecided_run", 2 * len(undecided)),
    ]
    names = {name for (name,) in read.query("SELECT DISTINCT game_id FROM exception WHERE kind = 'undecided_run'")}
    assert names == {game.name for game in undecided}


def _winner(runs: list[int]) -> int:
    return (runs[0] > runs[1]) - (runs[0] < runs[1])
