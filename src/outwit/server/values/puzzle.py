"""An attempt at a puzzle: the question, the moves so far, and the right moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outwit.core.game import Game
from outwit.core.move import Move
from outwit.core.theme import Theme
from outwit.server.values.shown import figure
from outwit.server.values.view import picture, shown_motion, shown_moves, shown_words
from outwit.storage.puzzles import Standing, StoredPuzzle

# Greatest deviation of a rating that is shown without a question mark.
CERTAIN = 110.0


class Attempt:
    """A puzzle after some right answers; the opponent's moves are played automatically."""

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
        """Tell whether all moves have been found."""
        return self.position.outcome is not None

    @property
    def question(self) -> str:
        """Return the question."""
        number = self.puzzle.own_moves
        side = self.game.sides[self.side]
        moves = "with one move" if number == 1 else f"in {number} moves"
        return f"{side} to move: win {moves}"

    @property
    def reason(self) -> str:
        """Return how the game ends in the solution."""
        end = self.puzzle.start(self.game)
        for move in self.puzzle.line():
            end.play(move)
        return "" if end.outcome is None else end.outcome.termination.reason

    def themes(self) -> list[dict[str, Any]]:
        """Return the themes of the puzzle for a page."""
        return shown_themes(self.game, dict.fromkeys(self.puzzle.themes, 0))

    def right_move(self) -> Move:
        """Return a right move in the current position; the puzzle must not be solved."""
        return self.position.move(self.puzzle.accepted(self.position.ply)[0])

    def answer(self, text: str) -> list[dict[str, Any]]:
        """Play an answer and the reply; return both boards, empty if the answer is wrong.

        Raise IllegalMove for an illegal move.
        """
        move = self.position.move(text)
        if move.text not in self.puzzle.accepted(self.position.ply):
            return []
        self.given.append(move.text)
        steps = [self._play(move)]
        if not self.is_solved:
            planned = self.puzzle.accepted(self.position.ply)[0]
            legal = self.position.legal_moves
            # At the last turn several moves may win; then every reply loses.
            steps.append(self._play(self.position.move(planned if planned in legal else legal[0])))
        return steps

    def follow(self, answers: Sequence[str]) -> bool:
        """Play untrusted answers up to the first wrong one; tell whether all were right."""
        for answer in answers:
            if self.is_solved or not self.position.is_legal(answer) or not self.answer(answer):
                return False
        return True

    def solution(self) -> list[dict[str, Any]]:
        """Play the rest of the line, and return its boards."""
        steps: list[dict[str, Any]] = []
        while not self.is_solved:
            steps += self.answer(self.right_move().text)
        return steps

    def labels(self) -> list[str]:
        """Return the whole solution in words."""
        return [step["label"] for step in Attempt(self.game, self.stored).solution()]

    def shown(self) -> dict[str, Any]:
        """Return the data with which a browser continues."""
        return {
            "svg": self.board(),
            "moves": [] if self.is_solved else shown_moves(self.position),
            "words": shown_words(self.position),
            "given": self.given,
        }

    def board(self, prefix: str = "") -> str:
        """Return the current board; never flipped, because labels say north or left."""
        return picture(self.position, prefix=prefix)

    def _play(self, move: Move) -> dict[str, Any]:
        self.position.play(move)
        return {"label": move.label, "svg": self.board(), "motion": shown_motion(move)}


def shown_themes(game: Game, counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return those themes of a game that are counted, in its order."""
    return [
        {
            "title": theme.title,
            "sentence": theme.sentence,
            "count": counts[theme.code],
            "path": f"/puzzles/{game.name}?theme={theme.code}",
        }
        for theme in game.parts.themes
        if theme.code in counts
    ]


def theme_of(game: Game, code: str) -> Theme | None:
    """Return a theme of a game by its code, None if it has none of that code."""
    return next((theme for theme in game.parts.themes if theme.code == code), None)


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
