"""What makes a puzzle: one move wins, and mate search proves it."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.puzzle import Puzzle
from outwit.puzzles.checking import fault_of
from outwit.puzzles.proof import Proof, Unproven

pytestmark = pytest.mark.compiled_only

SANTORINI = outwit.game("santorini")
# Blue's worker Z goes up by a detour, and White cannot be in time.
POSITION = "10100/31A401/0Y31Z00/1B4221/00000 b 26"
LINE = (
    "Z,s,e",
    "A,nw,e",
    (
        *("Z,nw,nw", "Z,nw,n", "Z,nw,e", "Z,nw,se", "Z,e,nw", "Z,e,n"),
        *("Z,e,ne", "Z,e,w", "Z,e,e", "Z,e,sw", "Z,e,s", "Z,e,se"),
    ),
)
THEMES = ("fork", "straight-up")
PUZZLE = Puzzle(POSITION, {"rule": "seed"}, LINE, "climbed", 1300, THEMES)


def proof(text: str = POSITION, nodes: int = 300_000) -> Proof:
    return Proof(SANTORINI.position(text), nodes)


def test_a_win_by_one_move_only_is_a_puzzle() -> None:
    assert proof().solution(1) == LINE


def test_a_start_position_is_none() -> None:
    assert Proof(outwit.game("jesonmor").start(size=5), 100_000).solution(0) is None


def test_two_ways_to_win_make_no_puzzle() -> None:
    assert proof("00000/01Y0B00/03200/02A00Z0/01000 w 15").solution(0) is None


def test_too_few_nodes_prove_nothing() -> None:
    with pytest.raises(Unproven):
        proof(nodes=10).solution(1)


def test_a_proven_puzzle_has_no_fault() -> None:
    assert fault_of(SANTORINI, PUZZLE) == ""


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"position": "0 w"}, "santorini position"),
        ({"moves": ("Z,s,e", "A,nw,e")}, "the line does not win"),
        ({"moves": ("A,n,e", "A,nw,e", LINE[2])}, "not legal"),
        ({"moves": (*LINE[:2], LINE[2][:3])}, "another move is as good"),
        ({"moves": (LINE[0], "A,nw,w", LINE[2])}, "leaves the board"),
        ({"moves": (("Z,s,e", "Z,s,w"), *LINE[1:])}, "there are several solutions"),
        ({"ending": "blocked"}, "the line ends by climbed, not blocked"),
        ({"themes": ()}, "its themes are fork, straight-up"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_found(changes: dict[str, object], fault: str) -> None:
    assert fault in fault_of(SANTORINI, PUZZLE.replace(**changes))
