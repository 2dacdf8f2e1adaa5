"""The actions, planes and records of Push: which number and which plane says what."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.boards import Boards
from outwit.core.observing import from_planes, planes_of
from outwit.errors import BadPosition, IllegalMove
from tests.games.boards import push
from tests.games.planes import plane

GAME = outwit.game("push")
SIZE = 24

# Row 1 can be pushed from both ends, row 2 from neither: it has no gap. Column 2 has one, column 3
# does not.
LINES = """
       0. 0. 0X 0.
    0. 4O 2. 1O 1X 0.
    0. 9X 1O 1X 5O 0O
       0. 0. 0. 0.
"""


# Actions


def test_a_number_counts_the_cells_row_by_row() -> None:
    actions = GAME.actions()
    assert actions.size == SIZE
    assert [actions.text(number) for number in (0, 5, 6, 23)] == ["0,0", "0,5", "1,0", "3,5"]
    wide = GAME.actions(rows=3, columns=100)
    assert wide.size == 300
    assert wide.text(199, outwit.SECOND) == "1,99"


def test_both_sides_have_the_same_numbers() -> None:
    actions = GAME.actions()
    assert actions.number("2,4", outwit.FIRST) == actions.number("2,4", outwit.SECOND) == 16


def test_the_mask_has_empty_inner_cells_and_pushes_into_lines_with_a_gap() -> None:
    position = push(LINES)
    mask = "".join(map(str, GAME.actions().mask(position)))
    assert [mask[i : i + 6] for i in range(0, SIZE, 6)] == ["010010", "101001", "000000", "011010"]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0,0", "a corner, which is no cell"),
        ("3,5", "a corner, which is no cell"),
        ("0,2", "no stone next to the border"),
        ("0,3", "a stone"),
        ("2,5", "a stone"),
        ("1,1", "a stone"),
    ],
)
def test_an_action_without_a_legal_move_is_refused(move: str, reason: str) -> None:
    actions = GAME.actions()
    with pytest.raises(IllegalMove):
        actions.move(push(LINES), actions.number(move))


def test_a_full_line_cannot_be_pushed() -> None:
    # The only empty cell of column 3 is the one to push from.
    position = push("""
           0. 0. 0O 0.
        0. 4. 2. 1O 1. 0.
        0. 9. 1. 1X 5. 0.
           0. 0. 0. 0.
    """)
    actions = GAME.actions()
    assert not actions.mask(position)[actions.number("3,3")]
    with pytest.raises(IllegalMove):
        actions.move(position, actions.number("3,3"))


def test_a_finished_game_has_no_actions() -> None:
    position = push("""
           0. 0. 0. 0.
        0. 4O 2O 1O 1X 0.
        0. 9X 1O 1X 5O 0.
           0. 0. 0. 0.
    """)
    actions = GAME.actions()
    assert not any(actions.mask(position))
    for move in ("0,1", "1,1"):
        with pytest.raises(IllegalMove):
            actions.move(position, actions.number(move))


# Planes


def test_the_side_to_move_sees_its_own_stones_first() -> None:
    position = push(LINES)
    assert plane(position, "own") == "000000/010100/001011/000000"
    assert plane(position, "other") == "000100/000010/010100/000000"
    assert plane(position, "value") == "000000/042110/091150/000000"
    assert plane(position, "second") == "000000/000000/000000/000000"
    other = push(LINES, "X")
    assert plane(other, "own") == plane(position, "other")
    assert plane(other, "other") == plane(position, "own")
    assert plane(other, "second") == "111111/111111/111111/111111"


@pytest.mark.parametrize(
    ("at", "number"),
    [
        (0, 1),  # a stone in a corner
        (7, 2),  # two stones on a cell
        (SIZE + 7, 1),  # stones of both sides on a cell
        (2 * SIZE + 7, 0),  # an inner cell without a value
        (2 * SIZE + 7, 10),
        (2 * SIZE + 1, 1),  # a border cell with a value
        (2 * SIZE, 1),  # a corner with a value
        (4 * SIZE - 1, 1),  # only one cell says that X is to move
    ],
)
def test_planes_that_show_no_position_are_refused(at: int, number: int) -> None:
    position = push(LINES)
    planes = planes_of(position)
    planes[at] = number
    with pytest.raises(BadPosition):
        from_planes(position, bytes(planes))


# Records


def test_boards_of_one_shape_stand_side_by_side_whatever_their_values() -> None:
    starts = [GAME.start(rows=5, columns=6, seed=seed) for seed in range(4)]
    for start in starts[1:]:
        start.play("2,2")
    boards = Boards(starts[0], len(starts), 0, False)
    for board, start in enumerate(starts):
        boards.put(board, start)
    for board, start in [*enumerate(starts), *enumerate(starts)]:
        found = boards.position(board)
        assert found.text == start.text
        assert found.key == start.key
        assert found.evaluation == start.evaluation
    found = boards.position(2)
    for move in ("1,3", "0,3"):
        found.play(move)
        starts[2].play(move)
        assert found == starts[2]
    # The position that they began with has its own values still.
    assert starts[0].text == GAME.start(rows=5, columns=6, seed=0).text
    assert starts[0].evaluation == GAME.start(rows=5, columns=6, seed=0).evaluation


def test_a_copy_keeps_its_values_when_the_position_takes_others() -> None:
    first, second = (GAME.start(rows=4, columns=5, seed=seed) for seed in (1, 2))
    boards = Boards(first, 2, 0, False)
    boards.put(1, second)
    kept = [boards.position(board) for board in (1, 0, 1)]
    copy = kept[0].copy()
    assert [position.text for position in kept] == [second.text, first.text, second.text]
    kept[0].play("1,1")
    assert copy.text == second.text
    assert copy.evaluation == second.evaluation
