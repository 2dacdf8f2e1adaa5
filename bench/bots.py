"""Play the engine against the bots of the assignments.

    python bench/bots.py GAME BOT [--games N] [--time SECONDS] [--seed N]

BOT is one of the game's bots (``outwit games GAME`` lists them). For Santorini it may also be
``lookahead``: four plies of alpha-beta with the score of the heuristic bot. Colours alternate. If
a game has random boards, every pair of games has a new one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import outwit
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.games.santorini.bots import WEIGHTS, heuristic
from outwit.games.santorini.compass import COMPASS
from outwit.games.santorini.rules import WORKERS, Santorini
from outwit.players.engine import engine_for

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, refuse, run, seconds

PLIES = 4
WON = 1_000_000


def middle(square: int) -> int:
    """Return the heuristic's points for a square."""
    return 2 - max(abs(square // 5 - 2), abs(square % 5 - 2))


def apart(a: int, b: int) -> int:
    """Return the distance of two squares in steps."""
    return max(abs(a // 5 - b // 5), abs(a % 5 - b % 5))


NEAR = [[to for to in range(25) if apart(at, to) == 1] for at in range(25)]
APART = [[apart(a, b) for b in range(25)] for a in range(25)]
MIDDLE = [middle(square) for square in range(25)]
Move = tuple[int, int, int]


class Town:
    """Santorini with as little work per move as plain Python allows, for ``lookahead``."""

    def __init__(self, position: Santorini) -> None:
        self.side = int(position.turn)
        self.workers = list(position.workers)
        self.levels = [int(digit) for digit in position.text if digit.isdigit()][:25]

    def points(self, side: int) -> int:
        """Return the heuristic's score of a side."""
        a, b = self.workers[2 * side : 2 * side + 2]
        c, d = self.workers[2 - 2 * side : 4 - 2 * side]
        near = min(APART[a][c], APART[b][c]) + min(APART[a][d], APART[b][d])
        return (
            WEIGHTS[0] * (self.levels[a] + self.levels[b])
            + WEIGHTS[1] * (MIDDLE[a] + MIDDLE[b])
            + WEIGHTS[2] * (8 - near)
        )

    def moves(self) -> list[Move]:
        """List worker, step and build, climbs first."""
        levels, workers = self.levels, self.workers
        found: list[tuple[int, Move]] = []
        for worker in (2 * self.side, 2 * self.side + 1):
            origin = workers[worker]
            for to in NEAR[origin]:
                if levels[to] > min(3, levels[origin] + 1) or to in workers:
                    continue
                if levels[to] == 3:
                    return [(worker, to, -1)]
                found.extend(
                    (-levels[to], (worker, to, place))
                    for place in NEAR[to]
                    if levels[place] < 4 and (place == origin or place not in workers)
                )
        found.sort(key=lambda pair: pair[0])
        return [move for _, move in found]

    def worth(self, plies: int, alpha: int, beta: int) -> int:
        """Score the position for the side to move."""
        if plies == 0:
            return self.points(self.side) - self.points(1 - self.side)
        moves = self.moves()
        if not moves:
            return -WON - plies
        if moves[0][2] < 0:
            return WON + plies
        for move in moves:
            alpha = max(alpha, self.after(move, plies - 1, alpha, beta))
            if alpha >= beta:
                break
        return alpha

    def after(self, move: Move, plies: int, alpha: int, beta: int) -> int:
        """Score a move for the side that makes it."""
        worker, to, place = move
        origin = self.workers[worker]
        self.workers[worker] = to
        self.levels[place] += 1
        self.side = 1 - self.side
        value = -self.worth(plies, -beta, -alpha)
        self.side = 1 - self.side
        self.levels[place] -= 1
        self.workers[worker] = origin
        return value


def lookahead(position: Position, rng: Random) -> str:
    """Return the best move by four plies of alpha-beta, a random one if several are equal."""
    assert isinstance(position, Santorini)
    town = Town(position)
    moves = town.moves()
    if not moves or moves[0][2] < 0:
        # A step to level 3, or no move that this player knows.
        return heuristic(position, rng)
    best, most = moves[0], -2 * WON
    for move in sorted(moves, key=lambda move: (-town.levels[move[1]], rng.random())):
        value = town.after(move, PLIES - 1, most, 2 * WON)
        if value > most:
            best, most = move, value
    worker, to, place = best
    ways = {5 * down + right: name for name, (down, right) in COMPASS.items()}
    origin = town.workers[worker]
    return f"{WORKERS[worker]},{ways[to - origin]},{ways[place - to]}"


def main() -> None:
    """Play a match and print its score."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument("bot", metavar="BOT", help="one of the game's bots, or lookahead")
    parser.add_argument("--games", type=count, default=100, help="games to play (%(default)s)")
    parser.add_argument("--time", type=seconds, default=0.1, help="seconds per move (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the boards and the bot (%(default)s)"
    )
    words = parser.parse_args()
    game = outwit.game(words.game)
    players: dict[str, Callable[[Position, Random], str]] = dict(game.parts.bots)
    if game.name == "santorini":
        players["lookahead"] = lookahead
    if words.bot not in players:
        refuse(f"there is no bot {words.bot!r} for {game.name}; there are {', '.join(players)}")
    choose = players[words.bot]
    rng = Random(words.seed)
    engine = engine_for(game)
    wins = draws = losses = 0
    slowest = 0.0
    options: dict[str, object] = {}
    for number in range(words.games):
        ours = number % 2
        if not ours and any(option.name == "seed" for option in game.options):
            options = {"rows": 8, "columns": 8, "seed": rng.randrange(10**6)}
        position = game.start(**options)
        while position.outcome is None:
            if position.turn == ours:
                start = perf_counter()
                move = engine.best(position, Limits(time=words.time)).move
                slowest = max(slowest, perf_counter() - start)
            else:
                move = choose(position, rng)
            position.play(move)
        winner = position.outcome.winner
        wins += winner == ours
        draws += winner is None
        losses += winner not in (None, ours)
        print(
            f"{number + 1} games: {wins} won, {draws} drawn, {losses} lost; "
            f"slowest move {slowest:.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    run(main)
