"""Jeson Mor, rule by rule."""

from __future__ import annotations

import pytest

import outwit
from outwit.errors import BadOption, BadPosition
from tests.games.boards import board, ending, jesonmor, moves_of

GAME = outwit.game("jesonmor")


def score(fields: str) -> list[int]:
    """Return the scores of White and Black from a position's text."""
    return [int(number) for number in fields.split(" ")[-2:]]


# The start


def test_knights_and_archers_stand_in_turn_on_both_back_rows() -> None:
    assert str(GAME.start(size=5)).splitlines() == [
        "   a b c d e",
        " 5 k a k a k 5",
        " 4 . . . . . 4",
        " 3 . . x . . 3",
        " 2 . . . . . 2",
        " 1 K A K A K 1",
        "   a b c d e",
    ]
    assert GAME.start().turn is outwit.FIRST


@pytest.mark.parametrize("size", [1, 2, 4, 24, 26, 27, 0, -3, "9x", None])
def test_the_size_is_odd_and_from_3_to_25(size: object) -> None:
    with pytest.raises(BadOption, match="option size"):
        GAME.start(size=size)


@pytest.mark.parametrize("size", [3, 9, 25])
def test_each_side_has_as_many_pieces_as_columns(size: int) -> None:
    text = GAME.start(size=size).text
    assert sum(map(text.split(" ")[0].count, "KA")) == size
    assert sum(map(text.split(" ")[0].count, "ka")) == size


@pytest.mark.parametrize("rows", [1, 2, 4, 27])
def test_a_text_has_an_odd_number_of_rows_from_3_to_25(rows: int) -> None:
    text = "/".join(["K" + (str(rows - 1) if rows > 1 else "")] * rows)
    with pytest.raises(BadPosition, match="board"):
        GAME.position(f"{text} w 0 0 0 0")


# Knights


def test_a_knight_has_eight_leaps() -> None:
    position = jesonmor("""
        . . . . .
        . . . . .
        . . K . .
        . . . . .
        k . . . .
    """)
    assert moves_of(position, "c3") == "a2 a4 b1 b5 d1 d5 e2 e4"


@pytest.mark.parametrize("leg", ["A", "a", "K", "k"])
def test_any_piece_beside_a_knight_blocks_its_two_leaps_that_way(leg: str) -> None:
    position = jesonmor(f"""
        . . . . .
        . . {leg} . .
        . . K . .
        . . . . .
        k . . . .
    """)
    assert moves_of(position, "c3") == "a2 a4 b1 d1 e2 e4"


def test_a_knight_is_not_blocked_at_its_target_or_diagonally() -> None:
    position = jesonmor("""
        . . k . .
        . k . k .
        k . K . k
        . k . k .
        . . k . .
    """)
    assert moves_of(position, "c3") == "a2 a4 b1 b5 d1 d5 e2 e4"


def test_a_knight_captures_as_it_moves_but_no_own_pieces() -> None:
    position = jesonmor("""
        . k . K .
        . . . . .
        . . K . .
        . . . . .
        . a . A .
    """)
    assert moves_of(position, "c3") == "a2 a4 b1 b5 e2 e4"
    position.play("c3b5")
    assert board(position) == "1K1K1/5/5/5/1a1A1"


def test_without_legs_a_knight_jumps() -> None:
    position = jesonmor("""
        . . . . .
        . . A . .
        . a K k .
        . . K . .
        k . . . .
    """, legs="no")  # fmt: skip
    assert moves_of(position, "c3") == "a2 a4 b1 b5 d1 d5 e2 e4"


# Archers


def test_an_archer_moves_along_lines_over_empty_squares() -> None:
    position = jesonmor("""
        . . . . .
        . . K . .
        . . A . k
        . . . . .
        . . . . .
    """)
    assert moves_of(position, "c3") == "a3 b3 c1 c2 d3"


@pytest.mark.parametrize("screen", ["K", "k", "A", "a"])
def test_an_archer_captures_over_exactly_one_piece_of_either_side(screen: str) -> None:
    position = jesonmor(f"""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        A . {screen} . k
    """)
    assert moves_of(position, "a1") == "a2 a3 a4 a5 b1 e1"


def test_an_archer_captures_neither_directly_nor_over_two() -> None:
    position = jesonmor("""
        k . . . .
        K . . . .
        k . . . .
        . . . . .
        A . k . .
    """)
    # Over the knight on a3 there is only an own one, and another behind that.
    assert moves_of(position, "a1") == "a2 b1"


def test_an_archer_neither_leaps_to_an_empty_square_nor_takes_its_own() -> None:
    position = jesonmor("""
        . . . . .
        K . . . .
        . . . . .
        k . . . .
        A K . . .
    """)
    assert moves_of(position, "a1") == ""


# Protection


def test_no_captures_while_fewer_moves_than_the_protection_were_made() -> None:
    drawing = """
        . k .
        . . .
        K . .
    """
    assert moves_of(jesonmor(drawing, "w 3 4 0 0"), "a1") == "c2"
    assert moves_of(jesonmor(drawing, "w 4 4 0 0"), "a1") == "b3 c2"


def test_archers_are_held_back_by_the_protection_too() -> None:
    drawing = """
        . . .
        . . .
        A K k
    """
    assert moves_of(jesonmor(drawing, "w 0 1 0 0"), "a1") == "a2 a3"
    assert moves_of(jesonmor(drawing, "w 1 1 0 0"), "a1") == "a2 a3 c1"


CENTRE = """
    . . . . .
    . . . . .
    . . K . .
    . . . . .
    k . . . A
"""


