"""Moves: as numbers for the machine, as texts for everyone else."""

from __future__ import annotations

from outwit.geometry import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.core.position import Position

SHOWN = 12


class MoveStack:
    """One flat array of moves, shared by every ply of a search."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.store = bytearray(4 * capacity)
        self.data = memory.u32s(self.store)


class LegalMoves:
    """The legal moves of a position as it stands whenever it is asked; a collection of texts."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __len__(self) -> int:
        return self.position.how_many()

    def __bool__(self) -> bool:
        return self.position.how_many() > 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.position.move_texts())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.position.is_legal(move)

    def __repr__(self) -> str:
        texts = self.position.move_texts()
        more = f", … {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
        return f"<{len(texts)} legal moves: {', '.join(texts[:SHOWN])}{more}>"
