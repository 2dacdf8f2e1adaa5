"""Random sessions of ``push2310``: boards, what people type, and damaged save files."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.oracles.programs.push2310 import (
    Board,
    Cell,
    Files,
    choice_of_type_0,
    choice_of_type_1,
    number,
)

BOARD = "board"
TYPES = ["0", "1", "H", "H"]

GOOD_NAMES = [
    b"saved", b"saved", b"older", b"a b", b" ", b"  both  ", b"s", b"ssaved", b"1 1", b"-",
    b"--help", b"~", b"$HOME", b"*", b"'\"\\", b"carriage\r", b"tab\t", b"\x01\x7f",
    "größe".encode(), b"\xff\xfe", b"n" * 255, b".hidden", b"./dot", b"folder/inner",
    b"folder//twice", b"folder/../beside", b"./" * 2000 + b"deep", b"/dev/null", BOARD.encode(),
]  # fmt: skip

BAD_NAMES = [
    b"folder", b"folder/", b"folder/.", b".", b"..", b"/", b"./", b"missing/inner", b"missing/",
    b"missing/../beside", b"older/inner", b"older/", b"older/../beside", b"nul\0", b"\0",
    b"n" * 256, b"n" * 5000, b"folder/" + b"n" * 256, b"./" * 2100 + b"deep", b"/dev/full",
    b"m/" * 200 + b"x",
]  # fmt: skip

GARBAGE = [
    b"", b" ", b"s", b"S", b"Ssaved", b" ssaved", b"1", b"1 ", b" 1", b"1  1", b"1 1 ", b" 1 1",
    b"1 1 1", b"1\t1", b"1,1", b"1.0 1", b"+1 1", b"1 +1", b"-1 1", b"1 -1", b"-0 1", b"0x1 1",
    b"1_0 1", b"1e0 1", b"1 1\r", b"\r", b"1 1\0", b"\x001 1", b"\0", b"a b", b"O", b"H", b"quit",
    b"1 1;", b"\xef\xbb\xbf1 1", "１ １".encode(), "١ ١".encode(), "1\u00a01".encode(),
    "² ¹".encode(), b"\xff", b"\xff\xfe 1", b"\x041 1", b"\x0b1 1", b"1\x0c1", b"1 1\x1a",
    b"\x1b[A", b"  ", b"0" * 81, b" " * 100, b"x" * 5000, b"1 1" * 60,
]  # fmt: skip


@dataclass
class Session:
    """The arguments, the input and the files of a run."""

    argv: list[str]
    stdin: bytes = b""
    files: Files = field(default_factory=dict)


def random_board(rng: random.Random) -> Board:
    """A board of any shape, often with stones, sometimes with stones on the border."""
    longest = rng.choice([3, 4, 5, 6, 9])
    rows, columns = rng.randint(3, min(longest, 8)), rng.randint(3, longest)
    highest = rng.choice([1, 2, 9])
    share_inside = rng.choice([0.0, 0.0, 0.3, 0.6, 0.9])
    share_on_border = rng.choice([0.0, 0.0, 0.0, 0.3, 0.9])
    stones = rng.choice(["OX", "OX", "OOOX", "OXXX"])
    board = Board(rows, columns, rng.choice("OX"), [["  "] * columns for _ in range(rows)])
    for cell in [(row, column) for row in range(rows) for column in range(columns)]:
        if board.exists(cell):
            border = board.is_border(cell)
            value = 0 if border else rng.randint(1, highest)
            has_stone = rng.random() < (share_on_border if border else share_inside)
            board.cells[cell[0]][cell[1]] = f"{value}{rng.choice(stones) if has_stone else '.'}"
    if not board.empty_interior() and rng.random() < 0.8:
        board.put(rng.choice(board.interior()), ".")
    return board


def all_places(board: Board) -> list[Cell]:
    """Every place of the table, corners included, and those just outside."""
    return [(row, column) for row in range(board.rows + 1) for column in range(board.columns + 1)]


def move_text(rng: random.Random, cell: Cell) -> bytes:
    """The cell as a person may type it: sometimes with leading zeros, up to 80 characters."""
    row, column = str(cell[0]), str(cell[1])
    if rng.random() < 0.15:
        row = row.rjust(rng.randint(2, 5), "0")
    if rng.random() < 0.1:
        length = rng.choice([78, 79, 80])
        return f"{row} {column.rjust(length - len(row) - 1, '0')}".encode()
    return f"{row} {column}".encode()


def nonsense(rng: random.Random, board: Board) -> bytes:
    """A line that is no move on this board."""
    legal = [cell for cell in all_places(board) if board.is_legal(cell)]
    illegal = [cell for cell in all_places(board) if not board.is_legal(cell)]
    what = rng.randrange(6)
    if what == 0:
        return rng.choice(GARBAGE)
    if what == 1:  # a legal move but for its length
        row, column = rng.choice(legal)
        length = rng.choice([81, 82, 83, 100, 128, 255, 256, 1000, 5000])
        return f"{row} ".encode() + str(column).rjust(length - len(str(row)) - 1, "0").encode()
    if what == 2:  # huge numbers, some of which wrap round to a legal move in 32 or 64 bits
        row, column = rng.choice(legal)
        wrap = 2 ** rng.choice([8, 16, 32, 64])
        return f"{row + rng.choice([0, wrap])} {column + wrap}".encode()
    if what == 3:
        return bytes(rng.choice(b"0123 \t-+s.\r\0xOX\xe9") for _ in range(rng.randint(0, 6)))
    return move_text(rng, rng.choice(illegal))


def typed_before_move(rng: random.Random, board: Board) -> Iterator[bytes]:
    """Lines that leave the board as it is."""
    talkative = rng.choice([0.0, 0.5, 0.8, 0.93])
    while rng.random() < talkative:
        if rng.random() < 0.3:
            yield b"s" + rng.choice(GOOD_NAMES if rng.random() < 0.6 else BAD_NAMES)
            continue
        line = nonsense(rng, board)
        move = re.fullmatch(rb"([0-9]+) ([0-9]+)", line)
        if line[:1] == b"s" and len(line) > 1:
            continue
        if move and len(line) <= 80 and board.is_legal((number(move[1]), number(move[2]))):
            continue
        yield line


def random_session(rng: random.Random) -> Session:
    """A game of any two players; people type all sorts of things, and may leave early."""
    board = random_board(rng)
    argv = [rng.choice(TYPES), rng.choice(TYPES), BOARD]
    files: Files = {BOARD: board.save_file(), "older": b"an older file\n", "folder": None}
    types = dict(zip("OX", argv, strict=False))
    patience = rng.choice([0, 1, 3, 1000, 1000, 1000])
    lines: list[bytes] = []
    while board.empty_interior() and patience:
        kind = types[board.turn]
        if kind == "0":
            cell = choice_of_type_0(board)
        elif kind == "1":
            cell = choice_of_type_1(board)
        else:
            patience -= 1
            lines += typed_before_move(rng, board)
            cell = rng.choice([place for place in all_places(board) if board.is_legal(place)])
            lines.append(move_text(rng, cell))
        board.place(cell)
    stdin = b"".join(line + b"\n" for line in lines)
    ending = rng.randrange(8)
    if ending == 0:
        stdin = stdin[: rng.randint(0, len(stdin))]
    elif ending == 1:
        stdin += rng.choice([b"1 1", b"spartial", b"s", b"x", b"\0", b"0" * 200_000, b"1 1\n" * 50])
    return Session(argv, stdin, files)


# Damage


def swapped(data: bytes, i: int, byte: int) -> bytes:
    """The data with one byte changed."""
    return data[:i] + bytes([byte]) + data[i + 1 :]


def wrong_header(rng: random.Random, rows: int, columns: int) -> bytes:
    """A line of sizes that is wrong, or right with leading zeros."""
    size = b"%d %d" % (rows, columns)
    return rng.choice(
        [
            b"%d  %d" % (rows, columns), b" " + size, size + b" ", size + b" 3", size + b"\r",
            b"%d\t%d" % (rows, columns), b"+" + size, b"%d +%d" % (rows, columns), b"-" + size,
            b"%d,%d" % (rows, columns), b"%d.0 %d" % (rows, columns), b"%d" % rows, b"", b"a b",
            b"%d %d" % (columns, rows), b"%d %d" % (rows + 1, columns), b"0x3 3", b"1_0 3",
            b"%d %d" % (rows, columns - 1), b"%d %d" % (rows + 2**32, columns), b"0 0", b"2 3",
            b"%d %d" % (rows, columns + 2**64), b"999999999 999999999", b"9" * 5000 + b" 3",
            b"3 " + b"9" * 5000, b"%03d %05d" % (rows, columns), b"0" * 5000 + size,
            "３ ３".encode(), b"\xef\xbb\xbf" + size,
        ]
    )  # fmt: skip


def damaged(rng: random.Random) -> bytes:
    """A save file with something done to it; now and then it stays valid."""
    board = random_board(rng)
    data = board.save_file()
    header, turn, *table = data.split(b"\n")[:-1]
    rows, columns = board.rows, board.columns
    what = rng.randrange(12)
    i = rng.randrange(len(data))
    if what == 0:  # any byte becomes another one
        return swapped(data, i, rng.choice([*b"0129.OXox \n\r\t\0", rng.randrange(256)]))
    if what == 1:  # any byte is lost
        return data[:i] + data[i + 1 :]
    if what == 2:  # a byte too many
        return data[:i] + rng.choice([b" ", b"\n", b"\r", b"0", b".", b"\0", b"O"]) + data[i:]
    if what == 3:  # cut off
        return data[:i]
    if what == 4:  # something follows
        return data + rng.choice([b"\n", b" ", b"\0", b"\r\n", b"x\n", table[-1] + b"\n", data])
    if what == 5:
        header = wrong_header(rng, rows, columns)
    elif what == 6:
        turn = rng.choice([b"o", b"x", b"", b"0", b"OX", b"O ", b" X", b"X\r", b".", b"H", b"O\0"])
    elif what == 7:  # a row with a wrong length
        row = rng.randrange(rows)
        line = table[row]
        table[row] = rng.choice([line[:-1], line[:-2], line + b" ", line + b"0.", b"", line[2:]])
    elif what == 8:  # a wrong value or stone in any place
        row, column = rng.randrange(rows), rng.randrange(columns)
        cell = rng.choice([b"0.", b"1.", b"9O", b"0X", b"  ", b" .", b"1 ", b"10", b"1o", b".."])
        table[row] = table[row][: 2 * column] + cell + table[row][2 * column + 2 :]
    elif what == 9:  # other line ends
        return data.replace(b"\n", rng.choice([b"\r\n", b"\r", b"\n\n", b"\0", b"\n\r", b"\x85"]))
    elif what == 10:
        del table[rng.randrange(rows)]
    else:
        table.insert(rng.randrange(rows), rng.choice(table))
    return b"".join(line + b"\n" for line in [header, turn, *table])
