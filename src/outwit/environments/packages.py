"""Packages that only some environments need, and how to get them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from outwit.errors import UsageError

EXTRA = "pip install 'outwit[research]'"


def package(module: str, name: str = "") -> Any:
    """Return a module of another package; raise UsageError, with the cure, if it is missing.

    ``name`` is what the package is called, if not as the module.

    >>> package("nosuch")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    outwit.errors.UsageError: this needs nosuch, which is not installed: pip install ...
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != missing:
            raise  # another package is missing, or a file of this one
        raise UsageError(f"this needs {name or missing}, which is not installed: {EXTRA}") from None
