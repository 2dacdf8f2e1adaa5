"""Programs that are handed in: for Ataxx, as text speaks UAI, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping

from outwit.process.archive import read_upload

# Plays the first move it finds, a clone if there is one.
PLAYS = """\
import sys

board, turn = {}, "x"

def near(square, distance):
    column, row = ord(square[0]), int(square[1])
    return [
        chr(column + i) + str(row + j)
        for i in range(-distance, distance + 1)
        for j in range(-distance, distance + 1)
        if max(abs(i), abs(j)) == distance and chr(column + i) + str(row + j) in board
    ]

def read(fen, side):
    global turn
    turn = side
    for row, line in enumerate(fen.split("/")):
        column = 0
        for letter in line:
            for piece in " " * int(letter) if letter.isdigit() else letter:
                board[chr(97 + column) + str(7 - row)] = piece
                column += 1

def play(move):
    global turn
    if move != "0000":
        if len(move) == 4:
            board[move[:2]] = " "
        board[move[-2:]] = turn
        for square in near(move[-2:], 1):
            if board[square] in "xo":
                board[square] = turn
    turn = "o" if turn == "x" else "x"

def choose():
    own = [square for square in board if board[square] == turn]
    for distance in (1, 2):
        for square in own:
            for other in near(square, distance):
                if board[other] == " ":
                    return other if distance == 1 else square + other
    return "0000"

for line in sys.stdin:
    words = line.split()
    if words[0] == "uai":
        print("id name tiny\\nuaiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        if words[1] == "startpos":
            read("x5o/7/7/7/7/7/o5x", "x")
        else:
            read(words[2], words[3])
        for move in words[words.index("moves") + 1:] if "moves" in words else ():
            play(move)
    elif words[0] == "go":
        print("thinking", file=sys.stderr, flush=True)
        print("bestmove", choose(), flush=True)
    elif words[0] == "quit":
        break
"""
CRASHES = "raise SystemExit('I give up')\n"


def packed(files: Mapping[str, str]) -> bytes:
    """Return files as a hand-in."""
    return read_upload([(name, text.encode()) for name, text in files.items()]).data
