"""A game in progress, as players, engines and programs see it."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core.moves import LegalMoves, MoveStack
from outwit.core.outcome import Outcome, Termination, decode
from outwit.core.side import SIDES, Side
from outwit.errors import BadFile, GameFault, IllegalMove, NothingToUndo
from outwit.geometry import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

FIRST_ROOM = 64


class Position:
    """A game in progress; sides move strictly in turn.

    A game writes the methods above the line. Those that search calls work on numbers, need no
    GIL, and trust what they are given; ``frame`` words of ``past`` belong to each ply, for what
    ``unmake`` has to know. ``most`` bounds how many moves any position from here on can have.
    ``timed`` is to be set where how play ends also hangs on how many moves were made, and the key
    does not always tell how many.
    """

    def __init__(self, side: int, most: int, frame: int, options: dict[str, object]) -> None:
        self.side = side
        self.most = most
        self.frame = frame
        self.timed = False
        self.options = options
        self.ply = 0
        self.room = 0
        self.store = bytearray()
        self.origin = ""
        self.record: list[str] = []
        self.fault: BaseException | None = None
        self.scratch = MoveStack(most)
        self.past = memory.u64s(self.store)
        self.reserve(FIRST_ROOM)

    @classmethod
    def begin(cls, *args: Any, **options: Any) -> Self:
        """Return the start position."""
        raise GameFault(f"{cls.__name__} has no start position")

    @classmethod
    def read(cls, text: str, *args: Any, **rules: Any) -> Self:
        """Return the position of a text; raise BadPosition, naming the field, if it has none."""
        raise GameFault(f"{cls.__name__} reads no text")

    @property
    def text(self) -> str:
        """Write the position on one line."""
        raise GameFault(f"{type(self).__name__} writes no text")

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end, in the order ``status`` counts them."""
        return ()

    def move_text(self, move: int) -> str:
        """Write a move."""
        raise GameFault(f"{type(self).__name__} writes no moves")

    def read_move(self, text: str) -> int:
        """Read a move, legal here or not; raise UnreadableMove if it is none."""
        raise GameFault(f"{type(self).__name__} reads no moves")

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

    def status(self) -> i32:
        """Say whether and how the game is over: see ``verdict``."""
        return 0

    def digest(self) -> u64:
        """Return a key, the same for positions from which play is the same."""
        return 0

    def evaluate(self) -> i32:
        """Score a running game for the side to move, in hundredths of the smallest piece."""
        return 0

    def repeated(self) -> i32:
        """Score, for the side to move, a game that only goes round in circles from here."""
        return 0

    def presume(self, side: int) -> bool:
        """Let a side win whatever end hangs on how play came about; -1: let the rules say.

        The key then leaves out what only such ends hang on. Return whether there are any.
        """
        return False

    def order(self, move: u32) -> i32:
        """Guess how good a legal move is: higher is tried earlier."""
        return 0

    def generate_forcing(self, moves: MoveStack, start: i32) -> i32:
        """Write, of the legal moves of a running game, those that must not be left unexamined.

        A search that has reached its depth goes on with these alone, as long as there are any.
        """
        return start

    def replies(self, moves: MoveStack, start: i32, stop: i32) -> u64:
        """Count the legal moves after each of these legal moves, all together.

        A game may do so faster than by making and unmaking them; the answer is the same.
        """
        total: u64 = 0
        i: i32
        for i in range(start, stop):
            self.make(moves.data[i])
            total += self.count()
            self.unmake()
        return total

    def agrees(self, option: str, value: object) -> bool | None:
        """Tell whether this position can stem from that start option; None if nobody can tell."""
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

    # ------------------------------------------------------------------ provided for every game

    @property
    def turn(self) -> Side:
        """Tell who is to move, or would be if the game were not over."""
        return SIDES[self.side]

    @property
    def key(self) -> int:
        """Return 64 bits that are the same for positions from which play is the same."""
        key: u64 = self.digest()
        self.check()
        return key

    @property
    def outcome(self) -> Outcome | None:
        """Tell how the game ended, None while it goes on."""
        status: i32 = self.status()
        self.check()
        return decode(status, self.terminations)

    @property
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves: a collection of texts that follows the position."""
        return LegalMoves(self)

    @property
    def played(self) -> tuple[str, ...]:
        """List the moves played and not taken back."""
        return tuple(self.record)

    @property
    def beginning(self) -> str:
        """Return the text of the position before the moves played."""
        return self.origin if self.record else self.text

    def play(self, move: str) -> None:
        """Play a move; raise IllegalMove if it is none."""
        code = self.read_move(move)
        if not self.allows(code):
            over = "" if self.how_many() else ": the game is over"
            raise IllegalMove(f"move {move!r} is not legal here{over}")
        self.push(code, move)
        self.check()

    def undo(self) -> str:
        """Take the last move back and return it; raise NothingToUndo if there is none."""
        if not self.record:
            raise NothingToUndo("no move has been played")
        self.unmake()
        self.check()
        return self.record.pop()

    def copy(self) -> Self:
        """Return the same game, moves played included, on a board of its own."""
        twin = type(self).read(self.origin or self.text, **self.options)
        twin.replay(self.played)
        return twin

    def replay(self, moves: tuple[str, ...]) -> None:
        """Play moves that are known to be legal."""
        for move in moves:
            self.push(self.read_move(move), move)
        self.check()

    def reserve(self, plies: int) -> None:
        """Make room for that many moves more."""
        if self.ply + plies <= self.room:
            return
        self.room = 2 * (self.ply + plies)
        store = bytearray(8 * self.frame * self.room)
        store[: len(self.store)] = self.store
        self.store = store
        self.past = memory.u64s(store)

    def push(self, move: u32, text: str) -> None:
        """Play a legal move for good, remembering its text."""
        if not self.record:
            self.origin = self.text
        self.reserve(1)
        self.make(move)
        self.record.append(text)

    def can_skip(self) -> bint:
        """Tell whether leaving the move to the other side can only be worse than some move.

        Where having to move can be a burden, this must be false.
        """
        return False

    def skip(self) -> None:
        """Leave the move to the other side, rules or no rules; for search, there must be room."""
        self.side = 1 - self.side
        self.ply += 1

    def unskip(self) -> None:
        """Undo ``skip``."""
        self.side = 1 - self.side
        self.ply -= 1

    def allows(self, move: int) -> bool:
        """Tell whether a move, as a number, is legal."""
        i: i32
        stop: i32 = self.generate(self.scratch, 0)
        self.check()
        for i in range(stop):
            if self.scratch.data[i] == move:
                return True
        return False

    def is_legal(self, move: str) -> bool:
        """Tell whether a move, as a text, is legal."""
        try:
            code = self.read_move(move)
        except IllegalMove:
            return False
        return self.allows(code)

    def how_many(self) -> int:
        """Count the legal moves."""
        number: i32 = self.count()
        self.check()
        return number

    def move_texts(self) -> list[str]:
        """List the legal moves as texts."""
        stop: i32 = self.generate(self.scratch, 0)
        self.check()
        return [self.move_text(self.scratch.data[i]) for i in range(stop)]

    def check(self) -> None:
        """Raise what went wrong where nothing could be raised."""
        if self.fault is not None:
            fault = self.fault
            self.fault = None
            raise fault

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or type(other) is not type(self):
            return False
        return self.text == other.text and self.options == other.options

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (type(self), self.origin or self.text, self.options, self.played)


def rebuild(
    cls: type[Position], text: str, options: dict[str, object], played: tuple[str, ...]
) -> Position:
    """Return a position that was pickled."""
    position = cls.read(text, **options)
    position.replay(played)
    return position
