"""A game as a browser gets it: a picture, the legal moves and what stands around the board."""

from __future__ import annotations

from typing import Any

from outwit.arena.livegame import LiveGame
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.drawing.palette import PAGE
from outwit.drawing.svg import draw
from outwit.drawing.words import of_square
from outwit.server.motion import Motions, motion

MOTIONS = Motions()


def picture(position: Position, *, flipped: bool = False, prefix: str = "") -> str:
    """Return the board for a page, whose style sheet has its colours.

    On a page with several boards each needs a prefix of its own for its ids.
    """
    return draw(position, theme=PAGE, flipped=flipped, prefix=prefix)


def shown_moves(position: Position) -> list[dict[str, Any]]:
    """Return the legal moves as a browser narrows them down by clicks, and shows them at once."""
    return [
        {
            "text": move.text,
            "ways": [list(way) for way in move.ways],
            "label": move.label,
            "motion": MOTIONS.of(position, move),
        }
        for move in position.legal_moves
    ]


def shown_motion(move: Move | None) -> dict[str, Any]:
    """Return what a move did to the pieces."""
    return {} if move is None else motion(move.changes)


def shown_words(position: Position) -> dict[str, str]:
    """Return what is on each square, for those who listen."""
    said = {square.name: of_square(position, square) for square in position.board}
    return {name: words for name, words in said.items() if words}


def shown_played(position: Position) -> list[dict[str, str]]:
    """Return the moves played, each with its label."""
    line = position.copy()
    moves = [line.undo() for _ in range(position.ply)][::-1]
    return [{"text": move.text, "label": move.label} for move in moves]


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
