"""Runs targets on kept inputs and changed ones: ``python -m tests.fuzz.replay TARGET…``.

Each input has a time limit. What breaks a promise is written to a folder, one input for each place
in the code.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from itertools import islice
from pathlib import Path

from tests.cpu import time_limit
from tests.fuzz.corpus import FOLDER, TARGETS, Target, kept, mutations, name_of, target_named

# Seconds of processor time that a target may take for one input.
MOST_SECONDS = 10
ROOT = Path(__file__).parents[2]
FINDINGS = ROOT / "build" / "fuzz" / "findings"
# Inputs that reached something new.
WORKING = ROOT / "build" / "fuzz" / "corpus"


class Findings:
    """The broken promises of a target; of each place in the code one input is kept."""

    def __init__(self, name: str, folder: Path = FINDINGS) -> None:
        self.name = name
        self.folder = folder / name
        self.places: dict[str, bytes] = {}

    def add(self, data: bytes, error: BaseException) -> None:
        """Keep an input and print what it does, unless its place is known."""
        place = place_of(error)
        if place in self.places:
            return
        self.places[place] = data
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / name_of(data)
        path.write_bytes(data)
        sys.stderr.write(f"FOUND {self.name}: {place}: {ascii(error)[:300]}\n  {path}\n")
        traceback.print_exception(error, limit=-6, file=sys.stderr)


def place_of(error: BaseException) -> str:
    """Return the kind of an error and the line that raised it, and those of what it is about."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    where = "" if last is None else f"{last.filename.rpartition('/')[2]}:{last.lineno}"
    about = "" if error.__context__ is None else f", about {place_of(error.__context__)}"
    return f"{type(error).__name__} at {where}{about}"


def attempt(target: Target, data: bytes, findings: Findings) -> None:
    """Run a target on an input and note what breaks its promise."""
    try:
        with time_limit(MOST_SECONDS):
            target(data)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is a finding
        findings.add(data, error)


def replay(name: str, folder: Path, count: int, seconds: float, seed: str) -> Findings:
    """Run a target on all inputs of a folder, and on ``count`` changed ones, for some time."""
    findings, target = Findings(name), target_named(name)
    inputs = kept(name, folder)
    begun = time.monotonic()
    runs = 0
    for data in inputs:
        attempt(target, data, findings)
        runs += 1
    for data in islice(mutations(inputs, seed), count):
        if time.monotonic() - begun > seconds:
            break
        attempt(target, data, findings)
        runs += 1
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{name}: {runs:,} inputs, {seconds:.0f} s, {len(findings.places)} findings\n")
    sys.stdout.flush()
    return findings


def main() -> int:
    """Replay some targets; the exit status is 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the inputs, by target")
    parser.add_argument("--count", type=int, default=10**9, help="changed inputs")
    parser.add_argument("--seconds", type=float, default=60, help="time for each target")
    parser.add_argument("--seed", default="1")
    words = parser.parse_args()
    found = 0
    for name in words.targets or TARGETS:
        found += len(replay(name, words.folder, words.count, words.seconds, words.seed).places)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
