"""The program ``jesonmor``, told slowly: one sentence of its description after the other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.assignments.process import Result
from tests.oracles.jesonmor import (
    BLACK,
    WHITE,
    Square,
    State,
    archer_reaches,
    knight_reaches,
    side_of,
    start,
)

GREEN, BLUE, RESET = "\x1b[32m", "\x1b[34m", "\x1b[0m"
NAMES = {WHITE: "White", BLACK: "Black"}
PROMPT = "[White] Make a Move: "
INPUT_ENDED = b"jesonmor: *\n"
"""The ``*`` stands for a wording that nobody has settled."""

Wording = tuple[str, str, str]
"""The title and the two guide lines."""


class Refused(Exception):
    """The arguments will not do."""


def java_integer(text: str) -> int | None:
    """The number that Java's parseInt makes of a text: sign, decimal digits, 32 bits."""
    parts = re.fullmatch("([+-]?)0*([0-9]+)", text)
    if parts is None or len(parts[2]) > 10:
        return None
    number = int(parts[1] + parts[2])
    return number if -(2**31) <= number < 2**31 else None


def size_and_protection(arguments: Sequence[str]) -> tuple[int, int]:
    """What the first two arguments say; further ones are ignored."""
    if len(arguments) < 2:
        raise Refused(
            "two integer arguments are required specifying size of gameboard"
            " and number of moves with capturing protection"
        )
    size, protection = java_integer(arguments[0]), java_integer(arguments[1])
    if size is None:
        raise Refused("the first argument is not a number")
    if protection is None:
        raise Refused("the second argument is not a number")
    if size < 3:
        raise Refused("size of gameboard must be at least 3")
    if size % 2 == 0:
        raise Refused("size of gameboard must be an odd number")
    if size > 25:
        raise Refused("size of gameboard is at most 25")
    if protection < 0:
        raise Refused("number of moves with capture protection cannot be negative")
    return size, protection


def place(text: str) -> Square | None:
    """The place a text names: its first character counts from a, the rest is a row number."""
    if not text:
        return None
    row = java_integer(text[1:])
    return None if row is None else (ord(text[0]) - ord("a"), row - 1)


def places(line: str) -> tuple[Square, Square] | None:
    """The two places of a line: ``a1->b3``; None for an incorrect format."""
    parts = line.lower().split("->")
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) < 2:
        return None
    source, target = place(parts[0].strip()), place(parts[1].strip())
    return None if source is None or target is None else (source, target)


def refusal(state: State, line: str) -> str | None:
    """Why White may not do what the line says, in the order in which reasons count."""
    found = places(line)
    if found is None:
        return "Incorrect format"
    source, target = found
    if not all(0 <= number < state.size for number in (*source, *target)):
        return "place is out of boundary of gameboard"
    if source not in state.board:
        return f"No piece at ({source[0]}, {source[1]})"
    if side_of(state.board[source]) != WHITE:
        return "Cannot move a piece not belonging to you"
    if target in state.board and side_of(state.board[target]) == WHITE:
        return "piece cannot be captured by another piece belonging to the same player"
    if target in state.board and state.made < state.protection:
        return f"Capturing piece in the first {state.protection} moves are not allowed"
    if state.board[source] == "A":
        if not archer_reaches(state.board, source, target):
            return "archer move rule is violated"
        return None
    if not knight_reaches({}, source, target, legs=True):
        return "knight move rule is violated"
    if not knight_reaches(state.board, source, target, legs=True):
        return "knight is blocked by another piece"
    return None


def notation(source: Square, target: Square) -> str:
    """The move in the common notation."""
    return "".join(f"{chr(ord('a') + column)}{row + 1}" for column, row in (source, target))


