"""The rules of a game: the methods that each game writes, and that ``Position`` builds on."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.symmetry import IDENTITY, Symmetry
from outwit.errors import BadFile, GameFault
from outwit.geometry import bits, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from outwit.core.board import Board
    from outwit.core.game import Game
    from outwit.core.plane import Plane

# Moves that a new position or a copy has room for before it must grow.
FIRST_ROOM = 16


class Rules:
    """What a game writes; ``Position``, which a game derives from, provides all the rest.

    At the end of its ``__init__`` a game sets ``ready``. In compiled games Python cannot call most
    of these methods, because they trust their arguments. Those that search calls work on numbers
    and run without the GIL. Each ply has ``frame`` words of ``past``, for what ``unmake`` needs.
    ``most`` bounds the number of legal moves here and in all later positions. A game sets ``timed``
    if its end also depends on how many moves were made, and the key does not always show that; it
    sets ``slots`` to the number of its features where they describe the position.

    For learning, a game sets ``action_count``, ``plane_count`` and ``record_words``, and writes the
    methods from ``action`` on. Actions and planes are as the side to move sees the board.
    """

    def __init__(self, side: int, most: int, frame: int, options: dict[str, object]) -> None:
        if getattr(self, "ready", False):
            raise GameFault(f"this {type(self).__name__} is set up already")
        if not 0 <= side <= 1 or most < 0 or frame < 0:
            raise GameFault(f"{type(self).__name__} cannot be set up with these numbers")
        self.side = side
        self.most = most
        self.frame = frame
        self.timed = False
        self.slots = 0
        self.action_count = 0
        self.plane_count = 0
        self.record_words = 0
        self.rules = options
        self.home: Game | None = None
        self.ply = 0
        self.room = FIRST_ROOM
        self.listed = -1
        self.past_store = bytearray(8 * frame * FIRST_ROOM)
        self.line_store = bytearray(4 * FIRST_ROOM)
        self.fault: BaseException | None = None
        self.shown: Board | None = None
        self.scratch = MoveStack(most)
        self.past = memory.u64s(self.past_store)
        self.line = memory.u32s(self.line_store)
        self.ready = False

    @classmethod
    def begin(cls, *args: Any, **options: Any) -> Self:
        """Return the start position."""
        raise GameFault(f"{cls.__name__} has no start position")

    @classmethod
    def read(cls, text: str, *args: Any, **rules: Any) -> Self:
        """Return the position of a text; raise BadPosition, naming the field, if it has none."""
        raise GameFault(f"{cls.__name__} reads no text")

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end, in the order ``judge`` counts them."""
        return ()

    @property
    def score(self) -> tuple[int, int] | None:
        """Return what the first and the second side have counted, None in a game without a count.

        ``Game.unit`` says what is counted, if the higher count wins.
        """
        return None

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """List the symmetries of the rules: play in the image of a position is the image of play.

        ``reflect`` must know all of them.
        """
        return (IDENTITY,)

    def view(self) -> Board:
        """Return the board as it is now: its shape, its squares, and what is on each."""
        raise GameFault(f"{type(self).__name__} shows no board")

    def reflect(self, symmetry: Symmetry) -> Rules:
        """Return the image of the position under one of its symmetries, without moves played."""
        return type(self).read(self.write_text(), **self.rules)

    def write_text(self) -> str:
        """Write the position on one line."""
        raise GameFault(f"{type(self).__name__} writes no text")

    def draw_text(self) -> str:
        """Draw the position for people, in letters."""
        return self.write_text()

    def write_move(self, move: u32) -> str:
        """Write a legal move."""
        raise GameFault(f"{type(self).__name__} writes no moves")

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not; raise UnreadableMove if it is none."""
        raise GameFault(f"{type(self).__name__} reads no moves")

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        text = self.write_move(move)
        try:
            on_board = text in self.view()
        except GameFault:
            on_board = False  # not every game has a board
        return MoveDetails("move", (text,) if on_board else (), text)

    def assign(self, other: Rules) -> None:
        """Become the same as another position of the same class; this one is not set up yet.

        A game copies what it has added, after its base has done so.
        """
        self.side = other.side
        self.most = other.most
        self.frame = other.frame
        self.timed = other.timed
        self.slots = other.slots
        self.action_count = other.action_count
        self.plane_count = other.plane_count
        self.record_words = other.record_words
        self.rules = other.rules
        self.home = other.home
        self.ply = other.ply
        self.room = min(other.room, other.ply + FIRST_ROOM)
        self.listed = -1
        self.past_store = memory.copied(other.past_store, 8 * self.frame * self.room)
        self.line_store = memory.copied(other.line_store, 4 * self.room)
        self.fault = None
        self.shown = other.shown
        self.scratch = MoveStack(other.scratch.capacity)
        self.past = memory.u64s(self.past_store)
        self.line = memory.u32s(self.line_store)

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop.

        There are none if and only if the game is over.
        """
        return start

    def count(self) -> i32:
        """Count the legal moves without writing them."""
        return 0

    def make(self, move: u32) -> None:
        """Play a legal move; there must be room for it."""

    def unmake(self) -> None:
        """Take the last move back."""

    def judge(self) -> i32:
        """Say whether and how the game is over: see ``verdict``."""
        return 0

    def digest(self) -> u64:
        """Return a key, the same for positions from which play is the same."""
        return 0

    def evaluate(self) -> i32:
        """Score a running game for the side to move, in hundredths of the smallest piece."""
        return 0

    def write_slots(self, states: memoryview[int], start: i32) -> None:
        """Write the state of each slot from ``start`` on, for the learned evaluation.

        It is the first side's view; how the second side sees the same, the game's features say
        (``core/features.py``). There is room for whole words: 8 bytes, 16, and so on.
        """

    def bucket(self) -> i32:
        """Return the phase of the game, a number below the ``buckets`` of the game's features."""
        return 0

    def repeated(self) -> i32:
        """Score a repetition of this position, for the side to move; by default a draw."""
        return 0

    def award_history_ends(self, side: i32) -> bint:
        """Let a side win every end that depends on how play came about; -1: as the rules say.

        The key then leaves out what only such ends depend on. Return whether there are any.
        """
        return False

    def order(self, move: u32) -> i32:
        """Guess how good a legal move is: higher is tried earlier."""
        return 0

    def order_all(self, moves: MoveStack, start: i32, stop: i32, guesses: memoryview[int]) -> None:
        """Write what ``order`` says of each of these legal moves, at the place of the move.

        A game may do this faster than by asking for one after the other.
        """
        i: i32
        for i in range(start, stop):
            guesses[i] = self.order(moves.data[i])

    def random_move(self, moves: MoveStack, chance: u64) -> u32:
        """Return a random legal move, all equally likely; NO_MOVE if the game is over.

        ``chance`` is 64 random bits. A game may do this faster than by writing all moves.
        """
        number: u64 = self.generate(moves, 0)
        return moves.data[(chance >> 32) * number >> 32] if number else numbers.NO_MOVE

    def winning_move(self) -> u32:
        """Return a legal move that wins at once, if the game can tell without trying moves.

        NO_MOVE if it cannot, if there is none, and when the game is over.
        """
        return numbers.NO_MOVE

    def must_answer(self) -> bint:
        """Tell whether the other side would win at once if it were to move now.

        A game may say no where it cannot tell without trying moves. Where it says yes,
        ``generate_hopeful`` writes every move that prevents the win, and any other move loses.
        """
        return False

    def generate_hopeful(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves that may well be good, for the search; by default, all of them."""
        return self.generate(moves, start)

    def generate_hopeless(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves that ``generate_hopeful`` leaves out.

        The search tries them only where there is hardly another move, or each of the others loses.
        """
        return start

    def generate_forcing(self, moves: MoveStack, start: i32) -> i32:
        """Write the forcing moves of a running game, such as captures, for quiescence search.

        Beyond its depth the search goes on with these moves alone.
        """
        return start

    def replies(self, moves: MoveStack, start: i32, stop: i32) -> u64:
        """Count the legal moves after each of these legal moves, all together.

        A game may do this faster than by making and unmaking them.
        """
        total: u64 = 0
        i: i32
        for i in range(start, stop):
            self.make(moves.data[i])
            total += self.count()
            self.unmake()
        return total

    def allows_null_move(self) -> bint:
        """Tell whether the search may try a null move here.

        This must be false where having to move can be a disadvantage (zugzwang).
        """
        return False

    @property
    def planes(self) -> tuple[Plane, ...]:
        """List the planes of an observation, the side to move's first; none without them."""
        return ()

    def action(self, move: u32) -> i32:
        """Return the action of a legal move, a number below ``action_count``.

        Different legal moves of a position have different actions.
        """
        return -1

    def move_at(self, action: i32) -> u32:
        """Return the legal move of an action below ``action_count``; NO_MOVE if none is legal.

        A game may do this faster than by writing all moves. The moves of ``scratch`` may change.
        """
        stop: i32 = self.generate(self.scratch, 0)
        i: i32
        self.listed = -1
        for i in range(stop):
            if self.action(self.scratch.data[i]) == action:
                return self.scratch.data[i]
        return numbers.NO_MOVE

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action; all bits are 0 before.

        Action ``a`` is bit ``a % 64`` of word ``a // 64``. The moves of ``scratch`` may change.
        """
        stop: i32 = self.generate(self.scratch, 0)
        i: i32
        action: i32
        self.listed = -1
        for i in range(stop):
            action = self.action(self.scratch.data[i])
            legal[action >> 6] |= bits.bit(action & 63)

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write every byte of all planes, plane by plane, each row by row from the top.

        Top is the mover's far side where the rules have a direction.
        """

    def save(self, record: memoryview[int]) -> None:
        """Write all that play depends on, and the count of plies, into ``record_words`` words."""

    def load(self, record: memoryview[int]) -> None:
        """Become the position of a record, which one with the same options has saved.

        Afterwards ``ply`` is 0: no move has been played.
        """

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action of a side to move as the text of its move, whether legal or not."""
        raise GameFault(f"{type(self).__name__} numbers no actions")

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text for a side to move; raise UnreadableMove."""
        raise GameFault(f"{type(self).__name__} numbers no actions")

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the action that, in the image of a position, does the same as this one."""
        raise GameFault(f"{type(self).__name__} numbers no actions")

    def read_planes(self, planes: bytes) -> Rules:
        """Return the position of planes, with the options of this one."""
        raise GameFault(f"{type(self).__name__} has no planes")

    def agrees(self, option: str, value: object) -> bool | None:
        """Tell whether this position can come from that start option; None if it does not show."""
        return None

    @classmethod
    def from_file(cls, data: bytes, side: int | None = None, *args: Any, **rules: Any) -> Self:
        """Return the position of a file in the game's own format; raise BadFile if it has none."""
        raise BadFile("this game has no file format of its own")

    def to_file(self) -> bytes:
        """Write the position as ``from_file`` reads it; raise BadFile if there is no such format.

        The file need not tell who is to move.
        """
        raise BadFile("this game has no file format of its own")
