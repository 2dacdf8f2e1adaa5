"""Measure the speed of the rules by perft, in some games also against hand-written C.

Counts lines of play with our rules and with ``limit/*.c`` alternately, several times in one run,
and compares the best CPU times, so that load on the machine affects both alike.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import outwit
from outwit.core.perft import perft

LIMIT = Path(__file__).with_name("limit")
# The flags with which setup.py compiles our rules.
FLAGS = ["-O3", *(["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else [])]
ROUNDS = 7

# Depth of each game's count: large enough to measure, small enough to repeat.
DEPTHS = {"advance": 4, "ataxx": 6, "jesonmor": 5, "push": 4, "santorini": 4}
OPTIONS: dict[str, dict[str, object]] = {"push": {"rows": 8, "columns": 8, "seed": 1}}


def main() -> None:
    """Print one line per game, and the ratio if there is a C program."""
    print(f"{'game':10} {'depth':>5} {'leaves':>12} {'CPU s':>8} {'M leaves/s':>11}  ours / C")
    for game in outwit.all_games():
        if game.name not in DEPTHS:
            continue
        depth = DEPTHS[game.name]
        position = game.start(**OPTIONS.get(game.name, {}))
        source = LIMIT / f"{game.name}.c"
        with TemporaryDirectory() as folder:
            binary = compile_c(source, folder) if source.exists() else None
            ours = theirs = float("inf")
            for _ in range(ROUNDS):
                start = process_time()
                total = perft(position, depth)
                ours = min(ours, process_time() - start)
                if binary is not None:
                    count, seconds = run_c(binary, position.text, depth)
                    if count != total:
                        sys.exit(f"{game.name}: we count {total}, {source} counts {count}")
                    theirs = min(theirs, seconds)
        ratio = "" if binary is None else f"{theirs / ours:8.2f}"
        print(
            f"{game.name:10} {depth:5} {total:12,} {ours:8.3f} {total / ours / 1e6:11.1f}  {ratio}"
        )


def compile_c(source: Path, folder: str) -> str:
    """Compile a C program and return its path."""
    binary = f"{folder}/{source.stem}"
    subprocess.run(["cc", *FLAGS, "-o", binary, str(source)], check=True)
    return binary


def run_c(binary: str, text: str, depth: int) -> tuple[int, float]:
    """Return the count and the CPU seconds of a C program."""
    done = subprocess.run([binary, text, str(depth)], check=True, capture_output=True, text=True)
    answers = dict(line.split() for line in done.stdout.splitlines())
    return int(answers["total"]), float(answers["cpu"])


if __name__ == "__main__":
    main()
