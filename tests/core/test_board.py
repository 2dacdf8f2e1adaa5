"""One way to read any board."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.board import Board, from_rows
from outwit.core.game import Game
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND
from outwit.errors import GameFault, UnknownSquare
from tests.core.surface import GAMES, HUGE, SCRIPTED
from tests.games.boards import advance, ataxx, jesonmor, push, santorini
from tests.testing.pile import Pile, game_of

BOARDS = [game for game in GAMES if game.name != "pile"]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
def test_a_board_is_a_grid_of_named_squares(game: Game) -> None:
    position = game.start()
    board = position.board
    assert len({square.name for square in board}) == len(board) <= board.rows * board.columns
    assert [(s.row, s.column) for s in board] == sorted((s.row, s.column) for s in board)
    for square in board:
        assert board[square.name] is square
        assert board.at(square.row, square.column) is square
        assert position[square.name] == square
        assert square.name in board
        assert square.piece is None or square.piece in game.pieces
        assert square.owner == (square.piece.owner if square.piece else None)
    assert board.at(-1, 0) is board.at(0, board.columns) is None
    assert board == position.copy().board


STRANGE_NAMES = ["", "z99", "B7", "b7 ", " ", "a" * 10**6, "9,9", None, 3, HUGE, ()]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
def test_a_square_that_is_not_there_is_unknown(game: Game) -> None:
    position = game.start()
    for name in STRANGE_NAMES:
        with pytest.raises(UnknownSquare) as caught:
            position[name]  # type: ignore[index]
        assert len(str(caught.value)) < 120
        assert name not in position.board


def test_a_game_without_a_board_says_so() -> None:
    class Heap(Pile):
        def rows(self, state: object) -> list[str]:
            return []

    pile = game_of(Heap).start()
    with pytest.raises(GameFault, match="Heap shows no board"):
        pile["a1"]
    assert pile.legal_moves[0].squares == ()
    assert pile.legal_moves[0].label == "Ann plays take1"


def test_ataxx() -> None:
    position = ataxx("""
        . - .
        x o .
    """)
    assert position["a1"].piece == Piece("x", "stone", FIRST)
    assert (position["b1"].owner, position["c1"].owner) == (SECOND, None)
    assert (position["b2"].obstacle, position["a2"].obstacle) == ("block", "")
    position.play("a2")
    assert position["a2"].owner == position["b1"].owner == FIRST


def test_advance() -> None:
    position = advance("""
        z #
        M .
    """)
    assert (position["a1"].piece, position["a2"].piece) == (
        Piece("M", "Miner", FIRST),
        Piece("z", "Zombie", SECOND),
    )
    assert position["b2"].obstacle == "wall"
    assert (position.board.rows, position.board.columns) == (9, 9)


def test_jeson_mor() -> None:
    position = jesonmor("""
        k . a
        . . .
        K . A
    """)
    assert {square.name for square in position.board if square.mark} == {"b2"}
    assert position["b2"].mark == "centre"
    assert [position[name].piece for name in ("a1", "c1", "c3", "b1")] == [
        Piece("K", "knight", FIRST),
        Piece("A", "archer", FIRST),
        Piece("a", "archer", SECOND),
        None,
    ]


def test_push() -> None:
    position = push("""
          0.0X
        0.4O2.0.
          0.0.
    """)
    assert (position.board.rows, position.board.columns, len(position.board)) == (3, 4, 8)
    assert position.board.at(0, 0) is None
    assert (position["1,1"].value, position["1,1"].owner) == (4, FIRST)
    assert (position["0,2"].mark, position["0,2"].owner) == ("border", SECOND)
    assert position["1,2"].mark == ""


def test_santorini() -> None:
    position = santorini("""
        2  3  0  0 0
        2A 4  0Y 0 0B
        0  3  1  0 0
        0  0  0  0 0Z
        0  0  0  0 0
    """)
    assert (position["a5"].level, position["b5"].level, position["b4"].level) == (2, 3, 4)
    assert position["b4"].obstacle == "dome"
    assert position["a4"].piece == Piece("A", "worker A", FIRST)
    assert position["e2"].owner == SECOND


def test_a_scripted_game_shows_the_rows_of_its_text() -> None:
    position = SCRIPTED[1].position("x2/1o1/3 x")
    assert " ".join(square.name for square in position.board) == "a3 b3 c3 a2 b2 c2 a1 b1 c1"
    assert position["a3"].piece == Piece("x", "cross", FIRST)
    assert position["b2"].owner == SECOND
    assert position.move("c1").squares == ("c1",)
    assert position.move("c1").label == "Cross plays c1"


@pytest.mark.parametrize("left", [0, 27, 99, 999_999_999])
def test_more_columns_than_letters_are_no_board(left: int) -> None:
    position = SCRIPTED[0].position(f"{left} a")
    with pytest.raises(GameFault, match="shows no board"):
        position["a1"]
    assert [move.squares for move in position.legal_moves] == [()] * (3 if left else 0)


def test_rows_become_a_board() -> None:
    board = from_rows(["x#", ".~"], (Piece("x", "cross", FIRST),), {"#": "wall"}, {"a1": "home"})
    assert isinstance(board, Board)
    assert [(s.name, s.owner, s.obstacle, s.mark) for s in board] == [
        ("a2", FIRST, "", ""),
        ("b2", None, "wall", ""),
        ("a1", None, "", "home"),
        ("b1", None, "", "~"),
    ]


def test_the_face_has_the_words() -> None:
    assert {"Board", "Move", "Piece", "Square", "Symmetry"} <= {*outwit.__all__}


def test_boards_with_the_same_letters_differ_by_pieces_obstacles_and_marks() -> None:
    own, other = (Piece("x", "own", FIRST),), (Piece("x", "other", SECOND),)
    for _ in range(2):
        assert from_rows(["x#"], own)["a1"].piece == own[0]
        assert from_rows(["x#"], other)["a1"].piece == other[0]
        assert from_rows(["x#"], own)["b1"].mark == "#"
        assert from_rows(["x#"], own, {"#": "wall"})["b1"].obstacle == "wall"
        assert from_rows(["x#"], own, {"#": "door"})["b1"].obstacle == "door"
        assert from_rows(["x#"], own, marks={"a1": "home"})["a1"].mark == "home"
        assert from_rows(["x#", "x#"], own)["a2"].row == 0
