"""The page that explains a game to people."""

from __future__ import annotations

import os
import sys

from outwit.core.game import Game

PAGE = "README.md"


def rules_page(game: Game) -> str:
    """Return the README.md of a game's folder, or a short page of what is known without one.

    >>> import outwit
    >>> rules_page(outwit.game("push")).splitlines()[0]
    '# Push'
    """
    folder = folder_of(game)
    if folder is not None:
        try:
            with open(os.path.join(folder, PAGE), encoding="utf-8") as file:
                return file.read()
        except (OSError, UnicodeDecodeError):
            pass  # a game need not have one
    return short_page(game)


def folder_of(game: Game) -> str | None:
    """Return the folder of a game's package, None if the game is a module."""
    module = game.position_class.__module__
    for name in (module, module.rpartition(".")[0]):
        found = sys.modules.get(name)
        own = getattr(found, "GAME", None)
        if isinstance(own, Game) and own.name == game.name:
            return next(iter(getattr(found, "__path__", ())), None)
    return None


def short_page(game: Game) -> str:
    """Return title, sides, pieces and options of a game."""
    lines = [f"# {game.name}", "", game.title, ""]
    lines.append(f"{game.sides[0]} moves first, then {game.sides[1]}.")
    if game.pieces:
        lines += ["", "## Pieces", ""]
        lines += [
            f"- `{piece.letter}` {piece.name} of {game.sides[piece.owner]}" for piece in game.pieces
        ]
    if game.options:
        lines += ["", "## Options", ""]
        lines += [f"- `{option.name}` {option.summary}" for option in game.options]
    return "\n".join(lines) + "\n"
