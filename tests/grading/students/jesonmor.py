"""A student's program for Jeson Mor, written from the assignment, that can make one mistake.

It has no archers and no colours: both sides' knights look alike.
"""

from __future__ import annotations

import re
import sys
from random import Random

Place = tuple[int, int]
MISTAKE = ""
JUMPS = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1))
PLAYERS = ("Human", "Machine")


def has(name: str) -> bool:
    return name == MISTAKE


class Board:
    def __init__(self, size: int, protection: int) -> None:
        self.size, self.protection = size, protection
        self.owner: dict[Place, int] = {}
        for x in range(size):
            self.owner[x, 0], self.owner[x, size - 1] = 0, 1
        self.moves = 0
        self.scores = [0, 0]
        self.middle = (size // 2, size // 2)

    def show(self) -> None:
        letters = "        " + " ".join(chr(ord("a") + x) for x in range(self.size))
        rule = "        " + "-" * (2 * self.size - 1)
        print(f"\nMoves so far: {self.moves}")
        print(f"Score of {PLAYERS[0]}: {self.scores[0]}, score of {PLAYERS[1]}: {self.scores[1]}")
        print(letters, rule, sep="\n")
        rows = range(self.size - 1, -1, -1)
        for y in reversed(rows) if has("row 1 on top") else rows:
            cells = " ".join(self.letter((x, y)) for x in range(self.size))
            print(f"{y + 1:7d}|{cells}|{y + 1}")
        print(rule, letters, sep="\n")

    def letter(self, place: Place) -> str:
        if place in self.owner:
            return "K"
        return "x" if place == self.middle else "."

    def targets(self, source: Place, player: int) -> list[Place]:
        found = []
        for dx, dy in JUMPS:
            x, y = source[0] + dx, source[1] + dy
            leg = source[0] + int(dx / 2), source[1] + int(dy / 2)
            if not (0 <= x < self.size and 0 <= y < self.size):
                continue
            if leg in self.owner and not has("no blocking"):
                continue
            there = self.owner.get((x, y))
            if there == player and not has("captures own pieces"):
                continue
            protected = self.moves < self.protection and not has("captures under protection")
            if there == 1 - player and protected:
                continue
            found.append((x, y))
        return found

    def all_moves(self, player: int) -> list[tuple[Place, Place]]:
        mine = sorted(place for place, owner in self.owner.items() if owner == player)
        return [(source, target) for source in mine for target in self.targets(source, player)]

    def make(self, source: Place, target: Place) -> None:
        player = self.owner.pop(source)
        self.owner[target] = player
        self.moves += 1
        distance = abs(source[0] - target[0]) + abs(source[1] - target[1])
        self.scores[player] += 1 if has("score counts moves") else distance

    def winner(self, player: int, source: Place) -> int | None:
        late = self.moves > self.protection or has("wins under protection")
        if source == self.middle and late and not has("centre forgotten"):
            return player
        if 1 - player not in self.owner.values():
            return player
        return None

    def tie_break(self, player: int) -> int:
        other = 1 - player
        if has("stuck player loses"):
            return other
        return player if self.scores[player] <= self.scores[other] else other


def ask(board: Board) -> tuple[Place, Place] | None:
    while True:
        print("Your move?")
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        match = re.fullmatch(r"([a-z])(\d+)->([a-z])(\d+)", line.strip())
        if has("ends on words") and match is None:
            sys.exit("cannot read that")
        if match is not None:
            source = ord(match[1]) - ord("a"), int(match[2]) - 1
            target = ord(match[3]) - ord("a"), int(match[4]) - 1
            mine = 0 if not has("moves the computer's pieces") else board.owner.get(source, 0)
            if board.owner.get(source) == mine and target in board.targets(source, mine):
                return source, target
        if has("wrong input loses the turn"):
            return None
        print("That is no move.")


def choose(board: Board, rng: Random) -> tuple[Place, Place]:
    moves = board.all_moves(1)
    return moves[0] if has("always the first move") else rng.choice(moves)


def main(words: list[str]) -> None:
    size, protection = int(words[0]), int(words[1])
    if size < 3 or size > 25 or (size % 2 == 0 and not has("even boards")):
        sys.exit("no such board")
    board = Board(size, protection)
    rng = Random(size + protection)
    player = 1 if has("computer first") else 0
    board.show()
    while True:
        if not board.all_moves(player):
            print(f"The game is over. {PLAYERS[board.tie_break(player)]} has won.")
            return
        move = choose(board, rng) if player else ask(board)
        if move is not None:
            board.make(*move)
            board.show()
            won = board.winner(player, move[0])
            if won is not None:
                print(f"The game is over. {PLAYERS[won]} has won.")
                return
        player = 1 - player


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["--mistake"]:
        MISTAKE = arguments[1]
        arguments = arguments[2:]
    main(arguments)
