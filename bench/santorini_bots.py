"""Run Santorini players of other projects as UGI engines.

    python bench/santorini_bots.py network FOLDER
    python bench/santorini_bots.py erastus PROGRAM

``network`` runs ``model_no_god.onnx`` of the repository Neur0nz/alpha-zero-general-santorini, with
that repository's own search and rules. FOLDER is its folder ``santorini``. The Python that runs it
needs numpy and onnxruntime. ``erastus`` runs richardjs/erastus, a Monte Carlo tree search in C, for
every move. Neither needs Outwit. In a roster:

    [[bot]]
    name = "network"
    kind = "ugi"
    command = "…/python …/santorini_bots.py network …/santorini"
    reads = ["…/santorini"]

``go movetime`` runs simulations for this time, in one thread; ``go nodes`` runs this number.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Coroutine
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import ModuleType, SimpleNamespace
from typing import Any

START = "00000/00Y00B0/00000/00A00Z0/00000 w 1"
SIDES = ("w", "b")
# The workers of each side, in the order of their numbers.
WORKERS = ("AB", "YZ")
# Directions in the repository's order; the fifth is no direction.
DIRECTIONS = ("nw", "n", "ne", "w", "", "e", "sw", "s", "se")
# Plies that place the workers there.
PLACEMENTS = 4
MOST_ROUNDS = 127
# Settings of the repository's own pages.
SEARCH = {"cpuct": 2.75, "fpu": 0.03}
USUAL_TIME = 1.0
# Iterations to measure the speed of Erastus, and the most that it accepts.
TRIAL, MOST_ITERATIONS = 5_000, 1 << 30


class Position:
    """Levels, workers by letter with their squares, the side to move and the plies so far."""

    def __init__(self, text: str) -> None:
        board, side, number = text.split()
        self.levels: list[int] = []
        self.workers: dict[str, int] = {}
        for sign in board.replace("/", ""):
            if sign.isdigit():
                self.levels.append(int(sign))
            else:
                self.workers[sign] = len(self.levels) - 1
        self.side = SIDES.index(side)
        self.plies = int(number) - 1

    def play(self, move: str) -> None:
        """Make a move without checking it."""
        worker, *directions = move.split(",")
        square = self.workers[worker] = neighbour(self.workers[worker], directions[0])
        for direction in directions[1:]:
            self.levels[neighbour(square, direction)] += 1
        self.side = 1 - self.side
        self.plies += 1


def neighbour(square: int, direction: str) -> int:
    """Return the square in a direction."""
    down, right = divmod(DIRECTIONS.index(direction), 3)
    return square + 5 * (down - 1) + right - 1


def name_of(action: int, side: int) -> str:
    """Return a move as we write it."""
    worker, directions = divmod(action, 81)
    step, build = divmod(directions, 9)
    return f"{WORKERS[side][worker]},{DIRECTIONS[step]},{DIRECTIONS[build]}"


def finish(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Run a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise RuntimeError("the search waits for something")


class Network:
    """The repository's game and search, with the network in the form that they call."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        self.numpy = import_module("numpy")
        runtime = import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        model = str(folder / "model_no_god.onnx")
        self.session = runtime.InferenceSession(model, options, ["CPUExecutionProvider"])
        # The search imports this module at run time: the page's functions.
        page = ModuleType("js")
        vars(page)["predict"] = self.predict
        sys.modules["js"] = page
        self.game = import_module("SantoriniGame").SantoriniGame()
        self.new_game()

    async def predict(self, board: Any, valid: Any) -> Any:
        """Return the policy, in logarithms, and the value of a position."""
        inputs = {
            "board": board.astype(self.numpy.float32).reshape(1, 25, 3),
            "valid_actions": valid.reshape(1, -1),
        }
        policy, value = self.session.run(["pi", "v"], inputs)
        return SimpleNamespace(to_py=lambda: {"pi": policy[0], "v": value[0]})

    def new_game(self) -> None:
        """Forget the tree."""
        self.search = import_module("MCTS").MCTS(self.game, None, SimpleNamespace(**SEARCH))

    def board_of(self, position: Position) -> Any:
        """Return a position in their format: the workers of the side to move are 1 and 2."""
        board = self.numpy.zeros((5, 5, 3), dtype=self.numpy.int8)
        board[:, :, 1].flat[:] = position.levels
        for sign, side in ((1, position.side), (-1, 1 - position.side)):
            for number, worker in enumerate(WORKERS[side], 1):
                board[:, :, 0].flat[position.workers[worker]] = sign * number
        board[0, 0, 2] = min(MOST_ROUNDS, PLACEMENTS + position.plies)
        return board

    def moves(self, position: Position) -> list[str]:
        """Return the moves that are legal there, as we write them."""
        valid = self.game.getValidMoves(self.board_of(position), 0)
        return [name_of(int(action), position.side) for action in valid.nonzero()[0]]

    def choose(self, position: Position, seconds: float | None, most: int | None) -> str:
        """Search for ``seconds`` or ``most`` simulations; return a line and the move."""
        begin = monotonic()
        board = self.board_of(position)
        nodes = self.search.nodes_data
        for old in [key for key, node in nodes.items() if node[6] < board[0, 0, 2]]:
            del nodes[old]
        done = 0
        # The first simulation only evaluates the root.
        while done < 2 or (
            (most is None or done < most) and (seconds is None or monotonic() - begin < seconds)
        ):
            finish(self.search.search(board.copy()))
            done += 1
        visits = nodes[self.game.stringRepresentation(board)][5]
        move = name_of(int(visits.argmax()), position.side)
        milliseconds = int(1000 * (monotonic() - begin))
        return f"info nodes {done} time {milliseconds}\nbestmove {move}"


