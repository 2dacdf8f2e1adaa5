"""The kernel: compiled for a game on demand, it plays on many boards in parallel."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING

import numpy as np

from outwit.core.value import Value
from outwit.environments.device import compiler
from outwit.environments.device.arrays import NumpyArrays, TorchArrays
from outwit.errors import GameFault, OutwitError, UsageError
from training.networks.dataset import features_of
from training.networks.pytorch import load_torch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outwit.core.game import Game
    from outwit.core.manyboards import ManyBoards
    from outwit.core.position import Position
    from outwit.environments.device.arrays import Array, Arrays
    from training.networks.boards.search import Plan
    from training.networks.boards.tables import Tables

FOLDER = os.path.dirname(__file__)
# The rules of a game come after the first.
SOURCES = ("lanes.h", "kernel.cu", "search.cu")
# The kernel's value of a won game, and the highest value that a network may return.
WON, MOST_PROMISED = 12.0, 11.0
# The value in place of a missing move, below all others.
NO_VALUE = -100.0
# Values beyond this are proven wins or losses: ``kernel.cu`` limits a network's values to less.
FOUND = 11.5
NO_MOVE = -1


class Expansion(Value):
    """The results for each board: the best value, and the best moves with values, best first.

    Values are for the side to move. If there are fewer moves than requested, NO_MOVE and NO_VALUE
    follow. ``random_moves`` holds one random move for each board, NO_MOVE if the game is over.
    ``counts`` holds the number of moves.
    """

    best: Array
    values: Array
    moves: Array
    random_moves: Array
    counts: Array


class Kernel:
    """Plays one game on many boards.

    Boards are numbers [boards, words], as the side to move sees them; see ``core/manyboards.py``.
    """

    def __init__(self, game: Game, library: ctypes.CDLL, arrays: Arrays) -> None:
        self.game = game
        self.arrays = arrays
        self.library = library
        features = features_of(game)
        measures = [ctypes.c_int() for _ in range(4)]
        library.measure(*map(ctypes.byref, measures))
        self.words, *found = (measure.value for measure in measures)
        expected = [features.slots, features.states, features.buckets]
        if found != expected:
            raise GameFault(f"{game.name}: many boards have the features {found}, not {expected}")
        self.slots = features.slots

    def boards(self, positions: Iterable[Position]) -> Array:
        """Return the boards of positions."""
        rules = many_boards_of(self.game)
        rows = [rules.words(position) for position in positions]
        return self.arrays.put(np.array(rows, np.uint64).reshape(-1, self.words).view(np.int64))

    def expand(
        self,
        tables: Tables,
        boards: Array,
        keep: int = 0,
        *,
        chance: int = 0,
        hopeful: bool = True,
    ) -> Expansion:
        """Search each board one ply deep, and keep the best ``kept`` moves.

        If a board has hopeful moves, only these are searched, unless ``hopeful`` is False.
        ``chance`` is the seed of the random moves.
        """
        return self._expand("expand", tables, boards, keep, chance, hopeful)

    def search(
        self, tables: Tables, boards: Array, plan: Plan, *, chance: int = 0, hopeful: bool = True
    ) -> Expansion:
        """Search each board by alpha-beta.

        The best move comes first; the values of the others are upper bounds. After the ``kept``
        moves, or where there are fewer, NO_MOVE and NO_VALUE follow.
        """
        table = self.arrays.empty((len(boards), plan.entries), "int64")
        table[:] = 0
        return self._expand(
            "search",
            tables,
            boards,
            plan.kept,
            chance,
            hopeful,
            ctypes.c_int(plan.nodes),
            ctypes.c_int(plan.depth),
            ctypes.c_float(plan.futility),
            ctypes.c_int(plan.reduces),
            self._pointer(table),
            ctypes.c_int(plan.entries),
        )

    def play(self, boards: Array, moves: Array) -> Array:
        """Return the boards after a move on each, as the next side sees them.

        A board stays as it is where there is no move.
        """
        number = len(boards)
        boards, moves = self.arrays.dense(boards, "int64"), self.arrays.dense(moves, "int32")
        played = self.arrays.empty((number, self.words), "int64")
        given = (self._pointer(boards), self._pointer(moves), ctypes.c_int(number))
        self._run("play", number, *given, self._pointer(played))
        return played

    def look(self, boards: Array) -> tuple[Array, Array]:
        """Return the states of slots, of the side to move and then of the other, and the phases."""
        number = len(boards)
        boards = self.arrays.dense(boards, "int64")
        states = self.arrays.empty((number, 2 * self.slots), "uint8")
        phases = self.arrays.empty((number,), "uint8")
        given = (self._pointer(boards), ctypes.c_int(number))
        self._run("look", number, *given, self._pointer(states), self._pointer(phases))
        return states, phases

    def _expand(
        self,
        name: str,
        tables: Tables,
        boards: Array,
        keep: int,
        chance: int,
        hopeful: bool,
        *more: object,
    ) -> Expansion:
        number, empty = len(boards), self.arrays.empty
        boards = self.arrays.dense(boards, "int64")
        best, values = empty((number,), "float32"), empty((number, keep), "float32")
        values[:] = NO_VALUE
        moves = empty((number, keep), "int32")
        random_moves, counts = empty((number,), "int32"), empty((number,), "int32")
        given = (tables.rows, tables.bias, tables.outputs, tables.output_bias, boards)
        found = (best, values, moves, random_moves, counts)
        self._run(
            name,
            number,
            ctypes.c_int(tables.width),
            *map(self._pointer, given),
            ctypes.c_int(number),
            ctypes.c_int(keep),
            *map(self._pointer, found),
            ctypes.c_uint64(chance),
            ctypes.c_int(hopeful),
            *more,
        )
        return Expansion(*found)

    def _pointer(self, array: Array) -> ctypes.c_void_p:
        return ctypes.c_void_p(self.arrays.address(array))

    def _run(self, name: str, number: int, *arguments: object) -> None:
        if number and (status := getattr(self.library, name)(*arguments)):
            why = f"error {status} of CUDA" if status > 0 else "it is not made for such numbers"
            raise OutwitError(f"the kernel cannot {name}: {why}")


def many_boards_of(game: Game) -> ManyBoards:
    """Return the rules of a game for many boards; raise UsageError if it has none."""
    if game.parts.many_boards is None:
        raise UsageError(f"{game.name} has no rules for many boards")
    return game.parts.many_boards


def build(game: Game, command: str = compiler.ON_HOST) -> ctypes.CDLL:
    """Compile the kernel with the rules of a game, and load it.

    Raise UsageError if there is no compiler, GameFault if it refuses the rules.
    """
    return compiler.build(game.name, sources(game), command)


def sources(game: Game) -> list[str]:
    """Return the paths of the files that a game's kernel is compiled from, in order."""
    lanes, *after = (os.path.join(FOLDER, name) for name in SOURCES)
    return [compiler.BASICS, lanes, many_boards_of(game).source, *after]


def host_kernel(game: Game) -> Kernel:
    """Return a kernel that the processor runs, slowly, on arrays of numpy."""
    return Kernel(game, build(game), NumpyArrays())


def torch_kernel(game: Game) -> Kernel:
    """Return a kernel on tensors, run by a graphics processor if PyTorch sees one."""
    torch = load_torch()
    many_boards_of(game)
    on_gpu = torch.cuda.is_available()
    arrays = TorchArrays(torch, "cuda" if on_gpu else "cpu")
    return Kernel(game, build(game, compiler.ON_GPU if on_gpu else compiler.ON_HOST), arrays)
