"""MaskablePPO of sb3-contrib learns in our environments."""

from __future__ import annotations

import warnings

import pytest

from outwit.core.game import Game
from outwit.environments import gymnasium_env
from tests.environments.games import GAMES, NAMES
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("sb3_contrib")]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_it_runs_and_plays_legal_actions(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own packages
        from sb3_contrib import MaskablePPO

        env = gymnasium_env(game, plies=20, illegal="raise")
        model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=16, n_epochs=1, seed=1)
        model.learn(32)
        observation, info = env.reset(seed=1)
        action, _ = model.predict(observation, action_masks=info["action_mask"])
    assert info["action_mask"][action] == 1
