"""The arrays of a caller, checked before anything is written into them."""

from __future__ import annotations

from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Formats of the buffer protocol with the size of a number, and what numpy calls them.
UINT8 = {("B", 1): "uint8", ("?", 1): "bool"}
INT32 = {("i", 4): "int32", ("l", 4): "int32"}
INT64 = {("l", 8): "int64", ("q", 8): "int64"}
INTEGERS = {**INT32, **INT64}
FLOAT32 = {("f", 4): "float32"}
OTHERS = {
    ("b", 1): "int8",
    ("h", 2): "int16",
    ("H", 2): "uint16",
    ("I", 4): "uint32",
    ("L", 8): "uint64",
    ("Q", 8): "uint64",
    ("e", 2): "float16",
    ("d", 8): "float64",
    ("O", 8): "object",
}
NAMES = {**UINT8, **INTEGERS, **FLOAT32, **OTHERS}


def checked(
    name: str,
    array: object,
    kinds: dict[tuple[str, int], str],
    *shapes: tuple[int, ...],
    is_written: bool = True,
) -> Any:
    """Return a view of an array; raise UsageError, naming the array, if it does not fit.

    Its numbers are of one of the kinds, it has one of the shapes, lies in one piece and, if it
    ``is_written``, is writable.
    """
    try:
        view = memoryview(array)  # type: ignore[arg-type]  # anything may come
    except (TypeError, ValueError, BufferError):
        kind = type(array).__name__
        raise UsageError(f"{name}: an array is expected, not {kind}{advice(array)}") from None
    if (view.format, view.itemsize) not in kinds:
        wanted = " or ".join(dict.fromkeys(kinds.values()))
        found = NAMES.get((view.format, view.itemsize), f"format {view.format!r}")
        raise UsageError(f"{name}: numbers of type {wanted} are expected, not {found}")
    if view.shape not in shapes:
        wanted = " or ".join(map(str, shapes))
        raise UsageError(f"{name}: the shape {wanted} is expected, not {view.shape}")
    if not view.c_contiguous:
        raise UsageError(f"{name}: the array is not contiguous: pass a copy")
    if is_written and view.readonly:
        raise UsageError(f"{name}: the array is read-only")
    return view


def advice(array: object) -> str:
    """Say what to do with an object that is nearly an array."""
    if isinstance(array, list | tuple | range | int):
        return ": numpy.array makes one"
    return ": pass its .numpy()" if hasattr(array, "numpy") else ""


def new(shape: tuple[int, ...], dtype: str) -> Any:
    """Return a new array of numpy; raise UsageError if numpy is missing."""
    return numpy_module().empty(shape, dtype)


def copied(numbers: bytes, count: int, dtype: str) -> Any:
    """Return a new array of numpy with some numbers; raise UsageError if numpy is missing."""
    return numpy_module().frombuffer(numbers, dtype, count).copy()


def numpy_module() -> Any:
    """Return numpy; raise UsageError if it is missing."""
    try:
        import numpy as np
    except ImportError:
        raise UsageError(
            "numpy is not installed: pip install numpy, or pass arrays of your own"
        ) from None
    return np
