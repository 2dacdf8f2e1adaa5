"""A game as a browser gets it: a picture, the legal moves and what stands around the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outwit.arena.livegame import LiveGame
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.drawing.palette import PAGE
from outwit.drawing.svg import draw
from outwit.drawing.words import of_square


def picture(position: Position, *, flipped: bool = False, prefix: str = "") -> str:
    """Return the board for a page, whose style sheet has its colours.

    On a page with several boards each needs a prefix of its own for its ids.
    """
    return draw(position, theme=PAGE, flipped=flipped, prefix=prefix)


def shown_moves(position: Position) -> list[dict[str, Any]]:
    """Return the legal moves as a browser narrows them down by clicks."""
    return [
        {"text": move.text, "ways": list(move.ways), "label": move.label}
        for move in position.legal_moves
    ]


def shown_changes(move: Move | None) -> list[dict[str, str | None]]:
    """Return the squares that a move changed, with the letters of pieces before and after."""
    if move is None:
        return []
    return [
        {
            "square": change.square,
            "before": change.before.piece.letter if change.before.piece else None,
            "after": change.after.piece.letter if change.after.piece else None,
        }
        for change in move.changes
    ]


def shown_words(position: Position) -> dict[str, str]:
    """Return what is on each square, for those who listen."""
    said = {square.name: of_square(position, square) for square in position.board}
    return {name: words for name, words in said.items() if words}


def shown_clocks(live: LiveGame) -> dict[str, Any]:
    """Return the milliseconds that both sides have left, and whose clock runs."""
    left = live.clocks()
    running = None if left is None or live.is_over else int(live.position.turn)
    return {
        "left": None if left is None else [round(1000 * each) for each in left],
        "running": running,
    }


def shown_outcome(live: LiveGame) -> dict[str, str] | None:
    """Return result and reason of a finished game."""
    return {"result": live.result, "sentence": live.sentence} if live.is_over else None


class Shown:
    """What is shown of a game, each thing made when first needed and kept until the next move."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._texts: list[str] = []
        self._kept: dict[str, Any] = {}
        self._played: list[dict[str, str]] = []

    def refresh(self) -> None:
        """Forget what is not true any more; before the rest is asked for."""
        texts = [move.move for move in self._live.moves]
        if texts == self._texts:
            return
        pairs = enumerate(zip(self._texts, texts, strict=False))
        same = next(
            (at for at, (old, new) in pairs if old != new), min(len(self._texts), len(texts))
        )
        del self._played[same:]
        self._kept.clear()
        self._texts = texts

    def picture(self, *, flipped: bool) -> str:
        """Return the board for a page."""
        made: str = self._once(f"picture {flipped}", lambda at: picture(at, flipped=flipped))
        return made

    def moves(self) -> list[dict[str, Any]]:
        """Return the legal moves as a browser narrows them down by clicks."""
        return list(self._once("moves", shown_moves))

    def words(self) -> dict[str, str]:
        """Return what is on each square, for those who listen."""
        return dict(self._once("words", shown_words))

    def last(self) -> list[str]:
        """Return the squares of the last move."""
        return list(self._once("last", lambda at: at.last_move.squares if at.last_move else ()))

    def changes(self) -> list[dict[str, str | None]]:
        """Return the squares that the last move changed."""
        return list(self._once("changes", lambda at: shown_changes(at.last_move)))

    def played(self) -> list[dict[str, str]]:
        """Return the moves played, each with its label."""
        missing = len(self._texts) - len(self._played)
        if missing:
            line = self._live.position.copy()
            moves = [line.undo() for _ in range(missing)][::-1]
            self._played += [{"text": move.text, "label": move.label} for move in moves]
        return list(self._played)

    def _once(self, name: str, make: Callable[[Position], Any]) -> Any:
        if name not in self._kept:
            self._kept[name] = make(self._live.position)
        return self._kept[name]
