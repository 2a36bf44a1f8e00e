"""Games played plate appearance by plate appearance: against the lineup model, and read back from their files."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import islice, pairwise
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import season_tables
from built_lake import build_lake
from ignored_plan import KeptLogs, costs, league, records_of
from lineup_season import Season, of_events, read_season
from skipper.answers.directives.check import check
from skipper.answers.directives.plan_file import read_plan
from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, plan
from skipper.cli import main
from skipper.lineups.advancement import END, SACRIFICE, estimated
from skipper.lineups.batting import batting
from skipper.lineups.chain import expected_runs
from skipper.lineups.games import Game, game
from skipper.lineups.rates import HOME_RUN, STRIKEOUT, rates_of
from skipper.simulate.base_running import LINE, base_running
from skipper.simulate.event_files import Scorer, event_file_name, game_records, roster_lines
from skipper.simulate.event_text import fates, texts, walk_off
from skipper.simulate.league_season import play_league_season, schedule_of, usual_scorer, write_league_season
from skipper.simulate.lineup_card import Policy
from skipper.simulate.many_seasons import simulate
from skipper.simulate.organizations import ROUNDS, LeagueSeason, seasons
from skipper.simulate.play_game import FINAL, NEVER, NOBODY, RIGHT, Chain, Log, Team, chain_of, play
from skipper.simulate.rosters import A_LEVEL
from skipper.simulate.squad import BATTING, PITCHING
from skipper.sources.plays.events.dialect import RETROSHEET
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import read_plays
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.tables import PlayTables
from skipper.sources.retrosheet.event_files.season import SeasonPlays
from skipper.sources.retrosheet.gamelogs.season import read_season as read_season_of_logs

PEOPLE = 10  # nine batters and a pitcher who does not bat


def average_team(order: np.ndarray | None = None, batting: np.ndarray | None = None) -> Team:
    """Nine hitters, average unless `batting` gives their ratios, against whom nothing changes during the game."""
    ones = np.ones((PEOPLE, 2, len(LINE)))
    return Team(
        batting=ones if batting is None else batting,
        pitching=ones[:, 0],
        bats=np.full(PEOPLE, RIGHT),
        throws=np.full(PEOPLE, RIGHT),
        order=np.arange(9) if order is None else order,
        positions=np.arange(2, 11),
        staff=np.array([9]),
        limits=np.array([NEVER]),
        pinch=np.full(9, NOBODY),
    )


def mean_game(chain: Chain, visitor: Team, home: Team, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Plate appearances [side, slot] and runs [side] of a game, on average."""
    rng = np.random.default_rng(seed)
    appearances, runs = np.zeros((2, 9)), np.zeros(2)
    for _ in range(games):
        log = play(chain, visitor, home, rng)
        appearances += log.plate_appearances
        runs += log.runs
    return appearances / games, runs / games


# Against the model


def expected(visitor: Game) -> np.ndarray:
    return np.array([visitor.visitor.plate_appearances, visitor.home.plate_appearances])


def test_average_hitters_have_the_models_plate_appearances_and_runs() -> None:
    """Plate appearances of every slot within 0.02; the standard error of 20,000 games is about 0.005."""
    nine = batting(np.tile(LINE, (9, 1)), base_running())
    model = game(nine, nine)
    appearances, runs = mean_game(usual_scorer().chain, average_team(), average_team(), 20_000, seed=1)
    assert appearances == pytest.approx(expected(model), abs=0.02)
    assert runs == pytest.approx([model.visitor.expected_runs, model.home.expected_runs], abs=0.09)


def test_unequal_hitters_and_pitchers_who_bunt_have_the_models_plate_appearances() -> None:
    rng = np.random.default_rng(5)
    ratios = np.exp(rng.normal(0, 0.3, (PEOPLE, len(LINE))))
    rates = LINE * ratios[:9] / (LINE * ratios[:9]).sum(1, keepdims=True)
    nine = batting(rates, base_running(), [False] * 8 + [True])
    team = average_team(batting=np.repeat(ratios[:, None], 2, 1))
    team = team._replace(positions=np.array([2, 3, 4, 5, 6, 7, 8, 9, 1]))
    model = game(nine, nine)
    appearances, runs = mean_game(usual_scorer().chain, team, team, 20_000, seed=2)
    assert appearances == pytest.approx(expected(model), abs=0.02)
    assert runs == pytest.approx([model.visitor.expected_runs, model.home.expected_runs], abs=0.09)


