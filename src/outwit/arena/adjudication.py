"""When a game that is not over is ended all the same."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.value import Value
from outwit.players.player import Thought

# The solver is asked again only after so many moves.
PAUSE = 4


class Adjudication(Value):
    """The rules for ending games early.

    After ``plies`` moves in all a game is drawn. It is drawn, too, once both players have called
    it even, within ``draw_score``, for ``draw_moves`` moves each in a row. With ``solver_nodes``
    the solver is asked now and then, and what it proves is the result.
    """

    plies: int = 1_000
    draw_score: float | None = None
    draw_moves: int = 8
    solver_nodes: int = 0


class Adjudicator:
    """Watches one game."""

    def __init__(self, rules: Adjudication) -> None:
        self.rules = rules
        self.even_plies = 0
        self.next_solve = 0

    def observe(self, thought: Thought | None) -> None:
        """Take note of what a player thought of its move."""
        if self.rules.draw_score is None:
            return
        self.even_plies = self.even_plies + 1 if is_even(thought, self.rules.draw_score) else 0

    def verdict(self, position: Position) -> tuple[str, int | None] | None:
        """Return why a running game ends here and who wins, None being nobody; or None."""
        made = len(position.played)
        if made >= self.rules.plies:
            return "move-limit", None
        if self.rules.draw_score is not None and self.even_plies >= 2 * self.rules.draw_moves:
            return "agreed-draw", None
        if self.rules.solver_nodes and made >= self.next_solve:
            return self.ask_solver(position, made)
        return None

    def ask_solver(self, position: Position, made: int) -> tuple[str, int | None] | None:
        """Return what is proven."""
        from outwit.engine.solver import Solver

        self.next_solve = made + PAUSE
        found = Solver(8).solve(position, nodes=self.rules.solver_nodes)
        if found.result == "unknown":
            return None
        if found.result == "draw":
            return "solved", None
        return "solved", int(position.turn if found.result == "win" else position.turn.other)


def is_even(thought: Thought | None, limit: float) -> bool:
    """Tell whether a player says that nobody is better."""
    if thought is None:
        return False
    try:
        return abs(float(thought.score)) <= limit
    except ValueError:
        return False
