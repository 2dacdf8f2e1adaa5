"""The time, for code that must not wait for the interpreter (see ``clock.pxd``)."""

from time import monotonic_ns as now

__all__ = ["now"]
