"""The list of games."""

from __future__ import annotations

import sys

from outwit.cli import print_error
from outwit.core.game import Game
from outwit.games import load_games


def list_games() -> None:
    """Print a line per game: name and title."""
    games = find_games()
    width = max(len(game.name) for game in games)
    sys.stdout.write("".join(f"{game.name:{width}}  {game.title}\n" for game in games))


def find_games() -> tuple[Game, ...]:
    """Return the games, and say on standard error which ones cannot be loaded."""
    games, faults = load_games()
    for fault in faults:
        print_error(str(fault), fault.exit_status)
    return games
