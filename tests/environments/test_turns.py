"""A PettingZoo environment plays both sides in turn."""

from __future__ import annotations

import warnings
from random import Random

import pytest

from outwit.core.game import Game
from outwit.environments import pettingzoo_env
from outwit.errors import IllegalMove, UsageError
from tests.environments.games import GAMES, NAMES
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("pettingzoo")]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_tests_of_pettingzoo_pass(game: Game) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # A mask of zeros is that of an agent that is not to move. PettingZoo knows its own games
        # with dictionaries by name, and warns of all others.
        warnings.filterwarnings("ignore", message=".*(all zeros|probably should be|NumPy array)")
        api_test(pettingzoo_env(game, plies=20), num_cycles=40)
        seed_test(lambda: pettingzoo_env(game, plies=20), num_cycles=20)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_rewards_are_opposite_at_the_end(game: Game) -> None:
    env = pettingzoo_env(game, plies=400)
    rng = Random(3)
    env.reset(seed=1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        other = env.possible_agents[1 - env.possible_agents.index(agent)]
        assert not env.observe(other)["action_mask"].any()
        env.step(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
    outcome = env.table.position.outcome
    winner = None if outcome is None else outcome.winner
    won = [0.0, 0.0] if winner is None else [1.0 - 2 * winner, 2.0 * winner - 1]
    assert list(totals.values()) == won


def test_an_illegal_action_loses_or_is_raised() -> None:
    env = pettingzoo_env("ataxx")
    env.reset(seed=1)
    illegal = int((env.last()[0]["action_mask"] == 0).argmax())
    env.step(illegal)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())
    strict = pettingzoo_env("ataxx", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="is not legal here"):
        strict.step(illegal)


def test_a_board_is_rendered() -> None:
    env = pettingzoo_env("ataxx", render_mode="ansi")
    env.reset(options={"position": "x6/7/7/7/7/7/o6 o 0 1"})
    assert env.agent_selection == "player_1"
    assert env.render().startswith("7  r - -")


def test_options_of_a_reset_that_are_unknown_are_refused() -> None:
    with pytest.raises(UsageError, match="options: reset has no 'foo'; it has position"):
        pettingzoo_env("ataxx").reset(options={"foo": 1})