class Erastus:
    """A program that runs once per move, for a number of iterations."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.speed = 0.0
        self.new_game()

    def new_game(self) -> None:
        """Measure its iterations per second."""
        position = Position(START)
        begin = monotonic()
        self.run(position, "-i", str(TRIAL))
        self.speed = TRIAL / (monotonic() - begin)

    def run(self, position: Position, *words: str) -> list[str]:
        """Run it on a position and return the moves that it prints."""
        squares = (position.workers[worker] for worker in "".join(WORKERS))
        text = "".join(map(str, position.levels))
        text += "".join(f"{'abcde'[square % 5]}{square // 5 + 1}" for square in squares)
        command = [self.program, *words, f"{text}{position.side + 1}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return [move for line in done.stdout.split() for move in read_moves(position, line)]

    def moves(self, position: Position) -> list[str]:
        """Return the moves that are legal there, as we write them."""
        return self.run(position, "-l")

    def choose(self, position: Position, seconds: float | None, most: int | None) -> str:
        """Search for about ``seconds`` or ``most`` iterations; return a line and the move."""
        iterations = MOST_ITERATIONS if most is None else most
        if seconds is not None:
            iterations = min(iterations, int(self.speed * seconds))
        begin = monotonic()
        moves = self.run(position, "-i", str(max(1, iterations)))
        taken = monotonic() - begin
        # A search that ended early does not measure the speed.
        if seconds is not None and taken > seconds / 2:
            self.speed = iterations / taken
        return f"info nodes {iterations} time {1000 * taken:.0f}\nbestmove {moves[0]}"


def read_moves(position: Position, text: str) -> list[str]:
    """Return a move such as ``a1-b2+b3`` as we write it; after a step that wins, all builds."""
    source, target, *build = (
        "abcde".index(word[0]) + 5 * (int(word[1]) - 1) for word in re.split("[-+#]", text) if word
    )
    worker = next(worker for worker in WORKERS[position.side] if position.workers[worker] == source)
    step = direction_of(source, target)
    if build:
        return [f"{worker},{step},{direction_of(target, build[0])}"]
    after = {square for other, square in position.workers.items() if other != worker} | {target}
    return [
        f"{worker},{step},{direction}"
        for direction in DIRECTIONS
        if direction and is_free(position.levels, after, target, direction)
    ]


def direction_of(source: int, target: int) -> str:
    """Return the direction from a square to a neighbour."""
    down, right = target // 5 - source // 5, target % 5 - source % 5
    return DIRECTIONS[3 * (down + 1) + right + 1]


def is_free(levels: list[int], workers: set[int], square: int, direction: str) -> bool:
    """Tell whether one can build in a direction."""
    down, right = divmod(DIRECTIONS.index(direction), 3)
    if not (0 <= square // 5 + down - 1 < 5 and 0 <= square % 5 + right - 1 < 5):
        return False
    target = neighbour(square, direction)
    return levels[target] < 4 and target not in workers


def limits_of(words: list[str]) -> tuple[float | None, int | None]:
    """Return the seconds and simulations of ``go``; a part of the time is kept for the answer."""
    given = dict(zip(words[1::2], words[2::2], strict=False))
    seconds = int(given["movetime"]) / 1000 if "movetime" in given else None
    most = int(given["nodes"]) if "nodes" in given else None
    if seconds is None and most is None:
        seconds = USUAL_TIME
    return None if seconds is None else 0.95 * seconds - 0.005, most


def read_position(words: list[str]) -> Position:
    """Return the position of the command that sets one up."""
    at = words.index("moves") if "moves" in words else len(words)
    position = Position(START if words[1] == "startpos" else " ".join(words[2:at]))
    for move in words[at + 1 :]:
        position.play(move)
    return position


def main() -> None:
    """Answer commands."""
    os.environ["OMP_NUM_THREADS"] = "1"
    kind, path = sys.argv[1:]
    player = Network(Path(path)) if kind == "network" else Erastus(path)
    position = Position(START)
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "ugi":
            print(f"id name {kind}\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "uginewgame":
            player.new_game()
        elif words[0] == "position":
            position = read_position(words)
        elif words[0] == "go":
            print(player.choose(position, *limits_of(words)), flush=True)
        elif words[0] == "moves":
            print("moves", *player.moves(position), flush=True)
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    main()
