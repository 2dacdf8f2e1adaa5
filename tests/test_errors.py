"""The exception tree is what its drawing says."""

from __future__ import annotations

import inspect
import re

import pytest

from outwit import errors
from outwit.errors import OutwitError

CLASSES = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, OutwitError)
]

# What went wrong without the caller's doing.
FAULTS = (
    *(errors.GameFault, errors.BotFault, errors.StorageFault, errors.NetworkFault),
    errors.MarkerFault,
)


def drawn() -> list[tuple[str, str, str, int]]:
    """Read the drawing: each name with the name above it, its code and exit status."""
    found = []
    above: list[tuple[int, str]] = []
    for line in inspect.getdoc(errors).splitlines():  # type: ignore[union-attr]
        match = re.fullmatch(r"([ │├└─]*)(\w+) +([a-z-]+) +(\d)", line)
        if not match:
            continue
        branch, name, code, status = match.groups()
        above = [(depth, parent) for depth, parent in above if depth < len(branch)]
        found.append((name, above[-1][1] if above else "Exception", code, int(status)))
        above.append((len(branch), name))
    return found


def test_the_drawing_shows_every_error_once() -> None:
    assert [name for name, *_ in drawn()] == [cls.__name__ for cls in CLASSES]


@pytest.mark.parametrize(("name", "parent", "code", "status"), drawn())
def test_the_drawing_is_true(name: str, parent: str, code: str, status: int) -> None:
    error: type[OutwitError] = getattr(errors, name)
    assert error.__bases__[0].__name__ == parent
    assert error.code == code
    assert error.exit_status == status


def test_every_code_is_unique() -> None:
    codes = [cls.code for cls in CLASSES]
    assert len(set(codes)) == len(codes)


def test_what_a_caller_gave_is_also_a_value_error() -> None:
    for cls in CLASSES:
        if cls is not OutwitError and not issubclass(cls, FAULTS):
            assert issubclass(cls, ValueError)
