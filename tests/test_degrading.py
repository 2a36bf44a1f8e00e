"""Generated damage to lineups, plays and optional columns of small seasons of each source.

Each game keeps its score, the season is published, and whatever is lost has a row of `quarantine` or `exception`.

Planning a task's SELECTs takes longer than running them on a few games. All seeds of a source therefore share a task:
of game logs with a season for each seed, of sources with plays with four days of one season for each.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import box_files
import event_files
import minor_files
import season_tables
from csv_files import PLAY_COLUMNS, CsvScorer, Row, csv_game, csv_sides, write_csv, write_csvs
from gamelog_lines import line
from season_builds import committed, shared_of
from skipper.build.account import one_row_a_record
from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, plan
from skipper.build.season import build_seasons
from skipper.lake.store import LakeWriter
from test_statsapi_games import Season

YEAR = 2041
SEEDS = range(12)
GAMES = 4  # of each seed, a day each
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Published:
    """What a season's task publishes."""

    games: Rows
    sides: Rows
    lineups: Rows
    exceptions: Rows
    quarantine: Rows

    def reasons(self, *words: str) -> list[str]:
        """The reasons and evidence that have all of these words."""
        told = [row["reason"] for row in self.quarantine]
        told += [f"{row['game_id']} {row['club']}: {row['evidence']}" for row in self.exceptions]
        return [reason for reason in told if all(word in reason for word in words)]

    @property
    def scores(self) -> list[tuple[int, int]]:
        return [(row["visitor_score"], row["home_score"]) for row in self.games]

    def without_lineup(self) -> list[tuple[str, str]]:
        return [(row["game_id"], row["club"]) for row in self.sides if not row["has_lineup"]]


def days(seed: int) -> list[str]:
    """The days of a seed's games."""
    return [f"{date(YEAR, 4, 1) + timedelta(GAMES * seed + day):%Y%m%d}" for day in range(GAMES)]


def day_of(text: str) -> str:
    """The day in a game's id, or in a row that begins with one."""
    found = re.search(r"20\d\d0[45]\d\d", text)
    assert found is not None
    return found[0]


def published(folder: Path, inputs: Inputs) -> Published:
    """Run a task of all seasons with all its checks, the count of records among them."""
    minors = inputs.places.get("minors")
    books = {} if minors is None else {"minor_player": season_tables.minor_players(minors)}
    planned = plan(inputs, Account(), books)
    lake = folder / "lake"
    with LakeWriter(lake, graph().published) as writer:
        result = build_seasons(list(planned.seasons.values()), shared_of(planned, lake, "degrading"))
        assert (result.withheld, result.built) == ([], set(planned.seasons))
        reader = committed(writer, result)
        tables = ("game", "club_game", "lineup", "exception")
        found = [reader.rows(f"FROM {name} ORDER BY game_id") for name in tables]
    listed = {(row["game_id"], row["club"]) for row in found[2]}
    assert listed == {(row["game_id"], row["club"]) for row in found[1] if row["has_lineup"]}
    return Published(*found, one_row_a_record(result.account.quarantine))


def of_seed(found: Published, of_days: Iterable[str], is_of_seed: Callable[[dict[str, Any]], bool]) -> Published:
    """What was published of the games of some days, with the rows of quarantine that are a seed's."""
    wanted = set(of_days)
    tables = (found.games, found.sides, found.lineups, found.exceptions)
    kept = [[row for row in rows if day_of(row["game_id"]) in wanted] for rows in tables]
    return Published(*kept, [row for row in found.quarantine if is_of_seed(row)])


# Files of records: event files, box scores and minor-league files

Damage = Callable[[list[str], random.Random], None]


def _any(lines: list[str], dice: random.Random, kind: str) -> tuple[int, list[str]]:
    at = dice.choice([at for at, text in enumerate(lines) if text.startswith(f"{kind},")])
    return at, lines[at].split(",")


def _start(lines: list[str], dice: random.Random, field: int, value: Callable[[list[str]], str]) -> None:
    """Replace a field, from the end, of a `start` record by a value taken from another one."""
    at, fields = _any(lines, dice, "start")
    _, other = _any(lines, dice, "start")
    fields[field] = value(other)
    lines[at] = ",".join(fields)


def _delete(lines: list[str], dice: random.Random) -> None:
    del lines[_any(lines, dice, "start")[0]]


