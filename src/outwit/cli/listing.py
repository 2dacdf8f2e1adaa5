"""The list of games."""

from __future__ import annotations

import sys

from outwit.games import all_games


def list_games() -> None:
    """Print a line per game: name and title."""
    games = all_games()
    width = max(len(game.name) for game in games)
    sys.stdout.write("".join(f"{game.name:{width}}  {game.title}\n" for game in games))
