"""A puzzle: a position in which one move wins, and the file of a game's puzzles."""

from __future__ import annotations

import json

from outwit.core.theme import solution_of
from outwit.core.value import Value
from outwit.errors import BadFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outwit.core.game import Game
    from outwit.core.position import Position


class Puzzle(Value):
    """A position whose side to move wins, by one line against the longest resistance.

    ``moves`` holds the solver's moves and the answers to them in turn. Of the solver's moves the
    last is a tuple of all moves that win; every other one is the only move that does. ``ending``
    is the code of the termination, ``rating`` that of the levels which solve it half the time.
    ``themes`` are the codes of those themes of the game that hold.
    """

    position: str
    options: dict[str, str]
    moves: tuple[str | tuple[str, ...], ...]
    ending: str
    rating: int
    themes: tuple[str, ...] = ()

    @property
    def own_moves(self) -> int:
        """Return how many moves the solver has to find."""
        return (len(self.moves) + 1) // 2

    def accepted(self, ply: int) -> tuple[str, ...]:
        """Return the correct moves after ``ply`` plies, or the answer that is played."""
        moves = self.moves[ply]
        return (moves,) if isinstance(moves, str) else moves

    def line(self) -> tuple[str, ...]:
        """Return one game that solves the puzzle."""
        return tuple(self.accepted(ply)[0] for ply in range(len(self.moves)))

    def start(self, game: Game) -> Position:
        """Return the position."""
        return game.position(self.position, **self.options)

    def found_themes(self, game: Game) -> tuple[str, ...]:
        """Return the codes of the game's themes that hold, checked on the line."""
        solution = solution_of(self.start(game), self.line())
        return tuple(theme.code for theme in game.parts.themes if theme.holds(solution))


def read_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, none if it has no file of them; raise BadFile."""
    path = game.parts.puzzles
    if not path:
        return ()
    try:
        with open(path, encoding="utf-8") as file:
            return tuple(_puzzle(found) for found in json.load(file)["puzzles"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadFile(f"puzzles of {game.name}: {type(error).__name__}: {error}") from None


def read_note(game: Game) -> str:
    """Return how the puzzles of a game were made; raise BadFile."""
    try:
        with open(game.parts.puzzles, encoding="utf-8") as file:
            return str(json.load(file)["note"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadFile(f"puzzles of {game.name}: {type(error).__name__}: {error}") from None


def write_puzzles(puzzles: tuple[Puzzle, ...], note: str) -> str:
    """Return the text of a file of puzzles, one a line; the note says how they were made."""
    lines = ",\n".join(json.dumps(_entry(puzzle), separators=(",", ":")) for puzzle in puzzles)
    return f'{{"note": {json.dumps(note)},\n"puzzles": [\n{lines}\n]}}\n'


def _entry(puzzle: Puzzle) -> list[Any]:
    return [getattr(puzzle, name) for name in Puzzle.fields]


def _puzzle(entry: list[Any]) -> Puzzle:
    # Files of games elsewhere may end with the rating.
    position, options, moves, ending, rating, *themes = entry
    read = tuple(move if isinstance(move, str) else tuple(move) for move in moves)
    return Puzzle(position, options, read, ending, rating, tuple(*themes))
