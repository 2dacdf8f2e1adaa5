"""Reasons for moves of Jeson Mor."""

from __future__ import annotations

from outwit.core.board import Square
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.reasons import Reasons
from outwit.geometry import squares

CENTRE = "The knight takes the centre square."
CLEARS = "The enemy knight on the centre square is gone."
GUARDS = "An enemy knight that leaps to the centre square can be captured there at once."
NEXT = "Its next leap can reach the centre square."


def pieces(position: Position, side: int) -> int:
    """Return the number of a side's pieces less that of the other side's."""
    board = position.text.partition(" ")[0]
    white = sum(map(str.isupper, board))
    black = sum(map(str.islower, board))
    return black - white if side else white - black


def facts(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """Say what a move does about the centre square."""
    side = before.turn
    was, now = (knight_on_centre(position) for position in (before, after))
    if now == side != was:
        return (CENTRE,)
    if was == 1 - side != now:
        return (CLEARS,)
    if now is not None:
        return ()
    found = []
    if guarded(after) and not guarded(passed(before)):
        found.append(GUARDS)
    place = centre(after).name
    target = squares.split(move)[1]
    knight = after[target].piece
    if knight is not None and knight.letter in "Kk" and passed(after).is_legal(target + place):
        found.append(NEXT)
    return tuple(found)


def guarded(position: Position) -> bool:
    """Tell whether a knight of the side to move can reach the centre, and is captured each time."""
    name = centre(position).name
    leaps = [
        move
        for move in position.legal_moves
        if squares.split(move)[1] == name and move.kind != "capture" and is_knight(position, move)
    ]
    return bool(leaps) and all(can_capture(position.after(move), name) for move in leaps)


def is_knight(position: Position, move: Move) -> bool:
    """Tell whether a knight makes a move."""
    piece = position[squares.split(move)[0]].piece
    return piece is not None and piece.letter in "Kk"


def can_capture(position: Position, name: str) -> bool:
    """Tell whether a side can capture on a square, before the game is over."""
    return any(squares.split(move)[1] == name for move in position.legal_moves)


def passed(position: Position) -> Position:
    """Return a position with the other side to move."""
    board, turn, rest = position.text.split(" ", 2)
    text = f"{board} {'b' if turn == 'w' else 'w'} {rest}"
    return position.game.position(text, **position.options)


def centre(position: Position) -> Square:
    """Return the centre square."""
    board = position.board
    square = board.at(board.rows // 2, board.columns // 2)
    assert square is not None, "boards have an odd number of rows and columns"
    return square


def knight_on_centre(position: Position) -> int | None:
    """Return the side whose knight is on the centre square, None without one."""
    piece = centre(position).piece
    return int(piece.owner) if piece is not None and piece.letter in "Kk" else None


REASONS = Reasons(
    holding=pieces,
    safe=(
        "It wins a piece, and no answer captures one.",
        "It wins {number} pieces, and no answer captures one.",
    ),
    partly=(
        "After every answer you have still won a piece.",
        "After every answer you have still won {number} pieces.",
    ),
    ahead=(
        "In the line that the engine expects, you win a piece.",
        "In the line that the engine expects, you win {number} pieces.",
    ),
    most="After every other move, the best answer wins more pieces.",
    facts=facts,
)
