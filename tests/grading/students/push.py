"""A student's program for Push, written from the assignment, that can make one mistake.

It prints its output without flushing, as many programs in C do.
"""

from __future__ import annotations

import sys

MISTAKE = ""
MESSAGES = {
    1: "Usage: push2310 typeO typeX fname",
    2: "Invalid player type",
    3: "No file to load from",
    4: "Invalid file contents",
    5: "End of file",
    6: "Full board in load",
}


class Stop(Exception):
    pass


def has(name: str) -> bool:
    return name == MISTAKE


class Grid:
    def __init__(self, turn: str, cells: list[list[str]]) -> None:
        self.turn = turn
        self.cells = cells
        self.height = len(cells)
        self.width = len(cells[0])

    def text(self) -> str:
        return "".join("".join(row) + "\n" for row in self.cells)

    def is_inside(self, row: int, column: int) -> bool:
        return 0 < row < self.height - 1 and 0 < column < self.width - 1

    def is_cell(self, row: int, column: int) -> bool:
        if not (0 <= row < self.height and 0 <= column < self.width):
            return False
        return self.cells[row][column] != "  "

    def stone(self, row: int, column: int) -> str:
        return self.cells[row][column][1]

    def put(self, row: int, column: int, stone: str) -> None:
        self.cells[row][column] = self.cells[row][column][0] + stone

    def line(self, row: int, column: int) -> list[tuple[int, int]]:
        """Return the cells from an edge cell to the opposite edge."""
        if row == 0:
            return [(at, column) for at in range(self.height)]
        if row == self.height - 1:
            return [(at, column) for at in range(self.height - 1, -1, -1)]
        if column == 0:
            return [(row, at) for at in range(self.width)]
        return [(row, at) for at in range(self.width - 1, -1, -1)]

    def gap(self, row: int, column: int) -> int:
        """Return how far along its line the first empty cell is, 0 if there is none."""
        line = self.line(row, column)
        if has("pushes only inside"):
            line = line[:-1]
        for far in range(1, len(line)):
            if self.stone(*line[far]) == ".":
                return far
        return 0

    def can_play(self, row: int, column: int) -> bool:
        if not self.is_cell(row, column) or self.stone(row, column) != ".":
            return False
        return self.is_inside(row, column) or self.gap(row, column) > 1

    def play(self, row: int, column: int) -> None:
        if self.is_inside(row, column):
            self.put(row, column, self.turn)
        else:
            line = self.line(row, column)
            far = self.gap(row, column)
            if has("pushes only one stone"):
                far = min(far, 2)
            for at in range(far, 1, -1):
                self.put(*line[at], self.stone(*line[at - 1]))
            self.put(*line[1], self.turn)
        self.turn = "X" if self.turn == "O" else "O"

    def score(self, player: str) -> int:
        edge = 1 if has("counts the edge") else 0
        total = 0
        for row in self.cells:
            for cell in row:
                if cell[1] == player:
                    total += int(cell[0]) or edge
        return total

    def is_full(self) -> bool:
        return not any(
            self.stone(row, column) == "."
            for row in range(1, self.height - 1)
            for column in range(1, self.width - 1)
        )

    def copy(self) -> Grid:
        return Grid(self.turn, [list(row) for row in self.cells])


def load(name: str) -> Grid:
    try:
        with open(name) as file:
            text = file.read()
    except OSError:
        raise Stop(3) from None
    lines = text.split("\n")
    try:
        height, width = map(int, lines[0].split(" "))
    except ValueError:
        raise Stop(4) from None
    if lines.pop() != "" or len(lines) != height + 2 or height < 3 or width < 3:
        raise Stop(4)
    if lines[1] not in ("O", "X"):
        raise Stop(4)
    cells = []
    for row, line in enumerate(lines[2:]):
        if len(line) != 2 * width:
            raise Stop(4)
        cells.append([line[2 * at : 2 * at + 2] for at in range(width)])
        for column, cell in enumerate(cells[-1]):
            check_cell(cell, row in (0, height - 1), column in (0, width - 1))
    grid = Grid(lines[1], cells)
    if grid.is_full():
        raise Stop(6)
    return grid