class Program:
    """One run of the program; ``state`` may be looked at while it reads."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], wording: Wording
    ) -> None:
        self.arguments = arguments
        self.colours = not environment.get("NO_COLOR")
        seed = environment.get("OUTWIT_SEED")
        self.rng = random.Random(int(seed) if seed else None)
        self.wording = wording
        self.out: list[str] = []
        self.state = start(size=3)

    def run(self, lines: Iterable[bytes]) -> Result:
        """Read the lines and say what the program leaves behind."""
        try:
            size, protection = size_and_protection(self.arguments)
        except Refused as refused:
            return Result(b"", f"jesonmor: {refused}\n".encode(), 1)
        self.state = start(size=size, protection=protection)
        finished = self.game(iter(lines))
        stdout = "".join(self.out).encode()
        return Result(stdout, b"", 0) if finished else Result(stdout, INPUT_ENDED, 1)

    def game(self, lines: Iterator[bytes]) -> bool:
        """Play to the end; False when the input ends first."""
        self.screen()
        while (outcome := self.state.outcome()) is None:
            if self.state.side == WHITE:
                self.out.append(PROMPT)
                line = next(lines, None)
                if line is None:
                    return False
                typed = line.decode(errors="replace").removesuffix("\n")
                reason = refusal(self.state, typed)
                if reason is not None:
                    self.print(f"[Invalid Move]: {reason}")
                    continue
                found = places(typed)
                assert found is not None
                self.move(notation(*found))
            else:
                self.move(self.rng.choice(sorted(self.state.legal_moves())))
            self.screen()
        winner, why = outcome
        assert winner is not None
        if why == "stuck":
            self.print(f"No available moves for the player {NAMES[self.state.side]}")
        self.print("")
        self.print("Congratulations! ")
        self.print(f"Winner: {self.coloured(winner, NAMES[winner])}")
        return True

    def move(self, text: str) -> None:
        """Make the move and tell it, zero-based."""
        squares = re.findall("([a-y])([0-9]+)", text)
        told = [f"({ord(column) - ord('a')}, {int(row) - 1})" for column, row in squares]
        self.print(f"{NAMES[self.state.side]} moved piece at {told[0]} to {told[1]}")
        self.state = self.state.play(text)

    def screen(self) -> None:
        """Clear the screen and show everything."""
        title, first_guide, second_guide = self.wording
        made, protection = self.state.made, self.state.protection
        self.print("\x1b[2J", title, "", first_guide, second_guide)
        if made < protection:
            self.print("")
            self.print(
                f"Notice: first {protection} moves are not allowed"
                " to capture pieces or win the game."
            )
        self.print("", f"Total Moves: {made}")
        for side in (WHITE, BLACK):
            self.print(f"{self.coloured(side, NAMES[side])} score: {self.state.scores[side]}")
        self.print("")
        self.board()
        self.print("")

    def board(self) -> None:
        """Draw the board, White's row at the bottom."""
        size = self.state.size
        letters = " " * 8 + " ".join(chr(ord("a") + column) for column in range(size))
        border = " " * 8 + "-" * (2 * size - 1)
        self.print(letters, border)
        for row in reversed(range(size)):
            cells = " ".join(self.cell((column, row)) for column in range(size))
            self.print(f"{row + 1:7d}|{cells}|{row + 1}")
        self.print(border, letters)

    def cell(self, square: Square) -> str:
        """What a square shows: a piece, the empty centre, nothing."""
        piece = self.state.board.get(square)
        if piece is None:
            return "x" if square == (self.state.size // 2, self.state.size // 2) else "."
        # Without colours it is the case that tells the sides apart.
        return self.coloured(side_of(piece), piece.upper()) if self.colours else piece

    def coloured(self, side: int, text: str) -> str:
        """The text in the colour of a side."""
        colour = GREEN if side == WHITE else BLUE
        return f"{colour}{text}{RESET}" if self.colours else text

    def print(self, *lines: str) -> None:
        """Print the lines."""
        self.out += [f"{line}\n" for line in lines]


def wording_of(stdout: bytes) -> Wording:
    """The title and the guide lines, from a first screen: its lines 2, 4 and 5."""
    lines = stdout.decode().split("\n")
    return lines[1], lines[3], lines[4]


def run(
    arguments: Sequence[str], stdin: bytes, environment: Mapping[str, str], wording: Wording
) -> Result:
    """What the program leaves behind when everything typed is known in advance."""
    return Program(arguments, environment, wording).run(re.findall(rb"[^\n]*\n|[^\n]+", stdin))