def test_plate_appearances_of_2019_from_plays_model_and_simulator(real_data: Path) -> None:
    """Model and simulator within 0.02 a game, both within 0.05 of those played."""
    season = read_season(real_data / "retrosheet" / "events" / "2019eve.zip")
    half, slot = season.column("half").astype(str), season.column("slot")
    advancement, completed = estimated(season.seen), season.column("before") != END
    games = len(np.unique(season.column("game_id").astype(str)))
    line = rates_of(season.counts()[0].sum(0))
    ratios = [rates_of(season.counts(half == side)[0].sum(0)) / line for side in ("top", "bottom")]
    sides = [batting(np.tile(line * ratio, (9, 1)), advancement) for ratio in ratios]
    teams = [average_team(batting=np.tile(ratio, (PEOPLE, 2, 1))) for ratio in ratios]
    model = expected(game(*sides))
    simulated, _ = mean_game(chain_of(advancement, line), teams[0], teams[1], 20_000, seed=3)
    played = [np.bincount(slot[completed & (half == side)], minlength=10)[1:] / games for side in ("top", "bottom")]
    assert simulated == pytest.approx(model, abs=0.02)
    assert simulated == pytest.approx(np.array(played), abs=0.05)


# Read back


def read_back(what: LeagueSeason, scorer: Scorer, games: int) -> pa.Table:
    """Rows of table `event` that Skipper's reader makes of a league's first games."""
    lines: list[str] = []
    for played in islice(play_league_season(what, scorer), games):
        lines += game_records(played)
    rosters = Rosters()
    for club in what.clubs:
        text = "\n".join(roster_lines(club, what.rosters[club.code]))
        name = f"{club.code}{what.season}.ROS"
        rosters.read(name, name, text.encode())
    file = EventFile(event_file_name(what.clubs[0], what.season), "\n".join(lines).encode())
    plays = read_plays([file], rosters)
    assert plays.rejected == []
    assert plays.kept.sum() == games
    return PlayTables(plays, rosters, {})["event"]


def assert_read_as_played(event: pa.Table, scorer: KeptLogs) -> None:
    rows = duckdb.sql(
        "SELECT inning, (half = 'bottom')::INT, runs_on_event, is_last_of_game, "
        "if(outs_before + outs_on_play = 3, 24, bases_after + 8 * (outs_before + outs_on_play)) "
        "FROM event WHERE event_type <> 'no_play' ORDER BY source_line"
    ).fetchall()
    played = scorer.transitions()
    assert len(rows) == len(played)
    for (inning, side, runs, is_last, after), (in_inning, of_side, scored, state) in zip(rows, played, strict=True):
        assert (inning, side, runs) == (in_inning, of_side, scored)
        assert is_last or after == state


@pytest.mark.parametrize("level", [0, 1])  # without the designated hitter, and with
def test_every_play_is_read_as_it_was_played(level: int) -> None:
    scorer = KeptLogs(usual_scorer().chain)
    event = read_back(league(level), scorer, 100)
    assert event.num_rows > 7000
    assert_read_as_played(event, scorer)
    season: Season = of_events(event)
    found = np.unique(season.column("outcome")[season.column("before") != END])
    assert set(found) == {*range(len(LINE)), SACRIFICE}


def test_every_transition_of_the_model_has_a_text_and_keeps_its_runs_and_outs() -> None:
    chain = usual_scorer().chain
    places = np.repeat(np.arange(len(chain.first) - 1), np.diff(chain.first)).tolist()
    for place, after, runs in zip(places, chain.after.tolist(), chain.runs.tolist(), strict=True):
        kind, before = divmod(place, END)
        way = fates(kind, before, after, runs)
        assert way.count(4) == runs
        assert texts(kind, before, way) or (kind, before) == (0, after)
        for needed in range(1, runs + 1):
            cut = walk_off(kind, before, way, needed)
            assert cut.count(4) == needed
            assert before // 8 + cut.count(0) < 3


