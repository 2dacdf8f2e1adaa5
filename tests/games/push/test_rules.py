"""Push, rule by rule."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.engine.limits import Limits
from outwit.engine.rootsearch import RootSearch
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from outwit.errors import BadFile, BadOption, BadPosition
from outwit.games.push.rules import Push
from outwit.games.push.save import read_save, write_save
from outwit.players.engine import engine_for
from tests.games.boards import board, ending, push
from tests.mode import amount

GAME = outwit.game("push")


def moves(drawing: str, side: str = "O") -> str:
    """List the legal moves of a drawn board."""
    return " ".join(sorted(push(drawing, side).legal_moves))


# Where a stone may go


def test_any_empty_inner_cell_may_be_played() -> None:
    assert moves("""
        0. 0. 0.
     0. 1. 2. 3. 0.
     0. 4. 5. 6. 0.
        0. 0. 0.
    """) == "1,1 1,2 1,3 2,1 2,2 2,3"  # fmt: skip


def test_corners_do_not_exist() -> None:
    position = GAME.start()
    for corner in ("0,0", "0,5", "3,0", "3,5"):
        assert corner not in position.legal_moves
    assert board(position).startswith("0.0.0.0./")


def test_a_border_cell_may_be_played_where_a_stone_stands_next_to_it() -> None:
    assert moves("""
        0. 0. 0.
     0. 1. 2X 3. 0.
     0. 4. 5. 6. 0.
        0. 0. 0.
    """) == "0,2 1,1 1,3 2,1 2,2 2,3"  # fmt: skip


def test_a_stone_in_a_corner_of_the_interior_may_be_pushed_from_two_sides() -> None:
    assert moves("""
        0. 0.
     0. 1O 1. 0.
     0. 1. 1. 0.
        0. 0.
    """) == "0,1 1,0 1,2 2,1 2,2"  # fmt: skip


def test_a_line_without_a_gap_cannot_be_pushed() -> None:
    assert moves("""
        0. 0. 0.
     0. 1O 1X 1O 0X
     0. 1. 1. 1. 0.
        0. 0. 0.
    """) == "0,1 0,2 0,3 2,1 2,2 2,3"  # fmt: skip


def test_the_opposite_border_cell_counts_as_a_gap() -> None:
    position = push("""
        0. 0. 0.
     0. 1O 1X 1O 0.
     0. 1. 1. 1. 0.
        0. 0. 0.
    """, "X")  # fmt: skip
    assert "1,0" in position.legal_moves
    position.play("1,0")
    assert board(position) == "0.0.0./0.1X1O1X0O/0.1.1.1.0./0.0.0."


def test_a_stone_on_the_border_blocks_its_own_cell() -> None:
    assert "1,0" not in moves("""
        0. 0. 0.
     0X 1O 1. 1. 0.
     0. 1. 1. 1. 0.
        0. 0. 0.
    """)  # fmt: skip


# What a push does


def test_stones_shift_up_to_the_first_gap() -> None:
    position = push("""
        0. 0. 0. 0.
     0. 1X 2O 3. 4X 0.
        0. 0. 0. 0.
    """)  # fmt: skip
    position.play("1,0")
    assert board(position) == "0.0.0.0./0.1O2X3O4X0./0.0.0.0."


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("0,2", "0.1.1O1.0./0.1X1X1X0./0.1.1X1.0."),
        ("4,2", "0.1.1X1.0./0.1X1X1X0./0.1.1O1.0."),
        ("2,0", "0.1.1X1.0./0.1O1X1X0./0.1.1X1.0."),
        ("2,4", "0.1.1X1.0./0.1X1X1O0./0.1.1X1.0."),
    ],
)
def test_lines_are_pushed_from_all_four_sides(move: str, after: str) -> None:
    position = push("""
        0. 0. 0.
     0. 1. 1X 1. 0.
     0. 1X 1. 1X 0.
     0. 1. 1X 1. 0.
        0. 0. 0.
    """)  # fmt: skip
    position.play(move)
    assert board(position) == f"0.0.0./{after}/0.0.0."


def test_the_border_cell_played_stays_empty() -> None:
    position = push("""
        0. 0.
     0. 1X 1. 0.
        0. 0.
    """)  # fmt: skip
    position.play("1,0")
    assert board(position) == "0.0./0.1O1X0./0.0."


def test_own_stones_may_be_pushed() -> None:
    assert "1,0" in push("""
        0. 0.
     0. 1O 1. 0.
        0. 0.
    """).legal_moves  # fmt: skip


# The end


def test_the_game_ends_when_the_interior_is_full_whatever_the_border_holds() -> None:
    position = push("""
        0. 0X
     0. 1O 5X 0.
        0. 0.
    """)  # fmt: skip
    assert ending(position) == ("SECOND", "full")
    assert list(position.legal_moves) == []


def test_the_score_counts_values_under_stones_and_the_border_is_worth_nothing() -> None:
    position = push("""
        0. 0X
     0O 4O 3X 0.
        0X 0O
    """)  # fmt: skip
    assert ending(position) == ("FIRST", "full")


def test_with_equal_scores_both_win() -> None:
    position = push("""
        0. 0.
     0. 4O 4X 0.
        0. 0.
    """)  # fmt: skip
    assert ending(position) == ("nobody", "full")


def test_a_push_onto_the_border_takes_the_value_away() -> None:
    position = push("""
        0. 0. 0.
     0. 9O 1X 1. 0.
        0. 0. 0.
    """, "X")  # fmt: skip
    position.play("2,1")
    assert board(position) == "0O0.0./0.9X1X1.0./0.0.0."
    position.play("1,3")
    assert ending(position) == ("SECOND", "full")


def test_the_example_session() -> None:
    position = GAME.start(board="3 6\nO\n  0.0.0.0.  \n0.1.1.1.1.0.\n  0.0.0.0.  \n")
    for move in ("1,1", "1,4", "0,4", "1,3", "0,3", "1,2"):
        assert position.outcome is None
        position.play(move)
    assert ending(position) == ("FIRST", "full")


# Start options and texts


def test_a_random_board_is_the_same_for_the_same_seed() -> None:
    assert GAME.start(rows=6, columns=9, seed=4).text == GAME.start(rows=6, columns=9, seed=4).text
    assert GAME.start(rows=6, columns=9, seed=4).text != GAME.start(rows=6, columns=9, seed=5).text


@pytest.mark.parametrize(
    "options", [{"rows": 2}, {"columns": 2}, {"rows": 256}, {"seed": -1}, {"rows": "x"}]
)
def test_a_board_has_at_least_three_rows_and_columns(options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=f"option {next(iter(options))}"):
        GAME.start(**options)


def test_a_given_board_leaves_no_other_choice() -> None:
    with pytest.raises(BadOption, match="option board"):
        GAME.start(board=FILE.decode(), rows=5)


@pytest.mark.parametrize("contents", ["", "3 3\n", "é", "\ud800", "\0"])
def test_a_board_that_is_no_save_file_is_refused(contents: str) -> None:
    with pytest.raises(BadOption, match="option board"):
        GAME.start(board=contents)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("0./0.0.0./0. O", "row 1, column 1"),
        ("1./0.5.0./0. O", "row 0, column 1"),
        ("0./0.5Q0./0. O", "row 1, column 1"),
        ("0./0.5.0.0./0. O", "row 0"),
        ("0./0.5.0./0. o", "side"),
    ],
)
def test_a_wrong_cell_is_named(text: str, place: str) -> None:
    with pytest.raises(BadPosition, match=place):
        GAME.position(text)


# Save files

FILE = b"3 4\nX\n  0.0O  \n0.1.2X0.\n  0.0.  \n"


def test_a_save_file_reads_and_writes_to_the_byte() -> None:
    assert write_save(read_save(FILE)) == FILE
    assert GAME.load(FILE).text == "0.0O/0.1.2X0./0.0. X"


def test_leading_zeros_in_the_header_are_accepted() -> None:
    assert read_save(FILE.replace(b"3 4", b"003 0004")) == read_save(FILE)


@pytest.mark.parametrize(
    ("damaged", "line"),
    [
        (b"", "line 1"),
        (FILE.replace(b"3 4", b"3  4"), "line 1"),
        (FILE.replace(b"3 4", b" 3 4"), "line 1"),
        (FILE.replace(b"3 4", b"+3 4"), "line 1"),
        (FILE.replace(b"3 4", b"3\t4"), "line 1"),
        (FILE.replace(b"3 4", b"3 4 "), "line 1"),
        (FILE.replace(b"3 4", b"4 3"), "line 1"),
        (FILE.replace(b"3 4", b"2 4"), "line 1"),
        (FILE.replace(b"3 4", b"999999999 999999999"), "line 1"),
        (FILE.replace(b"3 4", b"9" * 5000 + b" 4"), "line 1"),
        (FILE.replace(b"3 4", b"\xd9\xa3 4"), "line 1"),
        (FILE.replace(b"X\n", b"x\n", 1), "line 2"),
        (FILE.replace(b"X\n", b"Q\n", 1), "line 2"),
        (FILE.replace(b"\n", b"\r\n"), "line 1"),
        (FILE[:-1], "line 1"),
        (FILE + b"\n", "line 1"),
        (FILE + b"\0", "line 1"),
        (FILE.replace(b"1.", b"0."), "row 1, column 1"),
        (FILE.replace(b"0.1.", b"1.1."), "row 1, column 0"),
        (FILE.replace(b"  0.0O", b"0.0.0O"), "row 0, column 0"),
        (FILE.replace(b"2X", b"2x"), "row 1, column 2"),
        (FILE.replace(b"0.\n ", b"0. \n"), "line 4"),
    ],
)
def test_a_damaged_save_file_is_refused_with_the_place(damaged: bytes, line: str) -> None:
    with pytest.raises(BadFile, match="push file: ") as refusal:
        GAME.load(damaged)
    assert line in str(refusal.value)


def test_a_save_file_tells_who_is_to_move() -> None:
    with pytest.raises(BadFile, match="no side"):
        GAME.load(FILE, outwit.FIRST)


# What the evaluations see


def test_a_move_is_guessed_by_what_it_gains_at_once() -> None:
    pushes = 0
    for seed in range(amount(3, 1)):
        rng = Random(seed)
        position = GAME.start(rows=8, columns=8, seed=seed)
        while not position.is_over:
            assert isinstance(position, Push)
            search = RootSearch(position, Table(1), Tuning(), bytearray(1))
            for number in position.legal_numbers:
                after = position.copy()
                after.play_number(number)
                assert isinstance(after, Push)
                mine, other = position.turn, position.turn.other
                change = after.score[mine] - position.score[mine]
                change -= after.score[other] - position.score[other]
                assert search.guess(number) == 100 * change
                row, column = divmod(number, 8)
                pushes += position.saved.is_border(row, column)
            position.play(rng.choice(list(position.legal_moves)))
    assert pushes > 50


def test_the_evaluation_is_the_same_for_both_sides() -> None:
    position = GAME.start(rows=8, columns=8, seed=4)
    rng = Random(4)
    for _ in range(25):
        position.play(rng.choice(list(position.legal_moves)))
    swapped = GAME.position(position.text.translate(str.maketrans("OX", "XO")))
    assert swapped.turn != position.turn
    assert swapped.evaluation == position.evaluation


@pytest.mark.parametrize("size", [(8, 8), (5, 5), (4, 6), (9, 8)])
def test_the_evaluation_is_the_same_for_all_images_and_however_a_position_came_about(
    size: tuple[int, int],
) -> None:
    rows, columns = size
    rng = Random(5)
    position = GAME.start(rows=rows, columns=columns, seed=5)
    while not position.is_over:
        # Each board read or reflected writes the tables of its lines anew, which takes long.
        if position.ply % 10 == 0:
            assert GAME.position(position.text).evaluation == position.evaluation
            for symmetry in position.symmetries:
                assert position.image(symmetry).evaluation == position.evaluation
        before = position.evaluation
        move = rng.choice(list(position.legal_moves))
        position.play(move)
        position.undo()
        assert position.evaluation == before
        position.play(move)


def test_threads_may_ask_for_the_tables_of_lines_at_once() -> None:
    # The tables are written when they are first asked for, and all threads share them.
    for seed in range(amount(20, 4)):
        position = GAME.start(rows=8, columns=8, seed=seed)
        found = engine_for(GAME, threads=4, mebibytes=1).best(position, Limits(depth=2))
        assert found.move in position.legal_moves
