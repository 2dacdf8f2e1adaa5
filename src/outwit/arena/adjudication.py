"""Adjudication: ending games that are not over by the rules."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.value import Value
from outwit.players.player import Thought

# Plies between two calls of the solver.
SOLVER_INTERVAL = 4
ROUNDING = 1e-6


class Adjudication(Value):
    """When games are ended early.

    A game is drawn after ``plies`` moves, and once both players have reported scores within
    ``draw_score`` of 0 for ``draw_moves`` moves each in a row. With ``solver_nodes``, the solver
    is called every few moves, and a proven result ends the game.
    """

    plies: int = 1_000
    draw_score: float | None = None
    draw_moves: int = 8
    solver_nodes: int = 0


class Adjudicator:
    """Applies the rules of adjudication to one game."""

    def __init__(self, rules: Adjudication) -> None:
        self.rules = rules
        self.even_plies = 0
        self.next_solve = 0

    def observe(self, thought: Thought | None) -> None:
        """Take the score that a player reported with its move."""
        if self.rules.draw_score is None:
            return
        self.even_plies = self.even_plies + 1 if is_even(thought, self.rules.draw_score) else 0

    def verdict(self, position: Position) -> tuple[str, int | None] | None:
        """Return termination and winner, None for a draw, if the game ends here, else None."""
        made = len(position.played)
        if made >= self.rules.plies:
            return "move-limit", None
        if self.rules.draw_score is not None and self.even_plies >= 2 * self.rules.draw_moves:
            return "agreed-draw", None
        if self.rules.solver_nodes and made >= self.next_solve:
            return self.ask_solver(position, made)
        return None

    def ask_solver(self, position: Position, made: int) -> tuple[str, int | None] | None:
        """Return termination and winner if the solver proves the result, else None."""
        from outwit.engine.solver import Solver

        self.next_solve = made + SOLVER_INTERVAL
        found = Solver(8).solve(position, nodes=self.rules.solver_nodes)
        if found.result == "unknown":
            return None
        if found.result == "draw":
            return "solved", None
        return "solved", int(position.turn if found.result == "win" else position.turn.other)


def is_even(thought: Thought | None, limit: float) -> bool:
    """Tell whether a reported score is a number within a limit of 0."""
    if thought is None:
        return False
    try:
        # Scores are hundredths written in decimals: 0.29 is not to be more than 0.29.
        return abs(round(100 * float(thought.score))) <= 100 * limit + ROUNDING
    except (ValueError, OverflowError):
        return False
