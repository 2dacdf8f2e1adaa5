"""Matches of two networks on many boards in parallel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.ratings.pentanomial import Pentanomial
from training.networks.boards.kernel import FOUND
from training.networks.boards.player import LONGEST_GAME, BoardPlayer
from training.networks.boards.search import Search

if TYPE_CHECKING:
    from outwit.environments.device.arrays import Array
    from training.networks.boards.kernel import Kernel
    from training.networks.boards.settings import ManyGames
    from training.networks.boards.tables import Tables


def play_match(kernel: Kernel, first: Tables, second: Tables, how: ManyGames) -> Pentanomial:
    """Play each opening with both colours; return the pairs by the first network's points.

    There are as many openings as boards; the first network decides which are in balance. Rules
    that need more than the board, such as a limit of moves without a capture, are ignored.
    """
    player = BoardPlayer(kernel, how)
    torch = player.torch
    player.generator.manual_seed(how.seed)
    openings = player.openings(Search(kernel, first), player.plan(first))
    begun = _points(player, openings, first, second)
    answered = 1 - _points(player, openings, second, first)
    halves = torch.bincount((2 * (begun + answered)).long(), minlength=5).tolist()
    lost, less, even, more, won = map(int, halves)
    return Pentanomial((lost, less, even, more, won))


def _points(player: BoardPlayer, boards: Array, opener: Tables, other: Tables) -> Array:
    """Play boards until they are won, lost or drawn; return the points of the network that begins.

    A forced win found by a search ends a game; a network's evaluation does not. A game that does
    not end in time is a draw.
    """
    torch, kernel = player.torch, player.kernel
    points = torch.full((len(boards),), 0.5, device=player.device)
    games = torch.arange(len(boards), device=player.device)
    for ply in range(LONGEST_GAME):
        tables = other if ply % 2 else opener
        found = Search(kernel, tables).first_moves(boards, player.plan(tables))
        is_over = (found.counts == 0) | (found.best.abs() > FOUND)
        result = (found.best[is_over].sign() + 1) / 2
        points[games[is_over]] = 1 - result if ply % 2 else result
        rows = (~is_over).nonzero().squeeze(1)
        games = games[rows]
        if not len(games):
            break
        boards = kernel.play(boards[rows], found.moves[rows, 0])
    return points
