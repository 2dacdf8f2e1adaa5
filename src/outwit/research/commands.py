"""What the commands of research share: they tell how far they are, and errors are one line."""

from __future__ import annotations

import os
import sys

from outwit.errors import OutwitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# What a shell says of a program that Ctrl-C has ended, and of one that nobody listens to.
INTERRUPTED, BROKEN_PIPE = 130, 141
KEPT = "stopped; what is finished is kept, and the same command goes on with it"


def say(line: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def carry_out(work: Callable[[], None], stopped: str = KEPT) -> int:
    """Do the work and return the exit status; an error that is meant for people is one line.

    ``stopped`` is what Ctrl-C has the user told.
    """
    try:
        work()
    except OutwitError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_status
    except KeyboardInterrupt:
        sys.stderr.write(f"{stopped}\n")
        return INTERRUPTED
    except BrokenPipeError:
        forget_output()
        return BROKEN_PIPE
    except OSError as error:
        where = f"{error.filename!r}: " if error.filename else ""
        sys.stderr.write(f"{where}{error.strerror or error}\n")
        forget_output()
        return 1
    return 0


def forget_output() -> None:
    """Let Python not try to write the rest of the output again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
