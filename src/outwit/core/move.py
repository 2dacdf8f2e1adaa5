"""A move as people see it: its text, and on demand what it is called and what it changes."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from outwit.core.board import Square
    from outwit.core.position import Position


class MoveDetails(Value):
    """What a game says about a move beside its text.

    ``squares`` are in the order in which a person would click them. ``spellings`` are further
    ways in which people write the move, ``ways`` further orders of clicks that mean it.
    """

    kind: str
    squares: tuple[str, ...]
    label: str
    spellings: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()

    def __init__(
        self,
        kind: str,
        squares: tuple[str, ...],
        label: str,
        spellings: tuple[str, ...] = (),
        ways: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        # As the base does it, but faster: this is done for every legal move that is shown.
        own = self.__dict__
        own["kind"], own["squares"], own["label"] = kind, squares, label
        own["spellings"], own["ways"] = spellings, ways


class Change(Value):
    """A square that a move changes.

    Args:
        before: The square before the move.
        after: The square after it.

    >>> import outwit
    >>> change = outwit.game("ataxx").start().legal_moves[0].changes[0]
    >>> change.square, change.before.piece, change.after.piece.letter
    ('f1', None, 'x')
    """

    before: Square
    after: Square

    @property
    def square(self) -> str:
        """Return the name of the square."""
        return self.after.name


class Move(str):
    """A legal move, or a move that was played. It is a ``str``: it compares and prints as its text.

    Positions make moves: see ``Position.legal_moves`` and ``Position.move``. A pickled move is its
    text alone.

    Args:
        text: Its text.
        number: Its number, for ``Position.play_number``.
        before: The position before it, which must not change.

    >>> import outwit
    >>> move = outwit.game("ataxx").start().legal_moves[0]
    >>> move == "f1", move.text, move.kind, move.squares, move.label
    (True, 'f1', 'clone', ('f1',), 'Red clones to f1')
    >>> move.ways
    (('f1',), ('g1', 'f1'))
    >>> [change.square for change in move.changes]
    ['f1']
    """

    __slots__ = ("_before", "_details", "number")

    # The number of the move, for ``Position.play_number``.
    number: int
    # The position before the move, which nobody changes.
    _before: Position
    _details: MoveDetails

    def __new__(cls, text: str, number: int, before: Position) -> Self:
        """Make a move of a position that will not change any more."""
        move = super().__new__(cls, text)
        move.number = number
        move._before = before
        return move

    @property
    def text(self) -> str:
        """Return the text as a plain ``str``."""
        return str.__str__(self)

    @property
    def details(self) -> MoveDetails:
        """Return all that the game says about the move."""
        try:
            return self._details
        except AttributeError:
            self._details = self._before._describe(self.number)
            return self._details

    @property
    def kind(self) -> str:
        """Return the game's word for moves of this kind."""
        return self.details.kind

    @property
    def squares(self) -> tuple[str, ...]:
        """Return the squares in the order in which a person would click them."""
        return self.details.squares

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """Return every order of clicks that means the move, ``squares`` first."""
        details = self.details
        return (details.squares, *details.ways)

    @property
    def label(self) -> str:
        """Return the move in plain words, such as "Red clones to f1"."""
        return self.details.label

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the squares that the move changes, as they are before and after it."""
        after = self._before.copy()
        after.play_number(self.number)
        pairs = zip(self._before.board, after.board, strict=True)
        # Most squares are not only equal but the same.
        return tuple(
            Change(before, now) for before, now in pairs if before is not now and before != now
        )

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (self.text,)
