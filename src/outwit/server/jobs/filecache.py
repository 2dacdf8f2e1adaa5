"""An in-memory cache of generated files."""

from __future__ import annotations

from collections import OrderedDict

# Most bytes of all cached pictures.
MOST_PICTURE_BYTES = 8 << 20


class FileCache:
    """Caches files by name up to a number of bytes; drops the least recently used first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._files: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """Return a file, None if it is not cached."""
        found = self._files.get(name)
        if found is not None:
            self._files.move_to_end(name)
        return found

    def put(self, name: str, data: bytes) -> None:
        """Cache a file."""
        self.size += len(data) - len(self._files.pop(name, b""))
        self._files[name] = data
        while self.size > self.most:
            _, gone = self._files.popitem(last=False)
            self.size -= len(gone)


class KeptPictures(FileCache):
    """A cache of pictures of positions."""

    def __init__(self) -> None:
        super().__init__(MOST_PICTURE_BYTES)
