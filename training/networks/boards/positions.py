"""Training positions in the memory of the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.core.value import Value
from training.networks.pytorch import load_torch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outwit.environments.device.arrays import Array

# One game in this many is held out of training, with its side lines, to measure the loss.
HELD_OUT = 50


class Positions(Value):
    """Boards, the target of each, from 0 to 1, and the number of its game."""

    boards: Array
    targets: Array
    games: Array

    def __len__(self) -> int:
        return len(self.boards)

    def take(self, rows: Array) -> Positions:
        """Return some of the positions, given by their numbers, a mask or a slice."""
        return Positions(self.boards[rows], self.targets[rows], self.games[rows])

    def parted(self) -> tuple[Positions, Positions]:
        """Return the positions for training, and those held out."""
        is_held = self.games % HELD_OUT == 0
        return self.take(~is_held), self.take(is_held)


def joined(parts: Sequence[Positions]) -> Positions:
    """Return all positions in one."""
    torch = load_torch()
    fields = Positions.fields
    return Positions(*(torch.cat([getattr(part, name) for part in parts]) for name in fields))
