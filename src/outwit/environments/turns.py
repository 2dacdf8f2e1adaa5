"""A PettingZoo environment: both sides of a game, in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium import spaces
from pettingzoo import AECEnv

from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.environments.batch import MOST_PLIES
from outwit.environments.single import ILLEGAL
from outwit.environments.table import PLIES, RENDER_MODES, Table, checked_mode
from outwit.errors import IllegalMove, UsageError

if TYPE_CHECKING:
    from outwit.core.game import Game

# An option that PettingZoo's ``api_test`` gives to every environment.
TESTED = "options"
AGENTS = ("player_0", "player_1")


class TurnsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types for it
    """See ``outwit.environments.pettingzoo_env``, which makes it."""

    def __init__(
        self,
        game: Game | str,
        *,
        plies: int = PLIES,
        dtype: str = "float32",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if illegal not in ILLEGAL:
            raise UsageError(f"illegal: {excerpt(illegal)} is none of {', '.join(ILLEGAL)}")
        self.render_mode = checked_mode(render_mode)
        self.table = Table(game, dtype, options)
        self.plies = whole("plies", plies, 1, MOST_PLIES)
        self.illegal = illegal
        self.metadata = {
            "name": f"outwit_{self.table.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        mask = spaces.Box(0, 1, (self.table.size,), self.table.numpy.int8)
        seen = {"observation": self.table.space(), "action_mask": mask}
        self.action_spaces = {agent: spaces.Discrete(self.table.size) for agent in AGENTS}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in AGENTS}
        self._begin()

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. ``options``: ``position`` is the text of the first position."""
        if isinstance(options, dict):
            options = {name: value for name, value in options.items() if name != TESTED}
        self._begin(options)

    def _begin(self, options: dict[str, Any] | None = None) -> None:
        self.table.begin(options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.table.position.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the side to move sees; no action is legal for the other agent."""
        mask = self.table.mask()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.table.observation(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mover, position = AGENTS.index(agent), self.table.position
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if not self.table.play(action):
            if self.illegal == "raise":
                raise IllegalMove(f"action {excerpt(action)} is not legal here")
            self.rewards = {each: -1.0 if each == agent else 0.0 for each in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
            self.infos[agent] = {"illegal": True}
        elif position.is_over:
            self.rewards = {each: self.table.points(side) for side, each in enumerate(AGENTS)}
            self.terminations = dict.fromkeys(AGENTS, True)
        elif position.ply >= self.plies:
            self.truncations = dict.fromkeys(AGENTS, True)
        over = self.terminations[agent] or self.truncations[agent]
        self.agent_selection = AGENTS[1 - mover if over else position.turn]
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the board as ``render_mode`` says."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Release nothing: there is nothing to release."""
