"""What is worked out from the end agrees with what is searched from the beginning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import outwit
from outwit.core.position import Position
from outwit.engine.solver import Solver
from tests.tools import needs

SCRIPT = Path(__file__).parents[2] / "bench" / "retrograde.py"
NODES = 20_000

pytestmark = [
    pytest.mark.compiled_only,
    needs("c++"),
]


def lines(*words: str) -> list[str]:
    """Run the script and list what it prints."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        capture_output=True,
        text=True,
        check=True,
        # Threads that wait for one another sleep meanwhile.
        env={**os.environ, "OMP_WAIT_POLICY": "passive"},
    )
    return done.stdout.splitlines()


def searched(position: Position, nodes: int | None = None) -> str:
    """Name who wins as the solver finds out, or ``unknown``."""
    # A search of a few nodes needs no large table, which takes time to clear.
    found = Solver(64 if nodes is None else 4).solve(position, nodes=nodes)
    if found.result in ("draw", "unknown"):
        return found.result
    return ("White", "Black")[position.turn if found.result == "win" else position.turn.other]


def test_the_smallest_board_begins_as_the_solver_says() -> None:
    rows = [line.strip("| ").split(" | ") for line in lines() if line.startswith("|")]
    assert len(rows) == 8
    for size, archers, legs, protection, told in rows:
        position = outwit.game("jesonmor").start(
            size=int(size), archers=archers, legs=legs, protection=int(protection)
        )
        if (legs, protection) == ("no", "3"):
            # This one takes the solver ten million positions.
            assert told == "draw"
        else:
            assert searched(position) in told.split(" or "), (legs, protection)


def test_positions_of_few_pieces_end_as_the_solver_says() -> None:
    jesonmor = outwit.game("jesonmor")
    told = 0
    for line in lines("--size", "5", "--legs", "yes", "--pieces", "3", "--samples", "4"):
        _, board, white_to_move, black_to_move = re.split(
            r" White to move |, Black to move |(?<=sample) ", line
        )
        board = re.sub("1+", lambda ones: str(len(ones[0])), board)
        for side, white_wins in (("w", white_to_move), ("b", black_to_move)):
            name = searched(jesonmor.position(f"{board} {side} 9 0 0 0"), NODES)
            if name != "unknown" and white_wins != "open":
                assert (name == "White") == (white_wins == "yes"), (board, side)
                told += 1
    assert told > 50
