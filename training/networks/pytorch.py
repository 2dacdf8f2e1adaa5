"""PyTorch, which is gigabytes and loaded only where it is used."""

from __future__ import annotations

from typing import Any

from outwit.errors import UsageError


def load_torch() -> Any:  # a module, which not everybody has
    """Return PyTorch; raise UsageError if it is not installed."""
    try:
        import torch
    except ImportError:
        raise UsageError("PyTorch is not installed: it comes with the extra 'training'") from None
    return torch
