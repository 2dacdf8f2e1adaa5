"""The marking of the Advance assignment: four levels, then games against a bot of the last."""

from __future__ import annotations

import os

from outwit.assignments.marking import Marking
from outwit.games.advance.board import SIZE
from outwit.games.advance.bots import candidates
from outwit.games.advance.rules import Advance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

# Sets of pieces that make all kinds of tactics likely.
ARMIES = ("ZBJMSCD", "ZBJMSCD", "ZZZBJMSCD", "MDC", "SJ", "JB", "ZS")
LONGEST_GAME = 90
MOST_THINGS = 40
MOST_ALIKE = 4


def read(data: bytes, side: int) -> Advance:
    """Return the position of a board file."""
    return Advance.from_file(data, side, 0)


def write(position: Advance) -> bytes:
    """Return the board file of a position."""
    return "".join(f"{row}\n" for row in position.rows()).encode()


def answers(position: Advance, level: int) -> int:
    """Count the boards that the moves of a level lead to."""
    boards = set()
    for move in candidates(position, level):
        position.play(move)
        boards.add(write(position))
        position.undo()
    return len(boards)


def invent(rng: Random) -> Advance:
    """Return a position: after random play, or with pieces on random squares."""
    position = played(rng) if rng.random() < 0.25 else scattered(rng)
    # After one more legal move, the General of the side that is not to move is in no danger.
    if moves := candidates(position, 4):
        position.play(rng.choice(moves))
    return read(write(position), position.turn)


def played(rng: Random) -> Advance:
    """Return a position after some random moves."""
    position = Advance.begin(0)
    for _ in range(rng.randrange(LONGEST_GAME)):
        position.play(rng.choice(candidates(position, rng.choice((4, 4, 6)))))
        if position.outcome is not None:
            position.undo()
            break
    return position


def scattered(rng: Random) -> Advance:
    """Put pieces and walls on random squares, often in a small part of the board."""
    army = rng.choice(ARMIES)
    whites = rng.choice((0.2, 0.5, 0.8))
    things = [
        kind if rng.random() < whites else kind.lower()
        for kind in rng.choices(army, k=rng.randint(1, rng.randint(2, MOST_THINGS)))
    ]
    things += "#" * rng.choice((0, 0, rng.randint(1, 8), rng.randint(9, 30)))
    height, width = rng.choice((3, 5, 7, 9)), rng.choice((3, 5, 7, 9))
    top, left = rng.randint(0, SIZE - height), rng.randint(0, SIZE - width)
    places = [(top + y, left + x) for y in range(height) for x in range(width)]
    rng.shuffle(places)
    others = [(y, x) for y in range(SIZE) for x in range(SIZE) if (y, x) not in places]
    rng.shuffle(others)
    places += others
    generals = (
        [places.pop(0), places.pop(0)] if rng.random() < 0.6 else [places.pop(), places.pop()]
    )
    board = [["."] * SIZE for _ in range(SIZE)]
    for (y, x), thing in zip([*generals, *places], ["G", "g", *things], strict=False):
        board[y][x] = thing
    data = "".join(f"{''.join(row)}\n" for row in board).encode()
    return read(data, rng.randrange(2))


def tests(position: Advance, level: int) -> bool:
    """Tell whether a level has one answer here, and the level before has others."""
    # Two Builders can build the same wall, but hardly more: most positions are out at once.
    if len(candidates(position, level)) > MOST_ALIKE or answers(position, level) != 1:
        return False
    if level == 4:
        return True
    wins_at_once = candidates(position, 5) != candidates(position, 4)
    return wins_at_once == (level == 5) and answers(position, level - 1) > 1


MARKING = Marking(
    sides=("white", "black"),
    levels=(4, 5, 6, 7),
    read=read,
    write=write,
    accepted=candidates,
    invent=invent,
    tests=tests,
    opponent="level7",
    cases=os.path.join(os.path.dirname(__file__), "cases.jsonl"),
)
