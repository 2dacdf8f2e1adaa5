"""The start of a batch: its game, its numbers and the memory that it needs."""

from __future__ import annotations

import os

from outwit.core.boards import Boards
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.scripted import ScriptedPosition
from outwit.environments.listed import ListedBoards
from outwit.errors import UsageError
from outwit.games import game as find_game

# What boards may take of the memory that the machine has.
SHARE = 0.75


def start_of(game: Game | Position | str, options: dict[str, object]) -> Position:
    """Return the start position of a game, its name, or a position itself."""
    if isinstance(game, Position):
        if options:
            raise UsageError(f"option {next(iter(options))}: the position has its options already")
        return game.copy()
    if isinstance(game, str):
        game = find_game(game)
    if not isinstance(game, Game):
        raise UsageError(f"a game, its name or a position is expected, not {excerpt(game)}")
    return game.start(**options)


def boards_of(start: Position, number: int, plies: int, restarts: bool) -> Boards | ListedBoards:
    """Return boards that all start with a position."""
    if isinstance(start, ScriptedPosition):
        return ListedBoards(start, number, plies, restarts)
    size = Boards.bytes_a_board(start) * number
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if size > SHARE * memory:
        raise UsageError(
            f"n: {number:,} boards take {size / 2**30:.1f} GiB, too much for this machine"
        )
    return Boards(start, number, plies, restarts)
