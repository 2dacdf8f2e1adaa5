from __future__ import annotations

import pytest

import outwit
from outwit.core.numbers import NO_MOVE
from outwit.engine import entry
from outwit.engine.limits import Limits
from outwit.engine.table import Table
from outwit.players.engine import engine_for
from tests.mode import COMPILED, amount


def test_a_table_is_cleared_of_what_it_knew() -> None:
    game = outwit.game("ataxx")
    engine = engine_for(game)
    fresh = engine.best(game.start(), Limits(depth=3))
    warm = engine.best(game.start(), Limits(depth=3))
    engine.table.clear()
    again = engine.best(game.start(), Limits(depth=3))
    assert warm.nodes < fresh.nodes == again.nodes


def test_a_table_that_forgets_is_as_good_as_new() -> None:
    game = outwit.game("ataxx")
    engine = engine_for(game, mebibytes=1)
    nodes = [engine.best(game.start(), Limits(nodes=amount(30_000, 300))).depth]
    fresh = engine_for(game, mebibytes=1).best(game.start(), Limits(depth=4)).nodes
    # Each time, the table is full of what it has forgotten.
    for _ in range(3):
        engine.table.forget()
        nodes.append(engine.best(game.start(), Limits(depth=4)).nodes)
    assert nodes[1:] == [fresh] * 3


@pytest.mark.skipif(COMPILED, reason="what search calls is not visible when compiled")
def test_epochs_end_and_begin_anew() -> None:
    table = Table(1)
    table.epoch = table.mask - 1
    table.keep(5, 7, 0, 9, entry.UPPER)
    table.forget()
    assert table.find(5) == 0
    table.keep(5, 8, 0, 1, entry.UPPER)
    assert table.find(5) & entry.MOVE_BITS == 8
    table.forget()
    assert (table.epoch, table.find(5)) == (0, 0)


@pytest.mark.skipif(COMPILED, reason="what search calls is not visible when compiled")
def test_what_is_forgotten_gives_way_before_anything_else() -> None:
    table = Table(1)
    table.age = 1
    for number in range(1, 4):
        table.keep(number << 40, number, 0, 50, entry.UPPER)
    table.forget()
    table.age = 1
    for number in range(4, 8):
        table.keep(number << 40, number, 0, 1, entry.UPPER)
    assert all(table.find(number << 40) for number in range(4, 8))


@pytest.mark.skipif(COMPILED, reason="what search calls is not visible when compiled")
def test_a_move_stays_where_none_is_given_and_number_0_is_one() -> None:
    table = Table(1)
    for key in (0, 5):
        table.keep(key, NO_MOVE, 0, 1, entry.UPPER)
        assert table.find(key) & entry.MOVE_BITS == NO_MOVE
        table.keep(key, 0, -32_000, 0, entry.LOWER)
        assert table.find(key)
        assert table.find(key) & entry.MOVE_BITS == 0
        table.keep(key, NO_MOVE, 7, 2, entry.UPPER)
        assert table.find(key) & entry.MOVE_BITS == 0


@pytest.mark.skipif(COMPILED, reason="what search calls is not visible when compiled")
def test_what_is_kept_is_found_until_something_deeper_needs_its_place() -> None:
    table = Table(1)
    keys = [(i << 40) | 5 for i in range(1, 6)]
    for depth, key in enumerate(keys[:4], 1):
        table.keep(key, 77, -3, depth, 1)
    assert all(table.find(key) & entry.MOVE_BITS == 77 for key in keys[:4])
    assert table.find(keys[4]) == 0
    table.keep(keys[4], 78, 5, 9, 3)
    assert table.find(keys[4]) & entry.MOVE_BITS == 78
    assert table.find(keys[0]) == 0
