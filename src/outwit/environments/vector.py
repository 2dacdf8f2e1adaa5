"""A Gymnasium vector environment: many games at once, in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.environments.batch import Batch
from outwit.environments.single import SIDES
from outwit.environments.table import PLIES, Table, checked_options
from outwit.environments.thinking import MOST_NODES
from outwit.errors import IllegalAction, UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from outwit.core.game import Game

    Array = NDArray[Any]

SELF, RANDOM = "self", "random"
NODES = "engine:nodes="
# Digits of it that are read: enough to be too large a number.
LONGEST_NUMBER = 9
# Returns an action for each board; those of boards where the other side is to move are not used.
Policy = Callable[[Batch], Any]


class BatchEnv(VectorEnv[Any, Any, Any]):
    """See ``outwit.environments.vector_env``, which makes it."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        opponent: str | Policy = RANDOM,
        *,
        side: str = "random",
        autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        plies: int = PLIES,
        dtype: str = "float32",
        threads: int = 1,
        seed: int = 0,
        **options: Any,
    ) -> None:
        if side not in SIDES:
            raise UsageError(f"side: {excerpt(side)} is none of {', '.join(SIDES)}")
        is_self = isinstance(opponent, str) and opponent == SELF
        self.policy = None if is_self else policy_of(opponent)
        self.autoreset_mode = mode_of(autoreset)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        table = Table(game, dtype, options)
        self.dtype = dtype
        self.new_batch = partial(Batch, table.game, num_envs, threads, plies=plies, **options)
        self.batch = self.new_batch(seed=seed)
        self.num_envs = num_envs
        self.side = side
        self.single_observation_space = table.space()
        self.single_action_space = spaces.Discrete(table.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # The side that the caller plays on each board, and the boards whose games have ended.
        self.sides = np.zeros(num_envs, np.uint8)
        self.is_over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin games on all boards, or on those of ``reset_mask`` in ``options``."""
        wanted = checked_options(options, "reset_mask").get("reset_mask")
        super().reset(seed=seed)
        if seed is not None:
            self.batch = self.new_batch(seed=seed)
        self._begin(np.ones(self.num_envs, bool) if wanted is None else np.asarray(wanted, bool))
        return self._observed(), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action on each board, then the opponent's answers.

        Raise IllegalAction, and change nothing, if an action is not legal.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise UsageError(f"actions are whole numbers, not {excerpt(actions)}")
        taken = given.astype(np.int64)
        fresh = self.is_over.copy()
        if fresh.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                board = int(fresh.argmax())
                raise UsageError(f"board {board}: the game is over: call reset with reset_mask")
            # The action of a board that begins again is not used.
            taken[fresh] = -1
        rewards, terminated, truncated = self.batch.step(taken)
        if fresh.any():
            self._begin(fresh)
        if self.policy is not None:
            self._answer(~(terminated | truncated | fresh), rewards, terminated, truncated)
        ended = terminated | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            final = {"final_obs": self._observed(), "final_info": self._info()}
            self._begin(ended)
            info = {**self._info(), **final, "_final_obs": ended, "_final_info": ended}
            return self._observed(), rewards, terminated, truncated, info
        self.is_over = ended
        return self._observed(), rewards, terminated, truncated, self._info()

    def _begin(self, boards: Array) -> None:
        self.batch.reset(boards)
        self.is_over[boards] = False
        if self.side == "random":
            drawn = self.np_random.integers(2, size=self.num_envs, dtype=np.uint8)
            self.sides[boards] = drawn[boards]
        else:
            self.sides[boards] = SIDES.index(self.side)
        if self.policy is not None:
            zeros = [np.zeros(self.num_envs, kind) for kind in (np.float32, bool, bool)]
            self._answer(boards, *zeros)

    def _answer(self, boards: Array, rewards: Array, terminated: Array, truncated: Array) -> None:
        """Play the opponent's moves on some boards, and add what they bring the caller."""
        assert self.policy is not None
        while (
            waiting := boards & (self.batch.turn != self.sides) & ~terminated & ~truncated
        ).any():
            answers = self._answers()
            answers[~waiting] = -1
            try:
                gains, ended, cut = self.batch.step(answers)
            except IllegalAction as error:
                raise IllegalAction(f"the opponent: {error}", error.board) from None
            rewards -= gains
            terminated |= ended
            truncated |= cut

    def _answers(self) -> Array:
        """Return an action of the opponent for each board, in an array of its own."""
        assert self.policy is not None
        try:
            found = self.policy(self.batch)
        except Exception as error:
            plies = self.batch.plies
            error.add_note(
                f"raised by opponent, {self.num_envs} boards of {self.batch.game.name} "
                f"at plies {plies.min()} to {plies.max()}"
            )
            raise
        answers = np.asarray(found)
        if answers.dtype.kind not in "iu" or answers.shape != (self.num_envs,):
            raise UsageError(f"the opponent returned no action for each board: {excerpt(found)}")
        return answers.astype(np.int64)

    def _observed(self) -> Array:
        found: Array = self.batch.observe(dtype=self.dtype)
        return found

    def _info(self) -> dict[str, Any]:
        mask = self.batch.legal_mask().astype(np.int8)
        sides = self.batch.turn if self.policy is None else self.sides.copy()
        return {"action_mask": mask, "side": sides}

    def action_masks(self) -> Array:
        """Return True for each legal action of each board."""
        found: Array = self.batch.legal_mask().astype(bool)
        return found


def mode_of(autoreset: AutoresetMode | str) -> AutoresetMode:
    """Return a mode by its name; raise UsageError if there is none."""
    try:
        return AutoresetMode(autoreset)
    except ValueError:
        known = ", ".join(mode.value for mode in AutoresetMode)
        raise UsageError(f"autoreset: {excerpt(autoreset)} is none of {known}") from None


def policy_of(opponent: str | Policy) -> Policy:
    """Return how an opponent chooses; raise UsageError if it is none."""
    if isinstance(opponent, str) and opponent == RANDOM:
        return Batch.random_actions
    if isinstance(opponent, str) and opponent.startswith(NODES):
        digits = opponent.removeprefix(NODES)
        if digits.isdecimal():
            nodes = whole("opponent: nodes", int(digits[:LONGEST_NUMBER]), 1, MOST_NODES)
            return lambda batch: batch.search(nodes)[1]
    if not callable(opponent):
        raise UsageError(
            f"opponent: {excerpt(opponent)} is none; many boards are played by {RANDOM!r}, "
            f"{SELF!r}, {NODES + '50'!r} or a function from a Batch to actions"
        )
    return opponent
