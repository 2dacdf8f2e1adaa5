"""Shared by the scripts of this folder: argument types, and errors without a traceback.

The functions that take a text are for argparse, as a ``type``: they return the value of the text,
and raise ArgumentTypeError with the reason if it is wrong.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NoReturn

import outwit
from outwit.errors import OutwitError, UsageError
from training.commands import carry_out

# Largest count: longer than any run, and less than the search can count to.
MOST = 10**18
LONGEST_TIME = 1e6
# Largest number in the search: 32 bits, signed.
LARGEST = 2**31 - 1
LONGEST_SHOWN = 40


def parser_of(explanation: str) -> argparse.ArgumentParser:
    """Return a parser whose help shows the explanation with its line breaks."""
    return argparse.ArgumentParser(
        description=explanation, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def run(main: Callable[[], None]) -> NoReturn:
    """Run a script and exit; Ctrl-C, a closed pipe or a full disk prints no traceback."""

    def to_the_end() -> None:
        main()
        sys.stdout.flush()

    sys.exit(carry_out(to_the_end, "stopped"))


def refuse(reason: object) -> NoReturn:
    """Write the reason as one line and exit with status 2."""
    print(f"{Path(sys.argv[0]).stem}: {reason}", file=sys.stderr)
    raise SystemExit(UsageError.exit_status)


def game_name(text: str) -> str:
    """Return the name of an existing game."""
    try:
        return outwit.game(text).name
    except OutwitError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def count(text: str) -> int:
    """Return a whole number from 1 on."""
    return _at_least(1, text)


def even_count(text: str) -> int:
    """Return an even number from 2 on."""
    number = _at_least(2, text)
    if number % 2:
        raise argparse.ArgumentTypeError(f"{number} is not even")
    return number


def whole_not_negative(text: str) -> int:
    """Return a whole number from 0 on."""
    return _at_least(0, text)


def seconds(text: str) -> float:
    """Return a time above 0."""
    number = _finite(text)
    if number is None or not 0 < number <= LONGEST_TIME:
        raise argparse.ArgumentTypeError(
            f"{_shown(text)} is not a number of seconds above 0, up to {LONGEST_TIME:g}"
        )
    return number


def not_negative(text: str) -> float:
    """Return a time that may be 0."""
    number = _finite(text)
    if number is None or not 0 <= number <= LONGEST_TIME:
        raise argparse.ArgumentTypeError(
            f"{_shown(text)} is not a number of seconds from 0 to {LONGEST_TIME:g}"
        )
    return number


def finite(text: str) -> float:
    """Return a number that is not infinite."""
    number = _finite(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a number")
    return number


def read_change(text: str, keys: Collection[str], owner: str) -> tuple[str, int]:
    """Read ``KEY=VALUE``; raise UsageError if the owner has no such key or the value is wrong."""
    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise UsageError(f"{_shown(text)} is not KEY=VALUE")
    if key not in keys:
        raise UsageError(f"{owner} has no number {_shown(key)}; there are {', '.join(keys)}")
    number = _whole(value)
    if key == "reduction" and number == 0:
        raise UsageError("reduction divides: it must not be 0")
    if number is None or abs(number) > LARGEST:
        raise UsageError(
            f"{key} takes a whole number from {-LARGEST} to {LARGEST}, not {_shown(value)}"
        )
    return key, number


def _at_least(least: int, text: str) -> int:
    number = _whole(text)
    if number is None or number < least:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a whole number from {least} on")
    if number > MOST:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is more than {MOST:g}")
    return number


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _finite(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _shown(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")
