"""Programs of the folder `training`, in processes of their own."""

from __future__ import annotations

import subprocess
import sys

from tests.tools import ROOT


def python(*words: object) -> str:
    """Run Python in the clone, where the folder is found, and return what it prints."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
