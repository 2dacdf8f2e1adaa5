"""The page that explains a game to people."""

from __future__ import annotations

import os
import sys

from outwit.core.game import Game

PAGE = "README.md"
# The section that has a table of everything on the board, its name first and its help last.
PIECES = "Pieces"
# The first of the sections that only authors of programs read; players are not shown them.
FOR_PROGRAMS = "\n## Actions\n"
MARKUP = str.maketrans("", "", "*`_")


def rules_page(game: Game) -> str:
    """Return the README.md of a game's folder, or a short page of what is known without one.

    The sections on actions and planes, which come last, are left out.

    >>> import outwit
    >>> rules_page(outwit.game("push")).splitlines()[0]
    '# Push'
    """
    folder = folder_of(game)
    if folder is not None:
        try:
            with open(os.path.join(folder, PAGE), encoding="utf-8") as file:
                return file.read().partition(FOR_PROGRAMS)[0]
        except (OSError, UnicodeDecodeError):
            pass  # a game need not have one
    return short_page(game)


def piece_help(game: Game) -> dict[str, str]:
    """Return what the rules page says of each thing on the board, by its name in small letters.

    It is the table of the section "Pieces": the first cell of a row is the name of a piece, an
    obstacle or a mark, "level" or "worth"; the last says what it does. A page may do without.

    >>> import outwit
    >>> piece_help(outwit.game("advance"))["miner"]
    'moves along rows and columns; captures enemies and walls'
    """
    _, _, rest = rules_page(game).partition(f"\n## {PIECES}\n")
    found = {}
    for line in rest.partition("\n## ")[0].splitlines():
        cells = [cell.translate(MARKUP).strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) > 1:
            found[thing_name(cells[0])] = cells[-1]
    # The heads of the columns, and the line below them.
    return dict(list(found.items())[2:])


def thing_name(cell: str) -> str:
    """Return the name in the first cell of a row, without the sign that may follow it.

    >>> thing_name("**Z**ombie"), thing_name("wall `#`")
    ('zombie', 'wall')
    """
    words = cell.translate(MARKUP).lower().split()
    return " ".join(word for word in words if word[0].isalnum())


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
