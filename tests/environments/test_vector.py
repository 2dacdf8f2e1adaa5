"""Many games at once are the same games as one at a time, in each mode of starting again."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from outwit.core.game import Game
from outwit.environments import vector_env
from outwit.environments.batch import Batch
from outwit.errors import IllegalAction, UsageError
from tests.environments.games import GAMES, NAMES
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("gymnasium")]

BOARDS = 6


def chosen(env: Any, info: dict[str, Any], rng: Any) -> Any:
    """Return a random legal action of each board, 0 where there is none."""
    mask = info["action_mask"]
    return (mask * (1 + rng.random(mask.shape))).argmax(axis=1)


def play(env: Any, steps: int) -> list[tuple[Any, ...]]:
    """Play at random and return what every step gave, with the observations before it."""
    import numpy as np

    rng = np.random.default_rng(1)
    observations, info = env.reset(seed=1)
    found = []
    for _ in range(steps):
        made = env.step(chosen(env, info, rng))
        found.append((observations, info, made))
        observations, *_, info = made
    return found


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_every_mode_plays_games_to_their_end(game: Game, mode: str) -> None:
    import numpy as np

    env = vector_env(game, BOARDS, autoreset=mode, plies=12)
    rng = np.random.default_rng(1)
    observations, info = env.reset(seed=1)
    games = np.zeros(BOARDS, int)
    fresh = np.zeros(BOARDS, bool)
    for _ in range(30):
        assert observations in env.observation_space
        on = info["action_mask"].any(axis=1)
        assert (env.batch.turn[on] == info["side"][on]).all()
        made = env.step(chosen(env, info, rng))
        observations, rewards, terminated, truncated, info = made
        ended = terminated | truncated
        assert not rewards[fresh].any()
        assert not ended[fresh].any()
        assert not rewards[~terminated].any()
        games += ended
        fresh = np.zeros(BOARDS, bool)
        if mode == "NextStep":
            fresh = ended
        elif mode == "SameStep" and ended.any():
            assert (info["_final_obs"] == ended).all()
            assert not info["final_info"]["action_mask"][terminated].any()
            assert (env.batch.plies[ended] <= 1).all()
        elif mode == "Disabled" and ended.any():
            with pytest.raises(UsageError, match="the game is over: call reset with reset_mask"):
                env.step(chosen(env, info, rng))
            observations, info = env.reset(options={"reset_mask": ended})
            assert (env.batch.plies[ended] <= 1).all()
    assert (games >= 2).all()


def test_the_same_seed_plays_the_same_games_whatever_the_threads() -> None:
    found = [play(vector_env("ataxx", BOARDS, plies=20, threads=n), 15) for n in (1, 2)]
    for one, other in zip(*found, strict=True):
        assert (one[0] == other[0]).all()
        assert (one[2][1] == other[2][1]).all()


def test_without_an_opponent_the_user_plays_both_sides() -> None:
    env = vector_env("ataxx", BOARDS, "self", plies=10)
    for number, (_, info, _) in enumerate(play(env, 10)):
        assert (info["side"] == number % 2).all()


@pytest.mark.parametrize("opponent", ["engine:nodes=20", lambda batch: batch.random_actions()])
def test_a_search_or_a_function_is_an_opponent(opponent: Any) -> None:
    env = vector_env("santorini", BOARDS, opponent, side="second", plies=6)
    env.reset(seed=1)
    assert (env.batch.plies == 1).all()
    for _, info, _ in play(env, 4):
        assert (info["side"] == 1).all()


def test_a_search_beats_random_play() -> None:
    env = vector_env("ataxx", 8, "engine:nodes=100", plies=300)
    rewards = sum(made[1].sum() for _, _, made in play(env, 120))
    assert rewards <= -8


def test_an_illegal_action_is_refused_and_nothing_moves() -> None:
    import numpy as np

    env = vector_env("ataxx", 3, side="first")
    _, info = env.reset(seed=1)
    actions = chosen(env, info, np.random.default_rng(1))
    actions[1] = int((info["action_mask"][1] == 0).argmax())
    with pytest.raises(IllegalAction, match="board 1: "):
        env.step(actions)
    assert (env.batch.plies == 0).all()


@pytest.mark.parametrize("opponent", ["careful", "engine:nodes=x", 3])
def test_players_that_cannot_play_many_boards_are_refused(opponent: Any) -> None:
    with pytest.raises(UsageError, match="is none; many boards are played by 'random'"):
        vector_env("ataxx", 2, opponent)


def test_its_boards_are_a_batch() -> None:
    assert isinstance(vector_env("ataxx", 2, dtype="uint8").batch, Batch)


@pytest.mark.parametrize("actions", [[float("nan")] * BOARDS, [0.5] * BOARDS, None, ["x"] * BOARDS])
def test_actions_that_are_no_whole_numbers_are_refused(actions: Any) -> None:
    env = vector_env("ataxx", BOARDS)
    env.reset(seed=1)
    with pytest.raises(UsageError, match="actions are whole numbers, not"):
        env.step(actions)


def test_options_and_modes_that_are_unknown_are_refused() -> None:
    with pytest.raises(UsageError, match="options: reset has no 'foo'; it has reset_mask"):
        vector_env("ataxx", 2).reset(options={"foo": 1})
    with pytest.raises(UsageError, match="autoreset: 'Never' is none of NextStep, SameStep"):
        vector_env("ataxx", 2, autoreset="Never")
    with pytest.raises(UsageError, match="opponent: nodes: 0 is not a whole number from 1"):
        vector_env("ataxx", 2, "engine:nodes=0")


def returned(answers: Any, batch: Batch) -> Any:
    """Answer for a function that does not look at the boards."""
    return answers


def test_faults_of_a_function_are_named_as_the_opponents() -> None:
    def broken(batch: Batch) -> Any:
        raise ZeroDivisionError("no zero")

    with pytest.raises(ZeroDivisionError) as caught:
        vector_env("ataxx", 2, broken, side="second").reset()
    assert caught.value.__notes__ == ["raised by opponent, 2 boards of ataxx at plies 0 to 0"]
    for answers in (None, [1], ["x", "y"], [0.5, 0.5]):
        env = vector_env("ataxx", 2, partial(returned, answers), side="second")
        with pytest.raises(UsageError, match="the opponent returned no action for each board"):
            env.reset()
    with pytest.raises(IllegalAction, match="the opponent: board 0: action 9999 is not from"):
        vector_env("ataxx", 2, lambda _: [9999, 9999], side="second").reset()
