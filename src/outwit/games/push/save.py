"""Boards of Push, and their save files, read and written exact to the byte."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import BadFile, BadText

STONES = ".OX"
CORNER = b"  "
# Files of this length or more are refused.
LONGEST_FILE = 1 << 26


class Board(Value):
    """Cells row by row, corners included as worthless, empty ones; a stone is 1 for O, 2 for X."""

    rows: int
    columns: int
    side: int
    values: bytes
    stones: bytes

    def is_corner(self, row: int, column: int) -> bool:
        """Tell whether there is no cell there."""
        return row in (0, self.rows - 1) and column in (0, self.columns - 1)

    def is_border(self, row: int, column: int) -> bool:
        """Tell whether a cell is on the border."""
        return row in (0, self.rows - 1) or column in (0, self.columns - 1)

    def value(self, row: int, column: int) -> int:
        """Return the value of a cell."""
        return self.values[row * self.columns + column]

    def lines(self) -> list[str]:
        """Write the rows as a save file has them."""
        text = []
        for row in range(self.rows):
            start = row * self.columns
            text.append(
                "".join(
                    "  "
                    if self.is_corner(row, column)
                    else f"{self.values[start + column]}{STONES[self.stones[start + column]]}"
                    for column in range(self.columns)
                )
            )
        return text


def read_save(data: bytes) -> Board:
    """Read a save file; raise BadFile, naming the line, unless it is one to the last byte."""
    if len(data) >= LONGEST_FILE:
        raise BadFile(f"it has {len(data)} bytes; no board is that large")
    header, _, rest = data.partition(b"\n")
    sizes = header.split(b" ")
    if len(sizes) != 2 or not all(size.isdigit() for size in sizes):
        raise BadFile(f"line 1: {show(header)} is no row and column count")
    digits = [size.lstrip(b"0") for size in sizes]
    # The length of the file bounds the sizes before they are made into numbers.
    if max(map(len, digits)) > len(str(LONGEST_FILE)):
        raise BadFile("line 1: the sizes do not fit the file's length")
    rows, columns = (int(size or b"0") for size in digits)
    if rows < 3 or columns < 3:
        raise BadFile(f"line 1: {rows} by {columns} cells are no board; 3 by 3 is the smallest")
    if len(rest) != 2 + rows * (2 * columns + 1):
        raise BadFile("line 1: the sizes do not fit the file's length")
    if rest[:2] not in (b"O\n", b"X\n"):
        raise BadFile(f"line 2: {show(rest[:1])} is neither O nor X")
    values, stones = bytearray(), bytearray()
    for row in range(rows):
        start = 2 + row * (2 * columns + 1)
        line = rest[start : start + 2 * columns]
        if rest[start + 2 * columns] != 0x0A:
            raise BadFile(f"line {row + 3}: {2 * columns} characters and a line end expected")
        values += line[::2]
        stones += line[1::2]
    side = b"OX".index(rest[:1])
    return check_cells(rows, columns, side, bytes(values), bytes(stones), BadFile)


def check_cells(
    rows: int, columns: int, side: int, values: bytes, stones: bytes, error: type[BadText]
) -> Board:
    """Make a board of the characters of its cells; raise the error, naming the cell, if none."""
    shape = Board(rows, columns, side, b"", b"")
    for row in range(rows):
        for column in range(columns):
            at = row * columns + column
            cell = values[at : at + 1] + stones[at : at + 1]
            if shape.is_corner(row, column):
                wanted = cell == CORNER
            elif shape.is_border(row, column):
                wanted = cell[:1] == b"0" and cell[1:] in (b".", b"O", b"X")
            else:
                wanted = cell[:1] in b"123456789" and cell[1:] in (b".", b"O", b"X")
            if not wanted:
                raise error(f"row {row}, column {column}: {show(cell)} is no cell there")
    numbers = values.translate(bytes.maketrans(b" 0123456789", bytes([0, *range(10)])))
    kinds = stones.translate(bytes.maketrans(b" .OX", bytes([0, 0, 1, 2])))
    return Board(rows, columns, side, numbers, kinds)


def write_save(board: Board) -> bytes:
    """Write a save file."""
    lines = [f"{board.rows} {board.columns}", "OX"[board.side], *board.lines()]
    return "".join(f"{line}\n" for line in lines).encode()


def show(data: bytes) -> str:
    """Quote the beginning of some bytes."""
    return repr(data[:20].decode("ascii", "backslashreplace"))
