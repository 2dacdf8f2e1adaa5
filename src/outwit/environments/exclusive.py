"""One thread at a time."""

from __future__ import annotations

from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Lock


class Exclusive:
    """Holds a lock; raises UsageError instead of waiting for it."""

    __slots__ = ("lock",)

    def __init__(self, lock: Lock) -> None:
        self.lock = lock

    def __enter__(self) -> None:
        if not self.lock.acquire(False):
            raise UsageError("another thread is using this batch: make one for each thread")

    def __exit__(self, *_: object) -> None:
        self.lock.release()
