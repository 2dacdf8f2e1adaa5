"""The portal under test: its processes, its database, its disk and its clocks."""

from __future__ import annotations

import asyncio
import os
import resource
import secrets
import shutil
import signal
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import monotonic
from typing import Any

import psycopg

from bench.chaos_server import QuickServer
from bench.chaos_wire import Wire
from bench.portal import LIMITS, cookie_of
from outwit.errors import StorageFault
from outwit.server.edge.identity import Identity
from outwit.server.edge.passes import Passes
from outwit.server.news.bus import Bus
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.sessions import SessionStore
from outwit.storage.tokens import TokenStore
from tests.storage.postgres import PLACE, Postgres

SQLITE, POSTGRESQL = "sqlite", "postgresql"
# Source of the library that shifts the clock by the seconds in a file.
CLOCK_SOURCE = Path(__file__).with_name("chaos_clock.c")
CLOCK_FILE = "OUTWIT_CHAOS_CLOCK"
# Size of the small disk by database.
MEBIBYTES = {SQLITE: 16, POSTGRESQL: 96}
# Most bytes of a file on a disk that is simulated to be full.
LITTLE = 4096
# Longest time in seconds for all processes to recover.
HEAL_SECONDS = 60.0
TEMPLATE, TABLESPACE = "chaos_template", "chaos_small"


def clock_library(folder: Path) -> str:
    """Build the library that sets the clock, and return its path; None without a C compiler.

    Not libfaketime: with monotonic clocks left alone, version 0.9.10 lets Python's sleep fail.
    """
    made = folder / "clock.so"
    words = ["cc", "-O2", "-shared", "-fPIC", "-o", str(made), str(CLOCK_SOURCE), "-ldl"]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return str(made)


class Disk:
    """A small disk that can be filled.

    Root mounts a tmpfs; writing to a full one fails with ENOSPC. Other users cannot mount one:
    their processes get a limit on the size of files instead, and writing fails with EFBIG.
    """

    def __init__(self, mebibytes: int, place: str | None = None) -> None:
        self.folder = Path(mkdtemp(prefix="outwit-chaos-", dir=place))
        self.is_real = False
        if os.geteuid() == 0:
            size = f"size={mebibytes}m,mode=0777"
            words = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(self.folder)]
            self.is_real = subprocess.run(words, capture_output=True, check=False).returncode == 0
        self._filler = self.folder / "filler"

    def fill(self) -> None:
        """Fill the disk."""
        with self._filler.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(65_536))
        with self._filler.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))

    def free(self) -> None:
        """Free the disk again."""
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the disk."""
        if self.is_real:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Cluster:
    """A PostgreSQL server with its databases on a small disk, if one can be made."""

    def __init__(self, postgres: Postgres | None = None) -> None:
        self._is_own = postgres is None
        self.postgres = postgres or Postgres()
        # A place that the server's user, who is not root, can read.
        self.disk = Disk(MEBIBYTES[POSTGRESQL], PLACE)
        self._numbers = 0
        try:
            self._options = self._prepare()
        except BaseException:
            self.disk.close()
            if self._is_own:
                self.postgres.stop()
            raise

    def _prepare(self) -> str:
        """Make a template database; return the options of its copies."""
        options = ""
        if self.disk.is_real:
            place = self.disk.folder / "tables"
            place.mkdir()
            shutil.chown(place, "postgres")
            self._run(f"CREATE TABLESPACE {TABLESPACE} LOCATION '{place}'")
            options = f"TABLESPACE {TABLESPACE}"
        self._run(f"CREATE DATABASE {TEMPLATE} {options}")
        with Database(self._url(TEMPLATE)) as database:
            database.migrate()
        return f"TEMPLATE {TEMPLATE} {options}"

    def create(self) -> str:
        """Make a new database and return its URL."""
        self._numbers += 1
        self._run(f"CREATE DATABASE chaos_{self._numbers} {self._options}")
        return self._url(f"chaos_{self._numbers}")

    def drop(self) -> None:
        """Remove the last database."""
        self._run(f"DROP DATABASE chaos_{self._numbers} WITH (FORCE)")

    def sever(self, which: str) -> int:
        """End connections to the last database: all, or those of the portal's bus alone."""
        names = "AND application_name LIKE 'outwit_%'" if which == "bus" else ""
        query = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            f"WHERE datname = 'chaos_{self._numbers}' {names}"
        )
        with self._connect() as connection:
            row = connection.execute(query).fetchone()
        return 0 if row is None else int(row[0])

    def close(self) -> None:
        """End the server if this script started it; otherwise leave it as it was."""
        if self._is_own:
            self.postgres.stop()
        else:
            self._run(f"DROP DATABASE {TEMPLATE} WITH (FORCE)")
            if self.disk.is_real:
                self._run(f"DROP TABLESPACE {TABLESPACE}")
        self.disk.close()

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        plain = self.postgres.url.replace("+psycopg", "")
        return psycopg.connect(plain, autocommit=True)

    def _run(self, statement: str) -> None:
        with self._connect() as connection:
            connection.execute(statement)

    def _url(self, name: str) -> str:
        return self.postgres.url.replace("@/postgres?", f"@/{name}?")


