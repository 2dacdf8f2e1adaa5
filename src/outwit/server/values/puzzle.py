"""A puzzle as somebody solves it: the question, the moves so far, and what is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outwit.core.game import Game
from outwit.core.move import Move
from outwit.server.values.shown import figure
from outwit.server.values.view import picture, shown_motion, shown_moves, shown_words
from outwit.storage.puzzles import Standing, StoredPuzzle

# Above this deviation, a rating is shown with a question mark.
CERTAIN = 110.0


class Attempt:
    """A puzzle after some right answers; the moves against the solver play themselves."""

    def __init__(self, game: Game, stored: StoredPuzzle) -> None:
        self.game = game
        self.stored = stored
        self.puzzle = stored.puzzle
        self.position = self.puzzle.start(game)
        self.side = int(self.position.turn)
        # The right answers so far.
        self.given: list[str] = []

    @property
    def is_solved(self) -> bool:
        """Tell whether all moves were found."""
        return self.position.outcome is not None

    @property
    def question(self) -> str:
        """Return what is asked."""
        number = self.puzzle.own_moves
        side = self.game.sides[self.side]
        moves = "with one move" if number == 1 else f"in {number} moves"
        return f"{side} to move: win {moves}"

    @property
    def reason(self) -> str:
        """Return how the game ends when the puzzle is solved."""
        end = self.puzzle.start(self.game)
        for move in self.puzzle.line():
            end.play(move)
        return "" if end.outcome is None else end.outcome.termination.reason

    def right_move(self) -> Move:
        """Return a move that is right now; the puzzle must not be solved."""
        return self.position.move(self.puzzle.accepted(self.position.ply)[0])

    def answer(self, text: str) -> list[dict[str, Any]]:
        """Play an answer and the move against it; return both boards, nothing if it is wrong.

        Raise IllegalMove if it is no legal move.
        """
        move = self.position.move(text)
        if move.text not in self.puzzle.accepted(self.position.ply):
            return []
        self.given.append(move.text)
        steps = [self._play(move)]
        if not self.is_solved:
            planned = self.puzzle.accepted(self.position.ply)[0]
            legal = self.position.legal_moves
            # At the last turn several moves may win; then any move against them loses.
            steps.append(self._play(self.position.move(planned if planned in legal else legal[0])))
        return steps

    def follow(self, answers: Sequence[str]) -> bool:
        """Play answers that may come from anywhere, as far as they are right; tell if all were."""
        for answer in answers:
            if self.is_solved or not self.position.is_legal(answer) or not self.answer(answer):
                return False
        return True

    def solution(self) -> list[dict[str, Any]]:
        """Return the boards of the rest of the line, and play it."""
        steps: list[dict[str, Any]] = []
        while not self.is_solved:
            steps += self.answer(self.right_move().text)
        return steps

    def labels(self) -> list[str]:
        """Return the whole solution in words."""
        return [step["label"] for step in Attempt(self.game, self.stored).solution()]

    def shown(self) -> dict[str, Any]:
        """Return what a browser needs to go on."""
        return {
            "svg": self.board(),
            "moves": [] if self.is_solved else shown_moves(self.position),
            "words": shown_words(self.position),
            "given": self.given,
        }

    def board(self, prefix: str = "") -> str:
        """Return the board as it is now; never flipped, for labels say north or left."""
        return picture(self.position, prefix=prefix)

    def _play(self, move: Move) -> dict[str, Any]:
        self.position.play(move)
        return {"label": move.label, "svg": self.board(), "motion": shown_motion(move)}


def shown_standing(standing: Standing | None, change: float = 0.0) -> dict[str, Any]:
    """Return rating and streak as pages show them."""
    if standing is None or not standing.tried:
        return {"rating": "–", "change": "", "streak": 0, "best": 0, "tried": 0, "solved": 0}
    glicko = standing.rating.glicko
    rating = figure(glicko.rating) if standing.rating.games else "–"
    return {
        "rating": rating + ("?" if rating != "–" and glicko.deviation > CERTAIN else ""),
        "change": f"{change:+.0f}".replace("-", "−") if change else "",
        "streak": standing.streak,
        "best": standing.best,
        "tried": standing.tried,
        "solved": standing.solved,
    }
