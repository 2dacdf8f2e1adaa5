"""The faults of a run: chosen by its seed, carried out at their times."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from random import Random

from bench.chaos_clients import Log
from bench.chaos_history import Struck
from bench.chaos_site import POSTGRESQL, SQLITE, Site

# The kinds of faults by database. Killing is the likeliest.
COMMON = ("kill", "kill", "restart", "stop", "slow", "cut", "jump")
KINDS = {SQLITE: (*COMMON, "lock", "full"), POSTGRESQL: (*COMMON, "sever", "sever", "full")}
# Kinds that strike one process, or the wire to it.
OF_PROCESS = ("kill", "restart", "stop", "slow", "cut", "jump")
# Jumps of a clock in seconds.
JUMPS = (-86_400, -3_600, -30, -3, 3, 30, 3_600, 86_400)
# Seconds until the first fault; shortest and longest time between two faults.
FIRST, SHORTEST, LONGEST = 0.4, 0.2, 0.9
# Longest duration of a fault, and longest delay of a slow wire, in seconds.
LASTS, DELAY = 2.0, 0.3
# Seconds in which a process that is starting is not struck again.
SPARED = {"kill": 5.0, "restart": 6.0, "stop": 0.0}


@dataclass(frozen=True)
class Fault:
    """A planned fault: its time, kind, process, duration, and a number that the kind needs."""

    at: float
    kind: str
    process: int
    seconds: float
    number: float = 0.0

    def __str__(self) -> str:
        target = f" of process {self.process}" if self.kind in OF_PROCESS else ""
        number = f" {self.number:+g} s" if self.kind == "jump" else ""
        return f"{self.at:6.2f} s  {self.kind}{number}{target}, {self.seconds:.2f} s"


def plan(seed: int, database: str, seconds: float, *, full: bool, jump: bool) -> list[Fault]:
    """Return the faults of a run; without ``full`` or ``jump``, none of those."""
    rng = Random(f"faults {seed} {database}")
    missing = {kind for kind, can in (("full", full), ("jump", jump)) if not can}
    kinds = [kind for kind in KINDS[database] if kind not in missing]
    faults: list[Fault] = []
    at, spared = FIRST, [0.0, 0.0]
    while at < seconds:
        kind, process = rng.choice(kinds), rng.randrange(2 if database == POSTGRESQL else 1)
        lasts = rng.uniform(0.1, min(LASTS, seconds / 2))
        number = rng.choice(JUMPS) if kind == "jump" else rng.random()
        if kind in SPARED and at < spared[process]:
            continue
        if kind in SPARED:
            spared[process] = at + lasts + SPARED[kind]
        faults.append(Fault(at, kind, process, lasts, number))
        at += rng.uniform(SHORTEST, LONGEST)
    return faults


class Nemesis:
    """Carries out the faults, and records when each of them began and ended."""

    def __init__(self, site: Site, log: Log) -> None:
        self.site = site
        self.log = log
        self.struck: list[Struck] = []

    async def run(self, faults: list[Fault]) -> None:
        """Strike, each fault at its time; return when the last one is over."""
        async with asyncio.TaskGroup() as group:
            for fault in faults:
                await asyncio.sleep(max(0.0, fault.at - self.log.since()))
                group.create_task(self._strike(fault))

    async def _strike(self, fault: Fault) -> None:
        at = self.log.now()
        # Recorded at once, without an end, because a run may be checked before it ends.
        self.struck.append(Struck(at, float("inf"), fault.kind, str(fault.process)))
        place = len(self.struck) - 1
        await getattr(self, f"_{fault.kind}")(fault)
        self.struck[place] = Struck(at, self.log.now(), fault.kind, str(fault.process))

    async def _kill(self, fault: Fault) -> None:
        async with self.site.struck[fault.process]:
            await asyncio.to_thread(self.site.servers[fault.process].kill)
            await asyncio.sleep(fault.seconds / 4)
            await self.site.start(fault.process)

    async def _restart(self, fault: Fault) -> None:
        async with self.site.struck[fault.process]:
            await asyncio.to_thread(self.site.servers[fault.process].stop)
            await self.site.start(fault.process)

    async def _stop(self, fault: Fault) -> None:
        async with self.site.struck[fault.process]:
            process = self.site.servers[fault.process].process.pid
            os.kill(process, signal.SIGSTOP)
            await asyncio.sleep(fault.seconds)
            os.kill(process, signal.SIGCONT)

    async def _slow(self, fault: Fault) -> None:
        wire = self.site.wires[fault.process]
        wire.delay = DELAY * fault.number
        await asyncio.sleep(fault.seconds)
        wire.delay = 0.0

    async def _cut(self, fault: Fault) -> None:
        self.site.wires[fault.process].cut()

    async def _jump(self, fault: Fault) -> None:
        self.site.set_clock(fault.process, int(fault.number))
        await asyncio.sleep(fault.seconds)
        # Some jumps are set back, others stay.
        if fault.seconds < LASTS / 2:
            self.site.set_clock(fault.process, 0)

    async def _sever(self, fault: Fault) -> None:
        assert self.site.cluster is not None
        which = "bus" if fault.number < 0.5 else "all"
        await asyncio.to_thread(self.site.cluster.sever, which)

    async def _lock(self, fault: Fault) -> None:
        """Hold the lock of the SQLite file as another program would."""
        path = self.site.database.url.database or ""
        lock = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
        with closing(lock):
            await asyncio.to_thread(lock.execute, "BEGIN IMMEDIATE")
            await asyncio.sleep(fault.seconds)
            lock.execute("ROLLBACK")

    async def _full(self, fault: Fault) -> None:
        await asyncio.to_thread(self.site.fill_disk)
        await asyncio.sleep(fault.seconds)
        await asyncio.to_thread(self.site.free_disk)
