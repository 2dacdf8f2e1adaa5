"""Games for programs that learn: batches of boards, Gymnasium, PettingZoo and OpenSpiel.

Each function loads the package that it is about, and says how to install it if it is missing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gymnasium.vector import AutoresetMode

    from outwit.core.game import Game
    from outwit.core.position import Position
    from outwit.environments.batch import Batch
    from outwit.environments.device.batch import DeviceBatch as DeviceBatch
    from outwit.environments.single import SingleEnv
    from outwit.environments.turns import TurnsEnv
    from outwit.environments.vector import BatchEnv
    from outwit.players.player import Player

__all__ = ["DeviceBatch", "gymnasium_env", "pettingzoo_env", "register_openspiel", "vector_env"]


def __getattr__(name: str) -> object:
    # Loaded when it is used, because it needs numpy.
    if name == "DeviceBatch":
        from outwit.environments.packages import package

        package("numpy")
        from outwit.environments.device.batch import DeviceBatch

        return DeviceBatch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def gymnasium_env(
    name: Game | str,
    opponent: str | int | Callable[[Position], str] | Player = "random",
    *,
    side: str = "random",
    plies: int = 1_000,
    dtype: str = "float32",
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> SingleEnv:
    """Return a Gymnasium environment: one side of a game, against an opponent.

    An observation is the stack of planes that the side to move sees. An action is a number of
    ``game.actions(**options)``. The legal ones are in ``info["action_mask"]``, and in
    ``action_masks()``, as MaskablePPO of sb3-contrib asks for them. The reward is 1 for a win, -1
    for a loss, else 0. ``reset`` takes ``options={"position": text}`` to begin elsewhere.

    Args:
        name: The game or its name.
        opponent: A description as in ``outwit match``, a level from 1 to 10, a function from a
            position to a move, or a player.
        side: The side that the environment's user plays: ``first``, ``second`` or ``random``.
        plies: Moves of both sides after which a game is cut short.
        dtype: ``float32`` for observations from 0 to 1, ``uint8`` for the numbers of the planes.
        illegal: After an illegal action, ``lose`` ends the game with reward -1, ``raise`` raises
            IllegalMove.
        render_mode: ``ansi``, ``svg``, ``rgb_array`` or None.
        options: Options of the game.

    Raises:
        UsageError: An argument has no such value, or Gymnasium is not installed.

    >>> from outwit.environments import gymnasium_env
    >>> env = gymnasium_env("ataxx", opponent="careful", side="first")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((5, 7, 7), 16)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    >>> env.close()
    """
    from outwit.environments.packages import package

    package("gymnasium")
    from outwit.environments.single import SingleEnv

    return SingleEnv(
        name,
        opponent,
        side=side,
        plies=plies,
        dtype=dtype,
        illegal=illegal,
        render_mode=render_mode,
        **options,
    )


def vector_env(
    name: Game | str,
    num_envs: int,
    opponent: str | Callable[[Batch], Any] = "random",
    *,
    side: str = "random",
    autoreset: AutoresetMode | str = "NextStep",
    plies: int = 1_000,
    dtype: str = "float32",
    threads: int = 1,
    seed: int = 0,
    **options: Any,
) -> BatchEnv:
    """Return a Gymnasium vector environment: many games at once, on an ``outwit.Batch``.

    Observations, actions, masks and rewards are those of ``gymnasium_env``, with the boards as the
    first axis. An illegal action raises IllegalAction, and no board has changed.

    Args:
        name: The game or its name.
        num_envs: The number of boards.
        opponent: ``random``, ``engine:nodes=N``, a function from a Batch to actions; or ``self``
            for none: the user then plays both sides, and a reward is that of the side that moved.
        side: The side that the user plays: ``first``, ``second`` or ``random`` in each game.
        autoreset: A mode of Gymnasium. ``NextStep``: a finished game begins again at the next step,
            which ignores its action. ``SameStep``: at once, with the last observation in
            ``info["final_obs"]``. ``Disabled``: by ``reset(options={"reset_mask": ...})``.
        plies: Moves of both sides after which a game is cut short.
        dtype: ``float32`` for observations from 0 to 1, ``uint8`` for the numbers of the planes.
        threads: The number of threads.
        seed: The seed of random moves until ``reset`` is given another.
        options: Options of the game.

    Raises:
        UsageError: An argument has no such value, or Gymnasium is not installed.

    >>> from outwit.environments import vector_env
    >>> env = vector_env("ataxx", 8, side="first")
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].sum(axis=1).tolist()
    ((8, 5, 7, 7), [16, 16, 16, 16, 16, 16, 16, 16])
    >>> observations, rewards, *_ = env.step(info["action_mask"].argmax(axis=1))
    """
    from outwit.environments.packages import package

    package("gymnasium")
    from outwit.environments.vector import BatchEnv

    return BatchEnv(
        name,
        num_envs,
        opponent,
        side=side,
        autoreset=autoreset,
        plies=plies,
        dtype=dtype,
        threads=threads,
        seed=seed,
        **options,
    )


def pettingzoo_env(
    name: Game | str,
    *,
    plies: int = 1_000,
    dtype: str = "float32",
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> TurnsEnv:
    """Return a PettingZoo environment (AEC) with the agents ``player_0`` and ``player_1``.

    An agent observes a dictionary: ``observation``, the planes that the side to move sees, and
    ``action_mask``, which is 0 everywhere for the agent that is not to move.

    Args:
        name: The game or its name.
        plies: Moves of both sides after which a game is cut short.
        dtype: ``float32`` for observations from 0 to 1, ``uint8`` for the numbers of the planes.
        illegal: After an illegal action, ``lose`` ends the game with reward -1, ``raise`` raises
            IllegalMove.
        render_mode: ``ansi``, ``svg``, ``rgb_array`` or None.
        options: Options of the game.

    Raises:
        UsageError: An argument has no such value, or PettingZoo is not installed.

    >>> from outwit.environments import pettingzoo_env
    >>> env = pettingzoo_env("ataxx")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter(max_iter=4):
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(observation["action_mask"].argmax())
    """
    from outwit.environments.packages import package

    package("pettingzoo")
    from outwit.environments.turns import TurnsEnv

    return TurnsEnv(
        name, plies=plies, dtype=dtype, illegal=illegal, render_mode=render_mode, **options
    )


def register_openspiel(*games: Game | str) -> list[str]:
    """Return the names by which ``pyspiel.load_game`` knows games, after registering them.

    Options of the game are parameters, as in ``outwit_jesonmor(size=5)``. The parameter ``plies``
    is the number of moves after which a game is a draw (default 1,000).

    Args:
        games: Games or their names. Default: every game that numbers its moves.

    Raises:
        UnknownGame: There is no game of a name.
        UsageError: OpenSpiel is not installed.

    The example needs the package ``open_spiel``; ``tests/environments`` has more.

    >>> from outwit.environments import register_openspiel
    >>> register_openspiel("ataxx")  # doctest: +SKIP
    ['outwit_ataxx']
    """
    from outwit.environments.packages import package
    from outwit.games import all_games
    from outwit.players.engines import named_game

    wanted = [named_game(each) for each in games]
    package("pyspiel", "open_spiel")
    from outwit.environments.spiel import has_actions, register

    return [register(each) for each in wanted or filter(has_actions, all_games())]
