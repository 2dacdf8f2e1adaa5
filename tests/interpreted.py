"""Imports the package straight from its ``.py`` sources, as if nothing were compiled."""

from __future__ import annotations

import importlib.machinery
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = "outwit"


class InterpretedFinder:
    """Find the package's ``.py`` files even where an extension module lies beside them."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the place of a module of the package."""
        if name.partition(".")[0] != PACKAGE:
            return None
        sources = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        for folder in path or [str(SOURCE)]:
            spec = importlib.machinery.FileFinder(folder, sources).find_spec(name, target)
            if spec is not None:
                return spec
        return None