def test_the_advances_of_2019_are_played_and_read_back(real_data: Path) -> None:
    season = read_season(real_data / "retrosheet" / "events" / "2019eve.zip")
    scorer = KeptLogs(chain_of(estimated(season.seen), LINE))
    assert_read_as_played(read_back(league(organizations=4), scorer, 250), scorer)


def test_a_season_is_accepted_whole_and_both_sources_agree(tmp_path: Path) -> None:
    what = league(organizations=4)
    records = records_of(tmp_path, what)
    games = len([*play_league_season(what)])
    tables = season_tables.made(
        "game", "source_game", "game_difference", "play_difference", "play_exception", "exception", **records
    )
    assert [len(tables[name]) for name in ("game", "source_game")] == [games, 2 * games]
    for name in ("game_difference", "play_difference", "play_exception", "exception"):
        assert tables[name] == [], name
    with season_tables.season(*(node.name for node in graph().season), **records) as db:
        for check in graph().season_checks:
            assert db.execute(check.violations).fetchall() == [], check.name


def test_no_line_is_quarantined(tmp_path: Path) -> None:
    what, account = league(0), Account()
    games = write_league_season(tmp_path, what)
    planned = plan(Inputs(gamelogs=tmp_path / "gamelogs", events=tmp_path / "events"), account)
    files = planned.seasons[what.season]
    plays = SeasonPlays(what.season, list(files.texts["events"]), planned.rosters[RETROSHEET.source], {})
    assert sum(rows.num_rows for name, rows in plays.tables() if name == "event") > 70 * games
    logs = read_season_of_logs(files.texts["gamelogs"])
    assert (account.quarantine, plays.quarantine, logs.rejected) == ([], [], [])
    lines = [row for row in (*account.counts, *plays.counts) if row["source"] == RETROSHEET.source]
    assert sum(row["rows_in"] for row in lines) == sum(row["rows_out"] for row in lines) > 90 * games
    assert sum(logs.read.values()) == sum(logs.kept.values()) == games


# Organizations


def test_injured_regulars_are_replaced_from_below_and_players_move_up_in_winter() -> None:
    first, second = islice(seasons(2, 3), 2)
    for upper, lower in pairwise(first):
        for above, below in zip(upper.clubs, lower.clubs, strict=True):
            called = [a for a in upper.rosters[above.code].absences if a.why == "not called up yet"]
            assert len(called) == 2
            for absence in called:
                away = [a for a in lower.rosters[below.code].absences if a.player == absence.player]
                assert absence.last < max(a.first for a in away)
    levels = [
        {player.person.retro_id: rung for rung, league in enumerate(season) for roster in league.rosters.values()
         for player in roster.players[: 13 + 9]}
        for season in (first, second)
    ]  # fmt: skip
    stayed = levels[0].keys() & levels[1].keys()
    moved = [levels[0][player] - levels[1][player] for player in stayed]
    assert Counter(moved)[1] > 50


def test_a_batter_loses_between_levels_what_james_took_off() -> None:
    line = LINE * np.exp(-A_LEVEL * BATTING)
    runs = [expected_runs(batting(np.tile(each, (9, 1)), base_running()))[0] for each in (LINE, line / line.sum())]
    assert runs[1] / runs[0] == pytest.approx(0.82, abs=0.01)


def test_talent_and_the_leagues_lines_differ_by_level() -> None:
    """After two winters; with equal steps of batters and pitchers, what one loses the other gives back in part."""
    season = next(islice(seasons(16, 3), 2, None))
    shares = {}
    for rung, what in enumerate(season):
        hitters = [player.talent for roster in what.rosters.values() for player in roster.hitters[:13]]
        assert np.mean(hitters) == pytest.approx(-A_LEVEL * rung, abs=0.25), what.league.level
        if what.league.level in ("AAA", "Rk"):
            scorer = KeptLogs(usual_scorer().chain)
            for _ in islice(play_league_season(what, scorer), 250):
                pass
            shares[what.league.level] = rates_of(sum(outcomes(scorer.chain, log) for log in scorer.logs))
    change = np.log(shares["Rk"] / shares["AAA"])
    intended = -6 * A_LEVEL * (BATTING + PITCHING)
    assert change[HOME_RUN] == pytest.approx(intended[HOME_RUN], abs=0.3)
    assert shares["Rk"][HOME_RUN] < 0.7 * shares["AAA"][HOME_RUN]
    assert shares["Rk"][STRIKEOUT] > 1.04 * shares["AAA"][STRIKEOUT]


