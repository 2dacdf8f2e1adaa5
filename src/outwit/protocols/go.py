"""The ``go`` command, which starts a search."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.engine.limits import DEEPEST, Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.players.dialect import Dialect

MOST_DIGITS = 15
# Seconds of a move's time kept for the transfer, but the search gets at least this share.
OVERHEAD = 0.02
LEAST_SHARE = 0.25
# Read and not used: the engine divides its time itself.
UNUSED = ("movestogo",)


class Go(Value):
    """A search within limits, or until ``stop``; ``remarks`` list what was not understood.

    Unknown words are ignored, because a manager that gets no move waits forever.
    """

    limits: Limits
    infinite: bool
    remarks: tuple[str, ...]


def read_go(words: list[str], dialect: Dialect, side: int) -> Go:
    """Read the words after ``go``, for the side to move."""
    known = {"movetime", "depth", "nodes", *dialect.clocks, *dialect.increments, *UNUSED}
    flags = {"infinite", "searchmoves"}
    numbers: dict[str, int] = {}
    moves: list[str] = []
    remarks: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in known:
            number = read_integer(words[at]) if at < len(words) else None
            if number is None:
                shown = repr(words[at][:40]) if at < len(words) else "nothing"
                remarks.append(f"go {word}: {shown} is not a number")
            else:
                numbers[word] = number
            at += 1
        elif word == "searchmoves":
            while at < len(words) and words[at] not in known | flags:
                moves.append(words[at])
                at += 1
        elif word not in flags:
            remarks.append(f"go: {word[:40]!r} is not understood")
    infinite = "infinite" in words
    if infinite:
        limits = Limits(depth=DEEPEST, moves=tuple(moves))
    else:
        limits = Limits(
            time=move_time(numbers.get("movetime")),
            clock=seconds(numbers.get(dialect.clocks[side])),
            increment=max(0, numbers.get(dialect.increments[side], 0)) / 1000,
            depth=clamped(numbers.get("depth"), DEEPEST),
            nodes=clamped(numbers.get("nodes"), 10**MOST_DIGITS),
            moves=tuple(moves),
        )
    return Go(limits, infinite, tuple(remarks))


def read_integer(word: str) -> int | None:
    """Return the integer of a word, None if it is not one."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        return None
    return int(word)


def clamped(number: int | None, most: int) -> int | None:
    """Return a number between 1 and ``most``; None stays None."""
    return None if number is None else max(1, min(number, most))


def seconds(milliseconds: int | None) -> float | None:
    """Return milliseconds as seconds, at least 0.001; None stays None."""
    return None if milliseconds is None else max(1, milliseconds) / 1000


def move_time(milliseconds: int | None) -> float | None:
    """Return how long to search so that the answer arrives in time."""
    time = seconds(milliseconds)
    return None if time is None else max(time - OVERHEAD, time * LEAST_SHARE)
