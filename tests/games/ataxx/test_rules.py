"""Ataxx, rule by rule."""

from __future__ import annotations

import pytest

import outwit
from outwit.errors import BadOption
from tests.games.boards import ataxx, board, ending, moves_of

GAME = outwit.game("ataxx")


# Moves


def test_red_has_a7_and_g1_and_moves_first() -> None:
    position = GAME.start()
    assert str(position).splitlines() == [
        "7  r - - - - - b",
        "6  - - - - - - -",
        "5  - - - - - - -",
        "4  - - - - - - -",
        "3  - - - - - - -",
        "2  - - - - - - -",
        "1  b - - - - - r",
        "   a b c d e f g",
    ]
    assert position.turn is outwit.FIRST


def test_a_clone_sets_a_new_piece_next_to_an_own_one() -> None:
    position = GAME.start()
    position.play("b6")
    assert board(position) == "x5o/1x5/7/7/7/7/o5x"


def test_a_clone_is_one_move_however_many_pieces_could_make_it() -> None:
    position = ataxx("""
        x x . . . . .
        . . . . . . .
        x . . . . . o
    """)
    assert [move.text for move in position.legal_moves].count("b2") == 1


def test_a_jump_moves_a_piece_to_distance_exactly_two() -> None:
    position = ataxx("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . x . . .
        . . . . . . .
        . . . . . . .
        o . . . . . .
    """)
    assert moves_of(position, "d4") == "b2 b3 b4 b5 b6 c2 c6 d2 d6 e2 e6 f2 f3 f4 f5 f6"
    position.play("d4f5")
    assert board(position) == "7/7/5x1/7/7/7/o6"


def test_jumps_fly_over_pieces_and_blocks() -> None:
    position = ataxx("""
        . . . . .
        - o . . .
        x - . . .
    """)
    assert moves_of(position, "a1") == "a3 b3 c1 c2 c3"


def test_nobody_may_enter_a_block() -> None:
    position = ataxx("""
        - - - . . . .
        - - - . . . .
        x - . . . . o
    """)
    assert list(position.legal_moves) == ["a1c1"]


@pytest.mark.parametrize(
    ("move", "first_row"), [("d3", "1x4o"), ("b1d3", "6o")], ids=["clone", "jump"]
)
def test_every_enemy_next_to_the_arrival_changes_colour(move: str, first_row: str) -> None:
    position = ataxx("""
        o . o o o . .
        . . o . o . .
        . x x o o . .
        . x . . . . o
    """)
    position.play(move)
    assert board(position) == f"7/7/7/o1xxx2/2xxx2/1xxxx2/{first_row}"


def test_a_jump_empties_its_origin_and_a_clone_does_not() -> None:
    position = ataxx("""
        x . . . . . o
    """)
    position.play("a1c1")
    assert board(position).endswith("/2x3o")
    position.undo()
    position.play("b1")
    assert board(position).endswith("/xx4o")


# Passes


SHUT_IN = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    o o o . . . .
    o o o . . . .
    x o o . . . .
"""


def test_a_player_without_a_move_passes() -> None:
    position = ataxx(SHUT_IN)
    assert list(position.legal_moves) == ["0000"]
    position.play("0000")
    assert position.text == ataxx(SHUT_IN, "o 0 1").text


def test_nobody_may_pass_who_can_move() -> None:
    assert "0000" not in GAME.start().legal_moves


def test_nobody_passes_when_the_game_is_over() -> None:
    position = ataxx(SHUT_IN, "x 25 20")
    assert list(position.legal_moves) == []


# The end


def test_the_game_ends_when_neither_side_can_move() -> None:
    position = ataxx("""
        x x x x x x x
        x x x x x x x
        x x x x x x x
        o o o o o o o
        o o o o o o o
        o o o o o o o
        o o o o x x x
    """)
    assert ending(position) == ("SECOND", "no-move")


def test_empty_squares_out_of_reach_do_not_keep_a_game_going() -> None:
    position = ataxx("""
        . - - x o o o
        - - - o o o o
        - - - o o o o
        o o o o o o o
        x x x x x x x
        x x x x x x x
        x x x x x x x
    """)
    assert ending(position) == ("FIRST", "no-move")


def test_equal_numbers_are_a_draw() -> None:
    position = ataxx("""
        x x x x x x x
        x x x x x x x
        x x x x x x x
        x x x - o o o
        o o o o o o o
        o o o o o o o
        o o o o o o o
    """)
    assert ending(position) == ("nobody", "no-move")


def test_a_side_without_a_piece_has_lost() -> None:
    position = ataxx("""
        . . . . . . .
        x o . . . . .
    """)
    position.play("b2")
    assert ending(position) == ("FIRST", "wiped-out")


@pytest.mark.parametrize(
    ("drawing", "winner"),
    [("x x . . . . o", "FIRST"), ("x . . . . o o", "SECOND"), ("x . . . . . o", "nobody")],
)
def test_after_25_consecutive_jumps_the_most_pieces_win(drawing: str, winner: str) -> None:
    position = ataxx(drawing, "x 24 20")
    assert position.outcome is None
    position.play("a1a3")
    assert ending(position) == (winner, "jumps")


def test_jumps_of_both_sides_count_together() -> None:
    position = ataxx("x . . . . . o")
    there_and_back = ("a1a3", "g1g3", "a3a1", "g3g1")
    for ply in range(25):
        assert position.outcome is None
        position.play(there_and_back[ply % 4])
    assert ending(position) == ("nobody", "jumps")


def test_a_clone_resets_the_jumps() -> None:
    position = ataxx("x . . . . . o", "x 24 20")
    position.play("a2")
    assert position.text.endswith(" o 0 20")


def test_a_pass_neither_counts_nor_resets() -> None:
    position = ataxx(SHUT_IN, "x 24 20")
    position.play("0000")
    assert position.text.endswith(" o 24 20")
    assert position.outcome is None


def test_the_move_number_grows_after_blue() -> None:
    position = GAME.start()
    numbers = []
    for move in ("b7", "a2", "b6", "b2"):
        position.play(move)
        numbers.append(position.text.split(" ")[-1])
    assert numbers == ["1", "2", "2", "3"]


def test_under_the_clock_of_100_the_game_is_drawn_after_100_plies_without_a_clone() -> None:
    position = ataxx("x x . . . . o", "x 99 60", clock=100)
    assert position.outcome is None
    position.play("a1a3")
    assert ending(position) == ("nobody", "jumps")


def test_under_the_clock_of_100_passes_count() -> None:
    position = ataxx(SHUT_IN, "x 98 60", clock=100)
    position.play("0000")
    assert position.text.endswith(" o 99 60")


# Blocks


@pytest.mark.parametrize(
    ("block", "blocked"),
    [
        ("d4", "x5o/7/7/3-3/7/7/o5x"),
        ("d2", "x5o/3-3/7/7/7/3-3/o5x"),
        ("b4", "x5o/7/7/1-3-1/7/7/o5x"),
        ("c3", "x5o/7/2-1-2/7/2-1-2/7/o5x"),
    ],
    ids=["one", "two, mirrored", "two, side by side", "four"],
)
def test_a_block_sets_its_reflections_too(block: str, blocked: str) -> None:
    assert board(GAME.start(blocks=[block])) == blocked


@pytest.mark.parametrize(
    "blocks", [["a1"], ["g7"], ["c3", "c3"], ["c3", "e5"], ["h1"], ["a8"], [""]]
)
def test_a_block_may_not_stand_on_a_piece_or_a_block_or_off_the_board(blocks: list[str]) -> None:
    with pytest.raises(BadOption, match="option blocks"):
        GAME.start(blocks=blocks)


def test_a_game_where_blocks_let_nobody_move_is_drawn_at_once() -> None:
    position = GAME.start(blocks=["b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"])
    assert ending(position) == ("nobody", "no-move")


def test_a_given_position_must_agree_with_the_blocks() -> None:
    text = GAME.start(blocks=["c3"]).text
    assert GAME.position(text, blocks=["c3"]).text == text
    with pytest.raises(BadOption, match="option blocks"):
        GAME.position(text, blocks=["d4"])


# From the original course


@pytest.mark.parametrize(
    "text",
    [
        "oooo1xx/oooooxx/oxoooxx/xxooooo/xxooooo/xoooooo/xxoooxx o 1 38",
        "ooooxx1/oooxxxx/oxx1xxx/xxxxooo/xxooooo/xoooooo/xxoooxx o 1 37",
    ],
)
def test_the_positions_of_the_original_course_are_blues_to_win(text: str) -> None:
    position = GAME.position(text)
    assert position.turn is outwit.SECOND
    assert position.outcome is None
    assert wins(position, 7)


def wins(position: outwit.Position, plies: int) -> bool:
    """Tell whether the side to move can force a win within so many plies."""
    for move in list(position.legal_moves):
        side = position.turn
        position.play(move)
        outcome = position.outcome
        won = outcome is not None and outcome.winner is side
        if outcome is None and plies > 1:
            won = loses(position, plies - 1)
        position.undo()
        if won:
            return True
    return False


def loses(position: outwit.Position, plies: int) -> bool:
    """Tell whether every move of the side to move lets the other side force a win."""
    for move in list(position.legal_moves):
        side = position.turn
        position.play(move)
        outcome = position.outcome
        lost = outcome is not None and outcome.winner is side.other
        if outcome is None and plies > 1:
            lost = wins(position, plies - 1)
        position.undo()
        if not lost:
            return False
    return True
