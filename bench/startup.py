"""Measure the run time of whole commands, as multiples of a Python that does nothing.

    python bench/startup.py

The programs that play by dialogue get no input or no arguments, and exit at once.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import parser_of, run

ROUNDS = 40
# Exit status of each program without input or without arguments.
WITHOUT_INPUT = {"ataxx": 0, "jesonmor": 1, "push2310": 1, "santorini": 1}
BOARD = """\
mjdsgscjm
bzzzzzzzb
.........
.........
.........
.........
.........
BZZZZZZZB
MJCSGSDJM
"""


def main() -> None:
    """Print each command's time and its limit."""
    parser_of(__doc__).parse_args()
    with TemporaryDirectory() as folder:
        board = Path(folder) / "board"
        board.write_text(BOARD)
        move = [program("advance"), "white", str(board), str(board.with_name("after"))]
        commands = {
            "python -c pass": ([sys.executable, "-c", "pass"], None),
            "python -c 'import outwit'": ([sys.executable, "-c", "import outwit"], None),
            "outwit games": ([program("outwit"), "games"], 4.0),
            "outwit moves ataxx": ([program("outwit"), "moves", "ataxx"], None),
            "advance name": ([program("advance"), "name"], 2.0),
            "advance white IN OUT --level 7": ([*move, "--level", "7"], 5.0),
            "advance white IN OUT": (move, None),
            **{name: ([program(name)], None) for name in WITHOUT_INPUT},
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, (words, _limit) in commands.items():
                start = perf_counter()
                done = subprocess.run(
                    words, check=False, stdin=subprocess.DEVNULL, capture_output=True
                )
                times[name].append(perf_counter() - start)
                if done.returncode != WITHOUT_INPUT.get(name, 0):
                    sys.exit(f"{name} failed: {done.stderr.decode()}")
    nothing = median(times["python -c pass"])
    print(f"{'command':32} {'ms':>7} {'ratio':>6}  at most")
    for name, (_words, limit) in commands.items():
        taken = median(times[name])
        print(f"{name:32} {taken * 1000:7.1f} {taken / nothing:6.2f}  {limit or ''}")


def program(name: str) -> str:
    """Return the path of an installed program."""
    return str(Path(sys.executable).with_name(name))


if __name__ == "__main__":
    run(main)
