"""Kernels for many boards, compiled when they are first needed."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from tempfile import TemporaryDirectory

from outwit.errors import GameFault, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = os.path.dirname(__file__)
# What every kernel begins with.
BASICS = os.path.join(FOLDER, "device.h")
ON_GPU = "nvcc -O3 -arch=native -std=c++17 -shared -Xcompiler -fPIC"
ON_HOST = "c++ -O2 -x c++ -std=c++17 -shared -fPIC"


def build(name: str, sources: Sequence[str], command: str = ON_HOST) -> ctypes.CDLL:
    """Compile files as one, in their order, and load the library; raise what ``compiled`` does."""
    with TemporaryDirectory() as folder:
        return ctypes.CDLL(compiled(name, sources, command, folder))


def compiled(name: str, sources: Sequence[str], command: str, folder: str) -> str:
    """Compile files as one, in their order, into a folder; return the path of the library.

    Args:
        name: The game, for messages.
        sources: Paths of the files.
        command: The compiler with its options.
        folder: Where the library is written.

    Raises:
        UsageError: The compiler is not installed.
        GameFault: The compiler refuses the files.
    """
    words = command.split()
    if shutil.which(words[0]) is None:
        raise UsageError(f"{words[0]} is not installed: many boards need a compiler")
    source, library = os.path.join(folder, "boards.cu"), os.path.join(folder, "boards.so")
    with open(source, "w", encoding="utf-8") as file:
        file.writelines(f'#include "{os.path.abspath(part)}"\n' for part in sources)
    done = subprocess.run(
        [*words, "-o", library, source], capture_output=True, text=True, check=False
    )
    if done.returncode:
        faults = [line for line in done.stderr.splitlines() if "error" in line]
        fault = faults[0] if faults else f"{words[0]} ended with {done.returncode}"
        raise GameFault(f"{name} does not build for many boards: {fault}")
    return library
