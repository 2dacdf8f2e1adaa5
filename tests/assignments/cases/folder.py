"""The folder in which a program runs."""

from __future__ import annotations

import os
from pathlib import Path

Files = dict[str, bytes | None]
"""A path stands for a file's contents, or for a directory (None)."""


def fill(folder: Path, files: Files) -> None:
    """Put the files where the program will run."""
    for name in sorted(files):
        contents = files[name]
        if contents is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(contents)


def contents(folder: Path) -> Files:
    """Everything that lies in the folder, at any depth."""
    files: Files = {}
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(folder)
        files |= {str(here / name): None for name in folders}
        files |= {str(here / name): (folder / here / name).read_bytes() for name in names}
    return files
