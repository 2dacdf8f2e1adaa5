"""Santorini, told slowly: the rules as they are written, to compare a fast implementation with."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

Square = tuple[int, int]  # row, column; zero-based from the top left

START = "00000/00Y00B0/00000/00A00Z0/00000 w 1"
SIZE = 5
SQUARES = [(row, column) for row in range(SIZE) for column in range(SIZE)]
COMPASS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
PLAYERS = ["w", "b"]
OTHER = {"w": "b", "b": "w"}
WORKERS = {"w": "AB", "b": "YZ"}
TOP, DOME = 3, 4


def neighbour(square: Square, direction: str) -> Square:
    """The next square in a compass direction, possibly off the board."""
    return square[0] + COMPASS[direction][0], square[1] + COMPASS[direction][1]


@dataclass(frozen=True)
class State:
    """A position: the level of every square, where the workers stand, the turn, the rule."""

    levels: Mapping[Square, int]
    workers: Mapping[str, Square]
    side: str
    turn: int
    rule: str  # "seed" or "official"

    @property
    def text(self) -> str:
        """The position on one line."""
        worker_on = {square: worker for worker, square in self.workers.items()}
        rows = []
        for row in range(SIZE):
            squares = [(row, column) for column in range(SIZE)]
            rows.append("".join(f"{self.levels[s]}{worker_on.get(s, '')}" for s in squares))
        return f"{'/'.join(rows)} {self.side} {self.turn}"

    def can_step(self, worker: str, direction: str) -> bool:
        """Whether a worker may move: on the board, free, no dome, at most one level higher."""
        here = self.workers[worker]
        there = neighbour(here, direction)
        return (
            there in SQUARES
            and there not in self.workers.values()
            and self.levels[there] < DOME
            and self.levels[there] <= self.levels[here] + 1
        )

    def can_build(self, worker: str, direction: str) -> bool:
        """Whether a worker may build where it stands: on the board, no worker there, no dome."""
        site = neighbour(self.workers[worker], direction)
        return site in SQUARES and site not in self.workers.values() and self.levels[site] < DOME

    def stepped(self, worker: str, direction: str) -> State:
        """The same turn with the worker moved and nothing built yet."""
        workers = {**self.workers, worker: neighbour(self.workers[worker], direction)}
        return State(self.levels, workers, self.side, self.turn, self.rule)

    def built(self, worker: str, direction: str) -> State:
        """The same turn with the worker having built."""
        site = neighbour(self.workers[worker], direction)
        levels = {**self.levels, site: self.levels[site] + 1}
        return State(levels, self.workers, self.side, self.turn, self.rule)

    def turn_ended(self) -> State:
        """The position handed to the other player."""
        return State(self.levels, self.workers, OTHER[self.side], self.turn + 1, self.rule)

    def climber(self) -> str | None:
        """The player of a worker on level 3."""
        for player in PLAYERS:
            if any(self.levels[self.workers[worker]] == TOP for worker in WORKERS[player]):
                return player
        return None

    def turns(self) -> list[str]:
        """What the player to move can do if nobody has won yet."""
        turns = []
        for worker in WORKERS[self.side]:
            for step in COMPASS:
                if not self.can_step(worker, step):
                    continue
                moved = self.stepped(worker, step)
                if self.rule == "official" and self.levels[moved.workers[worker]] == TOP:
                    turns.append(f"{worker},{step}")
                else:
                    turns += [
                        f"{worker},{step},{build}"
                        for build in COMPASS
                        if moved.can_build(worker, build)
                    ]
        return turns

    def legal_moves(self) -> list[str]:
        """The turns of the player to move, worker by worker; none once the game is over."""
        return [] if self.climber() is not None else self.turns()

    def play(self, move: str) -> State:
        """The position after a legal move."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r} in {self.text!r}")
        worker, step, *build = move.split(",")
        state = self.stepped(worker, step)
        for direction in build:  # none when the step itself has won
            state = state.built(worker, direction)
        return state.turn_ended()

    def outcome(self) -> tuple[int | None, str] | None:
        """The winner and why the game ended; None while it runs."""
        climber = self.climber()
        if climber is not None:
            return PLAYERS.index(climber), "climbed"
        if not self.turns():
            return PLAYERS.index(OTHER[self.side]), "blocked"
        return None


def start(**options: object) -> State:
    """The start position under the option rule."""
    return read(START, **options)


def read(text: str, **options: object) -> State:
    """The position that a text stands for, under the option rule."""
    rule = options.get("rule", "seed")
    assert isinstance(rule, str)
    board, side, turn = text.split(" ")
    levels: dict[Square, int] = {}
    workers: dict[str, Square] = {}
    for row, line in enumerate(board.split("/")):
        column = -1
        for char in line:
            if char.isdigit():
                column += 1
                levels[row, column] = int(char)
            else:
                workers[char] = (row, column)
    return State(levels, workers, side, int(turn), rule)


def scattered(rng: random.Random) -> tuple[str, dict[str, object]]:
    """A random position that play need not reach, and its options."""
    skyline = rng.choice(
        [
            (1, 0, 0, 0, 0),
            (6, 2, 1, 0, 0),
            (1, 1, 1, 1, 1),
            (0, 2, 3, 3, 1),
            (0, 1, 4, 4, 4),
            (1, 1, 1, 1, 8),
            (1, 0, 2, 2, 12),
        ]
    )
    drawn = rng.choices(range(DOME + 1), skyline, k=len(SQUARES))
    levels = dict(zip(SQUARES, drawn, strict=True))
    # Workers huddled in a part of the board get in each other's way.
    corner_row, corner_column = rng.choice([0, SIZE - 1]), rng.choice([0, SIZE - 1])
    reach = rng.choice([1, 2, SIZE, SIZE])
    part = [
        s for s in SQUARES if abs(s[0] - corner_row) <= reach and abs(s[1] - corner_column) <= reach
    ]
    workers = dict(zip("ABYZ", rng.sample(part, 4), strict=True))
    for square in workers.values():
        levels[square] = min(levels[square], rng.choice([0, 1, 2, 2]))
    if rng.random() < 0.05:  # one player has already won; both at once would be no position
        levels[workers[rng.choice("ABYZ")]] = TOP
    options: dict[str, object] = rng.choice([{}, {"rule": "seed"}, {"rule": "official"}])
    turn = rng.choice([1, 2, rng.randint(3, 60), rng.randint(61, 200)])
    return State(levels, workers, rng.choice(PLAYERS), turn, "seed").text, options
