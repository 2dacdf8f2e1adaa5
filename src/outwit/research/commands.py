"""What the commands of research share: they tell how far they are, and errors are one line."""

from __future__ import annotations

import sys

from outwit.errors import OutwitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# What a shell says of a program that Ctrl-C has ended.
INTERRUPTED = 130


def say(line: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def carry_out(work: Callable[[], None]) -> int:
    """Do the work and return the exit status; an error that is meant for people is one line."""
    try:
        work()
    except OutwitError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_status
    except KeyboardInterrupt:
        sys.stderr.write(
            "stopped; what is finished is kept, and the same command goes on with it\n"
        )
        return INTERRUPTED
    return 0
