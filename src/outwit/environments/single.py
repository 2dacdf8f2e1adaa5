"""A Gymnasium environment: one side of a game, against an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import gymnasium
from gymnasium import spaces

from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.core.side import FIRST, SECOND
from outwit.environments.batch import MOST_PLIES
from outwit.environments.opponent import Adversary, Opponent
from outwit.environments.table import PLIES, RENDER_MODES, Table, checked_mode
from outwit.errors import IllegalMove, UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from outwit.core.game import Game

Observed = tuple["NDArray[Any]", dict[str, Any]]
Stepped = tuple["NDArray[Any]", float, bool, bool, dict[str, Any]]
SIDES = ("first", "second", "random")
ILLEGAL = ("lose", "raise")


class SingleEnv(gymnasium.Env["NDArray[Any]", int]):
    """See ``outwit.environments.gymnasium_env``, which makes it."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: Game | str,
        opponent: Opponent = "random",
        *,
        side: str = "random",
        plies: int = PLIES,
        dtype: str = "float32",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        for name, value, known in (("side", side, SIDES), ("illegal", illegal, ILLEGAL)):
            if value not in known:
                raise UsageError(f"{name}: {excerpt(value)} is none of {', '.join(known)}")
        self.render_mode = checked_mode(render_mode)
        self.table = Table(game, dtype, options)
        self.adversary = Adversary(opponent, self.table.game)
        self.wanted = side
        self.plies = whole("plies", plies, 1, MOST_PLIES)
        self.illegal = illegal
        self.side = FIRST
        self.is_over = True
        self.action_space = cast("spaces.Space[int]", spaces.Discrete(self.table.size))
        self.observation_space = self.table.space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Observed:
        """Begin a game. ``options``: ``position`` is the text of the first position."""
        super().reset(seed=seed)
        self.table.begin(options)
        new = None if seed is None else int(self.np_random.integers(1 << 31))
        if self.wanted == "random":
            self.side = SECOND if self.np_random.integers(2) else FIRST
        else:
            self.side = SECOND if self.wanted == "second" else FIRST
        self.adversary.begin(self.table.position, new)
        self._reply()
        self.is_over = self.table.position.is_over
        if self.is_over:
            raise UsageError("the game is over before the first action")
        return self.table.observation(), self._info()

    def step(self, action: int) -> Stepped:
        """Play an action, then the opponent's answer."""
        if self.is_over:
            raise UsageError("the game is over: call reset")
        if not self.table.play(action):
            if self.illegal == "raise":
                raise IllegalMove(f"action {excerpt(action)} is not legal here")
            self.is_over = True
            return self.table.observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self._reply()
        terminated = self.table.position.is_over
        truncated = not terminated and self.table.position.ply >= self.plies
        self.is_over = terminated or truncated
        reward = self.table.points(self.side)
        return self.table.observation(), reward, terminated, truncated, self._info()

    def _reply(self) -> None:
        position = self.table.position
        while not position.is_over and position.turn != self.side:
            if position.ply >= self.plies:
                return
            position.play(self.adversary.move(position))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(), "side": int(self.side)}

    def action_masks(self) -> NDArray[Any]:
        """Return True for each legal action, as MaskablePPO of sb3-contrib asks for it."""
        return self.table.mask().astype(bool)

    def render(self) -> Any:
        """Return the board as ``render_mode`` says."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Release what the opponent holds."""
        self.adversary.close()
