"""Advance: danger, the end of the game, and the board file."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.errors import BadFile, BadPosition
from tests.games.boards import advance, board, ending, moves_of
from tests.mode import amount

GAME = outwit.game("advance")

FULL = """\
mjdsgscjm
bzzzzzzzb
.........
.........
.........
.........
.........
BZZZZZZZB
MJCSGSDJM
"""


def test_white_sits_below_and_begins() -> None:
    position = GAME.start()
    assert "\n".join(str(position).splitlines()[:-1]) == "\n".join(
        f"{9 - i}  {' '.join(row)}" for i, row in enumerate(FULL.split())
    )
    assert position.turn is outwit.FIRST


# Danger


# In these, the Jester on i1 is too far off to end a danger, so it may move only without one.
FREE = "h1 h2 i2"


@pytest.mark.parametrize(
    ("piece", "drawing"),
    [
        ("z", """
        . . z . . . . . .
        . . . G . . . . J
        """),
        ("b", """
        . . b . . . . . .
        . . . G . . . . J
        """),
        ("m", """
        m . . G . . . . J
        """),
        ("s", """
        . . s . . . . . .
        . . . . . . . . .
        . . . G . . . . J
        """),
        ("c", """
        c # # G . . . . J
        """),
        ("d", """
        . d . . . . . . .
        . . . . . . . . .
        . . . G . . . . J
        """),
        ("g", """
        . . g . . . . . .
        . . . G . . . . J
        """),
    ],
    ids=["Zombie", "Builder", "Miner", "Sentinel", "Catapult", "Dragon", "General"],
)  # fmt: skip
def test_every_piece_but_the_jester_endangers_the_general(piece: str, drawing: str) -> None:
    assert moves_of(advance(drawing), "i1") == ""
    assert moves_of(advance(drawing.replace(piece, ".")), "i1") == FREE


def test_a_jester_endangers_nobody() -> None:
    position = advance("""
        . . j j j . . . .
        . . j G j . . . J
    """)
    assert moves_of(position, "i1") == FREE


def test_a_dragon_beside_a_general_does_not_endanger_it() -> None:
    position = advance("""
        . . d . . . . . .
        . . . G . . . . J
    """)
    assert moves_of(position, "i1") == FREE


def test_a_leap_endangers_the_general() -> None:
    leap = """
        . . . z . . . . .
        . . . . . . . . .
        . . . G . . . . J
    """
    over_a_wall = """
        . . . z . . . . .
        . . . # . . . . .
        . . . G . . . . J
    """
    assert moves_of(advance(leap), "i1") == ""
    assert moves_of(advance(over_a_wall), "i1") == FREE


def test_the_general_moves_and_captures_on_its_eight_neighbours() -> None:
    position = advance("""
        . . . .
        . j # .
        . . G Z
        . . . .
    """)
    assert moves_of(position, "c2") == "b1 b2 b3 c1 d1 d3"


def test_the_general_never_moves_into_danger() -> None:
    position = advance("""
        . . . d
        G . . .
    """)
    assert moves_of(position, "a1") == "b1"


def test_pinned_pieces_count_as_dangers() -> None:
    position = advance("""
        g m . M . . .
        . . . . . . .
        . G . . . . .
    """)
    # The Miner on b3 cannot leave its row, and still guards the column.
    assert moves_of(position, "b1") == "a1 c1 c2"


def test_generals_keep_apart() -> None:
    position = advance("""
        g . .
        . . .
        G . .
    """)
    assert moves_of(position, "a1") == "b1"


def test_a_protected_general_is_safe() -> None:
    drawing = """
        . . . m . . . . .
        . . . . . . . . .
        . . S G . . . . J
    """
    assert moves_of(advance(drawing), "i1") == FREE
    assert moves_of(advance(drawing.replace("S", ".")), "i1") == ""


def test_a_move_must_end_the_danger() -> None:
    position = advance("""
        . . . . . .
        . . B . . .
        G . . . . m
    """)
    # The General steps aside; the Builder steps, or builds a wall, in between.
    assert moves_of(position, "a1") == "a2 b2"
    assert moves_of(position, "c2") == "*b1 *c1 *d1 b1 c1 d1"


def test_a_jester_may_swap_the_general_into_safety_but_not_into_danger() -> None:
    safe = advance("""
        m . . .
        . . . .
        G J . .
    """)
    assert "b1a1" in safe.legal_moves
    danger = advance("""
        . m . .
        . . . .
        G J . .
    """)
    assert "b1a1" not in danger.legal_moves


def test_a_piece_may_not_uncover_its_general() -> None:
    position = advance("""
        . . . .
        G B . m
    """)
    assert moves_of(position, "b1") == "*a2 *b2 *c1 *c2 c1"


def test_the_only_sentinel_beside_a_general_may_not_leave_it() -> None:
    position = advance("""
        c . . .
        . . . .
        . . . .
        G S . .
    """)
    assert moves_of(position, "b1") == ""


# The end


def test_a_player_in_danger_without_a_legal_move_loses() -> None:
    position = advance("""
        . m . . .
        # . . . .
        G . . . m
    """)
    assert list(position.legal_moves) == []
    assert ending(position) == ("SECOND", "no-move")


def test_a_player_without_a_legal_move_loses_even_when_not_in_danger() -> None:
    position = advance("""
        # # .
        G # .
    """)
    assert ending(position) == ("SECOND", "no-move")
    assert ending(advance("""
        # # .
        g # .
    """, "b")) == ("FIRST", "no-move")  # fmt: skip


@pytest.mark.parametrize(
    ("white", "black", "winner"), [("D", "c", "FIRST"), ("B", "s", "SECOND"), ("ZZ", "b", "nobody")]
)
def test_after_the_last_move_the_higher_material_wins(white: str, black: str, winner: str) -> None:
    drawing = f"{white} . . {black}"
    assert ending(advance(drawing, "w", 200)) == (winner, "limit")
    assert ending(advance(drawing, "b", 199)) is None
    assert ending(advance(drawing, "w", 12, limit=12)) == (winner, "limit")


@pytest.mark.parametrize(
    ("piece", "value"),
    [("Z", 1), ("B", 2), ("J", 3), ("M", 4), ("S", 5), ("C", 6), ("D", 7)],
)
def test_pieces_are_worth(piece: str, value: int) -> None:
    zombies = "z" * value
    assert ending(advance(f"{zombies}\n{piece}", "w", 200)) == ("nobody", "limit")
    assert ending(advance(f"{zombies}\n{piece}Z", "w", 200)) == ("FIRST", "limit")


def test_there_are_no_moves_after_the_last_one() -> None:
    position = advance("B", "w", 199)
    position.play("a1a2")
    assert list(position.legal_moves) == []


def test_without_a_limit_the_game_goes_on() -> None:
    position = advance("B", "w", 999, limit=0)
    assert position.outcome is None


# Texts and files


@pytest.mark.parametrize(
    ("generals", "found"), [("G", "Black has no"), ("g", "White has no"), ("GGg", "White has 2")]
)
def test_each_side_has_one_general(generals: str, found: str) -> None:
    text = f"{generals}{9 - len(generals)}/9/9/9/9/9/9/9/9 w 0"
    with pytest.raises(BadPosition, match=f"board: {found} Generals"):
        GAME.position(text)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_a_board_file_may_end_its_lines_either_way(line_end: str, last: bool) -> None:
    data = FULL.replace("\n", line_end)
    data = data if last else data.removesuffix(line_end)
    assert GAME.load(data.encode(), outwit.FIRST).text == GAME.start().text


def test_a_board_file_does_not_tell_who_is_to_move() -> None:
    assert GAME.load(FULL.encode(), outwit.SECOND).turn is outwit.SECOND
    with pytest.raises(BadFile, match="side must be given"):
        GAME.load(FULL.encode())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (FULL.replace("c", "x", 1), "line 1, column 7: 'x'"),
        (FULL.replace("BZ", "B", 1), "line 8: 9 characters expected, 8 found"),
        (FULL.replace("BZ", "BZZ", 1), "line 8: 9 characters expected, 10 found"),
        (FULL + "\n", "9 lines expected, 10 found"),
        (FULL + FULL, "9 lines expected, 18 found"),
        (FULL[:-20], "9 lines expected, 7 found"),
        ("", "9 lines expected, 0 found"),
        (FULL.replace("G", "Z"), "White has no Generals"),
        (FULL.replace("b", "g", 1), "Black has 2 Generals"),
        (FULL.replace(".", "é", 1), "line 3, column 1"),
        (FULL.replace(".", "\0", 1), "line 3, column 1"),
        (FULL.replace("\n", "\r"), "line 1, column 10"),
    ],
)
def test_a_bad_board_file_is_refused_with_the_place(data: str, message: str) -> None:
    with pytest.raises(BadFile, match="advance file: ") as refusal:
        GAME.load(data.encode(), outwit.FIRST)
    assert message in str(refusal.value)


# What once went wrong


def test_undoing_a_capture_and_a_conversion_leaves_no_trace() -> None:
    drawing = """
        . . . . . . . . z
        z . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        g . . j . . . . .
        . . . Z . . . . .
        . . . . . . . . .
        . . G . . . . . M
    """
    used, fresh = advance(drawing), advance(drawing)
    used.play("i1i9")
    used.play("d4*d3")
    used.undo()
    used.undo()
    for move in ("d3c4", "a4a5"):
        used.play(move)
        fresh.play(move)
    assert sorted(used.legal_moves) == sorted(fresh.legal_moves)
    assert board(used) == board(fresh)


def test_the_evaluation_is_the_same_for_all_images_and_however_a_position_came_about() -> None:
    rng = Random(6)
    position = GAME.start()
    kinds = set()
    for _ in range(amount(80, 25)):
        assert GAME.position(position.text).evaluation == position.evaluation
        for symmetry in position.symmetries:
            assert position.image(symmetry).evaluation == position.evaluation
        before = position.evaluation
        for move in position.legal_moves:
            position.play(move)
            position.undo()
            assert position.evaluation == before
        move = rng.choice(list(position.legal_moves))
        kinds.add(move.kind)
        position.play(move)
    assert len(kinds) > amount(4, 1)
