"""A move chosen by clicks on squares. It knows no rules, only legal moves and their squares."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outwit.core.move import Move


class Selection:
    """The squares clicked so far, and the legal moves that match them.

    A click continues the selection if a legal move continues there. Any other click restarts or
    clears it, so an accidental click never plays a move.
    """

    def __init__(self, moves: Iterable[Move]) -> None:
        self.clicked: tuple[str, ...] = ()
        # Moves without squares, such as a pass.
        self.unplaced: list[Move] = []
        self.ways: list[tuple[tuple[str, ...], Move]] = []
        for move in moves:
            if move.squares:
                self.ways += [(way, move) for way in move.ways]
            else:
                self.unplaced.append(move)

    @property
    def next_squares(self) -> frozenset[str]:
        """Return the squares that can be clicked next."""
        reached = len(self.clicked)
        return frozenset(way[reached] for way, _ in self._open() if len(way) > reached)

    @property
    def choices(self) -> list[Move]:
        """Return the distinct moves that the clicks complete; if several, the player chooses."""
        return list({move.text: move for way, move in self._open() if way == self.clicked}.values())

    @property
    def chosen(self) -> Move | None:
        """Return the selected move if it is the only one and no click can follow."""
        choices = self.choices
        return choices[0] if len(choices) == 1 and not self.next_squares else None

    def click(self, square: str) -> Move | None:
        """Click a square; return the move if the click completes one."""
        if square in self.next_squares:
            self.clicked = (*self.clicked, square)
            return self.chosen
        again = self.clicked[-1:] == (square,)
        self.clear()
        if not again and square in self.next_squares:
            self.clicked = (square,)
            if self.choices:
                self.clear()
        return None

    def clear(self) -> None:
        """Clear the selection."""
        self.clicked = ()

    def _open(self) -> list[tuple[tuple[str, ...], Move]]:
        reached = len(self.clicked)
        return [(way, move) for way, move in self.ways if way[:reached] == self.clicked]
