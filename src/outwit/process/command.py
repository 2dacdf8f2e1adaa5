"""Commands as they are given, and as they can be run from anywhere."""

from __future__ import annotations

import os
import shutil
import sys

from outwit.errors import BotAbsent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# After these words comes a list of places, with colons between them.
LISTS_OF_PLACES = frozenset(("-cp", "-classpath", "--class-path", "-p", "--module-path"))


def absolute_command(command: Sequence[str], folder: str | None = None) -> list[str]:
    """Return a command with absolute paths; raise BotAbsent if there is no such program.

    Names of files and folders in ``folder``, by default the present one, become absolute. A program
    without a slash is looked for in the folder after the places of programs.
    """
    if not command or not command[0]:
        raise BotAbsent("no command is given")
    base = os.path.abspath(folder or os.curdir)
    first, *rest = command
    words = [find_program(first, base)]
    before = ""
    for word in rest:
        if before in LISTS_OF_PLACES:
            words.append(":".join(absolute(part, base) for part in word.split(":")))
        else:
            words.append(absolute(word, base))
        before = word
    return words


def find_program(name: str, base: str) -> str:
    """Return the path of a program; raise BotAbsent if there is none."""
    local = os.path.join(base, name)
    found = None if "/" in name or "\0" in name else shutil.which(name, path=search_path())
    if found is None and is_there(local):
        if os.path.isdir(local):
            raise BotAbsent(f"{name[:80]!r} cannot be started: it is a folder", command=name)
        if not os.access(local, os.X_OK):
            raise BotAbsent(f"{name[:80]!r} cannot be started: it is not executable", command=name)
        found = local
    if found is None:
        raise BotAbsent(f"{name[:80]!r} cannot be started: no such program", command=name)
    return os.path.abspath(found)


def search_path() -> str:
    """Return where programs are looked for: not beside our own, which strangers are not to use.

    Where the only Python is ours, the one it was made from stands in. Shims, small scripts that
    look for the program, would not find it from inside an enclosure.
    """
    ours = os.path.dirname(os.path.abspath(sys.executable))
    places = os.environ.get("PATH", os.defpath).split(os.pathsep)
    places = [place for place in places if os.path.basename(place) != "shims"]
    if sys.prefix != sys.base_prefix:
        places = [place for place in places if os.path.abspath(place) != ours]
        places.append(os.path.join(sys.base_prefix, "bin"))
    return os.pathsep.join(dict.fromkeys(places))


def absolute(word: str, base: str) -> str:
    """Return the absolute path of what is there, any other word as it is."""
    path = os.path.join(base, word)
    return os.path.abspath(path) if word and is_there(path) else word


def is_there(path: str) -> bool:
    """Tell whether there is a file or a folder; a word too long for a path names none."""
    try:
        return os.path.exists(path)
    except (OSError, ValueError):
        return False
