"""Many games of one kind side by side, played without the interpreter."""

from __future__ import annotations

from cython import Py_ssize_t, bint, nogil
from cython import int as i32
from cython import longlong as i64
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.position import Position
from outwit.errors import GameFault
from outwit.geometry import arrays, bits, memory

# How a move ended besides the verdicts: the game was too long; the game breaks its contract.
CUT = 4
BROKEN = 5


class Boards:
    """The boards of a batch: for each a record, the bits of its legal actions, and counters.

    A finished board has no legal actions. The ranges of boards, from ``start`` up to ``stop``, of
    different threads may be worked on at the same time; each thread has a ``player`` of its own,
    which ``player`` makes. Arrays are views that fit: ``environments/arrays.py`` checks them.
    """

    def __init__(self, position: Position, number: int, plies: int, restarts: bool) -> None:
        model: Position = position.clone()
        self.model = model
        self.number = number
        self.size = model.action_count
        self.words = model.record_words
        self.width = (self.size + 63) // 64
        # Moves after which a game is cut short; 0: never.
        self.longest = plies
        board = model.board
        self.cells = board.rows * board.columns
        self.plane_total = model.plane_count
        records = bytearray(8 * self.words * (number + 1))
        legal = bytearray(8 * self.width * (number + 1))
        sides = bytearray(number + 1)
        made = bytearray(4 * (number + 1))
        picked = bytearray(4 * number)
        scales = bytearray(plane.most for plane in model.planes)
        uniform = bytearray(plane.uniform for plane in model.planes)
        self.stores = [records, legal, sides, made, picked, scales, uniform]
        self.records = memory.u64s(records)
        self.legal = memory.u64s(legal)
        self.sides = memory.u8s(sides)
        self.made = memory.i32s(made)
        self.picked = memory.i32s(picked)
        self.scales = memory.u8s(scales)
        self.uniform = memory.u8s(uniform)
        # Whether a game that has ended begins anew.
        self.restarts = restarts
        # The last board is the start, which no range contains.
        self.put(number, model)
        self.reset(0, number, None)

    @staticmethod
    def bytes_a_board(position: Position) -> int:
        """Return the memory that a board takes which starts with a position."""
        model: Position = position
        words: i32 = model.record_words + (model.action_count + 63) // 64
        return 8 * words + 9

    @property
    def turns(self) -> bytes:
        """Return the side to move of each board, a byte each."""
        return bytes(self.stores[2][: self.number])

    @property
    def plies(self) -> bytes:
        """Return the moves made on each board since its start, four bytes each."""
        return bytes(self.stores[3][: 4 * self.number])

    def player(self) -> Position:
        """Return a position for one thread."""
        made: Position = self.model.clone()
        made.reserve(2)
        return made

    def position(self, board: int) -> Position:
        """Return the position of a board, without moves played."""
        made: Position = self.model.clone()
        made.drop_listing()
        self.bring(made, board)
        made.ply = 0
        return made

    def put(self, board: int, position: Position) -> None:
        """Put a position, which has the same options, on a board."""
        own: Position = position.clone()
        own.save(arrays.u64s_from(self.records, board * self.words))
        self.made[board] = 0
        self.bring(own, board)
        self.mark(own, board)
        own.check()

    def is_closed(self, board: int) -> bool:
        """Tell whether a board takes no action: its game has ended, or was cut short."""
        at: Py_ssize_t = board
        i: i32
        for i in range(self.width):
            if self.legal[at * self.width + i]:
                return False
        return True

    def bring(self, player: Position, board: Py_ssize_t) -> None:
        """Load a board."""
        player.load(arrays.u64s_from(self.records, board * self.words))
        player.ply = 0

    def mark(self, player: Position, board: Py_ssize_t) -> bint:
        """Note the side to move and the legal actions of a board; tell whether there are any."""
        any_legal: u64 = 0
        i: i32
        at: Py_ssize_t = board * self.width
        for i in range(self.width):
            self.legal[at + i] = 0
        player.mark_actions(arrays.u64s_from(self.legal, at))
        self.sides[board] = player.side
        for i in range(self.width):
            any_legal |= self.legal[at + i]
        return any_legal != 0

    def reset(self, start: Py_ssize_t, stop: Py_ssize_t, mask: memoryview | None) -> None:
        """Begin anew on the boards that a mask of bytes has; without it, on all."""
        i: Py_ssize_t
        if mask is None:
            with nogil:
                for i in range(start, stop):
                    self.begin(i)
            return
        wanted = arrays.u8s(mask)
        with nogil:
            for i in range(start, stop):
                if wanted[i]:
                    self.begin(i)

    def begin(self, board: Py_ssize_t) -> None:
        """Put the start position on a board."""
        self.copy(self.number, board)
        self.made[board] = 0

    def copy(self, source: Py_ssize_t, board: Py_ssize_t) -> None:
        """Put the position of one board on another."""
        i: i32
        for i in range(self.words):
            self.records[board * self.words + i] = self.records[source * self.words + i]
        for i in range(self.width):
            self.legal[board * self.width + i] = self.legal[source * self.width + i]
        self.sides[board] = self.sides[source]

    def take(self, actions: memoryview, is_long: bint) -> Py_ssize_t:
        """Take the actions of all boards; return the first board where one is illegal, else -1."""
        found: Py_ssize_t
        if is_long:
            long = arrays.i64s(actions)
            with nogil:
                found = self.take_long(long)
            return found
        short = arrays.i32s(actions)
        with nogil:
            found = self.take_short(short)
        return found

    def take_long(self, actions: memoryview[int]) -> Py_ssize_t:
        """Take actions of 64 bits."""
        i: Py_ssize_t
        action: i64
        for i in range(self.number):
            action = actions[i]
            if not numbers.SKIP <= action < self.size:
                return i
            self.picked[i] = action
            if action >= 0 and not self.allows(i, self.picked[i]):
                return i
        return -1

    def take_short(self, actions: memoryview[int]) -> Py_ssize_t:
        """Take actions of 32 bits."""
        i: Py_ssize_t
        action: i32
        for i in range(self.number):
            action = actions[i]
            if not numbers.SKIP <= action < self.size:
                return i
            self.picked[i] = action
            if action >= 0 and not self.allows(i, action):
                return i
        return -1

    def allows(self, board: Py_ssize_t, action: i32) -> bint:
        """Tell whether an action is legal on a board."""
        return self.legal[board * self.width + (action >> 6)] >> (action & 63) & 1 != 0

    def step(
        self,
        player: Position,
        start: Py_ssize_t,
        stop: Py_ssize_t,
        rewards: memoryview[float],
        terminated: memoryview,
        truncated: memoryview,
    ) -> None:
        """Play the actions taken; write how it ended for the side that has moved.

        Raise GameFault, which names the board, if a game has marked an action that it refuses.
        """
        gains = arrays.f32s(rewards)
        ended = arrays.u8s(terminated)
        cut = arrays.u8s(truncated)
        i: Py_ssize_t
        status: i32
        mover: i32
        broken: Py_ssize_t = -1
        with nogil:
            for i in range(start, stop):
                gains[i] = 0
                ended[i] = 0
                cut[i] = 0
                if self.picked[i] < 0:
                    continue
                mover = self.sides[i]
                status = self.play(player, i)
                if status == verdict.RUNNING:
                    continue
                if status == BROKEN:
                    broken = i
                elif status == CUT:
                    cut[i] = 1
                else:
                    ended[i] = 1
                    if status != verdict.DRAWN:
                        gains[i] = 1 if status - verdict.FIRST_WINS == mover else -1
                    if self.restarts:
                        self.begin(i)
                if status == CUT and self.restarts:
                    self.begin(i)
        player.check()
        if broken >= 0:
            raise GameFault(
                f"{self.model.game.name} marks action {self.picked[broken]} and then refuses it, "
                f"on board {broken}"
            )

    def play(self, player: Position, board: Py_ssize_t) -> i32:
        """Play the action taken on a board; return how it ended: a verdict, CUT or BROKEN."""
        i: i32
        self.bring(player, board)
        move: u32 = player.move_at(self.picked[board])
        if move == numbers.NO_MOVE:
            return BROKEN
        player.make(move)
        self.made[board] += 1
        player.save(arrays.u64s_from(self.records, board * self.words))
        if not self.mark(player, board):
            return player.judge() & 3
        if self.made[board] == self.longest:
            for i in range(self.width):
                self.legal[board * self.width + i] = 0
            return CUT
        return verdict.RUNNING

    def draw(
        self, start: Py_ssize_t, stop: Py_ssize_t, actions: memoryview, is_long: bint, seed: u64
    ) -> None:
        """Write a random legal action of each board; numbers.SKIP where there is none."""
        i: Py_ssize_t
        if is_long:
            long = arrays.i64s(actions)
            with nogil:
                for i in range(start, stop):
                    long[i] = self.draw_one(i, seed)
            return
        short = arrays.i32s(actions)
        with nogil:
            for i in range(start, stop):
                short[i] = self.draw_one(i, seed)

    def draw_one(self, board: Py_ssize_t, seed: u64) -> i32:
        """Return a random legal action of a board, by its number and a word for all boards."""
        place: u64 = board
        return arrays.chosen(
            self.legal, board * self.width, self.width, bits.mix(seed ^ bits.mix(place))
        )

    def write_masks(self, start: Py_ssize_t, stop: Py_ssize_t, out: memoryview) -> None:
        """Write a byte for each action of each board: 1 where it is legal."""
        i: Py_ssize_t
        to = arrays.u8s(out)
        with nogil:
            for i in range(start, stop):
                arrays.spread(self.legal, i * self.width, to, i * self.size, self.size)

    def write_bytes(
        self, player: Position, start: Py_ssize_t, stop: Py_ssize_t, out: memoryview
    ) -> None:
        """Write the planes of each board as bytes."""
        i: Py_ssize_t
        length: Py_ssize_t = self.plane_total * self.cells
        to = arrays.u8s(out)
        with nogil:
            for i in range(start, stop):
                self.bring(player, i)
                player.write_planes(arrays.u8s_from(to, i * length))
        player.check()

    def write_floats(
        self, player: Position, start: Py_ssize_t, stop: Py_ssize_t, out: memoryview[float]
    ) -> None:
        """Write the planes of each board as numbers from 0 to 1."""
        i: Py_ssize_t
        length: Py_ssize_t = self.plane_total * self.cells
        # Eight more, because a game may write whole words.
        store = bytearray(length + 8)
        seen = memory.u8s(store)
        to = arrays.f32s(out)
        with nogil:
            for i in range(start, stop):
                self.bring(player, i)
                player.write_planes(seen)
                self.divide(seen, to, i * length)
        player.check()

    def divide(self, seen: memoryview[int], to: memoryview[float], at: Py_ssize_t) -> None:
        """Write planes of bytes as numbers from 0 to 1."""
        plane: i32
        start: i32
        for plane in range(self.plane_total):
            start = plane * self.cells
            if self.uniform[plane]:
                arrays.fill(to, at + start, self.cells, seen[start], self.scales[plane])
            else:
                arrays.shares(seen, start, to, at + start, self.cells, self.scales[plane])
