"""The ``outwit`` command: one file per subcommand, which parses, calls and prints."""

from __future__ import annotations

import os
import sys

from outwit.errors import OutwitError

INTERRUPTED = 130
BROKEN_PIPE = 141


def main() -> None:
    """Run the command line; print errors in one line."""
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = BROKEN_PIPE
    except OutwitError as error:
        status = print_error(str(error), error.exit_status)
    except OSError as error:
        status = print_error(error.strerror or str(error), 1)
    if status:
        # Python must not try to write the rest of the output again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def run(words: list[str]) -> int:
    """Run a command line and return its exit status."""
    if words == ["games"]:
        # The list takes no options, so click need not be loaded.
        from outwit.cli.listing import list_games

        list_games()
        return 0
    from outwit.cli.commands import run_command

    return run_command(words)


def print_error(message: str, status: int) -> int:
    """Print an error in one line and return the exit status."""
    line = " ".join(message.split())
    sys.stderr.write(f"outwit: {line}\n")
    return status
