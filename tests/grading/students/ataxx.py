"""A student's program for Ataxx, written from the assignment, that can make one mistake.

It passes by itself, and says nothing about the moves of its AI, which looks ahead near the end.
"""

from __future__ import annotations

import re
import sys
from random import Random

Cell = tuple[int, int]
MISTAKE = ""
NEXT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
FAR = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2]
NAMES = {"r": "Red", "b": "Blue"}


def has(name: str) -> bool:
    return name == MISTAKE


def other(side: str) -> str:
    return "b" if side == "r" else "r"


def cell(text: str) -> Cell:
    return ord(text[0]) - ord("a"), int(text[1]) - 1


class Table:
    def __init__(self) -> None:
        self.cells = dict.fromkeys([(x, y) for x in range(7) for y in range(7)], "-")
        self.cells.update({(0, 6): "r", (6, 0): "r", (0, 0): "b", (6, 6): "b"})
        self.turn = "r"
        self.jumps = 0
        self.begun = False

    def copy(self) -> Table:
        copy = Table()
        copy.cells = dict(self.cells)
        copy.turn, copy.jumps, copy.begun = self.turn, self.jumps, self.begun
        return copy

    def text(self) -> str:
        rows = [
            f"{y + 1} " + " ".join(self.cells[x, y] for x in range(7)) for y in range(6, -1, -1)
        ]
        return "\n".join([*rows, "  a b c d e f g"])

    def count(self, side: str) -> int:
        return sum(piece == side for piece in self.cells.values())

    def is_legal(self, source: Cell, target: Cell) -> bool:
        reach = 3 if has("jumps three squares") else 2
        distance = max(abs(source[0] - target[0]), abs(source[1] - target[1]))
        mine = self.cells[source] == self.turn or (
            has("moves the other's pieces") and self.cells[source] in "rb"
        )
        free = self.cells[target] == "-" or (has("moves onto blocks") and self.cells[target] == "x")
        return mine and free and 0 < distance <= reach

    def moves(self, side: str) -> list[tuple[Cell, Cell]]:
        return [
            ((x, y), (x + dx, y + dy))
            for (x, y), piece in self.cells.items()
            if piece == side
            for dx, dy in NEXT + FAR
            if self.cells.get((x + dx, y + dy)) == "-"
        ]

    def play(self, source: Cell, target: Cell) -> None:
        side = self.turn
        jump = max(abs(source[0] - target[0]), abs(source[1] - target[1])) > 1
        self.jumps = self.jumps + 1 if jump else 0
        if jump and not has("jumps leave the piece"):
            self.cells[source] = "-"
        self.cells[target] = side
        for dx, dy in NEXT:
            near = target[0] + dx, target[1] + dy
            if has("forgets the diagonals") and dx and dy:
                continue
            if self.cells.get(near) == other(side):
                self.cells[near] = side
        self.begun = True
        self.turn = other(side)
        if not self.winner() and not self.moves(self.turn):
            self.turn = side

    def winner(self) -> str:
        red, blue = self.count("r"), self.count("b")
        stuck = [not self.moves(side) for side in "rb"]
        limit = 30 if has("30 jumps") else 25
        ends = any(stuck) if has("who is stuck ends the game") else all(stuck)
        if not (ends or not red or not blue or self.jumps >= limit):
            return ""
        if red == blue:
            return "Red wins" if has("forgets the draw") else "Draw"
        return "Red wins" if red > blue else "Blue wins"

    def block(self, text: str) -> bool:
        x, y = cell(text)
        mirrors = {(x, y), (6 - x, y), (x, 6 - y), (6 - x, 6 - y)}
        if has("no reflections"):
            mirrors = {(x, y)}
        if self.begun and not has("blocks after moves"):
            return False
        if self.cells[x, y] != "-" and not has("blocks on pieces"):
            return False
        self.cells.update(dict.fromkeys(mirrors, "x"))
        return True


def is_near(source: Cell, target: Cell) -> bool:
    return max(abs(source[0] - target[0]), abs(source[1] - target[1])) == 1


def choose(table: Table, rng: Random) -> tuple[Cell, Cell]:
    moves = table.moves(table.turn)
    if has("random AI"):
        return rng.choice(moves)
    clones = {target: (source, target) for source, target in moves if is_near(source, target)}
    moves = [*clones.values(), *(move for move in moves if not is_near(*move))]
    me, more = table.turn, 2 if len(moves) < 16 else 0
    return max(moves, key=lambda move: worth(table, move, me, more))


def worth(table: Table, move: tuple[Cell, Cell], me: str, more: int) -> int:
    after = table.copy()
    after.play(*move)
    result = after.winner()
    if result:
        return 1000 if result == f"{NAMES[me]} wins" else -1000
    lead = after.count(me) - after.count(other(me))
    if not more:
        return lead
    replies = {(t if is_near(s, t) else (s, t)): (s, t) for s, t in after.moves(after.turn)}
    worths = [worth(after, reply, me, more - 1) for reply in replies.values()]
    return max(worths) if after.turn == me else min(worths)


def main() -> None:
    table, rng = Table(), Random(1)
    automatic = {"r": False, "b": True}
    shown = False
    said = ""
    while True:
        result = table.winner()
        if result and result != said:
            print(f"* {result}!")
        said = result
        if not result and automatic[table.turn]:
            table.play(*choose(table, rng))
            if shown:
                print(table.text())
            continue
        print(f"{NAMES[table.turn]}>", flush=True)
        line = sys.stdin.readline()
        words = line.split()
        if not line or words == ["quit"]:
            return
        if words == ["new"]:
            blocks = [place for place, piece in table.cells.items() if piece == "x"]
            table = Table()
            if has("new keeps the blocks"):
                table.cells.update(dict.fromkeys(blocks, "x"))
        elif words == ["board"]:
            print(table.text())
        elif words in (["board_on"], ["board_off"]):
            shown = words == ["board_on"]
        elif words == ["score"]:
            print(f"{table.count('r')} red vs {table.count('b')} blue")
        elif len(words) == 2 and words[0] in ("ai", "manual"):
            automatic[words[1][0]] = words[0] == "ai"
        elif len(words) == 2 and words[0] == "block":
            if not table.block(words[1]):
                print("No block there.")
        elif words == ["-"] and has("passes at will"):
            table.turn = other(table.turn)
        elif re.fullmatch(r"[a-g][1-7]-[a-g][1-7]", line.strip()) and not result:
            source, target = cell(line), cell(line[3:])
            if table.is_legal(source, target):
                table.play(source, target)
            else:
                print("Not allowed.")
            if shown:
                print(table.text())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--mistake"]:
        MISTAKE = sys.argv[2]
    main()
