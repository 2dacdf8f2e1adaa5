"""What belongs to our own installation: strangers' programs do not see it.

Else a program for an assignment need only call the one that we have written. A command that begins
with ``outwit-python`` asks for the Python that has our package.
"""

from __future__ import annotations

import os
import sys
from functools import cache

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Folders with the system's programs.
SYSTEM = ("bin", "lib", "lib32", "lib64", "libx32", "nix", "opt", "sbin", "usr")

# The name by which a command asks for the Python of our installation.
OUR_PYTHON = "outwit-python"


@cache
def our_places() -> tuple[str, ...]:
    """Return the folders and files that are ours."""
    found = {PACKAGE, os.path.realpath(PACKAGE)}
    if sys.prefix != sys.base_prefix:
        found |= {os.path.abspath(sys.prefix), os.path.realpath(sys.prefix)}
    else:
        beside = os.path.dirname(os.path.abspath(sys.executable))
        scripts = (os.path.join(beside, name) for name in our_scripts())
        found |= {path for path in scripts if os.path.isfile(path)}
    return tuple(sorted(found))


@cache
def our_scripts() -> tuple[str, ...]:
    """Return the names of the scripts that our package has installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        entries = distribution("outwit").entry_points.select(group="console_scripts")
    except PackageNotFoundError:
        return ()
    return tuple(sorted(entries.names))


def is_ours(path: str) -> bool:
    """Tell whether a file or folder belongs to our installation."""
    return is_inside(os.path.abspath(path), our_places())


def our_python() -> str:
    """Return the program that runs Python with our package; nothing if it is not installed.

    A Python that is not ours alone is not shown our package, but our script is.
    """
    if sys.prefix != sys.base_prefix:
        return os.path.abspath(sys.executable)
    script = os.path.join(os.path.dirname(os.path.abspath(sys.executable)), OUR_PYTHON)
    return script if os.path.isfile(script) else ""


def base_python() -> str:
    """Return the Python from which ours was made, in place of ours."""
    return os.path.join(sys.base_prefix, "bin", "python3")


def needed_by_ours() -> set[str]:
    """Return what a program of our own installation must see to run."""
    return {PACKAGE, os.path.abspath(sys.prefix), os.path.abspath(sys.base_prefix)}


def is_of_system(path: str) -> bool:
    """Tell whether a path is among the system's programs."""
    top = path.removeprefix("/").partition("/")[0]
    return top in SYSTEM


def is_inside(path: str, places: tuple[str, ...]) -> bool:
    """Tell whether a path is one of several places, or in one of them."""
    return any(path == place or path.startswith(f"{place}/") for place in places)
