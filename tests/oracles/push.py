"""Push, told slowly: the rules as they are written, to compare a fast implementation with."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

Cell = tuple[int, int]  # row, column; zero-based from the top left

DEFAULT_BOARD = "0.0.0.0./0.4.2.1.1.0./0.9.1.1.5.0./0.0.0.0. O"
OTHER = {"O": "X", "X": "O"}
PLAYERS = ["O", "X"]


@dataclass(frozen=True)
class State:
    """A position: the value of every cell there is, the stones on the board, who is to place."""

    values: Mapping[Cell, int]
    stones: Mapping[Cell, str]  # occupied cells only
    side: str

    @property
    def text(self) -> str:
        """The position on one line."""
        rows = []
        for row in range(self.last_row + 1):
            cells = [cell for cell in sorted(self.values) if cell[0] == row]
            rows.append("".join(f"{self.values[c]}{self.stones.get(c, '.')}" for c in cells))
        return f"{'/'.join(rows)} {self.side}"

    @cached_property
    def last_row(self) -> int:
        """The number of the lowest row."""
        return max(row for row, _ in self.values)

    @cached_property
    def last_column(self) -> int:
        """The number of the rightmost column."""
        return max(column for _, column in self.values)

    def is_border(self, cell: Cell) -> bool:
        """Whether the cell lies on the edge of the board."""
        row, column = cell
        return row in (0, self.last_row) or column in (0, self.last_column)

    def is_empty(self, cell: Cell) -> bool:
        """Whether the cell holds no stone."""
        return cell not in self.stones

    def interior(self) -> list[Cell]:
        """All cells that are not on the border, row by row."""
        return [cell for cell in sorted(self.values) if not self.is_border(cell)]

    def line_from(self, border: Cell) -> list[Cell]:
        """The cells a stone pushed in at this border cell faces, up to the opposite border cell."""
        row, column = border
        if row == 0:
            return [(r, column) for r in range(1, self.last_row + 1)]
        if row == self.last_row:
            return [(r, column) for r in range(self.last_row - 1, -1, -1)]
        if column == 0:
            return [(row, c) for c in range(1, self.last_column + 1)]
        return [(row, c) for c in range(self.last_column - 1, -1, -1)]

    def may_place(self, cell: Cell) -> bool:
        """Whether the player to move may play this cell, the game not being over."""
        if not self.is_empty(cell):
            return False
        if not self.is_border(cell):
            return True
        neighbour, *further = self.line_from(cell)
        return not self.is_empty(neighbour) and any(self.is_empty(c) for c in further)

    def is_over(self) -> bool:
        """Whether the interior is full."""
        return not any(self.is_empty(cell) for cell in self.interior())

    def score(self, player: str) -> int:
        """The sum of the values under a player's stones."""
        return sum(self.values[cell] for cell, stone in self.stones.items() if stone == player)

    def legal_moves(self) -> list[str]:
        """The cells that may be played, row by row; none once the game is over."""
        if self.is_over():
            return []
        return [
            f"{row},{column}"
            for row, column in sorted(self.values)
            if self.may_place((row, column))
        ]

    def play(self, move: str) -> State:
        """The position after a legal move."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} in {self.text!r}")
        row, column = move.split(",")
        cell = (int(row), int(column))
        stones = dict(self.stones)
        if self.is_border(cell):
            line = self.line_from(cell)
            gap = next(i for i, c in enumerate(line) if self.is_empty(c))
            for i in range(1, gap + 1):
                stones[line[i]] = self.stones[line[i - 1]]
            stones[line[0]] = self.side
        else:
            stones[cell] = self.side
        return State(self.values, stones, OTHER[self.side])

    def outcome(self) -> tuple[int | None, str] | None:
        """The winner (None when both have won) and why the game ended; None while it runs."""
        if not self.is_over():
            return None
        o, x = self.score("O"), self.score("X")
        return None if o == x else PLAYERS.index("O" if o > x else "X"), "full"


def start(**options: object) -> State:
    """The position of the save file whose text is the option board, or the default board."""
    board = options.get("board")
    if board is None:
        return read(DEFAULT_BOARD)
    assert isinstance(board, str)
    _size, side, *rows = board.splitlines()
    # Only the corners are blank in a save file, and the one-line text leaves them out.
    return read(f"{'/'.join(row.strip(' ') for row in rows)} {side}")


def read(text: str, **options: object) -> State:
    """The position that a text stands for."""
    board, side = text.split(" ")
    rows = board.split("/")
    values: dict[Cell, int] = {}
    stones: dict[Cell, str] = {}
    for row, line in enumerate(rows):
        corner = 1 if row in (0, len(rows) - 1) else 0
        for i in range(0, len(line), 2):
            cell = (row, i // 2 + corner)
            values[cell] = int(line[i])
            if line[i + 1] != ".":
                stones[cell] = line[i + 1]
    return State(values, stones, side)


def scattered(rng: random.Random) -> tuple[str, dict[str, object]]:
    """A random position that play need not reach, and its options."""
    largest = rng.choice([3, 5, 8, 8, 12, 20])
    last_row = rng.randint(3, largest) - 1
    last_column = rng.randint(3, largest) - 1
    interior_density = rng.choice([0.0, 0.2, 0.5, 0.8, 0.9, 0.97, 1.0])
    border_density = rng.choice([0.0, 0.0, 0.2, 0.5, 0.9, 1.0])
    highest_value = rng.choice([1, 2, 9])  # low values make equal scores likely
    share_of_o = rng.choice([0.1, 0.5, 0.5, 0.9])
    values: dict[Cell, int] = {}
    stones: dict[Cell, str] = {}
    for row in range(last_row + 1):
        for column in range(last_column + 1):
            if row in (0, last_row) and column in (0, last_column):
                continue
            border = row in (0, last_row) or column in (0, last_column)
            values[row, column] = 0 if border else rng.randint(1, highest_value)
            if rng.random() < (border_density if border else interior_density):
                stones[row, column] = "O" if rng.random() < share_of_o else "X"
    state = State(values, stones, rng.choice(PLAYERS))
    if state.is_over() and rng.random() < 0.8:
        gap = rng.choice(state.interior())
        state = replace(state, stones={c: stone for c, stone in stones.items() if c != gap})
    return state.text, {}
