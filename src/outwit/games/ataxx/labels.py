"""Moves of Ataxx in plain words."""

from __future__ import annotations

from functools import cache

from outwit.core.move import MoveDetails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.ataxx.rules import Ataxx

STEPS = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]


def describe(position: Ataxx, move: str) -> MoveDetails:
    """Describe a legal move."""
    side = position.game.sides[position.turn]
    if move == "0000":
        return MoveDetails("pass", (), f"{side} passes", ("-",))
    names = [move[i : i + 2] for i in range(0, len(move), 2)]
    own, turned = [], 0
    squares, mine = position.board.by_name, position.turn
    for name in neighbours(names[-1]):
        square = squares.get(name)
        if square is not None and square.piece is not None:
            if square.piece.owner == mine:
                own.append(name)
            else:
                turned += 1
    gain = f" and turns {turned} {'stone' if turned == 1 else 'stones'}" if turned else ""
    if len(names) == 2:
        origin, target = names
        return MoveDetails(
            "jump", (origin, target), f"{side} jumps from {origin} to {target}{gain}"
        )
    spellings = tuple([f"{name}-{move}" for name in own])
    ways = tuple([(name, move) for name in own])
    return MoveDetails("clone", (move,), f"{side} clones to {move}{gain}", spellings, ways)


@cache
def neighbours(square: str) -> list[str]:
    """List the names around a square, on the board or not."""
    return [f"{chr(ord(square[0]) + right)}{int(square[1]) + up}" for right, up in STEPS]
