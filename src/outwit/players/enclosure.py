"""Bubblewrap: a view of the system in which a bot sees little and can change less."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache

# Where a system keeps its programs; what else there is belongs to people and is hidden.
PROGRAMS = ("bin", "lib", "lib32", "lib64", "libx32", "nix", "opt", "sbin", "usr")
SYSTEM = (*PROGRAMS, "dev", "etc", "proc", "sys")
BARE = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
ALONE = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--new-session")
PROBE = ("/bin/sh", "-c", "echo $((6 * 7))")
PROBE_SECONDS = 10.0


@cache
def can_enclose() -> bool:
    """Tell whether bubblewrap is installed and may do here what we ask of it; asked once."""
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
    """Return what is to stand before a command so that it only writes into a folder."""
    words = [shutil.which("bwrap") or "bwrap", *BARE]
    for entry in sorted(os.scandir("/"), key=lambda entry: entry.name):
        if entry.name not in SYSTEM and entry.is_dir(follow_symlinks=False):
            words += ["--tmpfs", entry.path]
    for place in sorted(visible(command, reads)):
        words += ["--ro-bind", place, place]
    return [*words, "--bind", folder, folder, "--chdir", folder, *ALONE, "--"]


def visible(command: list[str], reads: tuple[str, ...]) -> set[str]:
    """List the hidden places that a bot is to see: where its files are, and what they need."""
    places = {os.path.abspath(place) for place in reads if os.path.exists(place)}
    for word in command:
        if os.path.isabs(word) and os.path.exists(word):
            places |= {home_of(word), home_of(os.path.realpath(word))}
    for program in (command[0], os.path.realpath(command[0])):
        # An interpreter's libraries are beside its folder.
        prefix = os.path.dirname(os.path.dirname(program))
        if os.path.isdir(os.path.join(prefix, "lib")):
            places.add(prefix)
    if os.path.dirname(command[0]) == os.path.dirname(sys.executable):
        # A program of our own installation: what we can import, it must.
        places |= {sys.prefix, sys.base_prefix, *(p for p in sys.path if os.path.isdir(p))}
    return {place for place in places if is_hidden(place)}


def home_of(path: str) -> str:
    """Return the folder a file is in, or the file itself if that holds other people's, too."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return folder if folder.count("/") > 1 else path


def is_hidden(path: str) -> bool:
    """Tell whether a path is in a folder that is hidden, and not that folder."""
    top, _, rest = path.removeprefix("/").partition("/")
    return bool(rest) and top not in SYSTEM
