"""Fault runs of the portal: kill processes, fill disks, move clocks; check that nothing is lost.

Run it from the root: ``python -m bench.chaos --runs 100 --seed 1 --database sqlite``. Clients play
on a real portal while faults chosen by the seed strike it. Each client records what it sends and
receives. After all faults are healed, a checker compares these records with the stored games. A
violation prints its seed and the lines that show it, and the exit status is 1.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
from collections import Counter
from time import monotonic

from bench.arguments import count, parser_of, refuse, run, seconds, whole_not_negative
from bench.chaos_history import Acked, History, Violation
from bench.chaos_run import run_all
from bench.chaos_site import POSTGRESQL, SQLITE, Cluster
from tests.storage.postgres import NoServer


class Report:
    """Prints the result of each run, and the totals at the end."""

    def __init__(self, *, verbose: bool) -> None:
        self.verbose = verbose
        self.seeds: list[int] = []
        self.moves = self.runs = 0
        self.kinds: Counter[str] = Counter()
        self._start = monotonic()

    def tell(self, seed: int, history: History, found: list[Violation]) -> None:
        """Print a line about a run, and its violations."""
        acked = sum(isinstance(entry, Acked) for entry in history.entries)
        kinds = Counter(fault.kind for fault in history.faults)
        print(
            f"seed {seed:4}: {len(history.stored)} games, {acked} moves acknowledged; "
            f"{listed(kinds)}; {len(found) or 'no'} violations",
            flush=True,
        )
        if found or self.verbose:
            for fault in history.faults:
                print(f"  {fault.at:6.2f} to {fault.until:6.2f} s  {fault.kind} {fault.target}")
        for violation in found:
            print(f"  {violation}", flush=True)
        self.runs += 1
        self.moves += acked
        self.kinds += kinds
        if found:
            self.seeds.append(seed)

    def end(self) -> None:
        """Print the totals."""
        seconds = monotonic() - self._start
        print(f"{self.runs} runs in {seconds:.0f} s, {self.moves} moves acknowledged")
        print(f"faults: {listed(self.kinds)}")
        print(f"seeds with violations: {', '.join(map(str, self.seeds)) or 'none'}")


def listed(kinds: Counter[str]) -> str:
    """Return the number of faults of each kind, as text."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))


def main() -> None:
    """Run and print."""
    parser = parser_of(__doc__ or "")
    parser.add_argument("--runs", type=count, default=1)
    parser.add_argument("--seed", type=whole_not_negative, default=1, help="seed of the first run")
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=SQLITE)
    parser.add_argument("--seconds", type=seconds, default=3.0, help="seconds of faults per run")
    parser.add_argument("--clients", type=count, default=8)
    parser.add_argument("--verbose", action="store_true", help="print the faults of each run")
    words = parser.parse_args()
    try:
        cluster = Cluster() if words.database == POSTGRESQL else None
    except NoServer as error:
        refuse(error)
    if shutil.which("cc") is None:
        print("there is no C compiler, so no clock jumps")
    # On these signals the servers and the folder are removed.
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.default_int_handler)
    told = Report(verbose=words.verbose)
    seeds = range(words.seed, words.seed + words.runs)
    try:
        asyncio.run(run_all(seeds, cluster, words.seconds, words.clients, told.tell))
    finally:
        if cluster is not None:
            cluster.close()
        told.end()
    if told.seeds:
        sys.exit(1)


if __name__ == "__main__":
    run(main)
