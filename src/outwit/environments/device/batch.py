"""Many games of one kind at once on a graphics processor, for programs that learn."""

from __future__ import annotations

import ctypes
import os
from _thread import allocate_lock
from typing import TYPE_CHECKING, Any

import numpy as np

from outwit.core.actions import Actions
from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.core.observing import record_of, with_record
from outwit.environments.batch import GOLDEN, MOST_PLIES, WORD, refusal
from outwit.environments.device.arrays import NumpyArrays, TorchArrays, checked
from outwit.environments.device.compiler import BASICS, FOLDER, ON_GPU, ON_HOST, build
from outwit.environments.exclusive import Exclusive
from outwit.environments.start import start_of
from outwit.errors import GameFault, IllegalAction, OutwitError, UsageError

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.core.plane import Plane
    from outwit.core.position import Position
    from outwit.environments.device.arrays import Array, Arrays

MOST_BOARDS = 1 << 26
KERNEL = os.path.join(FOLDER, "batch.cu")
# The devices by name, each with the compiler of its kernels.
DEVICES = {"cuda": ON_GPU, "cpu": ON_HOST}
BYTES = ("uint8", "bool")
INTEGERS = ("int32", "int64")
# How random games end, in the order the kernel counts them.
ENDS = ("first side won", "second side won", "drawn", "cut short")