@pytest.mark.parametrize(
    ("made", "protection", "ends"),
    [(0, 0, True), (2, 4, False), (3, 4, False), (4, 4, True), (5, 4, True)],
)
def test_leaving_the_centre_wins_with_more_moves_made_than_the_protection(
    made: int, protection: int, ends: bool
) -> None:
    position = jesonmor(CENTRE, f"w {made} {protection} 0 0")
    position.play("c3d5")
    assert ending(position) == (("FIRST", "centre") if ends else None)


def test_leaving_the_centre_inside_the_protection_wins_nothing_later_either() -> None:
    position = jesonmor(CENTRE, "w 0 2 0 0")
    for move in ("c3d5", "a1b3", "d5b4", "b3d2"):
        position.play(move)
        assert position.outcome is None


# The end


def test_only_a_knight_wins_by_leaving_the_centre() -> None:
    position = jesonmor("""
        . . . . .
        . . . . .
        . . A . .
        . . . . .
        k . . . .
    """)
    position.play("c3d3")
    assert position.outcome is None


def test_passing_by_the_centre_or_reaching_it_wins_nothing() -> None:
    position = jesonmor("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        k K . . .
    """)
    position.play("b1c3")
    assert position.outcome is None


def test_black_wins_by_leaving_the_centre_too() -> None:
    position = jesonmor(CENTRE.swapcase(), "b 0 0 0 0")
    position.play("c3d5")
    assert ending(position) == ("SECOND", "centre")
    assert position.outcome is not None
    assert GAME.sentence(position.outcome) == "Black wins: a knight left the centre"


def test_taking_a_winning_move_back_lets_the_game_go_on() -> None:
    position = jesonmor(CENTRE)
    position.play("c3d5")
    assert list(position.legal_moves) == []
    position.undo()
    assert position.outcome is None
    assert "c3d5" in position.legal_moves


def test_a_side_without_pieces_has_lost() -> None:
    position = jesonmor("""
        . k .
        . . .
        K . .
    """)
    position.play("a1b3")
    assert ending(position) == ("FIRST", "capture")
    assert list(position.legal_moves) == []


STUCK = """
    . . K
    A . .
    k K .
"""


@pytest.mark.parametrize(
    ("scores", "winner"),
    [("3 4", "FIRST"), ("4 3", "SECOND"), ("5 5", "SECOND")],
    ids=["lower White", "lower Black", "equal"],
)
def test_a_player_who_is_stuck_wins_unless_the_other_score_is_lower(
    scores: str, winner: str
) -> None:
    assert ending(jesonmor(STUCK, f"b 9 0 {scores}")) == (winner, "stuck")
    assert ending(jesonmor(STUCK, f"b 9 50 {scores}")) == (winner, "stuck")


def test_the_score_is_the_sum_of_the_manhattan_lengths_of_the_own_moves() -> None:
    position = GAME.start()
    for move in ("a1b3", "b9b5", "b1b2", "i9h7", "b3d4"):
        position.play(move)
    assert score(position.text) == [3 + 1 + 3, 4 + 3]
    position.undo()
    assert score(position.text) == [4, 7]


def test_positions_may_repeat() -> None:
    position = GAME.start()
    key = position.key
    for _ in range(300):
        for move in ("a1b3", "a9b7", "b3a1", "b7a9"):
            position.play(move)
    assert position.outcome is None
    assert position.key == key


# Variants


def test_without_archers_all_pieces_are_knights() -> None:
    assert board(GAME.start(size=3, archers="no")) == "kkk/3/KKK"


def test_a_given_position_must_agree_with_the_start_options() -> None:
    text = GAME.start(size=5, protection=7).text
    assert GAME.position(text, size=5, protection=7, archers="yes").text == text
    for wrong in ({"size": 7}, {"protection": 0}, {"archers": "no"}):
        with pytest.raises(BadOption, match=f"option {next(iter(wrong))}"):
            GAME.position(text, **wrong)


def test_rows_may_have_two_digits_in_moves_and_runs() -> None:
    position = GAME.start(size=11)
    assert "b11b10" not in position.legal_moves
    position.play("a1b3")
    assert "b11b10" in position.legal_moves
    position.play("b11b10")
    assert board(position).startswith("k1kakakakak/1a9/11/")


# What the game tells the search


HELD = """
    . . . . k
    . k . . .
    . . K . .
    . . . . .
    . . . . K
"""


def test_a_knight_that_can_leave_the_centre_is_seen_to_win() -> None:
    position = jesonmor(HELD)
    number = position._quick_win()
    assert number is not None
    assert str(position.move(number)).startswith("c3")
    assert jesonmor(HELD, "b 1 0 0 0")._quick_win() is None


def test_inside_the_protection_nobody_is_seen_to_win_or_to_threaten() -> None:
    assert jesonmor(HELD, "w 0 2 0 0")._quick_win() is None
    assert jesonmor(HELD, "b 1 4 0 0")._quick_answers() is None


def test_only_a_capture_answers_a_knight_on_the_centre() -> None:
    position = jesonmor(HELD, "b 1 0 0 0")
    assert position._quick_answers() == []
    position = jesonmor(HELD.replace(". k . . .", "k . . . ."), "b 1 0 0 0")
    assert [str(position.move(each)) for each in position._quick_answers() or ()] == ["a4c3"]


def test_a_knight_whose_last_way_out_can_be_barred_is_no_threat_yet() -> None:
    barred = """
        . . . . .
        . . K . .
        . K K k .
        . . . . .
        . . . . k
    """
    assert jesonmor(barred, "b 1 0 0 0", legs="yes")._quick_answers() is None
    assert jesonmor(barred, "b 1 0 0 0", legs="no")._quick_answers() is not None
