"""A terminal as a program's output, without what terminals add to it."""

from __future__ import annotations

import os
import pty
import tty


def open_terminal() -> tuple[int, int]:
    """Return our end and the program's; lines go through as they are written."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.set_inheritable(ours, False)
    return ours, theirs
