"""Files for readers that want a path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

# Where files are kept in memory, if there is such a place.
MEMORY = "/dev/shm"


@contextmanager
def scratch_file(data: bytes) -> Iterator[str]:
    """Return the path of a file with some bytes, in a folder of its own that goes afterwards."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="fuzz-", dir=place) as folder:
        path = os.path.join(folder, "input")
        with open(path, "wb") as file:
            file.write(data)
        yield path
