"""Files that were made once and may be asked for again."""

from __future__ import annotations

from collections import OrderedDict

# Bytes of all pictures that are kept.
MOST_PICTURE_BYTES = 8 << 20


class FileCache:
    """Keeps files by name up to so many bytes; those that nobody has asked for longest go."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._files: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """Return a file, None if it is not here."""
        found = self._files.get(name)
        if found is not None:
            self._files.move_to_end(name)
        return found

    def put(self, name: str, data: bytes) -> None:
        """Keep a file."""
        self.size += len(data) - len(self._files.pop(name, b""))
        self._files[name] = data
        while self.size > self.most:
            _, gone = self._files.popitem(last=False)
            self.size -= len(gone)


class KeptPictures(FileCache):
    """Pictures of positions that somebody has asked for."""

    def __init__(self) -> None:
        super().__init__(MOST_PICTURE_BYTES)
