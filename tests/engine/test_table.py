from __future__ import annotations

import pytest

import outwit
from outwit.engine.limits import Limits
from outwit.engine.table import Table
from outwit.players.engine import engine_for
from tests.mode import COMPILED


def test_a_table_is_cleared_of_what_it_knew() -> None:
    game = outwit.game("ataxx")
    engine = engine_for(game)
    fresh = engine.best(game.start(), Limits(depth=3))
    warm = engine.best(game.start(), Limits(depth=3))
    engine.table.clear()
    again = engine.best(game.start(), Limits(depth=3))
    assert warm.nodes < fresh.nodes == again.nodes


@pytest.mark.skipif(COMPILED, reason="what search calls is not visible when compiled")
def test_what_is_kept_is_found_until_something_deeper_needs_its_place() -> None:
    table = Table(1)
    keys = [(i << 40) | 5 for i in range(1, 6)]
    for depth, key in enumerate(keys[:4], 1):
        table.keep(key, 77, -3, depth, 1)
    assert all(table.find(key) & 0xFFFFFFFF == 77 for key in keys[:4])
    assert table.find(keys[4]) == 0
    table.keep(keys[4], 78, 5, 9, 3)
    assert table.find(keys[4]) & 0xFFFFFFFF == 78
    assert table.find(keys[0]) == 0
