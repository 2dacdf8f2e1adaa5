"""All that can be seen of a position, kept to be compared later."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from outwit.core.outcome import Outcome
    from outwit.core.position import Position
    from outwit.core.side import Side


class Snapshot(NamedTuple):
    """A copy of a position's state; moves are sorted because their order does not matter."""

    text: str
    turn: Side
    key: int
    outcome: Outcome | None
    legal_moves: tuple[str, ...]
    played: tuple[str, ...]
    options: tuple[tuple[str, object], ...]


def snapshot(position: Position) -> Snapshot:
    """Take a snapshot."""
    return Snapshot(
        position.text,
        position.turn,
        position.key,
        position.outcome,
        tuple(sorted(position.legal_moves)),
        position.played,
        tuple(sorted(position.options.items())),
    )


def difference(before: Snapshot, after: Snapshot) -> str:
    """Return the first difference as text, empty if there is none."""
    for name, was, now in zip(Snapshot._fields, before, after, strict=True):
        if was != now:
            return f"{name} is {now!r}, was {was!r}"
    return ""