def check_cell(cell: str, first: bool, second: bool) -> None:
    if first and second:
        right = cell == "  "
    else:
        points = "0" if first or second else "123456789"
        if has("accepts any points"):
            points = "0123456789"
        right = cell[0] in points and cell[1] in ".OX"
    if not right:
        raise Stop(4)


def type_zero(grid: Grid) -> tuple[int, int]:
    cells = inner(grid)
    if grid.turn == "X" and not has("X starts at the top"):
        cells.reverse()
    return next(cell for cell in cells if grid.stone(*cell) == ".")


def inner(grid: Grid) -> list[tuple[int, int]]:
    return [
        (row, column) for row in range(1, grid.height - 1) for column in range(1, grid.width - 1)
    ]


def type_one(grid: Grid) -> tuple[int, int]:
    bottom, right = grid.height - 1, grid.width - 1
    edge = [(0, at) for at in range(1, right)]
    edge += [(at, right) for at in range(1, bottom)]
    around = [(bottom, at) for at in range(right - 1, 0, -1)]
    if has("goes the bottom row to the right"):
        around.reverse()
    around += [(at, 0) for at in range(bottom - 1, 0, -1)]
    if has("goes anticlockwise"):
        edge = [*edge, *around][::-1]
    else:
        edge += around
    other = "X" if grid.turn == "O" else "O"
    for cell in edge:
        if grid.can_play(*cell):
            trial = grid.copy()
            trial.play(*cell)
            if trial.score(other) < grid.score(other):
                return cell
    best = (0, 0)
    value = 0
    for row, column in inner(grid):
        points = int(grid.cells[row][column][0])
        better = points >= value if has("takes the last of equals") else points > value
        if grid.stone(row, column) == "." and better:
            best, value = (row, column), points
    return best


def ask(grid: Grid) -> tuple[int, int]:
    while True:
        mark = ">" if has("no blank after the prompt") else "> "
        sys.stdout.write(f"{grid.turn}:(R C){mark}")
        line = sys.stdin.readline()
        if not line.endswith("\n"):
            raise Stop(5)
        line = line[:-1]
        if line.startswith("s") and len(line) > 1:
            save(grid, line[1:])
            continue
        parts = line.split(" ")
        try:
            row, column = map(int, parts)
        except ValueError:
            continue
        if row >= 0 and column >= 0 and grid.can_play(row, column):
            return row, column


def save(grid: Grid, name: str) -> None:
    turn = grid.turn
    if has("saves the wrong player"):
        turn = "X" if turn == "O" else "O"
    try:
        with open(name, "w") as file:
            file.write(f"{grid.height} {grid.width}\n{turn}\n{grid.text()}")
    except OSError:
        sys.stderr.write("Save failed\n")


def play(words: list[str]) -> None:
    if len(words) != 3:
        raise Stop(1)
    types = dict(zip("OX", words, strict=False))
    if not set(types.values()) <= {"0", "1", "H"}:
        raise Stop(2)
    grid = load(words[2])
    sys.stdout.write(grid.text())
    while not grid.is_full():
        kind, player = types[grid.turn], grid.turn
        if kind == "H":
            row, column = ask(grid)
        else:
            row, column = type_zero(grid) if kind == "0" else type_one(grid)
            sys.stdout.write(f"Player {player} placed at {row} {column}\n")
        grid.play(row, column)
        sys.stdout.write(grid.text())
    o, x = grid.score("O"), grid.score("X")
    winners = "O X" if o == x else "O" if o > x else "X"
    if has("forgets the tie") and o == x:
        winners = "O"
    sys.stdout.write(f"Winners: {winners}\n")


def main() -> int:
    global MISTAKE  # noqa: PLW0603
    words = sys.argv[1:]
    if words[:1] == ["--mistake"]:
        MISTAKE = words[1]
        words = words[2:]
    try:
        play(words)
    except Stop as stop:
        code = int(stop.args[0])
        stream = sys.stdout if has("errors on standard output") else sys.stderr
        stream.write(f"{MESSAGES[code]}\n")
        return 0 if has("end of input exits 0") and code == 5 else code
    return 0


if __name__ == "__main__":
    sys.exit(main())
