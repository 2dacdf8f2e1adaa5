"""The rating of a puzzle: which levels of the engine solve it."""

from __future__ import annotations

from random import Random

from outwit.core.game import Game
from outwit.core.puzzle import Puzzle
from outwit.players.levels import LevelPlayer, rating_of

# Tries of each level, from level 1. Level 10 searches by time, so its tries cannot be repeated.
TRIES = (12, 12, 12, 12, 12, 12, 8, 4, 1)
# Half a solved and half a failed try at this rating keep the rating of a puzzle finite.
CENTRE = 1400.0
# Range of ratings: nobody is weaker than level 1.
LOWEST, HIGHEST = 400.0, 3200.0
STEPS = 40
ELO = 400.0


def rate_puzzle(game: Game, puzzle: Puzzle) -> int:
    """Return the rating of a puzzle by the tries of all levels; the same at every call."""
    return rating_by([(rating_of(level), *tries_of(game, puzzle, level)) for level in levels()])


def levels() -> range:
    """Return the levels that try puzzles."""
    return range(1, len(TRIES) + 1)


def tries_of(game: Game, puzzle: Puzzle, level: int) -> tuple[int, int]:
    """Return how often a level solves a puzzle, and how often it tries."""
    rng = Random(f"{puzzle.position}/{level}")
    count = TRIES[level - 1]
    return sum(is_solved(game, puzzle, level, rng) for _ in range(count)), count


def is_solved(game: Game, puzzle: Puzzle, level: int, rng: Random) -> bool:
    """Let a level try a puzzle; tell whether it finds all moves."""
    player = LevelPlayer(game, level, rng, book=False)
    position = puzzle.start(game)
    for ply in range(len(puzzle.moves)):
        accepted = puzzle.accepted(ply)
        if ply % 2:
            # After the last turn, where several moves may win, every answer loses.
            if not position.is_legal(accepted[0]):
                return True
            position.play(accepted[0])
            continue
        move = player.choose(position)
        if move not in accepted:
            return False
        position.play(move)
    return True


def rating_by(results: list[tuple[int, int, int]]) -> int:
    """Return the rating that explains results best: a solver's rating, tries solved, and tries.

    >>> rating_by([(1000, 2, 10), (1400, 5, 10), (1800, 8, 10)])
    1400
    """
    low, high = LOWEST, HIGHEST
    solved = 0.5 + sum(each[1] for each in results)
    for _ in range(STEPS):
        middle = (low + high) / 2
        expected = chance(CENTRE, middle) + sum(
            tries * chance(rating, middle) for rating, _, tries in results
        )
        low, high = (low, middle) if expected < solved else (middle, high)
    return round(low)


def chance(solver: float, puzzle: float) -> float:
    """Return the chance that a solver solves a puzzle, by their ratings."""
    return 1 / (1 + 10 ** ((puzzle - solver) / ELO))
