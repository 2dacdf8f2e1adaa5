from __future__ import annotations

import outwit
from outwit.games.ataxx.look import under

ATAXX = outwit.game("ataxx")


def test_a_square_shows_a_hollow_unless_a_block_or_a_stone_is_there() -> None:
    board = ATAXX.position("x5o/7/7/3-3/7/7/o5x x 0 1").board
    assert under(board, board["d3"]) == ("plain", "hollow")
    assert under(board, board["d4"]) == ("plain", "block")
    assert under(board, board["a7"]) == ("plain",)


def test_ataxx_knows_no_danger() -> None:
    assert ATAXX.parts.look.danger is None
