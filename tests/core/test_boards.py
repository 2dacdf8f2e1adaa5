"""Boards side by side, compiled and interpreted."""

from __future__ import annotations

from array import array

import outwit
from outwit.core.boards import Boards
from outwit.core.observing import planes_of

NUMBER = 3


def test_boards_are_played_side_by_side() -> None:
    game = outwit.game("ataxx")
    actions = game.actions()
    boards = Boards(game.start(), NUMBER, 3, False)
    player = boards.player()
    picked = memoryview(array("i", [0] * NUMBER))
    gains = memoryview(array("f", [9] * NUMBER)).cast("B").cast("f")
    ended, cut = bytearray(NUMBER), bytearray(NUMBER)
    positions = [game.start() for _ in range(NUMBER)]
    for ply in range(3):
        boards.draw(0, NUMBER, picked, False, ply)
        assert boards.take(picked, False) == -1
        boards.step(player, 0, NUMBER, gains, memoryview(ended), memoryview(cut))
        masks, seen = bytearray(NUMBER * boards.size), bytearray(NUMBER * 245)
        shares = array("f", [0] * (NUMBER * 245))
        boards.write_masks(0, NUMBER, memoryview(masks))
        boards.write_bytes(player, 0, NUMBER, memoryview(seen))
        boards.write_floats(player, 0, NUMBER, memoryview(shares))
        for i, position in enumerate(positions):
            position.play(actions.move(position, picked[i]))
            assert boards.position(i).text == position.text
            part = slice(i * boards.size, (i + 1) * boards.size)
            # A game that is cut short takes no more actions.
            assert masks[part] == (bytes(boards.size) if ply == 2 else actions.mask(position))
            assert seen[i * 245 : (i + 1) * 245] == planes_of(position)
            jumps = 245 * i + 3 * 49
            assert shares[jumps] == array("f", [seen[jumps] / 25])[0]
    assert (gains.tolist(), bytes(ended), bytes(cut)) == ([0, 0, 0], bytes(3), b"\1\1\1")
    assert boards.turns == b"\1\1\1"
    boards.reset(0, NUMBER, memoryview(b"\0\1\0"))
    assert [boards.is_closed(i) for i in range(NUMBER)] == [True, False, True]
    assert boards.plies == array("i", [3, 0, 3]).tobytes()
    boards.put(2, positions[2])
    assert not boards.is_closed(2)
    assert boards.take(memoryview(array("q", [-1, -1, boards.size])), True) == 2