class Site:
    """A portal of one process on SQLite, or of two on a new database of a cluster."""

    def __init__(self, seed: int, cluster: Cluster | None) -> None:
        self.cluster = cluster
        self.kind = SQLITE if cluster is None else POSTGRESQL
        self.disk = Disk(MEBIBYTES[SQLITE]) if cluster is None else cluster.disk
        self.clocks = Path(mkdtemp(prefix="outwit-chaos-clocks-"))
        # Whether the disk is simulated to be full, so that the processes must not write.
        self.is_full = False
        self.url = cluster.create() if cluster else f"sqlite:///{self.disk.folder}/portal.db"
        self.database = Database(self.url)
        self.database.migrate()
        self.store = GameStore(self.database)
        self.accounts = AccountStore(self.database)
        self.tokens = TokenStore(self.database)
        sessions, secret = SessionStore(self.database), secrets.token_urlsafe(32)
        passes = Passes(Bus(), sessions, self.tokens)
        self._identity = Identity(secret, sessions, passes, secure=False)
        self.library = clock_library(self.clocks)
        self.servers = [
            QuickServer(self.url, secret, LIMITS | self._clock(number))
            for number in range(1 if cluster is None else 2)
        ]
        self.wires = [
            Wire(server.port, Random(f"{seed} wire {number}"))
            for number, server in enumerate(self.servers)
        ]
        # One fault at a time strikes a process.
        self.struck = [asyncio.Lock() for _ in self.servers]

    async def open(self) -> None:
        """Wait until every process is ready."""
        for wire in self.wires:
            await wire.open()
        for server in self.servers:
            await asyncio.to_thread(server.wait)

    async def end(self) -> list[int]:
        """End all processes as an operator would, and return their exit statuses."""
        for wire in self.wires:
            await wire.close()
        return await asyncio.gather(*(asyncio.to_thread(each.stop) for each in self.servers))

    def clean(self) -> None:
        """Remove all processes and files, also after an error."""
        for server in self.servers:
            server.end()
        self.database.close()
        shutil.rmtree(self.clocks, ignore_errors=True)
        if self.cluster is None:
            self.disk.close()
        else:
            self.cluster.drop()

    def cookie(self, account: int) -> str:
        """Return the cookie of an account as a browser sends it."""
        return cookie_of(self._identity, account)

    # Faults. Each one is healed by its opposite, or by ``heal``.

    def set_clock(self, number: int, seconds: int) -> None:
        """Set the clock of a process ahead by some seconds, or back."""
        # In place: the process has mapped the file.
        file = os.open(self.clocks / str(number), os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(file, seconds.to_bytes(8, sys.byteorder, signed=True))
        os.close(file)

    def fill_disk(self) -> None:
        """Fill the disk."""
        self.is_full = True
        if self.disk.is_real:
            self.disk.fill()
        else:
            self._limit_files(LITTLE)

    def free_disk(self) -> None:
        """Free the disk."""
        self.is_full = False
        if self.disk.is_real:
            self.disk.free()
        else:
            self._limit_files(resource.RLIM_INFINITY)

    async def start(self, number: int) -> None:
        """Restart a process until it stays up, as a service manager does."""
        server = self.servers[number]
        deadline = monotonic() + HEAL_SECONDS
        while monotonic() < deadline:
            server.start()
            if self.is_full and not self.disk.is_real:
                self._limit_files(LITTLE)
            try:
                await asyncio.to_thread(server.wait)
            except OSError:
                if server.process.poll() is None:
                    raise
                await asyncio.sleep(0.2)
            else:
                return
        raise StorageFault(f"process {number} does not start")

    async def heal(self) -> list[str]:
        """End all faults, and wait until every process is ready; return those that are not."""
        self.free_disk()
        for wire in self.wires:
            wire.delay = 0.0
        for number in range(len(self.servers)):
            self.set_clock(number, 0)
        troubles = []
        for number, server in enumerate(self.servers):
            async with self.struck[number]:
                with suppress(ProcessLookupError):
                    os.kill(server.process.pid, signal.SIGCONT)
                try:
                    if server.process.poll() is not None:
                        troubles.append(f"process {number} ended with {server.process.returncode}")
                        await self.start(number)
                    await asyncio.to_thread(wait_ready, server.address)
                except (OSError, StorageFault) as error:
                    troubles.append(f"process {number} is not ready after healing: {error}")
        return troubles

    def _clock(self, number: int) -> dict[str, str]:
        """Return the environment of a process whose clock can be set."""
        if not self.library:
            return {}
        self.set_clock(number, 0)
        return {"LD_PRELOAD": self.library, CLOCK_FILE: str(self.clocks / str(number))}

    def _limit_files(self, size: int) -> None:
        for server in self.servers:
            with suppress(ProcessLookupError):
                hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def wait_ready(address: str) -> None:
    """Wait until a process reports that it can read and write; raise OSError after a timeout."""
    deadline = monotonic() + HEAL_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"http://{address}/ready", timeout=5):
                return
        except OSError:
            if monotonic() > deadline:
                raise
