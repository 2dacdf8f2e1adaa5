"""Commands as they are given, and as they can be run from anywhere."""

from __future__ import annotations

import os
import shutil
import sys

from outwit.errors import BotAbsent, BotUnseen
from outwit.process.ours import (
    OUR_PYTHON,
    base_python,
    is_inside,
    is_of_system,
    is_ours,
    our_python,
    our_scripts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The folder of scripts with which version managers find programs.
SHIMS = "shims"
# Where a system's own programs are, whatever the shell's path says.
STANDARD = ("/usr/local/bin", "/usr/bin", "/bin")
PYTHON = "python"
# After these words comes a list of places, with colons between them.
LISTS_OF_PLACES = frozenset(("-cp", "-classpath", "--class-path", "-p", "--module-path"))
# Programs that run the script, module or class named after their options.
INTERPRETERS = frozenset(
    (
        *(
            PYTHON,
            OUR_PYTHON,
            "pypy",
            "java",
            "node",
            "deno",
            "bun",
            "ruby",
            "perl",
            "php",
            "lua",
            "julia",
        ),
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

    With a ``folder``, its owner has written the command: names are those of files in there, a
    program without a slash is the system's, and what lies elsewhere is refused, as every file of a
    command is shown to the program.
    """
    if not command or not command[0]:
        raise BotAbsent("no command is given")
    base = os.path.abspath(folder or os.curdir)
    first, *rest = command
    words = [find_program(first, base) if folder is None else find_of_system(first, base)]
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
    may_see = is_inside(real, places) or is_of_system(real) or is_base_python(real)
    return may_see and not is_ours(path)


def is_base_python(real: str) -> bool:
    """Tell whether a path without links is the Python from which ours was made."""
    return real == os.path.realpath(base_python())


def find_program(name: str, base: str) -> str:
    """Return the path of a program; raise BotAbsent if there is none."""
    if name == OUR_PYTHON:
        if found := our_python():
            return found
        message = f"{OUR_PYTHON!r} is not there: install outwit in a virtual environment"
        raise BotAbsent(message, command=name)
    found = which(name)
    # Our own folder of programs is not on the path that is searched.
    is_hidden = not found and name in our_scripts() and not is_there(os.path.join(base, name))
    if is_hidden or (found and is_ours(found)):
        message = f"{name[:80]!r} is a program of outwit itself; give its path to run it"
        raise BotAbsent(message, command=name)
    return os.path.abspath(found or find_local(name, base))


def find_of_system(name: str, base: str) -> str:
    """Return the path of a program of the system, or in a folder; raise BotAbsent if there is none.

    ``python`` and ``python3`` are the system's, whichever environment is active; only where it has
    none, they are the Python from which ours was made.
    """
    if "/" in name:
        return os.path.abspath(find_local(name, base))
    if name in our_scripts() and not is_there(os.path.join(base, name)):
        message = f"{name[:80]!r} is a program of outwit itself, which this one may not use"
        raise BotAbsent(message, command=name)
    is_python = interpreter_of(name) == PYTHON
    names = (name, f"{PYTHON}3") if name == PYTHON else (name,)
    path = search_path().split(os.pathsep)
    places = (*STANDARD, *path) if is_python else (*path, *STANDARD)
    for each in names:
        for place in places:
            found = which(each, place)
            real = os.path.realpath(found)
            if found and is_of_system(found) and is_of_system(real) and not is_ours(found):
                return found
    if is_python and "." not in name and os.access(base_python(), os.X_OK):
        return base_python()
    if is_there(os.path.join(base, name)):
        return os.path.abspath(find_local(name, base))
    if (elsewhere := which(name)) and not is_ours(elsewhere):
        raise BotUnseen(
            f"{name[:80]!r} is only in {os.path.dirname(elsewhere)!r}, which this program cannot "
            "see: install it for all users, for example with apt-get",
            command=name,
        )
    return find_local(name, base)


def which(name: str, path: str = "") -> str:
    """Return where a program without a slash is, by default on our path; nothing if nowhere."""
    if "/" in name or "\0" in name:
        return ""
    return shutil.which(name, path=path or search_path()) or ""


def find_local(name: str, base: str) -> str:
    """Return the path of a program in a folder; raise BotAbsent if it cannot be started."""
    local = os.path.join(base, name)
    if not is_there(local):
        reason = "no such program"
    elif os.path.isdir(local):
        reason = "it is a folder"
    elif not os.access(local, os.X_OK):
        reason = "it is not executable"
    else:
        return local
    raise BotAbsent(f"{name[:80]!r} cannot be started: {reason}", command=name)


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
