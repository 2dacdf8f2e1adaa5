"""The states of pairs of squares, written with vector instructions or without."""

from __future__ import annotations

from random import Random

import outwit
from outwit.games.santorini import compass, features
from tests.engine.networks import start

MOST_PLIES = 60


def square(cell: str) -> int:
    """Return the state of a square: its level, and whose worker stands there."""
    who = 0 if len(cell) == 1 else 1 if cell[1] in "AB" else 2
    return 3 * int(cell[0]) + who


def cells_of(text: str) -> list[str]:
    """Return the squares of a position's text, a worker's letter behind its level."""
    cells: list[str] = []
    for sign in text.split(maxsplit=1)[0].replace("/", ""):
        if sign.isdigit():
            cells.append(sign)
        else:
            cells[-1] += sign
    return cells


def test_each_pair_has_the_levels_of_its_squares_and_their_workers() -> None:
    rng = Random(1)
    for _ in range(5):
        position = start(outwit.game("santorini"))
        for _ in range(MOST_PLIES):
            squares = [square(cell) for cell in cells_of(position.text)]
            assert list(position.slot_states[: features.PAIRS]) == [
                features.SQUARE_STATES * squares[one] + squares[two] for one, two in compass.PAIRS
            ]
            if position.is_over:
                break
            position.play(rng.choice(sorted(position.legal_moves)))