def _batter(lines: list[str], dice: random.Random) -> None:
    at, fields = _any(lines, dice, "play")
    fields[3] = "nobod001"
    lines[at] = ",".join(fields)


def _substitute(lines: list[str], dice: random.Random) -> None:
    at, _ = _any(lines, dice, "play")
    lines.insert(at, f'sub,{dice.choice(["vvvx0011", "1001", ""])},"A Man",{dice.choice("01")},{dice.choice("0x9")},15')


def _insert(*records: str) -> Damage:
    def damage(lines: list[str], dice: random.Random) -> None:
        lines.insert(dice.randint(1, 4), dice.choice(records))

    return damage


LINEUPS: list[Damage] = [
    lambda lines, dice: _start(lines, dice, 1, lambda other: other[1]),
    lambda lines, dice: _start(lines, dice, -2, lambda other: other[-2]),
    lambda lines, dice: _start(lines, dice, -1, lambda other: other[-1]),
    lambda lines, dice: _start(lines, dice, 1, lambda _: ""),
    lambda lines, dice: _start(lines, dice, dice.choice((-1, -2, -3)), lambda _: dice.choice(("x", "", "77"))),
    lambda lines, dice: _start(lines, dice, -1, lambda other: f"{other[-1]},0"),
    _delete,
]
COLUMNS = _insert("info,attendance,many", "info,temp,hot", "info,timeofgame,2:05", "info,gametype,", "zeit,300")
RECORDS: dict[str, tuple[list[Damage], Callable[[str], list[str]]]] = {
    "events": ([*LINEUPS, _batter, _substitute, COLUMNS], lambda day: event_files.quiet_game(day=day)),
    "boxes": ([*LINEUPS, COLUMNS, _insert("stat,bline,x", "event,dpline")], box_files.box_game),
    "minors": ([*LINEUPS, _batter, _substitute, COLUMNS], lambda day: minor_files.quiet_game(day=day)),
}


def _damaged(source: str, seed: int) -> list[list[str]]:
    """The games of a seed, of which the last is sound."""
    damages, game = RECORDS[source]
    dice = random.Random(f"{source} {seed}")
    games = [game(day) for day in days(seed)]
    for _ in range(dice.randint(1, 4)):
        dice.choice(damages)(games[dice.randrange(GAMES - 1)], dice)
    return games


@pytest.fixture(scope="module")
def of_records(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Published]]:
    """What is published of each seed's games of a source."""
    return cache(lambda source: _published_of(source, tmp_path_factory.mktemp(source)))


def _published_of(source: str, folder: Path) -> list[Published]:
    by_seed = [_damaged(source, seed) for seed in SEEDS]
    games = [game for games in by_seed for game in games]
    if source == "events":
        inputs = Inputs(events=event_files.write_events(folder / source, *games))
    elif source == "boxes":
        inputs = Inputs(events=box_files.write(folder / source, f"{YEAR}.EBA", *games))
    else:
        inputs = Inputs(minors=minor_files.write_minors(folder / source, *games))
    found = published(folder, inputs)
    ends = list(accumulate(sum(map(len, games)) for games in by_seed))
    assert all(row["line"] in range(1, ends[-1] + 1) for row in found.quarantine)

    def seed_of(row: dict[str, Any]) -> int:
        return bisect_left(ends, row["line"])

    return [of_seed(found, days(seed), lambda row, seed=seed: seed_of(row) == seed) for seed in SEEDS]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("source", RECORDS)
def test_damage_to_files_of_records_costs_facts_and_no_game(
    of_records: Callable[[str], list[Published]], source: str, seed: int
) -> None:
    found = of_records(source)[seed]
    assert found.scores == [(2, 1) if source == "boxes" else (1, 0)] * GAMES
    for game_id, club in found.without_lineup():
        assert found.reasons(f"lineup of {club} not used") or found.reasons(game_id, club), (game_id, club)
    without_plays = sum(not row["has_plays"] for row in found.games)
    if source != "boxes":
        assert len(found.reasons("plays not used")) == without_plays
    sound = max(found.games, key=lambda row: row["date"])
    assert sound["has_plays"] == (source != "boxes")
    assert sound["game_id"] not in {game_id for game_id, _ in found.without_lineup()}


# Game logs


