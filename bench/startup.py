"""How long until the answer? Whole processes, as multiples of a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

ROUNDS = 40
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
    """Print each command's time beside what it may take."""
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
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, (words, _limit) in commands.items():
                start = perf_counter()
                subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
                times[name].append(perf_counter() - start)
    nothing = median(times["python -c pass"])
    print(f"{'command':32} {'ms':>7} {'ratio':>6}  at most")
    for name, (_words, limit) in commands.items():
        taken = median(times[name])
        print(f"{name:32} {taken * 1000:7.1f} {taken / nothing:6.2f}  {limit or ''}")


def program(name: str) -> str:
    """Return the path of an installed program."""
    return str(Path(sys.executable).with_name(name))


if __name__ == "__main__":
    main()
