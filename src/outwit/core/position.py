"""A game in progress, as players, engines and programs see it."""

from __future__ import annotations

from array import array
from importlib import import_module

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.counting import counted_in
from outwit.core.excerpt import excerpt
from outwit.core.move import Move, MoveDetails
from outwit.core.moves import LegalMoves, MoveStack
from outwit.core.outcome import Outcome, decode
from outwit.core.rules import Rules
from outwit.core.side import SIDES, Side
from outwit.core.symmetry import Symmetry
from outwit.errors import GameFault, IllegalMove, NothingToUndo, UnreadableMove, UsageError
from outwit.geometry import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, Unpack

    from outwit.core.board import Board, Square
    from outwit.core.game import Game
    from outwit.core.look import ViewOptions

# The template of arrays of numbers.
NUMBERS = array("I")
# The pixels of a board in a notebook.
NOTEBOOK_SIZE = 400
# Public members that only the engine and the portal use: ``dir`` leaves them out.
HIDDEN = frozenset(("guesses", "phase", "shown_score", "slot_states"))
# What users call of the rules beneath; other names there are for games.
INHERITED = frozenset(("ply", "score", "symmetries", "terminations", "to_file"))


class Position(Rules):
    """A game in progress: its board, whose turn it is, its legal moves and the moves played.

    Games make positions: see ``Game.start`` and ``Game.position``. Two positions are equal if their
    class, text and options are equal. ``position[name]`` is a square of the board, and
    ``str(position)`` draws it for people.

    >>> import outwit
    >>> position = outwit.game("ataxx").start()
    >>> position.game.name, position.text, position.options
    ('ataxx', 'x5o/7/7/7/7/7/o5x x 0 1', {'clock': '25'})
    >>> position.turn, position.status, position.board.rows, position.evaluation
    (FIRST, 'Red to move', 7, 200)
    >>> position.is_over, position.outcome, position.last_move, position.played
    (False, None, None, ())
    >>> position.legal_moves
    <16 legal moves: f1, f2, g2, a6, b6, b7, g1e1, g1e2, g1e3, g1f3, g1g3, a7a5, … 4 more>
    >>> position.count_moves(), len(position.legal_numbers), position.is_legal("d4")
    (16, 16, False)
    >>> position.play("f1")
    >>> position.played, position.last_move.label, position.beginning
    (('f1',), 'Red clones to f1', 'x5o/7/7/7/7/7/o5x x 0 1')
    >>> other = position.copy()
    >>> other == position, other.key == position.key
    (True, True)
    >>> position.undo()
    'f1'
    >>> position == other
    False
    """

    @property
    def game(self) -> Game:
        """Return the game of the position."""
        if self.home is None:
            from outwit.core.game import home_of

            self.home = home_of(type(self))
        return self.home

    @property
    def text(self) -> str:
        """Return the position on one line; ``Game.position`` reads it."""
        self.check()
        return self.write_text()

    @property
    def options(self) -> dict[str, object]:
        """Return the options that hold for the whole game, by name."""
        self.check()
        return dict(self.rules)

    @property
    def board(self) -> Board:
        """Return the board as it is now. It does not change when play goes on."""
        self.check()
        if self.shown is None:
            self.shown = self.view()
        board: Board = self.shown
        return board

    @property
    def turn(self) -> Side:
        """Return the side to move; after the end of the game, the side that would move."""
        return SIDES[self.side]

    @property
    def key(self) -> int:
        """Return a 64-bit key; it is equal for positions from which play is the same."""
        self.check()
        key: u64 = self.digest()
        self.check()
        return key

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        self.check()
        status: i32 = self.judge()
        self.check()
        return decode(status, self.terminations)

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        self.check()
        status: i32 = self.judge()
        self.check()
        return status != verdict.RUNNING

    @property
    def phase(self) -> int:
        """Return the phase of the game as the learned evaluation counts it."""
        self.check()
        phase: i32 = self.bucket()
        self.check()
        return phase

    @property
    def evaluation(self) -> int:
        """Return the score for the side to move, by the game's evaluation written by hand."""
        self.check()
        score: i32 = self.evaluate()
        self.check()
        return score

    @property
    def slot_states(self) -> array[int]:
        """Return what the learned evaluation sees: all slots of one side, then of the other."""
        self.check()
        features = self.game.parts.features
        if not self.slots or features is None:
            return array("B")
        store = bytearray(self.slots + 7 & ~7)
        self.write_slots(memory.u8s(store), 0)
        self.check()
        own = bytes(store[: self.slots])
        return array("B", own + features.other_view(own))

    @property
    def status(self) -> str:
        """Return a sentence that says who is to move, or how the game ended."""
        outcome = self.outcome
        if outcome is None:
            return f"{self.game.sides[self.side]} to move"
        return self.result_for(None)

    @property
    def score_text(self) -> str:
        """Return what both sides have counted as words, empty if the higher count does not win.

        >>> import outwit
        >>> position = outwit.game("ataxx").start()
        >>> position.score, position.score_text
        ((2, 2), 'Red 2, Blue 2 pieces')
        """
        score = self.shown_score
        if score is None:
            return ""
        first, second = self.game.sides
        return f"{first} {score[0]:,}, {second} {counted_in(score[1], self.game.unit)}"

    @property
    def shown_score(self) -> tuple[int, int] | None:
        """Return the score where the higher one wins, None where a score would mislead."""
        self.check()
        return self.score if self.game.unit else None

    def result_for(self, reader: Side | int | None) -> str:
        """Return a sentence that says how a finished game ended, with its score.

        Args:
            reader: The side that reads it, such as "You won"; None for a spectator.

        Raises:
            UsageError: The game is not over, or ``reader`` is not a side and not None.

        >>> import outwit
        >>> position = outwit.game("ataxx").position("x6/7/7/7/7/7/7 o 0 1")
        >>> position.result_for(outwit.SECOND)
        'You lost 0–1: one side has no piece left'
        """
        outcome = self.outcome
        if outcome is None:
            raise UsageError("the game is not over")
        if reader is not None and reader not in SIDES:
            raise UsageError("the reader of a result is FIRST, SECOND or None")
        return self.game.announce(
            outcome.winner, outcome.termination.reason, self.shown_score, reader
        )

    @property
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves, a sequence of ``Move``. It does not change when play goes on."""
        return LegalMoves(self.clone())

    @property
    def legal_numbers(self) -> array[int]:
        """Return the numbers of the legal moves. This is faster than ``legal_moves``."""
        stop: i32 = self.list_moves()
        return memory.u32_array(NUMBERS, self.scratch.data, stop)

    @property
    def guesses(self) -> list[int]:
        """Return the game's own guess at each legal move, higher for better, in their order."""
        stop: i32 = self.list_moves()
        guesses = [self.order(self.scratch.data[i]) for i in range(stop)]
        self.check()
        return guesses

    @property
    def played(self) -> tuple[str, ...]:
        """Return the texts of the moves played and not taken back."""
        clone: Position = self.clone()
        return tuple([clone.write_move(clone.pop()) for _ in range(self.ply)][::-1])

    @property
    def last_move(self) -> Move | None:
        """Return the last move played and not taken back, None at the beginning."""
        clone: Position = self.clone()
        if clone.ply == 0:
            return None
        number: u32 = clone.pop()
        return Move(clone.write_move(number), number, clone)

    @property
    def beginning(self) -> str:
        """Return the text of the position before the moves played."""
        clone: Position = self.clone()
        for _ in range(self.ply):
            clone.pop()
        return clone.write_text()

    def count_moves(self) -> int:
        """Return the number of legal moves."""
        return self.how_many()

    def move(self, move: str | Move | int) -> Move:
        """Return a legal move.

        Args:
            move: Its text or its number.

        Raises:
            IllegalMove: No legal move has that text or number.

        >>> import outwit
        >>> outwit.game("ataxx").start().move("f1").kind
        'clone'
        """
        clone: Position = self.clone()
        number: u32 = clone.require(move if isinstance(move, int) else clone.read_move(move), move)
        return Move(clone.write_move(number), number, clone)

    def read_move(self, text: str | Move) -> int:
        """Return the number of a move, which need not be legal here.

        Args:
            text: The text of the move.

        Raises:
            UnreadableMove: The text is not a move of the game.

        >>> import outwit
        >>> position = outwit.game("ataxx").start()
        >>> position.read_move("f1") in position.legal_numbers
        True
        """
        self.check()
        if not isinstance(text, str):
            raise UnreadableMove(f"a move is a text, not {type(text).__name__}")
        # A Move would do, but only a plain text is what the compiled games expect.
        number: int = self.parse_move(str(text))
        return number

    def read_typed(self, text: str | Move) -> Move:
        """Return the legal move that a person means; capitals and other spellings are accepted.

        Args:
            text: What the person typed.

        Raises:
            IllegalMove: No legal move is meant, or more than one.

        >>> import outwit
        >>> outwit.game("ataxx").start().read_typed("F1")
        'f1'
        """
        from outwit.core.typed import read_typed

        return read_typed(self, text)

    def play(self, move: str | Move) -> None:
        """Play a move.

        Args:
            move: The text of a legal move.

        Raises:
            IllegalMove: The move is not legal here, or the game is over.
        """
        self.push(self.require(self.read_move(move), move))
        self.check()

    def after(self, move: str | Move) -> Self:
        """Return a new position in which a move has been played; this one stays as it is.

        Args:
            move: The text of a legal move.

        Raises:
            IllegalMove: The move is not legal here, or the game is over.

        >>> import outwit
        >>> position = outwit.game("ataxx").start()
        >>> position.after("f1").score, position.score
        ((3, 2), (2, 2))
        """
        found = self.clone()
        clone: Position = found
        clone.push(clone.require(clone.read_move(move), move))
        clone.check()
        return found

    def play_number(self, number: int | bool) -> None:
        """Play a move by its number. This is faster than ``play``.

        Args:
            number: The number of a legal move, as in ``legal_numbers``.

        Raises:
            IllegalMove: No legal move has that number.

        >>> import outwit
        >>> position = outwit.game("ataxx").start()
        >>> position.play_number(position.legal_numbers[0])
        >>> position.played
        ('f1',)
        """
        # Of a mere ``int``, the compiler would refuse the rest with an error that is not ours.
        self.push(self.require(number, number))
        self.check()

    def undo(self) -> Move:
        """Return the last move after taking it back.

        Raises:
            NothingToUndo: No move has been played.
        """
        number: u32 = self._pop()
        clone: Position = self.clone()
        return Move(clone.write_move(number), number, clone)

    def undo_number(self) -> int:
        """Return the number of the last move after taking it back. This is faster than ``undo``.

        Raises:
            NothingToUndo: No move has been played.

        >>> import outwit
        >>> position = outwit.game("ataxx").start()
        >>> position.play("f1")
        >>> position.undo_number() == position.read_move("f1")
        True
        """
        return self._pop()

    def copy(self) -> Self:
        """Return an independent copy, with the moves played."""
        return self.clone()

    def image(self, symmetry: Symmetry | str) -> Self:
        """Return the image of the position under a symmetry, without the moves played.

        Args:
            symmetry: A symmetry of the rules, or its name, such as ``half turn``.

        Raises:
            UsageError: The rules do not have that symmetry.

        >>> import outwit
        >>> outwit.game("ataxx").position("xx4o/7/7/7/7/7/o5x o 0 1").image("half turn").text
        'x5o/7/7/7/7/7/o4xx o 0 1'
        """
        image = self.reflect(self._symmetry(symmetry))
        assert isinstance(image, type(self)), "a position is reflected into one of its kind"
        image._belong(self.game)
        return image

    def move_image(self, move: str | Move, symmetry: Symmetry | str) -> Move:
        """Return the image of a legal move; it is legal in the image of the position.

        Args:
            move: The text of the move.
            symmetry: A symmetry of the rules, or its name.

        Raises:
            IllegalMove: The move is not legal here.
            UsageError: The rules do not have that symmetry.
            GameFault: The game breaks its contract: the image is not legal.

        >>> import outwit
        >>> outwit.game("ataxx").start().move_image("f1", "half turn")
        'b7'
        """
        symmetry = self._symmetry(symmetry)
        image = self.image(symmetry)
        wanted = self.move(move)
        here, there = self.board, image.board
        squares = tuple(
            there.at(*symmetry.image(square.row, square.column, here.rows, here.columns))
            for square in map(here.__getitem__, wanted.squares)
        )
        names = tuple(square.name for square in squares if square is not None)
        for found in image.legal_moves:
            # A move without squares, such as a pass, is its own image.
            if found.kind == wanted.kind and found.squares == names and (names or found == wanted):
                return found
        raise GameFault(f"the image of {wanted!r} is not legal under the symmetry {symmetry.name}")

    def is_legal(self, move: object) -> bool:
        """Tell whether ``move`` is the text of a legal move; False for anything else."""
        if not isinstance(move, str):
            return False
        try:
            number = self.read_move(move)
        except IllegalMove:
            return False
        return self.allows(number)

    def _room_needed(self) -> int:
        """Return how many moves ``generate`` writes, at most twice ``most``.

        For the conformance kit: here a game that breaks its bound does no harm.
        """
        self.check()
        ample = MoveStack(2 * self.most + 64)
        stop: i32 = self.generate(ample, 0)
        self.check()
        return stop

    def _parted_numbers(self) -> list[int]:
        """Return the numbers of the hopeful moves, then those of the hopeless ones.

        For the conformance kit, as ``_room_needed``.
        """
        self.check()
        ample = MoveStack(4 * self.most + 64)
        stop: i32 = self.generate_hopeful(ample, 0)
        stop = self.generate_hopeless(ample, stop)
        self.check()
        return [ample.data[i] for i in range(stop)]

    def _quick_win(self) -> int | None:
        """Return the number of a move that ``winning_move`` says wins at once, None without one.

        For the conformance kit, as ``_room_needed``.
        """
        self.check()
        move: u32 = self.winning_move()
        self.check()
        return None if move == numbers.NO_MOVE else move

    def _quick_answers(self) -> list[int] | None:
        """Return the numbers of the moves that may prevent the other side's win at once.

        None where ``must_answer`` sees no such threat. For the conformance kit.
        """
        self.check()
        if not self.must_answer():
            return None
        ample = MoveStack(2 * self.most + 64)
        stop: i32 = self.generate_hopeful(ample, 0)
        self.check()
        return [ample.data[i] for i in range(stop)]

    def make_null(self) -> None:
        """Make a null move, which passes the turn; for the search, there must be room."""
        self.side = 1 - self.side
        self.ply += 1

    def unmake_null(self) -> None:
        """Take a null move back."""
        self.side = 1 - self.side
        self.ply -= 1

    def clone(self) -> Self:
        """Return a copy, whatever a subclass makes of ``copy``."""
        self.check()
        clone = memory.instance(type(self))
        blank: Position = clone
        blank.assign(self)
        # A board does not change.
        blank.shown = self.shown
        blank.ready = True
        return clone

    def reserve(self, plies: i32) -> i32:
        """Make room for that many moves more."""
        if self.ply + plies <= self.room:
            return 0
        self.room = 2 * (self.ply + plies)
        past = bytearray(8 * self.frame * self.room)
        line = bytearray(4 * self.room)
        past[: len(self.past_store)] = self.past_store
        line[: len(self.line_store)] = self.line_store
        self.past_store = past
        self.line_store = line
        self.past = memory.u64s(past)
        self.line = memory.u32s(line)
        return 0

    def push(self, move: u32) -> None:
        """Play a legal move, and add it to the moves played."""
        self.reserve(1)
        self.line[self.ply] = move
        self.drop_listing()
        self.make(move)

    def pop(self) -> u32:
        """Take the last move back, and remove it from the moves played; there must be one."""
        self.drop_listing()
        self.unmake()
        return self.line[self.ply]

    def drop_listing(self) -> None:
        """Drop the moves listed and the board shown, for the position changes."""
        self.listed = -1
        self.shown = None

    def list_moves(self) -> i32:
        """Write the legal moves to ``scratch`` and return how many there are.

        They stay there until ``push`` or ``pop``.
        """
        self.check()
        if self.listed < 0:
            stop: i32 = self.generate(self.scratch, 0)
            self.check()
            self.listed = stop
        return self.listed

    def how_many(self) -> i32:
        """Count the legal moves."""
        self.check()
        number: i32 = self.count()
        self.check()
        return number

    def allows(self, move: u32) -> bint:
        """Tell whether a move, as a number, is legal."""
        i: i32
        stop: i32 = self.list_moves()
        for i in range(stop):
            if self.scratch.data[i] == move:
                return True
        return False

    def require(self, number: object, move: object) -> u32:
        """Return a number if a legal move has it; else raise IllegalMove, which shows ``move``."""
        none: u32 = numbers.NO_MOVE
        if isinstance(number, int) and 0 <= number < none and self.allows(number):
            return number
        over = "" if self.how_many() else ": the game is over"
        raise IllegalMove(f"move {excerpt(move)} is not legal here{over}")

    def check(self) -> i32:
        """Raise an exception that was kept; raise GameFault if the position is not set up."""
        if self.fault is not None:
            fault = self.fault
            self.fault = None
            raise fault
        if not self.ready:
            raise GameFault(f"this {type(self).__name__} is not set up")
        return 0

    def svg(self, **view: Unpack[ViewOptions]) -> str:
        """Return a picture of the position as SVG.

        Args:
            view: The options of ``outwit.drawing.view.View``: ``size`` in pixels, ``theme``,
                ``flipped``, ``coordinates``, ``last_move``, ``selected``, ``targets``, ``arrows``,
                ``danger``, ``prefix`` and ``label``.

        Raises:
            UsageError: An option has no such value.
            UnknownSquare: An option names a square that is not on the board.

        >>> import outwit
        >>> position = outwit.game("ataxx").start()
        >>> position.svg(size=320, theme="dark", flipped=True, arrows=[("a1", "b3")])[:4]
        '<svg'
        """
        # What draws is above the core, which must not import it.
        drawn: str = import_module("outwit.drawing.svg").draw(self, **view)
        return drawn

    def _repr_svg_(self) -> str:
        return self.svg(size=NOTEBOOK_SIZE)

    # What Game, Move and LegalMoves need of a position that is theirs alone.

    def _belong(self, game: Game) -> None:
        self.home = game

    def _all_moves(self) -> list[Move]:
        stop: i32 = self.list_moves()
        i: i32
        number: u32
        moves = []
        for i in range(stop):
            number = self.scratch.data[i]
            # As ``Move`` does, but faster, for this is done for every legal move.
            move = str.__new__(Move, self.write_move(number))
            move.number = number
            move._before = self
            moves.append(move)
        return moves

    def _symmetry(self, symmetry: Symmetry | str) -> Symmetry:
        self.check()
        for known in self.symmetries:
            if symmetry in (known, known.name):
                return known
        names = ", ".join(known.name for known in self.symmetries)
        raise UsageError(f"symmetry: {excerpt(symmetry)} is none of {names}")

    def _action_total(self) -> int:
        return self.action_count

    def _describe(self, move: int) -> MoveDetails:
        details: MoveDetails = self.describe(self.require(move, move))
        return details

    def _pop(self) -> int:
        self.check()
        if self.ply == 0:
            raise NothingToUndo("no move has been played")
        number: u32 = self.pop()
        self.check()
        return number

    def __getitem__(self, square: str | Move) -> Square:
        return self.board[square]

    def __str__(self) -> str:
        self.check()
        return self.draw_text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or type(other) is not type(self):
            return False
        return self.text == other.text and self.options == other.options

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}>"

    def __dir__(self) -> list[str]:
        ours = {name for name in vars(Position) if not name.startswith("_")}
        # Of a game elsewhere, its own names too.
        others = [cls for cls in type(self).__mro__ if not cls.__module__.startswith("outwit.")]
        return sorted((ours - HIDDEN | INHERITED).union(*map(vars, others)))

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (type(self), self.beginning, self.options, self.played)


def rebuild(
    cls: type[Position], text: str, options: dict[str, object], played: tuple[str, ...]
) -> Position:
    """Return a position that was pickled."""
    position = cls.read(text, **options)
    for move in played:
        position.play(move)
    return position
