"""Fixed numbers for the moves of a game, as the side to move sees them."""

from __future__ import annotations

from array import array
from operator import index

from cython import int as i32
from cython import uint as u32

from outwit.core import numbers
from outwit.core.excerpt import excerpt
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.side import FIRST, SIDES, Side
from outwit.core.symmetry import Symmetry
from outwit.errors import GameFault, IllegalMove, UnreadableMove, UsageError
from outwit.geometry import memory


class Actions:
    """The actions of a game with some options: each move that can occur has a number.

    A number means the same in every position: what the side to move does, on the board as that
    side sees it. ``Game.actions`` makes them.

    >>> import outwit
    >>> game = outwit.game("ataxx")
    >>> actions = game.actions()
    >>> actions
    <Actions of ataxx: 530>
    """

    def __init__(self, position: Position) -> None:
        model: Position = position.clone()
        self.model = model
        self.size = model._action_total()
        if self.size == 0:
            raise GameFault(f"{position.game.name} numbers no actions")

    def number(self, text: str | Move, side: Side | int = FIRST) -> int:
        """Return the action of a move's text, legal or not.

        Args:
            text: The text of a move.
            side: The side that plays it.

        Raises:
            UnreadableMove: The text is not a move of the game.
            UsageError: There is no such side.
        """
        if not isinstance(text, str):
            raise UnreadableMove(f"a move is a text, not {type(text).__name__}")
        # A Move would do, but only a plain text is what the compiled games expect.
        found: int = self.model.parse_action(str(text), checked_side(side))
        return found

    def text(self, number: int, side: Side | int = FIRST) -> str:
        """Return the text of the move that an action is.

        Args:
            number: The action.
            side: The side that plays it.

        Raises:
            UsageError: There is no such action or side.
        """
        written: str = self.model.write_action(self._checked(number), checked_side(side))
        return written

    def of(self, position: Position, move: str | Move) -> int:
        """Return the action of a legal move of a position.

        Raises:
            IllegalMove: The move is not legal there.
            UsageError: The position is of another game, or has other options.
        """
        own: Position = self.fitting(position)
        number: u32 = own.require(own.read_move(move), move)
        return own.action(number)

    def move(self, position: Position, number: int) -> Move:
        """Return the legal move of a position that is an action.

        Raises:
            IllegalMove: The action is not legal there.
            UsageError: The position is of another game, or has other options.
        """
        own: Position = self.fitting(position).clone()
        move: u32 = own.move_at(self._checked(number))
        own.check()
        if move == numbers.NO_MOVE:
            raise IllegalMove(f"action {number} is not legal here")
        own.drop_listing()
        return own.move(move)

    def legal(self, position: Position) -> array[int]:
        """Return the actions of the legal moves of a position, in the order of the moves.

        Raises:
            UsageError: The position is of another game, or has other options.
        """
        own: Position = self.fitting(position)
        stop: i32 = own.list_moves()
        found = array("i", [own.action(own.scratch.data[i]) for i in range(stop)])
        own.check()
        return found

    def mask(self, position: Position) -> bytearray:
        """Return a byte for each action: 1 where it is legal in a position, else 0.

        Raises:
            UsageError: The position is of another game, or has other options.
        """
        own: Position = self.fitting(position).clone()
        store = bytearray((self.size + 63) // 64 * 8)
        own.mark_actions(memory.u64s(store))
        own.check()
        bits = int.from_bytes(store, "little")
        return bytearray(f"{bits:0{self.size}b}".encode().translate(DIGITS)[::-1][: self.size])

    def image(self, symmetry: Symmetry | str) -> array[int]:
        """Return the permutation of actions that belongs to a symmetry of the rules.

        An action is legal in a position if and only if its image is legal in the position's image.

        Args:
            symmetry: A symmetry of the rules, or its name.

        Raises:
            UsageError: The rules do not have that symmetry.
        """
        known = self.model._symmetry(symmetry)
        return array("i", [self.model.reflect_action(i, known) for i in range(self.size)])

    def check(self, position: object) -> None:
        """Check that a position has these actions.

        Raises:
            UsageError: The position is of another game, or has other options.
        """
        own: Position = self.fitting(position)
        if own.options != self.model.options:
            raise UsageError(f"the options of the position are not {self.model.options}")

    def fitting(self, position: object) -> Position:
        """Return a position that has these actions; raise UsageError for any other."""
        model: Position = self.model
        if not isinstance(position, Position) or type(position) is not type(model):
            raise UsageError(
                f"a position of {model.game.name} is expected, not {excerpt(position)}"
            )
        found: Position = position
        found.check()
        size = found._action_total()
        if size != self.size:
            raise UsageError(f"the position has {size} actions, not {self.size}")
        return found

    def _checked(self, number: int) -> int:
        # Numbers of numpy are no ``int``, but stand for one.
        whole = index(number) if hasattr(number, "__index__") else -1
        if not 0 <= whole < self.size:
            raise UsageError(f"action {excerpt(number)} is not from 0 to {self.size - 1}")
        return whole

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Actions of {self.model.game.name}: {self.size}>"


def checked_side(side: Side | int) -> int:
    """Return the number of a side; raise UsageError for anything else."""
    if side not in SIDES:
        raise UsageError("a side is FIRST or SECOND")
    return int(side)


# From the digits of a binary number to bytes.
DIGITS = bytes.maketrans(b"01", b"\0\1")
