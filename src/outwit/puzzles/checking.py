"""Proves the puzzles of a game again."""

from __future__ import annotations

from outwit.core.game import Game
from outwit.core.puzzle import Puzzle
from outwit.errors import OutwitError
from outwit.puzzles.proof import FEWEST_CHOICES, MOST_OWN_MOVES, Proof, Unproven

NODES = 2_000_000


def fault_of(game: Game, puzzle: Puzzle) -> str:
    """Return the first error of a puzzle, empty if all its claims are proven."""
    try:
        position = puzzle.start(game)
        end = position.copy()
        for move in puzzle.line():
            end.play(move)
    except OutwitError as error:
        return str(error)
    if end.outcome is None or end.outcome.winner != position.turn:
        return "the line does not win"
    if end.outcome.termination.code != puzzle.ending:
        return f"the line ends by {end.outcome.termination.code}, not {puzzle.ending}"
    if position.count_moves() < FEWEST_CHOICES or puzzle.own_moves > MOST_OWN_MOVES:
        return "there are too few moves to choose from, or too many to find"
    if len(puzzle.accepted(0)) != 1:
        return "there are several solutions"
    try:
        is_proven = Proof(position, NODES).confirms(int(position.turn), puzzle.moves)
    except Unproven:
        return "it is not proven within the nodes allowed"
    if not is_proven:
        return "another move is as good, or the line is not the shortest"
    themes = puzzle.found_themes(game)
    if themes != puzzle.themes:
        return f"its themes are {', '.join(themes) or 'none'}, not {', '.join(puzzle.themes)}"
    return ""