class DeviceBatch:
    """Many games of one kind at once, played by a graphics processor.

    It has the methods of ``Batch``, and plays the same games for the same seed. Its arrays are
    tensors of PyTorch on the device; it takes those of other libraries, such as JAX and CuPy,
    without a copy (DLPack), and its own can be passed on likewise. Games need rules for graphics
    processors: ``outwit.game(name).parts.many_boards``. The kernel is compiled when a batch is
    made, which takes some seconds.

    Args:
        game: A game or its name; or a position, with which every board then starts.
        n: The number of boards, from 1 to 67,108,864.
        device: ``cuda``, for which PyTorch and ``nvcc`` must be installed; or ``cpu``, which plays
            the same with arrays of numpy, without a graphics processor, to try a program out.
        seed: The same seed draws the same random actions.
        autoreset: Whether a game that has ended starts again at once.
        plies: Moves after which a game is cut short. Default: never.
        options: Options of the game.

    Raises:
        UsageError: A number is not in its range, the game has no rules for graphics processors,
            PyTorch or a compiler is missing, or the memory is too small.
        BadOption: The game has no such option, or the option no such value.

    >>> import outwit
    >>> from outwit.environments import DeviceBatch
    >>> batch = DeviceBatch("ataxx", 1000, device="cpu", seed=1)
    >>> batch, batch.n, len(batch), batch.size, batch.shape, batch.autoreset
    (<DeviceBatch of 1000 boards of ataxx on cpu>, 1000, 1000, 530, (5, 7, 7), False)
    >>> rewards, terminated, truncated = batch.step(batch.random_actions())
    >>> batch.legal_mask().shape, batch.observe(dtype="float32").dtype, batch.records.shape
    ((1000, 530), dtype('float32'), (1000, 4))
    >>> int(batch.turn[0]), int(batch.plies[0]), batch.position(0).turn
    (1, 1, SECOND)
    >>> batch.set_position(0, outwit.game("ataxx").start())
    >>> batch.reset()
    >>> batch.play_random(10)["cut short"]
    0
    """

    def __init__(
        self,
        game: Game | Position | str,
        n: int,
        device: str = "cuda",
        seed: int = 0,
        autoreset: bool = False,
        *,
        plies: int | None = None,
        **options: Any,
    ) -> None:
        self.n = whole("n", n, 1, MOST_BOARDS)
        seed = whole("seed", seed, -WORD, WORD)
        longest = 0 if plies is None else whole("plies", plies, 1, MOST_PLIES)
        if device not in DEVICES:
            raise UsageError(f"device: {excerpt(device)} is neither cuda nor cpu")
        self.device = device
        self.autoreset = bool(autoreset)
        start = start_of(game, options)
        self.game = start.game
        rules = self.game.parts.many_boards
        if rules is None or not rules.records:
            raise UsageError(f"{self.game.name} has no rules for graphics processors")
        self.actions = Actions(start)
        self.size = self.actions.size
        self.planes: tuple[Plane, ...] = start.planes
        self.shape = (len(self.planes), start.board.rows, start.board.columns)
        self.start = start
        self.arrays = arrays_of(device)
        self.library = build(self.game.name, (BASICS, rules.records, KERNEL), DEVICES[device])
        numbers = rules.numbers(start)
        record = np.frombuffer(record_of(start), np.int64)
        self._compare(len(record), len(numbers))
        self.first = self.arrays.put(record)
        #: The records of all boards, int64 of shape (n, words); ``Rules.save`` explains them.
        self.records = self._new((self.n, len(record)), "int64")
        self.made = self._new((self.n,), "int32")
        self.layout = layout(len(numbers))(
            self.arrays.address(self.records),
            self.arrays.address(self.made),
            self.arrays.address(self.first),
            self.n,
            longest,
            self.autoreset,
            (ctypes.c_int * len(numbers))(*numbers),
        )
        self.most = (ctypes.c_uint8 * len(self.planes))(*(plane.most for plane in self.planes))
        self.random = seed & WORD
        self.drawn = 0
        self.lock = allocate_lock()
        self.reset()

    @property
    def turn(self) -> Array:
        """Return the side to move of each board: 0 or 1, as uint8."""
        out = self._new((self.n,), "uint8")
        self._run("turns", out)
        return out

    @property
    def plies(self) -> Array:
        """Return how many moves were made on each board since its start, as int32; a copy."""
        return self.made + 0

    def legal_mask(self, out: Array = None) -> Array:
        """Return a byte for each action of each board: 1 where it is legal, else 0.

        Args:
            out: An array of uint8 or bool to write to, of shape (n, size). Default: a new one.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.
        """
        shape = (self.n, self.size)
        found = self._fitting("out", out, BYTES, shape)
        self._run("mask", found)
        return found if out is None else out

    def observe(self, out: Array = None, dtype: str | None = None, flat: bool = False) -> Array:
        """Return what the side to move of each board sees: its planes, own pieces first.

        Args:
            out: An array to write to, of shape ``(n, *shape)``; flat,
                ``(n, planes x rows x columns)``. Default: a new one.
            dtype: ``uint8``, the numbers as the planes have them; or ``float32``, those divided by
                the highest number of the plane. Default: that of ``out``, else ``uint8``.
            flat: Whether a new array is flat.

        Raises:
            UsageError: The array or its type does not fit, or another thread uses the batch.
        """
        if dtype not in (None, "uint8", "float32"):
            raise UsageError(f"dtype: {excerpt(dtype)} is neither uint8 nor float32")
        kinds = ("uint8", "float32") if dtype is None else (dtype,)
        shapes = (self.n, *self.shape), (self.n, self.shape[0] * self.shape[1] * self.shape[2])
        wanted = shapes[::-1] if flat else shapes
        found = self._fitting("out", out, kinds, *wanted)
        name = "observe_bytes" if self.arrays.kind(found) == "uint8" else "observe_floats"
        self._run(name, ctypes.byref(self.most), found)
        return found if out is None else out

    def step(
        self,
        actions: Array,
        rewards: Array = None,
        terminated: Array = None,
        truncated: Array = None,
        *,
        trusted: bool = False,
    ) -> tuple[Array, Array, Array]:
        """Return rewards, terminated and truncated after an action on each board.

        They are as those of ``Batch.step``.

        Args:
            actions: The actions, an array of int32 or int64 of shape (n,); -1 skips a board.
            rewards: An array of float32 to write to, of shape (n,). Default: a new one.
            terminated: An array of uint8 or bool to write to. Default: a new one.
            truncated: An array of uint8 or bool to write to. Default: a new one.
            trusted: Whether every action is known to be legal, as those of ``random_actions``. It
                is faster, because nothing is then fetched from the device; the result of an
                illegal action is undefined.

        Raises:
            IllegalAction: An action is not legal; it names the first such board, and no board has
                changed.
            UsageError: An array does not fit, or another thread uses the batch.
        """
        shape = (self.n,)
        taken = checked(self.arrays, "actions", actions, INTEGERS, shape, is_written=False)
        gains = self._fitting("rewards", rewards, ("float32",), shape)
        ended = self._fitting("terminated", terminated, BYTES[::-1], shape)
        cut = self._fitting("truncated", truncated, BYTES[::-1], shape)
        is_long = ctypes.c_int(self.arrays.kind(taken) == "int64")
        if not trusted:
            self._refuse(taken, is_long)
        self._run("step", taken, is_long, gains, ended, cut)
        given = zip((rewards, terminated, truncated), (gains, ended, cut), strict=True)
        first, second, third = (made if array is None else array for array, made in given)
        return first, second, third

    def reset(self, mask: Array = None) -> None:
        """Start again on some boards, or on all.

        Args:
            mask: An array of uint8 or bool of shape (n,), not 0 on the boards that start again.
                Default: all boards.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.
        """
        if mask is None:
            self._run("reset", ctypes.c_void_p())
            return
        wanted = checked(self.arrays, "mask", mask, BYTES, (self.n,), is_written=False)
        self._run("reset", wanted)

    def random_actions(self, out: Array = None) -> Array:
        """Return a random legal action of each board, all equally likely; -1 where it has none.

        Args:
            out: An array of int32 or int64 to write to, of shape (n,). Default: a new one.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.
        """
        found = self._fitting("out", out, INTEGERS, (self.n,))
        is_long = ctypes.c_int(self.arrays.kind(found) == "int64")
        self._run("draw", found, is_long, ctypes.c_uint64(self._seed()))
        self.drawn += 1
        return found if out is None else out

    def play_random(self, plies: int) -> dict[str, int]:
        """Return how games ended while random moves were played on every board, in one go.

        Games that end begin anew, whatever ``autoreset`` says; boards whose game is over begin with
        a new one. The moves are those of ``random_actions`` and ``step``, ply by ply.

        Args:
            plies: Moves on each board, from 1 to 1,000,000.

        Raises:
            UsageError: ``plies`` is not in its range, or another thread uses the batch.
        """
        plies = whole("plies", plies, 1, 1_000_000)
        results = self.arrays.put(np.zeros(len(ENDS), np.int64))
        self._run("play_random", ctypes.c_uint64(self._seed()), ctypes.c_int(plies), results)
        self.drawn += plies
        return dict(zip(ENDS, map(int, self.arrays.fetched(results)), strict=True))

    def position(self, i: int) -> Position:
        """Return the position of a board, without the moves played.

        Args:
            i: The number of the board.

        Raises:
            UsageError: There is no such board.
        """
        board = whole("i", i, 0, self.n - 1)
        return with_record(self.start, self.arrays.fetched(self.records[board]).tobytes())

    def set_position(self, i: int, position: Position) -> None:
        """Put a position on a board, which counts its plies from 0 again.

        Args:
            i: The number of the board.
            position: A position with the same options; what was played before is not kept.

        Raises:
            UsageError: There is no such board, or the position is of another game or has other
                options.
        """
        board = whole("i", i, 0, self.n - 1)
        self.actions.check(position)
        self.records[board] = self.arrays.put(np.frombuffer(record_of(position), np.int64))
        self.made[board] = 0

    def _seed(self) -> int:
        return (self.random + self.drawn * GOLDEN) & WORD

    def _new(self, shape: tuple[int, ...], kind: str) -> Array:
        try:
            return self.arrays.empty(shape, kind)
        except (MemoryError, RuntimeError) as error:
            raise UsageError(f"the memory is too small for {self.n} boards: {error}") from None

    def _fitting(
        self, name: str, array: Array, kinds: tuple[str, ...], *shapes: tuple[int, ...]
    ) -> Array:
        """Return an array of the caller, or a new one of the first kind and shape."""
        if array is None:
            return self._new(shapes[0], kinds[0])
        return checked(self.arrays, name, array, kinds, *shapes)

    def _refuse(self, actions: Array, is_long: ctypes.c_int) -> None:
        first = self.arrays.put(np.array([self.n], np.int64))
        self._run("refuse", actions, is_long, first)
        board = int(self.arrays.fetched(first)[0])
        if board == self.n:
            return
        action = int(self.arrays.fetched(actions[board]))
        is_cut = 0 < self.layout.longest == int(self.made[board])
        is_over = is_cut or self.position(board).is_over
        raise IllegalAction(refusal(board, action, self.size, is_over), board)

    def _compare(self, words: int, numbers: int) -> None:
        """Raise GameFault if the rules on records have other sizes than the game."""
        found = (ctypes.c_int * 6)()
        self.library.measure(found)
        expected = [words, self.size, *self.shape, numbers]
        if [*found] != expected:
            raise GameFault(f"{self.game.name}: records have the sizes {[*found]}, not {expected}")

    def _run(self, name: str, *arguments: Any) -> None:
        given = [
            argument
            if isinstance(argument, ctypes._SimpleCData) or type(argument).__name__ == "CArgObject"
            else ctypes.c_void_p(self.arrays.address(argument))
            for argument in arguments
        ]
        with Exclusive(self.lock):
            status = getattr(self.library, name)(ctypes.byref(self.layout), *given)
        if status:
            raise OutwitError(f"the kernel cannot {name}: error {status} of CUDA")

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<DeviceBatch of {self.n} boards of {self.game.name} on {self.device}>"


def layout(numbers: int) -> type[ctypes.Structure]:
    """Return what ``batch.cu`` calls Boards, with some numbers of the rules."""

    class Boards(ctypes.Structure):
        _fields_ = (
            ("records", ctypes.c_void_p),
            ("made", ctypes.c_void_p),
            ("start", ctypes.c_void_p),
            ("number", ctypes.c_int64),
            ("longest", ctypes.c_int),
            ("restarts", ctypes.c_int),
            ("options", ctypes.c_int * numbers),
        )

    return Boards


def arrays_of(device: str) -> Arrays:
    """Return where the numbers of a device are kept; raise UsageError if it is not there."""
    if device == "cpu":
        return NumpyArrays()
    try:
        import torch
    except ImportError:
        raise UsageError("PyTorch is not installed: pip install torch") from None
    if not torch.cuda.is_available():
        raise UsageError("device: PyTorch sees no graphics processor; device='cpu' does without")
    return TorchArrays(torch, device)
