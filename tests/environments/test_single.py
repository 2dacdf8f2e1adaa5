"""A Gymnasium environment plays one side of a game; the other side is any of our players."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.environments import gymnasium_env
from outwit.errors import IllegalMove, UsageError
from outwit.players.careful import CarefulPlayer
from tests.environments.games import GAMES, NAMES
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("gymnasium")]


def first_legal(info: dict[str, Any]) -> int:
    return int(info["action_mask"].argmax())


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_checker_of_gymnasium_finds_nothing(game: Game) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        # The checker misses a specification where ``gymnasium.make`` made none.
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes.*")
        check_env(gymnasium_env(game, render_mode="ansi", plies=100))


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_masks_are_the_legal_moves_up_to_the_end(game: Game) -> None:
    env = gymnasium_env(game, side="second", plies=40)
    rng = Random(1)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        legal = sorted(env.table.actions.legal(env.table.position))
        assert info["action_mask"].nonzero()[0].tolist() == legal
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        assert observation in env.observation_space
        assert env.table.position.turn == info["side"] == 1
        observation, reward, terminated, truncated, info = env.step(rng.choice(legal))
        over = terminated or truncated
        assert not reward or terminated
    assert terminated != truncated
    with pytest.raises(UsageError, match="the game is over: call reset"):
        env.step(0)


def test_the_reward_is_the_result_for_the_users_side() -> None:
    env = gymnasium_env("santorini")
    rng, seen = Random(1), set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            legal = info["action_mask"].nonzero()[0].tolist()
            _, reward, over, _, info = env.step(rng.choice(legal))
            seen.add((info["side"], reward))
            assert over or not reward
        outcome = env.table.position.outcome
        assert outcome is not None
        assert reward == (1.0 if outcome.winner == info["side"] else -1.0)
    assert seen == {(side, reward) for side in (0, 1) for reward in (-1.0, 0.0, 1.0)}


def test_a_game_begins_where_it_is_told_unless_it_is_over_there() -> None:
    #   1  o . x . . . .      only b1 is of use to Red
    #      a b c
    env = gymnasium_env("ataxx", side="first")
    text = "7/7/7/7/7/7/o1x4 x 0 1"
    env.reset(options={"position": text})
    assert env.table.position.text == text
    _, reward, terminated, _, _ = env.step(env.table.actions.number("b1"))
    assert (reward, terminated) == (1.0, True)
    with pytest.raises(UsageError, match="the game is over before the first action"):
        env.reset(options={"position": "7/7/7/7/7/7/2x4 o 0 1"})


def test_an_illegal_action_loses_or_is_raised() -> None:
    env = gymnasium_env("ataxx", side="first")
    _, info = env.reset(seed=1)
    illegal = int((info["action_mask"] == 0).argmax())
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    strict = gymnasium_env("ataxx", side="first", illegal="raise")
    strict.reset(seed=1)
    for action in (illegal, -1, strict.table.size):
        with pytest.raises(IllegalMove, match=f"action {action} is not legal here"):
            strict.step(action)


@pytest.mark.parametrize("opponent", ["random", "engine:nodes=20", 1, CarefulPlayer(Random(1))])
def test_any_player_is_an_opponent(opponent: Any) -> None:
    env = gymnasium_env("ataxx", opponent, side="second", plies=5)
    for _ in range(2):
        _, info = env.reset()
        assert env.table.position.ply == 1
        env.step(first_legal(info))
        assert env.table.position.ply == 3
    env.close()


def test_a_function_is_an_opponent_and_its_illegal_move_is_an_error() -> None:
    seen: list[str] = []

    def last(position: Position) -> str:
        seen.append(position.text)
        return position.legal_moves[-1]

    env = gymnasium_env("ataxx", last, side="second")
    env.reset()
    assert seen == ["x5o/7/7/7/7/7/o5x x 0 1"]
    with pytest.raises(IllegalMove):
        gymnasium_env("ataxx", lambda _: "z9", side="second").reset()
    with pytest.raises(UsageError, match=r"opponent: 1\.5 is none"):
        gymnasium_env("ataxx", 1.5)  # type: ignore[arg-type]  # that is what is tested


def test_a_seed_plays_the_same_game_again() -> None:
    played = []
    for _ in range(2):
        env = gymnasium_env("santorini", "engine:level=2", plies=20)
        _, info = env.reset(seed=5)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(first_legal(info))
            over = terminated or truncated
        played.append(env.table.position.played)
    assert played[0] == played[1]
    assert len(played[0]) > 5


def test_a_board_is_rendered_as_text_svg_or_pixels() -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = gymnasium_env("ataxx", side="first", render_mode=mode)
        env.reset()
        shown[mode] = env.render()
    assert shown["ansi"].startswith("7  r - - - - - b\n")
    assert shown["svg"].startswith("<svg")
    assert shown["rgb_array"].shape == (400, 400, 3)
    assert len(set(shown["rgb_array"].reshape(-1).tolist())) > 10
    with pytest.raises(UsageError, match="render_mode: 'human' is none of ansi"):
        gymnasium_env("ataxx", render_mode="human")


def test_numbers_of_planes_are_as_they_are_or_from_0_to_1() -> None:
    plain, scaled = (gymnasium_env("santorini", dtype=kind) for kind in ("uint8", "float32"))
    levels, _ = plain.reset(seed=1)
    shares, _ = scaled.reset(seed=1)
    assert levels.dtype.name == "uint8"
    assert ((levels / plain.table.most - shares) ** 2).max() < 1e-9
    assert plain.observation_space.high.max() == plain.table.most.max()  # type: ignore[attr-defined]


def test_gymnasium_makes_every_game_by_its_name() -> None:
    import gymnasium

    from outwit.environments.registration import register

    register()
    register()  # a second time does no harm
    env = gymnasium.make("outwit/ataxx-v0", opponent="careful", blocks="c3")
    observation, _ = env.reset(seed=1)
    assert observation.shape == (5, 7, 7)
    assert env.unwrapped.table.start.text != outwit.game("ataxx").start().text  # type: ignore[attr-defined]
    envs = gymnasium.make_vec("outwit/ataxx-v0", 4, vectorization_mode="vector_entry_point")
    assert envs.reset(seed=1)[0].shape == (4, 5, 7, 7)


@pytest.mark.parametrize("action", [float("nan"), 43.7, "x", None])
def test_an_action_that_is_no_whole_number_is_refused(action: Any) -> None:
    env = gymnasium_env("ataxx", side="first")
    env.reset(seed=1)
    with pytest.raises(UsageError, match="an action is a whole number, not"):
        env.step(action)


@pytest.mark.parametrize("plies", [0, -5, float("nan")])
def test_a_game_has_room_for_a_move(plies: Any) -> None:
    with pytest.raises(UsageError, match=r"plies: .* is not a whole number from 1"):
        gymnasium_env("ataxx", plies=plies)


@pytest.mark.parametrize(
    ("opponent", "reason"),
    [
        ("nonsense", "there is no bot 'nonsense' for ataxx"),
        ("level3", "there is no bot 'level3' for ataxx: did you mean 'engine:level=3'"),
        (11, "level 11 is not from 1 to 10"),
        ("engine:nodes=x", "nodes 'x' is not a number"),
        ("ugi:./not-there", "not-there"),
    ],
)
def test_an_opponent_that_cannot_play_is_refused_at_once(opponent: Any, reason: str) -> None:
    with pytest.raises(UsageError, match=f"^opponent: .*{reason}"):
        gymnasium_env("ataxx", opponent)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"foo": 1}, "options: reset has no 'foo'; it has position"),
        (3, "options: a dictionary is expected, not 3"),
    ],
)
def test_options_of_a_reset_that_are_unknown_are_refused(options: Any, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        gymnasium_env("ataxx").reset(options=options)


def test_an_exception_of_the_opponent_is_its_own_with_a_note_of_the_position() -> None:
    def broken(position: Position) -> str:
        raise ZeroDivisionError("no zero")

    env = gymnasium_env("ataxx", broken, side="first")
    env.reset()
    with pytest.raises(ZeroDivisionError, match="no zero") as caught:
        env.step(env.table.actions.number("b7"))
    assert caught.value.__notes__ == [
        "raised by opponent, ataxx at ply 1, in 'xx4o/7/7/7/7/7/o5x o 0 1'"
    ]
    with pytest.raises(IllegalMove, match=r"^opponent: 'z9' is no legal move in <Ataxx"):
        gymnasium_env("ataxx", lambda _: "z9", side="second").reset()
