"""The ``outwit`` command: one file per subcommand, which parses, calls and prints."""

from __future__ import annotations

import errno
import os
import sys

from outwit.errors import OutwitError, harmless

INTERRUPTED = 130
BROKEN_PIPE = 141
# Modules of Python that Windows lacks.
POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}


def main() -> None:
    """Run the command line of this process, and end with its exit status."""
    open_closed_streams()
    status = attempt(sys.argv[1:])
    if status:
        # Python must not try to write the rest again when it exits: its own status would replace
        # ours.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        try:
            sys.stderr.flush()
        except OSError:
            os.dup2(nowhere, sys.stderr.fileno())
    sys.exit(status)


def attempt(words: list[str]) -> int:
    """Run a command line; print errors in one line; return the exit status."""
    try:
        status = run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return BROKEN_PIPE
    except OutwitError as error:
        return print_error(str(error), error.exit_status)
    except ModuleNotFoundError as error:
        if error.name not in POSIX:
            raise
        return print_error("this command needs Linux or macOS. On Windows, run Outwit in WSL", 2)
    except OSError as error:
        closed = error.errno == errno.EBADF
        return print_error("output is closed" if closed else error.strerror or str(error), 1)
    return status


def open_closed_streams() -> None:
    """Open what the shell has closed: input that is at its end, and output that cannot be written.

    Else the next file that is opened would be taken for standard input or output.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        # A write fails, as it does to a closed file.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def run(words: list[str]) -> int:
    """Run a command line and return its exit status."""
    if os.environ.get("OUTWIT_GAMES"):
        from outwit.games import missing_folders

        for folder in missing_folders():
            print_error(f"OUTWIT_GAMES: there is no folder {folder!r}", 0)
    if words == ["games"]:
        # The list takes no options, so click need not be loaded.
        from outwit.cli.listing import list_games

        list_games()
        return 0
    from outwit.cli.commands import run_command

    return run_command(words)


def print_error(message: str, status: int) -> int:
    """Print an error in one line and return the exit status."""
    # Errors may quote a stranger's file.
    line = harmless(" ".join(message.split()))
    try:
        sys.stderr.write(f"outwit: {line}\n")
        sys.stderr.flush()
    except OSError:
        return status  # it says enough
    return status
