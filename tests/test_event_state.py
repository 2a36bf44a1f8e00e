"""The state kernel against simulated games that know their truth, and against itself without the compiler."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from simulated_plays import HOME, VISITORS, event_file
from simulated_reading import read
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.events.plays import Plays


def column(plays: Plays, name: str) -> list:
    if name.startswith(("runner", "batter", "pitcher")) and not name.endswith("origin"):
        return [plays.lines.words[word].decode() if word >= 0 else "" for word in plays.ids_of(name)]
    return plays.small_of(name).tolist()


def test_every_simulated_game_is_read(simulated_games):
    plays, truth = simulated_games
    assert plays.rejected == []
    assert plays.kept.all()
    assert len(plays) == len(truth) > 2_000


@pytest.mark.parametrize(
    "name",
    ["inning", "side", "outs", "visitor_score", "home_score", "slot", "batter", "pitcher"]
    + [f"runner{base}{what}" for base in (1, 2, 3) for what in ("", "_pitcher", "_origin")],
)
def test_state_before_each_play_is_the_simulations(simulated_games, name):
    plays, truth = simulated_games
    assert column(plays, name) == [play[name] for play in truth]


def test_clubs_are_those_of_the_info_records(simulated_games):
    plays, _ = simulated_games
    words = plays.lines.words
    assert {words[club] for club in plays.games.visitors} == {VISITORS.encode()}
    assert {words[club] for club in plays.games.homes} == {HOME.encode()}


def test_fates_and_runs_to_come_add_up(simulated_games):
    plays, _ = simulated_games
    inning, side, game = plays.small_of("inning"), plays.small_of("side"), plays.ids_of("game")
    half = np.unique(np.stack([game, inning, side]), axis=1, return_inverse=True)[1].ravel()
    scored = plays.small_of("batter_fate") >= 4
    first = plays.small_of("new_half") == 1
    runs = np.bincount(half, scored)  # each man who came to bat and scored in the end
    to_come = np.zeros(len(runs))
    facts_runs = plays.vocabulary.table[plays.ids_of("event_row")][:, POSITION["runs"]]
    to_come[half[first]] = plays.small_of("half_runs_to_come")[first] + facts_runs[first]
    assert (runs == to_come).all()


def test_kernels_do_the_same_without_the_compiler(tmp_path):
    content, _ = event_file(range(2))
    script = (
        "import sys, numpy as np; sys.path.insert(0, 'tests')\n"
        "from simulated_reading import read\n"
        "plays = read(open(sys.argv[1], 'rb').read())\n"
        "np.savez(sys.argv[2], ids=plays.ids, small=plays.small, subs=plays.substitutions)\n"
    )
    (tmp_path / "games.EVA").write_bytes(content)
    command = [sys.executable, "-W", "ignore", "-c", script, str(tmp_path / "games.EVA"), str(tmp_path / "plain.npz")]
    subprocess.run(command, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    plain, compiled = np.load(tmp_path / "plain.npz"), read(content)
    assert (plain["ids"] == compiled.ids).all()
    assert (plain["small"] == compiled.small).all()
    assert (plain["subs"] == compiled.substitutions).all()