def _logged(dice: random.Random) -> tuple[dict[str, object], str | None, str]:
    """A damage to a game-log record: the fields, the club whose lineup is lost, and words of the reason."""
    side, club = dice.choice((("visitor", "AYR"), ("home", "BLY")))
    slot, other = dice.sample(range(1, 10), 2)
    own, theirs = ("ayrma", "blyma") if side == "visitor" else ("blyma", "ayrma")
    field = dice.choice(("attendance", "duration_minutes", "visitor_hits", "home_errors", "outs_played"))
    return dice.choice(
        [
            ({f"{side}_{slot}_id": f"{own}00{other}"}, club, "is listed twice"),
            ({f"{side}_{slot}_id": f"{theirs}00{other}"}, club, "is in both lineups"),
            ({f"{side}_{slot}_id": ""}, club, "8 of nine players are listed"),
            ({f"{side}_{slot}_position": dice.choice(("x", 11, 0))}, None, f"({side}_{slot}_position)"),
            ({field: dice.choice(("many", -7, "1e3"))}, None, f"({field})"),
            ({f"{side}_manager_name": "\x02"}, None, f"({side}_manager_name)"),
        ]
    )


LOGGED = range(3 * len(SEEDS))


def _log(seed: int) -> tuple[list[str], list[tuple[dict[str, object], str | None, str]]]:
    """The days of a seed's games, each seed of a season of its own, and the damages to all but the first."""
    dice = random.Random(f"gamelogs {seed}")
    return [f"{YEAR + seed}040{day}" for day in range(1, GAMES + 1)], [_logged(dice) for _ in range(GAMES - 1)]


@pytest.fixture(scope="module")
def of_logs(tmp_path_factory: pytest.TempPathFactory) -> list[Published]:
    """What is published of each seed's season of game logs."""
    folder = tmp_path_factory.mktemp("logs")
    for seed in LOGGED:
        of_days, damages = _log(seed)
        undamaged: dict[str, object] = {}
        lines = [
            line(date=day, **one) for day, one in zip(of_days, [undamaged, *(one[0] for one in damages)], strict=True)
        ]
        (folder / f"gl{YEAR + seed}.txt").write_text("".join(f"{one}\n" for one in lines))
    found = published(folder, Inputs(gamelogs=folder))

    def is_of(seed: int) -> Callable[[dict[str, Any]], bool]:
        return lambda row: row["file"] == f"gl{YEAR + seed}.txt"

    return [of_seed(found, _log(seed)[0], is_of(seed)) for seed in LOGGED]


@pytest.mark.parametrize("seed", LOGGED)
def test_damage_to_game_logs_costs_facts_and_no_game(of_logs: list[Published], seed: int) -> None:
    (of_days, damages), found = _log(seed), of_logs[seed]
    assert found.scores == [(3, 5)] * GAMES
    lost = dict.fromkeys(found.without_lineup())
    for place, (day, (_, club, words)) in enumerate(zip(of_days[1:], damages, strict=True), 2):
        game_id = f"BLY{day}0"
        assert (club is not None) == ((game_id, club) in lost)
        if club is not None:
            (row,) = [row for row in found.exceptions if (row["game_id"], row["club"]) == (game_id, club)]
            assert (row["kind"], row["source_line"]) == ("withheld_lineup", place)
            assert words in row["evidence"]
        else:
            (row,) = [row for row in found.quarantine if row["line"] == place]
            assert (row["lines"], words in row["reason"]) == (0, True)
    in_both = [club for _, club, words in damages if words == "is in both lineups"]
    assert len(lost) == sum(club is not None for _, club, _ in damages) + len(in_both)


# Retrosheet's CSV files


def _of_csvs(dice: random.Random) -> tuple[str, Callable[[Row], None], str]:
    """A damage to a row of a CSV file: the kind of file, what is done, and words of the reason."""
    slot, other = dice.sample(range(1, 10), 2)
    column = dice.choice(("attendance", "timeofgame", "temp", "number", "suspend", "usedh"))
    return dice.choice(
        [
            ("side", lambda row: row.update({f"start_l{slot}": row[f"start_l{other}"]}), "listed twice"),
            ("side", lambda row: row.update({f"start_l{slot}": ""}), "8 of nine"),
            ("side", lambda row: row.update(lob="many"), "lob"),
            ("game", lambda row: row.update({column: "many"}), column),
            ("play", lambda row: row.update(event="ZZ"), "ZZ"),
        ]
    )


