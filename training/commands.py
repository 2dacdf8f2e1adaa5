"""What the commands of this folder share: progress lines, one-line errors, the exit status."""

from __future__ import annotations

import os
import sys

from outwit.errors import OutwitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Exit statuses that a shell reports after Ctrl-C, and after the reader of a pipe has closed it.
INTERRUPTED, BROKEN_PIPE = 130, 141
KEPT = "stopped; what is finished is kept, and the same command goes on with it"


def say(line: str) -> None:
    """Write a line of progress to standard output at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def carry_out(work: Callable[[], None], stopped: str = KEPT) -> int:
    """Do the work and return the exit status; write an expected error as one line.

    ``stopped`` is the message written after Ctrl-C.
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
    """Redirect standard output to the null device, so that Python's exit does not write again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
