"""What the public surface of positions is, and what people may throw at it."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.symmetry import ALL_SYMMETRIES, Symmetry
from outwit.errors import OutwitError
from tests.testing.pile import Pile, game_of

# What a game writes: such a method may raise whatever it likes of arguments of the wrong type.
HOOKS = {"agrees", "begin", "from_file", "read"}
# A text longer than anybody types, and a number longer than Python likes to print.
LONG = "a1" * 50_000
HUGE: int = 10**5_000


def load_tictactoe() -> Game:
    """Return the game of the examples."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "games"))
    try:
        found = import_module("tictactoe").GAME
    finally:
        del sys.path[0]
    assert isinstance(found, Game)
    return found


SCRIPTED = (game_of(Pile), load_tictactoe())
GAMES = (*outwit.all_games(), *SCRIPTED)


def public_names(cls: type) -> list[str]:
    """List the public attributes of a class."""
    return [name for name in dir(cls) if not name.startswith("_")]


def is_provided(name: str) -> bool:
    """Tell whether ``Position`` itself provides an attribute."""
    return hasattr(Position, name) and name not in HOOKS


def strangers() -> list[object]:
    """Return arguments of every kind; few of them are right anywhere."""
    things: list[object] = [None, True, False, ..., object(), int, len, slice(1, 3), range(3)]
    things += [
        0,
        1,
        -1,
        7,
        255,
        2**31 - 1,
        2**31,
        2**32 - 1,
        2**32,
        2**63,
        2**64,
        -(2**63) - 1,
        HUGE,
    ]
    things += [0.0, 0.5, -1e300, float("nan"), float("inf"), 1j]
    things += [b"", b"b7", b"\0\xff", bytearray(b"a1"), memoryview(b"a1")]
    things += ["", " ", "\0", "\ud800", "é", "١,١", "1" * 5_000, LONG, "pass", "0000", "-", "*"]
    things += ["b7", "B7", "a7-b7", "a1b1", "d2d3", "a1*b1", "1,1", "0,1", "-1,-1", "9" * 20 + ",1"]
    things += ["y,n,s", "A,n,s", "A,n", "take1", "a9 a8", "blocks", "size", "rows"]
    things += [(), ("b7",), ["b7"], {}, {"b7": 1}, {"b7"}, frozenset({1})]
    things += [*ALL_SYMMETRIES, Symmetry("odd", True), "identity"]
    for game in GAMES:
        position = game.start()
        moves = position.legal_moves
        things += [game, game.position_class, position, moves, moves[0], moves[-1], position.turn]
        position.play(moves[0])
        things += [position, position.last_move, position.legal_numbers, position.text]
        unset = game.position_class.__new__(game.position_class)
        things += [unset, position.outcome, position.terminations]
        try:
            things += [position.board, next(iter(position.board))]
        except OutwitError:
            assert game in SCRIPTED
    return things


def attempt(owner: object, name: str, *arguments: object) -> object:
    """Read an attribute, and call it if it can be called; return what it gives or an OutwitError.

    From what ``Position`` provides, nothing else may come, save that Python refuses a wrong number
    of arguments. What only a game has may raise whatever a plain Python function would.
    """
    try:
        found = getattr(owner, name)
        return found(*arguments) if callable(found) else found
    except OutwitError as error:
        return error
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError) as error:
        if is_provided(name) and takes(getattr(type(owner), name), arguments):
            raise AssertionError(f"{name}: {type(error).__name__} is none of ours") from error
        return error


def takes(method: object, arguments: tuple[object, ...]) -> bool:
    """Tell whether a method can be called with so many arguments."""
    if not callable(method):
        return True
    try:
        inspect.signature(method).bind(None, *arguments)
    except TypeError:
        return False
    return True
