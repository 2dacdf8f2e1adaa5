"""OpenSpiel plays our games, and its algorithms run on them."""

from __future__ import annotations

import pytest

from outwit.core.game import Game
from outwit.environments import register_openspiel
from outwit.errors import UnknownGame
from tests.environments.games import GAMES, NAMES
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("pyspiel")]

SHORT = "(plies=12)"


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_random_simulations_and_a_playthrough_pass(game: Game) -> None:
    import pyspiel
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    [name] = register_openspiel(game)
    pyspiel.random_sim_test(pyspiel.load_game(name + SHORT), 1, serialize=True, verbose=False)
    text = playthrough(name + "(plies=4)", None, seed=1)
    assert f'GameType.short_name = "{name}"' in text
    assert text.count("\naction: ") == 4


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_state_is_our_position(game: Game) -> None:
    import pyspiel

    [name] = register_openspiel(game)
    state = pyspiel.load_game(name).new_initial_state()
    position = game.start()
    actions = game.actions()
    for _ in range(8):
        if position.is_over:
            break
        assert state.current_player() == position.turn
        assert state.legal_actions() == sorted(actions.legal(position))
        action = state.legal_actions()[-1]
        move = actions.move(position, action)
        assert state.action_to_string(action) == move
        before = state.clone()
        state.apply_action(action)
        assert str(before) == position.text
        position.play(move)
        assert str(state) == position.text
    tensor = state.observation_tensor(0)
    assert len(tensor) == len(position.planes) * position.board.rows * position.board.columns


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_its_tree_search_and_its_learning_run(game: Game) -> None:
    import numpy as np
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import mcts, tabular_qlearner

    [name] = register_openspiel(game)
    loaded = pyspiel.load_game(name + SHORT)
    rollout = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(loaded, 2.0, 4, rollout, random_state=np.random.RandomState(1))
    state = loaded.new_initial_state()
    assert bot.step(state) in state.legal_actions()

    env = rl_environment.Environment(loaded)
    learners = [
        tabular_qlearner.QLearner(player, env.action_spec()["num_actions"]) for player in (0, 1)
    ]
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([learners[player].step(step).action])
    for learner in learners:
        learner.step(step)
    assert sum(learner._q_values != {} for learner in learners) == 2


def test_options_are_parameters() -> None:
    import pyspiel

    register_openspiel("jesonmor")
    game = pyspiel.load_game("outwit_jesonmor(size=5)")
    assert game.observation_tensor_shape()[1:] == [5, 5]


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'atax'"):
        register_openspiel("atax")
