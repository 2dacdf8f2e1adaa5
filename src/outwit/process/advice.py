"""What to tell the author of a program that cannot import our package."""

from __future__ import annotations

import shlex

from outwit.process.command import PYTHON, interpreter_of
from outwit.process.ours import OUR_PYTHON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# How a Python that does not see our package says so.
NOT_FOUND = b"No module named 'outwit"
IMPORTS = "the program imports outwit, which programs do not see"
LONGEST = 300


def advice(command: Sequence[str], errors: bytes, *, in_folder: bool = False) -> str:
    """Return in a line what to do if a program did not find our package, else nothing.

    ``errors`` is the end of its standard error. A program in a folder of its own, such as a
    submission, must do without the package.

    >>> advice(("python3", "bot.py", "push"), b"ModuleNotFoundError: No module named 'outwit'")
    'the program imports outwit, which programs do not see. Run it as: outwit-python bot.py push'
    """
    last = errors.rstrip().rpartition(b"\n")[2]
    if NOT_FOUND not in last:
        return ""
    if in_folder:
        return f"{IMPORTS}. It must be written without outwit."
    if interpreter_of(command[0]) != PYTHON:
        return f"{IMPORTS}. Run it with {OUR_PYTHON} in place of python3."
    return f"{IMPORTS}. Run it as: {shlex.join((OUR_PYTHON, *command[1:]))[:LONGEST]}"
