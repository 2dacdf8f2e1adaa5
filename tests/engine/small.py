"""Small positions of every game, at random: few enough lines to try them all."""

from __future__ import annotations

from itertools import groupby
from random import Random

import outwit
from outwit.core.position import Position


def board(cells: list[str], width: int) -> str:
    """Write cells as a position's text has them, numbers for runs of empty squares."""
    rows = [cells[i : i + width] for i in range(0, len(cells), width)]
    return "/".join(
        "".join(str(len(list(run))) if cell == "." else "".join(run) for cell, run in groupby(row))
        for row in rows
    )


def small_ataxx(rng: Random) -> Position:
    """Return a board with few empty squares, close to the end by jumps."""
    cells = [rng.choice("xo") for _ in range(49)]
    for place in rng.sample(range(49), rng.randint(15, 30)):
        cells[place] = "-"
    for place in rng.sample(range(49), rng.randint(1, 3)):
        cells[place] = "."
    text = f"{board(cells, 7)} {rng.choice('xo')} {rng.randint(20, 24)} 30"
    return outwit.game("ataxx").position(text)


def small_santorini(rng: Random) -> Position:
    """Return a town of domes with little room between them."""
    cells = [rng.choice("123444444") for _ in range(25)]
    for place, worker in zip(rng.sample(range(25), 4), "ABYZ", strict=True):
        cells[place] = rng.choice("012") + worker
    rows = ["".join(cells[i : i + 5]) for i in range(0, 25, 5)]
    text = f"{'/'.join(rows)} {rng.choice('wb')} 9"
    return outwit.game("santorini").position(text, rule=rng.choice(("seed", "official")))


def small_jesonmor(rng: Random) -> Position:
    """Return a board of nine squares with a few pieces, the first moves protected or not."""
    cells = ["."] * 9
    for place in rng.sample(range(9), rng.randint(2, 6)):
        cells[place] = rng.choice("KkKkKkAa")
    text = (
        f"{board(cells, 3)} {rng.choice('wb')} {rng.randint(0, 3)} {rng.randint(0, 3)} "
        f"{rng.randint(0, 9)} {rng.randint(0, 9)}"
    )
    return outwit.game("jesonmor").position(text, legs=rng.choice(("yes", "no")))


def small_advance(rng: Random) -> Position:
    """Return a sparse board, a few moves before the limit."""
    cells = ["."] * 81
    places = rng.sample(range(81), rng.randint(4, 9))
    for place, piece in zip(places, "Gg", strict=False):
        cells[place] = piece
    for place in places[2:]:
        cells[place] = rng.choice("ZBJMSCDzbjmscd#")
    text = f"{board(cells, 9)} {rng.choice('wb')} {rng.randint(197, 199)}"
    return outwit.game("advance").position(text)


def small_push(rng: Random) -> Position:
    """Return a small board, some stones on the larger ones."""
    rows, columns, stones = rng.choice(
        ((3, 3, 0), (3, 4, 0), (3, 5, 0), (3, 6, 1), (4, 4, 1), (4, 5, 3), (5, 5, 7))
    )
    position = outwit.game("push").start(rows=rows, columns=columns, seed=rng.randrange(10**6))
    for _ in range(rng.randint(stones, stones + 2)):
        if position.legal_moves:
            position.play(rng.choice(sorted(position.legal_moves)))
    return position


SMALL = {
    "advance": small_advance,
    "ataxx": small_ataxx,
    "jesonmor": small_jesonmor,
    "push": small_push,
    "santorini": small_santorini,
}
