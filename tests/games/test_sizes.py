"""No board is too large and no game too long."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.position import Position
from outwit.testing.checks import check_copy, check_counting, check_listing, check_rereading
from outwit.testing.snapshot import difference, snapshot
from tests.mode import amount


def wander(position: Position, plies: int) -> None:
    """Play random moves, at most so many."""
    rng = Random(plies)
    while plies and position.outcome is None:
        position.play_number(rng.choice(position.legal_numbers))
        plies -= 1


@pytest.mark.parametrize("archers", ["yes", "no"])
def test_jeson_mor_on_the_largest_board(archers: str) -> None:
    game = outwit.game("jesonmor")
    position = game.start(size=25, archers=archers, protection=1000)
    wander(position, amount(300, 10))
    check_listing(position)
    check_rereading(game, position)
    check_copy(position)


def test_jeson_mor_on_a_board_full_of_archers() -> None:
    row = "Aa" * 12 + "A"
    text = "/".join([row, row.swapcase()] * 12 + [row]) + " w 0 0 0 0"
    position = outwit.game("jesonmor").position(text)
    check_listing(position)
    check_counting(position)
    wander(position, amount(50, 2))
    check_copy(position)


def test_jeson_mor_on_the_largest_board_with_as_many_moves_as_can_be() -> None:
    rows = ["25"] * 25
    for i in range(25):
        rows[i] = f"{i or ''}A{24 - i or ''}"
    rows[0] = "A23k"
    position = outwit.game("jesonmor").position("/".join(rows) + " w 0 0 0 0")
    check_listing(position)
    check_counting(position)
    assert len(position.legal_moves) == 25 * 48 - 2


@pytest.mark.compiled_only
def test_push_on_the_largest_board() -> None:
    game = outwit.game("push")
    position = game.start(rows=255, columns=255, seed=1)
    assert len(position.legal_moves) == 253 * 253
    wander(position, 40)
    assert outwit.perft(position, 1) == len(list(position.legal_moves))
    again = game.position(position.text)
    assert again.text == position.text
    assert again.key == position.key


def test_push_on_a_long_thin_board_whose_whole_line_is_pushed() -> None:
    game = outwit.game("push")
    row = "0." + "1O" * 253 + "0."
    text = "/".join(["0." * 253, row, "0." + "1." * 253 + "0.", "0." * 253]) + " X"
    position = game.position(text)
    before = snapshot(position)
    position.play("1,0")
    assert position.text.split("/")[1] == "0." + "1X" + "1O" * 252 + "0O"
    position.undo()
    assert not difference(before, snapshot(position))


@pytest.mark.parametrize("plies", [amount(1500, 1100)])
def test_a_game_of_more_than_a_thousand_moves(plies: int) -> None:
    position = outwit.game("jesonmor").start(protection=5000)
    before = snapshot(position)
    wander(position, plies)
    assert len(position.played) == plies
    twin = position.copy()
    assert not difference(snapshot(position), snapshot(twin))
    for move in reversed(position.played):
        assert twin.undo() == move
    assert not difference(before, snapshot(twin))


def test_a_long_game_can_still_be_counted() -> None:
    position = outwit.game("jesonmor").start(size=5, protection=5000)
    wander(position, 63)
    for _ in range(6):
        assert outwit.perft(position, 4) == sum(count for _, count in outwit.divide(position, 4))
        wander(position, 1)


def test_advance_with_a_board_full_of_dragons() -> None:
    row, gap = "D1D1D1D1D", "9"
    text = f"g1D1D1D1D/{gap}/{row}/{gap}/{row}/{gap}/{row}/{gap}/D1D1D1D1G w 0"
    position = outwit.game("advance").position(text)
    check_listing(position)
    check_counting(position)
    wander(position, amount(100, 3))
    check_copy(position)


def test_advance_with_a_piece_on_every_square() -> None:
    game = outwit.game("advance")
    rows = ["zzzzzzzzz", "jjjjjjjjj", "bbbbgbbbb", "jjjjjjjjj", "JJJJJJJJJ"]
    rows += ["BBBBGBBBB", "ZZZZZZZZZ", "SSSSSSSSS", "CCCCCCCCC"]
    position = game.position("/".join(rows) + " w 0", limit=0)
    check_listing(position)
    wander(position, amount(200, 5))
    check_rereading(game, position)
    check_copy(position)


def test_ataxx_with_as_many_moves_as_can_be() -> None:
    position = outwit.game("ataxx").position("7/1x3x1/3x3/7/3x3/1x3x1/6o x 0 1")
    check_listing(position)
    check_counting(position)
