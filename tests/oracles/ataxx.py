"""Ataxx, told slowly: the rules as they are written, to compare a fast implementation with."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

RED, BLUE, BLOCK, EMPTY = "x", "o", "-", "."
PLAYERS = [RED, BLUE]
OTHER = {RED: BLUE, BLUE: RED}
COLUMNS = "abcdefg"
ROWS_FROM_THE_TOP = "7654321"
SQUARES = [column + row for row in ROWS_FROM_THE_TOP for column in COLUMNS]
START = "x5o/7/7/7/7/7/o5x x 0 1"
PASS = "0000"
JUMP_CLOCK, PLY_CLOCK = 25, 100  # the two values of the option clock


@cache
def distance(one: str, two: str) -> int:
    """How many steps a king needs from one square to the other."""
    return max(abs(ord(one[0]) - ord(two[0])), abs(ord(one[1]) - ord(two[1])))


def reflections(square: str) -> set[str]:
    """The square and its images about the middle row and the middle column."""
    column, row = square[0], square[1]
    other_column = COLUMNS[::-1][COLUMNS.index(column)]
    other_row = ROWS_FROM_THE_TOP[::-1][ROWS_FROM_THE_TOP.index(row)]
    return {c + r for c in (column, other_column) for r in (row, other_row)}


@dataclass(frozen=True)
class State:
    """A position: what each square holds, who is to move, the two counters, the clock in force."""

    board: Mapping[str, str]
    side: str
    jumps: int  # consecutive jumps; under the clock of 100, consecutive plies without a clone
    number: int
    clock: int

    @property
    def text(self) -> str:
        """The position on one line."""
        rows = []
        for row in ROWS_FROM_THE_TOP:
            line = "".join(self.board[column + row] for column in COLUMNS)
            for run in range(len(COLUMNS), 0, -1):
                line = line.replace(EMPTY * run, str(run))
            rows.append(line)
        return f"{'/'.join(rows)} {self.side} {self.jumps} {self.number}"

    def pieces(self, player: str) -> list[str]:
        """The squares of a player's pieces."""
        return [square for square in SQUARES if self.board[square] == player]

    def clones(self, player: str) -> list[str]:
        """The empty squares next to a piece of the player, each once."""
        own = self.pieces(player)
        return [
            target
            for target in self.pieces(EMPTY)
            if any(distance(piece, target) == 1 for piece in own)
        ]

    def jumps_of(self, player: str) -> list[str]:
        """A player's jumps: from a piece to an empty square at distance exactly 2."""
        empty = self.pieces(EMPTY)
        return [
            piece + target
            for piece in self.pieces(player)
            for target in empty
            if distance(piece, target) == 2
        ]

    def can_move(self, player: str) -> bool:
        """Whether a player has a clone or a jump."""
        return bool(self.clones(player) or self.jumps_of(player))

    def legal_moves(self) -> list[str]:
        """The clones and jumps, or the pass when there are none; nothing once the game is over."""
        if self.outcome() is not None:
            return []
        return self.clones(self.side) + self.jumps_of(self.side) or [PASS]

    def play(self, move: str) -> State:
        """The position after a legal move."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} in {self.text!r}")
        number = self.number + 1 if self.side == BLUE else self.number
        after = replace(self, side=OTHER[self.side], number=number)
        if move == PASS:
            passes_count = self.clock == PLY_CLOCK
            return replace(after, jumps=self.jumps + 1 if passes_count else self.jumps)
        board = dict(self.board)
        is_jump = len(move) == 4
        if is_jump:
            board[move[:2]] = EMPTY
        arrival = move[-2:]
        board[arrival] = self.side
        for square in self.pieces(OTHER[self.side]):
            if distance(square, arrival) == 1:
                board[square] = self.side
        return replace(after, board=board, jumps=self.jumps + 1 if is_jump else 0)

    def outcome(self) -> tuple[int | None, str] | None:
        """The winner (None for a draw) and why the game ended; None while it runs."""
        if not self.pieces(RED) or not self.pieces(BLUE):
            return self.winner_by_pieces(), "wiped-out"
        if not self.can_move(RED) and not self.can_move(BLUE):
            return self.winner_by_pieces(), "no-move"
        if self.jumps >= self.clock:
            return None if self.clock == PLY_CLOCK else self.winner_by_pieces(), "jumps"
        return None

    def winner_by_pieces(self) -> int | None:
        """Who has the most pieces; None when both have as many."""
        red, blue = len(self.pieces(RED)), len(self.pieces(BLUE))
        return None if red == blue else PLAYERS.index(RED if red > blue else BLUE)


def start(**options: object) -> State:
    """The start position with the option blocks set, each together with its reflections."""
    state = read(START, **options)
    blocks = options.get("blocks", [])
    assert isinstance(blocks, list)
    board = dict(state.board)
    for block in blocks:
        for square in reflections(block):
            if board[square] in (RED, BLUE, BLOCK):
                raise ValueError(f"illegal block placement {block!r}")
            board[square] = BLOCK
    return replace(state, board=board)


def read(text: str, **options: object) -> State:
    """The position that a text stands for, under the option clock."""
    clock = options.get("clock", JUMP_CLOCK)
    assert isinstance(clock, int)
    rows, side, jumps, number = text.split(" ")
    contents = ""
    for char in rows.replace("/", ""):
        contents += EMPTY * int(char) if char.isdigit() else char
    board = dict(zip(SQUARES, contents, strict=True))
    return State(board, side, int(jumps), int(number), clock)


def scattered(rng: random.Random) -> tuple[str, dict[str, object]]:
    """A random position that play need not reach, and its options."""
    board = rng.choice([_sprinkled, _sprinkled, _shut_in])(rng)
    if not {RED, BLUE} & set(board.values()):
        board[rng.choice(SQUARES)] = rng.choice(PLAYERS)
    options: dict[str, object] = rng.choice([{}, {"clock": JUMP_CLOCK}, {"clock": PLY_CLOCK}])
    clock = PLY_CLOCK if options.get("clock") == PLY_CLOCK else JUMP_CLOCK
    jumps = rng.choice(
        [
            0,
            0,
            rng.randrange(clock),
            clock - 3,
            clock - 2,
            clock - 1,
            clock - 1,
            clock if rng.random() < 0.3 else 1,
        ]
    )
    # Late enough in the game for so many jumps to have been made.
    number = 1 + (jumps + 1) // 2 + rng.choice([0, 1, rng.randrange(100)])
    return State(board, rng.choice(PLAYERS), jumps, number, clock).text, options


def _sprinkled(rng: random.Random) -> dict[str, str]:
    """A board with each square filled at random, from nearly empty to full."""
    red, blue, block, empty = rng.choice(
        [
            (1, 1, 0, 20),
            (2, 2, 2, 20),
            (1, 1, 1, 1),
            (5, 5, 0, 5),
            (10, 10, 0, 1),
            (20, 20, 5, 1),
            (1, 1, 10, 2),
            (1, 12, 2, 1),
            (12, 1, 2, 1),
            (1, 20, 0, 10),
            (20, 1, 0, 10),
            (3, 3, 1, 0),
        ]
    )
    kinds = rng.choices([RED, BLUE, BLOCK, EMPTY], [red, blue, block, empty], k=len(SQUARES))
    return dict(zip(SQUARES, kinds, strict=True))


def _shut_in(rng: random.Random) -> dict[str, str]:
    """A board where one side, or the empty squares, sit in a corner behind a rampart two deep."""
    corner = rng.choice(["a1", "a7", "g1", "g7"])
    size = rng.randint(0, 3)
    prisoner = rng.choice([RED, BLUE, EMPTY])
    if prisoner == EMPTY:
        rampart, outside = [BLOCK], [RED, BLUE, rng.choice([RED, BLUE, BLOCK])]
    else:
        guard = OTHER[prisoner]
        rampart = rng.choice([[BLOCK], [guard], [BLOCK, guard]])
        outside = rng.choice([[guard, EMPTY], [guard, EMPTY, EMPTY, EMPTY], [guard, BLOCK, EMPTY]])
    board = {}
    for square in SQUARES:
        depth = distance(corner, square)
        kinds = [prisoner] if depth <= size else rampart if depth <= size + 2 else outside
        board[square] = rng.choice(kinds)
    if rng.random() < 0.3:
        board[rng.choice(SQUARES)] = rng.choice([RED, BLUE, EMPTY])
    return board
