"""The automated players of the Santorini assignment: position and random source in, move out."""

from __future__ import annotations

from outwit.games.santorini.compass import COMPASS, SIZE
from outwit.games.santorini.rules import WORKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from outwit.games.santorini.rules import Santorini

WEIGHTS = (3, 2, 1)
WINS = 1_000_000


def in_order(position: Santorini) -> list[str]:
    """List the legal moves by worker, then step, then build, directions clockwise from north."""
    ways = list(COMPASS)

    def rank(move: str) -> tuple[int, ...]:
        worker, *directions = move.split(",")
        return (WORKERS.index(worker), *(ways.index(direction) for direction in directions))

    return sorted(position.legal_moves, key=rank)


def random(position: Santorini, rng: Random) -> str:
    """Play any legal move, each as likely as the next."""
    return rng.choice(in_order(position))


def heuristic(position: Santorini, rng: Random) -> str:
    """Play a move after which the own score is best; a step onto level 3 beats everything."""
    return rng.choice(best(position))


def best(position: Santorini) -> list[str]:
    """List the moves the heuristic finds equally good."""
    us = position.turn
    found: list[str] = []
    most = -1
    for move in in_order(position):
        worker = WORKERS.index(move[0])
        position.play(move)
        if position.height(worker) == 3:
            value = WINS
        else:
            terms = score(position, us)
            value = sum(weight * term for weight, term in zip(WEIGHTS, terms, strict=True))
        position.undo()
        if value > most:
            found, most = [], value
        if value == most:
            found.append(move)
    return found


def score(position: Santorini, side: int) -> tuple[int, int, int]:
    """Return height, centre and distance for a side, as the assignment defines them."""
    places = [divmod(square, SIZE) for square in position.workers]
    own, other = (places[:2], places[2:]) if side == 0 else (places[2:], places[:2])
    height = sum(position.height(worker) for worker in (2 * side, 2 * side + 1))
    centre = sum(2 - max(abs(row - 2), abs(column - 2)) for row, column in own)
    distance = 8 - sum(
        min(max(abs(row - r), abs(column - c)) for r, c in own) for row, column in other
    )
    return height, centre, distance


BOTS = {"random": random, "heuristic": heuristic}
# The moves from which each bot chooses.
CHOICES = {"random": in_order, "heuristic": best}
