"""Moves are chosen by clicks, in every game by the same few rules."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.terminal.selection import Selection


def selection_of(name: str, text: str = "", *moves: str) -> Selection:
    game = outwit.game(name)
    position = game.position(text) if text else game.start()
    for move in moves:
        position.play(move)
    return Selection(position.legal_moves)


def click(selection: Selection, squares: str) -> Move | None:
    """Click squares one after the other; only the last may choose a move."""
    *before, last = squares.split()
    for square in before:
        assert selection.click(square) is None
    return selection.click(last)


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_every_way_of_every_legal_move_chooses_it_or_offers_it(game: outwit.Game) -> None:
    position: Position = game.start()
    for _ in range(6):
        for move in position.legal_moves:
            for way in move.ways:
                selection = Selection(position.legal_moves)
                chosen = click(selection, " ".join(way))
                assert chosen == move or move in selection.choices
        position.play(sorted(position.legal_moves)[len(position.played) % 3])


def test_at_first_the_squares_are_shown_that_begin_a_move() -> None:
    assert selection_of("jesonmor").next_squares == frozenset(
        f"{column}1" for column in "abcdefghi"
    )


def test_after_a_piece_its_targets_are_shown() -> None:
    selection = selection_of("jesonmor")
    assert click(selection, "a1") is None
    assert selection.next_squares == {"b3"}
    assert selection.click("b3") == "a1b3"


def test_a_stone_is_cloned_by_its_target_alone_or_after_the_stone() -> None:
    assert click(selection_of("ataxx"), "f1") == "f1"
    assert click(selection_of("ataxx"), "g1 f1") == "f1"
    assert click(selection_of("ataxx"), "g1 e1") == "g1e1"


def test_a_worker_steps_and_then_builds_even_where_it_came_from() -> None:
    selection = selection_of("santorini")
    assert click(selection, "b2 a3") is None
    assert "b2" in selection.next_squares
    move = selection.click("b2")
    assert move is not None
    assert move.squares == ("b2", "a3", "b2")


def test_a_border_cell_pushes_with_one_click() -> None:
    selection = selection_of("push", "", "1,1", "1,3")
    assert click(selection, "0,1") == "0,1"


def test_moves_with_the_same_squares_are_offered_by_their_labels() -> None:
    selection = selection_of("advance")
    assert click(selection, "i2 h3") is None
    assert {move.label for move in selection.choices} == {
        "Builder i2 moves to h3",
        "Builder i2 builds a wall on h3",
    }


def test_a_click_on_another_piece_begins_anew() -> None:
    selection = selection_of("jesonmor")
    click(selection, "a1 c1")
    assert selection.clicked == ("c1",)


def test_the_last_square_clicked_again_clears() -> None:
    selection = selection_of("santorini")
    click(selection, "b2 a3 a3")
    assert selection.clicked == ()


def test_a_click_on_nothing_clears() -> None:
    selection = selection_of("jesonmor")
    click(selection, "a1 e5")
    assert selection.clicked == ()


def test_a_click_beside_the_targets_never_plays_a_move() -> None:
    selection = selection_of("ataxx")
    # Of the stone on g1, b7 is out of reach, but the stone on a7 could be cloned there.
    assert click(selection, "g1 b7") is None
    assert selection.clicked == ()
    assert selection.click("b7") == "b7"


def test_moves_without_squares_are_kept_apart() -> None:
    # Blue's only stone, on g7, has no empty square within reach.
    rows = "/".join(["xxxxxxo", *["xxxxxxx"] * 5, "xxxxx2"])
    selection = selection_of("ataxx", f"{rows} o 0 1")
    assert selection.unplaced == ["0000"]
    assert selection.next_squares == frozenset()
