"""Positions as drawings: what a test is about can be seen."""

from __future__ import annotations

import outwit
from outwit.core.position import Position
from outwit.geometry import grid


def rows_of(drawing: str, size: int) -> list[str]:
    """Read a drawing; rows left out at the top and squares left out at the right are empty."""
    lines = [line.replace(" ", "") for line in drawing.strip().splitlines()]
    rows = [line.ljust(size, grid.EMPTY) for line in lines]
    return [grid.EMPTY * size] * (size - len(rows)) + rows


def advance(drawing: str, side: str = "w", made: int = 0, **options: object) -> Position:
    """Set up a board of Advance; Generals that are not drawn stand in the corners a9 and i9."""
    rows = rows_of(drawing, 9)
    letters = "".join(rows)
    left = "." if "G" in letters else "G"
    right = "." if "g" in letters else "g"
    rows[0] = left + rows[0][1:] if left == "G" else rows[0]
    rows[0] = rows[0][:8] + right if right == "g" else rows[0]
    return outwit.game("advance").position(f"{grid.write(rows)} {side} {made}", **options)


def jesonmor(drawing: str, fields: str = "w 0 0 0 0", **options: object) -> Position:
    """Set up a board of Jeson Mor, as large as it is drawn."""
    rows = rows_of(drawing, len(drawing.strip().splitlines()))
    return outwit.game("jesonmor").position(f"{grid.write(rows)} {fields}", **options)


def ataxx(drawing: str, fields: str = "x 0 1", **options: object) -> Position:
    """Set up a board of Ataxx: x is Red, o is Blue, - is a block."""
    rows = rows_of(drawing, 7)
    return outwit.game("ataxx").position(f"{grid.write(rows)} {fields}", **options)


def push(drawing: str, side: str = "O") -> Position:
    """Set up a board of Push, drawn without its corners."""
    lines = [line.replace(" ", "") for line in drawing.strip().splitlines()]
    return outwit.game("push").position(f"{'/'.join(lines)} {side}")


def santorini(drawing: str, fields: str = "w 1", **options: object) -> Position:
    """Set up a board of Santorini: each cell its level, then its worker."""
    lines = [line.replace(" ", "") for line in drawing.strip().splitlines()]
    return outwit.game("santorini").position(f"{'/'.join(lines)} {fields}", **options)


def board(position: Position) -> str:
    """Return the board of a position's text."""
    return position.text.split(" ")[0]


def moves_of(position: Position, origin: str) -> str:
    """List what the piece on a square can do, sorted, without the square."""
    return " ".join(
        sorted(move[len(origin) :] for move in position.legal_moves if move.startswith(origin))
    )


def ending(position: Position) -> tuple[str, str] | None:
    """Tell how the game ended: who won, and the code of the reason."""
    if position.outcome is None:
        return None
    winner = position.outcome.winner
    return "nobody" if winner is None else str(winner), position.outcome.termination.code
