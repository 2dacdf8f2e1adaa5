from __future__ import annotations

import pytest

import outwit
from outwit.games.santorini.look import danger, under

SANTORINI = outwit.game("santorini")


def text(board: str, side: str) -> str:
    """Return the text of a drawn board."""
    return f"{'/'.join(board.split())} {side} 9"


CLIMBER = """
    00000
    02Y300
    00000
    00A00B0
    0000Z0
"""


def test_a_worker_who_could_step_to_level_3_is_a_danger_to_the_other_side() -> None:
    assert danger(SANTORINI.position(text(CLIMBER, "w"))) == ("b4",)


def test_a_worker_is_no_danger_to_its_own_side() -> None:
    assert danger(SANTORINI.position(text(CLIMBER, "b"))) == ()


def test_both_workers_may_be_a_danger() -> None:
    both = CLIMBER.replace("00000\n    00A00B0", "02Z000\n    00A00B0").replace("0000Z0", "00000")
    assert danger(SANTORINI.position(text(both, "w"))) == ("b4", "b3")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("2Y3", "1Y3"), "the worker stands too low"),
        (("2Y3", "2Y4"), "a dome is on top"),
        (("2Y300", "2Y030"), "level 3 is two squares away"),
        (("2Y3", "2Y2"), "there is no level 3"),
    ],
)
def test_there_is_no_danger_where_the_step_is_impossible(change: tuple[str, str], why: str) -> None:
    assert danger(SANTORINI.position(text(CLIMBER.replace(*change), "w"))) == (), why


def test_there_is_no_danger_at_the_start_nor_when_the_game_is_over() -> None:
    assert danger(SANTORINI.start()) == ()
    over = CLIMBER.replace("00A00B0", "03A00B0")
    assert SANTORINI.position(text(over, "w")).is_over
    assert danger(SANTORINI.position(text(over, "w"))) == ()


def test_the_danger_is_drawn() -> None:
    assert 'href="#santorini-light-art-danger"' in SANTORINI.position(text(CLIMBER, "w")).svg()
    assert 'href="#santorini-light-art-danger"' not in SANTORINI.position(text(CLIMBER, "b")).svg()


def test_a_building_has_as_many_storeys_as_levels_and_a_shadow_below_each() -> None:
    board = SANTORINI.position(text("01234 0Y0000 00000 00A00B0 0000Z0", "w")).board
    stacks = [under(board, board[name]) for name in ("a5", "b5", "c5", "d5", "e5")]
    tops = [[name for name in stack if "shadow" not in name] for stack in stacks]
    tower = ["plain", "storey 1", "storey 2", "storey 3", "dome"]
    assert tops == [tower[: level + 1] for level in range(5)]
    assert [stack[1::2] for stack in stacks[1:]] == [
        ("shadow 1 0",),
        ("shadow 2 0", "shadow 2 1"),
        ("shadow 3 0", "shadow 3 1", "shadow 3 2"),
        ("shadow 4 0", "shadow 4 1", "shadow 4 2", "shadow 4 3"),
    ]


def test_a_worker_wears_its_letter() -> None:
    for piece in SANTORINI.pieces:
        assert f">{piece.letter}</text>" in SANTORINI.parts.look.pieces[piece.letter]
