"""What a move says about itself, in every game and for every kind of move."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.errors import IllegalMove
from tests.games.boards import advance, ataxx, jesonmor, push, santorini

TRICKS = """
    . . . . . z . . .
    . . . . . . . . .
    z Z B J . . . . .
    M . # s . C . . .
    . . . . . . . . .
    . . . . . . . . .
"""
CENTRE = """
    . . k . .
    . . . . .
    A . K . a
    . . . . .
    . K . . .
"""
LINES = """
      0.0.0.0.
    0.4.2O1.1.0.
    0.9X1O1.5.0.
      0.0.0.0.
"""
TOWERS = """
    2 3  0  0 0
    2A4  0Y 0 0B
    0 3  1  0 0
    0 0  0  0 0Z
    0 0  0  0 0
"""
STUCK = """
    x x - - . . .
    x x - - . . .
    x x - - . . .
    - - - - . . .
    - - - - . . .
    . . . . . . .
    . . . . . o .
"""

# A position, a legal move, its kind, its squares in clicking order, and its label.
Case = tuple[Callable[[], Position], str, str, str, str]
CASES: list[Case] = [
    (lambda: advance(TRICKS), "b4b5", "move", "b4 b5", "Zombie b4 moves to b5"),
    (lambda: advance(TRICKS), "c4d3", "capture", "c4 d3", "Builder c4 captures the Sentinel on d3"),
    (lambda: advance(TRICKS), "c4*b3", "build", "c4 b3", "Builder c4 builds a wall on b3"),
    (lambda: advance(TRICKS), "d4*d3", "convert", "d4 d3", "Jester d4 converts the Sentinel on d3"),
    (
        lambda: advance(TRICKS),
        "d4c4",
        "swap",
        "d4 c4",
        "Jester d4 swaps places with the Builder on c4",
    ),
    (lambda: advance(TRICKS), "a3c3", "mine", "a3 c3", "Miner a3 takes the wall on c3"),
    (lambda: advance(TRICKS), "f3*f6", "shoot", "f3 f6", "Catapult f3 shoots the Zombie on f6"),
    (lambda: ataxx("x.....o"), "b1", "clone", "b1", "Red clones to b1"),
    (lambda: ataxx("xo....."), "a2", "clone", "a2", "Red clones to a2 and turns 1 stone"),
    (lambda: ataxx("xoo...."), "b2", "clone", "b2", "Red clones to b2 and turns 2 stones"),
    (lambda: ataxx("x.....o"), "a1c2", "jump", "a1 c2", "Red jumps from a1 to c2"),
    (
        lambda: ataxx("xo....."),
        "a1c1",
        "jump",
        "a1 c1",
        "Red jumps from a1 to c1 and turns 1 stone",
    ),
    (lambda: ataxx(STUCK), "0000", "pass", "", "Red passes"),
    (lambda: jesonmor(CENTRE), "b1a3", "", "", ""),
    (lambda: jesonmor(CENTRE), "b1d2", "leap", "b1 d2", "Knight b1 leaps to d2"),
    (lambda: jesonmor(CENTRE), "a3a5", "move", "a3 a5", "Archer a3 moves to a5"),
    (lambda: jesonmor(CENTRE), "a3e3", "capture", "a3 e3", "Archer a3 captures the archer on e3"),
    (
        lambda: jesonmor(CENTRE),
        "c3d5",
        "leap",
        "c3 d5",
        "Knight c3 leaps to d5, leaves the centre and wins",
    ),
    (lambda: jesonmor(CENTRE, "w 0 4 0 0"), "c3d5", "leap", "c3 d5", "Knight c3 leaps to d5"),
    (
        lambda: jesonmor(CENTRE.replace("K . a", ". . a")),
        "a3c3",
        "move",
        "a3 c3",
        "Archer a3 moves to the centre, c3",
    ),
    (lambda: push(LINES), "1,1", "place", "1,1", "O places a stone on 1,1, worth 4"),
    (lambda: push(LINES), "2,0", "push", "2,0", "O pushes 2 stones right from 2,0"),
    (lambda: push(LINES), "3,1", "push", "3,1", "O pushes 1 stone up from 3,1"),
    (lambda: push(LINES), "0,2", "push", "0,2", "O pushes 2 stones down from 0,2"),
    (lambda: push(LINES, "X"), "1,5", "", "", ""),
    (lambda: santorini(TOWERS), "B,n,w", "build", "e4 e5 d5", "B steps north and builds west"),
    (lambda: santorini(TOWERS), "A,n,e", "build", "a4 a5 b5", "A steps north and puts a dome east"),
    (
        lambda: santorini(TOWERS),
        "A,s,n",
        "build",
        "a4 a3 a4",
        "A steps down south to level 0 and builds north",
    ),
    (
        lambda: santorini(TOWERS),
        "A,ne,w",
        "build",
        "a4 b5 a5",
        "A climbs northeast to level 3 and builds west",
    ),
    (
        lambda: santorini(TOWERS, rule="official"),
        "A,ne",
        "climb",
        "a4 b5",
        "A climbs northeast to level 3",
    ),
]
NO_SUCH_MOVE = [case for case in CASES if not case[2]]
MOVES = [case for case in CASES if case[2]]


@pytest.mark.parametrize("case", MOVES, ids=lambda case: case[4])
def test_a_move_says_what_it_is(case: Case) -> None:
    make, text, kind, squares, label = case
    position = make()
    move = position.move(text)
    assert (move.text, move.kind, " ".join(move.squares), move.label) == (
        text,
        kind,
        squares,
        label,
    )
    assert move == text
    assert str(move) == text
    assert hash(move) == hash(text)
    assert move in position.legal_moves
    assert position.legal_moves[position.legal_moves.index(text)].label == label


@pytest.mark.parametrize("case", MOVES, ids=lambda case: case[4])
def test_the_move_just_played_says_the_same(case: Case) -> None:
    make, text, kind, squares, label = case
    position = make()
    assert not position.last_move
    before = position.move(text)
    position.play(text)
    last = position.last_move
    assert last is not None
    assert (last.text, last.kind, " ".join(last.squares), last.label) == (
        text,
        kind,
        squares,
        label,
    )
    assert last.changes == before.changes
    undone = position.undo()
    assert (undone, undone.label, undone.number) == (text, label, before.number)


@pytest.mark.parametrize("case", NO_SUCH_MOVE, ids=lambda case: case[1])
def test_only_legal_moves_are_described(case: Case) -> None:
    with pytest.raises(IllegalMove):
        case[0]().move(case[1])


def changed(position: Position, move: str) -> dict[str, str]:
    """Return what stands on each square that a move changes, by its letter."""
    return {
        change.square: change.after.piece.letter if change.after.piece else "."
        for change in position.move(move).changes
    }


def test_changes_show_every_square_that_a_move_changes() -> None:
    assert changed(ataxx("xoo...."), "b2") == {"b1": "x", "b2": "x", "c1": "x"}
    assert changed(ataxx("x.....o"), "a1c2") == {"a1": ".", "c2": "x"}
    assert changed(ataxx(STUCK), "0000") == {}
    assert changed(advance(TRICKS), "d4c4") == {"c4": "J", "d4": "B"}
    assert changed(advance(TRICKS), "d4*d3") == {"d3": "S"}
    assert changed(advance(TRICKS), "f3*f6") == {"f6": "."}
    assert changed(advance(TRICKS), "a3c3") == {"a3": ".", "c3": "M"}
    assert changed(push(LINES), "2,0") == {"2,1": "O", "2,2": "X", "2,3": "O"}
    assert changed(jesonmor(CENTRE), "a3e3") == {"a3": ".", "e3": "A"}


def test_changes_show_walls_and_levels() -> None:
    (wall,) = advance(TRICKS).move("c4*b3").changes
    assert (wall.before.obstacle, wall.after.obstacle) == ("", "wall")
    step = {change.square: change for change in santorini(TOWERS).move("A,n,e").changes}
    assert {*step} == {"a4", "a5", "b5"}
    assert (step["b5"].before.level, step["b5"].after.level, step["b5"].after.obstacle) == (
        3,
        4,
        "dome",
    )
    (placed,) = push(LINES).move("1,1").changes
    assert (placed.before.value, placed.after.value, placed.after.owner) == (4, 4, outwit.FIRST)


def test_a_move_does_not_change_when_play_goes_on() -> None:
    position = ataxx("x.....o")
    move = position.legal_moves[0]
    first = move.squares, move.changes
    position.play(move)
    position.play(position.legal_moves[0])
    assert (move.squares, move.changes) == first
    assert move.label.startswith("Red ")


def test_a_pickled_move_is_its_text() -> None:
    move = ataxx("x.....o").legal_moves[0]
    assert type(pickle.loads(pickle.dumps(move))) is str
    assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_squares_and_labels_hold_along_random_games(game: Game) -> None:
    rng = Random(5)
    position = game.start()
    for _ in range(40):
        moves = position.legal_moves
        if not moves:
            break
        board = position.board
        assert len({move.label for move in moves}) == len(moves)
        for move in rng.sample(moves, min(5, len(moves))):
            assert isinstance(move, Move)
            assert all(square in board for square in move.squares)
            assert {*move.squares} or move.kind == "pass"
            if move.kind not in {"place", "push", "clone", "pass"}:
                assert board[move.squares[0]].owner == position.turn
            if move.squares and move.kind != "push":
                assert {change.square for change in move.changes} & {*move.squares}
        position.play(rng.choice(moves))
