"""Commands as they are given, and as they can be run from anywhere."""

from __future__ import annotations

import os
import shutil
import sys

from outwit.errors import BotAbsent
from outwit.process.ours import is_inside, is_of_system, is_ours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The folder of scripts with which version managers find programs.
SHIMS = "shims"
# After these words comes a list of places, with colons between them.
LISTS_OF_PLACES = frozenset(("-cp", "-classpath", "--class-path", "-p", "--module-path"))
# Programs that run the script, module or class named after their options.
INTERPRETERS = frozenset(
    (
        *("python", "pypy", "java", "node", "deno", "bun", "ruby", "perl", "php", "lua", "julia"),
        *("Rscript", "sh", "bash", "zsh", "dotnet", "mono"),
    )
)
# Of these, the first word may be a class or a command of their own.
TAKE_OTHER_WORDS = frozenset(("java", "deno", "bun", "dotnet"))
# After these options comes code, or the name of a module.
CODE_FOLLOWS = frozenset(("-c", "-e", "-m", "--eval", "-p", "--print"))
SCRIPTS = (
    *(".py", ".pyz", ".jar", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".lua"),
    *(".jl", ".R", ".sh", ".bash", ".dll", ".exe"),
)


def absolute_command(command: Sequence[str], folder: str | None = None) -> list[str]:
    """Return a command with absolute paths; raise BotAbsent if there is no such program.

    Names of files and folders in the present folder become absolute. A program without a slash is
    looked for there after the places of programs.

    With a ``folder``, its owner has written the command: names are those of files in there, and
    what lies elsewhere is refused, as every file of a command is shown to the program.
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
    if folder is not None:
        for word in words:
            for part in word.split(":"):
                if os.path.isabs(part) and is_there(part) and not is_allowed(part, base):
                    name = os.path.basename(part)[:80]
                    raise BotAbsent(f"{name!r} lies outside the program's folder", command=name)
    return words


def check_script(command: Sequence[str], folder: str | None = None) -> None:
    """Raise BotAbsent if a command runs an interpreter with a script that is not there.

    A word that may be something else than a script is not judged.
    """
    program, *rest = command
    kind = interpreter_of(program)
    if kind not in INTERPRETERS:
        return
    before = ""
    for word in rest:
        if word and not word.startswith("-"):
            is_first = not before and kind not in TAKE_OTHER_WORDS
            is_script = is_first or (before not in CODE_FOLLOWS and word.endswith(SCRIPTS))
            if is_script and not is_there(os.path.join(folder or os.curdir, word)):
                raise BotAbsent(f"{word[:80]!r} is not there", command=word)
            return
        before = word


def interpreter_of(program: str) -> str:
    """Return the name of a program without folder and version, as interpreters are known by.

    >>> interpreter_of("/usr/bin/python3.12")
    'python'
    """
    return program.rpartition("/")[2].rstrip("0123456789.")


def is_allowed(path: str, folder: str) -> bool:
    """Tell whether a path, links followed, is in a folder or of the system, and not ours."""
    real = os.path.realpath(path)
    places = (folder, os.path.realpath(folder))
    return not is_ours(path) and (is_inside(real, places) or is_of_system(real))


def find_program(name: str, base: str) -> str:
    """Return the path of a program; raise BotAbsent if there is none."""
    local = os.path.join(base, name)
    found = None if "/" in name or "\0" in name else shutil.which(name, path=search_path())
    if found is not None and is_ours(found):
        message = f"{name[:80]!r} is a program of outwit itself; give its path to run it"
        raise BotAbsent(message, command=name)
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
    """Return where programs are looked for.

    The Python from which ours was made stands in for ours, which strangers are not to use. Shims
    come last: they run programs of a home folder, which is hidden from the enclosed.
    """
    places = [os.path.abspath(place) for place in os.get_exec_path() if place]
    if sys.prefix != sys.base_prefix:
        ours, base = os.path.dirname(os.path.abspath(sys.executable)), f"{sys.base_prefix}/bin"
        places = [base if place == ours else place for place in places]
        places.append(base)
    places.sort(key=lambda place: os.path.basename(place) == SHIMS)
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
