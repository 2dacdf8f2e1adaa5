"""A PostgreSQL server of our own for the tests, where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.leftovers import orphans

BINARIES = Path("/usr/lib/postgresql")  # Debian's, which are not on the path

# Where the folders of servers are, and how their names begin; the process that made one follows.
PLACE, PREFIX = "/tmp", "outwit-postgres-"


class NoServer(Exception):
    """Why there is no server."""


def binary(name: str) -> str:
    """Return the path of a program of PostgreSQL; raise NoServer."""
    found = shutil.which(name) or next(iter(sorted(BINARIES.glob(f"*/bin/{name}"))), None)
    if found is None:
        raise NoServer(f"PostgreSQL is not installed: there is no {name}")
    return str(found)


class Postgres:
    """A server on a socket in a folder of its own; nothing is kept."""

    def __init__(self) -> None:
        initdb, self.control = binary("initdb"), binary("pg_ctl")
        try:
            import psycopg  # noqa: F401
        except ImportError as error:
            raise NoServer(f"psycopg cannot be loaded: {error}") from None
        self.prefix: list[str] = []
        if os.getuid() == 0:  # the server refuses to run as root
            self.prefix = ["runuser", "-u", "postgres", "--"]
        # Not the folder of the test run, which no other user can enter.
        for orphan in orphans(PLACE, PREFIX):
            self.folder = orphan
            with suppress(subprocess.CalledProcessError, OSError):
                self.stop()
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=PLACE))
        data, log = f"{self.folder}/data", f"{self.folder}/log"
        settings = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        try:
            if self.prefix:
                shutil.chown(self.folder, "postgres")
            self._run(initdb, "-D", data, "-A", "trust", "-N", "-U", "postgres")
            self._run(self.control, "-w", "-D", data, "-l", log, "-o", settings, "start")
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self.url = f"postgresql+psycopg://postgres@/postgres?host={self.folder}"

    def stop(self) -> None:
        """End the server and remove its files."""
        try:
            self._run(self.control, "-w", "-m", "immediate", "-D", f"{self.folder}/data", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, *words: str) -> None:
        subprocess.run(
            [*self.prefix, *words],
            check=True,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
