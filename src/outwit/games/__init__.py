"""The games there are: here, in the folders that ``OUTWIT_GAMES`` names, or installed.

``OUTWIT_GAMES`` lists folders, as ``PATH`` does. In them every package and every module is a game,
unless its name begins with an underscore. Other packages offer theirs as entry points of the group
``outwit.games``. Everywhere a game is ``GAME``, a ``Game`` with the name of its package, module or
entry point.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.suggestion import hint
from outwit.errors import GameFault, UnknownGame

GROUP = "outwit.games"
VARIABLE = "OUTWIT_GAMES"

# The folders of games besides this one.
FOLDERS = tuple(
    os.path.abspath(folder) for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder
)
__path__ += FOLDERS


def all_games() -> tuple[Game, ...]:
    """Return every game that can be loaded, sorted by name; warn of every other (RuntimeWarning).

    >>> import outwit
    >>> [game.name for game in outwit.all_games()][:2]
    ['advance', 'ataxx']
    """
    games, faults = load_games()
    if faults:
        import warnings

        for fault in faults:
            warnings.warn(str(fault), RuntimeWarning, stacklevel=2)
    return games


def load_games() -> tuple[tuple[Game, ...], tuple[GameFault, ...]]:
    """Return every game that can be loaded, by name, and what is wrong with each that cannot."""
    games, faults = [], []
    for name in names():
        try:
            games.append(game(name))
        except GameFault as fault:
            faults.append(fault)
    return tuple(games), tuple(faults)


def names() -> list[str]:
    """Return the names of the games, sorted, without loading any."""
    return sorted({*_places(), *_entry_points()})


def game(name: str) -> Game:
    """Return a game.

    Args:
        name: Its name, such as ``ataxx``.

    Raises:
        UnknownGame: There is no game of that name.
        GameFault: The game cannot be loaded.

    >>> import outwit
    >>> outwit.game("ataxx").display_name
    'Ataxx'
    """
    if not isinstance(name, str):
        raise UnknownGame(f"name: the name of a game is expected, not {excerpt(name)}")
    if name in (places := _places()):
        place, module, attribute = places[name], f"{__name__}.{name}", ""
    elif name in (entries := _entry_points()):
        place = entries[name]
        module, _, attribute = place.partition(":")
    else:
        raise UnknownGame(f"there is no game {name[:40]!r}{hint(name, names(), 'there are')}")
    try:
        found = getattr(import_module(module), attribute or "GAME", None)
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise GameFault(f"game {name} cannot be loaded from {place}: {reason}") from error
    if not isinstance(found, Game) or found.name != name:
        reason = f"it must define GAME, a Game called {name!r}"
        raise GameFault(f"game {name} cannot be loaded from {place}: {reason}")
    return found


def missing_folders() -> list[str]:
    """Return the folders that ``OUTWIT_GAMES`` names and that are not there."""
    return [folder for folder in FOLDERS if not os.path.isdir(folder)]


def environment() -> dict[str, str]:
    """Return the variables by which another process finds the same games."""
    return {VARIABLE: os.pathsep.join(FOLDERS)} if FOLDERS else {}


def _places() -> dict[str, str]:
    """Return the packages and modules that are games, by name."""
    places: dict[str, str] = {}
    for folder in filter(os.path.isdir, __path__):
        for entry in os.scandir(folder):
            name = entry.name.removesuffix(".py")
            file = entry.path if name != entry.name else os.path.join(entry.path, "__init__.py")
            if name.isidentifier() and not name.startswith("_") and os.path.isfile(file):
                places.setdefault(name, entry.path)
    return places


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
