"""The program ``push2310``, acted out one sentence of its specification at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass

Cell = tuple[int, int]
"""Row and column, zero-based from the top left."""

Files = dict[str, bytes | None]
"""The working directory: a path stands for a file's contents, or for a directory (None)."""

OTHER = {"O": "X", "X": "O"}
TWO_NUMBERS = re.compile(rb"([0-9]+) ([0-9]+)")
LONGEST_MOVE = 80


class Exit(Exception):
    """The program ends here, with this status and this line on stderr."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status = status
        self.line = line


# The game


@dataclass
class Board:
    """A table of cells: the value digit, then ``.``, ``O`` or ``X``; blanks in the corners."""

    rows: int
    columns: int
    turn: str
    cells: list[list[str]]

    def text(self) -> str:
        """The rows, every one ending in a newline."""
        return "".join("".join(row) + "\n" for row in self.cells)

    def save_file(self) -> bytes:
        """What is written to a save file."""
        return f"{self.rows} {self.columns}\n{self.turn}\n{self.text()}".encode()

    def exists(self, cell: Cell) -> bool:
        """Whether there is such a cell; the four corners do not exist."""
        row, column = cell
        on_table = 0 <= row < self.rows and 0 <= column < self.columns
        return on_table and not self.is_corner(cell)

    def is_corner(self, cell: Cell) -> bool:
        """Whether the place is one of the four."""
        return cell[0] in (0, self.rows - 1) and cell[1] in (0, self.columns - 1)

    def is_border(self, cell: Cell) -> bool:
        """Whether the cell lies on the edge."""
        return cell[0] in (0, self.rows - 1) or cell[1] in (0, self.columns - 1)

    def value(self, cell: Cell) -> int:
        """What the cell is worth."""
        return int(self.cells[cell[0]][cell[1]][0])

    def stone(self, cell: Cell) -> str:
        """What lies on the cell."""
        return self.cells[cell[0]][cell[1]][1]

    def put(self, cell: Cell, stone: str) -> None:
        """Change what lies on the cell."""
        self.cells[cell[0]][cell[1]] = self.cells[cell[0]][cell[1]][0] + stone

    def interior(self) -> list[Cell]:
        """The cells that are not on the border, in row-major order."""
        return [(r, c) for r in range(1, self.rows - 1) for c in range(1, self.columns - 1)]

    def empty_interior(self) -> list[Cell]:
        """The interior cells without a stone, in row-major order."""
        return [cell for cell in self.interior() if self.stone(cell) == "."]

    def score(self, player: str) -> int:
        """The sum of the values under the player's stones."""
        return sum(self.value(cell) for cell in self.interior() if self.stone(cell) == player)

    def line(self, border: Cell) -> list[Cell]:
        """The cells inwards from a border cell, the opposite border cell last."""
        row, column = border
        if row == 0:
            return [(r, column) for r in range(1, self.rows)]
        if row == self.rows - 1:
            return [(r, column) for r in reversed(range(self.rows - 1))]
        if column == 0:
            return [(row, c) for c in range(1, self.columns)]
        return [(row, c) for c in reversed(range(self.columns - 1))]

    def is_legal(self, cell: Cell) -> bool:
        """Whether the cell may be played."""
        if not self.exists(cell) or self.stone(cell) != ".":
            return False
        if not self.is_border(cell):
            return True
        inner, *further = self.line(cell)
        return self.stone(inner) != "." and any(self.stone(place) == "." for place in further)

    def place(self, cell: Cell) -> None:
        """Play the cell for the player whose turn it is."""
        if self.is_border(cell):
            line = self.line(cell)
            shifting = self.turn
            for place in line:
                shifting, was_there = self.stone(place), shifting
                self.put(place, was_there)
                if shifting == ".":
                    break
        else:
            self.put(cell, self.turn)
        self.turn = OTHER[self.turn]

    def copy(self) -> Board:
        """A board to try a move on."""
        return Board(self.rows, self.columns, self.turn, [list(row) for row in self.cells])


def clockwise_border(board: Board) -> list[Cell]:
    """Row 0 left to right, last column down, last row right to left, column 0 up."""
    last_row, last_column = board.rows - 1, board.columns - 1
    return [
        *[(0, column) for column in range(1, last_column)],
        *[(row, last_column) for row in range(1, last_row)],
        *[(last_row, column) for column in range(last_column - 1, 0, -1)],
        *[(row, 0) for row in range(last_row - 1, 0, -1)],
    ]


def choice_of_type_0(board: Board) -> Cell:
    """O takes the first empty interior cell from the top left, X from the bottom right."""
    return board.empty_interior()[0 if board.turn == "O" else -1]


def choice_of_type_1(board: Board) -> Cell:
    """Push where the opponent's score drops, else take the most valuable interior cell."""
    opponent = OTHER[board.turn]
    for cell in clockwise_border(board):
        if board.is_legal(cell):
            after = board.copy()
            after.place(cell)
            if after.score(opponent) < board.score(opponent):
                return cell
    empty = board.empty_interior()
    highest = max(board.value(cell) for cell in empty)
    return next(cell for cell in empty if board.value(cell) == highest)


# The save file


