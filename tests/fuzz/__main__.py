"""Fuzzes targets: ``python -m tests.fuzz [--minutes N] [TARGET…]``, or ``make fuzz``.

Each target is fuzzed by coverage with the modules interpreted. Then what was found to reach
something new is replayed, and changed at random, on modules compiled with sanitizers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz import sanitized
from tests.fuzz.corpus import FOLDER, TARGETS, kept, name_of
from tests.fuzz.replay import FINDINGS, ROOT, WORKING

# Of the time for a target, the part that the replay on compiled modules gets.
REPLAYED = 0.25
NOT_THERE = 2


def missing() -> str:
    """Say what coverage-guided fuzzing needs and is not there; nothing if all is there."""
    if find_spec("atheris") is not None:
        return ""
    return (
        "Atheris is not installed. It has wheels for x86-64 Linux; elsewhere pip builds it and "
        "needs clang with its libFuzzer. make fuzz installs it: pip install --target .venv/fuzz "
        "atheris"
    )


def main(words: list[str] | None = None) -> int:
    """Fuzz; the exit status is 1 if a promise was broken, 2 if something is missing."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}")
    parser.add_argument("--minutes", type=float, default=20, help="time for each (default 20)")
    given = parser.parse_args(words)
    if unknown := set(given.targets) - set(TARGETS):
        return say(
            f"make fuzz: there is no target {min(unknown)!r}; there are {', '.join(TARGETS)}"
        )
    if why := missing():
        return say(f"make fuzz: {why}")
    broken = 0
    why = sanitized.missing()
    if why:
        say(f"make fuzz: no replay on compiled modules: {why}")
    else:
        sanitized.build()
    seconds = 60 * given.minutes
    for name in given.targets or TARGETS:
        command = [sys.executable, "-m", "tests.fuzz.guided", name, str(int(seconds))]
        broken += bool(subprocess.run(command, cwd=ROOT, check=False).returncode)
        if not why:
            gather(name)
            broken += bool(sanitized.replayed(name, WORKING, REPLAYED * seconds))
    folders = [FINDINGS / name for name in given.targets or TARGETS]
    found = [path for folder in folders for path in sorted(folder.glob("*"))]
    for path in found:
        say(f"FOUND {path.relative_to(ROOT)}")
    say("make fuzz: nothing was found" if not found and not broken else "make fuzz: see above")
    return 1 if found or broken else 0


def gather(name: str) -> None:
    """Put the kept inputs beside those that were found now."""
    folder: Path = WORKING / name
    folder.mkdir(parents=True, exist_ok=True)
    for data in kept(name, FOLDER):
        (folder / name_of(data)).write_bytes(data)


def say(line: str) -> int:
    """Write a line to standard error; return the status of something missing."""
    os.write(2, f"{line}\n".encode())
    return NOT_THERE


if __name__ == "__main__":
    sys.exit(main())
