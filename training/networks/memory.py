"""Lets a process keep the memory it frees."""

from __future__ import annotations

import ctypes

# Numbers of the C library's parameters, and what they are set to, in bytes.
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
KEPT, LARGEST = 1 << 28, 1 << 25


def keep_freed_memory() -> bool:
    """Tell the C library to keep freed memory; return whether it supports this.

    Each search allocates about a megabyte and frees it. Allocating it again from the system may
    take longer than searching a thousand nodes.
    """
    try:
        change = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return bool(change(TRIM_THRESHOLD, KEPT) and change(MMAP_THRESHOLD, LARGEST))
