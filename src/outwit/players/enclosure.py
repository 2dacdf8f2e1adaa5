"""Bubblewrap: a restricted view of the file system, without network, for a bot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache

# Folders with the system's programs. All other folders of the root are hidden.
PROGRAMS = ("bin", "lib", "lib32", "lib64", "libx32", "nix", "opt", "sbin", "usr")
SYSTEM = (*PROGRAMS, "dev", "etc", "proc", "sys")
BARE = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
ALONE = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--new-session")
PROBE = ("/bin/sh", "-c", "echo $((6 * 7))")
PROBE_SECONDS = 10.0


@cache
def can_enclose() -> bool:
    """Tell whether bubblewrap is installed and permitted; tried once."""
    if shutil.which("bwrap") is None:
        return False
    try:
        done = subprocess.run(
            ["bwrap", *BARE, "--tmpfs", "/tmp", *ALONE, *PROBE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout == b"42\n"


def enclose(command: list[str], folder: str, reads: tuple[str, ...]) -> list[str]:
    """Return the words to put before a command so that it can write only in a folder."""
    words = [shutil.which("bwrap") or "bwrap", *BARE]
    for entry in sorted(os.scandir("/"), key=lambda entry: entry.name):
        if entry.name not in SYSTEM and entry.is_dir(follow_symlinks=False):
            words += ["--tmpfs", entry.path]
    for place in sorted(visible_folders(command, reads)):
        words += ["--ro-bind", place, place]
    return [*words, "--bind", folder, folder, "--chdir", folder, *ALONE, "--"]


def visible_folders(command: list[str], reads: tuple[str, ...]) -> set[str]:
    """Return the hidden folders that a bot must see: its files and what they need."""
    places = {os.path.abspath(place) for place in reads if os.path.exists(place)}
    for word in command:
        if os.path.isabs(word) and os.path.exists(word):
            places |= {home_of(word), home_of(os.path.realpath(word))}
    for program in (command[0], os.path.realpath(command[0])):
        # The libraries of an interpreter are in ../lib of its folder.
        prefix = os.path.dirname(os.path.dirname(program))
        if os.path.isdir(os.path.join(prefix, "lib")):
            places.add(prefix)
    if os.path.dirname(command[0]) == os.path.dirname(sys.executable):
        # A program of our own installation needs what we can import.
        places |= {sys.prefix, sys.base_prefix, *(p for p in sys.path if os.path.isdir(p))}
    return {place for place in places if is_hidden(place)}


def home_of(path: str) -> str:
    """Return the folder of a file, or the file itself if its folder is one of the root."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return folder if folder.count("/") > 1 else path


def is_hidden(path: str) -> bool:
    """Tell whether a path is inside a hidden folder."""
    top, _, rest = path.removeprefix("/").partition("/")
    return bool(rest) and top not in SYSTEM
