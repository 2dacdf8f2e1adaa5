"""What every player can do."""

from __future__ import annotations

from typing import Protocol

from outwit.core.position import Position


class Player(Protocol):
    """Somebody, or something, that chooses moves."""

    name: str

    def choose(self, position: Position) -> str:
        """Return a legal move of a running game; the position comes back as it was."""
        ...
