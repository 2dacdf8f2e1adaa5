"""``outwit-python``: the Python of our installation, for programs that import our package."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Become that Python, with the same arguments."""
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
