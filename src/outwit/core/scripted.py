"""A game written in plain Python, played by the compiled engine all the same."""

from __future__ import annotations

from hashlib import blake2b

import cython
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core.board import Board, from_rows
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Outcome, encode
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.core.symmetry import Symmetry
from outwit.errors import BadPosition, GameFault, UnreadableMove
from outwit.geometry import grid, squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_MOVES = 4096
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#*+-?!"

# The search wants numbers: every move text ever generated gets one.
NUMBERS: dict[str, int] = {}
TEXTS: list[str] = []


class ScriptedPosition(Position):
    """Subclass this, keep the game in an immutable ``state``, and write what is above the line.

    Also to be written, as for every game: ``begin`` and ``read``, which return ``cls(state)``,
    and ``terminations``. Undo, keys, copies and search come by themselves.
    """

    def __init__(self, state: Any, **rules: Any) -> None:
        super().__init__(self.mover(state), MOST_MOVES, 0, dict(rules))
        self.states = [state]
        self.ready = True

    def mover(self, state: Any) -> int:
        """Tell which side is to move."""
        raise GameFault(f"{type(self).__name__} does not say who is to move")

    def moves(self, state: Any) -> list[str]:
        """List the legal moves of a running game."""
        raise GameFault(f"{type(self).__name__} has no moves")

    def after(self, state: Any, move: str) -> Any:
        """Return the state after a legal move."""
        raise GameFault(f"{type(self).__name__} does not say what a move does")

    def result(self, state: Any) -> Outcome | None:
        """Tell how the game ended, None while it goes on."""
        raise GameFault(f"{type(self).__name__} has no end")

    def write(self, state: Any) -> str:
        """Write a state on one line; ``read`` must make the same state of it."""
        raise GameFault(f"{type(self).__name__} writes no text")

    def draw(self, state: Any) -> str:
        """Draw a state for people."""
        return self.write(state)

    def identity(self, state: Any) -> str:
        """Write what decides the further play; leave out counters that do not."""
        return self.write(state)

    def estimate(self, state: Any) -> int:
        """Score a running game for the side to move, for the search."""
        return 0

    def counted(self, state: Any) -> tuple[int, int] | None:
        """Return what each side has counted, None in a game without a count."""
        return None

    def rows(self, state: Any) -> list[str]:
        """List the rows of the board from the top, a letter for each square, ``.`` being empty.

        Unless a game says otherwise, these are the first field of the text.
        """
        try:
            return [
                grid.read_row(row, LETTERS, number)
                for number, row in enumerate(self.write(state).split(" ")[0].split("/"), 1)
            ]
        except BadPosition:
            return []

    def shows_board(self, state: Any) -> bool:
        """Tell whether ``rows`` makes a board: all of one length, columns with letters."""
        lengths = {*map(len, self.rows(state))}
        return len(lengths) == 1 and 0 < max(lengths) <= len(squares.COLUMNS)

    def reflected(self, state: Any, symmetry: Symmetry) -> Any:
        """Return the image of a state under one of the ``symmetries``."""
        return state

    def details(self, state: Any, move: str) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        names = squares.split(move)
        on_board = self.shows_board(state) and all(name in self.board for name in names)
        clicks = tuple(names) if on_board else ()
        return MoveDetails("move", clicks, f"{self.game.sides[self.side]} plays {move}")

    # ------------------------------------------------------------------ provided for every game

    @property
    def state(self) -> Any:
        """Return the state as it is now."""
        self.check()
        return self.states[-1]

    @property
    def score(self) -> tuple[int, int] | None:
        """Return what the first and the second side have counted, None without a count."""
        self.check()
        return self.counted(self.states[-1])

    def view(self) -> Board:
        """Return the board as it is now."""
        if not self.shows_board(self.states[-1]):
            raise GameFault(f"{type(self).__name__} shows no board")
        return from_rows(self.rows(self.states[-1]), self.game.pieces)

    def reflect(self, symmetry: Symmetry) -> ScriptedPosition:
        """Return the image of the position under a symmetry, without moves played."""
        return type(self)(self.reflected(self.states[-1], symmetry), **self.rules)

    def write_text(self) -> str:
        """Write the position on one line."""
        return self.write(self.states[-1])

    def draw_text(self) -> str:
        """Draw the position for people."""
        return self.draw(self.states[-1])

    def write_move(self, move: u32) -> str:
        """Write a move."""
        return TEXTS[move]

    def parse_move(self, text: str) -> int:
        """Read a move; raise UnreadableMove for a text that has never been a legal move."""
        if text not in NUMBERS:
            self.list_moves()
        if text not in NUMBERS:
            raise UnreadableMove(f"move {text[:40]!r} is not legal here")
        return NUMBERS[text]

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        return self.details(self.states[-1], TEXTS[move])

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        # What a game keeps on itself goes first: interpreted, all that follows lies there too.
        vars(self).update(vars(other))
        Position.assign(self, other)
        assert isinstance(other, ScriptedPosition)
        scripted: ScriptedPosition = other
        self.states = scripted.states[:]

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        with cython.gil:
            return self.fill(moves, start)

    def count(self) -> i32:
        """Count the legal moves."""
        with cython.gil:
            return self.tally()

    def make(self, move: u32) -> None:
        """Play a legal move."""
        with cython.gil:
            self.step(move)

    def unmake(self) -> None:
        """Take the last move back."""
        with cython.gil:
            self.step_back()

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        with cython.gil:
            return self.verdict()

    def digest(self) -> u64:
        """Return a key, the same for positions from which play is the same."""
        with cython.gil:
            return self.stamp()

    def evaluate(self) -> i32:
        """Score a running game for the side to move."""
        with cython.gil:
            return self.worth()

    # Below, nothing may be raised, for search cannot handle it: ``check`` raises it later.

    def listing(self) -> list[str]:
        """List the legal moves; none after an exception."""
        if self.fault is not None:
            return []
        texts = []
        try:
            state = self.states[-1]
            if self.result(state) is None:
                texts = list(self.moves(state))
            if len(texts) > MOST_MOVES:
                self.fault = GameFault(f"more than {MOST_MOVES} moves in {self.write(state)}")
            if not all(type(text) is str for text in texts):
                self.fault = GameFault(f"a move is not a text in {self.write(state)}")
        except BaseException as fault:
            self.fault = fault
        return [] if self.fault is not None else texts

    def tally(self) -> i32:
        """Count the legal moves; ``count`` under the GIL."""
        return len(self.listing())

    def fill(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves; ``generate`` under the GIL."""
        for text in self.listing():
            if text not in NUMBERS:
                NUMBERS[text] = len(TEXTS)
                TEXTS.append(text)
            moves.data[start] = NUMBERS[text]
            start += 1
        return start

    def step(self, move: u32) -> None:
        """Play a legal move; ``make`` under the GIL."""
        state = self.states[-1]
        try:
            state = self.after(state, TEXTS[move])
        except BaseException as fault:
            self.fault = fault
        self.states.append(state)
        self.side = 1 - self.side
        self.ply += 1

    def step_back(self) -> None:
        """Take the last move back; ``unmake`` under the GIL."""
        self.states.pop()
        self.side = 1 - self.side
        self.ply -= 1

    def verdict(self) -> i32:
        """Say how the game stands; ``judge`` under the GIL."""
        try:
            return encode(self.result(self.states[-1]), self.terminations)
        except BaseException as fault:
            self.fault = fault
        return 0

    def stamp(self) -> u64:
        """Return the key; ``digest`` under the GIL."""
        try:
            name = self.identity(self.states[-1]).encode()
            return int.from_bytes(blake2b(name, digest_size=8).digest(), "little")
        except BaseException as fault:
            self.fault = fault
        return 0

    def worth(self) -> i32:
        """Score the game; ``evaluate`` under the GIL."""
        try:
            return self.estimate(self.states[-1])
        except BaseException as fault:
            self.fault = fault
        return 0
