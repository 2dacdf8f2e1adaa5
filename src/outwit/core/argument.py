"""An argument of a public function: of the type that is expected, or a UsageError that names it."""

from __future__ import annotations

import os
from operator import index

from outwit.core.excerpt import excerpt
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    T = TypeVar("T")

POSITION = "a position, such as outwit.game(NAME).start(),"
RECORD = "a GameRecord"


def of_type(name: str, value: T, kind: type, wanted: str) -> T:
    """Return a value of a type; raise UsageError, which says what is ``wanted``, for another.

    >>> of_type("record", 3, str, "a text")
    Traceback (most recent call last):
    ...
    outwit.errors.UsageError: record: a text is expected, not 3
    """
    if not isinstance(value, kind):
        raise UsageError(f"{name}: {wanted} is expected, not {excerpt(value)}")
    return value


def whole(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number, of whatever type, within bounds; raise UsageError for anything else.

    >>> whole("n", 0, 1, 1_000)
    Traceback (most recent call last):
    ...
    outwit.errors.UsageError: n: 0 is not a whole number from 1 to 1,000
    """
    if hasattr(value, "__index__") and not isinstance(value, bool):
        try:
            found = index(value)
        except TypeError:  # an array of numbers
            pass
        else:
            if (least is None or found >= least) and (most is None or found <= most):
                return found
    low = "" if least is None else f" from {least:,}"
    high = "" if most is None else f" to {most:,}"
    raise UsageError(f"{name}: {excerpt(value)} is not a whole number{low}{high}")


def real(name: str, value: object, least: float, most: float) -> float:
    """Return a number within bounds; raise UsageError for anything else."""
    # A comparison with NaN is false.
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise UsageError(f"{name}: {excerpt(value)} is not a number from {least:g} to {most:g}")


def path_of(name: str, value: object) -> str:
    """Return a path as text; raise UsageError for anything else, such as an open file's number."""
    if isinstance(value, str | os.PathLike):
        found = os.fspath(value)
        if isinstance(found, str):
            return found
    raise UsageError(f"{name}: a path is expected, not {excerpt(value)}")


def listed(name: str, value: Iterable[T], wanted: str) -> tuple[T, ...]:
    """Return the items of an iterable; raise UsageError for what is none."""
    try:
        return tuple(value)
    except TypeError:
        raise UsageError(f"{name}: {wanted} are expected, not {excerpt(value)}") from None