def outcomes(chain: Chain, log: Log) -> np.ndarray:
    """Completed plate appearances of a game by outcome, without sacrifices."""
    kinds = np.repeat(np.arange(len(chain.first) - 1), np.diff(chain.first)) // END - 1
    found = kinds[log.rows[log.rows[:, 0] == FINAL, 5]]
    return np.bincount(found[found < SACRIFICE], minlength=len(LINE))


def test_a_called_up_player_is_as_good_as_below_and_a_promoted_one_has_grown() -> None:
    first, second = islice(seasons(2, 3), 2)
    for upper, lower in pairwise(first):
        called = {p.name: p.talent for roster in upper.rosters.values() for p in roster.hitters[13:]}
        below = {p.name: p.talent for roster in lower.rosters.values() for p in roster.hitters}
        assert called
        assert called.items() <= below.items()
    rungs = [
        {p.person.retro_id: (rung, p.talent) for rung, what in enumerate(season) for roster in what.rosters.values()
         for p in roster.players if p not in roster.hitters[13:]}
        for season in (first, second)
    ]  # fmt: skip
    grown = [
        rungs[1][player][1] - talent for player, (rung, talent) in rungs[0].items()
        if rungs[1].get(player, (rung, 0))[0] == rung - 1
    ]  # fmt: skip
    assert np.mean(grown) == pytest.approx(A_LEVEL, abs=0.3)


def test_managers_keep_to_their_policies() -> None:
    """Over leagues of 16 clubs: where a plan's ignorer bats prospects, when a quick hook changes pitchers."""
    slots: dict[bool, list[int]] = {True: [], False: []}
    faced: dict[bool, list[int]] = {True: [], False: []}
    what = league(organizations=16)
    scorer = KeptLogs(usual_scorer().chain)
    for played in islice(play_league_season(what, scorer), 400):
        for number, (club, side) in enumerate(
            ((played.scheduled.visitor, played.visitor), (played.scheduled.home, played.home))
        ):
            policy = what.managers[club.code].policy
            best = sorted(what.rosters[club.code].hitters[:8], key=lambda player: -player.talent)[:2]
            batted = {player: slot for slot, (player, _) in enumerate(side.card.slots, 1)}
            slots[bool(policy.bats_low)] += [batted[player] for player in best if player in batted]
            rows = scorer.logs[-1].rows
            arms = rows[(rows[:, 2] == 1 - number) & (rows[:, 0] == FINAL) & (rows[:, 1] <= 9)]
            entered = rows[(rows[:, 0] == 2) & (rows[:, 2] == 1 - number), 1]
            faced[policy.hook_runs == 3].append(int(entered[0]) if len(entered) else 9)
            assert len(arms) > 20
    assert np.mean(np.array(slots[True]) >= 7) > 0.9
    assert np.mean(np.array(slots[False]) <= 5) > 0.6
    assert np.mean(faced[True]) < np.mean(faced[False]) - 0.5


def test_schedules_have_off_days_a_break_and_doubleheaders_after_rain() -> None:
    """In 44 series: a day off after every second one and three at the break, besides days lost to rain."""
    what = league(level=0, organizations=8)
    days: dict[str, Counter[date]] = {club.code: Counter() for club in what.clubs}
    for scheduled in schedule_of(what):
        for club in (scheduled.visitor, scheduled.home):
            days[club.code][scheduled.day] += 1
    rained = 0
    for played in days.values():
        free = [(after - before).days - 1 for before, after in pairwise(sorted(played))]
        assert max(free) >= 3
        assert 21 + 3 <= sum(free) <= 21 + 3 + 20
        assert sum(each > 0 for each in free) >= 21
        assert set(played.values()) == {1, 2}
        rained += sum(games == 2 for games in played.values())
        assert 44 * 3 < played.total() < 44 * 4
    assert rained > 8


# What a manager costs


