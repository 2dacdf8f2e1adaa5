"""Moves in numbers: as a flat array for the machine, as a sequence for everyone else."""

from __future__ import annotations

from _collections_abc import Sequence

from outwit.geometry import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, overload

    from outwit.core.move import Move
    from outwit.core.position import Position

SHOWN = 12


class MoveStack:
    """One flat array of moves, shared by every ply of a search."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.store = memory.unset(4 * capacity)
        self.data = memory.u32s(self.store)


class LegalMoves(Sequence["Move"]):
    """The legal moves of a position as it was when they were asked for.

    A sequence of ``Move``; each compares as its text, so a text can be looked for.
    """

    __slots__ = ("_moves", "_position")

    def __init__(self, position: Position) -> None:
        """Take a position that belongs to these moves alone."""
        self._position = position
        self._moves: list[Move] | None = None

    def _all(self) -> list[Move]:
        if self._moves is None:
            self._moves = self._position._all_moves()
        return self._moves

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Move: ...
        @overload
        def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: Any) -> Any:
        """Return a ``Move``, or a list of them for a slice."""
        return self._all()[index]

    def __len__(self) -> int:
        return self._position.count_moves()

    def __bool__(self) -> bool:
        return self._position.count_moves() > 0

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __contains__(self, move: object) -> bool:
        return self._position.is_legal(move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as lists have none

    def __repr__(self) -> str:
        more = f", … {len(self) - SHOWN} more" if len(self) > SHOWN else ""
        return f"<{len(self)} legal moves: {', '.join(self._all()[:SHOWN])}{more}>"
