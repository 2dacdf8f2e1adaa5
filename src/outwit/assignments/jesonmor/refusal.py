"""Why a move is refused, in the words of the assignment."""

from __future__ import annotations

from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.jesonmor.rules import JesonMor

Place = tuple[int, int]


def move_name(origin: Place, target: Place) -> str:
    """Write the move between two squares of the board, columns and rows counted from 0."""
    return squares.name(*origin) + squares.name(*target)


def refusal(position: JesonMor, origin: Place, target: Place) -> str:
    """Say why the player to move may not go from one square to another; nothing if he may."""
    rows = position.rows()[::-1]
    if not all(0 <= number < len(rows) for place in (origin, target) for number in place):
        return "place is out of boundary of gameboard"
    piece = rows[origin[1]][origin[0]]
    other = rows[target[1]][target[0]]
    if piece == ".":
        return f"No piece at ({origin[0]}, {origin[1]})"
    if piece.islower() != bool(position.turn):
        return "Cannot move a piece not belonging to you"
    if other != "." and other.islower() == piece.islower():
        return "piece cannot be captured by another piece belonging to the same player"
    if other != "." and position.moves_made < position.protected_moves:
        return f"Capturing piece in the first {position.protected_moves} moves are not allowed"
    if move_name(origin, target) in position.legal_moves:
        return ""
    if piece in "Aa":
        return "archer move rule is violated"
    leap = {abs(target[0] - origin[0]), abs(target[1] - origin[1])}
    return (
        "knight is blocked by another piece" if leap == {1, 2} else "knight move rule is violated"
    )
