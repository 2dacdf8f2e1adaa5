"""The example that learns runs, with numbers so small that it learns nothing."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from tests.tools import ROOT, needs

pytestmark = [pytest.mark.compiled_only, needs("torch")]

FILE = Path(ROOT, "examples", "learn.py")
TINY = {
    "opponent": "random",
    "games": 2,
    "minutes": 1e-9,
    "tests": 2,
    "boards": 4,
    "steps": 6,
    "parts": 2,
    "width": 4,
    "depth": 1,
}


def test_it_is_short() -> None:
    assert len(FILE.read_text().splitlines()) <= 150


@pytest.mark.parametrize("words", [["santorini"], ["ataxx", "blocks=b1,c1,d1,a2,a3,a4"]])
def test_it_learns_and_is_tested(words: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own packages
        import torch

        from examples.learn import main

        # Threads that wait for one another cost more than they bring.
        torch.set_num_threads(1)
        options = [part for name, value in TINY.items() for part in (f"--{name}", str(value))]
        lines = main([*words, *options])
    assert [line["plies"] for line in lines] == [24, 48]
    assert all(0 <= line["points"] <= 100 for line in lines)


def test_its_blocks_leave_five_by_five_squares_and_the_corners() -> None:
    import outwit

    #   7  x - - - - - o
    #   6  - . . . . . -
    #   …
    #   1  o - - - - - x
    board = outwit.game("ataxx").start(blocks="b1,c1,d1,a2,a3,a4").board
    assert board["b2"].obstacle == board["d4"].obstacle
    blocked = [square.name for square in board if square.obstacle]
    assert len(blocked) == 20
    assert not any("b" <= name[0] <= "f" and "2" <= name[1] <= "6" for name in blocked)
