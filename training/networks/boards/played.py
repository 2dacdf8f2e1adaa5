"""A round of played games, and the training targets of their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.core.value import Value
from training.networks.boards.positions import Positions, joined
from training.networks.pytorch import load_torch

if TYPE_CHECKING:
    from outwit.environments.device.arrays import Array
    from training.networks.boards.settings import Lesson


class Played(Value):
    """Games ply by ply.

    ``games`` and ``boards`` hold, for each ply, the numbers and boards of the games still running.
    ``chances[ply, game]`` is the winning chance of the side to move, by the search.
    ``strays[ply, game]`` tells whether the next move was worse than the best one. At the ply
    ``ends[game]`` a game ended or was broken off, with ``results[game]`` for the side to move.
    ``side_lines`` are positions outside the games, with their targets.
    """

    games: list[Array]
    boards: list[Array]
    chances: Array
    strays: Array
    results: Array
    ends: Array
    side_lines: list[Positions]

    @property
    def moves(self) -> int:
        """Return the number of moves played."""
        return sum(map(len, self.games))

    def positions(self, lesson: Lesson) -> Positions:
        """Return all positions with their targets.

        The course after a move worse than the best does not count for the positions before it.
        """
        torch = load_torch()
        share, later = lesson.result_share, lesson.td_lambda
        # The mean of the later values, for the side to move at the current ply.
        course = self.results.clone()
        found = list(self.side_lines)
        for ply in range(len(self.games) - 1, -1, -1):
            games = self.games[ply]
            own = self.chances[ply, games]
            is_alone = self.strays[ply, games] | (self.ends[games] <= ply)
            after = torch.where(is_alone, own, 1 - course[games])
            targets = (1 - share) * own + share * after
            course[games] = (1 - later) * own + later * after
            found.append(Positions(self.boards[ply], targets.half(), games.int()))
        return joined(found)
