"""Advance: what each piece can do, the Sentinel apart."""

from __future__ import annotations

from tests.games.boards import advance, board, moves_of

# Zombie


def test_a_zombie_moves_to_the_three_squares_in_front() -> None:
    position = advance("""
        . . . .
        . . Z .
        . . . .
    """)
    assert moves_of(position, "c2") == "b3 c3 d3"


def test_a_black_zombie_moves_down() -> None:
    position = advance("""
        . . z .
        . . . .
    """, "b")  # fmt: skip
    assert moves_of(position, "c2") == "b1 c1 d1"


def test_a_zombie_captures_on_the_three_squares_in_front_only() -> None:
    position = advance("""
        . m m m .
        . m Z m .
        . m m m .
    """)
    assert moves_of(position, "c2") == "b3 c3 d3"


def test_a_zombie_is_stopped_by_its_own_pieces_and_by_walls() -> None:
    position = advance("""
        . # M . .
        . . Z . .
    """)
    assert moves_of(position, "c1") == "d2"


def test_a_zombie_leaps_to_capture_in_its_three_directions() -> None:
    position = advance("""
        z . z . z
        . . . . .
        . . Z . .
    """)
    assert moves_of(position, "c1") == "a3 b2 c2 c3 d2 e3"
    position.play("c1e3")
    assert board(position).endswith("/z1z1Z4/9/9")


def test_a_zombie_leaps_only_to_capture() -> None:
    position = advance("""
        . . # . Z
        . . . . .
        . . Z . .
    """)
    assert moves_of(position, "c1") == "b2 c2 d2"


def test_a_zombie_leaps_only_over_an_empty_square() -> None:
    position = advance("""
        z . z . z
        . B z # .
        . . Z . .
    """)
    assert moves_of(position, "c1") == "c2"


def test_a_zombie_leaps_in_no_other_direction() -> None:
    position = advance("""
        . z . z .
        z . . . z
        z . Z . z
        . . . . .
        z . z . z
    """)
    assert moves_of(position, "c3") == "b4 c4 d4"


def test_a_zombie_has_no_moves_on_the_last_row() -> None:
    position = advance("""
        . . . Z . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    assert moves_of(position, "d9") == ""
    position = advance("z", "b")
    assert moves_of(position, "a1") == ""


# Builder


def test_a_builder_moves_to_captures_on_and_builds_on_its_eight_neighbours() -> None:
    position = advance("""
        . m # Z
        . . B .
        . m . .
    """)
    # Nothing can be built on a piece or on a wall, and no wall can be captured.
    assert moves_of(position, "c2") == "*b2 *c1 *d1 *d2 b1 b2 b3 c1 d1 d2"


def test_a_builder_builds_a_wall_without_moving() -> None:
    position = advance("""
        . . .
        . B .
    """)
    position.play("b1*c2")
    assert board(position).endswith("/2#6/1B7")


def test_two_builders_may_build_the_same_wall() -> None:
    position = advance("B . B")
    position.play("a1*b1")
    walled = board(position)
    position.undo()
    position.play("c1*b1")
    assert board(position) == walled


# Jester


def test_a_jester_moves_to_an_empty_neighbour() -> None:
    position = advance("""
        # # .
        # J #
        # . #
    """)
    assert moves_of(position, "b2") == "b1 c3"


def test_a_jester_swaps_with_an_own_neighbour_that_is_no_jester() -> None:
    position = advance("""
        Z J #
        # J D
        # # B
    """)
    assert moves_of(position, "b2") == "a3 c1 c2"
    position.play("b2c1")
    assert board(position).endswith("/ZJ#6/#BD6/##J6")


def test_a_jester_converts_a_neighbouring_enemy_without_moving() -> None:
    position = advance("""
        # m #
        # J #
        # # #
    """)
    assert moves_of(position, "b2") == "*b3"
    position.play("b2*b3")
    assert board(position).endswith("/#M#6/#J#6/###6")


def test_a_jester_converts_protected_pieces_too() -> None:
    position = advance("""
        s m #
        # J #
        # # #
    """)
    assert moves_of(position, "b2") == "*a3 *b3"


def test_a_jester_never_converts_a_general() -> None:
    position = advance("""
        # g #
        # J #
        # # #
    """)
    assert moves_of(position, "b2") == ""


def test_a_jester_never_captures() -> None:
    position = advance("""
        m m m
        m J m
        m m m
    """)
    assert all(move.startswith("*") for move in moves_of(position, "b2").split())


# Miner


def test_a_miner_moves_like_a_rook() -> None:
    position = advance("""
        . . . .
        . M . Z
        . . . .
    """)
    assert moves_of(position, "b2") == "a2 b1 b3 b4 b5 b6 b7 b8 b9 c2"


def test_a_miner_captures_enemies_and_walls_one_at_a_time() -> None:
    position = advance("""
        . z . . .
        . z . . .
        . M . # #
        . # . . .
    """)
    assert moves_of(position, "b2") == "a2 b1 b3 c2 d2"
    position.play("b2d2")
    assert board(position).endswith("/1z7/1z7/3M#4/1#7")


# Catapult


def test_a_catapult_steps_orthogonally_to_an_empty_square_and_never_captures_there() -> None:
    position = advance("""
        . . . .
        . C z .
        . # . .
    """)
    assert moves_of(position, "b2") == "a2 b3"


def test_a_catapult_shoots_at_three_squares_or_two_and_two_over_anything() -> None:
    position = advance("""
        z z z z z z z
        z z z z z z z
        z z # M # z z
        z z # C # z z
        z z # # # z z
        z z z z z z z
        z z z z z z z
    """)
    # Columns and rows are counted from a1, so the Catapult is on d4.
    assert moves_of(position, "d4") == "*a4 *b2 *b6 *d1 *d7 *f2 *f6 *g4"
    position.play("d4*f6")
    assert board(position).split("/")[3] == "zzzzz1z2"


def test_a_catapult_shoots_no_walls_and_no_empty_squares() -> None:
    position = advance("""
        # # # # # # #
        # . . . . . #
        # . # # # . #
        # . # C # . #
        # . # # # . #
        # . . . . . #
        # # # # # # #
    """)
    assert moves_of(position, "d4") == ""


def test_a_catapult_shoots_no_own_pieces_and_no_general() -> None:
    position = advance("""
        # . . .
        C # g Z
    """)
    assert moves_of(position, "a1") == ""
    position = advance("""
        # . . .
        C # . g
    """)
    assert moves_of(position, "a1") == ""


# Dragon


def test_a_dragon_moves_and_captures_on_a_queens_lines() -> None:
    position = advance("""
        z . z . z
        . . . . .
        Z . D . #
        . . . . .
        . . . . z
    """)
    assert moves_of(position, "c3") == "a1 a5 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 e1 e5"


def test_a_dragon_cannot_capture_a_neighbour_but_may_move_to_an_empty_one() -> None:
    position = advance("""
        # # z
        z D .
        # # #
    """)
    assert moves_of(position, "b2") == "c2 d2 e2 f2 g2 h2 i2"