def test_ignoring_a_plan_costs_by_lineup_value_what_a_replay_without_the_manager_says(tmp_path: Path) -> None:
    """Each way is within two standard errors, over the clubs, of `lineup_value`'s rates; docs/lineup_accuracy.md has
    more seeds and replays.
    """
    per_club = costs(tmp_path, seed=3, replays=REPLAYS)
    assert len(per_club) == 8
    by_value, by_own_rates, by_replay = per_club.mean(0)
    for other, column in ((by_own_rates, 1), (by_replay, 2)):
        error = (per_club[:, 0] - per_club[:, column]).std(ddof=1) / np.sqrt(len(per_club))
        assert abs(by_value - other) < 2 * error
        assert other > 4 * error


REPLAYS = 50  # of a game, with each order
FOLLOWING = Policy(rest_rate=0.03, reshuffle=0.0)

# The command


def test_the_same_seed_gives_the_same_files_with_spark_and_without(spark: SparkSession, tmp_path: Path) -> None:
    written = {}
    for name, session, seed in (("here", None, 1), ("spark", spark, 1), ("other", None, 2)):
        written[name] = simulate(tmp_path / name, 1, 2, seed, session)
    here = sorted(path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*") if path.is_file())
    assert written["here"] == written["spark"] > 500
    assert len(here) == 25  # 8 leagues' events and game logs, 4 marks, 3 lists, 2 plans
    for path in here:
        assert (tmp_path / "here" / path).read_bytes() == (tmp_path / "spark" / path).read_bytes(), path
    events = Path("events/20410SL.zip")
    assert (tmp_path / "here" / events).read_bytes() != (tmp_path / "other" / events).read_bytes()


def test_a_small_simulation_is_built_whole_and_its_plans_are_kept_by_those_who_follow_them(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six series a club. Followers bat the best batters third or fourth, ignorers eighth or ninth."""
    for level in ROUNDS:
        monkeypatch.setitem(ROUNDS, level, 6)
    games = simulate(tmp_path, 1, 2, seed=7)
    inputs = Inputs(gamelogs=tmp_path / "gamelogs", events=tmp_path / "events", leagues=tmp_path / "leagues.csv",
                    affiliations=tmp_path / "affiliations")  # fmt: skip
    built = build_lake(spark, inputs, tmp_path / "lake")
    assert built.report.quarantined == []
    reader = built.reader()
    assert reader.rows("SELECT count(*) AS games, count(DISTINCT level) AS levels FROM game") == [
        {"games": games, "levels": 8}
    ]
    followed: dict[str, list[bool]] = {"plan follower": [], "plan ignorer": []}
    policies = {code: manager.policy for what in next(seasons(2, 7)) for code, manager in what.managers.items()}
    plans = sorted((tmp_path / "plans").glob("*.yaml"))
    assert len(plans) == 2
    for directed in check(reader, [read_plan(path) for path in plans]).directed:
        policy = policies[directed.status["directive"][:3]]
        kind = "plan ignorer" if policy.bats_low else "plan follower" if policy == FOLLOWING else ""
        if kind:
            followed[kind] += [game["followed"] for game in directed.games if game["applicable"]]
    rates = {kind: (len(each), np.mean(each)) for kind, each in followed.items()}
    assert min(number for number, _ in rates.values()) > 50
    assert rates["plan follower"][1] > 0.8
    assert rates["plan ignorer"][1] < 0.1


def test_the_command_says_what_it_wrote_and_how_to_build(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    for name in ("SIMULATED.txt", "20990SL.zip"):
        (tmp_path / "events" / name).write_text("of an earlier simulation")
    result = CliRunner().invoke(main, ["simulate", "--games", "1", "--organizations", "2", "--out", str(tmp_path)])
    assert result.exit_code == 0
    assert len([*(tmp_path / "gamelogs").rglob("*.zip")]) == 8
    assert not (tmp_path / "events" / "20990SL.zip").exists()
    assert f"simulated games in {tmp_path}" in result.output
    assert f"--events {tmp_path}/events" in result.output
    odd = CliRunner().invoke(main, ["simulate", "--organizations", "3", "--out", str(tmp_path)])
    assert odd.exit_code == 2
    assert "even number" in odd.output
