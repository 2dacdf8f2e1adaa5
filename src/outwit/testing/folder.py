"""The folder of a game."""

from __future__ import annotations

import sys
from pathlib import Path

from outwit.core.argument import of_type
from outwit.core.game import Game
from outwit.errors import GameFault


def folder_of(game: Game) -> Path:
    """Return the folder with the rules of a game, and with its data beside them.

    Args:
        game: The game.

    Raises:
        GameFault: The module of its rules has no file.

    >>> import outwit
    >>> folder_of(outwit.game("ataxx")).name
    'ataxx'
    """
    of_type("game", game, Game, "a game")
    place = sys.modules[game.position_class.__module__].__file__
    if place is None:
        raise GameFault(f"{game.name}: the module of its rules has no file")
    return Path(place).parent
