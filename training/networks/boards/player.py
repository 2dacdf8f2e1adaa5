"""Self-play on many boards: all of them make a move at a time."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from outwit.errors import UsageError
from training.networks.boards.kernel import FOUND
from training.networks.boards.played import Played
from training.networks.boards.positions import Positions
from training.networks.boards.search import Plan, Search
from training.networks.pytorch import load_torch

if TYPE_CHECKING:
    from outwit.core.position import Position
    from outwit.environments.device.arrays import Array
    from training.networks.boards.kernel import Expansion, Kernel
    from training.networks.boards.settings import ManyGames
    from training.networks.boards.tables import Tables

LONGEST_GAME = 260
# A round ends once fewer games than this are running, and fewer than one in FEW_SHARE.
FEW, FEW_SHARE = 2_000, 50
# Starts drawn by the game's own options; every game begins with one of them.
STARTS = 4_096
# Most draws of openings to find enough in balance, and the nodes to search each opening.
MOST_DRAWN, BALANCE_NODES = 50, 100
# Temperature of the softmax that chooses a move when exploring, in outputs of the network.
WARMTH = 0.5


class BoardPlayer:
    """Plays rounds of games, each known by its seed."""

    def __init__(self, kernel: Kernel, how: ManyGames) -> None:
        self.torch = load_torch()
        self.kernel = kernel
        self.how = how
        self.starts = kernel.boards(self._draw_starts())
        self.device = self.starts.device
        self.generator = self.torch.Generator(device=self.device)
        self.rng = Random(how.seed)

    def play(self, tables: Tables, seed: int) -> Played:
        """Play a round with a network."""
        torch = self.torch
        self.generator.manual_seed(seed)
        self.rng.seed(seed)
        search = Search(self.kernel, tables)
        plan = self.plan(tables)
        decided = min(FOUND, self.how.decided / tables.scale)
        boards = self.openings(search, plan)
        number = len(boards)
        games = torch.arange(number, device=self.device)
        played = Played(
            games=[],
            boards=[],
            chances=torch.zeros(LONGEST_GAME, number, device=self.device),
            strays=torch.zeros(LONGEST_GAME, number, dtype=torch.bool, device=self.device),
            results=torch.zeros(number, device=self.device),
            ends=torch.zeros(number, dtype=torch.int64, device=self.device),
            side_lines=[],
        )
        for ply in range(LONGEST_GAME):
            if len(games) <= min(FEW, number // FEW_SHARE):
                break
            found = search.first_moves(boards, plan, self.chance())
            if self.how.side_lines:
                played.side_lines.extend(
                    self.side_lines(search, plan, boards, games, found, decided)
                )
            played.chances[ply, games] = found.best.sigmoid()
            is_over = (found.counts == 0) | (found.best.abs() > decided)
            played.results[games[is_over]] = (found.best[is_over].sign() + 1) / 2
            played.ends[games[is_over]] = ply
            rows = (~is_over).nonzero().squeeze(1)
            games, boards = games[rows], boards[rows]
            played.games.append(games)
            played.boards.append(boards)
            chosen = self.choose(found.values[rows])
            played.strays[ply, games] = chosen.squeeze(1) > 0
            boards = self.kernel.play(boards, found.moves[rows].gather(1, chosen).squeeze(1))
        # A game that is broken off has the search's last value as its result.
        last = len(played.games) - 1
        played.results[games] = played.chances[last, games]
        played.ends[games] = last
        return played

    def plan(self, tables: Tables) -> Plan:
        """Return the search limits of a move for a network."""
        return Plan(self.how.nodes, futility=self.how.futility / tables.scale)

    def openings(self, search: Search, plan: Plan) -> Array:
        """Draw as many openings as there are boards, in balance if that is asked for."""
        how, torch = self.how, self.torch
        kept: list[Array] = []
        for _ in range(MOST_DRAWN):
            boards = self.starts[self.whole_numbers(len(self.starts))]
            plies = how.plies + self.whole_numbers(how.most_plies - how.plies + 1)
            for ply in range(how.most_plies):
                moves = self.kernel.expand(
                    search.tables, boards, chance=self.chance(), hopeful=how.hopeful
                ).random_moves
                is_moved = (plies > ply)[:, None]
                boards = torch.where(is_moved, self.kernel.play(boards, moves), boards)
            if how.balance:
                values = search.values(boards, plan.replace(nodes=BALANCE_NODES))
                boards = boards[values.abs() <= how.balance / search.tables.scale]
            kept.append(boards)
            if sum(map(len, kept)) >= how.boards:
                return torch.cat(kept)[: how.boards]
        raise UsageError(
            f"too few openings in balance in {MOST_DRAWN} tries: "
            "fewer plies or a wider balance may help"
        )

    def choose(self, values: Array) -> Array:
        """Choose a column of each row of values: the first or, exploring, a larger one."""
        torch = self.torch
        is_exploring = self.fractions(len(values), 1) < self.how.exploration
        # The largest sum of a value and Gumbel noise is a draw from their softmax.
        gumbel = -(-self.fractions(*values.shape).clamp(1e-9, 1 - 1e-7).log()).log()
        drawn = (values + WARMTH * gumbel).argmax(1, keepdim=True)
        return torch.where(is_exploring, drawn, 0)

    def side_lines(
        self,
        search: Search,
        plan: Plan,
        boards: Array,
        games: Array,
        found: Expansion,
        decided: float,
    ) -> list[Positions]:
        """Return boards after a random move, with their values."""
        is_left = (found.counts > 0) & (self.fractions(len(boards)) < self.how.side_lines)
        rows = is_left.nonzero().squeeze(1)
        strange = self.kernel.play(boards[rows], found.random_moves[rows])
        values = search.values(strange, plan)
        positions = Positions(strange, values.sigmoid().half(), games[rows].int())
        # Decided positions are left out of training.
        return [positions.take(values.abs() < decided)]

    def chance(self) -> int:
        """Return a random word for the kernel."""
        return self.rng.getrandbits(64)

    def fractions(self, *shape: int) -> Array:
        """Return random numbers from 0 to 1."""
        return self.torch.rand(*shape, generator=self.generator, device=self.device)

    def whole_numbers(self, below: int) -> Array:
        """Return a random number for each board."""
        shape = (self.how.boards,)
        return self.torch.randint(below, shape, generator=self.generator, device=self.device)

    def _draw_starts(self) -> list[Position]:
        game, rng = self.kernel.game, Random(f"{self.how.seed}/starts")
        draw = game.parts.openings.varied or game.parts.openings.options
        if draw is None:
            return [game.start()]
        return [game.start(**draw(rng)) for _ in range(STARTS)]