def number(digits: bytes) -> int:
    """The number that decimal digits stand for; too large a one just becomes a large one."""
    significant = digits.lstrip(b"0")
    return int(significant[:12] or b"0")


def load(contents: bytes) -> Board | None:
    """The board of a save file, or None if it is not exactly in the format."""
    lines = contents.split(b"\n")
    if lines.pop() != b"":
        return None  # the last line has no newline
    if len(lines) < 2:
        return None
    size = TWO_NUMBERS.fullmatch(lines[0])
    if size is None:
        return None
    rows, columns = number(size[1]), number(size[2])
    if rows < 3 or columns < 3:
        return None
    if lines[1] not in {b"O", b"X"}:
        return None
    table = lines[2:]
    if len(table) != rows or any(len(line) != 2 * columns for line in table):
        return None
    cells = [
        [line[i : i + 2].decode("latin-1") for i in range(0, 2 * columns, 2)] for line in table
    ]
    board = Board(rows, columns, lines[1].decode(), cells)
    for row in range(rows):
        for column in range(columns):
            if not is_cell(board, (row, column)):
                return None
    return board


def is_cell(board: Board, cell: Cell) -> bool:
    """Whether what the file has in this place is right for it."""
    text = board.cells[cell[0]][cell[1]]
    if board.is_corner(cell):
        return text == "  "
    if board.is_border(cell):
        return text[0] == "0" and text[1] in ".OX"
    return text[0] in "123456789" and text[1] in ".OX"


# Files


def find(name: bytes, files: Files) -> str | None:
    """The path in the working directory that a name leads to, if all its directories exist."""
    if b"\0" in name or len(name) > 4095 or name.startswith(b"/"):
        return None
    *folders, last = name.decode("utf-8", "surrogateescape").split("/")
    if last in {"", ".", ".."}:
        return None
    reached: list[str] = []
    for folder in folders:
        if folder in {"", "."}:
            continue
        if folder == "..":
            reached.pop()
            continue
        reached.append(folder)
        path = "/".join(reached)
        if path not in files or files[path] is not None:
            return None
    if len(last.encode("utf-8", "surrogateescape")) > 255:
        return None
    return "/".join([*reached, last])


def save(board: Board, name: bytes, files: Files) -> bool:
    """Write the file, or leave everything as it is; tell which."""
    if name == b"/dev/null":
        return True
    path = find(name, files)
    if path is None or (path in files and files[path] is None):
        return False
    files[path] = board.save_file()
    return True


def open_board(name: str, files: Files) -> Board:
    """The board to start with."""
    path = find(name.encode("utf-8", "surrogateescape"), files)
    if name == "." or (path is not None and path in files and files[path] is None):
        raise Exit(4, "Invalid file contents")  # a directory
    if path is None or path not in files:
        raise Exit(3, "No file to load from")
    contents = files[path]
    assert contents is not None
    board = load(contents)
    if board is None:
        raise Exit(4, "Invalid file contents")
    if not board.empty_interior():
        raise Exit(6, "Full board in load")
    return board


# The program


def run(argv: list[str], stdin: bytes, files: Files) -> tuple[bytes, bytes, int, Files]:
    """Act the program out: its stdout, its stderr, its exit status and the files after it."""
    out: list[str] = []
    err: list[str] = []
    files = dict(files)
    try:
        play(argv, stdin, files, out, err)
        status = 0
    except Exit as end:
        status = end.status
        err.append(end.line + "\n")
    return "".join(out).encode(), "".join(err).encode(), status, files


def play(argv: list[str], stdin: bytes, files: Files, out: list[str], err: list[str]) -> None:
    """Everything from the arguments to the winners."""
    if len(argv) != 3:
        raise Exit(1, "Usage: push2310 typeO typeX fname")
    if not all(kind in {"0", "1", "H"} for kind in argv[:2]):
        raise Exit(2, "Invalid player type")
    types = {"O": argv[0], "X": argv[1]}
    board = open_board(argv[2], files)
    out.append(board.text())
    while board.empty_interior():
        player = board.turn
        if types[player] == "H":
            cell, stdin = ask(board, stdin, files, out, err)
        else:
            cell = choice_of_type_0(board) if types[player] == "0" else choice_of_type_1(board)
            out.append(f"Player {player} placed at {cell[0]} {cell[1]}\n")
        board.place(cell)
        out.append(board.text())
    scores = {player: board.score(player) for player in "OX"}
    winners = [player for player in "OX" if scores[player] == max(scores.values())]
    out.append(f"Winners: {' '.join(winners)}\n")


def ask(
    board: Board, stdin: bytes, files: Files, out: list[str], err: list[str]
) -> tuple[Cell, bytes]:
    """Prompt until there is a move; the move and the input behind it."""
    while True:
        out.append(f"{board.turn}:(R C)> ")
        line, newline, stdin = stdin.partition(b"\n")
        if not newline:
            raise Exit(5, "End of file")
        if line.startswith(b"s") and len(line) > 1:
            if not save(board, line[1:], files):
                err.append("Save failed\n")
            continue
        move = TWO_NUMBERS.fullmatch(line)
        if move and len(line) <= LONGEST_MOVE:
            cell = number(move[1]), number(move[2])
            if board.is_legal(cell):
                return cell, stdin
