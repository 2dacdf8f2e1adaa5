"""Measure how many steps a second a batch plays, beside OpenSpiel's and pgx's nearest games.

    python bench/batch.py [GAME …] [--boards N] [--shared N] [--seconds S] [--threads N]

A step is a random legal action on one board, with the mask of legal actions and the planes after.
Ends start again at once. One core is measured in CPU time, so that other load matters less. The
comparison of one and N threads uses wall time, both alternately, with more boards: threads wake up
four times a step, which counts if all boards take them less than a millisecond. OpenSpiel and pgx
are measured where they are installed: OpenSpiel by its Python interface, board by board; pgx in a
batch of the same size, compiled for the processor.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np

import outwit
from outwit.errors import GameFault

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, run, seconds

OPEN_SPIEL = ("connect_four", "breakthrough", "othello", "clobber")
PGX = ("connect_four", "othello", "gardner_chess")
ROUNDS = 3


def stepper(name: str, boards: int, threads: int) -> Callable[[], None]:
    """Return a function that makes a step on every board."""
    batch = outwit.Batch(name, boards, threads=threads, autoreset=True)
    actions = np.empty(boards, "int32")
    mask = np.empty((boards, batch.size), "uint8")
    planes = np.empty((boards, *batch.shape), "uint8")
    ends = np.empty(boards, "float32"), np.empty(boards, bool), np.empty(boards, bool)

    def step() -> None:
        batch.random_actions(actions)
        batch.step(actions, *ends)
        batch.legal_mask(mask)
        batch.observe(planes)

    return step


def rate(step: Callable[[], None], boards: int, time: float, clock: Callable[[], float]) -> float:
    """Return the steps a second by a clock."""
    step()
    steps, start = 0, clock()
    while (spent := clock() - start) < time:
        step()
        steps += boards
    return steps / spent


def open_spiel_stepper(name: str) -> Callable[[], None]:
    """Return a function that makes a step of a game of OpenSpiel."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    rng = Random(1)
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        if state.is_terminal():
            state = game.new_initial_state()
        state.legal_actions_mask()
        state.observation_tensor()

    return step


def pgx_stepper(name: str, boards: int) -> Callable[[], None]:
    """Return a function that makes a step on every board of a game of pgx."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    auto_reset: Any = import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    step_one = auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> Any:
        key, here = jax.random.split(key)
        chances = jax.numpy.log(state.legal_action_mask.astype("float32"))
        actions = jax.random.categorical(here, chances, axis=-1)
        return jax.vmap(step_one)(state, actions, jax.random.split(here, boards)), key

    compiled = jax.jit(advance)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), boards))
    key = jax.random.PRNGKey(2)

    def step() -> None:
        nonlocal state, key
        state, key = compiled(state, key)
        jax.block_until_ready(state.observation)

    return step


def compare(boards: int, time: float) -> None:
    """Print the rates of the games of others."""
    makers: list[tuple[str, str, int, Callable[[], Callable[[], None]]]] = [
        *(
            ("OpenSpiel", name, 1, lambda name=name: open_spiel_stepper(name))
            for name in OPEN_SPIEL
        ),
        *(("pgx", name, boards, lambda name=name: pgx_stepper(name, boards)) for name in PGX),
    ]
    missing = set()
    for library, name, size, make in makers:
        if library in missing:
            continue
        try:
            found = rate(make(), size, time, process_time)
        except ImportError:
            missing.add(library)
            print(f"{library} is not installed")
            continue
        print(f"{library + ' ' + name:<24}{found / 1e6:>10.3f}")


def numbered(name: str) -> bool:
    """Tell whether a game numbers its moves."""
    try:
        return outwit.game(name).actions().size > 0
    except GameFault:
        return False


def main() -> None:
    """Measure the games that are asked for."""
    parser = parser_of(__doc__ or "")
    parser.add_argument("games", nargs="*", type=game_name, metavar="GAME", help="default: all")
    parser.add_argument("--boards", type=count, default=1024, help="default: 1,024")
    parser.add_argument(
        "--shared", type=count, default=32768, help="boards of the threads; default: 32,768"
    )
    parser.add_argument("--seconds", type=seconds, default=2.0, help="for each figure; default: 2")
    parser.add_argument("--threads", type=count, default=2, help="default: 2")
    given = parser.parse_args()
    names = given.games or [game.name for game in outwit.all_games() if numbered(game.name)]
    print(f"{'million steps a second':<24}{'one core':>10}{'wall 1':>10}", end="")
    print(f"{f'wall {given.threads}':>10}{'times':>8}{'cores':>8}")
    for name in names:
        alone = rate(stepper(name, given.boards, 1), given.boards, given.seconds, process_time)
        one = stepper(name, given.shared, 1)
        several = stepper(name, given.shared, given.threads)
        walls: list[list[float]] = [[], []]
        cores = []
        for _ in range(ROUNDS):
            for found, step in zip(walls, (one, several), strict=True):
                start = process_time(), perf_counter()
                found.append(rate(step, given.shared, given.seconds / ROUNDS, perf_counter))
                spent = process_time() - start[0], perf_counter() - start[1]
            cores.append(spent[0] / spent[1])
        first, second = max(walls[0]), max(walls[1])
        print(f"{name:<24}{alone / 1e6:>10.2f}{first / 1e6:>10.2f}{second / 1e6:>10.2f}", end="")
        print(f"{second / first:>8.2f}{max(cores):>8.2f}", flush=True)
    compare(given.boards, given.seconds)


if __name__ == "__main__":
    run(main)
