"""Finds puzzles in games that the engine plays against itself at two levels."""

from __future__ import annotations

from collections import Counter
from random import Random

from outwit.arena.openings import Book, draw_opening
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.puzzle import Puzzle
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for
from outwit.players.levels import LevelPlayer
from outwit.puzzles.calibration import rate_puzzle
from outwit.puzzles.proof import MOST_OWN_MOVES, Line, Proof, Unproven, first_of
from outwit.records.replay import option_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# One side is good enough that games make sense, the other weak enough to be caught.
STRONG, WEAK = (6, 7), (1, 2, 3, 4)
# In the last plies of a game, some other moves are looked at besides those that were played.
TAIL, OTHERS = 12, 8
# Nodes to see whether a position may be a puzzle, and of each question of the proof.
SCAN_NODES, PROOF_NODES = 3_000, 300_000
# Most puzzles from one game, and fewest plies between two of them.
MOST_OF_A_GAME, APART = 2, 5
# Largest share of puzzles by their number of own moves, and with the same first move.
SHARES = {1: 0.25, 2: 0.6, 3: 0.5, 4: 0.5}
SAME_MOVE = 0.05


def find_puzzles(
    game: Game, count: int, seed: int, excluded: tuple[str, ...] = ()
) -> Iterator[Puzzle]:
    """Yield ``count`` puzzles of a game; the same seed gives the same.

    ``excluded`` are codes of terminations that make no puzzle, such as that of a limit of moves.
    """
    own_moves: Counter[int] = Counter()
    first_moves: Counter[str] = Counter()
    seen: set[int] = set()
    number = 0
    while len(seen) < count:
        plies: list[int] = []
        for position, line in solved_positions(game, seed, number):
            own, first = (len(line) + 1) // 2, first_of(line[0])
            if (
                position.key in seen
                or own_moves[own] >= SHARES[own] * count
                or first_moves[first] >= max(1, SAME_MOVE * count)
                or any(abs(position.ply - ply) < APART for ply in plies)
                or ending(position, line) in excluded
            ):
                continue
            seen.add(position.key)
            own_moves[own] += 1
            first_moves[first] += 1
            plies.append(position.ply)
            yield make_puzzle(position, line)
            if len(plies) == MOST_OF_A_GAME or len(seen) == count:
                break
        number += 1


def solved_positions(game: Game, seed: int, number: int) -> list[tuple[Position, Line]]:
    """Play a game and return the positions in it that are puzzles, the longest lines first."""
    rng = Random(f"{seed}/{number}")
    start = draw_opening(game, Book(), seed, number)
    moves = play_game(start, rng)
    position, proof = start.copy(), Proof(start, PROOF_NODES)
    engine = engine_for(game, mebibytes=1)
    found = []

    def look() -> None:
        """Keep the position as it is now, if it is a puzzle."""
        if position.outcome is not None:
            return
        wins = engine.best(position, Limits(nodes=SCAN_NODES)).score.moves_to_win
        if wins is not None and wins <= MOST_OWN_MOVES and (line := solution(proof, position)):
            found.append((position.copy(), line))

    for move in moves:
        look()
        others = position.legal_moves if position.ply >= len(moves) - TAIL else ()
        for other in rng.sample(list(others), min(OTHERS, len(others))):
            position.play(other)
            proof.play(other.text)
            look()
            position.undo_number()
            proof.undo()
        position.play(move)
        proof.play(move)
    found.sort(key=lambda each: -len(each[1]))
    return found


def play_game(start: Position, rng: Random) -> list[str]:
    """Play a game and return its moves."""
    levels = [rng.choice(STRONG), rng.choice(WEAK)]
    rng.shuffle(levels)
    players = [LevelPlayer(start.game, level, rng) for level in levels]
    position = start.copy()
    while position.outcome is None:
        position.play(players[position.turn].choose(position))
    return list(position.played)


def solution(proof: Proof, position: Position) -> Line | None:
    """Return the line of a puzzle; None if there is none, or none is proven."""
    try:
        return proof.solution(int(position.turn))
    except Unproven:
        return None


def make_puzzle(position: Position, line: Line) -> Puzzle:
    """Return the puzzle of a position and its line."""
    options = {
        name: option_text(value) for name, value in position.options.items() if value is not None
    }
    game = position.game
    puzzle = Puzzle(position.text, options, line, ending(position, line), 0)
    return puzzle.replace(rating=rate_puzzle(game, puzzle), themes=puzzle.found_themes(game))


def ending(position: Position, line: Line) -> str:
    """Return how the game ends after a line: the code of its termination."""
    end = position.copy()
    for moves in line:
        end.play(first_of(moves))
    assert end.outcome is not None, "the line of a puzzle ends the game"
    return end.outcome.termination.code
