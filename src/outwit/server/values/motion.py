"""The motion of pieces by a move, which a browser shows before the new picture arrives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outwit.core.board import Square
from outwit.core.move import Change, Move
from outwit.core.position import Position

Key = tuple[object, ...]
Pattern = list[tuple[str, Callable[[tuple[str, ...]], list[Any]]]]
# Number of moves of a kind that must agree before further ones are not examined.
SAMPLES = 12


def motion(changes: Sequence[Change]) -> dict[str, Any]:
    """Return which pieces move, which appear on empty squares, and which disappear.

    ``shift`` has pairs of squares, ``puts`` squares with the letters of pieces, ``takes``
    squares; empty lists are left out. A new piece on an empty square has moved there; one that
    replaces another may be that piece, changed. So empty squares are matched first.
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
    """The motions of legal moves, predicted by kind: playing every move would take too long.

    The first ``SAMPLES`` moves of a kind are examined. If all agree, the others are assumed to
    agree; otherwise the kind has no prediction. Changes on other squares are not predicted.
    """

    def __init__(self) -> None:
        self._known: dict[Key, tuple[int, dict[str, Any]]] = {}
        # Patterns of the kinds that are not examined any more.
        self._final: dict[Key, Pattern] = {}

    def of(self, position: Position, move: Move) -> dict[str, Any]:
        """Return the motion of a legal move, in the form of ``motion``."""
        details = move.details
        squares = details.squares
        key = type(position), position.turn, details.kind, len(squares)
        pattern = self._final.get(key)
        if pattern is None:
            pattern = self._look(key, move, squares)
        return {what: how(squares) for what, how in pattern}

    def _look(self, key: Key, move: Move, squares: tuple[str, ...]) -> Pattern:
        """Examine a move, and return the known motion of its kind."""
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
    """Return the pattern that turns a motion with indices into one with names of squares."""
    shift, puts, takes = (places.get(what, []) for what in ("shift", "puts", "takes"))
    made: dict[str, Callable[[tuple[str, ...]], list[Any]]] = {
        "shift": lambda squares: [[squares[start], squares[end]] for start, end in shift],
        "puts": lambda squares: [[squares[place], piece] for place, piece in puts],
        "takes": lambda squares: [squares[place] for place in takes],
    }
    return [(what, made[what]) for what in made if what in places]


def numbered(found: dict[str, Any], squares: tuple[str, ...]) -> dict[str, Any]:
    """Return a motion with indices into ``squares`` instead of names, without other squares."""
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
