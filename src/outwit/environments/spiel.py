"""Our games as games of OpenSpiel, so that its algorithms run on them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from outwit.core.game import Game
from outwit.core.option import Number
from outwit.core.position import Position
from outwit.environments.table import PLIES, Table
from outwit.errors import GameFault

PREFIX = "outwit_"
# The parameter besides the options of a game: plies after which a game is a draw.
LONGEST = "plies"


def register(game: Game) -> str:
    """Register a game, once, and return what OpenSpiel calls it."""
    name = PREFIX + game.name
    if name not in pyspiel.registered_names():
        pyspiel.register_game(type_of(game), game_class(game))
    return name


def has_actions(game: Game) -> bool:
    """Tell whether a game numbers its moves, which not every game in plain Python does."""
    try:
        game.actions()
    except GameFault:
        return False
    return True


def type_of(game: Game) -> Any:
    """Return the facts of a game as OpenSpiel has them."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.display_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def parameters(game: Game) -> dict[str, int | str]:
    """Return the parameters of a game with their defaults; an empty text means the default."""
    found: dict[str, int | str] = {LONGEST: PLIES}
    for option in game.options:
        default = option.default
        is_number = isinstance(option, Number) and isinstance(default, int)
        found[option.name] = default if is_number and isinstance(default, int) else ""
    return found


def game_class(game: Game) -> type[Any]:
    """Return the class that makes a game of OpenSpiel for its parameters."""

    class OutwitGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        """A game of ours."""

        def __init__(self, given: dict[str, Any] | None = None) -> None:
            known = parameters(game)
            values = {**known, **(given or {})}
            self.longest = int(values.pop(LONGEST))
            options = {name: value for name, value in values.items() if value != ""}
            self.table = Table(game, "float32", options)
            info = pyspiel.GameInfo(
                num_distinct_actions=self.table.size,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.longest,
            )
            super().__init__(type_of(game), info, given or {})

        def new_initial_state(self, state: Any = None) -> Any:
            """Return the start position."""
            return OutwitState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """Return what writes observations of a position."""
            if iig_obs_type is None or (
                iig_obs_type.public_info and not iig_obs_type.perfect_recall
            ):
                return PlaneObserver(self.table)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    return OutwitGame


class Held:
    """Holds a position; OpenSpiel copies a state by copying what it holds."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.position.copy())


class Shared:
    """Holds what all states of a game share, and is not copied."""

    def __init__(self, game: Any) -> None:
        self.table: Table = game.table
        self.longest: int = game.longest

    def __deepcopy__(self, memo: object) -> Shared:
        return self


class OutwitState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position of ours."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.shared = Shared(game)
        self.held = Held(self.shared.table.start.copy())

    def current_player(self) -> Any:
        """Return the side to move."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.held.position.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.shared.table.actions.legal(self.held.position))

    def _apply_action(self, action: int) -> None:
        position = self.held.position
        position.play_number(self.shared.table.actions.move(position, action).number)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.shared.table.actions.text(action, player)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        position = self.held.position
        return position.is_over or position.ply >= self.shared.longest

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, else 0."""
        outcome = self.held.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [-1.0, 1.0] if outcome.winner else [1.0, -1.0]

    def __str__(self) -> str:
        return self.held.position.text


class PlaneObserver:
    """Writes the planes of a position, as the side to move sees them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tensor = np.zeros(int(np.prod(table.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(table.shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Write what is to be seen of a state."""
        self.table.position = state.held.position
        self.dict["observation"][:] = self.table.observation()

    def string_from(self, state: Any, player: int) -> str:
        """Return the text of a state."""
        text: str = state.held.position.text
        return text
