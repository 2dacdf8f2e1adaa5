"""Boards for ``advance``: random ones, and our own cases with one answer each."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from tests.oracles.programs import advance as oracle

CASES = Path(__file__).with_name("advance.jsonl")
START = "mjdsgscjm/bzzzzzzzb/9/9/9/9/9/BZZZZZZZB/MJCSGSDJM"
COLOURS = ["white", "black"]


@dataclass(frozen=True)
class Case:
    """A board, all the moves that its level allows, and the one board they lead to."""

    level: int
    colour: str
    board: str
    moves: list[str]
    answer: str

    @property
    def rows(self) -> list[str]:
        """The rows of the board."""
        return unpacked(self.board)


def packed(rows: list[str]) -> str:
    """The rows on one line, runs of empty squares as digits."""
    return "/".join(
        "".join(
            str(len(list(run))) if thing == "." else "".join(run) for thing, run in groupby(row)
        )
        for row in rows
    )


def unpacked(text: str) -> list[str]:
    """The rows of a line."""
    return [
        "".join("." * int(thing) if thing.isdigit() else thing for thing in row)
        for row in text.split("/")
    ]


def own_cases() -> list[Case]:
    """The checked-in cases."""
    return [Case(**json.loads(line)) for line in CASES.read_text("ascii").splitlines()]


def written(cases: list[Case]) -> str:
    """The cases as they are checked in."""
    return "".join(json.dumps(asdict(case), separators=(",", ":")) + "\n" for case in cases)


# Random boards


def scattered(rng: random.Random, most: int = 40) -> list[str]:
    """Pieces and walls anywhere, often crowded into a part of the board."""
    kinds = rng.choice(["ZBJMSCD", "ZBJMSCD", "ZZZBJMSCD", "SJ", "MDC", "JB", "ZS"])
    share_of_white = rng.choice([0.2, 0.5, 0.5, 0.8])
    things = [
        kind if rng.random() < share_of_white else kind.lower()
        for kind in rng.choices(kinds, k=rng.randint(1, rng.randint(2, most)))
    ]
    things += "#" * rng.choice([0, 0, rng.randint(1, 8), rng.randint(9, 30)])
    height, width = rng.choice([3, 4, 5, 7, 9, 9]), rng.choice([3, 4, 5, 7, 9, 9])
    top, left = rng.randint(0, 9 - height), rng.randint(0, 9 - width)
    inside = [
        9 * row + column for row in range(top, top + height) for column in range(left, left + width)
    ]
    rng.shuffle(inside)
    outside = [square for square in oracle.SQUARES if square not in inside]
    rng.shuffle(outside)
    squares = inside + outside
    generals = squares[:2] if rng.random() < 0.6 else squares[-2:]
    free = [square for square in squares if square not in generals]
    board = ["."] * 81
    for square, thing in zip(generals, rng.choice(["Gg", "gG"]), strict=True):
        board[square] = thing
    for square, thing in zip(free, things, strict=False):
        board[square] = thing
    return oracle.split("".join(board))


def played(rng: random.Random, longest: int = 80) -> tuple[list[str], str]:
    """A board that careless play has led to, and who is to move."""
    board, white = "".join(unpacked(START)), True
    for _ in range(rng.randint(0, longest)):
        level = oracle.level_6 if rng.random() < 0.3 else oracle.level_4
        boards = list(level(board, white).values())
        after = rng.choice(boards) if boards else None
        if after is None or oracle.has_lost(after, not white):
            break
        board, white = after, not white
    return oracle.split(board), COLOURS[0 if white else 1]
