"""The games there are: one folder each, here, in a folder named by ``OUTWIT_GAMES``, or installed.

``OUTWIT_GAMES`` lists folders, as ``PATH`` does, whose sub-folders are games; other packages
offer theirs as entry points of the group ``outwit.games``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from outwit.core.game import Game
from outwit.errors import GameFault, UnknownGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any

    from outwit.core.conversation import Conversation
    from outwit.core.marking import Marking
    from outwit.core.position import Position
    from outwit.core.translation import Translation

    # A bot as games write them: the position comes back as it was.
    Chooser = Callable[[Position, Random], str]

GROUP = "outwit.games"

__path__ += [folder for folder in os.environ.get("OUTWIT_GAMES", "").split(os.pathsep) if folder]


def all_games() -> tuple[Game, ...]:
    """Return every game, by name."""
    return tuple(game(name) for name in names())


def names() -> list[str]:
    """Return the names of the games, sorted, without loading any."""
    return sorted({*_folders(), *_entry_points()})


def game(name: str) -> Game:
    """Return a game by its name; raise UnknownGame if there is none."""
    if name in _folders():
        found = import_module(f"{__name__}.{name}").GAME
    elif name in (entries := _entry_points()):
        module, _, attribute = entries[name].partition(":")
        found = getattr(import_module(module), attribute or "GAME")
    else:
        raise UnknownGame(f"there is no game {name[:40]!r}; there are {', '.join(names())}")
    if not isinstance(found, Game) or found.name != name:
        raise GameFault(f"the folder {name} must define GAME, a Game of that name")
    return found


def bots(game: Game) -> dict[str, Chooser]:
    """Return the bots of a game by name: ``BOTS`` of the module ``bots`` in its folder, if any."""
    found: dict[str, Chooser] = _from_folder(game, "bots", "BOTS")
    return found


def tuning(game: Game) -> dict[str, int]:
    """Return the numbers for searching a game: ``SEARCH`` of its module ``tuning``, if any."""
    found: dict[str, int] = _from_folder(game, "tuning", "SEARCH")
    return found


def protocols(game: Game) -> dict[str, dict[str, object]]:
    """Return the protocols that other programs for a game speak, the usual one first.

    Each comes with the options by which they play: ``PROTOCOLS`` of its module ``protocols``.
    """
    found: dict[str, dict[str, object]] = _from_folder(game, "protocols", "PROTOCOLS")
    return found


def openings(game: Game) -> dict[str, Any]:
    """Return how games of a kind are begun anew: ``OPENINGS`` of its module ``openings``, if any.

    ``plies`` is how many random moves make a difference; ``options`` draws start options with a
    random source.
    """
    found: dict[str, Any] = _from_folder(game, "openings", "OPENINGS")
    return found


def marking(game: Game) -> Marking | None:
    """Return how programs are marked on boards: ``MARKING`` of its module ``marking``, if any."""
    found: Marking | None = _from_folder(game, "marking", "MARKING") or None
    return found


def variants(game: Game) -> dict[str, Translation]:
    """Return what a game is called by programs that write it differently, and how they do.

    That is ``VARIANTS`` of the module ``variants`` in its folder, if any.
    """
    found: dict[str, Translation] = _from_folder(game, "variants", "VARIANTS")
    return found


def conversations(game: Game) -> dict[str, Conversation]:
    """Return how to talk with programs that play a game in plain text, the usual one first.

    That is ``CONVERSATIONS`` of the module ``conversation`` in its folder, if any.
    """
    found: dict[str, Conversation] = _from_folder(game, "conversation", "CONVERSATIONS")
    return found


def _from_folder(game: Game, module: str, name: str) -> Any:
    """Return what a module in a game's folder defines, an empty dictionary without the module."""
    from importlib.util import find_spec

    module = f"{game.position_class.__module__.rpartition('.')[0]}.{module}"
    if find_spec(module) is None:
        return {}
    return getattr(import_module(module), name)


def _folders() -> list[str]:
    return [
        entry.name
        for folder in __path__
        if os.path.isdir(folder)
        for entry in os.scandir(folder)
        if entry.name.isidentifier() and os.path.isfile(os.path.join(entry.path, "__init__.py"))
    ]


def _entry_points() -> dict[str, str]:
    """Return name and place of installed games.

    ``importlib.metadata`` takes longer to load than Python to start, so it is asked only where
    some package mentions the group at all.
    """
    if not any(_mentions_group(folder) for folder in sys.path if os.path.isdir(folder)):
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def _mentions_group(folder: str) -> bool:
    for entry in os.scandir(folder):
        if entry.name.endswith((".dist-info", ".egg-info")):
            try:
                with open(os.path.join(entry.path, "entry_points.txt"), "rb") as file:
                    if f"[{GROUP}]".encode() in file.read():
                        return True
            except OSError:
                continue  # most packages have no entry points
    return False
