"""A bot for Ataxx in UAI that needs nothing but Python: it plays what turns most pieces."""

import random
import sys

START = "x5o/7/7/7/7/7/o5x x 0 1"
PASS = "0000"
OTHER = {"x": "o", "o": "x"}
Board = dict[str, str]


def read(text: str) -> tuple[Board, str]:
    """Return the board, a piece or a dot for each square, and whose turn it is."""
    rows, turn = text.split()[:2]
    for digit in "1234567":
        rows = rows.replace(digit, "." * int(digit))
    squares = [column + row for row in "7654321" for column in "abcdefg"]
    return dict(zip(squares, rows.replace("/", ""), strict=True)), turn


def distance(one: str, other: str) -> int:
    """Return how many king's moves are between two squares."""
    return max(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))


def near(board: Board, square: str, piece: str, steps: int = 1) -> list[str]:
    """Return the squares that hold a piece at a distance of ``steps`` from a square."""
    return [each for each in board if board[each] == piece and distance(each, square) == steps]


def play(board: Board, turn: str, move: str) -> None:
    """Play a move: a new piece as b7, a jump as a7c5."""
    if move == PASS:
        return
    source, target = move[:-2], move[-2:]
    for square in near(board, target, OTHER[turn]):
        board[square] = turn
    board[target] = turn
    if source:
        board[source] = "."


def choose(board: Board, turn: str) -> str:
    """Return the move that wins most pieces."""
    found = [(-1, 0.0, PASS)]
    for target in (square for square in board if board[square] == "."):
        turned = len(near(board, target, OTHER[turn]))
        jumps = [source + target for source in near(board, target, turn, 2)]
        found += [(turned, random.random(), jump) for jump in jumps]
        if near(board, target, turn):
            found.append((turned + 1, random.random(), target))
    return max(found)[2]


board, turn = read(START)
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "uai":
        print("uaiok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        start, _, moves = rest.partition(" moves ")
        board, turn = read(START if start == "startpos" else start.removeprefix("fen "))
        for move in moves.split():
            play(board, turn, move)
            turn = OTHER[turn]
    elif command == "go":
        print("bestmove", choose(board, turn), flush=True)
    elif command == "quit":
        break
