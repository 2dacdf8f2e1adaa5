"""The rules of noughts and crosses, in plain Python.

A state is the nine squares from the top left, row by row: ``x``, ``o`` or ``.``.
"""

from __future__ import annotations

from outwit.core import fields
from outwit.core.outcome import Outcome, Termination
from outwit.core.scripted import ScriptedPosition
from outwit.core.side import FIRST, SECOND, Side
from outwit.errors import BadFile, BadPosition
from outwit.geometry import grid, squares

SIZE = 3
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
ROW = Termination("row", "three in a row")
FULL = Termination("full", "the board is full")


class TicTacToe(ScriptedPosition):
    """Cross begins."""

    @classmethod
    def begin(cls) -> TicTacToe:
        """Return the start position."""
        return cls("." * SIZE * SIZE)

    @classmethod
    def read(cls, text: str) -> TicTacToe:
        """Return the position of a text such as ``x2/1o1/3 x``."""
        board, side = fields.split(text, ("board", "side"))
        state = "".join(grid.read(board, "xo", SIZE, SIZE))
        if state.count("x") - state.count("o") != fields.side(side, "xo"):
            raise BadPosition(f"side: it is not {side}'s turn on this board")
        return cls(state)

    @classmethod
    def from_file(cls, data: bytes, side: int | None = None) -> TicTacToe:
        """Return the position of a board file: three lines of three characters."""
        lines = data.decode("ascii", "replace").splitlines()
        marks = "".join(lines)
        mover = "xo"[marks.count("x") > marks.count("o")]
        try:
            return cls.read(f"{grid.write(lines)} {mover}")
        except BadPosition as error:
            raise BadFile(str(error)) from None

    def to_file(self) -> bytes:
        """Return the board file."""
        return "".join(f"{row}\n" for row in rows(self.state)).encode()

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return (ROW, FULL)

    def mover(self, state: str) -> Side:
        """Tell which side is to move: Cross if both have made as many moves."""
        return FIRST if state.count("x") == state.count("o") else SECOND

    def moves(self, state: str) -> list[str]:
        """List the empty squares by name."""
        return [name(i) for i in range(SIZE * SIZE) if state[i] == "."]

    def all_moves(self) -> list[str]:
        """List the moves that can occur: every square."""
        return [name(i) for i in range(SIZE * SIZE)]

    def apply(self, state: str, move: str) -> str:
        """Return the state after a move."""
        at = [name(i) for i in range(SIZE * SIZE)].index(move)
        return state[:at] + "xo"[self.mover(state)] + state[at + 1 :]

    def result(self, state: str) -> Outcome | None:
        """Tell how the game ended, None while it goes on."""
        for line in LINES:
            row = "".join(state[int(i)] for i in line)
            if row in ("xxx", "ooo"):
                return Outcome(FIRST if row == "xxx" else SECOND, ROW)
        return None if "." in state else Outcome(None, FULL)

    def write(self, state: str) -> str:
        """Write a state on one line."""
        return f"{grid.write(rows(state))} {'xo'[self.mover(state)]}"

    def draw(self, state: str) -> str:
        """Draw a state for people."""
        lines = [f"{SIZE - i}  {' '.join(row)}" for i, row in enumerate(rows(state))]
        return "\n".join([*lines, "   a b c"])


def name(square: int) -> str:
    """Name a square, counted from the top left."""
    return squares.name(square % SIZE, SIZE - 1 - square // SIZE)


def rows(state: str) -> list[str]:
    """Cut a state into its rows."""
    return [state[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]
