"""Many games of one kind at once, for programs that learn."""

from __future__ import annotations

from _thread import allocate_lock

from outwit.core.actions import Actions
from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.numbers import SKIP
from outwit.core.position import Position
from outwit.environments import buffers
from outwit.environments.exclusive import Exclusive
from outwit.environments.start import boards_of, start_of
from outwit.environments.thinking import MOST_NODES, Thinking
from outwit.environments.threadpool import ThreadPool
from outwit.errors import GameFault, IllegalAction, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outwit.core.plane import Plane

    # Of numpy, or whatever the caller has passed.
    Arrays = tuple[Any, Any, Any]

MOST_BOARDS = 1 << 24
MOST_THREADS = 256
# Most moves after which a game may be cut short.
MOST_PLIES = 1_000_000_000
WORD = (1 << 64) - 1
# The golden ratio as 64 bits: what differs from draw to draw.
GOLDEN = 0x9E3779B97F4A7C15


class Batch:
    """Many games of one kind at once, played in compiled code.

    Every board has the same options. A move is an action, a number that ``actions`` explains; what
    the side to move sees is a stack of ``planes``. The methods write into arrays of the caller, or
    return new arrays of numpy. They release Python's lock, and share the boards among threads.

    Args:
        game: A game or its name; or a position, with which every board then starts.
        n: The number of boards, from 1 to 16,777,216.
        threads: The number of threads, from 1 to 256.
        seed: The same seed draws the same random actions.
        autoreset: Whether a game that has ended starts again at once.
        plies: Moves after which a game is cut short. Default: never.
        options: Options of the game.

    A batch serves one thread at a time. Texts of moves, positions and everything else for people
    come from ``position`` and ``actions``.

    Raises:
        UsageError: A number is not in its range, or the game has no actions or planes.
        BadOption: The game has no such option, or the option no such value.

    >>> import outwit
    >>> batch = outwit.Batch("ataxx", 1000, seed=1)
    >>> batch, batch.n, len(batch), batch.size, batch.shape, batch.autoreset
    (<Batch of 1000 boards of ataxx>, 1000, 1000, 530, (5, 7, 7), False)
    >>> batch.legal_mask().shape, batch.observe().shape
    ((1000, 530), (1000, 5, 7, 7))
    >>> actions = batch.random_actions()
    >>> rewards, terminated, truncated = batch.step(actions)
    >>> batch.position(0).text, batch.actions.text(actions[0])
    ('x5o/7/7/7/7/7/o4xx o 0 1', 'f1')
    """

    def __init__(
        self,
        game: Game | Position | str,
        n: int,
        threads: int = 1,
        seed: int = 0,
        autoreset: bool = False,
        *,
        plies: int | None = None,
        **options: Any,
    ) -> None:
        self.n = whole("n", n, 1, MOST_BOARDS)
        seed = whole("seed", seed, -WORD, WORD)
        longest = 0 if plies is None else whole("plies", plies, 1, MOST_PLIES)
        self.pool = ThreadPool(whole("threads", threads, 1, MOST_THREADS))
        self.autoreset = bool(autoreset)
        start = start_of(game, options)
        self.game = start.game
        self.actions = Actions(start)
        self.size = self.actions.size
        self.planes: tuple[Plane, ...] = start.planes
        if not self.planes:
            raise GameFault(f"{self.game.name} has no planes")
        self.shape = (len(self.planes), start.board.rows, start.board.columns)
        self.start = start
        self.boards = boards_of(start, self.n, longest, self.autoreset)
        self.players = [self.boards.player() for _ in range(self.pool.threads)]
        self.thinking = Thinking(self.boards, self.game)
        self.random = seed & WORD
        self.drawn = 0
        self.lock = allocate_lock()

    @property
    def turn(self) -> Any:
        """Return the side to move of each board: 0 or 1, as uint8.

        >>> import outwit
        >>> outwit.Batch("ataxx", 3).turn
        array([0, 0, 0], dtype=uint8)
        """
        return buffers.copied(self.boards.turns, self.n, "uint8")

    @property
    def plies(self) -> Any:
        """Return how many moves were made on each board since its start, as int32.

        >>> import outwit
        >>> outwit.Batch("ataxx", 3).plies
        array([0, 0, 0], dtype=int32)
        """
        return buffers.copied(self.boards.plies, self.n, "int32")

    def legal_mask(self, out: Any = None) -> Any:
        """Return a byte for each action of each board: 1 where it is legal, else 0.

        On a board whose game has ended no action is legal.

        Args:
            out: An array of uint8 or bool to write to, of shape (n, size). Default: a new one.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.

        >>> import outwit
        >>> outwit.Batch("ataxx", 2).legal_mask().sum(axis=1)
        array([16, 16], dtype=uint64)
        """
        out = buffers.new((self.n, self.size), "uint8") if out is None else out
        shapes = (self.n, self.size), (self.n * self.size,)
        view = buffers.checked("out", out, buffers.UINT8, *shapes)
        with Exclusive(self.lock):
            self._share(lambda start, stop, _: self.boards.write_masks(start, stop, view))
        return out

    def observe(self, out: Any = None, dtype: str | None = None, flat: bool = False) -> Any:
        """Return what the side to move of each board sees: its planes, own pieces first.

        Args:
            out: An array to write to, of shape (n, planes, rows, columns), or flat, of
                shape (n, planes x rows x columns).
                Default: a new one.
            dtype: ``uint8``, the numbers as the planes have them; or ``float32``, those divided by
                the highest number of the plane. Default: that of ``out``, else ``uint8``.
            flat: Whether a new array is flat.

        Raises:
            UsageError: The array or its type does not fit, or another thread uses the batch.

        >>> import outwit
        >>> batch = outwit.Batch("ataxx", 2)
        >>> batch.observe(dtype="float32", flat=True).shape
        (2, 245)
        """
        if dtype not in (None, "uint8", "float32"):
            raise UsageError(f"dtype: {excerpt(dtype)} is neither uint8 nor float32")
        whole_shape = (self.n, *self.shape)
        flat_shape = (self.n, self.shape[0] * self.shape[1] * self.shape[2])
        if out is None:
            out = buffers.new(flat_shape if flat else whole_shape, dtype or "uint8")
        kinds = {**buffers.UINT8, **buffers.FLOAT32}
        if dtype is not None:
            kinds = {kind: name for kind, name in kinds.items() if name == dtype}
        shapes = whole_shape, flat_shape, (flat_shape[0] * flat_shape[1],)
        view = buffers.checked("out", out, kinds, *shapes)
        write = self.boards.write_bytes if view.itemsize == 1 else self.boards.write_floats
        with Exclusive(self.lock):
            self._share(lambda start, stop, thread: write(self.players[thread], start, stop, view))
        return out

    def step(
        self, actions: Any, rewards: Any = None, terminated: Any = None, truncated: Any = None
    ) -> Arrays:
        """Return rewards, terminated and truncated after an action on each board.

        The reward is that of the side that has just moved: 1 for a win, -1 for a loss, else 0.
        ``terminated`` is 1 where this move ended the game by the rules, ``truncated`` where it was
        the last that ``plies`` allows. With ``autoreset`` such a board starts again at once;
        without, it stays as it is, and takes no action but -1.

        Args:
            actions: The actions, an array of int32 or int64 of shape (n,); -1 skips a board.
            rewards: An array of float32 to write to, of shape (n,). Default: a new one.
            terminated: An array of uint8 or bool to write to. Default: a new one.
            truncated: An array of uint8 or bool to write to. Default: a new one.

        Raises:
            IllegalAction: An action is not legal; it names the first such board, and no board has
                changed.
            UsageError: An array does not fit, or another thread uses the batch.

        >>> import numpy, outwit
        >>> batch = outwit.Batch("ataxx", 2)
        >>> batch.step(numpy.array([batch.actions.number("b7"), -1]))[0]
        array([0., 0.], dtype=float32)
        >>> batch.plies
        array([1, 0], dtype=int32)
        """
        shape = (self.n,)
        taken = buffers.checked("actions", actions, buffers.INTEGERS, shape, is_written=False)
        given = (rewards, terminated, truncated)
        if rewards is None or terminated is None or truncated is None:
            kinds = ("float32", "bool", "bool")
            given = tuple(
                buffers.new(shape, kind) if array is None else array
                for array, kind in zip(given, kinds, strict=True)
            )
        gains = buffers.checked("rewards", given[0], buffers.FLOAT32, shape)
        ended = buffers.checked("terminated", given[1], buffers.UINT8, shape)
        cut = buffers.checked("truncated", given[2], buffers.UINT8, shape)
        with Exclusive(self.lock):
            wrong = self.boards.take(taken, taken.itemsize == 8)
            if wrong >= 0:
                is_over = self.boards.is_closed(wrong)
                raise IllegalAction(refusal(wrong, taken[wrong], self.size, is_over), wrong)
            self._share(
                lambda start, stop, thread: self.boards.step(
                    self.players[thread], start, stop, gains, ended, cut
                )
            )
        return given

    def reset(self, mask: Any = None) -> None:
        """Start again on some boards, or on all.

        Args:
            mask: An array of uint8 or bool of shape (n,), not 0 on the boards that start again.
                Default: all boards.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.

        >>> import outwit
        >>> batch = outwit.Batch("ataxx", 2)
        >>> _ = batch.step(batch.random_actions())
        >>> batch.reset()
        >>> batch.plies
        array([0, 0], dtype=int32)
        """
        view = None
        if mask is not None:
            view = buffers.checked("mask", mask, buffers.UINT8, (self.n,), is_written=False)
        with Exclusive(self.lock):
            self.boards.reset(0, self.n, view)

    def random_actions(self, out: Any = None) -> Any:
        """Return a random legal action of each board, all equally likely; -1 where it has none.

        They depend on the seed and on the calls before, and not on the number of threads.

        Args:
            out: An array of int32 or int64 to write to, of shape (n,). Default: a new one.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.

        >>> import outwit
        >>> first = outwit.Batch("ataxx", 100, seed=5).random_actions()
        >>> second = outwit.Batch("ataxx", 100, seed=5, threads=2).random_actions()
        >>> bool((first == second).all())
        True
        """
        out = buffers.new((self.n,), "int32") if out is None else out
        view = buffers.checked("out", out, buffers.INTEGERS, (self.n,))
        with Exclusive(self.lock):
            seed = (self.random + self.drawn * GOLDEN) & WORD
            self.drawn += 1
            is_long = view.itemsize == 8
            self._share(lambda start, stop, _: self.boards.draw(start, stop, view, is_long, seed))
        return out

    def evaluate(self, out: Any = None) -> Any:
        """Return the score of each board for the side to move, without a search.

        It is in hundredths of the smallest piece: the engine's network where the game has one,
        else the game's own evaluation. A won game has 31,000, a lost one -31,000, a draw 0.

        Args:
            out: An array of int32 to write to, of shape (n,). Default: a new one.

        Raises:
            UsageError: The array does not fit, or another thread uses the batch.

        >>> import outwit
        >>> scores = outwit.Batch("ataxx", 3).evaluate()
        >>> scores.shape, bool(scores[0] == scores[2])
        ((3,), True)
        """
        out = buffers.new((self.n,), "int32") if out is None else out
        view = buffers.checked("out", out, buffers.INT32, (self.n,))
        with Exclusive(self.lock):
            self.thinking.evaluate(self.pool, view)
        return out

    def search(self, nodes: int, scores: Any = None, actions: Any = None) -> tuple[Any, Any]:
        """Return the score of each board for the side to move, and its best action, by a search.

        The result of a board depends on the boards near it, and not on the number of threads. A
        score beyond 30,000 is a forced win: 31,000 less the moves until then. An action is -1
        where the game is over.

        Args:
            nodes: Most positions searched for each board, from 1 to 1,000,000.
            scores: An array of int32 to write to, of shape (n,). Default: a new one.
            actions: An array of int32 to write to, of shape (n,). Default: a new one.

        Raises:
            UsageError: ``nodes`` is not in its range, an array does not fit, or another thread uses
                the batch.

        >>> import outwit
        >>> batch = outwit.Batch("ataxx", 2)
        >>> scores, actions = batch.search(100)
        >>> batch.actions.text(actions[0]) in batch.position(0).legal_moves
        True
        """
        nodes = whole("nodes", nodes, 1, MOST_NODES)
        scores = buffers.new((self.n,), "int32") if scores is None else scores
        actions = buffers.new((self.n,), "int32") if actions is None else actions
        found = buffers.checked("scores", scores, buffers.INT32, (self.n,))
        best = buffers.checked("actions", actions, buffers.INT32, (self.n,))
        with Exclusive(self.lock):
            self.thinking.search(self.pool, nodes, found, best)
        return scores, actions

    def position(self, i: int) -> Position:
        """Return the position of a board, without the moves played.

        Args:
            i: The number of the board.

        Raises:
            UsageError: There is no such board, or another thread uses the batch.

        >>> import outwit
        >>> outwit.Batch("ataxx", 2).position(1).text
        'x5o/7/7/7/7/7/o5x x 0 1'
        """
        board = whole("i", i, 0, self.n - 1)
        with Exclusive(self.lock):
            made = self.boards.position(board)
        made._belong(self.game)
        return made

    def set_position(self, i: int, position: Position) -> None:
        """Put a position on a board, which counts its plies from 0 again.

        Args:
            i: The number of the board.
            position: A position with the same options; what was played before is not kept.

        Raises:
            UsageError: There is no such board, the position is of another game or has other
                options, or another thread uses the batch.

        >>> import outwit
        >>> batch = outwit.Batch("ataxx", 2)
        >>> batch.set_position(1, outwit.game("ataxx").position("xx4o/7/7/7/7/7/o5x o 0 1"))
        >>> batch.turn
        array([0, 1], dtype=uint8)
        """
        board = whole("i", i, 0, self.n - 1)
        self.actions.check(position)
        if (position.board.rows, position.board.columns) != self.shape[1:]:
            raise UsageError("the board of the position has another shape")
        with Exclusive(self.lock):
            self.boards.put(board, position)

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Call ``work`` with a range of boards for each thread, and the thread's number."""
        threads = self.pool.threads
        if threads == 1:
            work(0, self.n, 0)
            return
        bounds = [self.n * thread // threads for thread in range(threads + 1)]
        self.pool.run(lambda thread: work(bounds[thread], bounds[thread + 1], thread))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} boards of {self.game.name}>"


def refusal(board: int, action: int, size: int, is_over: bool) -> str:
    """Say why an action is illegal on a board, of ``size`` actions in all."""
    if not SKIP <= action < size:
        reason = f"action {action} is not from -1 to {size - 1}"
    elif is_over:
        reason = "the game is over: reset it, or skip it with -1"
    else:
        reason = f"action {action} is not legal"
    return f"board {board}: {reason}"
