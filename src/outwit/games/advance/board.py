"""The board file of Advance: nine lines of nine characters."""

from __future__ import annotations

from outwit.errors import BadFile

SIZE = 9
CHARACTERS = ".#ZBJMSCDGzbjmscdg"
# A board is a hundred bytes; what is wrong with a somewhat longer file can still be counted.
LONGEST_FILE = 1 << 16


def read_board(data: bytes) -> list[str]:
    """Return the rows of a board file; raise BadFile, naming line and column, if it is none."""
    lines = [line.removesuffix(b"\r") for line in data[: LONGEST_FILE + 1].split(b"\n")]
    many = "more than " if len(data) > LONGEST_FILE else ""
    if lines[-1] == b"":
        lines.pop()
    rows = []
    for number, line in enumerate(lines[:SIZE], 1):
        for column, byte in enumerate(line, 1):
            if chr(byte) not in CHARACTERS:
                raise BadFile(f"line {number}, column {column}: {show(byte)} is no piece, # or .")
        if len(line) != SIZE:
            raise BadFile(f"line {number}: {SIZE} characters expected, {many}{len(line)} found")
        rows.append(line.decode("ascii"))
    if len(rows) < SIZE:
        raise BadFile(f"{SIZE} lines expected, {len(rows)} found")
    if len(lines) > SIZE:
        raise BadFile(f"{SIZE} lines expected, {many}{len(lines)} found")
    if wrong := count_generals(rows):
        raise BadFile(wrong)
    return rows


def count_generals(rows: list[str]) -> str:
    """Say what is wrong unless each side has one General."""
    letters = "".join(rows)
    for name, letter in (("White", "G"), ("Black", "g")):
        if letters.count(letter) != 1:
            return f"{name} has {letters.count(letter) or 'no'} Generals ({letter}), not one"
    return ""


def show(byte: int) -> str:
    """Quote a byte."""
    return repr(bytes([byte]).decode("ascii", "backslashreplace"))
