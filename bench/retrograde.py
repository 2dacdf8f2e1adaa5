"""Solve Jeson Mor with archers on 3 × 3 and 5 × 5 by retrograde analysis.

    python bench/retrograde.py [--size 3|5] [--legs yes|no …] [--pieces N] [--samples N] [--gpu]

Finds every position with at most ``--pieces`` pieces that a side wins by force, and the results of
the start positions. All ten pieces of 5 × 5 are 152 billion positions in 38 GB: minutes on a large
GPU, days on a CPU. ``--gpu`` needs nvcc. Without it the CPU solves six pieces in minutes. See
lab/2026-11-solved.md.

The score decides a game in which a side is stuck, but scores are not part of a position here. The
program runs twice: once such ends count as won by the side in question, and once as lost. A
position won in both runs is a win, a position won in neither is not, and the others are open.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

SOURCE = Path(__file__).with_name("retrograde") / "retrograde.cu"
# Compilers in order of preference: with and without threads.
ON_CPU = ("c++ -O3 -x c++ -fopenmp", "c++ -O3 -x c++")
ON_GPU = ("nvcc -O3 -arch=native -std=c++17",)
SIDES = ("White", "Black")
# The answer, by whether the side wins with stuck ends counted as lost, and as won.
ANSWERS = {(True, True): "yes", (False, False): "no", (False, True): "open"}

Answers = dict[str, tuple[bool, bool]]


def build(size: int, gpu: bool, folder: str) -> str:
    """Compile for a size of board and return the program."""
    program = f"{folder}/retrograde"
    complaint = ""
    for command in ON_GPU if gpu else ON_CPU:
        words = [*command.split(), f"-DSIDE={size}", "-o", program, str(SOURCE)]
        if shutil.which(words[0]) is None:
            sys.exit(f"{words[0]} is not installed")
        done = subprocess.run(words, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode == 0:
            return program
        complaint = done.stderr
    sys.exit(f"{SOURCE.name} does not build:\n{complaint}")


def run(program: str, *numbers: int) -> Iterator[list[str]]:
    """Run the program and yield the words of each line it prints."""
    command = [program, *(f"{number:d}" for number in numbers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield line.split()
    if process.returncode:
        sys.exit(f"the program ended with {process.returncode}")


def solve(program: str, legs: bool, given: bool, pieces: int, samples: int) -> Answers:
    """Return whether White and Black win, by the program's name of each position."""
    answers: Answers = {}
    for kind, name, *words in run(program, legs, given, pieces, samples):
        if kind == "material":
            arrangements, to_move, waiting, passes, seconds = words
            print(
                f"{name}: {int(arrangements):,}, White wins {int(to_move):,} to move, "
                f"{int(waiting):,} with Black to move; {passes} passes, {seconds} s",
                file=sys.stderr,
                flush=True,
            )
        else:
            answers[f"{kind} {name}"] = words[0] == "1", words[1] == "1"
    return answers


def winner(least: tuple[bool, bool], most: tuple[bool, bool]) -> str:
    """Name the winner, or the sides that may still win."""
    for side in (0, 1):
        if least[side]:
            return SIDES[side]
    return " or ".join([*(SIDES[side] for side in (0, 1) if most[side]), "draw"])


def report(size: int, legs: str, least: Answers, most: Answers) -> None:
    """Print who wins the start positions, after the first moves, and the samples."""
    for position, upper in most.items():
        kind, name = position.split()
        lower = least[position]
        if kind == "sample":
            found = [ANSWERS[pair] for pair in zip(lower, upper, strict=True)]
            print(f"sample {name} White to move {found[0]}, Black to move {found[1]}")
        elif kind == "start":
            print(f"| {size} | yes | {legs} | {name} | {winner(lower, upper)} |")
        else:
            print(f"after {name}: {winner(lower, upper)}")


def main() -> None:
    """Solve the boards that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, choices=(3, 5), default=3)
    parser.add_argument("--legs", nargs="+", choices=("yes", "no"), default=["yes", "no"])
    parser.add_argument("--pieces", type=int, help="most pieces (all)")
    parser.add_argument("--samples", type=int, default=0, help="positions to print per material")
    parser.add_argument("--gpu", action="store_true")
    words = parser.parse_args()
    most_pieces = 2 * words.size
    pieces = most_pieces if words.pieces is None else words.pieces
    if not 2 <= pieces <= most_pieces:
        parser.error(f"--pieces: {pieces} is not from 2 to {most_pieces}")
    if words.samples < 0:
        parser.error(f"--samples: {words.samples} is less than 0")
    with TemporaryDirectory() as folder:
        program = build(words.size, words.gpu, folder)
        for legs in words.legs:
            most, least = (
                solve(program, legs == "yes", given, pieces, words.samples)
                for given in (True, False)
            )
            report(words.size, legs, least, most)


if __name__ == "__main__":
    main()