def _csvs(seed: int) -> tuple[dict[str, list[Row]], list[tuple[str, str]]]:
    """The rows of a seed's games by kind of file, and each damage to all games but the first: kind and reason."""
    dice = random.Random(f"csvs {seed}")
    found: dict[str, list[Row]] = {"game": [], "side": [], "play": []}
    told = []
    for place, day in enumerate(days(seed)):
        scorer = CsvScorer(csv_game(f"INK{day}0"))
        while scorer.inning < 9:
            scorer.play("HR" if not scorer.rows else "K")
        game = scorer.final()
        rows = {"game": [game], "side": csv_sides(game), "play": scorer.rows}
        if place:
            kind, damage, words = _of_csvs(dice)
            damage(dice.choice(rows[kind]))
            told.append((kind, words))
        for kind, of_game in rows.items():
            found[kind] += of_game
    return found, told


@pytest.fixture(scope="module")
def of_csvs(tmp_path_factory: pytest.TempPathFactory) -> list[Published]:
    """What is published of each seed's games of CSV files."""
    by_seed = [_csvs(seed)[0] for seed in SEEDS]
    games, sides, plays = ([row for rows in by_seed for row in rows[kind]] for kind in ("game", "side", "play"))
    folder = write_csvs(tmp_path_factory.mktemp("csvs") / "csvs", YEAR, games, sides)
    write_csv(folder / f"{YEAR}plays.csv", PLAY_COLUMNS, plays)
    found = published(folder.parent, Inputs(csvs=folder))
    texts = {file.name: file.read_text().splitlines() for file in folder.iterdir()}

    def is_of(seed: int) -> Callable[[dict[str, Any]], bool]:
        return lambda row: day_of(texts[row["file"]][row["line"] - 1]) in days(seed)

    return [of_seed(found, days(seed), is_of(seed)) for seed in SEEDS]


@pytest.mark.parametrize("seed", SEEDS)
def test_damage_to_csv_files_costs_facts_and_no_game(of_csvs: list[Published], seed: int) -> None:
    found, (_, told) = of_csvs[seed], _csvs(seed)
    assert found.scores == [(1, 0)] * GAMES
    assert found.games[0]["has_plays"]
    for kind, words in told:
        assert found.reasons(words), (kind, words, found.quarantine)
    assert len(found.without_lineup()) <= sum(kind == "side" for kind, _ in told)


# Responses of the Stats API


def _batters(side: dict[str, Any]) -> list[dict[str, Any]]:
    return [player for player in side["players"].values() if str(player["battingOrder"]).endswith("00")]


API: list[tuple[Callable[[list[dict[str, Any]]], object], str]] = [
    (lambda batters: batters[3].update(battingOrder=batters[5]["battingOrder"]), "2 starters in slot"),
    (lambda batters: batters[3].update(battingOrder=None), "0 starters in slot"),
    (lambda batters: batters[3].update(person=batters[5]["person"]), "is listed twice"),
    (lambda batters: batters[3].update(battingOrder="x00"), "battingOrder"),
]


@pytest.mark.parametrize(("damage", "words"), API)
def test_damage_to_a_box_score_of_the_stats_api_costs_that_lineup(
    tmp_path: Path, damage: Callable[[list[dict[str, Any]]], object], words: str
) -> None:
    tables = ("game", "club_game", "lineup", "exception")
    sound = Season(tmp_path / "sound").tables(wanted=tables)
    season = Season(tmp_path / "spoiled")
    path, document = next((path, one) for path, one in season.api.documents.items() if path.endswith("boxscore"))
    damage(_batters(document["teams"]["home"]))
    spoiled = season.tables(wanted=tables)
    result = ("game_id", "visitor_score", "home_score")
    results = [sorted(tuple(row[name] for name in result) for row in made["game"]) for made in (sound, spoiled)]
    assert results[0] == results[1]
    before, after = ({(row["game_id"], row["club"]) for row in made["lineup"]} for made in (sound, spoiled))
    ((game_id, club),) = before - after
    assert after < before
    (side,) = [row for row in spoiled["club_game"] if (row["game_id"], row["club"]) == (game_id, club)]
    assert not side["has_lineup"]
    told = [item.reason for item in season.parsed().rejected]
    told += [row["evidence"] for row in spoiled["exception"] if (row["game_id"], row["club"]) == (game_id, club)]
    assert any(words in reason for reason in told), (path, told)
