"""Generals in danger, for those who draw the board."""

from __future__ import annotations

from outwit.core.position import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Board, Square

# Rows down and columns to the right: to the neighbours, from where a Sentinel jumps, from where a
# Catapult shoots.
AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
SHOTS = [(-3, 0), (3, 0), (0, -3), (0, 3), (-2, -2), (-2, 2), (2, -2), (2, 2)]

# The letters of the pieces that endanger each side's General.
ENEMIES = (tuple("zbmscdg"), tuple("ZBMSCDG"))


def danger(position: Position) -> tuple[str, ...]:
    """Return the squares of the Generals that could be captured, were it the other side's turn."""
    board = position.board
    return tuple(
        square.name
        for square in board
        if square.piece is not None
        and square.piece.letter in "Gg"
        and attacked(board, square, ENEMIES[square.piece.owner])
    )


def attacked(board: Board, general: Square, enemies: tuple[str, ...]) -> bool:
    """Tell whether a General is attacked by pieces of these letters."""
    zombie, builder, miner, sentinel, catapult, dragon, other_general = enemies
    guard = sentinel.swapcase()

    def letter(down: int, right: int) -> str:
        square = board.at(general.row + down, general.column + right)
        if square is None or square.obstacle:
            return "#"
        return "" if square.piece is None else square.piece.letter

    if guard in (letter(1, 0), letter(-1, 0), letter(0, 1), letter(0, -1)):
        return False
    if any(letter(*jump) == sentinel for jump in JUMPS):
        return True
    if any(letter(*shot) == catapult for shot in SHOTS):
        return True
    for down, right in AROUND:
        straight = miner if not down or not right else ""
        # A Zombie comes from in front of the General's own side.
        walking = zombie if down == (-1 if zombie == "z" else 1) else ""
        near = letter(down, right)
        if near:
            if near in (builder, other_general, straight, walking):
                return True
            continue
        steps = 2
        while not (far := letter(steps * down, steps * right)):
            steps += 1
        if far in (dragon, straight) or (steps == 2 and far == walking):
            return True
    return False
