"""What a move does to the pieces, so that a browser can show it before the picture comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outwit.core.board import Square
from outwit.core.move import Change, Move
from outwit.core.position import Position

Key = tuple[object, ...]
Pattern = list[tuple[str, Callable[[tuple[str, ...]], list[Any]]]]
# Moves of a kind that must agree before the next are not looked at any more.
SAMPLES = 12


def motion(changes: Sequence[Change]) -> dict[str, Any]:
    """Say which pieces go where, which appear on empty squares, and which disappear.

    ``shift`` has pairs of squares, ``puts`` squares with the letters of pieces, ``takes``
    squares; what is empty is left out. A piece that goes to an empty square has moved, while one
    that replaces another may have turned: so empty squares are served first.
    """
    letters = [
        (
            change.square,
            *(side.piece and side.piece.letter for side in (change.before, change.after)),
        )
        for change in changes
    ]
    left = {name: before for name, before, after in letters if before and before != after}
    came = [(name, before, after) for name, before, after in letters if after and before != after]
    shift, puts = [], []
    for name, before, after in sorted(came, key=lambda each: bool(each[1])):
        start = next((other for other, piece in left.items() if piece == after), None)
        if start is not None:
            del left[start]
            shift.append([start, name])
        elif not before:
            puts.append([name, after])
    arrived = {name for name, _, _ in came}
    found = {"shift": shift, "puts": puts, "takes": [name for name in left if name not in arrived]}
    return {what: where for what, where in found.items() if where}


def letter(square: Square) -> str | None:
    """Return the letter of the piece on a square, None if there is none."""
    return square.piece.letter if square.piece else None


class Motions:
    """What legal moves do, known by their kind: to play every one of them would take too long.

    The first moves of a kind are looked at. If all do the same with their squares, so will the
    others; else nothing is said of the kind. What happens on other squares is not foreseen.
    """

    def __init__(self) -> None:
        self._known: dict[Key, tuple[int, dict[str, Any]]] = {}
        # Of the kinds that are not looked at any more.
        self._final: dict[Key, Pattern] = {}

    def of(self, position: Position, move: Move) -> dict[str, Any]:
        """Return what a legal move of a position does, as ``motion`` does."""
        details = move.details
        squares = details.squares
        key = type(position), position.turn, details.kind, len(squares)
        pattern = self._final.get(key)
        if pattern is None:
            pattern = self._look(key, move, squares)
        return {what: how(squares) for what, how in pattern}

    def _look(self, key: Key, move: Move, squares: tuple[str, ...]) -> Pattern:
        """Look at a move, and return what moves of its kind do as far as it is known."""
        count, known = self._known.get(key, (0, {}))
        places = numbered(motion(move.changes), squares)
        seen = {what: where for what, where in places.items() if where}
        if count and seen != known:
            count, seen = SAMPLES, {}
        self._known[key] = count + 1, seen
        pattern = pattern_of(seen)
        if count + 1 >= SAMPLES:
            self._final[key] = pattern
        return pattern


def pattern_of(places: dict[str, Any]) -> Pattern:
    """Return how a motion with places becomes one with the names of squares."""
    shift, puts, takes = (places.get(what, []) for what in ("shift", "puts", "takes"))
    made: dict[str, Callable[[tuple[str, ...]], list[Any]]] = {
        "shift": lambda squares: [[squares[start], squares[end]] for start, end in shift],
        "puts": lambda squares: [[squares[place], piece] for place, piece in puts],
        "takes": lambda squares: [squares[place] for place in takes],
    }
    return [(what, made[what]) for what in made if what in places]


def numbered(found: dict[str, Any], squares: tuple[str, ...]) -> dict[str, Any]:
    """Return a motion with places in ``squares`` instead of names; leave other squares out."""
    place = {name: number for number, name in reversed(list(enumerate(squares)))}
    return {
        "shift": sorted(
            [place[start], place[end]]
            for start, end in found.get("shift", ())
            if start in place and end in place
        ),
        "puts": [[place[name], piece] for name, piece in found.get("puts", ()) if name in place],
        "takes": [place[name] for name in found.get("takes", ()) if name in place],
    }
