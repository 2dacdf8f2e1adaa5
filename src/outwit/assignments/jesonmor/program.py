"""The program ``jesonmor <size> <numMovesProtection>``."""

from __future__ import annotations

import os
from random import Random

from outwit.assignments.console import Console, EndOfInput, Leave, run, seed
from outwit.assignments.jesonmor.refusal import move_name, refusal
from outwit.core.side import FIRST
from outwit.errors import GameFault
from outwit.games.jesonmor.bots import random
from outwit.games.jesonmor.notation import LARGEST, SMALLEST
from outwit.games.jesonmor.rules import JesonMor
from outwit.geometry.squares import COLUMNS, split

NAMES = ("White", "Black")
PAINTS = ("\x1b[32m", "\x1b[34m")
PLAIN = "\x1b[0m"
CLEAR = "\x1b[2J"
TITLE = "Jeson Mor"
GUIDE = (
    "Enter a move as the square of a piece and the square it goes to, such as `a1->b3`.",
    "A knight that leaves the centre `x` wins, and so does capturing the last piece.",
)
MARGIN = " " * 8


def play(console: Console, words: list[str]) -> int:
    """Play a game: White is at the keyboard, Black is the computer."""
    size, protection = read_arguments(words)
    rng = Random(seed())
    position = JesonMor.begin(size, protection)
    painted = not os.environ.get("NO_COLOR")
    show(console, position, painted)
    while (outcome := position.outcome) is None:
        if position.turn == FIRST:
            move = ask(console, position)
        else:
            move = console.decide(lambda: random(position, rng), lambda: iter(position.legal_moves))
        name = NAMES[position.turn]
        origin, target = (place(square) for square in split(move))
        position.play(move)
        console.write(f"{name} moved piece at {origin} to {target}\n")
        show(console, position, painted)
    if outcome.termination.code == "stuck":
        console.write(f"No available moves for the player {NAMES[position.turn]}\n")
    if outcome.winner is None:
        raise GameFault("nobody has won")
    console.write(f"\nCongratulations! \nWinner: {paint(NAMES, outcome.winner, painted)}\n")
    return 0


def read_arguments(words: list[str]) -> tuple[int, int]:
    """Return the size and the protection; whatever follows them is ignored."""
    if len(words) < 2:
        raise Leave(
            1,
            "jesonmor: two integer arguments are required specifying size of gameboard "
            "and number of moves with capturing protection",
        )
    size, protection = parse_int(words[0]), parse_int(words[1])
    if size is None:
        raise Leave(1, "jesonmor: the first argument is not a number")
    if protection is None:
        raise Leave(1, "jesonmor: the second argument is not a number")
    if size < SMALLEST:
        raise Leave(1, f"jesonmor: size of gameboard must be at least {SMALLEST}")
    if size % 2 == 0:
        raise Leave(1, "jesonmor: size of gameboard must be an odd number")
    if size > LARGEST:
        raise Leave(1, f"jesonmor: size of gameboard is at most {LARGEST}")
    if protection < 0:
        raise Leave(1, "jesonmor: number of moves with capture protection cannot be negative")
    return size, protection


def parse_int(text: str) -> int | None:
    """Read a whole number of 32 bits as Java does: a sign, if any, and decimal digits."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits.isascii() or not digits.isdigit():
        return None
    digits = digits.lstrip("0") or "0"
    number = int(text[0] + digits if text[0] == "-" else digits) if len(digits) < 11 else 1 << 32
    return number if -(1 << 31) <= number < 1 << 31 else None


def ask(console: Console, position: JesonMor) -> str:
    """Prompt until a legal move is entered."""
    while True:
        console.write(f"[{NAMES[position.turn]}] Make a Move: ")
        try:
            line = console.text_line()
        except EndOfInput:
            raise Leave(1, "jesonmor: the input has ended before the game") from None
        places = read_entry(line)
        reason = "Incorrect format" if places is None else refusal(position, *places)
        if places is not None and not reason:
            return move_name(*places)
        console.write(f"[Invalid Move]: {reason}\n")


def read_entry(line: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the two squares of a line such as ``a1->b3``, counted from 0, on the board or not."""
    parts = line.lower().split("->")
    while parts and not parts[-1]:
        parts.pop()
    places = []
    for part in parts[:2]:
        square = part.strip()
        row = parse_int(square[1:]) if len(square) > 1 else None
        if row is None:
            return None
        places.append((ord(square[0]) - ord("a"), row - 1))
    return (places[0], places[1]) if len(places) == 2 else None


def announced(output: bytes) -> list[str]:
    """List the computer's moves in what such a program has printed."""
    import re

    line = rb"^Black moved piece at \((\d+), (\d+)\) to \((\d+), (\d+)\)$"
    found = re.findall(line, output, re.MULTILINE)
    return [
        f"{COLUMNS[int(a)]}{int(b) + 1}{COLUMNS[int(c)]}{int(d) + 1}"
        for a, b, c, d in found
        if all(len(number) < 3 for number in (a, b, c, d)) and max(int(a), int(c)) < LARGEST
    ]


def place(square: str) -> tuple[int, int]:
    """Return the column and row of a named square, counted from 0."""
    return COLUMNS.index(square[0]), int(square[1:]) - 1


def show(console: Console, position: JesonMor, painted: bool) -> None:
    """Print the screen."""
    lines = [CLEAR, TITLE, "", *GUIDE]
    if position.moves_made < position.protected_moves:
        first = f"first {position.protected_moves} moves"
        lines += ["", f"Notice: {first} are not allowed to capture pieces or win the game."]
    lines += ["", f"Total Moves: {position.moves_made}"]
    lines += [f"{paint(NAMES, i, painted)} score: {position.score[i]}" for i in range(2)]
    lines += ["", *draw(position, painted), ""]
    console.write("".join(f"{line}\n" for line in lines))


def draw(position: JesonMor, painted: bool) -> list[str]:
    """Draw the board."""
    rows = position.rows()
    size = len(rows)
    letters = MARGIN + " ".join(COLUMNS[:size])
    border = MARGIN + "-" * (2 * size - 1)
    lines = [letters, border]
    for i, row in enumerate(rows):
        cells = [
            paint((cell, cell), cell.islower(), painted) if cell.isalpha() else cell for cell in row
        ]
        if i == size // 2 and cells[i] == ".":
            cells[i] = "x"
        lines.append(f"{size - i:7d}|{' '.join(cells)}|{size - i}")
    return [*lines, border, letters]


def paint(names: tuple[str, str], side: int, painted: bool) -> str:
    """Return a side's name, or a piece of it, in its colour; plain, if colours are unwanted."""
    if not painted:
        return names[side]
    name = names[side]
    return f"{PAINTS[side]}{name.upper() if len(name) == 1 else name}{PLAIN}"


def main() -> None:
    """Run it."""
    run(play)
